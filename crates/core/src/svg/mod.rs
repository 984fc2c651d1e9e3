//! Scene to SVG (and PNG): the only renderer of pictures.
//!
//! Every item becomes one element that carries the item's id, and its role as a class, so that a
//! page can patch and animate what changed. Colours are written into the elements: the picture
//! looks the same as a file, in a page and as PNG.

mod letters;
mod marks;
mod outline;

use std::fmt::Write;

use crate::scene::{Color, Item, Lattice, Point, Scene, Shape};
use crate::text::is_unprintable;

/// Pixels that a cell is wide and high.
pub const CELL: f32 = 48.0;

/// Empty room around the board, in cells.
pub const MARGIN: f32 = 0.25;

/// How words are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lettering {
    /// As text, in the reader's font.
    Font,
    /// As strokes, where no font can be relied on.
    Strokes,
}

/// The picture as a complete SVG document.
pub fn render(scene: &Scene, lettering: Lettering) -> String {
    let (width, height) = size(scene);
    let mut out = String::new();
    let title = escape(&scene.title);
    let margin = MARGIN * CELL;
    let tray = scene
        .tray
        .map_or(String::new(), |row| format!(" data-tray=\"{row}\""));
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" \
         role=\"img\" data-lattice=\"{}\"{tray}><title>{title}</title>",
        Px(-margin),
        Px(-margin),
        Px(width),
        Px(height),
        Px(width),
        Px(height),
        match scene.lattice {
            Lattice::Square => "square",
            Lattice::Hex => "hex",
        },
    );
    if let Some(background) = scene.background {
        let (x, y, width, height) = (Px(-margin), Px(-margin), Px(width), Px(height));
        let _ = writeln!(
            out,
            "<rect class=\"board\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             rx=\"14\" fill=\"{background}\"/>"
        );
    }
    for item in &scene.items {
        element(item, scene.names, lettering, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

/// The size of the picture in pixels.
pub fn size(scene: &Scene) -> Point {
    (
        (scene.width + 2.0 * MARGIN) * CELL,
        (scene.height + 2.0 * MARGIN) * CELL,
    )
}

/// The picture as PNG, `scale` times the size of the SVG; `None` if that is no size a picture can
/// have.
#[cfg(feature = "png")]
pub fn png(scene: &Scene, scale: f32) -> Option<Vec<u8>> {
    pixmap(scene, scale)?.encode_png().ok()
}

/// A picture in pixels.
#[cfg(feature = "png")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green, blue and opacity of every pixel, row by row.
    pub rgba: Vec<u8>,
}

/// The picture in pixels, `scale` times the size of the SVG; `None` if that is no size a picture
/// can have.
#[cfg(feature = "png")]
pub fn pixels(scene: &Scene, scale: f32) -> Option<Pixels> {
    let pixmap = pixmap(scene, scale)?;
    Some(Pixels {
        width: pixmap.width(),
        height: pixmap.height(),
        rgba: pixmap.take_demultiplied(),
    })
}

#[cfg(feature = "png")]
fn pixmap(scene: &Scene, scale: f32) -> Option<resvg::tiny_skia::Pixmap> {
    use resvg::{tiny_skia, usvg};
    let svg = render(scene, Lettering::Strokes);
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).ok()?;
    let (width, height) = size(scene);
    let mut pixels = tiny_skia::Pixmap::new(
        (width * scale).ceil() as u32,
        (height * scale).ceil() as u32,
    )?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    Some(pixels)
}

type Names = &'static [(&'static str, Color)];

/// Says the name of a colour that has one.
fn named(names: Names, color: Option<Color>, of: &str, attributes: &mut String) {
    if let Some((name, _)) = names.iter().find(|(_, named)| Some(*named) == color) {
        let _ = write!(attributes, " data-{of}=\"{name}\"");
    }
}

fn element(item: &Item, names: Names, lettering: Lettering, out: &mut String) {
    let mut attributes = format!("id=\"{}\" class=\"{}\"", escape(&item.id), item.role);
    let style = &item.style;
    let filled = style.fill.map_or("none".into(), |fill| fill.to_string());
    let stroked_text = lettering == Lettering::Strokes && matches!(item.shape, Shape::Text { .. });
    if stroked_text {
        let _ = write!(attributes, " fill=\"none\" stroke=\"{filled}\"");
        named(names, style.fill, "stroke", &mut attributes);
    } else {
        let _ = write!(attributes, " fill=\"{filled}\"");
        named(names, style.fill, "fill", &mut attributes);
    }
    if let Some((color, width)) = style.stroke.filter(|_| !stroked_text) {
        let width = Px(width * CELL);
        let _ = write!(attributes, " stroke=\"{color}\" stroke-width=\"{width}\"");
        attributes.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        named(names, Some(color), "stroke", &mut attributes);
    }
    if style.opacity < 1.0 {
        let _ = write!(attributes, " opacity=\"{}\"", Px(style.opacity));
    }
    if let Some(dash) = style.dash {
        let _ = write!(attributes, " stroke-dasharray=\"{}\"", Px(dash * CELL));
    }
    if !item.label.is_empty() {
        let _ = write!(attributes, " aria-label=\"{}\"", escape(&item.label));
    }
    if let Some(cell) = item.cell {
        let _ = write!(attributes, " data-x=\"{}\" data-y=\"{}\"", cell.x, cell.y);
    }
    match &item.shape {
        Shape::Rect { at, size, radius } => {
            let [x, y, w, h, r] = [at.0, at.1, size.0, size.1, *radius].map(|v| Px(v * CELL));
            let _ = write!(
                out,
                "<rect {attributes} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"/>"
            );
        }
        Shape::Circle { center, radius } => {
            let [x, y, r] = [center.0, center.1, *radius].map(|v| Px(v * CELL));
            let _ = write!(
                out,
                "<circle {attributes} cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"
            );
        }
        Shape::Polyline { points, closed } => {
            let path = polyline(points, *closed);
            let _ = write!(out, "<path {attributes} d=\"{path}\"/>");
        }
        Shape::Cells {
            cells,
            inset,
            radius,
        } => {
            let path = outline::path(cells, *inset, *radius);
            let _ = write!(
                out,
                "<path {attributes} fill-rule=\"evenodd\" d=\"{path}\"/>"
            );
        }
        Shape::Mark {
            mark,
            center,
            radius,
        } => {
            let path = marks::path(*mark, *center, *radius);
            let _ = write!(out, "<path {attributes} d=\"{path}\"/>");
        }
        Shape::Text { center, size, text } if stroked_text => {
            let path = letters::path(text, *center, *size);
            let width = Px(size * CELL * 0.11);
            let _ = write!(
                out,
                "<path {attributes} stroke-width=\"{width}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\" d=\"{path}\"/>"
            );
        }
        Shape::Text { center, size, text } => {
            let [x, y, size] = [center.0, center.1, *size].map(|v| Px(v * CELL));
            let text = escape(text);
            let _ = write!(
                out,
                "<text {attributes} x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" \
                 dominant-baseline=\"central\" font-family=\"system-ui, sans-serif\">{text}</text>"
            );
        }
    }
    out.push('\n');
}

/// Path data of straight lines through points given in cells.
fn polyline(points: &[Point], closed: bool) -> String {
    let mut path = String::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        let command = if i == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{command}{} {}", Px(x * CELL), Px(y * CELL));
    }
    if closed {
        path.push('Z');
    }
    path
}

/// Text of whoever made a level, as text of the picture; characters that would do something to
/// whatever shows it are shown as such.
fn escape(text: &str) -> String {
    text.replace(is_unprintable, "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A number with at most two decimals and no needless zeros, so that pictures are small and the
/// same everywhere.
struct Px(f32);

impl std::fmt::Display for Px {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let (sign, magnitude) = (hundredths < 0, hundredths.unsigned_abs());
        let text = format!("{}.{:02}", magnitude / 100, magnitude % 100);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        write!(f, "{}{text}", if sign { "-" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::scene::Mark;

    fn everything() -> Scene {
        let ink = Color::hex(0x23262B);
        let red = Color::hex(0xCE0107);
        let mut scene = Scene::new(3.0, 2.0, "A <toy> & \"more\"", Color::hex(0xE9E3D6));
        let shapes = [
            Shape::Rect {
                at: (0.0, 0.0),
                size: (1.0, 1.0),
                radius: 0.1,
            },
            Shape::Circle {
                center: (1.5, 0.5),
                radius: 0.3,
            },
            Shape::Polyline {
                points: vec![(0.0, 0.0), (1.0, 1.0)],
                closed: false,
            },
            Shape::Cells {
                cells: vec![Cell::new(0, 1), Cell::new(1, 1), Cell::new(1, 0)],
                inset: 0.06,
                radius: 0.2,
            },
            Shape::Text {
                center: (2.5, 0.5),
                size: 0.6,
                text: "12".into(),
            },
        ];
        let marks = [
            Mark::Triangle,
            Mark::Diamond,
            Mark::Disc,
            Mark::Cross,
            Mark::Square,
            Mark::Star,
            Mark::Heart,
            Mark::Hexagon,
        ];
        let marks = marks.into_iter().map(|mark| Shape::Mark {
            mark,
            center: (0.5, 0.5),
            radius: 0.2,
        });
        for (i, shape) in shapes.into_iter().chain(marks).enumerate() {
            let item = Item::new(format!("i{i}"), "thing", shape);
            scene.add(item.fill(red).stroke(ink, 0.03).label("a & b"));
        }
        scene
    }

    #[test]
    fn no_control_character_reaches_a_picture() {
        assert_eq!(
            escape("a\x1b[2J\u{202e}<b>\n"),
            "a\u{fffd}[2J\u{fffd}&lt;b&gt;\u{fffd}"
        );
    }

    #[test]
    fn user_text_is_escaped_and_ids_are_kept() {
        let svg = render(&everything(), Lettering::Font);
        assert!(svg.contains("A &lt;toy&gt; &amp; &quot;more&quot;"));
        assert!(svg.contains("aria-label=\"a &amp; b\""));
        assert!((0..13).all(|i| svg.contains(&format!("id=\"i{i}\""))));
        assert!(svg.contains(">12</text>"));
    }

    #[cfg(feature = "png")]
    #[test]
    fn a_picture_needs_no_font() {
        let png = png(&everything(), 1.0).unwrap();
        assert_eq!(&png[..4], b"\x89PNG");
        assert!(!render(&everything(), Lettering::Strokes).contains("<text"));
    }

    #[test]
    fn numbers_are_short() {
        let written = [1.0, -0.5, 0.004, 12.346, -0.001].map(|v| Px(v).to_string());
        assert_eq!(written, ["1", "-0.5", "0", "12.35", "0"]);
    }
}

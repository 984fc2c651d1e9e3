//! Scene to SVG (and PNG): the renderer of pictures on screens.
//!
//! Every item becomes one element that carries the item's id, and its role as a class, so that a
//! page can patch and animate what changed. Colours are written into the elements: the picture
//! looks the same as a file, in a page and as PNG.

use std::borrow::Cow;
use std::fmt::Write;

use crate::grid::Cell;
use crate::path::{self, Path, Segment};
use crate::scene::{Color, Extent, Item, Lattice, Point, Scene, Shape};
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
    let within = scene.within.map_or(String::new(), |(first, last)| {
        let [x, y] = [first.x, first.y];
        format!(" data-within=\"{x} {y} {} {}\"", last.x, last.y)
    });
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" \
         role=\"img\" data-lattice=\"{}\"{tray}{within}><title>{title}</title>",
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

/// Several pictures in one, in rows of so many, each with a line of words below it.
pub fn sheet(pictures: &[(String, Scene)], columns: usize, lettering: Lettering) -> String {
    let (tile, words, gap) = (SHEET_TILE, SHEET_WORDS, SHEET_GAP);
    let (width, height) = sheet_size(pictures.len(), columns);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" \
         height=\"{1}\" role=\"img\"><title>{2} levels</title>\n<rect width=\"{0}\" height=\"{1}\" \
         fill=\"#FFFFFF\"/>\n",
        Px(width),
        Px(height),
        pictures.len()
    );
    for (index, (name, scene)) in pictures.iter().enumerate() {
        let (column, row) = (index % columns.max(1), index / columns.max(1));
        let x = gap + column as f32 * (tile + gap);
        let y = gap + row as f32 * (tile + words + gap);
        // Ids are told apart by the number of the picture.
        let ids = format!(" id=\"{index}-");
        let inner = render(scene, lettering).replace(" id=\"", &ids);
        // The picture stands in a frame of its own, which fits and centres it.
        let framed = format!("<svg x=\"{}\" y=\"{}\" ", Px(x), Px(y));
        let inner = inner.replacen("<svg ", &framed, 1);
        let (own_width, own_height) = size(scene);
        let own = format!(" width=\"{}\" height=\"{}\"", Px(own_width), Px(own_height));
        let fits = format!(" width=\"{0}\" height=\"{0}\"", Px(tile));
        out.push_str(&inner.replacen(&own, &fits, 1));
        let center = ((x + tile / 2.0) / CELL, (y + tile + words / 2.0) / CELL);
        let text = Shape::Text {
            center,
            size: words * 0.8 / CELL,
            text: name.clone(),
        };
        let caption = Item::new(format!("caption-{index}"), "caption", text);
        element(
            &caption.fill(Color::hex(0x3A342B)),
            &[],
            lettering,
            &mut out,
        );
    }
    out.push_str("</svg>\n");
    out
}

const SHEET_TILE: f32 = 240.0;
const SHEET_WORDS: f32 = 20.0;
const SHEET_GAP: f32 = 16.0;

/// The size of a sheet of so many pictures, in pixels.
fn sheet_size(count: usize, columns: usize) -> Point {
    let columns = columns.clamp(1, count.max(1));
    let rows = count.div_ceil(columns);
    (
        SHEET_GAP + columns as f32 * (SHEET_TILE + SHEET_GAP),
        SHEET_GAP + rows as f32 * (SHEET_TILE + SHEET_WORDS + SHEET_GAP),
    )
}

/// A sheet as PNG; `None` if that is no size a picture can have.
#[cfg(feature = "png")]
pub fn sheet_png(pictures: &[(String, Scene)], columns: usize) -> Option<Vec<u8>> {
    let svg = sheet(pictures, columns, Lettering::Strokes);
    let size = sheet_size(pictures.len(), columns);
    raster(&svg, size, 1.0)?.encode_png().ok()
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
    raster(&render(scene, Lettering::Strokes), size(scene), scale)
}

#[cfg(feature = "png")]
fn raster(svg: &str, (width, height): Point, scale: f32) -> Option<resvg::tiny_skia::Pixmap> {
    use resvg::{tiny_skia, usvg};
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).ok()?;
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
    let stroked_text = lettering == Lettering::Strokes && matches!(item.shape, Shape::Text { .. });
    let tag = match item.shape {
        Shape::Rect { .. } => "rect",
        Shape::Circle { .. } => "circle",
        Shape::Text { .. } if !stroked_text => "text",
        _ => "path",
    };
    let (id, role) = (escape(&item.id), item.role);
    let _ = write!(out, "<{tag} id=\"{id}\" class=\"{role}\"");
    let style = &item.style;
    // Letters that are drawn as strokes have the colour that fills letters of a font.
    let paint = if stroked_text { "stroke" } else { "fill" };
    if stroked_text {
        out.push_str(" fill=\"none\"");
    }
    let _ = match style.fill {
        Some(fill) => write!(out, " {paint}=\"{fill}\""),
        None => write!(out, " {paint}=\"none\""),
    };
    named(names, style.fill, paint, out);
    if let Some((color, width)) = style.stroke.filter(|_| !stroked_text) {
        let width = Px(width * CELL);
        let _ = write!(out, " stroke=\"{color}\" stroke-width=\"{width}\"");
        out.push_str(" stroke-linecap=\"round\" stroke-linejoin=\"round\"");
        named(names, Some(color), "stroke", out);
    }
    if style.opacity < 1.0 {
        let _ = write!(out, " opacity=\"{}\"", Px(style.opacity));
    }
    if let Some(dash) = style.dash {
        let _ = write!(out, " stroke-dasharray=\"{}\"", Px(dash * CELL));
    }
    if !item.label.is_empty() {
        let _ = write!(out, " aria-label=\"{}\"", escape(&item.label));
    }
    if let Some(cell) = item.cell {
        let _ = write!(out, " data-x=\"{}\" data-y=\"{}\"", cell.x, cell.y);
    }
    match &item.extent {
        Extent::Own => {}
        Extent::Over(cells) => out.push_str(&listed("cells", cells)),
        Extent::Along(cells) => out.push_str(&listed("path", cells)),
    }
    match &item.shape {
        Shape::Rect { at, size, radius } => {
            let [x, y, w, h, r] = [at.0, at.1, size.0, size.1, *radius].map(|v| Px(v * CELL));
            let _ = write!(
                out,
                " x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"/>"
            );
        }
        Shape::Circle { center, radius } => {
            let [x, y, r] = [center.0, center.1, *radius].map(|v| Px(v * CELL));
            let _ = write!(out, " cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>");
        }
        shape @ (Shape::Polyline { .. } | Shape::Cells { .. } | Shape::Mark { .. }) => {
            let holes = match shape {
                Shape::Cells { .. } => " fill-rule=\"evenodd\"",
                _ => "",
            };
            let path = Path::of(shape).unwrap_or_default();
            let _ = write!(out, "{holes} d=\"{path}\"/>");
        }
        Shape::Text { center, size, text } if stroked_text => {
            let path = path::letters(text, *center, *size);
            let width = Px(size * CELL * 0.11);
            let _ = write!(
                out,
                " stroke-width=\"{width}\" stroke-linecap=\"round\" \
                 stroke-linejoin=\"round\" d=\"{path}\"/>"
            );
        }
        Shape::Text { center, size, text } => {
            let [x, y, size] = [center.0, center.1, *size].map(|v| Px(v * CELL));
            let text = escape(text);
            let _ = write!(
                out,
                " x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" \
                 dominant-baseline=\"central\" font-family=\"system-ui, sans-serif\">{text}</text>"
            );
        }
    }
    out.push('\n');
}

/// Cells as an attribute: `data-cells="0,1 1,1"`.
fn listed(name: &str, cells: &[Cell]) -> String {
    let cells: Vec<String> = cells
        .iter()
        .map(|cell| format!("{},{}", cell.x, cell.y))
        .collect();
    format!(" data-{name}=\"{}\"", cells.join(" "))
}

impl std::fmt::Display for Path {
    /// Path data.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let px = |(x, y): Point| format!("{} {}", Px(x * CELL), Px(y * CELL));
        for segment in &self.0 {
            match *segment {
                Segment::Move(to) => write!(f, "M{}", px(to))?,
                Segment::Line(to) => write!(f, "L{}", px(to))?,
                Segment::Quad(by, to) => write!(f, "Q{} {}", px(by), px(to))?,
                Segment::Cubic(by, and, to) => write!(f, "C{} {} {}", px(by), px(and), px(to))?,
                Segment::HalfTurn(radius, to) => {
                    let r = Px(radius * CELL);
                    write!(f, "A{r} {r} 0 1 1 {}", px(to))?;
                }
                Segment::Close => f.write_str("Z")?,
            }
        }
        Ok(())
    }
}

/// Text of whoever made a level, as text of the picture; characters that would do something to
/// whatever shows it are shown as such.
fn escape(text: &str) -> Cow<'_, str> {
    let plain =
        |byte: u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'&' | b'<' | b'>' | b'"');
    if text.bytes().all(plain) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if is_unprintable(c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out.into()
}

/// A number with at most two decimals and no needless zeros, so that pictures are small and the
/// same everywhere.
struct Px(f32);

impl std::fmt::Display for Px {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let magnitude = hundredths.unsigned_abs();
        // Most of what is written of a picture is numbers, so this does without formatting parts.
        let mut text = [0; 24];
        let mut at = text.len();
        let mut push = |byte: u8| {
            at -= 1;
            text[at] = byte;
        };
        let digit = |n: u64| b'0' + (n % 10) as u8;
        match (magnitude / 10 % 10, magnitude % 10) {
            (0, 0) => {}
            (tenths, 0) => push(digit(tenths)),
            (tenths, last) => {
                push(digit(last));
                push(digit(tenths));
            }
        }
        if !magnitude.is_multiple_of(100) {
            push(b'.');
        }
        let mut whole = magnitude / 100;
        loop {
            push(digit(whole));
            whole /= 10;
            if whole == 0 {
                break;
            }
        }
        if hundredths < 0 {
            push(b'-');
        }
        f.write_str(std::str::from_utf8(&text[at..]).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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

    #[test]
    fn things_say_all_cells_on_which_they_are_met() {
        let line = || Shape::Polyline {
            points: vec![(0.5, 0.5), (1.5, 1.5)],
            closed: false,
        };
        let cells = [Cell::new(0, 0), Cell::new(1, 1)];
        let mut scene = Scene::new(2.0, 2.0, "", Color::hex(0));
        scene.add(Item::new("a", "piece", line()).at(cells[0]).over(cells));
        scene.add(Item::new("b", "line", line()).along(cells));
        let svg = render(&scene, Lettering::Font);
        assert!(svg.contains("data-x=\"0\" data-y=\"0\" data-cells=\"0,0 1,1\""));
        assert!(svg.contains("data-path=\"0,0 1,1\""));
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
        let written =
            [1.0, -0.5, 0.004, 12.346, -0.001, 3072.0, -70.05, f32::MAX].map(|v| Px(v).to_string());
        let wanted = ["1", "-0.5", "0", "12.35", "0", "3072", "-70.05"];
        assert_eq!(written[..7], wanted);
        assert_eq!(written[7], "92233720368547758.07");
    }
}

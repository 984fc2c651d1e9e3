//! Pages of pictures and words as PDF, in vectors: the renderer of what is printed.
//!
//! Lengths on a page are millimetres from its top left corner. Words are set in Helvetica, which
//! every reader of PDF has, so that no font is embedded; characters that it lacks become a question
//! mark, and those of pictures are drawn as strokes.

mod canvas;
mod font;

use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

pub use font::{Weight, fits, width, wrap};

use crate::scene::{Color, Point, Scene};
use canvas::Canvas;

/// A document.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its name.
    pub title: String,
    /// Width and height of its pages.
    pub size: Point,
    /// The pages.
    pub pages: Vec<Page>,
}

/// One page: what is on it, from back to front.
#[derive(Clone, Debug, Default)]
pub struct Page(pub Vec<Placed>);

/// Something on a page.
#[derive(Clone, Debug)]
pub enum Placed {
    /// A picture without its margin.
    Picture {
        /// The picture.
        scene: Scene,
        /// Its top left corner.
        at: Point,
        /// How wide a cell is.
        cell: f32,
    },
    /// A line of words.
    Words {
        /// Where its base line begins, or what it is centred on.
        at: Point,
        /// The size of the letters, as fonts count.
        size: f32,
        /// How dark it is.
        weight: Weight,
        /// Whether `at` is its middle.
        centred: bool,
        /// The words.
        text: String,
    },
    /// A straight line.
    Rule {
        /// Its beginning.
        from: Point,
        /// Its end.
        to: Point,
        /// How thick it is.
        width: f32,
        /// The length of its dashes, if it has any.
        dash: Option<f32>,
    },
}

/// The ink of words and lines.
const INK: Color = Color::hex(0x22_22_22);

/// Points in a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// The document as a file.
pub fn write(document: &Document) -> Vec<u8> {
    let mut pdf = Pdf::new();
    let mut next = 1..;
    let mut fresh = || Ref::new(next.next().unwrap_or(i32::MAX));
    let [catalog, tree, info, plain, bold] = std::array::from_fn(|_| fresh());
    let pages: Vec<(Ref, Ref)> = document.pages.iter().map(|_| (fresh(), fresh())).collect();
    let opacities: Vec<(u8, Ref)> = (0..=100).map(|percent| (percent, fresh())).collect();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info)
        .title(TextStr(&document.title))
        .producer(TextStr("Gridwright"));
    let count = i32::try_from(pages.len()).unwrap_or(i32::MAX);
    pdf.pages(tree)
        .kids(pages.iter().map(|(page, _)| *page))
        .count(count);
    for (font, name) in [(plain, "Helvetica"), (bold, "Helvetica-Bold")] {
        let mut face = pdf.type1_font(font);
        face.base_font(Name(name.as_bytes()));
        face.encoding_predefined(Name(b"WinAnsiEncoding"));
    }
    let mut used = std::collections::BTreeSet::new();
    for (page, (id, content_id)) in document.pages.iter().zip(&pages) {
        let mut canvas = Canvas::new(document.size.1);
        page.0.iter().for_each(|placed| place(&mut canvas, placed));
        let (content, shown) = canvas.finish();
        let mut sheet = pdf.page(*id);
        let (width, height) = (document.size.0 * POINTS, document.size.1 * POINTS);
        sheet.media_box(Rect::new(0.0, 0.0, width, height));
        sheet.parent(tree).contents(*content_id);
        let mut resources = sheet.resources();
        resources
            .fonts()
            .pair(font::PLAIN, plain)
            .pair(font::BOLD, bold);
        let mut states = resources.ext_g_states();
        for percent in &shown {
            let name = canvas::opacity_name(*percent);
            states.pair(Name(name.as_bytes()), opacities[usize::from(*percent)].1);
        }
        states.finish();
        resources.finish();
        sheet.finish();
        used.extend(shown);
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&content, 6);
        pdf.stream(*content_id, &packed).filter(Filter::FlateDecode);
    }
    for (percent, id) in opacities
        .iter()
        .filter(|(percent, _)| used.contains(percent))
    {
        let opacity = f32::from(*percent) / 100.0;
        let mut state = pdf.ext_graphics(*id);
        state.stroking_alpha(opacity).non_stroking_alpha(opacity);
    }
    pdf.finish()
}

fn place(canvas: &mut Canvas, placed: &Placed) {
    match placed {
        Placed::Picture { scene, at, cell } => canvas.picture(scene, *at, *cell),
        Placed::Words {
            at,
            size,
            weight,
            centred,
            text,
        } => {
            let left = match centred {
                true => at.0 - width(text, *size, *weight) / 2.0,
                false => at.0,
            };
            canvas.words(text, (left, at.1), *size, *weight, INK);
        }
        Placed::Rule {
            from,
            to,
            width,
            dash,
        } => canvas.rule(*from, *to, *width, *dash, INK),
    }
}

/// The text of everything that was drawn on a page.
type Drawn = Content;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Item, Shape};

    #[test]
    fn a_document_has_its_pages_and_the_same_bytes_every_time() {
        let mut scene = Scene::new(2.0, 2.0, "two by two", Color::hex(0xFFFFFF));
        let circle = Shape::Circle {
            center: (1.0, 1.0),
            radius: 0.4,
        };
        scene.add(
            Item::new("a", "lamp", circle)
                .fill(Color::hex(0xFF0000))
                .opacity(0.5),
        );
        let page = Page(vec![
            Placed::Picture {
                scene,
                at: (20.0, 20.0),
                cell: 10.0,
            },
            Placed::Words {
                at: (20.0, 10.0),
                size: 5.0,
                weight: Weight::Bold,
                centred: false,
                text: "One (1) \u{2192}".into(),
            },
            Placed::Rule {
                from: (0.0, 5.0),
                to: (210.0, 5.0),
                width: 0.2,
                dash: Some(1.0),
            },
        ]);
        let document = Document {
            title: "Book".into(),
            size: (210.0, 297.0),
            pages: vec![page.clone(), page],
        };
        let bytes = write(&document);
        assert!(bytes.starts_with(b"%PDF-"));
        let text = String::from_utf8_lossy(&bytes);
        assert!(
            text.contains("/Count 2") && text.contains("/MediaBox [0 0 595.27"),
            "{text}"
        );
        assert!(text.contains("/ca 0.5"));
        assert_eq!(bytes, write(&document));
    }
}

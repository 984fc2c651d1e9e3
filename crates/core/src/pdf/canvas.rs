//! A page being drawn: shapes of scenes as operators of PDF.

use std::collections::BTreeSet;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Name, Str};

use super::font::{self, Weight, encoded, fits};
use super::{Drawn, POINTS};
use crate::path::{self, Path, Segment};
use crate::scene::{Color, Item, Point, Scene, Shape};

/// How far the control points of a quarter circle lie from its ends, for a radius of one.
const QUARTER: f32 = 0.552_284_8;

/// What is drawn on a page, with the origin at its top left corner.
pub(super) struct Canvas {
    content: Drawn,
    opacities: BTreeSet<u8>,
}

impl Canvas {
    /// An empty page of this height in millimetres.
    pub(super) fn new(height: f32) -> Self {
        let mut content = Drawn::new();
        content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height * POINTS]);
        content.set_line_cap(LineCapStyle::RoundCap);
        content.set_line_join(LineJoinStyle::RoundJoin);
        let opacities = BTreeSet::new();
        Canvas { content, opacities }
    }

    /// Everything drawn, and which opacities it uses, in percent.
    pub(super) fn finish(self) -> (Vec<u8>, BTreeSet<u8>) {
        (self.content.finish().into_vec(), self.opacities)
    }

    /// A picture with its top left corner at a place.
    pub(super) fn picture(&mut self, scene: &Scene, (x, y): Point, cell: f32) {
        self.content.save_state();
        self.content.transform([cell, 0.0, 0.0, cell, x, y]);
        if let Some(background) = scene.background {
            let shape = Shape::Rect {
                at: (0.0, 0.0),
                size: (scene.width, scene.height),
                radius: 0.0,
            };
            self.item(&Item::new("board", "board", shape).fill(background));
        }
        scene.items.iter().for_each(|item| self.item(item));
        self.content.restore_state();
    }

    /// A line of words whose base line begins at a place.
    pub(super) fn words(&mut self, text: &str, at: Point, size: f32, weight: Weight, ink: Color) {
        let face = match weight {
            Weight::Plain => font::PLAIN,
            Weight::Bold => font::BOLD,
        };
        self.fill_with(ink);
        self.content.begin_text();
        self.content.set_font(face, size);
        // The page is upside down, and its letters are turned back.
        self.content
            .set_text_matrix([1.0, 0.0, 0.0, -1.0, at.0, at.1]);
        self.content.show(Str(&encoded(text)));
        self.content.end_text();
    }

    /// A straight line.
    pub(super) fn rule(
        &mut self,
        from: Point,
        to: Point,
        width: f32,
        dash: Option<f32>,
        ink: Color,
    ) {
        self.content.save_state();
        self.stroke_with(ink, width, dash);
        self.content.move_to(from.0, from.1);
        self.content.line_to(to.0, to.1);
        self.content.stroke();
        self.content.restore_state();
    }

    fn item(&mut self, item: &Item) {
        let style = &item.style;
        let percent = (style.opacity * 100.0).round().clamp(0.0, 100.0) as u8;
        if percent == 0 {
            return;
        }
        self.content.save_state();
        if percent < 100 {
            self.opacities.insert(percent);
            let name = opacity_name(percent);
            self.content.set_parameters(Name(name.as_bytes()));
        }
        if let Shape::Text { center, size, text } = &item.shape {
            self.caption(text, *center, *size, style.fill);
        } else {
            if let Some(fill) = style.fill {
                self.fill_with(fill);
            }
            if let Some((color, width)) = style.stroke {
                self.stroke_with(color, width, style.dash);
            }
            self.outline(&item.shape);
            self.paint(item);
        }
        self.content.restore_state();
    }

    fn paint(&mut self, item: &Item) {
        let holes = matches!(item.shape, Shape::Cells { .. });
        match (
            item.style.fill.is_some(),
            item.style.stroke.is_some(),
            holes,
        ) {
            (true, true, true) => self.content.fill_even_odd_and_stroke(),
            (true, true, false) => self.content.fill_nonzero_and_stroke(),
            (true, false, true) => self.content.fill_even_odd(),
            (true, false, false) => self.content.fill_nonzero(),
            (false, true, _) => self.content.stroke(),
            (false, false, _) => self.content.end_path(),
        };
    }

    /// Words of a picture around their middle.
    fn caption(&mut self, text: &str, center: Point, size: f32, fill: Option<Color>) {
        let Some(ink) = fill else { return };
        if fits(text) {
            let left = center.0 - font::width(text, size, Weight::Plain) / 2.0;
            // Capitals and digits are about seven tenths of the size high.
            let base = center.1 + size * 0.35;
            self.words(text, (left, base), size, Weight::Plain, ink);
        } else {
            self.stroke_with(ink, size * 0.11, None);
            self.trace(&path::letters(text, center, size));
            self.content.stroke();
        }
    }

    fn outline(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect {
                at: (x, y),
                size: (w, h),
                radius,
            } => {
                let r = radius.min(w / 2.0).min(h / 2.0).max(0.0);
                if r == 0.0 {
                    self.content.rect(*x, *y, *w, *h);
                } else {
                    self.rounded((*x, *y), (*w, *h), r);
                }
            }
            Shape::Circle {
                center: (x, y),
                radius,
            } => {
                let corner = (x - radius, y - radius);
                self.rounded(corner, (2.0 * radius, 2.0 * radius), *radius);
            }
            _ => self.trace(&Path::of(shape).unwrap_or_default()),
        }
    }

    /// A rectangle with quarter circles at its corners.
    fn rounded(&mut self, (x, y): Point, (w, h): Point, r: f32) {
        let k = r * (1.0 - QUARTER);
        let (right, bottom) = (x + w, y + h);
        let content = &mut self.content;
        content.move_to(x + r, y);
        content.line_to(right - r, y);
        content.cubic_to(right - k, y, right, y + k, right, y + r);
        content.line_to(right, bottom - r);
        content.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
        content.line_to(x + r, bottom);
        content.cubic_to(x + k, bottom, x, bottom - k, x, bottom - r);
        content.line_to(x, y + r);
        content.cubic_to(x, y + k, x + k, y, x + r, y);
        content.close_path();
    }

    fn trace(&mut self, path: &Path) {
        let mut here = (0.0, 0.0);
        for segment in &path.0 {
            here = self.segment(here, segment);
        }
    }

    /// Draws one segment and says where it ends.
    fn segment(&mut self, here: Point, segment: &Segment) -> Point {
        let content = &mut self.content;
        match *segment {
            Segment::Move(to) => {
                content.move_to(to.0, to.1);
                to
            }
            Segment::Line(to) => {
                content.line_to(to.0, to.1);
                to
            }
            Segment::Quad(by, to) => {
                // A curve with one control point, as one with two.
                let third = |end: Point| {
                    (
                        end.0 + (by.0 - end.0) * 2.0 / 3.0,
                        end.1 + (by.1 - end.1) * 2.0 / 3.0,
                    )
                };
                let (a, b) = (third(here), third(to));
                content.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1);
                to
            }
            Segment::Cubic(a, b, to) => {
                content.cubic_to(a.0, a.1, b.0, b.1, to.0, to.1);
                to
            }
            Segment::HalfTurn(r, to) => {
                let middle = ((here.0 + to.0) / 2.0, (here.1 + to.1) / 2.0);
                // From left to right over the top, or from right to left below.
                let (out, up) = match here.0 < to.0 {
                    true => (-r, -r),
                    false => (r, r),
                };
                let k = QUARTER;
                let top = (middle.0, middle.1 + up);
                content.cubic_to(
                    here.0,
                    here.1 + up * k,
                    top.0 + out * k,
                    top.1,
                    top.0,
                    top.1,
                );
                content.cubic_to(top.0 - out * k, top.1, to.0, to.1 + up * k, to.0, to.1);
                to
            }
            Segment::Close => {
                content.close_path();
                here
            }
        }
    }

    fn fill_with(&mut self, color: Color) {
        let [r, g, b] = shares(color);
        self.content.set_fill_rgb(r, g, b);
    }

    fn stroke_with(&mut self, color: Color, width: f32, dash: Option<f32>) {
        let [r, g, b] = shares(color);
        self.content.set_stroke_rgb(r, g, b);
        self.content.set_line_width(width);
        if let Some(dash) = dash {
            self.content.set_dash_pattern([dash], 0.0);
        }
    }
}

/// The name of an opacity on a page.
pub(super) fn opacity_name(percent: u8) -> String {
    format!("O{percent}")
}

fn shares(Color(r, g, b): Color) -> [f32; 3] {
    [r, g, b].map(|channel| f32::from(channel) / 255.0)
}

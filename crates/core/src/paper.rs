//! A level on paper: what is printed of it, and pictures that need neither a dark board nor colour.

use crate::scene::{Color, Scene, Shape};

/// A level on paper, to be worked on with a pencil or with scissors.
#[derive(Clone, Debug, PartialEq)]
pub struct Worksheet {
    /// What to do with it, in a sentence or two.
    pub text: &'static str,
    /// The board.
    pub board: Scene,
    /// Small boards beside it to try things on.
    pub beside: Vec<Scene>,
    /// Pieces to cut out, as large as they are on the board. Pieces that look the same are one
    /// piece, which several levels may share.
    pub pieces: Vec<Scene>,
}

impl Worksheet {
    /// A board alone.
    pub fn of(board: Scene, text: &'static str) -> Self {
        Worksheet {
            text,
            board,
            beside: Vec::new(),
            pieces: Vec::new(),
        }
    }
}

/// The picture without its board, some of its colours replaced by others.
pub fn recolored(mut scene: Scene, colors: &[(Color, Color)]) -> Scene {
    let new = |color: Color| {
        let found = colors.iter().find(|(old, _)| *old == color);
        found.map_or(color, |&(_, new)| new)
    };
    scene.background = None;
    for item in &mut scene.items {
        item.style.fill = item.style.fill.map(new);
        item.style.stroke = item.style.stroke.map(|(color, width)| (new(color), width));
    }
    scene
}

/// Marks and words are this dark.
const INK: u8 = 0x18;

/// A line at least as bright as this is the light inside of a line with dark edges.
const LIGHT: u8 = 0xE1;

/// The picture in greys: areas light, lines dark, and the marks that stand for colours black.
pub fn grey(mut scene: Scene) -> Scene {
    let tone = |value: u8| Color(value, value, value);
    scene.background = scene.background.map(|color| tone(brightness(color)));
    for item in &mut scene.items {
        let style = &mut item.style;
        let tells = matches!(item.shape, Shape::Mark { .. } | Shape::Text { .. });
        if tells {
            style.fill = style.fill.map(|_| tone(INK));
            style.stroke = None;
            style.opacity = if style.opacity > 0.0 { 1.0 } else { 0.0 };
            continue;
        }
        // Black is ink; everything else is so light that ink can be seen on it.
        style.fill = style.fill.map(|color| match brightness(color) {
            dark if dark < 0x30 => tone(dark),
            other => tone(0xB0 + (u32::from(other) * 0x4F / 0xFF) as u8),
        });
        style.stroke = style.stroke.map(|(color, width)| {
            let value = match brightness(color) {
                light if light >= LIGHT => light,
                other => (u32::from(other) * 3 / 5) as u8,
            };
            (tone(value), width)
        });
    }
    scene
}

/// How bright a colour looks, from 0 to 255.
fn brightness(Color(r, g, b): Color) -> u8 {
    ((299 * u32::from(r) + 587 * u32::from(g) + 114 * u32::from(b)) / 1000) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Item, Mark};

    #[test]
    fn marks_are_black_and_areas_light_in_grey() {
        let red = Color::hex(0xCE0107);
        let mut scene = Scene::new(1.0, 1.0, "", Color::hex(0x101010));
        let circle = Shape::Circle {
            center: (0.5, 0.5),
            radius: 0.4,
        };
        scene.add(Item::new("a", "shape", circle).fill(red).stroke(red, 0.1));
        let mark = Shape::Mark {
            mark: Mark::Star,
            center: (0.5, 0.5),
            radius: 0.2,
        };
        scene.add(
            Item::new("b", "mark", mark)
                .fill(Color::hex(0xFFFFFF))
                .opacity(0.4),
        );
        let scene = grey(recolored(scene, &[(red, Color::hex(0x808080))]));
        assert_eq!(scene.background, None);
        let area = scene.items[0].style.fill.unwrap();
        assert!(
            area.0 > 0xC0 && area.0 == area.1 && area.1 == area.2,
            "{area}"
        );
        assert!(scene.items[0].style.stroke.unwrap().0.0 < 0x60);
        assert_eq!(
            (
                scene.items[1].style.fill.unwrap(),
                scene.items[1].style.opacity
            ),
            (Color(INK, INK, INK), 1.0)
        );
    }
}

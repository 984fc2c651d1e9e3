//! Walls on open paper: bars, rings, rings in rings, combs, crosses, boxed corners, windows.
//!
//! Every motif is the image of itself under a turn or a mirror, as far as its place allows.

use gridwright_core::grid::Cell;
use gridwright_core::rng::Rng;

use crate::tint::color::Color;

use super::canvas::{Canvas, Mirror, Wanted};

/// A wall: its cells, in order.
pub(super) type Wall = Vec<Cell>;

/// A motif: its walls, and how it is its own image.
pub(super) struct Motif {
    pub(super) walls: Vec<Wall>,
    pub(super) mirror: Mirror,
}

/// Walls of one motif, upright or lying.
pub(super) fn motif(wanted: &Wanted, rng: &mut Rng) -> Motif {
    let (w, h) = (wanted.width, wanted.height);
    if rng.chance(1, 4) {
        let motif = upright(h, w, rng);
        let swapped = |wall: Wall| wall.into_iter().map(|cell| Cell::new(cell.y, cell.x));
        Motif {
            walls: motif
                .walls
                .into_iter()
                .map(|wall| swapped(wall).collect())
                .collect(),
            mirror: match motif.mirror {
                Mirror::LeftRight => Mirror::TopBottom,
                Mirror::TopBottom => Mirror::LeftRight,
                Mirror::HalfTurn => Mirror::HalfTurn,
            },
        }
    } else {
        upright(w, h, rng)
    }
}

fn row(y: i32, from: i32, to: i32) -> Wall {
    (from..=to).map(|x| Cell::new(x, y)).collect()
}

fn column(x: i32, from: i32, to: i32) -> Wall {
    (from..=to).map(|y| Cell::new(x, y)).collect()
}

/// The outline of a rectangle.
fn ring(left: i32, top: i32, right: i32, bottom: i32) -> Wall {
    let mut wall = row(top, left, right);
    wall.extend(column(right, top + 1, bottom));
    wall.extend(row(bottom, left, right - 1).into_iter().rev());
    wall.extend(column(left, top + 1, bottom - 1).into_iter().rev());
    wall
}

fn upright(w: i32, h: i32, rng: &mut Rng) -> Motif {
    let between = |rng: &mut Rng, low: i32, high: i32| {
        rng.between(i64::from(low), i64::from(high.max(low))) as i32
    };
    let (right, bottom) = (w - 1, h - 1);
    let mut mirror = [Mirror::LeftRight, Mirror::TopBottom, Mirror::HalfTurn][rng.index(3)];
    let walls = match rng.below(16) {
        // A bar.
        0 => {
            mirror = Mirror::TopBottom;
            vec![column(between(rng, 2, w - 3), 0, bottom)]
        }
        // Two bars, or three.
        1 | 2 if w >= 8 => {
            let x = between(rng, 2, w / 2 - 2);
            let mut walls = vec![column(x, 0, bottom), column(right - x, 0, bottom)];
            if w % 2 == 1 && w >= 9 && rng.chance(1, 3) {
                walls.push(column(w / 2, 0, bottom));
            }
            walls
        }
        // A double wall.
        3 if w >= 7 => {
            let x = between(rng, 2, w - 4);
            mirror = Mirror::TopBottom;
            vec![column(x, 0, bottom), column(x + 1, 0, bottom)]
        }
        // A ring in a ring, or one divided in two.
        4 | 5 if w >= 9 && h >= 7 => {
            let margin = i32::from(h >= 9 && rng.chance(1, 2));
            let outer = ring(margin, margin, right - margin, bottom - margin);
            let side = between(rng, margin + 2, (w - 3) / 2);
            let inner = ring(side, margin + 2, right - side, bottom - margin - 2);
            vec![outer, inner]
        }
        4 | 5 if w >= 9 && w % 2 == 1 => {
            let top = i32::from(h >= 6);
            let middle = column(w / 2, top + 1, bottom - top - 1);
            vec![ring(1, top, right - 1, bottom - top), middle]
        }
        // Two rings side by side.
        6 | 7 if w >= 9 => {
            let left = between(rng, 0, 1);
            let top = between(rng, 0, (h - 4) / 2);
            let inner = (w - 1) / 2 - 1;
            vec![
                ring(left, top, inner, bottom - top),
                ring(right - inner, top, right - left, bottom - top),
            ]
        }
        // A comb.
        8 => {
            mirror = Mirror::LeftRight;
            let y = between(rng, 2, h - 3);
            let teeth = between(rng, 1, 2 + i32::from(w >= 11));
            let tooth = |i: i32| column(w * i / (teeth + 1), y + 1, bottom);
            let mut walls = vec![row(y, 0, right)];
            walls.extend((1..=teeth).map(tooth));
            walls
        }
        // A cross.
        9 => {
            let (x, y) = (w / 2, h / 2);
            vec![column(x, 0, bottom), row(y, 0, x - 1), row(y, x + 1, right)]
        }
        // Boxed corners.
        10 | 11 => {
            let (x, y) = (between(rng, 2, 3), between(rng, 2, (h - 2).min(3)));
            let mut corner = column(x, 0, y);
            corner.extend(row(y, 0, x - 1).into_iter().rev());
            let turned = corner.iter().map(|c| Cell::new(right - c.x, bottom - c.y));
            let mirrored = corner.iter().map(|c| Cell::new(right - c.x, c.y));
            let image: Wall = if rng.chance(1, 2) {
                mirror = Mirror::HalfTurn;
                turned.collect()
            } else {
                mirror = Mirror::LeftRight;
                mirrored.collect()
            };
            let mut walls = vec![corner, image];
            if rng.chance(1, 2) && w >= 9 {
                walls.push(column(w / 2, 0, bottom));
            }
            walls
        }
        // A wall that steps.
        12 if w >= 8 => {
            mirror = Mirror::HalfTurn;
            let (x, y) = (between(rng, 2, w / 2 - 1), between(rng, 1, h / 2 - 1));
            let mut wall = row(y, 0, x);
            wall.extend(column(x, y + 1, bottom - y));
            wall.extend(row(bottom - y, x + 1, right));
            vec![wall]
        }
        // A ring and a bar beside it.
        13 if w >= 10 => {
            mirror = Mirror::TopBottom;
            let top = between(rng, 0, 1);
            let inner = between(rng, 4, w - 5);
            vec![
                ring(0, top, inner - 1, bottom - top),
                column(inner + 1, 0, bottom),
            ]
        }
        // A ring in the middle.
        _ => {
            let (x, y) = (between(rng, 1, (w - 4) / 2), between(rng, 1, (h - 3) / 2));
            vec![ring(x, y, right - x, bottom - y)]
        }
    };
    Motif { walls, mirror }
}

/// Paints walls: all alike, in turns, or each in two colours.
pub(super) fn paint_walls(canvas: &mut Canvas, walls: &[Wall], wanted: &Wanted, rng: &mut Rng) {
    let mut colors: Vec<Color> = Color::PRIMARIES.to_vec();
    if wanted.cuts || wanted.absorb || wanted.negation {
        colors.extend([Color::Orange, Color::Green, Color::Purple]);
    }
    rng.shuffle(&mut colors);
    let alike = rng.chance(1, 3);
    let grey = wanted.grey && (!wanted.lines || rng.chance(2, 3));
    let grey_wall = grey.then(|| rng.index(walls.len().max(1)));
    for (number, wall) in walls.iter().enumerate() {
        let color = colors[if alike { 0 } else { number % colors.len() }];
        let second = colors[(number + 1 + rng.index(2)) % colors.len()];
        // Some walls change their colour half way; their parts are still long.
        let turn = match wall.len() {
            8.. if rng.chance(1, 4) => wall.len() / 2,
            length => length,
        };
        for (i, &cell) in wall.iter().enumerate() {
            if !canvas.is_paper(cell) {
                continue;
            }
            if grey_wall == Some(number) {
                canvas.paint[cell] = Some(Color::Grey);
            } else if wanted.lines {
                canvas.paint[cell] = Some(if i < turn { color } else { second });
            }
        }
        if grey_wall == Some(number) && !wall.is_empty() {
            // Nothing passes grey, so it has a gap.
            canvas.paint[wall[wall.len() / 2]] = None;
        }
    }
}

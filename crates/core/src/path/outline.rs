//! The outline of a set of cells, pulled in and rounded: how polyominoes are drawn.

use std::collections::{BTreeMap, BTreeSet};

use super::{Path, Segment};
use crate::grid::{Cell, Dir};
use crate::scene::Point;

/// The outline, each side pulled in by `inset`, corners rounded with `radius`.
pub(super) fn path(cells: &[Cell], inset: f32, radius: f32) -> Path {
    let mut path = Path::default();
    for corners in loops(cells) {
        let points: Vec<Point> = (0..corners.len())
            .map(|i| {
                let (corner, out) = corners[i];
                let (_, into) = corners[(i + corners.len() - 1) % corners.len()];
                // Inside lies to the right of both sides that meet here.
                let [a, b] = [into, out].map(|dir| dir.turned(1).delta());
                let pulled = |at: i32, by: i32| at as f32 + by as f32 * inset;
                (pulled(corner.x, a.0 + b.0), pulled(corner.y, a.1 + b.1))
            })
            .collect();
        rounded(&points, radius, &mut path);
    }
    path
}

/// The corners of every loop of the boundary, clockwise around the inside, each with the direction
/// in which the boundary leaves it. Corners are lattice points: (0,0) is the top left of cell
/// (0,0).
fn loops(cells: &[Cell]) -> Vec<Vec<(Cell, Dir)>> {
    let inside: BTreeSet<Cell> = cells.iter().copied().collect();
    let mut leaving: BTreeMap<Cell, Vec<Dir>> = BTreeMap::new();
    for &cell in &inside {
        for side in Dir::ALL {
            if !inside.contains(&cell.step(side)) {
                let start = match side {
                    Dir::North => cell,
                    Dir::East => cell.offset(1, 0),
                    Dir::South => cell.offset(1, 1),
                    Dir::West => cell.offset(0, 1),
                };
                leaving.entry(start).or_default().push(side.turned(1));
            }
        }
    }
    let mut found = Vec::new();
    while let Some((&start, dirs)) = leaving.iter_mut().find(|(_, dirs)| !dirs.is_empty()) {
        let mut dir = dirs.remove(0);
        let mut at = start;
        let mut corners = vec![(at, dir)];
        loop {
            at = at.step(dir);
            let Some(dirs) = leaving.get_mut(&at).filter(|dirs| !dirs.is_empty()) else {
                break;
            };
            // Where two cells touch at a corner only, turning right keeps to the same cell.
            let next = dirs
                .iter()
                .position(|&next| next == dir.turned(1))
                .unwrap_or(0);
            let next = dirs.remove(next);
            if next != dir {
                corners.push((at, next));
            }
            dir = next;
        }
        if corners.len() > 1 && corners[0].1 == dir {
            corners.remove(0);
        }
        found.push(corners);
    }
    found
}

fn rounded(points: &[Point], radius: f32, path: &mut Path) {
    for i in 0..points.len() {
        let before = points[(i + points.len() - 1) % points.len()];
        let (here, after) = (points[i], points[(i + 1) % points.len()]);
        let [start, end] = [before, after].map(|other| towards(here, other, radius));
        path.0.push(match i {
            0 => Segment::Move(start),
            _ => Segment::Line(start),
        });
        path.0.push(Segment::Quad(here, end));
    }
    path.0.push(Segment::Close);
}

/// The point `distance` from `from` towards `to`, but not beyond the middle.
fn towards(from: Point, to: Point, distance: f32) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(f32::EPSILON);
    let share = (distance / length).min(0.5);
    (from.0 + dx * share, from.1 + dy * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner_counts(picture: &str) -> Vec<usize> {
        let cells: Vec<Cell> = picture
            .lines()
            .enumerate()
            .flat_map(|(y, row)| {
                row.char_indices()
                    .filter(|&(_, c)| c == '#')
                    .map(move |(x, _)| Cell::new(x as i32, y as i32))
            })
            .collect();
        loops(&cells).iter().map(Vec::len).collect()
    }

    #[test]
    fn boundaries_have_the_right_corners() {
        for (picture, expected) in [
            ("#", vec![4]),
            ("##", vec![4]),
            ("##\n#.", vec![6]),
            (".#.\n###", vec![8]),
            ("###\n#.#\n###", vec![4, 4]),
            ("#.\n.#", vec![4, 4]),
        ] {
            assert_eq!(corner_counts(picture), expected, "{picture}");
        }
    }
}

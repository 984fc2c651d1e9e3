//! Boards of their own: places without a lamp, and graphs whose links do not cross.

use gridwright_core::fault::{Fault, Place};
use gridwright_core::generate::NotMade;
use gridwright_core::rng::Rng;

use super::super::codes;
use super::super::shape::Shape;
use super::super::symmetry;

/// The most places of a board whose holes or links are left to chance.
const MOST_PLACES: usize = 1 << 10;
/// Of so many places of such a board one is a hole.
const A_HOLE_IN: usize = 6;
/// A lamp of a graph has at most so many links but for those that hold the graph together.
const MOST_LINKS: usize = 4;
/// The greatest square of the distance between linked lamps, but for the same ones.
const FAR: i64 = 8;

/// The board without the lamps of a named outline.
pub(super) fn with_holes(
    shape: Shape,
    holes: &str,
    symmetry: Option<symmetry::Kind>,
    rng: &mut Rng,
) -> Result<Shape, NotMade> {
    let (rows, cols) = (shape.rows(), shape.cols());
    let middle = |at: usize, side: usize| (side / 3..side - side / 3).contains(&at) && side > 2;
    let at_end = |at: usize, side: usize| {
        let length = (side / 4).max(1);
        side > 2 && (at < length || at >= side - length)
    };
    // Twice the distance from the middle.
    let off = |at: usize, side: usize| (2 * at + 1).abs_diff(side);
    let holed = match holes {
        "ring" => shape.with_holes(|row, col| middle(row, rows) && middle(col, cols)),
        "corners" => shape.with_holes(|row, col| at_end(row, rows) && at_end(col, cols)),
        "diamond" => {
            shape.with_holes(|row, col| off(row, rows) * cols + off(col, cols) * rows > rows * cols)
        }
        "scattered" => return scattered(shape, symmetry, rng),
        _ => Some(shape),
    };
    Ok(holed.expect("every outline leaves lamps"))
}

/// Holes by chance, as symmetric as the board shall be, that leave all lamps connected.
fn scattered(
    shape: Shape,
    symmetry: Option<symmetry::Kind>,
    rng: &mut Rng,
) -> Result<Shape, NotMade> {
    check_size(&shape)?;
    let wanted = shape.lamps() / A_HOLE_IN;
    let single = || shape.places().map(|place| vec![place]).collect();
    let mut orbits = match symmetry {
        None => single(),
        // A board without that symmetry is refused when the maker asks for it.
        Some(kind) => symmetry::orbits(&shape, kind).unwrap_or_else(single),
    };
    rng.shuffle(&mut orbits);
    let mut holed = shape.clone();
    for orbit in orbits {
        let holes = shape.lamps() - holed.lamps();
        if holes + orbit.len() > wanted {
            continue;
        }
        let smaller = holed
            .clone()
            .with_holes(|row, col| orbit.contains(&(row, col)));
        if let Some(smaller) = smaller.filter(is_connected) {
            holed = smaller;
        }
    }
    Ok(holed)
}

fn is_connected(shape: &Shape) -> bool {
    let mut seen = vec![false; shape.lamps()];
    let mut open = vec![0];
    seen[0] = true;
    while let Some(lamp) = open.pop() {
        let (row, col) = shape.place(lamp);
        for (row, col) in shape.reach(row, col) {
            let other = shape.number(row, col);
            if !std::mem::replace(&mut seen[other], true) {
                open.push(other);
            }
        }
    }
    seen.iter().all(|seen| *seen)
}

/// A graph of about half the lamps of a board: the shortest links that hold it together, and some
/// more that cross none and touch no other lamp.
pub(super) fn linked(shape: Shape, rng: &mut Rng) -> Result<Shape, NotMade> {
    check_size(&shape)?;
    let count = (shape.lamps() * 11).div_ceil(20).max(shape.lamps().min(2));
    let mut places: Vec<(usize, usize)> = shape.places().collect();
    let lamps = rng.sample(&mut places, count).to_vec();
    let shape = shape
        .with_holes(|row, col| !lamps.contains(&(row, col)))
        .expect("some lamps are left");
    let at: Vec<(i64, i64)> = shape
        .places()
        .map(|(row, col)| (col as i64, row as i64))
        .collect();
    let mut pairs: Vec<(i64, usize, usize)> = Vec::new();
    for to in 0..at.len() {
        for from in 0..to {
            let (dx, dy) = (at[to].0 - at[from].0, at[to].1 - at[from].1);
            pairs.push((dx * dx + dy * dy, from, to));
        }
    }
    pairs.sort_unstable();
    let mut web = Web {
        lists: vec![Vec::new(); at.len()],
        links: Vec::new(),
        at,
    };
    let mut together: Vec<usize> = (0..web.at.len()).collect();
    for &(_, from, to) in &pairs {
        let (one, other) = (together[from], together[to]);
        if one != other && web.has_room(from, to) {
            web.link(from, to);
            together
                .iter_mut()
                .filter(|group| **group == other)
                .for_each(|group| *group = one);
        }
    }
    for &(far, from, to) in &pairs {
        let few = web.lists[from].len().max(web.lists[to].len()) < MOST_LINKS;
        let wanted = far <= FAR && few && rng.chance(1, 2);
        if wanted && !web.lists[from].contains(&(to as u32)) && web.has_room(from, to) {
            web.link(from, to);
        }
    }
    Ok(shape.linked(web.lists))
}

struct Web {
    /// Where the lamps stand.
    at: Vec<(i64, i64)>,
    lists: Vec<Vec<u32>>,
    links: Vec<(usize, usize)>,
}

impl Web {
    fn link(&mut self, from: usize, to: usize) {
        self.links.push((from, to));
        self.lists[from].push(to as u32);
        self.lists[to].push(from as u32);
    }

    /// Whether a straight link crosses no other and touches no other lamp.
    fn has_room(&self, from: usize, to: usize) -> bool {
        let between = |lamp: usize| {
            lamp != from && lamp != to && self.is_between(self.at[from], self.at[lamp], self.at[to])
        };
        let crossed = |&(a, b): &(usize, usize)| {
            let shared = [a, b].iter().any(|end| *end == from || *end == to);
            !shared && self.cross(from, to, a, b)
        };
        !(0..self.at.len()).any(between) && !self.links.iter().any(crossed)
    }

    fn is_between(&self, from: (i64, i64), lamp: (i64, i64), to: (i64, i64)) -> bool {
        let inside = |a: i64, x: i64, b: i64| (a.min(b)..=a.max(b)).contains(&x);
        side(from, lamp, to) == 0 && inside(from.0, lamp.0, to.0) && inside(from.1, lamp.1, to.1)
    }

    fn cross(&self, a: usize, b: usize, c: usize, d: usize) -> bool {
        let [a, b, c, d] = [a, b, c, d].map(|lamp| self.at[lamp]);
        side(a, b, c).signum() * side(a, b, d).signum() < 0
            && side(c, d, a).signum() * side(c, d, b).signum() < 0
    }
}

/// On which side of the line from `a` to `b` a point lies.
fn side(a: (i64, i64), b: (i64, i64), point: (i64, i64)) -> i64 {
    (b.0 - a.0) * (point.1 - a.1) - (b.1 - a.1) * (point.0 - a.0)
}

fn check_size(shape: &Shape) -> Result<(), NotMade> {
    if shape.rows() * shape.cols() <= MOST_PLACES {
        return Ok(());
    }
    let message = format!("holes and links are left to chance on at most {MOST_PLACES} places");
    Err(Fault::new(codes::TOO_MANY_LAMPS, message, Place::everywhere()).into())
}

//! Which levels are one to a player: what the rules see of a level, in the least of its images.

use gridwright_core::grid::{Cell, Symmetry};

use super::LightsOff;
use super::board::Board;
use super::level::Level;
use super::relabel::relabelled;
use super::shape::Topology;
use super::symmetry;
use crate::kind::Likens;

/// The largest torus that is looked at in all its shifts.
const MOST_SHIFTED: usize = 1024;

/// The same text for all levels that differ by turning, mirroring and, on a torus of moderate
/// size, shifting, or in what they claim; for graphs of moderate size, in where their lamps stand.
fn likeness(level: &Level) -> String {
    let lamps = level.lamps();
    if lamps.shape().topology() == Topology::Graph {
        return format!("graph {} {}", lamps.shape().states(), relabelled(lamps));
    }
    // Boards lie on their longer side, so that all images have one size.
    let upright = lamps.shape().rows() > lamps.shape().cols();
    let lying = upright.then(|| lamps.transposed()).flatten();
    let lamps = lying.as_ref().unwrap_or(lamps);
    let shape = lamps.shape();
    let least = images(lamps).min().unwrap_or_default();
    format!(
        "{}x{} {} {} {} {least}",
        shape.cols(),
        shape.rows(),
        shape.states(),
        shape.topology().name(),
        shape.neighbourhood().name(),
    )
}

/// The states of all lamps in reading order, holes as dashes, for every image of a board.
fn images(lamps: &Board) -> impl Iterator<Item = String> {
    let shape = lamps.shape();
    let (rows, cols) = (shape.rows(), shape.cols());
    let shifted = shape.topology() == Topology::Torus && rows * cols <= MOST_SHIFTED;
    let (down, right) = if shifted { (rows, cols) } else { (1, 1) };
    let symmetries: Vec<Symmetry> = Symmetry::all().collect();
    let places = symmetry::of_lattice(shape).into_iter();
    let shifts = (0..down).flat_map(move |down| (0..right).map(move |right| (down, right)));
    places
        .map(move |place| symmetries[place])
        .flat_map(move |symmetry| shifts.clone().map(move |by| (symmetry, by)))
        .map(move |(symmetry, (by_row, by_col))| {
            let mut image = vec![b'-'; rows * cols];
            for ((row, col), value) in shape.places().zip(lamps.values()) {
                let cell = Cell::new(col as i32, row as i32);
                let to = symmetry.cell(cell, cols as i32, rows as i32);
                let row = (to.y as usize + by_row) % rows;
                let col = (to.x as usize + by_col) % cols;
                image[row * cols + col] = b'0' + value;
            }
            image.into_iter().map(char::from).collect()
        })
}

impl Likens for LightsOff {
    fn likeness(level: &Level) -> String {
        likeness(level)
    }
}

#[cfg(test)]
mod tests {
    use super::likeness;
    use crate::document::read_level;
    use crate::lights_off::LightsOff;

    /// Whether two level files are of one level.
    fn alike(one: &str, other: &str) -> bool {
        let of = |text| likeness(&read_level::<LightsOff>(text).unwrap().level);
        of(one) == of(other)
    }

    #[test]
    fn levels_that_are_one_to_a_player_have_one_likeness() {
        let one = r#"{ "initialState": [[1,0,0], [1,1,0]] }"#;
        for (other, same) in [
            (
                r#"{ "initialState": [[0,0,1], [0,1,1]], "minMoves": 9 }"#,
                true,
            ),
            (
                r#"{ "initialState": [[1,1], [0,1], [0,0]], "difficulty": "hard" }"#,
                true,
            ),
            (r#"{ "initialState": [[0,1,0], [1,1,0]] }"#, false),
            (
                r#"{ "initialState": [[1,0,0], [1,1,0]], "topology": "torus" }"#,
                false,
            ),
            (
                r#"{ "initialState": [[1,0,0], [1,1,0]], "states": 3 }"#,
                false,
            ),
            (r#"{ "initialState": [[1,0,null], [1,1,0]] }"#, false),
        ] {
            assert_eq!(alike(one, other), same, "{other}");
        }
    }

    #[test]
    fn holes_turn_with_their_board() {
        let one = r#"{ "initialState": [[1,0,null], [1,1,0]] }"#;
        for (other, same) in [
            (r#"{ "initialState": [[null,0,1], [0,1,1]] }"#, true),
            (r#"{ "initialState": [[1,1], [1,0], [0,null]] }"#, true),
            (r#"{ "initialState": [[1,0,0], [1,1,null]] }"#, false),
        ] {
            assert_eq!(alike(one, other), same, "{other}");
        }
    }

    #[test]
    fn graphs_are_alike_wherever_their_lamps_stand() {
        let graph = |rows: &str, lists: &str| {
            format!(r#"{{ "topology": "graph", "initialState": {rows}, "neighbours": {lists} }}"#)
        };
        // A path of four whose first lamp is lit.
        let one = graph("[[1,0,0,0]]", "[[1],[0,2],[1,3],[2]]");
        for (rows, lists, same) in [
            ("[[0,0],[0,1]]", "[[1],[0,2],[1,3],[2]]", true),
            ("[[0,null,1],[0,0,null]]", "[[3],[2],[1,3],[0,2]]", true),
            ("[[0,1,0,0]]", "[[1],[0,2],[1,3],[2]]", false),
            ("[[1,0,0,0]]", "[[1],[2],[1,3],[2]]", false),
            ("[[1,0,0,0]]", "[[1,3],[0,2],[1,3],[0,2]]", false),
        ] {
            assert_eq!(alike(&one, &graph(rows, lists)), same, "{rows} {lists}");
        }
        // Which way a link goes matters.
        let there = graph("[[1,0]]", "[[1],[]]");
        assert!(!alike(&there, &graph("[[1,0]]", "[[],[0]]")));
        assert!(alike(&there, &graph("[[0,1]]", "[[],[0]]")));
    }
}

//! Which levels are one to a player: what the rules see of a level, in the least of its images.

use gridwright_core::grid::Cell;

use super::IqCircuit;
use super::level::Level;
use super::print::Print;
use super::set::PieceSet;
use crate::kind::Likens;

impl Likens for IqCircuit {
    /// The same text for all challenges that differ by a half turn, in their numbers and tiers, in the
    /// order of what is given, or in the names of the set and of its pieces.
    fn likeness(level: &Level) -> String {
        let images = [hints(level), hints(&level.half_turned())];
        let least = images.into_iter().min().unwrap_or_default();
        let set = level.set();
        let prints = |piece: usize| -> Vec<_> {
            let piece = &set.pieces()[piece];
            (0..piece.sides())
                .map(|side| piece.turned(side, 0).cells())
                .collect()
        };
        let pieces: Vec<_> = (0..set.pieces().len()).map(prints).collect();
        format!("{}x{} {pieces:?} {least}", set.width(), set.height())
    }
}

/// The given pieces by their prints, the points, and the picture.
fn hints(level: &Level) -> String {
    let set = level.set();
    let mut given: Vec<(Vec<(Cell, Print)>, usize)> = level
        .given()
        .iter()
        .map(|lay| {
            let mut prints: Vec<_> = set.prints(lay).collect();
            prints.sort_unstable();
            (prints, first_like(set, lay.piece()))
        })
        .collect();
    given.sort_unstable();
    let points = level.points().map(|points| {
        let mut points = points.to_vec();
        points.sort_unstable();
        points
    });
    format!(
        "{given:?} {points:?} {:?}",
        level.picture().map(|picture| picture.prints())
    )
}

/// The first piece of a set that has the same prints as this one.
fn first_like(set: &PieceSet, piece: usize) -> usize {
    let pieces = set.pieces();
    let alike = |other: &usize| {
        let (one, other) = (&pieces[*other], &pieces[piece]);
        one.sides() == other.sides()
            && (0..one.sides()).all(|side| one.turned(side, 0) == other.turned(side, 0))
    };
    (0..piece).find(alike).unwrap_or(piece)
}

#[cfg(test)]
mod tests {
    use crate::document::read_level;
    use crate::iq_circuit::IqCircuit;
    use crate::kind::Likens;

    #[test]
    fn levels_that_are_one_to_a_player_have_one_likeness() {
        let one = r#"{ "challenge": 89, "tier": "master", "points": [],
            "placed": [{ "piece": "V3b", "side": 0, "at": [0,0], "turns": 1 },
                       { "piece": "V3a", "side": 0, "at": [4,0], "turns": 0 }] }"#;
        let one = read_level::<IqCircuit>(one).unwrap().level;
        assert_eq!(
            IqCircuit::likeness(&one),
            IqCircuit::likeness(&one.half_turned())
        );
        for (other, same) in [
            // Without number and tier, in another order.
            (
                r#"{ "points": [], "placed": [{ "piece": "V3a", "side": 0, "at": [4,0], "turns": 0 },
                                           { "piece": "V3b", "side": 0, "at": [0,0], "turns": 1 }] }"#,
                true,
            ),
            // With one piece less.
            (
                r#"{ "placed": [{ "piece": "V3a", "side": 0, "at": [4,0], "turns": 0 }] }"#,
                false,
            ),
            // Where points are, is not said.
            (
                r#"{ "placed": [{ "piece": "V3a", "side": 0, "at": [4,0], "turns": 0 },
                             { "piece": "V3b", "side": 0, "at": [0,0], "turns": 1 }] }"#,
                false,
            ),
        ] {
            let level = read_level::<IqCircuit>(other).unwrap().level;
            assert_eq!(
                IqCircuit::likeness(&level) == IqCircuit::likeness(&one),
                same,
                "{other}"
            );
        }
    }
}

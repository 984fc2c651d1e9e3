//! The rules of IQ Circuit: how pieces lie, and what hands cannot do.

use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Puzzle, perft};
use gridwright_games::iq_circuit::document::{LevelFile, read_level as level_of};
use gridwright_games::iq_circuit::rules::{Move, Reason};
use gridwright_games::iq_circuit::shipped;

use crate::board::pack;
use crate::solver::everything;

#[test]
fn the_pieces_lie_as_they_should() {
    let set = shipped::standard();
    let sides: usize = set.pieces().iter().map(|piece| piece.sides()).sum();
    assert_eq!((set.pieces().len(), sides), (10, 24));
    assert_eq!(set.placements().len(), 1756);
    let sound = set.placements().iter().filter(|p| !p.leaks).count();
    assert_eq!(sound, 1252);
}

#[test]
fn play_refuses_what_hands_cannot_do() {
    let file = LevelFile {
        points: Some(vec![]),
        placed: vec![
            serde_json::from_value(serde_json::json!(
                { "piece": "O4", "side": 1, "at": [0, 0], "turns": 0 }
            ))
            .unwrap(),
        ],
        ..LevelFile::default()
    };
    let level = level_of(file).unwrap();
    let set = level.set().clone();
    let lay = |piece: &str, x, y| {
        let piece = set.piece_named(piece).unwrap();
        Move::Lay(set.lay(piece, 0, 0, Cell::new(x, y)).unwrap())
    };
    let mut position = level.start();
    level.apply(&mut position, &lay("I2a", 2, 0)).unwrap();
    let given = set.piece_named("O4").unwrap();
    let rows = [
        (lay("I3a", 6, 0), Reason::OffBoard, 1),
        (lay("I3a", i32::MAX, i32::MIN), Reason::OffBoard, 3),
        (lay("I3a", 1, 0), Reason::Taken, 3),
        (lay("I2a", 5, 0), Reason::AlreadyDown, 2),
        (Move::Lift(given), Reason::Given, 4),
        (Move::Lift(set.pieces().len()), Reason::NotDown, 0),
        (
            Move::Lift(set.piece_named("Z4").unwrap()),
            Reason::NotDown,
            0,
        ),
        (Move::Lift(99), Reason::NotDown, 0),
    ];
    for (mv, reason, cells) in rows {
        let refusal = level.check(&position, &mv).unwrap_err();
        assert_eq!(refusal.reason(), reason, "{mv:?}");
        let at = gridwright_core::puzzle::Explain::explain(&refusal).at;
        assert_eq!(at.cells.len(), cells, "{mv:?}");
    }
}

#[test]
fn play_has_its_fingerprint() {
    // All ten pieces have 1756 lays; after two steps the order no longer counts, and one may
    // lift again.
    assert_eq!(perft(&everything(&shipped::standard()), 1), [1, 1756]);
    let (_, starter) = &pack("workbook")[0];
    let open = 10 - starter.given().len();
    let counts = perft(starter, 3);
    assert_eq!((open, counts), (3, vec![1, 81, 683, 161]));
}

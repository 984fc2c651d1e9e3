//! Every remark of the assistant, with the board it is made about; hints and explanations.

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Code, CodeKind};
use gridwright_core::grid::Cell;
use gridwright_core::played::Played;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::solve::Wish;
use gridwright_games::iq_circuit::assist::{remarks, visible};
use gridwright_games::iq_circuit::document::write_picture;
use gridwright_games::iq_circuit::rules::Move;
use gridwright_games::iq_circuit::set::{Lay, Placement};
use gridwright_games::iq_circuit::{IqCircuit, by_hand, codes, forced, shipped};
use gridwright_games::kind::{Explains, Hints, Solves};
use serde_json::{Value, json};

use crate::board::{Laid, booklet, drawn, level, position, row};
use crate::solver::everything;

/// Lays pieces, compares the drawing, and looks for the remark.
pub(crate) fn check(
    document: Value,
    laid: &[Laid],
    drawing: &[&str],
    code: Code,
    cells: &[(i32, i32)],
) {
    let level = level(&document);
    let position = position(&level, laid);
    let text = drawn(&level, &position);
    let board: Vec<&str> = text.lines().collect();
    assert_eq!(board, drawing, "{}", code.id());
    assert_eq!(code.kind(), CodeKind::Remark);
    let cells: Vec<Cell> = cells.iter().map(|&cell| cell.into()).collect();
    let all = remarks(&level, &position, &Budget::unlimited());
    let found = all
        .iter()
        .any(|remark| remark.code == code && remark.at.cells == cells);
    assert!(found, "{} not among {all:#?}", code.id());
}

#[test]
fn every_remark_has_its_board() {
    check(
        json!({ "points": [] }),
        &[("I2a", 1, 0, 1, 0), ("I2b", 2, 0, 3, 0)],
        &[
            " . ━━━━━━ ·  ·  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
        ],
        codes::MISMATCH,
        &[(2, 0), (3, 0)],
    );
    check(
        json!({ "points": [] }),
        &[("I2a", 1, 0, 0, 2)],
        &[
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            "━━━━━━ .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
        ],
        codes::LEADS_OFF,
        &[(0, 2)],
    );
    check(
        json!({ "points": [[0, 0], [6, 3]] }),
        &[("I2a", 2, 0, 0, 0)],
        &[
            " ·  ·  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  ○  .",
        ],
        codes::AGAINST_HINT,
        &[(0, 0)],
    );
    check(
        json!({ "set": "standard", "placed": [] }),
        &[
            ("I3a", 0, 0, 0, 1),
            ("I2b", 0, 2, 4, 1),
            ("I2a", 0, 0, 2, 0),
        ],
        &[
            " .  .  ●━━┓  .  .  .  .",
            " ●━━━━━━━ . ━━━━●  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
        ],
        codes::CROWDED,
        &[(3, 1)],
    );
    check(
        json!({ "placed": [], "set": row(3, &[("A", &["E"]), ("B", &["-"]), ("C", &["W"])]) }),
        &[("A", 0, 0, 0, 0), ("C", 0, 0, 2, 0)],
        &[" ●━ . ━●"],
        codes::NO_DOUBLE,
        &[(1, 0)],
    );
    check(
        json!({ "points": [] }),
        &[("I3a", 2, 0, 0, 1), ("I2a", 2, 0, 1, 0)],
        &[
            " .  ·  ·  .  .  .  .  .",
            " ·  ·  ·  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
        ],
        codes::HOLE,
        &[(0, 0)],
    );
    let ring = json!({ "name": "ring", "width": 2, "height": 2, "pieces": [
        { "name": "A", "sides": [[[0, 0, "ES"], [1, 0, "SW"]]] },
        { "name": "B", "sides": [[[0, 0, "NE"], [1, 0, "NW"]]] },
    ] });
    check(
        json!({ "placed": [], "set": ring }),
        &[("A", 0, 0, 0, 0), ("B", 0, 0, 0, 1)],
        &[" ┏━━┓", " ┗━━┛"],
        codes::LOOP,
        &[(0, 0), (1, 0), (1, 1), (0, 1)],
    );
    let pieces: [(&str, &[&str]); 4] = [
        ("A", &["E"]),
        ("B", &["-"]),
        ("C", &["EW"]),
        ("D", &["EW", "W"]),
    ];
    check(
        json!({ "points": [[0, 0], [4, 0]], "set": row(5, &pieces) }),
        &[("A", 0, 0, 0, 0), ("B", 0, 0, 2, 0)],
        &[" ●━ .  ·  .  ○"],
        codes::DEAD_END,
        &[(0, 0), (1, 0)],
    );
    // Nothing is to be seen here; that it cannot be completed only the search knows.
    check(
        json!({ "points": [[0, 0], [6, 3]] }),
        &[("I2a", 0, 0, 0, 0)],
        &[
            " ●━━┓  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  .  .",
            " .  .  .  .  .  .  ○  .",
        ],
        codes::HOPELESS,
        &[],
    );
    let level = level(&json!({ "points": [[0, 0], [6, 3]] }));
    assert_eq!(
        visible(&level, &position(&level, &[("I2a", 0, 0, 0, 0)])),
        []
    );
}

#[test]
fn hints_say_what_is_forced_and_what_must_go() {
    let level = booklet("49");
    let budget = Budget::unlimited();
    let hint = IqCircuit::hint(&level, &Played::start(&level), &budget);
    assert_eq!(hint.on_track, Some(true));
    let first = hint.next.unwrap();
    assert!(hint.why.contains("only"), "{}", hint.why);
    // Two right pieces, a wrong one between them.
    let solution = IqCircuit::solve(&level, &Wish::default(), &budget);
    let solution = solution.verdict.witness().unwrap().moves().to_vec();
    let other = *solution
        .iter()
        .find(|mv| mv.piece() != first.piece())
        .unwrap();
    let wrong = level
        .set()
        .placements()
        .iter()
        .map(|placement| Move::Lay(placement.lay))
        .find(|mv| {
            let mut after = level.start();
            let legal = [first, *mv, other]
                .iter()
                .all(|mv| level.apply(&mut after, mv).is_ok());
            legal && !solution.contains(mv)
        })
        .unwrap();
    let so_far = Played::replay(&level, vec![first, wrong, other]).unwrap();
    let hint = IqCircuit::hint(&level, &so_far, &budget);
    assert_eq!(hint.on_track, Some(false));
    assert_eq!((hint.undo, hint.remove), (Some(2), Some(vec![1])));
    assert!(
        hint.remarks
            .iter()
            .any(|remark| remark.code == codes::HOPELESS)
    );
}

#[test]
fn explanations_lead_to_the_finished_board() {
    for id in ["49", "80", "117"] {
        let level = booklet(id);
        let explanation = IqCircuit::explain(&level, &Budget::unlimited()).unwrap();
        let mut position = level.start();
        for beat in &explanation.beats {
            assert!(!beat.text.is_empty() && !beat.cells.is_empty());
            level.replay(&mut position, &beat.moves).unwrap();
        }
        assert!(level.is_solved(&position), "challenge {id}");
    }
}

#[test]
fn trying_by_hand_ends_with_patience_or_budget() {
    let level = everything(&shipped::standard());
    let position = level.start();
    let fitting = forced::fitting(&level, &position);
    let tried = |budget: &Budget<'_>| {
        let lays = fitting.iter().take(20).map(|placement| placement.lay);
        let laid = |lay| by_hand::pieces_laid(&level, &position, &fitting, lay, budget);
        lays.map(laid).collect::<Vec<_>>()
    };
    assert!(tried(&Budget::unlimited()).contains(&Some(by_hand::PATIENCE)));
    assert!(tried(&Budget::unlimited().with_nodes(5)).contains(&None));
}

#[test]
fn what_fits_agrees_with_every_piece_and_every_hint() {
    let half_a_picture = {
        let level = booklet("49");
        let mut picture = level.picture().unwrap().clone();
        let cells: Vec<Cell> = level.set().cells().collect();
        for &cell in cells.iter().step_by(3) {
            picture.set(cell, None);
        }
        crate::board::level(&json!({ "picture": write_picture(&picture) }))
    };
    let booklets = ["1", "30", "49", "80", "100", "117"].map(booklet);
    for level in booklets.into_iter().chain([half_a_picture]) {
        let set = level.set();
        let mut position = level.start();
        loop {
            let fitting = forced::fitting(&level, &position);
            let fitting: Vec<Lay> = fitting.iter().map(|placement| placement.lay).collect();
            let placed = |lay: &Lay| &set.placements()[set.placement_of(lay).unwrap()];
            let fits = |placement: &&Placement| {
                position.lay(placement.lay.piece()).is_none()
                    && !placement.leaks
                    && position
                        .lays()
                        .all(|lay| placed(lay).agrees_with(placement))
                    && set
                        .prints(&placement.lay)
                        .all(|(cell, print)| level.allows(cell, print))
            };
            let plain = set.placements().iter().filter(fits);
            let plain: Vec<Lay> = plain.map(|placement| placement.lay).collect();
            assert_eq!(fitting, plain, "{:?} on {position:?}", level.challenge());
            let Some(lay) = fitting.get(fitting.len() / 2) else {
                break;
            };
            level.apply(&mut position, &Move::Lay(*lay)).unwrap();
        }
    }
}

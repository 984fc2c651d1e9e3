//! Hints, explanations, and decoration that a check names.

use gridwright_core::budget::Budget;
use gridwright_core::played::Played;
use gridwright_core::puzzle::Puzzle;
use gridwright_games::kind::{Explains, Hints};
use gridwright_games::tilepuzzle::{TilePuzzle, grade};

use crate::board;
use crate::rules::moves;

#[test]
fn hints_lead_home_from_anywhere() {
    let level = board::level("|R0 . r b|\n| . . .B1|");
    for (so_far, next, remaining) in [("", "0r", 3), ("0d", "0r", 4), ("0r 0r", "1u", 1)] {
        let hint = TilePuzzle::hint(
            &level,
            &Played::replay(&level, moves(so_far)).unwrap(),
            &Budget::unlimited(),
        );
        assert_eq!(hint.on_track, Some(true), "{so_far}");
        let left = hint.remaining.unwrap().get("steps");
        assert_eq!(left, Some(remaining), "{so_far}");
        let mut position = level.start();
        for mv in moves(so_far) {
            level.apply(&mut position, &mv).unwrap();
        }
        level.apply(&mut position, &hint.next.unwrap()).unwrap();
        let after = [moves(so_far), vec![hint.next.unwrap()]].concat();
        let then = TilePuzzle::hint(
            &level,
            &Played::replay(&level, after).unwrap(),
            &Budget::unlimited(),
        );
        assert_eq!(
            then.remaining.unwrap().get("steps"),
            Some(remaining - 1),
            "{next}"
        );
    }
    let hopeless = board::level("|R0## r|");
    let hint = TilePuzzle::hint(&hopeless, &Played::start(&hopeless), &Budget::unlimited());
    assert_eq!(hint.on_track, Some(false));
    assert_eq!(hint.why, "No red shape can ever reach the red cat.");
}

#[test]
fn explanations_tell_one_drag_each() {
    let level = board::with("|R0 . r|\n|B1 b .|", &[(0, 1)], &[]);
    let explanation = TilePuzzle::explain(&level, &Budget::unlimited()).unwrap();
    let told: Vec<&str> = explanation
        .beats
        .iter()
        .map(|beat| &beat.text[..])
        .collect();
    assert_eq!(
        told,
        [
            "Slide the blue single right 1: the blue cat goes home. This opens the lock of the red \
             single.",
            "Slide the red single right 2: the red cat goes home."
        ]
    );
}

#[test]
fn decoration_is_named() {
    // The blocker in the corner is idle; the one between shape and cat costs two steps.
    let level = crate::board::with("|R0## r .|\n| . . . .|\n| . . .##|", &[], &[]);
    let findings = grade::inspect(&level, false, &Budget::unlimited());
    assert_eq!(
        findings.decoration.dispensable,
        ["blocker in row 3, column 4"]
    );
    let needed = [
        "blocker in row 1, column 2",
        "shape in row 1, column 1, a red single",
    ];
    assert_eq!(findings.decoration.needed, needed);
    // Two minima, each for itself: those of different solutions must not look like one's costs.
    let costs = findings.costs.unwrap();
    assert_eq!((costs.get("steps"), costs.get("drags")), (Some(4), None));
    assert_eq!(findings.minima.get("drags"), Some(1));
}

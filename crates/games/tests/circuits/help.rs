//! Hints, and what a check finds.

use gridwright_core::budget::Budget;
use gridwright_core::played::Played;
use gridwright_games::circuits::Circuits;
use gridwright_games::circuits::rules::Move;
use gridwright_games::kind::{Grades, Hints};

use crate::board::{board, cost, draw};

#[test]
fn hints_respect_what_is_drawn() {
    let budget = Budget::unlimited();
    let level = board(&["R...R", "B...B", "....."], &[]);
    let hint = Circuits::hint(&level, &Played::start(&level), &budget);
    assert_eq!(hint.on_track, Some(true));
    assert_eq!(hint.remaining.unwrap().to_string(), "8 steps, 2 lines");
    // A detour that can be lived with.
    let detour = draw(&[(0, 1), (1, 2), (2, 2), (3, 2), (4, 1)]);
    let so_far = Played::replay(&level, vec![detour.clone()]).unwrap();
    let hint = Circuits::hint(&level, &so_far, &budget);
    assert_eq!(hint.remaining.unwrap().to_string(), "4 steps, 1 line");
    assert!(matches!(hint.next, Some(Move::Draw(_))));
    // A wall that cannot.
    let wall = draw(&[(0, 1), (1, 0), (2, 0), (3, 0), (4, 1)]);
    let narrow = board(&["R...R", "B...B"], &[]);
    assert_eq!(cost(&narrow), Some((8, 2)));
    let so_far = Played::replay(&narrow, vec![wall.clone()]).unwrap();
    let hint = Circuits::hint(&narrow, &so_far, &budget);
    assert_eq!((hint.on_track, hint.remove), (Some(false), Some(vec![0])));
    let hopeless = board(&["R..B", "....", "B..R"], &[]);
    let hint = Circuits::hint(&hopeless, &Played::start(&hopeless), &budget);
    assert_eq!((hint.on_track, hint.remove), (Some(false), None));
}

#[test]
fn check_names_what_is_unused_and_dispensable() {
    // The bridge in the corner is walled in; the wall itself is a way for red, if a long one.
    let wall: &[(i32, i32)] = &[(3, 0), (2, 0), (2, 1), (1, 1), (0, 1), (0, 2)];
    let level = board(
        &["oo.o", "....", "o...", "R..R"],
        &[(0, wall), (-1, &[(0, 0), (1, 0)])],
    );
    let findings = Circuits::inspect(&level, false, &Budget::unlimited());
    assert_eq!(findings.solvable, Some(true));
    assert_eq!(findings.unique, Some(false));
    assert_eq!(findings.costs.unwrap().to_string(), "3 steps, 1 line");
    assert_eq!(
        findings.decoration.dispensable,
        [
            "pad in row 1, column 1",
            "pad in row 1, column 2",
            "line from row 1, column 1 to row 1, column 2"
        ]
    );
    assert_eq!(
        findings.decoration.needed,
        [
            "pad in row 1, column 4",
            "pad in row 3, column 1",
            "line from row 1, column 4 to row 3, column 1"
        ]
    );
    let unused: Vec<&str> = findings.remarks.iter().map(|r| &r.at.pointer[..]).collect();
    assert_eq!(unused, ["/pads/0", "/pads/1", "/lines/1"]);
}

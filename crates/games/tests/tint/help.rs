//! Hints, and why there is no solution.

use gridwright_core::budget::Budget;
use gridwright_core::played::Played;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::referee::judge;
use gridwright_core::solve::Verdict;
use gridwright_games::kind::Hints;
use gridwright_games::tint::solve::solve;
use gridwright_games::tint::{Tint, codes};

use crate::board::{Variant, draw, stroke};

#[test]
fn grey_is_play_but_no_solution() {
    let level = draw("*O b . ?O\n. . . .", Variant::default());
    let spoiling = stroke("0,0 e");
    assert!(level.check(&level.start(), &spoiling).is_ok());
    let broken = judge(&level, vec![spoiling.clone()]).unwrap_err();
    assert_eq!((broken.index, broken.step), (0, Some(1)));
    assert_eq!(broken.fault.code, codes::MAKES_GREY);
    let so_far = Played::replay(&level, vec![spoiling]).unwrap();
    let hint = Tint::hint(&level, &so_far, &Budget::unlimited());
    assert_eq!((hint.on_track, hint.undo), (Some(false), Some(1)));
    assert_eq!(hint.remarks[0].code, codes::SPOILED);
    let unfinished = judge(&level, vec![stroke("0,0 s")]).unwrap_err();
    assert_eq!(unfinished.fault.code, codes::TARGETS_LEFT);
}

#[test]
fn why_there_is_no_solution() {
    let rows = [
        (
            "*R . ?G",
            "No paint can become green: there is no yellow and no blue.",
        ),
        (
            "*R . ?W",
            "No paint can become white: there is no white, and no gate leaves any.",
        ),
        (
            ". g g g\n*R g ?R g\n. g g g",
            "The paint around the red target is closed and nothing white cuts it.",
        ),
        (
            "?Y *R . *Y",
            "Nothing yellow can come to the yellow target.",
        ),
    ];
    for (drawing, expected) in rows {
        let level = draw(drawing, Variant::default());
        let Verdict::Unsolvable { certificate } = solve(&level, &Budget::unlimited()).verdict
        else {
            panic!("{drawing} has a solution");
        };
        assert_eq!(certificate.unwrap().why, expected, "{drawing}");
    }
}

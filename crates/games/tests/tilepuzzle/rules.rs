//! The rules: moves, refusals, cats, tandems, locks, costs; perft tables.

use gridwright_core::grid::{Cell, Dir};
use gridwright_core::puzzle::{Explain, Puzzle, perft};
use gridwright_core::referee;
use gridwright_games::tilepuzzle::level::{CatPart, Color, Level};
use gridwright_games::tilepuzzle::rules::{Move, Refusal};

use crate::board;

/// Moves written as `0r 0d 1l`.
pub(crate) fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|word| {
            let (shape, dir) = word.split_at(word.len() - 1);
            let dir = match dir {
                "u" => Dir::North,
                "r" => Dir::East,
                "d" => Dir::South,
                _ => Dir::West,
            };
            Move {
                shape: shape.parse().unwrap(),
                dir,
            }
        })
        .collect()
}

/// Plays moves and tells which cats are home, or the code of the refusal.
fn play(level: &Level, text: &str) -> Result<String, &'static str> {
    let mut position = level.start();
    for mv in moves(text) {
        level
            .apply(&mut position, &mv)
            .map_err(|refusal| refusal.explain().code.id())?;
    }
    let home = (0..level.cats().len()).map(|i| if position.is_home(i) { 'h' } else { '-' });
    Ok(home.collect())
}

#[test]
fn moves_do_what_the_rules_say() {
    let plain = board::level("|R0 . r b|\n| . . .B1|");
    let blocker_cat = board::level("|R0 . .|\n| .r# .|\n|##    |");
    let long = board::level("|R0R0 . .|\n|B1 . . r|\n| b . . .|");
    // A cat on the floor under its own shape, before the first move.
    let covered = {
        let mut parts = board::parts("|R0 .B1 . b|", &[], &[]);
        parts.cats.insert(
            0,
            CatPart {
                at: Cell::new(0, 0),
                color: Ok(Color::Red),
                on_blocker: false,
            },
        );
        Level::new(parts).unwrap()
    };
    let locked = board::with("|R0 . r|\n|B1 b .|", &[(0, 1)], &[]);
    let tandem = board::with("|R0 . r .|\n|##B1 . .|\n| b . . .|", &[], &[(0, 7), (1, 7)]);
    let locked_tandem = board::with("|R0 . r|\n|B1 . .|\n|G2 . g|", &[(1, 1)], &[(0, 1), (1, 1)]);
    let rows: &[(&Level, &str, Result<&str, &str>)] = &[
        (&plain, "", Ok("--")),
        (&plain, "0r 0r", Ok("h-")),
        (&plain, "0u", Err("tilepuzzle.edge")),
        (&plain, "0l", Err("tilepuzzle.edge")),
        (&plain, "0r 0r 0r", Err("tilepuzzle.cat-in-the-way")),
        (&plain, "1u 0r 0r", Ok("hh")),
        (&plain, "1u 0r 0r 0l", Err("tilepuzzle.already-solved")),
        (&plain, "0r 0r 1u", Ok("hh")),
        (&plain, "0d 0r 0r 0r", Err("tilepuzzle.crowded")),
        (&plain, "2u", Err("tilepuzzle.no-such-shape")),
        (&blocker_cat, "0r", Ok("h")),
        (&blocker_cat, "0d", Ok("h")),
        (&long, "0r 0r 0d", Ok("h-")),
        (&long, "0d", Err("tilepuzzle.crowded")),
        (&long, "1d", Ok("-h")),
        // The cat under shape 0 goes home with the first move of any other shape …
        (&covered, "1r", Ok("h-")),
        // … and by shape 0 itself only if that comes back.
        (&covered, "0r", Ok("--")),
        (&covered, "0r 0l", Ok("h-")),
        (&locked, "0r", Err("tilepuzzle.locked")),
        (&locked, "1r 0r", Ok("-h")),
        (&locked, "1r 0r 0r", Ok("hh")),
        (&tandem, "0r 0r", Ok("h-")),
        (&tandem, "1r 1r", Ok("h-")),
        (&tandem, "0d", Err("tilepuzzle.blocked")),
        (&tandem, "0l", Err("tilepuzzle.edge")),
        (&tandem, "1l", Err("tilepuzzle.edge")),
        (&locked_tandem, "0r", Err("tilepuzzle.locked")),
        (&locked_tandem, "2r 2r 0r 1r", Ok("hh")),
    ];
    for (level, text, expected) in rows {
        let found = play(level, text);
        assert_eq!(found.as_deref().map_err(|e| *e), *expected, "{text}");
    }
}

#[test]
fn a_lock_that_opens_counts_from_the_next_move() {
    let level = board::with("|R0 . r|\n|B1 b .|", &[(0, 1)], &[]);
    let mut position = level.start();
    assert_eq!(level.waits_for(&position, 0), 1);
    let refusal = level.check(&position, &moves("0r")[0]).unwrap_err();
    let expected = Refusal::Locked {
        shape: 0,
        waits_for: 1,
    };
    assert_eq!(refusal, expected);
    level.apply(&mut position, &moves("1r")[0]).unwrap();
    assert_eq!(level.waits_for(&position, 0), 0);
}

#[test]
fn drags_count_runs_of_one_body() {
    let level = board::with("|R0 . r .|\n|##B1 . .|\n| b .G2 g|", &[], &[(0, 7), (1, 7)]);
    for (text, steps, drags) in [
        ("", 0, 0),
        ("0r", 1, 1),
        ("0r 0r", 2, 1),
        ("0r 1r", 2, 1),
        ("0r 2u 0r", 3, 3),
        ("2u 2u 0r 1r 2d", 5, 3),
        // What no shape can do is refused elsewhere, and counted like anything else.
        ("3r", 1, 1),
        ("2u 3u 3d 9l", 4, 3),
    ] {
        let costs = level.costs(&moves(text));
        let found = (costs.get("steps"), costs.get("drags"));
        assert_eq!(found, (Some(steps), Some(drags)), "{text}");
    }
}

#[test]
fn the_referee_refuses_what_is_not_a_solution() {
    let level = board::level("|R0 . r|");
    for (text, index, code) in [
        ("0r", 1, "tilepuzzle.cats-out"),
        ("0r 0r 0l", 2, "tilepuzzle.already-solved"),
        ("0l", 0, "tilepuzzle.edge"),
    ] {
        let broken = referee::judge(&level, moves(text)).unwrap_err();
        assert_eq!((broken.index, broken.fault.code.id()), (index, code));
    }
    assert!(referee::judge(&level, moves("0r 0r")).is_ok());
}

/// The counterexample against scrambles that test a lock with the cats covered before a move: the
/// red shape waits for both cats, and its own is one of them.
pub(crate) fn lock_counterexample() -> Level {
    board::with("| rR0 .|\n| . .B1|\n| . . b|", &[(0, 2)], &[])
}

#[test]
fn perft_tables() {
    let table: &[(&str, Level, &[usize])] = &[
        (
            "the example of the file format",
            board::level("|            |\n|   .b# .B1  |\n|  R0R0 rB1  |\n|            |"),
            &PERFT[0],
        ),
        ("the lock counterexample", lock_counterexample(), &PERFT[1]),
        (
            "a lock that opens",
            board::with("|R0 . r .|\n|B1 . b .|\n| . . . .|", &[(0, 1)], &[]),
            &PERFT[2],
        ),
        (
            "blocker-cats and a hole",
            board::level("| . .g# .|\n|G0 .   .|\n|R1R1 . .|\n| r . . .|"),
            &PERFT[3],
        ),
        (
            "a tandem of two colours",
            board::with(
                "|R0 . . . .|\n| . .## . r|\n|B1 . . b .|",
                &[],
                &[(0, 1), (1, 1)],
            ),
            &PERFT[4],
        ),
        (
            "twins in a crowd",
            board::level("|R0R1 .|\n|R2B3 .|\n| r . b|"),
            &PERFT[5],
        ),
        (
            "a corridor one cell wide",
            board::level("|R0 . .B1 b r|"),
            &PERFT[6],
        ),
        (
            "locks in a row and a big shape",
            board::with(
                "|R0R0 . g|\n|R0R0 . .|\n| .G1 .B2|\n| r . b .|",
                &[(1, 1), (2, 2)],
                &[],
            ),
            &PERFT[7],
        ),
    ];
    for (name, level, expected) in table {
        assert_eq!(perft(level, expected.len() - 1), *expected, "{name}");
    }
}

/// Counted by a second implementation of the rules, in another language.
#[rustfmt::skip]
const PERFT: [[usize; 7]; 8] = [
    [1, 1, 1, 2, 1, 2, 1],
    [1, 3, 5, 7, 6, 7, 6],
    [1, 2, 4, 8, 19, 27, 44],
    [1, 4, 13, 24, 39, 47, 64],
    [1, 1, 2, 2, 4, 3, 5],
    [1, 4, 19, 49, 141, 277, 616],
    [1, 3, 6, 6, 10, 6, 10],
    [1, 1, 1, 1, 1, 1, 1],
];

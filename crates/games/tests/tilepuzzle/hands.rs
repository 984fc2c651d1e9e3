//! Gestures, hints, explanations and views.

use gridwright_core::budget::Budget;
use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::played::Played;
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_games::kind::{Explains, Gestures, Hints, Prints};
use gridwright_games::tilepuzzle::TilePuzzle;
use gridwright_games::tilepuzzle::document::Heading;
use gridwright_games::tilepuzzle::level::Level;

use crate::drawn;
use crate::rules::moves;

/// The moves of a gesture at the start, as `0r 0d`, and the code of its refusal.
fn meant(level: &Level, gesture: &Gesture) -> (String, Option<&'static str>) {
    let meant = TilePuzzle::gesture(level, &level.start(), gesture);
    let words: Vec<String> = meant
        .moves
        .iter()
        .map(|mv| format!("{}{}", mv.shape, &Heading::of(mv.dir).word()[..1]))
        .collect();
    let refusal = meant.refusal.map(|refusal| refusal.explain().code.id());
    (words.join(" "), refusal)
}

fn drag(path: &[(i32, i32)]) -> Gesture {
    let path = path.iter().map(|&(x, y)| Cell::new(x, y)).collect();
    Gesture::Drag { path }
}

fn key(key: &str, x: i32, y: i32) -> Gesture {
    let (key, at) = (key.to_owned(), Cell::new(x, y));
    Gesture::Key { key, at }
}

#[test]
fn gestures_mean_moves() {
    let level = drawn::with("|R0R0 . .|\n| .## . r|\n|B1 . . b|", &[(1, 1)], &[]);
    let rows: &[(Gesture, &str, Option<&str>)] = &[
        (drag(&[(0, 0), (1, 0)]), "0r", None),
        (drag(&[(1, 0), (2, 0), (3, 0)]), "0r 0r", None),
        // The finger goes straight through the blocker; the shape does not.
        (drag(&[(0, 0), (0, 1)]), "", Some("tilepuzzle.blocked")),
        // It follows round the corner by itself when the finger cuts it.
        (drag(&[(0, 0), (1, 0), (2, 1)]), "0r 0r 0d", None),
        (
            drag(&[(2, 0), (3, 0)]),
            "",
            Some("tilepuzzle.nothing-there"),
        ),
        (drag(&[(0, 2), (1, 2)]), "", Some("tilepuzzle.locked")),
        (drag(&[]), "", None),
        (key("right", 1, 0), "0r", None),
        (key("up", 1, 0), "", Some("tilepuzzle.edge")),
        (key("up", 2, 0), "", Some("tilepuzzle.nothing-there")),
        (key("q", 1, 0), "", None),
        (
            Gesture::Tap {
                at: Cell::new(0, 2),
            },
            "",
            Some("tilepuzzle.locked"),
        ),
    ];
    for (gesture, expected, refusal) in rows {
        let found = meant(&level, gesture);
        assert_eq!(found, ((*expected).to_owned(), *refusal), "{gesture:?}");
    }
    let tap = Gesture::Tap {
        at: Cell::new(0, 0),
    };
    let reach = TilePuzzle::gesture(&level, &level.start(), &tap).preview;
    let cells: Vec<(i32, i32)> = reach.iter().map(|p| (p.cell.x, p.cell.y)).collect();
    // Up to where the last cat goes home there is more floor; the blue cat stays in the way.
    assert_eq!(cells, [(0, 0), (1, 0), (2, 0), (3, 0), (2, 1), (3, 1)]);
}

#[test]
fn hints_lead_home_from_anywhere() {
    let level = drawn::level("|R0 . r b|\n| . . .B1|");
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
    let hopeless = drawn::level("|R0## r|");
    let hint = TilePuzzle::hint(&hopeless, &Played::start(&hopeless), &Budget::unlimited());
    assert_eq!(hint.on_track, Some(false));
    assert_eq!(hint.why, "No red shape can ever reach the red cat.");
}

#[test]
fn explanations_tell_one_drag_each() {
    let level = drawn::with("|R0 . r|\n|B1 b .|", &[(0, 1)], &[]);
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
fn the_text_view_draws_what_was_drawn() {
    let drawing = "R0R0 .r#\n .## r .\nB1   . b\n";
    let level = drawn::with(
        &drawing
            .lines()
            .map(|line| format!("|{line}|\n"))
            .collect::<String>(),
        &[(1, 2)],
        &[],
    );
    let text = TilePuzzle::text(&level, &level.start(), &moves("0r 0d")).to_string();
    let expected = "\
┌R0────┐    ^_^▒
└──→───↓ ·  (r)▒
    ▒▒▒▒^_^
 ·  ▒▒▒▒(r)  ·
┌B1┐        ^_^
└L2┘     ·  (b)
blue Single 1 is locked: 2 more home
  1. red Domino 0: right 1, down 1
";
    assert_eq!(text, expected);
}

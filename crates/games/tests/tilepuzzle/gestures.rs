//! Hands on the board.

use gridwright_core::gesture::Gesture;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_games::kind::Gestures;
use gridwright_games::tilepuzzle::TilePuzzle;
use gridwright_games::tilepuzzle::document::Heading;
use gridwright_games::tilepuzzle::level::Level;

use crate::board;

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
    let level = board::with("|R0R0 . .|\n| .## . r|\n|B1 . . b|", &[(1, 1)], &[]);
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

//! Boards in characters.

use gridwright_core::puzzle::Puzzle;
use gridwright_games::kind::Prints;
use gridwright_games::tilepuzzle::TilePuzzle;

use crate::board;
use crate::rules::moves;

#[test]
fn the_text_view_draws_what_was_drawn() {
    let drawing = "R0R0 .r#\n .## r .\nB1   . b\n";
    let level = board::with(
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

//! Small boards drawn in characters, and what is done on them.

use gridwright_core::budget::Budget;
use gridwright_core::fault::Faults;
use gridwright_core::grid::Cell;
use gridwright_core::solve::{Verdict, Wish};
use gridwright_games::circuits::Circuits;
use gridwright_games::circuits::document::LevelFile;
use gridwright_games::circuits::level::Level;
use gridwright_games::circuits::rules::Move;
use gridwright_games::kind::{Documents, Solves};

pub(crate) fn read(text: &str) -> Result<Level, Faults> {
    let file: LevelFile = serde_json::from_str(text).expect("JSON");
    Circuits::read_level(file)
}

/// A level from its fixtures, drawn one character an intersection (`o` a pad, letters terminals),
/// and given lines, `0` or `-1` and points.
pub(crate) fn board(rows: &[&str], lines: &[(i32, &[(i32, i32)])]) -> Level {
    let (mut pads, mut terminals) = (Vec::new(), Vec::new());
    let mut id = 0;
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.chars().enumerate() {
            id += 1;
            let color = match sign {
                'o' => {
                    pads.push(format!(r#"{{"pos":[{x},{y}],"ID":{id}}}"#));
                    continue;
                }
                'R' => "red",
                'G' => "green",
                'B' => "blue",
                _ => continue,
            };
            terminals.push(format!(
                r#"{{"pos":[{x},{y}],"color":"{color}","ID":{id}}}"#
            ));
        }
    }
    let lines = lines.iter().enumerate().map(|(index, (layer, points))| {
        let points = serde_json::to_string(points).unwrap();
        format!(
            r#"{{"ID":{},"layer":{layer},"pos":{points}}}"#,
            1000 + index
        )
    });
    let text = format!(
        r#"{{"width":{},"height":{},"pads":[{}],"terminals":[{}],"lines":[{}]}}"#,
        rows[0].len() - 1,
        rows.len() - 1,
        pads.join(","),
        terminals.join(","),
        lines.collect::<Vec<_>>().join(","),
    );
    read(&text).unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}

pub(crate) fn draw(points: &[(i32, i32)]) -> Move {
    Move::Draw(points.iter().copied().map(Cell::from).collect())
}

pub(crate) fn cost(level: &Level) -> Option<(u64, u64)> {
    let answer = Circuits::solve(level, &Wish::default(), &Budget::unlimited());
    match answer.verdict {
        Verdict::Solved { witness, .. } => {
            let cost = |metric| witness.costs().get(metric).unwrap();
            Some((cost("steps"), cost("lines")))
        }
        Verdict::Unsolvable { .. } => None,
        Verdict::GaveUp { .. } => panic!("nothing is limited"),
    }
}

//! Levels drawn in characters, two a cell, as the text view draws them: `R0` is shape 0, red; ` r` a
//! red cat; `##` a blocker; `r#` a red cat on a blocker; ` .` floor; blanks are no floor.

use gridwright_core::grid::Cell;
use gridwright_games::tilepuzzle::level::{CatPart, Color, Level, Parts, ShapePart};

/// The parts of a drawing, with locks `(shape, unlock)` and tandems `(shape, number)`.
pub(crate) fn parts(drawing: &str, locks: &[(usize, i64)], tandems: &[(usize, i64)]) -> Parts {
    let rows: Vec<Vec<char>> = drawing
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .map(|line| {
            line.trim_start_matches('|')
                .trim_end_matches('|')
                .chars()
                .collect()
        })
        .collect();
    let mut parts = Parts::default();
    let mut shapes: Vec<(usize, Color, Vec<Cell>)> = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let mut floor = String::new();
        for (x, pair) in row.chunks(2).enumerate() {
            let at = Cell::new(x as i32, y as i32);
            let letter = |c: char| {
                *Color::ALL
                    .iter()
                    .find(|color| color.name().starts_with(c.to_ascii_lowercase()))
                    .unwrap_or_else(|| panic!("{c:?} is no colour"))
            };
            floor.push(if pair == [' ', ' '] { '#' } else { '.' });
            match pair {
                [' ', ' ' | '.'] => {}
                ['#', '#'] => parts.blockers.push((at, vec![Cell::new(0, 0)])),
                [cat, '#'] => {
                    parts.blockers.push((at, vec![Cell::new(0, 0)]));
                    parts.cats.push(CatPart {
                        at,
                        color: Ok(letter(*cat)),
                        on_blocker: true,
                    });
                }
                [' ', cat] => {
                    parts.cats.push(CatPart {
                        at,
                        color: Ok(letter(*cat)),
                        on_blocker: false,
                    });
                }
                [color, number] => {
                    let number = number.to_digit(36).unwrap() as usize;
                    match shapes.iter_mut().find(|(n, ..)| *n == number) {
                        Some((_, _, cells)) => cells.push(at),
                        None => shapes.push((number, letter(*color), vec![at])),
                    }
                }
                _ => panic!("half a cell in {drawing:?}"),
            }
        }
        parts.floor.push(floor);
    }
    shapes.sort_by_key(|(number, ..)| *number);
    parts.shapes = shapes
        .into_iter()
        .map(|(number, color, cells)| ShapePart {
            cells: Ok(cells),
            at: Cell::new(0, 0),
            color: Ok(color),
            unlock: locks.iter().find(|(s, _)| *s == number).map_or(0, |l| l.1),
            tandem: tandems.iter().find(|(s, _)| *s == number).map(|t| t.1),
        })
        .collect();
    parts
}

/// The level of a drawing.
pub(crate) fn level(drawing: &str) -> Level {
    with(drawing, &[], &[])
}

/// The level of a drawing with locks and tandems.
pub(crate) fn with(drawing: &str, locks: &[(usize, i64)], tandems: &[(usize, i64)]) -> Level {
    Level::new(parts(drawing, locks, tandems)).unwrap_or_else(|faults| panic!("{faults}"))
}

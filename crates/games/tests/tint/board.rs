//! Levels drawn in characters: `*R` is a red droplet, `?G` a green target, `-B` a negation gate of
//! blue, a small letter is paint (`x` is grey), `.` bare paper, `_` void, and `#` a switch gate whose
//! sides are given beside the drawing. A target on paint is written `?Gy`.

use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle};
use gridwright_games::tint::color::{Color, Mixing};
use gridwright_games::tint::level::{Fixture, GatePart, Level, Parts, StartRule};
use gridwright_games::tint::rules::Stroke;

/// How a level differs from the plainest one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Variant {
    pub(crate) tail: i64,
    pub(crate) start: StartRule,
    pub(crate) mixing: Mixing,
    /// North, east, south, west of every switch gate: letters, `-` for a wall.
    pub(crate) switch: &'static str,
}

pub(crate) fn color(letter: char) -> String {
    let letter = letter.to_ascii_uppercase();
    let mut all = Color::ALL.into_iter();
    all.find(|color| color.letter() == letter)
        .unwrap()
        .name()
        .to_owned()
}

pub(crate) fn draw(drawing: &str, variant: Variant) -> Level {
    let rows: Vec<Vec<&str>> = drawing
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect();
    let mut parts = Parts {
        width: rows[0].len() as i64,
        height: rows.len() as i64,
        tail: variant.tail.max(1),
        start: variant.start,
        mixing: variant.mixing,
        ..Parts::default()
    };
    for (y, row) in rows.iter().enumerate() {
        for (x, token) in row.iter().enumerate() {
            let at = [x as i64, y as i64];
            let letters: Vec<char> = token.chars().collect();
            match letters[..] {
                ['.'] => {}
                ['_'] => parts.void.push(at),
                ['*', letter] => parts.droplets.push((color(letter), at)),
                ['?', letter] => parts.targets.push((color(letter), at)),
                ['?', letter, paint] => {
                    parts.targets.push((color(letter), at));
                    parts.paint.push((color(paint), vec![at]));
                }
                ['-', letter] => {
                    parts.gates.push((at, GatePart::Negation(color(letter))));
                }
                ['#'] => {
                    let mut sides = variant.switch.chars();
                    let sides = std::array::from_fn(|_| {
                        sides.next().filter(|&side| side != '-').map(color)
                    });
                    parts.gates.push((at, GatePart::Switch(sides)));
                }
                [paint] => parts.paint.push((color(paint), vec![at])),
                _ => panic!("{token} is no cell"),
            }
        }
    }
    Level::new(&parts).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A stroke from places written `x,y` or, after the first, as letters n, e, s, w.
pub(crate) fn stroke(words: &str) -> Stroke {
    let mut parts = words.split_whitespace();
    let (x, y) = parts.next().unwrap().split_once(',').unwrap();
    let mut cells = vec![Cell::new(x.parse().unwrap(), y.parse().unwrap())];
    for letter in parts.flat_map(str::chars) {
        let last = cells[cells.len() - 1];
        cells.push(match letter {
            'n' => last.offset(0, -1),
            'e' => last.offset(1, 0),
            's' => last.offset(0, 1),
            _ => last.offset(-1, 0),
        });
    }
    Stroke::new(cells)
}

/// The canvas after strokes, in the letters of the drawings; switch gates that stand are `#`.
pub(crate) fn after(level: &Level, strokes: &[&str]) -> Result<String, &'static str> {
    let mut position = level.start();
    for words in strokes {
        level
            .apply(&mut position, &stroke(words))
            .map_err(|refusal| refusal.explain().code.id())?;
    }
    let cell = |cell: Cell| {
        let paint = level.paint(&position, cell);
        let paint = paint.map(|color| color.letter().to_ascii_lowercase().to_string());
        match level.standing(&position, cell) {
            _ if !level.is_paper(cell) => "_".to_owned(),
            Some(Fixture::Droplet(color)) => format!("*{}", color.letter()),
            Some(Fixture::Target(color)) => {
                format!("?{}{}", color.letter(), paint.unwrap_or_default())
            }
            Some(Fixture::Negation(color)) => format!("-{}", color.letter()),
            Some(Fixture::Switch(_)) => "#".to_owned(),
            None => paint.unwrap_or_else(|| ".".to_owned()),
        }
    };
    let rows = (0..level.height()).map(|y| {
        let cells = (0..level.width()).map(|x| cell(Cell::new(x, y)));
        cells.collect::<Vec<_>>().join(" ")
    });
    Ok(rows.collect::<Vec<_>>().join("\n"))
}

pub(crate) fn plain(drawing: &str) -> Variant {
    assert!(!drawing.is_empty());
    Variant::default()
}

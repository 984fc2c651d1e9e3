//! The position in characters, two a cell: `R0` is shape 0, red; ` r` a red cat; `##` a blocker;
//! `r#` a red cat on a blocker; ` .` floor.

use gridwright_core::grid::Cell;
use gridwright_core::scene::Color as Paint;
use gridwright_core::text::Text;

use super::explain::{drags, name, route};
use super::level::{Color, Level};
use super::rules::{Move, Position};
use super::view::paint;

const GREY: Paint = Paint::hex(0x8A8F98);

/// The position as text, with coming moves below it.
pub fn text(level: &Level, position: &Position, coming: &[Move]) -> Text {
    let mut text = Text::new();
    for y in 0..level.height() {
        text.line();
        for x in 0..level.width() {
            add_cell(&mut text, level, position, Cell::new(x, y));
        }
    }
    for shape in 0..level.shapes().len() {
        let waits_for = level.waits_for(position, shape);
        if waits_for > 0 {
            let line = format!("{} is locked: {waits_for} more home", name(level, shape));
            text.line().plain(line);
        }
    }
    let known = |mv: &&Move| mv.shape < level.shapes().len();
    let coming: Vec<Move> = coming.iter().take_while(known).copied().collect();
    for (i, drag) in drags(level, &coming).enumerate() {
        let shape = drag[0].shape;
        text.line()
            .plain(format!("{:>3}. ", i + 1))
            .colored(name(level, shape), paint(level.shapes()[shape].color))
            .plain(format!(": {}", route(drag)));
    }
    text
}

fn add_cell(text: &mut Text, level: &Level, position: &Position, cell: Cell) {
    let cat = (0..level.cats().len())
        .find(|&i| level.cats()[i].at == cell && !position.is_home(i))
        .map(|i| level.cats()[i].color);
    if let Some(shape) = level.shape_at(position, cell) {
        let color = level.shapes()[shape].color;
        let sign = char::from_digit((shape % 36) as u32, 36).unwrap_or('*');
        text.bold(
            format!("{}{sign}", letter(color).to_ascii_uppercase()),
            paint(color),
        );
    } else if let Some(color) = cat {
        let sign = if level.is_blocked(cell) {
            format!("{}#", letter(color))
        } else {
            format!(" {}", letter(color))
        };
        text.colored(sign, paint(color));
    } else if level.is_blocked(cell) {
        text.colored("##", GREY);
    } else if level.is_floor(cell) {
        text.colored(" .", GREY);
    } else {
        text.plain("  ");
    }
}

fn letter(color: Color) -> char {
    color.name().chars().next().expect("colours have names")
}

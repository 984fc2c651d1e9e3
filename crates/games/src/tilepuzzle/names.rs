//! What people call the things on the floor: "the red domino", "the red cat in the third row".

use gridwright_core::grid::{Cell, Symmetry};
use gridwright_core::words;

use super::level::{Color, Footprint, Level};
use super::rules::Position;

/// A shape by its colour and form: `red domino`.
pub fn shape(level: &Level, shape: usize) -> String {
    let owner = &level.shapes()[shape];
    format!("{} {}", owner.color.name(), form(&owner.footprint))
}

/// A shape told apart from the others as they lie.
pub(super) fn the_shape(level: &Level, position: &Position, index: usize) -> String {
    let name = shape(level, index);
    let owner = &level.shapes()[index];
    let called = form(&owner.footprint);
    let others = level.shapes().iter().enumerate();
    let alike = others
        .filter(|(_, other)| other.color == owner.color && form(&other.footprint) == called)
        .map(|(other, _)| other);
    let corner = |index| position.corner(index);
    words::the(&name, corner(index), alike.map(corner))
}

/// A cat told apart from the others that are out.
pub(super) fn the_cat(level: &Level, position: &Position, index: usize) -> String {
    let cat = &level.cats()[index];
    let others = level.cats().iter().enumerate();
    let alike = others.filter(|&(i, other)| other.color == cat.color && !position.is_home(i));
    words::the(&cat_of(cat.color), cat.at, alike.map(|(_, other)| other.at))
}

/// `red cat`
pub(super) fn cat_of(color: Color) -> String {
    format!("{} cat", color.name())
}

/// What people call some cells, however they are turned.
fn form(footprint: &Footprint) -> &'static str {
    const FORMS: [(&str, &[(i32, i32)]); 11] = [
        ("single", &[(0, 0)]),
        ("domino", &[(0, 0), (1, 0)]),
        ("bar", &[(0, 0), (1, 0), (2, 0)]),
        ("corner", &[(0, 0), (1, 0), (0, 1)]),
        ("long bar", &[(0, 0), (1, 0), (2, 0), (3, 0)]),
        ("L", &[(0, 0), (1, 0), (2, 0), (2, 1)]),
        ("L", &[(0, 0), (1, 0), (2, 0), (0, 1)]),
        ("T", &[(0, 0), (1, 0), (2, 0), (1, 1)]),
        ("S", &[(1, 0), (2, 0), (0, 1), (1, 1)]),
        ("Z", &[(0, 0), (1, 0), (1, 1), (2, 1)]),
        ("square", &[(0, 0), (1, 0), (0, 1), (1, 1)]),
    ];
    // Hundreds of shapes are asked for their form at every drag, so the number of cells comes first.
    let is = |cells: &[(i32, i32)]| {
        cells.len() == footprint.offsets().len()
            && Symmetry::turns().any(|turn| {
                let turned = cells.iter().map(|&(x, y)| turn.cell(Cell::new(x, y), 4, 4));
                let turned: Vec<Cell> = turned.collect();
                Footprint::new(&turned).offsets() == footprint.offsets()
            })
    };
    let known = FORMS.iter().find(|(_, cells)| is(cells));
    known.map_or("shape", |(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_has_one_name_however_it_is_turned() {
        let check = |cells: &[(i32, i32)], expected: &str| {
            let cells: Vec<Cell> = cells.iter().map(|&at| at.into()).collect();
            assert_eq!(form(&Footprint::new(&cells)), expected);
        };
        check(&[(3, 3), (3, 4)], "domino");
        check(&[(3, 3), (3, 4), (3, 5), (4, 3)], "L");
        check(&[(0, 0), (0, 1), (1, 1), (1, 2)], "S");
        check(&[(1, 0), (1, 1), (0, 1), (0, 2)], "Z");
        check(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)], "shape");
    }
}

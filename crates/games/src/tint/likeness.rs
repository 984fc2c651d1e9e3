//! Which levels are one to a player: what the rules see of a level, in the least of its images.

use gridwright_core::grid::Symmetry;

use super::Tint;
use super::color::{Color, Mixing};
use super::level::{Fixture, Ground, Level, StartRule};
use crate::kind::Likens;

/// The bits that red, yellow and blue become. The rules know colours as sets of primaries and do
/// not tell one primary from another.
const EXCHANGES: [[u8; 3]; 6] = [
    [1, 2, 4],
    [1, 4, 2],
    [2, 1, 4],
    [2, 4, 1],
    [4, 1, 2],
    [4, 2, 1],
];

impl Likens for Tint {
    /// The same text for all levels that differ by turning, mirroring and exchanging the primaries.
    fn likeness(level: &Level) -> String {
        let start = match level.start_rule() {
            StartRule::Any => "any",
            StartRule::Droplet => "droplet",
        };
        let mixing = match level.mixing() {
            Mixing::Strict => "strict",
            Mixing::Absorb => "absorb",
        };
        let images = EXCHANGES.iter().flat_map(|bits| {
            let exchanged = level.recolored(|color| {
                let primaries = (0..3).filter(|i| color.bits() >> i & 1 != 0);
                Color::from_bits(primaries.fold(0, |set, i| set | bits[i]))
            });
            Symmetry::all().map(move |symmetry| cells(&exchanged.transformed(symmetry)))
        });
        let least = images.min().unwrap_or_default();
        format!("{start} {mixing} {} {least}", level.tail())
    }
}

/// The size, and the cells in reading order: `#` without paper, a small letter for paint, a word for
/// what stands there.
fn cells(level: &Level) -> String {
    let mut text = format!("{}x{} ", level.width(), level.height());
    for (_, ground) in level.ground().iter() {
        let Ground::Paper(paint, fixture) = *ground else {
            text.push('#');
            continue;
        };
        text.push(paint.map_or('.', |color| color.letter().to_ascii_lowercase()));
        let (kind, colors) = match fixture {
            None => continue,
            Some(Fixture::Droplet(color)) => ('!', vec![Some(color)]),
            Some(Fixture::Target(color)) => ('?', vec![Some(color)]),
            Some(Fixture::Negation(color)) => ('-', vec![Some(color)]),
            Some(Fixture::Switch(sides)) => ('+', sides.to_vec()),
        };
        text.push(kind);
        let letter = |color: Option<Color>| color.map_or('_', Color::letter);
        text.extend(colors.into_iter().map(letter));
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::likeness::alike;
    use crate::tint::Tint;

    #[test]
    fn levels_that_are_one_to_a_player_have_one_likeness() {
        let one = r#"{ "width": 3, "height": 2, "void": [[0,1]],
            "droplets": [{ "at": [0,0], "color": "red" }, { "at": [2,1], "color": "blue" }],
            "targets": [{ "at": [2,0], "color": "purple" }] }"#;
        for (other, same) in [
            // Red and yellow have changed places, and left and right.
            (
                r#"{ "width": 3, "height": 2, "void": [[2,1]],
                "droplets": [{ "at": [0,1], "color": "blue" }, { "at": [2,0], "color": "yellow" }],
                "targets": [{ "at": [0,0], "color": "green" }] }"#,
                true,
            ),
            // No exchange makes a secondary of a primary.
            (
                r#"{ "width": 3, "height": 2, "void": [[0,1]],
                "droplets": [{ "at": [0,0], "color": "red" }, { "at": [2,1], "color": "blue" }],
                "targets": [{ "at": [2,0], "color": "red" }] }"#,
                false,
            ),
            (
                r#"{ "width": 3, "height": 2, "void": [[0,1]], "mixing": "absorb",
                "droplets": [{ "at": [0,0], "color": "red" }, { "at": [2,1], "color": "blue" }],
                "targets": [{ "at": [2,0], "color": "purple" }] }"#,
                false,
            ),
        ] {
            assert_eq!(alike::<Tint>(one, other), same, "{other}");
        }
    }
}

//! Digits and capitals as strokes, for pictures that cannot rely on a font.
//!
//! Each glyph is a list of polylines on a lattice 4 wide and 6 high, drawn as pairs of digits
//! `xy`, polylines separated by spaces. Characters without a glyph are left blank.

use super::Path;
use crate::scene::Point;

/// The strokes of a line of text around a middle, its letters `size` high as a font counts.
pub(crate) fn path(text: &str, center: Point, size: f32) -> Path {
    // Capitals of common fonts take about seven tenths of the nominal size.
    let unit = size * 0.7 / 6.0;
    let advance = 6.0 * unit;
    let count = text.chars().count() as f32;
    let left = center.0 - (count * advance - 2.0 * unit) / 2.0;
    let top = center.1 - 3.0 * unit;
    let mut path = Path::default();
    for (i, letter) in text.chars().enumerate() {
        for stroke in strokes(letter.to_ascii_uppercase()).split(' ') {
            let points: Vec<Point> = stroke
                .as_bytes()
                .chunks_exact(2)
                .map(|pair| {
                    let [x, y] = [pair[0], pair[1]].map(|digit| f32::from(digit - b'0'));
                    (left + i as f32 * advance + x * unit, top + y * unit)
                })
                .collect();
            path.through(&points, false);
        }
    }
    path
}

fn strokes(letter: char) -> &'static str {
    match letter {
        '0' => "103041453616050110",
        '1' => "112026 1636",
        '2' => "0110304142061646",
        '3' => "004023344445361605",
        '4' => "300444 3036",
        '5' => "4000023344453616 1605",
        '6' => "30100105163645433304",
        '7' => "004016",
        '8' => "103041423313020110 130405163645443313",
        '9' => "42331302011030414516",
        'A' => "062046 1434",
        'B' => "00063645443303 0030414233",
        'C' => "41301001051636 3645",
        'D' => "00062645412000",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "4130100105163645 4323",
        'H' => "0006 4046 0343",
        'I' => "1030 2026 1636",
        'J' => "30352605",
        'K' => "0006 4003 0346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'O' => "103041453616050110",
        'P' => "06003041423303",
        'Q' => "103041453616050110 2446",
        'R' => "06003041423303 2346",
        'S' => "4130100102134445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016243640",
        'X' => "0046 4006",
        'Y' => "0023 4023 2326",
        'Z' => "00400646",
        '+' => "2125 0343",
        '-' => "0343",
        '/' => "4006",
        '.' => "2526",
        '?' => "01103041422324 2626",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_glyph_lies_on_its_lattice() {
        for letter in (' '..='~').filter(|letter| !letter.is_ascii_lowercase()) {
            for stroke in super::strokes(letter).split(' ') {
                assert_eq!(stroke.len() % 2, 0, "{letter}");
                for pair in stroke.as_bytes().chunks(2) {
                    assert!(pair[0] <= b'4' && pair[1] <= b'6', "{letter}: {stroke}");
                }
            }
        }
    }
}

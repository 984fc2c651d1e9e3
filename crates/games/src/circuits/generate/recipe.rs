//! How the shipped packs are made: a tier and, for every seed, what is set differently. Levels are
//! taken from successive seeds and put in order of their grade.

/// One shipped pack.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Its name, and the first two digits of its IDs.
    pub pack: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The tier its levels are made with.
    pub tier: &'static str,
    /// What a seed sets differently.
    pub settings: fn(u64) -> Vec<(String, String)>,
    /// Seeds that are passed over: to the eye their levels are others once more.
    pub passed_over: &'static [u64],
}

/// How many levels a pack has.
pub const LEVELS: usize = 36;

/// What levels are about, in turn.
const IDEAS: [&str; 3] = ["crossing", "order", "decoy"];

/// The shipped packs, the default first.
pub const RECIPES: [Recipe; 3] = [
    Recipe {
        pack: "01",
        title: "First circuits",
        tier: "easy",
        // On small boards a colour takes one given line: on top, below, or on top with a corner cut.
        settings: |seed| {
            let (bottom, given, diagonals) = [(0, 6, 3), (7, 4, 3), (3, 6, 4)][(seed % 3) as usize];
            vec![
                set("width", 3 + seed / 3 % 3),
                set("height", 4 + seed / 9 % 3),
                set("colors", 1 + u64::from(seed % 4 != 0)),
                set("bottom", bottom),
                set("given", given),
                set("diagonals", diagonals),
            ]
        },
        // One diagonal bottom step around a corner, three times.
        passed_over: &[7, 34],
    },
    Recipe {
        pack: "02",
        title: "Two layers",
        tier: "medium",
        settings: |seed| {
            vec![
                set("width", 5 + seed % 2),
                set("height", 7 + seed / 2 % 2),
                set("colors", 2 + seed % 3),
                set("idea", IDEAS[(seed / 3 % 3) as usize]),
            ]
        },
        passed_over: &[],
    },
    Recipe {
        pack: "03",
        title: "Crossed wires",
        tier: "hard",
        settings: |seed| {
            vec![
                set("idea", IDEAS[(seed / 2 % 3) as usize]),
                set("bottom", 5 + seed % 2 * 2),
                set("diagonals", 3 + seed % 3),
            ]
        },
        passed_over: &[],
    },
];

fn set(knob: &str, value: impl ToString) -> (String, String) {
    (knob.to_owned(), value.to_string())
}

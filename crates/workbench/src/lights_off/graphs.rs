//! Graphs that have names: where their lamps stand, and how they are linked.

use serde_json::{Value, json};

/// A graph.
pub(super) struct Named {
    pub(super) title: &'static str,
    /// A letter for every lamp, `.` where there is none.
    rows: &'static [&'static str],
    /// Pairs of letters.
    links: &'static str,
    /// Whether links go only from the first letter to the second.
    one_way: bool,
    pub(super) states: u8,
}

pub(super) const GRAPHS: &[Named] = &[
    Named {
        title: "Octahedron",
        rows: &[
            "...A...", ".......", ".......", "..d.e..", "...f...", "B.....C",
        ],
        links: "AB BC CA Ad Bd Ae Ce Bf Cf de ef fd",
        one_way: false,
        states: 2,
    },
    Named {
        title: "Cube",
        rows: &["A..B", ".ef.", ".gh.", "C..D"],
        links: "AB BD DC CA ef fh hg ge Ae Bf Cg Dh",
        one_way: false,
        states: 2,
    },
    Named {
        title: "Cube in three colours",
        rows: &["A..B", ".ef.", ".gh.", "C..D"],
        links: "AB BD DC CA ef fh hg ge Ae Bf Cg Dh",
        one_way: false,
        states: 3,
    },
    Named {
        title: "Wheel",
        rows: &[".A.B.", "H...C", "..I..", "G...D", ".F.E."],
        links: "AB BC CD DE EF FG GH HA IA IB IC ID IE IF IG IH",
        one_way: false,
        states: 2,
    },
    Named {
        title: "Petersen's graph",
        rows: &[
            "....A....",
            ".........",
            "....f....",
            "E.......B",
            "..j...g..",
            ".........",
            "...i.h...",
            ".........",
            ".D.....C.",
        ],
        links: "AB BC CD DE EA Af Bg Ch Di Ej fh hj jg gi if",
        one_way: false,
        states: 2,
    },
    Named {
        title: "One-way ring",
        rows: &[".A.B.", "H...C", ".....", "G...D", ".F.E."],
        links: "AB BC CD DE EF FG GH HA AE CG",
        one_way: true,
        states: 2,
    },
];

impl Named {
    /// A dark level on the graph.
    pub(super) fn document(&self) -> Value {
        let places = self.rows.iter().flat_map(|row| row.chars());
        let lamps: Vec<char> = places.filter(|place| *place != '.').collect();
        let number = |letter: char| lamps.iter().position(|lamp| *lamp == letter);
        let mut lists = vec![Vec::new(); lamps.len()];
        for link in self.links.split(' ') {
            let ends: Vec<usize> = link.chars().filter_map(number).collect();
            lists[ends[0]].push(ends[1]);
            if !self.one_way {
                lists[ends[1]].push(ends[0]);
            }
        }
        let row = |row: &&str| -> Value {
            let places = row.chars().map(|place| match place {
                '.' => Value::Null,
                _ => 0.into(),
            });
            places.collect()
        };
        json!({
            "topology": "graph",
            "states": self.states,
            "initialState": self.rows.iter().map(row).collect::<Value>(),
            "neighbours": lists,
        })
    }
}

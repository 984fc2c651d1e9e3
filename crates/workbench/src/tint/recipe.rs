//! The shipped packs: which level, and what it teaches.
//!
//! Every entry was looked at and chosen among others of its kind; the generator makes it anew from
//! its knobs and seed.

/// A shipped pack.
pub(super) struct PackRecipe {
    /// Its name, which is that of its tier.
    pub(super) name: &'static str,
    /// Its title.
    pub(super) title: &'static str,
    /// The first letter of its ids.
    pub(super) letter: char,
    /// Its levels.
    pub(super) levels: &'static [Entry],
}

/// A level of a pack.
pub(super) struct Entry {
    /// What it teaches.
    pub(super) title: &'static str,
    /// Knobs beside those of the tier.
    pub(super) set: &'static [(&'static str, &'static str)],
    pub(super) seed: u64,
}

const fn entry(
    title: &'static str,
    set: &'static [(&'static str, &'static str)],
    seed: u64,
) -> Entry {
    Entry { title, set, seed }
}

pub(super) const PACKS: &[PackRecipe] = &[
    PackRecipe {
        name: "easy",
        title: "Bars and rings",
        letter: 'e',
        levels: &[
            entry("A painted bar mixes", &[("most-strokes", "1")], 101),
            entry(
                "Any cell of the wall will do",
                &[("most-strokes", "1")],
                102,
            ),
            entry("Two figures on one way", &[("most-strokes", "1")], 103),
            entry("Pick them up on the way", &[("most-strokes", "1")], 105),
            entry(
                "Before the bar and behind it",
                &[("most-strokes", "1")],
                107,
            ),
            entry("Serve your own colour first", &[("most-strokes", "1")], 108),
            entry("One stroke, three figures", &[("most-strokes", "1")], 109),
            entry("The order of the figures", &[("most-strokes", "1")], 110),
            entry("Mix where you cross", &[("most-strokes", "1")], 112),
            entry("Two walls, two mixtures", &[("least-strokes", "2")], 201),
            entry("Two strokes, two mixtures", &[("least-strokes", "2")], 202),
            entry("Inside the ring", &[("least-strokes", "2")], 203),
            entry("A ring of two colours", &[("least-strokes", "2")], 204),
            entry("Each its corner", &[("least-strokes", "2")], 205),
            entry("A closed ring still mixes", &[("least-strokes", "2")], 207),
            entry("Go in, come out", &[("least-strokes", "2")], 208),
            entry("Two colours, one ring", &[("least-strokes", "2")], 209),
            entry("In and out again", &[("least-strokes", "2")], 211),
            entry(
                "Two droplets, one ring",
                &[("secondaries", "true"), ("least-strokes", "2")],
                303,
            ),
            entry(
                "Do not cross your own paint",
                &[("least-strokes", "2")],
                212,
            ),
            entry(
                "White cuts a lane",
                &[
                    ("mixing", "false"),
                    ("cuts", "true"),
                    ("least-strokes", "2"),
                ],
                401,
            ),
            entry(
                "Open the wall, then go through",
                &[
                    ("mixing", "false"),
                    ("cuts", "true"),
                    ("least-strokes", "2"),
                ],
                402,
            ),
            entry(
                "Cut first",
                &[
                    ("mixing", "false"),
                    ("cuts", "true"),
                    ("least-strokes", "2"),
                ],
                403,
            ),
            entry(
                "A hole for the second stroke",
                &[
                    ("mixing", "false"),
                    ("cuts", "true"),
                    ("least-strokes", "2"),
                ],
                404,
            ),
        ],
    },
    PackRecipe {
        name: "medium",
        title: "Cuts and ready mixtures",
        letter: 'm',
        levels: &[
            entry("Cut, then cross unmixed", &[("least-strokes", "2")], 103),
            entry("Which wall to open", &[("least-strokes", "2")], 106),
            entry("Cut where you will pass", &[("least-strokes", "2")], 114),
            entry("White first, colour second", &[("least-strokes", "2")], 102),
            entry(
                "Mix with your own line",
                &[("cuts", "false"), ("least-strokes", "3")],
                203,
            ),
            entry(
                "Lay it down, then cross it",
                &[("cuts", "false"), ("least-strokes", "3")],
                206,
            ),
            entry("Between two bars", &[("least-strokes", "2")], 101),
            entry("A ring to be opened", &[("least-strokes", "2")], 109),
            entry("Let yourself out", &[("least-strokes", "2")], 111),
            entry(
                "A gate takes a colour away",
                &[("cuts", "false"), ("negation", "true")],
                306,
            ),
            entry(
                "In one, out the other",
                &[("cuts", "false"), ("switch-2", "true")],
                401,
            ),
            entry(
                "Trade colours",
                &[("cuts", "false"), ("switch-2", "true")],
                404,
            ),
            entry("In through the hole", &[("least-strokes", "2")], 104),
            entry("A narrow ring to open", &[("least-strokes", "2")], 105),
            entry("Around or through", &[("least-strokes", "2")], 107),
            entry("One hole, two uses", &[("least-strokes", "2")], 112),
            entry(
                "What is left over",
                &[("cuts", "false"), ("negation", "true")],
                302,
            ),
            entry(
                "Spend the gate well",
                &[("cuts", "false"), ("negation", "true")],
                303,
            ),
            entry(
                "Paint now for later",
                &[("cuts", "false"), ("least-strokes", "3")],
                201,
            ),
            entry(
                "A switch in the wall",
                &[("cuts", "false"), ("switch-2", "true")],
                402,
            ),
            entry("Where the walls cross", &[("least-strokes", "2")], 110),
            entry(
                "Your own line is a wall too",
                &[("cuts", "false"), ("least-strokes", "3")],
                202,
            ),
            entry(
                "After the gate is gone",
                &[("cuts", "false"), ("negation", "true")],
                304,
            ),
            entry(
                "The gate beside the ring",
                &[("cuts", "false"), ("negation", "true")],
                309,
            ),
        ],
    },
    PackRecipe {
        name: "hard",
        title: "Gates",
        letter: 'h',
        levels: &[
            entry(
                "Open the comb",
                &[("ideas", "1"), ("switch-2", "false"), ("switch-3", "false")],
                101,
            ),
            entry(
                "Corner by corner",
                &[("ideas", "1"), ("switch-2", "false"), ("switch-3", "false")],
                103,
            ),
            entry(
                "A ready mixture outside",
                &[("ideas", "1"), ("switch-2", "false"), ("switch-3", "false")],
                106,
            ),
            entry(
                "The narrow ring",
                &[("ideas", "1"), ("switch-2", "false"), ("switch-3", "false")],
                108,
            ),
            entry("Where two walls meet", &[("ideas", "1")], 301),
            entry("A window of two colours", &[("ideas", "1")], 310),
            entry(
                "Take away, then open",
                &[("ideas", "1"), ("switch-2", "false"), ("switch-3", "false")],
                102,
            ),
            entry("Two gates, two chances", &[("ideas", "1")], 302),
            entry("Out of one ring, past the other", &[("ideas", "1")], 306),
            entry(
                "Around and in",
                &[("ideas", "2"), ("negation", "false")],
                201,
            ),
            entry(
                "The side decides",
                &[("ideas", "2"), ("negation", "false")],
                211,
            ),
            entry(
                "Enter with the right colour",
                &[("ideas", "2"), ("negation", "false")],
                204,
            ),
            entry("The gap is not enough", &[("ideas", "1")], 304),
            entry(
                "A colour changes hands",
                &[("ideas", "2"), ("negation", "false")],
                210,
            ),
            entry(
                "The switch before the bar",
                &[("ideas", "1"), ("cuts", "false")],
                501,
            ),
            entry(
                "Half of a mixture",
                &[("ideas", "1"), ("cuts", "false")],
                502,
            ),
            entry(
                "Up to the switch",
                &[("ideas", "1"), ("cuts", "false")],
                503,
            ),
            entry(
                "One ring, one gate",
                &[("ideas", "1"), ("switch-2", "false"), ("switch-3", "false")],
                109,
            ),
            entry(
                "Two doors of one house",
                &[("ideas", "2"), ("negation", "false")],
                203,
            ),
            entry("The switch has a price", &[("ideas", "1")], 305),
            entry(
                "Mix first, switch later",
                &[("ideas", "2"), ("negation", "false")],
                209,
            ),
            entry(
                "Switch first, mix later",
                &[("ideas", "2"), ("negation", "false")],
                213,
            ),
            entry(
                "Out by another side",
                &[("ideas", "2"), ("negation", "false")],
                214,
            ),
            entry("First the ground, then the colour", &[("ideas", "1")], 303),
        ],
    },
    PackRecipe {
        name: "expert",
        title: "All together",
        letter: 'x',
        levels: &[
            entry(
                "Pay with the right colour",
                &[("width", "9"), ("height", "6"), ("grey", "false")],
                109,
            ),
            entry(
                "The exchange",
                &[("width", "9"), ("height", "6"), ("grey", "false")],
                101,
            ),
            entry(
                "Make the white yourself",
                &[
                    ("width", "9"),
                    ("height", "6"),
                    ("most-strokes", "3"),
                    ("grey", "false"),
                ],
                902,
            ),
            entry(
                "Which side is yours",
                &[("width", "9"), ("height", "6"), ("grey", "false")],
                105,
            ),
            entry(
                "The switch in the grey steps",
                &[("width", "9"), ("height", "6")],
                201,
            ),
            entry("Round the grey wall", &[], 302),
            entry(
                "The switch in the gap",
                &[("width", "9"), ("height", "6")],
                406,
            ),
            entry(
                "Two gates of thought",
                &[
                    ("width", "9"),
                    ("height", "6"),
                    ("most-strokes", "3"),
                    ("grey", "false"),
                ],
                1104,
            ),
            entry(
                "The switch at the ring",
                &[
                    ("width", "9"),
                    ("height", "6"),
                    ("most-strokes", "3"),
                    ("switch-4", "false"),
                    ("grey", "false"),
                ],
                1301,
            ),
            entry(
                "Turn at the switch",
                &[("width", "9"), ("height", "6"), ("grey", "false")],
                108,
            ),
            entry(
                "The gap in the grey steps",
                &[("width", "9"), ("height", "6")],
                202,
            ),
            entry(
                "A grey ring with a gap",
                &[("width", "9"), ("height", "6")],
                402,
            ),
            entry(
                "The switch in the grey bar",
                &[("width", "9"), ("height", "6"), ("most-strokes", "3")],
                1001,
            ),
            entry(
                "Every gate in its turn",
                &[
                    ("width", "9"),
                    ("height", "6"),
                    ("most-strokes", "3"),
                    ("cuts", "false"),
                ],
                1201,
            ),
            entry(
                "Cut, or switch",
                &[
                    ("width", "9"),
                    ("height", "6"),
                    ("most-strokes", "3"),
                    ("switch-4", "false"),
                    ("grey", "false"),
                ],
                1302,
            ),
            entry(
                "The switch in the corner",
                &[("width", "9"), ("height", "6"), ("most-strokes", "3")],
                804,
            ),
            entry(
                "Mix, then take apart",
                &[("width", "9"), ("height", "6"), ("most-strokes", "3")],
                1004,
            ),
            entry(
                "Swap, then cut",
                &[
                    ("width", "9"),
                    ("height", "6"),
                    ("most-strokes", "3"),
                    ("grey", "false"),
                ],
                1101,
            ),
            entry(
                "Cut a way to the switch",
                &[
                    ("width", "9"),
                    ("height", "6"),
                    ("most-strokes", "3"),
                    ("grey", "false"),
                ],
                1103,
            ),
            entry(
                "The gate in the bar",
                &[("width", "9"), ("height", "6")],
                401,
            ),
            entry(
                "A mixture for the switch",
                &[("width", "9"), ("height", "6"), ("most-strokes", "3")],
                1005,
            ),
            entry(
                "The only way across",
                &[
                    ("width", "9"),
                    ("height", "6"),
                    ("most-strokes", "3"),
                    ("grey", "false"),
                ],
                1102,
            ),
            entry(
                "The last change",
                &[
                    ("width", "9"),
                    ("height", "6"),
                    ("most-strokes", "3"),
                    ("switch-4", "false"),
                    ("grey", "false"),
                ],
                1303,
            ),
            entry(
                "Carry it through",
                &[("width", "9"), ("height", "6"), ("grey", "false")],
                102,
            ),
        ],
    },
];

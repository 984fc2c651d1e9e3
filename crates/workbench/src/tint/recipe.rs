//! The shipped packs: which level, and what it teaches.
//!
//! Every entry was looked at and chosen among others of its kind; the generator makes it anew from
//! its knobs and seed. The expert pack is older than this generator and is not made here.

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
            entry(
                "A painted bar mixes",
                &[
                    ("most-strokes", "1"),
                    ("least-figures", "2"),
                    ("most-figures", "3"),
                ],
                101,
            ),
            entry(
                "One stroke, three figures",
                &[
                    ("most-strokes", "1"),
                    ("least-figures", "3"),
                    ("most-figures", "4"),
                ],
                201,
            ),
            entry(
                "A closed ring still mixes",
                &[("least-strokes", "2"), ("most-figures", "3")],
                301,
            ),
            entry(
                "Two strokes, two mixtures",
                &[
                    ("least-strokes", "2"),
                    ("least-figures", "3"),
                    ("width", "9"),
                ],
                401,
            ),
            entry(
                "White cuts a lane",
                &[
                    ("cuts", "true"),
                    ("least-strokes", "2"),
                    ("most-figures", "3"),
                ],
                502,
            ),
            entry(
                "A ready mixture",
                &[
                    ("secondaries", "true"),
                    ("least-strokes", "1"),
                    ("most-figures", "3"),
                ],
                736,
            ),
            entry(
                "Two figures on one way",
                &[
                    ("most-strokes", "1"),
                    ("least-figures", "2"),
                    ("most-figures", "3"),
                ],
                102,
            ),
            entry(
                "Pick them up on the way",
                &[
                    ("most-strokes", "1"),
                    ("least-figures", "3"),
                    ("most-figures", "4"),
                ],
                203,
            ),
            entry(
                "Inside the ring",
                &[("least-strokes", "2"), ("most-figures", "3")],
                302,
            ),
            entry(
                "Do not cross your own paint",
                &[
                    ("least-strokes", "2"),
                    ("least-figures", "3"),
                    ("width", "9"),
                ],
                402,
            ),
            entry(
                "Open the wall, then go through",
                &[
                    ("cuts", "true"),
                    ("least-strokes", "2"),
                    ("most-figures", "3"),
                ],
                512,
            ),
            entry(
                "Secondaries do not mix",
                &[
                    ("secondaries", "true"),
                    ("least-strokes", "1"),
                    ("most-figures", "3"),
                ],
                1041,
            ),
            entry(
                "Before the bar and behind it",
                &[
                    ("most-strokes", "1"),
                    ("least-figures", "2"),
                    ("most-figures", "3"),
                ],
                103,
            ),
            entry(
                "The order of the figures",
                &[
                    ("most-strokes", "1"),
                    ("least-figures", "3"),
                    ("most-figures", "4"),
                ],
                204,
            ),
            entry(
                "Cross the ring with the right colour",
                &[("least-strokes", "2"), ("most-figures", "3")],
                305,
            ),
            entry(
                "Leave room for the other",
                &[
                    ("least-strokes", "2"),
                    ("least-figures", "3"),
                    ("width", "9"),
                ],
                403,
            ),
            entry(
                "Cut first",
                &[
                    ("cuts", "true"),
                    ("least-strokes", "2"),
                    ("most-figures", "3"),
                ],
                513,
            ),
            entry(
                "A ready mixture again",
                &[
                    ("secondaries", "true"),
                    ("least-strokes", "1"),
                    ("most-figures", "3"),
                ],
                1118,
            ),
            entry(
                "Any cell of the wall will do",
                &[
                    ("most-strokes", "1"),
                    ("least-figures", "2"),
                    ("most-figures", "3"),
                ],
                104,
            ),
            entry(
                "Serve your own colour first",
                &[
                    ("most-strokes", "1"),
                    ("least-figures", "3"),
                    ("most-figures", "4"),
                ],
                205,
            ),
            entry(
                "Two colours, one ring",
                &[("least-strokes", "2"), ("most-figures", "3")],
                307,
            ),
            entry(
                "Each its side",
                &[
                    ("least-strokes", "2"),
                    ("least-figures", "3"),
                    ("width", "9"),
                ],
                404,
            ),
            entry(
                "A hole for the second stroke",
                &[
                    ("cuts", "true"),
                    ("least-strokes", "2"),
                    ("most-figures", "3"),
                ],
                518,
            ),
            entry(
                "Mix where you cross",
                &[
                    ("most-strokes", "1"),
                    ("least-figures", "2"),
                    ("most-figures", "3"),
                ],
                105,
            ),
        ],
    },
    PackRecipe {
        name: "medium",
        title: "Cuts and negation",
        letter: 'm',
        levels: &[
            entry("Cut, then cross unmixed", &[("most-strokes", "3")], 1101),
            entry("A ring to be opened", &[], 1203),
            entry("Green keeps out of the way", &[("width", "10")], 1314),
            entry(
                "Paint now for later",
                &[
                    ("cuts", "false"),
                    ("secondaries", "false"),
                    ("most-figures", "4"),
                ],
                1401,
            ),
            entry(
                "A gate takes a colour away",
                &[("cuts", "false"), ("negation", "true")],
                1501,
            ),
            entry("Nothing left is white", &[("negation", "true")], 1606),
            entry("Which wall to open", &[("most-strokes", "3")], 1102),
            entry("In through the hole", &[], 1204),
            entry(
                "Mix with your own line",
                &[
                    ("cuts", "false"),
                    ("secondaries", "false"),
                    ("most-figures", "4"),
                ],
                1402,
            ),
            entry(
                "What is left over",
                &[("cuts", "false"), ("negation", "true")],
                1502,
            ),
            entry("Make the white yourself", &[("negation", "true")], 1607),
            entry("The short cut", &[("most-strokes", "3")], 1103),
            entry("Cut where you will pass", &[], 1205),
            entry(
                "Lay it down, then cross it",
                &[
                    ("cuts", "false"),
                    ("secondaries", "false"),
                    ("most-figures", "4"),
                ],
                1403,
            ),
            entry("Negate, then cut", &[("negation", "true")], 1609),
            entry("White first, colour second", &[("most-strokes", "3")], 1104),
            entry("Half the ring", &[], 1206),
            entry("A gate for an eraser", &[("negation", "true")], 1610),
            entry("One hole, two uses", &[("most-strokes", "3")], 1105),
            entry("The ring in the way", &[], 1207),
        ],
    },
    PackRecipe {
        name: "hard",
        title: "Gates",
        letter: 'h',
        levels: &[
            entry(
                "Take away, then open",
                &[("switch-2", "false"), ("switch-3", "false")],
                2102,
            ),
            entry(
                "Trade colours",
                &[
                    ("negation", "false"),
                    ("switch-3", "false"),
                    ("width", "9"),
                    ("height", "6"),
                ],
                2201,
            ),
            entry("Open two ways", &[("width", "9"), ("height", "6")], 2401),
            entry(
                "Secondaries forgive",
                &[("absorb", "true"), ("width", "9"), ("height", "6")],
                2505,
            ),
            entry(
                "Ring by ring",
                &[("width", "9"), ("height", "6"), ("most-strokes", "4")],
                2602,
            ),
            entry(
                "Two gates of thought",
                &[("switch-2", "false"), ("switch-3", "false")],
                2104,
            ),
            entry(
                "In one, out the other",
                &[
                    ("negation", "false"),
                    ("switch-3", "false"),
                    ("width", "9"),
                    ("height", "6"),
                ],
                2203,
            ),
            entry(
                "The order of the cuts",
                &[("width", "9"), ("height", "6")],
                2402,
            ),
            entry(
                "Absorb the bar",
                &[("absorb", "true"), ("width", "9"), ("height", "6")],
                2506,
            ),
            entry(
                "From outside to inside",
                &[("width", "9"), ("height", "6"), ("most-strokes", "4")],
                2605,
            ),
            entry(
                "The eraser at the gate",
                &[
                    ("switch-2", "false"),
                    ("switch-3", "false"),
                    ("width", "9"),
                    ("height", "6"),
                ],
                2151,
            ),
            entry(
                "A switch in the wall",
                &[
                    ("negation", "false"),
                    ("switch-3", "false"),
                    ("width", "9"),
                    ("height", "6"),
                ],
                2204,
            ),
            entry(
                "Prepare, prepare, paint",
                &[("width", "9"), ("height", "6")],
                2403,
            ),
            entry(
                "Straight through your own part",
                &[("absorb", "true"), ("width", "9"), ("height", "6")],
                2507,
            ),
            entry(
                "The closed courtyard",
                &[("width", "9"), ("height", "6"), ("most-strokes", "4")],
                2606,
            ),
            entry(
                "Spend the gate well",
                &[
                    ("switch-2", "false"),
                    ("switch-3", "false"),
                    ("width", "9"),
                    ("height", "6"),
                ],
                2153,
            ),
            entry(
                "A wall of two colours",
                &[("width", "9"), ("height", "6")],
                2404,
            ),
            entry(
                "What orange swallows",
                &[("absorb", "true"), ("width", "9"), ("height", "6")],
                2509,
            ),
            entry(
                "Around and in",
                &[("width", "9"), ("height", "6"), ("most-strokes", "4")],
                2608,
            ),
            entry(
                "After the gate is gone",
                &[
                    ("switch-2", "false"),
                    ("switch-3", "false"),
                    ("width", "9"),
                    ("height", "6"),
                ],
                2156,
            ),
            entry(
                "Cut behind yourself",
                &[("width", "9"), ("height", "6")],
                2406,
            ),
            entry(
                "Two rooms",
                &[("width", "9"), ("height", "6"), ("most-strokes", "4")],
                2609,
            ),
            entry(
                "Take away, then open again",
                &[
                    ("switch-2", "false"),
                    ("switch-3", "false"),
                    ("width", "9"),
                    ("height", "6"),
                ],
                2160,
            ),
        ],
    },
];

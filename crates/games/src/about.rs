//! Everything that is declared about a game, in one value.
//!
//! Command line, server, page, terminal player and tests all read this value and declare nothing
//! about a game themselves.

use gridwright_core::cost::Metric;
use gridwright_core::edit::Tool;
use gridwright_core::fault::Code;
use gridwright_core::generate::{Knob, Size, Tier};
use gridwright_core::scene::Color;
use gridwright_core::solve::Which;
use gridwright_core::teach::{Lesson, Pruning, Sandbox};

/// The facts of a game.
///
/// ```
/// use gridwright_games::registry;
///
/// let tint = registry::game("tint").unwrap().about();
/// assert_eq!(tint.title, "Tint");
/// assert_eq!(tint.metric("strokes").unwrap().counted(1), "1 stroke");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name in commands and files, in kebab-case.
    pub id: &'static str,
    /// The game's number in level codes. Frozen.
    pub number: u8,
    /// The name for people.
    pub title: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The rules, for somebody who has nothing but these words and a level file.
    pub rules: &'static str,
    /// The form of a solution, for the same reader.
    pub answer: &'static str,
    /// Everything the game counts, with the words for it. Empty for a game that does not count.
    pub metrics: &'static [Metric],
    /// The orders in which metrics can be minimised, the default first; each order is named by
    /// its first metric.
    pub orders: &'static [&'static [&'static str]],
    /// What `--all` offers.
    pub listings: &'static [Which],
    /// Every code the game can report.
    pub codes: &'static [Code],
    /// The procedure that makes levels and its version, such as `tint/1`: the same seed and the
    /// same version make the same level.
    pub generator: &'static str,
    /// What can be set before a level is made.
    pub knobs: &'static [Knob],
    /// Presets of the knobs, from easy to hard.
    pub tiers: &'static [Tier],
    /// What a document may be that levels are made on, in words after "made on"; `None` in a game that
    /// makes its boards itself.
    pub made_on: Option<&'static str>,
    /// Sizes of the board to choose beside a tier; without one, the tier sets the size.
    pub sizes: &'static [Size],
    /// The packs that ship with the program, the default first.
    pub packs: &'static [ShippedPack],
    /// The tiers that the level of the day turns through in a week, from easy to hard: those whose
    /// levels are made in a moment. The first tier alone if there are none.
    pub daily: &'static [&'static str],
    /// The names of the packs whose levels open one after another, as a player completes them.
    pub gated: &'static [&'static str],
    /// Words that level codes write as one byte: the keys and values of the level file. Frozen:
    /// only ever append.
    pub words: &'static [&'static str],
    /// What can be put on a draft, in the order an editor shows it.
    pub tools: &'static [Tool],
    /// What else can be set on a draft; each option is a knob without a meaning of its own.
    pub options: &'static [Knob],
    /// Three tiny levels that teach the game.
    pub lessons: &'static [Lesson],
    /// More of them, each for a mechanic that only some levels have.
    pub mechanics: &'static [Lesson],
    /// Where the rules can be tried without a goal, in a game that has such a place.
    pub sandbox: Option<Sandbox>,
    /// The colours that previews and reaches speak of, as they look on the board.
    pub palette: &'static [(&'static str, Color)],
    /// Other palettes a person may choose.
    pub themes: &'static [Theme],
    /// Whether lines may take diagonal steps, and shrink when the hand goes back over them.
    pub diagonals: bool,
    /// What the game's plates are called; `None` if it has none.
    pub plates: Option<&'static str>,
    /// The prunings of the solver that a person may switch off, where the game shows its search.
    pub prunings: &'static [Pruning],
    /// Whether keys that the level file does not know are faults.
    pub unknown_keys_are_faults: bool,
}

impl About {
    /// Nothing declared: games write `..About::NOTHING` for what they have nothing to say about.
    pub const NOTHING: About = About {
        id: "",
        number: 0,
        title: "",
        summary: "",
        rules: "",
        answer: "",
        metrics: &[],
        orders: &[],
        listings: &[],
        codes: &[],
        generator: "",
        knobs: &[],
        tiers: &[],
        made_on: None,
        sizes: &[],
        packs: &[],
        daily: &[],
        gated: &[],
        words: &[],
        tools: &[],
        options: &[],
        lessons: &[],
        mechanics: &[],
        sandbox: None,
        palette: &[],
        themes: &[],
        diagonals: false,
        plates: None,
        prunings: &[],
        unknown_keys_are_faults: true,
    };

    /// The metric of this name.
    pub fn metric(&self, name: &str) -> Option<&'static Metric> {
        self.metrics.iter().find(|metric| metric.name == name)
    }

    /// A number of what a metric counts, in words that fit it: `1 stroke`, `2 strokes`.
    pub fn counted(&self, name: &str, value: u64) -> String {
        match self.metric(name) {
            Some(metric) => metric.counted(value),
            None => format!("{value} {name}"),
        }
    }

    /// The metrics in the order in which they are minimised if `first` comes first; the default
    /// order without one. Empty for a game that does not count.
    pub fn order(&self, first: Option<&str>) -> &'static [&'static str] {
        self.orders
            .iter()
            .find(|order| first.is_none_or(|first| order.first() == Some(&first)))
            .copied()
            .unwrap_or(&[])
    }
}

/// A pack that ships inside the program.
#[derive(Clone, Copy, Debug)]
pub struct ShippedPack {
    /// Its name: `levels/GAME/NAME.json`.
    pub name: &'static str,
    /// The text of its file, read anew: shipped packs lie in the program in columns.
    pub text: fn() -> String,
}

/// The packs that ship with a game; their files stand in `levels`.
macro_rules! shipped_packs {
    ($game:literal: $($name:literal),+) => {{
        static KEPT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/", $game, ".columns"));
        &[$($crate::about::ShippedPack {
            name: $name,
            text: || $crate::document::columns::pack(KEPT, $name),
        }),+]
    }};
}
pub(crate) use shipped_packs;

/// Another set of colours for a game's pictures.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// Its name, in kebab-case.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What becomes of the colours of the [palette](About::palette), by their names there; a
    /// colour that is not named stays as it is. Pictures of a game with themes name the colours
    /// they use (see `Scene::names`), so a page needs one rule for each entry:
    /// `[data-fill="red"] { fill: … }` and `[data-stroke="red"] { stroke: … }`.
    pub palette: &'static [(&'static str, Color)],
}

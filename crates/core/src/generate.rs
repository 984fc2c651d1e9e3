//! Making levels: knobs, tiers, requests, and what comes out.
//!
//! Each game declares its [`Knob`]s and [`Tier`]s once. The command line, its help, `games
//! --json` and the web form all read that one list, and [`Settings`] can only be made from it, so
//! a generator never sees a value that is out of range.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;

use crate::budget::Limit;
use crate::fault::{Fault, Faults, Place};
use crate::grade::Grade;
use crate::puzzle::Puzzle;
use crate::referee::Witness;

crate::codes! {
    UNKNOWN_KNOB = Refusal "generate.unknown-knob": "The game has no knob of this name.";
    BAD_VALUE = Refusal "generate.bad-value": "The knob does not take this value.";
    NOT_IN_TIME = Refusal "generate.not-in-time": "The limits were reached before a level was made.";
    UNKNOWN_TIER = Refusal "generate.unknown-tier": "The game has no tier of this name.";
    NOTHING_GIVEN = Refusal "generate.nothing-given": "The game makes its boards itself, and takes none that is given.";
    USED_UP = Refusal "generate.used-up": "All different levels of this kind are made.";
}

/// One thing a person can set before a level is made.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Knob {
    /// Its name, in kebab-case.
    pub name: &'static str,
    /// Which values it takes.
    pub kind: KnobKind,
    /// The value if neither the tier nor the person says otherwise, in the form a person types.
    pub default: &'static str,
    /// One sentence.
    pub help: &'static str,
}

impl Knob {
    /// A knob for whole numbers, both ends included.
    pub const fn integer(
        name: &'static str,
        min: i64,
        max: i64,
        default: &'static str,
        help: &'static str,
    ) -> Self {
        let kind = KnobKind::Integer { min, max };
        Knob::new(name, kind, default, help)
    }

    /// A knob for one of several words.
    pub const fn choice(
        name: &'static str,
        of: &'static [&'static str],
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Knob::new(name, KnobKind::Choice { of }, default, help)
    }

    /// A knob that is `true` or `false`.
    pub const fn switch(name: &'static str, default: &'static str, help: &'static str) -> Self {
        Knob::new(name, KnobKind::Switch, default, help)
    }

    const fn new(
        name: &'static str,
        kind: KnobKind,
        default: &'static str,
        help: &'static str,
    ) -> Self {
        Knob {
            name,
            kind,
            default,
            help,
        }
    }
}

/// Which values a knob takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "lowercase", tag = "type")]
pub enum KnobKind {
    /// A whole number, both ends included.
    Integer {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of several words.
    Choice {
        /// The words.
        of: &'static [&'static str],
    },
    /// `true` or `false`.
    Switch,
}

/// A named difficulty: a preset of knobs.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Tier {
    /// Its name, in kebab-case.
    pub name: &'static str,
    /// One sentence.
    pub help: &'static str,
    /// Knobs it sets, in the form a person types.
    pub settings: &'static [(&'static str, &'static str)],
}

/// A size of the board to choose beside the difficulty.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Size {
    /// Its name for people.
    pub name: &'static str,
    /// The knobs it turns, as a person would type them.
    pub settings: &'static [(&'static str, &'static str)],
    /// The tiers it goes with.
    pub tiers: &'static [&'static str],
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Integer(i64),
    Word(&'static str),
    Switch(bool),
}

/// A valid value for every knob of a game, and the document to make levels on where one is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<&'static str, Value>,
    given: Option<Arc<str>>,
}

impl Settings {
    /// The defaults, overridden by the tier, overridden by what the person set. Reports every
    /// unknown name and every value out of range at once.
    pub fn resolve(
        knobs: &'static [Knob],
        tier: Option<&Tier>,
        set: &[(String, String)],
    ) -> Result<Settings, Faults> {
        let mut values = BTreeMap::new();
        let mut faults = Faults::new();
        let presets = tier.map_or(&[] as &[_], |tier| tier.settings);
        let defaults = knobs.iter().map(|knob| (knob.name, knob.default));
        let chosen = set.iter().map(|(name, text)| (&name[..], &text[..]));
        for (name, text) in defaults.chain(presets.iter().copied()).chain(chosen) {
            match parse(knobs, name, text) {
                Ok((name, value)) => {
                    values.insert(name, value);
                }
                Err(fault) => faults.push(fault),
            }
        }
        faults.or(|| Settings {
            values,
            given: None,
        })
    }

    /// The same settings with a document to make levels on, in a game that takes one.
    pub fn on(self, document: &str) -> Settings {
        Settings {
            given: Some(document.into()),
            ..self
        }
    }

    /// The text of the document to make levels on, such as a level whose board is to be used.
    pub fn given(&self) -> Option<&str> {
        self.given.as_deref()
    }

    /// The value of a number knob.
    ///
    /// # Panics
    /// If the game declares no number knob of this name.
    pub fn integer(&self, name: &str) -> i64 {
        match self.values.get(name) {
            Some(Value::Integer(value)) => *value,
            other => panic!("{name} is not a declared number knob: {other:?}"),
        }
    }

    /// The value of a word knob.
    ///
    /// # Panics
    /// If the game declares no word knob of this name.
    pub fn word(&self, name: &str) -> &'static str {
        match self.values.get(name) {
            Some(Value::Word(value)) => value,
            other => panic!("{name} is not a declared word knob: {other:?}"),
        }
    }

    /// The value of a switch.
    ///
    /// # Panics
    /// If the game declares no switch of this name.
    pub fn switch(&self, name: &str) -> bool {
        match self.values.get(name) {
            Some(Value::Switch(value)) => *value,
            other => panic!("{name} is not a declared switch: {other:?}"),
        }
    }
}

fn parse(knobs: &[Knob], name: &str, text: &str) -> Result<(&'static str, Value), Fault> {
    let at = || Place::pointer(format!("/{name}"));
    let Some(knob) = knobs.iter().find(|knob| knob.name == name) else {
        let known: Vec<&str> = knobs.iter().map(|knob| knob.name).collect();
        let message = format!("no knob is called {name}; there are: {}", known.join(", "));
        return Err(Fault::new(UNKNOWN_KNOB, message, at()));
    };
    let (value, takes) = match knob.kind {
        KnobKind::Integer { min, max } => (
            text.parse()
                .ok()
                .filter(|value| (min..=max).contains(value))
                .map(Value::Integer),
            format!("a whole number from {min} to {max}"),
        ),
        KnobKind::Choice { of } => (
            of.iter()
                .find(|word| **word == text)
                .copied()
                .map(Value::Word),
            format!("one of: {}", of.join(", ")),
        ),
        KnobKind::Switch => (
            text.parse().ok().map(Value::Switch),
            "true or false".to_owned(),
        ),
    };
    value.map(|value| (knob.name, value)).ok_or_else(|| {
        let message = format!("{name} takes {takes}, not {text:?}");
        Fault::new(BAD_VALUE, message, at())
    })
}

/// The tier of this name, or a refusal that lists the tiers.
pub fn tier_named(tiers: &'static [Tier], name: &str) -> Result<&'static Tier, Fault> {
    tiers.iter().find(|tier| tier.name == name).ok_or_else(|| {
        let known: Vec<&str> = tiers.iter().map(|tier| tier.name).collect();
        let message = format!("no tier is called {name}; there are: {}", known.join(", "));
        Fault::new(UNKNOWN_TIER, message, Place::everywhere())
    })
}

/// What somebody wants made.
#[derive(Clone, Debug)]
pub struct Request {
    /// A value for every knob.
    pub settings: Settings,
    /// The tier that was asked for by name.
    pub tier: Option<&'static str>,
    /// The proved minimum must lie here, in the metric below.
    pub min_moves: Option<RangeInclusive<u64>>,
    /// The metric of `min_moves`; the game's default if `None`.
    pub metric: Option<&'static str>,
    /// Decides everything that is left to chance.
    pub seed: u64,
}

/// A level together with a solution that the referee has seen work.
#[derive(Clone, Debug)]
pub struct Made<L: Puzzle> {
    /// The level.
    pub level: L,
    /// A solution.
    pub witness: Witness<L::Move>,
    /// Whether the solution is proved to be the cheapest.
    pub optimal: bool,
    /// How hard it is, where that came up while it was made.
    pub grade: Option<Grade>,
    /// The frozen procedure that made it, such as `tilepuzzle/1`.
    pub generator: &'static str,
}

/// Why no level came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotMade {
    /// Nothing like that exists, or nothing like that can be made here; the message says why.
    Impossible(Fault),
    /// The budget ran out first.
    GaveUp(Limit),
}

impl NotMade {
    /// The reason with its code.
    pub fn explain(self) -> Fault {
        match self {
            NotMade::Impossible(fault) => fault,
            NotMade::GaveUp(limit) => Fault::new(
                NOT_IN_TIME,
                format!(
                    "{limit} before the level was made; ask for something easier or allow more"
                ),
                Place::everywhere(),
            ),
        }
    }
}

impl From<Limit> for NotMade {
    fn from(limit: Limit) -> Self {
        NotMade::GaveUp(limit)
    }
}

impl From<Fault> for NotMade {
    fn from(fault: Fault) -> Self {
        NotMade::Impossible(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOBS: &[Knob] = &[
        Knob::integer("rows", 1, 9, "5", "Rows."),
        Knob::choice("shape", &["square", "hex"], "square", "Shape."),
        Knob::switch("wrap", "false", "Wrap."),
    ];
    const TIERS: &[Tier] = &[Tier {
        name: "hard",
        help: "Hard.",
        settings: &[("rows", "8"), ("wrap", "true")],
    }];

    fn set(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|&(name, text)| (name.into(), text.into()))
            .collect()
    }

    #[test]
    fn a_person_overrides_the_tier_and_the_tier_the_defaults() {
        let tier = tier_named(TIERS, "hard").unwrap();
        let settings = Settings::resolve(KNOBS, Some(tier), &set(&[("rows", "3")])).unwrap();
        assert_eq!(settings.integer("rows"), 3);
        assert_eq!(settings.word("shape"), "square");
        assert!(settings.switch("wrap"));
    }

    #[test]
    fn everything_wrong_is_said_at_once() {
        let wrong = [
            ("rows", "10"),
            ("rows", "x"),
            ("shape", "round"),
            ("colour", "red"),
        ];
        let faults = Settings::resolve(KNOBS, None, &set(&wrong)).unwrap_err();
        let codes: Vec<_> = faults.list().iter().map(|fault| fault.code).collect();
        assert_eq!(codes, [BAD_VALUE, BAD_VALUE, BAD_VALUE, UNKNOWN_KNOB]);
        assert!(faults.to_string().contains("a whole number from 1 to 9"));
        assert_eq!(tier_named(TIERS, "soft").unwrap_err().code, UNKNOWN_TIER);
    }
}

//! What games there are, and what a page needs to know of each.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use gridwright_core::edit::Tool;
use gridwright_core::generate::{Knob, Tier};
use gridwright_core::solve::Which;
use gridwright_core::teach::{Lesson, Pruning};
use gridwright_games::registry::{GAMES, Game};

use crate::call::{Desk, Trouble};
use crate::catalogue::CATALOGUE;
use crate::draft::svg_of;

/// Takes nothing.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct Nothing {}

/// All games.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct GamesAnswer {
    /// The games, in the order people see them.
    games: Vec<GameAnswer>,
}

/// A game.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct GameAnswer {
    /// Its name in addresses and files.
    id: &'static str,
    /// Its name for people.
    title: &'static str,
    /// The game in one sentence.
    summary: &'static str,
    /// The orders in which metrics can be minimised, the default first.
    metrics: &'static [&'static [&'static str]],
    /// Which solutions can be listed: `best`, `every`.
    listings: Vec<&'static str>,
    /// What can be set before a level is made.
    knobs: &'static [Knob],
    /// Named difficulties.
    tiers: &'static [Tier],
    /// The shipped packs, the default first.
    packs: Vec<PackName>,
    /// The tools of the editor.
    tools: &'static [Tool],
    /// The options of the editor.
    options: &'static [Knob],
    /// Tiny levels that teach the game.
    lessons: Vec<LessonAnswer>,
    /// The colours that previews and reaches speak of, such as `#FFD98A`, by their names.
    palette: BTreeMap<&'static str, String>,
    /// Whether lines may take diagonal steps, and shrink when the hand goes back over them.
    diagonals: bool,
    /// What the pictures about a level are called, in a game that has any.
    plates: Option<&'static str>,
    /// Prunings of the solver that can be switched off.
    prunings: &'static [Pruning],
    /// A small picture of a real position.
    card: String,
}

/// A pack, without its levels.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct PackName {
    /// Its name in addresses.
    name: String,
    /// Its name for people.
    title: String,
    /// How many levels it has.
    count: usize,
    /// Whether they open one after another.
    gated: bool,
}

/// A tiny level that teaches one thing.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct LessonAnswer {
    /// What it teaches.
    text: &'static str,
    /// The level file.
    level: Value,
    /// The gestures that solve it.
    demo: Value,
    /// The picture.
    svg: String,
}

/// All games.
pub(crate) fn games(_: &Desk<'_>, _: Nothing) -> Result<GamesAnswer, Trouble> {
    static ANSWER: LazyLock<GamesAnswer> = LazyLock::new(|| GamesAnswer {
        games: GAMES.iter().map(|game| describe(*game)).collect(),
    });
    Ok(ANSWER.clone())
}

fn describe(game: &'static dyn Game) -> GameAnswer {
    let lessons: Vec<LessonAnswer> = game
        .lessons()
        .iter()
        .filter_map(|lesson| taught(game, lesson))
        .collect();
    GameAnswer {
        id: game.id(),
        title: game.title(),
        summary: game.summary(),
        metrics: game.metrics(),
        listings: game
            .listings()
            .iter()
            .map(|which| listing(*which))
            .collect(),
        knobs: game.knobs(),
        tiers: game.tiers(),
        packs: CATALOGUE
            .of(game.id())
            .map(|listed| PackName {
                name: listed.pack.pack.clone(),
                title: listed.pack.title.clone(),
                count: listed.pack.levels.len(),
                gated: listed.gated,
            })
            .collect(),
        tools: game.tools(),
        options: game.options(),
        palette: game
            .palette()
            .iter()
            .map(|(name, color)| (*name, color.to_string()))
            .collect(),
        diagonals: game.diagonals(),
        plates: game.plates_title(),
        prunings: game.prunings(),
        card: card(game).unwrap_or_default(),
        lessons,
    }
}

/// How a listing is asked for.
pub(crate) fn listing(which: Which) -> &'static str {
    match which {
        Which::Best => "best",
        Which::Every => "every",
    }
}

fn taught(game: &dyn Game, lesson: &Lesson) -> Option<LessonAnswer> {
    Some(LessonAnswer {
        text: lesson.text,
        level: serde_json::from_str(lesson.level).ok()?,
        demo: serde_json::from_str(lesson.demo).ok()?,
        svg: picture(game, lesson.level)?,
    })
}

/// The first level of the default pack.
fn card(game: &dyn Game) -> Option<String> {
    let first = CATALOGUE.of(game.id()).next()?.pack.levels.first()?;
    picture(game, &first.level.to_string())
}

fn picture(game: &dyn Game, level: &str) -> Option<String> {
    let session = game.open(level).ok()?;
    svg_of(&session.scene(None, None).ok()?).ok()
}

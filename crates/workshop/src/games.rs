//! What games there are, and what a page needs to know of each.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use gridwright_core::cost::Metric;
use gridwright_core::edit::Tool;
use gridwright_core::generate::{Knob, Size, Tier};
use gridwright_core::scene::Color;
use gridwright_core::solve::Which;
use gridwright_core::teach::{Lesson, Pruning, Sandbox};
use gridwright_games::registry::Game;

use crate::catalogue::Catalogue;
use crate::draft::svg_of;
use crate::workshop::{Context, Stop};

/// Takes nothing.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct Nothing {}

/// All games.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GamesAnswer {
    /// The games, in the order people see them.
    pub games: Vec<GameAnswer>,
}

/// A game.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct GameAnswer {
    /// Its name in addresses and files.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The game in one sentence.
    pub summary: &'static str,
    /// The orders in which metrics can be minimised, the default first.
    pub metrics: &'static [&'static [&'static str]],
    /// The words for one and for several of each metric.
    pub words: &'static [Metric],
    /// Which solutions can be listed: `best`, `every`.
    pub listings: Vec<&'static str>,
    /// What can be set before a level is made.
    pub knobs: &'static [Knob],
    /// Named difficulties.
    pub tiers: &'static [Tier],
    /// Sizes of the board to choose beside the difficulty.
    pub sizes: &'static [Size],
    /// What a new level can be made on, in words, in a game that takes a document for that.
    #[serde(rename = "madeOn")]
    pub made_on: Option<&'static str>,
    /// The shipped packs, the default first.
    pub packs: Vec<PackName>,
    /// The tools of the editor.
    pub tools: &'static [Tool],
    /// The options of the editor.
    pub options: &'static [Knob],
    /// Tiny levels that teach the game.
    pub lessons: Vec<LessonAnswer>,
    /// Tiny levels for mechanics that only some levels have.
    pub mechanics: Vec<LessonAnswer>,
    /// Where the rules can be tried without a goal, in a game that has such a place.
    pub sandbox: Option<SandboxAnswer>,
    /// The colours that previews and reaches speak of, such as `#FFD98A`, by their names.
    pub palette: BTreeMap<&'static str, String>,
    /// Other sets of colours for its pictures.
    pub themes: Vec<ThemeAnswer>,
    /// Whether lines may take diagonal steps, and shrink when the hand goes back over them.
    pub diagonals: bool,
    /// What the pictures about a level are called, in a game that has any.
    pub plates: Option<&'static str>,
    /// Prunings of the solver that can be switched off.
    pub prunings: &'static [Pruning],
    /// A small picture of a real position.
    pub card: String,
}

/// Another set of colours.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ThemeAnswer {
    /// Its name in settings.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What becomes of the colours of the palette, by their names there.
    pub palette: BTreeMap<&'static str, String>,
}

/// A pack, without its levels.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct PackName {
    /// Its name in addresses.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// How many levels it has.
    pub count: usize,
    /// Whether they open one after another.
    pub gated: bool,
}

/// A tiny level that teaches one thing.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct LessonAnswer {
    /// What it teaches.
    pub text: &'static str,
    /// The level file.
    pub level: Value,
    /// The gestures that solve it.
    pub demo: Value,
    /// The picture.
    pub svg: String,
    /// The mechanics it teaches, by the names that levels know them by.
    pub teaches: &'static [&'static str],
}

/// A place to try things in.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct SandboxAnswer {
    /// What can be done in it.
    pub text: &'static str,
    /// The draft to begin with.
    pub draft: Value,
    /// The tool that plays by the rules.
    pub brush: &'static str,
    /// The group of tools that set a goal, which a sandbox does without.
    pub goals: &'static str,
    /// How what was tried becomes a level.
    pub aim: &'static str,
    /// What comes of what.
    pub chart: Vec<ChartAnswer>,
}

/// A picture of what comes of what.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
pub struct ChartAnswer {
    /// A few words.
    pub title: String,
    /// A sentence or three.
    pub text: String,
    /// The picture.
    pub svg: String,
}

/// All games.
pub(crate) fn games(context: Context<'_>, _: Nothing) -> Result<GamesAnswer, Stop> {
    let catalogue = context.workshop.catalogue();
    let answer = context.workshop.described.get_or_init(|| {
        let games = catalogue.games().iter();
        let games = games.map(|game| describe(catalogue, *game)).collect();
        GamesAnswer { games }
    });
    Ok(answer.clone())
}

fn describe(catalogue: &Catalogue, game: &'static dyn Game) -> GameAnswer {
    let taught = |lessons: &[Lesson]| {
        let lessons = lessons.iter();
        lessons.filter_map(|lesson| taught(game, lesson)).collect()
    };
    GameAnswer {
        id: game.id(),
        title: game.title(),
        summary: game.summary(),
        metrics: game.metrics(),
        words: game.about().metrics,
        listings: game
            .listings()
            .iter()
            .map(|which| listing(*which))
            .collect(),
        knobs: game.knobs(),
        tiers: game.tiers(),
        sizes: game.about().sizes,
        made_on: game.about().made_on,
        packs: catalogue
            .of(game.id())
            .map(|listed| PackName {
                name: listed.pack().pack.clone(),
                title: listed.pack().title.clone(),
                count: listed.pack().levels.len(),
                gated: listed.gated,
            })
            .collect(),
        tools: game.tools(),
        options: game.options(),
        palette: by_name(game.palette()),
        themes: game
            .about()
            .themes
            .iter()
            .map(|theme| ThemeAnswer {
                id: theme.id,
                title: theme.title,
                palette: by_name(theme.palette),
            })
            .collect(),
        diagonals: game.diagonals(),
        plates: game.plates_title(),
        prunings: game.prunings(),
        card: card(catalogue, game).unwrap_or_default(),
        lessons: taught(game.lessons()),
        mechanics: taught(game.about().mechanics),
        sandbox: sandbox(game),
    }
}

fn sandbox(game: &dyn Game) -> Option<SandboxAnswer> {
    let Sandbox {
        text,
        draft,
        brush,
        goals,
        aim,
    } = game.about().sandbox?;
    let plates = game.chart().into_iter();
    let chart = plates.filter_map(|plate| {
        Some(ChartAnswer {
            svg: svg_of(&plate.scene).ok()?,
            title: plate.title,
            text: plate.text,
        })
    });
    Some(SandboxAnswer {
        text,
        draft: serde_json::from_str(draft).ok()?,
        brush,
        goals,
        aim,
        chart: chart.collect(),
    })
}

fn by_name(palette: &[(&'static str, Color)]) -> BTreeMap<&'static str, String> {
    let entry = |(name, color): &(&'static str, Color)| (*name, color.to_string());
    palette.iter().map(entry).collect()
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
        teaches: lesson.teaches,
    })
}

/// The first level of the default pack.
fn card(catalogue: &Catalogue, game: &dyn Game) -> Option<String> {
    let first = catalogue.of(game.id()).next()?.pack().levels.first()?;
    picture(game, &first.level.to_string())
}

fn picture(game: &dyn Game, level: &str) -> Option<String> {
    let session = game.open(level).ok()?;
    svg_of(&session.at(None).ok()?.scene()).ok()
}

/// What games there are, for programs: the answer of `games --json`.
pub fn listed(catalogue: &Catalogue) -> Value {
    let games = catalogue.games().iter();
    let games: Vec<Value> = games.map(|game| facts(catalogue, *game)).collect();
    json!({ "games": games })
}

fn facts(catalogue: &Catalogue, game: &dyn Game) -> Value {
    let packs = catalogue.of(game.id()).map(|listed| {
        let pack = listed.pack();
        let ids: Vec<_> = pack.levels.iter().map(|record| &record.id).collect();
        json!({ "pack": pack.pack, "title": pack.title, "license": pack.license, "ids": ids })
    });
    let codes = game
        .codes()
        .iter()
        .map(|code| json!({ "code": code.id(), "meaning": code.meaning() }));
    json!({
        "game": game.id(),
        "title": game.title(),
        "summary": game.summary(),
        "rules": game.about().rules,
        "answer": game.about().answer,
        "metrics": game.metrics(),
        "generator": game.about().generator,
        "tiers": game.tiers(),
        "knobs": game.knobs(),
        "packs": packs.collect::<Vec<_>>(),
        "codes": codes.collect::<Vec<_>>(),
    })
}

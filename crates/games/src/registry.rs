//! The one list of games, and the shell that lets front ends handle all of them alike.
//!
//! A game is added by its line in `games!` below and nowhere else. [`Game`] and [`Session`] are
//! [`Kind`] with its types erased: documents in, reports out. Code that needs the types (tests,
//! above all) visits the games with [`visit`].

use std::marker::PhantomData;

use serde_json::{Map, Value};

use gridwright_core::budget::Budget;
use gridwright_core::edit::{Edit, Tool};
use gridwright_core::fault::{Code, Fault, Faults, Place};
#[cfg(feature = "numbers")]
use gridwright_core::generate::Settings;
use gridwright_core::generate::{Knob, NotMade, Request, Tier};
use gridwright_core::gesture::Hand;
use gridwright_core::paper::{Worksheet, recolored};
use gridwright_core::scene::{Color, Scene};
use gridwright_core::solve::{Which, Wish};
use gridwright_core::teach::{Lesson, Plate, Pruning};
#[cfg(feature = "characters")]
use gridwright_core::text::Text;

use crate::about::{About, ShippedPack};
#[cfg(feature = "numbers")]
use crate::act::{Frame, Policy, Table};
use crate::document::envelope::{Outline, Single, plain_json};
use crate::document::pack::{Pack, Record};
use crate::document::{self, AMBIGUOUS_GAME, GAME_MISMATCH, NO_GAME, UNKNOWN_GAME, code};
use crate::kind::{Kind, Sketch};
use crate::session::LevelSession;

pub use crate::play::Play;
use crate::report::{
    CheckReport, DraftReport, ExplainReport, SolveReport, VerifyReport, costs_map,
};

macro_rules! games {
    ($($kind:ty),* $(,)?) => {
        /// All games, in the order people see them.
        pub static GAMES: &[&dyn Game] = &[$(of::<$kind>()),*];

        /// Shows every game to a visitor, with its types.
        pub fn visit(visitor: &mut impl Visitor) {
            $(visitor.visit::<$kind>();)*
        }
    };
}

games! {
    crate::lights_off::LightsOff,
    crate::tilepuzzle::TilePuzzle,
    crate::circuits::Circuits,
    crate::iq_circuit::IqCircuit,
    crate::tint::Tint,
}

/// Something that looks at games with their types.
pub trait Visitor {
    /// Looks at one game.
    fn visit<K: Kind>(&mut self);
}

/// A game, whichever it is.
pub trait Game: Send + Sync {
    /// The game's facts.
    fn about(&self) -> &'static About;
    /// The name in commands and files.
    fn id(&self) -> &'static str {
        self.about().id
    }
    /// The number in level codes.
    fn number(&self) -> u8 {
        self.about().number
    }
    /// The name for people.
    fn title(&self) -> &'static str {
        self.about().title
    }
    /// The game in one sentence.
    fn summary(&self) -> &'static str {
        self.about().summary
    }
    /// The orders in which metrics can be minimised, the default first.
    fn metrics(&self) -> &'static [&'static [&'static str]] {
        self.about().orders
    }
    /// What `--all` offers.
    fn listings(&self) -> &'static [Which] {
        self.about().listings
    }
    /// Every code the game can report.
    fn codes(&self) -> &'static [Code] {
        self.about().codes
    }
    /// What can be set before a level is made.
    fn knobs(&self) -> &'static [Knob] {
        self.about().knobs
    }
    /// Presets of the knobs.
    fn tiers(&self) -> &'static [Tier] {
        self.about().tiers
    }
    /// The shipped packs, the default first.
    fn packs(&self) -> &'static [ShippedPack] {
        self.about().packs
    }
    /// The tiers of the level of the day, through a week.
    fn daily(&self) -> &'static [&'static str] {
        self.about().daily
    }
    /// The names of the packs whose levels open one after another.
    fn gated(&self) -> &'static [&'static str] {
        self.about().gated
    }
    /// The words of level codes.
    fn words(&self) -> &'static [&'static str] {
        self.about().words
    }
    /// Whether a document with these top-level keys may be a level of this game.
    fn recognises(&self, keys: &[&str]) -> bool;
    /// The tools of the editor.
    fn tools(&self) -> &'static [Tool] {
        self.about().tools
    }
    /// The options of the editor.
    fn options(&self) -> &'static [Knob] {
        self.about().options
    }
    /// What comes of what in the sandbox, as pictures.
    fn chart(&self) -> Vec<Plate>;
    /// A picture as it is printed, on white paper without a board under it.
    fn on_paper(&self, scene: Scene) -> Scene;
    /// The tiny levels that teach the game.
    fn lessons(&self) -> &'static [Lesson] {
        self.about().lessons
    }
    /// The colours that previews speak of.
    fn palette(&self) -> &'static [(&'static str, Color)] {
        self.about().palette
    }
    /// Whether lines may take diagonal steps.
    fn diagonals(&self) -> bool {
        self.about().diagonals
    }
    /// What the plates are called.
    fn plates_title(&self) -> Option<&'static str> {
        self.about().plates
    }
    /// The prunings that can be switched off.
    fn prunings(&self) -> &'static [Pruning] {
        self.about().prunings
    }
    /// Changes a draft, or only looks at it; without a text it begins a new one. Whatever is
    /// wrong with the draft is told beside it; an error means that the text is no draft at all.
    fn draft(&self, text: Option<&str>, edit: Option<&Edit>) -> Result<DraftReport, Faults>;
    /// Reads a level file whose outline was taken already.
    fn open_outlined(&self, text: &str, outline: &Outline<'_>) -> Result<Box<dyn Session>, Faults>;
    /// Reads a level file.
    fn open(&self, text: &str) -> Result<Box<dyn Session>, Faults>;
    /// Makes a level.
    fn generate(&self, request: &Request, budget: &Budget<'_>) -> Result<Record, NotMade>;
    /// How many different levels consecutive seeds make before they come again, where that is known.
    fn different(&self, request: &Request, budget: &Budget<'_>) -> Result<Option<u64>, NotMade>;
    /// The frame of all levels that these settings make.
    #[cfg(feature = "numbers")]
    fn frame(&self, settings: &Settings) -> Frame;
    /// The layers of observations: names, and what their values mean.
    #[cfg(feature = "numbers")]
    fn layers(&self) -> &'static [(&'static str, &'static str)];
    /// The JSON Schema of the level file.
    #[cfg(feature = "schema")]
    fn schema(&self) -> Value;
    /// The JSON Schema of the solution file.
    #[cfg(feature = "schema")]
    fn solution_schema(&self) -> Value;
}

/// A level that was read, of whichever game.
pub trait Session: Send + Sync {
    /// The game.
    fn game(&self) -> &'static dyn Game;
    /// The level file.
    fn document(&self) -> Value;
    /// The level code.
    fn code(&self) -> Result<String, Fault>;
    /// A text that is the same for levels that are one to a player: they differ by symmetry, in
    /// the order and the names of their parts, or in what they claim, alone.
    fn canonical(&self) -> String;
    /// Solves it.
    fn solve(&self, wish: &Wish<'_>, budget: &Budget<'_>) -> SolveReport;
    /// Everything a designer wants to know.
    fn inspect(&self, quick: bool, budget: &Budget<'_>) -> CheckReport;
    /// Replays a solution.
    fn verify(&self, solution: &str) -> Result<VerifyReport, Faults>;
    /// The level after the moves of a solution file, or at its start. The moves are read and
    /// replayed here, once; see [`Play`] for what can then be asked.
    fn at(&self, moves: Option<&str>) -> Result<Box<dyn Play>, Faults>;
    /// The solution as a person would find it.
    fn explain(&self, budget: &Budget<'_>) -> Option<ExplainReport>;
    /// The mechanics it has that lessons teach, in the order of the lessons.
    fn mechanics(&self) -> Vec<&'static str>;
    /// Columns and rows of the picture.
    fn size(&self) -> (usize, usize);
    /// The picture of a piece in the hand.
    fn in_hand(&self, hand: &Hand) -> Option<Scene>;
    /// The same in characters.
    #[cfg(feature = "characters")]
    fn in_hand_text(&self, hand: &Hand) -> Option<Text>;
    /// Pictures about the level that are worth looking at.
    fn plates(&self, budget: &Budget<'_>) -> Vec<Plate>;
    /// A picture of the search, in games that offer it.
    fn search_tree(&self, budget: &Budget<'_>) -> Option<Scene>;
    /// The level on paper.
    fn worksheet(&self) -> Worksheet;
    /// The picture of a solution on paper; the moves need not be legal.
    fn solved(&self, solution: &str) -> Result<Scene, Faults>;
    /// The rules of the level in words, for somebody who has nothing else.
    fn briefing(&self) -> String;
    /// The smallest frame that the level can be played in by numbers.
    #[cfg(feature = "numbers")]
    fn frame(&self) -> Frame;
    /// The level to be played by numbers in a frame, packed where that is faster; `None` if it does
    /// not fit.
    #[cfg(feature = "numbers")]
    fn table(&self, frame: &Frame) -> Option<Box<dyn Table>>;
    /// The same by the rules themselves.
    #[cfg(feature = "numbers")]
    fn plain_table(&self, frame: &Frame) -> Option<Box<dyn Table>>;
    /// The moves that actions make in a frame, as a solution file.
    #[cfg(feature = "numbers")]
    fn moves_of(&self, frame: &Frame, actions: &[usize]) -> Value;
    /// The moves of somebody who does not look ahead, as a solution file.
    #[cfg(feature = "numbers")]
    fn rollout(&self, how: Policy, seed: u64, most_steps: usize) -> Value;
    /// The actions that make the moves of a solution file.
    #[cfg(feature = "numbers")]
    fn actions_of(&self, frame: &Frame, moves: &str) -> Result<Vec<usize>, Faults>;
}

/// A game with its types erased, whether it is registered or not.
pub const fn of<K: Kind>() -> &'static dyn Game {
    const { &Shell::<K>(PhantomData) }
}

/// Some games, in the order people see them: the shipped ones ([`Games::SHIPPED`]) or those that a
/// test hands in.
#[derive(Clone, Copy)]
pub struct Games(pub &'static [&'static dyn Game]);

impl Games {
    /// The games that ship.
    pub const SHIPPED: Games = Games(GAMES);

    /// The game of this name, or a fault that lists the games.
    pub fn game(self, id: &str) -> Result<&'static dyn Game, Fault> {
        let found = self.0.iter().find(|game| game.id() == id).copied();
        found.ok_or_else(|| {
            let message = format!("no game is called {id:?}; there are: {}", names(self.0));
            Fault::new(UNKNOWN_GAME, message, Place::everywhere())
        })
    }

    /// Reads a level or a record of one: of the given game, or of the game its tag names, or of
    /// the game whose levels look like it.
    pub fn open(self, text: &str, wanted: Option<&str>) -> Result<Box<dyn Session>, Faults> {
        let Single {
            text: inner,
            pointer,
            outline,
        } = Single::of(text)?;
        if pointer.is_empty() {
            return self
                .of_outline(&outline, wanted)?
                .open_outlined(text, &outline);
        }
        let game = self
            .of_outline(&outline, wanted)
            .map_err(|fault| Faults::from(fault).below(pointer))?;
        // Blank lines keep the line numbers of faults true to the whole document.
        let start = inner.as_ptr() as usize - text.as_ptr() as usize;
        let lines = text[..start].bytes().filter(|&b| b == b'\n').count();
        game.open_outlined(&format!("{}{inner}", "\n".repeat(lines)), &outline)
            .map_err(|faults| faults.below(pointer))
    }

    /// Reads a level code that unpacks to at most so many characters.
    pub fn open_code(
        self,
        text: &str,
        most: usize,
        wanted: Option<&str>,
    ) -> Result<Box<dyn Session>, Faults> {
        let by_number = |number| self.0.iter().find(|game| game.number() == number);
        let (number, document) =
            code::decode(text, most, |n| by_number(n).map(|game| game.words()))?;
        let game = by_number(number).expect("the code was decoded with the words of a game");
        if wanted.is_some_and(|wanted| wanted != game.id()) {
            let message = format!("the code is of a {} level", game.id());
            return Err(Fault::new(GAME_MISMATCH, message, Place::everywhere()).into());
        }
        game.open(&document)
    }

    /// The game of a document: the given one, or the one its tag names, or the one whose levels
    /// look like it.
    pub fn detect(self, text: &str, wanted: Option<&str>) -> Result<&'static dyn Game, Fault> {
        match wanted {
            Some(id) => self.game(id),
            None => self.of_outline(&Outline::of(text)?, None),
        }
    }

    fn of_outline(
        self,
        outline: &Outline<'_>,
        wanted: Option<&str>,
    ) -> Result<&'static dyn Game, Fault> {
        if let Some(id) = wanted {
            return self.game(id);
        }
        if let Some(tag) = &outline.game {
            return self.game(tag).map_err(|fault| Fault {
                at: Place::pointer("/game"),
                ..fault
            });
        }
        let keys: Vec<&str> = outline.keys.iter().map(|key| &key[..]).collect();
        let games = self.0.iter().copied();
        let candidates: Vec<&dyn Game> = games.filter(|game| game.recognises(&keys)).collect();
        let (code, message) = match candidates[..] {
            [game] => return Ok(game),
            [] => (NO_GAME, names(self.0)),
            _ => (AMBIGUOUS_GAME, names(&candidates)),
        };
        let message = format!(
            "add a \"game\" key to the file, or --game to the command, with one of: {message}"
        );
        Err(Fault::new(code, message, Place::everywhere()))
    }
}

/// The shipped game of this name; see [`Games::game`].
pub fn game(id: &str) -> Result<&'static dyn Game, Fault> {
    Games::SHIPPED.game(id)
}

/// Reads a level of a shipped game; see [`Games::open`].
pub fn open(text: &str, wanted: Option<&str>) -> Result<Box<dyn Session>, Faults> {
    Games::SHIPPED.open(text, wanted)
}

/// Reads a level code of a shipped game; see [`Games::open_code`].
pub fn open_code(text: &str, wanted: Option<&str>) -> Result<Box<dyn Session>, Faults> {
    Games::SHIPPED.open_code(text, code::MOST_TEXT, wanted)
}

/// A shipped pack.
///
/// # Panics
/// If the pack is damaged; a test reads all of them.
pub fn read_shipped(shipped: &ShippedPack) -> Pack {
    Pack::read(&(shipped.text)())
        .unwrap_or_else(|faults| panic!("shipped pack {}: {faults}", shipped.name))
}

fn names(games: &[&dyn Game]) -> String {
    let names: Vec<&str> = games.iter().map(|game| game.id()).collect();
    names.join(", ")
}

/// A game with its types erased.
struct Shell<K>(PhantomData<K>);

impl<K: Kind> Game for Shell<K> {
    fn about(&self) -> &'static About {
        K::ABOUT
    }

    fn draft(&self, text: Option<&str>, edit: Option<&Edit>) -> Result<DraftReport, Faults> {
        let (mut file, meta) = match text {
            Some(text) => document::read_draft::<K>(text)?,
            None => (K::blank(), Map::new()),
        };
        let refused = edit.and_then(|edit| K::edit(&mut file, edit).err());
        let Sketch { scene, options } = K::sketch(&file);
        let document = document::write_draft::<K>(file, &meta);
        // Faults of a draft that was only looked at are located in the text as it was given.
        let given = text.filter(|_| edit.is_none()).map(str::to_owned);
        let faults = match document::read_level::<K>(&given.unwrap_or(document.to_string())) {
            Ok(_) => Vec::new(),
            Err(faults) => faults.list().to_vec(),
        };
        Ok(DraftReport {
            document,
            scene,
            options: options.into_iter().collect(),
            refused,
            faults,
        })
    }

    fn chart(&self) -> Vec<Plate> {
        K::chart()
    }

    fn on_paper(&self, scene: Scene) -> Scene {
        recolored(scene, K::ON_PAPER)
    }

    fn recognises(&self, keys: &[&str]) -> bool {
        K::recognises(keys)
    }

    fn open(&self, text: &str) -> Result<Box<dyn Session>, Faults> {
        Ok(Box::new(LevelSession::new(document::read_level::<K>(
            text,
        )?)))
    }

    fn open_outlined(&self, text: &str, outline: &Outline<'_>) -> Result<Box<dyn Session>, Faults> {
        let opened = document::envelope::read_outlined::<K>(text, outline)?;
        Ok(Box::new(LevelSession::new(opened)))
    }

    fn different(&self, request: &Request, budget: &Budget<'_>) -> Result<Option<u64>, NotMade> {
        K::different(request, budget)
    }

    fn generate(&self, request: &Request, budget: &Budget<'_>) -> Result<Record, NotMade> {
        let made = K::generate(request, budget)?;
        let grade = made
            .grade
            .or_else(|| K::grade(&made.level, &made.witness, made.optimal, budget));
        let meta = Map::from_iter([
            ("generator".to_owned(), made.generator.into()),
            ("seed".to_owned(), request.seed.into()),
        ]);
        Ok(Record {
            level: document::write_level::<K>(&made.level, &meta),
            solution: plain_json(K::write_solution(&made.level, made.witness.moves())),
            costs: costs_map(
                &made
                    .witness
                    .costs()
                    .in_order(K::ABOUT.order(request.metric)),
            ),
            optimal: made.optimal,
            grade: plain_json(grade),
            seed: Some(request.seed),
            generator: Some(made.generator.to_owned()),
            ..Record::default()
        })
    }

    #[cfg(feature = "numbers")]
    fn frame(&self, settings: &Settings) -> Frame {
        K::frame(settings)
    }

    #[cfg(feature = "numbers")]
    fn layers(&self) -> &'static [(&'static str, &'static str)] {
        K::LAYERS
    }

    #[cfg(feature = "schema")]
    fn schema(&self) -> Value {
        let mut schema = schemars::schema_for!(K::LevelFile).to_value();
        if let Some(object) = schema.as_object_mut() {
            object.insert("title".into(), format!("{} level", K::ABOUT.title).into());
            if K::ABOUT.unknown_keys_are_faults {
                object.insert("additionalProperties".into(), false.into());
            }
        }
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.insert("game".into(), serde_json::json!({ "const": K::ABOUT.id }));
            properties.insert(
                "meta".into(),
                serde_json::json!({ "type": "object", "description": "Title, author, notes: kept as they are." }),
            );
        }
        schema
    }

    #[cfg(feature = "schema")]
    fn solution_schema(&self) -> Value {
        schemars::schema_for!(K::SolutionFile).to_value()
    }
}

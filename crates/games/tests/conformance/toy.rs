//! A whole game in one file: the template for a new one, and the proof that the traits suffice.
//!
//! *Countdown*: a number; a move takes away 1, 2 or 3; reach exactly 0 in as few moves as possible.
//! A real game spreads this over the files of its folder: `level.rs` and `rules.rs` hold what
//! stands under "rules", `document.rs` what stands under "files", and so on.

use std::cell::Cell as Counter;

use gridwright_core::budget::Budget;
use gridwright_core::cost::Costs;
use gridwright_core::cost::Metric;
use gridwright_core::edit::{self, Edit, Frame, Tool};
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_core::generate::{Knob, Made, NotMade, Request, Settings, Tier};
use gridwright_core::gesture::{Gesture, Meant, Mode, Reach};
use gridwright_core::grade::Grade;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::{Explain, Puzzle, Steps};
use gridwright_core::referee::{self, Witness};
use gridwright_core::rng::Rng;
use gridwright_core::scene::{Color, Item, Scene, Shape};
use gridwright_core::solve::{
    Answer, Beat, Explanation, Findings, Hint, Optimality, Verdict, Wish,
};
use gridwright_core::teach::Lesson;
use gridwright_core::text::{Ink, Text};
use gridwright_games::about::{About, ShippedPack};
use gridwright_games::act;
use gridwright_games::kind::{
    Acts, Documents, Draws, Edits, Explains, Generates, Gestures, Grades, Hints, Kind, Likens,
    Prints, Rules, Sketch, Solves, Teaches,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

mod codes {
    gridwright_core::codes! {
        OUT_OF_RANGE = Fault "countdown.out-of-range": "The number is not from 0 to 99.";
        TOO_MUCH = Refusal "countdown.too-much": "A move takes 1 to 3 away and never goes below 0.";
        NOT_ZERO = Remark "countdown.not-zero": "The number is not 0 yet.";
    }
}

const MOVES: Metric = Metric::new("moves", "move");

thread_local! {
    /// How many moves this thread has applied, for tests that count them.
    pub(crate) static APPLIED: Counter<usize> = const { Counter::new(0) };
    /// How many positions this thread has evaluated.
    pub(crate) static EVALUATED: Counter<usize> = const { Counter::new(0) };
}

// ---- rules

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Level(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

impl Explain for TooMuch {
    fn explain(&self) -> Fault {
        Fault::new(codes::TOO_MUCH, "take 1, 2 or 3 away", Place::everywhere())
    }
}

impl Puzzle for Level {
    type Position = u32;
    type Move = u32;
    type Refusal = TooMuch;

    fn start(&self) -> u32 {
        self.0
    }

    fn check(&self, position: &u32, take: &u32) -> Result<(), TooMuch> {
        match take {
            1..=3 if take <= position => Ok(()),
            _ => Err(TooMuch),
        }
    }

    fn apply(&self, position: &mut u32, take: &u32) -> Result<(), TooMuch> {
        APPLIED.set(APPLIED.get() + 1);
        self.check(position, take)?;
        *position -= take;
        Ok(())
    }

    fn is_solved(&self, position: &u32) -> bool {
        *position == 0
    }

    fn shortfall(&self, position: &u32) -> Fault {
        let message = format!("{position} is left");
        Fault::new(codes::NOT_ZERO, message, Place::cells([Cell::new(0, 0)]))
    }

    fn costs(&self, moves: &[u32]) -> Costs {
        Costs::new([(MOVES, moves.len() as u64)])
    }
}

impl Steps for Level {
    type Begun = u32;
    type Step = u32;

    fn begin(&self, position: &u32) -> u32 {
        *position
    }

    fn steps(&self, begun: &u32) -> Vec<u32> {
        (1..=3.min(*begun)).collect()
    }

    fn step(&self, begun: &mut u32, step: &u32) -> Option<u32> {
        *begun -= step;
        Some(*step)
    }

    fn resting<'d>(&self, begun: &'d u32) -> Option<&'d u32> {
        Some(begun)
    }
}

// ---- files

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct LevelFile {
    #[schemars(range(max = 99))]
    number: u32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct SolutionFile {
    moves: Vec<u32>,
}

// ---- the game

pub(crate) struct Countdown;

impl Kind for Countdown {
    const ABOUT: &'static About = &About {
        id: "countdown",
        number: 255,
        title: "Countdown",
        summary: "Take 1, 2 or 3 away until nothing is left.",
        metrics: &[MOVES],
        orders: &[&["moves"]],
        listings: &[],
        codes: codes::ALL,
        generator: "countdown/1",
        knobs: &[Knob::integer("most", 1, 99, "20", "The largest number.")],
        tiers: &[Tier {
            name: "easy",
            help: "Up to 9.",
            settings: &[("most", "9")],
        }],
        packs: &[ShippedPack {
            name: "tiny",
            text: || {
                r#"{ "format": 1, "pack": "tiny", "title": "Tiny", "license": "CC0-1.0", "levels": [
            { "id": "1", "level": { "game": "countdown", "number": 7 },
              "solution": { "moves": [3, 3, 1] }, "costs": { "moves": 3 }, "optimal": true } ] }"#
                    .to_owned()
            },
        }],
        words: &["number"],
        tools: &[Tool {
            id: "more",
            label: "More",
            group: "Number",
            help: "Adds 1 to the number.",
        }],
        lessons: &[
            Lesson {
                text: "A tap takes 1 away.",
                level: r#"{ "number": 1 }"#,
                demo: r#"[{ "type": "tap", "at": [0, 0] }]"#,
                teaches: &[],
            },
            Lesson {
                text: "Tap until nothing is left.",
                level: r#"{ "number": 2 }"#,
                demo: r#"[{ "type": "tap", "at": [0, 0] }, { "type": "tap", "at": [0, 0] }]"#,
                teaches: &[],
            },
            Lesson {
                text: "Holding takes 3 away.",
                level: r#"{ "number": 3 }"#,
                demo: r#"[{ "type": "hold", "at": [0, 0] }]"#,
                teaches: &["hold"],
            },
        ],
        ..About::NOTHING
    };
}

impl Rules for Countdown {
    type Level = Level;
}

impl Likens for Countdown {
    fn likeness(level: &Level) -> String {
        format!("{level:?}")
    }
}

impl Documents for Countdown {
    type LevelFile = LevelFile;
    type SolutionFile = SolutionFile;

    fn recognises(keys: &[&str]) -> bool {
        keys.contains(&"number")
    }

    fn read_level(file: LevelFile) -> Result<Level, Faults> {
        let mut faults = Faults::new();
        if file.number > 99 {
            let message = format!("{} is above 99", file.number);
            faults.add(codes::OUT_OF_RANGE, message, Place::pointer("/number"));
        }
        faults.or(|| Level(file.number))
    }

    fn write_level(level: &Level) -> LevelFile {
        LevelFile { number: level.0 }
    }

    fn read_solution(_: &Level, file: SolutionFile) -> Result<Vec<u32>, Faults> {
        Ok(file.moves)
    }

    fn write_solution(_: &Level, moves: &[u32]) -> SolutionFile {
        SolutionFile {
            moves: moves.to_vec(),
        }
    }

    fn write_move(_: &Level, mv: &u32) -> Value {
        json!(mv)
    }
}

impl Solves for Countdown {
    type Certificate = ();

    fn solve(level: &Level, _: &Wish<'_>, budget: &Budget<'_>) -> Answer<u32> {
        let witness = referee::judge(level, greedy(level.0)).expect("taking 3 is always best");
        Answer {
            verdict: Verdict::Solved {
                witness,
                optimality: Optimality::Proved,
            },
            listing: None,
            stats: budget.meter().stats(),
        }
    }
}

impl Generates for Countdown {
    fn generate(request: &Request, _: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        let most = request.settings.integer("most");
        let number = Rng::new("countdown/1", request.seed).between(1, most);
        let level = Level(number as u32);
        let witness = referee::judge(&level, greedy(level.0)).expect("taking 3 is always best");
        Ok(Made {
            level,
            witness,
            optimal: true,
            grade: None,
            generator: "countdown/1",
        })
    }
}

impl Grades for Countdown {
    fn grade(level: &Level, _: &Witness<u32>, _: bool, _: &Budget<'_>) -> Option<Grade> {
        Some(Grade {
            score: level.0,
            tier: "easy".into(),
            why: vec![format!("{} is to be taken away", level.0)],
        })
    }

    fn inspect(level: &Level, _: bool, budget: &Budget<'_>) -> Findings {
        let answer = Self::solve(level, &Wish::default(), budget);
        let witness = answer.verdict.witness().expect("always solvable");
        Findings {
            solvable: Some(true),
            costs: Some(witness.costs().clone()),
            grade: Self::grade(level, witness, true, budget),
            ..Findings::default()
        }
    }
}

impl Hints for Countdown {
    fn evaluate(level: &Level, left: &u32, _: &Budget<'_>) -> Hint<u32> {
        EVALUATED.set(EVALUATED.get() + 1);
        let rest = greedy(*left);
        Hint {
            on_track: Some(true),
            next: rest.first().copied(),
            remaining: Some(level.costs(&rest)),
            why: format!("{left} is left; taking much is never wrong."),
            rest,
            ..Hint::default()
        }
    }
}

impl Explains for Countdown {
    fn explain(level: &Level, _: &Budget<'_>) -> Option<Explanation<u32>> {
        let beats = vec![Beat {
            text: "Take 3 away as long as possible, then the rest.".into(),
            moves: greedy(level.0),
            cells: Vec::new(),
        }];
        Some(Explanation::of(beats))
    }
}

impl Gestures for Countdown {
    fn gesture(level: &Level, position: &u32, gesture: &Gesture) -> Meant<u32, TooMuch> {
        let take = match gesture {
            Gesture::Tap { .. } => 1,
            Gesture::Key { key, .. } if key == "space" => 1,
            Gesture::Hold { .. } => 3,
            _ => return Meant::nothing(),
        };
        match level.check(position, &take) {
            Ok(()) => Meant::one(take),
            Err(refusal) => Meant::refused(refusal),
        }
    }

    fn gesture_of(_: &Level, _: &u32, take: &u32) -> Option<Gesture> {
        let at = Cell::new(0, 0);
        match take {
            1 => Some(Gesture::Tap { at }),
            3 => Some(Gesture::Hold { at }),
            _ => None,
        }
    }

    fn reach(level: &Level, position: &u32, at: Cell) -> Reach {
        match level.check(position, &1) {
            Ok(()) if at == Cell::new(0, 0) => Reach {
                mode: Mode::Press,
                ..Reach::default()
            },
            Ok(()) => Reach::default(),
            Err(refusal) => Reach::refused(refusal.explain()),
        }
    }
}

impl Draws for Countdown {
    fn scene(_: &Level, position: &u32, _: &[u32]) -> Scene {
        picture(*position)
    }
}

impl Prints for Countdown {
    fn text(_: &Level, position: &u32, _: &[u32]) -> Text {
        let mut text = Text::new();
        text.sign(0, 0, format!("{position:2}"), Ink::plain());
        text.spot(Cell::new(0, 0), (0, 0), (2, 1));
        text
    }
}

impl Edits for Countdown {
    fn blank() -> LevelFile {
        LevelFile { number: 0 }
    }

    fn edit(draft: &mut LevelFile, edit: &Edit) -> Result<(), Fault> {
        let one = Frame {
            width: 1,
            height: 1,
        };
        match edit {
            Edit::Use { tool, path } if tool == "more" => {
                one.along(path, false)?;
                draft.number = draft.number.saturating_add(1);
            }
            Edit::Use { tool, .. } => return Err(edit::unknown_tool(tool)),
            Edit::Erase { path } => {
                one.along(path, false)?;
                draft.number = 0;
            }
            Edit::Resize { .. } | Edit::Mirror | Edit::Turn => {
                return Err(edit::fixed("a number has no shape"));
            }
            Edit::Aim { .. } => return Err(edit::no_sandbox()),
            Edit::Set { option, value } => {
                edit::chosen(&[], option, value)?;
            }
        }
        Ok(())
    }

    fn sketch(draft: &LevelFile) -> Sketch {
        Sketch {
            scene: picture(draft.number),
            options: Vec::new(),
        }
    }
}

impl Teaches for Countdown {
    fn has(level: &Level, mechanic: &str) -> bool {
        mechanic == "hold" && level.start() >= 3
    }
}

fn picture(number: u32) -> Scene {
    let mut scene = Scene::new(1.0, 1.0, format!("{number} left"), Color::hex(0xFFFFFF));
    let words = Shape::Text {
        center: (0.5, 0.5),
        size: 0.5,
        text: number.to_string(),
    };
    scene.add(Item::new("number", "number", words).fill(Color::hex(0x23262B)));
    scene
}

fn greedy(number: u32) -> Vec<u32> {
    let mut moves = vec![3; number as usize / 3];
    moves.extend((!number.is_multiple_of(3)).then_some(number % 3));
    moves
}

// ---- play by numbers

impl Acts for Countdown {
    const LAYERS: &'static [(&'static str, &'static str)] = &[("number", "the number")];

    fn frame(_: &Settings) -> act::Frame {
        act::Frame {
            cols: 1,
            rows: 1,
            actions: 3,
        }
    }

    fn frame_of(_: &Level) -> act::Frame {
        act::Frame {
            cols: 1,
            rows: 1,
            actions: 3,
        }
    }

    fn number(_: &act::Frame, _: &Level, _: &u32, step: &u32) -> usize {
        *step as usize - 1
    }

    fn observe(_: &act::Frame, _: &Level, begun: &u32, layers: &mut [u8]) {
        layers[0] = *begun as u8;
    }

    fn steps_of(_: &Level, mv: &u32) -> Vec<u32> {
        vec![*mv]
    }
}

//! A book of levels to be printed: a title page, the rules in pictures, numbered levels, pieces to
//! cut out, and the solutions at the end.
//!
//! Every game is a chapter. What a level looks like on paper is the game's affair
//! ([`Worksheet`]); what goes where on a page is decided here, and drawn by
//! [`gridwright_core::pdf`].

mod layout;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Fault, Faults, Place};
use gridwright_core::gesture::Gesture;
use gridwright_core::paper::{Worksheet, grey};
use gridwright_core::pdf::{Document, Page};
use gridwright_core::scene::{Point, Scene};
use gridwright_core::solve::Wish;
use gridwright_core::teach::Lesson;
use gridwright_games::document::pack::Record;
use gridwright_games::registry::{Game, Session};

use super::curve::par;
use super::pack::score;
use crate::codes::TOO_LARGE;
use layout::Layout;

/// The most levels of a book.
pub const MOST_LEVELS: usize = 500;

/// The most columns or rows of a board that is printed.
const MOST_SIDE: usize = 65;

/// Sizes of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 x 297 mm.
    A4,
    /// 8.5 x 11 inches.
    Letter,
    /// 148 x 210 mm.
    A5,
}

impl Paper {
    /// Width and height in millimetres.
    pub fn size(self) -> Point {
        match self {
            Paper::A4 => (210.0, 297.0),
            Paper::Letter => (215.9, 279.4),
            Paper::A5 => (148.0, 210.0),
        }
    }
}

/// What a book is to be like.
#[derive(Clone, Debug)]
pub struct Design {
    /// What stands on its first page.
    pub title: String,
    /// The paper.
    pub paper: Paper,
    /// How many levels on a page; as many as can be worked on well if left out.
    pub per_page: Option<usize>,
    /// Whether solutions come at the end.
    pub solutions: bool,
    /// Whether marks alone tell colours apart.
    pub grey: bool,
}

/// A level of the book.
pub struct Chosen {
    /// What it is called where it comes from.
    pub name: String,
    /// The level.
    pub level: Box<dyn Session>,
    /// What is known of it.
    pub record: Option<Record>,
}

/// What became of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct BookReport {
    /// Its pages.
    pub pages: usize,
    /// Its levels.
    pub levels: usize,
    /// How many of these have no solution in it, though solutions were wanted.
    pub unsolved: usize,
}

/// Makes a book.
///
/// # Errors
/// If there are too many levels, none at all, or one that is too large for a page.
pub fn make(
    chosen: Vec<Chosen>,
    design: &Design,
    budget: &Budget<'_>,
) -> Result<(Document, BookReport), Faults> {
    refuse(&chosen)?;
    let mut chapters: Vec<Chapter> = Vec::new();
    for (index, chosen) in chosen.into_iter().enumerate() {
        let printed = printed(index + 1, chosen, design, budget);
        let game = printed.game;
        match chapters
            .iter_mut()
            .find(|chapter| chapter.game.id() == game.id())
        {
            Some(chapter) => chapter.levels.push(printed),
            None => chapters.push(Chapter {
                game,
                lessons: Vec::new(),
                levels: vec![printed],
            }),
        }
    }
    for chapter in &mut chapters {
        chapter.lessons = lessons(chapter, design.grey);
    }
    let mut layout = Layout::new(design);
    layout.title_page(&chapters);
    for chapter in &chapters {
        layout.rules(chapter);
        layout.levels(chapter);
        layout.pieces(chapter);
    }
    if design.solutions {
        layout.solutions(&chapters);
    }
    let pages: Vec<Page> = layout.finish();
    let all = || chapters.iter().flat_map(|chapter| &chapter.levels);
    let unsolved = all()
        .filter(|level| design.solutions && level.solved.is_none())
        .count();
    let report = BookReport {
        pages: pages.len(),
        levels: all().count(),
        unsolved,
    };
    let document = Document {
        title: design.title.clone(),
        size: design.paper.size(),
        pages,
    };
    Ok((document, report))
}

fn refuse(chosen: &[Chosen]) -> Result<(), Faults> {
    let fault = |message: String| Faults::from(Fault::new(TOO_LARGE, message, Place::everywhere()));
    if chosen.is_empty() || chosen.len() > MOST_LEVELS {
        return Err(fault(format!(
            "a book has 1 to {MOST_LEVELS} levels, not {}",
            chosen.len()
        )));
    }
    for Chosen { name, level, .. } in chosen {
        let (width, height) = level.size();
        if width.max(height) > MOST_SIDE {
            return Err(fault(format!(
                "{name} is too large for a page: {width} x {height}"
            )));
        }
    }
    Ok(())
}

/// The levels of one game.
struct Chapter {
    game: &'static dyn Game,
    lessons: Vec<Taught>,
    levels: Vec<Printed>,
}

/// A level as it is printed.
struct Printed {
    number: usize,
    game: &'static dyn Game,
    mechanics: Vec<&'static str>,
    /// Par and grade, in a few words.
    about: String,
    worksheet: Worksheet,
    solved: Option<Scene>,
}

/// A lesson as it is printed.
struct Taught {
    text: &'static str,
    before: Scene,
    after: Scene,
}

fn printed(number: usize, chosen: Chosen, design: &Design, budget: &Budget<'_>) -> Printed {
    let level = &*chosen.level;
    let toned = |scene: Scene| if design.grey { grey(scene) } else { scene };
    let mut record = chosen.record.unwrap_or_default();
    // A solution that a record claims is replayed before it is printed.
    let works = |solution: &str| level.verify(solution).is_ok_and(|verified| verified.ok);
    let known = Some(record.solution.to_string()).filter(|solution| works(solution));
    let solution = known.or_else(|| {
        let report = design
            .solutions
            .then(|| level.solve(&Wish::default(), budget))?;
        let costs = report.costs.iter().flat_map(|costs| costs.iter());
        record.costs = costs
            .map(|(metric, value)| (metric.to_owned(), value.into()))
            .collect();
        record.optimal = report.optimal;
        report.solution.map(|solution| solution.to_string())
    });
    let worksheet = level.worksheet();
    let mut about = Vec::new();
    if !record.costs.is_empty() {
        about.push(format!("par {}", par(Some(level.game()), &record)));
    }
    if let (Some(score), Some(tier)) = (score(&record), record.grade["tier"].as_str()) {
        about.push(format!("grade {score}, {tier}"));
    }
    Printed {
        number,
        game: level.game(),
        mechanics: level.mechanics(),
        about: about.join(" \u{2022} "),
        solved: solution
            .filter(|_| design.solutions)
            .and_then(|solution| level.solved(&solution).ok())
            .map(toned),
        worksheet: Worksheet {
            text: worksheet.text,
            board: toned(worksheet.board),
            beside: worksheet.beside.into_iter().map(toned).collect(),
            pieces: worksheet.pieces.into_iter().map(toned).collect(),
        },
    }
}

/// The lessons that a chapter needs: those for everybody, and those about what its levels have.
fn lessons(chapter: &Chapter, grey: bool) -> Vec<Taught> {
    let game = chapter.game;
    let has = |mechanic: &&str| {
        chapter
            .levels
            .iter()
            .any(|level| level.mechanics.contains(mechanic))
    };
    let met = |lesson: &&Lesson| lesson.teaches.is_empty() || lesson.teaches.iter().any(has);
    let all = game.lessons().iter().chain(game.about().mechanics);
    all.filter(met)
        .filter_map(|lesson| taught(game, lesson, grey))
        .collect()
}

fn taught(game: &dyn Game, lesson: &Lesson, tones: bool) -> Option<Taught> {
    let mut play = game.open(lesson.level).ok()?.at(None).ok()?;
    let toned = |scene: Scene| {
        let scene = game.on_paper(scene);
        if tones { grey(scene) } else { scene }
    };
    let before = toned(play.scene());
    let gestures: Vec<Gesture> = serde_json::from_str(lesson.demo).ok()?;
    for gesture in &gestures {
        play.make(gesture);
    }
    let after = toned(play.scene());
    Some(Taught {
        text: lesson.text,
        before,
        after,
    })
}

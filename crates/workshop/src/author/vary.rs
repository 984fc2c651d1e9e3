//! Variations of a level: small edits of it that can still be solved, ranked by how hard they are.
//!
//! A variation is made with the tools of the game's own editor, so whatever a person could draw can
//! be found here, in every game. Each is solved with proof before it is shown; what can be solved in
//! several ways where the level could not is left out, and so is what another one already is but for
//! a turn or a mirror.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Mutex;

use serde::Serialize;
use serde_json::Value;

use gridwright_core::budget::{Budget, Limit, Update};
use gridwright_core::edit::Edit;
use gridwright_core::fault::Faults;
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::rng::Rng;
use gridwright_core::scene::{Item, Point, Shape};
use gridwright_games::document::pack::Record;
use gridwright_games::registry::{Game, Session};

use super::curve::par;
use super::pack::{graded, score};

/// The most variations that are shown.
pub const MOST: usize = 100;

/// So many drafts are tried for a variation that is wanted.
const TRIES: usize = 400;

/// So many variations are found for one that is shown, so that there is a choice.
const CHOICE: usize = 3;

/// The most edits of one variation.
const MOST_EDITS: u64 = 3;

/// A draft that takes more nodes than this is no small variation of anything.
const NODES: u64 = 300_000;

/// What variations are wanted.
#[derive(Clone, Debug)]
pub struct Wishes {
    /// Cells that stay as they are.
    pub keep: BTreeSet<Cell>,
    /// How hard they are to be.
    pub aim: Aim,
    /// How many.
    pub count: usize,
    /// Decides everything left to chance.
    pub seed: u64,
}

/// How hard variations are to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Aim {
    /// As it comes, the hardest first.
    Any,
    /// Harder than the level, the hardest first.
    Harder,
    /// Easier than the level, the easiest first.
    Easier,
    /// With a grade in this range, the easiest first.
    Grade(RangeInclusive<u64>),
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct VaryReport {
    /// The level that was varied, with par and grade.
    pub base: Known,
    /// The variations, the best first.
    pub levels: Vec<Variation>,
    /// How many drafts were looked at.
    pub tried: usize,
    /// Which limit ended the search before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
}

/// What is known of the level itself.
#[derive(Clone, Debug, Serialize)]
pub struct Known {
    /// What its best solution costs.
    pub costs: serde_json::Map<String, Value>,
    /// How hard it is.
    pub grade: Value,
    /// Whether it has one solution, in the sense of the game.
    pub unique: Option<bool>,
}

/// A level that is nearly another.
#[derive(Clone, Debug, Serialize)]
pub struct Variation {
    /// The level with its solution, its par and its grade.
    #[serde(flatten)]
    pub record: Record,
    /// Whether it has one solution, in the sense of the game.
    pub unique: Option<bool>,
    /// What was edited.
    pub edits: Vec<Edit>,
    /// What was edited and what that changed, in words.
    pub text: String,
}

/// Finds variations of a level. What is found depends on the wishes alone, unless a limit cuts the
/// search short.
///
/// # Errors
/// If the level itself cannot be solved and graded within the budget.
pub fn vary(
    level: &dyn Session,
    wishes: &Wishes,
    budget: &Budget<'_>,
) -> Result<VaryReport, Faults> {
    let game = level.game();
    let base = known(level, budget).ok_or_else(|| {
        let message =
            "the level could not be solved with proof, so nothing can be compared with it";
        Faults::from(crate::choices::not_offered(message))
    })?;
    let count = wishes.count.min(MOST);
    let mut rng = Rng::new("vary", wishes.seed);
    let mut seen = BTreeSet::from([level.canonical()]);
    let mut found: Vec<Variation> = Vec::new();
    let (mut tried, mut limit) = (0, None);
    while found.len() < count * CHOICE && tried < count * TRIES {
        limit = budget.expired();
        if limit.is_some() {
            break;
        }
        let mut drafts = Vec::new();
        for _ in 0..8 * budget.workers().size().clamp(1, 8) {
            // A draft of the largest boards takes some time to be read and written.
            if budget.expired().is_some() {
                break;
            }
            tried += 1;
            let made = draft(level, &wishes.keep, &mut rng);
            drafts.extend(made.filter(|(other, _)| seen.insert(other.canonical())));
        }
        let answers: Vec<Mutex<Option<Solved>>> = drafts.iter().map(|_| Mutex::new(None)).collect();
        budget.workers().share(drafts.len(), &|index| {
            let (other, _) = &drafts[index];
            if let Ok(mut answer) = answers[index].lock() {
                *answer = solved(&**other, &budget.clone().with_nodes(NODES));
            }
        });
        for ((_, edits), answer) in drafts.into_iter().zip(answers) {
            let Some((record, unique)) = answer.into_inner().ok().flatten() else {
                continue;
            };
            if fits(&record, unique, &base, &wishes.aim) {
                let text = words(game, &edits, &base, &record, unique);
                found.push(Variation {
                    record,
                    unique,
                    edits,
                    text,
                });
            }
        }
        budget.report(&Update {
            made: found.len() as u64,
            ..Update::default()
        });
    }
    let rank = |variation: &Variation| score(&variation.record).unwrap_or(0);
    match wishes.aim {
        Aim::Any | Aim::Harder => found.sort_by_key(|variation| std::cmp::Reverse(rank(variation))),
        Aim::Easier | Aim::Grade(_) => found.sort_by_key(rank),
    }
    found.truncate(count);
    Ok(VaryReport {
        base,
        levels: found,
        tried,
        limit,
    })
}

fn known(level: &dyn Session, budget: &Budget<'_>) -> Option<Known> {
    let (record, unique) = solved(level, budget)?;
    let (costs, grade) = (record.costs, record.grade);
    Some(Known {
        costs,
        grade,
        unique,
    })
}

/// A level with par and grade, and whether it has one solution.
type Solved = (Record, Option<bool>);

/// The level with par and grade, if it is solved with proof.
fn solved(level: &dyn Session, budget: &Budget<'_>) -> Option<Solved> {
    let record = graded(level, budget)?;
    let proved = record.optimal || level.game().metrics().is_empty();
    let unique = level.inspect(true, budget).findings.unique;
    (proved && score(&record).is_some()).then_some((record, unique))
}

fn fits(record: &Record, unique: Option<bool>, base: &Known, aim: &Aim) -> bool {
    let (Some(score), Some(before)) = (score(record), base.grade["score"].as_u64()) else {
        return false;
    };
    let as_unique = base.unique != Some(true) || unique == Some(true);
    as_unique
        && match aim {
            Aim::Any => true,
            Aim::Harder => score > before,
            Aim::Easier => score < before,
            Aim::Grade(range) => range.contains(&score),
        }
}

/// A draft of the level with one to three edits, if it is a level.
fn draft(
    level: &dyn Session,
    keep: &BTreeSet<Cell>,
    rng: &mut Rng,
) -> Option<(Box<dyn Session>, Vec<Edit>)> {
    let game = level.game();
    let (width, height) = level.size();
    let mut document = level.document();
    if let Some(object) = document.as_object_mut() {
        // It is no longer what a seed made.
        object.shift_remove("meta");
    }
    let mut edits = Vec::new();
    for _ in 0..1 + rng.below(MOST_EDITS) {
        let edit = edit(game, (width, height), rng)?;
        let report = game.draft(Some(&document.to_string()), Some(&edit)).ok()?;
        if report.refused.is_none() {
            document = report.document;
            edits.push(edit);
        }
    }
    let opened = game.open(&document.to_string()).ok()?;
    let keeps = keep.is_empty() || standing(level, keep)? == standing(&*opened, keep)?;
    (keeps && !edits.is_empty()).then_some((opened, edits))
}

/// What is to be seen on some cells, whatever it is called.
fn standing(level: &dyn Session, cells: &BTreeSet<Cell>) -> Option<Vec<String>> {
    let scene = level.at(None).ok()?.scene();
    let on = |&(x, y): &Point| cells.contains(&Cell::new(x.floor() as i32, y.floor() as i32));
    let touches = |item: &&Item| match &item.shape {
        Shape::Cells { cells: own, .. } => own.iter().any(|cell| cells.contains(cell)),
        Shape::Polyline { points, .. } => points.iter().any(on),
        _ => item.cell.is_some_and(|cell| cells.contains(&cell)),
    };
    let items = scene.items.iter().filter(touches);
    let mut seen: Vec<String> = items
        .map(|item| format!("{} {:?} {:?}", item.role, item.shape, item.style))
        .collect();
    seen.sort();
    Some(seen)
}

/// Something a hand might do in the editor.
fn edit(game: &dyn Game, (width, height): (usize, usize), rng: &mut Rng) -> Option<Edit> {
    let mut at = Cell::new(
        rng.index(width.max(1)) as i32,
        rng.index(height.max(1)) as i32,
    );
    let mut path = vec![at];
    for _ in 0..rng.below(3) {
        let dir = *rng.pick(&Dir::ALL)?;
        at = at.step(dir);
        path.push(at);
    }
    if rng.chance(1, 4) {
        path.truncate(1);
        return Some(Edit::Erase { path });
    }
    let tool = rng.pick(game.tools())?.id.to_owned();
    Some(Edit::Use { tool, path })
}

/// What was edited, and what became of grade, par and solutions.
fn words(
    game: &dyn Game,
    edits: &[Edit],
    base: &Known,
    record: &Record,
    unique: Option<bool>,
) -> String {
    let place = |path: &[Cell]| {
        let cells: Vec<String> = path.iter().map(Cell::to_string).collect();
        cells.join(" ")
    };
    let told = |edit: &Edit| match edit {
        Edit::Use { tool, path } => {
            let label = game.tools().iter().find(|known| known.id == tool);
            format!(
                "{} at {}",
                label.map_or(&tool[..], |tool| tool.label),
                place(path)
            )
        }
        Edit::Erase { path } => format!("erased {}", place(path)),
        other => format!("{other:?}"),
    };
    let edited: Vec<String> = edits.iter().map(told).collect();
    let before = Record {
        costs: base.costs.clone(),
        optimal: true,
        ..Record::default()
    };
    let of = |grade: &Value| {
        format!(
            "{} ({})",
            grade["score"],
            grade["tier"].as_str().unwrap_or("-")
        )
    };
    let mut changes = vec![format!(
        "grade {} -> {}",
        of(&base.grade),
        of(&record.grade)
    )];
    if !record.costs.is_empty() {
        changes.push(format!(
            "par {} -> {}",
            par(Some(game), &before),
            par(Some(game), record)
        ));
    }
    match (base.unique, unique) {
        (Some(false), Some(true)) => changes.push("one solution now".to_owned()),
        (Some(true), Some(true)) => changes.push("still one solution".to_owned()),
        _ => {}
    }
    format!("{}: {}", edited.join(", then "), changes.join("; "))
}

//! Levels in which everything matters.
//!
//! Most blockers and locks of a scramble change nothing: the best solution goes past them. So they
//! are all taken out of it, and put back one by one where the best solution of the moment passes, or
//! where a shape of it would have to wait; they stay if the proved minimum rises. What a later one
//! made idle is taken out in the end, and a level whose cats on blockers go home by the way, or whose
//! locks find no place, is not taken at all.

use std::cell::OnceCell;

use gridwright_core::budget::Budget;
use gridwright_core::generate::NotMade;
use gridwright_core::grade::Grade;
use gridwright_core::grid::Cell;
use gridwright_core::puzzle::Puzzle;
use gridwright_core::rng::Rng;

use crate::tilepuzzle::grade::{self, Part};
use crate::tilepuzzle::level::Level;
use crate::tilepuzzle::rules::Move;
use crate::tilepuzzle::solve::{self, Finish};

use super::scramble::Recipe;

/// Nodes spent on one of the many levels that are looked at; those that take more are passed over.
const NODES: u64 = 20_000;

/// Places that are tried for a blocker.
const PLACES: usize = 3;

/// Locks that are tried in the place of one.
const LOCKS: usize = 12;

/// Rounds in which blockers are put back in all places.
const ROUNDS: usize = 2;

/// How far a blocker may carry the score beyond the aim.
const OVER: u32 = 2;

/// A level with a proved shortest solution.
pub(super) struct Solved {
    pub(super) level: Level,
    pub(super) moves: Vec<Move>,
    /// Known once it was asked for.
    grade: OnceCell<Grade>,
}

impl Solved {
    /// The level with its fewest steps, if they are found within the nodes. It is known that it takes
    /// no fewer than `least`.
    fn new(level: Level, least: usize, budget: &Budget<'_>) -> Result<Option<Solved>, NotMade> {
        let bounded = budget.clone().with_nodes(NODES);
        let finish = solve::fewest_steps_from(&level, least as u32, &mut bounded.meter());
        if let Some(limit) = budget.expired() {
            return Err(limit.into());
        }
        Ok(match finish {
            Finish::Found { moves, open: None } => Some(Solved {
                level,
                moves,
                grade: OnceCell::new(),
            }),
            _ => None,
        })
    }

    /// Whether the level takes as long without a part.
    fn can_spare(&self, part: Part, budget: &Budget<'_>) -> Result<Option<Solved>, NotMade> {
        let without = Solved::new(part.taken_from(&self.level), 0, budget)?;
        Ok(without.filter(|without| without.moves.len() == self.moves.len()))
    }

    /// How hard it is.
    pub(super) fn grade(&self, budget: &Budget<'_>) -> Result<&Grade, NotMade> {
        if let Some(known) = self.grade.get() {
            return Ok(known);
        }
        let grade = grade::of_moves(&self.level, &self.moves, budget)?;
        Ok(self.grade.get_or_init(|| grade))
    }

    fn score(&self, budget: &Budget<'_>) -> Result<u32, NotMade> {
        Ok(self.grade(budget)?.score)
    }
}

/// A scrambled level with no more in it than matters: blockers until its score reaches the aim, as
/// many at most as the scramble has, and all its locks and cats on blockers. `None` where these do
/// not matter.
pub(super) fn made_to_matter(
    scrambled: &Level,
    recipe: &Recipe,
    aim: u32,
    rng: &mut Rng,
    budget: &Budget<'_>,
) -> Result<Option<Solved>, NotMade> {
    let (bare, places) = bare(scrambled);
    let Some(mut solved) = Solved::new(bare, 0, budget)? else {
        return Ok(None);
    };
    // Locks find a place less often than blockers, so most levels that are passed over end here.
    for _ in 0..recipe.locks {
        let Some(locked) = locked(&solved, recipe.threshold, rng, budget)? else {
            return Ok(None);
        };
        solved = locked;
    }
    let mut score = solved.score(budget)?;
    // A level that has its locks is worth several rounds: most others were passed over for it.
    let mut left = places.len();
    for &place in places.iter().cycle().take(ROUNDS * places.len()) {
        if score >= aim || left == 0 {
            break;
        }
        if let Some(blocked) = blocked(&solved, place, rng, budget)? {
            let reached = blocked.score(budget)?;
            if reached <= aim + OVER {
                (solved, score, left) = (blocked, reached, left - 1);
            }
        }
    }
    let solved = without_idle(solved, budget)?;
    let locks = Part::all(&solved.level);
    let locks = locks.iter().filter(|part| matches!(part, Part::Lock(_)));
    if locks.count() < recipe.locks {
        return Ok(None);
    }
    for part in Part::all(&solved.level) {
        if matches!(part, Part::Cat(_)) && solved.can_spare(part, budget)?.is_some() {
            return Ok(None);
        }
    }
    Ok(Some(solved))
}

/// The level without the blockers and locks that leave its minimum as it is. Both only ever make
/// a level harder, so what matters now still does when something else is gone.
pub(super) fn without_idle(mut solved: Solved, budget: &Budget<'_>) -> Result<Solved, NotMade> {
    let mut kept = 0;
    loop {
        let parts = Part::all(&solved.level);
        let mut parts = parts
            .iter()
            .filter(|part| matches!(part, Part::Lock(_) | Part::Blocker(_)));
        let Some(&part) = parts.nth(kept) else {
            return Ok(solved);
        };
        match solved.can_spare(part, budget)? {
            Some(without) => solved = without,
            None => kept += 1,
        }
    }
}

/// The level without locks and without blockers under no cat, and where these blockers were.
fn bare(level: &Level) -> (Level, Vec<Cell>) {
    let mut parts = level.parts();
    for shape in &mut parts.shapes {
        shape.unlock = 0;
    }
    let carries = |at: Cell| level.cats().iter().any(|cat| cat.at == at);
    let places: Vec<Cell> = parts.blockers.iter().map(|(at, _)| *at).collect();
    parts.blockers.retain(|(at, _)| carries(*at));
    let bare = Level::new(parts).expect("a level stays valid when something is taken away");
    let gone = places.into_iter().filter(|&at| !carries(at)).collect();
    (bare, gone)
}

/// The level with one more blocker that makes it longer: in its place, or where shapes come by.
fn blocked(
    solved: &Solved,
    place: Cell,
    rng: &mut Rng,
    budget: &Budget<'_>,
) -> Result<Option<Solved>, NotMade> {
    // A blocker that the best solution does not meet leaves it as it is.
    let mut tried = crossed(solved);
    rng.shuffle(&mut tried);
    if let Some(own) = tried.iter().position(|&at| at == place) {
        tried.swap(0, own);
    }
    for &at in tried.iter().take(PLACES) {
        let mut parts = solved.level.parts();
        parts.blockers.push((at, vec![Cell::new(0, 0)]));
        let level = Level::new(parts).expect("nothing lies on the cell");
        let longer = Solved::new(level, solved.moves.len(), budget)?;
        if let Some(longer) = longer.filter(|longer| longer.moves.len() > solved.moves.len()) {
            return Ok(Some(longer));
        }
    }
    Ok(None)
}

/// Cells that shapes come to in the solution and that hold nothing at the start.
fn crossed(solved: &Solved) -> Vec<Cell> {
    let level = &solved.level;
    let mut position = level.start();
    let taken = |cell: &Cell| {
        let lies_there = level.shape_at(&level.start(), *cell).is_some();
        lies_there || level.cats().iter().any(|cat| cat.at == *cell)
    };
    let mut crossed: Vec<Cell> = Vec::new();
    for mv in &solved.moves {
        level
            .apply(&mut position, mv)
            .expect("a solution's moves are legal");
        crossed.extend(level.cells_of(&position, mv.shape));
    }
    crossed.sort();
    crossed.dedup();
    crossed.retain(|cell| !taken(cell));
    crossed
}

/// The level with one more lock that makes it longer; it waits for as few cats as it can, but for
/// no fewer than the threshold.
fn locked(
    solved: &Solved,
    threshold: usize,
    rng: &mut Rng,
    budget: &Budget<'_>,
) -> Result<Option<Solved>, NotMade> {
    let cats = solved.level.cats().len() as u64;
    let mut shapes: Vec<usize> = (0..solved.level.shapes().len())
        .filter(|&i| solved.level.shapes()[i].unlock == 0)
        .collect();
    rng.shuffle(&mut shapes);
    let mut tries = 0;
    for shape in shapes {
        let mut moves = solved.moves.clone();
        // A lock that a best solution opens in time changes nothing; it has to wait for more.
        while let Some(home) = home_before(&solved.level, &moves, shape) {
            let unlock = (home + 1).max(threshold as u64);
            if unlock >= cats || tries == LOCKS {
                break;
            }
            tries += 1;
            let mut parts = solved.level.parts();
            parts.shapes[shape].unlock = unlock as i64;
            let level = Level::new(parts).expect("a lock is always valid");
            match Solved::new(level, solved.moves.len(), budget)? {
                Some(longer) if longer.moves.len() > solved.moves.len() => {
                    return Ok(Some(longer));
                }
                Some(same) => moves = same.moves,
                None => break,
            }
        }
    }
    Ok(None)
}

/// How many cats are home before a shape moves for the first time, if it does.
fn home_before(level: &Level, moves: &[Move], shape: usize) -> Option<u64> {
    let mut position = level.start();
    for mv in moves {
        if mv.shape == shape {
            return Some(position.count_home() as u64);
        }
        level.apply(&mut position, mv).ok()?;
    }
    None
}

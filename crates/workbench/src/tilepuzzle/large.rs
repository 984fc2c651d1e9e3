//! Boards as large as there may be, with shapes, cats and blockers laid at random: whether time limits
//! hold on them, and how soon there is some solution or the proof that there is none.

use std::time::Duration;

use serde_json::{Value, json};

use gridwright_core::budget::Budget;
use gridwright_core::grid::Cell;
use gridwright_core::rng::Rng;
use gridwright_core::solve::Wish;
use gridwright_games::document::read_level;
use gridwright_games::kind::Kind;
use gridwright_games::tilepuzzle::level::{Color, KINDS};
use gridwright_games::tilepuzzle::solve::Metric;
use gridwright_games::tilepuzzle::{TilePuzzle, solve};

use super::MEMORY;
use crate::measure::{Measure, ProcessorClock};

/// The time for a first solution.
const PATIENCE: Duration = Duration::from_secs(2);

/// The first board that is measured, unless `--seed` names another.
const FIRST: u64 = 1000;

/// How much is laid on a square floor.
#[derive(Clone, Copy)]
struct Mix {
    side: i32,
    shapes: usize,
    cats: usize,
    blockers: usize,
    /// So many of the kinds of shapes, the smallest first.
    kinds: usize,
    /// One shape in so many is locked; 0 for none.
    locked: usize,
}

impl Mix {
    const fn new(side: i32, [shapes, cats, blockers]: [usize; 3], kinds: usize) -> Mix {
        Mix {
            side,
            shapes,
            cats,
            blockers,
            kinds,
            locked: 0,
        }
    }

    fn name(&self) -> String {
        let Mix {
            side,
            shapes,
            cats,
            blockers,
            ..
        } = self;
        format!("{side}x{side}, {shapes} shapes, {cats} cats, {blockers} blockers")
    }
}

/// Levels on which everything is asked at a limit that is too short.
pub(super) fn crowds() -> Vec<(String, String)> {
    const CROWDS: [Mix; 5] = [
        Mix::new(32, [450, 450, 0], 1),
        Mix::new(32, [200, 200, 100], 1),
        Mix::new(32, [60, 100, 60], 1),
        Mix::new(32, [10, 300, 0], 1),
        Mix::new(16, [40, 40, 32], 1),
    ];
    let text = |mix: &Mix| (mix.name(), board(mix, mix.shapes as u64).to_string());
    CROWDS.iter().map(text).collect()
}

/// Looks for a first solution of so many boards, and prints how many are solved, refuted and neither.
pub(super) fn first_solutions(measure: &Measure, boards: u64) -> anyhow::Result<()> {
    const MIXES: [Mix; 10] = [
        Mix::new(32, [450, 400, 0], 1),
        Mix::new(32, [200, 200, 100], 1),
        Mix::new(32, [150, 100, 50], 8),
        Mix::new(32, [60, 60, 100], 2),
        Mix::new(32, [30, 100, 60], 8),
        Mix::new(32, [250, 20, 0], 3),
        Mix::new(32, [220, 100, 0], 8),
        Mix::new(32, [800, 60, 0], 1),
        Mix::new(24, [90, 60, 20], 8),
        Mix {
            locked: 10,
            ..Mix::new(32, [100, 100, 60], 3)
        },
    ];
    let first = measure.seed().unwrap_or(FIRST);
    for metric in [Metric::Steps, Metric::Drags] {
        let wish = Wish {
            metric: Some(metric.order()[0]),
            ..Wish::default()
        };
        let (mut solved, mut refuted) = (0, 0);
        for seed in first..first + boards {
            let mix = &MIXES[(seed % MIXES.len() as u64) as usize];
            let level = read_level::<TilePuzzle>(&board(mix, seed).to_string())?.level;
            let budget = Budget::unlimited()
                .with_clock(&ProcessorClock)
                .within(PATIENCE)
                .with_memory(MEMORY);
            match solve::solve(&level, &wish, &budget).verdict.solvable() {
                Some(true) => solved += 1,
                Some(false) => refuted += 1,
                None => println!("      neither: board {seed}, {}", mix.name()),
            }
        }
        println!(
            "    {}, boards {first} to {}: {solved} solved, {refuted} refuted, {} neither, within \
             {PATIENCE:?} of the processor's time each",
            metric.order()[0],
            first + boards - 1,
            boards - solved - refuted,
        );
    }
    Ok(())
}

/// A floor on which everything finds its place at random. What does not fit is left out.
fn board(mix: &Mix, seed: u64) -> Value {
    let mut rng = Rng::new("crowd", seed);
    let inside = 1..mix.side - 1;
    let cells = inside
        .clone()
        .flat_map(|y| inside.clone().map(move |x| Cell::new(x, y)));
    let mut free: Vec<Cell> = cells.collect();
    rng.shuffle(&mut free);
    let color = |i: usize| Color::ALL[i % Color::ALL.len()].name();
    let place = |cell: Cell| [cell.x, cell.y];
    let single = |free: &mut Vec<Cell>| free.pop().map(place);
    let blockers: Vec<_> = (0..mix.blockers).map_while(|_| single(&mut free)).collect();
    let mut shapes = Vec::new();
    for i in 0..mix.shapes {
        let kind = &KINDS[rng.index(mix.kinds)];
        let under = |at: Cell| kind.cells.iter().map(move |&(x, y)| at.offset(x, y));
        let fits = |at: &&Cell| under(**at).all(|cell| free.contains(&cell));
        let Some(at) = free.iter().rev().find(fits).copied() else {
            continue;
        };
        free.retain(|cell| under(at).all(|taken| taken != *cell));
        let is_locked = mix.locked > 0 && rng.index(mix.locked) == 0;
        let unlock = if is_locked {
            1 + rng.index(mix.cats / 4)
        } else {
            0
        };
        shapes.push(
            json!({ "kind": kind.name, "at": place(at), "color": color(i), "unlock": unlock }),
        );
    }
    let cats = (0..mix.cats).map_while(|_| single(&mut free));
    let cats: Vec<Value> = (cats.enumerate())
        .map(|(i, at)| json!({ "at": at, "color": color(i) }))
        .collect();
    let border = "#".repeat(mix.side as usize);
    let row = format!("#{}#", ".".repeat(mix.side as usize - 2));
    let mut floor = vec![row; mix.side as usize];
    floor[0].clone_from(&border);
    floor[mix.side as usize - 1] = border;
    json!({
        "game": TilePuzzle::ABOUT.id,
        "floor": floor,
        "blockers": blockers,
        "shapes": shapes,
        "cats": cats,
    })
}

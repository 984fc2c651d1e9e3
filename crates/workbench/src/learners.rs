//! `learners`: how many steps a second play by numbers takes, masks and observations included, over
//! many levels that step together, without Python around it. Choosing the actions is the learner's
//! work and is not counted.

use std::time::Duration;

use anyhow::{Context, bail};
use gridwright_core::budget::Budget;
use gridwright_core::generate::{Request, Settings};
use gridwright_core::rng::Rng;
use gridwright_games::act::{Acted, Frame, Table};
use gridwright_games::registry::{Game, Session};

use crate::measure::processor_time;

/// Tables that step together, and the levels they are at.
const TABLES: usize = 512;
const LEVELS: u64 = 16;
/// A level is begun anew after so many steps.
const MOST_STEPS: usize = 200;
/// How long tables step before that counts, and how long it then does: the rules of some games take a
/// thousand times as long as their packed tables, so a number of steps would suit none.
const WARM_UP: Duration = Duration::from_millis(200);
const COUNTED: Duration = Duration::from_secs(1);

/// Measures games on levels of their first tier and prints what came out.
pub(crate) fn run(games: impl IntoIterator<Item = &'static dyn Game>) -> anyhow::Result<()> {
    println!("steps a second of the processor, {TABLES} tables that take legal actions at random:");
    for game in games {
        let mut rates = Vec::new();
        for plain in [false, true] {
            rates.push(rate(game, plain)?);
        }
        println!(
            "  {:<12} {:>12.0}    by the rules {:>12.0}",
            game.id(),
            rates[0],
            rates[1]
        );
    }
    Ok(())
}

/// Steps a second, by the fast tables or by the rules.
fn rate(game: &'static dyn Game, plain: bool) -> anyhow::Result<f64> {
    let (sessions, frame) = levels(game)?;
    let table = |index: usize| -> anyhow::Result<Box<dyn Table>> {
        let session = &sessions[index % sessions.len()];
        let table = match plain {
            true => session.plain_table(&frame),
            false => session.table(&frame),
        };
        table.context("levels of a tier fit its frame")
    };
    let mut tables: Vec<_> = (0..TABLES).map(table).collect::<Result<_, _>>()?;
    let cells = game.layers().len() * frame.cells();
    let mut masks = vec![0; TABLES * frame.actions];
    let mut seen = vec![0; TABLES * cells];
    let look = |table: &dyn Table, mask: &mut [u8], seen: &mut [u8]| {
        table.legal(mask);
        table.observe(seen);
    };
    let arrays = masks.chunks_mut(frame.actions).zip(seen.chunks_mut(cells));
    for (table, (mask, seen)) in tables.iter().zip(arrays) {
        look(&**table, mask, seen);
    }
    let mut rng = Rng::new("learners", 1);
    let mut actions = vec![0; TABLES];
    let (mut warm_up, mut counted) = (Duration::ZERO, Duration::ZERO);
    let (mut step, mut steps) = (0usize, 0);
    while counted < COUNTED {
        for (action, mask) in actions.iter_mut().zip(masks.chunks(frame.actions)) {
            *action = some_legal(&mut rng, mask);
        }
        step += 1;
        let begun = processor_time();
        let arrays = masks.chunks_mut(frame.actions).zip(seen.chunks_mut(cells));
        for ((table, action), (mask, seen)) in tables.iter_mut().zip(&actions).zip(arrays) {
            let acted = table.act(*action);
            if matches!(acted, Acted::Solved | Acted::Stuck) || step.is_multiple_of(MOST_STEPS) {
                table.reset();
            }
            look(&**table, mask, seen);
        }
        let took = processor_time() - begun;
        if warm_up < WARM_UP {
            warm_up += took;
        } else {
            counted += took;
            steps += TABLES;
        }
    }
    Ok(steps as f64 / counted.as_secs_f64())
}

/// Some levels of the first tier, and the frame they are played in.
fn levels(game: &'static dyn Game) -> anyhow::Result<(Vec<Box<dyn Session>>, Frame)> {
    let tier = game.tiers().first().context("a game has a tier")?;
    let settings = || Settings::resolve(game.knobs(), Some(tier), &[]);
    let mut sessions = Vec::new();
    for seed in 1..=LEVELS {
        let request = Request {
            settings: settings()?,
            tier: Some(tier.name),
            min_moves: None,
            metric: None,
            seed,
        };
        match game.generate(&request, &Budget::unlimited()) {
            Ok(record) => sessions.push(game.open(&record.level.to_string())?),
            Err(refusal) => bail!("{} seed {seed}: {}", game.id(), refusal.explain()),
        }
    }
    Ok((sessions, game.frame(&settings()?)))
}

/// The first legal action from a random place on.
fn some_legal(rng: &mut Rng, mask: &[u8]) -> usize {
    let begin = rng.index(mask.len());
    let (before, after) = mask.split_at(begin);
    let from_there = after.iter().position(|&legal| legal == 1);
    from_there
        .map(|found| begin + found)
        .or_else(|| before.iter().position(|&legal| legal == 1))
        .unwrap_or(0)
}

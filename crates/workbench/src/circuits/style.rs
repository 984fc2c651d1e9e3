//! What levels of Circuits look like, shipped and new: how long the drawn lines of a best solution
//! are, how much runs diagonally, how much is given; and what making such a level takes.

use std::time::Duration;

use anyhow::anyhow;

use gridwright_core::budget::Budget;
use gridwright_core::cost::Costs;
use gridwright_core::grid::Cell;
use gridwright_core::referee::judge;
use gridwright_core::solve::Wish;
use gridwright_games::circuits::Circuits;
use gridwright_games::circuits::document::SolutionFile;
use gridwright_games::circuits::level::{Layer, Level};
use gridwright_games::circuits::rules::Move;
use gridwright_games::kind::{Documents, Kind, Solves};
use gridwright_games::registry;

use super::{levels, make, read};
use crate::measure::{Measure, processor_time};

/// The first seed of new levels, and how many are made a tier.
const FIRST_SEED: u64 = 50_000;
const MADE: u64 = 101;

/// Sums over some levels.
#[derive(Default)]
struct Style {
    levels: usize,
    drawn: Drawn,
    /// Steps of given lines, and those of them that run diagonally.
    given: [usize; 2],
    /// Given lines of the top and of the bottom layer.
    lines: [usize; 2],
    /// The shortest mean of one level, in hundredths of a step.
    least: Option<u64>,
}

/// Steps and lines of best solutions.
#[derive(Default)]
struct Drawn {
    steps: u64,
    lines: u64,
    slanted: usize,
}

/// Prints the style of the shipped packs, then that of new levels of each tier with the times; or
/// that of other people's levels, by the solver's best solutions.
pub(super) fn style(measure: &mut Measure) -> anyhow::Result<()> {
    if let Some(folder) = measure.levels() {
        let mut style = Style::default();
        for (_, level) in levels(Some(folder))? {
            let answer = Circuits::solve(&level, &Wish::default(), &Budget::unlimited());
            if let Some(witness) = answer.verdict.witness() {
                style.add(&level, witness.moves(), witness.costs());
            }
        }
        style.tell("other people's");
        return Ok(());
    }
    for pack in Circuits::ABOUT.packs.iter().map(registry::read_shipped) {
        let mut style = Style::default();
        for record in &pack.levels {
            let level = read(&record.level.to_string())?;
            let file: SolutionFile = serde_json::from_value(record.solution.clone())?;
            let moves =
                Circuits::read_solution(&level, file).map_err(|faults| anyhow!("{faults}"))?;
            let witness = judge(&level, moves).map_err(|broken| anyhow!("{broken}"))?;
            style.add(&level, witness.moves(), witness.costs());
        }
        style.tell(&format!("pack {}", pack.pack));
    }
    let first = measure.seed().unwrap_or(FIRST_SEED);
    for tier in Circuits::ABOUT.tiers {
        let mut style = Style::default();
        let mut times: Vec<Duration> = Vec::new();
        for seed in first..first + MADE {
            let begun = processor_time();
            let made = make(tier.name, &[], seed)?;
            times.push(processor_time() - begun);
            if let Some(made) = made {
                style.add(&made.level, made.witness.moves(), made.witness.costs());
            }
        }
        times.sort();
        style.tell(&format!("tier {}", tier.name));
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        println!(
            "      of the processor: median {:.1} ms, mean {:.1} ms, worst {:.1} ms; {} seeds, {} without a level",
            milliseconds(times[times.len() / 2]),
            milliseconds(times.iter().sum::<Duration>()) / MADE as f64,
            milliseconds(times[times.len() - 1]),
            MADE,
            MADE as usize - style.levels,
        );
    }
    Ok(())
}

impl Style {
    fn add(&mut self, level: &Level, moves: &[Move], costs: &Costs) {
        let [steps, lines] = ["steps", "lines"].map(|metric| costs.get(metric).unwrap_or(0));
        self.levels += 1;
        self.drawn.steps += steps;
        self.drawn.lines += lines;
        let mean = 100 * steps / lines.max(1);
        self.least = Some(self.least.map_or(mean, |least| least.min(mean)));
        for mv in moves {
            if let Move::Draw(line) = mv {
                self.drawn.slanted += slanted(line);
            }
        }
        for line in level.lines() {
            self.given[0] += line.points.len() - 1;
            self.given[1] += slanted(&line.points);
            self.lines[usize::from(line.layer == Layer::Bottom)] += 1;
        }
    }

    fn tell(&self, what: &str) {
        let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        let a_level = |count: usize| count as f64 / self.levels.max(1) as f64;
        println!(
            "    {what:<14} {} levels: drawn lines of {:.2} steps in the mean, {:.2} where it is least; \
             diagonal {:.0}% of what is given, {:.0}% of what is drawn; \
             given {:.1} lines on top and {:.1} below",
            self.levels,
            self.drawn.steps as f64 / self.drawn.lines.max(1) as f64,
            self.least.unwrap_or(0) as f64 / 100.0,
            share(self.given[1], self.given[0]),
            share(self.drawn.slanted, self.drawn.steps as usize),
            a_level(self.lines[0]),
            a_level(self.lines[1]),
        );
    }
}

/// How many steps of a line run diagonally.
fn slanted(line: &[Cell]) -> usize {
    let diagonal = |pair: &&[Cell]| pair[0].x != pair[1].x && pair[0].y != pair[1].y;
    line.windows(2).filter(diagonal).count()
}

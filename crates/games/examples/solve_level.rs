//! Reads a level, solves it with proof and shows the solution: `cargo run --example solve_level`.

use std::error::Error;

use gridwright_core::budget::Budget;
use gridwright_core::solve::Wish;
use gridwright_games::registry;
use gridwright_games::report::Status;

const LEVEL: &str = r#"{ "game": "tint", "width": 5, "height": 1,
    "droplets": [ { "at": [0, 0], "color": "yellow" } ],
    "paint": [ { "color": "blue", "cells": [[2, 0]] } ],
    "targets": [ { "at": [4, 0], "color": "green" } ] }"#;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

pub(crate) fn run() -> Result<String, Box<dyn Error>> {
    // The game's tag decides who reads the text; everything wrong with it would come at once.
    let level = registry::open(LEVEL, None)?;
    let report = level.solve(&Wish::default(), &Budget::unlimited());
    // A verdict is an answer: solved, proved to be unsolvable, or given up at a limit.
    let solution = match (report.status, report.solution) {
        (Status::Solved, Some(solution)) => solution.to_string(),
        (status, _) => return Ok(format!("{status:?}\n")),
    };
    let mut picture = level.at(None)?;
    picture.show_coming(&solution, None)?;
    let verified = level.verify(&solution)?;
    let costs = verified.costs.ok_or("the solution does not work")?;
    Ok(format!("{}\n{costs}\n{solution}\n", picture.text()))
}

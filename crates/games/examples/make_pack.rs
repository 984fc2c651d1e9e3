//! Makes a pack of levels, reads it back and checks what it says: `cargo run --example make_pack`.

use std::error::Error;

use gridwright_core::budget::Budget;
use gridwright_core::generate::{NotMade, Request, Settings, tier_named};
use gridwright_games::document::layout;
use gridwright_games::document::pack::{FORMAT, Pack};
use gridwright_games::registry;

/// How many levels the pack has.
const LEVELS: u64 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", run()?);
    Ok(())
}

pub(crate) fn run() -> Result<String, Box<dyn Error>> {
    let game = registry::game("lights-off")?;
    let about = game.about();
    let tier = tier_named(about.tiers, "easy")?;
    let mut levels = Vec::new();
    for seed in 1..=LEVELS {
        let request = Request {
            settings: Settings::resolve(about.knobs, Some(tier), &[])?,
            tier: Some(tier.name),
            min_moves: None,
            metric: None,
            seed,
        };
        // A level that comes out has been solved and graded; a refusal says why there is none.
        let mut record = game
            .generate(&request, &Budget::unlimited())
            .map_err(NotMade::explain)
            .map_err(|fault| fault.to_string())?;
        record.id = Some(seed.to_string());
        levels.push(record);
    }
    let pack = Pack {
        format: FORMAT,
        pack: "example".to_owned(),
        title: "Three easy boards".to_owned(),
        license: "CC0-1.0".to_owned(),
        levels,
    };
    let text = layout::readable(&serde_json::to_value(&pack)?);
    for record in &Pack::read(&text)?.levels {
        let level = game.open(&record.level.to_string())?;
        assert!(level.verify(&record.solution.to_string())?.ok);
    }
    Ok(text)
}

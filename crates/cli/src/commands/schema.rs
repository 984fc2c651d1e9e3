//! `schema`: the JSON Schema of a game's files.

use gridwright_core::fault::Faults;
use gridwright_games::registry;

use crate::args::SchemaArgs;
use crate::output::{Exit, Out};

pub(crate) fn run(args: &SchemaArgs, out: &Out) -> anyhow::Result<Exit> {
    let game = registry::game(&args.game).map_err(Faults::from)?;
    let schema = if args.solution {
        game.solution_schema()
    } else {
        game.schema()
    };
    out.line(&serde_json::to_string_pretty(&schema)?)?;
    Ok(Exit::Yes)
}

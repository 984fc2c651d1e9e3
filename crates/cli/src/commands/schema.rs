//! `schema`: the JSON Schema of a game's files.

use crate::args::SchemaArgs;
use crate::output::{Exit, Out};
use crate::source::Library;

pub(crate) fn run(args: &SchemaArgs, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    let game = library.game(&args.game)?;
    let schema = if args.solution {
        game.solution_schema()
    } else {
        game.schema()
    };
    out.line(&serde_json::to_string_pretty(&schema)?)?;
    Ok(Exit::Yes)
}

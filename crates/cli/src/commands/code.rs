//! `code`: a level as a short line of text.

use serde_json::json;

use gridwright_core::fault::Faults;

use crate::args::LevelArgs;
use crate::output::{Exit, Out};
use crate::source::Library;

pub(crate) fn run(args: &LevelArgs, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    let level = library.level(args)?;
    let code = level.code().map_err(Faults::from)?;
    if out.json {
        out.json(&json!({ "game": level.game().id(), "code": code }))?;
    } else {
        out.line(&code)?;
    }
    Ok(Exit::Yes)
}

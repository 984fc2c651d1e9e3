//! `code`: a level as a short line of text.

use serde_json::json;

use gridwright_core::fault::Faults;

use crate::args::LevelArgs;
use crate::output::{Exit, Out};
use crate::source;

pub(crate) fn run(args: &LevelArgs, out: &Out) -> anyhow::Result<Exit> {
    let level = source::level(args)?;
    let code = level.code().map_err(Faults::from)?;
    if out.json {
        out.json(&json!({ "game": level.game().id(), "code": code }))?;
    } else {
        out.line(&code)?;
    }
    Ok(Exit::Yes)
}

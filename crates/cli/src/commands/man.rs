//! `man`: manual pages, one for every verb.

use anyhow::Context;

use crate::args::ManArgs;
use crate::output::{Exit, Out};
use crate::source::Library;

use super::completions::informed;

pub(crate) fn run(args: &ManArgs, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    let folder = args.folder.display();
    std::fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot make the folder {folder}"))?;
    clap_mangen::generate_to(informed(library.games()), &args.folder)
        .with_context(|| format!("cannot write into {folder}"))?;
    out.line(&format!("manual pages are in {folder}"))?;
    Ok(Exit::Yes)
}

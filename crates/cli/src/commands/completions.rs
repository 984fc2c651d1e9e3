//! `completions`: scripts for shells.

use clap::CommandFactory;

use crate::args::{Cli, CompletionsArgs};
use crate::output::Exit;

pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "gridwright", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Exit::Yes)
}

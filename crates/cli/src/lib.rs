//! The `gridwright` command: one file per verb under `commands`, arguments in [`args`], levels
//! from wherever they are in [`source`], limits and progress in [`work`], answers in [`output`].
//!
//! [`main`] takes the games, so that a test can hand in one that nothing here has heard of.
//!
//! Exit codes are part of the contract: 0 yes, 1 no, 2 bad usage or input, 3 undecided.

mod args;
mod commands;
mod each;
mod output;
mod source;
mod work;

use std::process::ExitCode;

use gridwright_games::registry::Games;

use args::{Cli, Command};
use output::{Exit, Out};
use source::Library;
use work::Work;

/// Runs the command of this process' arguments with these games.
pub fn main(games: Games) -> ExitCode {
    let cli = Cli::from_command_line(games);
    let out = Out::new(&cli.global);
    let exit = match run(&cli, &Library::new(games), &out) {
        Ok(exit) => exit,
        Err(error) => out.failure(&error),
    };
    ExitCode::from(exit as u8)
}

fn run(cli: &Cli, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    // A server bounds its work itself, and ends in an order of its own.
    let work = || Work::new(&cli.global);
    match &cli.command {
        Command::Games => commands::games::run(library, out),
        Command::Generate(args) => commands::generate::run(args, library, out, &work()?),
        Command::Solve(args) => commands::solve::run(args, library, out, &work()?),
        Command::Check(args) => commands::check::run(args, library, out, &work()?),
        Command::Verify(args) => commands::verify::run(args, library, out, &work()?),
        Command::Hint(args) => commands::hint::run(args, library, out, &work()?),
        Command::Explain(args) => commands::explain::run(args, library, out, &work()?),
        Command::Show(args) => commands::show::run(args, library, out, &work()?),
        Command::Code(args) => commands::code::run(args, library, out, &work()?),
        Command::Pack(args) => commands::pack::run(args, library, out, &work()?),
        Command::Schema(args) => commands::schema::run(args, library, out),
        Command::Print(args) => commands::print::run(args, library, out, &work()?),
        Command::Map(args) => commands::map::run(args, library, out, &work()?),
        Command::Vary(args) => commands::vary::run(args, library, out, &work()?),
        Command::Rules(args) => commands::rules::run(args, library, out),
        Command::Run(args) => commands::run::run(args, library, out, &work()?),
        Command::Batch => commands::batch::run(library, &work()?),
        Command::Progress(args) => commands::progress::run(args, library, out),
        Command::Play(args) => commands::play::run(args, &cli.global, library),
        Command::Serve(args) => commands::serve::run(args, library, out),
        Command::Completions(args) => commands::completions::run(args, library, out),
        Command::Man(args) => commands::man::run(args, library, out),
    }
}

//! The `gridwright` command: one file per verb under `commands`, arguments in [`args`], levels
//! from wherever they are in [`source`], limits and progress in [`work`], answers in [`output`].
//!
//! Exit codes are part of the contract: 0 yes, 1 no, 2 bad usage or input, 3 undecided.

mod args;
mod commands;
mod output;
mod source;
mod work;

use std::process::ExitCode;

use args::{Cli, Command};
use output::{Exit, Out};
use work::Work;

fn main() -> ExitCode {
    let cli = Cli::from_command_line();
    let out = Out::new(&cli.global);
    let exit = match run(&cli, &out) {
        Ok(exit) => exit,
        Err(error) => out.failure(&error),
    };
    ExitCode::from(exit as u8)
}

fn run(cli: &Cli, out: &Out) -> anyhow::Result<Exit> {
    // A server bounds its work itself, and ends in an order of its own.
    let work = || Work::new(&cli.global);
    match &cli.command {
        Command::Games => commands::games::run(out),
        Command::Generate(args) => commands::generate::run(args, out, &work()?),
        Command::Solve(args) => commands::solve::run(args, out, &work()?),
        Command::Check(args) => commands::check::run(args, out, &work()?),
        Command::Verify(args) => commands::verify::run(args, out),
        Command::Hint(args) => commands::hint::run(args, out, &work()?),
        Command::Explain(args) => commands::explain::run(args, out, &work()?),
        Command::Show(args) => commands::show::run(args, out, &work()?),
        Command::Code(args) => commands::code::run(args, out),
        Command::Schema(args) => commands::schema::run(args, out),
        Command::Run(args) => commands::run::run(args, out, &work()?),
        Command::Progress(args) => commands::progress::run(args, out),
        Command::Play(args) => commands::play::run(args, &cli.global),
        Command::Serve(args) => commands::serve::run(args, out),
        Command::Completions(args) => commands::completions::run(args),
    }
}

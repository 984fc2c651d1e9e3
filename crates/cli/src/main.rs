//! The `gridwright` command with the games that ship.

use std::process::ExitCode;

use gridwright_games::registry::Games;

fn main() -> ExitCode {
    gridwright_cli::main(Games::SHIPPED)
}

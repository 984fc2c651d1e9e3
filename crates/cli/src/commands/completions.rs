//! `completions`: scripts for shells, which know the games, their packs, tiers and knobs.

use std::collections::BTreeSet;

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};

use gridwright_core::generate::KnobKind;
use gridwright_games::registry::Games;

use crate::args::{Cli, CompletionsArgs};
use crate::output::{Exit, Out};
use crate::source::Library;

pub(crate) fn run(args: &CompletionsArgs, library: &Library, out: &Out) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    let mut command = informed(library.games());
    clap_complete::generate(args.shell, &mut command, "gridwright", &mut script);
    out.raw(&script)?;
    Ok(Exit::Yes)
}

/// The command line with the values that arguments can have, for those who write them down. When a
/// command is run, its own code says what is wrong with a value, and better.
pub(crate) fn informed(games: Games) -> Command {
    let words = Words::of(games);
    inform(Cli::command(), &words)
}

fn inform(command: Command, words: &Words) -> Command {
    command
        .mut_args(|arg| words.inform(arg))
        .mut_subcommands(|command| inform(command, words))
}

/// What can stand in arguments, by their names.
struct Words {
    games: Vec<&'static str>,
    packs: Vec<&'static str>,
    tiers: Vec<&'static str>,
    settings: Vec<&'static str>,
}

impl Words {
    fn of(games: Games) -> Self {
        let (mut tiers, mut settings) = (BTreeSet::new(), BTreeSet::new());
        let mut packs = Vec::new();
        for game in games.0 {
            tiers.extend(game.tiers().iter().map(|tier| tier.name));
            packs.extend(
                game.packs()
                    .iter()
                    .map(|pack| kept(format!("{}/{}", game.id(), pack.name))),
            );
            for knob in game.knobs() {
                let values = match knob.kind {
                    KnobKind::Choice { of } => of.to_vec(),
                    KnobKind::Switch => vec!["true", "false"],
                    KnobKind::Integer { .. } => vec![knob.default],
                };
                settings.extend(
                    values
                        .iter()
                        .map(|value| kept(format!("{}={value}", knob.name))),
                );
            }
        }
        Words {
            games: games.0.iter().map(|game| game.id()).collect(),
            packs,
            tiers: tiers.into_iter().collect(),
            settings: settings.into_iter().collect(),
        }
    }

    fn inform(&self, arg: Arg) -> Arg {
        let words = match arg.get_id().as_str() {
            "game" => &self.games,
            "tier" => &self.tiers,
            "set" => &self.settings,
            "pack" | "level" | "levels" if arg.is_positional() => &self.packs,
            _ => return arg,
        };
        arg.value_parser(PossibleValuesParser::new(words.iter().copied()))
            .hide_possible_values(true)
    }
}

/// Words of a command live as long as the program, which writes the script and ends.
fn kept(word: String) -> &'static str {
    word.leak()
}

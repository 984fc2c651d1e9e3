//! The arguments of every command, and help that teaches.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use gridwright_core::text::{is_unprintable, printable};
use gridwright_games::registry::{Game, Games};

/// One workshop for grid puzzles: solve with proof, generate, check, verify, see.
#[derive(Parser)]
#[command(name = "gridwright", version, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
A LEVEL is a file, - for standard input, a shipped level (GAME/ID or GAME/PACK/ID), a level of a
pack file (PACK.json#ID), or a level code. What one command prints, another reads; where a file holds
several levels, each is answered.

Try:
  gridwright games
  gridwright show lights-off/1
  gridwright solve lights-off/1
  gridwright generate lights-off --min-moves 15..15 | gridwright solve -
  gridwright pack make lights-off --count 10 --curve easy..hard -o pack.json

Exit codes: 0 yes; 1 no (unsolvable, faulty, wrong, impossible); 2 bad usage or unreadable input;
3 undecided or not proved within the limits.";

/// Options that every command takes.
#[derive(Args)]
pub(crate) struct Global {
    /// Print one JSON document on standard output
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Stop after so many seconds and say what is known [generate: 60]
    #[arg(long, global = true, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) time_limit: Option<f64>,
    /// The most memory a search may take for its tables
    #[arg(long, global = true, value_name = "MIB", default_value_t = 2048, value_parser = parse_whole::<u64>)]
    pub(crate) memory_limit: u64,
    /// Worker threads [default: one per core]
    #[arg(long, global = true, value_name = "N", value_parser = parse_threads)]
    pub(crate) threads: Option<usize>,
    /// No progress on standard error
    #[arg(long, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the games, their tiers and their packs
    Games,
    /// Make new levels
    Generate(GenerateArgs),
    /// Solve a level, with proof
    Solve(SolveArgs),
    /// Say everything a designer wants to know: faults, solvable, unique, minimum, grade, decoration
    Check(CheckArgs),
    /// Replay a solution and name the first broken rule
    Verify(VerifyArgs),
    /// The next good move, or how far to take back
    Hint(HintArgs),
    /// The solution as a person would find it
    Explain(LevelArgs),
    /// Draw a level as text, SVG, PNG or scene
    Show(ShowArgs),
    /// The level code: a short text that carries the whole level
    Code(LevelArgs),
    /// The JSON Schema of a game's files
    Schema(SchemaArgs),
    /// Make packs of levels, add to them, put them in order, see how they rise
    Pack(PackArgs),
    /// Print levels as a book: PDF with rules in pictures, numbered levels and solutions
    Print(PrintArgs),
    /// Show where a level is hard: how far to go, and which moves lead to dead ends
    #[command(after_help = MAPPING)]
    Map(MapArgs),
    /// Find levels that are nearly this one: harder, easier, or of a wanted grade
    Vary(VaryArgs),
    /// The rules of a game for people, with its lessons
    Rules(RulesArgs),
    /// Solve a range of shipped levels and print the table
    Run(RunArgs),
    /// Answer lines of JSON on standard input with lines of JSON: many questions, one process
    #[command(after_help = BATCH)]
    Batch,
    /// Look at, save, restore or erase your progress
    Progress(ProgressArgs),
    /// Play in the terminal
    Play(PlayArgs),
    /// Open the workshop in the browser: play, edit, solve, explain
    Serve(ServeArgs),
    /// Print a script that completes commands in your shell
    Completions(CompletionsArgs),
    /// Write manual pages into a folder
    #[command(hide = true)]
    Man(ManArgs),
}

const BATCH: &str = "\
A line asks one thing and has the answer of the command of that name:
  {\"do\": \"solve\", \"level\": LEVEL, \"metric\": \"steps\", \"all\": \"best\", \"limit\": 10}
  {\"do\": \"check\", \"level\": LEVEL, \"quick\": true}
  {\"do\": \"verify\", \"level\": LEVEL, \"solution\": {...}}
  {\"do\": \"hint\", \"level\": LEVEL, \"moves\": {...}}
  {\"do\": \"generate\", \"game\": GAME, \"seed\": 7, \"tier\": \"easy\", \"count\": 3, \"minMoves\": [5, 9]}
LEVEL is a level file, \"GAME/PACK/ID\" or a level code. Every line may have id, timeLimit and nodes.

Answers come in the order of the lines: {\"id\": ..., \"ok\": true, \"answer\": {...}}, or
{\"id\": ..., \"ok\": false, \"faults\": [...]} for a line that cannot be read or met.

Try:
  echo '{\"do\": \"solve\", \"level\": \"lights-off/7\"}' | gridwright batch";

#[derive(Args)]
pub(crate) struct LevelArgs {
    /// File, - for standard input, GAME/ID, GAME/PACK/ID, PACK.json#ID, or a level code
    pub(crate) level: String,
    /// The game, where the level does not say
    #[arg(long)]
    pub(crate) game: Option<String>,
}

#[derive(Args)]
pub(crate) struct GenerateArgs {
    /// Which game; `gridwright generate GAME --help` lists its knobs and tiers
    pub(crate) game: String,
    /// A named difficulty
    #[arg(long)]
    pub(crate) tier: Option<String>,
    /// Decides everything left to chance; the same seed and generator version give the same level [default: random]
    #[arg(long, value_parser = parse_whole::<u64>)]
    pub(crate) seed: Option<u64>,
    /// How many levels, from consecutive seeds
    #[arg(long, default_value_t = 1, value_parser = parse_whole::<u64>)]
    pub(crate) count: u64,
    /// The proved minimum must lie in this range, both ends included
    #[arg(long, value_name = "A..B", value_parser = parse_range)]
    pub(crate) min_moves: Option<Range>,
    /// The metric of --min-moves
    #[arg(long)]
    pub(crate) metric: Option<String>,
    /// A numbered level of the game's endless series
    #[arg(long, value_name = "N", value_parser = parse_whole::<u64>)]
    pub(crate) level: Option<u64>,
    /// Make levels on a document of your own; `gridwright generate GAME --help` says what the game takes
    #[arg(long, value_name = "FILE")]
    pub(crate) on: Option<String>,
    /// Turn a knob
    #[arg(long = "set", value_name = "KNOB=VALUE", value_parser = parse_setting)]
    pub(crate) set: Vec<(String, String)>,
    /// Write to this file, or one file a level into this folder
    #[arg(short, long, value_name = "FILE|DIR")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) level: LevelArgs,
    /// What to minimise first
    #[arg(long)]
    pub(crate) metric: Option<String>,
    /// List the best solutions too; `--all=every` lists all, whatever they cost
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "best")]
    pub(crate) all: Option<AllArg>,
    /// List at most so many; the count goes on
    #[arg(long, default_value_t = 100, value_parser = parse_whole::<usize>)]
    pub(crate) limit: usize,
    /// Write the search as it goes to this file, one JSON line an event
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum AllArg {
    /// The cheapest, or the game's own notion of different solutions
    Best,
    /// All, whatever they cost
    Every,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// A level, a folder of levels, a pack file, or a shipped pack (GAME or GAME/PACK)
    pub(crate) level: String,
    /// The game, where the level does not say
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Leave out what takes many solves
    #[arg(long)]
    pub(crate) quick: bool,
    /// Compare with the solution you have in mind: a file, - or JSON
    #[arg(long, value_name = "SOLUTION")]
    pub(crate) intended: Option<String>,
}

#[derive(Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) level: LevelArgs,
    /// Solution file, - for standard input, or JSON; an answer of `solve` or a record will do
    pub(crate) solution: String,
    /// Say too whether a better one exists
    #[arg(long)]
    pub(crate) best: bool,
}

#[derive(Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) level: LevelArgs,
    /// The moves made so far: a solution file, - or JSON
    #[arg(long, value_name = "SOLUTION-SO-FAR")]
    pub(crate) after: Option<String>,
}

#[derive(Args)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) level: LevelArgs,
    /// Draw these coming moves over the board: a solution file, -, JSON, or `best` to solve first
    #[arg(long)]
    pub(crate) solution: Option<String>,
    /// Show the position after these moves
    #[arg(long, value_name = "SOLUTION-SO-FAR")]
    pub(crate) after: Option<String>,
    /// Draw the tree of the search instead, in games that offer it
    #[arg(long)]
    pub(crate) tree: bool,
    /// The form [default: by the name of the output file, else text]
    #[arg(long)]
    pub(crate) format: Option<Format>,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Characters, in colour where the terminal has it
    Text,
    /// A vector picture
    Svg,
    /// A pixel picture
    Png,
    /// The display list as JSON
    Scene,
}

#[derive(Args)]
#[command(after_help = PACKING)]
pub(crate) struct PackArgs {
    #[command(subcommand)]
    pub(crate) action: PackAction,
}

const PACKING: &str = "\
Try:
  gridwright pack make lights-off --count 10 --curve easy..hard --seed 1 -o pack.json
  gridwright pack plot pack.json
  gridwright pack add pack.json lights-off/40
  gridwright pack order pack.json
  gridwright solve pack.json#03";

#[derive(Subcommand)]
pub(crate) enum PackAction {
    /// Make a pack that rises from tier to tier, without duplicates, with pars and grades
    Make(PackMakeArgs),
    /// Add levels to a pack file, with par and grade; a new file is begun where there is none
    Add(PackAddArgs),
    /// Put a pack in order of its grades; levels of the same grade stay as they are
    Order(PackOrderArgs),
    /// Show how hard the levels of a pack are, one after another
    Plot(PackPlotArgs),
}

#[derive(Args)]
pub(crate) struct PackMakeArgs {
    /// Which game; `gridwright generate GAME --help` lists its knobs and tiers
    pub(crate) game: String,
    /// How many levels
    #[arg(long, default_value_t = 30, value_parser = parse_whole::<usize>)]
    pub(crate) count: usize,
    /// The first and the last tier, such as easy..hard [default: all tiers]
    #[arg(long, value_name = "TIER..TIER")]
    pub(crate) curve: Option<String>,
    /// Decides everything left to chance [default: random]
    #[arg(long, value_parser = parse_whole::<u64>)]
    pub(crate) seed: Option<u64>,
    /// Turn a knob
    #[arg(long = "set", value_name = "KNOB=VALUE", value_parser = parse_setting)]
    pub(crate) set: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) about: PackAboutArgs,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct PackAboutArgs {
    /// The name of the pack for people
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// What others may do with it
    #[arg(long, default_value = "not stated")]
    pub(crate) license: String,
}

#[derive(Args)]
pub(crate) struct PackAddArgs {
    /// The pack file
    pub(crate) pack: PathBuf,
    /// Levels, packs, folders, or - for standard input
    #[arg(required = true)]
    pub(crate) levels: Vec<String>,
    #[command(flatten)]
    pub(crate) about: PackAboutArgs,
}

#[derive(Args)]
pub(crate) struct PackOrderArgs {
    /// The pack file
    pub(crate) pack: PathBuf,
    /// Write to this file instead of the pack's own
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct PackPlotArgs {
    /// A pack file, or a shipped pack (GAME/PACK)
    pub(crate) pack: String,
    /// Print the curve as SVG instead of text
    #[arg(long)]
    pub(crate) svg: bool,
    /// Write to this file: .svg, .png, or text
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = PRINTING)]
pub(crate) struct PrintArgs {
    /// Levels, pack files, folders, shipped packs (GAME or GAME/PACK), or - for standard input
    #[arg(required = true)]
    pub(crate) levels: Vec<String>,
    /// The game, where a level does not say
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// What stands on the first page [default: the name of the pack]
    #[arg(long)]
    pub(crate) title: Option<String>,
    /// The size of the paper
    #[arg(long, default_value = "a4")]
    pub(crate) paper: PaperArg,
    /// How many levels on a page, 1 to 24 [default: 4, and 2 with pieces to cut out]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=24))]
    pub(crate) per_page: Option<u64>,
    /// Whether solutions come at the end
    #[arg(long, default_value = "end")]
    pub(crate) solutions: SolutionsArg,
    /// In colour, which is the default
    #[arg(long, alias = "colour")]
    pub(crate) color: bool,
    /// In greys: marks tell the colours apart
    #[arg(long, conflicts_with = "color", alias = "gray")]
    pub(crate) grey: bool,
    /// Write to this file
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

const PRINTING: &str = "\
Try:
  gridwright print lights-off/classic -o book.pdf
  gridwright print pack.json --grey --paper a5 --per-page 2 -o book.pdf
  gridwright generate tint --count 6 --seed 1 | gridwright print - -o six.pdf";

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum PaperArg {
    /// 210 x 297 mm
    A4,
    /// 8.5 x 11 inches
    Letter,
    /// 148 x 210 mm
    A5,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolutionsArg {
    /// After all levels
    End,
    /// Not at all
    None,
}

#[derive(Args)]
pub(crate) struct MapArgs {
    #[command(flatten)]
    pub(crate) level: LevelArgs,
    /// Draw the board with the places where moves begin: .svg or .png
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const MAPPING: &str = "\
For every position of a best solution: what is left to pay, and how many moves are best, lose
something, or lead to a dead end. On the board, a disc shows the best that comes of a move from there,
and its rim the worst: green is best, amber loses, red is a dead end.

Try:
  gridwright map tilepuzzle/12
  gridwright map lights-off/7 -o map.svg";

#[derive(Args)]
#[command(after_help = VARYING)]
pub(crate) struct VaryArgs {
    #[command(flatten)]
    pub(crate) level: LevelArgs,
    /// Cells that stay as they are: COLUMN,ROW, counted from 0 at the top left
    #[arg(long, value_name = "X,Y", value_delimiter = ';', value_parser = parse_cell)]
    pub(crate) keep: Vec<gridwright_core::grid::Cell>,
    /// Only what is harder than the level
    #[arg(long)]
    pub(crate) harder: bool,
    /// Only what is easier than the level
    #[arg(long, conflicts_with = "harder")]
    pub(crate) easier: bool,
    /// Only what has a grade in this range, both ends included
    #[arg(long, value_name = "A..B", value_parser = parse_range, conflicts_with_all = ["harder", "easier"])]
    pub(crate) grade: Option<Range>,
    /// How many
    #[arg(long, default_value_t = 5, value_parser = parse_whole::<usize>)]
    pub(crate) count: usize,
    /// Decides everything left to chance [default: random]
    #[arg(long, value_parser = parse_whole::<u64>)]
    pub(crate) seed: Option<u64>,
}

const VARYING: &str = "\
Try:
  gridwright vary lights-off/40 --harder --count 3 --seed 1
  gridwright vary lights-off/40 --keep '2,2;2,3' --grade 30..50 --json | gridwright check - --quick";

#[derive(Args)]
pub(crate) struct RulesArgs {
    /// Which game
    pub(crate) game: String,
}

#[derive(Args)]
pub(crate) struct ManArgs {
    /// The folder
    pub(crate) folder: PathBuf,
}

#[derive(Args)]
pub(crate) struct SchemaArgs {
    /// Which game
    pub(crate) game: String,
    /// The solution file instead of the level file
    #[arg(long)]
    pub(crate) solution: bool,
}

#[derive(Args)]
pub(crate) struct RunArgs {
    /// GAME or GAME/PACK
    pub(crate) pack: String,
    /// First and last level, both included
    #[arg(value_name = "A..B")]
    pub(crate) range: String,
}

#[derive(Args)]
pub(crate) struct ProgressArgs {
    #[command(subcommand)]
    pub(crate) action: Option<ProgressAction>,
}

#[derive(Subcommand)]
pub(crate) enum ProgressAction {
    /// What you have solved, and how well
    Show,
    /// Write everything, or one game, as JSON
    Export {
        /// Which game; all if left out
        game: Option<String>,
        /// Write to this file
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Merge an export; a better result is never lost
    Import {
        /// An export, or - for standard input
        file: String,
    },
    /// Erase the progress of a game, or of all games
    Reset {
        /// Which game; all if left out
        game: Option<String>,
        /// Do it without asking
        #[arg(long)]
        yes: bool,
    },
}

#[derive(Args)]
#[command(after_help = PLAYING)]
pub(crate) struct PlayArgs {
    /// File, - for standard input, GAME/ID, GAME/PACK/ID, GAME/daily/DATE, or a level code; all
    /// games if left out
    pub(crate) level: Option<String>,
    /// The game, where the level does not say
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Letters, digits and the signs of a typewriter alone; so it is too with TERM=dumb and LANG=C
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Boards as pictures, where the terminal shows them (kitty, iTerm2, Sixel)
    #[arg(long, conflicts_with = "ascii")]
    pub(crate) pictures: bool,
}

const PLAYING: &str = "\
Hands:
  arrows, hjkl, WASD  move the cursor, or push what is held
  Space               take or press; a line or stroke then grows with the cursor
  Enter               end the line or stroke, put the piece down
  Tab                 the next thing that can be taken; r turns a piece, f flips it
  yubn, 7913          diagonal steps, while a line is drawn
  Esc                 let go, cancel, go back
  the mouse           clicks and drags as in the browser; the right button erases

Help, as much as you want:
  H  a hint: where, what, why     t  am I on track?     m  mend it
  E  explain    S  solve and watch    V  review    A  help after every move
  u  undo    y  redo    c  checkpoint    b  back to it    r  reset    n  next level

? shows the keys of every screen. Progress is the same as in the browser, and both may be open.
Colours: sixteen of your terminal's, 24 bits where COLORTERM says so, none under NO_COLOR.

Try:
  gridwright play
  gridwright play circuits/0101
  gridwright generate tint | gridwright play -";

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Where to listen; on an address that others can reach, a token is asked for and printed
    #[arg(long, default_value = "127.0.0.1:4040")]
    pub(crate) addr: std::net::SocketAddr,
    /// Open the browser
    #[arg(long)]
    pub(crate) open: bool,
}

#[derive(Args)]
pub(crate) struct CompletionsArgs {
    /// Which shell
    pub(crate) shell: clap_complete::Shell,
}

/// A range with both ends included.
pub(crate) type Range = std::ops::RangeInclusive<u64>;

fn parse_range(text: &str) -> Result<Range, String> {
    let parse = |part: &str| part.trim().parse::<u64>().ok();
    let range = match text.split_once("..") {
        Some((low, high)) => parse(low).zip(parse(high.trim_start_matches('='))),
        None => parse(text).map(|only| (only, only)),
    };
    match range {
        Some((low, high)) if low <= high => Ok(low..=high),
        _ => Err("write a range as A..B with A not above B, such as 10..15".into()),
    }
}

/// The largest whole number that any option takes.
const MOST_WHOLE: u64 = u64::MAX;

fn parse_whole<N: TryFrom<u64>>(text: &str) -> Result<N, String> {
    let number = text.parse::<u64>().ok();
    let number = number.and_then(|number| N::try_from(number).ok());
    number.ok_or_else(|| format!("write a whole number from 0 to {MOST_WHOLE}"))
}

/// The longest time limit, in seconds.
const MOST_SECONDS: f64 = 1e9;

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds));
    let advice = "write a number of seconds from 0, such as 10 or 0.5";
    seconds.ok_or_else(|| advice.into())
}

/// More threads than this only cost memory, and a million of them the machine.
const MOST_THREADS: usize = 1024;

fn parse_threads(text: &str) -> Result<usize, String> {
    let count = text.parse().ok();
    let count = count.filter(|count| (1..=MOST_THREADS).contains(count));
    count.ok_or_else(|| format!("write a number of threads from 1 to {MOST_THREADS}"))
}

fn parse_cell(text: &str) -> Result<gridwright_core::grid::Cell, String> {
    let parse = |part: &str| part.trim().parse::<i32>().ok();
    let cell = text.split_once(',');
    let cell = cell.and_then(|(x, y)| parse(x).zip(parse(y)));
    let advice = "write a cell as COLUMN,ROW, such as 2,0; several of them as 2,0;2,1";
    cell.map(Into::into).ok_or_else(|| advice.into())
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(knob, value)| (knob.trim().to_owned(), value.trim().to_owned()))
        .ok_or_else(|| "write a setting as KNOB=VALUE, such as rows=7".into())
}

impl Cli {
    /// Reads the command line; on bad usage, says what to do and exits with 2.
    pub(crate) fn from_command_line(games: Games) -> Cli {
        let words: Vec<String> = std::env::args_os()
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        let matches = command_for(&words, games).try_get_matches();
        let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
        cli.unwrap_or_else(|error| refused(&error, &words))
    }
}

/// Ends the program with help, or with what is wrong with its words. That quotes them, and they must
/// do nothing to the terminal.
fn refused(error: &clap::Error, words: &[String]) -> ! {
    if words.iter().any(|word| word.contains(is_unprintable)) {
        let text = error.render().to_string();
        // Nothing is left to do where even that cannot be written.
        let _ = write!(std::io::stderr(), "{}", printable(&text));
        std::process::exit(error.exit_code());
    }
    error.exit()
}

/// The command, with the knobs of the game in the help of `generate GAME`.
fn command_for(words: &[String], games: Games) -> clap::Command {
    let command = Cli::command();
    let mut words = words.iter().skip(1);
    if !words.any(|word| word == "generate") {
        return command;
    }
    let named = words.find_map(|word| games.0.iter().find(|game| game.id() == word));
    let help = match named {
        Some(game) => knob_help(*game),
        None => {
            let names: Vec<&str> = games.0.iter().map(|game| game.id()).collect();
            format!("Games: {}", names.join(", "))
        }
    };
    command.mut_subcommand("generate", |generate| generate.after_help(help))
}

fn knob_help(game: &dyn Game) -> String {
    use gridwright_core::generate::KnobKind;
    let mut help = format!("Tiers of {}:\n", game.id());
    for tier in game.tiers() {
        help.push_str(&format!("  {:<12} {}\n", tier.name, tier.help));
    }
    help.push_str("\nKnobs, for --set:\n");
    for knob in game.knobs() {
        let values = match knob.kind {
            KnobKind::Integer { min, max } => format!("{min}..{max}"),
            KnobKind::Choice { of } => of.join("|"),
            KnobKind::Switch => "true|false".into(),
        };
        help.push_str(&format!(
            "  {}={values} (default {})\n      {}\n",
            knob.name, knob.default, knob.help
        ));
    }
    if let Some(document) = game.about().made_on {
        help.push_str(&format!("\nA file for --on: {document}\n"));
    }
    help
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn ranges_include_both_ends() {
        for (text, expected) in [
            ("3..5", Some(3..=5)),
            ("3..=5", Some(3..=5)),
            ("7", Some(7..=7)),
            ("5..3", None),
            ("..3", None),
            ("a..b", None),
        ] {
            assert_eq!(parse_range(text).ok(), expected, "{text}");
        }
    }
}

//! `design`: how good a piece set is, and a search for a better one.
//!
//! A good set has many finished boards, and most of them can be told from the rest by their points
//! alone: such challenges are easy to find and hard to solve. The shapes are chosen by hand; the
//! search draws one side anew, lists every finished board, and keeps the set if more points-only
//! hints are unique. What it finds depends on the seed alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use gridwright_core::budget::{Budget, Limit};
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::rng::Rng;
use gridwright_games::document::layout::readable;
use gridwright_games::iq_circuit::document::{read_set, write_set};
use gridwright_games::iq_circuit::print::Print;
use gridwright_games::iq_circuit::set::{Lay, PieceSet};
use gridwright_games::iq_circuit::shipped;
use gridwright_games::iq_circuit::solve::Look;
use gridwright_games::iq_circuit::solve::table::Table;

/// Sets that take longer to list are passed over.
const MOST_NODES: u64 = 1 << 29;

#[derive(Args)]
pub(crate) struct DesignArgs {
    /// A shipped set by name, or the file of a set
    #[arg(default_value = "boulevard")]
    set: String,
    /// How many redrawn sets to try; 0 only rates the set
    #[arg(long, default_value_t = 0)]
    rounds: u32,
    /// The seed of the search
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the best set goes
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Rates a set, then tries to better it.
pub(crate) fn run(args: &DesignArgs) -> anyhow::Result<()> {
    let mut best = open(&args.set)?;
    print_pieces(&best);
    let budget = Budget::unlimited().with_nodes(MOST_NODES);
    let mut rating = Rating::of(&best, &budget).map_err(|limit| anyhow::anyhow!("{limit}"))?;
    println!("{rating}");
    let mut rng = Rng::new("iq-circuit design", args.seed);
    for round in 1..=args.rounds {
        let (redrawn, change) = redraw(&best, &mut rng);
        match Rating::of(&redrawn, &budget) {
            Ok(better) if better.is_good() >= rating.is_good() && better.unique > rating.unique => {
                println!("round {round}: {change}: {better}; kept");
                (best, rating) = (redrawn, better);
            }
            Ok(other) => println!("round {round}: {change}: {other}"),
            Err(limit) => println!("round {round}: {change}: not listed ({limit})"),
        }
    }
    if let Some(path) = &args.out {
        let text = readable(&serde_json::to_value(write_set(&best))?);
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn open(name: &str) -> anyhow::Result<Arc<PieceSet>> {
    if let Some(set) = shipped::set_named(name) {
        return Ok(set);
    }
    let text = std::fs::read_to_string(name).with_context(|| format!("cannot read {name}"))?;
    Ok(Arc::new(read_set(&serde_json::from_str(&text)?, "")?))
}

/// Every side as it looks, and how many ways it has to lie on the board.
fn print_pieces(set: &PieceSet) {
    println!("{}: {} x {}", set.title(), set.width(), set.height());
    for (number, piece) in set.pieces().iter().enumerate() {
        println!("  {}, {} cells", piece.name(), piece.area());
        for side in 0..piece.sides() {
            let own = |lay: &Lay| (lay.piece(), lay.side()) == (number, side);
            let all = set.placements().iter();
            let ways = all.filter(|lies| own(&lies.lay) && !lies.leaks).count();
            let turned = piece.turned(side, 0);
            let prints: BTreeMap<Cell, Print> = turned.cells().iter().copied().collect();
            let glyph = |cell| prints.get(&cell).map_or(' ', |print| print.glyph());
            for y in 0..turned.height() {
                let row: String = (0..turned.width())
                    .map(|x| glyph(Cell::new(x, y)))
                    .collect();
                let told = if y == 0 {
                    format!("{ways} ways to lie")
                } else {
                    String::new()
                };
                println!("    {row:<6}{told}");
            }
        }
    }
}

/// What counts in a set.
pub(crate) struct Rating {
    /// Finished boards.
    boards: usize,
    /// Different points-only hints.
    hints: usize,
    /// Those of them that one board alone fits.
    unique: usize,
}

impl Rating {
    /// Lists every finished board of a set and asks which its points single out.
    pub(crate) fn of(set: &Arc<PieceSet>, budget: &Budget<'_>) -> Result<Rating, Limit> {
        let table = Table::build(set, budget)?;
        let mut by_points: BTreeMap<u64, BTreeSet<Look>> = BTreeMap::new();
        for board in table.boards() {
            let looks = by_points.entry(board.points()).or_default();
            looks.insert(board.look());
        }
        Ok(Rating {
            boards: by_points.values().map(BTreeSet::len).sum(),
            hints: by_points.len(),
            unique: by_points.values().filter(|looks| looks.len() == 1).count(),
        })
    }

    /// Whether a set has boards enough for many packs, and at least every other hint is unique.
    pub(crate) fn is_good(&self) -> bool {
        self.boards >= 10_000 && 2 * self.unique >= self.hints
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rating {
            boards,
            hints,
            unique,
        } = self;
        write!(
            f,
            "{boards} finished boards; {unique} of {hints} points-only hints are unique"
        )
    }
}

/// The set with one side drawn anew in two places, and which side that is. The side keeps as many
/// points as it had: broken lines would single out more boards, and make duller ones.
fn redraw(set: &PieceSet, rng: &mut Rng) -> (Arc<PieceSet>, String) {
    let points = |cells: &[(Cell, Print)]| cells.iter().filter(|(_, p)| p.is_point()).count();
    loop {
        let mut file = write_set(set);
        let piece = rng.index(file.pieces.len());
        let side = rng.index(file.pieces[piece].sides.len());
        let old = set.pieces()[piece].turned(side, 0).cells();
        let Some(new) = toggled(old, rng).and_then(|once| toggled(&once, rng)) else {
            continue;
        };
        let written =
            |(cell, print): &(Cell, Print)| (cell.x.into(), cell.y.into(), print.to_string());
        let drawn: Vec<_> = new.iter().map(written).collect();
        // A side that looks like this one or another adds nothing.
        if points(&new) != points(old) || file.pieces[piece].sides.contains(&drawn) {
            continue;
        }
        file.pieces[piece].sides[side] = drawn;
        let value = serde_json::to_value(&file).expect("a set is plain data");
        if let Ok(redrawn) = read_set(&value, "") {
            let change = format!("{}, side {side}", file.pieces[piece].name);
            return (Arc::new(redrawn), change);
        }
    }
}

/// A side with the line over a random border drawn, or rubbed out if it is there; `None` if a cell
/// would have three.
fn toggled(cells: &[(Cell, Print)], rng: &mut Rng) -> Option<Vec<(Cell, Print)>> {
    let (cell, _) = *rng.pick(cells)?;
    let dir = *rng.pick(&Dir::ALL)?;
    let redrawn = |&(at, print): &(Cell, Print)| {
        let border = match at {
            _ if at == cell => dir,
            _ if at == cell.step(dir) => dir.opposite(),
            _ => return Some((at, print)),
        };
        let touched = |&d: &Dir| print.touches(d) != (d == border);
        Some((at, Print::touching(Dir::ALL.into_iter().filter(touched))?))
    };
    cells.iter().map(redrawn).collect()
}

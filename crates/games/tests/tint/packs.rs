//! The levels that ship with Tint: proved, connected and free of decoration.

use std::collections::BTreeSet;

use gridwright_core::budget::Budget;
use gridwright_core::grid::{Cell, Dir};
use gridwright_core::solve::Which;
use gridwright_games::document::pack::Record;
use gridwright_games::document::read_level;
use gridwright_games::kind::{Kind, Likens};
use gridwright_games::registry::read_shipped;
use gridwright_games::tint::Tint;
use gridwright_games::tint::generate::GENERATOR;
use gridwright_games::tint::grade::decoration;
use gridwright_games::tint::level::{Fixture, Level, StartRule};
use gridwright_games::tint::solve::solve;

pub(crate) fn level_of(record: &Record) -> Level {
    read_level::<Tint>(&record.level.to_string()).unwrap().level
}

/// Whether strokes can come from any paper to any other.
pub(crate) fn is_one_sheet(level: &Level) -> bool {
    let paper: BTreeSet<Cell> = level
        .ground()
        .cells()
        .filter(|&cell| level.is_paper(cell))
        .collect();
    let mut seen: BTreeSet<Cell> = paper.first().copied().into_iter().collect();
    let mut stack: Vec<Cell> = seen.iter().copied().collect();
    while let Some(cell) = stack.pop() {
        for beside in Dir::ALL.map(|dir| cell.step(dir)) {
            if paper.contains(&beside) && seen.insert(beside) {
                stack.push(beside);
            }
        }
    }
    seen == paper
}

#[test]
fn packs_are_proved_and_of_one_piece() {
    let mut ids = BTreeSet::new();
    let mut pictures = BTreeSet::new();
    let mut titles = BTreeSet::new();
    for shipped in Tint::ABOUT.packs {
        let pack = read_shipped(shipped);
        assert_eq!(pack.levels.len(), 24, "{}", shipped.name);
        let scores = pack
            .levels
            .iter()
            .map(|record| record.grade["score"].as_u64());
        assert!(scores.is_sorted(), "{}", shipped.name);
        for (index, record) in pack.levels.iter().enumerate() {
            let id = record.id.as_deref().unwrap();
            assert!(ids.insert(id.to_owned()), "ids are unique over the packs");
            let level = level_of(record);
            assert!(is_one_sheet(&level), "{id}");
            assert_eq!(level.start_rule(), StartRule::Droplet, "{id}");
            assert_eq!(record.generator.as_deref(), Some(GENERATOR), "{id}");
            let title = record.level["meta"]["title"].as_str().unwrap();
            assert!(titles.insert(title.to_owned()), "{id}: {title}");
            assert!(
                pictures.insert(Tint::likeness(&level)),
                "{id} is another's image"
            );
            let figures = level.fixtures();
            let figures = figures.filter(|(_, f)| matches!(f, Fixture::Target(_)));
            assert!((3..=6).contains(&figures.count()), "{id}");
            let lines = level.lines();
            assert!(lines.iter().all(|(_, cells)| cells.len() >= 4), "{id}");
            assert_eq!(record.grade["tier"], shipped.name, "{id}");
            // Proving every one again takes minutes in a debug build; `bench tint shipped` does.
            if index % 4 != 0 {
                continue;
            }
            let verdict = solve(&level, &Budget::unlimited()).verdict;
            assert!(verdict.is_optimal() && record.optimal, "{id}");
            let witness = verdict.witness().unwrap();
            let costs = witness.costs();
            assert_eq!(
                costs.get("strokes"),
                record.costs["strokes"].as_u64(),
                "{id}"
            );
            assert_eq!(costs.get("cells"), record.costs["cells"].as_u64(), "{id}");
        }
    }
    assert!(!Tint::ABOUT.listings.contains(&Which::Best));
}

/// Every part of a level matters. The soak looks at all of them.
#[test]
fn packs_are_free_of_decoration() {
    for shipped in &Tint::ABOUT.packs[..2] {
        for record in read_shipped(shipped).levels.iter().step_by(8) {
            let level = level_of(record);
            let verdict = solve(&level, &Budget::unlimited()).verdict;
            let costs = verdict.witness().unwrap().costs();
            let parts = decoration(&level, costs, &Budget::unlimited());
            assert!(parts.undecided.is_empty(), "{:?}", record.id);
            assert_eq!(parts.dispensable, [""; 0], "{:?}", record.id);
        }
    }
}

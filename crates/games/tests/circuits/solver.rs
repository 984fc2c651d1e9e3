//! The solver of Circuits beside exhaustive search: cost, solvability and wirings on thousands of
//! random small levels; fixed node counts.

use std::collections::BTreeSet;

use gridwright_core::budget::{Budget, Limit};
use gridwright_core::grid::{Cell, Symmetry, cells};
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;
use gridwright_core::search::oracle::{self, Found};
use gridwright_core::solve::{Verdict, Which, Wish};
use gridwright_games::circuits::level::{Hue, Layer, Level, Parts};
use gridwright_games::circuits::rules::{Begun, Move, Step};
use gridwright_games::circuits::{Circuits, codes};
use gridwright_games::document::pack::Record;
use gridwright_games::kind::{Documents, Solves};

use crate::board::board;
use crate::packs::{level, packs};

/// Levels to compare.
const COMPARED: usize = 4000;

/// What a level comes to: the least steps and lines, and the wirings.
type Truth = (Option<[u64; 2]>, BTreeSet<Vec<(Cell, Cell)>>);

/// Tries every way to give a line to a fixture that needs one. Every solution without white lines
/// comes up, by whatever fixture is asked about first.
struct Exhaustive<'a> {
    pub(crate) level: &'a Level,
    pub(crate) drawn: Vec<Vec<Cell>>,
    pub(crate) truth: Truth,
    pub(crate) drafts_left: usize,
}

impl Exhaustive<'_> {
    fn truth(level: &Level, most: usize) -> Option<Truth> {
        let mut search = Exhaustive {
            level,
            drawn: Vec::new(),
            truth: (None, BTreeSet::new()),
            drafts_left: most,
        };
        search.position(level.begin(&level.start()))?;
        Some(search.truth)
    }

    fn position(&mut self, begun: Begun) -> Option<()> {
        let position = self.level.resting(&begun).expect("between moves");
        if self.level.is_solved(position) {
            let steps: usize = self.drawn.iter().map(|line| line.len() - 1).sum();
            let cost = [steps as u64, self.drawn.len() as u64];
            let best = self.truth.0.get_or_insert(cost);
            *best = cost.min(*best);
            self.truth.1.insert(pairs(&self.drawn));
            return Some(());
        }
        let missing = self.level.shortfall(position);
        if ![codes::OPEN_TERMINAL, codes::OPEN_PAD].contains(&missing.code) {
            return Some(());
        }
        let start = Step::Start(missing.at.cells[0]);
        assert!(self.level.steps(&begun).contains(&start));
        let mut begun = begun;
        self.level.step(&mut begun, &start);
        self.line(begun)
    }

    fn line(&mut self, begun: Begun) -> Option<()> {
        self.drafts_left = self.drafts_left.checked_sub(1)?;
        for step in self.level.steps(&begun) {
            let mut next = begun.clone();
            match self.level.step(&mut next, &step) {
                None => self.line(next)?,
                Some(Move::Draw(line)) => {
                    self.drawn.push(line);
                    self.position(next)?;
                    self.drawn.pop();
                }
                Some(Move::Erase(_)) => unreachable!("nothing is erased within a line"),
            }
        }
        Some(())
    }
}

fn pairs(lines: &[Vec<Cell>]) -> Vec<(Cell, Cell)> {
    let ends = lines.iter().map(|line| (line[0], line[line.len() - 1]));
    let mut pairs: Vec<_> = ends.map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs
}

fn solved(level: &Level) -> Truth {
    let wish = Wish {
        all: Some((Which::Best, usize::MAX)),
        ..Wish::default()
    };
    let answer = Circuits::solve(level, &wish, &Budget::unlimited());
    let cost = match &answer.verdict {
        Verdict::Solved { witness, .. } => {
            assert!(answer.verdict.is_optimal());
            let cost = |metric| witness.costs().get(metric).unwrap();
            Some([cost("steps"), cost("lines")])
        }
        Verdict::Unsolvable { .. } => None,
        Verdict::GaveUp { .. } => panic!("nothing is limited"),
    };
    let listing = answer.listing.unwrap();
    assert!(listing.complete);
    let mut wirings = BTreeSet::new();
    for witness in &listing.list {
        let lines: Vec<Vec<Cell>> = witness
            .moves()
            .iter()
            .map(|mv| match mv {
                Move::Draw(line) => line.clone(),
                Move::Erase(_) => panic!("solutions erase nothing"),
            })
            .collect();
        assert!(wirings.insert(pairs(&lines)), "a wiring is listed twice");
    }
    assert_eq!(listing.count, wirings.len().to_string());
    (cost, wirings)
}

/// A random valid level: fixtures anywhere, given lines as random walks, dropped if they do not
/// fit.
fn random_level(rng: &mut Rng, width: i32, height: i32) -> Level {
    let mut free: Vec<Cell> = cells(width + 1, height + 1).collect();
    rng.shuffle(&mut free);
    let mut parts = Parts {
        width: Some(width.into()),
        height: Some(height.into()),
        ..Parts::default()
    };
    let mut ids = (1..).map(Some);
    let mut id = || ids.next().expect("endless");
    let colours = rng.between(1, 2 + i64::from(free.len() > 9)) as usize;
    for &hue in &Hue::ALL[..colours] {
        for _ in 0..2 {
            parts.terminals.push((id(), free.pop(), Some(hue)));
        }
    }
    for _ in 0..rng.index(free.len().min(9) + 1) {
        parts.pads.push((id(), free.pop()));
    }
    let mut level = Level::new(parts).expect("fixtures alone are a level");
    for _ in 0..rng.index(14) {
        let layer = *rng.pick(&[Layer::Top, Layer::Bottom]).unwrap();
        if let Some(points) = random_walk(rng, &level) {
            let mut more = level.parts();
            more.lines.push((id(), Some(layer), Some(points)));
            level = Level::new(more).unwrap_or(level);
        }
    }
    level
}

fn random_walk(rng: &mut Rng, level: &Level) -> Option<Vec<Cell>> {
    let fixtures: Vec<Cell> = cells(level.width() + 1, level.height() + 1)
        .filter(|&at| level.fixture(at).is_some())
        .collect();
    let mut walk = vec![*rng.pick(&fixtures)?];
    while walk.len() < 7 {
        let at = walk[walk.len() - 1];
        let next = at.offset(rng.between(-1, 1) as i32, rng.between(-1, 1) as i32);
        if !level.contains(next) || walk.contains(&next) {
            return None;
        }
        walk.push(next);
        if level.fixture(next).is_some() {
            return Some(walk);
        }
    }
    None
}

#[test]
fn it_agrees_with_exhaustive_search() {
    let mut rng = Rng::new("circuits-test", 1);
    let sizes = [
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
        (3, 1),
        (1, 4),
        (2, 3),
        (3, 2),
        (3, 3),
    ];
    let (mut compared, mut unsolvable, mut ambiguous) = (0, 0, 0);
    for round in 0..COMPARED {
        let (width, height) = sizes[round % sizes.len()];
        let level = random_level(&mut rng, width, height);
        let Some(truth) = Exhaustive::truth(&level, 10_000) else {
            continue;
        };
        let text = serde_json::to_string(&Circuits::write_level(&level)).unwrap();
        assert_eq!(solved(&level), truth, "{text}");
        compared += 1;
        unsolvable += usize::from(truth.0.is_none());
        ambiguous += usize::from(truth.1.len() > 1);
    }
    println!("{compared} compared, {unsolvable} unsolvable, {ambiguous} with several wirings");
    assert!(compared > COMPARED * 8 / 10);
    assert!(unsolvable > COMPARED / 20 && ambiguous > COMPARED / 20);
}

#[test]
fn the_plain_oracle_that_may_draw_anything_finds_nothing_cheaper() {
    let mut rng = Rng::new("circuits-test", 2);
    let mut compared = 0;
    for _ in 0..150 {
        let level = random_level(&mut rng, 2, 1);
        let price = |_: &Begun, step: &Step| match step {
            Step::Start(_) => [0, 1],
            Step::Extend(_) => [1, 0],
            Step::Erase(_) => [0, 0],
        };
        let best = match oracle::cheapest(&level, 4000, price) {
            Found::Cost(cost) => Some(cost),
            Found::Nothing => None,
            Found::TooMany => continue,
        };
        assert_eq!(solved(&level).0, best);
        compared += 1;
    }
    assert!(compared > 75, "{compared}");
}

#[test]
fn turning_a_level_changes_nothing() {
    let mut rng = Rng::new("circuits-test", 3);
    for _ in 0..60 {
        let level = random_level(&mut rng, 4, 3);
        let (cost, wirings) = solved(&level);
        for symmetry in Symmetry::all() {
            let (turned_cost, turned_wirings) = solved(&level.transformed(symmetry));
            assert_eq!((turned_cost, turned_wirings.len()), (cost, wirings.len()));
        }
    }
}

#[test]
fn best_solutions_are_drawn_straight() {
    fn check(rows: &[&str], given: &[(i32, &[(i32, i32)])], expected: (usize, usize)) {
        let answer = Circuits::solve(&board(rows, given), &Wish::default(), &Budget::unlimited());
        let (mut diagonal, mut turns) = (0, 0);
        for mv in answer.verdict.witness().unwrap().moves() {
            let Move::Draw(line) = mv else { continue };
            let steps: Vec<(i32, i32)> = line
                .windows(2)
                .map(|pair| (pair[1].x - pair[0].x, pair[1].y - pair[0].y))
                .collect();
            diagonal += steps.iter().filter(|(x, y)| x * y != 0).count();
            turns += steps.windows(2).filter(|pair| pair[0] != pair[1]).count();
        }
        assert_eq!((diagonal, turns), expected, "{rows:?}");
    }
    check(&["R....R", "......"], &[], (0, 0));
    check(&["R..", "...", "...", "R.."], &[], (0, 0));
    check(&["R....", ".....", "....R"], &[], (2, 1));
    check(&["......", "R....R", "G....G"], &[], (0, 0));
    // One has to make room for the other, and does so once.
    check(&[".....", "RG.GR", "....."], &[], (2, 2));
    // Around a wall there is no other way of that length.
    check(
        &["R.o.R", "..o..", "....."],
        &[(0, &[(2, 0), (2, 1)])],
        (4, 1),
    );
    // Below another line a bottom line is no wall.
    check(
        &["..o..", "R...R", "..o.."],
        &[(-1, &[(2, 0), (2, 1), (2, 2)])],
        (0, 0),
    );
}

#[test]
fn a_limit_is_no_verdict() {
    let mut rng = Rng::new("circuits-test", 4);
    let level = loop {
        let level = random_level(&mut rng, 5, 5);
        if solved(&level).0.is_some_and(|[steps, _]| steps > 6) {
            break level;
        }
    };
    for (budget, expected) in [
        (Budget::unlimited().with_nodes(20), Limit::Nodes),
        (Budget::unlimited().with_memory(1000), Limit::Memory),
    ] {
        let answer = Circuits::solve(&level, &Wish::default(), &budget);
        let Verdict::GaveUp { limit, .. } = answer.verdict else {
            panic!("{:?}", answer.verdict);
        };
        assert_eq!(limit, expected);
    }
}

#[test]
fn node_counts_stay_as_they_are() {
    // A lost cut shows here without a clock.
    let nodes = |record: &Record| {
        let answer = Circuits::solve(&level(record), &Wish::default(), &Budget::unlimited());
        answer.stats.nodes
    };
    let found: Vec<Vec<u64>> = packs()
        .iter()
        .map(|(_, pack)| pack.levels.iter().step_by(8).map(nodes).collect())
        .collect();
    assert_eq!(found, NODES);
}

/// Of every eighth level of each pack.
const NODES: [[u64; 5]; 3] = [
    [123, 42, 97, 391, 102],
    [358, 2092, 4238, 512, 2966],
    [8430, 5227, 7760, 7965, 1932],
];

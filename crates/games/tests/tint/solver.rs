//! The solver against plain search: strokes, cells and "there is none" agree on thousands of
//! small canvases; minima known by hand, limits, and fixed node counts.

use gridwright_core::budget::Budget;
use gridwright_core::cost::Costs;
use gridwright_core::fault::Fault;
use gridwright_core::grid::cells;
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;
use gridwright_core::search::oracle::{Found, cheapest};
use gridwright_core::solve::Verdict;
use gridwright_games::kind::Kind;
use gridwright_games::registry::read_shipped;
use gridwright_games::tint::Tint;
use gridwright_games::tint::color::Mixing;
use gridwright_games::tint::level::{GatePart, Level, Parts, StartRule};
use gridwright_games::tint::rules::{Begun, Position, Refusal, Step, Stroke};
use gridwright_games::tint::solve::{Method, fewest_strokes, solve, solve_by};

use crate::board::{Variant, draw, plain};
use crate::packs::level_of;

/// A level on which play stops as soon as grey is made: nothing after it can be a solution, and
/// the plain search need not wade through it.
struct Unspoiled<'a>(&'a Level);

impl Puzzle for Unspoiled<'_> {
    type Position = Position;
    type Move = Stroke;
    type Refusal = Refusal;

    fn start(&self) -> Position {
        self.0.start()
    }
    fn check(&self, position: &Position, stroke: &Stroke) -> Result<(), Refusal> {
        self.0.check(position, stroke)
    }
    fn apply(&self, position: &mut Position, stroke: &Stroke) -> Result<(), Refusal> {
        self.0.apply(position, stroke)
    }
    fn is_solved(&self, position: &Position) -> bool {
        self.0.is_solved(position)
    }
    fn shortfall(&self, position: &Position) -> Fault {
        self.0.shortfall(position)
    }
    fn costs(&self, strokes: &[Stroke]) -> Costs {
        self.0.costs(strokes)
    }
}

impl Steps for Unspoiled<'_> {
    type Begun = Begun;
    type Step = Step;

    fn begin(&self, position: &Position) -> Begun {
        self.0.begin(position)
    }
    fn steps(&self, begun: &Begun) -> Vec<Step> {
        if begun.position().is_spoiled() {
            return Vec::new();
        }
        self.0.steps(begun)
    }
    fn step(&self, begun: &mut Begun, step: &Step) -> Option<Stroke> {
        self.0.step(begun, step)
    }
    fn resting<'d>(&self, begun: &'d Begun) -> Option<&'d Position> {
        self.0.resting(begun)
    }
}

/// Any small level: every mechanic, sensible or not.
fn random_level(rng: &mut Rng) -> Level {
    let (width, height) = [(5, 1), (3, 2), (4, 2), (3, 3), (5, 2), (7, 1)][rng.index(6)];
    let mut free: Vec<[i64; 2]> = cells(width, height)
        .map(|cell| [cell.x.into(), cell.y.into()])
        .collect();
    rng.shuffle(&mut free);
    let mut free = free.into_iter();
    let primaries = ["red", "yellow", "blue"];
    let any = [
        "red", "yellow", "blue", "orange", "purple", "green", "white",
    ];
    let name = |rng: &mut Rng, of: &[&str]| (*rng.pick(of).unwrap()).to_owned();
    let mut parts = Parts {
        width: width.into(),
        height: height.into(),
        tail: rng.between(1, 2),
        start: [StartRule::Any, StartRule::Droplet][rng.index(2)],
        mixing: [Mixing::Strict, Mixing::Absorb][usize::from(rng.chance(1, 4))],
        ..Parts::default()
    };
    let few = if rng.chance(1, 3) {
        &any[..]
    } else {
        &primaries
    };
    for _ in 0..rng.between(1, 3) {
        let from = if rng.chance(1, 3) { &any[..] } else { few };
        let color = name(rng, from);
        parts.droplets.extend(free.next().map(|at| (color, at)));
    }
    for _ in 0..rng.between(1, 2) {
        let from = if rng.chance(1, 3) { &any[..] } else { few };
        let color = name(rng, from);
        parts.targets.extend(free.next().map(|at| (color, at)));
    }
    if rng.chance(1, 4) {
        // A target may stand on paint.
        if let Some((_, at)) = parts.targets.first() {
            parts.paint.push((name(rng, &any), vec![*at]));
        }
    }
    for _ in 0..rng.between(0, 2) {
        let color = name(rng, few);
        parts.paint.extend(free.next().map(|at| (color, vec![at])));
    }
    for _ in 0..rng.between(0, 2) {
        let gate = if rng.chance(1, 2) {
            GatePart::Negation(name(rng, &any[..6]))
        } else {
            let mut sides: [Option<String>; 4] =
                std::array::from_fn(|_| rng.chance(2, 3).then(|| name(rng, &any)));
            sides[rng.index(2)] = Some(name(rng, &any));
            sides[2 + rng.index(2)] = Some(name(rng, &any));
            GatePart::Switch(sides)
        };
        parts.gates.extend(free.next().map(|at| (at, gate)));
    }
    if rng.chance(1, 6) {
        parts.void.extend(free.next());
    }
    Level::new(&parts).expect("the places are distinct")
}

/// Plans alone find no end where there is no solution, and are slow where there are many strokes.
const MOST_NODES: u64 = 2_000;

pub(crate) fn check(level: &Level) -> Option<bool> {
    let price = |_: &Begun, step: &Step| match step {
        Step::Start(_) => [1, 0],
        Step::Extend(_) => [0, 1],
        Step::Finish => [0, 0],
    };
    let slow = match cheapest(&Unspoiled(level), 12_000, price) {
        Found::Cost([strokes, cells]) => Some((strokes, cells)),
        Found::Nothing => None,
        Found::TooMany => return None,
    };
    for method in [Method::Both, Method::Plans, Method::Exhaustion] {
        let budget = match method {
            Method::Plans => Budget::unlimited().with_nodes(MOST_NODES),
            _ => Budget::unlimited(),
        };
        let verdict = solve_by(method, level, &budget).verdict;
        let decided = verdict.is_optimal() || verdict.solvable() == Some(false);
        assert!(decided || method == Method::Plans, "{method:?}: {level:?}");
        let fast = verdict.witness().map(|witness| {
            let costs = witness.costs();
            (costs.get("strokes").unwrap(), costs.get("cells").unwrap())
        });
        if decided {
            assert_eq!(fast, slow, "{method:?}: {level:?}");
        } else if let Some(fast) = fast {
            assert!(slow.is_some_and(|slow| slow <= fast), "{level:?}");
        }
    }
    Some(slow.is_some())
}

#[test]
fn the_solver_agrees_with_plain_search() {
    let rounds: u64 = std::env::var("TINT_ROUNDS").map_or(4000, |n| n.parse().unwrap());
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..rounds {
        let mut rng = Rng::new("tint-small", seed);
        match check(&random_level(&mut rng)) {
            Some(true) => solved += 1,
            Some(false) => unsolvable += 1,
            None => {}
        }
    }
    println!("{solved} solved, {unsolvable} unsolvable");
    assert!(solved > rounds / 5 && unsolvable > rounds / 5);
}

#[test]
fn minima_known_by_hand() {
    let gate = |switch| Variant {
        switch,
        ..Variant::default()
    };
    let rows = [
        ("*R . . ?R", plain("straight"), Some((1, 3))),
        ("*Y . b . ?G", plain("mix"), Some((1, 4))),
        ("*W . g . ?R\n*R . g . .", plain("cut"), Some((2, 7))),
        ("*R . -R . ?W", plain("white"), Some((1, 4))),
        ("*R . # . ?B", gate("-B-R"), Some((1, 4))),
        ("*R _ ?R", plain("cut off"), None),
        ("*R . ?G", plain("no green"), None),
        ("*R ?R _ *B ?B", plain("two sheets"), Some((2, 2))),
        // Starting on a target does not solve it; coming back does.
        ("# . . ?Rr *P", gate("YOPG"), Some((1, 2))),
        // The white that a gate is left with is picked up again.
        (
            "*R *B ?W .\n. ?P # *O",
            Variant {
                tail: 2,
                ..gate("PW-B")
            },
            Some((3, 6)),
        ),
    ];
    for (drawing, variant, expected) in rows {
        let level = draw(drawing, variant);
        let verdict = solve(&level, &Budget::unlimited()).verdict;
        let found = verdict.witness().map(|witness| {
            let costs = witness.costs();
            (costs.get("strokes").unwrap(), costs.get("cells").unwrap())
        });
        assert_eq!(found, expected, "{drawing}");
        assert_eq!(verdict.solvable(), Some(expected.is_some()), "{drawing}");
        if let Some((strokes, _)) = expected {
            assert!(fewest_strokes(&level).is_some_and(|fewest| fewest <= strokes));
        }
    }
}

#[test]
fn a_limit_is_admitted() {
    let level = draw(
        "*R . . . ?G . .\n. b b b b b .\n. . ?O . *Y . ?P\n. -R . r . . ?W\n*B . . . . . ?R",
        Variant::default(),
    );
    let budget = Budget::unlimited().with_nodes(3);
    match solve(&level, &budget).verdict {
        Verdict::GaveUp { bounds, .. } => assert!(bounds.get("cells").unwrap() > 0),
        other => panic!("{other:?}"),
    }
    let starved = Budget::unlimited().with_memory(1000);
    assert!(matches!(
        solve(&level, &starved).verdict,
        Verdict::GaveUp { .. }
    ));
}

/// The work on fixed levels: a lost pruning shows without a clock.
#[test]
fn node_counts_stay_as_they_are() {
    let nodes = Tint::ABOUT.packs.iter().map(|shipped| {
        let first = read_shipped(shipped).levels.swap_remove(0);
        solve(&level_of(&first), &Budget::unlimited()).stats.nodes
    });
    assert_eq!(nodes.collect::<Vec<_>>(), NODES);
}

/// Of the first level of every pack.
const NODES: [u64; 4] = [14, 498, 517, 456];

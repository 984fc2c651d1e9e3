//! Small canvases with every mechanic, and what plain search says about them. The soak of the workbench
//! goes through more of them than the tests.

use gridwright_core::budget::Budget;
use gridwright_core::cost::Costs;
use gridwright_core::fault::Fault;
use gridwright_core::grid::cells;
use gridwright_core::puzzle::{Puzzle, Steps};
use gridwright_core::rng::Rng;
use gridwright_core::search::oracle::{Found, cheapest};
use gridwright_games::tint::color::Mixing;
use gridwright_games::tint::level::{GatePart, Level, Parts, StartRule};
use gridwright_games::tint::rules::{Begun, Position, Refusal, Step, Stroke};
use gridwright_games::tint::solve::{Method, finishes_within, solve_by};

/// Plans alone find no end where there is no solution, and are slow where there are many strokes.
const MOST_NODES: u64 = 2_000;

/// A small level: every mechanic, sensible or not.
pub(crate) fn canvas(seed: u64) -> Level {
    let rng = &mut Rng::new("tint-small", seed);
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

/// Compares what every method says with plain search: whether a level has a solution, or nothing if
/// plain search takes too long; an error says who disagreed.
pub(crate) fn agreed(level: &Level) -> Result<Option<bool>, String> {
    let price = |_: &Begun, step: &Step| match step {
        Step::Start(_) => [1, 0],
        Step::Extend(_) => [0, 1],
        Step::Finish => [0, 0],
    };
    let slow = match cheapest(&Unspoiled(level), 12_000, price) {
        Found::Cost([strokes, cells]) => Some((strokes, cells)),
        Found::Nothing => None,
        Found::TooMany => return Ok(None),
    };
    for method in [Method::Both, Method::Plans, Method::Exhaustion] {
        let budget = match method {
            Method::Plans => Budget::unlimited().with_nodes(MOST_NODES),
            _ => Budget::unlimited(),
        };
        let verdict = solve_by(method, level, &budget).verdict;
        let decided = verdict.is_optimal() || verdict.solvable() == Some(false);
        let fast = verdict.witness().map(|witness| {
            let cost = |metric| witness.costs().get(metric).unwrap_or_default();
            (cost("strokes"), cost("cells"))
        });
        let agrees = match fast {
            _ if decided => fast == slow,
            Some(fast) => slow.is_some_and(|slow| slow <= fast),
            None => true,
        };
        if !agrees || !decided && method != Method::Plans {
            return Err(format!("{method:?} {fast:?}, plain {slow:?}: {level:?}"));
        }
    }
    fewest_strokes_agree(level, slow.map(|(strokes, _)| strokes))?;
    Ok(Some(slow.is_some()))
}

/// Outlines alone tell whether so many strokes are enough, and whether fewer are.
fn fewest_strokes_agree(level: &Level, fewest: Option<u64>) -> Result<(), String> {
    let budget = Budget::unlimited().with_nodes(MOST_NODES);
    for strokes in 0..=fewest.unwrap_or(2) {
        let told = finishes_within(Method::Outlines, level, &level.start(), strokes, &budget);
        if told.is_ok_and(|enough| enough != fewest.is_some_and(|fewest| fewest <= strokes)) {
            return Err(format!(
                "outlines of {strokes}, plain {fewest:?}: {level:?}"
            ));
        }
    }
    Ok(())
}

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

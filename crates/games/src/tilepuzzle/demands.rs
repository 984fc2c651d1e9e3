//! What a solution asks of the person who finds it: the numbers that a grade is reckoned from.
//!
//! A person thinks in drags. A drag that sends a cat home is seen at a glance; what has to be
//! decided there is which shape of the colour shall do it. A drag that only makes room is found by
//! trying: every shape that can move is a way, and whether it was the right one shows when the next
//! cat goes home. Places are looked over with the other shapes as they lie, or without them.

use std::collections::VecDeque;

use gridwright_core::budget::{Budget, Limit, Meter};
use gridwright_core::cost::counted;
use gridwright_core::grade::{Demands, Tally, Technique};
use gridwright_core::grid::{Cell, Dir, Grid};
use gridwright_core::puzzle::Puzzle;

use super::explain;
use super::level::{Color, Level};
use super::rules::{DRAGS, Move, Position, STEPS};
use super::solve;

/// The demands of a level by a solution of it. On a large floor a solution has thousands of moves and
/// hundreds of shapes are looked over at each: the meter hears of every look.
pub(super) fn demands(
    level: &Level,
    moves: &[Move],
    budget: &Budget<'_>,
) -> Result<Demands, Limit> {
    let mut meter = budget.meter();
    let mut story = Story::default();
    let mut position = level.start();
    let mut before = None;
    for drag in explain::drags(level, moves) {
        let leader = level.leader(drag[0].shape);
        let from = position.clone();
        for mv in drag {
            level
                .apply(&mut position, mv)
                .expect("a solution's moves are legal");
        }
        story.tell(level, &from, &position, leader, before, &mut meter)?;
        before = Some(leader);
    }
    let waiting = waiting(level, &mut meter)?;
    let techniques = techniques(level, moves, &mut meter)?;
    Ok(Demands {
        metric: DRAGS,
        ways: story.ways,
        traps: story.traps,
        against: Tally {
            count: story.against,
            one: "drag takes a shape farther from its cat",
            many: "drags take shapes farther from their cats",
        },
        dependencies: Tally {
            count: waiting,
            one: "cat has to wait until something makes way",
            many: "cats have to wait until something makes way",
        },
        techniques,
    })
}

/// What happened drag by drag.
#[derive(Default)]
struct Story {
    ways: Vec<u64>,
    traps: Vec<u64>,
    against: u64,
    /// Where among the ways those drags with a choice are that no cat has followed yet.
    open: Vec<usize>,
}

impl Story {
    fn tell(
        &mut self,
        level: &Level,
        from: &Position,
        to: &Position,
        leader: usize,
        before: Option<usize>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        let leaders = (0..level.shapes().len()).filter(|&i| level.leader(i) == i);
        let fetched: Vec<Color> = (0..level.cats().len())
            .filter(|&cat| to.is_home(cat) && !from.is_home(cat))
            .map(|cat| level.cats()[cat].color)
            .collect();
        if fetched.is_empty() {
            let mut ways = 0;
            for other in leaders.filter(|&i| Some(i) != before) {
                ways += u64::from(survey(level, from, other, true, meter)?.places > 1);
            }
            if ways > 1 {
                self.open.push(self.ways.len());
            }
            self.ways.push(ways.max(1));
            let mut far = |position| survey(level, position, leader, false, meter);
            self.against += u64::from(far(to)?.nearest > far(from)?.nearest);
            return Ok(());
        }
        let concerned = |i: usize| {
            let mut colors = level.tandem(i).map(|i| level.shapes()[i].color);
            colors.any(|color| fetched.contains(&color))
        };
        let mut ways = 0;
        for other in leaders.filter(|&i| concerned(i)) {
            let may_fetch = survey(level, from, other, true, meter)?.nearest.is_some();
            ways += u64::from(may_fetch);
        }
        self.ways.push(ways.max(1));
        let now = self.ways.len();
        let waited = self.open.drain(..).map(|drag| (now - drag - 1) as u64);
        self.traps.extend(waited);
        Ok(())
    }
}

/// Cats that nobody can fetch as the shapes lie at the start.
fn waiting(level: &Level, meter: &mut Meter<'_>) -> Result<u64, Limit> {
    let start = level.start();
    let mut waits = vec![true; level.cats().len()];
    for leader in (0..level.shapes().len()).filter(|&i| level.leader(i) == i) {
        for cat in survey(level, &start, leader, true, meter)?.cats {
            waits[cat] = false;
        }
    }
    Ok(waits.iter().filter(|waits| **waits).count() as u64)
}

fn techniques(
    level: &Level,
    moves: &[Move],
    meter: &mut Meter<'_>,
) -> Result<Vec<Technique>, Limit> {
    let mut techniques = Vec::new();
    let steps = moves.len() as u64;
    let detour = solve::color_bound(level, &level.start(), meter)?
        .map_or(0, |bound| steps.saturating_sub(u64::from(bound)));
    if detour > 0 {
        let sentence = format!(
            "Shapes are in each other's way: it takes {} more than each colour would need alone.",
            STEPS.counted(detour)
        );
        techniques.push(Technique::new(detour.div_ceil(2).min(5), sentence));
    }
    let moved = |shape: usize| {
        let leader = level.leader(shape);
        moves.iter().any(|mv| level.leader(mv.shape) == leader)
    };
    let count = |holds: &dyn Fn(usize) -> bool| {
        let shapes = (0..level.shapes().len()).filter(|&i| moved(i) && holds(i));
        shapes.count() as u64
    };
    let locked = count(&|i| level.shapes()[i].unlock > 0);
    if locked > 0 {
        let locks = counted(locked, "lock has", "locks have");
        techniques.push(Technique::new(
            (1 + locked).min(4),
            format!("{locks} to be opened first."),
        ));
    }
    if count(&|i| level.tandem(level.leader(i)).count() > 1) > 0 {
        techniques.push(Technique::new(2, "Shapes move in tandem."));
    }
    if level.cats().iter().any(|cat| cat.on_blocker) {
        let sentence = "Cats on blockers are fetched from beside them.";
        techniques.push(Technique::new(1, sentence));
    }
    Ok(techniques)
}

/// The places that a shape with its tandem could slide to.
struct Survey {
    /// How many, its own included.
    places: usize,
    /// The cats that it would send home there.
    cats: Vec<usize>,
    /// Steps to the first of them.
    nearest: Option<u32>,
}

/// Looks over the places of a shape, past the others as they lie or as if they were not there and
/// nothing were locked. Cats of other colours that are still out are in the way.
fn survey(
    level: &Level,
    position: &Position,
    leader: usize,
    among_shapes: bool,
    meter: &mut Meter<'_>,
) -> Result<Survey, Limit> {
    let mut held: Grid<Held> = Grid::from_fn(level.width(), level.height(), |cell| Held {
        open: level.is_open(cell),
        ..Held::default()
    });
    for (i, cat) in level.cats().iter().enumerate() {
        if !position.is_home(i) && !cat.on_blocker {
            held[cat.at].cat = Some((i, cat.color));
        }
    }
    if among_shapes {
        for i in (0..level.shapes().len()).filter(|&i| level.leader(i) != leader) {
            level
                .cells_of(position, i)
                .for_each(|cell| held[cell].open = false);
        }
    }
    let body: Vec<(Cell, Color)> = level
        .tandem(leader)
        .flat_map(|i| {
            let color = level.shapes()[i].color;
            level.cells_of(position, i).map(move |cell| (cell, color))
        })
        .collect();
    let beside: Vec<(usize, Cell, Color)> = (level.cats().iter().enumerate())
        .filter(|&(i, cat)| cat.on_blocker && !position.is_home(i))
        .map(|(i, cat)| (i, cat.at, cat.color))
        .collect();
    let start = position.corner(leader);
    let free = |corner: Cell| {
        let (dx, dy) = (corner.x - start.x, corner.y - start.y);
        body.iter().all(|&(cell, color)| {
            held.get(cell.offset(dx, dy))
                .is_some_and(|held| held.open && held.cat.is_none_or(|(_, cat)| cat == color))
        })
    };
    let fetched = |corner: Cell, cats: &mut Vec<usize>| {
        let (dx, dy) = (corner.x - start.x, corner.y - start.y);
        for &(cell, color) in &body {
            let cell = cell.offset(dx, dy);
            let on = held[cell].cat.filter(|&(_, cat)| cat == color);
            let next_to = beside
                .iter()
                .filter(|&&(_, at, cat)| cat == color && Dir::between(cell, at).is_some());
            for cat in on.map(|(i, _)| i).into_iter().chain(next_to.map(|b| b.0)) {
                if !cats.contains(&cat) {
                    cats.push(cat);
                }
            }
        }
    };
    let locked = among_shapes && level.waits_for(position, leader) > 0;
    let mut survey = Survey {
        places: 0,
        cats: Vec::new(),
        nearest: None,
    };
    let mut seen = Grid::filled(level.width(), level.height(), false);
    let mut queue = VecDeque::from([(start, 0)]);
    seen[start] = true;
    while let Some((corner, steps)) = queue.pop_front() {
        survey.places += 1;
        if !locked {
            fetched(corner, &mut survey.cats);
            for next in Dir::ALL.map(|dir| corner.step(dir)) {
                if seen.get(next) == Some(&false) && free(next) {
                    seen[next] = true;
                    queue.push_back((next, steps + 1));
                }
            }
        }
        if survey.nearest.is_none() && !survey.cats.is_empty() {
            survey.nearest = Some(steps);
        }
    }
    // The floor is laid out once, and the body tried beside every place.
    let tried = survey.places * body.len() * Dir::ALL.len();
    meter.work((held.values().len() + tried) as u64)?;
    Ok(survey)
}

/// What a cell holds.
#[derive(Clone, Copy, Default)]
struct Held {
    open: bool,
    cat: Option<(usize, Color)>,
}

//! Whether a plan can be walked with so few cells.
//!
//! Each layer is a walk over time: `at(i, t, v)` says that after `t` cells of layer `i` it is at
//! spot `v`, and `alive(i, t)` that it goes on for at least so long. At most one place at a time is
//! demanded only of cells that share a neighbour, since whatever follows one place lies beside it.
//! The lengths are added up in unary. Only what [distances](super::lengths) leave room for gets
//! variables.

use gridwright_core::budget::{Limit, Meter};

use super::board::{Board, Spot, WALL};
use super::lengths::Lengths;
use super::model::{ABSENT, Model, PlanSearch};
use super::plan::{Entry, Layer};
use super::sat::{Ended, Lit, NoTheory, no, yes};

/// The search for a walk of at most so many cells.
pub(super) struct Walking<'b> {
    model: Model<'b>,
    walks: Vec<Walk>,
    /// By spot: the spots behind it that lie beside something it lies beside, each once.
    rivals: Vec<Vec<Spot>>,
}

/// One layer over time.
struct Walk {
    /// By time and spot.
    at: Vec<Vec<u32>>,
    /// From time 1 on.
    alive: Vec<u32>,
    /// The least it takes.
    least: u32,
}

impl Walk {
    fn at(&self, time: usize, spot: Spot) -> Option<u32> {
        let variable = self.at.get(time)?[spot as usize];
        (variable != ABSENT).then_some(variable)
    }

    /// The variable that the walk takes at least so long, for times above 0.
    fn alive(&self, time: usize) -> Option<u32> {
        self.alive.get(time - 1).copied()
    }

    fn times(&self) -> usize {
        self.at.len()
    }
}

impl<'b> Walking<'b> {
    /// Walks that enter at most so many cells; `None` if distances alone forbid it.
    pub(super) fn new<const N: usize>(
        board: &'b Board,
        layers: &[Layer<N>],
        lengths: &Lengths,
        most: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Limit> {
        if lengths.total > most {
            return Ok(None);
        }
        let may = |i: usize, spot: Spot| lengths.may_touch(i, spot, lengths.room(i, most));
        let model = Model::new(board, layers, may);
        let mut walking = Walking {
            model,
            walks: Vec::new(),
            rivals: rivals(board),
        };
        for i in 0..layers.len() {
            walking.lay_out(i, lengths, most);
        }
        for i in 0..layers.len() {
            meter.poll()?;
            walking.go(i);
            if !walking.model.ends_stroke(i) {
                walking.enter_next(i);
            }
        }
        let walks = &walking.walks;
        walking
            .model
            .targets(|model, i, spot| solves(model, &walks[i], i, spot));
        let entered = layers.iter().filter(|layer| !layer.step.starts()).count() as u32;
        let inside = most.checked_sub(entered);
        let possible = inside.and_then(|most| walking.add_up(most));
        Ok(possible.map(|()| walking))
    }
}

impl PlanSearch for Walking<'_> {
    fn run(&mut self, conflicts: u64, meter: &mut Meter<'_>) -> Result<Ended, Limit> {
        self.model.sat.charge(meter)?;
        self.model.sat.solve(&mut NoTheory, conflicts, meter)
    }

    fn charged(&self) -> u64 {
        self.model.sat.charged()
    }

    fn strokes(&self) -> Vec<Vec<Spot>> {
        let values = self.model.sat.values();
        let mut strokes: Vec<Vec<Spot>> = Vec::new();
        for (sheet, walk) in self.model.sheets.iter().zip(&self.walks) {
            if sheet.starts() {
                strokes.push(Vec::new());
            }
            let Some(stroke) = strokes.last_mut() else {
                continue;
            };
            if let Entry::Droplet(at) = sheet.entry {
                stroke.push(at);
            }
            for place in &walk.at {
                let is_there = |spot: &u32| values.is_true(yes(place[*spot as usize]));
                let there = (0..place.len() as u32)
                    .filter(|&spot| place[spot as usize] != ABSENT)
                    .find(is_there);
                stroke.extend(there.map(|spot| spot as Spot));
            }
        }
        strokes
    }
}

impl Walking<'_> {
    /// The variables of a layer.
    fn lay_out(&mut self, i: usize, lengths: &Lengths, most: u32) {
        let Model {
            board, sat, sheets, ..
        } = &mut self.model;
        let sheet = &sheets[i];
        let room = lengths.room(i, most);
        let spots = board.spots();
        let entries = |sheet: &super::model::Sheet| -> Vec<u32> {
            (0..spots as Spot)
                .map(|spot| sheet.e(spot).unwrap_or(ABSENT))
                .collect()
        };
        let mut at = match sheet.entry {
            // The droplet itself is no place of the layer.
            Entry::Droplet(_) => vec![vec![ABSENT; spots], entries(sheet)],
            _ => vec![entries(sheet)],
        };
        let longest = match sheet.entry {
            Entry::Cut => usize::from(board.tail),
            _ => usize::MAX,
        };
        while at.len() <= longest {
            let time = at.len() as u32;
            let may = |spot: Spot| {
                let first = match sheet.entry {
                    Entry::Switch(_, _, to) if time == 1 => spot == to,
                    _ => true,
                };
                first && lengths.may_be_at(i, time, spot, room)
            };
            let mut place = vec![ABSENT; spots];
            let mut any = false;
            for &spot in sheet.region.iter().filter(|&&spot| may(spot)) {
                place[spot as usize] = sat.variable();
                any = true;
            }
            if !any {
                break;
            }
            at.push(place);
        }
        let alive = (1..at.len()).map(|_| sat.variable()).collect();
        self.walks.push(Walk {
            at,
            alive,
            least: lengths.least[i],
        });
    }

    /// The walk goes from place to place.
    fn go(&mut self, i: usize) {
        let walk = &self.walks[i];
        let Model {
            board, sat, sheets, ..
        } = &mut self.model;
        let sheet = &sheets[i];
        for time in 1..walk.times() {
            let alive = walk.alive[time - 1];
            let mut somewhere = vec![no(alive)];
            for &spot in &sheet.region {
                let Some(here) = walk.at(time, spot) else {
                    continue;
                };
                somewhere.push(yes(here));
                sat.clause(&[no(here), yes(alive)]);
                let enters = matches!(sheet.entry, Entry::Droplet(_)) && time == 1;
                if enters {
                    continue;
                }
                let mut before = vec![no(here)];
                for from in board.beside[spot as usize] {
                    before.extend(places(walk, time - 1, from).map(yes));
                }
                sat.clause(&before);
                // No second place that the last one leads to as well.
                for &other in &self.rivals[spot as usize] {
                    if let Some(other) = walk.at(time, other) {
                        sat.clause(&[no(here), no(other)]);
                    }
                }
            }
            sat.clause(&somewhere);
            if time > 1 {
                sat.clause(&[no(alive), yes(walk.alive[time - 2])]);
            }
            if time as u32 <= walk.least {
                sat.clause(&[yes(alive)]);
            }
        }
        if walk.least as usize >= walk.times() && walk.least > 0 {
            sat.clause(&[]);
        }
        for &spot in &sheet.region {
            let Some(x) = sheet.x(spot) else {
                continue;
            };
            let mut somewhen = vec![no(x)];
            for here in (0..walk.times()).filter_map(|time| walk.at(time, spot)) {
                somewhen.push(yes(here));
                sat.clause(&[no(here), yes(x)]);
            }
            sat.clause(&somewhen);
        }
        if let (Some(alone), Some(alive)) = (sheet.alone, walk.alive(1)) {
            sat.clause(&[no(alone), no(alive)]);
            sat.clause(&[yes(alone), yes(alive)]);
        }
    }

    /// The next layer is entered from the last place.
    fn enter_next(&mut self, i: usize) {
        let next = &self.model.sheets[i + 1];
        let walk = &self.walks[i];
        let droplet = match self.model.sheets[i].entry {
            Entry::Droplet(at) => Some(at),
            _ => None,
        };
        // What has to be the last place, if a literal is true.
        let beside = |spot: Spot| self.model.beside(spot).collect::<Vec<Spot>>();
        let demands: Vec<(Option<Lit>, Vec<Spot>)> = match next.entry {
            Entry::Switch(_, from, _) => vec![(None, vec![from])],
            Entry::Droplet(at) => vec![(None, beside(at))],
            _ => next
                .entries
                .iter()
                .filter_map(|&spot| Some((Some(no(next.e(spot)?)), beside(spot))))
                .collect(),
        };
        let mut clauses = Vec::new();
        for (condition, ends) in demands {
            for time in 0..walk.times() {
                if time == 0 && droplet.is_some_and(|droplet| ends.contains(&droplet)) {
                    continue;
                }
                let mut clause: Vec<Lit> = condition.into_iter().collect();
                clause.extend((time > 0).then(|| no(walk.alive[time - 1])));
                clause.extend(walk.alive(time + 1).map(yes));
                clause.extend(ends.iter().filter_map(|&end| walk.at(time, end)).map(yes));
                clauses.push(clause);
            }
        }
        for clause in clauses {
            self.model.sat.clause(&clause);
        }
    }

    /// All walks together take at most so long; `None` if they cannot.
    fn add_up(&mut self, most: u32) -> Option<()> {
        let least: u32 = self.walks.iter().map(|walk| walk.least).sum();
        let room = most.checked_sub(least)? as usize;
        let sat = &mut self.model.sat;
        // `sum[a]`: the walks so far take at least `a + 1` more than the least.
        let mut sum: Vec<u32> = Vec::new();
        for walk in &self.walks {
            let more: Vec<u32> = walk
                .alive
                .iter()
                .skip(walk.least as usize)
                .copied()
                .collect();
            let width = (sum.len() + more.len()).min(room);
            let next: Vec<u32> = (0..width).map(|_| sat.variable()).collect();
            for a in 0..=sum.len() {
                for b in 0..=more.len() {
                    if a + b == 0 || a + b > room + 1 {
                        continue;
                    }
                    let mut clause: Vec<Lit> = Vec::new();
                    clause.extend((a > 0).then(|| no(sum[a - 1])));
                    clause.extend((b > 0).then(|| no(more[b - 1])));
                    if a + b <= room {
                        clause.push(yes(next[a + b - 1]));
                    }
                    sat.clause(&clause);
                }
            }
            sum = next;
        }
        Some(())
    }
}

/// By spot: the spots behind it that lie beside something it lies beside, each once.
fn rivals(board: &Board) -> Vec<Vec<Spot>> {
    let beside = |spot: Spot| board.beside[spot as usize].into_iter();
    let of = |spot: Spot| {
        let mut rivals: Vec<Spot> = Vec::new();
        for middle in beside(spot).filter(|&middle| middle != WALL) {
            for other in beside(middle).filter(|&other| other != WALL && other > spot) {
                if !rivals.contains(&other) {
                    rivals.push(other);
                }
            }
        }
        rivals
    };
    (0..board.spots() as Spot).map(of).collect()
}

fn places(walk: &Walk, time: usize, spot: Spot) -> Option<u32> {
    if spot == WALL {
        return None;
    }
    walk.at(time, spot)
}

/// A literal that says that a layer solves the target on a spot.
fn solves(model: &mut Model<'_>, walk: &Walk, i: usize, spot: Spot) -> Option<Lit> {
    let sheet = &model.sheets[i];
    let (x, e) = (sheet.x(spot)?, sheet.e(spot));
    match (sheet.entry, e) {
        (Entry::Cut, e) => e.map(yes),
        (Entry::Start, Some(_)) => {
            // Starting on a target does not solve it.
            let solves = model.sat.variable();
            let mut later = vec![no(solves)];
            later.extend(
                (1..walk.times())
                    .filter_map(|time| walk.at(time, spot))
                    .map(yes),
            );
            model.sat.clause(&later);
            Some(yes(solves))
        }
        _ => Some(yes(x)),
    }
}

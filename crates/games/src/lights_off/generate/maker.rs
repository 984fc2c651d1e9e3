//! Makes levels of one shape, as many as are wanted: what depends on the shape is worked out once.

use std::ops::RangeInclusive;

use gridwright_core::budget::Budget;
use gridwright_core::fault::{Code, Fault, Place};
use gridwright_core::generate::{Made, NotMade};
use gridwright_core::referee::judge;
use gridwright_core::rng::Rng;

use super::super::board::Board;
use super::super::codes;
use super::super::grade;
use super::super::level::{Difficulty, Level};
use super::super::rules::presses_of;
use super::super::shape::Shape;
use super::super::solve::{self, Hardest, Minimiser, Regions, System};
use super::super::symmetry;
use super::GENERATOR;

/// How often chance is tried before it is given up. Part of the frozen procedure.
const MOST_TRIES: u32 = 1 << 14;

/// Boards with more solutions than this are made without stating a minimum, unless it is known
/// from how they are made. Part of the frozen procedure, so it must not depend on any limit.
const MOST_SOLUTIONS: u32 = 1 << 22;

/// Boards drawn before a grade is found not to come up.
const MOST_DRAWS: u32 = 1000;

/// Makes levels of one shape.
pub struct Maker {
    shape: Shape,
    system: System,
    /// `None` where there are too many quiet patterns to tell the lamps apart.
    minimiser: Option<Minimiser>,
    quiet: Vec<Board>,
    /// Whether a board has so few solutions that its minimum is always found.
    few_solutions: bool,
    /// The lamps in sets that are treated alike.
    orbits: Vec<Vec<(usize, usize)>>,
}

impl Maker {
    /// Works out what all levels of a shape, with a symmetry or without, have in common.
    pub fn new(
        shape: Shape,
        symmetry: Option<symmetry::Kind>,
        budget: &Budget<'_>,
    ) -> Result<Self, NotMade> {
        let mut meter = budget.meter();
        let system = System::new(&shape, &mut meter)?;
        let minimiser = Regions::new(&system, &mut meter).ok().map(Minimiser::new);
        let orbits = match symmetry {
            None => shape.places().map(|place| vec![place]).collect(),
            Some(kind) => symmetry::orbits(&shape, kind).ok_or_else(|| {
                let message = "boards of this shape do not look the same after that".to_owned();
                refusal(codes::NO_SUCH_SYMMETRY, message)
            })?,
        };
        let quiet = match &minimiser {
            Some(_) => (0..system.orders().len())
                .map(|index| system.quiet(index))
                .collect(),
            None => Vec::new(),
        };
        let few_solutions = system.quiet_patterns() <= MOST_SOLUTIONS.into();
        Ok(Maker {
            shape,
            few_solutions,
            system,
            minimiser,
            quiet,
            orbits,
        })
    }

    /// A minimum that some board of this shape is known to have.
    pub fn attained(&self) -> u64 {
        self.minimiser
            .as_ref()
            .map_or(0, |minimiser| minimiser.regions().attained())
    }

    /// A level made by so many random presses of a dark board, each lamp less often than it has
    /// states.
    pub fn from_presses(
        &self,
        presses: RangeInclusive<u64>,
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Result<Made<Level>, NotMade> {
        let (fewest, most) = presses.into_inner();
        let each = self.shape.states() - 1;
        let room = self.shape.lamps() as u64 * u64::from(each);
        if fewest > most {
            let message = format!("{fewest} to {most} presses is an empty range");
            return Err(refusal(codes::TOO_MANY_PRESSES, message));
        }
        if fewest > room {
            let lamps = self.shape.lamps();
            let message = format!(
                "{fewest} presses are more than {lamps} lamps can take, {each} each: they would \
                 cancel out"
            );
            return Err(refusal(codes::TOO_MANY_PRESSES, message));
        }
        for _ in 0..MOST_TRIES {
            if let Some(limit) = budget.expired() {
                return Err(limit.into());
            }
            let wanted = rng.between(fewest as i64, most.min(room) as i64) as u64;
            let pattern = self.scattered(wanted, rng, |_, _| true);
            let total = pattern.total();
            if (fewest..=most).contains(&total) && total == wanted {
                let lamps = self.lit_by(&pattern);
                if !lamps.is_zero() {
                    let solution = self.undoing(&pattern);
                    let difficulty = Difficulty::of_presses(total);
                    return self.weighed(lamps, solution, difficulty, budget);
                }
            }
        }
        let message =
            "everything that was tried is the dark board or has another number of presses";
        Err(refusal(codes::ALWAYS_DARK, message.to_owned()))
    }

    /// The same with a grade of this tier.
    pub(super) fn graded(
        &self,
        presses: RangeInclusive<u64>,
        tier: &str,
        scores: &RangeInclusive<u32>,
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Result<Made<Level>, NotMade> {
        let is_unique = self.system.orders().is_empty();
        let mut nearest: Option<(u32, u32)> = None;
        for _ in 0..MOST_DRAWS {
            let made = self.from_presses(presses.clone(), rng, budget)?;
            let score = if made.optimal {
                grade::of_presses(&made.level, made.witness.moves(), is_unique)
            } else {
                grade::grade(&made.level, &made.witness, false, budget)
            }
            .score;
            let miss = scores.start().saturating_sub(score) + score.saturating_sub(*scores.end());
            if miss == 0 {
                return Ok(made);
            }
            if nearest.is_none_or(|(known, _)| miss < known) {
                nearest = Some((miss, score));
            }
        }
        let message = format!(
            "none of {MOST_DRAWS} boards was graded {tier}; the nearest has the score {}",
            nearest.map_or(0, |(_, score)| score)
        );
        Err(refusal(codes::TOO_RARE, message))
    }

    /// A level of random lamps, drawn until they can be turned off.
    pub fn from_lamps(&self, rng: &mut Rng, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        let rare = || {
            let count = self.system.quiet_patterns();
            let message = format!("only one board in {count} of this shape can be solved");
            refusal(codes::TOO_RARE, message)
        };
        if self.minimiser.is_none() || self.system.quiet_patterns() > MOST_TRIES.into() {
            return Err(rare());
        }
        for _ in 0..16 * MOST_TRIES {
            if let Some(limit) = budget.expired() {
                return Err(limit.into());
            }
            let lamps = self.random(rng);
            // On a whole lattice quiet patterns tell at once; the links of a graph may go one way.
            let told = self.shape.is_whole();
            if lamps.is_zero() || told && self.quiet.iter().any(|quiet| quiet.dot(&lamps) != 0) {
                continue;
            }
            let Some(solution) = self.system.solve(&lamps) else {
                continue;
            };
            return self.weighed(lamps, solution, None, budget);
        }
        Err(rare())
    }

    /// A level drawn from all boards that can be solved, each as likely as the others: every
    /// such board is made by the same number of press patterns.
    pub fn uniform(&self, rng: &mut Rng, budget: &Budget<'_>) -> Result<Made<Level>, NotMade> {
        for _ in 0..MOST_TRIES {
            let pattern = self.random(rng);
            let lamps = self.lit_by(&pattern);
            if !lamps.is_zero() {
                return self.weighed(lamps, self.undoing(&pattern), None, budget);
            }
        }
        let message = "presses change nothing on boards of this shape".to_owned();
        Err(refusal(codes::ALWAYS_DARK, message))
    }

    /// A level whose minimum lies in a range.
    pub fn needing(
        &self,
        wanted: RangeInclusive<u64>,
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Result<Made<Level>, NotMade> {
        let (fewest, most) = ((*wanted.start()).max(1), *wanted.end());
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let Some(minimiser) = &self.minimiser else {
            let count = self.system.quiet_patterns();
            let message = format!("minima cannot be known on {rows}x{cols}: {count} solutions");
            return Err(refusal(codes::TOO_RARE, message));
        };
        let regions = minimiser.regions();
        if fewest > most {
            let message = format!("{fewest} to {most} presses is an empty range");
            return Err(refusal(codes::NEVER_THAT_MANY, message));
        }
        if fewest <= regions.attained() {
            let found = self.under_caps(regions, fewest..=most.min(regions.attained()), rng);
            if let Some(solution) = found {
                return Ok(self.needed(solution));
            }
        }
        let hardest = solve::hardest(regions);
        if fewest > hardest.bound {
            let bound = hardest.bound;
            let message = if hardest.attained == bound {
                format!("no {rows}x{cols} board of this kind needs more than {bound} presses")
            } else {
                format!(
                    "no {rows}x{cols} board of this kind needs more than {bound} presses (a proved \
                     bound; {} are known to be needed)",
                    hardest.attained
                )
            };
            return Err(refusal(codes::NEVER_THAT_MANY, message));
        }
        if let Some(pressed) = &hardest.pressed
            && (fewest..=most).contains(&hardest.attained)
            && self.orbits.len() == self.shape.lamps()
        {
            let some = self.pressed(regions, pressed, rng);
            let least = minimiser.minimum(&some, 1, &mut budget.meter());
            return match least.limit {
                Some(limit) => Err(limit.into()),
                None => Ok(self.needed(least.solution)),
            };
        }
        self.searched(minimiser, &hardest, fewest..=most, rng, budget)
    }

    /// Presses that stay under the caps of their regions, so that they are a minimum solution;
    /// the lamps of an orbit are pressed alike.
    fn under_caps(
        &self,
        regions: &Regions,
        wanted: RangeInclusive<u64>,
        rng: &mut Rng,
    ) -> Option<Board> {
        let states = usize::from(self.shape.states());
        // How many lamps of a region may still be pressed at least 1, 2, … times.
        let mut room = vec![0u32; regions.count() * states];
        for region in 0..regions.count() {
            for cap in regions.caps(region) {
                for times in 1..=usize::from(cap) {
                    room[region * states + times] += 1;
                }
            }
        }
        let target = rng.between(*wanted.start() as i64, *wanted.end() as i64) as u64;
        let full = room;
        for _ in 0..64 {
            let mut room = full.clone();
            let pattern = self.scattered(target, rng, |orbit, pattern| {
                let places: Vec<usize> = orbit
                    .iter()
                    .map(|&(row, col)| {
                        let region = regions.of_lamps()[self.shape.number(row, col)] as usize;
                        region * states + usize::from(pattern.get(row, col)) + 1
                    })
                    .collect();
                for (index, &place) in places.iter().enumerate() {
                    if room[place] == 0 {
                        places[..index].iter().for_each(|&place| room[place] += 1);
                        return false;
                    }
                    room[place] -= 1;
                }
                true
            });
            if wanted.contains(&pattern.total()) {
                return Some(pattern);
            }
        }
        None
    }

    /// Presses so many lamps of each region, chosen at random.
    fn pressed(&self, regions: &Regions, pressed: &[u32], rng: &mut Rng) -> Board {
        let mut left = pressed.to_vec();
        let mut lamps: Vec<usize> = (0..self.shape.lamps()).collect();
        rng.shuffle(&mut lamps);
        let mut pattern = Board::zero(&self.shape);
        for lamp in lamps {
            let left = &mut left[regions.of_lamps()[lamp] as usize];
            if *left > 0 {
                *left -= 1;
                let (row, col) = self.shape.place(lamp);
                pattern.add(row, col, 1);
            }
        }
        pattern
    }

    /// Presses orbits at random, once each time they come up and `allowed` agrees, until there
    /// are `wanted` presses or nothing is left to try.
    fn scattered(
        &self,
        wanted: u64,
        rng: &mut Rng,
        mut allowed: impl FnMut(&[(usize, usize)], &Board) -> bool,
    ) -> Board {
        let each = usize::from(self.shape.states() - 1);
        let mut slots: Vec<u32> = (0..self.orbits.len() as u32)
            .flat_map(|orbit| std::iter::repeat_n(orbit, each))
            .collect();
        let mut pattern = Board::zero(&self.shape);
        let mut left = wanted;
        for first in 0..slots.len() {
            if left == 0 {
                break;
            }
            let chosen = first + rng.index(slots.len() - first);
            slots.swap(first, chosen);
            let orbit = &self.orbits[slots[first] as usize];
            if orbit.len() as u64 <= left && allowed(orbit, &pattern) {
                left -= orbit.len() as u64;
                for &(row, col) in orbit {
                    pattern.add(row, col, 1);
                }
            }
        }
        pattern
    }

    /// A random value for every orbit.
    fn random(&self, rng: &mut Rng) -> Board {
        let mut board = Board::zero(&self.shape);
        for orbit in &self.orbits {
            let value = rng.below(self.shape.states().into()) as u8;
            for &(row, col) in orbit {
                board.set(row, col, value);
            }
        }
        board
    }

    /// Random boards, each changed a little for as long as that brings the minimum nearer to the
    /// wanted range: for minima beyond what the caps can build.
    fn searched(
        &self,
        minimiser: &Minimiser,
        hardest: &Hardest,
        wanted: RangeInclusive<u64>,
        rng: &mut Rng,
        budget: &Budget<'_>,
    ) -> Result<Made<Level>, NotMade> {
        let mut here: Option<(u64, Board)> = None;
        let tries = if self.few_solutions { MOST_TRIES } else { 0 };
        for attempt in 0..tries {
            if let Some(limit) = budget.expired() {
                return Err(limit.into());
            }
            let start_over = attempt % 64 == 0;
            let pattern = match &here {
                Some((_, pattern)) if !start_over => {
                    let mut changed = pattern.clone();
                    for &(row, col) in &self.orbits[rng.index(self.orbits.len())] {
                        changed.add(row, col, 1);
                    }
                    changed
                }
                _ => self.random(rng),
            };
            let least = minimiser.minimum(&pattern, 1, &mut budget.meter());
            if let Some(limit) = least.limit {
                return Err(limit.into());
            }
            if wanted.contains(&least.presses) {
                return Ok(self.needed(least.solution));
            }
            let better = here.as_ref().is_none_or(|(best, _)| least.presses >= *best);
            if better || start_over {
                here = Some((least.presses, pattern));
            }
        }
        let message = format!(
            "no such board was met; some boards of this shape need {} presses, none needs more \
             than {}",
            hardest.attained, hardest.bound
        );
        Err(refusal(codes::TOO_RARE, message))
    }

    /// The lamps that presses light on a dark board.
    fn lit_by(&self, pattern: &Board) -> Board {
        let mut lamps = Board::zero(&self.shape);
        lamps.press(pattern);
        lamps
    }

    /// The presses that take presses back.
    fn undoing(&self, pattern: &Board) -> Board {
        let mut undoing = Board::zero(&self.shape);
        undoing.add_multiple(self.shape.states() - 1, pattern);
        undoing
    }

    /// The level that needs exactly these presses.
    fn needed(&self, solution: Board) -> Made<Level> {
        let lamps = self.lit_by(&self.undoing(&solution));
        let difficulty = Difficulty::of_presses(solution.total());
        self.made(lamps, solution, difficulty, true)
    }

    /// The level with its true minimum, where that can be known soon.
    fn weighed(
        &self,
        lamps: Board,
        solution: Board,
        difficulty: Option<Difficulty>,
        budget: &Budget<'_>,
    ) -> Result<Made<Level>, NotMade> {
        let Some(minimiser) = self.minimiser.as_ref().filter(|_| self.few_solutions) else {
            return Ok(self.made(lamps, solution, difficulty, false));
        };
        // From where the solver begins: of several shortest solutions, its own is the one to show.
        let own = self.system.solve(&lamps).unwrap_or(solution);
        let least = minimiser.minimum(&own, 1, &mut budget.meter());
        match least.limit {
            Some(limit) => Err(limit.into()),
            None => Ok(self.made(lamps, least.solution, difficulty, true)),
        }
    }

    fn made(
        &self,
        lamps: Board,
        solution: Board,
        difficulty: Option<Difficulty>,
        optimal: bool,
    ) -> Made<Level> {
        let presses = presses_of(&solution);
        let minimum = optimal.then_some(presses.len() as u64);
        let level = Level::of(lamps).claiming(difficulty, minimum);
        let witness = judge(&level, presses).expect("the solution of a made level works");
        Made {
            level,
            witness,
            optimal,
            grade: None,
            generator: GENERATOR,
        }
    }
}

fn refusal(code: Code, message: String) -> NotMade {
    NotMade::Impossible(Fault::new(code, message, Place::everywhere()))
}

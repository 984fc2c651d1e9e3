//! One more cat on a board full of bodies: a plan that forgets something is followed as far as it goes,
//! and then made anew.
//!
//! A search over states drowns where hundreds of bodies may move. So a plan is made as if a cell that
//! was left stayed free for everybody, and as if a body could still be everywhere it has been: then every
//! anchor of a body and every cell has one price, the fewest steps that it takes to come there or to
//! clear it, and a cheapest plan for some cat comes out of one sweep by rising prices. Played on the
//! board, such a plan comes to a halt where two bodies want the same room. But every step can be taken
//! back, so what was played is no loss; the plan is made again from where the bodies are now.
//!
//! That alone would go to and fro for ever. Hence whatever was played, and whatever could not be, becomes
//! a little dearer until the next cat is home: plans turn to other bodies, ways and cats by themselves.
//!
//! What is forgotten only helps. So where no plan reaches a cat, no play does: the level has no solution.

use gridwright_core::budget::{Limit, Meter};

use super::super::bits::Bits;
use super::board::Board;
use super::trial::Step;

/// Plans made for one cat before it is left to others.
const MOST_PLANS: u32 = 20_000;

/// Prices are not followed any further than this.
const MOST_PRICE: u32 = 1 << 14;

/// Nobody lies there.
const NOBODY: u16 = u16::MAX;

/// No step led to this fact: it holds now.
const NOW: u8 = 4;

/// What came of the look for one more cat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// One more is home, or several.
    Found,
    /// None can be brought home, whatever is played.
    Impossible,
    /// Neither is known.
    Undecided,
}

/// A position that goes on, step by step.
pub(super) struct Clearing<'b, const W: usize> {
    board: &'b Board<W>,
    anchors: Vec<u16>,
    pub(super) home: Bits<W>,
    /// The steps made.
    steps: Vec<Step>,
    /// Those of them made before the last cat went home.
    settled: usize,
    charged: u64,
    /// Who lies on each cell.
    lies: Vec<u16>,
    outlines: Vec<Outline<W>>,
    plans: Plans,
}

/// What plans need to know of a form while the same cats are out.
struct Outline<const W: usize> {
    /// The cells that a step in each direction comes to, as seen from the anchor after it.
    ahead: [Vec<u16>; 4],
    /// The anchors at which neither walls nor cats are in the way.
    open: Bits<W>,
    /// Those of them that fetch a cat.
    goal: Bits<W>,
}

/// Prices, and room for the sweep that finds them.
struct Plans {
    /// Counts the sweeps: what is of an earlier one is not known yet.
    sweep: u32,
    /// For each body and anchor, that it can be there.
    facts: Vec<Fact>,
    /// The facts that have become dearer.
    dear: Vec<u32>,
    /// For each cell under a body, that it can be cleared.
    cells: Vec<Cleared>,
    /// The facts that are due at each price.
    due: Vec<Vec<u32>>,
    /// Whether prices became too high to be followed.
    is_cut: bool,
    /// The facts of the plan that was made last, the first to be made true first.
    plan: Vec<u32>,
}

/// That a body can be at an anchor.
#[derive(Clone, Copy, Default)]
struct Fact {
    sweep: u32,
    price: u32,
    /// What the step costs beyond one.
    extra: u32,
    /// The direction of the step.
    dir: u8,
    is_final: bool,
    is_planned: bool,
}

/// That whoever lies on a cell can leave it.
#[derive(Clone, Default)]
struct Cleared {
    /// The price, and the fact that makes it so.
    by: Option<(u32, u32)>,
    /// Steps that wait for it: the fact before, and the direction.
    waiting: Vec<(u32, u8)>,
}

impl<'b, const W: usize> Clearing<'b, W> {
    /// Cells and anchors of a board.
    const SIZE: usize = 64 * W;

    pub(super) fn new(
        board: &'b Board<W>,
        anchors: &[u16],
        home: &Bits<W>,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Limit> {
        let facts = anchors.len() * Self::SIZE;
        let charged = (facts * size_of::<Fact>()) as u64 + swept_bytes(board);
        meter.charge(charged)?;
        let mut clearing = Clearing {
            board,
            anchors: anchors.to_vec(),
            home: *home,
            steps: Vec::new(),
            settled: 0,
            charged,
            lies: vec![NOBODY; Self::SIZE],
            outlines: (0..board.forms.len())
                .map(|form| Outline {
                    ahead: [0, 1, 2, 3].map(|dir| ahead(board, form, dir)),
                    open: Bits::EMPTY,
                    goal: Bits::EMPTY,
                })
                .collect(),
            plans: Plans {
                sweep: 0,
                facts: vec![Fact::default(); facts],
                dear: Vec::new(),
                cells: vec![Cleared::default(); Self::SIZE],
                due: Vec::new(),
                is_cut: false,
                plan: Vec::new(),
            },
        };
        for body in 0..anchors.len() {
            clearing.lay(body, body as u16);
        }
        clearing.settle(meter)?;
        Ok(clearing)
    }

    /// The steps made. Gives back what it was granted for plans.
    pub(super) fn release(self, meter: &mut Meter<'_>) -> Vec<Step> {
        meter.release(self.charged);
        self.steps
    }

    /// Sends one more cat home, or more of them. Steps may have been made in vain.
    pub(super) fn one_more(&mut self, meter: &mut Meter<'_>) -> Result<Outcome, Limit> {
        for _ in 0..MOST_PLANS {
            meter.node()?;
            if !self.make_plan(meter)? {
                return Ok(if self.plans.is_cut {
                    Outcome::Undecided
                } else {
                    Outcome::Impossible
                });
            }
            if self.follow_plan(meter)? {
                self.settle(meter)?;
                return Ok(Outcome::Found);
            }
        }
        Ok(Outcome::Undecided)
    }

    /// Takes note of the cats that are home.
    fn settle(&mut self, meter: &mut Meter<'_>) -> Result<(), Limit> {
        self.settled = self.steps.len();
        let out = self.board.out(&self.home);
        for (form, outline) in self.outlines.iter_mut().enumerate() {
            outline.open = self.board.free(form, &Bits::EMPTY, &out);
            outline.goal = Bits::EMPTY;
            for (cat, at) in &self.board.forms[form].fetches {
                if !self.home.contains(*cat as usize) {
                    outline.goal = outline.goal.or(&at.and(&outline.open));
                }
            }
            let form = &self.board.forms[form];
            meter.work(((form.cells.len() + form.fetches.len()) * 2 * W) as u64)?;
        }
        for fact in self.plans.dear.drain(..) {
            self.plans.facts[fact as usize].extra = 0;
        }
        Ok(())
    }

    fn lay(&mut self, body: usize, who: u16) {
        for cell in &self.board.form_of(body).cells {
            self.lies[(self.anchors[body] + cell) as usize] = who;
        }
    }

    /// The body and the anchor of a fact.
    fn of(fact: u32) -> (usize, u16) {
        let fact = fact as usize;
        (fact / Self::SIZE, (fact % Self::SIZE) as u16)
    }

    fn fact(body: usize, anchor: u16) -> u32 {
        (body * Self::SIZE + anchor as usize) as u32
    }

    /// Makes a cheapest plan for some cat; whether there is one.
    fn make_plan(&mut self, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        self.plans.begin();
        let home = self.home.count();
        for (body, &anchor) in self.anchors.iter().enumerate() {
            if self.board.bodies[body].need <= home {
                self.plans.offer(Self::fact(body, anchor), 0, NOW);
            }
        }
        meter.work((self.anchors.len() + Self::SIZE) as u64)?;
        let mut price = 0;
        while price < self.plans.due.len() {
            let Some(fact) = self.plans.due[price].pop() else {
                price += 1;
                continue;
            };
            if !self.plans.finish(fact, price as u32) {
                continue;
            }
            let (body, anchor) = Self::of(fact);
            let outline = &self.outlines[self.board.bodies[body].form];
            if price > 0 && outline.goal.contains(anchor as usize) {
                self.plan_for(fact, meter)?;
                return Ok(true);
            }
            self.clear(fact);
            let dir = self.plans.facts[fact as usize].dir;
            // Nothing is gained by a step back.
            for next in (0..4).filter(|next| dir == NOW || (next + 2) % 4 != dir) {
                self.try_step(fact, next);
            }
            meter.work(8 * self.board.form_of(body).cells.len() as u64)?;
        }
        Ok(false)
    }

    /// Notes which cells a body has left once it is where a fact says.
    fn clear(&mut self, fact: u32) {
        let (body, anchor) = Self::of(fact);
        let start = self.anchors[body];
        if anchor == start {
            return;
        }
        let board = self.board;
        let price = self.plans.facts[fact as usize].price;
        let now = board.mask(body, anchor);
        for cell in &board.form_of(body).cells {
            let cell = (start + cell) as usize;
            if now.contains(cell) || self.plans.cells[cell].by.is_some() {
                continue;
            }
            self.plans.cells[cell].by = Some((price, fact));
            let mut waiting = std::mem::take(&mut self.plans.cells[cell].waiting);
            for (before, dir) in waiting.drain(..) {
                self.try_step(before, dir);
            }
            self.plans.cells[cell].waiting = waiting;
        }
    }

    /// Offers the fact that a step leads to, unless it has to wait for a cell.
    fn try_step(&mut self, before: u32, dir: u8) {
        let (body, anchor) = Self::of(before);
        let form = self.board.bodies[body].form;
        let to = self.board.stepped(anchor, dir as usize);
        if !self.board.can_lie(form, to) || !self.outlines[form].open.contains(to as usize) {
            return;
        }
        let fact = Self::fact(body, to);
        if self.plans.is_final(fact) {
            return;
        }
        let extra = self.plans.facts[fact as usize].extra;
        let mut price = self.plans.facts[before as usize].price + 1 + extra;
        // Whoever has to leave several of the cells can do so at once; such cells stand side by side.
        let (mut last, mut most) = (NOBODY, 0);
        for ahead in &self.outlines[form].ahead[dir as usize] {
            let cell = (to + ahead) as usize;
            let who = self.lies[cell];
            if who == NOBODY || who as usize == body {
                continue;
            }
            let Some((cleared, _)) = self.plans.cells[cell].by else {
                self.plans.cells[cell].waiting.push((before, dir));
                return;
            };
            if who == last {
                price += cleared.saturating_sub(most);
                most = most.max(cleared);
            } else {
                price += cleared;
                (last, most) = (who, cleared);
            }
        }
        self.plans.offer(fact, price, dir);
    }

    /// Collects all facts that a fact rests on.
    fn plan_for(&mut self, fact: u32, meter: &mut Meter<'_>) -> Result<(), Limit> {
        self.plans.plan.clear();
        self.plans.want(fact);
        let mut next = 0;
        while let Some(&fact) = self.plans.plan.get(next) {
            next += 1;
            let (body, to) = Self::of(fact);
            let dir = self.plans.facts[fact as usize].dir;
            self.plans.want(Self::fact(body, self.before(to, dir)));
            let form = self.board.bodies[body].form;
            for ahead in &self.outlines[form].ahead[dir as usize] {
                let cell = (to + ahead) as usize;
                let who = self.lies[cell];
                if who != NOBODY && who as usize != body {
                    let (_, by) = self.plans.cells[cell].by.expect("the step has a price");
                    self.plans.want(by);
                }
            }
        }
        meter.work(8 * next as u64)?;
        let Plans { plan, facts, .. } = &mut self.plans;
        plan.sort_unstable_by_key(|&fact| (facts[fact as usize].price, fact));
        Ok(())
    }

    /// The anchor before a step in a direction.
    fn before(&self, to: u16, dir: u8) -> u16 {
        self.board.stepped(to, (dir as usize + 2) % 4)
    }

    /// Plays the steps of the plan, each as soon as it can be made; whether a cat went home.
    fn follow_plan(&mut self, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        meter.charge((self.plans.plan.len() * size_of::<Step>()) as u64)?;
        let mut plan = std::mem::take(&mut self.plans.plan);
        let mut found = false;
        let mut goes_on = true;
        while goes_on && !found {
            goes_on = false;
            meter.work(8 * plan.len() as u64)?;
            plan.retain(|&fact| {
                let (body, to) = Self::of(fact);
                let dir = self.plans.facts[fact as usize].dir;
                if found || !self.is_next(body, to, dir) || !self.is_clear(body, to, dir) {
                    return true;
                }
                found = self.step(body, dir);
                self.plans.make_dearer(fact);
                goes_on = true;
                false
            });
        }
        for &fact in &plan {
            let (body, to) = Self::of(fact);
            if self.is_next(body, to, self.plans.facts[fact as usize].dir) {
                self.plans.make_dearer(fact);
            }
        }
        self.plans.plan = plan;
        Ok(found)
    }

    /// Whether a body is where a step begins.
    fn is_next(&self, body: usize, to: u16, dir: u8) -> bool {
        self.anchors[body] == self.before(to, dir)
    }

    /// Whether nobody lies where a step leads.
    fn is_clear(&self, body: usize, to: u16, dir: u8) -> bool {
        let ahead = &self.outlines[self.board.bodies[body].form].ahead[dir as usize];
        ahead
            .iter()
            .all(|ahead| matches!(self.lies[(to + ahead) as usize], NOBODY))
    }

    /// Makes a step that is known to be free; whether a cat went home.
    fn step(&mut self, body: usize, dir: u8) -> bool {
        let from = self.anchors[body];
        self.lay(body, NOBODY);
        self.anchors[body] = self.board.stepped(from, dir as usize);
        self.lay(body, body as u16);
        let back = (self.steps[self.settled..].last())
            .is_some_and(|last| last.body as usize == body && (last.dir + 2) % 4 == dir);
        if back {
            self.steps.pop();
            return false;
        }
        self.steps.push(Step {
            body: body as u16,
            from,
            dir,
        });
        let here = Bits::only(self.anchors[body] as usize);
        let form = self.board.bodies[body].form;
        let home = self.board.fetched(form, &here, &self.home);
        let found = home != self.home;
        self.home = home;
        found
    }
}

/// What a sweep may need beside the facts: every one of them is due, and has steps that wait, for each
/// direction at most.
fn swept_bytes<const W: usize>(board: &Board<W>) -> u64 {
    let places = (0..board.bodies.len()).map(|body| board.form_of(body).places.count());
    4 * places.map(u64::from).sum::<u64>() * (size_of::<u32>() + size_of::<(u32, u8)>()) as u64
}

/// The cells that a step of a form comes to, as seen from the anchor after it.
fn ahead<const W: usize>(board: &Board<W>, form: usize, dir: usize) -> Vec<u16> {
    let cells = &board.forms[form].cells;
    let was_covered = |cell: &u16| cells.contains(&board.stepped(*cell, dir));
    let ahead = cells.iter().copied();
    ahead.filter(|cell| !was_covered(cell)).collect()
}

impl Plans {
    /// Forgets the last sweep.
    fn begin(&mut self) {
        self.sweep += 1;
        self.is_cut = false;
        self.due.iter_mut().for_each(Vec::clear);
        for cell in &mut self.cells {
            cell.by = None;
            cell.waiting.clear();
        }
    }

    /// Notes that a fact can be had for a price, if that is less than was known.
    fn offer(&mut self, fact: u32, price: u32, dir: u8) {
        if price >= MOST_PRICE {
            self.is_cut = true;
            return;
        }
        let known = &mut self.facts[fact as usize];
        if known.sweep == self.sweep && known.price <= price {
            return;
        }
        *known = Fact {
            sweep: self.sweep,
            price,
            extra: known.extra,
            dir,
            is_final: false,
            is_planned: false,
        };
        if self.due.len() <= price as usize {
            self.due.resize(price as usize + 1, Vec::new());
        }
        self.due[price as usize].push(fact);
    }

    /// Notes that nothing cheaper leads to a fact; whether that is news.
    fn finish(&mut self, fact: u32, price: u32) -> bool {
        let fact = &mut self.facts[fact as usize];
        let is_news = !fact.is_final && fact.price == price;
        fact.is_final |= is_news;
        is_news
    }

    fn is_final(&self, fact: u32) -> bool {
        let fact = &self.facts[fact as usize];
        fact.sweep == self.sweep && fact.is_final
    }

    /// Takes a fact into the plan, unless it holds now or is there already.
    fn want(&mut self, number: u32) {
        let fact = &mut self.facts[number as usize];
        if fact.dir != NOW && !fact.is_planned {
            fact.is_planned = true;
            self.plan.push(number);
        }
    }

    fn make_dearer(&mut self, number: u32) {
        let fact = &mut self.facts[number as usize];
        if fact.extra == 0 {
            self.dear.push(number);
        }
        fact.extra += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use gridwright_core::budget::Budget;
    use gridwright_core::grid::Cell;
    use gridwright_core::puzzle::{Puzzle, Steps};
    use gridwright_core::referee;
    use gridwright_core::rng::Rng;

    use super::super::{Drags, FirstLook, dive, moves};
    use crate::tilepuzzle::level::{CatPart, Color, Level, Parts, ShapePart};
    use crate::tilepuzzle::rules::Position;

    /// How many boards are compared.
    const BOARDS: u64 = 3000;

    /// Boards from which more positions can be come to are left out.
    const MOST_POSITIONS: usize = 300;

    /// Both verdicts beside exhaustion. What is undecided is wrong in neither way, but rare.
    #[test]
    fn full_boards_are_cleared_just_if_they_can_be() {
        let (mut solved, mut refuted, mut undecided) = (0, 0, 0);
        for seed in 0..BOARDS {
            let level = full_board(seed);
            let Some(expected) = can_be_solved(&level) else {
                continue;
            };
            let found = match first_look(&level) {
                FirstLook::Solved(moves) => {
                    referee::judge(&level, moves).expect("it solves the level");
                    solved += 1;
                    true
                }
                FirstLook::Impossible => {
                    refuted += 1;
                    false
                }
                FirstLook::Undecided => {
                    undecided += 1;
                    continue;
                }
            };
            assert_eq!(found, expected, "seed {seed}: {level:#?}");
        }
        println!("{solved} solved, {refuted} refuted, {undecided} undecided");
        assert!(solved > 500 && refuted > 500, "{solved}, {refuted}");
    }

    fn first_look(level: &Level) -> FirstLook {
        // Enough for each cat: what takes more plans than that here goes to and fro.
        let budget = Budget::unlimited().with_nodes(200);
        let mut meter = budget.meter();
        let drags = Drags::<1>::new(level, &level.start(), &mut meter).unwrap();
        let Some(root) = drags.roots.first() else {
            return FirstLook::Impossible;
        };
        let found = dive::clear_all(&drags.board, &root.anchors, &root.home, &mut meter);
        match found {
            Ok(dive::Outcome::Solved(steps)) => {
                FirstLook::Solved(moves(&drags.board, root, &steps))
            }
            Ok(dive::Outcome::Impossible) => FirstLook::Impossible,
            Ok(dive::Outcome::Undecided) | Err(_) => FirstLook::Undecided,
        }
    }

    /// Whether play leads to a solution, if few positions can be come to.
    fn can_be_solved(level: &Level) -> Option<bool> {
        let mut seen: HashSet<Position> = HashSet::from([level.start()]);
        let mut next = vec![level.start()];
        while let Some(position) = next.pop() {
            if level.is_solved(&position) {
                return Some(true);
            }
            for mv in level.steps(&position) {
                let mut after = position.clone();
                level
                    .apply(&mut after, &mv)
                    .expect("a listed step is legal");
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
            if seen.len() > MOST_POSITIONS {
                return None;
            }
        }
        Some(false)
    }

    /// A floor on which shapes are laid wherever one fits, with few cells left for cats.
    fn full_board(seed: u64) -> Level {
        const OUTLINES: [&[(i32, i32)]; 7] = [
            &[(0, 0)],
            &[(0, 0), (1, 0)],
            &[(0, 0), (0, 1)],
            &[(0, 0), (1, 0), (2, 0)],
            &[(0, 0), (0, 1), (1, 1)],
            &[(0, 0), (1, 0), (0, 1), (1, 1)],
            &[(1, 0), (0, 1), (1, 1)],
        ];
        let mut rng = Rng::new("tilepuzzle full", seed);
        let (width, height) = (rng.between(2, 5) as i32, rng.between(2, 5) as i32);
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
        let mut free: Vec<Cell> = cells.collect();
        rng.shuffle(&mut free);
        let colors = 1 + rng.index(3);
        let blockers: Vec<_> = (0..rng.index(2))
            .filter_map(|_| Some((free.pop()?, vec![Cell::new(0, 0)])))
            .collect();
        let on_blockers = blockers.iter().filter(|_| rng.chance(1, 2));
        let mut cats: Vec<(Cell, bool)> = on_blockers.map(|blocker| (blocker.0, true)).collect();
        cats.extend((0..1 + rng.index(3)).filter_map(|_| Some((free.pop()?, false))));
        let mut left = 1 + rng.index(3);
        let mut shapes = Vec::new();
        while free.len() > left {
            let outline = OUTLINES[rng.index(OUTLINES.len())];
            let under = |at: Cell| outline.iter().map(move |&(x, y)| at.offset(x, y));
            let fits = |at: &&Cell| under(**at).all(|cell| free.contains(&cell));
            let Some(at) = free.iter().find(fits).copied() else {
                left += 1;
                continue;
            };
            free.retain(|cell| under(at).all(|taken| taken != *cell));
            shapes.push(ShapePart {
                cells: Ok(outline.iter().map(|&cell| cell.into()).collect()),
                at,
                color: Ok(Color::ALL[rng.index(colors)]),
                unlock: i64::from(rng.chance(1, 8)),
                tandem: rng.chance(1, 8).then_some(1),
            });
        }
        let cats = cats.into_iter().map(|(at, on_blocker)| CatPart {
            at,
            color: Ok(Color::ALL[rng.index(colors)]),
            on_blocker,
        });
        let cats = cats.collect();
        Level::new(Parts {
            floor: vec![".".repeat(width as usize); height as usize],
            blockers,
            shapes,
            cats,
        })
        .expect("everything has a cell of its own")
    }
}

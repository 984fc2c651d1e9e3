//! A plan as clauses: which cells each layer paints, and what that asks of the others.
//!
//! `x(i, v)` says that layer `i` paints (or crosses) spot `v`, `e(i, v)` that it enters there. What
//! lies on a spot is what its last painter left, so for a layer and an earlier one whose paint is
//! in its way: not both, unless somebody paints over it in between. That a set is of one piece is
//! left to [`route`](super::route), and walking through it to [`walking`](super::walking).

use gridwright_core::budget::{Limit, Meter};

use super::board::{Board, Content, GATE, Spot, WALL, WHITE};
use super::plan::{Entry, Layer};
use super::sat::{Ended, Lit, Sat, no, yes};
use super::set::Set;

/// A search for the strokes of one plan.
pub(super) trait PlanSearch {
    /// Goes on until so many more conflicts have been met.
    fn run(&mut self, conflicts: u64, meter: &mut Meter<'_>) -> Result<Ended, Limit>;

    /// The memory that was asked for.
    fn charged(&self) -> u64;

    /// The strokes that were found.
    fn strokes(&self) -> Vec<Vec<Spot>>;
}

/// No variable.
pub(super) const ABSENT: u32 = u32::MAX;

/// The cells of one layer and their variables.
pub(super) struct Sheet {
    pub(super) entry: Entry,
    pub(super) color: u8,
    pub(super) region: Vec<Spot>,
    pub(super) entries: Vec<Spot>,
    painted: Vec<u32>,
    entered: Vec<u32>,
    /// After a mix on a droplet: nothing is painted before the next layer.
    pub(super) alone: Option<u32>,
    /// The droplets that the layer may have been mixed on, where that is left open.
    pub(super) sources: Vec<Source>,
    /// Whether it was mixed on one of them.
    pub(super) by_droplet: Option<u32>,
}

/// A droplet that a layer may have been mixed on, and the variables that it was, and that nothing is
/// painted before the next layer.
pub(super) struct Source {
    pub(super) at: Spot,
    pub(super) mixed: u32,
    pub(super) alone: u32,
}

impl Sheet {
    /// A layer with variables of its own.
    pub(super) fn new(
        board: &Board,
        sat: &mut Sat,
        (entry, color): (Entry, u8),
        region: Vec<Spot>,
        entries: Vec<Spot>,
    ) -> Sheet {
        let mut painted = vec![ABSENT; board.spots()];
        let mut entered = vec![ABSENT; board.spots()];
        for &spot in &region {
            painted[spot as usize] = sat.variable();
        }
        for &spot in &entries {
            entered[spot as usize] = sat.variable();
        }
        let alone = matches!(entry, Entry::Droplet(_)).then(|| sat.variable());
        Sheet {
            entry,
            color,
            region,
            entries,
            painted,
            entered,
            alone,
            sources: Vec::new(),
            by_droplet: None,
        }
    }

    /// The variable that a spot is painted.
    #[inline]
    pub(super) fn x(&self, spot: Spot) -> Option<u32> {
        let variable = self.painted[spot as usize];
        (variable != ABSENT).then_some(variable)
    }

    /// The variable that the layer is entered there.
    #[inline]
    pub(super) fn e(&self, spot: Spot) -> Option<u32> {
        let variable = self.entered[spot as usize];
        (variable != ABSENT).then_some(variable)
    }

    /// Whether the layer begins a stroke.
    pub(super) fn starts(&self) -> bool {
        self.entry == Entry::Start
    }
}

/// The clauses that hold for the sets of any solution of a plan.
pub(super) struct Model<'b> {
    pub(super) board: &'b Board,
    pub(super) sat: Sat,
    pub(super) sheets: Vec<Sheet>,
    /// Whether layers pass negation gates that do not change their colour.
    pub(super) passes_gates: bool,
}

impl Drop for Model<'_> {
    fn drop(&mut self) {
        self.sat.put_aside();
    }
}

impl<'b> Model<'b> {
    /// The clauses of some layers. `within` may narrow the cells of each.
    pub(super) fn new<const N: usize>(
        board: &'b Board,
        layers: &[Layer<N>],
        within: impl Fn(usize, Spot) -> bool,
    ) -> Model<'b> {
        let mut model = Model {
            board,
            sat: Sat::new(),
            sheets: Vec::new(),
            passes_gates: false,
        };
        for (i, layer) in layers.iter().enumerate() {
            let keep = |set: Set<N>| set.iter().filter(|&spot| within(i, spot)).collect();
            model.add_sheet(
                layer.step.entry,
                layer.step.color,
                keep(layer.region),
                keep(layer.entries),
            );
        }
        for i in 0..model.sheets.len() {
            model.enter_once(i);
            model.contents(i);
            model.link(i);
        }
        model
    }

    /// Whether layer `i` is the last of its stroke.
    pub(super) fn ends_stroke(&self, i: usize) -> bool {
        self.sheets.get(i + 1).is_none_or(Sheet::starts)
    }

    /// The neighbours of a spot.
    pub(super) fn beside(&self, spot: Spot) -> impl Iterator<Item = Spot> + use<> {
        let beside = self.board.beside[spot as usize];
        beside.into_iter().filter(|&spot| spot != WALL)
    }

    fn add_sheet(&mut self, entry: Entry, color: u8, region: Vec<Spot>, entries: Vec<Spot>) {
        let sheet = Sheet::new(self.board, &mut self.sat, (entry, color), region, entries);
        self.sheets.push(sheet);
    }

    pub(super) fn enter_once(&mut self, i: usize) {
        let sheet = &self.sheets[i];
        let mut entries: Vec<Lit> = sheet
            .entries
            .iter()
            .filter_map(|&spot| sheet.e(spot).map(yes))
            .collect();
        for &spot in &sheet.entries {
            if let (Some(e), Some(x)) = (sheet.e(spot), sheet.x(spot)) {
                self.sat.clause(&[no(e), yes(x)]);
            }
        }
        if let Some(alone) = sheet.alone {
            for x in sheet.region.iter().filter_map(|&spot| sheet.x(spot)) {
                self.sat.clause(&[no(alone), no(x)]);
            }
            entries.push(yes(alone));
        }
        for source in &sheet.sources {
            for x in sheet.region.iter().filter_map(|&spot| sheet.x(spot)) {
                self.sat.clause(&[no(source.alone), no(x)]);
            }
            self.sat.clause(&[no(source.alone), yes(source.mixed)]);
            entries.push(yes(source.alone));
        }
        self.sat.clause(&entries);
        self.sat.at_most_one(&entries);
    }

    /// What lies on the cells of a layer must let it pass; where it enters, it must be what it
    /// asks for.
    pub(super) fn contents(&mut self, i: usize) {
        let board = self.board;
        let sheet = &self.sheets[i];
        let color = sheet.color;
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for &spot in &sheet.region {
            if board.is_droplet(spot) {
                // Where mixes on droplets are told apart, this one is only gone over after one.
                let entry = sheet.e(spot).zip(sheet.by_droplet);
                clauses.extend(entry.map(|(e, by_droplet)| vec![no(e), yes(by_droplet)]));
                continue;
            }
            let at_first = board.content(board.start(), spot);
            let painters: Vec<(u32, Content)> = self.sheets[..i]
                .iter()
                .filter_map(|earlier| Some((earlier.x(spot)?, board.laid(earlier.color))))
                .collect();
            let passes = |on: Content| match on {
                GATE => self.passes_gates && board.lets_pass(spot, color),
                on => board.mixed(color, on) == Some((color, false)),
            };
            let asks = |on: Content| match sheet.entry {
                Entry::Start => on == color + 1,
                Entry::Mix(with) => on == with + 1,
                Entry::Cut => on > WHITE + 1 && on != GATE,
                Entry::Droplet(_) => passes(on),
                Entry::Negation(_) | Entry::Switch(..) => true,
            };
            let mut demand = |head: &[Lit], may: &dyn Fn(Content) -> bool| {
                if !may(at_first) {
                    let mut clause = head.to_vec();
                    clause.extend(painters.iter().map(|&(x, _)| yes(x)));
                    clauses.push(clause);
                }
                for (j, &(x, laid)) in painters.iter().enumerate() {
                    if !may(laid) {
                        let mut clause = head.to_vec();
                        clause.push(no(x));
                        clause.extend(painters[j + 1..].iter().map(|&(x, _)| yes(x)));
                        clauses.push(clause);
                    }
                }
            };
            let (x, e) = (sheet.x(spot), sheet.e(spot));
            if let Some(x) = x.filter(|_| sheet.entry != Entry::Cut) {
                let mut head = vec![no(x)];
                if !matches!(sheet.entry, Entry::Droplet(_)) {
                    head.extend(e.map(yes));
                }
                demand(&head, &passes);
                if let (Some(by_droplet), Some(_)) = (sheet.by_droplet, e) {
                    demand(&[no(x), no(by_droplet)], &passes);
                }
            }
            if let Some(x) = x.filter(|_| sheet.entry == Entry::Cut && self.passes_gates) {
                // No tail runs onto a gate.
                demand(&[no(x)], &|on| on != GATE);
            }
            let at_gate = matches!(sheet.entry, Entry::Negation(_) | Entry::Switch(..));
            if let Some(e) = e.filter(|_| !at_gate) {
                let mut head = vec![no(e)];
                head.extend(sheet.by_droplet.map(yes));
                demand(&head, &asks);
            }
            if let Some(e) = e.filter(|_| at_gate && self.passes_gates) {
                let gone = painters.iter().map(|&(x, _)| vec![no(e), no(x)]);
                clauses.extend(gone);
            }
        }
        for clause in clauses {
            self.sat.clause(&clause);
        }
    }

    /// A layer that goes on is entered beside the one before.
    pub(super) fn link(&mut self, i: usize) {
        let entry = self.sheets[i].entry;
        if let Entry::Switch(_, _, to) = entry {
            self.go_behind_switch(i, to);
            if !self.passes_gates {
                self.leave_switch(i, to);
            }
        }
        if entry == Entry::Start {
            return;
        }
        match entry {
            Entry::Switch(_, from, _) => {
                let from = self.leaves_from(i - 1, from);
                self.sat.clause(&from);
            }
            Entry::Droplet(at) => {
                let ways = self.leaves_beside(i - 1, at);
                self.sat.clause(&ways);
            }
            _ => {
                let entries = self.sheets[i].entries.clone();
                for spot in entries {
                    let Some(e) = self.sheets[i].e(spot) else {
                        continue;
                    };
                    let mut clause = self.leaves_beside(i - 1, spot);
                    clause.push(no(e));
                    clause.extend(self.sheets[i].by_droplet.map(yes));
                    self.sat.clause(&clause);
                }
                self.link_by_droplet(i);
            }
        }
    }

    /// A layer that was mixed on one of several droplets: beside that droplet, the layer before may
    /// end, and the layer begins.
    fn link_by_droplet(&mut self, i: usize) {
        let Some(by_droplet) = self.sheets[i].by_droplet else {
            return;
        };
        let sources = &self.sheets[i].sources;
        let mixed: Vec<(Spot, u32)> = sources
            .iter()
            .map(|source| (source.at, source.mixed))
            .collect();
        let all: Vec<Lit> = mixed.iter().map(|&(_, mixed)| yes(mixed)).collect();
        self.sat.at_most_one(&all);
        let mut some = all;
        some.push(no(by_droplet));
        self.sat.clause(&some);
        for &(at, mixed) in &mixed {
            self.sat.clause(&[no(mixed), yes(by_droplet)]);
            let mut clause = self.leaves_beside(i - 1, at);
            clause.push(no(mixed));
            self.sat.clause(&clause);
        }
        for spot in self.sheets[i].entries.clone() {
            let Some(e) = self.sheets[i].e(spot) else {
                continue;
            };
            let beside: Vec<Spot> = self.beside(spot).collect();
            let from = mixed.iter().filter(|(at, _)| beside.contains(at));
            let mut clause: Vec<Lit> = from.map(|&(_, mixed)| yes(mixed)).collect();
            clause.extend([no(e), no(by_droplet)]);
            self.sat.clause(&clause);
        }
    }

    /// What lets layer `i` end on a spot.
    fn leaves_from(&self, i: usize, spot: Spot) -> Vec<Lit> {
        let sheet = &self.sheets[i];
        let mut ways: Vec<Lit> = sheet.x(spot).map(yes).into_iter().collect();
        if sheet.entry == Entry::Droplet(spot) {
            ways.extend(sheet.alone.map(yes));
        }
        let sources = sheet.sources.iter().filter(|source| source.at == spot);
        ways.extend(sources.map(|source| yes(source.alone)));
        ways
    }

    /// What lets layer `i` end beside a spot.
    pub(super) fn leaves_beside(&self, i: usize, spot: Spot) -> Vec<Lit> {
        self.beside(spot)
            .flat_map(|beside| self.leaves_from(i, beside))
            .collect()
    }

    /// Behind a switch gate the way leads to one side first.
    fn go_behind_switch(&mut self, i: usize, to: Spot) {
        let sheet = &self.sheets[i];
        let first = sheet.x(to);
        let others = sheet.region.iter().filter(|&&spot| sheet.e(spot).is_none());
        let others: Vec<u32> = others.filter_map(|&spot| sheet.x(spot)).collect();
        for x in others {
            let mut clause = vec![no(x)];
            clause.extend(first.map(yes));
            self.sat.clause(&clause);
        }
    }

    /// A switch gate has to be left, if only by the next layer.
    pub(super) fn leave_switch(&mut self, i: usize, to: Spot) {
        let mut clause: Vec<Lit> = self.sheets[i].x(to).map(yes).into_iter().collect();
        if let Some(next) = self.sheets.get(i + 1).filter(|next| !next.starts()) {
            if next.entry == Entry::Droplet(to) {
                return;
            }
            let e = next.e(to);
            let e = e.filter(|_| !matches!(next.entry, Entry::Droplet(_)));
            let sources = next.sources.iter().filter(|source| source.at == to);
            clause.extend(sources.map(|source| yes(source.mixed)));
            match (e, next.by_droplet) {
                (Some(e), Some(by_droplet)) => {
                    let enters = self.sat.variable();
                    self.sat.clause(&[no(enters), yes(e)]);
                    self.sat.clause(&[no(enters), no(by_droplet)]);
                    clause.push(yes(enters));
                }
                (e, _) => clause.extend(e.map(yes)),
            }
        }
        self.sat.clause(&clause);
    }

    /// Layer `i` is a cut and its tail: a path.
    pub(super) fn tail(&mut self, i: usize) {
        let region = self.sheets[i].region.clone();
        let spots = self.board.spots();
        let mut steps: Vec<Vec<u32>> = vec![self.sheets[i].entered.clone()];
        for _ in 0..self.board.tail {
            let mut step = vec![ABSENT; spots];
            for &spot in &region {
                step[spot as usize] = self.sat.variable();
            }
            let last = &steps[steps.len() - 1];
            for &spot in &region {
                let mut clause = vec![no(step[spot as usize])];
                clause.extend(
                    self.beside(spot)
                        .map(|beside| last[beside as usize])
                        .filter(|&variable| variable != ABSENT)
                        .map(yes),
                );
                self.sat.clause(&clause);
            }
            let all: Vec<Lit> = region
                .iter()
                .map(|&spot| yes(step[spot as usize]))
                .collect();
            self.sat.at_most_one(&all);
            steps.push(step);
        }
        for &spot in &region {
            let Some(x) = self.sheets[i].x(spot) else {
                continue;
            };
            let mut clause = vec![no(x)];
            for step in &steps {
                let variable = step[spot as usize];
                if variable != ABSENT {
                    clause.push(yes(variable));
                    self.sat.clause(&[no(variable), yes(x)]);
                }
            }
            self.sat.clause(&clause);
        }
    }

    /// Every target is solved by somebody; `solves` is a literal that says that a layer of the
    /// right colour does.
    pub(super) fn targets(
        &mut self,
        mut solves: impl FnMut(&mut Self, usize, Spot) -> Option<Lit>,
    ) {
        for spot in 0..self.board.spots() as Spot {
            if let Some(color) = self.board.wanted(spot) {
                let ways: Vec<Lit> = (0..self.sheets.len())
                    .filter(|&i| self.sheets[i].color == color)
                    .collect::<Vec<usize>>()
                    .into_iter()
                    .filter_map(|i| solves(self, i, spot))
                    .collect();
                self.sat.clause(&ways);
            }
        }
    }
}

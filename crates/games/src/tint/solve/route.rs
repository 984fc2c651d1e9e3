//! Whether a plan can be walked at all, whatever it costs.
//!
//! To the clauses of the [model](super::model) comes that every layer's set is of one piece. A cell
//! that is set, but cannot be reached from any entry that is still possible, gives a clause: not
//! this cell, or one of the cells around the piece it lies in, or an entry inside. Where it is asked
//! for, a cell over which all ways to a set cell lead is told to be set too, for the same reason.
//! Decisions go along a shortest way from a cell that is set to where the layer is entered.

use gridwright_core::budget::{Limit, Meter};

use super::board::{Board, Spot, WALL};
use super::model::{Model, PlanSearch, Sheet};
use super::plan::{Entry, Layer};
use super::sat::{Ended, Lit, Sat, Theory, Values, no, yes};

/// The search for a way to walk one plan.
pub(super) struct Routing<'b> {
    model: Model<'b>,
}

impl<'b> Routing<'b> {
    pub(super) fn new<const N: usize>(board: &'b Board, layers: &[Layer<N>]) -> Self {
        let mut routing = Routing::of_beginning(board, layers);
        routing.model.targets(solves);
        routing
    }

    /// The first layers of plans, whatever they solve. A layer asks nothing of those that come
    /// after it, so plans whose beginning has no way have none; but for a switch gate, which has to
    /// be left: it must not be the last of the layers.
    pub(super) fn of_beginning<const N: usize>(board: &'b Board, layers: &[Layer<N>]) -> Self {
        let mut model = Model::new(board, layers, |_, _| true);
        for i in 0..model.sheets.len() {
            if model.sheets[i].entry == Entry::Cut {
                model.tail(i);
            }
        }
        Routing { model }
    }
}

impl PlanSearch for Routing<'_> {
    fn run(&mut self, conflicts: u64, meter: &mut Meter<'_>) -> Result<Ended, Limit> {
        let Model {
            board, sat, sheets, ..
        } = &mut self.model;
        let mut pieces = Pieces::new(board, sheets, sat);
        sat.charge(meter)?;
        sat.solve(&mut pieces, conflicts, meter)
    }

    fn charged(&self) -> u64 {
        self.model.sat.charged()
    }

    /// Strokes along the sets that were found. They are longer than they need to be.
    fn strokes(&self) -> Vec<Vec<Spot>> {
        let Model {
            board, sat, sheets, ..
        } = &self.model;
        let values = sat.values();
        Sets {
            board,
            values,
            sheets,
        }
        .strokes()
    }
}

/// The sets of all layers, as an assignment has them.
pub(super) struct Sets<'s> {
    pub(super) board: &'s Board,
    pub(super) values: &'s Values,
    pub(super) sheets: &'s [Sheet],
}

impl Sets<'_> {
    /// Strokes along the sets.
    pub(super) fn strokes(&self) -> Vec<Vec<Spot>> {
        let mut strokes: Vec<Vec<Spot>> = Vec::new();
        let sheets = self.sheets;
        for (i, sheet) in sheets.iter().enumerate() {
            if sheet.starts() {
                strokes.push(Vec::new());
            }
            let next = sheets.get(i + 1).filter(|next| !next.starts());
            let walk = self.walk(sheet, next);
            if let Some(stroke) = strokes.last_mut() {
                stroke.extend(walk);
            }
        }
        strokes
    }

    fn is_painted(&self, sheet: &Sheet, spot: Spot) -> bool {
        sheet.x(spot).is_some_and(|x| self.values.is_true(yes(x)))
    }

    fn entered(&self, sheet: &Sheet) -> Option<Spot> {
        let entered = |spot: &Spot| sheet.e(*spot).is_some_and(|e| self.values.is_true(yes(e)));
        sheet.entries.iter().copied().find(entered)
    }

    /// The droplet that a layer was mixed on.
    fn mixed_on(&self, sheet: &Sheet) -> Option<Spot> {
        if let Entry::Droplet(at) = sheet.entry {
            return Some(at);
        }
        let by_droplet = sheet
            .by_droplet
            .is_some_and(|by| self.values.is_true(yes(by)));
        let entered = self.entered(sheet);
        let source = sheet.sources.iter().filter(|_| by_droplet).find(|source| {
            let first = |spot| self.beside(source.at).any(|beside| beside == spot);
            match entered {
                Some(spot) => self.values.is_true(yes(source.mixed)) && first(spot),
                None => self.values.is_true(yes(source.alone)),
            }
        });
        source.map(|source| source.at)
    }

    fn beside(&self, spot: Spot) -> impl Iterator<Item = Spot> + use<> {
        let beside = self.board.beside[spot as usize];
        beside.into_iter().filter(|&spot| spot != WALL)
    }

    /// A walk through all of a layer's set that ends where the next layer is entered.
    fn walk(&self, sheet: &Sheet, next: Option<&Sheet>) -> Vec<Spot> {
        let mut walk = Vec::new();
        walk.extend(self.mixed_on(sheet));
        let Some(entered) = self.entered(sheet) else {
            return walk;
        };
        walk.push(entered);
        let mut from = entered;
        if let Entry::Switch(_, _, to) = sheet.entry {
            if !self.is_painted(sheet, to) {
                return walk;
            }
            walk.push(to);
            from = to;
        }
        self.cover(sheet, from, &mut walk);
        if sheet.starts() && self.board.wanted(entered) == Some(sheet.color) {
            self.go(sheet, &mut walk, |spot| spot == entered);
        }
        let goal = next.map(|next| match (next.entry, self.mixed_on(next)) {
            (Entry::Switch(_, from, _), _) => (from, true),
            (Entry::Negation(at), _) | (_, Some(at)) => (at, false),
            _ => (self.entered(next).unwrap_or(entered), false),
        });
        if let Some((goal, itself)) = goal {
            let beside: Vec<Spot> = self.beside(goal).collect();
            self.go(sheet, &mut walk, |spot| {
                if itself {
                    spot == goal
                } else {
                    beside.contains(&spot)
                }
            });
        }
        walk
    }

    /// Visits everything that is painted, depth first, from the end of a walk.
    fn cover(&self, sheet: &Sheet, from: Spot, walk: &mut Vec<Spot>) {
        let mut seen = vec![false; self.board.spots()];
        seen[from as usize] = true;
        let mut way = vec![from];
        while let Some(&spot) = way.last() {
            let new = self
                .beside(spot)
                .find(|&to| !seen[to as usize] && self.is_painted(sheet, to));
            match new {
                Some(to) => {
                    seen[to as usize] = true;
                    way.push(to);
                    walk.push(to);
                }
                None => {
                    way.pop();
                    let all = sheet
                        .region
                        .iter()
                        .all(|&spot| seen[spot as usize] || !self.is_painted(sheet, spot));
                    if all {
                        return;
                    }
                    walk.extend(way.last());
                }
            }
        }
    }

    /// Goes on over painted cells to the nearest that is wanted.
    fn go(&self, sheet: &Sheet, walk: &mut Vec<Spot>, is_goal: impl Fn(Spot) -> bool) {
        let Some(&from) = walk.last() else {
            return;
        };
        let mut parent = vec![WALL; self.board.spots()];
        parent[from as usize] = from;
        let mut queue = vec![from];
        let mut head = 0;
        while head < queue.len() {
            let spot = queue[head];
            head += 1;
            if is_goal(spot) {
                let mut way = Vec::new();
                let mut at = spot;
                while at != from {
                    way.push(at);
                    at = parent[at as usize];
                }
                walk.extend(way.into_iter().rev());
                return;
            }
            for to in self.beside(spot) {
                if parent[to as usize] == WALL && self.is_painted(sheet, to) {
                    parent[to as usize] = spot;
                    queue.push(to);
                }
            }
        }
    }
}

/// A literal that says that layer `i` solves the target on a spot.
pub(super) fn solves(model: &mut Model<'_>, i: usize, spot: Spot) -> Option<Lit> {
    let sheet = &model.sheets[i];
    let (x, e) = (sheet.x(spot)?, sheet.e(spot));
    match (sheet.entry, e) {
        (Entry::Cut, e) => e.map(yes),
        (Entry::Start, Some(e)) => {
            // Starting on a target does not solve it; going out and coming back does.
            let solves = model.sat.variable();
            let mut back = model.leaves_beside(i, spot);
            back.extend([no(e), no(solves)]);
            model.sat.clause(&[no(solves), yes(x)]);
            model.sat.clause(&back);
            Some(yes(solves))
        }
        _ => Some(yes(x)),
    }
}

/// That every layer's set is of one piece.
pub(super) struct Pieces<'s> {
    board: &'s Board,
    sheets: &'s [Sheet],
    /// The layer and the spot that a variable belongs to; a layer that does not exist for others.
    place_of: Vec<(u16, Spot)>,
    /// By layer and spot: what could be reached from an entry when the layer was last looked at.
    /// Going back over assignments only adds to that.
    reached: Vec<bool>,
    dirty: Vec<bool>,
    /// Marks of the current sweep, by spot.
    mark: Vec<u32>,
    sweep: u32,
    parent: Vec<Spot>,
    queue: Vec<Spot>,
    /// By spot: what is known of it, in the layer that is looked at.
    status: Vec<u8>,
    /// Whether cells that a layer cannot do without are told.
    tells_bridges: bool,
    bridges: Bridges,
}

/// Room to look for cells that a layer cannot do without.
#[derive(Default)]
struct Bridges {
    /// By spot: what is known of it.
    status: Vec<u8>,
    /// By spot: when it was come to, and the soonest that what comes behind it leads back to.
    order: Vec<u32>,
    low: Vec<u32>,
    /// By spot: a cell that is set and that was come to from there, or [`WALL`].
    set: Vec<Spot>,
    way: Vec<(Spot, u8)>,
    /// What was found last, and in which layer.
    found: Vec<(Spot, Spot)>,
    layer: usize,
    /// The literal that was told last, which is true by now.
    told: Option<Lit>,
}

impl Bridges {
    /// Finds the cells that are open and over which all ways lead from where a layer may be entered to
    /// one that is set, with that one. Depth first, from all entries at once: where nothing behind a
    /// cell leads back to before it, it is such a bridge.
    fn find(&mut self, board: &Board, sheet: &Sheet, values: &Values) {
        let Bridges {
            status,
            order,
            low,
            set,
            way,
            found,
            ..
        } = self;
        found.clear();
        order.clear();
        order.resize(board.spots(), 0);
        low.resize(board.spots(), 0);
        set.resize(board.spots(), WALL);
        if !look(sheet, values, status, board.spots()) {
            return;
        }
        let mut clock = 1;
        for &entry in &sheet.entries {
            if order[entry as usize] != 0 || status[entry as usize] & ENTRY == 0 {
                continue;
            }
            way.clear();
            way.push((entry, 0));
            while let Some(top) = way.last_mut() {
                let (spot, dir) = *top;
                top.1 += 1;
                let at = spot as usize;
                if dir == 0 {
                    clock += 1;
                    order[at] = clock;
                    // What is an entry itself leads back to before everything.
                    low[at] = if status[at] & ENTRY != 0 { 1 } else { clock };
                    set[at] = if status[at] & SET != 0 { spot } else { WALL };
                }
                if dir < 4 {
                    let to = board.beside[at][dir as usize];
                    if to == WALL || status[to as usize] & POSSIBLE == 0 {
                        continue;
                    }
                    match order[to as usize] {
                        0 => way.push((to, 0)),
                        order => low[at] = low[at].min(order),
                    }
                    continue;
                }
                way.pop();
                let Some(&(before, _)) = way.last() else {
                    break;
                };
                let parent = before as usize;
                if set[at] != WALL {
                    if low[at] >= order[parent] && status[parent] & SET == 0 {
                        found.push((before, set[at]));
                    }
                    set[parent] = set[at];
                }
                low[parent] = low[parent].min(low[at]);
            }
        }
    }
}

/// What is known of a cell of a layer: it is not out of the question, it is set, or the layer may be
/// entered there.
const POSSIBLE: u8 = 1;
const SET: u8 = 2;
const ENTRY: u8 = 4;

/// Looks up what is known of all cells of a layer; whether any is set.
fn look(sheet: &Sheet, values: &Values, status: &mut Vec<u8>, spots: usize) -> bool {
    status.clear();
    status.resize(spots, 0);
    let mut any = 0;
    for &spot in &sheet.region {
        let Some(x) = sheet.x(spot) else { continue };
        let known = if values.is_true(yes(x)) {
            POSSIBLE | SET
        } else if values.is_open(yes(x)) {
            POSSIBLE
        } else {
            0
        };
        status[spot as usize] = known;
        any |= known;
    }
    if any & SET == 0 {
        return false;
    }
    for &spot in &sheet.entries {
        let known = &mut status[spot as usize];
        if *known != 0 && sheet.e(spot).is_some_and(|e| !values.is_false(yes(e))) {
            *known |= ENTRY;
        }
    }
    true
}

impl<'s> Pieces<'s> {
    pub(super) fn new(board: &'s Board, sheets: &'s [Sheet], sat: &Sat) -> Self {
        let mut place_of = vec![(u16::MAX, WALL); sat.variables()];
        for (i, sheet) in sheets.iter().enumerate() {
            if sheet.entry == Entry::Cut {
                continue;
            }
            for &spot in &sheet.region {
                for variable in [sheet.x(spot), sheet.e(spot)].into_iter().flatten() {
                    place_of[variable as usize] = (i as u16, spot);
                }
            }
        }
        Pieces {
            board,
            sheets,
            place_of,
            reached: vec![false; sheets.len() * board.spots()],
            dirty: vec![true; sheets.len()],
            mark: vec![0; board.spots()],
            sweep: 0,
            parent: vec![WALL; board.spots()],
            queue: Vec::new(),
            status: Vec::new(),
            tells_bridges: false,
            bridges: Bridges::default(),
        }
    }

    /// From here on, cells that a layer cannot do without are told as well.
    pub(super) fn telling_bridges(mut self) -> Self {
        self.tells_bridges = true;
        self
    }

    fn is_set(sheet: &Sheet, values: &Values, spot: Spot) -> bool {
        sheet.x(spot).is_some_and(|x| values.is_true(yes(x)))
    }

    fn is_possible(sheet: &Sheet, values: &Values, spot: Spot) -> bool {
        sheet.x(spot).is_some_and(|x| !values.is_false(yes(x)))
    }

    fn is_entry(sheet: &Sheet, values: &Values, spot: Spot) -> bool {
        let e = sheet.e(spot);
        e.is_some_and(|e| !values.is_false(yes(e))) && Self::is_possible(sheet, values, spot)
    }

    /// Marks everything that can be reached from the spots in the queue over cells `may` allows,
    /// and leaves it in the queue.
    fn flood(&mut self, may: impl Fn(Spot) -> bool) {
        let mut head = 0;
        while head < self.queue.len() {
            let spot = self.queue[head];
            head += 1;
            for to in self.board.beside[spot as usize] {
                if to != WALL && self.mark[to as usize] != self.sweep && may(to) {
                    self.mark[to as usize] = self.sweep;
                    self.parent[to as usize] = spot;
                    self.queue.push(to);
                }
            }
        }
    }

    fn begin(&mut self, from: impl Iterator<Item = Spot>) {
        self.sweep += 1;
        self.queue.clear();
        for spot in from {
            self.mark[spot as usize] = self.sweep;
            self.parent[spot as usize] = spot;
            self.queue.push(spot);
        }
    }

    fn check_layer(&mut self, i: usize, values: &Values, clause: &mut Vec<Lit>) {
        let sheet = &self.sheets[i];
        let spots = self.board.spots();
        let reached = &mut self.reached[i * spots..][..spots];
        if self.tells_bridges {
            self.bridges.find(self.board, sheet, values);
            for &spot in &sheet.region {
                reached[spot as usize] = self.bridges.order[spot as usize] != 0;
            }
            let is_lost =
                |&spot: &Spot| !reached[spot as usize] && Self::is_set(sheet, values, spot);
            if let Some(lost) = sheet.region.iter().copied().find(is_lost) {
                self.bridges.found.clear();
                self.explain(sheet, values, lost, WALL, clause);
            } else {
                self.bridges.layer = i;
                self.tell_bridge(values, clause);
            }
            return;
        }
        let entries = sheet.entries.iter().copied();
        self.begin(entries.filter(|&spot| Self::is_entry(sheet, values, spot)));
        self.flood(|spot| Self::is_possible(sheet, values, spot));
        let reached = &mut self.reached[i * spots..][..spots];
        reached.fill(false);
        for &spot in &self.queue {
            reached[spot as usize] = true;
        }
        let lost = sheet.region.iter().copied().find(|&spot| {
            self.mark[spot as usize] != self.sweep && Self::is_set(sheet, values, spot)
        });
        if let Some(lost) = lost {
            self.explain(sheet, values, lost, WALL, clause);
        }
    }

    /// Explains one of the bridges that were found last, if it is one still: clauses may have gone back
    /// since.
    fn tell_bridge(&mut self, values: &Values, clause: &mut Vec<Lit>) {
        let sheet = &self.sheets[self.bridges.layer];
        while let Some((bridge, lost)) = self.bridges.found.pop() {
            let is_open = sheet.x(bridge).is_some_and(|x| values.is_open(yes(x)));
            if !is_open || !Self::is_set(sheet, values, lost) {
                continue;
            }
            self.explain(sheet, values, lost, bridge, clause);
            let mut piece = self.queue.iter();
            if !piece.any(|&spot| Self::is_entry(sheet, values, spot)) {
                self.bridges.told = sheet.x(bridge).map(yes);
                return;
            }
            clause.clear();
        }
    }

    /// Why a cell that is set would be lost without another: not this cell, or one of those around the
    /// piece it lies in, or an entry inside.
    fn explain(
        &mut self,
        sheet: &Sheet,
        values: &Values,
        lost: Spot,
        without: Spot,
        clause: &mut Vec<Lit>,
    ) {
        self.begin(std::iter::once(lost));
        self.flood(|spot| spot != without && Self::is_possible(sheet, values, spot));
        clause.extend(sheet.x(lost).map(no));
        self.sweep += 1;
        for index in 0..self.queue.len() {
            let spot = self.queue[index];
            clause.extend(sheet.e(spot).map(yes));
            for to in self.board.beside[spot as usize] {
                if to == WALL || self.mark[to as usize] == self.sweep {
                    continue;
                }
                let is_out = |&x: &u32| to == without || values.is_false(yes(x));
                if let Some(x) = sheet.x(to).filter(is_out) {
                    self.mark[to as usize] = self.sweep;
                    clause.push(yes(x));
                }
            }
        }
    }

    /// What joins a cell of a layer that is set to where the layer is entered.
    fn join(&mut self, i: usize, values: &Values) -> Option<Lit> {
        let sheet = &self.sheets[i];
        let mut status = std::mem::take(&mut self.status);
        let literal = if look(sheet, values, &mut status, self.board.spots()) {
            self.join_set(sheet, values, &status)
        } else {
            None
        };
        self.status = status;
        literal
    }

    fn join_set(&mut self, sheet: &Sheet, values: &Values, status: &[u8]) -> Option<Lit> {
        let is = |spot: Spot, what: u8| status[spot as usize] & what != 0;
        let chosen = sheet
            .entries
            .iter()
            .copied()
            .find(|&spot| sheet.e(spot).is_some_and(|e| values.is_true(yes(e))));
        self.begin(chosen.into_iter());
        self.flood(|spot| is(spot, SET));
        let reached = self.queue.len();
        if sheet.region.iter().filter(|&&spot| is(spot, SET)).count() == reached {
            return None;
        }
        if chosen.is_none() {
            let entries = sheet.entries.iter().copied();
            self.begin(entries.filter(|&spot| is(spot, ENTRY)));
        }
        let known = if chosen.is_none() { 0 } else { reached };
        self.flood(|spot| is(spot, POSSIBLE));
        // The queue is in order of distance.
        let others = self.queue[known..].iter().copied();
        let nearest = others.into_iter().find(|&spot| is(spot, SET))?;
        let mut open = None;
        let mut at = nearest;
        loop {
            if let Some(x) = sheet.x(at).filter(|&x| values.is_open(yes(x))) {
                open = Some(yes(x));
            }
            let parent = self.parent[at as usize];
            if parent == at {
                break;
            }
            at = parent;
        }
        if chosen.is_none() {
            let entry = sheet.e(at).filter(|&e| values.is_open(yes(e)));
            open = entry.map(yes).or(open);
        }
        open
    }
}

impl Theory for Pieces<'_> {
    fn check(&mut self, values: &Values, new: &[Lit], clause: &mut Vec<Lit>) {
        for &lit in new {
            let Some(&(layer, spot)) = self.place_of.get((lit >> 1) as usize) else {
                continue;
            };
            let layer = usize::from(layer);
            if let Some(dirty) = self.dirty.get_mut(layer) {
                // A cell that is painted where one could come anyway breaks nothing, and neither
                // does one that is not where nobody came. All ways lead over a bridge, so what they
                // have in common was told with it.
                let reached = self.reached[layer * self.board.spots() + usize::from(spot)];
                let is_bridge = self.bridges.told == Some(lit);
                *dirty |=
                    reached == (lit & 1 == 1) || self.tells_bridges && lit & 1 == 0 && !is_bridge;
            }
        }
        self.bridges.told = None;
        if !self.bridges.found.is_empty() {
            self.tell_bridge(values, clause);
        }
        for i in 0..self.sheets.len() {
            if self.dirty[i] && clause.is_empty() {
                self.check_layer(i, values, clause);
                // What is lost may still be lost after going back.
                self.dirty[i] = !clause.is_empty();
            }
        }
    }

    fn decide(&mut self, values: &Values) -> Option<Lit> {
        (0..self.sheets.len())
            .filter(|&i| self.sheets[i].entry != Entry::Cut)
            .find_map(|i| self.join(i, values))
    }
}

//! How many cells the strokes of a plan enter at least, and what that leaves room for.
//!
//! Each stroke by itself, as if the others left everything in its regions open: the shortest way
//! through its layers and over the targets that no other stroke can solve (a few of them, where
//! there are many). What is known for every cell, from the start of the stroke and to its end, says
//! later which cells a walk of a given length can touch.

use super::board::{Board, Spot, WALL};
use super::plan::{Entry, Layer};

/// Farther than anything.
pub(super) const FAR: u32 = 1 << 20;

/// So many targets of a stroke are visited at most.
const MOST_STOPS: usize = 4;

/// About the words touched for a spot of a layer.
const WORK_OF_A_SPOT: usize = 32;

/// Distances in the layers of a plan.
pub(super) struct Lengths {
    /// The stroke of each layer.
    stroke: Vec<usize>,
    /// The shortest whole stroke over a cell, by layer and spot.
    over: Vec<Vec<u32>>,
    /// To the end of the stroke, whatever is left out.
    to: Vec<Vec<u32>>,
    /// From where the layer is entered.
    inside: Vec<Vec<u32>>,
    /// The soonest a layer is entered.
    soonest: Vec<u32>,
    /// The least each layer takes.
    pub(super) least: Vec<u32>,
    /// The least each stroke takes.
    strokes: Vec<u32>,
    /// The least all take together.
    pub(super) total: u32,
}

impl Lengths {
    /// About how much work it is to find the lengths.
    pub(super) fn work<const N: usize>(board: &Board, layers: &[Layer<N>]) -> u64 {
        (layers.len() * board.spots() * WORK_OF_A_SPOT) as u64
    }

    pub(super) fn new<const N: usize>(board: &Board, layers: &[Layer<N>]) -> Lengths {
        let mut stroke: Vec<usize> = Vec::new();
        for layer in layers {
            let last = stroke.last().copied();
            stroke.push(match (layer.step.starts(), last) {
                (true, Some(last)) => last + 1,
                (_, last) => last.unwrap_or(0),
            });
        }
        let count = stroke.last().map_or(0, |last| last + 1);
        let mut lengths = Lengths {
            over: Vec::new(),
            to: Vec::new(),
            inside: Vec::new(),
            soonest: Vec::new(),
            least: Vec::new(),
            strokes: Vec::new(),
            stroke,
            total: 0,
        };
        for k in 0..count {
            let first = lengths.stroke.iter().position(|&stroke| stroke == k);
            let first = first.expect("strokes have layers");
            let last = lengths.stroke.iter().rposition(|&stroke| stroke == k);
            let own = &layers[first..=last.expect("strokes have layers")];
            let stops = lengths.stops(layers, k);
            Tour::new(board, own, &stops).add_to(&mut lengths);
        }
        lengths.add_up(board, layers);
        lengths
    }

    /// The most cells that the stroke of layer `i` may enter if all together enter `most`.
    pub(super) fn room(&self, i: usize, most: u32) -> u32 {
        let others = self.strokes.iter().sum::<u32>() - self.strokes[self.stroke[i]];
        most.saturating_sub(others)
    }

    /// Whether layer `i` may touch a spot within the room of its stroke.
    pub(super) fn may_touch(&self, i: usize, spot: Spot, room: u32) -> bool {
        self.over[i][spot as usize] <= room
    }

    /// Whether a walk may be at a spot after so many cells of layer `i`.
    pub(super) fn may_be_at(&self, i: usize, time: u32, spot: Spot, room: u32) -> bool {
        self.may_touch(i, spot, room)
            && self.inside[i][spot as usize] <= time
            && self.soonest[i] + time + self.to[i][spot as usize] <= room
    }

    /// Targets that only stroke `k` may solve.
    fn stops<const N: usize>(&self, layers: &[Layer<N>], k: usize) -> Vec<Spot> {
        let of = |is: &dyn Fn(usize) -> bool| {
            let mut targets = super::set::Set::<N>::EMPTY;
            for (layer, &stroke) in layers.iter().zip(&self.stroke) {
                if is(stroke) {
                    targets.add(&layer.targets);
                }
            }
            targets
        };
        let own = of(&|stroke| stroke == k).without(&of(&|stroke| stroke != k));
        own.iter().take(MOST_STOPS).collect()
    }

    fn add_up<const N: usize>(&mut self, board: &Board, layers: &[Layer<N>]) {
        // A target that several strokes may solve costs at least the smallest detour.
        let detours = (0..board.spots() as Spot)
            .filter(|&spot| board.wanted(spot).is_some())
            .map(|spot| {
                let solved = (0..layers.len()).filter(|&i| layers[i].targets.contains(spot));
                let detours = solved.map(|i| {
                    let least = self.strokes[self.stroke[i]];
                    self.over[i][spot as usize].saturating_sub(least)
                });
                detours.min().unwrap_or(FAR)
            });
        let detour = detours.max().unwrap_or(0);
        self.total = (self.strokes.iter().sum::<u32>() + detour).min(FAR);
    }
}

/// The shortest ways of one stroke over a set of stops.
struct Tour<'a, const N: usize> {
    board: &'a Board,
    layers: &'a [Layer<N>],
    stops: &'a [Spot],
    /// By layer, spot and the stops made so far.
    from: Vec<Vec<u32>>,
    /// By layer, spot and the stops still to make.
    to: Vec<Vec<u32>>,
    inside: Vec<Vec<u32>>,
    soonest: Vec<u32>,
    least: Vec<u32>,
}

impl<'a, const N: usize> Tour<'a, N> {
    fn new(board: &'a Board, layers: &'a [Layer<N>], stops: &'a [Spot]) -> Self {
        let mut tour = Tour {
            board,
            layers,
            stops,
            from: Vec::new(),
            to: vec![Vec::new(); layers.len()],
            inside: Vec::new(),
            soonest: Vec::new(),
            least: vec![0; layers.len()],
        };
        for i in 0..layers.len() {
            tour.forwards(i);
        }
        for i in (0..layers.len()).rev() {
            tour.backwards(i);
        }
        tour
    }

    fn add_to(self, lengths: &mut Lengths) {
        let masks = self.masks();
        let all = masks - 1;
        let first = &self.layers[0];
        let least = first
            .entries
            .iter()
            .map(|spot| self.to[0][spot as usize * masks + all]);
        lengths.strokes.push(least.min().unwrap_or(FAR).min(FAR));
        for i in 0..self.layers.len() {
            let spots = 0..self.board.spots();
            let over = spots.clone().map(|spot| {
                let at = spot * masks;
                let ways =
                    (0..masks).map(|made| self.from[i][at + made] + self.to[i][at + (all & !made)]);
                ways.min().unwrap_or(FAR)
            });
            lengths.over.push(over.collect());
            lengths
                .to
                .push(spots.map(|spot| self.to[i][spot * masks]).collect());
        }
        lengths.inside.extend(self.inside);
        lengths.soonest.extend(self.soonest);
        lengths.least.extend(self.least);
    }

    fn masks(&self) -> usize {
        1 << self.stops.len()
    }

    /// The stop that entering a spot in a layer makes.
    fn stop(&self, i: usize, spot: Spot) -> usize {
        let number = self.stops.iter().position(|&stop| stop == spot);
        match number {
            Some(number) if self.layers[i].targets.contains(spot) => 1 << number,
            _ => 0,
        }
    }

    fn beside(&self, spot: Spot) -> impl Iterator<Item = Spot> + use<N> {
        let beside = self.board.beside[spot as usize];
        beside.into_iter().filter(|&spot| spot != WALL)
    }

    /// Whether a layer may be left on a spot.
    fn may_leave(&self, i: usize, spot: Spot) -> bool {
        let layer = &self.layers[i];
        layer.region.contains(spot) || layer.step.entry == Entry::Droplet(spot)
    }

    /// From where each entry of layer `i` is entered.
    fn entrances(&self, i: usize) -> Vec<(Spot, Vec<Spot>)> {
        let layer = &self.layers[i];
        let around = |spot: Spot| -> Vec<Spot> {
            self.beside(spot)
                .filter(|&from| self.may_leave(i - 1, from))
                .collect()
        };
        match layer.step.entry {
            Entry::Start => Vec::new(),
            Entry::Switch(at, from, _) => vec![(at, vec![from])],
            Entry::Droplet(at) => vec![(at, around(at))],
            _ => layer
                .entries
                .iter()
                .map(|spot| (spot, around(spot)))
                .collect(),
        }
    }

    fn forwards(&mut self, i: usize) {
        let masks = self.masks();
        let layer = &self.layers[i];
        let mut entered: Vec<(Spot, usize, u32)> = Vec::new();
        if i == 0 {
            entered.extend(layer.entries.iter().map(|spot| (spot, 0, 0)));
        }
        for (spot, places) in self.entrances(i) {
            let stop = self.stop(i, spot);
            for from in places {
                for made in 0..masks {
                    let far = self.from[i - 1][from as usize * masks + made];
                    if far < FAR {
                        entered.push((spot, made | stop, far + 1));
                    }
                }
            }
        }
        self.soonest
            .push(entered.iter().map(|&(_, _, far)| far).min().unwrap_or(FAR));
        let plain: Vec<Spot> = entered.iter().map(|&(spot, ..)| spot).collect();
        self.from.push(self.spread(i, entered, masks));
        let mut inside = Steps::new(self.board.spots());
        self.begin(i, &mut inside, plain.iter().map(|&spot| (spot, 0, 0)), 1);
        while let Some((spot, far)) = inside.next() {
            for to in self.beside(spot as Spot) {
                if layer.region.contains(to) {
                    inside.offer(to as usize, far + 1);
                }
            }
        }
        let mut inside = inside.far;
        for spot in plain {
            inside[spot as usize] = 0;
        }
        self.inside.push(inside);
    }

    /// Offers what is entered first. The first cell behind a switch gate is fixed, but the way may
    /// come back over the gate.
    fn begin(
        &self,
        i: usize,
        steps: &mut Steps,
        entered: impl Iterator<Item = (Spot, usize, u32)>,
        masks: usize,
    ) {
        let layer = &self.layers[i];
        for (spot, made, far) in entered {
            match layer.step.entry {
                Entry::Switch(_, _, to) if layer.region.contains(to) => {
                    let made = if masks > 1 {
                        made | self.stop(i, to)
                    } else {
                        0
                    };
                    steps.offer(to as usize * masks + made, far + 1);
                }
                Entry::Switch(..) => {}
                _ => steps.offer(spot as usize * masks + made, far),
            }
        }
    }

    fn spread(&self, i: usize, entered: Vec<(Spot, usize, u32)>, masks: usize) -> Vec<u32> {
        let layer = &self.layers[i];
        let mut steps = Steps::new(self.board.spots() * masks);
        self.begin(i, &mut steps, entered.iter().copied(), masks);
        while let Some((state, far)) = steps.next() {
            for to in self.beside((state / masks) as Spot) {
                if layer.region.contains(to) {
                    let made = (state % masks) | self.stop(i, to);
                    steps.offer(to as usize * masks + made, far + 1);
                }
            }
        }
        let mut far = steps.far;
        for (spot, made, soon) in entered {
            let known = &mut far[spot as usize * masks + made];
            *known = soon.min(*known);
        }
        far
    }

    fn backwards(&mut self, i: usize) {
        let masks = self.masks();
        let layer = &self.layers[i];
        let mut steps = Steps::new(self.board.spots() * masks);
        let mut ends: Vec<Spot> = Vec::new();
        if i + 1 == self.layers.len() {
            for spot in layer.region.iter() {
                ends.push(spot);
                steps.offer(spot as usize * masks, 0);
            }
        } else {
            for (spot, places) in self.entrances(i + 1) {
                let stop = self.stop(i + 1, spot);
                for from in places {
                    ends.push(from);
                    for left in 0..masks {
                        let far = self.to[i + 1][spot as usize * masks + left];
                        steps.offer(from as usize * masks + left, far + 1);
                        steps.offer(from as usize * masks + (left | stop), far + 1);
                    }
                }
            }
        }
        while let Some((state, far)) = steps.next() {
            let (spot, left) = ((state / masks) as Spot, state % masks);
            if layer.step.entry == Entry::Droplet(spot) {
                continue;
            }
            let stop = self.stop(i, spot);
            for from in self.beside(spot).filter(|&from| self.may_leave(i, from)) {
                steps.offer(from as usize * masks + left, far + 1);
                steps.offer(from as usize * masks + (left | stop), far + 1);
            }
        }
        let least = ends.iter().map(|&spot| self.inside[i][spot as usize]).min();
        self.least[i] = match layer.step.entry {
            Entry::Switch(..) if i + 1 == self.layers.len() => 1,
            _ => least.unwrap_or(FAR),
        };
        self.to[i] = steps.far;
    }
}

/// States in the order of their distance.
struct Steps {
    far: Vec<u32>,
    buckets: Vec<Vec<u32>>,
    at: usize,
}

impl Steps {
    fn new(states: usize) -> Steps {
        Steps {
            far: vec![FAR; states],
            buckets: Vec::new(),
            at: 0,
        }
    }

    fn offer(&mut self, state: usize, far: u32) {
        if far < self.far[state] {
            self.far[state] = far;
            let far = far as usize;
            if self.buckets.len() <= far {
                self.buckets.resize(far + 1, Vec::new());
            }
            self.buckets[far].push(state as u32);
        }
    }

    fn next(&mut self) -> Option<(usize, u32)> {
        while self.at < self.buckets.len() {
            match self.buckets[self.at].pop() {
                Some(state) if self.far[state as usize] as usize == self.at => {
                    return Some((state as usize, self.at as u32));
                }
                Some(_) => {}
                None => self.at += 1,
            }
        }
        None
    }
}

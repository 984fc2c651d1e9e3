//! What a solution asks of the person who finds it: the numbers that a grade is reckoned from.
//!
//! Who looks at a board presses where most lamps go out. So the presses of the solution are taken in
//! the order in which they turn off the most, and what counts is how many lamps look as good at each
//! of them, where some other lamp looks better, and which presses light more than they turn off.
//! Where looking is not enough, one has to know a technique.

use gridwright_core::grade::{Demands, Tally, Technique};

use super::board::Board;
use super::level::Level;
use super::rules::{PRESSES, Press};
use super::shape::{Neighbourhood, Shape, Topology};

/// Boards with more lamps are not looked over lamp by lamp: every lamp is a way there.
const MOST_LAMPS: usize = 1 << 10;

/// The demands of a level by a solution of it; `is_unique` where nothing else turns it dark.
pub(super) fn demands(level: &Level, presses: &[Press], is_unique: bool) -> Demands {
    let shape = level.shape();
    let mut demands = Demands {
        ways: vec![shape.lamps() as u64; presses.len()],
        ..Demands::forced(PRESSES, 0)
    };
    let mut misled = true;
    if shape.lamps() <= MOST_LAMPS {
        (demands.ways, demands.traps) = (Vec::new(), Vec::new());
        let mut looks = Looks::new(level.lamps());
        let mut left = presses.to_vec();
        let mut against = 0;
        while let Some(place) = (0..left.len()).max_by_key(|&i| {
            let Press { row, col } = left[i];
            (looks.gain(row, col), std::cmp::Reverse((row, col)))
        }) {
            let Press { row, col } = left.swap_remove(place);
            let gain = looks.gain(row, col);
            demands.ways.push(looks.at_least(gain));
            if looks.at_least(gain + 1) > 0 {
                // Whether it was wrong shows when nothing is left to press and lamps are lit.
                demands.traps.push(left.len() as u64);
            }
            against += u64::from(gain < 0);
            looks.press(row, col);
        }
        demands.against = Tally {
            count: against,
            one: "press lights more lamps than it turns off",
            many: "presses light more lamps than they turn off",
        };
        misled = !demands.traps.is_empty();
    }
    demands.techniques = techniques(shape, misled, is_unique);
    demands
}

fn techniques(shape: &Shape, misled: bool, is_unique: bool) -> Vec<Technique> {
    let mut techniques = Vec::new();
    let mut add = |weight, sentence: &str| techniques.push(Technique::new(weight, sentence));
    if misled && shape.can_chase() {
        add(
            2,
            "Pressing where most lamps go out does not get there: it needs light chasing.",
        );
    } else if misled {
        add(
            3,
            "Pressing where most lamps go out does not get there, and no chase table is at hand.",
        );
    }
    if misled && !is_unique {
        add(
            1,
            "Quiet patterns make one solution out of another; only some are short.",
        );
    }
    match shape.topology() {
        Topology::Square => {}
        Topology::Torus => add(1, "The edges meet."),
        Topology::Hex => add(1, "Lamps have six neighbours."),
        Topology::Graph => add(
            2,
            "Links say what a press reaches, wherever the lamps stand.",
        ),
    }
    if shape.lamps() < shape.rows() * shape.cols() && shape.topology() != Topology::Graph {
        add(1, "The board has holes.");
    }
    match shape.neighbourhood() {
        Neighbourhood::Plus => {}
        Neighbourhood::Cross => add(1, "A press reaches lamps across corners."),
        Neighbourhood::Full => add(1, "A press reaches all lamps around."),
    }
    if shape.states() > 2 {
        let weight = u64::from(shape.states()).div_ceil(3) + 1;
        let sentence = format!("Lamps have {} states.", shape.states());
        techniques.push(Technique::new(weight, sentence));
    }
    techniques
}

/// A board, and how each press looks on it.
struct Looks {
    lamps: Board,
    /// How many more lamps each press turns off than it lights.
    gains: Vec<i32>,
}

impl Looks {
    fn new(lamps: &Board) -> Self {
        let shape = lamps.shape();
        let mut looks = Looks {
            lamps: lamps.clone(),
            gains: vec![0; shape.lamps()],
        };
        for (row, col) in shape.places() {
            let gain = looks.gain_of_lamp(row, col);
            looks.add(row, col, gain);
        }
        looks
    }

    fn gain(&self, row: u32, col: u32) -> i32 {
        self.gains[self.lamps.shape().number(row as usize, col as usize)]
    }

    /// How many presses turn off at least so many more than they light.
    fn at_least(&self, gain: i32) -> u64 {
        self.gains.iter().filter(|&&other| other >= gain).count() as u64
    }

    fn press(&mut self, row: u32, col: u32) {
        let shape = self.lamps.shape().clone();
        for (row, col) in shape.reach(row as usize, col as usize) {
            let before = self.gain_of_lamp(row, col);
            self.lamps.add(row, col, 1);
            self.add(row, col, self.gain_of_lamp(row, col) - before);
        }
    }

    /// What a lamp counts in every press that reaches it.
    fn gain_of_lamp(&self, row: usize, col: usize) -> i32 {
        match self.lamps.get(row, col) {
            0 => -1,
            state if state == self.lamps.shape().states() - 1 => 1,
            _ => 0,
        }
    }

    /// Adds to the gains of all presses that reach a lamp.
    fn add(&mut self, row: usize, col: usize, gain: i32) {
        if gain != 0 {
            let shape = self.lamps.shape();
            for (row, col) in shape.reached_by(row, col) {
                self.gains[shape.number(row, col)] += gain;
            }
        }
    }
}

//! The search told as it goes: one line of JSON for every piece laid, every cut, every piece
//! lifted again and every board found. Beside what programs want to know, every line has a sentence
//! (`text`) and what it does to the board: `forward` is a move as a solution file, `back` takes the
//! last one away.

use serde_json::{Value, json};

use super::search::{Cut, Item};
use crate::iq_circuit::document;
use crate::iq_circuit::rules::Move;
use crate::iq_circuit::set::PieceSet;
use crate::iq_circuit::view;

/// Tells a listener about a search.
pub struct Trace<'a> {
    set: &'a PieceSet,
    tell: &'a dyn Fn(&str),
    node: u64,
    depth: usize,
}

impl<'a> Trace<'a> {
    /// A trace that has told nothing yet.
    pub fn new(set: &'a PieceSet, tell: &'a dyn Fn(&str)) -> Self {
        Trace {
            set,
            tell,
            node: 0,
            depth: 0,
        }
    }

    pub(super) fn laid(&mut self, placement: usize, serves: Item) {
        self.node += 1;
        self.depth += 1;
        self.say(json!({
            "event": "lay",
            "node": self.node,
            "depth": self.depth,
            "placement": self.placement(placement),
            "serves": self.item(serves),
            "forward": { "placements": [self.placement(placement)] },
            "text": format!("Lays the {}.", self.spoken(placement)),
        }));
    }

    pub(super) fn lifted(&mut self, placement: usize) {
        self.say(json!({
            "event": "lift",
            "depth": self.depth,
            "placement": self.placement(placement),
            "back": true,
            "text": format!("Backtracks: lifts the {}.", self.spoken(placement)),
        }));
        self.depth -= 1;
    }

    pub(super) fn cut(&self, cut: Cut) {
        let (why, of, text) = match cut {
            Cut::Starved(item) => ("starved", self.item(item), "nothing fits any more"),
            Cut::Loop => ("loop", Value::Null, "a line would run in a loop"),
            Cut::Parity => ("parity", Value::Null, "the points left cannot be paired"),
            Cut::Hole => ("hole", Value::Null, "a hole fits no pieces"),
            Cut::Finished => ("finished", Value::Null, "a line is finished too early"),
        };
        self.say(json!({
            "event": "cut",
            "depth": self.depth,
            "why": why,
            "of": of,
            "text": format!("Cut: {text}."),
        }));
    }

    pub(super) fn found(&self, number: usize) {
        let text = format!("Valid board number {}.", number + 1);
        self.say(json!({
            "event": "found",
            "depth": self.depth,
            "board": number,
            "text": text,
        }));
    }

    pub(super) fn end(&self, nodes: u64, boards: usize) {
        let text = "The search is over.";
        self.say(json!({ "event": "end", "nodes": nodes, "boards": boards, "text": text }));
    }

    fn say(&self, event: Value) {
        (self.tell)(&event.to_string());
    }

    fn spoken(&self, placement: usize) -> String {
        let lay = self.set.placements()[placement].lay;
        view::spoken(self.set, lay.piece())
    }

    fn placement(&self, number: usize) -> Value {
        let lay = self.set.placements()[number].lay;
        json!(document::write_move(self.set, &Move::Lay(lay)))
    }

    fn item(&self, item: Item) -> Value {
        match item {
            Item::Cell(index) => json!({ "cell": self.set.cell(index) }),
            Item::Piece(piece) => json!({ "piece": self.set.pieces()[piece].name() }),
        }
    }
}

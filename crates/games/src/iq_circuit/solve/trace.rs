//! The search told as it goes: one line of JSON for every piece laid, every cut, every piece
//! lifted again and every board found.

use serde_json::{Value, json};

use super::search::{Cut, Item};
use crate::iq_circuit::document;
use crate::iq_circuit::rules::Move;
use crate::iq_circuit::set::PieceSet;

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
        }));
    }

    pub(super) fn lifted(&mut self, placement: usize) {
        self.say(json!({
            "event": "lift",
            "depth": self.depth,
            "placement": self.placement(placement),
        }));
        self.depth -= 1;
    }

    pub(super) fn cut(&self, cut: Cut) {
        let (why, of) = match cut {
            Cut::Starved(item) => ("starved", self.item(item)),
            Cut::Loop => ("loop", Value::Null),
            Cut::Parity => ("parity", Value::Null),
            Cut::Hole => ("hole", Value::Null),
            Cut::Finished => ("finished", Value::Null),
        };
        self.say(json!({ "event": "cut", "depth": self.depth, "why": why, "of": of }));
    }

    pub(super) fn found(&self, number: usize) {
        self.say(json!({ "event": "found", "depth": self.depth, "board": number }));
    }

    pub(super) fn end(&self, nodes: u64, boards: usize) {
        self.say(json!({ "event": "end", "nodes": nodes, "boards": boards }));
    }

    fn say(&self, event: Value) {
        (self.tell)(&event.to_string());
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

//! The search told as it goes: an event for every piece laid, every cut, every piece lifted again
//! and every board found.

use gridwright_core::solve::{Subject, TraceEvent};
use serde_json::{Value, json};

use super::search::{Cut, Item};
use crate::iq_circuit::document;
use crate::iq_circuit::names;
use crate::iq_circuit::rules::Move;
use crate::iq_circuit::set::PieceSet;

/// Tells a listener about a search.
pub struct Trace<'a> {
    set: &'a PieceSet,
    tell: &'a dyn Fn(&TraceEvent),
    node: u64,
    depth: usize,
}

impl<'a> Trace<'a> {
    /// A trace that has told nothing yet.
    pub fn new(set: &'a PieceSet, tell: &'a dyn Fn(&TraceEvent)) -> Self {
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
        (self.tell)(&TraceEvent::Lay {
            node: self.node,
            depth: self.depth,
            placement: self.placement(placement),
            serves: self.subject(serves),
            forward: json!({ "placements": [self.placement(placement)] }),
            text: format!("Lays the {}.", self.spoken(placement)),
        });
    }

    pub(super) fn lifted(&mut self, placement: usize) {
        (self.tell)(&TraceEvent::Lift {
            depth: self.depth,
            placement: self.placement(placement),
            text: format!("Backtracks: lifts the {}.", self.spoken(placement)),
        });
        self.depth -= 1;
    }

    pub(super) fn cut(&self, cut: Cut) {
        let (why, of, text) = match cut {
            Cut::Starved(item) => ("starved", Some(self.subject(item)), "nothing fits any more"),
            Cut::Loop => ("loop", None, "a line would run in a loop"),
            Cut::Parity => ("parity", None, "the points left cannot be paired"),
            Cut::Hole => ("hole", None, "a hole fits no pieces"),
            Cut::Finished => ("finished", None, "a line is finished too early"),
        };
        (self.tell)(&TraceEvent::Cut {
            depth: self.depth,
            why,
            of,
            text: format!("Cut: {text}."),
        });
    }

    pub(super) fn found(&self, number: usize) {
        (self.tell)(&TraceEvent::Found {
            depth: self.depth,
            board: number,
            text: format!("Valid board number {}.", number + 1),
        });
    }

    pub(super) fn end(&self, nodes: u64, boards: usize) {
        let text = "The search is over.".to_owned();
        (self.tell)(&TraceEvent::End {
            nodes,
            boards,
            text,
        });
    }

    fn spoken(&self, placement: usize) -> String {
        let lay = self.set.placements()[placement].lay;
        names::piece(self.set, lay.piece())
    }

    fn placement(&self, number: usize) -> Value {
        let lay = self.set.placements()[number].lay;
        json!(document::write_move(self.set, &Move::Lay(lay)))
    }

    fn subject(&self, item: Item) -> Subject {
        match item {
            Item::Cell(index) => Subject::Cell(self.set.cell(index)),
            Item::Piece(piece) => Subject::Piece(self.set.pieces()[piece].name().to_owned()),
        }
    }
}

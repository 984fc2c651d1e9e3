//! The exhaustive search in turns: first for the fewest strokes, then for the fewest cells.

use gridwright_core::budget::{Limit, Meter};

use crate::tint::rules::Stroke;

use super::board::Board;
use super::landmark::Landmarks;
use super::search::{self, Order, Price, Search};
use super::strokes::Strokes;

/// So many bytes of landmarks are remembered at most.
const REMEMBERED: u64 = 64 << 20;

/// The exhaustive search: first for few strokes, then for few cells.
pub(super) struct Exhaustion<'b> {
    board: &'b Board,
    strokes: Strokes,
    /// Made when they are asked for the first time.
    landmarks: Option<Landmarks>,
    remembered: u64,
    search: Option<Search<'b>>,
    order: Order,
    /// What any solution costs at least, as far as this search knows.
    pub(super) floor: Price,
}

/// What an exhaustive search comes to.
pub(super) enum Found {
    /// A solution.
    Strokes(Vec<Stroke>),
    /// There is nothing below the ceiling.
    Nothing,
}

impl<'b> Exhaustion<'b> {
    pub(super) fn new(board: &'b Board, meter: &mut Meter<'_>) -> Result<Self, Limit> {
        let remembered = REMEMBERED.min(meter.budget().memory() / 8);
        Ok(Exhaustion {
            board,
            strokes: Strokes::new(board, meter)?,
            landmarks: None,
            remembered,
            search: None,
            order: Order::Strokes,
            floor: (0, 0),
        })
    }

    /// The quick bound at the start; `None` if nothing is enough.
    pub(super) fn root_bound(&mut self, meter: &mut Meter<'_>) -> Result<Option<Price>, Limit> {
        let start = self.board.start();
        let bound = self.strokes.bound(self.board, start, 0, meter)?;
        Ok(bound.map(|(strokes, cells)| (strokes.into(), cells.into())))
    }

    /// Goes on for so many nodes; `None` if they are used up.
    pub(super) fn run(
        &mut self,
        nodes: u64,
        ceiling: Price,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Found>, Limit> {
        let search = match &mut self.search {
            Some(search) => search,
            none => none.insert(Search::new(
                self.board,
                self.order,
                ceiling,
                &mut self.strokes,
                meter,
            )?),
        };
        search.lower_ceiling(ceiling);
        let landmarks = match (&mut self.landmarks, self.order) {
            (none @ None, Order::Best) => {
                *none = Some(Landmarks::new(self.board, self.remembered));
                none.as_mut()
            }
            (known, _) => known.as_mut(),
        };
        let ended = search.run(&mut self.strokes, landmarks, nodes, meter);
        self.floor = self.floor.max(search.bound());
        Ok(match ended? {
            search::Ended::Paused => None,
            search::Ended::Exhausted => Some(Found::Nothing),
            search::Ended::Solved(strokes) => {
                meter.release(search.charged());
                self.search = None;
                if self.order == Order::Best {
                    self.floor = self.floor.max(super::price(&strokes));
                }
                self.order = Order::Best;
                Some(Found::Strokes(strokes))
            }
        })
    }
}

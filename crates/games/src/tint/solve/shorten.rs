//! Strokes on the solver's board: whether they solve it, and making them shorter.

use gridwright_core::budget::{Limit, Meter};
use gridwright_core::grid::Dir;

use crate::tint::rules::Stroke;

use super::board::{Board, FLOWING, INSIDE, Spot, TAIL, Tip};

/// Strokes as spots.
pub(super) type Ways = Vec<Vec<Spot>>;

/// How many cells strokes enter.
pub(super) fn cells(strokes: &[Vec<Spot>]) -> u32 {
    strokes.iter().map(|stroke| stroke.len() as u32 - 1).sum()
}

/// Strokes as the rules know them.
pub(super) fn on_paper(board: &Board, strokes: &[Vec<Spot>]) -> Vec<Stroke> {
    let stroke = |way: &Vec<Spot>| Stroke::new(way.iter().map(|&spot| board.cell(spot)).collect());
    strokes.iter().map(stroke).collect()
}

/// Tries strokes out on one board.
pub(super) struct Trial<'b> {
    board: &'b Board,
    state: Vec<u64>,
}

impl<'b> Trial<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        Trial {
            board,
            state: board.start().to_vec(),
        }
    }

    /// Whether strokes are legal, make no grey and solve the board with the last of them.
    pub(super) fn solves(&mut self, strokes: &[Vec<Spot>]) -> bool {
        self.state.copy_from_slice(self.board.start());
        !strokes.is_empty()
            && strokes.iter().enumerate().all(|(i, stroke)| {
                self.draw(stroke).is_some()
                    && self.board.is_solved(&self.state) == (i + 1 == strokes.len())
            })
    }

    /// Leaves out strokes that do nothing and everything after the board is solved; whether the
    /// strokes solve it.
    pub(super) fn settle(&mut self, strokes: &mut Ways) -> bool {
        strokes.retain(|stroke| stroke.len() > 1);
        self.state.copy_from_slice(self.board.start());
        for i in 0..strokes.len() {
            if self.draw(&strokes[i]).is_none() {
                return false;
            }
            if self.board.is_solved(&self.state) {
                strokes.truncate(i + 1);
                return true;
            }
        }
        false
    }

    fn draw(&mut self, stroke: &[Spot]) -> Option<()> {
        let (&first, rest) = stroke.split_first()?;
        let mut tip = Tip {
            spot: first,
            color: self.board.picked_up(&self.state, first)?,
            phase: FLOWING,
        };
        if rest.is_empty() {
            return None;
        }
        for &to in rest {
            let beside = self.board.beside[tip.spot as usize];
            let dir = Dir::ALL
                .into_iter()
                .find(|&dir| beside[dir as usize] == to)?;
            self.board.enter(&mut self.state, tip, dir)?;
            tip = self.board.tip(&self.state);
        }
        let inside = (INSIDE..TAIL).contains(&tip.phase);
        self.board.set_tip(&mut self.state, Tip::RESTING);
        (!inside).then_some(())
    }

    /// Leaves out whatever can be left out of strokes that solve the board.
    pub(super) fn shorten(
        &mut self,
        strokes: &mut Ways,
        meter: &mut Meter<'_>,
    ) -> Result<(), Limit> {
        while self.shorten_once(strokes, meter)? {}
        Ok(())
    }

    fn shorten_once(&mut self, strokes: &mut Ways, meter: &mut Meter<'_>) -> Result<bool, Limit> {
        let mut shorter = false;
        for i in (0..strokes.len()).rev() {
            let mut without = strokes.clone();
            without.remove(i);
            if self.solves(&without) {
                *strokes = without;
                return Ok(true);
            }
            let mut from = 0;
            while from < strokes[i].len() {
                meter.poll()?;
                let way = strokes[i].clone();
                let cut = (from + 1..=way.len()).rev().find_map(|to| {
                    let shorter = self.leave_out(&way, from, to)?;
                    strokes[i] = shorter;
                    if self.solves(strokes) { Some(()) } else { None }
                });
                match cut {
                    Some(()) => shorter = true,
                    None => {
                        strokes[i] = way;
                        from += 1;
                    }
                }
            }
        }
        Ok(shorter)
    }

    /// A way without what lies between two of its places, if it is still one; `to` may lie behind
    /// the end.
    fn leave_out(&self, way: &[Spot], from: usize, to: usize) -> Option<Vec<Spot>> {
        if to == way.len() {
            return (from + 1 < to).then(|| way[..=from].to_vec());
        }
        let back = way[from] == way[to];
        let beside = self.board.beside[way[from] as usize].contains(&way[to]);
        if back {
            return Some([&way[..from], &way[to..]].concat());
        }
        (beside && to > from + 1).then(|| [&way[..=from], &way[to..]].concat())
    }
}

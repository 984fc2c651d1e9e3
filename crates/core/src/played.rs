//! A level as far as it has been played: the moves made and the position they lead to.

use crate::puzzle::Puzzle;

/// Legal moves from the start of a level together with the position after them. The two always
/// belong together, so whoever is handed one need not replay anything.
pub struct Played<L: Puzzle> {
    moves: Vec<L::Move>,
    position: L::Position,
}

impl<L: Puzzle> Played<L> {
    /// A level on which no move has been made.
    pub fn start(level: &L) -> Self {
        Played {
            moves: Vec::new(),
            position: level.start(),
        }
    }

    /// A level after some moves; on refusal, the index of the refused move.
    pub fn replay(level: &L, moves: Vec<L::Move>) -> Result<Self, (usize, L::Refusal)> {
        let mut position = level.start();
        for (index, mv) in moves.iter().enumerate() {
            level
                .apply(&mut position, mv)
                .map_err(|refusal| (index, refusal))?;
        }
        Ok(Played { moves, position })
    }

    /// Makes one more move, or refuses it and changes nothing.
    pub fn make(&mut self, level: &L, mv: L::Move) -> Result<(), L::Refusal> {
        level.apply(&mut self.position, &mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// The moves made, in order.
    pub fn moves(&self) -> &[L::Move] {
        &self.moves
    }

    /// The position after them.
    pub fn position(&self) -> &L::Position {
        &self.position
    }

    /// The moves made, in order.
    pub fn into_moves(self) -> Vec<L::Move> {
        self.moves
    }
}

impl<L: Puzzle> Clone for Played<L> {
    fn clone(&self) -> Self {
        Played {
            moves: self.moves.clone(),
            position: self.position.clone(),
        }
    }
}

impl<L: Puzzle> std::fmt::Debug for Played<L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Played")
            .field("moves", &self.moves)
            .field("position", &self.position)
            .finish()
    }
}

//! The board as the search sees it: cells are bits of one word, and neighbours are shifts.

use crate::iq_circuit::set::PieceSet;

/// The shape of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    width: u32,
    full: u64,
    top_row: u64,
    bottom_row: u64,
    left_column: u64,
    right_column: u64,
}

impl Frame {
    /// The board of a set.
    pub(super) fn new(set: &PieceSet) -> Frame {
        let (width, full) = (set.width() as u32, set.full());
        let left_column = (0..set.height()).fold(0, |all, y| all | 1 << (y * set.width()));
        let mut frame = Frame {
            width,
            full,
            top_row: u64::MAX >> (u64::BITS - width),
            bottom_row: 0,
            left_column,
            right_column: left_column << (width - 1),
        };
        frame.bottom_row = full & !frame.up(full);
        frame
    }

    /// The cells beside some cells.
    pub(super) fn beside(&self, cells: u64) -> u64 {
        self.around(cells) & self.full & !cells
    }

    /// The cells beside some cells, and perhaps some of these and bits beyond the board.
    #[inline(always)]
    pub(super) fn around(&self, cells: u64) -> u64 {
        let sideways = (cells & !self.right_column) << 1 | (cells & !self.left_column) >> 1;
        sideways | self.up(cells) | self.down(cells)
    }

    /// The free cells that are hemmed in from two sides or more, by pieces or by the edge. There
    /// always are some.
    #[inline(always)]
    pub(super) fn hemmed(&self, free: u64) -> u64 {
        let shut = !free;
        let (above, below) = (
            self.down(shut) | self.top_row,
            self.up(shut) | self.bottom_row,
        );
        let (left, right) = (shut << 1 | self.left_column, shut >> 1 | self.right_column);
        free & (above & below | left & right | (above | below) & (left | right))
    }

    /// The cells above some cells.
    #[inline(always)]
    pub(super) fn up(&self, cells: u64) -> u64 {
        // A board of one row may be as wide as a word.
        cells.checked_shr(self.width).unwrap_or(0)
    }

    /// The cells below some cells, and perhaps bits beyond the board.
    #[inline(always)]
    pub(super) fn down(&self, cells: u64) -> u64 {
        cells.checked_shl(self.width).unwrap_or(0)
    }

    /// Columns.
    #[inline(always)]
    pub(super) fn width(&self) -> usize {
        self.width as usize
    }
}

/// The places of the bits that are set.
#[inline(always)]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

//! Features: placements that have something in common, as stretches of bits in a row of words.

/// Sets of placements, all over rows of the same length.
#[derive(Clone, Debug)]
pub(super) struct Features {
    words: usize,
    rows: Vec<u64>,
    /// The words of each that are not all zero: from the first to the one after the last.
    stretches: Vec<(u32, u32)>,
}

/// A set of placements: the words of its stretch, and where that begins in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Feature<'a> {
    from: usize,
    words: &'a [u64],
}

impl Features {
    /// So many empty sets.
    pub(super) fn new(count: usize, words: usize) -> Features {
        Features {
            words,
            rows: vec![0; count * words],
            stretches: vec![(u32::MAX, 0); count],
        }
    }

    /// Adds a placement to a set: its bits, in rising order.
    #[inline]
    pub(super) fn mark(&mut self, feature: usize, places: &[u32]) {
        let row = &mut self.rows[feature * self.words..][..self.words];
        for &place in places {
            row[place as usize / 64] |= 1 << (place % 64);
        }
        if let [first, .., last] = *places {
            let (from, to) = &mut self.stretches[feature];
            *from = (*from).min(first / 64);
            *to = (*to).max(last / 64 + 1);
        }
    }

    /// One of the sets as a whole row.
    pub(super) fn row(&self, feature: usize) -> &[u64] {
        &self.rows[feature * self.words..][..self.words]
    }

    /// One of the sets.
    #[inline(always)]
    pub(super) fn get(&self, feature: usize) -> Feature<'_> {
        let (from, to) = self.stretches[feature];
        let (from, to) = ((from as usize).min(to as usize), to as usize);
        Feature {
            from,
            words: &self.row(feature)[from..to],
        }
    }
}

impl Feature<'_> {
    /// Adds the set to a row.
    #[inline(always)]
    pub(super) fn add_to(&self, row: &mut [u64]) {
        let row = &mut row[self.from..][..self.words.len()];
        for (row, word) in row.iter_mut().zip(self.words) {
            *row |= word;
        }
    }

    /// Takes the set out of a row.
    #[inline(always)]
    pub(super) fn remove_from(&self, row: &mut [u64]) {
        let row = &mut row[self.from..][..self.words.len()];
        for (row, word) in row.iter_mut().zip(self.words) {
            *row &= !word;
        }
    }
}

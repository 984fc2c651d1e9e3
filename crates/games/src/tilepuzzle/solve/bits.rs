//! Sets of small numbers: cells of a board, placements, cats, bodies.

/// A set of numbers below `64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Self = Bits([0; W]);

    /// The set of one number.
    pub(super) fn only(i: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(i);
        bits
    }

    /// The set whose members are told by the bits of words of 16 bits.
    pub(super) fn of_sixteens(words: &[u16]) -> Self {
        let mut bits = Self::EMPTY;
        for (i, &word) in words.iter().enumerate() {
            bits.0[i / 4] |= u64::from(word) << (16 * (i % 4));
        }
        bits
    }

    /// All numbers below `count`.
    pub(super) fn below(count: usize) -> Self {
        let mut bits = Self::EMPTY;
        (0..count).for_each(|i| bits.insert(i));
        bits
    }

    #[inline]
    pub(super) fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    #[inline]
    pub(super) fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    #[inline]
    pub(super) fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn meets(&self, other: &Self) -> bool {
        let mut met = 0;
        for i in 0..W {
            met |= self.0[i] & other.0[i];
        }
        met != 0
    }

    #[inline]
    pub(super) fn contains_all(&self, other: &Self) -> bool {
        let mut missing = 0;
        for i in 0..W {
            missing |= other.0[i] & !self.0[i];
        }
        missing == 0
    }

    #[inline]
    pub(super) fn or(&self, other: &Self) -> Self {
        let mut bits = *self;
        for i in 0..W {
            bits.0[i] |= other.0[i];
        }
        bits
    }

    #[inline]
    pub(super) fn and(&self, other: &Self) -> Self {
        let mut bits = *self;
        for i in 0..W {
            bits.0[i] &= other.0[i];
        }
        bits
    }

    #[inline]
    pub(super) fn minus(&self, other: &Self) -> Self {
        let mut bits = *self;
        for i in 0..W {
            bits.0[i] &= !other.0[i];
        }
        bits
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Every number larger by `by`; what grows too large drops out.
    #[inline]
    pub(super) fn up(&self, by: usize) -> Self {
        if let Some(double) = self.as_double() {
            return Self::from_double(double.checked_shl(by as u32).unwrap_or(0));
        }
        let (words, bits) = (by / 64, by % 64);
        let mut up = Self::EMPTY;
        for i in words..W {
            up.0[i] = self.0[i - words] << bits;
            if i > words {
                up.0[i] |= self.0[i - words - 1] >> 1 >> (63 - bits);
            }
        }
        up
    }

    /// Every number smaller by `by`; what would fall below 0 drops out.
    #[inline]
    pub(super) fn down(&self, by: usize) -> Self {
        if let Some(double) = self.as_double() {
            return Self::from_double(double.checked_shr(by as u32).unwrap_or(0));
        }
        let (words, bits) = (by / 64, by % 64);
        let mut down = Self::EMPTY;
        for i in words..W {
            down.0[i - words] = self.0[i] >> bits;
            if i + 1 < W {
                down.0[i - words] |= self.0[i + 1] << 1 << (63 - bits);
            }
        }
        down
    }

    /// Two words as one number, since nearly all boards are of that size and shifts are what takes
    /// the solver's time.
    #[inline]
    fn as_double(&self) -> Option<u128> {
        (W == 2).then(|| u128::from(self.0[0]) | u128::from(self.0[W - 1]) << 64)
    }

    #[inline]
    fn from_double(double: u128) -> Self {
        let mut bits = Self::EMPTY;
        bits.0[0] = double as u64;
        bits.0[W - 1] = (double >> 64) as u64;
        bits
    }

    /// The smallest member.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        (0..W)
            .find(|&i| self.0[i] != 0)
            .map(|i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    /// The members in rising order.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + use<W> {
        let mut rest = *self;
        std::iter::from_fn(move || {
            let first = rest.first()?;
            rest.remove(first);
            Some(first)
        })
    }

    /// The `len` (at most 16) members from `from` on, as the low bits of a number.
    pub(super) fn window(&self, from: usize, len: usize) -> usize {
        let (word, bit) = (from / 64, from % 64);
        let low = self.0.get(word).map_or(0, |word| word >> bit);
        let high = self
            .0
            .get(word + 1)
            .map_or(0, |word| word << 1 << (63 - bit));
        ((low | high) & ((1 << len) - 1)) as usize
    }

    pub(super) fn words(&self) -> &[u64; W] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_move_every_member() {
        check::<1>();
        check::<2>();
        check::<3>();
    }

    fn check<const W: usize>() {
        let members = [0, 1, 62, 63, 64, 65, 127, 128, 191];
        let members: Vec<usize> = members.into_iter().filter(|i| *i < 64 * W).collect();
        let mut bits = Bits::<W>::EMPTY;
        members.iter().for_each(|&i| bits.insert(i));
        for by in [0, 1, 2, 33, 63, 64, 65, 128, 130, 191] {
            let up: Vec<usize> = members
                .iter()
                .map(|i| i + by)
                .filter(|i| *i < 64 * W)
                .collect();
            let down: Vec<usize> = members.iter().filter_map(|i| i.checked_sub(by)).collect();
            assert_eq!(bits.up(by).iter().collect::<Vec<_>>(), up, "up by {by}");
            assert_eq!(
                bits.down(by).iter().collect::<Vec<_>>(),
                down,
                "down by {by}"
            );
        }
    }
}

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
        (0..W).any(|i| self.0[i] & other.0[i] != 0)
    }

    #[inline]
    pub(super) fn contains_all(&self, other: &Self) -> bool {
        (0..W).all(|i| other.0[i] & !self.0[i] == 0)
    }

    #[inline]
    pub(super) fn or(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline]
    pub(super) fn and(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    pub(super) fn minus(&self, other: &Self) -> Self {
        Bits(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Every number larger by `by`; what grows too large drops out.
    #[inline]
    pub(super) fn up(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Bits(std::array::from_fn(|i| {
            let at = |j: usize| if j < W { self.0[j] } else { 0 };
            let low = at(i.wrapping_sub(words)) << bits;
            let carry = at(i.wrapping_sub(words + 1)) >> 1 >> (63 - bits);
            low | carry
        }))
    }

    /// Every number smaller by `by`; what would fall below 0 drops out.
    #[inline]
    pub(super) fn down(&self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Bits(std::array::from_fn(|i| {
            let at = |j: usize| if j < W { self.0[j] } else { 0 };
            let high = at(i + words) >> bits;
            let carry = at(i + words + 1) << 1 << (63 - bits);
            high | carry
        }))
    }

    /// The smallest member.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        (0..W)
            .find(|&i| self.0[i] != 0)
            .map(|i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    /// The members in rising order.
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
        (0..len)
            .filter(|i| self.contains(from + i))
            .fold(0, |window, i| window | 1 << i)
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
        let members = [0, 1, 62, 63, 64, 65, 127, 128, 191];
        let mut bits = Bits::<3>::EMPTY;
        members.iter().for_each(|&i| bits.insert(i));
        for by in [0, 1, 2, 33, 63, 64, 65, 128, 130, 191] {
            let up: Vec<usize> = members
                .iter()
                .map(|i| i + by)
                .filter(|i| *i < 192)
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

//! A set of spots in a fixed number of words.

use super::board::Spot;

/// A set of spots; with `N` words it has room for 64 `N`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Set<const N: usize>([u64; N]);

impl<const N: usize> Set<N> {
    pub(super) const EMPTY: Self = Set([0; N]);

    pub(super) fn with(mut self, spot: Spot) -> Self {
        self.insert(spot);
        self
    }

    #[inline]
    pub(super) fn insert(&mut self, spot: Spot) {
        self.0[spot as usize / 64] |= 1 << (spot % 64);
    }

    #[inline]
    pub(super) fn contains(&self, spot: Spot) -> bool {
        self.0[spot as usize / 64] >> (spot % 64) & 1 != 0
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; N]
    }

    #[inline]
    pub(super) fn meets(&self, other: &Self) -> bool {
        (0..N).any(|i| self.0[i] & other.0[i] != 0)
    }

    #[inline]
    pub(super) fn and(&self, other: &Self) -> Self {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    pub(super) fn without(&self, other: &Self) -> Self {
        Set(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline]
    pub(super) fn add(&mut self, other: &Self) {
        for i in 0..N {
            self.0[i] |= other.0[i];
        }
    }

    /// The spots, in order.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Spot> {
        (0..N).flat_map(move |i| {
            let mut word = self.0[i];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros();
                    word &= word - 1;
                    (i as u32 * 64 + bit) as Spot
                })
            })
        })
    }
}

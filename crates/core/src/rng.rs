//! Randomness that gives the same level for the same seed, on every machine.
//!
//! A ChaCha8 stream with sampling of our own: library samplers may change between releases, and
//! a changed sampler would change every level ever made.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng};

/// A stream of random values, fixed by a label and a seed.
#[derive(Clone, Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The stream for a seed. The label (a generator's name and version) keeps the streams of
    /// different generators apart; only its first 24 bytes count.
    pub fn new(label: &str, seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        for (to, from) in key[8..].iter_mut().zip(label.bytes()) {
            *to = from;
        }
        Rng(ChaCha8Rng::from_seed(key))
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A whole number from 0 to `n - 1`, each equally likely.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "there is nothing below 0");
        // Reject the last, incomplete copy of 0..n so that no value is favoured. It begins among the
        // last n values: where it begins is seldom asked, since divisions take time.
        let limit = || u64::MAX - u64::MAX.wrapping_rem(n).wrapping_add(1) % n;
        loop {
            let bits = self.bits();
            if bits <= u64::MAX - n || bits <= limit() {
                return bits % n;
            }
        }
    }

    /// An index into something of length `len`.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// A whole number from `low` to `high`, both included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        assert!(low <= high, "{low}..{high} is empty");
        let width = high.wrapping_sub(low) as u64;
        if width == u64::MAX {
            return self.bits() as i64;
        }
        low.wrapping_add(self.below(width + 1) as i64)
    }

    /// True `numerator` times in `denominator`.
    pub fn chance(&mut self, numerator: u64, denominator: u64) -> bool {
        self.below(denominator) < numerator
    }

    /// One of the items, or `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.index(items.len())])
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Moves `count` random items to the front, in random order, and returns them.
    pub fn sample<'a, T>(&mut self, items: &'a mut [T], count: usize) -> &'a mut [T] {
        let count = count.min(items.len());
        for first in 0..count {
            let chosen = first + self.index(items.len() - first);
            items.swap(first, chosen);
        }
        &mut items[..count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_frozen() {
        let mut rng = Rng::new("toy/1", 7);
        let drawn: Vec<u64> = (0..6).map(|_| rng.below(1000)).collect();
        assert_eq!(drawn, FROZEN);
        let mut other = Rng::new("toy/2", 7);
        assert_ne!(drawn, (0..6).map(|_| other.below(1000)).collect::<Vec<_>>());
    }

    const FROZEN: [u64; 6] = [965, 172, 516, 724, 82, 452];

    #[test]
    fn small_ranges_are_even_and_inclusive() {
        let mut rng = Rng::new("toy/1", 1);
        let mut counts = [0u32; 3];
        for _ in 0..3000 {
            counts[(rng.between(-1, 1) + 1) as usize] += 1;
        }
        assert!(
            counts.iter().all(|&n| (900..1100).contains(&n)),
            "{counts:?}"
        );
        assert_eq!(rng.below(1), 0);
        rng.between(i64::MIN, i64::MAX);
    }

    #[test]
    fn a_shuffle_keeps_the_items() {
        let mut items: Vec<u32> = (0..50).collect();
        let mut rng = Rng::new("toy/1", 2);
        rng.shuffle(&mut items);
        assert!(items.windows(2).any(|w| w[0] > w[1]));
        let sample = rng.sample(&mut items, 60).to_vec();
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
        assert_eq!(sample.len(), 50);
    }
}

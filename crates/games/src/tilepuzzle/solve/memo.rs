//! A hash table that may forget: packed keys with small values, within the memory it is granted.
//!
//! It grows while the budget lets it and then overwrites. That is all the searches need: an entry
//! saves work, a missing one costs work, and neither changes an answer.

use gridwright_core::budget::Meter;

/// Slots looked at for one key.
const REACH: usize = 8;

/// A packed key.
pub(super) trait Key: Copy + Eq + Default {
    /// Bits that depend on all of it.
    fn mix(self) -> u64;
}

impl Key for u64 {
    fn mix(self) -> u64 {
        let x = (self ^ self >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        x ^ x >> 29
    }
}

impl Key for u128 {
    fn mix(self) -> u64 {
        let high = ((self >> 64) as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        (self as u64 ^ high.rotate_left(31)).mix()
    }
}

/// What is remembered about a key; the default stands for nothing.
pub(super) trait Value: Copy + Eq + Default {}

impl<V: Copy + Eq + Default> Value for V {}

/// What is remembered about keys.
pub(super) struct Memo<K, V> {
    keys: Vec<K>,
    values: Vec<V>,
    used: usize,
    may_grow: bool,
}

impl<K: Key, V: Value> Memo<K, V> {
    /// An empty table.
    pub(super) fn new() -> Self {
        Memo {
            keys: Vec::new(),
            values: Vec::new(),
            used: 0,
            may_grow: true,
        }
    }

    /// What is remembered about a key.
    #[inline]
    pub(super) fn get(&self, key: K) -> V {
        if self.keys.is_empty() {
            return V::default();
        }
        let mask = self.keys.len() - 1;
        let home = key.mix() as usize;
        for i in 0..REACH {
            let slot = (home + i) & mask;
            if self.values[slot] == V::default() {
                break;
            }
            if self.keys[slot] == key {
                return self.values[slot];
            }
        }
        V::default()
    }

    /// Remembers a value other than the default.
    pub(super) fn put(&mut self, key: K, value: V, meter: &mut Meter<'_>) {
        if self.used * 8 >= self.keys.len() * 5 && self.may_grow {
            self.grow(meter);
        }
        if !self.keys.is_empty() {
            self.insert(key, value);
        }
    }

    fn insert(&mut self, key: K, value: V) {
        let mask = self.keys.len() - 1;
        let home = key.mix() as usize;
        for i in 0..REACH {
            let slot = (home + i) & mask;
            if self.values[slot] == V::default() {
                self.used += 1;
                (self.keys[slot], self.values[slot]) = (key, value);
                return;
            }
            if self.keys[slot] == key {
                self.values[slot] = value;
                return;
            }
        }
        // Full around here: the oldest in the row gives way.
        let slot = home & mask;
        (self.keys[slot], self.values[slot]) = (key, value);
    }

    fn grow(&mut self, meter: &mut Meter<'_>) {
        let len = (self.keys.len() * 2).max(1 << 10);
        let slot = size_of::<K>() + size_of::<V>();
        // Old and new table stand side by side for a moment.
        if meter.charge((len * slot) as u64).is_err() {
            self.may_grow = false;
            return;
        }
        let keys = std::mem::replace(&mut self.keys, vec![K::default(); len]);
        let values = std::mem::replace(&mut self.values, vec![V::default(); len]);
        self.used = 0;
        for (key, value) in keys.iter().zip(&values) {
            if *value != V::default() {
                self.insert(*key, *value);
            }
        }
        meter.release((keys.len() * slot) as u64);
    }
}

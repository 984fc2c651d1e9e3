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

/// What is remembered about keys; a value of 0 stands for nothing.
pub(super) struct Memo<K> {
    keys: Vec<K>,
    values: Vec<u16>,
    used: usize,
    may_grow: bool,
}

impl<K: Key> Memo<K> {
    /// An empty table.
    pub(super) fn new() -> Self {
        Memo {
            keys: Vec::new(),
            values: Vec::new(),
            used: 0,
            may_grow: true,
        }
    }

    /// What is remembered about a key: 0 if nothing.
    #[inline]
    pub(super) fn get(&self, key: K) -> u16 {
        if self.keys.is_empty() {
            return 0;
        }
        let mask = self.keys.len() - 1;
        let home = key.mix() as usize;
        for i in 0..REACH {
            let slot = (home + i) & mask;
            if self.values[slot] == 0 {
                return 0;
            }
            if self.keys[slot] == key {
                return self.values[slot];
            }
        }
        0
    }

    /// Remembers a value other than 0.
    pub(super) fn put(&mut self, key: K, value: u16, meter: &mut Meter<'_>) {
        if self.used * 8 >= self.keys.len() * 5 && self.may_grow {
            self.grow(meter);
        }
        if !self.keys.is_empty() {
            self.insert(key, value);
        }
    }

    fn insert(&mut self, key: K, value: u16) {
        let mask = self.keys.len() - 1;
        let home = key.mix() as usize;
        for i in 0..REACH {
            let slot = (home + i) & mask;
            if self.values[slot] == 0 {
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
        let slot = size_of::<K>() + size_of::<u16>();
        // Old and new table stand side by side for a moment.
        if meter.charge((len * slot) as u64).is_err() {
            self.may_grow = false;
            return;
        }
        let keys = std::mem::replace(&mut self.keys, vec![K::default(); len]);
        let values = std::mem::replace(&mut self.values, vec![0; len]);
        self.used = 0;
        for (key, value) in keys.iter().zip(&values).filter(|(_, value)| **value != 0) {
            self.insert(*key, *value);
        }
        meter.release((keys.len() * slot) as u64);
    }
}

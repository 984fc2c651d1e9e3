//! Numbers for packed states: each state is stored once, and compared word for word.

use gridwright_core::budget::{Limit, Meter};

/// The states met so far, numbered in order.
pub(super) struct Interner {
    stride: usize,
    packed: Vec<u32>,
    count: usize,
    /// Open addressing by hash; 0 is free, else number + 1.
    slots: Vec<u32>,
}

impl Interner {
    /// For states of so many words.
    pub(super) fn new(stride: usize) -> Self {
        Interner {
            stride,
            packed: Vec::new(),
            count: 0,
            slots: Vec::new(),
        }
    }

    /// Words of a state.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// A state by its number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> &[u32] {
        &self.packed[number as usize * self.stride..][..self.stride]
    }

    /// The number of a state that was met.
    #[inline]
    pub(super) fn find(&self, state: &[u32]) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slot(state);
        self.slots[slot].checked_sub(1)
    }

    /// The number of a state, and whether it is new.
    pub(super) fn add(
        &mut self,
        state: &[u32],
        meter: &mut Meter<'_>,
    ) -> Result<(u32, bool), Limit> {
        if 2 * (self.count + 1) > self.slots.len() {
            self.grow(meter)?;
        }
        let slot = self.slot(state);
        if let Some(number) = self.slots[slot].checked_sub(1) {
            return Ok((number, false));
        }
        self.packed.extend_from_slice(state);
        self.count += 1;
        self.slots[slot] = self.count as u32;
        Ok((self.count as u32 - 1, true))
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        Self::bytes_for(self.slots.len(), self.stride)
    }

    fn bytes_for(slots: usize, stride: usize) -> u64 {
        (4 * slots + 4 * stride * slots.div_ceil(2)) as u64
    }

    /// The slot of a state, or the free one where it belongs.
    #[inline]
    fn slot(&self, state: &[u32]) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(state) as usize & mask;
        while let Some(number) = self.slots[slot].checked_sub(1) {
            if self.get(number) == state {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self, meter: &mut Meter<'_>) -> Result<(), Limit> {
        let slots = (2 * self.slots.len()).max(64);
        if slots > 1 << 31 {
            return Err(Limit::Memory);
        }
        // Old and new stand side by side for a moment.
        let before = self.bytes();
        meter.charge(Self::bytes_for(slots, self.stride))?;
        meter.work(slots as u64)?;
        let more = (slots / 2) * self.stride - self.packed.len();
        self.packed.reserve_exact(more);
        self.slots = vec![0; slots];
        for number in 0..self.count {
            let state = &self.packed[number * self.stride..][..self.stride];
            let mut slot = hash(state) as usize & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
        meter.release(before);
        Ok(())
    }
}

#[inline]
fn hash(state: &[u32]) -> u64 {
    let mut hash = 0u64;
    for &word in state {
        hash = (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517C_C1B7_2722_0A95);
    }
    hash ^ hash >> 32
}

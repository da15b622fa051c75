// SPDX-License-Identifier: Apache-2.0
//! The array of entries and its pointer: Control Transfer Records 2.4, 3.1 to 3.3 and 5.4. record.rs makes an entry.

/// V, bit 0 of ctrsource: the entry holds a record.
pub(super) const VALID: u64 = 1;

/// A register of a physical entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    entry: usize,
    register: usize,
}

/// The array. What is beyond the depth is kept, and not shown. XLEN is MXLEN: no access is narrower than an entry.
#[derive(Clone, Debug)]
pub(super) struct Array {
    /// ctrsource, ctrtarget, ctrdata of each physical entry, with the bits alone that are built: the others read 0,
    /// because record.rs and flight.rs do not let them in (Control Transfer Records 3.3). MISP is bit 0 of ctrtarget.
    entries: Vec<[u64; 3]>,
    /// WRPTR: the physical entry that is written next.
    pub pointer: u32,
    /// WRAP: the pointer has gone from depth - 1 to 0, and not back since.
    pub wrapped: bool,
    /// Entries that are used.
    pub depth: u32,
    /// The physical entries that something was written to in this cycle.
    pub taken: Vec<usize>,
}

impl Array {
    pub fn new(depth: u32) -> Self {
        Array { entries: vec![[0; 3]; 256], pointer: 0, wrapped: false, depth, taken: Vec::new() }
    }

    /// Zeroes every entry, whatever the depth.
    pub fn clear(&mut self) {
        self.entries.fill([0; 3]);
    }

    /// Another depth: the pointer keeps the bits that it still has.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = depth;
        self.pointer &= depth - 1;
    }

    /// A new record, as record.rs makes it: V, bit 0 of ctrsource, is set. Of a full array it overwrites the oldest.
    pub fn push(&mut self, record: [u64; 3]) {
        self.entries[self.pointer as usize] = record;
        self.taken.push(self.pointer as usize);
        self.wrapped |= self.pointer == self.depth - 1;
        self.pointer = (self.pointer + 1) % self.depth;
    }

    /// A return with RASEMU: entry 0 becomes invalid and moves to depth - 1; the others move down.
    pub fn pop(&mut self) {
        self.wrapped &= self.pointer != 0;
        self.pointer = (self.pointer + self.depth - 1) % self.depth;
        self.entries[self.pointer as usize][0] &= !VALID;
        self.taken.push(self.pointer as usize);
    }

    /// A co-routine swap with RASEMU: overwrites entry 0.
    pub fn swap(&mut self, record: [u64; 3]) {
        let youngest = self.physical(0);
        self.entries[youngest] = record;
        self.taken.push(youngest);
    }

    /// A logical entry, 0 being the youngest, which is just before the pointer. Beyond the depth it reads 0.
    pub fn entry(&self, logical: u32) -> [u64; 3] {
        if logical >= self.depth {
            return [0; 3];
        }
        self.entries[self.physical(logical)]
    }

    /// Where a register of a logical entry is; nowhere beyond the depth.
    pub fn place(&self, logical: u32, register: usize) -> Option<Place> {
        (logical < self.depth).then(|| Place { entry: self.physical(logical), register })
    }

    /// What a register holds.
    pub fn at(&self, place: Place) -> u64 {
        self.entries[place.entry][place.register]
    }

    /// Writes a register.
    pub fn set(&mut self, place: Place, value: u64) {
        self.entries[place.entry][place.register] = value;
        self.taken.push(place.entry);
    }

    /// Whether something was written in this cycle to the entry that a register is of.
    pub fn is_taken(&self, place: Place) -> bool {
        self.taken.contains(&place.entry)
    }

    fn physical(&self, logical: u32) -> usize {
        ((self.pointer + 2 * self.depth - 1 - logical) % self.depth) as usize
    }
}

// SPDX-License-Identifier: Apache-2.0
//! What registers (gen/regmap) do, for the block simulator. gen/verilog/src/registers makes Verilog that does the same.

use tracewright_regmap::{Access, Hardware};
use tracewright_verilog::registers::{Kind, Layout, Part, Word};

/// The register side of the bus in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Bus {
    /// Byte offset in the 4 KiB block of the component.
    pub(super) addr: usize,
    pub(super) write: bool,
    pub(super) read: bool,
    pub(super) wdata: u32,
    /// Ones in the bits of `wdata` whose bytes are written.
    pub(super) lanes: u32,
}

/// A value for each field of each register. Of a field that is not stored it is always the value after reset.
#[derive(Clone, Debug)]
pub(super) struct State(Vec<Vec<u32>>);

impl State {
    /// The state after reset: the same each time, also of fields that are SD (the build has the value) or Undef.
    pub(super) fn new(layout: &Layout) -> State {
        State(layout.words.iter().map(|word| word.parts.iter().map(|part| part.reset).collect()).collect())
    }

    /// A rising edge. While a unit's Active bit is or reads 0, its other fields are reset (Trace Control ch. 14).
    pub(super) fn step(&mut self, layout: &Layout, bus: &Bus, inputs: &[u32], locked: bool) {
        let active: Vec<bool> = layout.words.iter().map(|word| self.is_active(layout, word, inputs)).collect();
        let old = std::mem::take(&mut self.0);
        let written: Vec<Vec<u32>> = layout.words.iter().zip(&old).map(|(word, old)| written(word, bus, old)).collect();
        let rises = |(word, part): (usize, usize)| old[word][part] == 0 && written[word][part] != 0;
        let words = layout.words.iter().zip(&written).enumerate().map(|(index, (word, written))| {
            let is_hit = bus.addr == word.register.offset;
            let next = word.parts.iter().zip(written).map(|(part, value)| {
                let asked = |input: Option<usize>| input.is_some_and(|input| inputs[input] != 0);
                let is_read = bus.read && is_hit && part.field.access == Access::ClearOnRead;
                let is_reset = !active[index] && part.field.hardware != Hardware::Follows;
                match part.kind {
                    Kind::Stored if locked || is_reset => part.reset,
                    Kind::Stored if asked(part.clear) || part.cleared_by.is_some_and(rises) => 0,
                    Kind::Stored if asked(part.set) => 1,
                    Kind::Stored if is_read => 0,
                    _ => *value,
                }
            });
            next.collect()
        });
        self.0 = words.collect();
    }

    /// What the bus reads at an offset: 0 where no register is (Trace Control 3.1), and `written` ignores writes there.
    pub(super) fn read(&self, layout: &Layout, addr: usize, inputs: &[u32]) -> u32 {
        let Some(index) = layout.words.iter().position(|word| word.register.offset == addr) else { return 0 };
        let word = &layout.words[index];
        let value = |(part, stored): (&Part, &u32)| match part.kind {
            Kind::Fixed => part.reset,
            Kind::Stored => part.followed.map_or(*stored, |input| inputs[input]),
            Kind::Acts => 0,
            Kind::Input(_) if !is_possible(part, &self.0[index]) => 0,
            Kind::Input(input) => inputs[input] & u32::MAX >> (32 - part.width()),
            Kind::Mirror(word, other) => self.0[word][other] & part.field.max(),
        };
        let parts = word.parts.iter().zip(&self.0[index]);
        parts.fold(0, |read, (part, stored)| part.field.set(read, value((part, stored))))
    }

    /// What the hardware sees of the register with this name in snake case, W1 fields as written; 0 if there is none.
    pub(super) fn value(&self, layout: &Layout, name: &str, bus: &Bus) -> u32 {
        let Some(index) = layout.words.iter().position(|word| word.name == name) else { return 0 };
        let word = &layout.words[index];
        let acts = bus.write && bus.addr == word.register.offset;
        let value = |part: &Part, stored: u32| match part.kind {
            Kind::Fixed => part.reset,
            Kind::Stored => stored,
            Kind::Acts if acts => part.field.get(bus.wdata & bus.lanes) & part.possible(),
            Kind::Acts | Kind::Input(_) | Kind::Mirror(..) => 0,
        };
        let parts = word.parts.iter().zip(&self.0[index]);
        parts.fold(0, |all, (part, stored)| part.field.set(all, value(part, *stored)))
    }

    fn is_active(&self, layout: &Layout, word: &Word, inputs: &[u32]) -> bool {
        let Some((word, part)) = word.active else { return true };
        let followed = layout.words[word].parts[part].followed;
        self.0[word][part] != 0 && followed.is_none_or(|input| inputs[input] != 0)
    }
}

/// The fields of a register after the bus, and nothing else, has done its part: an illegal value keeps the old one.
fn written(word: &Word, bus: &Bus, old: &[u32]) -> Vec<u32> {
    let mut all: Vec<u32> = old.to_vec();
    if bus.write && bus.addr == word.register.offset {
        for (part, value) in word.parts.iter().zip(&mut all).filter(|(part, _)| part.is_written()) {
            let asked = part.field.set(0, *value) & !bus.lanes | bus.wdata & bus.lanes;
            *value = part.legal.written(*value, part.field.get(asked));
        }
    }
    let possible: Vec<bool> = word.parts.iter().map(|part| is_possible(part, &all)).collect();
    all.into_iter().zip(possible).map(|(value, possible)| if possible { value } else { 0 }).collect()
}

/// Whether a field can be other than 0 with these fields in its register: pibRefCenter in parallel modes alone.
fn is_possible(part: &Part, all: &[u32]) -> bool {
    part.only_with.is_none_or(|(other, set)| all[other] < u32::BITS && set >> all[other] & 1 != 0)
}

// SPDX-License-Identifier: Apache-2.0
//! Gathers the packer's units to the words of a sink.

use crate::Unit;
use tracewright_prim::*;

/// What a [`Gather`] makes.
#[derive(Clone, Copy, Debug)]
pub struct GatherPlan {
    /// How registers are reset.
    pub reset: Reset,
    /// Bytes of a word: a power of two of units, 16 at most.
    pub word_bytes: usize,
    /// Whether the bytes of trace in a word are counted.
    pub counts: bool,
}

impl Resets for GatherPlan {
    fn reset(&self) -> Reset {
        self.reset
    }
}

/// Units of `bits` in a word; one, where a unit is more than a word, which no sink that is built has.
fn units(plan: &GatherPlan, bits: usize) -> usize {
    let units = (8 * plan.word_bytes / bits).max(1);
    let fits = units.is_power_of_two() && units <= 16;
    assert!(fits, "words of {} bytes from units of {bits} bits", plan.word_bytes);
    units
}

/// Bytes of a unit; units that are wider than any word are in no build that gathers.
pub(crate) fn unit_bytes(bits: usize) -> usize {
    (bits / 8).min(8)
}

/// Puts units of `IN` bits after one another into words, the first one lowest. The unit that completes a word is passed
/// through, so that a word costs no cycle of its own; where a word is one unit, all is wires.
///
/// `flush` fills a word that has begun with idle bytes (0xFF), a unit a cycle, until it is complete and leaves. Units
/// wait for that; with nothing held they pass. A word that is valid stays until it is taken, provided
/// that a valid unit stays, and `flush` stays until `empty`.
#[synchronous(plan: GatherPlan)]
pub struct Gather<const IN: usize> {
    /// Drops what is held.
    pub clear: Signal<In, Bit>,
    /// Units: all are full but the last one before `flush`.
    pub unit: Unit<IN>,
    /// Nothing more will come for now: complete the word.
    pub flush: Signal<In, Bit>,
    /// There is a word.
    pub word_valid: Signal<Out, Bit>,
    /// The word is taken.
    pub word_ready: Signal<In, Bit>,
    /// The bytes of the word, the first one lowest.
    #[count(plan.word_bytes)]
    pub word_data: Vec<Signal<Out, Bits<8>>>,
    /// How many bytes there are up to the last one of trace: all unless the word was flushed.
    #[built(plan.counts)]
    pub word_bytes: Optional<Signal<Out, Bits<5>>>,
    /// No part of a word is held.
    pub empty: Signal<Out, Bit>,
    #[count(units(plan, IN) - 1)]
    held: Vec<Reg<Bits<IN>>>,
    /// Units that are held.
    #[built(units(plan, IN) > 1)]
    count: Optional<Reg<Bits<4>>>,
    /// Bytes of trace that are held.
    #[built(plan.counts && units(plan, IN) > 1)]
    trace: Optional<Reg<Bits<5>>>,
    /// What is taken: a unit, or an idle one.
    incoming: Signal<Local, Bits<IN>>,
    #[value(unit_bytes(IN).to_bits())]
    unit_length: Constant<Bits<5>>,
    #[value((units(plan, IN) - 1).to_bits())]
    last: Constant<Bits<4>>,
    #[value(((IN / 8).ilog2() as usize).to_bits())]
    shift: Constant<Bits<5>>,
    #[value(!Bits::default())]
    idle: Constant<Bits<IN>>,
    #[new(plan.word_bytes)]
    _word: usize,
}

impl<const IN: usize> Logic for Gather<IN> {
    #[kernel]
    fn update(&mut self) {
        let bytes: Bits<5> = if IN > 8 { self.unit.bytes.val().get_bits::<5>(0) } else { self.unit_length.val() };
        let count = self.count.q.val();
        let begun = count.any();
        let fill = self.flush.val() & begun;
        let take = self.unit.valid.val() | fill;
        let completes: Bit = if self.count.is_built() { count == self.last.val() } else { true };
        let waits = completes & !self.word_ready.val();
        self.incoming.next = self.unit.data.val();
        self.word_bytes.next = (count.get_bits::<5>(0) << self.shift.val()) + bytes;
        if fill {
            self.incoming.next = self.idle.val();
            self.word_bytes.next = self.trace.q.val();
        }
        // Units move down by one with each that is taken: the first one is lowest when the last one comes.
        if take & !waits {
            self.count.d.next = (count + 1) & self.last.val();
            self.trace.d.next = self.word_bytes.val();
            for i in 1..self.held.len() {
                self.held[i - 1].d.next = self.held[i].q.val();
            }
            for i in self.held.len().max(1)..=self.held.len() {
                self.held[i - 1].d.next = self.incoming.val();
            }
        }
        if self.clear.val() {
            self.count.d.next = bits::<4>(0);
        }
        self.empty.next = !begun;
        self.unit.ready.next = !waits & !fill;
        self.word_valid.next = take & completes;
        for b in 0..self.word_data.len() {
            self.word_data[b].next = if b / (IN / 8) < self.held.len() {
                self.held[b / (IN / 8)].q.val().get_bits::<8>(b % (IN / 8) * 8)
            } else {
                self.incoming.val().get_bits::<8>(b % (IN / 8) * 8)
            };
        }
    }
}

#[cfg(test)]
mod tests;

// SPDX-License-Identifier: Apache-2.0
//! Gathers the packer's units to the words of a sink.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::*;

/// Puts units of `IN` bits behind one another to words, the first one lowest. The unit that completes a word is passed through,
/// so that a word costs no cycle of its own; where a word is one unit, all is wires.
///
/// `flush` fills a word that has begun with idle bytes (0xFF), a unit a cycle, until it is complete and leaves. Units wait for
/// that; with nothing held they pass. Once valid, a word stays until it is taken, if what it depends on does: a unit that is
/// valid, and `flush` until `empty`.
#[derive(Clone, Debug, Module)]
pub struct Gather<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Drops what is held.
    pub clear: Signal<In, Bit>,
    /// There is a unit.
    pub unit_valid: Signal<In, Bit>,
    /// It is taken.
    pub unit_ready: Signal<Out, Bit>,
    /// Its bytes, the first one lowest; idle above those of trace.
    pub unit_data: Signal<In, Bits<IN>>,
    /// How many of its bytes are trace: all but in the last unit before `flush`.
    pub unit_bytes: Vec<Signal<In, Bits<4>>>,
    /// Nothing more will come for now: complete the word.
    pub flush: Signal<In, Bit>,
    /// There is a word.
    pub word_valid: Signal<Out, Bit>,
    /// It is taken.
    pub word_ready: Signal<In, Bit>,
    /// Its bytes, the first one lowest.
    pub word_data: Vec<Signal<Out, Bits<8>>>,
    /// How many bytes there are up to the last one of trace: all unless it was flushed.
    pub word_bytes: Signal<Out, Bits<5>>,
    /// No part of a word is held.
    pub empty: Signal<Out, Bit>,
    held: Vec<Reg<Bits<IN>>>,
    count: Vec<Reg<Bits<4>>>,
    trace: Vec<Reg<Bits<5>>>,
    incoming: Signal<Local, Bits<IN>>,
    bytes: Signal<Local, Bits<5>>,
    fill: Signal<Local, Bit>,
    completes: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    unit_length: Constant<Bits<5>>,
    last: Constant<Bits<4>>,
    shift: Constant<Bits<5>>,
    idle: Constant<Bits<IN>>,
    _in_bytes: usize,
    _held: usize,
    _moved: usize,
    _wires: usize,
    _gathers: usize,
    _partial: usize,
}

impl<const IN: usize> Gather<IN> {
    /// For units of `in_bytes` bytes, words of `word_bytes`: a power of two of units, 16 at most.
    pub fn new(reset: Reset, in_bytes: usize, word_bytes: usize) -> Self {
        let units = word_bytes / in_bytes;
        assert!(
            IN == 8 * in_bytes && units * in_bytes == word_bytes && units.is_power_of_two() && units <= 16,
            "words of {word_bytes} bytes from units of {in_bytes}"
        );
        let partial = usize::from(in_bytes > 1);
        let gathers = usize::from(units > 1);
        Gather {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            unit_valid: Default::default(),
            unit_ready: Default::default(),
            unit_data: Default::default(),
            unit_bytes: vec![Default::default(); partial],
            flush: Default::default(),
            word_valid: Default::default(),
            word_ready: Default::default(),
            word_data: vec![Default::default(); word_bytes],
            word_bytes: Default::default(),
            empty: Default::default(),
            held: (1..units).map(|_| Reg::new(reset)).collect(),
            count: (0..gathers).map(|_| Reg::new(reset)).collect(),
            trace: (0..gathers).map(|_| Reg::new(reset)).collect(),
            incoming: Default::default(),
            bytes: Default::default(),
            fill: Default::default(),
            completes: Default::default(),
            waits: Default::default(),
            take: Default::default(),
            unit_length: Constant::new(in_bytes.to_bits()),
            last: Constant::new((units - 1).to_bits()),
            shift: Constant::new((in_bytes.ilog2() as usize).to_bits()),
            idle: Constant::new(!Bits::default()),
            _in_bytes: in_bytes,
            _held: units - 1,
            _moved: units.saturating_sub(2),
            _wires: 1 - gathers,
            _gathers: gathers,
            _partial: partial,
        }
    }
}

impl<const IN: usize> Logic for Gather<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        self.bytes.next = self.unit_length.val();
        for i in 0..self._partial {
            self.bytes.next = self.unit_bytes[i].val().get_bits::<5>(0);
        }

        for _n in 0..self._wires {
            self.incoming.next = self.unit_data.val();
            self.fill.next = false;
            self.completes.next = true;
            self.waits.next = !self.word_ready.val();
            self.take.next = self.unit_valid.val();
            self.word_bytes.next = self.bytes.val();
            self.empty.next = true;
        }
        for i in 0..self._gathers {
            self.count[i].clock.next = self.clock.val();
            self.count[i].rst_n.next = self.rst_n.val();
            self.count[i].d.next = self.count[i].q.val();
            self.trace[i].clock.next = self.clock.val();
            self.trace[i].rst_n.next = self.rst_n.val();
            self.trace[i].d.next = self.trace[i].q.val();

            // What is taken: a unit, or an idle one.
            self.empty.next = !self.count[i].q.val().any();
            self.fill.next = self.flush.val() & self.count[i].q.val().any();
            self.completes.next = self.count[i].q.val() == self.last.val();
            self.waits.next = self.completes.val() & !self.word_ready.val();
            self.take.next = self.unit_valid.val() | self.fill.val();
            self.incoming.next = self.unit_data.val();
            self.word_bytes.next = (self.count[i].q.val().get_bits::<5>(0) << self.shift.val()) + self.bytes.val();
            if self.fill.val() {
                self.incoming.next = self.idle.val();
                self.word_bytes.next = self.trace[i].q.val();
            }
            if self.take.val() & !self.waits.val() {
                self.count[i].d.next = (self.count[i].q.val() + bits::<4>(1)) & self.last.val();
                self.trace[i].d.next = self.word_bytes.val();
            }
            if self.clear.val() {
                self.count[i].d.next = bits::<4>(0);
            }
        }
        self.unit_ready.next = !self.waits.val() & !self.fill.val();
        self.word_valid.next = self.take.val() & self.completes.val();

        // Units move down by one with each that is taken: the first one is lowest when the last one comes.
        for i in 0..self._held {
            self.held[i].clock.next = self.clock.val();
            self.held[i].rst_n.next = self.rst_n.val();
            self.held[i].d.next = self.held[i].q.val();
            for b in 0..self._in_bytes {
                self.word_data[i * self._in_bytes + b].next = self.held[i].q.val().get_bits::<8>(b * 8);
            }
        }
        for i in 0..self._moved {
            if self.take.val() & !self.waits.val() {
                self.held[i].d.next = self.held[i + 1].q.val();
            }
        }
        for i in self._moved..self._held {
            if self.take.val() & !self.waits.val() {
                self.held[i].d.next = self.incoming.val();
            }
        }
        for b in 0..self._in_bytes {
            self.word_data[self._held * self._in_bytes + b].next = self.incoming.val().get_bits::<8>(b * 8);
        }
    }
}

#[cfg(test)]
mod tests;

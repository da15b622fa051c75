// SPDX-License-Identifier: Apache-2.0
//! The array of entries (Control Transfer Records 3.1 to 3.3).

mod bank;
mod flags;

use super::description::blocks;
use super::records::{Entry, Mark};
use bank::Bank;
use flags::Flags;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, Module};

/// As many banks as blocks a cycle: consecutive entries are in different ones, so that all are written at once.
///
/// A read and a write go on beside that. What is read appears after the edge; it is 0 if nothing is read, where the
/// entry holds nothing, and where something is written to it at that edge.
#[derive(Module)]
#[module(build: Build)]
pub struct Array<const XLEN: usize, const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Records.
    #[count(blocks(build))]
    pub entry: Vec<Signal<In, Entry<ADDR>>>,
    /// Where they go, and pops.
    #[count(blocks(build))]
    pub mark: Vec<Signal<In, Mark>>,
    /// Some block is recorded.
    pub records: Signal<Out, Bit>,
    /// Registers that an access writes: ctrsource, ctrtarget, ctrdata. A record goes before it.
    pub registers: Signal<In, Bits<3>>,
    /// The physical entry that it writes.
    pub place: Signal<In, Bits<8>>,
    /// What it writes.
    pub value: Signal<In, Bits<XLEN>>,
    /// Every entry becomes 0.
    pub clear: Signal<In, Bit>,
    /// The register to be read: ctrsource, ctrtarget, ctrdata.
    pub read: Signal<In, Bits<3>>,
    /// The physical entry to be read.
    pub read_place: Signal<In, Bits<8>>,
    /// V of that entry, in the same cycle; only if ctrsource is read.
    pub read_valid: Signal<Out, Bit>,
    /// What was read in the cycle before, without V.
    pub word: Signal<Out, Bits<XLEN>>,
    flags: Flags,
    #[count(blocks(build))]
    banks: Vec<Bank<XLEN, ADDR>>,
    #[new(blocks(build))]
    _banks: usize,
    #[new(blocks(build).ilog2() as usize)]
    _bank_bits: usize,
}

impl<const XLEN: usize, const ADDR: usize> Logic for Array<XLEN, ADDR> {
    #[kernel]
    fn update(&mut self) {
        let mut records: Bit = false;
        for i in 0..self.entry.len() {
            let mark: Mark = self.mark[i].val();
            records |= mark.records;
            self.flags.mark[i].next = self.mark[i].val();
        }
        self.records.next = records;
        let place = self.place.val();
        let registers: Bits<3> = if records { bits::<3>(0) } else { self.registers.val() };
        let value = self.value.val();
        self.flags.clear.next = self.clear.val();
        self.flags.writes.next = registers.any();
        self.flags.writes_source.next = registers.get_bit(0);
        self.flags.valid.next = value.get_bit(0);
        self.flags.place.next = place;
        self.flags.read_place.next = self.read_place.val();
        let read: Bits<3> = if self.flags.holds.val() { self.read.val() } else { bits::<3>(0) };

        let mut word: Bits<XLEN> = bits::<XLEN>(0);
        let mut clash: Bit = false;
        for b in 0..self.banks.len() {
            // What the bank writes: the newest of the records that go to it, or what the access brings.
            self.banks[b].write.next.enable = registers.any() & self.is_bank(place, b);
            self.banks[b].write.next.row = place >> self._bank_bits.to_bits::<3>();
            self.banks[b].write.next.registers = registers;
            self.banks[b].write.next.records = false;
            self.banks[b].write.next.blank = self.flags.blank.val();
            self.banks[b].value.next = value;
            self.banks[b].entry.next = self.entry[0].val();
            for i in 0..self.entry.len() {
                let mark: Mark = self.mark[i].val();
                if mark.records & self.is_bank(mark.place, b) {
                    self.banks[b].write.next.enable = true;
                    self.banks[b].write.next.row = mark.place >> self._bank_bits.to_bits::<3>();
                    self.banks[b].write.next.records = true;
                    self.banks[b].entry.next = self.entry[i].val();
                }
            }
            self.banks[b].read.next = bits::<3>(0);
            if self.is_bank(self.read_place.val(), b) {
                self.banks[b].read.next = read;
                clash |= self.banks[b].clash.val();
            }
            self.banks[b].read_row.next = self.read_place.val() >> self._bank_bits.to_bits::<3>();
            word = word | self.banks[b].word.val();
        }
        self.word.next = word;
        self.read_valid.next = read.get_bit(0) & self.flags.is_valid.val() & !clash;
    }
}

impl<const XLEN: usize, const ADDR: usize> Array<XLEN, ADDR> {
    /// Whether an entry is in this bank.
    #[kernel]
    fn is_bank(&self, place: Bits<8>, b: usize) -> Bit {
        if self._banks == 1 {
            true
        } else if self._banks == 2 {
            place.get_bits::<1>(0) == b.to_bits::<1>()
        } else {
            place.get_bits::<2>(0) == b.to_bits::<2>()
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The array of entries, each of ctrsource, ctrtarget and ctrdata (Control Transfer Records 3.1 to 3.3).

mod bank;
mod held;

use super::description::{blocks, kept, DataPositions, DATA};
use super::records::{Entry, Mark};
use bank::Bank;
use tracewright_prim::*;

/// As many banks as blocks a cycle: consecutive entries are in different ones, so that all blocks are written at once.
///
/// Blocks and what an access brings are registered, and written a cycle later. A read goes on beside that. What is read
/// appears two cycles later; it is 0 if nothing is read, where the entry holds nothing, and where something is written
/// to it at the same time.
#[synchronous(build: Build)]
pub struct Array<const XLEN: usize, const ADDR: usize> {
    /// The record of each block, where `mark` says that it has one.
    #[count(blocks(build))]
    pub entry: Vec<Signal<In, Entry<ADDR>>>,
    /// The physical entry of each block, and what the block does to it: a record, a pop, or nothing.
    #[count(blocks(build))]
    pub mark: Vec<Signal<In, Mark>>,
    /// A block ends with a transfer, recorded or not. An access then does not write: its write is lost.
    pub acts: Signal<In, Bit>,
    /// The register of an entry that an access writes, a bit each: ctrsource, ctrtarget, ctrdata.
    pub registers: Signal<In, Bits<3>>,
    /// The physical entry that the access writes.
    pub place: Signal<In, Bits<8>>,
    /// What the access writes. Bits of the register that are not built are left out, and read 0.
    pub value: Signal<In, Bits<XLEN>>,
    /// Every entry becomes 0: CLR of 0.1.4, or SCTRCLR of 1.0.
    pub clear: Signal<In, Bit>,
    /// The register to be read, a bit each: ctrsource, ctrtarget, ctrdata.
    pub read: Signal<In, Bits<3>>,
    /// The physical entry to be read.
    pub read_place: Signal<In, Bits<8>>,
    /// What was read two cycles before.
    pub word: Signal<Out, Bits<XLEN>>,
    #[count(blocks(build))]
    banks: Vec<Bank<XLEN, ADDR>>,
    written: Reg<Bits<3>>,
    row: Reg<Bits<8>>,
    cleared: Reg<Bit>,
    brought_source: Pass<XLEN>,
    brought_target: Pass<XLEN>,
    /// TYPE (bits 3-0) that an access writes; a record's is its block's itype. A field of ctrdata not built reads 0.
    #[built(build.ctr.transfer_type)]
    brought_kind: Optional<Pass<4>>,
    /// CC that an access writes, above CCV, which is bit 0.
    #[built(build.ctr.cycles)]
    brought_count: Optional<Pass<17>>,
    /// The entry that was read holds something since the last clear: `held` a cycle after it is read, `holds` two.
    held: Reg<Bit>,
    holds: Reg<Bit>,
    /// The bits of CC that are built (Control Transfer Records 3.3): CCM and `exponent_bits` of CCE. The others read 0.
    #[value((kept(build, 2) >> DATA.count).to_bits())]
    kept_count: Constant<Bits<16>>,
    #[new(blocks(build))]
    _banks: usize,
    #[new(blocks(build).ilog2() as usize)]
    _bank_bits: usize,
    #[new(build.ctr.misp)]
    _misp: bool,
    #[new(DATA)]
    _data: DataPositions,
}

#[kernel]
impl<const XLEN: usize, const ADDR: usize> Array<XLEN, ADDR> {
    fn update(&mut self) {
        let acts = self.acts.val();
        let reached: Bits<3> = if acts { bits::<3>(0) } else { self.registers.val() };
        let value = self.value.val();
        self.written.d.next = reached;
        connect!(self: place = row.d, clear = cleared.d);
        self.brought_source.write.next = reached.get_bit(0);
        self.brought_source.write_data.next = value;
        self.brought_target.write.next = reached.get_bit(1);
        self.brought_target.write_data.next = value;
        self.brought_kind.write.next = reached.get_bit(2);
        self.brought_kind.write_data.next = value.get_bits::<4>(self._data.kind);
        let count = value.get_bits::<16>(self._data.count) & self.kept_count.val();
        self.brought_count.write.next = reached.get_bit(2);
        self.brought_count.write_data.next =
            (bit_cast::<17, 16>(count) << bits::<17>(1)) | bit_cast::<17, 1>(value.get_bit(self._data.counted).into());

        let place = self.row.q.val();
        let read_place = self.read_place.val();
        let mut word: Bits<XLEN> = bits::<XLEN>(0);
        let mut holds: Bit = false;
        for b in 0..self.banks.len() {
            // The newest of the records that go to the bank; all that goes there goes to one row.
            self.banks[b].mark.next.marked = false;
            self.banks[b].mark.next.records = false;
            self.banks[b].mark.next.valid = false;
            self.banks[b].mark.next.row = bits::<8>(0);
            self.banks[b].acts.next = acts;
            connect!(banks[b]: entry[0], clear = cleared.q);
            for i in 0..self.entry.len() {
                let mark: Mark = self.mark[i].val();
                let is_here = self.is_bank(mark.place, b);
                if is_here {
                    self.banks[b].mark.next.row = mark.place >> self._bank_bits.to_bits::<3>();
                }
                if is_here & (mark.records | mark.pops) {
                    self.banks[b].mark.next.marked = true;
                    self.banks[b].mark.next.valid = mark.records;
                }
                if is_here & mark.records {
                    self.banks[b].mark.next.records = true;
                    self.banks[b].entry.next = self.entry[i].val();
                }
            }
            self.banks[b].registers.next = bits::<3>(0);
            if self.is_bank(place, b) {
                self.banks[b].registers.next = self.written.q.val();
            }
            self.banks[b].row.next = place >> self._bank_bits.to_bits::<3>();
            self.banks[b].brought.next.valid = self.brought_source.read_data.val().get_bit(0);
            self.banks[b].brought.next.source = self.brought_source.read_data.val().get_bits::<ADDR>(1);
            self.banks[b].brought.next.target = self.brought_target.read_data.val().get_bits::<ADDR>(1);
            self.banks[b].brought.next.mispredict = self.brought_target.read_data.val().get_bit(0) & self._misp;
            connect!(banks[b].brought.next: kind = brought_kind.read_data, count = brought_count.read_data);
            self.banks[b].read.next = bits::<3>(0);
            if self.is_bank(read_place, b) {
                self.banks[b].read.next = self.read.val();
                holds |= self.banks[b].holds.val();
            }
            self.banks[b].read_row.next = read_place >> self._bank_bits.to_bits::<3>();
            word = word | self.banks[b].word.val();
        }
        self.held.d.next = holds;
        self.holds.d.next = self.held.q.val();
        self.word.next = bits::<XLEN>(0);
        if self.holds.q.val() {
            self.word.next = word;
        }
    }

    /// Whether an entry is in this bank.
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

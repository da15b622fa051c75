// SPDX-License-Identifier: Apache-2.0
//! A bank: the memories for the registers of its entries, and which of them hold something.

use super::held::Held;
use crate::ctr::description::{DataPositions, DATA};
use crate::ctr::memory::Memory;
use crate::ctr::records::{Brought, Entry};
use tracewright_prim::*;

/// What the blocks of a cycle do to a bank.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct BankMark {
    /// A record or a pop is in this bank.
    pub marked: Bit,
    /// A record is in this bank.
    pub records: Bit,
    /// V of the entry, after all blocks.
    pub valid: Bit,
    /// The row of the record or pop.
    pub row: Bits<8>,
}

/// One write and one read a cycle, to rows of three registers. XLEN is MXLEN; `ADDR` is one less: no bit 0.
///
/// Blocks write in the cycle after that in which they are shown here; what an access brings is written in the cycle in
/// which it is shown, in which no block writes.
#[synchronous(build: Build)]
pub struct Bank<const XLEN: usize, const ADDR: usize> {
    /// A block ends with a transfer, recorded or not. If none does, nothing of `entry` is taken: an access may write.
    pub acts: Signal<In, Bit>,
    /// What the blocks of the cycle do here.
    pub mark: Signal<In, BankMark>,
    /// The newest record that goes here.
    pub entry: Signal<In, Entry<ADDR>>,
    /// Registers that an access writes: ctrsource, ctrtarget, ctrdata.
    pub registers: Signal<In, Bits<3>>,
    /// The row that the access writes.
    pub row: Signal<In, Bits<8>>,
    /// What the access writes; 0 of registers that it does not write.
    pub brought: Signal<In, Brought<ADDR>>,
    /// Every entry of the bank becomes 0.
    pub clear: Signal<In, Bit>,
    /// The register to be read: ctrsource, ctrtarget, ctrdata.
    pub read: Signal<In, Bits<3>>,
    /// The row to be read.
    pub read_row: Signal<In, Bits<8>>,
    /// The row to be read holds something, and is not written in this cycle.
    pub holds: Signal<Out, Bit>,
    /// What was read two cycles before, whether or not its row held anything; 0 if nothing was.
    pub word: Signal<Out, Bits<XLEN>>,
    marked: Reg<BankMark>,
    address: Pass<ADDR>,
    offset: Pass<6>,
    recorded_target: Pass<ADDR>,
    #[built(build.ctr.misp)]
    mispredicted: Optional<Pass<1>>,
    #[built(build.ctr.transfer_type)]
    recorded_kind: Optional<Pass<4>>,
    #[built(build.ctr.cycles)]
    recorded_count: Optional<Pass<17>>,
    held: Held,
    valid: Memory<1>,
    source: Memory<ADDR>,
    /// ctrtarget: bit 0 is MISP (Control Transfer Records 3.2), the others are the address that the transfer went to.
    target: Memory<XLEN>,
    #[built(build.ctr.transfer_type)]
    kind: Optional<Memory<4>>,
    #[built(build.ctr.cycles)]
    count: Optional<Memory<17>>,
    #[new(DATA)]
    _data: DataPositions,
}

#[kernel]
impl<const XLEN: usize, const ADDR: usize> Bank<XLEN, ADDR> {
    fn update(&mut self) {
        // What blocks bring goes through `tw_ctr_pass`: 0 in all cycles but the one after `write`. So where there is no
        // transfer these are 0, and what an access brings can be added, or joined by *or*.
        let entry: Entry<ADDR> = self.entry.val();
        let acts = self.acts.val();
        self.marked.d.next = self.mark.val();
        self.address.write.next = acts & entry.shows_source;
        self.address.write_data.next = entry.address;
        self.offset.write.next = acts & entry.shows_source;
        self.offset.write_data.next = entry.offset;
        self.recorded_target.write.next = acts & entry.shows_target;
        self.recorded_target.write_data.next = entry.target;
        self.mispredicted.write.next = acts;
        self.mispredicted.write_data.next = entry.mispredict.into();
        self.recorded_kind.write.next = acts;
        self.recorded_kind.write_data.next = entry.kind;
        self.recorded_count.write.next = acts;
        self.recorded_count.write_data.next =
            (bit_cast::<17, 16>(entry.count) << bits::<17>(1)) | bit_cast::<17, 1>(entry.counted.into());
        self.write();
        self.read();
    }

    /// Writes a row.
    fn write(&mut self) {
        let mark: BankMark = self.marked.q.val();
        let registers = self.registers.val();
        let brought: Brought<ADDR> = self.brought.val();
        let written_row: Bits<8> = if mark.marked { mark.row } else { self.row.val() };
        self.held.row.next = written_row;
        connect!(held: next_row = row, clear);
        self.held.write.next = mark.records | registers.any();
        // The first write of an access to an entry that holds nothing makes its other registers 0: they have no reset.
        let all = mark.records | (registers.any() & !self.held.is_held.val());

        self.valid.write.next = all | mark.marked | registers.get_bit(0);
        self.valid.write_row.next = written_row;
        self.valid.write_data.next = (mark.valid | brought.valid).into();
        self.source.write.next = all | registers.get_bit(0);
        self.source.write_row.next = written_row;
        // The source of a record (Control Transfer Records 3.1) is the block's address plus `offset`: half-words up to
        // its last instruction, or of an interrupt to its end. For an access both are 0: what it brings is added.
        self.source.write_data.next =
            self.address.read_data.val() + (brought.source | bit_cast::<ADDR, 6>(self.offset.read_data.val()));
        self.target.write.next = all | registers.get_bit(1);
        self.target.write_row.next = written_row;
        let target = self.recorded_target.read_data.val() | brought.target;
        let mispredicted = self.mispredicted.read_data.val().get_bit(0) | brought.mispredict;
        self.target.write_data.next =
            (bit_cast::<XLEN, ADDR>(target) << bits::<XLEN>(1)) | bit_cast::<XLEN, 1>(mispredicted.into());
        self.kind.write.next = all | registers.get_bit(2);
        self.kind.write_row.next = written_row;
        self.kind.write_data.next = self.recorded_kind.read_data.val() | brought.kind;
        self.count.write.next = all | registers.get_bit(2);
        self.count.write_row.next = written_row;
        self.count.write_data.next = self.recorded_count.read_data.val() | brought.count;
    }

    /// Reads a register of a row.
    fn read(&mut self) {
        let mark: BankMark = self.marked.q.val();
        let read = self.read.val();
        let read_row = self.read_row.val();
        let clash = (mark.marked | self.registers.val().any()) & (read_row == self.held.row.val());
        self.held.read_row.next = read_row;
        self.holds.next = self.held.is_read.val() & !clash;
        self.valid.read.next = read.get_bit(0);
        self.valid.read_row.next = read_row;
        self.source.read.next = read.get_bit(0);
        self.source.read_row.next = read_row;
        self.target.read.next = read.get_bit(1);
        self.target.read_row.next = read_row;
        self.kind.read.next = read.get_bit(2);
        self.kind.read_row.next = read_row;
        self.count.read.next = read.get_bit(2);
        self.count.read_row.next = read_row;
        // The register that is read, its fields where Control Transfer Records 3.1, 3.2 and 3.3 have them. A memory
        // that is not read, or not built, gives 0.
        let counts = self.count.word.val();
        self.word.next = (bit_cast::<XLEN, ADDR>(self.source.word.val()) << bits::<XLEN>(1))
            | bit_cast::<XLEN, 1>(self.valid.word.val())
            | self.target.word.val()
            | bit_cast::<XLEN, 4>(self.kind.word.val())
            | (counts.get_bits::<XLEN>(1) << self._data.count.to_bits::<6>())
            | (bit_cast::<XLEN, 1>(counts.get_bit(0).into()) << self._data.counted.to_bits::<6>());
    }
}

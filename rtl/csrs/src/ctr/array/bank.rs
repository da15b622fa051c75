// SPDX-License-Identifier: Apache-2.0
//! The memories of a bank: one for each register of an entry.

use crate::ctr::description::{kept, DataPositions, DATA};
use crate::ctr::memory::Memory;
use crate::ctr::records::Entry;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, Module, Optional, Record};

/// Where a bank writes, and what.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct BankWrite {
    /// It writes.
    pub enable: Bit,
    /// The row.
    pub row: Bits<8>,
    /// A record, to all registers; else what an access brings.
    pub records: Bit,
    /// Registers that the access writes.
    pub registers: Bits<3>,
    /// The entry holds nothing: the other registers become 0.
    pub blank: Bit,
}

/// One write and one read a cycle, to rows of three registers. `ADDR` is `XLEN - 1`.
#[derive(Module)]
#[module(build: Build)]
pub struct Bank<const XLEN: usize, const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Where it writes.
    pub write: Signal<In, BankWrite>,
    /// A record.
    pub entry: Signal<In, Entry<ADDR>>,
    /// What an access writes.
    pub value: Signal<In, Bits<XLEN>>,
    /// The register to be read: ctrsource, ctrtarget, ctrdata.
    pub read: Signal<In, Bits<3>>,
    /// The row to be read.
    pub read_row: Signal<In, Bits<8>>,
    /// The row to be read is written.
    pub clash: Signal<Out, Bit>,
    /// What was read in the cycle before, without V; 0 if nothing was.
    pub word: Signal<Out, Bits<XLEN>>,
    source: Memory<ADDR>,
    target: Memory<ADDR>,
    #[built(build.ctr.misp)]
    mispredict: Optional<Memory<1>>,
    #[built(build.ctr.transfer_type)]
    kind: Optional<Memory<4>>,
    #[built(build.ctr.cycles)]
    count: Optional<Memory<17>>,
    #[value((kept(build, 2) >> DATA.count).to_bits())]
    kept_count: Constant<Bits<16>>,
    #[new(DATA)]
    _data: DataPositions,
}

impl<const XLEN: usize, const ADDR: usize> Logic for Bank<XLEN, ADDR> {
    #[kernel]
    fn update(&mut self) {
        let write: BankWrite = self.write.val();
        let entry: Entry<ADDR> = self.entry.val();
        let value = self.value.val();
        let clash = write.enable & (write.row == self.read_row.val());
        self.clash.next = clash;
        let read: Bits<3> = if clash { bits::<3>(0) } else { self.read.val() };
        let all = write.enable & (write.records | write.blank);
        let to_source = write.registers.get_bit(0) & !write.records;
        let to_target = write.registers.get_bit(1) & !write.records;
        let to_data = write.registers.get_bit(2) & !write.records;

        self.source.write.next = all | (write.enable & to_source);
        self.source.write_row.next = write.row;
        self.source.read.next = read.get_bit(0);
        self.source.read_row.next = self.read_row.val();
        let source: Bits<ADDR> = if write.records & entry.shows_source { entry.source } else { bits::<ADDR>(0) };
        let brought: Bits<ADDR> = if to_source { value.get_bits::<ADDR>(1) } else { bits::<ADDR>(0) };
        self.source.write_data.next = source | brought;

        self.target.write.next = all | (write.enable & to_target);
        self.target.write_row.next = write.row;
        self.target.read.next = read.get_bit(1);
        self.target.read_row.next = self.read_row.val();
        let target: Bits<ADDR> = if write.records & entry.shows_target { entry.target } else { bits::<ADDR>(0) };
        let brought_target: Bits<ADDR> = if to_target { value.get_bits::<ADDR>(1) } else { bits::<ADDR>(0) };
        self.target.write_data.next = target | brought_target;

        self.mispredict.write.next = all | (write.enable & to_target);
        self.mispredict.write_row.next = write.row;
        self.mispredict.read.next = read.get_bit(1);
        self.mispredict.read_row.next = self.read_row.val();
        let mispredict = (write.records & entry.mispredict) | (to_target & value.get_bit(0));
        self.mispredict.write_data.next = mispredict.into();

        self.kind.write.next = all | (write.enable & to_data);
        self.kind.write_row.next = write.row;
        self.kind.read.next = read.get_bit(2);
        self.kind.read_row.next = self.read_row.val();
        let kind: Bits<4> = if write.records { entry.kind } else { bits::<4>(0) };
        let brought_kind: Bits<4> = if to_data { value.get_bits::<4>(self._data.kind) } else { bits::<4>(0) };
        self.kind.write_data.next = kind | brought_kind;

        self.count.write.next = all | (write.enable & to_data);
        self.count.write_row.next = write.row;
        self.count.read.next = read.get_bit(2);
        self.count.read_row.next = self.read_row.val();
        let count = (bit_cast::<17, 16>(entry.count) << bits::<17>(1)) | bit_cast::<17, 1>(entry.counted.into());
        let kept_count = value.get_bits::<16>(self._data.count) & self.kept_count.val();
        let brought_count = (bit_cast::<17, 16>(kept_count) << bits::<17>(1))
            | bit_cast::<17, 1>(value.get_bit(self._data.counted).into());
        let recorded: Bits<17> = if write.records { count } else { bits::<17>(0) };
        let counted: Bits<17> = if to_data { brought_count } else { bits::<17>(0) };
        self.count.write_data.next = recorded | counted;

        let addresses = self.source.word.val() | self.target.word.val();
        let counts = self.count.word.val();
        self.word.next = (bit_cast::<XLEN, ADDR>(addresses) << bits::<XLEN>(1))
            | bit_cast::<XLEN, 1>(self.mispredict.word.val())
            | bit_cast::<XLEN, 4>(self.kind.word.val())
            | (counts.get_bits::<XLEN>(1) << self._data.count.to_bits::<6>())
            | (bit_cast::<XLEN, 1>(counts.get_bit(0).into()) << self._data.counted.to_bits::<6>());
    }
}

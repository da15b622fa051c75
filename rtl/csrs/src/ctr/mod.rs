// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records: the last control transfers of a hart, for the hart's own software (docs/ctr.md).

mod array;
mod build;
mod cycles;
mod debug;
mod decode;
mod description;
mod lane;
mod memory;
mod ports;
mod records;
mod registers;
mod status;
mod transfer;

pub use build::{ctr, verilog, TOP};
pub use ports::{DebugPort, RetirePort, TransferPort};

use crate::codes::*;
use crate::CsrPort;
use array::Array;
use cycles::Cycles;
use debug::Ports;
use decode::Decode;
use description::blocks;
use lane::Lane;
use records::{when, when_hdl, Access, Block, Controls, Flight};
use registers::Registers;
use rust_hdl_core::prelude::*;
use status::Status;
use tracewright_config::Build;
use tracewright_prim::{kernel, Link, Module, Optional, Reg};
use transfer::{is_enabled, is_enabled_hdl, pair, pair_hdl, Transfer};

/// Control Transfer Records.
///
/// What the ports show is registered, and acts in the next cycle: blocks are recorded and an access reads. Its answer
/// is at the outputs a cycle later, and what it writes acts in the cycle after that. `ADDR` is `XLEN - 1`.
#[derive(Module)]
#[module(build: Build)]
pub struct Ctr<const XLEN: usize, const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// What retires.
    pub retire: RetirePort<XLEN>,
    /// What Control Transfer Records need besides.
    pub transfers: TransferPort<XLEN>,
    /// The CSR port.
    pub csr: CsrPort<XLEN>,
    /// The debug port.
    pub debug: DebugPort,
    #[count(blocks(build))]
    lane: Vec<Lane<XLEN, ADDR>>,
    privilege: Reg<Bits<3>>,
    halted: Reg<Bit>,
    next_address: Reg<Bits<ADDR>>,
    next_privilege: Reg<Bits<3>>,
    #[built(build.ctr.freeze)]
    breakpoint: Optional<Reg<Bit>>,
    #[built(build.ctr.freeze)]
    lcofi: Optional<Reg<Bit>>,
    #[built(build.ctr.cycles)]
    cycle: Optional<Reg<Bit>>,
    ports: Ports<XLEN>,
    #[count(blocks(build))]
    transfer: Vec<Transfer>,
    status: Status,
    #[built(build.ctr.cycles)]
    cycles: Optional<Cycles>,
    array: Array<XLEN, ADDR>,
    registers: Registers,
    decode: Decode,
    /// The answer.
    done: Reg<Bit>,
    ours: Reg<Bit>,
    illegal: Reg<Bit>,
    refused: Reg<Bit>,
    /// What the answer has of the CSRs outside the array, and V.
    plain: Reg<Bits<XLEN>>,
    /// What accesses on their way will write: with the answer, and in the cycle after that.
    answered: Reg<Flight>,
    operand: Reg<Bits<XLEN>>,
    sets: Reg<Bit>,
    clears: Reg<Bit>,
    finished: Reg<Flight>,
    written: Reg<Bits<XLEN>>,
    #[new(build.xlen == 32)]
    _narrow: bool,
}

impl<const XLEN: usize, const ADDR: usize> Logic for Ctr<XLEN, ADDR> {
    #[kernel]
    fn update(&mut self) {
        self.take();
        self.record();
        self.count();
        self.read();
        self.answer();
        self.write();
    }
}

impl<const XLEN: usize, const ADDR: usize> Ctr<XLEN, ADDR> {
    /// Takes what the ports show.
    #[kernel]
    fn take(&mut self) {
        for i in 0..self.lane.len() {
            self.lane[i].itype.next = self.retire.itype[i].val();
            self.lane[i].iaddr.next = self.retire.iaddr[i].val();
            self.lane[i].iretire.next = self.retire.iretire[i].val();
            self.lane[i].ilastsize.next = self.retire.ilastsize[i].val();
        }
        for i in 0..self.transfers.mispredict.len() {
            self.lane[i].mispredict.next = self.transfers.mispredict[i].val();
        }
        self.privilege.d.next = self.retire.privilege.val();
        self.halted.d.next = self.retire.halted.val();
        self.next_address.d.next = self.transfers.next_iaddr.val().get_bits::<ADDR>(1);
        self.next_privilege.d.next = self.transfers.next_privilege.val();
        self.breakpoint.d.next = self.transfers.breakpoint.val();
        self.lcofi.d.next = self.transfers.lcofi.val();
        self.cycle.d.next = self.transfers.cycle.val();
        self.ports.csr_op.next = self.csr.csr_op.val();
        self.ports.csr_address.next = self.csr.csr_address.val();
        self.ports.csr_data.next = self.csr.csr_data.val();
        self.ports.csr_privilege.next = self.csr.csr_privilege.val();
        self.debug.link(&mut self.ports.debug);
    }

    /// Blocks to records.
    #[kernel]
    fn record(&mut self) {
        let runs = !self.halted.q.val() & (self.privilege.q.val() != PRIVILEGE_DEBUG.to_bits::<3>());
        let mut frozen: Bit = self.status.frozen.val();
        for i in 0..self.lane.len() {
            let block: Block<ADDR> = self.lane[i].block.val();
            self.transfer[i].valid.next = block.valid & runs;
            self.transfer[i].itype.next = block.itype;
            self.transfer[i].before.next = self.privilege.q.val();
            self.transfer[i].after.next = self.next_privilege.q.val();
            let mut target: Bits<ADDR> = self.next_address.q.val();
            // The nearest valid block after this one, if there is one, is where it leads.
            for k in 1..self.lane.len() - i {
                if self.lane[self.lane.len() - k].block.val().valid {
                    target = self.lane[self.lane.len() - k].block.val().address;
                    self.transfer[i].after.next = self.privilege.q.val();
                }
            }
            self.transfer[i].controls.next = self.registers.controls.val();
            self.transfer[i].breakpoint.next = self.breakpoint.q.val();
            self.transfer[i].overflow.next = self.lcofi.q.val();
            self.transfer[i].frozen.next = frozen;
            frozen = self.transfer[i].freezes.val();
            self.status.action[i].next = self.transfer[i].action.val();
            self.cycles.action[i].next = self.transfer[i].action.val();
            self.array.mark[i].next.records = self.transfer[i].action.val().records;
            self.array.mark[i].next.pops = self.transfer[i].action.val().pops;
            self.array.mark[i].next.place = self.status.place[i].val();
            self.array.entry[i].next.shows_source = self.transfer[i].action.val().source;
            self.array.entry[i].next.source = block.address + bit_cast::<ADDR, 6>(block.offset);
            self.array.entry[i].next.shows_target = self.transfer[i].action.val().target;
            self.array.entry[i].next.target = target;
            self.array.entry[i].next.mispredict = block.mispredict;
            self.array.entry[i].next.kind = block.itype;
            self.array.entry[i].next.counted = self.cycles.counted[i].val();
            self.array.entry[i].next.count = self.cycles.count[i].val();
        }
        self.status.freezes.next = frozen;
        self.status.last.next = self.registers.last.val();
        self.status.next_last.next = self.registers.next_last.val();
    }

    /// Counts the cycle, if its mode is recorded.
    #[kernel]
    fn count(&mut self) {
        let controls: Controls = self.registers.controls.val();
        let modes = pair(controls.main.supervisor, controls.main.user);
        let guest_modes = pair(controls.guest.supervisor, controls.guest.user);
        let is_recorded = is_enabled(self.privilege.q.val(), controls.machine, modes, guest_modes);
        self.cycles.counts.next = self.cycle.q.val() & is_recorded & !self.halted.q.val() & !self.status.frozen.val();
        let written: Flight = self.finished.q.val();
        self.cycles.forget.next = self.registers.control_written.val() | written.target.records;
    }

    /// What the access reads.
    #[kernel]
    fn read(&mut self) {
        self.decode.access.next = self.ports.access.val();
        self.decode.machine_enable.next = self.registers.machine_enable.val();
        self.decode.hypervisor_enable.next = self.registers.hypervisor_enable.val();
        self.decode.machine_select.next = self.registers.machine_select.val();
        self.decode.supervisor_select.next = self.registers.supervisor_select.val();
        self.decode.guest_select.next = self.registers.guest_select.val();
        self.registers.read.next = self.decode.target.val();
        let last = self.registers.last.val();
        let entry = self.decode.entry.val();
        let place = (self.status.pointer.val() - 1 - entry) & last;
        let registers: Bits<3> = if entry > last { bits::<3>(0) } else { self.decode.registers.val() };
        self.array.read.next = registers;
        self.array.read_place.next = place;

        let mut word: Bits<64> = self.registers.word.val() | bit_cast::<64, 13>(self.ports.shown.val());
        if self.decode.target.val().status {
            word = word | self.status.word.val();
        }
        let valid = bit_cast::<64, 1>(self.array.read_valid.val().into());
        let upper = word >> bits::<64>(32);
        let half: Bits<64> = if self._narrow & self.decode.target.val().high { upper } else { word };
        self.plain.d.next = (half | valid).get_bits::<XLEN>(0);
        self.done.d.next = self.ports.is_csr.val();
        self.ours.d.next = self.decode.ours.val();
        self.illegal.d.next = self.decode.illegal.val();
        self.refused.d.next = self.decode.refused.val();

        // What it will write.
        let access: Access = self.ports.access.val();
        let writes = access.op != CSR_READ.to_bits::<3>();
        self.answered.d.next.target = when(self.decode.target.val(), writes);
        self.answered.d.next.registers = bits::<3>(0);
        if writes & !self.array.records.val() {
            self.answered.d.next.registers = registers;
        }
        self.answered.d.next.place = place;
        self.operand.d.next = self.ports.data.val();
        self.sets.d.next = access.op == CSR_SET.to_bits::<3>();
        self.clears.d.next = access.op == CSR_CLEAR.to_bits::<3>();
    }

    /// The answer, and the value that is written after it.
    #[kernel]
    fn answer(&mut self) {
        let value = self.plain.q.val() | self.array.word.val();
        self.csr.csr_done.next = self.done.q.val();
        self.csr.csr_ours.next = self.ours.q.val();
        self.csr.csr_illegal.next = self.illegal.q.val();
        self.csr.csr_virtual.next = self.refused.q.val();
        self.csr.csr_value.next = value;
        self.ports.value.next = value;
        let operand = self.operand.q.val();
        self.written.d.next = operand;
        if self.sets.q.val() {
            self.written.d.next = value | operand;
        }
        if self.clears.q.val() {
            self.written.d.next = value & !operand;
        }
        self.finished.d.next = self.answered.q.val();
        if self.array.records.val() {
            self.finished.d.next.registers = bits::<3>(0);
        }
    }

    /// What the access of two cycles before writes.
    #[kernel]
    fn write(&mut self) {
        let written: Flight = self.finished.q.val();
        let value = self.written.q.val();
        let wide = value.get_bits::<64>(0);
        self.registers.target.next = written.target;
        self.status.target.next = written.target;
        self.registers.value.next = wide;
        if self._narrow {
            // Either half is written by itself.
            self.registers.value.next = wide | (wide << bits::<64>(32));
        }
        self.status.value.next = wide;
        self.status.clear.next = self.registers.clear.val();
        self.array.registers.next = written.registers;
        self.array.place.next = written.place;
        self.array.value.next = value;
        self.array.clear.next = self.registers.clear.val() | written.target.records;
    }
}

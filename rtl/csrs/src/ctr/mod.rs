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
pub use description::names as features;
pub use ports::{DebugPort, RetirePort, TransferPort};

use crate::codes::*;
use crate::CsrPort;
use array::Array;
use cycles::Cycles;
use debug::Ports;
use decode::Decode;
use description::blocks;
use lane::Lane;
use records::{when, when_hdl, Access, Block, Controls, Flight, Target, Verdict};
use registers::Registers;
use status::Status;
use tracewright_prim::*;
use transfer::{is_enabled, is_enabled_hdl, pair, pair_hdl, Transfer};

/// Control Transfer Records.
///
/// What the ports show is registered, and acts in the next cycle: what blocks do is decided, and what an access
/// reaches. In the cycle after that, records are written to the array, and the access reads. Two cycles later its
/// answer is at the outputs, and what it writes acts in the cycle after that. `ADDR` is `XLEN - 1`.
#[synchronous(build: Build)]
pub struct Ctr<const XLEN: usize, const ADDR: usize> {
    /// What retires.
    pub retire: RetirePort<XLEN>,
    /// What Control Transfer Records need beside the trace ingress port.
    pub transfers: TransferPort<XLEN>,
    /// Transfers: mcycle counts in this cycle.
    #[built(build.ctr.cycles)]
    pub cycle: Optional<Signal<In, Bit>>,
    /// The CSR port.
    pub csr: CsrPort<XLEN>,
    /// The debug port.
    pub debug: DebugPort,
    #[count(blocks(build))]
    lane: Vec<Lane<XLEN, ADDR>>,
    privilege: Reg<Bits<3>>,
    runs: Reg<Bit>,
    next_address: Reg<Bits<ADDR>>,
    next_privilege: Reg<Bits<3>>,
    #[built(build.ctr.cycles)]
    kept_cycle: Optional<Reg<Bit>>,
    ports: Ports<XLEN>,
    #[count(blocks(build))]
    transfer: Vec<Transfer>,
    status: Status,
    #[built(build.ctr.cycles)]
    cycles: Optional<Cycles>,
    array: Array<XLEN, ADDR>,
    /// There is a transfer, recorded or not.
    acts: Signal<Local, Bit>,
    registers: Registers,
    decode: Decode,
    /// First stage of an access: what the CSRs outside the array hold (`named`), and whether it may be read (`reads`).
    named: Reg<Bits<XLEN>>,
    reads: Reg<Bit>,
    read: Reg<Bits<3>>,
    judged: Reg<Verdict>,
    asked: Reg<Flight>,
    /// Second stage, in which the array has read: what the answer has of the other CSRs, or of the debug port.
    plain: Reg<Bits<XLEN>>,
    passed: Reg<Verdict>,
    answered: Reg<Flight>,
    /// Third stage: the access is answered, and writes.
    others: Reg<Bits<XLEN>>,
    verdict: Reg<Verdict>,
    finished: Reg<Flight>,
    #[new(build.xlen == 32)]
    _narrow: bool,
}

#[kernel]
impl<const XLEN: usize, const ADDR: usize> Ctr<XLEN, ADDR> {
    fn update(&mut self) {
        self.take();
        self.record();
        self.count();
        self.reach();
        self.read();
        self.answer();
        self.write();
    }

    /// Takes what the ports show.
    fn take(&mut self) {
        connect!(lane[..]: retire.{itype[..], iaddr[..], iretire[..], ilastsize[..]}, transfers.{breakpoint, lcofi});
        for i in 0..self.transfers.mispredict.len() {
            self.lane[i].mispredict.next = self.transfers.mispredict[i].val();
        }
        self.privilege.d.next = self.retire.privilege.val();
        let is_debug = self.retire.privilege.val() == PRIVILEGE_DEBUG.to_bits::<3>();
        self.runs.d.next = !self.retire.halted.val() & !is_debug;
        self.next_address.d.next = self.transfers.next_iaddr.val().get_bits::<ADDR>(1);
        self.next_privilege.d.next = self.transfers.next_privilege.val();
        self.kept_cycle.d.next = self.cycle.val();
        connect!(ports: debug, csr.{csr_op, csr_address, csr_data, csr_privilege});
    }

    /// Blocks to records, the oldest first. After a block that freezes, the newer ones of the cycle are not recorded.
    fn record(&mut self) {
        let mut frozen: Bit = self.status.frozen.val();
        let mut acts: Bit = false;
        for i in 0..self.lane.len() {
            let block: Block<ADDR> = self.lane[i].block.val();
            self.transfer[i].transfers.next = block.transfers & self.runs.q.val();
            self.transfer[i].itype.next = block.itype;
            connect!(transfer[i]: before = privilege.q, after = next_privilege.q);
            let mut target: Bits<ADDR> = self.next_address.q.val();
            // The nearest valid block after this one, if there is one, is where it leads.
            for k in 1..self.lane.len() - i {
                if self.lane[self.lane.len() - k].block.val().valid {
                    target = self.lane[self.lane.len() - k].block.val().address;
                    self.transfer[i].after.next = self.privilege.q.val();
                }
            }
            connect!(transfer[i]: registers.controls, status.action[i], cycles.action[i]);
            self.transfer[i].breakpoint.next = block.breakpoint;
            self.transfer[i].overflow.next = block.overflow;
            self.transfer[i].frozen.next = frozen;
            frozen = self.transfer[i].freezes.val();
            acts |= self.transfer[i].acts.val();
            connect!(array.mark[i].next: transfer[i].action.val().{records, pops}, status.place[i]);
            connect!(array.entry[i].next: transfer[i].action.val().{shows_source = source, shows_target = target},
                cycles.{counted[i], count[i]});
            self.array.entry[i].next.address = block.address;
            self.array.entry[i].next.offset = block.offset;
            self.array.entry[i].next.target = target;
            self.array.entry[i].next.mispredict = block.mispredict;
            self.array.entry[i].next.kind = block.itype;
        }
        self.status.freezes.next = frozen;
        self.acts.next = acts;
        self.array.acts.next = acts;
        connect!(status: registers.{last, next_last});
    }

    /// Counts a qualified cycle: mcycle counts, the mode is enabled, FROZEN is 0, and the hart is not in debug mode.
    fn count(&mut self) {
        let controls: Controls = self.registers.controls.val();
        let modes = pair(controls.main.supervisor, controls.main.user);
        let guest_modes = pair(controls.guest.supervisor, controls.guest.user);
        let is_recorded = is_enabled(self.privilege.q.val(), controls.machine, modes, guest_modes);
        self.cycles.counts.next = self.kept_cycle.q.val() & is_recorded & self.runs.q.val() & !self.status.frozen.val();
        let written: Flight = self.finished.q.val();
        self.cycles.forget.next = self.registers.control_written.val() | written.target.records;
    }

    /// What the access reaches. Entries from the depth on (`is_beyond`) read 0 and ignore writes.
    fn reach(&mut self) {
        let access: Access = self.ports.access.val();
        connect!(decode: ports.access, registers.{machine_enable, hypervisor_enable, machine_select, supervisor_select,
            guest_select, asked = read});
        connect!(judged.d.next: decode.{ours, illegal, refused});
        let asked: Target = self.decode.asked.val();
        let mut word: Bits<64> = self.registers.word.val();
        if asked.status {
            word = word | self.status.word.val();
        }
        let half: Bits<64> = if self._narrow & asked.high { word >> bits::<64>(32) } else { word };
        self.named.d.next = half.get_bits::<XLEN>(0);

        let last = self.registers.last.val();
        let entry = self.decode.entry.val();
        let is_beyond = (entry & !last).any();
        let open_registers: Bits<3> = if is_beyond { bits::<3>(0) } else { self.decode.registers.val() };
        let writes = access.op != CSR_READ.to_bits::<3>();
        // What the debug port brings takes the way of what is read, and is then written: so nothing else is read.
        self.reads.d.next = self.decode.reached.val() & !access.brings;
        self.read.d.next = if access.brings { bits::<3>(0) } else { open_registers };
        self.asked.d.next.target = when(self.decode.target.val(), writes);
        let stays = writes & !self.acts.val();
        self.asked.d.next.registers = if stays { open_registers } else { bits::<3>(0) };
        // Logical entry n is physical entry WRPTR - 1 - n, modulo the depth: `!entry` is -1 - n.
        self.asked.d.next.place = (self.status.pointer.val() + !entry) & last;
        self.asked.d.next.sets = (access.op == CSR_SET.to_bits::<3>()) | access.brings;
        self.asked.d.next.clears = (access.op == CSR_CLEAR.to_bits::<3>()) | access.brings;
    }

    /// What the access reads.
    fn read(&mut self) {
        let asked: Flight = self.asked.q.val();
        self.array.read.next = self.read.q.val();
        self.array.read_place.next = asked.place;
        let word: Bits<XLEN> = if self.reads.q.val() { self.named.q.val() } else { bits::<XLEN>(0) };
        self.plain.d.next = word | self.ports.shown.val();
        self.passed.d.next = self.judged.q.val();
        self.answered.d.next = self.asked.q.val();
        if self.acts.val() {
            self.answered.d.next.registers = bits::<3>(0);
        }
    }

    /// The answer of the access.
    fn answer(&mut self) {
        self.others.d.next = self.plain.q.val();
        self.verdict.d.next = self.passed.q.val();
        let value = self.others.q.val() | self.array.word.val();
        let verdict: Verdict = self.verdict.q.val();
        let answers = self.ports.answers.val();
        self.csr.csr_done.next = answers;
        self.csr.csr_ours.next = verdict.ours;
        self.csr.csr_illegal.next = verdict.illegal;
        self.csr.csr_virtual.next = verdict.refused;
        self.csr.csr_value.next = value;
        self.ports.value.next = value;
        self.finished.d.next = self.answered.q.val();
        if self.acts.val() {
            self.finished.d.next.registers = bits::<3>(0);
        }
    }

    /// What the access writes, in the cycle of its answer: for set and clear, what was read with bits changed.
    fn write(&mut self) {
        let written: Flight = self.finished.q.val();
        let old = self.others.q.val() | self.array.word.val();
        let operand = self.ports.operand.val();
        let with_ones: Bits<XLEN> = if written.clears { old } else { old | operand };
        let without: Bits<XLEN> = if written.clears { old & !operand } else { operand };
        let new_value: Bits<XLEN> = if written.sets { with_ones } else { without };
        let wide = new_value.get_bits::<64>(0);
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
        self.array.value.next = new_value;
        self.array.clear.next = self.registers.clear.val() | written.target.records;
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The debug port, and which of both ports has an access (docs/ctr.md, "The debug port").

use super::ports::DebugPort;
use super::records::Access;
use crate::codes::*;
use tracewright_prim::*;

/// What an access of the debug port has to do with its registers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct DebugWay {
    /// The access reads ctrDebugSelect.
    select: Bit,
    /// The access reads the upper half that was kept.
    upper: Bit,
    /// The access writes the lower half that was kept.
    lower: Bit,
    /// The access writes what the port shows.
    data: Bit,
}

/// Takes the accesses of both ports: that of the CSR port always, that of the debug port where there is room.
#[synchronous(build: Build)]
pub struct Ports<const XLEN: usize> {
    /// What the CSR instruction does: 1 read, 2 write, 3 set, 4 clear, 5 SCTRCLR; 0 if there is none.
    pub csr_op: Signal<In, Bits<3>>,
    /// Number of the CSR.
    pub csr_address: Signal<In, Bits<12>>,
    /// The operand of the CSR instruction.
    pub csr_data: Signal<In, Bits<XLEN>>,
    /// The mode that the CSR instruction runs in.
    pub csr_privilege: Signal<In, Bits<3>>,
    /// The debug port.
    pub debug: DebugPort,
    /// The access, a cycle later.
    pub access: Signal<Out, Access>,
    /// The operand of the last access of the CSR port.
    pub operand: Signal<Out, Bits<XLEN>>,
    /// What the debug port adds to the answer, two cycles later: what its registers show, or what it writes.
    pub shown: Signal<Out, Bits<XLEN>>,
    /// The answer, four cycles later.
    pub value: Signal<In, Bits<XLEN>>,
    /// The answer is to the CSR port.
    pub answers: Signal<Out, Bit>,
    kept: Reg<Access>,
    #[new(Hold::default())]
    data: Hold<XLEN>,
    /// Accesses of the CSR port and of the debug port, and reads of ctrDebugLow: a cycle before, and so on.
    of_csr: Reg<Bits<4>>,
    taken: Reg<Bits<4>>,
    reads_low: Reg<Bits<4>>,
    way: Reg<DebugWay>,
    later: Reg<DebugWay>,
    /// What was written, or read, since the port was locked. The rest is as 0.
    has_select: Reg<Bit>,
    #[built(build.xlen == 64)]
    has_lower: Optional<Reg<Bit>>,
    #[built(build.xlen == 64)]
    has_upper: Optional<Reg<Bit>>,
    #[new(Hold::default())]
    select: Hold<13>,
    /// The lower half of what will be written.
    #[built(build.xlen == 64)]
    #[new(Hold::default())]
    lower: Optional<Hold<32>>,
    /// The upper half of what was read.
    #[built(build.xlen == 64)]
    #[new(Hold::default())]
    upper: Optional<Hold<32>>,
    #[new(build.xlen == 32)]
    _narrow: bool,
}

#[kernel]
impl<const XLEN: usize> Ports<XLEN> {
    fn update(&mut self) {
        self.take();
        self.show();
    }

    /// Takes an access of either port.
    fn take(&mut self) {
        let is_csr = self.csr_op.val().any();
        let locked = self.debug.debug_locked.val();
        let is_free = !is_csr & !self.of_csr.q.val().any() & !self.taken.q.val().any();
        let taken = self.debug.debug_request.val() & is_free;
        let opened = taken & !locked;
        let address = self.debug.debug_addr.val();
        let at_select = address == DEBUG_SELECT.to_bits::<2>();
        let at_low = address == DEBUG_LOW.to_bits::<2>();
        let at_high = address == DEBUG_HIGH.to_bits::<2>();
        let writes = opened & self.debug.debug_write.val();
        let reads = opened & !self.debug.debug_write.val();
        let has_select = self.has_select.q.val();
        let stores: Bit = if self._narrow { writes & at_low } else { writes & at_high };
        let select: Bits<13> = self.select.read_data.val();

        // The access: of the debug port as from M-mode.
        self.kept.d.next.valid = is_csr | ((stores | (reads & at_low)) & has_select);
        self.kept.d.next.brings = stores & has_select;
        connect!(kept.d.next: op = csr_op, address = csr_address, privilege = csr_privilege);
        self.kept.d.next.entry = false;
        if !is_csr {
            self.kept.d.next.op = CSR_READ.to_bits::<3>();
            if writes {
                self.kept.d.next.op = CSR_WRITE.to_bits::<3>();
            }
            self.kept.d.next.address = select.get_bits::<12>(0);
            self.kept.d.next.privilege = PRIVILEGE_M.to_bits::<3>();
            self.kept.d.next.entry = select.get_bit(12);
        }
        self.data.write.next = is_csr;
        self.data.write_data.next = self.csr_data.val();
        self.of_csr.d.next = (self.of_csr.q.val() << bits::<4>(1)) | bit_cast::<4, 1>(is_csr.into());
        self.taken.d.next = (self.taken.q.val() << bits::<4>(1)) | bit_cast::<4, 1>(taken.into());
        self.reads_low.d.next = (self.reads_low.q.val() << bits::<4>(1)) | bit_cast::<4, 1>((reads & at_low).into());

        // What it has to do with the registers of the port.
        self.way.d.next.select = reads & at_select & has_select;
        self.way.d.next.upper = reads & at_high & self.has_upper.q.val();
        self.way.d.next.lower = stores & self.has_lower.q.val();
        self.way.d.next.data = stores;
        self.later.d.next = self.way.q.val();
        self.select.write.next = writes & at_select;
        self.select.write_data.next = self.debug.debug_wdata.val().get_bits::<13>(0);
        self.lower.write.next = writes & at_low;
        self.lower.write_data.next = self.debug.debug_wdata.val();
        self.has_select.d.next = !locked & (has_select | (writes & at_select));
        self.has_lower.d.next = !locked & (self.has_lower.q.val() | (writes & at_low));
        self.has_upper.d.next = !locked & (self.has_upper.q.val() | (reads & at_low));
    }

    /// What the registers of the port show, and the end of the access.
    fn show(&mut self) {
        let later: DebugWay = self.later.q.val();
        let select: Bits<32> =
            if later.select { bit_cast::<32, 13>(self.select.read_data.val()) } else { bits::<32>(0) };
        let upper: Bits<32> = if later.upper { self.upper.read_data.val() } else { bits::<32>(0) };
        let lower: Bits<32> = if later.lower { self.lower.read_data.val() } else { bits::<32>(0) };
        let low = select | upper | lower;
        let data: Bits<32> = if later.data { self.debug.debug_wdata.val() } else { bits::<32>(0) };
        if self._narrow {
            self.shown.next = (low | data).get_bits::<XLEN>(0);
        } else {
            self.shown.next = low.get_bits::<XLEN>(0) | (data.get_bits::<XLEN>(0) << bits::<6>(32));
        }
        self.upper.write.next = self.reads_low.q.val().get_bit(3);
        self.upper.write_data.next = (self.value.val() >> bits::<6>(32)).get_bits::<32>(0);
        connect!(self: access = kept.q, operand = data.read_data);
        self.answers.next = self.of_csr.q.val().get_bit(3);
        self.debug.debug_done.next = self.taken.q.val().get_bit(3);
        self.debug.debug_rdata.next = self.value.val().get_bits::<32>(0);
    }
}

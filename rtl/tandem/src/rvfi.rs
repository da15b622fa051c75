// SPDX-License-Identifier: Apache-2.0
//! From the RISC-V Formal Interface to the port of the encoder (docs/tandem.md, "Cores with RVFI").

use crate::codes::*;
use crate::has::{has, Has};
use crate::records::{Instruction, Request, Response, Retired, Sized, Word, Write};
use tracewright_prim::*;

/// What RVFI does not show, from ports of its own.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Beside<const X: usize, const F: usize, const M: usize, const V: usize> {
    /// A floating-point register.
    #[built(fpr)]
    pub fpr: Write<5, F>,
    /// The first CSR.
    #[built(csr)]
    pub csr0: Write<12, X>,
    /// The second CSR.
    #[built(csr_2)]
    pub csr1: Write<12, X>,
    /// The third CSR.
    #[built(csr_3)]
    pub csr2: Write<12, X>,
    /// The fourth CSR.
    #[built(csr_4)]
    pub csr3: Write<12, X>,
    /// fcsr.
    #[built(fcsr)]
    pub fcsr: Word<8>,
    /// Privilege mode after the retirement.
    #[built(privilege)]
    pub privilege: Word<2>,
    /// A request on the memory bus.
    #[built(memory)]
    pub request: Request<M, V>,
    /// The response to the request.
    #[built(memory)]
    pub response: Response<V>,
    /// mtime, before the retirement.
    #[built(outside)]
    pub mtime: Word<64>,
    /// A CSR that has changed by itself, before the retirement.
    #[built(outside)]
    pub unobserved: Write<12, X>,
}

/// Shows what a core retires at its RVFI as retirements, in the same cycle. The first one after reset is preceded by
/// the initialisation of pc and privilege mode, for which the core is held.
#[synchronous(build: Build)]
pub struct Rvfi<const X: usize, const F: usize, const M: usize, const V: usize> {
    /// An instruction retired, or trapped.
    pub rvfi_valid: Signal<In, Bit>,
    /// The instruction as it is in memory.
    pub rvfi_insn: Signal<In, Bits<32>>,
    /// Address of the instruction.
    pub rvfi_pc_rdata: Signal<In, Bits<X>>,
    /// Address of the instruction that comes next, also after a trap.
    pub rvfi_pc_wdata: Signal<In, Bits<X>>,
    /// The integer register that the instruction writes; 0 if none.
    #[built(has(build).gpr)]
    pub rvfi_rd_addr: Optional<Signal<In, Bits<5>>>,
    /// What the instruction writes to that register.
    #[built(has(build).gpr)]
    pub rvfi_rd_wdata: Optional<Signal<In, Bits<X>>>,
    /// Address of the instruction's access, or of the word that it is in.
    #[built(has(build).accesses)]
    pub rvfi_mem_addr: Optional<Signal<In, Bits<X>>>,
    /// Bytes that the access reads, from that address on.
    #[built(has(build).paddr || has(build).eaddr)]
    #[width(build.xlen / 8)]
    pub rvfi_mem_rmask: Optional<Narrow<In, 8>>,
    /// Bytes that the access writes, from that address on.
    #[built(has(build).accesses)]
    #[width(build.xlen / 8)]
    pub rvfi_mem_wmask: Optional<Narrow<In, 8>>,
    /// What the access writes in those bytes.
    #[built(has(build).store)]
    pub rvfi_mem_wdata: Optional<Signal<In, Bits<X>>>,
    /// What RVFI does not show.
    #[built(has(build).beside)]
    pub beside: Optional<Signal<In, Beside<X, F, M, V>>>,
    /// What retires.
    pub retired: Signal<Out, Retired<X, F, M, V>>,
    /// What retires is not taken.
    pub stall: Signal<In, Bit>,
    /// The core is to show the same again.
    pub hold: Signal<Out, Bit>,
    /// pc has been initialised.
    begun: Reg<Bit>,
    #[new(has(build))]
    _has: Has,
}

impl<const X: usize, const F: usize, const M: usize, const V: usize> Logic for Rvfi<X, F, M, V> {
    #[kernel]
    fn update(&mut self) {
        let begins = !self.begun.q.val();
        self.hold.next = self.stall.val() | (self.rvfi_valid.val() & begins);
        if self.rvfi_valid.val() & !self.stall.val() {
            self.begun.d.next = true;
        }

        // Masks are of a whole word or of the access: its address is that of the lowest byte.
        let written = self.rvfi_mem_wmask.val();
        let mask = written | self.rvfi_mem_rmask.val();
        let mut first: Bits<3> = 0.into();
        if !mask.get_bits::<4>(0).any() {
            first = bits::<3>(4);
        }
        let half = if first.any() { mask.get_bits::<4>(4) } else { mask.get_bits::<4>(0) };
        if !half.get_bits::<2>(0).any() {
            first = first | bits::<3>(2);
        }
        let pair = if half.get_bits::<2>(0).any() { half.get_bits::<2>(0) } else { half.get_bits::<2>(2) };
        if !pair.get_bit(0) {
            first = first | bits::<3>(1);
        }
        let access = written >> bit_cast::<8, 3>(first);
        let mut power: Bits<2> = 0.into();
        if access.get_bit(1) {
            power = bits::<2>(1);
        }
        if access.get_bit(3) {
            power = bits::<2>(2);
        }
        if access.get_bit(7) {
            power = bits::<2>(3);
        }
        let place = self.rvfi_mem_addr.val() | bit_cast::<X, 3>(first);
        let data = self.rvfi_mem_wdata.val() >> (bit_cast::<X, 3>(first) << bits::<X>(3));

        let beside: Beside<X, F, M, V> = self.beside.val();
        let code = if begins { KIND_INITIALISATION.to_bits::<2>() } else { bits::<2>(0) };
        let pc = if begins { self.rvfi_pc_rdata.val() } else { self.rvfi_pc_wdata.val() };
        let insn = self.rvfi_insn.val();
        let retires = !begins;
        let address = Word::<M> { valid: retires & mask.any(), data: bit_cast::<M, X>(place) };
        self.retired.next = Retired::<X, F, M, V> {
            valid: self.rvfi_valid.val(),
            kind: code,
            pc: Word::<X> { valid: true, data: pc },
            instruction: Instruction { valid: retires, compressed: insn.get_bits::<2>(0) != bits::<2>(3), data: insn },
            gpr: Write::<5, X> {
                valid: retires & self.rvfi_rd_addr.val().any(),
                number: self.rvfi_rd_addr.val(),
                data: self.rvfi_rd_wdata.val(),
            },
            fpr: beside.fpr,
            csr0: beside.csr0,
            csr1: beside.csr1,
            csr2: beside.csr2,
            csr3: beside.csr3,
            fcsr: beside.fcsr,
            paddr: address,
            eaddr: address,
            store: Sized::<V> { valid: retires & written.any(), size: power, data: bit_cast::<V, X>(data) },
            privilege: beside.privilege,
            request: beside.request,
            response: beside.response,
            mtime: beside.mtime,
            unobserved: beside.unobserved,
        };
        // The initialisation has pc and privilege mode alone; a hart begins in M-mode. The rest is in what follows it.
        if begins {
            self.retired.next.fpr.valid = false;
            self.retired.next.csr0.valid = false;
            self.retired.next.csr1.valid = false;
            self.retired.next.csr2.valid = false;
            self.retired.next.csr3.valid = false;
            self.retired.next.fcsr.valid = false;
            self.retired.next.privilege.valid = true;
            self.retired.next.privilege.data = bits::<2>(3);
            self.retired.next.request.valid = false;
            self.retired.next.response.valid = false;
            self.retired.next.mtime.valid = false;
            self.retired.next.unobserved.valid = false;
        }
    }
}

#[cfg(test)]
mod tests;

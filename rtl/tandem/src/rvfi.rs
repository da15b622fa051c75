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
/// the initialisation of pc, for which the core is held.
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
            fpr: Write::<5, F> { valid: retires & beside.fpr.valid, number: beside.fpr.number, data: beside.fpr.data },
            csr0: Write::<12, X> {
                valid: retires & beside.csr0.valid,
                number: beside.csr0.number,
                data: beside.csr0.data,
            },
            csr1: Write::<12, X> {
                valid: retires & beside.csr1.valid,
                number: beside.csr1.number,
                data: beside.csr1.data,
            },
            csr2: Write::<12, X> {
                valid: retires & beside.csr2.valid,
                number: beside.csr2.number,
                data: beside.csr2.data,
            },
            csr3: Write::<12, X> {
                valid: retires & beside.csr3.valid,
                number: beside.csr3.number,
                data: beside.csr3.data,
            },
            fcsr: Word::<8> { valid: retires & beside.fcsr.valid, data: beside.fcsr.data },
            paddr: address,
            eaddr: address,
            store: Sized::<V> { valid: retires & written.any(), size: power, data: bit_cast::<V, X>(data) },
            // A hart begins in M-mode.
            privilege: Word::<2> {
                valid: begins | beside.privilege.valid,
                data: if begins { bits::<2>(3) } else { beside.privilege.data },
            },
            request: Request::<M, V> {
                valid: retires & beside.request.valid,
                address: beside.request.address,
                operation: beside.request.operation,
                size: beside.request.size,
                data: beside.request.data,
            },
            response: Response::<V> {
                valid: retires & beside.response.valid,
                failed: beside.response.failed,
                data: beside.response.data,
            },
            mtime: Word::<64> { valid: retires & beside.mtime.valid, data: beside.mtime.data },
            unobserved: Write::<12, X> {
                valid: retires & beside.unobserved.valid,
                number: beside.unobserved.number,
                data: beside.unobserved.data,
            },
        };
    }
}

#[cfg(test)]
mod tests;

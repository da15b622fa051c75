// SPDX-License-Identifier: Apache-2.0
//! What the ingress port says of one instruction (N-Trace Table 2). Interrupts, itype 2, are blocks of kernel.rs.

use crate::codes::*;
use tracewright_prim::*;

/// From an instruction, its address and the next one, to how it ends a block.
#[derive(Module)]
#[module(build: Build)]
pub struct Decode<const XLEN: usize> {
    /// The instruction as it is in memory; of a compressed one its low half alone matters.
    pub insn: Signal<In, Bits<32>>,
    /// The instruction trapped.
    pub trap: Signal<In, Bit>,
    /// The instruction's address.
    pub pc_rdata: Signal<In, Bits<XLEN>>,
    /// Address of the next instruction, interrupts left out.
    pub pc_wdata: Signal<In, Bits<XLEN>>,
    /// How the instruction ends a block: a code `ITYPE_`.
    pub itype: Signal<Out, Bits<4>>,
    /// The instruction retired: it did not trap, or is ecall, which is reported after retirement (N-Trace Table 2).
    pub retired: Signal<Out, Bit>,
    /// The instruction has two half-words.
    pub full_size: Signal<Out, Bit>,
    /// The instruction is a trap return.
    #[built(build.ingress.interrupt_address && build.encoder.context)]
    pub returns: Optional<Signal<Out, Bit>>,
    /// Register that has the target of a jump: where a large instruction names it, or a compressed one.
    rs1: Signal<Local, Bits<5>>,
    /// The instruction is a conditional branch.
    branch: Signal<Local, Bit>,
    /// The instruction is a direct jump.
    jump: Signal<Local, Bit>,
    /// The instruction is a jump to an address in a register.
    jump_register: Signal<Local, Bit>,
    /// The jump sets x1 or x5, a link register: it is a call, or a co-routine swap.
    sets_link: Signal<Local, Bit>,
    /// The register that the jump sets is that of its target.
    same: Signal<Local, Bit>,
    /// itype has 4 bits: a code for each kind of jump. With 3 bits direct jumps have 0, all others 6.
    #[new(build.ingress.itype_width == 4)]
    _four: bool,
}

#[kernel]
impl<const XLEN: usize> Decode<XLEN> {
    fn update(&mut self) {
        self.fields();
        let insn = self.insn.val();
        let trap_return = (insn == INSN_URET.to_bits::<32>())
            | (insn == INSN_SRET.to_bits::<32>())
            | (insn == INSN_MRET.to_bits::<32>())
            | (insn == INSN_MNRET.to_bits::<32>());
        self.returns.next = trap_return;
        self.retired.next = !self.trap.val() | (insn == INSN_ECALL.to_bits::<32>());

        // Whether pc_wdata is pc_rdata plus the length (`step`), found without an adder. A bit of a sum differs from
        // the bit of pc_rdata where a carry comes into it; a carry comes out of a bit that was 1 and became 0. The bit
        // at which the length is added always differs: no carry comes into it from below.
        let differs = self.pc_rdata.val() ^ self.pc_wdata.val();
        let carries = self.pc_rdata.val() & !self.pc_wdata.val();
        let step = if self.full_size.val() { bits::<XLEN>(4) } else { bits::<XLEN>(2) };
        let sequential = differs == ((carries << bits::<7>(1)) | step);

        // A jump to a register that is no call or return; with 3-bit itype, any. `& 27` drops bit 2: 1 is x1 or x5.
        let other_jump: Bits<4> =
            if self._four { ITYPE_OTHER_UNINFERABLE_JUMP.to_bits() } else { ITYPE_UNINFERABLE_JUMP.to_bits() };
        let uses_link = (self.rs1.val() & bits::<5>(27)) == bits::<5>(1);
        self.itype.next = ITYPE_NONE.to_bits::<4>();
        if self.trap.val() {
            self.itype.next = ITYPE_EXCEPTION.to_bits::<4>();
        } else if self.branch.val() {
            self.itype.next =
                if sequential { ITYPE_BRANCH_NOT_TAKEN.to_bits::<4>() } else { ITYPE_BRANCH_TAKEN.to_bits::<4>() };
        } else if trap_return {
            self.itype.next = ITYPE_TRAP_RETURN.to_bits::<4>();
        } else if self.jump.val() {
            if self._four {
                self.itype.next = ITYPE_OTHER_INFERABLE_JUMP.to_bits::<4>();
                if self.sets_link.val() {
                    self.itype.next = ITYPE_INFERABLE_CALL.to_bits::<4>();
                }
            }
        } else if self.jump_register.val() {
            self.itype.next = other_jump;
            if self._four {
                if self.sets_link.val() & uses_link & !self.same.val() {
                    self.itype.next = ITYPE_CO_ROUTINE_SWAP.to_bits::<4>();
                } else if self.sets_link.val() {
                    self.itype.next = ITYPE_UNINFERABLE_CALL.to_bits::<4>();
                } else if uses_link {
                    self.itype.next = ITYPE_RETURN.to_bits::<4>();
                }
            }
        } else if !sequential {
            // An instruction that is none of these and does not go on with the next one, as a custom one or cm.jt, is
            // shown as an uninferable jump: its target is sent (N-Trace 10.1). One that goes on has itype 0, as above.
            self.itype.next = other_jump;
        }
    }

    /// What the instruction is, and its registers.
    fn fields(&mut self) {
        let insn = self.insn.val();
        let major = insn.get_bits::<7>(0);
        let funct3 = insn.get_bits::<3>(12);
        let compressed = (insn.get_bits::<5>(13) << bits::<3>(2)) | (insn.get_bits::<5>(0) & bits::<5>(3));
        let rd = insn.get_bits::<5>(7);
        self.full_size.next = insn.get_bits::<2>(0) == bits::<2>(3);
        self.branch.next = false;
        self.jump.next = false;
        self.jump_register.next = false;
        if self.full_size.val() {
            self.rs1.next = insn.get_bits::<5>(15);
            self.sets_link.next = (rd & bits::<5>(27)) == bits::<5>(1);
            self.same.next = rd == self.rs1.val();
            match major.index() {
                OPCODE_BRANCH => self.branch.next = funct3.get_bits::<2>(1) != bits::<2>(1),
                OPCODE_JAL => self.jump.next = true,
                OPCODE_JALR => self.jump_register.next = !funct3.any(),
                _ => {}
            }
        } else {
            self.rs1.next = rd;
            // Bit 12 is 1 in c.jalr, which sets x1, and 0 in c.jr. In c.j it is a bit of the offset: cleared below.
            self.sets_link.next = funct3.get_bit(0);
            self.same.next = self.rs1.val() == bits::<5>(1);
            match compressed.index() {
                COMPRESSED_JAL => self.jump_and_link(),
                COMPRESSED_J => {
                    self.jump.next = true;
                    self.sets_link.next = false;
                }
                COMPRESSED_BEQZ | COMPRESSED_BNEZ => self.branch.next = true,
                COMPRESSED_JR => self.jump_register.next = rd.any() & !insn.get_bits::<5>(2).any(),
                _ => {}
            }
        }
    }

    /// c.jal, which RV32 alone has.
    fn jump_and_link(&mut self) {
        if XLEN == 32 {
            self.jump.next = true;
            self.sets_link.next = true;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! What the ingress port says of one instruction (N-Trace Table 2).

use crate::codes::*;
use tracewright_prim::*;

/// From an instruction, its address and the next one, to how it ends a block.
#[derive(Module)]
pub struct Decode<const XLEN: usize> {
    /// The instruction as it is in memory; of a compressed one its low half alone matters.
    pub insn: Signal<In, Bits<32>>,
    /// It trapped.
    pub trap: Signal<In, Bit>,
    /// Its address.
    pub pc_rdata: Signal<In, Bits<XLEN>>,
    /// Address of the next one.
    pub pc_wdata: Signal<In, Bits<XLEN>>,
    /// How it ends a block.
    pub itype: Signal<Out, Bits<4>>,
    /// It retired.
    pub retired: Signal<Out, Bit>,
    /// It has two half-words.
    pub full_size: Signal<Out, Bit>,
    /// It is a trap return.
    pub returns: Vec<Signal<Out, Bit>>,
    major: Signal<Local, Bits<7>>,
    compressed: Signal<Local, Bits<5>>,
    funct3: Signal<Local, Bits<3>>,
    rd: Signal<Local, Bits<5>>,
    /// Register of the target: in its place in a large instruction, or in a compressed one.
    rs1: Signal<Local, Bits<5>>,
    /// Conditional branch.
    branch: Signal<Local, Bit>,
    /// Direct jump.
    jump: Signal<Local, Bit>,
    /// Jump to an address in a register.
    jump_register: Signal<Local, Bit>,
    trap_return: Signal<Local, Bit>,
    /// The register that is set by a jump, if there is one, is x1 or x5.
    sets_link: Signal<Local, Bit>,
    /// The register of the target is x1 or x5.
    uses_link: Signal<Local, Bit>,
    /// It is the one that is set.
    same: Signal<Local, Bit>,
    differs: Signal<Local, Bits<XLEN>>,
    carries: Signal<Local, Bits<XLEN>>,
    step: Signal<Local, Bits<XLEN>>,
    /// The next address is the one after the instruction.
    sequential: Signal<Local, Bit>,
    /// What a jump is to which no other code belongs.
    other_jump: Constant<Bits<4>>,
    _four: usize,
    _three: usize,
    _rv32: usize,
    _returns: usize,
}

impl<const XLEN: usize> Decode<XLEN> {
    /// With the itype of `build`.
    pub fn new(build: &Build) -> Self {
        let four = build.ingress.itype_width == 4;
        let returns = usize::from(build.ingress.interrupt_address && build.encoder.context);
        let other_jump = if four { ITYPE_OTHER_UNINFERABLE_JUMP } else { ITYPE_UNINFERABLE_JUMP };
        Decode {
            insn: Default::default(),
            trap: Default::default(),
            pc_rdata: Default::default(),
            pc_wdata: Default::default(),
            itype: Default::default(),
            retired: Default::default(),
            full_size: Default::default(),
            returns: many(returns),
            major: Default::default(),
            compressed: Default::default(),
            funct3: Default::default(),
            rd: Default::default(),
            rs1: Default::default(),
            branch: Default::default(),
            jump: Default::default(),
            jump_register: Default::default(),
            trap_return: Default::default(),
            sets_link: Default::default(),
            uses_link: Default::default(),
            same: Default::default(),
            differs: Default::default(),
            carries: Default::default(),
            step: Default::default(),
            sequential: Default::default(),
            other_jump: Constant::new(other_jump.to_bits()),
            _four: four.into(),
            _three: (!four).into(),
            _rv32: (XLEN == 32).into(),
            _returns: returns,
        }
    }
}

impl<const XLEN: usize> Logic for Decode<XLEN> {
    #[hdl_gen]
    fn update(&mut self) {
        self.full_size.next = self.insn.val().get_bits::<2>(0) == bits::<2>(3);
        self.major.next = self.insn.val().get_bits::<7>(0);
        self.funct3.next = self.insn.val().get_bits::<3>(12);
        self.compressed.next =
            (self.insn.val().get_bits::<5>(13) << bits::<3>(2)) | (self.insn.val().get_bits::<5>(0) & bits::<5>(3));
        self.rd.next = self.insn.val().get_bits::<5>(7);

        self.branch.next = false;
        self.jump.next = false;
        self.jump_register.next = false;
        if self.full_size.val() {
            self.rs1.next = self.insn.val().get_bits::<5>(15);
            self.sets_link.next = (self.rd.val() & bits::<5>(27)) == bits::<5>(1);
            self.same.next = self.rd.val() == self.rs1.val();
            match self.major.val().index() {
                OPCODE_BRANCH => {
                    self.branch.next = self.funct3.val().get_bits::<2>(1) != bits::<2>(1);
                }
                OPCODE_JAL => {
                    self.jump.next = true;
                }
                OPCODE_JALR => {
                    self.jump_register.next = !self.funct3.val().any();
                }
                _ => {}
            }
        } else {
            self.rs1.next = self.rd.val();
            // Bit 12 tells c.jalr, which sets x1, from c.jr, and c.j has it anywhere.
            self.sets_link.next = self.funct3.val().get_bit(0);
            self.same.next = self.rs1.val() == bits::<5>(1);
            match self.compressed.val().index() {
                COMPRESSED_JAL => {
                    for _i in 0..self._rv32 {
                        self.jump.next = true;
                        self.sets_link.next = true;
                    }
                }
                COMPRESSED_J => {
                    self.jump.next = true;
                    self.sets_link.next = false;
                }
                COMPRESSED_BEQZ => {
                    self.branch.next = true;
                }
                COMPRESSED_BNEZ => {
                    self.branch.next = true;
                }
                COMPRESSED_JR => {
                    self.jump_register.next = self.rd.val().any() & !self.insn.val().get_bits::<5>(2).any();
                }
                _ => {}
            }
        }
        self.uses_link.next = (self.rs1.val() & bits::<5>(27)) == bits::<5>(1);
        self.trap_return.next = (self.insn.val() == INSN_URET.to_bits::<32>())
            | (self.insn.val() == INSN_SRET.to_bits::<32>())
            | (self.insn.val() == INSN_MRET.to_bits::<32>())
            | (self.insn.val() == INSN_MNRET.to_bits::<32>());
        for i in 0..self._returns {
            self.returns[i].next = self.trap_return.val();
        }

        // A sum compared without an adder: each bit differs exactly if a carry comes into it, and one comes out of a
        // bit that was 1 and became 0. Where the length is added, a bit differs by itself, and none comes in from
        // below.
        self.differs.next = self.pc_rdata.val() ^ self.pc_wdata.val();
        self.carries.next = self.pc_rdata.val() & !self.pc_wdata.val();
        self.step.next = bits::<XLEN>(2);
        if self.full_size.val() {
            self.step.next = bits::<XLEN>(4);
        }
        self.sequential.next = self.differs.val() == ((self.carries.val() << bits::<7>(1)) | self.step.val());

        self.itype.next = ITYPE_NONE.to_bits::<4>();
        self.retired.next = !self.trap.val() | (self.insn.val() == INSN_ECALL.to_bits::<32>());
        if self.trap.val() {
            self.itype.next = ITYPE_EXCEPTION.to_bits::<4>();
        } else if self.branch.val() {
            self.itype.next = ITYPE_BRANCH_TAKEN.to_bits::<4>();
            if self.sequential.val() {
                self.itype.next = ITYPE_BRANCH_NOT_TAKEN.to_bits::<4>();
            }
        } else if self.trap_return.val() {
            self.itype.next = ITYPE_TRAP_RETURN.to_bits::<4>();
        } else if self.jump.val() {
            for _i in 0..self._four {
                self.itype.next = ITYPE_OTHER_INFERABLE_JUMP.to_bits::<4>();
                if self.sets_link.val() {
                    self.itype.next = ITYPE_INFERABLE_CALL.to_bits::<4>();
                }
            }
        } else if self.jump_register.val() {
            self.itype.next = self.other_jump.val();
            for _i in 0..self._four {
                if self.sets_link.val() & self.uses_link.val() & !self.same.val() {
                    self.itype.next = ITYPE_CO_ROUTINE_SWAP.to_bits::<4>();
                } else if self.sets_link.val() {
                    self.itype.next = ITYPE_UNINFERABLE_CALL.to_bits::<4>();
                } else if self.uses_link.val() {
                    self.itype.next = ITYPE_RETURN.to_bits::<4>();
                }
            }
        } else if !self.sequential.val() {
            self.itype.next = self.other_jump.val();
        }
    }
}

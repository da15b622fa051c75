// SPDX-License-Identifier: Apache-2.0
//! itype of an instruction (N-Trace Table 2), against the tables of `sw/messages/src/isa`.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rust_hdl_core::prelude::*;
use tracewright_adapters::Decode;
use tracewright_config::Build;
use tracewright_messages::isa::{classify, itype, Flow, ItypeWidth, Xlen};
use tracewright_messages::itype::*;
use tracewright_prim::bench::settle;

struct Bench<const XLEN: usize> {
    decode: Decode<XLEN>,
    width: u32,
}

impl<const XLEN: usize> Bench<XLEN> {
    fn new(width: u32) -> Self {
        let mut build = Build { xlen: XLEN as u32, ..Build::default() };
        build.ingress.itype_width = width;
        let mut decode = Decode::new(&build);
        decode.connect_all();
        Bench { decode, width }
    }

    /// itype, whether it retired, and whether it has two half-words.
    fn shown(&mut self, insn: u32, trap: bool, pc: u64, next: u64) -> (u8, bool, bool) {
        self.decode.insn.next = insn.to_bits();
        self.decode.trap.next = trap;
        self.decode.pc_rdata.next = pc.to_bits();
        self.decode.pc_wdata.next = next.to_bits();
        settle(&mut self.decode);
        let itype = self.decode.itype.val().to_u64() as u8;
        (itype, self.decode.retired.val(), self.decode.full_size.val())
    }

    /// Shows an instruction that goes on after itself, one that goes elsewhere, and one that traps.
    fn check(&mut self, insn: u32, rng: &mut SmallRng) {
        let xlen = if XLEN == 32 { Xlen::Rv32 } else { Xlen::Rv64 };
        let width = if self.width == 3 { ItypeWidth::Three } else { ItypeWidth::Four };
        let other = if self.width == 3 { UNINFERABLE_JUMP } else { OTHER_UNINFERABLE_JUMP };
        let class = classify(insn, xlen);
        let is_large = class.half_words == 2;
        // Now and then with a carry through many bits.
        let ones = xlen.wrap(u64::MAX << rng.random_range(1..XLEN));
        let pc = xlen.wrap(if rng.random() { rng.random::<u64>() & !1 } else { ones });
        let sequence = xlen.wrap(pc.wrapping_add(class.bytes()));
        let near = sequence ^ 2 << rng.random_range(0..XLEN - 1);
        let far = xlen.wrap(rng.random::<u64>() & !1);
        for next in [sequence, near, far, pc] {
            let sequential = next == sequence;
            let expected = match class.flow {
                Flow::Linear | Flow::Upper { .. } | Flow::Ecall | Flow::Ebreak => {
                    if sequential {
                        NONE
                    } else {
                        other
                    }
                }
                _ => itype(&class, !sequential, width),
            };
            let shown = self.shown(insn, false, pc, next);
            assert_eq!(shown, (expected, true, is_large), "{insn:#x} at {pc:#x}, next {next:#x}");
        }
        let is_ecall = class.flow == Flow::Ecall;
        assert_eq!(self.shown(insn, true, pc, far), (EXCEPTION, is_ecall, is_large), "{insn:#x}");
    }
}

fn every_instruction<const XLEN: usize>(width: u32) {
    let mut bench = Bench::<XLEN>::new(width);
    let mut rng = SmallRng::seed_from_u64(u64::from(width));
    for low in (0..1 << 16).filter(|low| low & 3 != 3) {
        bench.check(low | rng.random::<u32>() << 16, &mut rng);
    }
    // Every jump by its registers, every branch by its funct3, and what is like ecall and mret.
    for fields in 0..1 << 10 {
        bench.check(fields << 7 & 0xF80 | fields >> 5 << 15 | 0x67 | rng.random::<u32>() << 20, &mut rng);
        bench.check(fields << 7 & 0xF80 | 0x6F | rng.random::<u32>() << 12, &mut rng);
        bench.check(fields << 12 & 0x7000 | 0x63 | rng.random::<u32>() << 15, &mut rng);
        bench.check(fields << 12 & 0x7000 | 0x67 | rng.random::<u32>() << 15, &mut rng);
        bench.check(fields << 22 | 0x73, &mut rng);
    }
    for insn in [0x73, 0x0010_0073, 0x0020_0073, 0x1020_0073, 0x3020_0073, 0x7020_0073, 0x1050_0073, 0x7B20_0073] {
        bench.check(insn, &mut rng);
        for bit in 5..32 {
            bench.check(insn ^ 1 << bit, &mut rng);
        }
    }
    for _ in 0..5_000 {
        let insn = rng.random::<u32>() | 3;
        if insn & 0x1F != 0x1F {
            bench.check(insn, &mut rng);
        }
    }
}

#[test]
fn ntrace_table_2_of_rv32() {
    every_instruction::<32>(4);
}

#[test]
fn ntrace_table_2_of_rv32_with_3_bits() {
    every_instruction::<32>(3);
}

#[test]
fn ntrace_table_2_of_rv64() {
    every_instruction::<64>(4);
}

#[test]
fn ntrace_table_2_literally() {
    let mut bench = Bench::<32>::new(4);
    let cases = [
        (0x0000_0013, 0x104, NONE),                   // nop
        (0x0000_0463, 0x104, BRANCH_NOT_TAKEN),       // beq x0, x0, 8
        (0x0000_0463, 0x108, BRANCH_TAKEN),           // the same
        (0x0080_00EF, 0x108, INFERABLE_CALL),         // jal x1, 8
        (0x0080_02EF, 0x108, INFERABLE_CALL),         // jal x5, 8
        (0x0080_006F, 0x108, OTHER_INFERABLE_JUMP),   // jal x0, 8
        (0x0003_00E7, 0x108, UNINFERABLE_CALL),       // jalr x1, x6
        (0x0000_80E7, 0x108, UNINFERABLE_CALL),       // jalr x1, x1
        (0x0002_80E7, 0x108, CO_ROUTINE_SWAP),        // jalr x1, x5
        (0x0000_8067, 0x108, RETURN),                 // jalr x0, x1
        (0x0003_0067, 0x108, OTHER_UNINFERABLE_JUMP), // jalr x0, x6
        (0x3020_0073, 0x108, TRAP_RETURN),            // mret
        (0x0000_2001, 0x108, INFERABLE_CALL),         // c.jal
        (0x0000_A001, 0x108, OTHER_INFERABLE_JUMP),   // c.j
        (0x0000_9282, 0x108, CO_ROUTINE_SWAP),        // c.jalr x5
        (0x0000_9082, 0x108, UNINFERABLE_CALL),       // c.jalr x1
        (0x0000_8082, 0x108, RETURN),                 // c.jr x1
        (0x0000_8302, 0x108, OTHER_UNINFERABLE_JUMP), // c.jr x6
        (0x0000_C001, 0x102, BRANCH_NOT_TAKEN),       // c.beqz
        (0x0400_000B, 0x104, NONE),                   // custom-0
        (0x0400_000B, 0x200, OTHER_UNINFERABLE_JUMP), // custom-0, retirq of PicoRV32
    ];
    for (insn, next, expected) in cases {
        assert_eq!(bench.shown(insn, false, 0x100, next).0, expected, "{insn:#x} to {next:#x}");
    }
}

// SPDX-License-Identifier: Apache-2.0
//! docs/rvfi.md, cycle by cycle.

use super::Rvfi;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, IngressForm};
use tracewright_prim::bench::{settle, Clocked};

tracewright_prim::clocked! {
    [const X: usize, const N: usize, const I: usize, const M: usize, const P: usize] Rvfi<X, N, I, M, P>;
}

/// An instruction at a channel.
#[derive(Clone, Copy)]
struct Retired {
    pc: u64,
    insn: u64,
    next: u64,
    mode: u64,
    flags: u8,
}

const MRET: u64 = 0x3020_0073;

const TRAP: u8 = 1;
const INTR: u8 = 2;
const HALT: u8 = 4;
const DEBUG: u8 = 8;

const ECALL: u64 = 0x73;

/// A nop here.
fn nop(pc: u64, flags: u8) -> Option<Retired> {
    Some(Retired { pc, insn: 0x13, next: pc + 4, mode: 3, flags })
}

/// Place, itype, iaddr, iretire of a block; iaddr 0 of an interrupt that the build has no address of.
type Shown = (usize, u64, u64, u64);

struct Bench<const N: usize, const I: usize, const M: usize, const P: usize> {
    rvfi: Rvfi<32, N, I, M, P>,
}

impl<const N: usize, const I: usize, const M: usize, const P: usize> Bench<N, I, M, P> {
    fn new(change: impl FnOnce(&mut Build)) -> Self {
        let mut build = Build::default();
        build.ingress.blocks = N as u32;
        change(&mut build);
        Bench { rvfi: Rvfi::new(&build).reset() }
    }

    /// A cycle with these channels; returns what is shown in it.
    fn cycle(&mut self, channels: [Option<Retired>; N]) -> Vec<Shown> {
        let flags = |flag: u8| {
            let set = |n: usize| channels[n].is_some_and(|retired| retired.flags & flag != 0);
            (0..N).fold(0, |all, n| all | u64::from(set(n)) << n).to_bits::<N>()
        };
        self.rvfi.rvfi_trap.next = flags(TRAP);
        self.rvfi.rvfi_intr.next = flags(INTR);
        self.rvfi.rvfi_halt.next = flags(HALT);
        self.rvfi.debug_mode.next = flags(DEBUG);
        let mut valid = 0u64;
        let (mut insns, mut modes) = (bits::<I>(0), bits::<M>(0));
        let (mut addresses, mut nexts) = (bits::<P>(0), bits::<P>(0));
        for (n, retired) in channels.iter().enumerate().filter_map(|(n, retired)| retired.map(|retired| (n, retired))) {
            let place = (32 * n as u64).to_bits::<8>();
            valid |= 1 << n;
            insns = insns | retired.insn.to_bits::<I>() << place;
            modes = modes | retired.mode.to_bits::<M>() << (2 * n as u64).to_bits::<8>();
            addresses = addresses | retired.pc.to_bits::<P>() << place;
            nexts = nexts | retired.next.to_bits::<P>() << place;
        }
        self.rvfi.rvfi_valid.next = valid.to_bits();
        self.rvfi.rvfi_insn.next = insns;
        self.rvfi.rvfi_mode.next = modes;
        self.rvfi.rvfi_pc_rdata.next = addresses;
        self.rvfi.rvfi_pc_wdata.next = nexts;
        settle(&mut self.rvfi);
        let rvfi = &self.rvfi;
        let block = |n: usize| {
            let (itype, iretire) = (rvfi.itype[n].val().to_u64(), rvfi.iretire[n].val().to_u64());
            let iaddr = if itype == 2 && !rvfi.next_pc.is_built() { 0 } else { rvfi.iaddr[n].val().to_u64() };
            (itype != 0 || iretire != 0).then_some((n, itype, iaddr, iretire))
        };
        let shown = (0..N).filter_map(block).collect();
        self.rvfi.tick();
        shown
    }

    fn idle(&mut self) -> Vec<Shown> {
        self.cycle([None; N])
    }

    fn halted(&self) -> bool {
        self.rvfi.halted.val()
    }

    fn overflow(&self) -> bool {
        self.rvfi.overflow.val()
    }
}

type One = Bench<1, 32, 2, 32>;
type Two = Bench<2, 64, 4, 64>;

fn one() -> One {
    Bench::new(|_| ())
}

#[test]
fn an_instruction_is_a_block_two_cycles_later() {
    let mut bench = one();
    assert_eq!(bench.cycle([nop(0x100, 0)]), []);
    assert_eq!(bench.cycle([nop(0x104, 0)]), []);
    assert_eq!(bench.idle(), [(0, 0, 0x100, 2)]);
    assert_eq!(bench.idle(), [(0, 0, 0x104, 2)]);
    assert_eq!(bench.idle(), []);
}

#[test]
fn a_single_port_counts_instructions() {
    let mut bench = One::new(|build| build.ingress.form = IngressForm::Single);
    bench.cycle([nop(0x100, 0)]);
    bench.idle();
    assert!(bench.rvfi.ilastsize[0].val());
    assert_eq!(bench.idle(), [(0, 0, 0x100, 1)]);
}

#[test]
fn an_interrupt_is_shown_in_the_cycle_before_its_handler() {
    let mut bench = one();
    bench.cycle([nop(0x100, 0)]);
    assert_eq!(bench.idle(), []);
    assert_eq!(bench.cycle([nop(0x800, INTR)]), [(0, 0, 0x100, 2)]);
    assert_eq!(bench.cycle([nop(0x804, 0)]), [(0, 2, 0, 0)]);
    assert_eq!(bench.cycle([nop(0x808, 0)]), [(0, 0, 0x800, 2)]);
    assert_eq!(bench.idle(), [(0, 0, 0x804, 2)]);
    assert_eq!(bench.idle(), [(0, 0, 0x808, 2)]);
    assert!(!bench.overflow());
}

/// With addresses of interrupts.
fn addressed(build: &mut Build) {
    build.ingress.interrupt_address = true;
}

#[test]
fn an_interrupt_comes_at_what_would_have_run_next() {
    let mut bench = One::new(addressed);
    let jump = Retired { pc: 0x104, insn: 0x8067, next: 0x300, mode: 3, flags: 0 };
    bench.cycle([Some(jump)]);
    bench.idle();
    assert_eq!(bench.cycle([nop(0x800, INTR)]), [(0, 13, 0x104, 2)]);
    assert_eq!(bench.cycle([nop(0x900, INTR)]), [(0, 2, 0x300, 0)]);
    assert_eq!(bench.idle(), [(0, 0, 0x800, 2)]);
    assert_eq!(bench.cycle([nop(0xA00, DEBUG)]), [(0, 2, 0x804, 0)], "one that had to wait");
    assert_eq!(bench.cycle([nop(0xB00, INTR)]), [(0, 0, 0x900, 2)]);
    assert_eq!(bench.idle(), [(0, 2, 0xA04, 0)], "where debug mode returned to");
    assert_eq!(bench.idle(), [(0, 0, 0xB00, 2)]);
    assert!(!bench.overflow());
}

#[test]
fn an_interrupt_is_in_the_mode_that_it_came_in() {
    let mut bench = Two::new(|build| {
        addressed(build);
        build.encoder.context = true;
    });
    let mret = Some(Retired { pc: 0x100, insn: MRET, next: 0x300, mode: 3, flags: 0 });
    let mode = |bench: &Two| bench.rvfi.privilege.val().to_u64();
    bench.rvfi.return_mode.next = bits(0b0000);
    bench.cycle([mret, nop(0x800, INTR)]);
    bench.idle();
    assert_eq!(bench.idle(), [(0, 3, 0x100, 2)]);
    assert_eq!(mode(&bench), 0);
    assert_eq!(bench.idle(), [(1, 2, 0x300, 0)]);
    assert_eq!(mode(&bench), 3);
    bench.cycle([mret, None]);
    bench.idle();
    bench.rvfi.return_mode.next = bits(0b1111);
    assert_eq!(bench.cycle([None, nop(0x800, INTR)]), [(0, 3, 0x100, 2)]);
    assert_eq!(mode(&bench), 0);
    assert_eq!(bench.idle(), [(1, 2, 0x300, 0)], "shown early");
    assert_eq!(bench.idle(), [(1, 0, 0x800, 2)]);
    assert!(!bench.overflow());
}

#[test]
fn an_interrupt_without_a_cycle_before_it_takes_one_after_it() {
    let mut bench = one();
    bench.cycle([nop(0x100, 0)]);
    bench.cycle([nop(0x800, INTR)]);
    assert_eq!(bench.idle(), [(0, 0, 0x100, 2)]);
    assert_eq!(bench.cycle([nop(0x804, 0)]), [(0, 2, 0, 0)]);
    assert_eq!(bench.idle(), [(0, 0, 0x800, 2)]);
    assert_eq!(bench.idle(), [(0, 0, 0x804, 2)]);
    assert!(!bench.overflow());
}

#[test]
fn what_comes_in_that_cycle_is_lost_and_said_to_be() {
    let mut bench = one();
    bench.cycle([nop(0x100, 0)]);
    bench.cycle([nop(0x800, INTR)]);
    assert!(!bench.overflow());
    bench.cycle([nop(0x804, 0)]);
    assert!(bench.overflow());
    assert_eq!(bench.cycle([nop(0x808, 0)]), [(0, 2, 0, 0)]);
    assert_eq!(bench.idle(), [(0, 0, 0x800, 2)]);
    assert_eq!(bench.idle(), [(0, 0, 0x808, 2)]);
    bench.idle();
    assert!(bench.overflow());
}

#[test]
fn what_trapped_is_an_exception_and_its_handler_no_interrupt() {
    let mut bench = one();
    bench.cycle([nop(0x100, TRAP)]);
    bench.idle();
    assert_eq!(bench.cycle([nop(0x800, INTR)]), [(0, 1, 0x100, 0)]);
    assert_eq!(bench.idle(), []);
    assert_eq!(bench.idle(), [(0, 0, 0x800, 2)]);
}

#[test]
fn ntrace_table_2_ecall_retires_with_its_exception() {
    let mut bench = one();
    bench.cycle([Some(Retired { pc: 0x100, insn: ECALL, next: 0x800, mode: 3, flags: TRAP })]);
    bench.idle();
    assert_eq!(bench.idle(), [(0, 1, 0x100, 2)]);
}

#[test]
fn a_core_that_stops_is_halted_after_its_last_block() {
    let mut bench = one();
    bench.cycle([nop(0x100, HALT)]);
    bench.idle();
    assert!(!bench.halted());
    assert_eq!(bench.idle(), [(0, 0, 0x100, 2)]);
    assert!(bench.halted());
    bench.idle();
    assert!(bench.halted());
}

#[test]
fn debug_mode_is_halted_and_not_shown() {
    let mut bench = one();
    bench.cycle([nop(0x100, 0)]);
    bench.cycle([nop(0x800, DEBUG)]);
    assert_eq!(bench.cycle([nop(0x804, DEBUG)]), [(0, 0, 0x100, 2)]);
    assert!(bench.halted());
    assert_eq!(bench.cycle([nop(0x104, 0)]), []);
    assert!(bench.halted());
    assert_eq!(bench.idle(), []);
    assert!(!bench.halted());
    assert_eq!(bench.idle(), [(0, 0, 0x104, 2)]);
    assert!(!bench.halted());
}

#[test]
fn a_group_is_shown_at_the_places_of_its_channels() {
    let mut bench = Two::new(|_| ());
    bench.cycle([nop(0x100, 0), nop(0x104, 0)]);
    bench.cycle([None, nop(0x108, 0)]);
    assert_eq!(bench.idle(), [(0, 0, 0x100, 2), (1, 0, 0x104, 2)]);
    assert_eq!(bench.idle(), [(1, 0, 0x108, 2)]);
}

#[test]
fn an_interrupt_inside_a_group_ends_the_cycle() {
    let mut bench = Two::new(|_| ());
    bench.cycle([nop(0x100, 0), nop(0x800, INTR)]);
    bench.idle();
    assert_eq!(bench.cycle([nop(0x804, 0), nop(0x808, 0)]), [(0, 0, 0x100, 2), (1, 2, 0, 0)]);
    assert_eq!(bench.idle(), [(1, 0, 0x800, 2)]);
    assert_eq!(bench.idle(), [(0, 0, 0x804, 2), (1, 0, 0x808, 2)]);
    assert!(!bench.overflow());
}

#[test]
fn two_interrupts_of_a_group_take_a_cycle_each() {
    let mut bench = Two::new(|_| ());
    bench.cycle([nop(0x100, 0), None]);
    bench.cycle([nop(0x800, INTR), nop(0x900, INTR)]);
    assert_eq!(bench.idle(), [(0, 0, 0x100, 2)]);
    assert_eq!(bench.idle(), [(0, 2, 0, 0)]);
    assert_eq!(bench.idle(), [(0, 0, 0x800, 2), (1, 2, 0, 0)]);
    assert_eq!(bench.idle(), [(1, 0, 0x900, 2)]);
    assert!(!bench.overflow());
}

#[test]
fn a_trap_inside_a_group_ends_the_cycle() {
    let mut bench = Two::new(|_| ());
    bench.cycle([nop(0x100, TRAP), nop(0x800, INTR)]);
    bench.idle();
    assert_eq!(bench.idle(), [(0, 1, 0x100, 0)]);
    assert_eq!(bench.idle(), [(1, 0, 0x800, 2)]);
}

#[test]
fn blocks_of_a_cycle_have_one_privilege_mode() {
    let mut bench = Two::new(|build| build.encoder.context = true);
    let user = |pc| nop(pc, 0).map(|retired| Retired { mode: 0, ..retired });
    bench.cycle([nop(0x100, 0), user(0x104)]);
    bench.idle();
    assert_eq!(bench.rvfi.privilege.val().to_u64(), 3);
    assert_eq!(bench.idle(), [(0, 0, 0x100, 2)]);
    assert_eq!(bench.rvfi.privilege.val().to_u64(), 0);
    assert_eq!(bench.idle(), [(1, 0, 0x104, 2)]);
}

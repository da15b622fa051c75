// SPDX-License-Identifier: Apache-2.0
//! The adapter of a build.

use super::{Decode, Rvfi};
use tracewright_config::{Build, IngressForm};
use tracewright_prim::*;

impl<const XLEN: usize, const N: usize, const INSN: usize, const MODE: usize, const PC: usize>
    Rvfi<XLEN, N, INSN, MODE, PC>
{
    /// An adapter for the ingress port of `build`, which has `N` blocks.
    pub fn new(build: &Build) -> Self {
        let privilege = usize::from(build.encoder.context);
        let single = build.ingress.form == IngressForm::Single;
        let modes = N * privilege;
        let next = usize::from(build.ingress.interrupt_address);
        let next_mode = next * privilege;
        let flags = || (0..N).map(|_| Reg::new(build.reset)).collect::<Vec<_>>();
        let codes = || (0..N).map(|_| Reg::new(build.reset)).collect::<Vec<_>>();
        let addresses = |count: usize| (0..count).map(|_| Reg::new(build.reset)).collect::<Vec<_>>();
        let in_modes = |count: usize| (0..count).map(|_| Reg::new(build.reset)).collect::<Vec<_>>();
        Rvfi {
            clock: Default::default(),
            rst_n: Default::default(),
            rvfi_valid: Default::default(),
            rvfi_insn: Default::default(),
            rvfi_trap: Default::default(),
            rvfi_halt: Default::default(),
            rvfi_intr: Default::default(),
            rvfi_mode: Default::default(),
            rvfi_pc_rdata: Default::default(),
            rvfi_pc_wdata: Default::default(),
            debug_mode: Default::default(),
            return_mode: many(next_mode),
            itype: many(N),
            iaddr: many(N),
            iretire: many(N),
            ilastsize: many(N),
            privilege: many(privilege),
            halted: Default::default(),
            overflow: Default::default(),
            decode: (0..N).map(|_| Decode::new(build)).collect(),
            held: flags(),
            interrupted: flags(),
            held_itype: codes(),
            held_retired: flags(),
            held_full_size: flags(),
            held_pc: addresses(N),
            held_mode: in_modes(modes),
            held_from: addresses(N * next),
            held_from_mode: in_modes(N * next_mode),
            trapped: Reg::new(build.reset),
            stopped: Reg::new(build.reset),
            next_pc: addresses(next),
            next_mode: in_modes(next_mode),
            shown_itype: codes(),
            shown_retired: in_modes(N),
            shown_full_size: flags(),
            shown_pc: addresses(N),
            shown_mode: in_modes(privilege),
            shown_halted: Reg::new(build.reset),
            lost: Reg::new(build.reset),
            comes: many(N),
            comes_before: many(N + 1),
            trapped_before: many(N + 1),
            stopped_before: many(N + 1),
            next_before: many((N + 1) * next),
            next_mode_before: many((N + 1) * next_mode),
            interrupt: many(N),
            early: many(N),
            open: many(N + 1),
            shows: many(N),
            shows_interrupt: many(N),
            shows_before: many(N + 1),
            mode_before: many((N + 1) * privilege),
            same_mode: many(N),
            blocks_before: many(N + 1),
            remains_before: many(N + 1),
            held_before: many(N + 1),
            idle: Default::default(),
            remains: Default::default(),
            _rv32: (XLEN == 32).into(),
            _rv64: (XLEN == 64).into(),
            _channels: N,
            _privilege: privilege,
            _mode_channels: modes,
            _block: usize::from(!single),
            _interrupts: N * next,
            _interrupt_modes: N * next_mode,
            _next: next,
            _next_mode: next_mode,
        }
    }
}

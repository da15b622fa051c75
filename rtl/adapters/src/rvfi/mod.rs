// SPDX-License-Identifier: Apache-2.0
//! From the RISC-V Formal Interface to the blocks of the ingress port (docs/rvfi.md).

mod decode;
mod kernel;
mod new;
#[cfg(test)]
mod tests;

pub use decode::Decode;

use tracewright_prim::*;

/// Shows each instruction that a core retires as a block, two cycles later. The parameters are widths of `N` channels.
///
/// A group of instructions that retire together is held for a cycle, and as long as not all of it has been shown.
/// Meanwhile it is seen whether the next one begins with an interrupt, which is shown then if there is nothing else to
/// show.
#[derive(Module)]
pub struct Rvfi<const XLEN: usize, const N: usize, const INSN: usize, const MODE: usize, const PC: usize> {
    /// Rising edge; the clock of the core.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// An instruction retired, or trapped; channel 0 has the oldest.
    pub rvfi_valid: Signal<In, Bits<N>>,
    /// The instruction as it is in memory.
    pub rvfi_insn: Signal<In, Bits<INSN>>,
    /// It trapped.
    pub rvfi_trap: Signal<In, Bits<N>>,
    /// It is the last one before the core stops for good.
    pub rvfi_halt: Signal<In, Bits<N>>,
    /// It is the first one of a handler.
    pub rvfi_intr: Signal<In, Bits<N>>,
    /// Privilege mode it was executed in: 0 U, 1 S, 3 M.
    pub rvfi_mode: Signal<In, Bits<MODE>>,
    /// Its address.
    pub rvfi_pc_rdata: Signal<In, Bits<PC>>,
    /// Address of the next one, interrupts left out.
    pub rvfi_pc_wdata: Signal<In, Bits<PC>>,
    /// It was executed in debug mode, and is not shown.
    pub debug_mode: Signal<In, Bits<N>>,
    /// Privilege mode that a trap return, or a return from debug mode, leads to.
    pub return_mode: Vec<Signal<In, Bits<MODE>>>,
    /// How each block ends.
    pub itype: Vec<Signal<Out, Bits<4>>>,
    /// Address of each block's instruction.
    pub iaddr: Vec<Signal<Out, Bits<XLEN>>>,
    /// What retired in each block.
    pub iretire: Vec<Signal<Out, Bits<6>>>,
    /// The instruction is 2^ilastsize half-words.
    pub ilastsize: Vec<Signal<Out, Bit>>,
    /// Privilege mode of the blocks.
    pub privilege: Vec<Signal<Out, Bits<3>>>,
    /// The hart is in debug mode, or has stopped for good.
    pub halted: Signal<Out, Bit>,
    /// An instruction was lost: traps came faster than blocks can be shown.
    pub overflow: Signal<Out, Bit>,
    decode: Vec<Decode<XLEN>>,

    /// The group that is held.
    held: Vec<Reg<Bit>>,
    /// An interrupt came before this instruction, and has not been shown.
    interrupted: Vec<Reg<Bit>>,
    held_itype: Vec<Reg<Bits<4>>>,
    held_retired: Vec<Reg<Bit>>,
    held_full_size: Vec<Reg<Bit>>,
    held_pc: Vec<Reg<Bits<XLEN>>>,
    held_mode: Vec<Reg<Bits<2>>>,
    /// What would have run without the interrupt before this instruction.
    held_from: Vec<Reg<Bits<XLEN>>>,
    /// Privilege mode in which it would have run.
    held_from_mode: Vec<Reg<Bits<2>>>,
    /// The newest instruction trapped.
    trapped: Reg<Bit>,
    /// After the group that is held the hart is halted.
    stopped: Reg<Bit>,
    /// Address of the instruction after the newest one, interrupts left out.
    next_pc: Vec<Reg<Bits<XLEN>>>,
    /// Its privilege mode.
    next_mode: Vec<Reg<Bits<2>>>,

    /// What is shown.
    shown_itype: Vec<Reg<Bits<4>>>,
    shown_retired: Vec<Reg<Bits<2>>>,
    shown_full_size: Vec<Reg<Bit>>,
    shown_pc: Vec<Reg<Bits<XLEN>>>,
    shown_mode: Vec<Reg<Bits<2>>>,
    shown_halted: Reg<Bit>,
    lost: Reg<Bit>,

    /// A new instruction that will be shown.
    comes: Vec<Signal<Local, Bit>>,
    /// Whether an instruction comes in an older channel.
    comes_before: Vec<Signal<Local, Bit>>,
    /// The instruction before this one trapped.
    trapped_before: Vec<Signal<Local, Bit>>,
    stopped_before: Vec<Signal<Local, Bit>>,
    /// Address of this instruction, if there was no interrupt before it.
    next_before: Vec<Signal<Local, Bits<XLEN>>>,
    /// Its privilege mode, likewise.
    next_mode_before: Vec<Signal<Local, Bits<2>>>,
    /// An interrupt came before this instruction.
    interrupt: Vec<Signal<Local, Bit>>,
    /// It is shown before the group is held.
    early: Vec<Signal<Local, Bit>>,
    /// Blocks may be shown in this cycle, up to here.
    open: Vec<Signal<Local, Bit>>,
    /// The held instruction is shown.
    shows: Vec<Signal<Local, Bit>>,
    /// The interrupt before it is.
    shows_interrupt: Vec<Signal<Local, Bit>>,
    shows_before: Vec<Signal<Local, Bit>>,
    mode_before: Vec<Signal<Local, Bits<2>>>,
    /// The instruction has the mode of those that are shown.
    same_mode: Vec<Signal<Local, Bit>>,
    /// A block of any kind is shown, up to here.
    blocks_before: Vec<Signal<Local, Bit>>,
    /// An instruction remains, up to here.
    remains_before: Vec<Signal<Local, Bit>>,
    /// An instruction is held, up to here.
    held_before: Vec<Signal<Local, Bit>>,
    idle: Signal<Local, Bit>,
    remains: Signal<Local, Bit>,
    _rv32: usize,
    _rv64: usize,
    _channels: usize,
    _privilege: usize,
    _mode_channels: usize,
    _block: usize,
    _interrupts: usize,
    _interrupt_modes: usize,
    _next: usize,
    _next_mode: usize,
}

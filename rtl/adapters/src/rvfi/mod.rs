// SPDX-License-Identifier: Apache-2.0
//! From the RISC-V Formal Interface to the blocks of the ingress port (docs/rvfi.md).

mod decode;
mod kernel;
#[cfg(test)]
mod tests;

pub use decode::Decode;

use tracewright_prim::*;
use tracewright_verilog::language::Make;

/// Shows each instruction that a core retires as a block, two cycles later. The parameters are widths of `N` channels.
///
/// A group of instructions that retire together is held for a cycle, and as long as not all of it has been shown.
/// Meanwhile it is seen whether the next one begins with an interrupt, which is shown then if nothing else is.
#[derive(Module)]
#[module(build: Build)]
pub struct Rvfi<const XLEN: usize, const N: usize, const INSN: usize, const MODE: usize, const PC: usize> {
    /// Rising edge; the clock of the core.
    pub clock: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_n: Signal<In, Bit>,
    /// An instruction retired, or trapped; channel 0 has the oldest.
    pub rvfi_valid: Signal<In, Bits<N>>,
    /// The instruction as it is in memory.
    pub rvfi_insn: Signal<In, Bits<INSN>>,
    /// The instruction trapped.
    pub rvfi_trap: Signal<In, Bits<N>>,
    /// The instruction is the last one before the core stops for good.
    pub rvfi_halt: Signal<In, Bits<N>>,
    /// The instruction is the first one of a handler, of an interrupt or an exception.
    pub rvfi_intr: Signal<In, Bits<N>>,
    /// Privilege mode the instruction was executed in: 0 U, 1 S, 3 M.
    pub rvfi_mode: Signal<In, Bits<MODE>>,
    /// The instruction's address.
    pub rvfi_pc_rdata: Signal<In, Bits<PC>>,
    /// Address of the next instruction, interrupts left out.
    pub rvfi_pc_wdata: Signal<In, Bits<PC>>,
    /// The instruction was executed in debug mode, and is not shown.
    pub debug_mode: Signal<In, Bits<N>>,
    /// Privilege mode that a trap return, or a return from debug mode, leads to.
    #[built(has_next_mode(build))]
    pub return_mode: Optional<Signal<In, Bits<MODE>>>,
    /// How each block ends.
    pub itype: [Signal<Out, Bits<4>>; N],
    /// Address of each block's instruction.
    pub iaddr: [Signal<Out, Bits<XLEN>>; N],
    /// What retired in each block.
    pub iretire: [Signal<Out, Bits<6>>; N],
    /// The instruction is 2^ilastsize half-words.
    pub ilastsize: [Signal<Out, Bit>; N],
    /// Privilege mode of the blocks.
    #[built(build.encoder.context)]
    pub privilege: Optional<Signal<Out, Bits<3>>>,
    /// The hart is in debug mode, or has stopped for good.
    pub halted: Signal<Out, Bit>,
    /// An instruction was lost: traps came faster than blocks can be shown.
    pub overflow: Signal<Out, Bit>,
    decode: [Decode<XLEN>; N],

    /// The group that is held.
    held: [Reg<Bit>; N],
    /// An interrupt came before this instruction, and has not been shown.
    interrupted: [Reg<Bit>; N],
    held_itype: [Reg<Bits<4>>; N],
    held_retired: [Reg<Bit>; N],
    held_full_size: [Reg<Bit>; N],
    held_pc: [Reg<Bits<XLEN>>; N],
    #[new(each(build.encoder.context, build))]
    held_mode: [Optional<Reg<Bits<2>>>; N],
    /// What would have run without the interrupt before this instruction.
    #[new(each(build.ingress.interrupt_address, build))]
    held_from: [Optional<Reg<Bits<XLEN>>>; N],
    /// Privilege mode in which what is at `held_from` would have run.
    #[new(each(has_next_mode(build), build))]
    held_from_mode: [Optional<Reg<Bits<2>>>; N],
    /// The newest instruction trapped.
    trapped: Reg<Bit>,
    /// After the group that is held the hart is halted.
    stopped: Reg<Bit>,
    /// Address of the instruction after the newest one, interrupts left out.
    #[built(build.ingress.interrupt_address)]
    next_pc: Optional<Reg<Bits<XLEN>>>,
    /// Privilege mode of the instruction at `next_pc`.
    #[built(has_next_mode(build))]
    next_mode: Optional<Reg<Bits<2>>>,

    /// The blocks that are shown.
    shown_itype: [Reg<Bits<4>>; N],
    shown_retired: [Reg<Bits<2>>; N],
    shown_full_size: [Reg<Bit>; N],
    shown_pc: [Reg<Bits<XLEN>>; N],
    #[built(build.encoder.context)]
    shown_mode: Optional<Reg<Bits<2>>>,
    shown_halted: Reg<Bit>,
    lost: Reg<Bit>,

    /// The held instruction, or the interrupt before it, is shown.
    shows_block: [Signal<Local, Bit>; N],
    /// A block of any kind is shown.
    blocks: Signal<Local, Bit>,
    /// Nothing is held.
    idle: Signal<Local, Bit>,
    /// Of what is held, not all is shown yet.
    remains: Signal<Local, Bit>,
    /// A block has one instruction, whatever its size.
    #[new(build.ingress.form == IngressForm::Single)]
    _single: bool,
    #[new(build.ingress.interrupt_address)]
    _next: bool,
    #[new(has_next_mode(build))]
    _next_mode: bool,
}

/// Whether the mode of what would have run next is kept.
fn has_next_mode(build: &Build) -> bool {
    build.ingress.interrupt_address && build.encoder.context
}

/// What a build has for each channel, or does not have.
fn each<T: Make<Build>, const N: usize>(built: bool, build: &Build) -> [Optional<T>; N] {
    std::array::from_fn(|_| Optional::make(built, build))
}

// SPDX-License-Identifier: Apache-2.0
//! The ports of Control Transfer Records, as bundles.

use super::description::blocks;
use tracewright_prim::*;

/// What the hart shows of what retires.
#[bundle(build: Build, flat)]
pub struct RetirePort<const XLEN: usize> {
    /// Ingress: how each block ends.
    #[count(blocks(build))]
    #[width(build.ingress.itype_width)]
    pub itype: Vec<Narrow<In, 4>>,
    /// Ingress: address of each block's first instruction.
    #[count(blocks(build))]
    pub iaddr: Vec<Signal<In, Bits<XLEN>>>,
    /// Ingress: what retired in each block.
    #[count(blocks(build))]
    #[width(build.ingress.iretire_bits())]
    pub iretire: Vec<Narrow<In, 6>>,
    /// Ingress: the last instruction of each block is 2^ilastsize half-words.
    #[count(blocks(build))]
    pub ilastsize: Vec<Signal<In, Bit>>,
    /// Ingress: the mode of the cycle.
    pub privilege: Signal<In, Bits<3>>,
    /// Ingress: the hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
}

/// What the hart shows beside the trace ingress port.
#[bundle(build: Build, flat)]
pub struct TransferPort<const XLEN: usize> {
    /// Transfers: address of the instruction that runs after the newest block.
    pub next_iaddr: Signal<In, Bits<XLEN>>,
    /// Transfers: the mode after the newest block.
    pub next_privilege: Signal<In, Bits<3>>,
    /// Transfers: the transfer that ends each block was mispredicted.
    #[count(if build.ctr.misp { blocks(build) } else { 0 })]
    pub mispredict: Vec<Signal<In, Bit>>,
    /// Transfers: the exception is a breakpoint: its cause is 3.
    #[built(build.ctr.freeze)]
    pub breakpoint: Optional<Signal<In, Bit>>,
    /// Transfers: the interrupt is that of a local counter overflow.
    #[built(build.ctr.freeze)]
    pub lcofi: Optional<Signal<In, Bit>>,
}

/// How a debugger reaches what M-mode does.
#[bundle(_context: impl Resets, flat)]
pub struct DebugPort {
    /// Debug port: an access, held until it is done.
    pub debug_request: Signal<In, Bit>,
    /// Debug port: it writes.
    pub debug_write: Signal<In, Bit>,
    /// Debug port: 0 ctrDebugSelect, 1 ctrDebugLow, 2 ctrDebugHigh.
    pub debug_addr: Signal<In, Bits<2>>,
    /// Debug port: what is written.
    pub debug_wdata: Signal<In, Bits<32>>,
    /// Debug port: the access ends with this cycle.
    pub debug_done: Signal<Out, Bit>,
    /// Debug port: what was read.
    pub debug_rdata: Signal<Out, Bits<32>>,
    /// Debug port: debug is not authenticated.
    pub debug_locked: Signal<In, Bit>,
}

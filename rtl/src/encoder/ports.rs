// SPDX-License-Identifier: Apache-2.0
//! The encoder's ports, as bundles.

use super::has::{blocks, has};
use crate::prim::*;

/// The trace ingress port (E-Trace ch. 4), as the encoder has it, without external triggers and `stall`, an output.
#[bundle(build: Build, flat)]
pub struct IngressPort<const XLEN: usize> {
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
    /// Ingress: the jump that ends each block is sequentially inferable.
    #[count(blocks(build) * has(build).sequential as usize)]
    pub sijump: Vec<Signal<In, Bit>>,
    /// Ingress: a watchpoint of each block asks for a synchronising message.
    #[count(blocks(build) * has(build).triggers as usize)]
    pub trigger_notify: Vec<Signal<In, Bit>>,
    /// Ingress: the hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// Ingress: the hart is in reset.
    #[built(has(build).reset)]
    pub hart_reset: Optional<Signal<In, Bit>>,
    /// Ingress: the hart is in a low-power mode.
    #[built(has(build).low_power)]
    pub low_power: Optional<Signal<In, Bit>>,
    /// Ingress: privilege mode.
    #[built(has(build).context || has(build).csrs)]
    pub privilege: Optional<Signal<In, Bits<3>>>,
    /// Ingress: hcontext above scontext.
    #[built(has(build).contexts)]
    #[width((build.encoder.scontext_width + build.encoder.hcontext_width).max(1))]
    pub hart_context: Optional<Narrow<In, 64>>,
    /// Ingress: how a change of the context is reported.
    #[built(has(build).contexts)]
    pub ctype: Optional<Signal<In, Bits<2>>>,
    /// Ingress: a watchpoint starts trace.
    #[built(has(build).triggers)]
    pub trigger_on: Optional<Signal<In, Bit>>,
    /// Ingress: a watchpoint stops trace.
    #[built(has(build).triggers)]
    pub trigger_off: Optional<Signal<In, Bit>>,
}

/// What messages have besides the fields that an entry asks for.
#[bundle(build: Build, flat)]
pub struct MessageStyle {
    /// teInhibitSrc.
    #[built(has(build).src)]
    pub src_inhibit: Optional<Signal<In, Bit>>,
    /// teSrcID.
    #[built(has(build).src)]
    pub src_id: Optional<Signal<In, Bits<12>>>,
    /// teInstExtendAddrMSB.
    #[built(has(build).extend)]
    pub extend: Optional<Signal<In, Bit>>,
    /// tsEnable.
    #[built(has(build).time)]
    pub timestamps: Optional<Signal<In, Bit>>,
}

/// What registers and sinks say of tracing, and what they are told of it.
#[bundle(build: Build, flat)]
pub struct TraceControl {
    /// teActive.
    pub active: Signal<In, Bit>,
    /// teEnable.
    pub enable: Signal<In, Bit>,
    /// teInstTracing.
    pub tracing: Signal<In, Bit>,
    /// teSyncMode.
    pub sync_mode: Signal<In, Bits<2>>,
    /// teSyncMax.
    pub sync_max: Signal<In, Bits<4>>,
    /// A sink asks for a synchronising message.
    #[built(has(build).requests)]
    pub sync_request: Optional<Signal<In, Bit>>,
    /// teInstTrigEn.
    #[built(has(build).triggers)]
    pub trigger_enable: Optional<Signal<In, Bit>>,
    /// xTrigInAction of each external trigger.
    #[count(build.encoder.external_triggers)]
    pub external_action: Vec<Signal<In, Bits<4>>>,
    /// The time.
    #[built(has(build).time)]
    pub now: Optional<Signal<In, Bits<64>>>,
    /// teInstTracing becomes 1.
    #[built(has(build).any_trigger)]
    pub tracing_set: Optional<Signal<Out, Bit>>,
    /// teInstTracing becomes 0.
    #[built(has(build).any_trigger)]
    pub tracing_clear: Optional<Signal<Out, Bit>>,
    /// Error enters the queue.
    pub error_sent: Signal<Out, Bit>,
}

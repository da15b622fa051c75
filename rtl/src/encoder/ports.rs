// SPDX-License-Identifier: Apache-2.0
//! The encoder's ports, as bundles.

use super::has::{blocks, has};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// The trace ingress port of a hart.
#[derive(Bundle)]
#[module(build: Build)]
#[flat]
pub struct IngressPort<const XLEN: usize> {
    /// How each block ends.
    #[count(blocks(build))]
    pub itype: Vec<Signal<In, Bits<4>>>,
    /// Address of each block's first instruction.
    #[count(blocks(build))]
    pub iaddr: Vec<Signal<In, Bits<XLEN>>>,
    /// What retired in each block.
    #[count(blocks(build))]
    pub iretire: Vec<Signal<In, Bits<6>>>,
    /// The last instruction of each block is 2^ilastsize half-words.
    #[count(blocks(build))]
    pub ilastsize: Vec<Signal<In, Bit>>,
    /// The jump that ends each block is sequentially inferable.
    #[count(blocks(build) * has(build).sequential as usize)]
    pub sijump: Vec<Signal<In, Bit>>,
    /// A watchpoint of each block asks for a synchronising message.
    #[count(blocks(build) * has(build).triggers as usize)]
    pub trigger_notify: Vec<Signal<In, Bit>>,
    /// The hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// The hart is in reset.
    #[built(has(build).reset)]
    pub hart_reset: Optional<Signal<In, Bit>>,
    /// The hart is in a low-power mode.
    #[built(has(build).low_power)]
    pub low_power: Optional<Signal<In, Bit>>,
    /// Privilege mode.
    #[built(has(build).context)]
    pub privilege: Optional<Signal<In, Bits<3>>>,
    /// hcontext above scontext.
    #[built(has(build).contexts)]
    pub hart_context: Optional<Signal<In, Bits<64>>>,
    /// How a change of the context is reported.
    #[built(has(build).contexts)]
    pub ctype: Optional<Signal<In, Bits<2>>>,
    /// A watchpoint starts trace.
    #[built(has(build).triggers)]
    pub trigger_on: Optional<Signal<In, Bit>>,
    /// A watchpoint stops trace.
    #[built(has(build).triggers)]
    pub trigger_off: Optional<Signal<In, Bit>>,
}

/// What messages have besides the fields that an entry asks for.
#[derive(Bundle)]
#[module(build: Build)]
#[flat]
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

/// Trace, as it leaves an encoder.
#[derive(Bundle)]
#[module(build: Build)]
pub struct Trace<const OUT: usize> {
    /// There is trace.
    pub valid: Signal<Out, Bit>,
    /// The trace is taken.
    pub ready: Signal<In, Bit>,
    /// The trace, first byte lowest.
    pub data: Signal<Out, Bits<OUT>>,
    /// Bytes of trace, where there are not always as many.
    #[built(has(build).counted)]
    pub bytes: Optional<Signal<Out, Bits<6>>>,
    /// The trace has the last bytes of a message, where it is a part of one.
    #[built(has(build).chunks)]
    pub last: Optional<Signal<Out, Bit>>,
}

/// What registers and sinks say of tracing, and what they are told of it.
#[derive(Bundle)]
#[module(build: Build)]
#[flat]
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

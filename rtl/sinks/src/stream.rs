// SPDX-License-Identifier: Apache-2.0
//! What is between a component that makes trace and its sinks.

use tracewright_config::Sink;
use tracewright_prim::*;

/// Trace in chunks, seen from what takes it.
#[bundle(build: Build, peer = TraceOut)]
pub struct TraceIn<const N: usize> {
    /// There is a chunk of trace.
    pub valid: Signal<In, Bit>,
    /// The chunk of trace is taken.
    pub ready: Signal<Out, Bit>,
    /// The chunk of trace, first byte lowest.
    pub data: Signal<In, Bits<N>>,
    /// How many bytes the chunk of trace has.
    #[built(build.encoder.packer != Packer::Byte)]
    #[width(if build.encoder.packer == Packer::Message { 6 } else { 4 })]
    pub bytes: Optional<Narrow<In, 6>>,
    /// The chunk of trace ends a message.
    #[built(has_ends(build))]
    pub last: Optional<Signal<In, Bit>>,
}

/// Whether chunks say that they end a message. A byte of N-Trace has MSEO for that.
pub(crate) fn has_ends(build: &Build) -> bool {
    matches!(build.encoder.packer, Packer::Word | Packer::Double) || build.tandem.built
}

/// Whether there is a circular buffer of either kind.
pub(crate) fn has_buffer(sink: &Sink) -> bool {
    sink.has(SinkKind::Sram) || sink.has(SinkKind::Sba)
}

/// What registers say to the sinks and show of them, seen from the sinks.
#[bundle(sink: Sink, flat, peer = SinkRegisters)]
pub struct SinkValues {
    /// teRamBase.
    #[built(sink.has(SinkKind::Sba))]
    pub te_ram_base: Optional<Signal<In, Bits<32>>>,
    /// teRamBaseHigh.
    #[built(sink.has(SinkKind::Sba) && sink.sba_address > 32)]
    pub te_ram_base_high: Optional<Signal<In, Bits<32>>>,
    /// teRamLimit.
    #[built(has_buffer(sink))]
    pub te_ram_limit: Optional<Signal<In, Bits<32>>>,
    /// teRamWP, in words of 32 bits.
    #[built(has_buffer(sink))]
    #[width(30)]
    pub te_ram_wp: Optional<Narrow<Out, 30>>,
    /// teWrap.
    #[built(has_buffer(sink))]
    pub te_wrap: Optional<Signal<Out, Bit>>,
    /// teRamRP, in words of 32 bits.
    #[built(sink.has(SinkKind::Sram))]
    #[width(30)]
    pub te_ram_rp: Optional<Narrow<Out, 30>>,
    /// The system bus answered with an error: sbaError becomes 1.
    #[built(sink.has(SinkKind::Sba))]
    pub sba_error_set: Optional<Signal<Out, Bit>>,
    /// sbaResponse: the first error.
    #[built(sink.has(SinkKind::Sba))]
    #[width(2)]
    pub sba_response: Optional<Narrow<Out, 2>>,
    /// There is no buffer in system memory.
    #[built(sink.has(SinkKind::Sba))]
    pub sba_no_buffer: Optional<Signal<Out, Bit>>,
    /// pibControl.
    #[built(sink.has(SinkKind::Pib))]
    pub pib_control: Optional<Signal<In, Bits<32>>>,
    /// pibActive, as the pins follow it.
    #[built(sink.has(SinkKind::Pib))]
    pub pib_active: Optional<Signal<Out, Bit>>,
    /// pibEmpty: the buffers of the pin interface block are empty.
    #[built(sink.has(SinkKind::Pib))]
    pub pib_empty: Optional<Signal<Out, Bit>>,
    /// atbControl.
    #[built(sink.has(SinkKind::Atb))]
    pub atb_control: Optional<Signal<In, Bits<32>>>,
    /// atbActive, as the ATB follows it.
    #[built(sink.has(SinkKind::Atb))]
    pub atb_active: Optional<Signal<Out, Bit>>,
    /// atbEmpty: the buffers of the ATB sink are empty.
    #[built(sink.has(SinkKind::Atb))]
    pub atb_empty: Optional<Signal<Out, Bit>>,
}

/// What a component says to its sinks besides trace, seen from the sinks.
#[bundle(sink: Sink, flat, peer = Downstream)]
pub struct Upstream {
    /// The component that the trace comes from is active.
    pub active: Signal<In, Bit>,
    /// The component that the trace comes from is enabled.
    pub enable: Signal<In, Bit>,
    /// The component that the trace comes from holds nothing.
    pub drained: Signal<In, Bit>,
    /// The sinks that the component's Empty bit covers hold nothing.
    pub sinks_empty: Signal<Out, Bit>,
    /// The component's Sink field.
    #[built(sink.kind.count() > 1)]
    pub sink: Optional<Signal<In, Bits<4>>>,
    /// The component's StopOnWrap bit.
    #[built(has_buffer(sink))]
    pub stop_on_wrap: Optional<Signal<In, Bit>>,
    /// The buffer has filled, and tracing must stop.
    #[built(has_buffer(sink))]
    pub stop: Optional<Signal<Out, Bit>>,
    /// sbaError: the system bus has answered with an error.
    #[built(sink.has(SinkKind::Sba))]
    pub sba_failed: Optional<Signal<In, Bit>>,
    /// Registers of the sinks.
    pub registers: SinkValues,
}

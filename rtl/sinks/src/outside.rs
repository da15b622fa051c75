// SPDX-License-Identifier: Apache-2.0
//! What the sinks are connected to outside the hardware: memories, pins and buses.

use crate::atb::AtbPort;
use crate::pib::PibPort;
use crate::sba::{MemoryAxi4Port, MemoryTileLinkPort, MemoryWishbonePort};
use crate::SramPort;
use tracewright_prim::*;

/// Trace as it is, first byte lowest.
#[bundle(build: Build)]
pub struct StreamPort<const N: usize> {
    /// Stream sink: there is trace.
    pub valid: Signal<Out, Bit>,
    /// Stream sink: the trace is taken.
    pub ready: Signal<In, Bit>,
    /// Stream sink: the trace, first byte lowest.
    pub data: Signal<Out, Bits<N>>,
    /// Stream sink: how many bytes it is, where that is not always the same.
    #[built(build.encoder.packer == Packer::Message)]
    pub bytes: Optional<Signal<Out, Bits<6>>>,
}

/// Whether the build has system memory on this bus.
fn has_memory(build: &Build, bus: SbaBus) -> bool {
    build.sink.has(SinkKind::Sba) && build.sink.sba_bus == bus
}

/// All that the sinks of a build are connected to outside.
#[bundle(build: Build, flat)]
pub struct Outside<const N: usize> {
    /// A stream.
    #[built(build.sink.has(SinkKind::Stream))]
    pub trace: Optional<StreamPort<N>>,
    /// The SRAM, where it is outside.
    #[built(build.sink.has(SinkKind::Sram) && build.sink.sram_macro)]
    pub sram: Optional<SramPort>,
    /// System memory on AXI4.
    #[built(has_memory(build, SbaBus::Axi4))]
    pub m_axi: Optional<MemoryAxi4Port>,
    /// System memory on TileLink.
    #[built(has_memory(build, SbaBus::TileLinkUl))]
    pub m_tl: Optional<MemoryTileLinkPort>,
    /// System memory on Wishbone.
    #[built(has_memory(build, SbaBus::Wishbone))]
    pub m_wb: Optional<MemoryWishbonePort>,
    /// The pins.
    #[built(build.sink.has(SinkKind::Pib))]
    pub pins: Optional<PibPort>,
    /// The Advanced Trace Bus.
    #[built(build.sink.has(SinkKind::Atb))]
    pub bus: Optional<AtbPort>,
}

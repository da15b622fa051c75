// SPDX-License-Identifier: Apache-2.0
//! All sinks of a build, and what chooses between them (docs/sinks.md, "The path").

mod kernel;
mod new;

use crate::{AtbSink, Merge, Outside, PibSink, Router, SbaSink, SramSink, TraceIn, Upstream, Words};
use rust_hdl_core::prelude::*;
use tracewright_prim::{Module, Optional, Reg};

/// The sinks behind an encoder or a funnel: what is selected gets its trace, the pins as chunks, the others as words.
#[derive(Module)]
pub struct Sinks<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Trace of the component that the sinks belong to.
    pub source: TraceIn<IN>,
    /// What that component says.
    pub upstream: Upstream,
    /// The registers are locked.
    pub locked: Optional<Signal<In, Bit>>,
    /// Byte offset of the register.
    pub bus_addr: Optional<Signal<In, Bits<12>>>,
    /// The register is written in this cycle.
    pub bus_write: Optional<Signal<In, Bit>>,
    /// The register will be read in the next cycle.
    pub bus_prepare: Optional<Signal<In, Bit>>,
    /// The register is read in this cycle.
    pub bus_read: Optional<Signal<In, Bit>>,
    /// The value written.
    pub bus_wdata: Optional<Signal<In, Bits<32>>>,
    /// The bytes of the value that are written.
    pub bus_strobe: Optional<Signal<In, Bits<4>>>,
    /// teRamData is addressed.
    pub bus_at_memory: Optional<Signal<Out, Bit>>,
    /// The value of teRamData.
    pub bus_memory: Optional<Signal<Out, Bits<32>>>,
    /// The ATB wants a synchronising message.
    pub sync_request: Optional<Signal<Out, Bit>>,
    /// What the sinks are connected to outside.
    pub outside: Outside<IN>,
    router: Vec<Router<IN>>,
    word_joiner: Vec<Words<32, 64>>,
    double_joiner: Vec<Words<64, 128>>,
    sram: Vec<SramSink<IN>>,
    sba: Vec<SbaSink<IN>>,
    response: Vec<Reg<Bits<2>>>,
    pib: Vec<PibSink<IN>>,
    atb: Vec<AtbSink<IN>>,
    selected: Signal<Local, Bits<4>>,
    /// What is on its way to a memory goes.
    forgets: Vec<Signal<Local, Bit>>,
    chunk_valid: Signal<Local, Bit>,
    chunk_ready: Signal<Local, Bit>,
    chunk_data: Signal<Local, Bits<IN>>,
    chunk_bytes: Signal<Local, Bits<4>>,
    /// The ATB is flushed: chunks wait until the joiner is empty.
    flushes: Signal<Local, Bit>,
    joiner_empty: Signal<Local, Bit>,
    unit_valid: Signal<Local, Bit>,
    unit_ready: Signal<Local, Bit>,
    unit_data: Signal<Local, Bits<IN>>,
    unit_bytes: Signal<Local, Bits<4>>,
    flush: Signal<Local, Bit>,
    sram_empty: Signal<Local, Bit>,
    sba_empty: Signal<Local, Bit>,
    write_merge: Vec<Merge>,
    sram_joined: Vec<Signal<Local, Bits<128>>>,
    sba_joined: Vec<Signal<Local, Bits<128>>>,
    atb_joined: Vec<Signal<Local, Bits<128>>>,
    _router: usize,
    _single: usize,
    _routed_chunks: usize,
    _joiner: usize,
    _memory_alone: usize,
    _routed_sram: usize,
    _routed_sba: usize,
    _sram: usize,
    _scrub: usize,
    _sram_lanes: usize,
    _outside: usize,
    _sba: usize,
    _sba_lanes: usize,
    _axi4: usize,
    _tilelink: usize,
    _wishbone: usize,
    _wide_sba: usize,
    _sram_alone: usize,
    _sba_alone: usize,
    _both: usize,
    _ram: usize,
    _pib: usize,
    _tref: usize,
    _atb: usize,
    _atbytes: usize,
    _atb_lanes: usize,
    _stream: usize,
    _message: usize,
    _counted: usize,
    _chunks: usize,
    _words: usize,
    _doubles: usize,
    _bytes: usize,
    _to_units: usize,
    _sram_more: usize,
    _sba_more: usize,
    _atb_more: usize,
}

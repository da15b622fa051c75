// SPDX-License-Identifier: Apache-2.0
//! All sinks of a build, and what chooses between them (docs/sinks.md, "The path").

use crate::stream::has_buffer;
use crate::{AtbSink, Merge, Outside, PibSink, Router, SbaSink, SramSink, TraceIn, Upstream, Words};
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Packer, SinkKind};
use tracewright_prim::{kernel, Link, Module, Optional, Reg};
use tracewright_regmap::*;

/// The sinks after an encoder or a funnel: what is selected gets its trace, the pins as chunks, the others as words.
#[derive(Module)]
#[module(build: Build)]
pub struct Sinks<const IN: usize, const TWICE: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Trace of the component that the sinks belong to.
    pub source: TraceIn<IN>,
    /// What that component says.
    #[new(Upstream::new(&build.sink))]
    pub upstream: Upstream,
    /// The registers are locked.
    #[built(build.scrubbed_words() > 0)]
    pub locked: Optional<Signal<In, Bit>>,
    /// Byte offset of the register.
    #[built(has_buffer(&build.sink))]
    pub bus_addr: Optional<Signal<In, Bits<12>>>,
    /// The register is written in this cycle.
    #[built(has_buffer(&build.sink))]
    pub bus_write: Optional<Signal<In, Bit>>,
    /// The register will be read in the next cycle.
    #[built(build.sink.has(SinkKind::Sram))]
    pub bus_prepare: Optional<Signal<In, Bit>>,
    /// The register is read in this cycle.
    #[built(build.sink.has(SinkKind::Sram))]
    pub bus_read: Optional<Signal<In, Bit>>,
    /// The value written.
    #[built(has_buffer(&build.sink))]
    pub bus_wdata: Optional<Signal<In, Bits<32>>>,
    /// The bytes of the value that are written.
    #[built(has_buffer(&build.sink))]
    pub bus_strobe: Optional<Signal<In, Bits<4>>>,
    /// teRamData is addressed.
    #[built(build.sink.has(SinkKind::Sram))]
    pub bus_at_memory: Optional<Signal<Out, Bit>>,
    /// The value of teRamData.
    #[built(build.sink.has(SinkKind::Sram))]
    pub bus_memory: Optional<Signal<Out, Bits<32>>>,
    /// The ATB wants a synchronising message.
    #[built(build.sink.has(SinkKind::Atb))]
    pub sync_request: Optional<Signal<Out, Bit>>,
    /// What the sinks are connected to outside.
    pub outside: Outside<IN>,
    #[built(build.sink.kind.count() > 1)]
    router: Optional<Router<IN>>,
    #[built(joins(build))]
    #[new(Words::across_messages(build.reset))]
    joiner: Optional<Words<IN, TWICE>>,
    #[built(build.sink.has(SinkKind::Sram))]
    sram: Optional<SramSink<IN>>,
    #[built(build.sink.has(SinkKind::Sba))]
    sba: Optional<SbaSink<IN>>,
    #[built(build.sink.has(SinkKind::Sba))]
    response: Optional<Reg<Bits<2>>>,
    #[built(build.sink.has(SinkKind::Pib))]
    pib: Optional<PibSink<IN>>,
    #[built(build.sink.has(SinkKind::Atb))]
    atb: Optional<AtbSink<IN>>,
    #[built(has_buffer(&build.sink))]
    #[new(Merge::default())]
    write_merge: Optional<Merge>,
    selected: Signal<Local, Bits<4>>,
    chunk_valid: Signal<Local, Bit>,
    chunk_ready: Signal<Local, Bit>,
    chunk_data: Signal<Local, Bits<IN>>,
    chunk_bytes: Signal<Local, Bits<4>>,
    joiner_empty: Signal<Local, Bit>,
    unit_valid: Signal<Local, Bit>,
    unit_ready: Signal<Local, Bit>,
    unit_data: Signal<Local, Bits<IN>>,
    unit_bytes: Signal<Local, Bits<4>>,
    /// Nothing more will come for now: what is held goes.
    flush: Signal<Local, Bit>,
}

/// Whether chunks become words.
fn joins(build: &Build) -> bool {
    let sink = &build.sink;
    matches!(build.encoder.packer, Packer::Word | Packer::Double)
        && (has_buffer(sink) || sink.has(SinkKind::Atb) || sink.has(SinkKind::Stream))
}

impl<const IN: usize, const TWICE: usize> Logic for Sinks<IN, TWICE> {
    #[kernel]
    fn update(&mut self) {
        self.route();
        self.pins();
        self.join();
        self.units();
        self.memories();
        self.system_memory();
        self.pointers();
        self.bus();
    }
}

impl<const IN: usize, const TWICE: usize> Sinks<IN, TWICE> {
    /// Whether trace goes to the sink that teSink calls so.
    #[kernel]
    fn goes_to(&self, sink: usize) -> Bit {
        if self.router.is_built() {
            self.selected.val() == sink.to_bits::<4>()
        } else {
            true
        }
    }

    /// Which sink.
    #[kernel]
    fn route(&mut self) {
        if self.router.is_built() {
            self.router.select.next = self.upstream.sink.val();
            self.router.joiner_empty.next = self.joiner_empty.val();
            self.source.link(&mut self.router.source);
            self.selected.next = self.router.selected.val();
            self.chunk_valid.next = self.router.joiner.valid.val();
            self.router.joiner.ready.next = self.chunk_ready.val();
            self.chunk_data.next = self.router.joiner.data.val();
            self.chunk_bytes.next = if IN > 8 { self.router.joiner.bytes.val() } else { bits::<4>(1) };
        } else {
            self.selected.next = bits::<4>(0);
            self.chunk_valid.next = self.source.valid.val();
            if !self.pib.is_built() {
                self.source.ready.next = self.chunk_ready.val();
            }
            self.chunk_data.next = self.source.data.val();
            self.chunk_bytes.next = if IN > 8 { self.source.bytes.val().get_bits::<4>(0) } else { bits::<4>(1) };
        }
    }

    /// Pins.
    #[kernel]
    fn pins(&mut self) {
        self.pib.inactive.next = !self.upstream.active.val();
        self.pib.control.next = self.upstream.registers.pib_control.val();
        self.upstream.registers.pib_active.next = self.pib.pib_active.val();
        self.upstream.registers.pib_empty.next = self.pib.pib_empty.val();
        if self.router.is_built() {
            self.pib.source.valid.next = self.router.pib.valid.val();
            self.router.pib.ready.next = self.pib.source.ready.val();
            self.pib.source.data.next = self.router.pib.data.val();
            self.pib.source.bytes.next = self.router.pib.bytes.val();
            self.pib.source.last.next = self.router.pib.last.val();
        } else if self.pib.is_built() {
            self.source.link(&mut self.pib.source);
        }
        self.outside.pins.link(&mut self.pib.port);
    }

    /// Words for the others.
    #[kernel]
    fn join(&mut self) {
        // The memories are reset with the source, and what is on its way to them goes; for the others it has to stay.
        let to_memory =
            (self.sram.is_built() & self.goes_to(TE_SINK_SRAM)) | (self.sba.is_built() & self.goes_to(TE_SINK_SBA));
        let forgets = to_memory & !self.upstream.active.val();
        // The ATB is flushed: chunks wait until the joiner is empty.
        let flushes = self.goes_to(TE_SINK_ATB) & self.atb.source.flush_joiner.val();
        let ends = self.upstream.drained.val() & !self.upstream.enable.val();
        if self.joiner.is_built() {
            self.joiner.clear.next = forgets;
            self.joiner.in_valid.next = self.chunk_valid.val() & !flushes;
            self.chunk_ready.next = self.joiner.in_ready.val() & !flushes;
            self.joiner.in_data.next = self.chunk_data.val();
            self.joiner.in_bytes.next = self.chunk_bytes.val();
            self.joiner.flush.next = ends | flushes;
            self.unit_valid.next = self.joiner.word_valid.val();
            self.joiner.word_ready.next = self.unit_ready.val();
            self.unit_data.next = self.joiner.word_data.val();
            self.unit_bytes.next = self.joiner.word_bytes.val();
            self.joiner_empty.next = self.joiner.empty.val();
        } else {
            self.unit_valid.next = self.chunk_valid.val();
            self.chunk_ready.next = self.unit_ready.val();
            self.unit_data.next = self.chunk_data.val();
            self.unit_bytes.next = self.chunk_bytes.val();
            self.joiner_empty.next = true;
        }
        self.flush.next = ends & self.joiner_empty.val();
    }

    /// Each sink gets the units that are for it.
    #[kernel]
    fn units(&mut self) {
        let to_sram = self.goes_to(TE_SINK_SRAM);
        self.sram.unit.valid.next = self.unit_valid.val() & to_sram;
        self.sram.unit.data.next = self.unit_data.val();
        self.sram.unit.bytes.next = self.unit_bytes.val();
        let to_sba = self.goes_to(TE_SINK_SBA);
        self.sba.unit.valid.next = self.unit_valid.val() & to_sba;
        self.sba.unit.data.next = self.unit_data.val();
        self.sba.unit.bytes.next = self.unit_bytes.val();
        let to_atb = self.goes_to(TE_SINK_ATB);
        self.atb.source.unit.valid.next = self.unit_valid.val() & to_atb;
        self.atb.source.unit.data.next = self.unit_data.val();
        self.atb.source.unit.bytes.next = self.unit_bytes.val();
        let to_stream = self.goes_to(TE_SINK_STREAM);
        self.outside.trace.valid.next = self.unit_valid.val() & to_stream;
        self.outside.trace.data.next = self.unit_data.val();
        self.outside.trace.bytes.next = self.source.bytes.val();
        self.unit_ready.next = (to_sram & self.sram.unit.ready.val())
            | (to_sba & self.sba.unit.ready.val())
            | (to_atb & self.atb.source.unit.ready.val())
            | (to_stream & self.outside.trace.ready.val());
    }

    /// On-chip SRAM.
    #[kernel]
    fn memories(&mut self) {
        self.sram.clear.next = !self.upstream.active.val();
        self.sram.locked.next = self.locked.val();
        self.sram.flush.next = self.flush.val();
        self.sram.enable.next = self.upstream.enable.val();
        self.sram.stop_on_wrap.next = self.upstream.stop_on_wrap.val();
        self.sram.te_ram_limit.next = self.upstream.registers.te_ram_limit.val();
        self.sram.bus_addr.next = self.bus_addr.val();
        self.sram.bus_write.next = self.bus_write.val();
        self.sram.bus_prepare.next = self.bus_prepare.val();
        self.sram.bus_read.next = self.bus_read.val();
        self.sram.bus_wdata.next = self.bus_wdata.val();
        self.sram.bus_strobe.next = self.bus_strobe.val();
        self.sram.bus_write_at.next = self.write_merge.merged.val();
        self.bus_at_memory.next = self.sram.bus_at_memory.val();
        self.bus_memory.next = self.sram.bus_memory.val();
        self.upstream.registers.te_ram_rp.next = self.sram.te_ram_rp.val();
        self.outside.sram.link(&mut self.sram.sram);
    }

    /// System memory.
    #[kernel]
    fn system_memory(&mut self) {
        self.sba.clear.next = !self.upstream.active.val();
        self.sba.flush.next = self.flush.val();
        self.sba.enable.next = self.upstream.enable.val();
        self.sba.stop_on_wrap.next = self.upstream.stop_on_wrap.val();
        self.sba.te_ram_base.next = self.upstream.registers.te_ram_base.val();
        self.sba.te_ram_base_high.next = self.upstream.registers.te_ram_base_high.val();
        self.sba.te_ram_limit.next = self.upstream.registers.te_ram_limit.val();
        self.sba.bus_addr.next = self.bus_addr.val();
        self.sba.bus_write.next = self.bus_write.val();
        self.sba.bus_merged.next = self.write_merge.merged.val();
        self.upstream.registers.sba_error_set.next = self.sba.error_set.val();
        if self.sba.error_set.val() & !self.upstream.sba_failed.val() {
            self.response.d.next = self.sba.error_response.val();
        }
        self.upstream.registers.sba_response.next = self.response.q.val();
        self.upstream.registers.sba_no_buffer.next = self.sba.no_buffer.val();
        self.outside.m_axi.link(&mut self.sba.m_axi);
        self.outside.m_tl.link(&mut self.sba.m_tl);
        self.outside.m_wb.link(&mut self.sba.m_wb);
    }

    /// What registers show of the memories: of the one that is used.
    #[kernel]
    fn pointers(&mut self) {
        let shows_sba: Bit = if self.sram.is_built() && self.sba.is_built() {
            self.upstream.sink.val() == TE_SINK_SBA.to_bits::<4>()
        } else {
            self.sba.is_built()
        };
        let pointer = if shows_sba { self.sba.te_ram_wp.val() } else { self.sram.te_ram_wp.val() };
        let wrap = if shows_sba { self.sba.te_wrap.val() } else { self.sram.te_wrap.val() };
        self.upstream.registers.te_ram_wp.next = pointer;
        self.upstream.registers.te_wrap.next = wrap;
        self.upstream.stop.next = self.sram.stop.val() | self.sba.stop.val();
        let sram_empty = self.sram.empty.val() | !self.sram.is_built();
        let sba_empty = self.sba.empty.val() | !self.sba.is_built();
        self.upstream.sinks_empty.next = self.joiner_empty.val() & sram_empty & sba_empty;

        // What a write to teRamWP makes of it, in both of them.
        self.write_merge.old.next = (pointer.get_bits::<32>(0) << bits::<5>(2)) | bit_cast::<32, 1>(wrap.into());
        self.write_merge.wdata.next = self.bus_wdata.val();
        self.write_merge.strobe.next = self.bus_strobe.val();
    }

    /// ATB.
    #[kernel]
    fn bus(&mut self) {
        self.atb.source.inactive.next = !self.upstream.active.val();
        self.atb.source.control.next = self.upstream.registers.atb_control.val();
        self.upstream.registers.atb_active.next = self.atb.source.atb_active.val();
        self.upstream.registers.atb_empty.next = self.atb.source.atb_empty.val();
        self.sync_request.next = self.atb.source.sync_request.val();
        self.atb.source.flush.next = self.flush.val();
        self.atb.source.joiner_empty.next = self.joiner_empty.val() | !self.goes_to(TE_SINK_ATB);
        self.outside.bus.link(&mut self.atb.bus);
    }
}

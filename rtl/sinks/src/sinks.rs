// SPDX-License-Identifier: Apache-2.0
//! All sinks of a build, and what chooses between them (docs/sinks.md, "The path").

use crate::stream::has_buffer;
use crate::{AtbSink, Merge, Outside, PibSink, RegisterSlice, Router, SbaSink, SramSink, TraceIn, Upstream, Words};
use tracewright_prim::*;
use tracewright_regmap::*;

/// The sinks of a source of trace: each that is selected gets its trace.
///
/// The source is an encoder or a funnel. The pins get trace as chunks, the other sinks as words.
#[synchronous(build: Build)]
pub struct Sinks<const IN: usize, const TWICE: usize> {
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
    #[built(is_sliced(build))]
    #[new(RegisterSlice::of(build, true))]
    slice: Optional<RegisterSlice<IN>>,
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
    /// The source is not active, and what is on its way to a memory is dropped. What is on its way to others stays.
    forgets: Signal<Local, Bit>,
    /// The ATB is flushed: chunks wait until the joiner is empty.
    flushes: Signal<Local, Bit>,
    /// The source's enable bit is 0, and source and joiner are empty: the sink sends the part of a word that it holds.
    flush: Signal<Local, Bit>,
}

/// Whether chunks go through a slice: those of a funnel, in front of several sinks of which one is not a memory.
fn is_sliced(build: &Build) -> bool {
    build.system.harts > 1 && build.sink.outlives_source() && build.sink.kind.count() > 1
}

/// Whether chunks become words.
fn joins(build: &Build) -> bool {
    let sink = &build.sink;
    matches!(build.encoder.packer, Packer::Word | Packer::Double)
        && (has_buffer(sink) || sink.has(SinkKind::Atb) || sink.has(SinkKind::Stream))
}

#[kernel]
impl<const IN: usize, const TWICE: usize> Sinks<IN, TWICE> {
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

    /// Whether trace goes to the sink with this code of teSink.
    fn goes_to(&self, sink: usize) -> Bit {
        if self.router.is_built() {
            self.selected.val() == sink.to_bits::<4>()
        } else {
            true
        }
    }

    /// Whether no chunk waits in front of the router.
    fn is_slice_empty(&self) -> Bit {
        self.slice.empty.val() | !self.slice.is_built()
    }

    /// Which sink gets chunks: the one that teSink (tfSink) names, or the only one.
    fn route(&mut self) {
        if self.router.is_built() {
            self.slice.clear.next = false;
            connect!(slice: source, trace = router.source);
            if !self.slice.is_built() {
                connect!(router: source);
            }
            connect!(router: joiner_empty, selected, select = upstream.sink);
            connect!(router.joiner: valid = chunk_valid, ready = chunk_ready, data = chunk_data);
            self.chunk_bytes.next = if IN > 8 { self.router.joiner.bytes.val() } else { bits::<4>(1) };
        } else {
            self.selected.next = bits::<4>(0);
            connect!(self.source: valid = chunk_valid, data = chunk_data);
            if !self.pib.is_built() {
                self.source.ready.next = self.chunk_ready.val();
            }
            self.chunk_bytes.next = if IN > 8 { self.source.bytes.val().get_bits::<4>(0) } else { bits::<4>(1) };
        }
    }

    fn pins(&mut self) {
        self.pib.inactive.next = !self.upstream.active.val();
        connect!(pib: upstream.registers.{control = pib_control, pib_active, pib_empty}, port = outside.pins);
        connect!(pib.source: router.pib.{valid, data, bytes, last, ready});
        if !self.router.is_built() {
            connect!(pib: source);
        }
    }

    /// Words. teEnable (tfEnable) 0 and no trace left: joiner, then sink flush partial ones (Trace Control ch. 15).
    fn join(&mut self) {
        let to_memory =
            (self.sram.is_built() & self.goes_to(TE_SINK_SRAM)) | (self.sba.is_built() & self.goes_to(TE_SINK_SBA));
        self.forgets.next = to_memory & !self.upstream.active.val();
        self.flushes.next = self.goes_to(TE_SINK_ATB) & self.atb.source.flush_joiner.val();
        let ends = self.upstream.drained.val() & self.is_slice_empty() & !self.upstream.enable.val();
        if self.joiner.is_built() {
            self.joiner.in_valid.next = self.chunk_valid.val() & !self.flushes.val();
            self.chunk_ready.next = self.joiner.in_ready.val() & !self.flushes.val();
            connect!(joiner: clear = forgets, in_data = chunk_data, in_bytes = chunk_bytes, word_valid = unit_valid,
                word_ready = unit_ready, word_data = unit_data, word_bytes = unit_bytes, empty = joiner_empty);
            self.joiner.flush.next = ends | self.flushes.val();
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
    fn units(&mut self) {
        let to_sram = self.goes_to(TE_SINK_SRAM);
        self.sram.unit.valid.next = self.unit_valid.val() & to_sram;
        connect!(sram.unit: data = unit_data, bytes = unit_bytes);
        let to_sba = self.goes_to(TE_SINK_SBA);
        self.sba.unit.valid.next = self.unit_valid.val() & to_sba;
        connect!(sba.unit: data = unit_data, bytes = unit_bytes);
        let to_atb = self.goes_to(TE_SINK_ATB);
        self.atb.source.unit.valid.next = self.unit_valid.val() & to_atb;
        connect!(atb.source.unit: data = unit_data, bytes = unit_bytes);
        let to_stream = self.goes_to(TE_SINK_STREAM);
        self.outside.trace.valid.next = self.unit_valid.val() & to_stream;
        connect!(self.outside.trace: data = unit_data, source.bytes);
        self.unit_ready.next = (to_sram & self.sram.unit.ready.val())
            | (to_sba & self.sba.unit.ready.val())
            | (to_atb & self.atb.source.unit.ready.val())
            | (to_stream & self.outside.trace.ready.val());
    }

    /// On-chip SRAM.
    fn memories(&mut self) {
        self.sram.clear.next = !self.upstream.active.val();
        connect!(sram: locked, flush, bus_addr, bus_write, bus_prepare, bus_read, bus_wdata, bus_strobe, bus_at_memory,
            bus_memory, upstream.{enable, stop_on_wrap}, upstream.registers.{te_ram_limit, te_ram_rp},
            bus_write_at = write_merge.merged, outside.sram);
    }

    fn system_memory(&mut self) {
        self.sba.clear.next = !self.upstream.active.val();
        connect!(sba: flush, bus_addr, bus_write, upstream.{enable, stop_on_wrap}, upstream.registers.{te_ram_base,
            te_ram_base_high, te_ram_limit, error_set = sba_error_set, no_buffer = sba_no_buffer},
            bus_merged = write_merge.merged, outside.{m_axi, m_tl, m_wb});
        if self.sba.error_set.val() & !self.upstream.sba_failed.val() {
            self.response.d.next = self.sba.error_response.val();
        }
        self.upstream.registers.sba_response.next = self.response.q.val();
    }

    /// What registers show of the memory that is used, and what of teEmpty is here: PIB and ATB have bits of their own.
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
        self.upstream.sinks_empty.next = self.is_slice_empty() & self.joiner_empty.val() & sram_empty & sba_empty;

        // What a write of some bytes of teRamWP and teWrap makes of both.
        self.write_merge.old.next = (pointer.get_bits::<32>(0) << bits::<5>(2)) | bit_cast::<32, 1>(wrap.into());
        connect!(write_merge: wdata = bus_wdata, strobe = bus_strobe);
    }

    /// ATB.
    fn bus(&mut self) {
        self.atb.source.inactive.next = !self.upstream.active.val();
        connect!(atb.source: sync_request, flush, upstream.registers.{control = atb_control, atb_active, atb_empty});
        self.atb.source.joiner_empty.next = self.joiner_empty.val() | !self.goes_to(TE_SINK_ATB);
        connect!(atb: outside.bus);
    }
}

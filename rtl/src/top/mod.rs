// SPDX-License-Identifier: Apache-2.0
//! The top module: all of a build.

mod chunks;

use crate::bus::{
    Apb4, Apb4Port, Axi4Lite, Axi4LitePort, Requester, Responder, TileLink, TileLinkPort, Wishbone, WishbonePort,
};
use crate::control::Access;
use crate::encoder::has;
use crate::funnel::{Merger, Place};
use crate::hart::{Hart, HartPort};
use crate::prim::*;
use crate::recorder::{Recorder, RecorderPort};
use crate::sinks::{Outside, RegisterSlice, Sinks, Words};
use chunks::{joined, sources, Chunk};
use tracewright_config::BusKind;

/// The trace hardware as a whole: encoders, registers on a bus, sinks.
///
/// Where there are several encoders, funnels join their trace.
///
/// `ADDR` to `OUT` are widths: `ADDR` and `FIRST` those of an N-Trace encoder ([`Hart`]), `F` (FLEN), `M` (MLEN), `V`
/// and `WHOLE` those of a [`Recorder`], `OUT` what leaves either in a cycle, `TWICE` twice that. A build has one kind.
#[derive(Module)]
#[module(build: Build)]
pub struct Top<
    const XLEN: usize,
    const ADDR: usize,
    const FIRST: usize,
    const F: usize,
    const M: usize,
    const V: usize,
    const WHOLE: usize,
    const OUT: usize,
    const TWICE: usize,
> {
    /// Clock of everything that has none of its own; rising edge.
    pub clock: Signal<In, Clock>,
    /// Reset of everything in this clock, active low.
    pub rst_n: Signal<In, Bit>,
    /// The harts.
    #[count(traced(build))]
    pub port: Vec<HartPort<XLEN>>,
    /// The harts that are verified in tandem.
    #[count(recorded(build))]
    pub recorded: Vec<RecorderPort<XLEN, F, M, V>>,
    /// Clock of the time; rising edge.
    #[built(has(build).time_clock)]
    pub time_clock: Optional<Signal<In, Clock>>,
    /// Reset of the time, active low, released with its clock.
    #[built(has(build).time_clock)]
    pub time_rst_n: Optional<Signal<In, Bit>>,
    /// The time.
    #[built(build.timestamp.source == TimestampSource::External)]
    #[width(build.timestamp.width.max(1))]
    pub hart_time: Optional<Narrow<In, 64>>,
    /// The time of another encoder.
    #[built(build.timestamp.source == TimestampSource::Slave)]
    #[width(build.timestamp.width.max(1))]
    pub broadcast_time: Optional<Narrow<In, 64>>,
    /// The time, for other encoders.
    #[built(has(build).broadcast)]
    #[width(build.timestamp.width.max(1))]
    pub time_broadcast: Optional<Narrow<Out, 64>>,
    /// Clock of the control bus; rising edge.
    #[built(build.bus.own_clock)]
    pub bus_clock: Optional<Signal<In, Clock>>,
    /// Reset of the control bus, active low.
    #[built(build.bus.own_clock)]
    pub bus_rst_n: Optional<Signal<In, Bit>>,
    /// APB4.
    #[built(build.bus.kind == BusKind::Apb4)]
    pub apb: Optional<Apb4Port>,
    /// AXI4-Lite.
    #[built(build.bus.kind == BusKind::Axi4Lite)]
    pub s_axi: Optional<Axi4LitePort>,
    /// Wishbone.
    #[built(build.bus.kind == BusKind::Wishbone)]
    pub wb: Optional<WishbonePort>,
    /// TileLink.
    #[built(build.bus.kind == BusKind::TileLinkUl)]
    pub tl: Optional<TileLinkPort>,
    /// While high, registers can't be seen or written and have their reset values, so that trace is off; asynchronous.
    #[built(build.bus.lock)]
    pub debug_locked: Optional<Signal<In, Bit>>,
    /// What the sinks are connected to.
    pub outside: Outside<OUT>,
    #[built(build.bus.kind == BusKind::Apb4)]
    apb4: Optional<Apb4>,
    #[built(build.bus.kind == BusKind::Axi4Lite)]
    axi4_lite: Optional<Axi4Lite>,
    #[built(build.bus.kind == BusKind::Wishbone)]
    wishbone: Optional<Wishbone>,
    #[built(build.bus.kind == BusKind::TileLinkUl)]
    tilelink: Optional<TileLink>,
    #[built(build.bus.own_clock)]
    requester: Optional<Requester>,
    #[built(build.bus.own_clock)]
    responder: Optional<Responder>,
    #[built(build.bus.lock)]
    #[value(true)]
    lock: Optional<Synchronizer>,
    access: Access,
    #[new((0..traced(build)).map(|hart| Hart::new(&build.hart(hart))).collect())]
    hart: Vec<Hart<XLEN, ADDR, FIRST, OUT>>,
    #[new((0..recorded(build)).map(|hart| Recorder::new(&build.hart(hart))).collect())]
    recorder: Vec<Recorder<XLEN, F, M, V, WHOLE, OUT>>,
    #[count(joined(build))]
    #[new(Words::within_messages(build.reset))]
    message: Vec<Words<OUT, TWICE>>,
    #[count(joined(build))]
    #[new(RegisterSlice::of(build, true))]
    slice: Vec<RegisterSlice<OUT>>,
    #[new((0..build.funnels().len() as u32).map(|funnel| Merger::new(&Place::new(build, funnel))).collect())]
    funnel: Vec<Merger<OUT>>,
    #[new(Sinks::new(build))]
    sinks: Sinks<OUT, TWICE>,
    /// Which component an access is for.
    #[count(has(build).system as usize * build.components().len())]
    selected: Vec<Signal<Local, Bit>>,
    /// Chunks for funnels: of the encoders, then of the funnels but the last one. Then chunks of encoders for joiners.
    #[count(sources(build) + joined(build))]
    chunk: Vec<Signal<Local, Chunk<OUT>>>,
    #[count(sources(build) + joined(build))]
    chunk_valid: Vec<Signal<Local, Bit>>,
    #[count(sources(build) + joined(build))]
    chunk_ready: Vec<Signal<Local, Bit>>,
    /// No trace is held between this hart's encoder and the funnel.
    #[count(if has(build).system { build.system.harts as usize } else { 0 })]
    passed_on: Vec<Signal<Local, Bit>>,
    /// Where the chunks begin that encoders make.
    #[new(if joined(build) > 0 { sources(build) } else { 0 })]
    _made: usize,
    /// teSrcID of the first hart after reset, or its mhartid.
    #[new(if build.tandem.built { build.tandem.hart_id } else { build.encoder.src_id } as usize)]
    _first_source: usize,
    /// How many inputs each funnel but the last one has.
    #[new(build.funnels().first().map_or(0, Vec::len))]
    _most: usize,
    /// The harts share the time of hart 0, a counter: their tsType is 4, that of hart 0 is 2.
    #[new(has(build).system && has(build).counter)]
    _shares_time: bool,
}

/// How many harts have an N-Trace encoder.
fn traced(build: &Build) -> u32 {
    match build.tandem.built {
        true => 0,
        false => build.system.harts,
    }
}

/// How many harts have an encoder of tandem-verification trace.
fn recorded(build: &Build) -> u32 {
    build.system.harts - traced(build)
}

#[kernel]
impl<
        const XLEN: usize,
        const ADDR: usize,
        const FIRST: usize,
        const F: usize,
        const M: usize,
        const V: usize,
        const WHOLE: usize,
        const OUT: usize,
        const TWICE: usize,
    > Top<XLEN, ADDR, FIRST, F, M, V, WHOLE, OUT, TWICE>
{
    fn update(&mut self) {
        self.accesses();
        self.registers();
        self.harts();
        self.time();
        self.sinks();
    }

    /// From the bus to accesses in the encoder's clock.
    fn accesses(&mut self) {
        connect!(apb4: bus = apb);
        connect!(axi4_lite: s_axi);
        connect!(wishbone: wb);
        connect!(tilelink: tl);
        if self.requester.is_built() {
            connect!(axi4_lite: clock = bus_clock, rst_n = bus_rst_n, requester.port);
            connect!(wishbone: clock = bus_clock, rst_n = bus_rst_n, requester.port);
            connect!(tilelink: clock = bus_clock, rst_n = bus_rst_n, requester.port);
            connect!(requester: clock = bus_clock, rst_n = bus_rst_n, responder.far);
            connect!(apb4: requester.port);
            connect!(responder: access.port);
        } else {
            connect!(apb4: access.port);
            connect!(axi4_lite: access.port);
            connect!(wishbone: access.port);
            connect!(tilelink: access.port);
        }
        connect!(lock: d = debug_locked, q = access.locked);
    }

    /// From accesses to the registers of the only encoder, or of the component that an access is for.
    fn registers(&mut self) {
        connect!(hart[..]: locked = lock.q);
        connect!(recorder[..]: locked = lock.q);
        connect!(funnel[..]: locked = lock.q);
        if self.funnel.is_empty() {
            if self.recorder.is_empty() {
                connect!(access: hart[0].{bus, bus_read, records = window});
            } else {
                connect!(access: recorder[0].bus);
            }
        } else {
            for c in 0..self.selected.len() {
                self.selected[c].next = self.access.component.val() == c.to_bits::<5>();
            }
            let mut of_harts: Bits<32> = 0.into();
            let mut of_records: Bits<32> = 0.into();
            let mut done: Bit = false;
            for h in 0..self.hart.len() {
                connect!(access.bus: hart[h].bus.{addr, wdata, strobe});
                self.hart[h].bus.write.next = self.access.bus.write.val() & self.selected[h].val();
                self.hart[h].bus_read.next = self.access.bus_read.val() & self.selected[h].val();
                let shown = if self.selected[h].val() { self.hart[h].bus.rdata.val() } else { bits::<32>(0) };
                of_harts = of_harts | shown;
                self.hart[h].window.request.next = self.access.records.request.val() & self.selected[h].val();
                self.hart[h].window.write.next = self.access.records.write.val();
                let read = if self.selected[h].val() { self.hart[h].window.rdata.val() } else { bits::<32>(0) };
                of_records = of_records | read;
                done |= self.hart[h].window.done.val();
            }
            let mut of_recorders: Bits<32> = 0.into();
            for h in 0..self.recorder.len() {
                connect!(access.bus: recorder[h].bus.{addr, wdata, strobe});
                self.recorder[h].bus.write.next = self.access.bus.write.val() & self.selected[h].val();
                let shown = if self.selected[h].val() { self.recorder[h].bus.rdata.val() } else { bits::<32>(0) };
                of_recorders = of_recorders | shown;
            }
            let mut of_funnels: Bits<32> = 0.into();
            for f in 0..self.funnel.len() {
                let c = self.hart.len() + self.recorder.len() + f;
                connect!(access.bus: funnel[f].bus.{addr, wdata, strobe});
                self.funnel[f].bus.write.next = self.access.bus.write.val() & self.selected[c].val();
                let shown = if self.selected[c].val() { self.funnel[f].bus.rdata.val() } else { bits::<32>(0) };
                of_funnels = of_funnels | shown;
            }
            self.access.bus.rdata.next = of_harts | of_recorders | of_funnels;
            self.access.records.rdata.next = of_records;
            self.access.records.done.next = done;
        }
    }

    fn harts(&mut self) {
        for h in 0..self.hart.len() {
            connect!(hart[h]: port[h], sinks.sync_request);
            self.hart[h].source_id.next = (self._first_source + h).to_bits::<12>();
        }
        for h in 0..self.recorder.len() {
            connect!(recorder[h]: port = recorded[h]);
            self.recorder[h].hart_id.next = (self._first_source + h).to_bits::<16>();
        }
    }

    /// The time: that of a counter is hart 0's, which the others are shown as the time of another encoder.
    fn time(&mut self) {
        for h in 0..self.hart.len() {
            connect!(hart[h]: time_clock, time_rst_n, hart_time);
            self.hart[h].broadcast_time.next =
                if self._shares_time { self.hart[0].time_broadcast.val() } else { self.broadcast_time.val() };
        }
        if !self.hart.is_empty() {
            self.time_broadcast.next = self.hart[0].time_broadcast.val();
        }
    }

    /// The sinks belong to the only encoder, or to the last funnel.
    fn sinks(&mut self) {
        connect!(sinks: outside, locked = lock.q, access.bus.{bus_addr = addr, bus_wdata = wdata, bus_strobe = strobe},
            access.bus_memory);
        if self.funnel.is_empty() {
            connect!(sinks: access.bus.{bus_write = write}, access.{bus_prepare, bus_read, bus_at_memory});
            if self.recorder.is_empty() {
                connect!(sinks: hart[0].{source = trace, upstream = downstream});
            } else {
                connect!(sinks: recorder[0].{source = trace, upstream = downstream});
            }
        } else {
            let c = self.selected.len() - 1;
            let f = self.funnel.len() - 1;
            self.sinks.bus_write.next = self.access.bus.write.val() & self.selected[c].val();
            self.sinks.bus_prepare.next = self.access.bus_prepare.val() & self.selected[c].val();
            self.sinks.bus_read.next = self.access.bus_read.val() & self.selected[c].val();
            self.access.bus_at_memory.next = self.sinks.bus_at_memory.val() & self.selected[c].val();
            self.encoder_chunks();
            self.funnel_inputs();
            connect!(sinks: funnel[f].{source = trace, upstream = downstream});
        }
    }
}

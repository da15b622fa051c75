// SPDX-License-Identifier: Apache-2.0
//! The ports and parts of the sinks, as many as the build has.

use super::Sinks;
use crate::{AtbSink, Behind, Merge, Outside, PibSink, Router, SbaSink, SramSink, TraceIn, Upstream, Words};
use tracewright_config::{Build, Packer, PibMode, SbaBus};
use tracewright_prim::{many, Optional, Reg};

/// A port, if `count` is not 0.
fn optional<T: Default>(count: usize) -> Optional<T> {
    Optional::new(count > 0, T::default())
}

impl<const IN: usize> Sinks<IN> {
    /// The sinks of `build`.
    pub fn new(build: &Build) -> Self {
        let sink = &build.sink;
        let Behind { router, ram, sram, sba, wide_sba, pib, atb, stream } = Behind::of(sink);
        let single = 1 - router;
        let outside = sram * usize::from(sink.sram_macro);
        let scrub = usize::from(build.scrubbed_words() > 0);
        let sram_lanes = sram * (sink.sram_width / 32) as usize;
        let sba_lanes = sba * (sink.sba_width / 32) as usize;
        let atb_lanes = atb * (sink.atb_width / 8) as usize;
        let bus = |kind| sba * usize::from(sink.sba_bus == kind);
        let (axi4, tilelink, wishbone) = (bus(SbaBus::Axi4), bus(SbaBus::TileLinkUl), bus(SbaBus::Wishbone));
        let both = sram * sba;
        let (sram_alone, sba_alone) = (sram - both, sba - both);
        let atbytes = usize::from(atb_lanes > 1);
        let tref = pib * usize::from(sink.pib_modes.iter().any(PibMode::is_parallel));
        let packer = |width| usize::from(build.encoder.packer == width);
        let (message, bytes) = (packer(Packer::Message), packer(Packer::Byte));
        let (counted, chunks) = (1 - bytes, packer(Packer::Word) + packer(Packer::Double));
        let routed_chunks = router * chunks;
        let to_units = usize::from(ram + atb + stream > 0) * (1 - message);
        let (words, doubles) = (to_units * packer(Packer::Word), to_units * packer(Packer::Double));
        let more = |lanes: usize| lanes.saturating_sub(1);
        let (sram_more, sba_more, atb_more) = (outside * more(sram_lanes), more(sba_lanes), more(atb_lanes));
        Sinks {
            clock: Default::default(),
            rst_n: Default::default(),
            source: TraceIn::new(build),
            upstream: Upstream::new(sink),
            locked: optional(scrub),
            bus_addr: optional(ram),
            bus_write: optional(ram),
            bus_prepare: optional(sram),
            bus_read: optional(sram),
            bus_wdata: optional(ram),
            bus_strobe: optional(ram),
            bus_at_memory: optional(sram),
            bus_memory: optional(sram),
            sync_request: optional(atb),
            outside: Outside::new(build),
            router: (0..router).map(|_| Router::new(build.reset, pib > 0)).collect(),
            word_joiner: (0..words).map(|_| Words::across_messages(build.reset)).collect(),
            double_joiner: (0..doubles).map(|_| Words::across_messages(build.reset)).collect(),
            sram: (0..sram).map(|_| SramSink::new(build)).collect(),
            sba: (0..sba).map(|_| SbaSink::new(build)).collect(),
            response: (0..sba).map(|_| Reg::new(build.reset)).collect(),
            pib: (0..pib).map(|_| PibSink::new(build)).collect(),
            atb: (0..atb).map(|_| AtbSink::new(build)).collect(),
            selected: Default::default(),
            forgets: many(words + doubles),
            chunk_valid: Default::default(),
            chunk_ready: Default::default(),
            chunk_data: Default::default(),
            chunk_bytes: Default::default(),
            flushes: Default::default(),
            joiner_empty: Default::default(),
            unit_valid: Default::default(),
            unit_ready: Default::default(),
            unit_data: Default::default(),
            unit_bytes: Default::default(),
            flush: Default::default(),
            sram_empty: Default::default(),
            sba_empty: Default::default(),
            write_merge: (0..ram).map(|_| Merge::default()).collect(),
            sram_joined: many(outside * sram_lanes),
            sba_joined: many(sba_lanes),
            atb_joined: many(atb_lanes),
            _router: router,
            _single: single,
            _routed_chunks: routed_chunks,
            _joiner: words + doubles,
            _memory_alone: single * ram,
            _routed_sram: router * sram,
            _routed_sba: router * sba,
            _sram: sram,
            _scrub: scrub,
            _sram_lanes: sram_lanes,
            _outside: outside,
            _sba: sba,
            _sba_lanes: sba_lanes,
            _axi4: axi4,
            _tilelink: tilelink,
            _wishbone: wishbone,
            _wide_sba: wide_sba,
            _sram_alone: sram_alone,
            _sba_alone: sba_alone,
            _both: both,
            _ram: ram,
            _pib: pib,
            _tref: tref,
            _atb: atb,
            _atbytes: atbytes,
            _atb_lanes: atb_lanes,
            _stream: stream,
            _message: message,
            _counted: counted,
            _chunks: chunks,
            _words: words,
            _doubles: doubles,
            _bytes: bytes,
            _to_units: to_units,
            _sram_more: sram_more,
            _sba_more: sba_more,
            _atb_more: atb_more,
        }
    }
}

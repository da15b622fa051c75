// SPDX-License-Identifier: Apache-2.0
//! From entries to trace: formatter and packer.

use super::built::{many, Built};
use super::formatter::{Formatter, Sequence, Stamp};
use super::packer::{Cutter, Joiner, Messages, Packer, Pieces, Step};
use crate::codes::{KIND_DIRECT_BRANCH_AND_STOP, KIND_NONE};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Packer as Width};

/// Sends entries as trace: `OUT` bits a cycle, 304 standing for a whole message. `FIRST` is the widest of what a message
/// starts with, and of a piece of one where a byte leaves in a cycle.
#[derive(Module)]
pub struct Output<const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// SRC is sent.
    pub src_enable: Vec<Signal<In, Bit>>,
    /// SRC.
    pub src_id: Vec<Signal<In, Bits<12>>>,
    /// teInstExtendAddrMSB.
    pub extend: Vec<Signal<In, Bit>>,
    /// tsEnable.
    pub timestamps: Vec<Signal<In, Bit>>,
    /// There is an entry.
    pub entry_valid: Signal<In, Bit>,
    /// Its last message is taken.
    pub entry_ready: Signal<Out, Bit>,
    /// Which main message, if any.
    pub entry_kind: Signal<In, Bits<4>>,
    /// Its fixed-length fields.
    pub entry_fixed: Signal<In, Bits<6>>,
    /// Its count.
    pub entry_count: Signal<In, Bits<22>>,
    /// Its address.
    pub entry_addr: Signal<In, Bits<ADDR>>,
    /// Its history.
    pub entry_hist: Signal<In, Bits<32>>,
    /// How often something repeats; 0 if nothing does.
    pub entry_repeat_count: Vec<Signal<In, Bits<18>>>,
    /// The history that repeats (one that is there once is sent as a full HIST); 0 if the last branch message does.
    pub entry_repeat_hist: Vec<Signal<In, Bits<32>>>,
    /// Which Ownership messages follow: bit 0 FORMAT 00, bit 1 FORMAT 10, bit 2 FORMAT 11.
    pub entry_own: Vec<Signal<In, Bits<3>>>,
    /// Their V and PRV.
    pub entry_own_privilege: Vec<Signal<In, Bits<3>>>,
    /// hcontext above scontext.
    pub entry_own_context: Vec<Signal<In, Bits<64>>>,
    /// The entry's time.
    pub entry_time: Vec<Signal<In, Bits<64>>>,
    /// There is trace.
    pub trace_valid: Signal<Out, Bit>,
    /// The trace is taken.
    pub trace_ready: Signal<In, Bit>,
    /// The trace, first byte lowest.
    pub trace_data: Signal<Out, Bits<OUT>>,
    /// How many bytes it is, where that is not always the same.
    pub trace_bytes: Vec<Signal<Out, Bits<6>>>,
    /// It has the last bytes of a message, where it is a part of one.
    pub trace_last: Vec<Signal<Out, Bit>>,
    /// Nothing is held but the entry at the input.
    pub empty: Signal<Out, Bit>,
    formatter: Formatter<ADDR, FIRST>,
    sequence: Vec<Sequence>,
    stamp: Vec<Stamp>,
    pieces: Vec<Pieces<ADDR, FIRST>>,
    bytes: Vec<Packer<FIRST>>,
    wide_pieces: Vec<Pieces<ADDR, 72>>,
    cutter: Vec<Cutter<72, OUT>>,
    joiner: Vec<Joiner<ADDR, FIRST>>,
    messages: Vec<Messages>,
    message_ready: Signal<Local, Bit>,
    _parts: usize,
    _btm: usize,
    _repeat: usize,
    _history: usize,
    _context: usize,
    _contexts: usize,
    _time: usize,
    _src: usize,
    _extend: usize,
    _bytes: usize,
    _chunks: usize,
    _messages: usize,
}

impl<const ADDR: usize, const FIRST: usize, const OUT: usize> Output<ADDR, FIRST, OUT> {
    /// The output of `build`.
    pub fn new(build: &Build) -> Self {
        let built = Built::of(build);
        let parts = built.repeat | built.context | built.btm;
        let src = usize::from(build.encoder.src_bits > 0);
        let extend = usize::from(build.encoder.extended_address);
        let packer = |width| usize::from(build.encoder.packer == width);
        let (bytes, messages) = (packer(Width::Byte), packer(Width::Message));
        let chunks = packer(Width::Word) | packer(Width::Double);
        Output {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            src_enable: many(src),
            src_id: many(src),
            extend: many(extend),
            timestamps: many(built.time),
            entry_valid: Default::default(),
            entry_ready: Default::default(),
            entry_kind: Default::default(),
            entry_fixed: Default::default(),
            entry_count: Default::default(),
            entry_addr: Default::default(),
            entry_hist: Default::default(),
            entry_repeat_count: many(built.repeat),
            entry_repeat_hist: many(built.history),
            entry_own: many(built.context),
            entry_own_privilege: many(built.context),
            entry_own_context: many(built.contexts),
            entry_time: many(built.time),
            trace_valid: Default::default(),
            trace_ready: Default::default(),
            trace_data: Default::default(),
            trace_bytes: many(chunks | messages),
            trace_last: many(chunks),
            empty: Default::default(),
            formatter: Formatter::new(build),
            sequence: (0..parts).map(|_| Sequence::new(build)).collect(),
            stamp: (0..built.time).map(|_| Stamp::new(build)).collect(),
            pieces: (0..bytes).map(|_| Pieces::new(build, Step::Tcode)).collect(),
            bytes: (0..bytes).map(|_| Packer::new(build)).collect(),
            wide_pieces: (0..chunks).map(|_| Pieces::new(build, Step::First)).collect(),
            cutter: (0..chunks).map(|_| Cutter::new(build)).collect(),
            joiner: (0..messages).map(|_| Joiner::new(build)).collect(),
            messages: (0..messages).map(|_| Messages::new(build)).collect(),
            message_ready: Default::default(),
            _parts: parts,
            _btm: built.btm,
            _repeat: built.repeat,
            _history: built.history,
            _context: built.context,
            _contexts: built.contexts,
            _time: built.time,
            _src: src,
            _extend: extend,
            _bytes: bytes,
            _chunks: chunks,
            _messages: messages,
        }
    }
}

impl<const ADDR: usize, const FIRST: usize, const OUT: usize> Logic for Output<ADDR, FIRST, OUT> {
    #[hdl_gen]
    fn update(&mut self) {
        // Which message.
        self.entry_ready.next = self.message_ready.val();
        for i in 0..self._parts {
            self.sequence[i].clock.next = self.clock.val();
            self.sequence[i].rst_n.next = self.rst_n.val();
            self.sequence[i].clear.next = self.clear.val();
            self.sequence[i].has[0].next = false;
            self.sequence[i].has[1].next = self.entry_kind.val() != KIND_NONE.to_bits::<4>();
            self.sequence[i].has[2].next = false;
            self.sequence[i].has[3].next = false;
            for k in 0..self._repeat {
                self.sequence[i].has[0].next = self.entry_repeat_count[k].val().any();
            }
            for k in 0..self._context {
                self.sequence[i].has[2].next = self.entry_own[k].val().get_bit(2);
                self.sequence[i].has[3].next = self.entry_own[k].val().get_bits::<2>(0).any();
            }
            for _k in 0..self._btm {
                if self.entry_kind.val() == KIND_DIRECT_BRANCH_AND_STOP.to_bits::<4>() {
                    self.sequence[i].has[3].next = true;
                }
            }
            self.sequence[i].taken.next = self.entry_valid.val() & self.message_ready.val();
            self.entry_ready.next = self.message_ready.val() & self.sequence[i].last.val();
            self.formatter.part[i].next = self.sequence[i].part.val();
        }

        // Its fields.
        self.formatter.entry_kind.next = self.entry_kind.val();
        self.formatter.entry_fixed.next = self.entry_fixed.val();
        self.formatter.entry_count.next = self.entry_count.val();
        self.formatter.entry_addr.next = self.entry_addr.val();
        self.formatter.entry_hist.next = self.entry_hist.val();
        for i in 0..self._repeat {
            self.formatter.entry_repeat_count[i].next = self.entry_repeat_count[i].val();
        }
        for i in 0..self._history {
            self.formatter.entry_repeat_hist[i].next = self.entry_repeat_hist[i].val();
        }
        for i in 0..self._context {
            self.formatter.entry_own[i].next = self.entry_own[i].val();
            self.formatter.entry_own_privilege[i].next = self.entry_own_privilege[i].val();
        }
        for i in 0..self._contexts {
            self.formatter.entry_own_context[i].next = self.entry_own_context[i].val();
        }
        for i in 0..self._src {
            self.formatter.src_enable[i].next = self.src_enable[i].val();
            self.formatter.src_id[i].next = self.src_id[i].val();
        }
        for i in 0..self._time {
            self.stamp[i].clock.next = self.clock.val();
            self.stamp[i].rst_n.next = self.rst_n.val();
            self.stamp[i].clear.next = self.clear.val();
            self.stamp[i].time.next = self.entry_time[i].val();
            self.stamp[i].synchronises.next = self.formatter.synchronises[i].val();
            self.stamp[i].taken.next = self.entry_valid.val() & self.message_ready.val() & self.timestamps[i].val();
        }

        // A byte a cycle.
        for i in 0..self._bytes {
            self.pieces[i].clock.next = self.clock.val();
            self.pieces[i].rst_n.next = self.rst_n.val();
            self.pieces[i].clear.next = self.clear.val();
            self.pieces[i].message_valid.next = self.entry_valid.val();
            self.message_ready.next = self.pieces[i].message_ready.val();
            self.pieces[i].tcode.next = self.formatter.tcode.val();
            self.pieces[i].first.next = self.formatter.first.val();
            self.pieces[i].least.next = self.formatter.least.val();
            self.pieces[i].has_addr.next = self.formatter.has_addr.val();
            self.pieces[i].addr.next = self.formatter.addr.val();
            self.pieces[i].has_hist.next = self.formatter.has_hist.val();
            self.pieces[i].hist.next = self.formatter.hist.val();
            for k in 0..self._extend {
                self.pieces[i].extends[k].next = self.formatter.extends[k].val() & self.extend[k].val();
            }
            for k in 0..self._time {
                self.pieces[i].has_stamp[k].next = self.timestamps[k].val();
                self.pieces[i].stamp[k].next = self.stamp[k].value.val();
            }
            self.bytes[i].clock.next = self.clock.val();
            self.bytes[i].rst_n.next = self.rst_n.val();
            self.bytes[i].clear.next = self.clear.val();
            self.bytes[i].piece_valid.next = self.pieces[i].piece_valid.val();
            self.pieces[i].piece_ready.next = self.bytes[i].piece_ready.val();
            self.bytes[i].piece_data.next = self.pieces[i].piece_data.val();
            self.bytes[i].piece_least.next = self.pieces[i].piece_least.val();
            self.bytes[i].piece_end.next = self.pieces[i].piece_end.val();
            for k in 0..self._extend {
                self.bytes[i].piece_extends[k].next = self.pieces[i].piece_extends[k].val();
            }
            self.trace_valid.next = self.bytes[i].byte_valid.val();
            self.bytes[i].byte_ready.next = self.trace_ready.val();
            self.trace_data.next = self.bytes[i].byte_data.val().get_bits::<OUT>(0);
            self.empty.next = !self.bytes[i].byte_valid.val();
        }

        // A chunk a cycle.
        for i in 0..self._chunks {
            self.wide_pieces[i].clock.next = self.clock.val();
            self.wide_pieces[i].rst_n.next = self.rst_n.val();
            self.wide_pieces[i].clear.next = self.clear.val();
            self.wide_pieces[i].message_valid.next = self.entry_valid.val();
            self.message_ready.next = self.wide_pieces[i].message_ready.val();
            self.wide_pieces[i].tcode.next = self.formatter.tcode.val();
            self.wide_pieces[i].first.next = (self.formatter.first.val().get_bits::<72>(0) << bits::<8>(6))
                | bit_cast::<72, 6>(self.formatter.tcode.val());
            self.wide_pieces[i].least.next = self.formatter.least.val();
            self.wide_pieces[i].has_addr.next = self.formatter.has_addr.val();
            self.wide_pieces[i].addr.next = self.formatter.addr.val();
            self.wide_pieces[i].has_hist.next = self.formatter.has_hist.val();
            self.wide_pieces[i].hist.next = self.formatter.hist.val();
            for k in 0..self._extend {
                self.wide_pieces[i].extends[k].next = self.formatter.extends[k].val() & self.extend[k].val();
            }
            for k in 0..self._time {
                self.wide_pieces[i].has_stamp[k].next = self.timestamps[k].val();
                self.wide_pieces[i].stamp[k].next = self.stamp[k].value.val();
            }
            self.cutter[i].clock.next = self.clock.val();
            self.cutter[i].rst_n.next = self.rst_n.val();
            self.cutter[i].clear.next = self.clear.val();
            self.cutter[i].piece_valid.next = self.wide_pieces[i].piece_valid.val();
            self.wide_pieces[i].piece_ready.next = self.cutter[i].piece_ready.val();
            self.cutter[i].piece_data.next = self.wide_pieces[i].piece_data.val();
            self.cutter[i].piece_least.next = self.wide_pieces[i].piece_least.val();
            self.cutter[i].piece_end.next = self.wide_pieces[i].piece_end.val();
            for k in 0..self._extend {
                self.cutter[i].piece_extends[k].next = self.wide_pieces[i].piece_extends[k].val();
            }
            self.trace_valid.next = self.cutter[i].chunk_valid.val();
            self.cutter[i].chunk_ready.next = self.trace_ready.val();
            self.trace_data.next = self.cutter[i].chunk_data.val();
            self.trace_bytes[i].next = self.cutter[i].chunk_bytes.val();
            self.trace_last[i].next = self.cutter[i].chunk_last.val();
            self.empty.next = !self.cutter[i].chunk_valid.val();
        }

        // Whole messages.
        for i in 0..self._messages {
            self.joiner[i].clock.next = self.clock.val();
            self.joiner[i].rst_n.next = self.rst_n.val();
            self.joiner[i].clear.next = self.clear.val();
            self.joiner[i].message_valid.next = self.entry_valid.val();
            self.message_ready.next = self.joiner[i].message_ready.val();
            self.joiner[i].tcode.next = self.formatter.tcode.val();
            self.joiner[i].first.next = self.formatter.first.val();
            self.joiner[i].least.next = self.formatter.least.val();
            self.joiner[i].has_addr.next = self.formatter.has_addr.val();
            self.joiner[i].addr.next = self.formatter.addr.val();
            self.joiner[i].has_hist.next = self.formatter.has_hist.val();
            self.joiner[i].hist.next = self.formatter.hist.val();
            for k in 0..self._extend {
                self.joiner[i].extends[k].next = self.formatter.extends[k].val() & self.extend[k].val();
            }
            for k in 0..self._time {
                self.joiner[i].has_stamp[k].next = self.timestamps[k].val();
                self.joiner[i].stamp[k].next = self.stamp[k].value.val();
            }
            self.messages[i].clock.next = self.clock.val();
            self.messages[i].rst_n.next = self.rst_n.val();
            self.messages[i].clear.next = self.clear.val();
            self.messages[i].whole_valid.next = self.joiner[i].whole_valid.val();
            self.joiner[i].whole_ready.next = self.messages[i].whole_ready.val();
            self.messages[i].whole_data.next = self.joiner[i].whole_data.val();
            self.messages[i].whole_count.next = self.joiner[i].whole_count.val();
            self.trace_valid.next = self.messages[i].message_valid.val();
            self.messages[i].message_ready.next = self.trace_ready.val();
            self.trace_data.next = self.messages[i].message_data.val().get_bits::<OUT>(0);
            self.trace_bytes[i].next = self.messages[i].message_bytes.val();
            self.empty.next = self.joiner[i].empty.val() & !self.messages[i].message_valid.val();
        }
    }
}

#[cfg(test)]
mod tests;

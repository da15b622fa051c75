// SPDX-License-Identifier: Apache-2.0
//! The router: which sink trace goes to (docs/sinks.md, "Selection").

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::*;
use tracewright_regmap::*;

/// Sends chunks of `IN` bits to the PIB, if there is one, or to the joiner, behind which the other sinks are.
///
/// What teSink (tfSink) says acts while the joiner is empty, no message is under way and no chunk waits. A source ends
/// each message that it has begun.
#[derive(Module)]
pub struct Router<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// teSink (tfSink).
    pub select: Signal<In, Bits<4>>,
    /// The joiner holds nothing.
    pub joiner_empty: Signal<In, Bit>,
    /// The sink that trace goes to, as teSink (tfSink) would say it.
    pub selected: Signal<Out, Bits<4>>,
    /// There is a chunk.
    pub in_valid: Signal<In, Bit>,
    /// It is taken.
    pub in_ready: Signal<Out, Bit>,
    /// Its bytes, the first one lowest; what is above them means nothing.
    pub in_data: Signal<In, Bits<IN>>,
    /// How many bytes it has, where that may be more than one.
    pub in_bytes: Vec<Signal<In, Bits<4>>>,
    /// It has the last bytes of a message, where it may have more than one byte.
    pub in_last: Vec<Signal<In, Bit>>,
    /// There is a chunk for the PIB.
    pub pib_valid: Vec<Signal<Out, Bit>>,
    /// The PIB takes it.
    pub pib_ready: Vec<Signal<In, Bit>>,
    /// Its bytes.
    pub pib_data: Vec<Signal<Out, Bits<IN>>>,
    /// How many bytes it has.
    pub pib_bytes: Vec<Signal<Out, Bits<4>>>,
    /// It has the last bytes of a message.
    pub pib_last: Vec<Signal<Out, Bit>>,
    /// There is a chunk for the joiner.
    pub joiner_valid: Signal<Out, Bit>,
    /// The joiner takes it.
    pub joiner_ready: Signal<In, Bit>,
    /// Its bytes.
    pub joiner_data: Signal<Out, Bits<IN>>,
    /// How many bytes it has.
    pub joiner_bytes: Vec<Signal<Out, Bits<4>>>,
    sink: Reg<Bits<4>>,
    under_way: Reg<Bit>,
    ready: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
    to_pib: Vec<Signal<Local, Bit>>,
    _pib: usize,
    _bytes: usize,
    _chunks: usize,
    _pib_chunks: usize,
}

impl<const IN: usize> Router<IN> {
    /// A router to the joiner, and if `has_pib`, to the PIB.
    pub fn new(reset: Reset, has_pib: bool) -> Self {
        let (pib, chunks) = (usize::from(has_pib), usize::from(IN > 8));
        Router {
            clock: Default::default(),
            rst_n: Default::default(),
            select: Default::default(),
            joiner_empty: Default::default(),
            selected: Default::default(),
            in_valid: Default::default(),
            in_ready: Default::default(),
            in_data: Default::default(),
            in_bytes: many(chunks),
            in_last: many(chunks),
            pib_valid: many(pib),
            pib_ready: many(pib),
            pib_data: many(pib),
            pib_bytes: many(pib * chunks),
            pib_last: many(pib * chunks),
            joiner_valid: Default::default(),
            joiner_ready: Default::default(),
            joiner_data: Default::default(),
            joiner_bytes: many(chunks),
            sink: Reg::new(reset),
            under_way: Reg::new(reset),
            ready: Default::default(),
            ends: Default::default(),
            to_pib: many(pib),
            _pib: pib,
            _bytes: 1 - chunks,
            _chunks: chunks,
            _pib_chunks: pib * chunks,
        }
    }
}

impl<const IN: usize> Logic for Router<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sink, under_way);

        // Where it goes.
        self.joiner_valid.next = self.in_valid.val();
        self.joiner_data.next = self.in_data.val();
        self.ready.next = self.joiner_ready.val();
        for i in 0..self._pib {
            self.to_pib[i].next = self.sink.q.val() == TE_SINK_PIB.to_bits::<4>();
            self.pib_valid[i].next = self.in_valid.val() & self.to_pib[i].val();
            self.pib_data[i].next = self.in_data.val();
            if self.to_pib[i].val() {
                self.joiner_valid.next = false;
                self.ready.next = self.pib_ready[i].val();
            }
        }
        for i in 0..self._bytes {
            self.ends.next = self.in_data.val().get_bits::<2>(i) == bits::<2>(3);
        }
        for i in 0..self._chunks {
            self.ends.next = self.in_last[i].val();
            self.joiner_bytes[i].next = self.in_bytes[i].val();
        }
        for i in 0..self._pib_chunks {
            self.pib_bytes[i].next = self.in_bytes[i].val();
            self.pib_last[i].next = self.in_last[i].val();
        }
        self.in_ready.next = self.ready.val();

        // When that changes.
        if self.in_valid.val() & self.ready.val() {
            self.under_way.d.next = !self.ends.val();
        }
        if self.joiner_empty.val() & !self.under_way.q.val() & !self.in_valid.val() {
            self.sink.d.next = self.select.val();
        }
        self.selected.next = self.sink.q.val();
    }
}

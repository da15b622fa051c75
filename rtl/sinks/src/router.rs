// SPDX-License-Identifier: Apache-2.0
//! The router: which sink trace goes to (docs/sinks.md, "Selection").

use crate::{TraceIn, TraceOut, UnitOut};
use tracewright_prim::*;
use tracewright_regmap::*;

/// Sends chunks of `IN` bits to the PIB, if there is one, or to the joiner, which the other sinks follow.
///
/// teSink (tfSink) acts between messages, while the joiner is empty and no chunk waits. A source ends what it began.
#[synchronous(build: Build)]
pub struct Router<const IN: usize> {
    /// teSink (tfSink).
    pub select: Signal<In, Bits<4>>,
    /// The joiner holds nothing.
    pub joiner_empty: Signal<In, Bit>,
    /// The sink that trace goes to, as teSink (tfSink) would say it.
    pub selected: Signal<Out, Bits<4>>,
    /// Trace.
    pub source: TraceIn<IN>,
    /// Trace for the PIB.
    #[built(build.sink.has(SinkKind::Pib))]
    pub pib: Optional<TraceOut<IN>>,
    /// Trace for the joiner.
    pub joiner: UnitOut<IN>,
    sink: Reg<Bits<4>>,
    under_way: Reg<Bit>,
}

impl<const IN: usize> Logic for Router<IN> {
    #[kernel]
    fn update(&mut self) {
        let to_pib: Bit = if self.pib.is_built() { self.sink.q.val() == TE_SINK_PIB.to_bits::<4>() } else { false };
        // The trace goes to the sink that teSink, or tfSink, names.
        let ready = if to_pib { self.pib.ready.val() } else { self.joiner.ready.val() };
        self.joiner.valid.next = self.source.valid.val() & !to_pib;
        self.joiner.data.next = self.source.data.val();
        self.joiner.bytes.next = self.source.bytes.val().get_bits::<4>(0);
        self.pib.valid.next = self.source.valid.val() & to_pib;
        connect!(self.pib: source.{data, bytes, last});
        self.source.ready.next = ready;

        // A new value of teSink (tfSink) acts while no message is under way, no chunk waits and the joiner is empty.
        let ends: Bit = if self.source.last.is_built() {
            self.source.last.val()
        } else {
            self.source.data.val().get_bits::<2>(0) == bits::<2>(3)
        };
        if self.source.valid.val() & ready {
            self.under_way.d.next = !ends;
        }
        if self.joiner_empty.val() & !self.under_way.q.val() & !self.source.valid.val() {
            self.sink.d.next = self.select.val();
        }
        self.selected.next = self.sink.q.val();
    }
}

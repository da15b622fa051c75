// SPDX-License-Identifier: Apache-2.0
//! What the parts of the ATB sink tell each other, and what they have in common with the sink itself.

use crate::Unit;
use tracewright_prim::*;

/// Bytes of a beat.
pub(super) fn lanes(build: &Build) -> usize {
    build.sink.atb_width as usize / 8
}

/// What the sink has in the encoder's clock.
#[bundle(build: Build, flat)]
pub struct AtbSource<const IN: usize> {
    /// Trace.
    pub unit: Unit<IN>,
    /// The source and the joiner are drained.
    pub flush: Signal<In, Bit>,
    /// The joiner is to send what it holds, and to take nothing.
    pub flush_joiner: Signal<Out, Bit>,
    /// The joiner holds nothing, or nothing that is for this sink.
    pub joiner_empty: Signal<In, Bit>,
    /// The source is not active: what is left of its message is taken, or thrown away.
    pub inactive: Signal<In, Bit>,
    /// atbControl as stored.
    pub control: Signal<In, Bits<32>>,
    /// atbActive as it reads.
    pub atb_active: Signal<Out, Bit>,
    /// atbEmpty.
    pub atb_empty: Signal<Out, Bit>,
    /// SYNCREQ has risen: a pulse.
    pub sync_request: Signal<Out, Bit>,
}

/// The pins of the ATB.
#[bundle(build: Build, flat)]
pub struct AtbPins {
    /// ATB: this edge of its clock counts.
    pub atclken: Signal<In, Bit>,
    /// ATB: there is a beat.
    pub atvalid: Signal<Out, Bit>,
    /// ATB: the beat is taken.
    pub atready: Signal<In, Bit>,
    /// ATB: the beat, first byte lowest.
    #[width(build.sink.atb_width)]
    pub atdata: Narrow<Out, 128>,
    /// ATB: bytes of the beat, less one.
    #[built(lanes(build) > 1)]
    #[width(lanes(build).ilog2().max(1))]
    pub atbytes: Optional<Narrow<Out, 4>>,
    /// ATB: who sends.
    pub atid: Signal<Out, Bits<7>>,
    /// ATB: what is held is to be sent.
    pub afvalid: Signal<In, Bit>,
    /// ATB: what was held has been sent.
    pub afready: Signal<Out, Bit>,
    /// ATB: synchronising messages are wanted.
    pub syncreq: Signal<In, Bit>,
}

/// The ATB, and its clock.
#[bundle(build: Build, flat)]
pub struct AtbPort {
    /// Clock of the ATB; rising edge.
    pub at_clock: Signal<In, Clock>,
    /// Reset of the ATB, active low, released with its clock.
    pub at_rst_n: Signal<In, Bit>,
    /// The pins of the ATB.
    pub pins: AtbPins,
}

/// Entries on their way to the ATB: beats, and marks between them.
#[bundle(build: Build, peer = EntryIn)]
pub struct EntryOut {
    /// There is an entry.
    pub valid: Signal<Out, Bit>,
    /// The entry is taken.
    pub ready: Signal<In, Bit>,
    /// The bytes of the entry, first lowest.
    #[count(lanes(build))]
    pub data: Vec<Signal<Out, Bits<8>>>,
    /// In bit 0: the entry is a mark. Above: how many of its bytes are trace, minus one.
    pub tail: Signal<Out, Bits<5>>,
}

/// Single bits that cross, as the encoder's side has them.
#[bundle(_build: Build, flat, peer = Crossed)]
pub struct Crossing {
    /// The sink is active.
    pub level: Signal<Out, Bit>,
    /// `level` as it has arrived at the ATB.
    pub followed: Signal<In, Bit>,
    /// Changes to ask the ATB's side whether it holds a beat.
    pub question: Signal<Out, Bit>,
    /// Equal to `question` when no beat is held.
    pub answer: Signal<In, Bit>,
    /// Changes when the ATB asks for a flush.
    pub flush_asked: Signal<In, Bit>,
    /// Changes when SYNCREQ has risen.
    pub sync_asked: Signal<In, Bit>,
    /// `sync_asked` as it was seen.
    pub sync_seen: Signal<Out, Bit>,
}

/// Entries from clock to clock: both sides of a FIFO.
#[bundle(build: Build, flat)]
pub struct Passage {
    /// The encoder's clock; rising edge.
    pub in_clock: Signal<In, Clock>,
    /// Reset of the encoder's side, active low.
    pub in_rst_n: Signal<In, Bit>,
    /// Drops all entries.
    pub in_clear: Signal<In, Bit>,
    /// All entries were taken on the other side.
    pub in_empty: Signal<Out, Bit>,
    /// Entries that enter.
    pub entry_in: EntryIn,
    /// The ATB's clock; rising edge.
    pub out_clock: Signal<In, Clock>,
    /// Reset of the ATB's side, active low.
    pub out_rst_n: Signal<In, Bit>,
    /// Entries that leave.
    pub entry_out: EntryOut,
}

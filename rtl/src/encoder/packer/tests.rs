// SPDX-License-Identifier: Apache-2.0
//! A message that is cut at any moment gets its end, and the next one is whole (docs/sinks.md, "A source that becomes
//! inactive").

use super::pieces::PieceIn;
use super::{Cutter, Packer};
use crate::bench::{settle, Clocked};
use crate::sinks::TraceOut;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Packer as Width, Sink, SinkKind};
use tracewright_messages::mseo;

const PIECE: usize = 48;
/// What ends a message that was cut.
const CUT: u8 = 0x03;
/// Value, and what ends the piece.
type Piece = (u64, u8);
/// One of several bytes between two that have one.
const FIRST: [Piece; 4] = [
    (0x09 | 5 << 6, mseo::NORMAL),
    (0x2A, mseo::END_OF_FIELD),
    (0x1_2345_6789, mseo::END_OF_FIELD),
    (0x3F, mseo::END_OF_MESSAGE),
];
const SECOND: [Piece; 2] = [(0x21 | 7 << 6, mseo::END_OF_FIELD), (0xABC, mseo::END_OF_MESSAGE)];

/// Cycles for which the encoder is inactive.
const INACTIVE: usize = 3;
/// Cycles that two messages take at most, the receiver being slow.
const LONG: usize = 120;

impl<const PIECE: usize, const OUT: usize> Clocked for Packer<PIECE, OUT> {
    fn domain(&mut self) -> (&mut Signal<In, Clock>, &mut Signal<In, Bit>) {
        (&mut self.clock, &mut self.rst_n)
    }
}

impl<const PIECE: usize, const OUT: usize> Clocked for Cutter<PIECE, OUT> {
    fn domain(&mut self) -> (&mut Signal<In, Clock>, &mut Signal<In, Bit>) {
        (&mut self.clock, &mut self.rst_n)
    }
}

/// Pieces to bytes, whatever the width.
trait Packs: Clocked {
    /// What comes in, what leaves, and what says that there is no encoder.
    fn ports(&mut self) -> (&mut PieceIn<PIECE>, &mut TraceOut<32>, &mut Signal<In, Bit>);

    /// Shows a piece, and whether there is a receiver and no encoder.
    fn offer(&mut self, shown: Option<Piece>, ready: bool, clear: bool) {
        let (piece, trace, cleared) = self.ports();
        let (data, end) = shown.unwrap_or_default();
        piece.valid.next = shown.is_some();
        piece.data.next = data.to_bits();
        piece.end.next = u64::from(end).to_bits();
        trace.ready.next = ready;
        cleared.next = clear;
    }

    /// The piece is taken.
    fn takes(&mut self) -> bool {
        self.ports().0.ready.val()
    }

    /// The bytes that are shown.
    fn shown(&mut self) -> Vec<u8> {
        let (_, trace, _) = self.ports();
        let bytes = if trace.bytes.is_built() { trace.bytes.val().index() } else { 1 };
        let bytes = if trace.valid.val() { bytes } else { 0 };
        trace.data.val().to_u64().to_le_bytes()[..bytes].to_vec()
    }
}

impl Packs for Packer<PIECE, 32> {
    fn ports(&mut self) -> (&mut PieceIn<PIECE>, &mut TraceOut<32>, &mut Signal<In, Bit>) {
        (&mut self.piece, &mut self.trace, &mut self.clear)
    }
}

impl Packs for Cutter<PIECE, 32> {
    fn ports(&mut self) -> (&mut PieceIn<PIECE>, &mut TraceOut<32>, &mut Signal<In, Bit>) {
        (&mut self.piece, &mut self.trace, &mut self.clear)
    }
}

/// What leaves of the first message, which is cut in this cycle, and of the second; a piece comes `gap` cycles after
/// the one before, the receiver takes something in one of `pace` cycles.
fn send(mut packer: impl Packs, cut_at: usize, gap: usize, pace: usize) -> Vec<u8> {
    let (mut sent, mut waiting) = (vec![], None);
    let (mut pieces, mut pause) = (FIRST.to_vec(), 0);
    for cycle in 0..LONG {
        let clear = (cut_at..cut_at + INACTIVE).contains(&cycle);
        if cycle == cut_at {
            pieces.clear();
        } else if cycle == cut_at + INACTIVE {
            pieces = SECOND.to_vec();
        }
        let ready = cycle % pace == 0;
        packer.offer(pieces.first().copied().filter(|_| pause == 0), ready, clear);
        settle(&mut packer);
        let shown = packer.shown();
        assert!(waiting.is_none_or(|before| before == shown), "cycle {cycle}: what is shown stays until it is taken");
        if ready {
            sent.extend(&shown);
        }
        waiting = (!ready && !shown.is_empty()).then_some(shown);
        if pause > 0 {
            pause -= 1;
        } else if packer.takes() && !pieces.is_empty() {
            pieces.remove(0);
            pause = gap;
        }
        packer.tick();
    }
    sent
}

fn is_closed_at_any_moment<P: Packs>(new: impl Fn() -> P) {
    let whole = send(new().reset(), LONG - INACTIVE, 0, 1);
    for (gap, pace) in [(0, 1), (0, 3), (2, 1), (5, 1), (4, 3), (9, 2)] {
        let mut cuts = 0;
        for cut_at in 0..LONG / 2 {
            let sent = send(new().reset(), cut_at, gap, pace);
            let second = sent.len() - whole_of(&sent, &SECOND);
            let first = &sent[..second];
            let is_cut = first.last() == Some(&CUT) && whole.starts_with(&first[..second - 1]) && second <= whole.len();
            cuts += usize::from(is_cut);
            assert!(is_cut || first.is_empty() || first == whole, "cut in cycle {cut_at}, {gap}, {pace}: {sent:02x?}");
        }
        assert!(cuts > 2, "{gap}, {pace}");
    }
}

/// How many bytes at the end of `sent` the message of these pieces is.
fn whole_of(sent: &[u8], pieces: &[Piece]) -> usize {
    let mut bytes = vec![];
    for (value, end) in pieces {
        let mut rest = *value;
        loop {
            let is_last = rest >> 6 == 0;
            bytes.push(((rest & 0x3F) as u8) << 2 | if is_last { *end } else { 0 });
            if is_last {
                break;
            }
            rest >>= 6;
        }
    }
    assert!(sent.ends_with(&bytes), "{sent:02x?} ends with {bytes:02x?}");
    bytes.len()
}

/// A build of which something outlives the encoder.
fn build(packer: Width) -> Build {
    let mut build = Build { sink: Sink { kind: SinkKind::Stream.into(), ..Sink::default() }, ..Build::default() };
    build.encoder.packer = packer;
    build
}

#[test]
fn bytes_of_a_cut_message_get_an_end() {
    is_closed_at_any_moment(|| Packer::<PIECE, 32>::new(&build(Width::Byte)));
}

#[test]
fn chunks_of_a_cut_message_get_an_end() {
    is_closed_at_any_moment(|| Cutter::<PIECE, 32>::new(&build(Width::Word)));
}

// SPDX-License-Identifier: Apache-2.0
//! From entries to trace: formatter and packer.

use super::formatter::{Formatter, Sequence, Stamp};
use super::has::{has, Has};
use super::packer::{Cutter, Joiner, Packer, Pieces};
use super::ports::MessageStyle;
use super::records::{Entry, MessageFields};
use crate::codes::{KIND_DIRECT_BRANCH_AND_STOP, KIND_NONE};
use crate::prim::*;
use crate::sinks::TraceOut;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Bits of a piece where chunks leave: TCODE and the widest first are in one.
const WIDE: usize = 72;

/// Sends entries as trace, `OUT` bits a cycle. 304 stand for a whole message. `FIRST` is the widest of what a
/// message starts with, and of a piece of one where a byte leaves in a cycle.
#[derive(Module)]
#[module(build: Build)]
pub struct Output<const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// What messages have besides.
    pub style: MessageStyle,
    /// There is an entry.
    pub entry_valid: Signal<In, Bit>,
    /// The entry's last message is taken.
    pub entry_ready: Signal<Out, Bit>,
    /// The entry.
    pub entry: Signal<In, Entry<ADDR>>,
    /// The trace.
    pub trace: TraceOut<OUT>,
    /// Nothing is held but the entry at the input.
    pub empty: Signal<Out, Bit>,
    formatter: Formatter<ADDR, FIRST>,
    #[built(has(build).parts)]
    sequence: Optional<Sequence>,
    #[built(has(build).time)]
    stamp: Optional<Stamp>,
    #[built(has(build).bytes)]
    pieces: Optional<Pieces<ADDR, FIRST, FIRST>>,
    #[built(has(build).bytes)]
    bytes: Optional<Packer<FIRST, OUT>>,
    #[built(has(build).chunks)]
    wide_pieces: Optional<Pieces<ADDR, FIRST, WIDE>>,
    #[built(has(build).chunks)]
    cutter: Optional<Cutter<WIDE, OUT>>,
    #[built(has(build).messages)]
    joiner: Optional<Joiner<ADDR, FIRST, OUT>>,
    /// There is a message in front of what packs it.
    #[built(has(build).kept)]
    is_kept: Optional<Reg<Bit>>,
    #[built(has(build).kept)]
    kept: Optional<Reg<MessageFields<ADDR, FIRST>>>,
    message_valid: Signal<Local, Bit>,
    message: Signal<Local, MessageFields<ADDR, FIRST>>,
    /// The message is packed.
    message_ready: Signal<Local, Bit>,
    /// The message leaves the formatter.
    message_taken: Signal<Local, Bit>,
    #[new(has(build))]
    _has: Has,
}

impl<const ADDR: usize, const FIRST: usize, const OUT: usize> Logic for Output<ADDR, FIRST, OUT> {
    #[kernel]
    fn update(&mut self) {
        if self._has.bytes {
            self.send_bytes();
        } else if self._has.chunks {
            self.send_chunks();
        } else {
            self.send_messages();
        }

        self.message_valid.next = self.entry_valid.val();
        self.message.next = self.formatter.message.val();
        self.message_taken.next = self.message_ready.val();
        if self._has.kept {
            self.keep();
        }

        // The message, and which part of the entry it is.
        let entry: Entry<ADDR> = self.entry.val();
        let taken = self.entry_valid.val() & self.message_taken.val();
        self.style.link(&mut self.formatter.style);
        self.formatter.entry.next = self.entry.val();
        self.formatter.part.next = self.sequence.part.val();
        self.sequence.clear.next = self.clear.val();
        self.sequence.has[0].next = entry.repeat_count.any();
        self.sequence.has[1].next = entry.kind != KIND_NONE.to_bits::<4>();
        self.sequence.has[2].next = entry.own.get_bit(2);
        self.sequence.has[3].next = entry.own.get_bits::<2>(0).any()
            | (self._has.btm & (entry.kind == KIND_DIRECT_BRANCH_AND_STOP.to_bits::<4>()));
        self.sequence.taken.next = taken;
        self.entry_ready.next = self.message_taken.val();
        if self._has.parts {
            self.entry_ready.next = self.message_taken.val() & self.sequence.last.val();
        }
        self.formatter.stamp.next = self.stamp.value.val();
        self.stamp.clear.next = self.clear.val();
        self.stamp.time.next = entry.time;
        self.stamp.synchronises.next = self.formatter.synchronises.val();
        self.stamp.taken.next = taken & self.style.timestamps.val();
    }
}

impl<const ADDR: usize, const FIRST: usize, const OUT: usize> Output<ADDR, FIRST, OUT> {
    /// Keeps a message until it is packed.
    #[kernel]
    fn keep(&mut self) {
        self.message_valid.next = self.is_kept.q.val();
        self.message.next = self.kept.q.val();
        self.message_taken.next = !self.is_kept.q.val() | self.message_ready.val();
        if self.message_taken.val() {
            self.is_kept.d.next = self.entry_valid.val();
            self.kept.d.next = self.formatter.message.val();
        }
        if self.clear.val() {
            self.is_kept.d.next = false;
        }
    }

    /// A byte a cycle.
    #[kernel]
    fn send_bytes(&mut self) {
        self.pieces.clear.next = self.clear.val();
        self.pieces.message_valid.next = self.message_valid.val();
        self.pieces.message.next = self.message.val();
        self.message_ready.next = self.pieces.message_ready.val();
        self.pieces.piece.join(&mut self.bytes.piece);
        self.bytes.clear.next = self.clear.val();
        self.trace.link(&mut self.bytes.trace);
        self.empty.next = !self.bytes.trace.valid.val() & !self.is_kept.q.val();
    }

    /// A chunk a cycle.
    #[kernel]
    fn send_chunks(&mut self) {
        self.wide_pieces.clear.next = self.clear.val();
        self.wide_pieces.message_valid.next = self.message_valid.val();
        self.wide_pieces.message.next = self.message.val();
        self.message_ready.next = self.wide_pieces.message_ready.val();
        self.wide_pieces.piece.join(&mut self.cutter.piece);
        self.cutter.clear.next = self.clear.val();
        self.trace.link(&mut self.cutter.trace);
        self.empty.next = !self.cutter.trace.valid.val() & !self.is_kept.q.val();
    }

    /// Whole messages.
    #[kernel]
    fn send_messages(&mut self) {
        self.joiner.clear.next = self.clear.val();
        self.joiner.message_valid.next = self.entry_valid.val();
        self.joiner.message.next = self.formatter.message.val();
        self.message_ready.next = self.joiner.message_ready.val();
        self.trace.link(&mut self.joiner.trace);
        self.empty.next = self.joiner.empty.val();
    }
}

#[cfg(test)]
mod tests;

// SPDX-License-Identifier: Apache-2.0
//! From entries to trace: formatter and packer.

use super::formatter::{Formatter, Sequence, Stamp};
use super::has::{has, Has};
use super::packer::{Cutter, Joiner, Packer, Pieces};
use super::ports::MessageStyle;
use super::records::{Entry, MessageFields};
use crate::codes::{KIND_DIRECT_BRANCH_AND_STOP, KIND_NONE};
use crate::prim::*;
use crate::sinks::{RegisterSlice, TraceOut};

/// Bits of a piece where the packer makes chunks: TCODE and the widest `first`, 64 bits, are in one.
const WIDE: usize = 72;

/// Sends entries as trace, `OUT` bits a cycle. Where messages leave whole, `OUT` is 304. `FIRST` is the widest
/// of what a message starts with, and of a piece of one where a byte leaves in a cycle.
#[synchronous(build: Build)]
pub struct Output<const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Forgets everything but what the packer must still show (its `clear`).
    pub clear: Signal<In, Bit>,
    /// Options of every message: SRC, extended addresses, TSTAMP.
    pub style: MessageStyle,
    /// There is an entry.
    pub entry_valid: Signal<In, Bit>,
    /// The entry's last message is taken.
    pub entry_ready: Signal<Out, Bit>,
    /// The entry that is to be sent.
    pub entry: Signal<In, Entry<ADDR>>,
    /// The trace: bytes of MDO above MSEO, the first one lowest.
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
    /// Registers for a chunk. None where a sink outlives the encoder: there the packer ends a message that is cut.
    #[built(!has(build).messages && !has(build).closes)]
    #[new(RegisterSlice::of(build, has(build).parts))]
    slice: Optional<RegisterSlice<OUT>>,
    /// There is a message in front of what packs it.
    #[built(has(build).holds_message)]
    is_held: Optional<Reg<Bit>>,
    #[built(has(build).holds_message)]
    held: Optional<Reg<MessageFields<ADDR, FIRST>>>,
    message_valid: Signal<Local, Bit>,
    message: Signal<Local, MessageFields<ADDR, FIRST>>,
    /// The message's last piece is taken.
    message_ready: Signal<Local, Bit>,
    /// The message leaves the formatter.
    message_taken: Signal<Local, Bit>,
    #[new(has(build))]
    _has: Has,
}

#[kernel]
impl<const ADDR: usize, const FIRST: usize, const OUT: usize> Output<ADDR, FIRST, OUT> {
    fn update(&mut self) {
        if self._has.messages {
            self.send_messages();
        } else {
            self.send_pieces();
        }

        self.message_valid.next = self.entry_valid.val();
        connect!(formatter: style, entry, sequence.part, stamp.{stamp = value, synchronises}, message);
        self.message_taken.next = self.message_ready.val();
        if self._has.holds_message {
            self.hold();
        }

        let entry: Entry<ADDR> = self.entry.val();
        let taken = self.entry_valid.val() & self.message_taken.val();
        connect!(self: entry_ready = message_taken, sequence.clear, stamp.clear);
        self.sequence.has[0].next = entry.repeats;
        self.sequence.has[1].next = entry.kind != KIND_NONE.to_bits::<4>();
        self.sequence.has[2].next = entry.own.get_bit(2);
        self.sequence.has[3].next = entry.own.get_bits::<2>(0).any()
            | (self._has.btm & (entry.kind == KIND_DIRECT_BRANCH_AND_STOP.to_bits::<4>()));
        self.sequence.taken.next = taken;
        if self._has.parts {
            self.entry_ready.next = self.message_taken.val() & self.sequence.last.val();
        }
        self.stamp.time.next = entry.time;
        self.stamp.taken.next = taken & self.style.timestamps.val();
    }

    /// Holds the fields of a message until they are packed.
    fn hold(&mut self) {
        self.message_valid.next = self.is_held.q.val();
        self.message.next = self.held.q.val();
        self.message_taken.next = !self.is_held.q.val() | self.message_ready.val();
        let next: MessageFields<ADDR, FIRST> = self.formatter.message.val();
        connect!(wide_pieces: loads = message_taken);
        self.wide_pieces.is_single.next = !next.has_addr & !next.has_hist & !next.has_stamp;
        if self.message_taken.val() {
            self.is_held.d.next = self.entry_valid.val();
            self.held.d.next = next;
        }
        if self.clear.val() {
            self.is_held.d.next = false;
        }
    }

    /// Sends a byte or a chunk a cycle: a build has the packer of one of them.
    fn send_pieces(&mut self) {
        connect!(pieces: clear, message_valid, message, message_ready, bytes.piece);
        connect!(wide_pieces: clear, message_valid, message, message_ready, cutter.piece);
        if self._has.closes {
            connect!(bytes: clear, trace);
            connect!(cutter: clear, trace);
        } else {
            connect!(bytes: clear, trace = slice.source);
            connect!(cutter: clear, trace = slice.source);
        }
        connect!(slice: clear, trace);
        let packs = self.bytes.trace.valid.val() | self.cutter.trace.valid.val();
        self.empty.next = !packs & !self.is_held.q.val() & !self.slice.trace.valid.val();
    }

    /// Sends a whole message a cycle.
    fn send_messages(&mut self) {
        connect!(joiner: clear, message_valid = entry_valid, message_ready, trace, empty, formatter.message);
    }
}

#[cfg(test)]
mod tests;

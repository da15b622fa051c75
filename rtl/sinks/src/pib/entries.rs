// SPDX-License-Identifier: Apache-2.0
//! From chunks to what the FIFO of the PIB holds.

use super::ports::{has_pairs, EntryOut};
use crate::TraceIn;
use tracewright_prim::*;

/// Cuts chunks into entries: a byte each, or, where 16 pins are built, two of one message, the first one on bits 7-0.
///
/// An odd last byte has 0xFF above it, which is idle: MSEO 11 of the byte has ended the message. Idle bytes of trace,
/// 0xFF where a message would begin, are left out (N-Trace 3.4, Trace Control 12.1): `tw_pib_pins` makes idle.
#[synchronous(build: Build)]
pub struct PibEntries<const IN: usize> {
    /// pibActive is 0, or not followed yet: what is held, and the rest of a message that was begun, is thrown away.
    pub clear: Signal<In, Bit>,
    /// The source is not active: a message of which nothing was taken is thrown away, unless messages may begin.
    pub inactive: Signal<In, Bit>,
    /// Messages may begin: pibEnable is 1, a mode is set, no pattern is sent. One that has begun is taken to its end.
    pub open: Signal<In, Bit>,
    /// Trace.
    pub source: TraceIn<IN>,
    /// Entries.
    pub entry: EntryOut,
    /// Something of a chunk is used up in this cycle: pibEmpty becomes 0.
    pub takes: Signal<Out, Bit>,
    /// A byte waits for the other one of its entry.
    pub holds: Signal<Out, Bit>,
    in_message: Reg<Bit>,
    /// What comes of the message at the input is thrown away.
    drops: Reg<Bit>,
    /// Bytes of the chunk at the input that are used up.
    #[built(IN > 8)]
    position: Optional<Reg<Bits<4>>>,
    #[built(has_pairs(build))]
    held: Optional<Reg<Bits<8>>>,
    #[built(has_pairs(build))]
    holding: Optional<Reg<Bit>>,
    used_up: Signal<Local, Bit>,
    #[new(has_pairs(build))]
    _has_pairs: bool,
}

impl<const IN: usize> Logic for PibEntries<IN> {
    #[kernel]
    fn update(&mut self) {
        let begins = self.open.val() & !self.clear.val();
        let throws = self.drops.q.val() | (self.inactive.val() & !self.in_message.q.val() & !begins);
        let takes_on = self.entry.ready.val() & (begins | (self.in_message.q.val() & !self.clear.val())) & !throws;
        let goes = self.source.valid.val() & takes_on;

        // Where in the chunk: its next byte, whether that is idle, and how many bytes are left.
        let by = self.position.q.val().get_bits::<7>(0) << bits::<7>(3);
        let rest = if IN > 8 { self.source.data.val() >> by } else { self.source.data.val() };
        let first = rest.get_bits::<8>(0);
        let idle = !self.in_message.q.val() & first.all();
        let left = self.source.bytes.val().get_bits::<4>(0) - self.position.q.val();

        // Whether two bytes of the chunk are used now, and whether that is all.
        let two: Bit =
            if IN > 8 && self._has_pairs { !self.holding.q.val() & !idle & (left != bits::<4>(1)) } else { false };
        self.used_up.next = true;
        if IN > 8 {
            self.used_up.next = left == bits::<4>(1);
            if two {
                self.used_up.next = left == bits::<4>(2);
            }
            if goes {
                self.position.d.next = self.position.q.val() + bits::<4>(1);
                if two {
                    self.position.d.next = self.position.q.val() + bits::<4>(2);
                }
                if self.used_up.val() {
                    self.position.d.next = bits::<4>(0);
                }
            }
            if self.clear.val() {
                self.position.d.next = bits::<4>(0);
            }
        }
        let last: Bit =
            if IN > 8 { self.source.last.val() } else { self.source.data.val().get_bits::<2>(0) == bits::<2>(3) };
        let ends = self.used_up.val() & last;

        // What makes an entry.
        self.holds.next = self.holding.q.val();
        if self._has_pairs {
            if self.holding.q.val() {
                self.entry.data.next =
                    bit_cast::<16, 8>(self.held.q.val()) | (bit_cast::<16, 8>(first) << bits::<4>(8));
                self.entry.valid.next = goes;
                if goes {
                    self.holding.d.next = false;
                }
            } else if two {
                self.entry.data.next = rest.get_bits::<16>(0);
                self.entry.valid.next = goes;
            } else {
                self.entry.data.next = bit_cast::<16, 8>(first) | bits::<16>(0xFF00);
                self.entry.valid.next = goes & !idle & ends;
                if goes & !idle & !ends {
                    self.holding.d.next = true;
                    self.held.d.next = first;
                }
            }
            if self.clear.val() {
                self.holding.d.next = false;
            }
        } else {
            self.entry.data.next = bit_cast::<16, 8>(first);
            self.entry.valid.next = goes & !idle;
        }

        if goes & !idle {
            self.in_message.d.next = !ends;
        }
        if throws & self.source.valid.val() {
            self.drops.d.next = !last;
        }
        if self.clear.val() {
            self.in_message.d.next = false;
            if self.in_message.q.val() {
                self.drops.d.next = true;
            }
        }
        self.takes.next = goes;
        self.source.ready.next = throws | (takes_on & self.used_up.val());
    }
}

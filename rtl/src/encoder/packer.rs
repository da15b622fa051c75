// SPDX-License-Identifier: Apache-2.0
//! The MSEO packer: from pieces of messages to bytes, one a cycle.

mod bytes;
mod field;
mod joiner;
mod messages;
mod pieces;
mod words;

pub use bytes::Packer as Bytes;
pub use joiner::Joiner;
pub use messages::Messages;
pub use pieces::Pieces;
pub use words::Words;

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Sends a piece six bits at a time, least significant first, until nothing but zeros is left (N-Trace 3.1).
///
/// The next piece is loaded in the cycle in which the last byte of the one before it leaves: no cycle is lost between
/// pieces or messages.
#[derive(Module)]
pub struct Packer<const PIECE: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets the piece.
    pub clear: Signal<In, Bit>,
    /// There is a piece.
    pub piece_valid: Signal<In, Bit>,
    /// The piece is taken.
    pub piece_ready: Signal<Out, Bit>,
    /// Its bits.
    pub piece_data: Signal<In, Bits<PIECE>>,
    /// MSEO of its last byte.
    pub piece_end: Signal<In, Bits<2>>,
    /// There is a byte.
    pub byte_valid: Signal<Out, Bit>,
    /// The byte is taken.
    pub byte_ready: Signal<In, Bit>,
    /// MDO in the six upper bits, MSEO in the two lower ones.
    pub byte_data: Signal<Out, Bits<8>>,
    busy: Reg<Bit>,
    rest: Reg<Bits<PIECE>>,
    end: Reg<Bits<2>>,
    last: Signal<Local, Bit>,
    mseo: Signal<Local, Bits<2>>,
}

impl<const PIECE: usize> Packer<PIECE> {
    /// The packer of `build`.
    pub fn new(build: &Build) -> Self {
        Packer {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            piece_valid: Default::default(),
            piece_ready: Default::default(),
            piece_data: Default::default(),
            piece_end: Default::default(),
            byte_valid: Default::default(),
            byte_ready: Default::default(),
            byte_data: Default::default(),
            busy: Reg::new(build.reset),
            rest: Reg::new(build.reset),
            end: Reg::new(build.reset),
            last: Default::default(),
            mseo: Default::default(),
        }
    }
}

impl<const PIECE: usize> Logic for Packer<PIECE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, rest, end);

        self.last.next = !(self.rest.q.val() >> bits::<PIECE>(6)).any();
        self.mseo.next = bits::<2>(0);
        if self.last.val() {
            self.mseo.next = self.end.q.val();
        }
        self.byte_valid.next = self.busy.q.val();
        self.byte_data.next =
            (bit_cast::<8, 6>(self.rest.q.val().get_bits::<6>(0)) << bits::<8>(2)) | bit_cast::<8, 2>(self.mseo.val());
        self.piece_ready.next = !self.busy.q.val() | (self.byte_ready.val() & self.last.val());

        if self.piece_ready.val() {
            self.busy.d.next = self.piece_valid.val();
            self.rest.d.next = self.piece_data.val();
            self.end.d.next = self.piece_end.val();
        } else if self.byte_ready.val() {
            self.rest.d.next = self.rest.q.val() >> bits::<PIECE>(6);
        }
        if self.clear.val() {
            self.busy.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{settle, Clocked};
    use tracewright_messages::mseo;

    /// Every byte of `pieces`, with the sink ready in the cycles in which `ready` says so; and the cycles it took.
    fn bytes(pieces: &[(u64, u8)], ready: impl Fn(usize) -> bool) -> (Vec<u8>, usize) {
        let mut packer = Packer::<36>::new(&Build::default()).reset();
        let mut bytes = vec![];
        let mut next = 0;
        for cycle in 0..1000 {
            let (data, end) = pieces.get(next).copied().unwrap_or_default();
            packer.piece_valid.next = next < pieces.len();
            packer.piece_data.next = data.to_bits();
            packer.piece_end.next = u64::from(end).to_bits();
            packer.byte_ready.next = ready(cycle);
            settle(&mut packer);
            if packer.byte_valid.val() && ready(cycle) {
                bytes.push(packer.byte_data.val().index() as u8);
            }
            if next == pieces.len() && !packer.byte_valid.val() {
                return (bytes, cycle);
            }
            if next < pieces.len() && packer.piece_ready.val() {
                next += 1;
            }
            packer.tick();
        }
        panic!("the packer hangs after {bytes:02X?}");
    }

    /// N-Trace Table 6, cut into pieces.
    const TABLE_6: [(u64, u8); 4] =
        [(28, mseo::NORMAL), (0x7D << 2, mseo::END_OF_FIELD), (0x7, mseo::END_OF_FIELD), (0xFFE, mseo::END_OF_MESSAGE)];

    #[test]
    fn table_6_without_a_bubble() {
        let (bytes, cycles) = bytes(&[TABLE_6, TABLE_6].concat(), |_| true);
        let message = [0x70, 0xD0, 0x1D, 0x1D, 0xF8, 0xFF];
        assert_eq!(bytes, [message, message].concat());
        assert_eq!(cycles, bytes.len() + 1, "a byte a cycle, after one cycle to load the first piece");
    }

    #[test]
    fn a_slow_sink_changes_nothing_but_time() {
        assert_eq!(bytes(&TABLE_6, |cycle| cycle % 3 == 1).0, bytes(&TABLE_6, |_| true).0);
    }

    #[test]
    fn zero_is_one_byte_and_the_widest_piece_six() {
        assert_eq!(bytes(&[(0, mseo::END_OF_FIELD)], |_| true).0, [0x01]);
        assert_eq!(bytes(&[((1 << 36) - 1, mseo::END_OF_MESSAGE)], |_| true).0, [0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFF]);
    }
}

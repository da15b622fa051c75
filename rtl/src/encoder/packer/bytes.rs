// SPDX-License-Identifier: Apache-2.0
//! The packer of a byte a cycle.

use super::pieces::PieceIn;
use super::MDO;
use crate::codes::*;
use crate::encoder::has::{has, Has};
use crate::prim::*;
use crate::sinks::TraceOut;

/// Sends a piece six bits at a time, least significant first, until nothing but zeros is left (N-Trace 3.1, 3.3).
/// MSEO is 00, in a piece's last byte `end`, never 10. Sinks make idle bytes (0xFF), and words, the first byte lowest.
/// An extended address (N-Trace 8.2) comes with all bits above it equal to its most significant one (`PieceOut`). It
/// ends after a byte if all bits not sent equal the most significant bit of that byte, bit 5 of what is left: a decoder
/// repeats that bit above it. So six ones with zeros above them take a second byte, of zeros.
/// The next piece is loaded in the cycle in which the last byte of the one before it leaves: no cycle is lost.
///
/// Where a sink outlives the encoder, `clear` leaves the byte that is shown until it is taken, and a message that it
/// does not end gets one byte more, its end (docs/sinks.md, "A source that becomes inactive").
#[synchronous(build: Build)]
pub struct Packer<const PIECE: usize, const OUT: usize> {
    /// Forgets the piece, but not what a sink that outlives the encoder must get.
    pub clear: Signal<In, Bit>,
    /// The piece: TCODE (MSEO `end` is 00), or bits up to the end of a variable-length field (01) or the message (11).
    pub piece: PieceIn<PIECE>,
    /// The trace: bytes, MDO above MSEO, bits 1-0 (N-Trace ch. 3). A message has 38 at most; the queue 4 rows or more.
    pub trace: TraceOut<OUT>,
    busy: Reg<Bit>,
    rest: Reg<Bits<PIECE>>,
    /// Bit i: the byte i + 1 further on is sent even if all that is left is 0: fixed-length fields reach up to it.
    least: Reg<Bits<3>>,
    #[value(MSEO_END_OF_MESSAGE.to_bits())]
    end: Reg<Bits<2>>,
    last: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<PIECE>>,
    mdo: Signal<Local, Bits<6>>,
    mseo: Signal<Local, Bits<2>>,
    #[built(has(build).extend)]
    extends: Optional<Reg<Bit>>,
    /// Bytes of an extended address that have been sent.
    #[built(has(build).extend)]
    sent: Optional<Reg<Bits<4>>>,
    /// The top bit of the piece: an extended address goes on with ones where it is set.
    #[value((1_u64 << (PIECE - 1)).to_bits())]
    sign: Constant<Bits<PIECE>>,
    /// The six top bits: ones that are shifted into an address that goes on with ones.
    #[value(!(!Bits::default() >> bits::<7>(MDO as LiteralType)))]
    top: Constant<Bits<PIECE>>,
    /// Index of the byte with the top bit of an address.
    #[value(((build.xlen as usize - 1) / MDO).to_bits())]
    last_index: Constant<Bits<4>>,
    /// The bits of the byte at `last_index` that belong to the address.
    #[value(((1_u64 << ((build.xlen as usize - 1) % MDO)) - 1).to_bits())]
    last_mask: Constant<Bits<6>>,
    /// After the byte that is shown comes the end of a message that was cut.
    #[built(has(build).closes)]
    cut: Optional<Reg<Bit>>,
    /// The byte that is shown is the end of a message that was cut.
    #[built(has(build).closes)]
    closing: Optional<Reg<Bit>>,
    #[new(has(build))]
    _has: Has,
}

#[kernel]
impl<const PIECE: usize, const OUT: usize> Packer<PIECE, OUT> {
    fn update(&mut self) {
        self.last.next = !(self.rest.q.val() >> bits::<PIECE>(6)).any() & !self.least.q.val().any();
        self.shifted.next = self.rest.q.val() >> bits::<PIECE>(6);
        self.mdo.next = self.rest.q.val().get_bits::<6>(0);
        if self.extends.q.val() {
            self.last.next = !(self.rest.q.val() >> bits::<PIECE>(5)).any();
            if (self.rest.q.val() & self.sign.val()).any() {
                self.last.next = !((!self.rest.q.val()) >> bits::<PIECE>(5)).any();
                self.shifted.next = (self.rest.q.val() >> bits::<PIECE>(6)) | self.top.val();
            }
            // The byte with the address's own top bit (62, or 30), the last, is filled with zeros (N-Trace 8.2.1).
            if self.sent.q.val() == self.last_index.val() {
                self.mdo.next = self.rest.q.val().get_bits::<6>(0) & self.last_mask.val();
            }
        }
        if self.closing.q.val() {
            self.last.next = true;
            self.mdo.next = bits::<6>(0);
        }
        self.mseo.next = MSEO_NORMAL.to_bits::<2>();
        if self.last.val() {
            self.mseo.next = self.end.q.val();
        }
        self.trace.valid.next = self.busy.q.val();
        self.trace.data.next =
            (bit_cast::<OUT, 6>(self.mdo.val()) << bits::<8>(2)) | bit_cast::<OUT, 2>(self.mseo.val());
        self.piece.ready.next = !self.busy.q.val() | (self.trace.ready.val() & self.last.val());
        if self.cut.q.val() {
            self.piece.ready.next = false;
        }

        if self.piece.ready.val() {
            connect!(self.piece: valid = busy.d, data = rest.d, least = least.d, extends = extends.d);
            self.sent.d.next = bits::<4>(0);
            if self.piece.valid.val() {
                self.end.d.next = self.piece.end.val();
            }
        } else if self.trace.ready.val() {
            self.rest.d.next = self.shifted.val();
            self.sent.d.next = self.sent.q.val() + 1;
            self.least.d.next = self.least.q.val() >> bits::<3>(1);
        }
        if self.clear.val() {
            self.busy.d.next = false;
        }
        if self._has.closes {
            self.close();
        }
    }

    /// Ends a message that is cut by `clear`: if the byte shown does not, one more follows, MDO 0 and MSEO 11.
    fn close(&mut self) {
        let ends = self.last.val() & (self.end.q.val() == MSEO_END_OF_MESSAGE.to_bits::<2>());
        self.closing.d.next = self.closing.q.val() & !self.trace.ready.val();
        if self.busy.q.val() & (self.clear.val() | self.cut.q.val()) {
            self.busy.d.next = !ends | !self.trace.ready.val();
            self.cut.d.next = !ends & !self.trace.ready.val();
            self.end.d.next = self.end.q.val();
            if self.trace.ready.val() & !ends {
                self.closing.d.next = true;
                self.end.d.next = MSEO_END_OF_MESSAGE.to_bits::<2>();
            }
        }
        if !self.busy.q.val() & self.clear.val() {
            self.end.d.next = MSEO_END_OF_MESSAGE.to_bits::<2>();
            // Where a message is cut between two pieces, no byte is shown: its end is shown next.
            if self.end.q.val() != MSEO_END_OF_MESSAGE.to_bits::<2>() {
                self.busy.d.next = true;
                self.closing.d.next = true;
            }
        }
    }
}

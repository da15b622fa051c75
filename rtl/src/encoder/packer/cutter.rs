// SPDX-License-Identifier: Apache-2.0
//! From pieces to chunks of up to 4 or 8 bytes. MSEO marks the ends of fields and messages (N-Trace 3.1).

use super::pieces::PieceIn;
use super::MDO;
use crate::codes::*;
use crate::encoder::has::{has, Has};
use crate::prim::*;
use crate::sinks::TraceOut;

/// Sends a piece in chunks: `OUT` bits a cycle, in the last cycle the bytes that are left. `PIECE` is a multiple of 6.
///
/// The next piece is loaded in the cycle in which the last chunk of the one before it leaves. A message's first piece
/// is TCODE and what follows it. One more piece can wait, so that whether a piece is taken does not depend on where the
/// one before it ends: that path would lead through everything in front of the packer.
///
/// Where a sink outlives the encoder, `clear` leaves the chunk that is shown until it is taken, and a message that it
/// does not end gets one byte more, its end (docs/sinks.md, "A source that becomes inactive").
#[synchronous(build: Build)]
pub struct Cutter<const PIECE: usize, const OUT: usize> {
    /// Forgets the piece, but not what a sink that outlives the encoder must get; a message's first piece is next.
    pub clear: Signal<In, Bit>,
    /// The piece that is to be sent.
    pub piece: PieceIn<PIECE>,
    /// The trace: a chunk of bytes, the first one lowest, each MDO above two bits of MSEO.
    pub trace: TraceOut<OUT>,
    /// A piece waits until the one before it has left.
    waits: Reg<Bit>,
    waiting: Reg<Waiting<PIECE>>,
    /// There is a next piece.
    comes: Signal<Local, Bit>,
    /// The next piece: the one that waits, else the one that arrives.
    coming: Signal<Local, Waiting<PIECE>>,
    /// The next piece is loaded, if there is one.
    load: Signal<Local, Bit>,
    /// A chunk is shown.
    busy: Reg<Bit>,
    /// Bits of the piece that are not sent yet, the next ones lowest.
    rest: Reg<Bits<PIECE>>,
    /// What says how far the rest goes: the highest 1 is in the last byte that is sent, or in one before it.
    reach: Signal<Local, Bits<PIECE>>,
    /// Register of `reach` in builds with extended addresses (N-Trace 8.2): the piece or, of such an address, 1 where a
    /// bit differs from the one below it: from the highest 1 up all bits of the address are equal; its byte is last.
    #[built(has(build).extend)]
    shape: Optional<Reg<Bits<PIECE>>>,
    /// Bit i: byte i + 1 of a message's first piece, whose byte 0 is TCODE, is sent whatever its value.
    least: Reg<Bits<8>>,
    /// MSEO of the piece's last byte.
    #[value(MSEO_END_OF_MESSAGE.to_bits())]
    end: Reg<Bits<2>>,
    /// Byte i + 1 of `rest` is sent too.
    #[count(OUT / 8)]
    goes_on: Vec<Signal<Local, Bit>>,
    /// The piece's last chunk is shown: a register, so that no path leads from all of `rest` to what is shown next.
    is_last: Reg<Bit>,
    /// The chunk that is shown is the last of the piece, or the end of a message that was cut.
    last: Signal<Local, Bit>,
    #[count(OUT / 8)]
    mdo: Vec<Signal<Local, Bits<6>>>,
    #[count(OUT / 8)]
    mseo: Vec<Signal<Local, Bits<2>>>,
    /// The bits of an address, without those above it: a last byte that has its top bit is filled with zeros.
    #[value(((1_u64 << (build.xlen - 1)) - 1).to_bits())]
    address: Constant<Bits<PIECE>>,
    /// Bits of a chunk, without MSEO.
    #[value((OUT / 8 * MDO).to_bits())]
    chunk: Constant<Bits<8>>,
    /// After the chunk that is shown comes the end of a message that was cut.
    #[built(has(build).closes)]
    cut: Optional<Reg<Bit>>,
    /// The chunk that is shown is the end of a message that was cut.
    #[built(has(build).closes)]
    closing: Optional<Reg<Bit>>,
    #[new(has(build))]
    _has: Has,
}

/// A piece that waits until the one before it has left.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Waiting<const PIECE: usize> {
    /// Bits of the piece; of an extended address also those above it.
    pub data: Bits<PIECE>,
    /// Bit i: byte i + 1 of a first piece, TCODE not counted, is sent whatever its value.
    pub least: Bits<3>,
    /// The piece is an extended address.
    #[built(extend)]
    pub extends: Bit,
    /// MSEO of the piece's last byte.
    pub end: Bits<2>,
}

#[kernel]
impl<const PIECE: usize, const OUT: usize> Cutter<PIECE, OUT> {
    fn update(&mut self) {
        self.show();
        self.load.next = !self.busy.q.val() | (self.trace.ready.val() & self.last.val());
        if self.cut.q.val() {
            self.load.next = false;
        }
        self.wait();
        let next: Waiting<PIECE> = self.coming.val();
        // After a message's last piece comes a first one, which is TCODE and at least a byte more.
        let begins = self.end.q.val() == MSEO_END_OF_MESSAGE.to_bits::<2>();
        let least: Bits<8> =
            if begins { (bit_cast::<8, 3>(next.least) << bits::<8>(1)) | bits::<8>(1) } else { bits::<8>(0) };
        let shape: Bits<PIECE> = if next.extends { next.data ^ (next.data << bits::<7>(1)) } else { next.data };
        if self.load.val() {
            self.busy.d.next = self.comes.val();
            if self.comes.val() {
                self.rest.d.next = if next.extends { next.data & self.address.val() } else { next.data };
                self.end.d.next = next.end;
                self.least.d.next = least;
                self.shape.d.next = shape;
                self.is_last.d.next = !(shape >> self.chunk.val()).any() & !least.get_bit(self.goes_on.len() - 1);
            }
        } else if self.trace.ready.val() {
            self.rest.d.next = self.rest.q.val() >> self.chunk.val();
            self.least.d.next = bits::<8>(0);
            self.shape.d.next = self.shape.q.val() >> self.chunk.val();
            self.is_last.d.next = !(self.reach.val() >> (self.chunk.val() + self.chunk.val())).any();
        }
        if self.clear.val() {
            self.waits.d.next = false;
            self.busy.d.next = false;
            self.end.d.next = MSEO_END_OF_MESSAGE.to_bits::<2>();
        }
        if self._has.closes {
            self.close();
        }
    }

    /// Takes a piece while none waits, and says which is next.
    fn wait(&mut self) {
        self.piece.ready.next = !self.waits.q.val() & !self.cut.q.val();
        self.comes.next = self.waits.q.val() | self.piece.valid.val();
        self.waits.d.next = self.comes.val() & !self.load.val() & !self.cut.q.val();
        self.coming.next = self.waiting.q.val();
        if !self.waits.q.val() {
            connect!(self.piece: coming.next.{data, least, extends, end}, waiting.d.next.{data, least, extends, end});
        }
    }

    /// Shows the chunk, and finds how far it goes: MSEO is 00, in the piece's last byte `end`.
    fn show(&mut self) {
        self.last.next = self.is_last.q.val() | self.closing.q.val();
        self.reach.next = if self._has.extend { self.shape.q.val() } else { self.rest.q.val() };
        self.trace.bytes.next = bits::<6>(1);
        for i in 0..self.goes_on.len() {
            self.goes_on[i].next =
                (self.reach.val() >> (i * 6 + 6).to_bits::<7>()).any() | self.least.q.val().get_bit(i);
            if self.closing.q.val() {
                self.goes_on[i].next = false;
            }
            self.mdo[i].next = self.rest.q.val().get_bits::<6>(i * 6);
            self.mseo[i].next = if self.goes_on[i].val() { MSEO_NORMAL.to_bits::<2>() } else { self.end.q.val() };
        }
        for i in 1..self.goes_on.len() {
            if self.goes_on[i - 1].val() {
                self.trace.bytes.next = (i + 1).to_bits::<6>();
            }
        }
        if self.closing.q.val() {
            self.mdo[0].next = bits::<6>(0);
        }
        let mut data: Bits<OUT> = 0.into();
        for i in 0..self.mdo.len() {
            data = data
                | (bit_cast::<OUT, 6>(self.mdo[i].val()) << (i * 8 + 2).to_bits::<7>())
                | (bit_cast::<OUT, 2>(self.mseo[i].val()) << (i * 8).to_bits::<7>());
        }
        self.trace.valid.next = self.busy.q.val();
        self.trace.data.next = data;
        self.trace.last.next = self.last.val() & (self.end.q.val() == MSEO_END_OF_MESSAGE.to_bits::<2>());
    }

    /// Ends a message that is cut by `clear`: if the chunk shown does not, a byte follows, MDO 0 and MSEO 11.
    fn close(&mut self) {
        self.closing.d.next = self.closing.q.val() & !self.trace.ready.val();
        // Where a message is cut between two pieces, no chunk is shown: its end is shown next.
        if !self.busy.q.val() & self.clear.val() & (self.end.q.val() != MSEO_END_OF_MESSAGE.to_bits::<2>()) {
            self.busy.d.next = true;
            self.closing.d.next = true;
        }
        if self.busy.q.val() & (self.clear.val() | self.cut.q.val()) {
            self.busy.d.next = !self.trace.last.val() | !self.trace.ready.val();
            self.cut.d.next = !self.trace.last.val() & !self.trace.ready.val();
            self.end.d.next = self.end.q.val();
            if self.trace.ready.val() & !self.trace.last.val() {
                self.closing.d.next = true;
                self.end.d.next = MSEO_END_OF_MESSAGE.to_bits::<2>();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! From pieces to chunks of up to a word.

use crate::encoder::built::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_messages::mseo;

/// Bits of data in a byte.
const MDO: usize = 6;

/// Sends a piece in chunks: `OUT` bits a cycle, `PIECE` being a multiple of 6, and in the last cycle as many bytes as are left.
///
/// The next piece is loaded in the cycle in which the last chunk of the one before it leaves. A message's first piece is TCODE
/// and what follows it.
///
/// Where a sink outlives the encoder, `clear` leaves the chunk that is shown until it is taken, and a message that it does not end gets one byte more, its
/// end (docs/sinks.md, "A source that becomes inactive").
#[derive(Module)]
pub struct Cutter<const PIECE: usize, const OUT: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets the piece, but for what a sink that outlives the encoder has to get of it; a message's first one is next.
    pub clear: Signal<In, Bit>,
    /// There is a piece.
    pub piece_valid: Signal<In, Bit>,
    /// The piece is taken.
    pub piece_ready: Signal<Out, Bit>,
    /// Its bits; of an extended address also those above it.
    pub piece_data: Signal<In, Bits<PIECE>>,
    /// Bytes of it beyond one, TCODE not counted, that are sent whatever its value.
    pub piece_least: Signal<In, Bits<2>>,
    /// It is an extended address.
    pub piece_extends: Vec<Signal<In, Bit>>,
    /// MSEO of its last byte.
    pub piece_end: Signal<In, Bits<2>>,
    /// There is a chunk.
    pub chunk_valid: Signal<Out, Bit>,
    /// The chunk is taken.
    pub chunk_ready: Signal<In, Bit>,
    /// Its bytes, the first one lowest; what is above them means nothing.
    pub chunk_data: Signal<Out, Bits<OUT>>,
    /// How many bytes it has.
    pub chunk_bytes: Signal<Out, Bits<6>>,
    /// It has the last bytes of a message.
    pub chunk_last: Signal<Out, Bit>,
    busy: Reg<Bit>,
    rest: Reg<Bits<PIECE>>,
    /// Has no bits set beyond the bytes that are sent.
    reach: Signal<Local, Bits<PIECE>>,
    /// The same, where that is not the piece itself.
    shape: Vec<Reg<Bits<PIECE>>>,
    /// Bit i: byte i + 1 is sent whatever the value.
    least: Reg<Bits<8>>,
    end: Reg<Bits<2>>,
    /// Byte i + 1 of the rest is sent too.
    goes_on: Vec<Signal<Local, Bit>>,
    last: Signal<Local, Bit>,
    mdo: Vec<Signal<Local, Bits<6>>>,
    mseo: Vec<Signal<Local, Bits<2>>>,
    joined: Vec<Signal<Local, Bits<OUT>>>,
    address: Vec<Constant<Bits<PIECE>>>,
    chunk: Constant<Bits<7>>,
    end_of_message: Constant<Bits<2>>,
    /// Behind the chunk that is shown comes the end of a message that was cut.
    cut: Vec<Reg<Bit>>,
    _extend: usize,
    /// The chunk that is shown is the end of a message that was cut.
    closing: Vec<Reg<Bit>>,
    _closes: usize,
    _bytes: usize,
    _above: usize,
}

impl<const PIECE: usize, const OUT: usize> Cutter<PIECE, OUT> {
    /// What cuts the pieces of `build`.
    pub fn new(build: &Build) -> Self {
        let extend = usize::from(build.encoder.extended_address);
        let bytes = OUT / 8;
        let closes = usize::from(build.sink.outlives_source());
        let end_of_message = u64::from(mseo::END_OF_MESSAGE).to_bits();
        Cutter {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            piece_valid: Default::default(),
            piece_ready: Default::default(),
            piece_data: Default::default(),
            piece_least: Default::default(),
            piece_extends: many(extend),
            piece_end: Default::default(),
            chunk_valid: Default::default(),
            chunk_ready: Default::default(),
            chunk_data: Default::default(),
            chunk_bytes: Default::default(),
            chunk_last: Default::default(),
            busy: Reg::new(build.reset),
            rest: Reg::new(build.reset),
            reach: Default::default(),
            shape: (0..extend).map(|_| Reg::new(build.reset)).collect(),
            least: Reg::new(build.reset),
            end: Reg::with(build.reset, end_of_message),
            goes_on: many(bytes),
            last: Default::default(),
            mdo: many(bytes),
            mseo: many(bytes),
            joined: many(bytes),
            address: (0..extend).map(|_| Constant::new(((1u64 << (build.xlen - 1)) - 1).to_bits())).collect(),
            chunk: Constant::new((bytes * MDO).to_bits()),
            end_of_message: Constant::new(end_of_message),
            cut: (0..closes).map(|_| Reg::new(build.reset)).collect(),
            closing: (0..closes).map(|_| Reg::new(build.reset)).collect(),
            _extend: extend,
            _closes: closes,
            _bytes: bytes,
            _above: bytes - 1,
        }
    }
}

impl<const PIECE: usize, const OUT: usize> Logic for Cutter<PIECE, OUT> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, rest, least, end);

        // How far it goes.
        self.reach.next = self.rest.q.val();
        for i in 0..self._extend {
            self.reach.next = self.shape[i].q.val();
        }
        for i in 0..self._bytes {
            self.goes_on[i].next =
                (self.reach.val() >> (i * 6 + 6).to_bits::<7>()).any() | self.least.q.val().get_bit(i);
            for j in 0..self._closes {
                if self.closing[j].q.val() {
                    self.goes_on[i].next = false;
                }
            }
            self.last.next = !self.goes_on[i].val();
        }
        self.chunk_bytes.next = bits::<6>(1);
        for i in 0..self._above {
            if self.goes_on[i].val() {
                self.chunk_bytes.next = (i + 2).to_bits::<6>();
            }
        }
        self.chunk_last.next = self.last.val() & (self.end.q.val() == self.end_of_message.val());

        // The chunk.
        for i in 0..self._bytes {
            self.mdo[i].next = self.rest.q.val().get_bits::<6>(i * 6);
            self.mseo[i].next = bits::<2>(0);
            if !self.goes_on[i].val() {
                self.mseo[i].next = self.end.q.val();
            }
        }
        for i in 0..self._closes {
            if self.closing[i].q.val() {
                self.mdo[0].next = bits::<6>(0);
            }
        }
        self.joined[0].next =
            (self.mdo[0].val().get_bits::<OUT>(0) << bits::<7>(2)) | self.mseo[0].val().get_bits::<OUT>(0);
        for i in 0..self._above {
            self.joined[i + 1].next = self.joined[i].val()
                | (self.mdo[i + 1].val().get_bits::<OUT>(0) << (i * 8 + 10).to_bits::<7>())
                | (self.mseo[i + 1].val().get_bits::<OUT>(0) << (i * 8 + 8).to_bits::<7>());
            self.chunk_data.next = self.joined[i + 1].val();
        }
        self.chunk_valid.next = self.busy.q.val();
        self.piece_ready.next = !self.busy.q.val() | (self.chunk_ready.val() & self.last.val());
        for i in 0..self._closes {
            if self.cut[i].q.val() {
                self.piece_ready.next = false;
            }
        }

        for i in 0..self._extend {
            self.shape[i].clock.next = self.clock.val();
            self.shape[i].rst_n.next = self.rst_n.val();
            self.shape[i].d.next = self.shape[i].q.val();
        }
        if self.piece_ready.val() {
            self.busy.d.next = self.piece_valid.val();
            if self.piece_valid.val() {
                self.rest.d.next = self.piece_data.val();
                self.least.d.next = bits::<8>(0);
                self.end.d.next = self.piece_end.val();
                // Behind a message's last piece comes a first one, which is TCODE and at least a byte more.
                if self.end.q.val() == self.end_of_message.val() {
                    match self.piece_least.val().index() {
                        0 => {
                            self.least.d.next = bits::<8>(1);
                        }
                        1 => {
                            self.least.d.next = bits::<8>(3);
                        }
                        2 => {
                            self.least.d.next = bits::<8>(7);
                        }
                        _ => {
                            self.least.d.next = bits::<8>(15);
                        }
                    }
                }
                for i in 0..self._extend {
                    self.shape[i].d.next = self.piece_data.val();
                    if self.piece_extends[i].val() {
                        self.rest.d.next = self.piece_data.val() & self.address[i].val();
                        self.shape[i].d.next = self.piece_data.val() ^ (self.piece_data.val() << bits::<7>(1));
                    }
                }
            }
        } else if self.chunk_ready.val() {
            self.rest.d.next = self.rest.q.val() >> self.chunk.val();
            self.least.d.next = bits::<8>(0);
            for i in 0..self._extend {
                self.shape[i].d.next = self.shape[i].q.val() >> self.chunk.val();
            }
        }
        if self.clear.val() {
            self.busy.d.next = false;
            self.end.d.next = self.end_of_message.val();
        }
        for i in 0..self._closes {
            self.cut[i].clock.next = self.clock.val();
            self.cut[i].rst_n.next = self.rst_n.val();
            self.cut[i].d.next = self.cut[i].q.val();
            self.closing[i].clock.next = self.clock.val();
            self.closing[i].rst_n.next = self.rst_n.val();
            self.closing[i].d.next = self.closing[i].q.val() & !self.chunk_ready.val();
            // Between two pieces of a message no chunk is shown: its end is.
            if !self.busy.q.val() & self.clear.val() & (self.end.q.val() != self.end_of_message.val()) {
                self.busy.d.next = true;
                self.closing[i].d.next = true;
            }
            if self.busy.q.val() & (self.clear.val() | self.cut[i].q.val()) {
                self.busy.d.next = !self.chunk_last.val() | !self.chunk_ready.val();
                self.cut[i].d.next = !self.chunk_last.val() & !self.chunk_ready.val();
                self.end.d.next = self.end.q.val();
                if self.chunk_ready.val() & !self.chunk_last.val() {
                    self.closing[i].d.next = true;
                    self.end.d.next = self.end_of_message.val();
                }
            }
        }
    }
}

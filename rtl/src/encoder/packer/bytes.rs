// SPDX-License-Identifier: Apache-2.0
//! The packer of a byte a cycle.

use crate::encoder::built::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_messages::mseo;

/// Bits of data in a byte.
const MDO: u32 = 6;

/// Sends a piece six bits at a time, least significant first, until nothing but zeros is left (N-Trace 3.1), or, of an
/// extended address (8.2), nothing but what the last bit sent stands for.
///
/// The next piece is loaded in the cycle in which the last byte of the one before it leaves: no cycle is lost between
/// pieces or messages.
///
/// Where a sink outlives the encoder, `clear` leaves the byte that is shown until it is taken, and a message that it does not end gets one byte more, its
/// end (docs/sinks.md, "A source that becomes inactive").
#[derive(Module)]
pub struct Packer<const PIECE: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets the piece, but for what a sink that outlives the encoder has to get of it.
    pub clear: Signal<In, Bit>,
    /// There is a piece.
    pub piece_valid: Signal<In, Bit>,
    /// The piece is taken.
    pub piece_ready: Signal<Out, Bit>,
    /// Its bits; of an extended address also those above it.
    pub piece_data: Signal<In, Bits<PIECE>>,
    /// Bytes of it beyond one that are sent whatever its value.
    pub piece_least: Signal<In, Bits<2>>,
    /// It is an extended address.
    pub piece_extends: Vec<Signal<In, Bit>>,
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
    least: Reg<Bits<2>>,
    end: Reg<Bits<2>>,
    last: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<PIECE>>,
    mdo: Signal<Local, Bits<6>>,
    mseo: Signal<Local, Bits<2>>,
    extends: Vec<Reg<Bit>>,
    /// Bytes of an extended address that have been sent.
    sent: Vec<Reg<Bits<4>>>,
    sign: Vec<Constant<Bits<PIECE>>>,
    top: Vec<Constant<Bits<PIECE>>>,
    last_index: Vec<Constant<Bits<4>>>,
    last_mask: Vec<Constant<Bits<6>>>,
    /// Behind the byte that is shown comes the end of a message that was cut.
    cut: Vec<Reg<Bit>>,
    /// The byte that is shown ends its message.
    ends: Vec<Signal<Local, Bit>>,
    /// The byte that is shown is the end of a message that was cut.
    closing: Vec<Reg<Bit>>,
    end_of_message: Constant<Bits<2>>,
    _extend: usize,
    _closes: usize,
}

impl<const PIECE: usize> Packer<PIECE> {
    /// The packer of `build`.
    pub fn new(build: &Build) -> Self {
        let extend = usize::from(build.encoder.extended_address);
        let (whole, rest) = ((build.xlen - 1) / MDO, (build.xlen - 1) % MDO);
        let closes = usize::from(build.sink.outlives_source());
        let end_of_message = u64::from(mseo::END_OF_MESSAGE).to_bits();
        Packer {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            piece_valid: Default::default(),
            piece_ready: Default::default(),
            piece_data: Default::default(),
            piece_least: Default::default(),
            piece_extends: many(extend),
            piece_end: Default::default(),
            byte_valid: Default::default(),
            byte_ready: Default::default(),
            byte_data: Default::default(),
            busy: Reg::new(build.reset),
            rest: Reg::new(build.reset),
            least: Reg::new(build.reset),
            end: Reg::with(build.reset, end_of_message),
            last: Default::default(),
            shifted: Default::default(),
            mdo: Default::default(),
            mseo: Default::default(),
            extends: (0..extend).map(|_| Reg::new(build.reset)).collect(),
            sent: (0..extend).map(|_| Reg::new(build.reset)).collect(),
            sign: (0..extend).map(|_| Constant::new((1u64 << (PIECE - 1)).to_bits())).collect(),
            top: (0..extend).map(|_| Constant::new(!(!Bits::default() >> bits::<7>(MDO.into())))).collect(),
            last_index: (0..extend).map(|_| Constant::new(u64::from(whole).to_bits())).collect(),
            last_mask: (0..extend).map(|_| Constant::new(((1u64 << rest) - 1).to_bits())).collect(),
            cut: (0..closes).map(|_| Reg::new(build.reset)).collect(),
            ends: many(closes),
            closing: (0..closes).map(|_| Reg::new(build.reset)).collect(),
            end_of_message: Constant::new(end_of_message),
            _extend: extend,
            _closes: closes,
        }
    }
}

impl<const PIECE: usize> Logic for Packer<PIECE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, rest, least, end);

        self.last.next = !(self.rest.q.val() >> bits::<PIECE>(6)).any() & !self.least.q.val().any();
        self.shifted.next = self.rest.q.val() >> bits::<PIECE>(6);
        self.mdo.next = self.rest.q.val().get_bits::<6>(0);
        for i in 0..self._extend {
            if self.extends[i].q.val() {
                self.last.next = !(self.rest.q.val() >> bits::<PIECE>(5)).any();
                if (self.rest.q.val() & self.sign[i].val()).any() {
                    self.last.next = !((!self.rest.q.val()) >> bits::<PIECE>(5)).any();
                    self.shifted.next = (self.rest.q.val() >> bits::<PIECE>(6)) | self.top[i].val();
                }
                // The last byte that an address can have is filled with zeros.
                if self.sent[i].q.val() == self.last_index[i].val() {
                    self.mdo.next = self.rest.q.val().get_bits::<6>(0) & self.last_mask[i].val();
                }
            }
        }
        for i in 0..self._closes {
            if self.closing[i].q.val() {
                self.last.next = true;
                self.mdo.next = bits::<6>(0);
            }
        }
        self.mseo.next = bits::<2>(0);
        if self.last.val() {
            self.mseo.next = self.end.q.val();
        }
        self.byte_valid.next = self.busy.q.val();
        self.byte_data.next = (bit_cast::<8, 6>(self.mdo.val()) << bits::<8>(2)) | bit_cast::<8, 2>(self.mseo.val());
        self.piece_ready.next = !self.busy.q.val() | (self.byte_ready.val() & self.last.val());
        for i in 0..self._closes {
            if self.cut[i].q.val() {
                self.piece_ready.next = false;
            }
        }

        for i in 0..self._extend {
            self.extends[i].clock.next = self.clock.val();
            self.extends[i].rst_n.next = self.rst_n.val();
            self.extends[i].d.next = self.extends[i].q.val();
            self.sent[i].clock.next = self.clock.val();
            self.sent[i].rst_n.next = self.rst_n.val();
            self.sent[i].d.next = self.sent[i].q.val();
            if self.piece_ready.val() {
                self.extends[i].d.next = self.piece_extends[i].val();
                self.sent[i].d.next = bits::<4>(0);
            } else if self.byte_ready.val() {
                self.sent[i].d.next = self.sent[i].q.val() + bits::<4>(1);
            }
        }
        if self.piece_ready.val() {
            self.busy.d.next = self.piece_valid.val();
            self.rest.d.next = self.piece_data.val();
            self.least.d.next = self.piece_least.val();
            if self.piece_valid.val() {
                self.end.d.next = self.piece_end.val();
            }
        } else if self.byte_ready.val() {
            self.rest.d.next = self.shifted.val();
            if self.least.q.val().any() {
                self.least.d.next = self.least.q.val() - bits::<2>(1);
            }
        }
        if self.clear.val() {
            self.busy.d.next = false;
        }
        for i in 0..self._closes {
            self.cut[i].clock.next = self.clock.val();
            self.cut[i].rst_n.next = self.rst_n.val();
            self.cut[i].d.next = self.cut[i].q.val();
            self.ends[i].next = self.last.val() & (self.end.q.val() == self.end_of_message.val());
            self.closing[i].clock.next = self.clock.val();
            self.closing[i].rst_n.next = self.rst_n.val();
            self.closing[i].d.next = self.closing[i].q.val() & !self.byte_ready.val();
            if self.busy.q.val() & (self.clear.val() | self.cut[i].q.val()) {
                self.busy.d.next = !self.ends[i].val() | !self.byte_ready.val();
                self.cut[i].d.next = !self.ends[i].val() & !self.byte_ready.val();
                self.end.d.next = self.end.q.val();
                if self.byte_ready.val() & !self.ends[i].val() {
                    self.closing[i].d.next = true;
                    self.end.d.next = self.end_of_message.val();
                }
            }
            if !self.busy.q.val() & self.clear.val() {
                self.end.d.next = self.end_of_message.val();
                // Between two pieces of a message no byte is shown: its end is.
                if self.end.q.val() != self.end_of_message.val() {
                    self.busy.d.next = true;
                    self.closing[i].d.next = true;
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! From the fields of a message to the pieces that it is sent in, one after the other.

use crate::encoder::built::many;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, TimestampSource};
use tracewright_messages::mseo;

/// Which piece of the message is next.
#[derive(Copy, Clone, Debug, PartialEq, Eq, LogicState)]
pub enum Step {
    /// TCODE.
    Tcode,
    /// SRC, fixed-length fields and the first variable-length field.
    First,
    /// The address, or HREPEAT.
    Addr,
    /// HIST, after other variable-length fields.
    Hist,
    /// TSTAMP.
    Stamp,
}

/// Cuts a message into pieces: runs of bits that are sent in as many bytes as their value needs, at least one or as said;
/// `piece_end` is the MSEO of the last byte (N-Trace ch. 3).
#[derive(Module)]
pub struct Pieces<const ADDR: usize, const PIECE: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Starts again with a message's first piece.
    pub clear: Signal<In, Bit>,
    /// There is a message.
    pub message_valid: Signal<In, Bit>,
    /// The message has been sent.
    pub message_ready: Signal<Out, Bit>,
    /// Its TCODE.
    pub tcode: Signal<In, Bits<6>>,
    /// SRC, fixed-length fields and the first variable-length field.
    pub first: Signal<In, Bits<PIECE>>,
    /// Bytes of them beyond one that are sent whatever their value.
    pub least: Signal<In, Bits<2>>,
    /// There is an address.
    pub has_addr: Signal<In, Bit>,
    /// The address.
    pub addr: Signal<In, Bits<ADDR>>,
    /// It is extended.
    pub extends: Vec<Signal<In, Bit>>,
    /// There is HIST.
    pub has_hist: Signal<In, Bit>,
    /// HIST.
    pub hist: Signal<In, Bits<32>>,
    /// There is TSTAMP.
    pub has_stamp: Vec<Signal<In, Bit>>,
    /// TSTAMP.
    pub stamp: Vec<Signal<In, Bits<64>>>,
    /// There is a piece.
    pub piece_valid: Signal<Out, Bit>,
    /// The piece is taken.
    pub piece_ready: Signal<In, Bit>,
    /// Its bits.
    pub piece_data: Signal<Out, Bits<PIECE>>,
    /// Bytes of it beyond one that are sent whatever its value.
    pub piece_least: Signal<Out, Bits<2>>,
    /// It ends where its most significant bit sent stands for all above.
    pub piece_extends: Vec<Signal<Out, Bit>>,
    /// MSEO of its last byte.
    pub piece_end: Signal<Out, Bits<2>>,
    step: Reg<Step>,
    next_step: Signal<Local, Step>,
    last: Signal<Local, Bit>,
    /// TSTAMP, a cycle later: it is the last piece, so there is time.
    held_stamp: Vec<Reg<Bits<64>>>,
    addr_top: Vec<Constant<Bits<PIECE>>>,
    above_addr: Vec<Constant<Bits<PIECE>>>,
    end_of_field: Constant<Bits<2>>,
    end_of_message: Constant<Bits<2>>,
    start: Constant<Step>,
    _extend: usize,
    _time: usize,
}

impl<const ADDR: usize, const PIECE: usize> Pieces<ADDR, PIECE> {
    /// What cuts the messages of `build`, starting with the piece `start`: TCODE, or first if TCODE is part of it.
    pub fn new(build: &Build, start: Step) -> Self {
        let extend = usize::from(build.encoder.extended_address);
        let time = usize::from(build.timestamp.source != TimestampSource::None);
        Pieces {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            message_valid: Default::default(),
            message_ready: Default::default(),
            tcode: Default::default(),
            first: Default::default(),
            least: Default::default(),
            has_addr: Default::default(),
            addr: Default::default(),
            extends: many(extend),
            has_hist: Default::default(),
            hist: Default::default(),
            has_stamp: many(time),
            stamp: many(time),
            piece_valid: Default::default(),
            piece_ready: Default::default(),
            piece_data: Default::default(),
            piece_least: Default::default(),
            piece_extends: many(extend),
            piece_end: Default::default(),
            step: Reg::with(build.reset, start),
            next_step: Default::default(),
            last: Default::default(),
            held_stamp: (0..time).map(|_| Reg::new(build.reset)).collect(),
            addr_top: (0..extend).map(|_| Constant::new((1u64 << (ADDR - 1)).to_bits())).collect(),
            above_addr: (0..extend)
                .map(|_| Constant::new(!Bits::default() << bits::<7>(ADDR as LiteralType)))
                .collect(),
            end_of_field: Constant::new(u64::from(mseo::END_OF_FIELD).to_bits()),
            end_of_message: Constant::new(u64::from(mseo::END_OF_MESSAGE).to_bits()),
            start: Constant::new(start),
            _extend: extend,
            _time: time,
        }
    }
}

impl<const ADDR: usize, const PIECE: usize> Logic for Pieces<ADDR, PIECE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, step);

        self.piece_valid.next = self.message_valid.val();
        self.piece_data.next = bit_cast::<PIECE, 6>(self.tcode.val());
        self.piece_least.next = bits::<2>(0);
        self.last.next = false;
        self.next_step.next = Step::First;
        match self.step.q.val() {
            Step::First => {
                self.piece_data.next = self.first.val();
                self.piece_least.next = self.least.val();
                self.last.next = !self.has_addr.val() & !self.has_hist.val();
                self.next_step.next = Step::Hist;
                if self.has_addr.val() {
                    self.next_step.next = Step::Addr;
                }
            }
            Step::Addr => {
                self.piece_data.next = bit_cast::<PIECE, ADDR>(self.addr.val());
                self.last.next = !self.has_hist.val();
                self.next_step.next = Step::Hist;
            }
            Step::Hist => {
                self.piece_data.next = bit_cast::<PIECE, 32>(self.hist.val());
                self.last.next = true;
            }
            _ => {}
        }
        for i in 0..self._extend {
            self.piece_extends[i].next = (self.step.q.val() == Step::Addr) & self.extends[i].val();
            if self.piece_extends[i].val() & (bit_cast::<PIECE, ADDR>(self.addr.val()) & self.addr_top[i].val()).any() {
                self.piece_data.next = bit_cast::<PIECE, ADDR>(self.addr.val()) | self.above_addr[i].val();
            }
        }
        for i in 0..self._time {
            self.held_stamp[i].clock.next = self.clock.val();
            self.held_stamp[i].rst_n.next = self.rst_n.val();
            self.held_stamp[i].d.next = self.stamp[i].val();
            if self.has_stamp[i].val() {
                if (self.step.q.val() == Step::First) & !self.has_addr.val() & !self.has_hist.val() {
                    self.last.next = false;
                    self.next_step.next = Step::Stamp;
                }
                if (self.step.q.val() == Step::Addr) & !self.has_hist.val() {
                    self.last.next = false;
                    self.next_step.next = Step::Stamp;
                }
                if self.step.q.val() == Step::Hist {
                    self.last.next = false;
                    self.next_step.next = Step::Stamp;
                }
            }
            if self.step.q.val() == Step::Stamp {
                self.piece_data.next = self.held_stamp[i].q.val().get_bits::<PIECE>(0);
                self.last.next = true;
            }
        }
        self.piece_end.next = self.end_of_field.val();
        if self.step.q.val() == Step::Tcode {
            self.piece_end.next = bits::<2>(0);
        } else if self.last.val() {
            self.piece_end.next = self.end_of_message.val();
        }

        self.message_ready.next = self.piece_ready.val() & self.last.val();
        if self.message_valid.val() & self.piece_ready.val() {
            self.step.d.next = self.next_step.val();
            if self.last.val() {
                self.step.d.next = self.start.val();
            }
        }
        if self.clear.val() {
            self.step.d.next = self.start.val();
        }
    }
}

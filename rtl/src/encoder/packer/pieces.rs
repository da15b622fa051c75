// SPDX-License-Identifier: Apache-2.0
//! From the fields of a message to the pieces that it is sent in, one after the other.

use crate::codes::*;
use crate::encoder::has::{has, Has};
use crate::encoder::records::MessageFields;
use crate::prim::*;

/// Which piece of the message is next. The pieces of a message are sent in this order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, LogicState)]
pub enum Piece {
    /// TCODE, where bytes leave one by one.
    Tcode,
    /// SRC, fixed-length fields and the first variable-length field; for chunks, TCODE below them.
    First,
    /// The address, or HREPEAT.
    Addr,
    /// HIST, after other variable-length fields.
    Hist,
    /// TSTAMP.
    Stamp,
}

/// A run of bits that is sent in as many bytes as its value needs, or as many as it has at least.
#[bundle(build: Build, peer = PieceIn)]
pub struct PieceOut<const PIECE: usize> {
    /// There is a piece.
    pub valid: Signal<Out, Bit>,
    /// The piece is taken.
    pub ready: Signal<In, Bit>,
    /// Bits of the piece.
    pub data: Signal<Out, Bits<PIECE>>,
    /// Bit i: byte i + 1 of the piece, TCODE not counted, is sent whatever its value.
    pub least: Signal<Out, Bits<3>>,
    /// The piece is an extended address (N-Trace 8.2; teInstExtendAddrMSB is 1): it ends where its most significant bit
    /// sent stands for all above, and has bits beyond the address that all equal the address's top bit.
    #[built(has(build).extend)]
    pub extends: Optional<Signal<Out, Bit>>,
    /// MSEO of the piece's last byte: 00 after TCODE alone, 01 at the end of a field, 11 at the end of the message.
    pub end: Signal<Out, Bits<2>>,
}

/// Cuts a message into pieces, in the order of its fields (N-Trace 3.2). The packer makes bytes of them.
#[synchronous(build: Build)]
pub struct Pieces<const ADDR: usize, const FIRST: usize, const PIECE: usize> {
    /// Starts again with a message's first piece.
    pub clear: Signal<In, Bit>,
    /// There is a message.
    pub message_valid: Signal<In, Bit>,
    /// The message's last piece is taken.
    pub message_ready: Signal<Out, Bit>,
    /// The message that is cut into pieces.
    pub message: Signal<In, MessageFields<ADDR, FIRST>>,
    /// The next message is loaded in this cycle, if there is one.
    #[built(has(build).holds_chunks)]
    pub loads: Optional<Signal<In, Bit>>,
    /// The next message has one piece.
    #[built(has(build).holds_chunks)]
    pub is_single: Optional<Signal<In, Bit>>,
    /// The piece that is next.
    pub piece: PieceOut<PIECE>,
    #[value(start(build))]
    step: Reg<Piece>,
    next_step: Signal<Local, Piece>,
    last: Signal<Local, Bit>,
    /// `last`, found a cycle before, since all registers of a message that is held, and of its entry, wait for it.
    #[built(has(build).holds_chunks)]
    is_last: Optional<Reg<Bit>>,
    /// TSTAMP, a cycle later: TSTAMP is never a message's first piece, so there is time.
    #[built(has(build).time)]
    held_stamp: Optional<Reg<Bits<64>>>,
    #[value((1_u64 << (ADDR - 1)).to_bits())]
    addr_top: Constant<Bits<PIECE>>,
    #[value(!Bits::default() << bits::<7>(ADDR as LiteralType))]
    above_addr: Constant<Bits<PIECE>>,
    #[value(start(build))]
    start: Constant<Piece>,
    #[new(has(build))]
    _has: Has,
}

/// A message's first piece.
fn start(build: &Build) -> Piece {
    if has(build).bytes {
        Piece::Tcode
    } else {
        Piece::First
    }
}

#[kernel]
impl<const ADDR: usize, const FIRST: usize, const PIECE: usize> Pieces<ADDR, FIRST, PIECE> {
    fn update(&mut self) {
        let message: MessageFields<ADDR, FIRST> = self.message.val();
        self.piece.valid.next = self.message_valid.val();
        self.piece.data.next = bit_cast::<PIECE, 6>(message.tcode);
        self.piece.least.next = bits::<3>(0);
        self.last.next = false;
        self.next_step.next = Piece::First;
        match self.step.q.val() {
            Piece::First => {
                self.piece.data.next = if self._has.bytes {
                    bit_cast::<PIECE, FIRST>(message.first)
                } else {
                    (bit_cast::<PIECE, FIRST>(message.first) << bits::<8>(6)) | bit_cast::<PIECE, 6>(message.tcode)
                };
                self.piece.least.next = message.least;
                self.last.next = !message.has_addr & !message.has_hist;
                self.next_step.next = Piece::Hist;
                if message.has_addr {
                    self.next_step.next = Piece::Addr;
                }
            }
            Piece::Addr => {
                self.piece.data.next = bit_cast::<PIECE, ADDR>(message.addr);
                self.last.next = !message.has_hist;
                self.next_step.next = Piece::Hist;
            }
            Piece::Hist => {
                self.piece.data.next = bit_cast::<PIECE, 32>(message.hist);
                self.last.next = true;
            }
            _ => {}
        }
        if self._has.extend {
            self.piece.extends.next = (self.step.q.val() == Piece::Addr) & message.extends;
            if self.piece.extends.val() & (bit_cast::<PIECE, ADDR>(message.addr) & self.addr_top.val()).any() {
                self.piece.data.next = bit_cast::<PIECE, ADDR>(message.addr) | self.above_addr.val();
            }
        }
        if self._has.time {
            self.end_with_stamp();
        }
        let last: Bit = if self.is_last.is_built() { self.is_last.q.val() } else { self.last.val() };
        self.piece.end.next = MSEO_END_OF_FIELD.to_bits::<2>();
        if self.step.q.val() == Piece::Tcode {
            self.piece.end.next = MSEO_NORMAL.to_bits::<2>();
        } else if last {
            self.piece.end.next = MSEO_END_OF_MESSAGE.to_bits::<2>();
        }

        self.message_ready.next = self.piece.ready.val() & last;
        if self.message_valid.val() & self.piece.ready.val() {
            let next: Piece = self.next_step.val();
            self.step.d.next = next;
            // The next piece is an address, HIST or TSTAMP. After HIST, or an address without HIST, comes TSTAMP alone.
            let is_field = (next == Piece::Hist) | !message.has_hist;
            self.is_last.d.next =
                if self._has.time { (next == Piece::Stamp) | (is_field & !message.has_stamp) } else { is_field };
            if last {
                self.step.d.next = self.start.val();
            }
        }
        if self.loads.val() {
            self.is_last.d.next = self.is_single.val();
        }
        if self.clear.val() {
            self.step.d.next = self.start.val();
        }
    }

    /// TSTAMP, if the message has it, comes after what is the last piece without it.
    fn end_with_stamp(&mut self) {
        let message: MessageFields<ADDR, FIRST> = self.message.val();
        self.held_stamp.d.next = message.stamp;
        if message.has_stamp & self.last.val() {
            self.last.next = false;
            self.next_step.next = Piece::Stamp;
        }
        if self.step.q.val() == Piece::Stamp {
            self.piece.data.next = self.held_stamp.q.val().get_bits::<PIECE>(0);
            self.last.next = true;
        }
    }
}

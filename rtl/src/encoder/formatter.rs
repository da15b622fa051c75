// SPDX-License-Identifier: Apache-2.0
//! The formatter: from a message's common shape to the pieces that it is sent in.

mod fields;
mod sequence;
mod stamp;

pub use fields::Formatter as Fields;
pub use sequence::Sequence;
pub use stamp::Stamp;

use crate::codes::*;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_messages::mseo;

/// Which piece of the message is next.
#[derive(Copy, Clone, Debug, PartialEq, Eq, LogicState)]
pub enum Step {
    /// TCODE.
    Tcode,
    /// Six bits of fixed-length fields.
    Fixed,
    /// The first variable-length field, after what fixed-length bits are left.
    First,
    /// The address.
    Addr,
    /// HIST, after other variable-length fields.
    Hist,
}

/// Cuts a message into pieces (N-Trace ch. 3, Table 8).
///
/// A piece is a run of bits that is sent in as many bytes as its value needs, at least one; `piece_end` is the MSEO of its
/// last byte. TCODE and six bits of fixed-length fields fill a byte each, so the first variable-length field has at most
/// four fixed-length bits before it. `PIECE` is the widest piece: an address, or HIST after RCODE.
#[derive(Module)]
pub struct Formatter<const ADDR: usize, const PIECE: usize> {
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
    /// Which message, in which form.
    pub message_kind: Signal<In, Bits<4>>,
    /// Its fixed-length fields.
    pub message_fixed: Signal<In, Bits<6>>,
    /// Its count.
    pub message_count: Signal<In, Bits<22>>,
    /// Its address.
    pub message_addr: Signal<In, Bits<ADDR>>,
    /// Its history.
    pub message_hist: Signal<In, Bits<32>>,
    /// There is a piece.
    pub piece_valid: Signal<Out, Bit>,
    /// The piece is taken.
    pub piece_ready: Signal<In, Bit>,
    /// Its bits.
    pub piece_data: Signal<Out, Bits<PIECE>>,
    /// MSEO of its last byte.
    pub piece_end: Signal<Out, Bits<2>>,
    step: Reg<Step>,
    next_step: Signal<Local, Step>,
    after_tcode: Signal<Local, Step>,
    tcode: Signal<Local, Bits<6>>,
    first: Signal<Local, Bits<PIECE>>,
    has_six_fixed: Signal<Local, Bit>,
    has_addr: Signal<Local, Bit>,
    has_hist: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    end_of_field: Constant<Bits<2>>,
    end_of_message: Constant<Bits<2>>,
}

impl<const ADDR: usize, const PIECE: usize> Formatter<ADDR, PIECE> {
    /// The formatter of `build`.
    pub fn new(build: &Build) -> Self {
        Formatter {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            message_valid: Default::default(),
            message_ready: Default::default(),
            message_kind: Default::default(),
            message_fixed: Default::default(),
            message_count: Default::default(),
            message_addr: Default::default(),
            message_hist: Default::default(),
            piece_valid: Default::default(),
            piece_ready: Default::default(),
            piece_data: Default::default(),
            piece_end: Default::default(),
            step: Reg::new(build.reset),
            next_step: Default::default(),
            after_tcode: Default::default(),
            tcode: Default::default(),
            first: Default::default(),
            has_six_fixed: Default::default(),
            has_addr: Default::default(),
            has_hist: Default::default(),
            last: Default::default(),
            end_of_field: Constant::new(u64::from(mseo::END_OF_FIELD).to_bits()),
            end_of_message: Constant::new(u64::from(mseo::END_OF_MESSAGE).to_bits()),
        }
    }
}

impl<const ADDR: usize, const PIECE: usize> Logic for Formatter<ADDR, PIECE> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, step);

        // The message's layout; four fixed-length bits (SYNC, RCODE, ETYPE) unless said otherwise.
        self.tcode.next = TCODE_ERROR.to_bits::<6>();
        self.has_six_fixed.next = false;
        self.has_addr.next = false;
        self.has_hist.next = false;
        self.first.next = (bit_cast::<PIECE, 22>(self.message_count.val()) << bits::<PIECE>(4))
            | bit_cast::<PIECE, 4>(self.message_fixed.val().get_bits::<4>(0));
        match self.message_kind.val().index() {
            KIND_PROG_TRACE_SYNC => {
                self.tcode.next = TCODE_PROG_TRACE_SYNC.to_bits::<6>();
                self.has_addr.next = true;
            }
            KIND_INDIRECT_BRANCH => {
                self.tcode.next = TCODE_INDIRECT_BRANCH.to_bits::<6>();
                self.has_addr.next = true;
                self.first.next = (bit_cast::<PIECE, 22>(self.message_count.val()) << bits::<PIECE>(2))
                    | bit_cast::<PIECE, 2>(self.message_fixed.val().get_bits::<2>(0));
            }
            KIND_INDIRECT_BRANCH_HIST => {
                self.tcode.next = TCODE_INDIRECT_BRANCH_HIST.to_bits::<6>();
                self.has_addr.next = true;
                self.has_hist.next = true;
                self.first.next = (bit_cast::<PIECE, 22>(self.message_count.val()) << bits::<PIECE>(2))
                    | bit_cast::<PIECE, 2>(self.message_fixed.val().get_bits::<2>(0));
            }
            KIND_INDIRECT_BRANCH_HIST_SYNC => {
                self.tcode.next = TCODE_INDIRECT_BRANCH_HIST_SYNC.to_bits::<6>();
                self.has_six_fixed.next = true;
                self.has_addr.next = true;
                self.has_hist.next = true;
                self.first.next = bit_cast::<PIECE, 22>(self.message_count.val());
            }
            KIND_FULL_I_CNT => {
                self.tcode.next = TCODE_RESOURCE_FULL.to_bits::<6>();
            }
            KIND_FULL_HIST => {
                self.tcode.next = TCODE_RESOURCE_FULL.to_bits::<6>();
                self.first.next = (bit_cast::<PIECE, 32>(self.message_hist.val()) << bits::<PIECE>(4))
                    | bit_cast::<PIECE, 4>(self.message_fixed.val().get_bits::<4>(0));
            }
            KIND_PROG_TRACE_CORRELATION => {
                self.tcode.next = TCODE_PROG_TRACE_CORRELATION.to_bits::<6>();
                self.has_six_fixed.next = true;
                self.has_hist.next = true;
                self.first.next = bit_cast::<PIECE, 22>(self.message_count.val());
            }
            _ => {}
        }

        // The piece, and the one after it.
        self.after_tcode.next = Step::First;
        if self.has_six_fixed.val() {
            self.after_tcode.next = Step::Fixed;
        }
        self.piece_valid.next = self.message_valid.val();
        self.piece_data.next = bit_cast::<PIECE, 6>(self.tcode.val());
        self.last.next = false;
        self.next_step.next = Step::First;
        match self.step.q.val() {
            Step::Tcode => {
                self.next_step.next = self.after_tcode.val();
            }
            Step::Fixed => {
                self.piece_data.next = bit_cast::<PIECE, 6>(self.message_fixed.val());
            }
            Step::First => {
                self.piece_data.next = self.first.val();
                self.last.next = !self.has_addr.val() & !self.has_hist.val();
                self.next_step.next = Step::Hist;
                if self.has_addr.val() {
                    self.next_step.next = Step::Addr;
                }
            }
            Step::Addr => {
                self.piece_data.next = bit_cast::<PIECE, ADDR>(self.message_addr.val());
                self.last.next = !self.has_hist.val();
                self.next_step.next = Step::Hist;
            }
            Step::Hist => {
                self.piece_data.next = bit_cast::<PIECE, 32>(self.message_hist.val());
                self.last.next = true;
            }
            _ => {}
        }
        self.piece_end.next = self.end_of_field.val();
        if (self.step.q.val() == Step::Tcode) | (self.step.q.val() == Step::Fixed) {
            self.piece_end.next = bits::<2>(0);
        } else if self.last.val() {
            self.piece_end.next = self.end_of_message.val();
        }

        self.message_ready.next = self.piece_ready.val() & self.last.val();
        if self.message_valid.val() & self.piece_ready.val() {
            self.step.d.next = self.next_step.val();
            if self.last.val() {
                self.step.d.next = Step::Tcode;
            }
        }
        if self.clear.val() {
            self.step.d.next = Step::Tcode;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{settle, Clocked};

    /// The pieces of a message.
    fn pieces(kind: usize, fixed: u64, count: u64, addr: u64, hist: u64) -> Vec<(u64, u64)> {
        let mut formatter = Formatter::<31, 36>::new(&Build::default()).reset();
        formatter.message_valid.next = true;
        formatter.message_kind.next = kind.to_bits();
        formatter.message_fixed.next = fixed.to_bits();
        formatter.message_count.next = count.to_bits();
        formatter.message_addr.next = addr.to_bits();
        formatter.message_hist.next = hist.to_bits();
        settle(&mut formatter);
        assert!(!formatter.message_ready.val(), "a piece that is not taken ends no message");
        formatter.piece_ready.next = true;
        settle(&mut formatter);
        let mut pieces = vec![];
        while pieces.len() < 8 {
            assert!(formatter.piece_valid.val());
            pieces.push((formatter.piece_data.val().to_u64(), formatter.piece_end.val().to_u64()));
            let done = formatter.message_ready.val();
            formatter.tick();
            if done {
                assert_eq!(formatter.step.q.val(), Step::Tcode, "ready for the next message");
                return pieces;
            }
        }
        panic!("no end: {pieces:?}");
    }

    #[test]
    fn table_8_layouts() {
        assert_eq!(pieces(KIND_PROG_TRACE_SYNC, 5, 0, 0x80, 1), [(9, 0), (5, 1), (0x80, 3)]);
        assert_eq!(pieces(KIND_INDIRECT_BRANCH, 2, 7, 0x7B6, 1), [(4, 0), (7 << 2 | 2, 1), (0x7B6, 3)]);
        assert_eq!(
            pieces(KIND_INDIRECT_BRANCH_HIST, 0, 0x7D, 7, 0xFFE),
            [(28, 0), (0x7D << 2, 1), (7, 1), (0xFFE, 3)],
            "Table 6"
        );
        assert_eq!(
            pieces(KIND_INDIRECT_BRANCH_HIST_SYNC, 3 << 4 | 2, 8, 0x88, 2),
            [(29, 0), (0x32, 0), (8, 1), (0x88, 1), (2, 3)]
        );
        assert_eq!(pieces(KIND_FULL_I_CNT, 0, 0x8000, 0, 1), [(27, 0), (0x8000 << 4, 3)]);
        assert_eq!(pieces(KIND_FULL_HIST, 1, 5, 0, 0xFFFF_FFFF), [(27, 0), (0xF_FFFF_FFF1, 3)]);
        assert_eq!(pieces(KIND_PROG_TRACE_CORRELATION, 0x14, 6, 0, 1), [(33, 0), (0x14, 0), (6, 1), (1, 3)]);
        assert_eq!(pieces(KIND_ERROR, 0, 4, 0, 1), [(8, 0), (4 << 4, 3)]);
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The formatter: from an entry to its messages, and from each to its fields.

mod fields;
mod sequence;
mod stamp;

pub use sequence::Sequence;
pub use stamp::Stamp;

use super::has::{has, Has};
use super::ports::MessageStyle;
use super::records::{Entry, MessageFields};
use crate::prim::*;

/// Lays out a message of an entry: the fields that its TCODE has, in the order of N-Trace Table 8.
/// They are TCODE, *first* (SRC, fixed-length fields and a variable-length one as one number), address, HIST, TSTAMP.
/// `FIRST` is the width of the widest *first*: 36 bits are enough for HIST after RCODE, 64 with SRC or Ownership.
#[derive(Module)]
#[module(build: Build)]
pub struct Formatter<const ADDR: usize, const FIRST: usize> {
    /// Options of every message: SRC, extended addresses, TSTAMP (tsEnable).
    pub style: MessageStyle,
    /// Which part of the entry the message is: a code `PART_`.
    #[built(has(build).parts)]
    pub part: Optional<Signal<In, Bits<2>>>,
    /// The entry that the message is one of.
    pub entry: Signal<In, Entry<ADDR>>,
    /// TSTAMP of the message (`tw_stamp`).
    #[built(has(build).time)]
    pub stamp: Optional<Signal<In, Bits<64>>>,
    /// The fields of the message.
    pub message: Signal<Out, MessageFields<ADDR, FIRST>>,
    /// The message has a SYNC field.
    #[built(has(build).time)]
    pub synchronises: Optional<Signal<Out, Bit>>,
    fixed: Signal<Local, Bits<6>>,
    /// Bits of the message's fixed-length fields, which are `fixed`, halved; SRC is not counted.
    fixed_size: Signal<Local, Bits<2>>,
    value: Signal<Local, Bits<FIRST>>,
    body: Signal<Local, Bits<FIRST>>,
    /// FORMAT of Ownership.
    #[built(has(build).context)]
    format: Optional<Signal<Local, Bits<2>>>,
    /// CONTEXT of Ownership.
    #[built(has(build).contexts)]
    context: Optional<Signal<Local, Bits<64>>>,
    #[value(u64::from(build.encoder.src_bits).to_bits())]
    src_bits: Constant<Bits<4>>,
    #[value(u64::from(build.encoder.scontext_width).to_bits())]
    scontext_bits: Constant<Bits<6>>,
    #[value(((1_u64 << build.encoder.scontext_width) - 1).to_bits())]
    scontext_mask: Constant<Bits<64>>,
    #[new(build.encoder.src_bits)]
    _src_bits: u32,
    #[new(has(build))]
    _has: Has,
}

#[kernel]
impl<const ADDR: usize, const FIRST: usize> Formatter<ADDR, FIRST> {
    fn update(&mut self) {
        connect!(message.next: stamp, style.{extends = extend, has_stamp = timestamps});
        self.lay_out_main();
        if self._has.repeat {
            self.lay_out_repeat();
        }
        if self._has.context {
            self.lay_out_ownership();
        }
        if self._has.btm {
            self.lay_out_stop();
        }
        self.join_first();
    }

    /// Puts fixed-length fields below the first variable-length one. That has a bit at least: after 6, in byte 1.
    fn join_first(&mut self) {
        self.message.next.least = bits::<3>(0);
        match self.fixed_size.val().index() {
            0 => self.body.next = self.value.val(),
            1 => {
                self.body.next =
                    (self.value.val() << bits::<7>(2)) | bit_cast::<FIRST, 2>(self.fixed.val().get_bits::<2>(0));
            }
            2 => {
                self.body.next =
                    (self.value.val() << bits::<7>(4)) | bit_cast::<FIRST, 4>(self.fixed.val().get_bits::<4>(0));
            }
            _ => {
                self.body.next = (self.value.val() << bits::<7>(6)) | bit_cast::<FIRST, 6>(self.fixed.val());
                self.message.next.least = bits::<3>(1);
            }
        }
        self.message.next.first = self.body.val();
        if self._has.src {
            self.put_source();
        }
    }

    /// SRC follows TCODE (N-Trace 6.2, 3.2) unless teInhibitSrc is 1. `least`: a 1 for each byte fixed fields fill.
    fn put_source(&mut self) {
        if !self.style.src_inhibit.val() {
            self.message.next.first =
                (self.body.val() << self.src_bits.val()) | self.style.src_id.val().get_bits::<FIRST>(0);
            for size in 0..4_u32 {
                if self.fixed_size.val() == size.to_bits::<2>() {
                    self.message.next.least = ((1_u32 << ((self._src_bits + 2 * size) / 6)) - 1).to_bits::<3>();
                }
            }
        }
    }
}

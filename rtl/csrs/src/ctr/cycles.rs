// SPDX-License-Identifier: Apache-2.0
//! Cycles since the record before (Control Transfer Records 5.3).

use super::description::blocks;
use super::records::Action;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_prim::{kernel, Module, Record, Reg};

/// A count: CCE and CCM, and the bits below CCM that CC does not show.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Count {
    exponent: Bits<4>,
    mantissa: Bits<12>,
    below: Bits<14>,
}

/// Counts as CC says it: the mantissa goes up each time that the bits below it have gone round.
#[derive(Module)]
#[module(build: Build)]
pub struct Cycles {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// This cycle counts.
    pub counts: Signal<In, Bit>,
    /// The next record has no valid count.
    pub forget: Signal<In, Bit>,
    /// What each block does.
    #[count(blocks(build))]
    pub action: Vec<Signal<In, Action>>,
    /// CCV of each block's record.
    #[count(blocks(build))]
    pub counted: Vec<Signal<Out, Bit>>,
    /// CC of each block's record.
    #[count(blocks(build))]
    pub count: Vec<Signal<Out, Bits<16>>>,
    held: Reg<Count>,
    valid: Reg<Bit>,
    #[value(((1_u64 << build.ctr.exponent_bits) - 1).to_bits())]
    largest: Constant<Bits<4>>,
}

impl Logic for Cycles {
    #[kernel]
    fn update(&mut self) {
        let held: Count = self.held.q.val();
        // The count goes to the first record of the cycle. It is 0 for those after it, and after a pop.
        let mut valid: Bit = self.valid.q.val();
        let mut spent: Bit = false;
        let code = (bit_cast::<16, 4>(held.exponent) << bits::<16>(12)) | bit_cast::<16, 12>(held.mantissa);
        for i in 0..self.action.len() {
            let action: Action = self.action[i].val();
            let known = valid & !action.pops;
            self.counted[i].next = known;
            self.count[i].next = if spent | action.pops { bits::<16>(0) } else { code };
            if action.records | action.pops {
                spent = true;
                valid = action.records;
            }
        }
        self.valid.d.next = valid;

        // One more: with exponent e, e - 1 bits are below the mantissa.
        let mut above: Bits<14> = bits::<14>(0x3FFF);
        for i in 0..14_usize {
            if held.exponent > (i + 1).to_bits::<4>() {
                above = above.replace_bit(i, false);
            }
        }
        let carries = (held.below | above).all();
        let is_full = held.mantissa.all();
        let is_largest = held.exponent == self.largest.val();
        if self.counts.val() {
            if carries {
                self.held.d.next.below = bits::<14>(0);
            } else {
                self.held.d.next.below = held.below + 1;
            }
            if carries & !(is_full & is_largest) {
                self.held.d.next.mantissa = held.mantissa + 1;
            }
            if carries & is_full & !is_largest {
                self.held.d.next.exponent = held.exponent + 1;
            }
            if is_full & is_largest {
                self.held.d.next.below = bits::<14>(0);
            }
        }
        if spent {
            self.held.d.next.exponent = bits::<4>(0);
            self.held.d.next.mantissa = bit_cast::<12, 1>(self.counts.val().into());
            self.held.d.next.below = bits::<14>(0);
        }
        if self.forget.val() {
            self.held.d.next.exponent = bits::<4>(0);
            self.held.d.next.mantissa = bits::<12>(0);
            self.held.d.next.below = bits::<14>(0);
            self.valid.d.next = false;
        }
    }
}

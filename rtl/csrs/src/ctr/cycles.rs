// SPDX-License-Identifier: Apache-2.0
//! Cycles since the record before (Control Transfer Records 5.3).

use super::description::blocks;
use super::records::Action;
use tracewright_prim::*;

/// The counter in the form of CC: an exponent CCE, a mantissa CCM, and the bits below the mantissa, which CC does not
/// show. The mantissa goes up each time that the bits below it have gone round; where it is full, the exponent goes up
/// and the mantissa starts at 0. From then on CC is (2^12 + CCM) << (CCE - 1) cycles: the 2^12 is implied.
#[synchronous(build: Build)]
pub struct Cycles {
    /// A qualified cycle: the hart is in an enabled mode, FROZEN is 0, and mcycle does not stand still. The count goes
    /// one up at its end.
    pub counts: Signal<In, Bit>,
    /// A control CSR is written, or SCTRCLR is executed: the next record has CCV 0.
    pub forget: Signal<In, Bit>,
    /// What each block does: it records, pops (a return in RAS emulation), or does both (a co-routine swap there).
    #[count(blocks(build))]
    pub action: Vec<Signal<In, Action>>,
    /// CCV of each block's record: CC is the number of qualified cycles since the record before.
    #[count(blocks(build))]
    pub counted: Vec<Signal<Out, Bit>>,
    /// CC of each block's record.
    #[count(blocks(build))]
    pub count: Vec<Signal<Out, Bits<16>>>,
    /// CCE. `exponent`, `mantissa`, `below` and `counting` are each a `tw_ctr_pass`: it reads what was written to it in
    /// the cycle before, else 0. So not to write clears them, which costs no logic at their inputs.
    exponent: Pass<4>,
    /// CCM.
    mantissa: Pass<12>,
    /// The bits below CCM, which CC does not show.
    below: Pass<14>,
    /// A mask of the bits of `below` that the exponent has: CCE - 1 of them, the lowest ones.
    counting: Pass<14>,
    /// CCV of the next record; 0 after reset and `forget`.
    valid: Reg<Bit>,
    /// The cycle before had a record. The count starts again in this cycle, from what that cycle itself counted, `one`.
    fresh: Reg<Bit>,
    /// The cycle before counted.
    one: Reg<Bit>,
    /// There has been a clock edge since reset. `tw_ctr_pass` has no reset: what it reads before that is no count.
    started: Reg<Bit>,
    /// The largest CCE, by the exponent bits that are built. A count that would need a larger one stays: CC saturates.
    #[value(((1_u64 << build.ctr.exponent_bits) - 1).to_bits())]
    largest: Constant<Bits<4>>,
}

impl Logic for Cycles {
    #[kernel]
    fn update(&mut self) {
        let exponent = self.exponent.read_data.val();
        let mantissa = self.mantissa.read_data.val();
        // The count goes to the first record of the cycle. It is 0 for those after it, and after a pop: the time since
        // the record that is then the one before is not known (Control Transfer Records 5.4 allows it).
        let mut valid: Bit = self.valid.q.val();
        let mut spent: Bit = false;
        let fresh = self.fresh.q.val();
        let one = self.one.q.val();
        let code: Bits<16> = if fresh {
            bit_cast::<16, 1>(one.into())
        } else {
            (bit_cast::<16, 4>(exponent) << bits::<16>(12)) | bit_cast::<16, 12>(mantissa)
        };
        for i in 0..self.action.len() {
            // A return pops, a co-routine swap also records: neither has a valid count. The record after a swap has.
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

        // One more: with exponent e, e - 1 bits below the mantissa count. The largest count stays.
        let counts = self.counts.val();
        let below = self.below.read_data.val();
        let counting = self.counting.read_data.val();
        let is_full = mantissa.all();
        let is_largest = exponent == self.largest.val();
        let goes_round = (below | !counting).all();
        let carries = counts & goes_round & !(is_full & is_largest);
        let widens = carries & is_full;
        let kept = !self.forget.val() & self.started.q.val();
        self.started.d.next = true;
        self.fresh.d.next = spent & !self.forget.val();
        self.one.d.next = counts;
        self.below.write.next = kept & !fresh & !(counts & goes_round);
        self.below.write_data.next = below + bit_cast::<14, 1>(counts.into());
        self.counting.write.next = kept & !fresh;
        self.counting.write_data.next = counting;
        if widens & exponent.any() {
            self.counting.write_data.next = (counting << bits::<14>(1)) | bits::<14>(1);
        }
        self.exponent.write.next = kept & !fresh;
        self.exponent.write_data.next = exponent + bit_cast::<4, 1>(widens.into());
        self.mantissa.write.next = kept;
        self.mantissa.write_data.next = mantissa + bit_cast::<12, 1>(carries.into());
        // The count after a record is 0 to 2: what its own cycle counted, and this one.
        if fresh {
            self.mantissa.write_data.next =
                bit_cast::<12, 1>((one != counts).into()) | (bit_cast::<12, 1>((one & counts).into()) << bits::<12>(1));
        }
        if self.forget.val() {
            self.valid.d.next = false;
        }
    }
}

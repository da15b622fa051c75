// SPDX-License-Identifier: Apache-2.0
//! How the hardware follows teActive (Trace Control ch. 5): software polls the bit until it reads what was written.

use crate::prim::*;

/// `followed` becomes `asked` at the end of the last of `build.power.delay` cycles in a row in which the two differ.
#[synchronous(build: Build)]
pub struct Power {
    /// teActive as it was written. The encoder is active while this and `followed` are 1: writing 0 stops it at once.
    pub asked: Signal<In, Bit>,
    /// teActive as it reads: what powers up or down, or starts or stops the clock, has had the time that it takes.
    pub followed: Signal<Out, Bit>,
    follows: Reg<Bit>,
    /// Cycles in a row in which `asked` and `followed` differ. Bits that the delay does not need stay 0.
    #[built(build.power.delay > 1)]
    count: Optional<Reg<Bits<16>>>,
    #[value(limit(build).to_bits())]
    limit: Constant<Bits<16>>,
    #[value(((limit(build) + 1).next_power_of_two() - 1).to_bits())]
    mask: Constant<Bits<16>>,
}

/// The count in the last cycle of the delay. Without delay there is no `Power`, and teActive reads as it was written.
fn limit(build: &Build) -> u64 {
    u64::from(build.power.delay.max(1)) - 1
}

impl Logic for Power {
    #[kernel]
    fn update(&mut self) {
        let last = self.count.q.val() == self.limit.val();
        self.count.d.next = (self.count.q.val() + 1) & self.mask.val();
        if (self.asked.val() == self.follows.q.val()) | last {
            self.count.d.next = 0.into();
        }
        if last {
            self.follows.d.next = self.asked.val();
        }
        self.followed.next = self.follows.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{settle, Clocked};

    fn power(delay: u32) -> Power {
        let mut build = Build::default();
        build.power.delay = delay;
        Power::new(&build).reset()
    }

    /// Cycles until `followed` has a new level of `asked`.
    fn cycles(power: &mut Power, level: bool) -> u32 {
        power.asked.next = level;
        settle(power);
        let mut cycles = 0;
        while power.followed.val() != level {
            power.tick();
            cycles += 1;
        }
        cycles
    }

    #[test]
    fn tci_ch_5_te_active_is_followed_after_the_delay_in_both_directions() {
        for delay in [1, 2, 3, 4, 5, 100] {
            let mut power = power(delay);
            for level in [true, false, true] {
                assert_eq!(cycles(&mut power, level), delay);
            }
        }
    }

    #[test]
    fn tci_ch_5_the_delay_counts_cycles_in_a_row() {
        let mut power = power(4);
        for _ in 0..3 {
            for (level, length) in [(true, 3), (false, 1)] {
                power.asked.next = level;
                settle(&mut power);
                for _ in 0..length {
                    power.tick();
                    assert!(!power.followed.val());
                }
            }
        }
        assert_eq!(cycles(&mut power, true), 4);
    }
}

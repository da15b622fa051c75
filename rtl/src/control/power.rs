// SPDX-License-Identifier: Apache-2.0
//! How the hardware follows teActive (Trace Control ch. 5; docs/control.md, "Active").

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Follows teActive at the end of the last of `build.power.delay` cycles in a row in which the two differ.
#[derive(Module)]
pub struct Power {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// teActive as it was written.
    pub asked: Signal<In, Bit>,
    /// teActive as it reads: the hardware has followed.
    pub followed: Signal<Out, Bit>,
    follows: Reg<Bit>,
    count: Vec<Reg<Bits<16>>>,
    last: Signal<Local, Bit>,
    limit: Constant<Bits<16>>,
    mask: Constant<Bits<16>>,
    _counts: usize,
}

impl Power {
    /// How many there are in `build`: one, or none where the hardware follows at once.
    pub fn count(build: &Build) -> usize {
        usize::from(build.power.delay > 0)
    }

    /// For `build`, which has a delay.
    pub fn new(build: &Build) -> Self {
        let limit = u64::from(build.power.delay.max(1)) - 1;
        let counts = usize::from(limit > 0);
        Power {
            clock: Default::default(),
            rst_n: Default::default(),
            asked: Default::default(),
            followed: Default::default(),
            follows: Reg::new(build.reset),
            count: (0..counts).map(|_| Reg::new(build.reset)).collect(),
            last: Default::default(),
            limit: Constant::new(limit.to_bits()),
            mask: Constant::new(((limit + 1).next_power_of_two() - 1).to_bits()),
            _counts: counts,
        }
    }
}

impl Logic for Power {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, follows);

        self.last.next = true;
        for i in 0..self._counts {
            self.count[i].clock.next = self.clock.val();
            self.count[i].rst_n.next = self.rst_n.val();
            self.last.next = self.count[i].q.val() == self.limit.val();
            self.count[i].d.next = (self.count[i].q.val() + bits::<16>(1)) & self.mask.val();
            if (self.asked.val() == self.follows.q.val()) | self.last.val() {
                self.count[i].d.next = bits::<16>(0);
            }
        }
        if self.last.val() {
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

    /// Cycles until it has followed a new level.
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
    fn chapter_5_te_active_is_followed_after_the_delay_in_both_directions() {
        for delay in [1, 2, 3, 4, 5, 100] {
            let mut power = power(delay);
            for level in [true, false, true] {
                assert_eq!(cycles(&mut power, level), delay);
            }
        }
    }

    #[test]
    fn chapter_5_the_delay_counts_cycles_in_a_row() {
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

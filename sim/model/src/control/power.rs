// SPDX-License-Identifier: Apache-2.0
//! How the hardware follows teActive (Trace Control ch. 5): it reads as written `build.power.delay` cycles later.

/// Follows what is asked of it after a number of cycles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Power {
    delay: u32,
    /// Cycles in a row in which the hardware has not followed.
    waited: u32,
    followed: bool,
}

impl Power {
    /// Off. The hardware follows so many cycles later, 0 for at once.
    pub(super) fn new(delay: u32) -> Self {
        Power { delay, waited: 0, followed: false }
    }

    /// What teActive reads in a cycle in which this is asked for.
    pub(super) fn level(&self, asked: bool) -> bool {
        if self.delay == 0 {
            asked
        } else {
            self.followed
        }
    }

    /// Whether cycles in which this is asked for change nothing.
    pub(super) fn rests(&self, asked: bool) -> bool {
        self.delay == 0 || asked == self.followed
    }

    /// A cycle in which this is asked for.
    pub(super) fn step(&mut self, asked: bool) {
        if self.delay == 0 {
            return;
        }
        self.waited = if asked == self.followed { 0 } else { self.waited + 1 };
        if self.waited == self.delay {
            (self.followed, self.waited) = (asked, 0);
        }
    }
}

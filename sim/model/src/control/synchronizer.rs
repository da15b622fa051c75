// SPDX-License-Identifier: Apache-2.0
//! What comes from another clock.

/// Two stages, each the default after reset if nothing else is said.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Synchronizer<T> {
    first: T,
    second: T,
}

impl<T: Copy + PartialEq> Synchronizer<T> {
    /// Two stages that are this after reset.
    pub(super) fn at(level: T) -> Self {
        Synchronizer { first: level, second: level }
    }

    /// What is seen after the two stages.
    pub(super) fn level(&self) -> T {
        self.second
    }

    /// Whether clock edges with this in front of it change nothing.
    pub(super) fn rests(&self, input: T) -> bool {
        self.first == input && self.second == input
    }

    /// A clock edge, with this in front of it.
    pub(super) fn step(&mut self, input: T) {
        (self.first, self.second) = (input, self.first);
    }
}

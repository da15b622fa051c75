// SPDX-License-Identifier: Apache-2.0
//! What the rules of the buses have in common.

use super::LONGEST_ANSWER;

/// A rule of a bus that the hardware broke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{bus}: {rule}")]
pub struct Violation {
    /// The bus.
    pub bus: &'static str,
    /// What it must do.
    pub rule: &'static str,
}

/// What is offered with a valid signal stays as it is until it is taken.
#[derive(Clone, Debug)]
pub(super) struct Held<T>(Option<T>);

impl<T: PartialEq> Held<T> {
    pub const fn new() -> Held<T> {
        Held(None)
    }

    /// `offered` in a cycle, and whether it is taken. False if it is not what was offered before.
    pub fn is_stable(&mut self, offered: Option<T>, taken: bool) -> bool {
        let is_stable = self.0.is_none() || self.0 == offered;
        self.0 = if taken { None } else { offered };
        is_stable
    }
}

/// How long an answer takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Patience(u32);

impl Patience {
    /// A cycle in which the master waits for the hardware, or does not. False if it has been too many.
    pub fn lasts(&mut self, waits: bool) -> bool {
        self.0 = if waits { self.0 + 1 } else { 0 };
        self.0 <= LONGEST_ANSWER
    }
}

// SPDX-License-Identifier: Apache-2.0
//! What rules have in common: offers that stay, and waiting that ends.

/// What is offered with a valid signal stays as it is until it is taken.
#[derive(Clone, Debug)]
pub(crate) struct Held<T>(Option<T>);

impl<T: PartialEq + Clone> Held<T> {
    pub const fn new() -> Held<T> {
        Held(None)
    }

    /// Nothing is offered, or it was taken.
    pub fn is_idle(&self) -> bool {
        self.0.is_none()
    }

    /// `offered` in a cycle, and whether it is taken in it. What was offered before, if it is not that.
    pub fn broken(&mut self, offered: Option<&T>, taken: bool) -> Option<T> {
        let before = self.0.take();
        self.0 = if taken { None } else { offered.cloned() };
        before.filter(|before| Some(before) != offered)
    }
}

/// Cycles that something has waited.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Patience(u32);

impl Patience {
    /// A cycle in which it waits, or does not. False if it has been more than `most` of them.
    pub fn lasts(&mut self, waits: bool, most: u32) -> bool {
        self.0 = if waits { self.0.saturating_add(1) } else { 0 };
        self.0 <= most
    }
}

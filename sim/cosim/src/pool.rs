// SPDX-License-Identifier: Apache-2.0
//! Memory that goes from thread to thread and back: to allocate it each time is slow.

use std::ops::{Deref, DerefMut};
use std::sync::mpsc::{channel, Receiver, Sender};

/// What can be used again.
pub(crate) trait Reused: Default {
    /// Empties it, and keeps its memory.
    fn clear(&mut self);
}

impl<T> Reused for Vec<T> {
    fn clear(&mut self) {
        self.clear();
    }
}

/// Lends what somebody fills, and gets it back, empty, when nobody looks at it any more.
pub(crate) struct Pool<T> {
    home: Sender<T>,
    back: Receiver<T>,
}

/// What was lent. It goes back when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Lent<T: Reused> {
    item: T,
    home: Option<Sender<T>>,
}

impl<T: Reused> Pool<T> {
    pub fn new() -> Pool<T> {
        let (home, back) = channel();
        Pool { home, back }
    }

    /// An empty one: one that has come back, or a new one.
    pub fn lend(&self) -> Lent<T> {
        Lent { item: self.back.try_recv().unwrap_or_default(), home: Some(self.home.clone()) }
    }
}

impl<T: Reused> Deref for Lent<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.item
    }
}

impl<T: Reused> DerefMut for Lent<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.item
    }
}

impl<T: Reused> Drop for Lent<T> {
    fn drop(&mut self) {
        if let Some(home) = &self.home {
            self.item.clear();
            // Who has lent it may have ended.
            let _ = home.send(std::mem::take(&mut self.item));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_comes_back_empty_and_may_outlive_its_pool() {
        let pool = Pool::<Vec<u8>>::new();
        let mut first = pool.lend();
        first.extend([1, 2, 3]);
        let place = first.as_ptr();
        let second = pool.lend();
        drop(first);
        let again = pool.lend();
        assert_eq!((again.as_ptr(), again.len()), (place, 0));
        drop(pool);
        drop((second, again));
    }
}

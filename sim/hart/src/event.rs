// SPDX-License-Identifier: Apache-2.0
//! What happens in a hart, one event at a time.

use crate::Error;
use tracewright_messages::isa::Instruction;
use tracewright_messages::privilege;

/// Something a hart did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An instruction retired. ecall counts as retired, and its [`Event::Exception`] follows (N-Trace Table 2).
    Retired {
        /// Its address.
        pc: u64,
        /// Its length and class.
        instruction: Instruction,
        /// Whether it is a conditional branch that was taken.
        taken: bool,
    },
    /// An exception was taken.
    Exception {
        /// Address of the instruction that caused it. It did not retire, unless it is ecall.
        pc: u64,
    },
    /// An interrupt was taken.
    Interrupt {
        /// Address of the instruction that would have run next.
        pc: u64,
    },
    /// What the hart did here is not known: the next event does not follow from the one before. Only of logs with gaps.
    Gap,
}

/// A source of [`Event`]s, in the order in which the hart did them.
pub trait Stream {
    /// The next event, or `None` at the end.
    ///
    /// # Errors
    /// What keeps the stream from going on. A stream that has failed or ended is not asked again.
    fn next(&mut self) -> Result<Option<Event>, Error>;

    /// The next event, as [`Stream::next`], but instructions that lead to the next one may first be offered to `takes`,
    /// with address, half-words and privilege mode. One that it takes is not returned. A hart offers all of them, which
    /// is faster; by default nothing is offered, so what wraps a hart has to pass this on.
    ///
    /// # Errors
    /// As [`Stream::next`].
    #[inline(always)]
    fn next_unless_taken(&mut self, _takes: impl FnMut(u64, u8, u8) -> bool) -> Result<Option<Event>, Error>
    where
        Self: Sized,
    {
        self.next()
    }

    /// Privilege mode in which the latest event happened, before any trap or trap return in it: a code of
    /// [`privilege`]. M-mode if the stream does not tell.
    fn privilege(&self) -> u8 {
        privilege::M
    }
}

impl<S: Stream> Stream for &mut S {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        (**self).next()
    }

    #[inline(always)]
    fn next_unless_taken(&mut self, takes: impl FnMut(u64, u8, u8) -> bool) -> Result<Option<Event>, Error> {
        (**self).next_unless_taken(takes)
    }

    fn privilege(&self) -> u8 {
        (**self).privilege()
    }
}

impl<S: Stream + ?Sized> Stream for Box<S> {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        (**self).next()
    }

    fn privilege(&self) -> u8 {
        (**self).privilege()
    }
}

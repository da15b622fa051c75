// SPDX-License-Identifier: Apache-2.0
//! Call stacks of a program that runs, sampled.

use tracewright_hart::Event;
use tracewright_messages::isa::transfer_type;
use tracewright_messages::itype::{CO_ROUTINE_SWAP, INFERABLE_CALL, RETURN, TRAP_RETURN, UNINFERABLE_CALL};

/// Calls that are kept; of more, those outside are forgotten.
const DEPTH: usize = 1 << 12;

/// A call or trap that has not returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    /// The call, or the instruction before which or in which the trap came.
    site: u64,
    /// Where it returns to; of a trap this may be another address.
    back: u64,
}

/// What the latest event may do to the stack, which the next address tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Pending {
    #[default]
    Nothing,
    Enters(Frame),
    Leaves,
    Swaps(Frame),
}

/// The calls that have led to where a program is.
#[derive(Debug)]
pub struct Calls<F> {
    frames: Vec<Frame>,
    pending: Pending,
    /// Where the function at an address begins, if there is one that is known.
    function: F,
}

impl<F: Fn(u64) -> Option<u64>> Calls<F> {
    /// Of a program that begins; `function` says where the function at an address begins.
    pub fn new(function: F) -> Calls<F> {
        Calls { frames: Vec::new(), pending: Pending::Nothing, function }
    }

    /// The program goes on at this address, which is that of the next event.
    pub fn at(&mut self, pc: u64) {
        match std::mem::take(&mut self.pending) {
            Pending::Nothing => {}
            // An SBI call that was answered in place of firmware goes on behind it.
            Pending::Enters(frame) if frame.back == pc => {}
            Pending::Enters(frame) => self.enter(frame),
            Pending::Leaves => self.leave(pc),
            Pending::Swaps(frame) => {
                self.leave(pc);
                self.enter(frame);
            }
        }
    }

    fn enter(&mut self, frame: Frame) {
        if self.frames.len() == DEPTH {
            self.frames.remove(0);
        }
        self.frames.push(frame);
    }

    /// A return to `pc`: from the innermost call that comes back there, if one does. None does where a long jump has
    /// led, because the call that it comes back from returned long ago: then from the innermost call out of the
    /// function at `pc`, if that has made one, else from the innermost.
    fn leave(&mut self, pc: u64) {
        let into = |function| self.frames.iter().rposition(|frame| (self.function)(frame.site) == Some(function));
        let back = self.frames.iter().rposition(|frame| frame.back == pc);
        let left = back.or_else(|| into((self.function)(pc)?));
        self.frames.truncate(left.unwrap_or(self.frames.len().saturating_sub(1)));
    }

    /// An event, of which the next address is not known yet.
    pub fn follow(&mut self, event: &Event) {
        self.pending = match *event {
            Event::Retired { pc, instruction, taken } => {
                let frame = Frame { site: pc, back: pc.wrapping_add(instruction.bytes()) };
                match transfer_type(&instruction, taken) {
                    INFERABLE_CALL | UNINFERABLE_CALL => Pending::Enters(frame),
                    RETURN | TRAP_RETURN => Pending::Leaves,
                    CO_ROUTINE_SWAP => Pending::Swaps(frame),
                    _ => Pending::Nothing,
                }
            }
            // What is four bytes behind is where an ecall comes back to.
            Event::Exception { pc } => Pending::Enters(Frame { site: pc, back: pc.wrapping_add(4) }),
            Event::Interrupt { pc } => Pending::Enters(Frame { site: pc, back: pc }),
            Event::Gap => Pending::Nothing,
        };
    }

    /// An address in each function that is called, the outermost first.
    pub fn sites(&self) -> impl Iterator<Item = u64> + '_ {
        self.frames.iter().map(|frame| frame.site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Functions begin at multiples of 16; the first is not known.
    fn function(address: u64) -> Option<u64> {
        (address >= 0x10).then_some(address & !0xF)
    }

    fn calls(frames: &[(u64, u64)]) -> Calls<fn(u64) -> Option<u64>> {
        let frames = frames.iter().map(|&(site, back)| Frame { site, back }).collect();
        Calls { frames, ..Calls::new(function) }
    }

    #[test]
    fn a_return_leaves_all_that_a_long_jump_has_left() {
        let mut calls = calls(&[(0x10, 0x14), (0x20, 0x24), (0x30, 0x34)]);
        calls.leave(0x24);
        assert_eq!(calls.sites().collect::<Vec<_>>(), [0x10]);
    }

    #[test]
    fn a_return_behind_a_call_that_has_returned_is_to_the_function_that_made_it() {
        // 0x20 calls itself, then 0x30.
        let mut calls = calls(&[(0x10, 0x14), (0x24, 0x28), (0x24, 0x28), (0x34, 0x38), (0x44, 0x48)]);
        calls.leave(0x2C);
        assert_eq!(calls.sites().collect::<Vec<_>>(), [0x10, 0x24]);
        calls.leave(0x18);
        assert_eq!(calls.sites().count(), 0);
        calls.leave(0x18);
        assert_eq!(calls.sites().count(), 0);
    }

    #[test]
    fn a_return_to_what_is_in_no_function_is_to_none() {
        let mut calls = calls(&[(0x4, 0x8), (0x10, 0x14), (0x20, 0x24)]);
        calls.leave(0xC);
        assert_eq!(calls.sites().collect::<Vec<_>>(), [0x4, 0x10]);
    }

    #[test]
    fn a_return_to_nowhere_that_is_known_leaves_the_innermost() {
        let mut calls = calls(&[(0x10, 0x14), (0x20, 0x24)]);
        calls.leave(0x99);
        assert_eq!(calls.sites().collect::<Vec<_>>(), [0x10]);
    }

    #[test]
    fn an_exception_enters_its_handler_and_an_answered_call_nothing() {
        let mut calls = calls(&[]);
        calls.follow(&Event::Exception { pc: 0x10 });
        calls.at(0x14);
        assert_eq!(calls.sites().count(), 0);
        calls.follow(&Event::Exception { pc: 0x10 });
        calls.at(0x100);
        assert_eq!(calls.sites().collect::<Vec<_>>(), [0x10]);
    }

    #[test]
    fn the_outermost_of_too_many_is_forgotten() {
        let mut calls = calls(&[]);
        for n in 0..DEPTH as u64 + 1 {
            calls.enter(Frame { site: n, back: n });
        }
        assert_eq!((calls.sites().next(), calls.sites().count()), (Some(1), DEPTH));
    }
}

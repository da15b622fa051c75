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
#[derive(Debug, Default)]
pub struct Calls {
    frames: Vec<Frame>,
    pending: Pending,
}

impl Calls {
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

    /// A return to `pc`: from the innermost call that comes back there, if one does, else from the innermost.
    fn leave(&mut self, pc: u64) {
        let left = self.frames.iter().rposition(|frame| frame.back == pc);
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

    fn calls(frames: &[(u64, u64)]) -> Calls {
        let frames = frames.iter().map(|&(site, back)| Frame { site, back }).collect();
        Calls { frames, pending: Pending::Nothing }
    }

    #[test]
    fn a_return_leaves_all_that_a_long_jump_has_left() {
        let mut calls = calls(&[(0x10, 0x14), (0x20, 0x24), (0x30, 0x34)]);
        calls.leave(0x24);
        assert_eq!(calls.sites().collect::<Vec<_>>(), [0x10]);
    }

    #[test]
    fn a_return_to_nowhere_that_is_known_leaves_the_innermost() {
        let mut calls = calls(&[(0x10, 0x14), (0x20, 0x24)]);
        calls.leave(0x99);
        assert_eq!(calls.sites().collect::<Vec<_>>(), [0x10]);
    }

    #[test]
    fn an_exception_enters_its_handler_and_an_answered_call_nothing() {
        let mut calls = Calls::default();
        calls.follow(&Event::Exception { pc: 0x10 });
        calls.at(0x14);
        assert_eq!(calls.sites().count(), 0);
        calls.follow(&Event::Exception { pc: 0x10 });
        calls.at(0x100);
        assert_eq!(calls.sites().collect::<Vec<_>>(), [0x10]);
    }

    #[test]
    fn the_outermost_of_too_many_is_forgotten() {
        let mut calls = Calls::default();
        for n in 0..DEPTH as u64 + 1 {
            calls.enter(Frame { site: n, back: n });
        }
        assert_eq!((calls.sites().next(), calls.sites().count()), (Some(1), DEPTH));
    }
}

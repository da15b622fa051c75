// SPDX-License-Identifier: Apache-2.0
//! What a core's retirement port would show of a stream, in the terms of the RISC-V Formal Interface.

use crate::{Error, Event, Stream};
use tracewright_isa::Flow;

/// An instruction that retired or trapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retirement {
    /// Its address (`rvfi_pc_rdata`).
    pub pc: u64,
    /// Address of the next one (`rvfi_pc_wdata`), not cut to XLEN, where the instruction itself tells: not of traps, trap
    /// returns and indirect jumps.
    pub next: Option<u64>,
    /// It trapped (`rvfi_trap`); ecall always does.
    pub trap: bool,
    /// It is the first one of a handler (`rvfi_intr`).
    pub intr: bool,
    /// Privilege mode it was executed in (`rvfi_mode`): a code of [`tracewright_messages::privilege`].
    pub privilege: u8,
}

/// The [`Retirement`]s of a [`Stream`], in order. After an error there is nothing more.
pub struct Retirements<S> {
    stream: S,
    /// A trap came after the instruction before.
    trapped: bool,
    ended: bool,
}

impl<S: Stream> Retirements<S> {
    /// Those of this stream.
    pub fn new(stream: S) -> Self {
        Retirements { stream, trapped: false, ended: false }
    }

    fn retirement(&mut self) -> Result<Option<Retirement>, Error> {
        loop {
            let (pc, next, trap) = match self.stream.next()? {
                None => return Ok(None),
                Some(Event::Interrupt) => {
                    self.trapped = true;
                    continue;
                }
                // The event of its exception is what follows.
                Some(Event::Retired { instruction, .. }) if instruction.flow == Flow::Ecall => continue,
                Some(Event::Exception { pc }) => (pc, None, true),
                Some(Event::Retired { pc, instruction, taken }) => {
                    let behind = pc.wrapping_add(instruction.bytes());
                    let next = match instruction.flow {
                        Flow::Branch { offset } if taken => Some(pc.wrapping_add_signed(offset.into())),
                        Flow::Jump { offset, .. } => Some(pc.wrapping_add_signed(offset.into())),
                        Flow::JumpRegister { .. } | Flow::TrapReturn => None,
                        _ => Some(behind),
                    };
                    (pc, next, false)
                }
            };
            let intr = std::mem::replace(&mut self.trapped, trap);
            return Ok(Some(Retirement { pc, next, trap, intr, privilege: self.stream.privilege() }));
        }
    }
}

impl<S: Stream> Iterator for Retirements<S> {
    type Item = Result<Retirement, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let item = self.retirement().transpose();
        self.ended = !matches!(item, Some(Ok(_)));
        item
    }
}

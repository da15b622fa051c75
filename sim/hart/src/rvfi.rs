// SPDX-License-Identifier: Apache-2.0
//! What a core's retirement port would show of a stream, in the terms of the RISC-V Formal Interface.

use crate::{Error, Event, Stream};
use tracewright_messages::isa::Flow;

/// An instruction that retired or trapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retirement {
    /// Its address (`rvfi_pc_rdata`).
    pub pc: u64,
    /// Address of the next one (`rvfi_pc_wdata`), interrupts left out, not cut to XLEN; not of traps.
    pub next: Option<u64>,
    /// Privilege mode of the next one, interrupts left out; not of traps.
    pub next_privilege: Option<u8>,
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
    /// The event after the latest, and the privilege mode in which it happened, once it was looked at.
    ahead: Option<Option<(Event, u8)>>,
    /// A trap came after the instruction before.
    trapped: bool,
    ended: bool,
}

impl<S: Stream> Retirements<S> {
    /// Those of this stream.
    pub fn new(stream: S) -> Self {
        Retirements { stream, ahead: None, trapped: false, ended: false }
    }

    /// The next event, and the privilege mode in which it happened.
    fn event(&mut self) -> Result<Option<(Event, u8)>, Error> {
        if let Some(ahead) = self.ahead.take() {
            return Ok(ahead);
        }
        let event = self.stream.next()?;
        Ok(event.map(|event| (event, self.stream.privilege())))
    }

    /// Address and privilege mode of what comes next.
    fn following(&mut self) -> Result<Option<(u64, u8)>, Error> {
        let ahead = self.event()?;
        self.ahead = Some(ahead);
        Ok(ahead.and_then(|(event, privilege)| match event {
            Event::Retired { pc, .. } | Event::Exception { pc } | Event::Interrupt { pc } => Some((pc, privilege)),
            Event::Gap => None,
        }))
    }

    fn retirement(&mut self) -> Result<Option<Retirement>, Error> {
        loop {
            let (event, privilege) = match self.event()? {
                None => return Ok(None),
                Some((Event::Interrupt { .. }, _)) => {
                    self.trapped = true;
                    continue;
                }
                // The event of its exception is what follows.
                Some((Event::Retired { instruction, .. }, _)) if instruction.flow == Flow::Ecall => continue,
                Some(event) => event,
            };
            let (pc, next, next_privilege) = match event {
                Event::Retired { pc, instruction, taken } => {
                    let next = pc.wrapping_add(instruction.bytes());
                    let following = self.following()?;
                    let next = match instruction.flow {
                        Flow::Branch { offset } if taken => Some(pc.wrapping_add_signed(offset.into())),
                        Flow::Jump { offset, .. } => Some(pc.wrapping_add_signed(offset.into())),
                        Flow::JumpRegister { .. } | Flow::TrapReturn => following.map(|(pc, _)| pc),
                        _ => Some(next),
                    };
                    (pc, next, following.map(|(_, privilege)| privilege))
                }
                Event::Exception { pc } | Event::Interrupt { pc } => (pc, None, None),
                Event::Gap => {
                    self.trapped = false;
                    continue;
                }
            };
            let trap = matches!(event, Event::Exception { .. });
            let intr = std::mem::replace(&mut self.trapped, trap);
            return Ok(Some(Retirement { pc, next, next_privilege, trap, intr, privilege }));
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

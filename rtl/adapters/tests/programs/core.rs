// SPDX-License-Identifier: Apache-2.0
//! A core with a retirement port: the embedded hart's instructions, in cycles as docs/rvfi.md allows them.

use crate::device::Channel;
use rand::rngs::SmallRng;
use rand::Rng;
use std::iter::Peekable;
use tracewright_config::Build;
use tracewright_hart::{Error, Event, Hart, Retirement, Retirements, Stream};
use tracewright_image::Image;
use tracewright_messages::isa::Flow;

/// The first events of a hart, and those that belong to the last of them.
pub struct Beginning {
    hart: Hart,
    remaining: u64,
    is_whole: bool,
}

impl Beginning {
    /// At least this many events of the program.
    pub fn new(image: &Image, events: u64) -> Self {
        let hart = Hart::new(image, &Default::default()).expect("memory enough");
        Beginning { hart, remaining: events, is_whole: true }
    }
}

impl Stream for Beginning {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        if self.remaining == 0 && self.is_whole {
            return Ok(None);
        }
        self.remaining = self.remaining.saturating_sub(1);
        let event = self.hart.next()?;
        self.is_whole = match event {
            Some(Event::Retired { instruction, .. }) => instruction.flow != Flow::Ecall,
            Some(Event::Interrupt { .. } | Event::Gap) => false,
            _ => true,
        };
        Ok(event)
    }

    fn privilege(&self) -> u8 {
        self.hart.privilege()
    }
}

/// Which cycles the core retires in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// A handler, and a change of the privilege mode, begin a group; an interrupt's after a cycle in which nothing
    /// retires.
    Pipeline,
    /// Anything, anywhere in a group; and after it the cycles in which nothing may retire.
    Wild,
}

/// The core.
pub struct Core<'a> {
    image: &'a Image,
    retirements: Peekable<Retirements<Beginning>>,
    manner: Manner,
    channels: usize,
    has_privilege: bool,
    /// Whether the core says where every instruction leads, and in which mode that runs.
    tells_next: bool,
    /// The instruction before.
    before: Option<Retirement>,
    /// Cycles to come without an instruction.
    rest: u32,
    /// In the cycle before nothing retired, and nothing waited.
    idled: bool,
    rng: SmallRng,
}

impl<'a> Core<'a> {
    /// A core for the adapter of `build` that runs the beginning of the program.
    pub fn new(image: &'a Image, events: u64, manner: Manner, build: &Build, rng: SmallRng) -> Self {
        Core {
            image,
            retirements: Retirements::new(Beginning::new(image, events)).peekable(),
            manner,
            channels: build.ingress.blocks as usize,
            has_privilege: build.encoder.context,
            tells_next: build.ingress.interrupt_address,
            before: None,
            rest: 0,
            idled: false,
            rng,
        }
    }

    /// The channels of the next cycle.
    pub fn cycle(&mut self) -> Option<Vec<Option<Channel>>> {
        let mut group = vec![None; self.channels];
        if self.rest > 0 {
            self.rest -= 1;
            self.idled = false;
            return Some(group);
        }
        self.retirements.peek()?;
        let mut is_first = true;
        for place in &mut group {
            let Some(next) = self.retirements.peek() else { break };
            let next = *next.as_ref().expect("no error");
            if self.rng.random_bool(0.2) {
                continue;
            }
            let trapped = self.before.is_some_and(|before| before.trap);
            let interrupt = next.intr && !trapped;
            let changes = self.has_privilege && self.before.is_some_and(|before| before.privilege != next.privilege);
            let splits = !is_first && (trapped || changes);
            // The interrupt is in the mode that it came in, and so perhaps not in the cycle of the instruction before
            // it.
            let parts = self.has_privilege
                && self.tells_next
                && !is_first
                && interrupt
                && self.before.is_some_and(|before| before.next_privilege != Some(before.privilege));
            match self.manner {
                Manner::Pipeline if splits || interrupt && !(is_first && self.idled) => break,
                Manner::Pipeline => {}
                Manner::Wild => {
                    self.rest += u32::from(splits || interrupt && !(is_first && self.idled)) + u32::from(parts);
                }
            }
            *place = Some(self.take(next));
            is_first = false;
        }
        self.idled = is_first;
        Some(group)
    }

    fn take(&mut self, retirement: Retirement) -> Channel {
        self.retirements.next();
        self.before = Some(retirement);
        let Retirement { pc, next, next_privilege, trap, intr, privilege } = retirement;
        let mut insn = self.image.fetch(pc).unwrap_or_default();
        if insn & 3 != 3 {
            insn = insn & 0xFFFF | self.rng.random::<u32>() << 16;
        }
        let flow = self.image.instruction(pc).map(|instruction| instruction.flow);
        let is_return = flow == Some(Flow::TrapReturn);
        let is_indirect = is_return || matches!(flow, Some(Flow::JumpRegister { .. }));
        let next = next.filter(|_| self.tells_next || !is_indirect).unwrap_or_else(|| self.rng.random());
        let return_mode = next_privilege.filter(|_| is_return).unwrap_or_else(|| self.rng.random_range(0..4));
        Channel { insn, pc, next, return_mode, trap, intr, mode: privilege }
    }
}

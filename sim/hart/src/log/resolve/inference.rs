// SPDX-License-Identifier: Apache-2.0
//! Traps that a log does not show, inferred from what comes after.

use super::{Held, Kind, Resolver};
use crate::Event;
use tracewright_messages::isa::Flow;

/// c.unimp and unimp (csrrw x0, cycle, x0), which are illegal for ever.
const UNIMP: [u32; 2] = [0x0000, 0xC000_1073];

impl Resolver<'_> {
    /// `held` was followed by `next`, and nothing tells whether a trap came in between.
    pub(super) fn infer(&mut self, held: &Held, next: u64) {
        let after = self.successors(held);
        let follows = after.is_none_or(|after| after.contains(&next));
        match held.instruction.flow {
            Flow::Ecall => {
                self.retire(held, None);
                self.push(Event::Exception { pc: held.pc });
            }
            _ if follows => self.retire(held, Some(next)),
            _ if self.kind == Kind::Qemu && next == held.pc => {}
            Flow::Ebreak => self.push(Event::Exception { pc: held.pc }),
            _ if self.is_unimp(held.pc) => self.push(Event::Exception { pc: held.pc }),
            _ => self.infer_hidden(held, after.unwrap_or_default()),
        }
    }

    /// A trap came after `held`, or out of an instruction at one of `candidates` that the log does not show.
    fn infer_hidden(&mut self, held: &Held, candidates: [u64; 2]) {
        let hidden = candidates.into_iter().filter(|_| self.kind == Kind::SpikeCommits).find_map(|pc| {
            let instruction = self.image.instruction(pc)?;
            let traps = matches!(instruction.flow, Flow::Ecall | Flow::Ebreak) || self.is_unimp(pc);
            traps.then_some(Held { pc, line: held.line, instruction, committed: false })
        });
        let Some(hidden) = hidden else {
            self.retire(held, None);
            // A branch is not taken then, and leads to the first.
            self.push(Event::Interrupt { pc: candidates[0] });
            return;
        };
        self.retire(held, Some(hidden.pc));
        if hidden.instruction.flow == Flow::Ecall {
            self.retire(&hidden, None);
        }
        self.push(Event::Exception { pc: hidden.pc });
    }

    fn is_unimp(&self, pc: u64) -> bool {
        self.image.fetch(pc).is_some_and(|bits| UNIMP.contains(&if bits & 3 == 3 { bits } else { bits & 0xFFFF }))
    }
}

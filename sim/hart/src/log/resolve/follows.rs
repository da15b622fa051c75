// SPDX-License-Identifier: Apache-2.0
//! What can follow an instruction in a log.

use super::super::vectors::{Handlers, Vector};
use super::{Held, Impossible, Kind, Resolver};
use tracewright_messages::isa::Flow;

impl Resolver<'_> {
    /// Whether what follows `held` can follow it.
    pub(super) fn check(&mut self, held: &Held, next: Option<(u64, u64)>) -> Result<(), Impossible> {
        let after = self.successors(held);
        let follows = |pc| after.is_none_or(|after| after.contains(&pc));
        let impossible =
            |(line, to): (u64, u64), expected: String| Impossible { line, to, from: (held.pc, held.line), expected };
        if let Some((times, line)) = self.repeated {
            if times.saturating_sub(self.own_exceptions(held)) > 1 && !follows(held.pc) {
                return Err(impossible((line, held.pc), format!("{} or the line of a trap", words(after))));
            }
        }
        if let Some(trap) = self.traps.first() {
            let own = trap.epc == held.pc && (!trap.interrupt || self.kind == Kind::Qemu);
            if !own && !follows(trap.epc) {
                let expected = match trap.interrupt {
                    true => format!("an interrupt before {}", words(after)),
                    false => format!("a trap at {:#x} or {}", held.pc, words(after)),
                };
                return Err(impossible((trap.line, trap.epc), expected));
            }
        }
        let Some(next) = next else { return Ok(()) };
        let (is_ecall, trapped) = (held.instruction.flow == Flow::Ecall, !self.traps.is_empty());
        if !trapped && (!is_ecall && follows(next.1) || self.kind == Kind::Qemu && next.1 == held.pc) {
            return Ok(());
        }
        let handlers = match &self.handlers {
            Handlers::Unknown => "a trap handler, at a multiple of 4".to_string(),
            Handlers::Elsewhere => "a trap handler, which the program does not set".to_string(),
            Handlers::Known(vectors) => {
                let name = |vector: &Vector| {
                    format!("{:#x}{}", vector.base, if vector.is_table { " and what follows it" } else { "" })
                };
                format!("a trap handler ({})", vectors.iter().map(name).collect::<Vec<_>>().join(", "))
            }
        };
        if trapped || is_ecall && !self.shows_traps {
            return if self.handlers.has(self.image, next.1) { Ok(()) } else { Err(impossible(next, handlers)) };
        }
        let line =
            if is_ecall { "the line of its trap".into() } else { format!("{} or the line of a trap", words(after)) };
        if self.shows_traps {
            return Err(impossible(next, line));
        }
        if self.handlers.has(self.image, next.1) {
            self.inferred.get_or_insert(impossible(next, line));
            return Ok(());
        }
        Err(impossible(next, format!("{} or {handlers}", words(after))))
    }
}

/// Addresses in words.
fn words(addresses: Option<[u64; 2]>) -> String {
    match addresses {
        None => "any address".into(),
        Some([one, other]) if one == other => format!("{one:#x}"),
        Some([one, other]) => format!("{one:#x} or {other:#x}"),
    }
}

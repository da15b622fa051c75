// SPDX-License-Identifier: Apache-2.0
//! Privilege mode and context (N-Trace 7.1): Ownership messages, sent while teContext is set.

use super::settings::Settings;
use crate::Message;
use tracewright_messages::{ctype, format, privilege, Ingress, Tcode};

/// Where V and PRV stand in PROCESS: PRV in bits 3 and 2, V in bit 4, above FORMAT in bits 1 and 0.
const PRIVILEGE_SHIFT: u32 = 2;

/// Where scontext or hcontext stands in PROCESS.
const CONTEXT_SHIFT: u32 = 5;

/// Privilege mode and context as last seen.
#[derive(Clone, Debug)]
pub(super) struct Ownership {
    /// teContext.
    enabled: bool,
    scontext_bits: u32,
    hcontext_bits: u32,
    seen: Process,
}

#[derive(Clone, Copy, Debug, Default)]
struct Process {
    /// V, PRV\[1:0\].
    privilege: u8,
    scontext: u64,
    hcontext: u64,
}

/// What of privilege and context changes at a block, with teContext set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    privilege: bool,
    scontext: bool,
    hcontext: bool,
    /// The context changes exactly here: step.rs sends a target message, even if no jump is pending, to say where.
    pub(super) precise: bool,
    /// The context changes as an asynchronous discontinuity (ctype 3): B-TYPE is that of an interrupt.
    pub(super) discontinuity: bool,
}

impl Change {
    pub(super) const fn any(&self) -> bool {
        self.privilege || self.scontext || self.hcontext
    }
}

impl Ownership {
    pub(super) fn new(settings: &Settings) -> Self {
        let encoder = &settings.build.encoder;
        Ownership {
            enabled: settings.run.context,
            scontext_bits: encoder.scontext_width,
            hcontext_bits: encoder.hcontext_width,
            seen: Process::default(),
        }
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, settings: &Settings) {
        self.enabled = settings.run.context;
    }

    pub(super) fn reset(&mut self) {
        self.seen = Process::default();
    }

    /// Compares what the port shows with what was last seen, and remembers it, at a traced block that has an address.
    pub(super) fn observe(&mut self, port: &Ingress) -> Change {
        let now = self.process(port);
        let before = std::mem::replace(&mut self.seen, now);
        if !self.enabled {
            return Change::default();
        }
        let scontext = self.seen.scontext != before.scontext;
        let hcontext = self.seen.hcontext != before.hcontext;
        let changes = scontext || hcontext;
        Change {
            privilege: self.seen.privilege != before.privilege,
            scontext,
            hcontext,
            precise: changes && matches!(port.ctype, ctype::PRECISE | ctype::DISCONTINUITY),
            discontinuity: changes && port.ctype == ctype::DISCONTINUITY,
        }
    }

    /// The messages that end an entry at a block, if it synchronises, reports a trap or trap return, or something
    /// changes: FORMAT 11 with hcontext and 10 with scontext, each if it changes or with a SYNC; else FORMAT 00.
    pub(super) fn messages(&self, port: &Ingress, change: &Change, synchronises: bool, trap: bool) -> Vec<Message> {
        if !(self.enabled && (synchronises || trap || change.any())) {
            return Vec::new();
        }
        let Process { privilege, scontext, hcontext } = self.process(port);
        let mut messages = Vec::new();
        if self.hcontext_bits > 0 && (synchronises || change.hcontext) {
            messages.push(ownership(format::HCONTEXT, privilege, hcontext));
        }
        // With hcontext built, two messages follow one that synchronises (N-Trace 7.1): hcontext first, then scontext,
        // which is 0 if it is not built.
        let both = synchronises && self.hcontext_bits > 0;
        if both || self.scontext_bits > 0 && (synchronises || change.scontext) {
            messages.push(ownership(format::SCONTEXT, privilege, scontext));
        }
        if messages.is_empty() {
            messages.push(ownership(format::PRIVILEGE, privilege, 0));
        }
        messages
    }

    /// What the port shows, or, of a context that it does not report, what was last seen.
    fn process(&self, port: &Ingress) -> Process {
        let privilege = v_prv(port.privilege);
        if port.ctype == ctype::UNREPORTED {
            return Process { privilege, ..self.seen };
        }
        let above = port.context.checked_shr(self.scontext_bits).unwrap_or(0);
        let scontext = low_bits(port.context, self.scontext_bits);
        Process { privilege, scontext, hcontext: low_bits(above, self.hcontext_bits) }
    }
}

/// V above the two bits of PRV (N-Trace Table 12). Debug mode and codes that the port does not define count as M.
const fn v_prv(code: u8) -> u8 {
    match code {
        privilege::U => 0b000,
        privilege::S => 0b001,
        privilege::VU => 0b100,
        privilege::VS => 0b101,
        _ => 0b011,
    }
}

fn low_bits(value: u64, bits: u32) -> u64 {
    (u128::from(value) & ((1 << bits) - 1)) as u64
}

fn ownership(format: u8, privilege: u8, context: u64) -> Message {
    let process = u64::from(format) | u64::from(privilege) << PRIVILEGE_SHIFT | context << CONTEXT_SHIFT;
    Message::new(Tcode::Ownership, |_| process)
}

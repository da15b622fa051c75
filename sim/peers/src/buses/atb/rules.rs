// SPDX-License-Identifier: Apache-2.0
//! What a master must do, cycle by cycle.

use super::{AtbOut, AtbSlave};
use crate::buses::Rule;

/// The IDs that are not reserved.
const IDS: std::ops::RangeInclusive<u8> = 0x01..=0x6F;

impl AtbSlave {
    pub(super) fn check_clock_enable(&mut self, out: &AtbOut) {
        if let Some((before, inputs)) = self.before {
            let holds = inputs.atclken || before == *out;
            self.judge.demand(holds, Rule::ClockEnable, || format!("{before:x?}, then {out:x?}"));
        }
    }

    /// Rules of a beat, in a cycle with ATCLKEN.
    pub(super) fn check_beat(&mut self, out: &AtbOut) {
        let beat = AtbOut { afready: false, ..*out };
        let is_new = self.beat.is_idle();
        let broken = self.beat.broken(out.atvalid.then_some(&beat), self.shown.atready);
        self.judge.demand(broken.is_none(), Rule::Held, || format!("was {broken:x?}, then {beat:x?}"));
        if !out.atvalid {
            return;
        }
        let (width, full) = (self.settings.width, self.settings.width / 8);
        let bytes = u32::from(out.atbytes) + 1;
        self.judge.demand(bytes <= full, Rule::Width, || format!("ATBYTES {}", out.atbytes));
        self.judge
            .demand(width >= 128 || out.atdata >> width == 0, Rule::Width, || format!("ATDATA {:#x}", out.atdata));
        self.judge.demand(IDS.contains(&out.atid), Rule::AtId, || format!("ATID {:#x}", out.atid));
        if let Some((before, _)) = self.enabled_before {
            let holds = !before.atvalid || before.atid == out.atid;
            self.judge.demand(holds, Rule::AtIdChange, || format!("{:#x}, then {:#x}", before.atid, out.atid));
        }
        if is_new && bytes < full {
            self.check_partial(bytes);
        }
    }

    /// A partial beat that is new in this cycle ends a flush that began in an earlier one.
    fn check_partial(&mut self, bytes: u32) {
        if self.is_drained {
            return;
        }
        let was_seen = self.was_asked();
        let ends_flush = match &mut self.flush {
            Some(flush) if was_seen => !std::mem::replace(&mut flush.had_partial, true),
            _ => false,
        };
        self.judge.demand(ends_flush, Rule::Partial, || format!("{bytes} bytes"));
    }

    /// A flush was asked for in the cycle before, and is not complete with it.
    fn was_asked(&self) -> bool {
        self.enabled_before.is_some_and(|(before, inputs)| inputs.afvalid && !before.afready)
    }

    /// Rules of AFREADY, in a cycle with ATCLKEN, before its beat is taken.
    pub(super) fn check_flush(&mut self, out: &AtbOut) {
        let was_asked = self.was_asked();
        let judge = &mut self.judge;
        judge.demand(!out.afready || was_asked, Rule::FlushUnasked, || "AFREADY".to_string());

        let waits = self.flush.is_some() && !out.afready;
        if !(waits && out.atvalid && !self.shown.atready) {
            let patience = self.settings.patience;
            let lasts = self.flush_late.lasts(waits, patience);
            judge.demand(lasts, Rule::FlushLate, || format!("no AFREADY for {patience} cycles"));
        }
        let Some(flush) = self.flush.as_mut().filter(|_| out.afready) else { return };
        self.flushes += 1;
        let held = self.held.take();
        let least = held.as_ref().map_or(flush.offered, Vec::len);
        let sent = &flush.sent;
        judge.demand(sent.len() >= least, Rule::FlushEarly, || format!("{} of {least} bytes were taken", sent.len()));
        if let Some(held) = held {
            let seen = || format!("held {held:x?}, sent {sent:x?}");
            judge.demand(sent.starts_with(&held), Rule::FlushContent, seen);
        }
        let is_partial = out.atvalid && u32::from(out.atbytes) + 1 < self.settings.width / 8;
        judge.demand(!is_partial || self.is_drained, Rule::FlushEarly, || "the partial beat is not taken".to_string());
    }
}

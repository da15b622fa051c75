// SPDX-License-Identifier: Apache-2.0
//! What happens besides instructions: interrupts, and what the host is asked for.

use super::csr::interrupt;
use super::htif::{Htif, Request};
use super::{Exit, Hart};
use crate::Event;

impl Hart {
    /// What the next event is, nothing being the end, if it is not that of an instruction.
    #[cold]
    pub(super) fn besides(&mut self) -> Option<Option<Event>> {
        if let Some(event) = self.queued.take() {
            return Some(Some(event));
        }
        self.event_privilege = self.csrs.privilege as u8;
        let pc = self.pc;
        if self.exit.is_none() && self.attend() {
            return Some(Some(Event::Interrupt { pc }));
        }
        self.exit.map(|_| {
            self.attention = 0;
            None
        })
    }

    /// Looks after devices, host and interrupts. Returns whether an interrupt was taken.
    fn attend(&mut self) -> bool {
        let steps = self.devices.clock.steps;
        if self.htif.as_ref().is_some_and(|htif| htif.due.is_some_and(|due| due <= steps)) {
            self.serve_host();
        }
        self.refresh_pending();
        if let Some(code) = self.csrs.interrupt_to_take() {
            if let Some(unit) = &mut self.unit {
                unit.trapped(false, 1 << code == interrupt::LCOFI);
            }
            let handler = self.csrs.enter_interrupt(code, self.pc);
            self.enter(handler);
            return true;
        }
        let timer = match self.csrs.mip & interrupt::MTI {
            0 => self.devices.clock.steps_at(self.devices.mtimecmp),
            _ => u64::MAX,
        };
        let host = self.htif.as_ref().and_then(|htif| htif.due).unwrap_or(u64::MAX);
        self.attention = timer.min(host);
        false
    }

    /// Copies the devices' interrupts to mip.
    pub(super) fn refresh_pending(&mut self) {
        if self.pending_imposed {
            return;
        }
        let mut pending = self.csrs.mip & (interrupt::SUPERVISOR | interrupt::LCOFI);
        if self.devices.mtip() {
            pending |= interrupt::MTI;
        }
        if self.devices.msip {
            pending |= interrupt::MSI;
        }
        self.csrs.mip = pending;
    }

    /// Whether one of the interrupts in `mask` is pending, or will be without the hart doing anything.
    pub(super) fn can_come(&mut self, mask: u64) -> bool {
        self.refresh_pending();
        let timer = if self.devices.mtimecmp == u64::MAX { 0 } else { interrupt::MTI };
        mask & (self.csrs.mip | timer) != 0
    }

    /// Does what `tohost` asks for.
    pub(super) fn serve_host(&mut self) {
        let Some(htif) = &mut self.htif else { return };
        htif.due = None;
        let (tohost, fromhost) = (htif.tohost, htif.fromhost);
        let value = self.memory.load(tohost).map_or(0, u64::from_le_bytes);
        match Htif::request(value) {
            Some(Request::Exit(code)) => self.exit = Some(Exit::Code(code)),
            Some(Request::Print(byte)) => self.devices.console.push(byte),
            Some(Request::SystemCall(call)) => {
                self.print(call);
                if let Some(fromhost) = fromhost {
                    let _ = self.memory.store(fromhost, &1u64.to_le_bytes());
                }
            }
            None => return,
        }
        let _ = self.memory.store(tohost, &[0; 8]);
    }

    /// Prints what the system call at `address` asks for.
    fn print(&mut self, address: u64) {
        let mut call = [0; 4];
        for (i, word) in call.iter_mut().enumerate() {
            *word = self.memory.load(address.wrapping_add(8 * i as u64)).map_or(0, u64::from_le_bytes);
        }
        let Some((start, length)) = Htif::printed(call) else { return };
        for i in 0..length {
            match self.memory.load::<1>(start.wrapping_add(i)) {
                Some([byte]) => self.devices.console.push(byte),
                None => return,
            }
        }
    }
}

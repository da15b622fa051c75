// SPDX-License-Identifier: Apache-2.0
//! Synchronising messages that are owed (N-Trace Table 25).

use tracewright_messages::sync;

/// Which synchronising messages are owed, but for that of a full I-CNT, which I-CNT itself says. Whichever it is, its
/// message restarts I-CNT and HIST and empties the return stack (`State::block` of step.rs).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Due {
    pub(super) reset: bool,
    pub(super) event: bool,
    pub(super) external: bool,
    pub(super) periodic: bool,
}

impl Due {
    /// SYNC of the message that is owed first, `icnt` telling whether I-CNT asks for one.
    pub(super) fn sync(self, icnt: bool) -> Option<u8> {
        let reasons = [
            (self.reset, sync::EXIT_FROM_RESET),
            (self.event, sync::TRACE_EVENT),
            (self.external, sync::EXTERNAL_TRIGGER),
            (self.periodic, sync::PERIODIC),
            (icnt, sync::SEQUENTIAL_INSTRUCTION_COUNTER),
        ];
        reasons.into_iter().find(|(due, _)| *due).map(|(_, sync)| sync)
    }

    /// The message with this SYNC is sent.
    pub(super) fn clear(&mut self, sync: u8) {
        self.periodic = false;
        match sync {
            sync::EXIT_FROM_RESET => self.reset = false,
            sync::TRACE_EVENT => self.event = false,
            sync::EXTERNAL_TRIGGER => self.external = false,
            _ => {}
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Synchronising messages that are owed (N-Trace Table 25).

use tracewright_messages::sync;

/// Which synchronising messages are owed, but for that of a full I-CNT, which I-CNT itself says. Whichever it is, its
/// message restarts I-CNT and HIST and empties the return stack (`State::block` of step.rs). SYNC of a start (1, 3, 5,
/// 9) is not owed: `Control::start` of control.rs gives it, or mod.rs after a loss (7).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Due {
    /// SYNC 1: hart_reset was high while a trace ran. I-CNT and HIST of the message end with what ran before that.
    pub(super) reset: bool,
    /// SYNC 6: a traced block had `trigger_notify`.
    pub(super) event: bool,
    /// SYNC 0: an external trigger with action 4 fired.
    pub(super) external: bool,
    /// SYNC 2: the period of synchronisation (period.rs) is over.
    pub(super) periodic: bool,
}

impl Due {
    /// SYNC of the message that is owed first, `icnt` telling whether I-CNT asks for one (SYNC 4).
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

    /// The message with this SYNC is sent. Any SYNC begins the period anew, so none is owed for it either. Of the other
    /// reasons each keeps a message of its own.
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

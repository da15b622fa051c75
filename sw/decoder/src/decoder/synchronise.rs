// SPDX-License-Identifier: Apache-2.0
//! Messages that synchronise (N-Trace 8.5).

use super::Decoder;
use crate::walk::Fault;
use crate::{ErrorKind, Item, Mode};
use tracewright_messages::reader::RawMessage;
use tracewright_messages::{btype, sync, Field, Tcode};

impl Decoder<'_> {
    pub(super) fn synchronising(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) {
        let offset = message.offset;
        let address = match self.address(message, Field::FAddr) {
            Ok(address) => address,
            Err(fault) => return self.failed(offset, Some(fault.address), fault.kind, emit),
        };
        let reason = message.get(Field::Sync).unwrap_or(0) as u8;
        // Those after which an encoder need not start afresh (N-Trace Table 25).
        let marks = matches!(reason, sync::EXTERNAL_TRIGGER | sync::SEQUENTIAL_INSTRUCTION_COUNTER | sync::TRACE_EVENT);
        let marks_in_history = marks && message.tcode == Tcode::ProgTraceSync && self.settings.mode == Mode::History;
        let mut goes_on = false;
        let was_synchronised = self.synchronised;
        if was_synchronised {
            match self.up_to_sync(message, marks_in_history, address, emit) {
                Ok(owes_history) => goes_on = owes_history,
                Err(fault) => self.failed(offset, Some(fault.address), fault.kind, emit),
            }
        }
        if self.limited {
            return;
        }
        // What the encoder has of HIST may be older than a mere marker, and come with the next message.
        let owes = marks_in_history && message.get(Field::ICnt) != Some(0);
        if !self.synchronised && owes && (self.keeps || !was_synchronised) {
            return self.not_used(offset);
        }
        self.report_unused(offset, emit);
        if !self.synchronised {
            self.repeatable = None;
        }
        // Calls before a marker are kept, whether the encoder keeps them or not: one that does not sends a message for
        // each return from them, and that message ends with the return.
        if !(marks && self.synchronised) {
            self.walker.forget_calls();
            self.older_calls = marks;
        }
        self.hand_on_time(emit);
        emit(Item::Sync { offset, reason, address });
        self.reference = address;
        self.synchronised = true;
        self.started = true;
        if !goes_on {
            self.walker.restart(address);
        }
    }

    /// Follows the program to where it synchronises (N-Trace 7.5 to 7.7, 7.10). True if the message is a mere marker:
    /// HIST for the branches before it is still to come, so that nothing starts afresh here.
    fn up_to_sync(
        &mut self,
        message: &RawMessage,
        marks_in_history: bool,
        address: u64,
        emit: &mut impl FnMut(Item),
    ) -> Result<bool, Fault> {
        self.walker.add_count(self.icnt(message)?);
        if marks_in_history && self.walker.lacks_history() {
            return Ok(true);
        }
        let arrival = self.walker.finish(self.hist(message)?, emit)?;
        let reason = message.get(Field::Sync).unwrap_or(0) as u8;
        let restarts =
            matches!(reason, sync::EXIT_FROM_RESET | sync::RESTART_FROM_OVERRUN | sync::EXIT_FROM_POWER_DOWN);
        let code = message.get(Field::BType).unwrap_or(btype::INDIRECT.into()) as u8;
        if code == btype::INDIRECT && !restarts && !self.may_go_on(arrival, address) {
            return Err(self.fault(ErrorKind::OtherAddress(address)));
        }
        self.trap(code, arrival, address, emit);
        Ok(false)
    }
}

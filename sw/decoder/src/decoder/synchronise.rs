// SPDX-License-Identifier: Apache-2.0
//! Messages that synchronise (N-Trace 8.5).

use super::Decoder;
use crate::walk::Fault;
use crate::{ErrorKind, Item};
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
        self.report_unused(offset, emit);
        let mut goes_on = false;
        if self.synchronised {
            match self.up_to_sync(message, reason, address, emit) {
                Ok(marker) => goes_on = marker,
                Err(fault) => self.failed(offset, Some(fault.address), fault.kind, emit),
            }
        }
        if !self.synchronised {
            self.repeatable = None;
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

    /// Follows the program to where it synchronises. True if the message is a mere marker: HIST for the branches before
    /// it is still to come, so that nothing starts afresh here.
    fn up_to_sync(
        &mut self,
        message: &RawMessage,
        reason: u8,
        address: u64,
        emit: &mut impl FnMut(Item),
    ) -> Result<bool, Fault> {
        self.walker.add_count(self.icnt(message)?);
        let marks =
            message.tcode == Tcode::ProgTraceSync && matches!(reason, sync::EXTERNAL_TRIGGER | sync::TRACE_EVENT);
        if marks && self.walker.lacks_history() {
            return Ok(true);
        }
        let arrival = self.walker.finish(self.hist(message)?, emit)?;
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

// SPDX-License-Identifier: Apache-2.0
//! The entries that enter the queue, message by message.

use super::Checker;
use crate::entry::QueueEntry;
use crate::mismatch::Difference;
use tracewright_model::{Entry, Outcome};

impl Checker<'_, '_> {
    /// Compares the entries of a cycle.
    #[inline(always)]
    pub(super) fn entries(&mut self, outcome: &Outcome, found: &[QueueEntry]) -> Result<(), Difference> {
        match outcome.sent.is_empty() && outcome.lost.is_empty() && found.is_empty() {
            true => Ok(()),
            false => self.some_entries(outcome, found),
        }
    }

    fn some_entries(&mut self, outcome: &Outcome, found: &[QueueEntry]) -> Result<(), Difference> {
        for index in 0..outcome.sent.len().max(found.len()) {
            let found = found.get(index).map(|entry| entry.referred(&mut self.reference));
            self.entry(outcome.sent.get(index), found.as_ref())?;
        }
        self.summary.lost_messages += outcome.lost.iter().map(|entry| entry.messages.len() as u64).sum::<u64>();
        Ok(())
    }

    fn entry(&mut self, expected: Option<&Entry>, found: Option<&QueueEntry>) -> Result<(), Difference> {
        let found_messages = found.map(|entry| entry.messages(self.build)).unwrap_or_default();
        let expected_messages = expected.map_or(&[][..], |entry| &entry.messages);
        for index in 0..expected_messages.len().max(found_messages.len()) {
            // TSTAMP is made when the message leaves the queue: it is compared in bytes.
            let expected = expected_messages.get(index).map(|message| message.stamped(None));
            let found = found_messages.get(index).copied();
            if expected != found {
                let (expected, found) = (expected.map(Box::new), found.map(Box::new));
                return Err(Difference::Message { index: self.counts.iter().sum(), expected, found });
            }
            self.expect(&expected_messages[index]);
        }
        if let (Some(&Entry { time: expected, .. }), Some(&QueueEntry { time: found, .. })) = (expected, found) {
            if self.control.programmed().run.timestamp && expected != found {
                let message = found_messages.first().copied();
                return Err(Difference::Time { message, expected, found });
            }
        }
        Ok(())
    }
}

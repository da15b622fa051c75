// SPDX-License-Identifier: Apache-2.0
//! RepeatBranch (N-Trace 7.11): a branch message of BTM that would be the same again is counted in B-CNT, not sent.

use crate::Message;
use tracewright_messages::{Tcode, REPEAT_BITS};

/// The last branch message, and how often it would have been sent again.
#[derive(Clone, Debug)]
pub(super) struct RepeatBranch {
    /// BTM with teInstEnRepeatedHistory set, in a build with RepeatBranch.
    enabled: bool,
    last: Option<Branch>,
    /// B-CNT.
    count: u64,
}

/// DirectBranch or IndirectBranch with the address where it led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub(super) message: Message,
    pub(super) target: u64,
}

impl RepeatBranch {
    pub(super) fn new(enabled: bool) -> Self {
        RepeatBranch { enabled, last: None, count: 0 }
    }

    /// Takes over another setting.
    pub(super) fn program(&mut self, enabled: bool) {
        self.enabled = enabled;
        self.last = self.last.filter(|_| enabled);
    }

    pub(super) fn reset(&mut self) {
        (self.last, self.count) = (None, 0);
    }

    /// Whether message and target are those of the last branch: then it is counted, not sent. TSTAMP is not compared:
    /// messages get it in the queue (stamps.rs). U-ADDR is: the last branch has left the reference address at its
    /// target, so an IndirectBranch repeats only if U-ADDR is 0 in both, and a decoder may handle it again.
    pub(super) fn counts(&mut self, branch: &Branch) -> bool {
        let repeats = self.last.as_ref() == Some(branch);
        self.count += u64::from(repeats);
        repeats
    }

    /// Whether B-CNT can count no further: RepeatBranch is then an entry of its own, and the last branch stays `last`.
    pub(super) fn is_full(&self) -> bool {
        self.count == (1 << REPEAT_BITS) - 1
    }

    /// The message that says how often the last branch repeated, if it did.
    pub(super) fn flush(&mut self) -> Option<Message> {
        let count = std::mem::take(&mut self.count);
        (count > 0).then(|| Message::new(Tcode::RepeatBranch, |_| count))
    }

    /// What was sent last: `branch`, or another message, after which nothing repeats.
    pub(super) fn sent(&mut self, branch: Option<Branch>) {
        self.last = branch.filter(|_| self.enabled);
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Full timestamps from those in messages (N-Trace 8.7).

use crate::ErrorKind;
use tracewright_messages::reader::RawMessage;
use tracewright_messages::Field;

/// The encoder's timestamp, as far as messages have told it.
#[derive(Debug)]
pub(super) struct Clock {
    /// The largest timestamp: all ones. 0 where there are no timestamps.
    largest: u64,
    /// The last full timestamp; none is known before the first synchronising message.
    now: Option<u64>,
}

impl Clock {
    /// A clock of this many bits.
    pub(super) fn new(width: u32) -> Clock {
        let unused = u64::BITS.saturating_sub(width);
        Clock { largest: u64::MAX.checked_shr(unused).unwrap_or(0), now: None }
    }

    /// The full timestamp of `message`, if it has one and one is known: absolute where it synchronises, else relative
    /// to the message before it.
    pub(super) fn take(&mut self, message: &RawMessage) -> Result<Option<u64>, ErrorKind> {
        let Some(stamp) = message.get(Field::Tstamp) else { return Ok(None) };
        if self.largest == 0 {
            return Err(ErrorKind::UndeclaredTimestamp);
        }
        if stamp > self.largest {
            self.lose();
            return Err(ErrorKind::Value { field: Field::Tstamp, value: stamp });
        }
        self.now = match self.now {
            _ if message.get(Field::Sync).is_some() => Some(stamp),
            now => now.map(|now| now.wrapping_add(stamp) & self.largest),
        };
        Ok(self.now)
    }

    /// A timestamp was missed: those that follow are relative to something unknown.
    pub(super) fn lose(&mut self) {
        self.now = None;
    }
}

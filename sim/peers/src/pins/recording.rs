// SPDX-License-Identifier: Apache-2.0
//! What was received, for a decoder.

use crate::pins::{Change, Counts, Error, Event, PibMode, Receiver};

/// What stands for an error in the bytes: a byte with the reserved MSEO value, which makes the message under way no
/// message, and its end. A decoder finds an error there, as it should, and goes on at the next message that
/// synchronises.
pub const GAP: [u8; 2] = [0x02, 0xFF];

/// Everything that a receiver hands on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// The bytes of messages, without idle ones, with a [`GAP`] for each error.
    pub bytes: Vec<u8>,
    /// Where in `bytes` each whole message ends.
    pub ends: Vec<usize>,
    /// The first error.
    pub first_error: Option<Error>,
    /// How much it is.
    pub counts: Counts,
    /// Whether the capture ends within a message, whose beginning is the end of `bytes`.
    pub cut: bool,
}

impl Recording {
    /// Keeps an event.
    pub fn take(&mut self, event: Event) {
        match event {
            Event::Byte { value, last } => {
                self.bytes.push(value);
                if last {
                    self.ends.push(self.bytes.len());
                }
            }
            Event::Error(error) => {
                self.bytes.extend(GAP);
                self.first_error.get_or_insert(error);
            }
        }
    }

    /// Receives all of the changes, as [`Receiver::new`] says.
    pub fn of(mode: PibMode, bit: f64, changes: impl IntoIterator<Item = Change>) -> Recording {
        let mut recording = Recording::default();
        let mut receiver = Receiver::new(mode, bit);
        for change in changes {
            receiver.change(change, &mut |event| recording.take(event));
        }
        recording.cut = receiver.finish(&mut |event| recording.take(event));
        recording.counts = receiver.counts();
        recording
    }

    /// The messages, each with its last byte; what is in an error or cut is not among them.
    pub fn messages(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let message = &self.bytes[start..*end];
            start = *end;
            match message.windows(GAP.len()).rposition(|bytes| bytes == GAP) {
                Some(gap) => &message[gap + GAP.len()..],
                None => message,
            }
        })
    }
}

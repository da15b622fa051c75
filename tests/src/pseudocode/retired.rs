// SPDX-License-Identifier: Apache-2.0
//! From what a hart does to what the pseudo-code takes.

use tracewright_hart::{Error, Event, Stream};
use tracewright_messages::isa::Flow;

/// A retired instruction, as the pseudo-code's `addr` and `info` tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retired {
    /// Its address.
    pub address: u64,
    /// Its length in half-words.
    pub half_words: u8,
    /// If it is a conditional branch, whether it was taken.
    pub branch: Option<bool>,
    /// Whether the next address can't be told from it: an indirect jump, or a trap came after it. A branch before a
    /// trap is both.
    pub indirect: bool,
}

/// The retired instructions of `stream`.
pub fn retired<S: Stream>(stream: S) -> impl Iterator<Item = Result<Retired, Error>> {
    Instructions { stream, waiting: None }
}

struct Instructions<S> {
    stream: S,
    /// The last instruction, which a trap may follow.
    waiting: Option<Retired>,
}

impl<S: Stream> Instructions<S> {
    fn advance(&mut self) -> Result<Option<Retired>, Error> {
        while let Some(event) = self.stream.next()? {
            let Event::Retired { pc, instruction, taken } = event else {
                if let Some(last) = &mut self.waiting {
                    last.indirect = true;
                }
                continue;
            };
            let now = Retired {
                address: pc,
                half_words: instruction.half_words,
                branch: matches!(instruction.flow, Flow::Branch { .. }).then_some(taken),
                indirect: matches!(instruction.flow, Flow::JumpRegister { .. } | Flow::TrapReturn),
            };
            if let Some(last) = self.waiting.replace(now) {
                return Ok(Some(last));
            }
        }
        Ok(self.waiting.take())
    }
}

impl<S: Stream> Iterator for Instructions<S> {
    type Item = Result<Retired, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}

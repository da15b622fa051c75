// SPDX-License-Identifier: Apache-2.0
//! What a memory answers, and when it is an error.

use rand::rngs::SmallRng;
use rand::Rng;
use std::ops::RangeInclusive;

/// An answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Response {
    /// AXI4 OKAY, a good AccessAck, ACK.
    #[default]
    Okay,
    /// AXI4 SLVERR, an AccessAck with d_corrupt, ERR.
    Error,
    /// AXI4 DECERR, an AccessAck with d_denied, ERR.
    Decode,
}

/// When a memory answers with an error. Words with an error are not stored.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// Probability of an error, for each answer; which one is random.
    pub rate: f64,
    /// Addresses with an error, always. The first entry with an address of a burst decides for all of that.
    pub addresses: Vec<(RangeInclusive<u64>, Response)>,
}

impl Faults {
    /// The answer for `bytes` bytes at `address` and on.
    pub(crate) fn response(&self, rng: &mut SmallRng, address: u64, bytes: u64) -> Response {
        let last = address.saturating_add(bytes - 1);
        let is_hit = |range: &RangeInclusive<u64>| *range.start() <= last && *range.end() >= address;
        match self.addresses.iter().find(|(range, _)| is_hit(range)) {
            Some((_, response)) => *response,
            None if self.rate > 0.0 && rng.random_bool(self.rate) => {
                if rng.random() {
                    Response::Error
                } else {
                    Response::Decode
                }
            }
            None => Response::Okay,
        }
    }
}

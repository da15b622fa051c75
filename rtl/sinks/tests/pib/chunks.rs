// SPDX-License-Identifier: Apache-2.0
//! Messages as chunks: what an encoder or a funnel offers.

use rand::rngs::SmallRng;
use rand::Rng;
use std::collections::VecDeque;

/// Some bytes of a message.
#[derive(Clone, Copy)]
pub struct Chunk {
    pub data: u64,
    pub bytes: u64,
    pub last: bool,
}

/// What ends a message that was cut.
pub const END: u8 = 0x03;

/// Messages that wait, and what has been taken of them.
pub struct Chunks {
    most: usize,
    waiting: VecDeque<u8>,
    offered: Option<Chunk>,
    /// Whether messages may begin to be offered.
    pub open: bool,
    /// Percent of the cycles in which a chunk is offered if it could be.
    pub eagerness: u32,
    /// Bytes taken, idle ones included.
    pub taken: Vec<u8>,
}

impl Chunks {
    pub fn new(most: usize) -> Chunks {
        Chunks { most, waiting: VecDeque::new(), offered: None, open: true, eagerness: 100, taken: vec![] }
    }

    /// Puts a message after the others.
    pub fn send(&mut self, message: &[u8]) {
        self.waiting.extend(message);
    }

    /// Nothing waits or is offered.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.offered.is_none()
    }

    /// Bytes that wait or are offered.
    pub fn len(&self) -> usize {
        self.waiting.len() + self.offered.map_or(0, |chunk| chunk.bytes as usize)
    }

    /// Whether a message has been taken in part.
    pub fn in_message(&self) -> bool {
        self.taken.last().is_some_and(|byte| byte & 3 != 3)
    }

    pub fn offered(&self) -> Option<Chunk> {
        self.offered
    }

    /// Forgets what waits, as a source that becomes inactive: a chunk that is offered stays, and what was begun gets
    /// its end.
    pub fn cut(&mut self) {
        let is_open = self.offered.map_or(self.in_message(), |chunk| !chunk.last);
        self.waiting.clear();
        if is_open {
            self.waiting.push_back(END);
        }
        self.taken.retain(|_| is_open && self.offered.is_none());
    }

    /// A cycle of the encoder's clock.
    pub fn cycle(&mut self, ready: bool, random: &mut SmallRng) {
        if let Some(chunk) = self.offered {
            if !ready {
                return;
            }
            self.taken.extend(&chunk.data.to_le_bytes()[..chunk.bytes as usize]);
            self.offered = None;
        }
        if self.waiting.is_empty() || random.random_range(0..100) >= self.eagerness || !(self.open || self.in_message())
        {
            return;
        }
        // As many as there are of the message, or fewer.
        let limit = if random.random_ratio(1, 4) { random.random_range(1..=self.most) } else { self.most };
        let end = self.waiting.iter().take(limit).position(|byte| byte & 3 == 3);
        let bytes = end.map_or(limit.min(self.waiting.len()), |end| end + 1);
        let mut data = random.random::<u64>();
        for at in 0..bytes {
            let byte = self.waiting.pop_front().expect("as many wait");
            data = data & !(0xFF << (8 * at)) | u64::from(byte) << (8 * at);
        }
        self.offered = Some(Chunk { data, bytes: bytes as u64, last: end.is_some() });
    }
}

/// A message of so many bytes that follows the rules of MSEO (N-Trace 3.1).
pub fn message(length: usize, random: &mut SmallRng) -> Vec<u8> {
    (0..length)
        .map(|at| {
            let mdo = if random.random_ratio(1, 8) { 0x3F } else { random.random_range(0..64) };
            let mseo = match at {
                _ if at + 1 == length => 3,
                0 => 0,
                _ => random.random_range(0..2),
            };
            mdo << 2 | mseo
        })
        .collect()
}

/// A message of 2 to 38 bytes, often a short one.
pub fn any_message(random: &mut SmallRng) -> Vec<u8> {
    let length = if random.random_ratio(1, 3) { random.random_range(2..=6) } else { random.random_range(2..=38) };
    message(length, random)
}

// SPDX-License-Identifier: Apache-2.0
//! Encoders in front of a funnel: each sends messages that say whose they are.

use crate::reference::Chunk;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::collections::VecDeque;

/// What a source does between and within messages: chances in 256 that it has nothing in a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Pauses {
    pub between: u8,
    pub within: u8,
}

impl Pauses {
    pub const NONE: Pauses = Pauses { between: 0, within: 0 };
    /// Nothing ever comes.
    pub const SILENT: Pauses = Pauses { between: 255, within: 0 };
}

/// A byte that a source sends as a message of its own, and that says nothing of it.
pub const IDLE: u8 = 0xFF;

/// A source of messages of 1 to 38 bytes, cut into chunks as long as they can be, or shorter.
pub struct Source {
    number: u8,
    width: usize,
    pauses: Pauses,
    /// Most messages are as long as this at most.
    usual: usize,
    random: SmallRng,
    rest: VecDeque<u8>,
    chunk: Option<Chunk>,
    /// The messages that were begun.
    pub sent: VecDeque<Vec<u8>>,
}

impl Source {
    /// Source `number`, with chunks of up to `width` bytes.
    pub fn new(number: usize, width: usize, pauses: Pauses, usual: usize, seed: u64) -> Source {
        let random = SmallRng::seed_from_u64(seed << 8 | number as u64);
        Source {
            number: number as u8,
            width,
            pauses,
            usual,
            random,
            rest: VecDeque::new(),
            chunk: None,
            sent: VecDeque::new(),
        }
    }

    /// The chunk of this cycle; it stays until it is taken.
    pub fn offer(&mut self) -> Option<Chunk> {
        if self.chunk.is_none() && !self.pauses() {
            if self.rest.is_empty() {
                self.begin();
            }
            let most = self.width.min(self.rest.len());
            let bytes = if self.random.random_ratio(1, 8) { self.random.random_range(1..=most) } else { most };
            // What is above the bytes means nothing.
            let above = self.random.random::<u64>().checked_shl(8 * bytes as u32).unwrap_or(0);
            let data =
                self.rest.drain(..bytes).enumerate().fold(above, |data, (i, byte)| data | u64::from(byte) << (8 * i));
            let data = if self.width < 8 { data & ((1 << (8 * self.width)) - 1) } else { data };
            self.chunk = Some(Chunk { data, bytes: bytes as u8, last: self.rest.is_empty() });
        }
        self.chunk
    }

    /// The chunk is taken.
    pub fn taken(&mut self) {
        self.chunk = None;
    }

    /// The source becomes inactive: the chunk that waits stays, and the message gets its end.
    pub fn reset(&mut self) {
        let is_cut = self.chunk.map_or(!self.rest.is_empty(), |chunk| !chunk.last);
        if is_cut {
            if let Some(message) = self.sent.back_mut() {
                message.truncate(message.len() - self.rest.len());
                message.push(0x03);
            }
            self.rest = [0x03].into();
        }
    }

    fn pauses(&mut self) -> bool {
        let chance = if self.rest.is_empty() { self.pauses.between } else { self.pauses.within };
        chance == 255 || self.random.random::<u8>() < chance
    }

    fn begin(&mut self) {
        let length = match self.random.random_range(0..64) {
            0 => self.random.random_range(1..=38),
            1 => {
                self.rest.push_back(IDLE);
                return;
            }
            _ => self.random.random_range(1..=self.usual),
        };
        let mut message: Vec<u8> = (0..length).map(|_| self.random.random::<u8>() & 0xFC).collect();
        message[0] = self.number << 2;
        for byte in &mut message[1..] {
            *byte |= u8::from(self.random.random_ratio(1, 3));
        }
        message[length - 1] |= 3;
        self.rest.extend(&message);
        self.sent.push_back(message);
    }
}

/// The number of the source that a message says it is from; none of an idle byte.
pub fn number(message: &[u8]) -> Option<usize> {
    (message[0] != IDLE).then_some(usize::from(message[0] >> 2))
}

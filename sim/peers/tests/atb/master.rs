// SPDX-License-Identifier: Apache-2.0
//! A master that sends what it is given, and the ways in which it can do wrong.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::collections::VecDeque;
use tracewright_peers::buses::{AtbIn, AtbOut};

/// What it does wrong, from its third flush on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    TakesBack,
    ChangesData,
    ChangesId,
    IgnoresClockEnable,
    ReservedZero,
    ReservedHigh,
    IdWithoutIdle,
    TooManyBytes,
    HighData,
    PartialUnasked,
    TwoPartials,
    PartialBehindAnswer,
    AnswersAtOnce,
    AnswersWithBeat,
    AnswersUnasked,
    AnswerStays,
    NeverAnswers,
    LosesByte,
    SwapsBytes,
    WaitsForReady,
}

/// All outputs come from registers.
pub struct Master {
    pub out: AtbOut,
    pub wrong: Option<Wrong>,
    /// What was put into it, by ID.
    pub given: Vec<(u8, u8)>,
    pub id: u8,
    pub flushes: u32,
    queue: VecDeque<u8>,
    /// Bytes of the queue that a flush sends.
    flush: Option<usize>,
    rng: SmallRng,
    width: u32,
}

impl Master {
    pub fn new(width: u32, seed: u64, wrong: Option<Wrong>) -> Master {
        Master {
            out: AtbOut::default(),
            wrong,
            given: Vec::new(),
            id: 1,
            flushes: 0,
            queue: VecDeque::new(),
            flush: None,
            rng: SmallRng::seed_from_u64(seed),
            width,
        }
    }

    fn does(&self, wrong: Wrong) -> bool {
        self.wrong == Some(wrong) && self.flushes >= 2
    }

    /// All that has not been taken, the beat that is valid first.
    pub fn held(&self) -> Vec<u8> {
        let beat = self.out.atdata.to_le_bytes();
        let valid = if self.out.atvalid { usize::from(self.out.atbytes) + 1 } else { 0 };
        beat[..valid].iter().chain(&self.queue).copied().collect()
    }

    /// A rising edge.
    pub fn edge(&mut self, inputs: &AtbIn) {
        if inputs.atclken {
            self.enabled_edge(inputs);
        } else if self.does(Wrong::IgnoresClockEnable) {
            self.out.atdata ^= 1;
        }
        if self.queue.len() < 40 && self.rng.random_bool(0.4) {
            for _ in 0..self.rng.random_range(1..=self.width / 8) {
                let byte = self.rng.random();
                self.queue.push_back(byte);
                self.given.push((self.id, byte));
            }
        }
        let is_idle = self.queue.is_empty() && !self.out.atvalid;
        let is_rude = self.does(Wrong::IdWithoutIdle) && self.out.atvalid && inputs.atready && inputs.atclken;
        if (is_idle && self.rng.random_bool(0.01)) || is_rude {
            self.id = self.id % 0x6F + 1;
        }
    }

    fn enabled_edge(&mut self, inputs: &AtbIn) {
        let waits = self.out.atvalid && !inputs.atready;
        if waits {
            self.out.atvalid &= !self.does(Wrong::TakesBack);
            self.out.atdata ^= u128::from(self.does(Wrong::ChangesData));
            self.out.atid ^= u8::from(self.does(Wrong::ChangesId));
        }
        let is_new = inputs.afvalid && self.flush.is_none() && !self.out.afready;
        if is_new {
            self.flush = Some(self.queue.len());
        }
        if !waits {
            self.out.atvalid = false;
            let lost = self.does(Wrong::LosesByte) && self.flush.is_some_and(|left| left > 1);
            if lost {
                self.queue.pop_front();
                self.flush = self.flush.map(|left| left - 1);
            }
            if self.does(Wrong::SwapsBytes) && self.flush.is_some_and(|left| left > 1) {
                self.queue.swap(0, 1);
            }
            if !self.does(Wrong::WaitsForReady) || inputs.atready {
                self.load(inputs.afvalid);
            }
        }
        self.answer(inputs, waits);
    }

    fn load(&mut self, afvalid: bool) {
        let full = (self.width / 8) as usize;
        let left = self.flush.unwrap_or(0);
        let two = self.does(Wrong::TwoPartials) && left > 1 && full > 1;
        let unasked = self.does(Wrong::PartialUnasked) && !afvalid
            || self.does(Wrong::PartialBehindAnswer) && afvalid && self.flush.is_none() && self.out.afready;
        let bytes = match self.queue.len() {
            _ if two => 1,
            n if n > 0 && n < full && unasked => n,
            n if n >= full && (left == 0 || left >= full || self.rng.random()) => full,
            _ => left.min(full),
        };
        if bytes == 0 {
            return;
        }
        self.flush = self.flush.map(|left| left.saturating_sub(bytes));
        let beat = self.queue.drain(..bytes).rev().fold(0u128, |data, byte| data << 8 | u128::from(byte));
        let junk = if bytes < full { self.rng.random::<u128>() << (8 * bytes) } else { 0 };
        let mask = if self.width == 128 { u128::MAX } else { (1 << self.width) - 1 };
        let high = u128::from(self.does(Wrong::HighData)).checked_shl(self.width).unwrap_or(0);
        self.out.atvalid = true;
        self.out.atdata = (beat | junk & mask) | high;
        self.out.atbytes = if self.does(Wrong::TooManyBytes) { full } else { bytes - 1 } as u8;
        self.out.atid = match () {
            () if self.does(Wrong::ReservedZero) => 0,
            () if self.does(Wrong::ReservedHigh) => 0x70,
            () => self.id,
        };
    }

    fn answer(&mut self, inputs: &AtbIn, waits: bool) {
        let was_given = self.out.afready;
        let is_partial = u32::from(self.out.atbytes) + 1 < self.width / 8;
        if was_given {
            self.out.afready = self.does(Wrong::AnswerStays);
        } else if let Some(left) = self.flush {
            // What is valid now may be of the flush.
            let is_sent = left == 0 && !self.out.atvalid && !waits;
            let is_early = self.does(Wrong::AnswersAtOnce)
                || self.does(Wrong::AnswersWithBeat) && left == 0 && self.out.atvalid && is_partial;
            if (is_sent || is_early) && !self.does(Wrong::NeverAnswers) {
                self.out.afready = true;
                self.flushes += 1;
                self.flush = None;
            }
        }
        self.out.afready |= self.does(Wrong::AnswersUnasked) && !inputs.afvalid;
    }
}

// SPDX-License-Identifier: Apache-2.0
//! A circular buffer and where in it trace goes, as chapter 6 says.

use rand::Rng;
use std::ops::RangeInclusive;

const PAGE: u64 = 4096;
/// A buffer of no byte.
#[expect(clippy::reversed_empty_ranges, reason = "it is to be empty")]
const NOTHING: RangeInclusive<u64> = 1..=0;
/// Addresses with the same teRamBaseHigh.
const SPAN: u64 = 1 << 32;

/// The registers, and what they mean.
#[derive(Clone, Copy, Debug, Default)]
pub struct Buffer {
    pub high: u32,
    pub base_register: u32,
    pub limit_register: u32,
    pub pointer_register: u32,
    /// teWrap, as it was written.
    pub wrap: bool,
    /// Bytes of a word.
    pub bytes: u64,
    /// Words in the buffer.
    pub words: u64,
    /// The word that is the first to be written.
    pub first: u64,
}

impl Buffer {
    /// Anything that may be set.
    pub fn random(rng: &mut impl Rng, bytes: u64) -> Buffer {
        let words = match rng.random_range(0..6) {
            0 => 1,
            1 => rng.random_range(2..5),
            2 => 1 << rng.random_range(1..8),
            3 => rng.random_range(1..2 * PAGE / bytes),
            _ => rng.random_range(5..200),
        };
        let size = words * bytes;
        let base = match rng.random_range(0..5) {
            0 => 0,
            1 => SPAN - size,
            2 => PAGE * rng.random_range(10..1000) - size,
            3 => PAGE * rng.random_range(10..1000) - bytes * rng.random_range(0..=words),
            _ => bytes * rng.random_range(0..(SPAN - size) / bytes),
        };
        // What is no whole word does not belong to it: at its begin, and at its end.
        let spare = |room: u64| if room > 0 { bytes - 4 } else { 0 };
        let before = rng.random_range(0..=spare(base)) & !3;
        let after = rng.random_range(0..=spare(SPAN - base - size)) & !3;
        let mut buffer = Buffer {
            high: rng.random(),
            base_register: (base - before) as u32 | rng.random_range(0..4),
            limit_register: (base + size - 4 + after) as u32 | rng.random_range(0..4),
            bytes,
            words,
            ..Buffer::default()
        };
        let pointer = match rng.random_range(0..5) {
            0 => base,
            1 => base + (buffer.words - 1) * bytes,
            2 => bytes * rng.random_range(0..SPAN / bytes),
            _ => base + bytes * rng.random_range(0..buffer.words),
        };
        buffer.point(pointer as u32 | rng.random_range(0..bytes as u32), rng.random_bool(0.2));
        buffer
    }

    /// The same with a limit that leaves no whole word.
    pub fn without_words(mut self, rng: &mut impl Rng) -> Buffer {
        let first = self.base() % SPAN;
        let last = match rng.random_range(0..3) {
            0 => 0,
            1 => first.saturating_sub(4),
            _ => (first + self.bytes).saturating_sub(8),
        };
        self.limit_register = last as u32;
        let is_empty = last + 4 < first + self.bytes;
        self.words = if is_empty { 0 } else { (last + 4 - first) / self.bytes };
        self
    }

    /// teRamWP and teWrap are written.
    pub fn point(&mut self, pointer: u32, wrap: bool) {
        self.pointer_register = pointer & !(self.bytes as u32 - 1);
        self.wrap = wrap;
        let offset = u64::from(self.pointer_register).checked_sub(self.base() % SPAN);
        self.first = offset.map(|offset| offset / self.bytes).filter(|word| *word < self.words).unwrap_or(0);
    }

    /// The word to write to teRamWP.
    pub fn pointer_written(&self) -> u32 {
        self.pointer_register | u32::from(self.wrap)
    }

    fn base(&self) -> u64 {
        let base = u64::from(self.base_register & !3).next_multiple_of(self.bytes.max(1));
        (u64::from(self.high) << 32) + base
    }

    /// Address of the last word.
    pub fn last(&self) -> u64 {
        self.base() + (self.words - 1) * self.bytes
    }

    /// The bytes of the buffer.
    pub fn window(&self) -> RangeInclusive<u64> {
        let high = u64::from(self.high) << 32;
        let end = (u64::from(self.limit_register & !3) + 4) / self.bytes.max(1) * self.bytes.max(1);
        if self.base() < high + end {
            self.base()..=high + end - 1
        } else {
            NOTHING
        }
    }

    /// Where word `n` of a run goes.
    pub fn address(&self, n: u64) -> u64 {
        self.base() + (self.first + n) % self.words.max(1) * self.bytes
    }

    /// teWrap after `n` words.
    pub fn wraps(&self, n: u64) -> bool {
        self.wrap || self.first + n >= self.words.max(1)
    }

    /// Words until it wraps.
    pub fn left(&self) -> u64 {
        self.words - self.first
    }
}

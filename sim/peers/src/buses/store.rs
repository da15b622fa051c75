// SPDX-License-Identifier: Apache-2.0
//! What the memories have in common: what was written, and the rules of a word.

use crate::buses::violation::Judge;
use crate::buses::{Memory, Response, Rule, Settings, Violation};
use rand::rngs::SmallRng;
use rand::SeedableRng;
use std::ops::RangeInclusive;

/// A word that was written and answered for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// The cycle in which the answer was taken.
    pub cycle: u64,
    /// Of its first byte.
    pub address: u64,
    /// The word, its first byte lowest.
    pub data: u128,
    /// The answer. With an error nothing is stored.
    pub response: Response,
}

/// A memory on a bus.
#[derive(Clone, Debug)]
pub struct Store {
    pub(crate) settings: Settings,
    pub(crate) rng: SmallRng,
    pub(crate) judge: Judge,
    memory: Memory,
    log: Vec<Write>,
}

impl Store {
    pub(crate) fn new(bus: &'static str, settings: Settings) -> Store {
        let rng = SmallRng::seed_from_u64(settings.seed);
        Store { settings, rng, judge: Judge::new(bus), memory: Memory::default(), log: Vec::new() }
    }

    /// All words that were written and answered for, in this order.
    pub fn log(&self) -> &[Write] {
        &self.log
    }

    /// What is in the memory: the words that were answered for without an error.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Cycles so far.
    pub fn cycles(&self) -> u64 {
        self.judge.cycle
    }

    /// Another buffer from now on; nothing may be under way.
    pub fn set_window(&mut self, window: RangeInclusive<u64>) {
        self.settings.window = window;
    }

    /// The settings, to change what is random, or how long it waits, from now on.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// The rules of an address, which is that of a word.
    pub(crate) fn check_address(&mut self, address: u64) {
        let bytes = self.settings.bytes();
        let seen = || format!("address {address:#x}");
        self.judge.demand(address % bytes == 0, Rule::Aligned, seen);
        let bits = self.settings.address_bits;
        self.judge.demand(bits >= 64 || address >> bits == 0, Rule::Width, seen);
    }

    /// A word is within the buffer.
    pub(crate) fn check_window(&mut self, address: u64) {
        let window = self.settings.window.clone();
        let last = address.checked_add(self.settings.bytes() - 1);
        let is_inside = window.contains(&address) && last.is_some_and(|last| window.contains(&last));
        self.judge.demand(is_inside, Rule::Window, || format!("address {address:#x}, buffer {window:#x?}"));
    }

    /// The rules of a word, written with `strobe`.
    pub(crate) fn check_word(&mut self, data: u128, strobe: u16) {
        let Settings { width, .. } = self.settings;
        let lanes = (1u32 << (width / 8)) - 1;
        self.judge.demand(width >= 128 || data >> width == 0, Rule::Width, || format!("data {data:#x}"));
        self.judge.demand(u32::from(strobe) & !lanes == 0, Rule::Width, || format!("strobe {strobe:#x}"));
        self.judge.demand(u32::from(strobe) & lanes == lanes, Rule::Strobe, || format!("strobe {strobe:#x}"));
    }

    /// What is answered for a word at `address`.
    pub(crate) fn response(&mut self, address: u64, words: u64) -> Response {
        let bytes = words * self.settings.bytes();
        self.settings.faults.response(&mut self.rng, address, bytes)
    }

    /// A word whose answer is taken in this cycle.
    pub(crate) fn answered(&mut self, address: u64, data: u128, response: Response) {
        if response == Response::Okay {
            self.memory.write(address, data, self.settings.bytes() as usize);
        }
        self.log.push(Write { cycle: self.judge.cycle, address, data, response });
    }

    pub(crate) fn check(&self) -> Result<(), Violation> {
        self.judge.check()
    }
}

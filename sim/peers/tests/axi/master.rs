// SPDX-License-Identifier: Apache-2.0
//! A master that writes bursts, and the ways in which it can do wrong.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_peers::buses::{AxiIn, AxiOut};

/// What it does wrong, in its third burst and from then on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    TakesBackAddress,
    ChangesAddress,
    TakesBackData,
    ChangesData,
    ChangesLast,
    Reads,
    TooLong,
    Narrow,
    Fixed,
    Wrap,
    Crosses,
    Unaligned,
    PartialStrobe,
    HighStrobe,
    HighData,
    HighAddress,
    LastEarly,
    LastLate,
    NoLast,
    BeforeAnswer,
    BelowWindow,
    AboveWindow,
    EndsAboveWindow,
    Cache,
    Prot,
    Id,
    NeverReady,
    DataAfterAddress,
    NoData,
    AddressAfterData,
    NoAddress,
}

/// The buffer that is written, the width, and the longest burst.
pub const FIRST: u64 = 0x8000_0700;
pub const LAST: u64 = 0x8000_57FF;
pub const MAX_BURST: u32 = 16;

/// All outputs come from registers.
pub struct Master {
    pub out: AxiOut,
    pub wrong: Option<Wrong>,
    /// Words that were answered for: address, data, BRESP.
    pub written: Vec<(u64, u128, u8)>,
    /// Bursts that were answered for, and the least and most cycles from WLAST to its answer.
    pub bursts: u32,
    rng: SmallRng,
    bytes: u64,
    burst: Option<Burst>,
}

struct Burst {
    address: u64,
    words: Vec<u128>,
    address_wait: u32,
    data_wait: u32,
    address_shown: bool,
    address_taken: bool,
    index: usize,
}

impl Master {
    pub fn new(width: u32, seed: u64, wrong: Option<Wrong>) -> Master {
        let (rng, bytes) = (SmallRng::seed_from_u64(seed), u64::from(width / 8));
        Master { out: AxiOut::default(), wrong, written: Vec::new(), bursts: 0, rng, bytes, burst: None }
    }

    fn does(&self, wrong: Wrong) -> bool {
        self.wrong == Some(wrong) && self.bursts >= 2
    }

    /// A rising edge.
    pub fn edge(&mut self, inputs: &AxiIn) {
        let out = self.out;
        if out.bready && inputs.bvalid {
            if let Some(burst) = self.burst.take() {
                let word = |(i, data): (usize, u128)| (burst.address + i as u64 * self.bytes, data, inputs.bresp);
                self.written.extend(burst.words.into_iter().enumerate().map(word));
                self.bursts += 1;
            }
        }
        let address_waits = out.awvalid && !inputs.awready;
        let data_waits = out.wvalid && !inputs.wready;
        if let Some(burst) = &mut self.burst {
            burst.address_taken |= out.awvalid && inputs.awready;
            burst.index += usize::from(out.wvalid && inputs.wready);
        } else if self.rng.random_bool(0.2) {
            self.burst = Some(self.draw());
        }
        self.out.bready = self.rng.random_bool(0.7) && !self.does(Wrong::NeverReady) && !self.does(Wrong::BeforeAnswer);
        self.out.arvalid = self.does(Wrong::Reads);
        self.show_address(address_waits);
        self.show_data(data_waits);
    }

    fn draw(&mut self) -> Burst {
        let bytes = self.bytes;
        let mut address = FIRST + self.rng.random_range(0..(LAST + 1 - FIRST) / bytes) * bytes;
        let most = u64::from(MAX_BURST).min((4096 - address % 4096) / bytes).min((LAST + 1 - address) / bytes);
        let mut words = self.rng.random_range(1..=most);
        for (wrong, to_address, to_words) in [
            (Wrong::TooLong, FIRST, u64::from(MAX_BURST) + 1),
            (Wrong::Crosses, 0x8000_1000 - bytes, 2),
            (Wrong::Unaligned, FIRST + 1, 2),
            (Wrong::BelowWindow, FIRST - bytes, 2),
            (Wrong::AboveWindow, LAST + 1, 2),
            (Wrong::EndsAboveWindow, LAST + 1 - bytes, 2),
            (Wrong::LastEarly, FIRST, 5),
            (Wrong::LastLate, FIRST, 5),
            (Wrong::NoLast, FIRST, 5),
            (Wrong::ChangesLast, FIRST, 5),
        ] {
            if self.does(wrong) {
                (address, words) = (to_address, to_words);
            }
        }
        let mask = if bytes == 16 { u128::MAX } else { (1 << (8 * bytes)) - 1 };
        let words = (0..words).map(|_| self.rng.random::<u128>() & mask).collect();
        let mut wait = || if self.rng.random() { 0 } else { self.rng.random_range(0..10) };
        let (address_wait, data_wait) = (wait(), wait());
        Burst { address, words, address_wait, data_wait, address_shown: false, address_taken: false, index: 0 }
    }

    fn show_address(&mut self, waits: bool) {
        if waits {
            self.out.awvalid &= !self.does(Wrong::TakesBackAddress);
            self.out.awaddr ^= if self.does(Wrong::ChangesAddress) { self.bytes } else { 0 };
            return;
        }
        self.out = AxiOut { awvalid: false, ..self.out };
        let again = self.does(Wrong::BeforeAnswer);
        let never = self.does(Wrong::NoAddress);
        let later = self.does(Wrong::AddressAfterData);
        let wrong = self.wrong.filter(|_| self.bursts >= 2);
        let Some(burst) = &mut self.burst else { return };
        let waits_for_data = later && burst.index < burst.words.len();
        if burst.address_wait > 0 || (burst.address_shown && !again) || never || waits_for_data {
            burst.address_wait = burst.address_wait.saturating_sub(1);
            return;
        }
        burst.address_shown = true;
        self.out.awvalid = true;
        self.out.awaddr = burst.address | if wrong == Some(Wrong::HighAddress) { 1 << 50 } else { 0 };
        self.out.awlen = (burst.words.len() - 1) as u8;
        self.out.awsize = self.bytes.trailing_zeros() as u8 - u8::from(wrong == Some(Wrong::Narrow));
        self.out.awburst = match wrong {
            Some(Wrong::Fixed) => 0,
            Some(Wrong::Wrap) => 2,
            _ => 1,
        };
        self.out.awcache = if wrong == Some(Wrong::Cache) { 0 } else { 3 };
        self.out.awprot = if wrong == Some(Wrong::Prot) { 0 } else { 2 };
        self.out.awid = u32::from(wrong == Some(Wrong::Id));
    }

    fn show_data(&mut self, waits: bool) {
        if waits {
            self.out.wvalid &= !self.does(Wrong::TakesBackData);
            self.out.wdata ^= u128::from(self.does(Wrong::ChangesData));
            self.out.wlast ^= self.does(Wrong::ChangesLast);
            return;
        }
        self.out.wvalid = false;
        let never = self.does(Wrong::NoData);
        let later = self.does(Wrong::DataAfterAddress);
        let wrong = self.wrong.filter(|_| self.bursts >= 2);
        let Some(burst) = &mut self.burst else { return };
        if burst.data_wait > 0 || burst.index == burst.words.len() || never || (later && !burst.address_taken) {
            burst.data_wait = burst.data_wait.saturating_sub(1);
            return;
        }
        burst.data_wait = if self.rng.random_bool(0.8) { 0 } else { self.rng.random_range(0..5) };
        let left = burst.words.len() - burst.index;
        let bits = 8 * self.bytes;
        self.out.wvalid = true;
        self.out.wdata = burst.words[burst.index] | if wrong == Some(Wrong::HighData) { 1 << bits } else { 0 };
        let all = (1u32 << self.bytes) - 1;
        self.out.wstrb = match wrong {
            Some(Wrong::PartialStrobe) => all >> 1,
            Some(Wrong::HighStrobe) => all << 1 | 1,
            _ => all,
        } as u16;
        self.out.wlast = match wrong {
            Some(Wrong::LastEarly) => left <= 2,
            Some(Wrong::LastLate | Wrong::NoLast) => false,
            _ => left == 1,
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
//! A hart with counters and some memory. It panics where software uses a CSR that the hart does not have.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use tracewright_sbi_pmu::{Hardware, MemoryError, Platform, Register};

/// Where the hart has memory.
pub const MEMORY: std::ops::Range<u64> = 0x8000_0000..0x8001_0000;

/// More of it, above 4 GiB.
pub const HIGH_MEMORY: std::ops::Range<u64> = 0x3_0000_0000..0x3_0001_0000;

/// Bits of mhpmevent.
pub const OF: u64 = 1 << 63;

/// What counting is inhibited by: bits of mhpmevent.
#[derive(Clone, Copy, PartialEq)]
pub enum Mode {
    M = 62,
    S = 61,
    U = 60,
    Vs = 59,
    Vu = 58,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Hart<R> {
    built: u32,
    counter_bits: u32,
    event_bits: u32,
    sscofpmf: bool,
    smcntrpmf: bool,
    pub counters: [u64; 32],
    /// By number of the CSR: 1 and 2 are mcyclecfg and minstretcfg, 3 and on mhpmevent.
    pub events: [u64; 32],
    pub inhibit: u64,
    pub enable: u64,
    pub pending: bool,
    pub memory: BTreeMap<u64, u32>,
    /// Accesses from this address on fail.
    pub broken: Option<u64>,
    /// What `check` says of all memory.
    pub refuses: Option<MemoryError>,
    /// CSRs as they were written.
    pub written: Vec<(u16, u64)>,
    xlen: PhantomData<R>,
}

impl<R: Register> Hart<R> {
    pub fn new(platform: &Platform) -> Self {
        Self {
            built: platform.hardware,
            counter_bits: platform.counter_bits,
            event_bits: platform.event_bits,
            sscofpmf: platform.sscofpmf,
            smcntrpmf: platform.smcntrpmf,
            counters: [0; 32],
            events: [0; 32],
            inhibit: 0,
            enable: 0b10,
            pending: false,
            memory: BTreeMap::new(),
            broken: None,
            refuses: None,
            written: vec![],
            xlen: PhantomData,
        }
    }

    fn bits(&self, counter: usize) -> u32 {
        if counter < 3 {
            64
        } else {
            self.counter_bits
        }
    }

    /// An event happens `amount` times in `mode`. mcycle and minstret count selectors 1 and 2.
    pub fn happen(&mut self, selector: u64, amount: u64, mode: Mode) {
        for counter in 0..32 {
            if self.built & !(self.inhibit as u32) >> counter & 1 == 0 {
                continue;
            }
            let (counts, inhibited) = match counter {
                0 => (selector == 1, self.events[1]),
                2 => (selector == 2, self.events[2]),
                _ => (self.events[counter] << 8 >> 8 == selector, self.events[counter]),
            };
            if !counts || inhibited >> mode as u32 & 1 == 1 {
                continue;
            }
            let sum = u128::from(self.counters[counter]) + u128::from(amount);
            self.counters[counter] = sum as u64 & u64::MAX >> (64 - self.bits(counter));
            let wrapped = sum >> self.bits(counter) != 0;
            if wrapped && counter >= 3 && self.sscofpmf && self.events[counter] & OF == 0 {
                self.events[counter] |= OF;
                self.pending = true;
            }
        }
    }

    /// A value of 64 bits in memory.
    pub fn wide(&self, address: u64) -> u64 {
        let word = |address| u64::from(self.memory.get(&address).copied().unwrap_or(0));
        word(address + 4) << 32 | word(address)
    }

    pub fn set_wide(&mut self, address: u64, value: u64) {
        self.memory.insert(address, value as u32);
        self.memory.insert(address + 4, (value >> 32) as u32);
    }

    /// The register that a CSR shows, with its first bit there.
    fn register(&mut self, csr: u16) -> (&mut u64, u32) {
        let number = usize::from(csr & 0x1F);
        let high = matches!(csr, 0x721..=0x73F | 0xB80..=0xB9F);
        assert!(!high || R::BITS == 32, "{csr:#x} on RV64");
        let built = self.built >> number & 1 == 1;
        let event = |wide: bool| match number {
            1 | 2 => assert!(self.smcntrpmf && self.built >> [0, 0, 2][number] & 1 == 1, "{csr:#x} without Smcntrpmf"),
            _ => assert!(built && (wide || !high), "{csr:#x} is not built"),
        };
        let register = match csr {
            0x306 => &mut self.enable,
            0x320 => &mut self.inhibit,
            0x321..=0x33F | 0x721..=0x73F => {
                event(self.event_bits == 64);
                &mut self.events[number]
            }
            0xB00..=0xB1F | 0xB80..=0xB9F => {
                assert!(built, "{csr:#x} is not built");
                &mut self.counters[number]
            }
            _ => panic!("{csr:#x}"),
        };
        (register, if high { 32 } else { 0 })
    }
}

impl<R: Register> Hardware for Hart<R> {
    type Register = R;

    fn read(&mut self, csr: u16) -> R {
        match csr {
            0xDA0 => {
                assert!(self.sscofpmf, "scountovf without Sscofpmf");
                R::low((3..32).fold(0, |bits, counter| bits | self.events[counter] >> 63 << counter))
            }
            0x344 => R::low(u64::from(self.pending) << 13 | 0x888),
            _ => {
                let (register, first) = self.register(csr);
                R::low(*register >> first)
            }
        }
    }

    fn write(&mut self, csr: u16, value: R) {
        self.written.push((csr, value.wide()));
        let (register, first) = self.register(csr);
        let half = if R::BITS == 32 { u64::from(u32::MAX) << first } else { u64::MAX };
        *register = *register & !half | value.wide() << first;
        if (0xB03..=0xB9F).contains(&csr) && csr & 0x1F > 2 {
            self.counters[usize::from(csr & 0x1F)] &= u64::MAX >> (64 - self.counter_bits);
        }
    }

    fn check(&mut self, address: u64, bytes: u64) -> Result<(), MemoryError> {
        let last = address + (bytes - 1);
        match self.refuses {
            Some(error) => Err(error),
            None if [MEMORY, HIGH_MEMORY].iter().any(|range| range.contains(&address) && range.contains(&last)) => {
                Ok(())
            }
            None => Err(MemoryError::Address),
        }
    }

    fn load(&mut self, address: u64) -> Result<u32, MemoryError> {
        assert!(address % 4 == 0 && (MEMORY.contains(&address) || HIGH_MEMORY.contains(&address)));
        match self.broken {
            Some(broken) if address >= broken => Err(MemoryError::Failed),
            _ => Ok(self.memory.get(&address).copied().unwrap_or(0)),
        }
    }

    fn store(&mut self, address: u64, value: u32) -> Result<(), MemoryError> {
        self.load(address)?;
        self.memory.insert(address, value);
        Ok(())
    }
}

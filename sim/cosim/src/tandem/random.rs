// SPDX-License-Identifier: Apache-2.0
//! Random retirements: every element, with values near the ones before and far from them.

use super::{run, Error, Options, Retired, Summary, Tandem};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::fmt;
use std::path::Path;
use tracewright_config::Build;
use tracewright_tandem::{csr, Kind, Memory, Operation, Outcome, Retirement, Size};

/// What a random run is, besides its retirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Classes that are traced.
    pub classes: u16,
}

/// CSRs that come often: fcsr and its parts among them.
const CSRS: [u16; 6] = [csr::FCSR, csr::FFLAGS, csr::FRM, csr::MSTATUS, csr::SSTATUS, csr::MEPC];

impl Drawn {
    /// That of this seed: mostly everything is traced.
    pub fn new(seed: u64) -> Drawn {
        let mut random = SmallRng::seed_from_u64(!seed);
        let classes = if random.random_range(0..4) == 0 { random.random_range(0..0x400) } else { 0x3FF };
        Drawn { classes }
    }
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "classes {:#05x}", self.classes)
    }
}

/// A run of random retirements with random pauses.
pub fn random_run(design: &Tandem, seed: u64, retirements: u64, wave: Option<&Path>) -> Result<Summary, Error> {
    let mut source = Source::new(design.config(), seed);
    let Drawn { classes } = Drawn::new(seed);
    let options = Options { classes, pauses: Some(seed), wave, ..Options::default() };
    run(design, (0..retirements).map(|_| Ok(source.next())), options)
}

/// Draws retirements.
pub(super) struct Source {
    random: SmallRng,
    xlen: u32,
    mlen: u32,
    /// The largest size of an access: 2^n bytes.
    largest: u8,
    csrs: usize,
    has_fcsr: bool,
    pc: u64,
    values: [u64; 67],
}

impl Source {
    pub(super) fn new(build: &Build, seed: u64) -> Source {
        Source {
            random: SmallRng::seed_from_u64(seed),
            xlen: build.xlen,
            mlen: build.tandem.mlen,
            largest: if build.xlen.max(build.tandem.flen) == 64 { 3 } else { 2 },
            csrs: build.tandem.csrs as usize,
            has_fcsr: build.tandem.flen > 0,
            pc: 0,
            values: [0; 67],
        }
    }

    fn often(&mut self) -> bool {
        self.random.random_range(0..4) != 0
    }

    fn rarely(&mut self) -> bool {
        self.random.random_range(0..8) == 0
    }

    fn cut(value: u64, bits: u32) -> u64 {
        value & u64::MAX >> (64 - bits)
    }

    fn any(&mut self, bits: u32) -> u64 {
        Source::cut(self.random.random(), bits)
    }

    /// The value of what has this place: near the one before, with a bit that changes, with bits that are set, or any.
    fn value(&mut self, place: usize, bits: u32) -> u64 {
        let before = self.values[place];
        let value = match self.random.random_range(0..7) {
            0 => before.wrapping_add_signed(self.random.random_range(-130..=130)),
            1 => before.wrapping_add_signed(self.random.random_range(-2..=2)),
            2 => before | 1 << self.random.random_range(0..9),
            3 => before | self.random.random_range(0..0x200),
            4 => self.random.random_range(0..4),
            5 => before ^ 1 << self.random.random_range(0..bits),
            _ => self.random.random(),
        };
        self.values[place] = Source::cut(value, bits);
        self.values[place]
    }

    fn register(&mut self) -> u8 {
        if self.often() {
            self.random.random_range(0..4)
        } else {
            self.random.random_range(0..32)
        }
    }

    fn csr(&mut self) -> (u16, u64) {
        let number = if self.often() {
            CSRS[self.random.random_range(0..CSRS.len())]
        } else {
            self.random.random_range(0..0x1000)
        };
        let value = if number == csr::FCSR { self.value(64, 8) } else { self.value(65, self.xlen) };
        (number, value)
    }

    fn size(&mut self) -> Size {
        Size::ALL[usize::from(self.random.random_range(0..=self.largest))]
    }

    pub(super) fn next(&mut self) -> Retired {
        let is_quiet = self.often();
        let mtime = (!is_quiet && self.rarely()).then(|| self.random.random());
        let unobserved = (!is_quiet && self.rarely()).then(|| self.csr());
        let retirement = (is_quiet || !self.rarely()).then(|| self.retirement());
        match retirement {
            // Nothing comes before a reset.
            Some(Retirement { kind: Kind::Reset, .. }) => Retired { retirement, ..Retired::default() },
            _ => Retired { mtime, unobserved, retirement },
        }
    }

    fn retirement(&mut self) -> Retirement {
        let kind = match self.random.random_range(0..64) {
            0 => Kind::Reset,
            1 => Kind::Initialisation,
            _ => Kind::Retired,
        };
        let instruction = (kind == Kind::Retired && (self.often() || self.often())).then(|| {
            if self.often() {
                (self.random.random(), 4)
            } else {
                (self.random.random_range(0..0x1_0000), 2)
            }
        });
        let length = instruction.map_or(0, |(_, length)| u64::from(length));
        let follows = self.pc.wrapping_add(length);
        let pc = match self.random.random_range(0..16) {
            0 => follows ^ 1 << self.random.random_range(0..self.xlen),
            1..=3 => self.value(66, self.xlen),
            _ => follows,
        };
        let pc = Source::cut(pc, self.xlen);
        let has_pc = kind == Kind::Retired || self.often();
        if has_pc {
            self.pc = pc;
        }
        let mut all = Retirement { kind, pc: has_pc.then_some(pc), instruction, ..Retirement::default() };
        if self.often() {
            let number = self.register();
            all.gpr = Some((number, self.value(number.into(), self.xlen)));
        }
        if self.rarely() {
            let number = self.register();
            // Values of registers of 32 bits are their low bits.
            all.fpr = Some((number, self.value(32 + usize::from(number), 64)));
        }
        if self.rarely() {
            for n in 0..self.csrs {
                all.csr[n] = self.often().then(|| self.csr());
            }
        }
        all.fcsr = (self.has_fcsr && self.rarely()).then(|| self.value(64, 8));
        all.paddr = self.rarely().then(|| self.any(self.mlen));
        all.eaddr = self.rarely().then(|| self.any(self.mlen));
        all.memdata = self.rarely().then(|| (self.size(), self.random.random()));
        all.privilege = self.rarely().then(|| self.random.random_range(0..4));
        all.memory = self.rarely().then(|| self.memory());
        all
    }

    fn memory(&mut self) -> Memory {
        let operation = Operation::ALL[self.random.random_range(0..Operation::ALL.len())];
        let response = self.often().then(|| {
            let outcome = if self.rarely() { Outcome::Failure } else { Outcome::Success };
            (outcome, self.random.random())
        });
        Memory { address: self.any(self.mlen), operation, size: self.size(), written: self.random.random(), response }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Random events and accesses.

use super::QUIET;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use tracewright_config::{Build, CtrModes, IngressForm};
use tracewright_model::pmu::{Access, Operation, PmuCycle};

/// Cycles from an access to the next, at least.
const SPACING: u32 = 3;

/// Draws cycles of the ports of performance counters.
pub struct PmuTraffic {
    config: Build,
    random: SmallRng,
    mode: u8,
    /// Cycles until there may be an access.
    wait: u32,
    /// The most that can come between accesses for now.
    pause: u32,
    /// Bits of the ingress that are likely for now.
    busy: f64,
}

impl PmuTraffic {
    /// What a seed draws for a build.
    pub fn new(config: &Build, seed: u64) -> PmuTraffic {
        let random = SmallRng::seed_from_u64(seed);
        PmuTraffic { config: config.clone(), random, mode: 3, wait: QUIET as u32, pause: 0, busy: 0.5 }
    }

    fn modes(&self) -> &'static [u8] {
        match self.config.pmu.hart_modes {
            CtrModes::M => &[3, 4],
            CtrModes::Mu => &[0, 3, 4],
            CtrModes::Msu => &[0, 1, 3, 4],
            CtrModes::Msuh => &[0, 1, 3, 4, 5, 6],
        }
    }

    /// The next cycle. An access comes when the one before has been answered.
    pub fn cycle(&mut self) -> PmuCycle {
        let mut cycle = PmuCycle::default();
        if self.random.random_ratio(1, 200) {
            self.pause = [0, 2, 40].choose(&mut self.random).copied().unwrap_or_default();
            self.busy = [0.0, 0.1, 0.5, 1.0].choose(&mut self.random).copied().unwrap_or_default();
        }
        if self.random.random_ratio(1, 30) {
            self.mode = self.modes().choose(&mut self.random).copied().unwrap_or_default();
        }
        let ingress = self.config.ingress.clone();
        let most = if ingress.itype_width == 4 { 15 } else { 7 };
        for block in cycle.ingress.blocks.iter_mut().take(ingress.blocks as usize) {
            if self.random.random_bool(self.busy) {
                block.itype = self.random.random_range(0..=most);
                block.iretire = self.random.random_range(0..=1);
            }
        }
        if ingress.form == IngressForm::Block && self.random.random_bool(self.busy) {
            cycle.retired = self.random.random_range(0..1 << self.config.retired_bits());
            if self.random.random_bool(0.5) {
                cycle.retired &= 1;
            }
        }
        for (n, event) in self.config.pmu.bus.0.iter().enumerate() {
            if self.random.random_bool(self.busy) {
                cycle.events[n] = self.random.random_range(0..1 << event.bits);
            }
        }
        cycle.ingress.privilege = self.mode;
        cycle.ingress.halted = self.random.random_ratio(1, 100);
        match self.wait {
            0 => {
                cycle.access = Some(self.access());
                self.wait = SPACING - 1 + self.random.random_range(0..=self.pause);
            }
            _ => self.wait -= 1,
        }
        cycle
    }

    fn access(&mut self) -> Access {
        let last = 3 + self.config.pmu.counters.min(28) as u16;
        let index = self.random.random_range(0..=last);
        let high = if self.random.random() { 0x80 } else { 0 };
        let csr = match self.random.random_range(0..16) {
            0..=5 => 0xB00 + high + index,
            6 | 7 => 0xC00 + high + index,
            8 | 9 => 0x320 + index.max(3),
            10 => [0x320, 0x321, 0x322, 0x721, 0x722, 0x720].choose(&mut self.random).copied().unwrap_or_default(),
            11 => 0x720 + index.max(3),
            12 => [0x306, 0x106, 0x606].choose(&mut self.random).copied().unwrap_or_default(),
            13 => 0xDA0,
            14 => 0xB00 + index,
            _ => self.random.random_range(0..0x1000),
        };
        // What is written to a counter is often near its end, so that it wraps soon.
        let width = self.config.pmu.width.min(self.config.xlen);
        let data = match self.random.random_range(0..6) {
            0 => self.random.random(),
            1 => self.random.random_range(0..32),
            2 => u64::MAX,
            3 => 0,
            _ => (u64::MAX >> (64 - width)) - (self.random.random_range(0..400u64) >> self.random.random_range(0..9)),
        };
        let operations = [Operation::Read, Operation::Write, Operation::Write, Operation::Set, Operation::Clear];
        let operation = match self.random.random_ratio(1, 100) {
            true => Operation::ClearRecords,
            false => operations.choose(&mut self.random).copied().unwrap_or(Operation::Read),
        };
        let privilege = match self.random.random_bool(if csr >= 0xC00 { 0.2 } else { 0.8 }) {
            true => 3,
            false => self.modes().choose(&mut self.random).copied().unwrap_or_default(),
        };
        // Few counters stand still, few events are filtered, and few OF are 1, or little would happen.
        let few = self.random.random::<u64>() & self.random.random::<u64>() & self.random.random::<u64>();
        let data = match csr {
            0x320 => data & few,
            0x306 | 0x106 | 0x606 => self.random.random(),
            0x321..=0x33F => few & 0x3F << 58 | self.random.random_range(0..20),
            0x721..=0x73F => few & 0x3F << 26,
            _ => data,
        };
        Access { csr, operation, data: data & u64::MAX >> (64 - self.config.xlen), privilege }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Random traffic: blocks, accesses of both ports, all at once.

use super::{CtrBench, CtrDesign, CtrMismatch};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use tracewright_config::{Build, CtrModes, IngressForm};
use tracewright_messages::privilege::{DEBUG, M, S, U, VS, VU};
use tracewright_messages::{Block, Ingress};
use tracewright_model::ctr::{
    Access, Answer, CtrCycle, DebugAccess, Operation, DEBUG_ENTRIES, DEBUG_HIGH, DEBUG_LOW, DEBUG_SELECT, LATENCY,
};
use tracewright_regmap::csr::{v0_1_4, v1_0, CsrState, CtrFeatures, CtrVersion, FIRST_ENTRY};

/// Cycles from one reading of all entries to the next.
const SWEEP: u64 = 5_000;
/// Cycles without a transfer that sometimes come soon before a reading: CC has its exponents from 4,096 on.
const LONG_WAIT: std::ops::Range<u32> = 4_000..40_000;
const SOON: u64 = 20;

/// What a seed draws.
pub(crate) struct Traffic {
    random: SmallRng,
    build: Build,
    features: CtrFeatures,
    /// Modes of the hart.
    modes: Vec<u8>,
    /// Numbers of CSRs, those of other units among them, and which are written less often.
    numbers: Vec<u16>,
    /// Of 256: how often a block is valid, a cycle has an access, and one waits at the debug port.
    blocks: u8,
    accesses: u8,
    debug: u8,
    /// RASEMU is set as often as not.
    is_ras: bool,
    /// Cycles until the last access is answered.
    waits: usize,
    pub cycle: CtrCycle,
    request: Option<DebugAccess>,
}

/// Runs this many blocks, valid or not, of random traffic through the hardware and the model, and reads all entries
/// now and then, and at the end.
///
/// # Errors
/// If the hardware is not as the model.
pub fn random_ctr(design: &CtrDesign, seed: u64, blocks: u64) -> Result<(), CtrMismatch> {
    let mut bench = CtrBench::new(design);
    let mut traffic = Traffic::new(design.config(), bench.model().features(), seed);
    let cycles = blocks / u64::from(design.config().ingress.blocks);
    for cycle in 1..=cycles {
        traffic.draw();
        let shown = bench.step(&traffic.cycle, traffic.request)?;
        if shown.debug.is_some() {
            traffic.request = None;
        }
        if cycle % SWEEP == SWEEP - SOON && traffic.often(64) {
            let ingress = Ingress { privilege: traffic.mode(), ..Ingress::default() };
            let quiet = CtrCycle { ingress, ..CtrCycle::default() };
            for _ in 0..traffic.random.random_range(LONG_WAIT) {
                if bench.step(&quiet, traffic.request)?.debug.is_some() {
                    traffic.request = None;
                }
            }
        }
        if cycle % SWEEP == 0 || cycle == cycles {
            while traffic.request.is_some() {
                let quiet = CtrCycle { access: None, ..traffic.cycle };
                if bench.step(&quiet, traffic.request)?.debug.is_some() {
                    traffic.request = None;
                }
            }
            sweep(&mut bench, cycle / SWEEP % 2 == 0)?;
        }
    }
    Ok(())
}

/// Reads all entries, by windows or through the debug port.
fn sweep(bench: &mut CtrBench, by_windows: bool) -> Result<(), CtrMismatch> {
    let idle = CtrCycle::default();
    // What is on its way is written first.
    for _ in 0..4 {
        bench.step(&idle, None)?;
    }
    let (depth, features) = (bench.model().depth(), *bench.model().features());
    let access = |csr, operation, data| Access { csr, operation, data, privilege: M };
    let number = |window| {
        let is_it = |state| matches!(state, CsrState::Window(_, of) if of == window);
        features.csrs().find(|csr| is_it(csr.state)).map(|csr| csr.number)
    };
    let select = features.csrs().find(|csr| matches!(csr.state, CsrState::Select(_))).map(|csr| csr.number);
    for entry in 0..depth {
        for register in 0..3 {
            let expected = bench.model().entry(entry)[register as usize];
            if by_windows {
                bench.access(
                    access(select.unwrap_or_default(), Operation::Write, FIRST_ENTRY + u64::from(entry)),
                    &idle,
                )?;
                bench.step(&idle, None)?;
                let read = bench.access(access(number(register + 1).unwrap_or_default(), Operation::Read, 0), &idle)?;
                assert_eq!(read, Answer::Value(expected));
            } else {
                bench
                    .debug(DebugAccess::Write(DEBUG_SELECT, DEBUG_ENTRIES + 4 * entry + u32::from(register)), &idle)?;
                let low = bench.debug(DebugAccess::Read(DEBUG_LOW), &idle)?;
                let high = bench.debug(DebugAccess::Read(DEBUG_HIGH), &idle)?;
                assert_eq!(u64::from(high) << 32 | u64::from(low), expected);
            }
        }
    }
    Ok(())
}

impl Traffic {
    pub fn new(build: &Build, features: &CtrFeatures, seed: u64) -> Traffic {
        let mut random = SmallRng::seed_from_u64(seed);
        let modes = match build.ctr.hart_modes {
            CtrModes::M => vec![M],
            CtrModes::Mu => vec![M, U],
            CtrModes::Msu => vec![M, S, U],
            CtrModes::Msuh => vec![M, S, U, VS, VU],
        };
        let mut numbers: Vec<u16> = features.csrs().map(|csr| csr.number).collect();
        numbers.extend([0x300, 0x154, 0x14E, 0x381]);
        Traffic {
            build: build.clone(),
            features: *features,
            modes,
            numbers,
            blocks: *[30, 128, 255].choose(&mut random).unwrap_or(&128),
            accesses: *[2, 16, 80, 200].choose(&mut random).unwrap_or(&16),
            debug: *[0, 16, 255].choose(&mut random).unwrap_or(&16),
            is_ras: random.random_ratio(1, 3),
            waits: 0,
            cycle: CtrCycle::default(),
            request: None,
            random,
        }
    }

    fn often(&mut self, of_256: u8) -> bool {
        self.random.random::<u8>() < of_256
    }

    fn mode(&mut self) -> u8 {
        self.modes.choose(&mut self.random).copied().unwrap_or(M)
    }

    /// Draws the ports of a cycle.
    pub fn draw(&mut self) {
        let all = if self.build.xlen == 32 { 0xFFFF_FFFF } else { u64::MAX };
        for i in 0..self.build.ingress.blocks as usize {
            self.cycle.ingress.blocks[i] = match self.often(self.blocks) {
                true => self.block(all),
                false => Block::default(),
            };
            self.cycle.mispredict[i] = self.random.random();
        }
        if self.often(40) {
            self.cycle.ingress.privilege = if self.often(4) { DEBUG } else { self.mode() };
        }
        self.cycle.ingress.halted = self.often(4);
        self.cycle.next_privilege = match self.random.random_range(0..8) {
            0 => DEBUG,
            1..4 => self.mode(),
            _ => self.cycle.ingress.privilege,
        };
        self.cycle.next_address = self.random.random::<u64>() & all;
        (self.cycle.breakpoint, self.cycle.lcofi) = (self.often(20), self.often(20));
        self.cycle.cycle = !self.often(30);
        self.cycle.locked = self.often(1);
        self.cycle.access = None;
        if self.waits > 0 {
            self.waits -= 1;
        } else if self.often(self.accesses) {
            self.cycle.access = Some(self.access(all));
            self.waits = LATENCY;
        }
        if self.request.is_none() && self.often(self.debug) {
            self.request = Some(self.debug_access());
        }
    }

    fn block(&mut self, all: u64) -> Block {
        let itype = self.random.random_range(0..16);
        let ilastsize = self.random.random_range(0..2);
        let iretire = match (self.random.random_range(0..4), self.build.ingress.form) {
            (0, _) => 0,
            (_, IngressForm::Single) => 1,
            (_, IngressForm::Block) => self.random.random_range(1 << ilastsize..1 << self.build.ingress.iretire_bits()),
        };
        let iaddr = self.random.random::<u64>() & all & !1;
        Block { itype, iaddr, iretire, ilastsize, ..Block::default() }
    }

    fn access(&mut self, all: u64) -> Access {
        let operations = [Operation::Read, Operation::Write, Operation::Set, Operation::Clear];
        let mut operation = *operations.choose(&mut self.random).unwrap_or(&Operation::Read);
        if self.often(3) {
            operation = Operation::ClearRecords;
        }
        let csr = self.numbers.choose(&mut self.random).copied().unwrap_or_default();
        let privilege = if self.often(128) {
            M
        } else if self.often(10) {
            DEBUG
        } else {
            self.mode()
        };
        Access { csr, operation, data: self.value(csr, operation) & all, privilege }
    }

    /// A value that leaves most switched on, and the selects at entries.
    fn value(&mut self, csr: u16, operation: Operation) -> u64 {
        let value: u64 = self.random.random();
        let state = self.features.csr(csr).map(|csr| (csr.state, csr.high));
        let shift = if state.is_some_and(|(_, high)| high) { 32 } else { 0 };
        let (ras, frozen) = match self.features.version {
            CtrVersion::V0_1_4 => (v0_1_4::RASEMU, v0_1_4::FROZEN),
            CtrVersion::V1_0 => (v1_0::RASEMU, v1_0::FROZEN),
        };
        let sparse = value & self.random.random::<u64>() & self.random.random::<u64>();
        let made = match state.map(|(state, _)| state) {
            Some(CsrState::Control | CsrState::VirtualControl) => match operation {
                Operation::Clear => sparse & !7 & sparse.rotate_left(7),
                _ => {
                    let on = if self.often(200) { 7 } else { 0 };
                    let others = sparse & !(1 << ras) & !(1 << v0_1_4::CLR);
                    let clears = u64::from(self.often(20)) << v0_1_4::CLR;
                    on | others | clears & !(1 << ras) | u64::from(self.is_ras && self.often(128)) << ras
                }
            },
            Some(CsrState::Status) => value & !(u64::from(!self.often(30)) << frozen),
            Some(CsrState::Select(_)) if !self.often(16) => {
                FIRST_ENTRY + value % u64::from(self.build.ctr.max_depth + 2)
            }
            Some(CsrState::MachineEnable | CsrState::HypervisorEnable) if operation == Operation::Clear => sparse,
            Some(CsrState::MachineEnable | CsrState::HypervisorEnable) => value | self.random.random::<u64>(),
            _ => value,
        };
        made >> shift
    }

    fn debug_access(&mut self) -> DebugAccess {
        let offset = *[DEBUG_SELECT, DEBUG_LOW, DEBUG_HIGH].choose(&mut self.random).unwrap_or(&DEBUG_LOW);
        if self.random.random() {
            return DebugAccess::Read(offset);
        }
        let number = self.numbers.choose(&mut self.random).copied().unwrap_or_default();
        let data = match offset {
            DEBUG_SELECT if self.often(128) => number.into(),
            DEBUG_SELECT => DEBUG_ENTRIES + self.random.random_range(0..4 * (self.build.ctr.max_depth + 4)),
            _ => self.random.random(),
        };
        DebugAccess::Write(offset, data)
    }
}

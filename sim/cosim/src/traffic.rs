// SPDX-License-Identifier: Apache-2.0
//! Random register traffic while the encoders run.

use crate::bench::{Bench, Ended};
use crate::bus::Transfer;
use crate::error::Error;
use crate::observed::{Item, Readout};
use crate::options::{Options, UnitSource};
use crate::run::{settle, simulate};
use crate::{Design, Random, Summary};
use rand::rngs::SmallRng;
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, SeedableRng};
use tracewright_config::{Build, BusKind, Run};
use tracewright_model::ctr::DEBUG_ENTRIES;
use tracewright_model::stimulus::Pressure;
use tracewright_regmap::*;

/// Bytes of the registers of a component.
const COMPONENT: u32 = 0x1000;
/// Most cycles from one access to the next.
const LONGEST_PAUSE: u32 = 40;
/// Most accesses for which teControl is left alone.
const LONGEST_REST: u32 = 150;
/// Probability that an access is to the register of the one before it.
const REPEATS: f64 = 0.25;
/// What the time from outside gains in a cycle: its upper half changes often.
const TIME_STEP: u64 = (1 << 29) + 3;
/// What buffers are around: the ends of memory, and of a page.
const EDGES: &[u32] = &[0, 0x8000_0000, 0x8000_1000];
/// Bytes that they are around it.
const AROUND: u32 = 512;
/// The window to Control Transfer Records.
const WINDOW: [usize; 3] = [CTR_DEBUG_SELECT, CTR_DEBUG_LOW, CTR_DEBUG_HIGH];
/// Probability, at an access, that `debug_locked` rises.
const LOCKS: f64 = 0.002;
/// Probability, at an access, that it falls.
const UNLOCKS: f64 = 0.1;

/// Cycles that an access takes with all that comes before it, at most, on average.
const LONGEST_ACCESS: u64 = 2_000;
/// Probability of an error of the bus of system memory, in every second run.
const BUS_ERRORS: f64 = 0.02;
/// Cycles in which teActive follows a write: a bus in its own clock has answered by then, and the clock is requested,
/// and waits for `build.power.delay`.
const CYCLES_TO_INACTIVE: u32 = 200;

/// Random accesses to random registers: addresses that are none, bytes, errors of both buses, gaps, back-pressure,
/// `debug_locked`; on random ingress. All that is read is compared, and all that [`crate::run`] compares.
///
/// Fields on which messages depend change while teEnable is 0 and teEmpty is 1, as software is told to do it.
pub fn register_traffic(design: &Design, seed: u64, accesses: u64) -> Result<Summary, Error> {
    let build = &design.build;
    let source = |hart: u32| Random::new(seed ^ u64::from(hart) << 32, &build.hart(hart), u64::MAX);
    let sources: Vec<Random> = (0..build.system.harts).map(source).collect();
    let pressure = sources.first().map(|source| Pressure::new(seed, source.knobs()));
    let limit = Some(LONGEST_ACCESS * (accesses + LONGEST_ACCESS));
    let bus_errors = if seed % 2 == 0 { BUS_ERRORS } else { 0.0 };
    let units = UnitSource::Random(seed);
    let options = Options { jitter: Some(seed), pressure, bus_errors, units, limit, ..Options::default() };
    simulate(
        design,
        &Run::default(),
        sources,
        options,
        |_| (),
        |bench, _| Traffic::new(bench.time_step(TIME_STEP), build, seed).run(accesses),
        |_, _, received| Ok(received.bytes),
    )
}

/// The traffic.
struct Traffic<'a, 'b> {
    bench: Bench<'b>,
    build: &'a Build,
    rng: SmallRng,
    /// Offsets of the registers that there can be in an encoder, and in a funnel.
    offsets: [Vec<u32>; 2],
    /// The offset of the access before.
    last: u32,
    /// Writes that have not ended.
    writes: u32,
    /// Accesses until teControl is written.
    rest: u32,
    is_locked: bool,
    /// Probability that a cycle passes before an access.
    pauses: f64,
}

impl<'a, 'b> Traffic<'a, 'b> {
    fn new(bench: Bench<'b>, build: &'a Build, seed: u64) -> Traffic<'a, 'b> {
        let mut rng = SmallRng::seed_from_u64(seed ^ 0x7AFF1C);
        let pauses = rng.random_range(0.0..1.0);
        let listed = |list: &[Register], more: &[usize]| {
            let own = list.iter().filter(|register| register.unit != Unit::Records);
            let offsets = own.map(|register| register.offset).chain(more.iter().copied());
            offsets.map(|offset| offset as u32).collect::<Vec<u32>>()
        };
        // The time has much that goes on between accesses.
        let time = [TS_CONTROL, TS_CONTROL, TS_LOWER, TS_UPPER];
        let offsets = [listed(REGISTERS, &time), listed(FUNNEL_REGISTERS, &[])];
        Traffic { bench, build, rng, offsets, last: 0, writes: 0, rest: 0, is_locked: false, pauses }
    }

    fn run(mut self, accesses: u64) -> Result<Ended, Error> {
        if self.build.system.harts > 1 {
            // Funnels and sinks are switched off for as long as it happens, and pins within a message.
            self.bench.longest_stall(u32::MAX);
            self.bench.watch();
        }
        self.bench.flow();
        for _ in 0..accesses {
            self.toggle_lock();
            if self.rng.random_bool(self.pauses) {
                for _ in 0..self.rng.random_range(1..=LONGEST_PAUSE) {
                    self.clock()?;
                }
            }
            let transfer = self.transfer();
            while !self.bench.is_free(transfer.write) {
                self.clock()?;
            }
            self.writes += u32::from(transfer.write);
            self.bench.begin(transfer);
            self.clock()?;
        }
        self.end()
    }

    /// Lets everything end, and the encoder forget what it holds.
    fn end(mut self) -> Result<Ended, Error> {
        self.bench.lock(false);
        while !self.bench.is_settled() {
            self.clock()?;
        }
        for component in 0..self.components() {
            self.bench.begin(Transfer::write(component * COMPONENT + TE_CONTROL as u32, 0));
            while !self.bench.is_settled() {
                self.clock()?;
            }
        }
        for _ in 0..CYCLES_TO_INACTIVE {
            self.clock()?;
        }
        // What a stream is shown, and the end of a message that was cut, are still to be taken.
        settle(&mut self.bench)?;
        let ends = (0..self.build.system.harts).map(|_| Item::End(Readout::default()));
        Ok(self.bench.finish(ends.collect())?)
    }

    /// Encoders and funnels.
    fn components(&self) -> u32 {
        self.build.components().len() as u32
    }

    fn clock(&mut self) -> Result<(), Error> {
        self.bench.clock()?;
        while let Some(answer) = self.bench.take_answer() {
            self.writes -= u32::from(answer.write);
        }
        Ok(())
    }

    fn toggle_lock(&mut self) {
        let rate = if self.is_locked { UNLOCKS } else { LOCKS };
        if self.rng.random_bool(rate) {
            self.is_locked = !self.is_locked;
            self.bench.lock(self.is_locked);
        }
    }

    fn transfer(&mut self) -> Transfer {
        let offset = self.offset();
        self.last = offset;
        let mut transfer = if self.rng.random_bool(0.6) { self.write(offset) } else { Transfer::read(offset) };
        if self.rng.random_bool(0.08) {
            transfer.address |= self.rng.random_range(1..4);
        }
        if self.build.bus.kind == BusKind::TileLinkUl && self.rng.random_bool(0.3) {
            transfer = transfer.odd(&mut self.rng);
        }
        transfer
    }

    /// The address of a register.
    fn offset(&mut self) -> u32 {
        let component = match self.components() {
            1 => 0,
            components => self.rng.random_range(0..components),
        };
        let first = component * COMPONENT;
        if self.rest == 0 {
            self.rest = self.rng.random_range(0..=LONGEST_REST);
            return first + TE_CONTROL as u32;
        }
        self.rest -= 1;
        match self.rng.random_range(0..10) {
            _ if self.rng.random_bool(REPEATS) => self.last,
            0 => first + self.rng.random_range(0..COMPONENT / 4) * 4,
            1..3 if self.build.has_records() => first + WINDOW.choose(&mut self.rng).copied().unwrap_or(0) as u32,
            _ => {
                let of_funnel = usize::from(component >= self.build.system.harts);
                first + self.offsets[of_funnel].choose(&mut self.rng).copied().unwrap_or(0)
            }
        }
    }

    /// A CSR of Control Transfer Records, or a register of an entry.
    fn select(&mut self) -> u32 {
        let numbers = self.build.ctr_features().into_iter().flat_map(|features| features.csrs().collect::<Vec<_>>());
        let number = numbers.choose(&mut self.rng).map(|csr| csr.number.into());
        let entry = DEBUG_ENTRIES + self.rng.random_range(0..4 * (self.build.ctr.max_depth + 4));
        number.filter(|_| self.rng.random()).unwrap_or(entry)
    }

    /// Often within a few words of others, so that buffers are small, and ends of memory and of pages are among them.
    fn near(&mut self) -> u32 {
        let place = EDGES.choose(&mut self.rng).copied().unwrap_or(0);
        place.wrapping_add(self.rng.random_range(0..AROUND)).wrapping_sub(AROUND / 2)
    }

    fn write(&mut self, address: u32) -> Transfer {
        let (component, offset) = (address / COMPONENT, address % COMPONENT);
        let is_range = [TE_RAM_BASE, TE_RAM_LIMIT, TE_RAM_WP].contains(&(offset as usize));
        let data = match self.rng.random_range(0..8) {
            0..6 if offset == CTR_DEBUG_SELECT as u32 => self.select(),
            0..5 if is_range => self.near(),
            0 => 0,
            1 => u32::MAX,
            2 => 1 << self.rng.random_range(0..u32::BITS),
            _ => self.rng.random(),
        };
        let strobe = if self.rng.random_bool(0.6) { 0xF } else { self.rng.random_range(0..=0xF) };
        let mut transfer = Transfer { strobe, ..Transfer::write(address, data) };
        let offset = offset as usize;
        let units = [TE_CONTROL, TS_CONTROL];
        if units.contains(&offset) && self.rng.random_bool(0.8) {
            // Else nothing would stay for long.
            transfer.data |= 1;
        }
        if offset == TE_CONTROL && self.rng.random_bool(0.35) {
            transfer.data |= 1 << TE_CONTROL_TE_ENABLE | 1 << TE_CONTROL_TE_INST_TRACING;
        }
        if offset == TS_CONTROL && self.rng.random_bool(0.6) {
            transfer.data |= 1 << TS_CONTROL_TS_COUNT;
        }
        // No field of a funnel changes a message.
        if component >= self.build.system.harts || self.may_change_messages() {
            return transfer;
        }
        match offset {
            TE_CONTROL => {
                // What is no mode leaves the mode as it is.
                transfer.data |= 7 << TE_CONTROL_TE_INST_MODE;
                transfer.strobe &= 1;
            }
            TS_CONTROL => {
                transfer.data |= 1 << TS_CONTROL_TS_ACTIVE;
                transfer.strobe &= 1;
            }
            TE_INST_FEATURES => transfer.strobe = 0,
            _ => {}
        }
        transfer
    }

    /// Whether nothing is on its way that fields could change.
    fn may_change_messages(&self) -> bool {
        self.writes == 0 && self.bench.is_idle()
    }
}

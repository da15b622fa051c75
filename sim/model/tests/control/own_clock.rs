// SPDX-License-Identifier: Apache-2.0
//! A time that has a clock of its own, at any ratio to the encoder's.

use crate::bench::{bit, full, Bench};
use tracewright_config::{Build, TimestampSource};
use tracewright_regmap::*;

const ACTIVE: u32 = bit(TS_CONTROL_TS_ACTIVE);
const COUNT: u32 = bit(TS_CONTROL_TS_COUNT);
const RESET: u32 = bit(TS_CONTROL_TS_RESET);

/// Periods of the encoder's clock and the time's, in one unit. Equal ones have their edges at the same moments.
const RATIOS: [(u64, u64); 7] = [(1, 1), (10, 7), (7, 10), (100, 7), (7, 100), (3, 3), (13, 12)];

fn build(source: TimestampSource) -> Build {
    let mut build = full();
    build.timestamp.source = source;
    build.timestamp.width = 48;
    build.timestamp.own_clock = true;
    build
}

/// A bench whose time has a clock of its own.
struct Clocks {
    bench: Bench,
    periods: (u64, u64),
    now: u64,
    /// Time of the next edge of the time's clock.
    next: u64,
    /// What the time from outside was at each of its edges.
    port: u64,
    /// Times that messages see, one for each cycle.
    times: Vec<u64>,
    broadcasts: Vec<u64>,
}

impl Clocks {
    fn new(source: TimestampSource, periods: (u64, u64)) -> Self {
        let bench = Bench::new(&build(source));
        Clocks { bench, periods, now: 0, next: periods.1, port: 1000, times: vec![], broadcasts: vec![] }
    }

    /// Lets the time's clock go on to the encoder's next edge.
    fn advance(&mut self) {
        self.now += self.periods.0;
        while self.next < self.now {
            self.bench.control.time_cycle(self.bench.inputs.halted, self.port);
            self.step();
        }
        self.bench.inputs.time = self.port;
        self.bench.inputs.with_time_clock = self.next == self.now;
    }

    fn step(&mut self) {
        self.port += 1;
        self.next += self.periods.1;
        self.broadcasts.push(self.bench.control.signals().time_broadcast);
    }

    fn idle(&mut self, cycles: usize) {
        for _ in 0..cycles {
            self.advance();
            self.times.push(self.bench.control.signals().time);
            self.bench.idle(1);
            if self.bench.inputs.with_time_clock {
                self.step();
            }
        }
    }

    fn access(&mut self, write: Option<u32>, offset: usize) -> u32 {
        use tracewright_model::control::{BusAccess, Read};
        let offset = offset as u32;
        self.idle(1);
        self.advance();
        let access = match write {
            Some(data) => BusAccess::Write { offset, data, strobe: 0xF },
            None => BusAccess::Read { offset },
        };
        let done = self.bench.cycle(Some(access), &[]);
        if self.bench.inputs.with_time_clock {
            self.step();
        }
        self.idle(2);
        match done.read {
            Read::Data(data) => data,
            _ => 0,
        }
    }

    fn write(&mut self, offset: usize, data: u32) {
        self.access(Some(data), offset);
    }

    fn read(&mut self, offset: usize) -> u32 {
        self.access(None, offset)
    }

    /// Activates the unit and waits for it. Cycles of the encoder's clock that it took.
    fn activate(&mut self, bits: u32) -> usize {
        self.write(TS_CONTROL, ACTIVE);
        let mut cycles = 0;
        while self.read(TS_CONTROL) & ACTIVE == 0 {
            cycles += 4;
            assert!(cycles < 1000);
        }
        self.write(TS_CONTROL, ACTIVE | bits);
        cycles
    }

    /// A few cycles of both clocks, enough for anything to cross and come back.
    fn cross(&mut self) {
        self.idle(10 + (12 * self.periods.1 / self.periods.0) as usize);
    }
}

#[test]
fn ts_active_follows_there_and_back() {
    for periods in RATIOS {
        let mut clocks = Clocks::new(TimestampSource::Core, periods);
        let cycles = clocks.activate(0) as u64;
        // Two edges of the time's clock, then two of the encoder's.
        assert!(cycles <= 2 * periods.1 / periods.0 + 8, "{cycles} {periods:?}");
        clocks.cross();
        assert_eq!(clocks.read(TS_CONTROL) & ACTIVE, ACTIVE);
        clocks.write(TS_CONTROL, 0);
        clocks.cross();
        assert_eq!(clocks.read(TS_CONTROL) & ACTIVE, 0);
    }
}

#[test]
fn fields_are_reset_until_ts_active_has_followed() {
    let mut clocks = Clocks::new(TimestampSource::Core, (1, 100));
    clocks.write(TS_CONTROL, ACTIVE);
    clocks.write(TS_CONTROL, ACTIVE | COUNT);
    assert_eq!(clocks.read(TS_CONTROL) & 3, 0);
    clocks.cross();
    assert_eq!(clocks.read(TS_CONTROL) & 3, ACTIVE);
}

#[test]
fn a_time_is_one_that_was_and_never_goes_back() {
    for periods in RATIOS {
        for source in [TimestampSource::Core, TimestampSource::External] {
            let mut clocks = Clocks::new(source, periods);
            clocks.activate(COUNT);
            clocks.cross();
            clocks.times.clear();
            clocks.idle(2000);
            let times = &clocks.times;
            assert!(times.windows(2).all(|w| w[0] <= w[1]), "{source:?} {periods:?}");
            // Both ways through two stages, a cycle of either for the registers between, and one of each for phase.
            let edges = 2000 * periods.0 / periods.1;
            let lag = 2 + 5 + 5 * periods.0 / periods.1;
            let passed = times[1999] - times[0];
            assert!(passed.abs_diff(edges) <= lag, "{passed} of {edges}, {source:?} {periods:?}");
            if source == TimestampSource::External {
                let late = clocks.port - times[1999];
                assert!(late <= lag + 3 + 3 * periods.0 / periods.1, "{late} {periods:?}");
            }
        }
    }
}

#[test]
fn a_time_crosses_in_six_cycles_of_equal_clocks() {
    let mut clocks = Clocks::new(TimestampSource::External, (1, 1));
    clocks.activate(0);
    clocks.cross();
    clocks.times.clear();
    let port = clocks.port;
    clocks.idle(60);
    // The request is seen after two stages and taken in the cycle after, and so is the acknowledgement.
    let taken: Vec<u64> = (1..60).filter(|&n| clocks.times[n] != clocks.times[n - 1]).map(|n| n as u64).collect();
    assert!(taken.len() >= 9 && taken.windows(2).all(|w| w[1] - w[0] == 6), "{taken:?}");
    // A register after the port, the holding register, two stages and the time.
    assert!(taken.iter().all(|&n| clocks.times[n as usize] == port + n - 5), "{port} {:?}", clocks.times);
}

#[test]
fn ts_reset_and_ts_count_reach_the_counter() {
    for periods in RATIOS {
        let mut clocks = Clocks::new(TimestampSource::Core, periods);
        clocks.activate(COUNT);
        clocks.idle(1000);
        clocks.write(TS_CONTROL, ACTIVE);
        clocks.cross();
        let stopped = clocks.read(TS_LOWER);
        assert!(stopped > 0);
        clocks.cross();
        assert_eq!(clocks.read(TS_LOWER), stopped);
        for _ in 0..3 {
            clocks.write(TS_CONTROL, ACTIVE | RESET);
            clocks.cross();
            assert_eq!(clocks.read(TS_LOWER), 0);
            clocks.write(TS_CONTROL, ACTIVE | COUNT);
            clocks.cross();
            clocks.cross();
            assert!(clocks.read(TS_LOWER) > 0);
        }
    }
}

#[test]
fn the_counter_stops_in_debug_mode_and_is_prescaled() {
    let mut clocks = Clocks::new(TimestampSource::Core, (7, 10));
    clocks.activate(2 << TS_CONTROL_TS_PRESCALE);
    clocks.write(TS_CONTROL, ACTIVE | COUNT | 2 << TS_CONTROL_TS_PRESCALE);
    clocks.cross();
    clocks.times.clear();
    clocks.idle(10_000);
    let passed = clocks.times[9_999] - clocks.times[0];
    assert!(passed.abs_diff(10_000 * 7 / 10 / 16) <= 2, "{passed}");
    clocks.bench.inputs.halted = true;
    clocks.cross();
    let halted = clocks.read(TS_LOWER);
    clocks.idle(500);
    assert_eq!(clocks.read(TS_LOWER), halted);
}

#[test]
fn a_time_is_0_as_soon_as_the_unit_is_stopped() {
    let mut clocks = Clocks::new(TimestampSource::External, (1, 50));
    clocks.activate(0);
    clocks.idle(1000);
    assert!(clocks.read(TS_LOWER) > 0);
    clocks.write(TS_CONTROL, 0);
    assert_eq!(clocks.read(TS_LOWER), 0);
    clocks.idle(1000);
    assert_eq!((clocks.read(TS_LOWER), clocks.read(TS_UPPER)), (0, 0));
}

#[test]
fn the_broadcast_is_in_the_times_clock() {
    for periods in RATIOS {
        let mut clocks = Clocks::new(TimestampSource::Core, periods);
        clocks.activate(COUNT);
        clocks.cross();
        clocks.broadcasts.clear();
        clocks.idle(1000);
        assert!(clocks.broadcasts.len() > 10 && clocks.broadcasts.windows(2).all(|w| w[1] == w[0] + 1), "{periods:?}");
    }
}

// SPDX-License-Identifier: Apache-2.0
//! A million bytes of trace through each SRAM in Verilator, with accesses of the bus, flushes and stops on wrap in
//! between, are where the reference says in every cycle.

mod device;
mod reference;

use device::{Device, Outside};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use reference::{Access, Inputs, Outputs, Reference};
use tracewright_regmap::{TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP};
use verilator_sys::Library;

/// Bytes of each memory: small, so that it wraps often.
const BYTES: u32 = 256;
/// Bytes of trace through each.
const TRACE: usize = 1_000_000;

/// Units, words, and whether the memory is outside.
const SHAPES: [(usize, u32, bool); 9] = [
    (8, 32, false),
    (8, 64, false),
    (8, 128, true),
    (32, 32, false),
    (32, 32, true),
    (32, 64, true),
    (32, 128, false),
    (64, 64, false),
    (64, 128, true),
];

/// What drives a sink.
struct Traffic {
    random: SmallRng,
    unit: Option<Vec<u8>>,
    /// Cycles until enable changes; a unit that waits is taken first.
    phase: u32,
    enable: bool,
    stop_on_wrap: bool,
    access: Option<Access>,
    step: u32,
}

impl Traffic {
    fn access(&mut self) -> Access {
        let random = &mut self.random;
        let addr = [TE_RAM_DATA, TE_RAM_DATA, TE_RAM_DATA, TE_RAM_DATA, TE_RAM_WP, TE_RAM_WP, TE_RAM_RP, TE_RAM_LIMIT]
            [random.random_range(0..8)];
        let some = || if matches!(addr, TE_RAM_DATA | TE_RAM_RP) { 1..16 } else { 15..16 };
        let strobe = if random.random() { 15 } else { random.random_range(some()) };
        let writes = random.random_ratio(1, if addr == TE_RAM_WP { 8 } else { 2 });
        Access { addr, write: writes.then(|| (random.random(), strobe)) }
    }

    /// The next cycle, after one that showed `last`.
    fn next(&mut self, unit_bytes: usize, last: &Outputs) -> Inputs {
        if last.taken {
            self.unit = None;
        }
        if last.stop {
            self.enable = false;
            self.phase = 20;
        }
        self.phase = self.phase.saturating_sub(1);
        if self.phase == 0 && self.unit.is_none() {
            self.enable = !self.enable;
            self.stop_on_wrap = self.random.random_ratio(1, 4);
            self.phase = self.random.random_range(1..if self.enable { 600 } else { 60 });
        }
        // After a stop an encoder still sends what it holds.
        let sends = self.enable || self.phase > 10;
        if self.unit.is_none() && sends && self.random.random_ratio(7, 8) {
            self.unit = Some((0..unit_bytes).map(|_| self.random.random()).collect());
        }
        self.step += 1;
        if self.step == 4 || (self.access.is_none() && self.random.random_ratio(1, 4)) {
            self.step = 0;
            self.access = (self.step == 0 && self.random.random_ratio(3, 4)).then(|| self.access());
        }
        Inputs {
            unit: self.unit.clone(),
            flush: !self.enable && self.unit.is_none() && !sends,
            enable: self.enable,
            stop_on_wrap: self.stop_on_wrap,
            idle: self.access.filter(|_| self.step == 0),
            act: self.access.filter(|_| self.step == 1),
            answer: self.access.filter(|_| self.step == 2),
        }
    }
}

fn run(library: &Library, (unit, width, outside): (usize, u32, bool), seed: u64) {
    let mut device = Device::new(library, unit, width, outside.then(|| Outside::new(BYTES, width)));
    let mut reference = Reference::new(BYTES, width, unit);
    let random = SmallRng::seed_from_u64(seed);
    let mut traffic =
        Traffic { random, unit: None, phase: 0, enable: false, stop_on_wrap: false, access: None, step: 0 };
    let mut last = Outputs { taken: false, stop: false, empty: true, read: None };
    // What memory holds before it is written is undefined: both begin with what the bus writes.
    let idle = |access, step| Inputs {
        idle: Some(access).filter(|_| step == 0),
        act: Some(access).filter(|_| step == 1),
        answer: Some(access).filter(|_| step == 2),
        ..Inputs::default()
    };
    let mut both = |inputs: &Inputs, at: usize| {
        let limit = reference.limit();
        let expected = reference.cycle(inputs);
        let found = device.cycle(inputs, limit);
        assert_eq!(found, expected, "units of {unit}, words of {width}, outside {outside}, byte {at}: {inputs:x?}");
        (expected, reference.wraps)
    };
    for _ in 0..BYTES / 4 {
        let access = Access { addr: TE_RAM_DATA, write: Some((0, 15)) };
        for step in 0..4 {
            both(&idle(access, step), 0);
        }
    }
    let (mut bytes, mut reads, mut stops, mut wraps) = (0, 0, 0, 0);
    while bytes < TRACE {
        let inputs = traffic.next(unit / 8, &last);
        (last, wraps) = both(&inputs, bytes);
        bytes += if last.taken { unit / 8 } else { 0 };
        reads += u32::from(last.read.is_some());
        stops += u32::from(last.stop);
    }
    for _ in 0..BYTES / 4 {
        let access = Access { addr: TE_RAM_DATA, write: None };
        for step in 0..4 {
            both(&idle(access, step), bytes);
        }
    }
    println!("units of {unit}, words of {width}: {bytes} bytes, {reads} reads, {wraps} wraps, {stops} stops");
    assert!(reads > 1000 && wraps > 100 && stops > 20);
}

#[test]
fn a_million_bytes_are_where_they_belong() {
    let library = device::build(&SHAPES, BYTES);
    for (n, shape) in SHAPES.into_iter().enumerate() {
        run(&library, shape, n as u64);
    }
}

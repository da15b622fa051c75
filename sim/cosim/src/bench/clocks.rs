// SPDX-License-Identifier: Apache-2.0
//! When clocks other than the encoder's have their edges.

use crate::outlet::Which;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use verilator_sys::Input;

/// From one rising edge of the encoder's clock to the next, in units of [`UNIT`].
const PERIOD: u64 = 1000;
/// The unit in picoseconds of a waveform, where the encoder's clock then has 100 MHz.
const UNIT: u64 = 10;
/// Periods of the bus's clock and of the time's that are drawn.
const PERIODS: std::ops::Range<u64> = 160..5000;
/// Their periods where none are drawn, and those of the clocks of sinks.
const PLAIN: [u64; 4] = [1370, 770, 630, 890];

/// A clock that is not the encoder's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// The bus's.
    Bus,
    /// The time's.
    Time,
    /// A sink's.
    Sink(Which),
}

/// A clock of its own.
#[derive(Clone, Copy, Debug)]
struct Clock {
    which: Other,
    input: Input,
    period: u64,
    next: u64,
}

/// The clocks. No two have an edge at the same moment, one is always a little before the other.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    others: Vec<Clock>,
    /// The next edge of the encoder's clock.
    next: u64,
    /// The edge that is being made, and half of its clock's period.
    now: (u64, u64),
}

impl Clocks {
    /// The bus's, the time's and those of sinks, if they are others than the encoder's; `seed` draws their periods.
    pub fn new(
        bus: Option<Input>,
        time: Option<Input>,
        sinks: impl Iterator<Item = (Other, Input)>,
        seed: Option<u64>,
    ) -> Clocks {
        let mut rng = seed.map(|seed| SmallRng::seed_from_u64(seed ^ 0xC10C));
        let mut clock = |which, input: Option<Input>, plain| {
            let period = rng.as_mut().map_or(plain, |rng| rng.random_range(PERIODS));
            input.map(|input| Clock { which, input, period, next: period })
        };
        let list = [clock(Other::Bus, bus, PLAIN[0]), clock(Other::Time, time, PLAIN[1])];
        let sinks = sinks.zip(&PLAIN[2..]).filter_map(|((which, input), plain)| clock(which, Some(input), *plain));
        Clocks { others: list.into_iter().flatten().chain(sinks).collect(), next: PERIOD, now: (0, 0) }
    }

    /// Whether this clock is another than the encoder's.
    pub fn has(&self, which: Other) -> bool {
        self.others.iter().any(|clock| clock.which == which)
    }

    /// The clock that has the next edge before the encoder's, if one does, and its input.
    pub fn before(&mut self) -> Option<(Other, Input)> {
        let earliest = self.others.iter_mut().min_by_key(|clock| clock.next)?;
        if earliest.next > self.next {
            return None;
        }
        self.now = (earliest.next, earliest.period / 2);
        earliest.next += earliest.period;
        Some((earliest.which, earliest.input))
    }

    /// The encoder's clock has its edge.
    pub fn pass(&mut self) {
        self.now = (self.next, PERIOD / 2);
        self.next += PERIOD;
    }

    /// When the clock that has its edge now falls and rises, in picoseconds of a waveform.
    pub fn moments(&self) -> [u64; 2] {
        let (rises, half) = self.now;
        [(rises - half) * UNIT, rises * UNIT]
    }
}

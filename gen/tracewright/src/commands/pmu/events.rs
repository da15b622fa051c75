// SPDX-License-Identifier: Apache-2.0
//! Events by their names, and the counters that count them.

use crate::failure::Failure;
use tracewright_config::Build;
use tracewright_cosim::pmu::PmuHardware;
use tracewright_regmap::csr::pmu::{PmuFeatures, MCYCLE, MCYCLEH, MHPMEVENT3, MINSTRET, PMU_EVENTS};

/// The first of the counters whose event can be chosen.
const FIRST: u32 = 3;

/// An event, and what selects it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name, as it was given.
    pub name: String,
    /// What selects it in mhpmevent.
    pub selector: u32,
}

/// An event with the counter that counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The event.
    pub event: Event,
    /// The number of the counter: 0 mcycle, 2 minstret, n mhpmcounter n.
    pub counter: u32,
}

/// What the counters of `build` are like.
pub fn features(build: &Build) -> Result<PmuFeatures, Failure> {
    build.pmu_features().ok_or_else(|| {
        Failure::usage("build.pmu.built is false: there are no performance counters")
            .hint("choose the preset pmu, or --set build.pmu.built=true")
    })
}

/// The events that a build has.
pub fn all(build: &Build) -> Vec<Event> {
    let ingress = build.pmu_events().map(|event| (event.name.to_string(), event.selector));
    let bus = build.pmu.bus.selected().map(|(selector, event)| (event.name.clone(), selector));
    ingress.chain(bus).map(|(name, selector)| Event { name, selector }).collect()
}

/// The event of this name.
pub fn named(build: &Build, name: &str) -> Result<Event, Failure> {
    let all = all(build);
    if let Some(event) = all.iter().find(|event| event.name == name) {
        return Ok(event.clone());
    }
    // A number may have a sign for Rust.
    let digits = name.strip_prefix('r').filter(|digits| digits.chars().all(|c| c.is_ascii_hexdigit()));
    let raw = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    if let Some(event) = raw.and_then(|selector| all.iter().find(|event| event.selector == selector)) {
        return Ok(Event { name: name.into(), ..event.clone() });
    }
    let names = all.iter().map(|event| event.name.as_str()).collect::<Vec<_>>().join(", ");
    let is_left_out = PMU_EVENTS.iter().any(|event| event.name == name);
    let hint = if is_left_out { "build.pmu.events can have it" } else { "rN takes the one with selector N" };
    Err(Failure::usage(format!("the build has no event `{name}`; there are {names}")).hint(hint))
}

/// A counter for each of the events, if there are enough. mcycle and minstret count what they can.
pub fn placed(features: &PmuFeatures, events: Vec<Event>) -> Result<Vec<Counted>, Failure> {
    let mut fixed = [(PMU_EVENTS[0].selector, 0), (PMU_EVENTS[1].selector, 2)].to_vec();
    let mut others = FIRST..FIRST + features.counters;
    let count = events.len();
    let mut place = |event: Event| {
        let own = fixed.iter().position(|(selector, _)| *selector == event.selector);
        let counter = match own {
            Some(own) => Some(fixed.remove(own).1),
            None => others.next(),
        };
        Some(Counted { event, counter: counter? })
    };
    events.into_iter().map(&mut place).collect::<Option<_>>().ok_or_else(|| {
        let problem = format!(
            "{count} events are more than fit: the build has {} counters besides mcycle and minstret",
            features.counters
        );
        Failure::usage(problem).hint("count fewer at once, or --set build.pmu.counters=N")
    })
}

impl Counted {
    /// Chooses the event.
    pub fn select(&self, hardware: &PmuHardware) -> Result<(), Failure> {
        match self.counter {
            0..FIRST => Ok(()),
            n => differs(hardware.write(MHPMEVENT3 + (n - FIRST) as u16, self.event.selector.into())),
        }
    }

    /// What has been counted.
    pub fn read(&self, features: &PmuFeatures, hardware: &PmuHardware) -> Result<u64, Failure> {
        let low = MCYCLE + self.counter as u16;
        debug_assert!(self.counter != 2 || low == MINSTRET);
        let read = |csr| differs(hardware.read(csr)).map(Option::unwrap_or_default);
        match features.xlen {
            32 => Ok(read(low)? | read(low - MCYCLE + MCYCLEH)? << 32),
            _ => read(low),
        }
    }

    /// Sets the counter.
    pub fn write(&self, features: &PmuFeatures, hardware: &PmuHardware, value: u64) -> Result<(), Failure> {
        let low = MCYCLE + self.counter as u16;
        differs(hardware.write(low, value))?;
        match features.xlen {
            32 => differs(hardware.write(low - MCYCLE + MCYCLEH, value >> 32)),
            _ => Ok(()),
        }
    }
}

/// Hardware that is not as the model is what the command has found.
pub fn differs<T, D: std::fmt::Display>(outcome: Result<T, D>) -> Result<T, Failure> {
    outcome.map_err(|difference| Failure::found(difference.to_string()))
}

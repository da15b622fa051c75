// SPDX-License-Identifier: Apache-2.0
//! Cycles in which nothing happens to the registers: most of them.

use super::Control;
use crate::control::signals::{Inputs, Signals, SinkInputs};
use crate::control::sinks::Levels;
use crate::control::time::TimeCycle;
use tracewright_regmap::Unit;

impl Control {
    /// Whether every part would be the same after another cycle like this one.
    pub(super) fn is_steady(&self, inputs: &Inputs) -> bool {
        let Signals { active, enable, tracing, .. } = self.signals;
        self.file.is_settled()
            && self.power.rests(self.file.asked(Unit::Encoder))
            && self.lock.rests(inputs.locked)
            && self.inputs.rests(inputs.external_triggers & self.input_mask)
            && self.outputs.rests(tracing)
            && self.sinks.rests(self.is_locked(), Levels { active, enable })
    }

    /// Whether these bytes change nothing but the memory.
    #[inline]
    pub(super) fn takes(&self, bytes: &[u8]) -> bool {
        let Signals { active, enable, .. } = self.signals;
        bytes.is_empty() || !self.sinks.acts_on_trace(Levels { active, enable })
    }

    /// A cycle in which time passes, and trace arrives, and nothing else happens.
    #[inline]
    pub(super) fn pass(&mut self, inputs: &Inputs) {
        if !inputs.bytes.is_empty() {
            self.sinks.take(&self.file, inputs.bytes, &SinkInputs::default());
        }
        if self.has_time {
            let control = self.time_control();
            let (halted, port) = (inputs.halted, inputs.time);
            self.time.cycle(&TimeCycle { control, reset: false, reads_lower: false, halted, port }, false);
            (self.signals.time, self.signals.time_broadcast) = (self.time.time(), self.time.broadcast());
        }
    }
}

/// Whether nothing is done to the registers in a cycle.
#[inline]
pub(super) fn is_quiet(inputs: &Inputs) -> bool {
    inputs.access.is_none() && inputs.tracing.is_none() && !inputs.stall && !inputs.error
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::{BusAccess, Read};
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};
    use tracewright_config::{Build, TimestampSource};
    use tracewright_regmap::{REGISTERS, TE_CONTROL, TE_RAM_DATA, TE_RAM_RP};

    /// A build with all that may not rest.
    fn build(lock: bool, delay: u32, source: TimestampSource) -> Build {
        let mut build = Build::default();
        (build.bus.lock, build.power.delay, build.timestamp.source) = (lock, delay, source);
        (build.encoder.external_triggers, build.encoder.trigger_outputs) = (2, 2);
        build.sink.sram_bytes = 256;
        build
    }

    fn access(rng: &mut SmallRng) -> BusAccess {
        let offset = REGISTERS[rng.random_range(0..REGISTERS.len())].offset as u32;
        match rng.random_bool(0.5) {
            true => BusAccess::Read { offset },
            false => BusAccess::Write { offset, data: rng.random(), strobe: 0xF },
        }
    }

    /// teActive 0 makes teRamRP 0 in a cycle without an access. teRamData shows the word there from then on.
    #[test]
    fn a_read_pointer_that_has_returned_to_0_is_followed_before_a_rest() {
        let mut control = Control::new(&build(false, 0, TimestampSource::None));
        let write = |register, data| BusAccess::Write { offset: register as u32, data, strobe: 0xF };
        let mut cycle = |access, bytes: &[u8]| control.cycle(&Inputs { access, bytes, ..Inputs::default() }).read;
        cycle(Some(write(TE_CONTROL, 0b11)), &[]);
        cycle(None, &[1, 0, 0, 0, 2, 0, 0, 0]);
        cycle(Some(write(TE_RAM_RP, 4)), &[]);
        cycle(Some(write(TE_CONTROL, 0)), &[]);
        for _ in 0..3 {
            cycle(None, &[]);
        }
        assert_eq!(cycle(Some(BusAccess::Read { offset: TE_RAM_DATA as u32 }), &[]), Read::Data(1));
    }

    /// The same control interface goes through every cycle in full.
    #[test]
    fn a_cycle_that_rests_would_have_changed_nothing() {
        for (seed, lock) in (0..24).zip([false, true].into_iter().cycle()) {
            let mut rng = SmallRng::seed_from_u64(seed);
            let source = [TimestampSource::None, TimestampSource::External, TimestampSource::Core][seed as usize % 3];
            let build = build(lock, seed as u32 % 4, source);
            let (mut resting, mut full) = (Control::new(&build), Control::new(&build));
            let (mut locked, mut triggers, mut rested) = (false, 0, 0);
            for cycle in 0..20_000 {
                if rng.random_bool(0.02) {
                    (locked, triggers) = (lock && rng.random_bool(0.3), rng.random_range(0..4));
                }
                let bytes: Vec<u8> = (0..rng.random_range(0..3)).map(|_| rng.random()).collect();
                let inputs = Inputs {
                    access: rng.random_bool(0.05).then(|| access(&mut rng)),
                    locked,
                    external_triggers: triggers,
                    halted: rng.random_bool(0.2),
                    time: cycle,
                    tracing: rng.random_bool(0.01).then(|| rng.random()),
                    stall: rng.random_bool(0.01),
                    error: rng.random_bool(0.01),
                    empty: rng.random(),
                    bytes: if rng.random_bool(0.2) { &bytes } else { &[] },
                    ..Inputs::default()
                };
                full.rests = None;
                rested += u64::from(resting.rests.is_some());
                assert_eq!(resting.cycle(&inputs), full.cycle(&inputs), "seed {seed}, cycle {cycle}");
                assert_eq!(resting.signals(), full.signals(), "seed {seed}, cycle {cycle}");
                assert_eq!(resting.programmed(), full.programmed(), "seed {seed}, cycle {cycle}");
            }
            assert!(rested > 1000, "seed {seed}: {rested}");
        }
    }
}

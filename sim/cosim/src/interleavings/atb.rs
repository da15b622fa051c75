// SPDX-License-Identifier: Apache-2.0
//! What software does to the ATB in a run.

use super::session::{Session, LONGEST_PAUSE};
use crate::error::Error;
use crate::random::ATB_IDS;
use rand::Rng;
use tracewright_regmap::*;

/// How often atbActive is read before it is set up anew with everything else.
const MOST_READS: u32 = 100;
/// How often the ATB is switched off and on, at most, and writes of atbControl that last longer than its side takes to
/// see one.
const MOST_BLINKS: u32 = 8;
const CROSSED: u32 = 12;
/// Most IDs that trace has one after another, and cycles that it has each.
const MOST_IDS: u32 = 8;
const LONGEST_ID: u32 = 16;

impl Session<'_, '_> {
    /// The ATB alone is reset and goes on as it was, while whoever sends to it does not stop.
    pub(super) fn restart_atb(&mut self) -> Result<(), Error> {
        let component = self.build.sink_component();
        let word = self.software.read(component, ATB_CONTROL)?;
        let active = 1 << ATB_CONTROL_ATB_ACTIVE;
        // Its other fields are taken when it is active, and lost when it is not.
        self.open &= self.activate_atb(0)?;
        let cycles = if self.rng.random() { 0 } else { self.rng.random_range(0..LONGEST_PAUSE) };
        self.clock(cycles)?;
        self.open &= self.activate_atb(active)?;
        self.software.write(component, ATB_CONTROL, active | word & !(1 << ATB_CONTROL_ATB_ENABLE))?;
        self.software.write(component, ATB_CONTROL, word)
    }

    /// The ATB is switched off for less time than its side takes to see it, some times, with flushes between.
    pub(super) fn blink_atb(&mut self) -> Result<(), Error> {
        self.open = false;
        let component = self.build.sink_component();
        let word = self.software.read(component, ATB_CONTROL)? | 1 << ATB_CONTROL_ATB_ACTIVE;
        for _ in 0..self.rng.random_range(1..=MOST_BLINKS) {
            self.software.write(component, ATB_CONTROL, 0)?;
            // Its other fields are 0 while it is not active, which begins after some of these writes.
            for _ in 0..CROSSED {
                self.software.write(component, ATB_CONTROL, word)?;
            }
            let cycles = self.rng.random_range(0..LONGEST_PAUSE);
            self.clock(cycles)?;
        }
        Ok(())
    }

    /// Trace has other IDs for a short time, some shorter than one takes to reach the ATB.
    pub(super) fn change_id(&mut self) -> Result<(), Error> {
        let component = self.build.sink_component();
        let word = self.software.read(component, ATB_CONTROL)?;
        for _ in 0..self.rng.random_range(1..MOST_IDS) {
            let id = self.rng.random_range(ATB_IDS);
            self.software.write(
                component,
                ATB_CONTROL,
                word & !(0x7F << ATB_CONTROL_ATB_ID) | id << ATB_CONTROL_ATB_ID,
            )?;
            let cycles = self.rng.random_range(0..LONGEST_ID);
            self.clock(cycles)?;
        }
        self.software.write(component, ATB_CONTROL, word)
    }

    /// Writes atbControl, and reads it until atbActive is as written. Whether it is.
    fn activate_atb(&mut self, word: u32) -> Result<bool, Error> {
        let component = self.build.sink_component();
        self.software.write(component, ATB_CONTROL, word)?;
        for _ in 0..MOST_READS {
            if (self.software.read(component, ATB_CONTROL)? ^ word) >> ATB_CONTROL_ATB_ACTIVE & 1 == 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

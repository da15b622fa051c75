// SPDX-License-Identifier: Apache-2.0
//! The registers of a funnel, and of the sinks downstream of it, against those of the model.

use super::access::Sequencer;
use crate::mismatch::{name_of, Difference};
use crate::observed::Inside;
use tracewright_config::Build;
use tracewright_model::control::{FunnelControl, FunnelInputs, SinkInputs};
use tracewright_regmap::FUNNEL_REGISTERS;

/// A cycle of a funnel, as it was seen.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FunnelCycle<'b> {
    pub access: Option<&'b Inside>,
    pub locked: bool,
    /// tfActive and tfEnable.
    pub active: bool,
    pub enable: bool,
    /// It holds nothing, and neither does what is downstream of it.
    pub empty: bool,
    /// What goes to the SRAM, idle bytes included.
    pub stored: &'b [u8],
    pub sinks: SinkInputs,
}

/// The model's side of a funnel's registers.
pub(crate) struct FunnelChecker {
    control: FunnelControl,
    sequencer: Sequencer,
}

impl FunnelChecker {
    pub fn new(build: &Build, funnel: u32) -> FunnelChecker {
        FunnelChecker { control: FunnelControl::new(build, funnel), sequencer: Sequencer::new(false) }
    }

    pub fn cycle(&mut self, cycle: &FunnelCycle) -> Result<(), Difference> {
        let shown = self.control.signals();
        for (name, expected, found) in
            [("tfActive", shown.active, cycle.active), ("tfEnable", shown.enable, cycle.enable)]
        {
            if expected != found {
                return Err(Difference::Signal { name, expected: expected.into(), found: found.into() });
            }
        }
        let access = self.sequencer.cycle(cycle.access, self.control.is_locked()).map_err(in_words_of_a_funnel)?;
        let done = self.control.cycle(&FunnelInputs {
            access,
            locked: cycle.locked,
            empty: cycle.empty,
            bytes: cycle.stored,
            sinks: cycle.sinks,
        });
        self.sequencer.expect(done.read);
        Ok(())
    }
}

/// A funnel has other registers than an encoder where their offsets are alike.
fn in_words_of_a_funnel(difference: Difference) -> Difference {
    match difference {
        Difference::Read { offset, expected, found, .. } => {
            Difference::Read { name: name_of(FUNNEL_REGISTERS, offset), offset, expected, found }
        }
        other => other,
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Performance counters.

use crate::{Build, Choice, CtrModes, IngressForm, Set};
use serde::{Deserialize, Serialize};
use tracewright_regmap::csr::pmu::{PmuEvent, PmuFeatures, FIRST_BUS_SELECTOR, PMU_EVENTS};

mod bus;

pub(crate) use bus::BUS_FORM;
pub use bus::{PmuBus, PmuBusEvent};

/// Performance counters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pmu {
    /// Whether there are any.
    pub built: bool,
    /// How many of mhpmcounter3 to 31 there are, from 3 up.
    pub counters: u32,
    /// Bits of these.
    pub width: u32,
    /// Modes of the hart.
    pub hart_modes: CtrModes,
    /// Whether there is Sscofpmf.
    pub sscofpmf: bool,
    /// Whether there is Smcntrpmf.
    pub smcntrpmf: bool,
    /// Events of the ingress port besides cycles and instructions.
    pub events: Set<PmuIngressEvent>,
    /// Events that the designer wires.
    pub bus: PmuBus,
}

/// An event of the ingress port that a build may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PmuIngressEvent {
    /// No event: alone in the list.
    None,
    /// Branches.
    Branches,
    /// Taken branches.
    Taken,
    /// Jumps.
    Jumps,
    /// Calls.
    Calls,
    /// Returns.
    Returns,
    /// Exceptions.
    Exceptions,
    /// Interrupts.
    Interrupts,
    /// Trap returns.
    TrapReturns,
}

impl Choice for PmuIngressEvent {
    const ALL: &'static [Self] = &[
        PmuIngressEvent::None,
        PmuIngressEvent::Branches,
        PmuIngressEvent::Taken,
        PmuIngressEvent::Jumps,
        PmuIngressEvent::Calls,
        PmuIngressEvent::Returns,
        PmuIngressEvent::Exceptions,
        PmuIngressEvent::Interrupts,
        PmuIngressEvent::TrapReturns,
    ];
}

impl PmuIngressEvent {
    /// Its description; none of `None`.
    pub fn event(self) -> Option<&'static PmuEvent> {
        const WITHOUT_A_KEY: usize = 2;
        let place = PmuIngressEvent::ALL.iter().position(|choice| *choice == self)?;
        PMU_EVENTS.get(WITHOUT_A_KEY..)?.get(place.checked_sub(1)?)
    }
}

impl Default for Pmu {
    fn default() -> Self {
        Pmu {
            built: false,
            counters: 8,
            width: 64,
            hart_modes: CtrModes::Msu,
            sscofpmf: true,
            smcntrpmf: false,
            events: PmuIngressEvent::ALL.iter().copied().filter(|event| *event != PmuIngressEvent::None).collect(),
            bus: PmuBus::default(),
        }
    }
}

impl Build {
    /// What decides on the counters' CSRs, if there are any.
    pub fn pmu_features(&self) -> Option<PmuFeatures> {
        let pmu = &self.pmu;
        pmu.built.then(|| PmuFeatures {
            xlen: self.xlen,
            counters: pmu.counters,
            width: pmu.width,
            selector_bits: if pmu.bus.0.is_empty() {
                FIRST_BUS_SELECTOR.ilog2()
            } else {
                FIRST_BUS_SELECTOR.ilog2() + 1
            },
            user: pmu.hart_modes >= CtrModes::Mu,
            supervisor: pmu.hart_modes >= CtrModes::Msu,
            hypervisor: pmu.hart_modes >= CtrModes::Msuh,
            sscofpmf: pmu.sscofpmf,
            smcntrpmf: pmu.smcntrpmf,
        })
    }

    /// The events of the ingress port that the build has, cycles and instructions first.
    pub fn pmu_events(&self) -> impl Iterator<Item = &'static PmuEvent> + '_ {
        let chosen = self.pmu.events.iter().filter_map(PmuIngressEvent::event);
        PMU_EVENTS.iter().take(2).chain(chosen)
    }

    /// The events that the SBI PMU extension has a code for, as `event_idx` and what selects them in mhpmevent. Of two
    /// with one code the first is taken.
    pub fn pmu_sbi_events(&self) -> Vec<(u32, u32)> {
        let ingress = self.pmu_events().filter_map(|event| Some((event.sbi?, event.selector)));
        let bus = self.pmu.bus.selected().filter_map(|(selector, event)| Some((event.code?, selector)));
        let mut events: Vec<(u32, u32)> = Vec::new();
        for (code, selector) in ingress.chain(bus) {
            if events.iter().all(|(other, _)| *other != code) {
                events.push((code, selector));
            }
        }
        events
    }

    /// Bits of the most instructions that retire in a cycle: those of the port `retired`, in block form.
    pub fn retired_bits(&self) -> u32 {
        match self.ingress.form {
            IngressForm::Single => self.ingress.blocks.ilog2() + 1,
            IngressForm::Block => self.ingress.iretire_width + self.ingress.blocks.ilog2(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_features_are_those_of_the_keys() {
        let mut build = Build::default();
        assert_eq!(build.pmu_features(), None);
        build.pmu = Pmu { built: true, counters: 3, smcntrpmf: true, hart_modes: CtrModes::Msuh, ..Pmu::default() };
        let few = PmuFeatures { counters: 3, selector_bits: 4, ..PmuFeatures::full(32) };
        assert_eq!(build.pmu_features(), Some(few));
        build.pmu.hart_modes = CtrModes::M;
        let machine = PmuFeatures { user: false, supervisor: false, hypervisor: false, ..few };
        assert_eq!(build.pmu_features(), Some(machine));
    }

    #[test]
    fn an_event_has_its_description() {
        for choice in PmuIngressEvent::ALL {
            let name = word(*choice);
            assert_eq!(choice.event().map_or("none", |event| event.name), name);
        }
        let mut build = Build::default();
        build.pmu.events = PmuIngressEvent::None.into();
        assert_eq!(build.pmu_events().map(|event| event.name).collect::<Vec<_>>(), ["cycles", "instructions"]);
    }

    fn word(choice: PmuIngressEvent) -> String {
        match toml::Value::try_from(choice) {
            Ok(toml::Value::String(word)) => word,
            other => panic!("{other:?}"),
        }
    }
}

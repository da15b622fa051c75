// SPDX-License-Identifier: Apache-2.0
//! Systems of several components on one bus.

use crate::builds::{BYTES, FULL, PLAIN};
use crate::hardware::Hardware;
use std::convert::Infallible;
use tracewright_driver::{
    Buffer, Component, Error, Found, FunnelSettings, Mmio, Settings, SinkSettings, System, SystemError,
};
use tracewright_regmap::{Features, SinkFeatures, PIB_CONTROL, TE_CONTROL};

/// Components at multiples of 4 KiB, and all accesses in order.
struct Bus {
    blocks: Vec<Hardware>,
    /// Block, offset and value of each write.
    writes: Vec<(u32, usize, u32)>,
}

impl Mmio for Bus {
    type Error = Infallible;

    fn read(&mut self, address: u32) -> Result<u32, Infallible> {
        match self.blocks.get_mut(address as usize >> 12) {
            Some(block) => block.read(address & 0xFFF),
            None => Ok(0),
        }
    }

    fn write(&mut self, address: u32, value: u32) -> Result<(), Infallible> {
        self.writes.push((address >> 12, address as usize & 0xFFF, value));
        match self.blocks.get_mut(address as usize >> 12) {
            Some(block) => block.write(address & 0xFFF, value),
            None => Ok(()),
        }
    }
}

const ENCODERS: u32 = 3;

/// Three encoders, a funnel for two of them, and one with the sinks.
fn bus() -> Bus {
    let funnel = SinkFeatures { funnel: true, ..SinkFeatures::NONE };
    let encoder = Features { sinks: funnel, ..FULL };
    let (near, last) = (Features { inputs: 2, ..Features::minimal(funnel) }, Features { inputs: 2, ..FULL });
    let mut blocks: Vec<Hardware> = (0..ENCODERS).map(|_| Hardware::encoder(&encoder)).collect();
    blocks.extend([Hardware::funnel(&near), Hardware::funnel(&last)]);
    Bus { blocks, writes: vec![] }
}

fn sram() -> [FunnelSettings; 2] {
    let sink = Some(SinkSettings::Sram(Buffer { first: 0, last: u64::from(BYTES) - 4 }));
    [FunnelSettings::default(), FunnelSettings { sink, stop_on_wrap: true, disabled: 0 }]
}

/// Blocks of the writes to the control register that set or clear the enable bit, each once.
fn switched(writes: &[(u32, usize, u32)], on: bool) -> Vec<u32> {
    let control = writes.iter().filter(|(_, offset, value)| *offset == TE_CONTROL && (value >> 1 & 1 != 0) == on);
    let mut blocks: Vec<u32> = control.map(|(block, ..)| *block).collect();
    blocks.dedup();
    blocks
}

#[test]
fn tci_ch_14_a_system_is_found_and_discovered() {
    let mut system = System::find(bus(), 16).unwrap();
    assert_eq!(system.size(), (3, 2));
    use Component::{Encoder, Funnel};
    let mut components = vec![];
    let found = system.discover(|component, found| {
        components.push(component);
        match (component, found) {
            (Encoder(_), Found::Encoder(has)) => assert!(has.sinks.funnel && has.sinks.sram.is_none()),
            (Funnel(number), Found::Funnel(has)) => {
                assert_eq!((has.inputs, has.sinks.sram.is_some(), has.sinks.funnel), (2, number == 1, true));
            }
            other => panic!("{other:?}"),
        }
    });
    found.unwrap();
    assert_eq!(components, [Encoder(0), Encoder(1), Encoder(2), Funnel(0), Funnel(1)]);
    let one = Bus { blocks: vec![Hardware::encoder(&PLAIN)], writes: vec![] };
    assert_eq!(System::find(one, 16).unwrap().size(), (1, 0));
}

#[test]
fn tci_ch_15_a_system_is_enabled_from_the_sinks_to_the_harts() {
    let mut system = System::new(bus(), ENCODERS, 2);
    let settings = [Settings { sync_mode: 2, ..Settings::default() }, Settings::default()];
    system.enable(&settings, &sram()).unwrap();
    assert_eq!(switched(&system.registers().writes, true), [4, 3, 0, 1, 2]);
    assert_eq!(system.encoder(0).settings().unwrap().sync_mode, 2);
    assert_eq!(system.encoder(2).settings().unwrap().sync_mode, 0);
    assert_eq!(system.funnel(1).settings(), Ok(sram()[1]));
    assert!((0..3).all(|number| system.encoder(number).status().unwrap().is_tracing()));
}

#[test]
fn tci_ch_15_what_can_not_be_set_up_is_named_and_nothing_in_front_is_enabled() {
    let mut system = System::new(bus(), ENCODERS, 2);
    let refused = Settings { sync_mode: 9, ..Settings::default() };
    let error = system.enable(&[Settings::default(), refused], &sram()).unwrap_err();
    assert_eq!(error.component, Component::Encoder(1));
    assert!(error.to_string().starts_with("encoder 1: teControl.teSyncMode"), "{error}");
    assert_eq!(switched(&system.registers().writes, true), [4, 3]);
}

#[test]
fn tci_ch_15_a_system_is_disabled_from_the_harts_to_the_sinks() {
    let mut system = System::new(bus(), ENCODERS, 2);
    system.enable(&[], &sram()).unwrap();
    system.registers().writes.clear();
    system.disable().unwrap();
    let writes = &system.registers().writes;
    // teInstTracing of all, then teEnable of all, then funnel by funnel.
    let blocks: Vec<u32> = writes.iter().map(|(block, ..)| *block).collect();
    assert_eq!(blocks, [0, 1, 2, 0, 1, 2, 3, 4]);
    assert_eq!(switched(writes, false), [0, 1, 2, 3, 4]);
}

#[test]
fn tci_ch_15_disabling_names_the_component_that_does_not_finish() {
    for (block, component, field) in [
        (1, Component::Encoder(1), "teEmpty"),
        (3, Component::Funnel(0), "tfEmpty"),
        (4, Component::Funnel(1), "tfEmpty"),
    ] {
        let register = if field == "teEmpty" { "teControl" } else { "tfControl" };
        let mut system = System::new(bus(), ENCODERS, 2).poll_limit(5);
        system.enable(&[], &sram()).unwrap();
        system.registers().writes.clear();
        system.registers().blocks[block].show(register, field, 0);
        let error = system.disable().unwrap_err();
        assert!(matches!(error, SystemError { error: Error::Timeout { field: name, .. }, .. } if name == field));
        assert_eq!(error.component, component);
        let after = system.registers().writes.iter().filter(|(at, ..)| *at as usize > block.max(2)).count();
        assert_eq!(after, 0, "{component} has not finished");
    }
}

#[test]
fn tci_ch_15_the_pins_of_the_last_funnel_are_waited_for() {
    let mut system = System::new(bus(), ENCODERS, 2).poll_limit(5);
    let pins = tracewright_driver::PibSettings { mode: 8, ref_center: false, divider: None };
    let sink = Some(SinkSettings::Pib(pins));
    system.enable(&[], &[FunnelSettings::default(), FunnelSettings { sink, ..FunnelSettings::default() }]).unwrap();
    system.registers().blocks[4].show("pibControl", "pibEmpty", 0);
    let error = system.disable().unwrap_err();
    assert!(matches!(error.error, Error::Timeout { register: "pibControl", field: "pibEmpty", .. }), "{error}");
    let reads = &system.registers().blocks[4].reads;
    assert!(reads[reads.len() - 6..reads.len() - 1].iter().all(|offset| *offset == PIB_CONTROL));
}

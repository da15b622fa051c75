// SPDX-License-Identifier: Apache-2.0
//! The device tree's node of the counters: it is device-tree source, and says what the configuration does.

use crate::cases::origin;
use std::collections::BTreeMap;
use tracewright_config::{Build, Pmu, PmuBus, PmuBusEvent, PmuIngressEvent};
use tracewright_package::registers::pmu_device_tree;

/// The lists of cells of the node's properties. Panics at what is not the source of a root with one node.
fn parse(text: &str) -> BTreeMap<String, Vec<Vec<u32>>> {
    let mut bare = String::new();
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        bare += before;
        rest = comment.split_once("*/").expect("a comment ends").1;
    }
    bare += rest;
    let inner = |text: &str, name: &str| -> String {
        let text = text.trim().strip_prefix(name).expect(name).trim();
        text.strip_prefix('{').expect("{").strip_suffix("};").expect("};").trim().to_string()
    };
    let node = inner(&inner(&bare, "/"), "pmu");
    let statements: Vec<&str> = node.split(';').map(str::trim).collect();
    let (last, properties) = statements.split_last().expect("properties");
    assert_eq!(*last, "");
    let (compatible, properties) = properties.split_first().expect("properties");
    assert_eq!(*compatible, "compatible = \"riscv,pmu\"");
    let cell = |cell: &str| u32::from_str_radix(cell.strip_prefix("0x").expect("0x"), 16).expect("a cell");
    let row = |row: &str| -> Vec<u32> {
        row.trim().strip_prefix('<').expect("<").strip_suffix('>').expect(">").split(' ').map(cell).collect()
    };
    let property = |property: &&str| {
        let (name, rows) = property.split_once(" = ").expect("a value");
        (name.to_string(), rows.split(',').map(row).collect())
    };
    properties.iter().map(property).collect()
}

fn build(counters: u32, events: &[PmuIngressEvent], bus: &[(&str, Option<u32>)]) -> Build {
    let mut build = Build { xlen: 64, ..Build::default() };
    let event = |(name, code): &(&str, Option<u32>)| PmuBusEvent { name: name.to_string(), code: *code, bits: 1 };
    let bus = PmuBus(bus.iter().map(event).collect());
    build.pmu = Pmu { built: true, counters, events: events.iter().copied().collect(), bus, ..Pmu::default() };
    build
}

#[test]
fn the_device_tree_has_the_events_of_the_configuration() {
    let bus = [("l1d_read_miss", Some(0x10001)), ("uops", None), ("frontend_stall", Some(8))];
    let build = build(4, &[PmuIngressEvent::Branches, PmuIngressEvent::Calls], &bus);
    let tree = parse(&pmu_device_tree(&build, &origin()).unwrap());
    assert_eq!(tree["riscv,event-to-mhpmevent"], [[1, 0, 1], [2, 0, 2], [5, 0, 3], [0x10001, 0, 16], [8, 0, 18]]);
    assert_eq!(
        tree["riscv,event-to-mhpmcounters"],
        [[1, 1, 0x79], [2, 2, 0x7C], [5, 5, 0x78], [0x10001, 0x10001, 0x78], [8, 8, 0x78]]
    );
    assert_eq!(tree["riscv,raw-event-to-mhpmcounters"], [[0, 0, 0xFFFF_FFFF, 0xFFFF_FFE0, 0x78]]);
}

#[test]
fn without_programmable_counters_there_is_no_event_to_select() {
    let tree = parse(&pmu_device_tree(&build(0, &[PmuIngressEvent::None], &[]), &origin()).unwrap());
    assert_eq!(tree.keys().collect::<Vec<_>>(), ["riscv,event-to-mhpmcounters"]);
    assert_eq!(tree["riscv,event-to-mhpmcounters"], [[1, 1, 1], [2, 2, 4]]);
}

#[test]
fn a_build_without_counters_has_no_node() {
    assert_eq!(pmu_device_tree(&Build::default(), &origin()), None);
}

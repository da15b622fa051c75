// SPDX-License-Identifier: Apache-2.0
//! Whole builds with clocks of their own: every crossing is covered, and every pattern matches a cell.

use crate::flat::check::check;
use tracewright_config::{Build, BusKind, Loader, Preset, SbaBus, SinkKind, TimestampSource};

/// Builds with clocks of their own.
fn builds() -> Vec<(&'static str, Build)> {
    let mcu = || Loader::preset(Preset::named("mcu").expect("a preset")).finish().expect("it is right").build;
    let mut own = mcu();
    own.bus.own_clock = true;
    (own.timestamp.source, own.timestamp.width, own.timestamp.own_clock) = (TimestampSource::Core, 40, true);
    own.encoder.external_triggers = 2;
    own.bus.lock = true;
    let mut tilelink = mcu();
    (tilelink.bus.kind, tilelink.bus.own_clock) = (BusKind::TileLinkUl, true);
    (tilelink.timestamp.source, tilelink.timestamp.width) = (TimestampSource::External, 64);
    tilelink.timestamp.own_clock = true;
    let mut sinks = mcu();
    sinks.sink.kind = [SinkKind::Sram, SinkKind::Pib, SinkKind::Atb, SinkKind::Stream].into_iter().collect();
    (sinks.sink.sram_macro, sinks.bus.kind) = (true, BusKind::Wishbone);
    let mut memory = mcu();
    (memory.sink.kind, memory.sink.sba_bus, memory.bus.kind) = (SinkKind::Sba.into(), SbaBus::Axi4, BusKind::Axi4Lite);
    vec![("mcu", mcu()), ("own", own), ("tilelink", tilelink), ("sinks", sinks), ("memory", memory)]
}

#[test]
fn every_crossing_of_a_build_is_covered() {
    for (name, build) in builds() {
        let output = tracewright_rtl::verilog(&build, "").unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = check(name, tracewright_rtl::TOP, &output.files);
        println!("{name}: {} crossings of {:?}", found.crossings.len(), found.clocks);
        if name == "own" {
            assert!(found.sdc.contains("$tw_period(bus_clk)}] [get_ports {paddr[*]"), "{}", found.sdc);
            assert!(found.sdc.contains("[get_ports {external_trigger_0}] -to"), "{}", found.sdc);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Ch. 11: the registers of a funnel, and of the sinks downstream of it (Trace Control ch. 6, 12, 13).

use tracewright_config::{Build, SinkKind, System};
use tracewright_model::control::{BusAccess, FunnelControl, FunnelInputs, Read, SinkInputs};
use tracewright_regmap::*;

/// A funnel, cycle by cycle.
struct Bench {
    funnel: FunnelControl,
    sinks: SinkInputs,
}

impl Bench {
    /// The last funnel of a system of so many harts, two at a funnel, with these sinks and an SRAM of 64 bytes.
    fn new(harts: u32, sinks: &[SinkKind]) -> Self {
        let mut build = Build { system: System { harts, funnel_inputs: 2 }, ..Build::default() };
        build.sink.kind = sinks.iter().copied().collect();
        build.sink.sram_bytes = 64;
        let mut bench = Bench { funnel: FunnelControl::new(&build, harts - 2), sinks: SinkInputs::default() };
        bench.write(TF_CONTROL, 1);
        bench
    }

    fn cycle(&mut self, access: Option<BusAccess>, bytes: &[u8]) -> Read {
        let inputs = FunnelInputs { access, empty: true, bytes, sinks: self.sinks, ..FunnelInputs::default() };
        self.funnel.cycle(&inputs).read
    }

    fn write(&mut self, offset: usize, data: u32) -> &mut Self {
        self.cycle(None, &[]);
        self.cycle(Some(BusAccess::Write { offset: offset as u32, data, strobe: 0xF }), &[]);
        self
    }

    fn read(&mut self, offset: usize) -> u32 {
        self.cycle(None, &[]);
        match self.cycle(Some(BusAccess::Read { offset: offset as u32 }), &[]) {
            Read::Data(data) => data,
            other => panic!("{offset:#x} reads {other:?}"),
        }
    }
}

/// tfActive, tfEnable, and a sink.
fn on(sink: usize) -> u32 {
    3 | (sink as u32) << TF_CONTROL_TF_SINK
}

#[test]
fn only_the_last_funnel_has_sinks_of_its_own() {
    let build = Build { system: System { harts: 3, funnel_inputs: 2 }, ..Build::default() };
    let (first, last) = (FunnelControl::new(&build, 0), FunnelControl::new(&build, 1));
    assert!(first.sram().is_none() && last.sram().is_some());
    assert_eq!([&first, &last].map(|funnel| funnel.signals().sink), [TE_SINK_FUNNEL as u32, TE_SINK_SRAM as u32]);
    assert_eq!([&first, &last].map(|funnel| funnel.registers().read(TF_IMPL as u32)), [0x101, 0x11]);
}

#[test]
fn inputs_are_disabled_while_the_funnel_is_active() {
    let mut bench = Bench::new(2, &[SinkKind::Sram]);
    bench.write(TF_DIS_INPUT, 0xFFFF);
    assert_eq!((bench.funnel.signals().disabled, bench.read(TF_DIS_INPUT)), (3, 3));
    bench.write(TF_CONTROL, 0).write(TF_DIS_INPUT, 0xFFFF);
    assert_eq!((bench.funnel.signals().disabled, bench.read(TF_DIS_INPUT)), (0, 0));
}

#[test]
fn tci_ch_6_the_sram_of_a_funnel_stops_it_on_wrap() {
    let mut bench = Bench::new(2, &[SinkKind::Sram]);
    bench.write(TF_CONTROL, on(TE_SINK_SRAM) | 1 << TF_CONTROL_TF_STOP_ON_WRAP).write(TE_RAM_LIMIT, 8);
    bench.cycle(None, &[1; 11]);
    assert!(bench.funnel.signals().enable);
    bench.cycle(None, &[1; 5]);
    assert!(!bench.funnel.signals().enable);
    bench.cycle(None, &[2; 8]);
    assert_eq!((bench.read(TE_RAM_WP), bench.read(TE_RAM_DATA)), (1, 0x0101_0101));
}

#[test]
fn tci_ch_6_system_memory_shows_its_pointer_where_it_is_selected() {
    let mut bench = Bench::new(2, &[SinkKind::Sram, SinkKind::Sba]);
    bench.sinks.sba_pointer = Some(0x8000_1235);
    bench.write(TF_CONTROL, on(TE_SINK_SRAM)).cycle(None, &[1; 4]);
    assert_eq!(bench.read(TE_RAM_WP), 4);
    bench.write(TF_CONTROL, on(TE_SINK_SBA));
    assert_eq!(bench.read(TE_RAM_WP), 0x8000_1235);
    bench.sinks.sba_stops = true;
    bench.cycle(None, &[]);
    assert!(!bench.funnel.signals().enable);
}

#[test]
fn tci_ch_6_the_first_error_of_the_bus_is_kept() {
    let mut bench = Bench::new(2, &[SinkKind::Sba]);
    let error = |bench: &mut Bench, response| {
        bench.sinks.sba_error = Some(response);
        bench.cycle(None, &[]);
        bench.sinks.sba_error = None;
    };
    bench.write(TF_CONTROL, on(TE_SINK_SBA));
    assert_eq!(bench.read(TE_SBA_STATUS), 1 << TE_SBA_STATUS_SBA_NO_BUFFER);
    bench.write(TE_RAM_BASE, 0x8000_0000).write(TE_RAM_LIMIT, 0x8000_FFFC);
    error(&mut bench, 3);
    error(&mut bench, 2);
    assert_eq!(bench.read(TE_SBA_STATUS), 0b111);
    assert_eq!(bench.write(TE_SBA_STATUS, 0).read(TE_SBA_STATUS), 0);
    error(&mut bench, 2);
    assert_eq!(bench.read(TE_SBA_STATUS), 0b101);
    bench.write(TF_CONTROL, on(TE_SINK_SBA) & !2).write(TF_CONTROL, on(TE_SINK_SBA));
    assert_eq!(bench.read(TE_SBA_STATUS), 0);
}

#[test]
fn chapters_12_and_13_sinks_of_other_clocks_follow_in_their_own_time() {
    let mut bench = Bench::new(2, &[SinkKind::Pib, SinkKind::Atb]);
    let levels = |bench: &mut Bench, level| {
        bench.sinks = SinkInputs { pib_active: Some(level), atb_active: Some(level), ..SinkInputs::default() };
    };
    levels(&mut bench, false);
    bench.write(PIB_CONTROL, 1).write(ATB_CONTROL, 1).write(PIB_CONTROL, 3).write(ATB_CONTROL, 0x503);
    assert_eq!((bench.read(PIB_CONTROL), bench.read(ATB_CONTROL)), (8, 8), "not yet");
    levels(&mut bench, true);
    bench.write(PIB_CONTROL, 3).write(ATB_CONTROL, 0x503);
    bench.sinks = SinkInputs { pib_empty: Some(false), atb_empty: Some(false), ..bench.sinks };
    assert_eq!((bench.read(PIB_CONTROL), bench.read(ATB_CONTROL)), (3, 0x503));
}

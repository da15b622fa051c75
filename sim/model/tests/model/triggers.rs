// SPDX-License-Identifier: Apache-2.0
//! Trace on and off by triggers (E-Trace ch. 4; `docs/encoder.md`).

use crate::bench::{block, build, unsynced, Bench};
use tracewright_config::{Build, Run, TriggerAction};
use tracewright_messages::{itype::*, Ingress};

const START: &str = "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x100";

fn full() -> Build {
    let mut build = build();
    build.ingress.triggers = true;
    build.encoder.external_triggers = 1;
    build
}

/// teEnable is set, teInstTracing is not.
fn armed(run: &Run) -> Bench {
    let mut bench = Bench::new(&full(), run);
    bench.control(true, false).messages();
    bench
}

/// A cycle with a block of two half-words at `iaddr`, and this trigger.
fn with(iaddr: u64, trigger: fn(&mut Ingress)) -> impl FnOnce(&mut Ingress) {
    move |port| {
        port.blocks[0] = block(iaddr, 2, NONE);
        trigger(port);
    }
}

#[test]
fn trace_on_begins_with_the_block_of_its_cycle() {
    let mut bench = armed(&unsynced());
    bench.blocks(&[(0x100, 2, NONE)]).pulse(with(0x200, |port| port.trigger_on = true));
    assert_eq!(bench.messages(), [START]);
    bench.blocks(&[(0x204, 2, NONE)]).control(true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=4 HIST=0x1"]);
}

#[test]
fn trace_off_ends_with_the_block_of_its_cycle() {
    let mut bench = Bench::traced(&full(), &unsynced());
    bench.blocks(&[(0x200, 2, NONE)]).pulse(with(0x204, |port| port.trigger_off = true));
    assert_eq!(bench.messages(), [START]);
    bench.blocks(&[(0x208, 2, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=4 HIST=0x1"]);
}

#[test]
fn trace_off_a_cycle_before_on_leaves_no_gap() {
    let mut bench = Bench::traced(&full(), &unsynced());
    bench.pulse(with(0x200, |port| port.trigger_off = true)).pulse(with(0x204, |port| port.trigger_on = true));
    assert_eq!(bench.messages(), [START]);
    bench.control(true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=4 HIST=0x1"]);
}

#[test]
fn both_at_once_while_off_trace_that_cycle_alone() {
    let mut bench = armed(&unsynced());
    bench.pulse(with(0x200, |port| (port.trigger_on, port.trigger_off) = (true, true))).blocks(&[(0x204, 2, NONE)]);
    assert_eq!(bench.messages(), [START, "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1"]);
}

#[test]
fn debug_triggers_need_te_inst_trig_en() {
    let mut bench = armed(&Run { triggers: false, ..unsynced() });
    bench.pulse(with(0x200, |port| port.trigger_on = true));
    assert!(bench.messages().is_empty());
    bench.control(true, true).pulse(with(0x200, |port| port.trigger_off = true)).blocks(&[(0x204, 2, NONE)]);
    assert_eq!(bench.messages(), [START]);
}

#[test]
fn external_triggers_start_and_stop_without_te_inst_trig_en() {
    let run = Run { triggers: false, external_triggers: TriggerAction::Start.into(), ..unsynced() };
    let mut bench = armed(&run);
    bench.pulse(with(0x200, |port| port.external_triggers = 1));
    assert_eq!(bench.messages(), [START]);
    let mut bench = Bench::traced(&full(), &Run { external_triggers: TriggerAction::Stop.into(), ..run });
    bench.pulse(with(0x200, |port| port.external_triggers = 1)).blocks(&[(0x204, 2, NONE)]);
    assert_eq!(bench.messages(), [START, "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=2 HIST=0x1"]);
}

#[test]
fn triggers_need_te_enable() {
    let mut bench = Bench::new(&full(), &unsynced());
    bench.pulse(with(0x200, |port| port.trigger_on = true)).idle(2);
    assert!(bench.messages().is_empty());
    bench.control(true, false);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=0x1"]);
}

#[test]
fn trace_on_together_with_te_enable_is_no_trace_that_starts_disabled() {
    let mut bench = Bench::new(&full(), &unsynced());
    bench.port(|port| port.trigger_on = true).control(true, false);
    assert!(bench.messages().is_empty());
    assert_eq!(bench.blocks(&[(0x200, 2, NONE)]).messages(), [START]);
}

#[test]
fn trace_on_in_debug_mode_is_a_start_out_of_it() {
    let mut bench = armed(&unsynced());
    bench.halted(true).pulse(|port| port.trigger_on = true).messages();
    bench.halted(false).blocks(&[(0x200, 2, NONE)]);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=3 I-CNT=0 F-ADDR=0x100"]);
}

#[test]
fn a_build_without_triggers_sees_none() {
    let mut bench = Bench::new(&build(), &Run { external_triggers: TriggerAction::Start.into(), ..unsynced() });
    bench.control(true, false).messages();
    bench.pulse(with(0x200, |port| (port.trigger_on, port.external_triggers) = (true, 1)));
    assert!(bench.messages().is_empty());
}

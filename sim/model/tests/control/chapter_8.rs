// SPDX-License-Identifier: Apache-2.0
//! Ch. 8: external triggers.

use crate::bench::{bit, full, Bench};
use tracewright_regmap::*;

const ENABLE: u32 = bit(TE_CONTROL_TE_ENABLE);
const TRACING: u32 = bit(TE_CONTROL_TE_INST_TRACING);

/// Cycles from a level at an input to teInstTracing: two stages, the edge, the port, the ingress register, and the bit.
const WAY: usize = 5;

/// teEnable set, and this action for input 0.
fn enabled(action: usize) -> Bench {
    let mut bench = Bench::active(&full());
    bench.write(X_TRIG_IN_CONTROL, action as u32).set(TE_CONTROL, ENABLE).messages();
    bench
}

#[test]
fn tci_8_1_x_trig_in_control_takes_actions_2_3_4_of_inputs_that_exist() {
    let mut bench = Bench::active(&full());
    let mut write = |value| {
        bench.write(X_TRIG_IN_CONTROL, value);
        bench.read(X_TRIG_IN_CONTROL)
    };
    assert_eq!(write(0x2222_2432), 0x432);
    // Illegal values, each by itself.
    assert_eq!(write(0x0513), 0x433);
    assert_eq!(
        [0x000, 0x111, 0x222, 0x555, 0x333, 0xFFF, 0x444, 0x888].map(write),
        [0x000, 0x000, 0x222, 0x222, 0x333, 0x333, 0x444, 0x444]
    );
}

#[test]
fn tci_8_1_x_trig_out_control_takes_both_events_of_outputs_that_exist() {
    let mut bench = Bench::active(&full());
    bench.write(X_TRIG_OUT_CONTROL, u32::MAX);
    assert_eq!(bench.read(X_TRIG_OUT_CONTROL), 0x33);
    bench.write_bytes(X_TRIG_OUT_CONTROL, 0x12, 1);
    assert_eq!(bench.read(X_TRIG_OUT_CONTROL), 0x12);
}

#[test]
fn tci_ch_8_x_trig_in_control_start_and_stop_act_on_te_inst_tracing() {
    let mut bench = enabled(X_TRIG_IN_ACTION_START);
    bench.inputs.external_triggers = 1;
    assert!(!bench.idle(WAY - 1).control.signals().tracing);
    assert!(bench.idle(1).control.signals().tracing);
    bench.inputs.external_triggers = 0;
    bench.write(X_TRIG_IN_CONTROL, X_TRIG_IN_ACTION_STOP as u32);
    assert!(bench.control.signals().tracing);
    bench.inputs.external_triggers = 1;
    assert!(!bench.idle(WAY).control.signals().tracing);
}

#[test]
fn tci_ch_8_x_trig_in_control_notify_records_a_synchronising_message() {
    let mut bench = enabled(X_TRIG_IN_ACTION_NOTIFY);
    bench.set(TE_CONTROL, TRACING).block(0x100).idle(1);
    bench.inputs.external_triggers = 1;
    bench.idle(WAY).block(0x104).idle(1);
    assert!(bench.messages().last().unwrap().starts_with("IndirectBranchHistSync SYNC=0"));
}

#[test]
fn an_action_of_0_does_nothing() {
    let mut bench = enabled(X_TRIG_IN_ACTION_NONE);
    bench.inputs.external_triggers = 7;
    assert!(!bench.idle(20).control.signals().tracing);
}

#[test]
fn an_input_fires_when_it_rises_and_not_while_it_is_high() {
    let mut bench = enabled(X_TRIG_IN_ACTION_START);
    bench.inputs.external_triggers = 1;
    bench.shown.clear();
    bench.idle(20).inputs.external_triggers = 0;
    bench.idle(20);
    let at_port: Vec<_> = (0..40).filter(|&n| bench.shown[n].external_triggers != 0).collect();
    assert_eq!(at_port, [3]);
}

#[test]
fn an_input_waits_while_the_hart_is_stalled() {
    let mut bench = enabled(X_TRIG_IN_ACTION_START);
    bench.inputs.stall = true;
    bench.shown.clear();
    // Two edges, one trigger.
    for level in [1, 0, 1, 0] {
        bench.inputs.external_triggers = level;
        bench.idle(3);
    }
    bench.idle(8);
    assert!(!bench.control.signals().tracing);
    bench.inputs.stall = false;
    bench.idle(2);
    assert!(bench.control.signals().tracing);
    let at_port: Vec<_> = (0..22).filter(|&n| bench.shown[n].external_triggers != 0).collect();
    assert_eq!(at_port, (3..=20).collect::<Vec<_>>());
}

#[test]
fn an_edge_in_the_cycle_that_takes_another_is_not_lost() {
    let mut bench = enabled(X_TRIG_IN_ACTION_START);
    bench.shown.clear();
    for level in [1, 0, 1, 0, 0, 0, 0, 0] {
        bench.inputs.external_triggers = level;
        bench.idle(1);
    }
    let at_port: Vec<_> = bench.shown.iter().map(|s| s.external_triggers).collect();
    assert_eq!(at_port, [0, 0, 0, 1, 0, 1, 0, 0]);
}

#[test]
fn inputs_that_do_not_exist_are_never_high() {
    let mut bench = enabled(X_TRIG_IN_ACTION_START);
    bench.inputs.external_triggers = 0xFE;
    bench.shown.clear();
    bench.idle(20);
    assert!(bench.shown.iter().all(|s| s.external_triggers & !6 == 0));
}

#[test]
fn outputs_fire_for_a_cycle_after_te_inst_tracing_changes() {
    let mut bench = Bench::active(&full());
    bench.write(X_TRIG_OUT_CONTROL, 0x21).set(TE_CONTROL, ENABLE);
    bench.shown.clear();
    bench.set(TE_CONTROL, TRACING).idle(4).clear(TE_CONTROL, TRACING).idle(4);
    let tracing = bench.shown.iter().map(|s| s.tracing).collect::<Vec<_>>();
    for (cycle, shown) in bench.shown.iter().enumerate().skip(2) {
        let expected = match (tracing[cycle - 2], tracing[cycle - 1]) {
            (false, true) => 0b01,
            (true, false) => 0b10,
            _ => 0,
        };
        assert_eq!(shown.trigger_outputs, expected, "{cycle}");
    }
    assert_eq!(bench.shown.iter().filter(|s| s.trigger_outputs != 0).count(), 2);
}

#[test]
fn no_output_fires_when_te_active_is_cleared_and_te_inst_tracing_is_not() {
    for (word, fired) in [(TRACING, 0), (0, 1)] {
        let mut bench = Bench::tracing(&full());
        bench.write(X_TRIG_OUT_CONTROL, 0x22).idle(2).shown.clear();
        bench.write(TE_CONTROL, word).idle(4);
        assert_eq!(bench.shown.iter().filter(|s| s.trigger_outputs == 3).count(), fired);
    }
}

#[test]
fn an_output_fires_when_a_trigger_starts_trace() {
    let mut bench = enabled(X_TRIG_IN_ACTION_START);
    bench.write(X_TRIG_OUT_CONTROL, 0x10).shown.clear();
    bench.inputs.external_triggers = 1;
    bench.idle(WAY + 3);
    let fired: Vec<_> = bench.shown.iter().map(|s| s.trigger_outputs).collect();
    assert_eq!(fired, [0, 0, 0, 0, 0, 0, 0b10, 0]);
}

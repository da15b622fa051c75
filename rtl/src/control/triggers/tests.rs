// SPDX-License-Identifier: Apache-2.0
//! External triggers against Trace Control ch. 8.

use super::*;
use crate::bench::{settle, Clocked};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_regmap::*;

fn build(inputs: u32, outputs: u32) -> Build {
    let mut build = Build::default();
    build.encoder.external_triggers = inputs;
    build.encoder.trigger_outputs = outputs;
    build
}

/// The triggers in the cycles of `levels` and `stalls`, oldest first: input 1 of 2, the other quiet.
fn triggers(levels: &str, stalls: &str) -> String {
    let mut inputs = TriggerInputs::new(&build(2, 0)).reset();
    let cycles = levels.chars().zip(stalls.chars());
    let shown = cycles.map(|(level, stall)| {
        inputs.level[1].next = level == '1';
        inputs.stall.next = stall == '1';
        settle(&mut inputs);
        assert!(!inputs.trigger[0].val());
        let shown = if inputs.trigger[1].val() { '1' } else { '0' };
        inputs.tick();
        shown
    });
    shown.collect()
}

#[test]
fn tci_ch_8_a_rising_edge_fires_an_input_once_three_cycles_later() {
    assert_eq!(triggers("0100000", "0000000"), "0000100");
    assert_eq!(triggers("0111110000", "0000000000"), "0000100000", "however long it is");
    assert_eq!(triggers("1000000", "0000000"), "0001000", "a level at reset is an edge");
    assert_eq!(triggers("0101010000", "0000000000"), "0000101010", "each edge");
}

#[test]
fn tci_ch_8_a_trigger_waits_while_the_hart_is_stalled() {
    assert_eq!(triggers("0100000000", "0000111000"), "0000111100");
    assert_eq!(triggers("0100000000", "1111000000"), "0000100000", "a stall before it does nothing");
    assert_eq!(triggers("0101000000", "0000111000"), "0000111100", "two that wait are one");
    assert_eq!(triggers("0101000000", "0000100000"), "0000111000", "one comes as the other is taken");
    for edge in 0..6 {
        for stall in 0..8 {
            let levels: String = (0..16).map(|n| if n == edge { '1' } else { '0' }).collect();
            let stalls: String =
                (0..16).map(|n| if n >= edge + 3 && n < edge + 3 + stall { '1' } else { '0' }).collect();
            let shown = triggers(&levels, &stalls);
            let taken = shown.chars().zip(stalls.chars()).filter(|(shown, stall)| (*shown, *stall) == ('1', '0'));
            assert_eq!(taken.count(), 1, "{levels} {stalls} {shown}");
        }
    }
}

/// Which outputs are high in the cycles of `tracing`.
fn outputs(control: u32, tracing: &str) -> Vec<u32> {
    let mut outputs = TriggerOutputs::new(&build(0, 8)).reset();
    outputs.control.next = bits(control.into());
    let cycles = tracing.chars().map(|tracing| {
        outputs.tracing.next = tracing == '1';
        settle(&mut outputs);
        let shown = outputs.trigger.iter().enumerate().fold(0, |all, (n, high)| all | u32::from(high.val()) << n);
        outputs.tick();
        shown
    });
    cycles.collect()
}

#[test]
fn tci_ch_8_outputs_fire_on_the_events_that_each_selects() {
    let control = (X_TRIG_OUT_EVENT_START | X_TRIG_OUT_EVENT_STOP << 4 | 3 << 12 | 1 << 28) as u32;
    assert_eq!(outputs(control, "0011110000"), [0, 0, 0, 0b1000_1001, 0, 0, 0, 0b1010, 0, 0]);
    assert_eq!(outputs(control, "01010"), [0, 0, 0b1000_1001, 0b1010, 0b1000_1001]);
    assert_eq!(outputs(0, "0101"), [0; 4]);
}

#[test]
fn tci_ch_8_an_encoder_that_becomes_inactive_fires_no_output() {
    let mut outputs = TriggerOutputs::new(&build(0, 1)).reset();
    outputs.control.next = bits(3);
    outputs.tracing.next = true;
    settle(&mut outputs);
    (0..3).for_each(|_| outputs.tick());
    outputs.control.next = bits(0);
    outputs.tracing.next = false;
    settle(&mut outputs);
    for _ in 0..3 {
        assert!(!outputs.trigger[0].val());
        outputs.tick();
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Ch. 9: triggers of the debug module, and what happens when triggers meet (Trace Control 9.2).

use crate::bench::{bit, full, Bench};
use tracewright_model::control::BusAccess;
use tracewright_regmap::*;

const ENABLE: u32 = bit(TE_CONTROL_TE_ENABLE);
const TRACING: u32 = bit(TE_CONTROL_TE_INST_TRACING);
const TRIGGERS: u32 = bit(TE_CONTROL_TE_INST_TRIG_EN);

/// teEnable and teInstTrigEn set, and teInstTracing as asked.
fn armed(tracing: u32) -> Bench {
    let mut bench = Bench::active(&full());
    bench.set(TE_CONTROL, ENABLE | TRIGGERS | tracing).messages();
    bench
}

#[test]
fn tci_9_1_dbg_trigger_control_reads_0() {
    let mut bench = Bench::active(&full());
    bench.write(DBG_TRIGGER_CONTROL, u32::MAX);
    assert_eq!(bench.read(DBG_TRIGGER_CONTROL), 0);
}

#[test]
fn tci_ch_9_actions_2_start_3_stop_4_record() {
    let mut bench = armed(0);
    bench.pulse(|port| port.trigger_on = true).idle(1);
    assert!(bench.control.signals().tracing);
    bench.block(0x100).pulse(|port| port.blocks[0].notify = true).block(0x104).idle(1);
    bench.pulse(|port| port.trigger_off = true).idle(1);
    assert!(!bench.control.signals().tracing);
    bench.idle(1);
    let messages = bench.messages();
    assert_eq!(messages.first().unwrap(), "ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80");
    assert_eq!(messages.last().unwrap(), "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=4 HIST=0x1");
}

#[test]
fn an_event_records_a_message_at_the_next_block() {
    let mut bench = armed(TRACING);
    bench.block(0x100).pulse(|port| {
        port.blocks[0] = tracewright_messages::Block { iaddr: 0x104, iretire: 2, notify: true, ..Default::default() }
    });
    bench.block(0x108).idle(1);
    assert!(bench.messages().last().unwrap().starts_with("IndirectBranchHistSync SYNC=6"));
}

/// A write to teInstTracing in the cycle in which triggers act: `(on, off, written)`, and what comes of it.
fn meets(on: bool, off: bool, before: bool, written: bool) -> bool {
    let mut bench = armed(if before { TRACING } else { 0 });
    let word = bench.read(TE_CONTROL);
    let data = if written { word | TRACING } else { word & !TRACING };
    bench.pulse(|port| (port.trigger_on, port.trigger_off) = (on, off));
    bench.cycle(Some(BusAccess::Write { offset: TE_CONTROL as u32, data, strobe: 0xF }), &[]);
    bench.control.signals().tracing
}

#[test]
fn tci_9_2_off_beats_on_and_both_beat_a_write() {
    for (before, written) in [(false, false), (false, true), (true, false), (true, true)] {
        assert_eq!(meets(false, false, before, written), written);
        assert!(meets(true, false, before, written));
        assert!(!meets(false, true, before, written));
        assert!(!meets(true, true, before, written));
    }
}

#[test]
fn tci_9_2_a_debug_trigger_and_an_external_one_meet() {
    // An external trigger is at the port three cycles after its level.
    for (action, on, off, expected) in [
        (X_TRIG_IN_ACTION_START, false, true, false),
        (X_TRIG_IN_ACTION_STOP, true, false, false),
        (X_TRIG_IN_ACTION_START, true, false, true),
        (X_TRIG_IN_ACTION_NOTIFY, true, false, true),
    ] {
        for before in [0, TRACING] {
            let mut bench = armed(before);
            bench.write(X_TRIG_IN_CONTROL, action as u32);
            bench.inputs.external_triggers = 1;
            bench.idle(3).pulse(|port| (port.trigger_on, port.trigger_off) = (on, off)).idle(1);
            assert_eq!(bench.control.signals().tracing, expected, "{action} {on} {off}");
        }
    }
}

#[test]
fn debug_triggers_need_te_inst_trig_en_and_external_ones_do_not() {
    let mut bench = Bench::active(&full());
    bench.write(X_TRIG_IN_CONTROL, X_TRIG_IN_ACTION_START as u32).set(TE_CONTROL, ENABLE);
    bench.pulse(|port| port.trigger_on = true).idle(2);
    assert!(!bench.control.signals().tracing);
    bench.inputs.external_triggers = 1;
    assert!(bench.idle(5).control.signals().tracing);
}

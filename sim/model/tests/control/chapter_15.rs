// SPDX-License-Identifier: Apache-2.0
//! Ch. 15: enabling and disabling.

use crate::bench::{bit, full, Bench};
use tracewright_model::codec;
use tracewright_regmap::*;

const ACTIVE: u32 = bit(TE_CONTROL_TE_ACTIVE);
const ENABLE: u32 = bit(TE_CONTROL_TE_ENABLE);
const TRACING: u32 = bit(TE_CONTROL_TE_INST_TRACING);

#[test]
fn tci_ch_15_trace_is_enabled_and_disabled_in_the_order_of_the_specification() {
    let mut bench = Bench::new(&full());
    bench.write(TE_CONTROL, ACTIVE);
    assert_eq!(bench.read(TE_CONTROL) & ACTIVE, ACTIVE);
    assert_eq!(bench.field("teControl", "teInstMode", 6), 6);
    bench.write(TE_RAM_WP, 0).block(0x80).set(TE_CONTROL, ENABLE | TRACING);
    bench.block(0x100).block(0x104).idle(1);
    bench.clear(TE_CONTROL, TRACING);
    assert_eq!(
        bench.messages(),
        ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80", "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=4 HIST=0x1"]
    );
    bench.inputs.empty = false;
    bench.clear(TE_CONTROL, ENABLE);
    assert_eq!(bench.get("teControl", "teEmpty"), 0);
    bench.inputs.empty = true;
    assert_eq!(bench.get("teControl", "teEmpty"), 1);
    // The flush fills the last word.
    bench.cycle(None, &[1, 0xFF, 0xFF, 0xFF]);
    assert_eq!((bench.read(TE_RAM_WP), bench.read(TE_RAM_DATA)), (4, 0xFFFF_FF01));
    assert_eq!(bench.read(TE_CONTROL) & 7, ACTIVE);
}

#[test]
fn te_enable_alone_reports_a_trace_that_starts_disabled() {
    let mut bench = Bench::active(&full());
    bench.set(TE_CONTROL, ENABLE).idle(1);
    assert_eq!(bench.messages(), ["ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=0 HIST=0x1"]);
}

#[test]
fn te_inst_tracing_alone_traces_nothing() {
    let mut bench = Bench::active(&full());
    bench.set(TE_CONTROL, TRACING).block(0x100).idle(1);
    assert!(bench.messages().is_empty());
    bench.set(TE_CONTROL, ENABLE).block(0x104).idle(1);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x82"]);
}

#[test]
fn clearing_te_active_drops_everything_at_once() {
    let mut bench = Bench::tracing(&full());
    bench.block(0x100).idle(1).messages();
    bench.write(TE_CONTROL, 0).block(0x104).idle(1);
    assert!(bench.messages().is_empty());
    bench.write(TE_CONTROL, ACTIVE).write(TE_CONTROL, ACTIVE | ENABLE | TRACING | 6 << 4);
    bench.block(0x108).idle(1);
    assert_eq!(bench.messages(), ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x84"]);
}

#[test]
fn a_trace_that_stops_by_itself_shows_in_te_control() {
    let mut bench = Bench::tracing(&full());
    bench.set(TE_CONTROL, bit(TE_CONTROL_TE_STOP_ON_WRAP));
    assert_eq!(bench.read(TE_CONTROL) & (ENABLE | TRACING), ENABLE | TRACING);
    bench.cycle(None, &[0; 256]);
    assert_eq!(bench.read(TE_CONTROL) & (ENABLE | TRACING), 0);
    // Its correlation is made, and thrown away by the memory.
    assert!(bench.messages().last().unwrap().starts_with("ProgTraceCorrelation EVCODE=4"));
    assert_eq!(bench.read(TE_RAM_WP), 1);
}

#[test]
fn source_and_framing_go_by_the_registers() {
    let mut bench = Bench::active(&full());
    bench.field("teInstFeatures", "teSrcID", 3);
    let framing = bench.control.programmed().framing;
    let message = tracewright_model::Message::new(tracewright_messages::Tcode::Error, |_| 0);
    // TCODE 8, SRC 3 in ten bits, ETYPE and ECODE 0.
    assert_eq!(codec::encode(&message, &framing).iter().map(|byte| byte >> 2).collect::<Vec<_>>()[..2], [8, 3]);
}

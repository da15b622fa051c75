// SPDX-License-Identifier: Apache-2.0
//! docs/sinks.md, "Selection".

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, SinkKind};
use tracewright_prim::bench::settle;
use tracewright_regmap::{TE_SINK_ATB, TE_SINK_PIB, TE_SINK_SBA, TE_SINK_SRAM};
use tracewright_sinks::Router;

fn router() -> Router<8> {
    let mut build = Build::default();
    build.sink.kind = [SinkKind::Sram, SinkKind::Pib].into_iter().collect();
    let mut router = Router::new(&build);
    router.connect_all();
    tick(&mut router);
    router.rst_n.next = true;
    router.joiner_empty.next = true;
    select(&mut router, TE_SINK_SRAM as u64);
    assert_eq!(selected(&router), TE_SINK_SRAM as u64);
    router
}

fn tick(router: &mut Router<8>) {
    for level in [false, true] {
        router.clock.next = level.into();
        settle(router);
    }
}

/// Writes teSink, and lets a cycle pass.
fn select(router: &mut Router<8>, sink: u64) {
    router.select.next = sink.to_bits();
    settle(router);
    tick(router);
}

fn selected(router: &Router<8>) -> u64 {
    router.selected.val().to_u64()
}

/// A cycle with a byte, that both outputs would take: which of them got it.
fn send(router: &mut Router<8>, byte: u64) -> (bool, bool) {
    router.source.valid.next = true;
    router.source.data.next = byte.to_bits();
    router.pib.ready.next = true;
    router.joiner.ready.next = true;
    settle(router);
    assert!(router.source.ready.val());
    let to = (router.pib.valid.val(), router.joiner.valid.val());
    tick(router);
    router.source.valid.next = false;
    settle(router);
    to
}

#[test]
fn trace_goes_to_the_pib_or_else_to_the_joiner() {
    let mut router = router();
    for (sink, to) in [
        (TE_SINK_PIB, (true, false)),
        (TE_SINK_SBA, (false, true)),
        (TE_SINK_ATB, (false, true)),
        (TE_SINK_PIB, (true, false)),
    ] {
        select(&mut router, sink as u64);
        assert_eq!(send(&mut router, 0x03), to, "{sink}");
    }
}

#[test]
fn a_message_under_way_stays_together() {
    let mut router = router();
    assert_eq!(send(&mut router, 0x04), (false, true));
    select(&mut router, TE_SINK_PIB as u64);
    assert_eq!(selected(&router), TE_SINK_SRAM as u64);
    assert_eq!(send(&mut router, 0x05), (false, true));
    assert_eq!(send(&mut router, 0x07), (false, true));
    tick(&mut router);
    assert_eq!(selected(&router), TE_SINK_PIB as u64);
    assert_eq!(send(&mut router, 0x04), (true, false));
    select(&mut router, TE_SINK_SRAM as u64);
    assert_eq!(selected(&router), TE_SINK_PIB as u64);
    // The end that an encoder gives a message that was cut.
    assert_eq!(send(&mut router, 0x03), (true, false));
    tick(&mut router);
    assert_eq!(selected(&router), TE_SINK_SRAM as u64);
}

#[test]
fn what_is_in_the_joiner_goes_where_it_was_meant_to() {
    let mut router = router();
    router.joiner_empty.next = false;
    select(&mut router, TE_SINK_PIB as u64);
    assert_eq!(selected(&router), TE_SINK_SRAM as u64);
    router.joiner_empty.next = true;
    tick(&mut router);
    assert_eq!(selected(&router), TE_SINK_PIB as u64);
}

#[test]
fn a_chunk_that_waits_is_not_taken_back() {
    let mut router = router();
    router.source.valid.next = true;
    router.source.data.next = bits(0x03);
    select(&mut router, TE_SINK_PIB as u64);
    assert!(router.joiner.valid.val() && !router.pib.valid.val());
    assert_eq!(selected(&router), TE_SINK_SRAM as u64);
}

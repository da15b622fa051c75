// SPDX-License-Identifier: Apache-2.0
//! Each module of the sink in rust-hdl's simulator is its Verilog in Verilator, and lint has nothing to say.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Reset, SbaBus, Sink, SinkKind};
use tracewright_regmap::{ALL_CONSTANTS, TE_RAM_BASE, TE_RAM_LIMIT, TE_RAM_WP};
use tracewright_sinks::sba::{Answer, Order};
use tracewright_sinks::{SbaAxi4, SbaFifo, SbaPlan, SbaSink, SbaTileLink, SbaWishbone};
use verilator_sys::differential::{Batch, Random};

const CYCLES: usize = 3000;
/// Resets in mid-work; those of [`Random::reset`] come too often for a burst to end.
const QUIET: u32 = 300;

/// Gives the inputs named random values.
macro_rules! randomise {
    ($block:ident, $random:ident: $($($input:ident).+),+ $(,)?) => {
        $($block.$($input).+.next = $random.any();)+
    };
}

/// Gives the inputs named, of which there are as many as the build has, random values.
macro_rules! randomise_each {
    ($block:ident, $random:ident: $($($input:ident).+),+ $(,)?) => {
        $($block.$($input).+.iter_mut().for_each(|input| input.next = $random.any());)+
    };
}

/// Out of reset after the first cycles, but for a cycle now and then.
fn reset(random: &mut Random, cycle: &mut usize) -> bool {
    *cycle += 1;
    *cycle > 2 && !random.rarely(QUIET)
}

/// An address near others: in the first page, or the last one.
fn near(random: &mut Random) -> Bits<32> {
    let offset = random.below(64) * 4;
    if random.bit() {
        offset.to_bits()
    } else {
        (0xFFFF_FFFC - offset).to_bits()
    }
}

/// A register that means something, or at times any.
fn offset(random: &mut Random) -> Bits<12> {
    match random.below(8) {
        0 => random.any(),
        n => [TE_RAM_WP, TE_RAM_BASE, TE_RAM_LIMIT][n as usize % 3].to_bits(),
    }
}

fn randomise_order(order: &mut Signal<In, Order>, r: &mut Random) {
    order.next = Order { start: r.rarely(20), address: r.any(), address_high: r.any(), more: r.any() };
}

fn check(batch: Batch) {
    if let Err(error) = batch.run(CYCLES, 11) {
        panic!("{error}");
    }
}

#[test]
fn the_parts_mean_the_same_in_verilog() {
    let mut batch = Batch::new(ALL_CONSTANTS);
    for (words, lanes, style) in [(1, 1, Reset::Async), (4, 4, Reset::Sync), (64, 2, Reset::Async)] {
        let mut cycle = 0;
        let build = |sba_bus| {
            let sink = Sink { sba_bus, sba_width: 32 * lanes, sba_burst: words, sba_address: 40, ..Sink::default() };
            Build { sink, reset: style, ..Build::default() }
        };
        let fifo = SbaFifo::new(&build(SbaBus::Axi4));
        batch.add_clocked(
            &format!("fifo_{words}"),
            fifo,
            |x| &mut x.clock,
            move |x, r| {
                x.rst_n.next = reset(r, &mut cycle);
                randomise!(x, r: in_valid, mark_more, pop);
                randomise_each!(x, r: in_data);
                x.drop.next = r.rarely(30);
                x.mark.next = r.rarely(10);
            },
        );
        let mut cycle = 0;
        let plan = SbaPlan::new(&build(if words > 1 { SbaBus::Axi4 } else { SbaBus::Wishbone }));
        batch.add_clocked(
            &format!("plan_{words}"),
            plan,
            |x| &mut x.clock,
            move |x, r| {
                x.rst_n.next = reset(r, &mut cycle);
                randomise!(x, r: enable, stop_on_wrap, full, empty, drained);
                x.answer.next = Answer { answered: r.any(), finished: r.any(), response: r.any() };
                x.waiting.next = r.below(words.into()).into();
                x.te_ram_base.next = near(r);
                x.te_ram_limit.next = near(r);
                x.clear.next = r.rarely(30);
                x.bus_write.next = r.rarely(20);
                x.bus_addr.next = offset(r);
                x.bus_merged.next = near(r);
            },
        );
        let mut cycle = 0;
        let axi4 = SbaAxi4::new(&build(SbaBus::Axi4));
        batch.add_clocked(
            &format!("axi4_{words}"),
            axi4,
            |x| &mut x.clock,
            move |x, r| {
                x.rst_n.next = reset(r, &mut cycle);
                randomise_order(&mut x.order, r);
                randomise!(x, r: m_axi.awready, m_axi.wready, m_axi.bvalid, m_axi.bresp);
                randomise_each!(x, r: word);
            },
        );
        if lanes > 2 {
            continue;
        }
        let mut cycle = 0;
        let tilelink = SbaTileLink::new(&build(SbaBus::TileLinkUl));
        batch.add_clocked(
            &format!("tilelink_{words}"),
            tilelink,
            |x| &mut x.clock,
            move |x, r| {
                x.rst_n.next = reset(r, &mut cycle);
                randomise_order(&mut x.order, r);
                randomise!(x, r: m_tl.a_ready, m_tl.d_valid, m_tl.d_opcode, m_tl.d_param,
                    m_tl.d_size, m_tl.d_source, m_tl.d_sink, m_tl.d_denied, m_tl.d_corrupt, m_tl.d_data);
                randomise_each!(x, r: word);
            },
        );
        let mut cycle = 0;
        let wishbone = SbaWishbone::new(&build(SbaBus::Wishbone));
        batch.add_clocked(
            &format!("wishbone_{words}"),
            wishbone,
            |x| &mut x.clock,
            move |x, r| {
                x.rst_n.next = reset(r, &mut cycle);
                randomise_order(&mut x.order, r);
                randomise!(x, r: m_wb.ack, m_wb.err);
                randomise_each!(x, r: word);
            },
        );
    }
    check(batch);
}

fn add_sink<const IN: usize>(batch: &mut Batch, sba_bus: SbaBus, sba_width: u32, sba_burst: u32) {
    let sink = Sink { kind: SinkKind::Sba.into(), sba_bus, sba_width, sba_burst, sba_address: 64, ..Sink::default() };
    let sink = SbaSink::<IN>::new(&Build { sink, ..Build::default() });
    let mut cycle = 0;
    let (mut flush, mut base, mut limit) = (false, Bits::default(), Bits::default());
    batch.add_clocked(
        &format!("sink_{IN}_{sba_bus:?}_{sba_width}_{sba_burst}").to_lowercase(),
        sink,
        |x| &mut x.clock,
        move |x, r| {
            x.rst_n.next = reset(r, &mut cycle);
            if r.rarely(40) {
                (flush, base, limit) = (r.bit(), near(r), near(r));
            }
            randomise!(x, r: unit.valid, unit.data, unit.bytes, enable, stop_on_wrap, te_ram_base_high);
            randomise!(x, r: m_axi.awready, m_axi.wready, m_axi.bvalid, m_axi.bresp, m_tl.a_ready, m_tl.d_valid,
                m_tl.d_opcode, m_tl.d_param, m_tl.d_size, m_tl.d_source, m_tl.d_sink, m_tl.d_denied, m_tl.d_corrupt,
                m_tl.d_data, m_wb.ack, m_wb.err);
            x.flush.next = flush;
            x.te_ram_base.next = base;
            x.te_ram_limit.next = limit;
            x.clear.next = r.rarely(100);
            x.bus_write.next = r.rarely(30);
            x.bus_addr.next = offset(r);
            x.bus_merged.next = near(r);
        },
    );
}

#[test]
fn the_sink_means_the_same_in_verilog() {
    let mut batch = Batch::new(ALL_CONSTANTS);
    add_sink::<8>(&mut batch, SbaBus::Axi4, 32, 16);
    add_sink::<32>(&mut batch, SbaBus::Axi4, 128, 4);
    add_sink::<64>(&mut batch, SbaBus::Axi4, 64, 1);
    add_sink::<8>(&mut batch, SbaBus::TileLinkUl, 64, 8);
    add_sink::<32>(&mut batch, SbaBus::TileLinkUl, 32, 2);
    add_sink::<64>(&mut batch, SbaBus::Wishbone, 64, 32);
    add_sink::<8>(&mut batch, SbaBus::Wishbone, 32, 64);
    check(batch);
}

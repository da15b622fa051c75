// SPDX-License-Identifier: Apache-2.0
//! The front ends, the crossing and the whole on each bus in rust-hdl's simulator are their Verilog in Verilator,
//! cycle by cycle, with whatever may come in, legal or not; lint has nothing to say.

use crate::synchronous;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, BusKind, Sink};
use tracewright_regmap::{TE_CONTROL, TE_IMPL, TE_RAM_DATA, TE_RAM_RP, TE_RAM_WP};
use tracewright_rtl::bus::{Apb4, Asked, Axi4Lite, Requester, Responder, TileLink, Wishbone};
use tracewright_rtl::encoder::features;
use tracewright_rtl::{codes, Top};
use verilator_sys::differential::{Batch, Random};

/// Gives the inputs named random values.
macro_rules! randomise {
    ($block:ident, $random:ident: $($($input:ident).+),+ $(,)?) => {
        $($block.$($input).+.next = $random.any();)+
    };
}

/// Adds a block with the fields `clock` and `rst_n` whose other inputs are random.
macro_rules! add {
    ($batch:ident, $name:expr, $block:expr, [$($($input:ident).+),+ $(,)?]) => {
        $batch.add_clocked($name, $block, |x| &mut x.clock, |x, r| {
            x.rst_n.next = r.reset();
            randomise!(x, r: $($($input).+),+);
        })
    };
}

#[test]
fn front_ends_and_crossing_mean_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    let (asynchronous, synchronous) = (&Build::default(), &synchronous());
    batch.build(features(asynchronous));
    batch.add("apb4", Apb4::new(asynchronous), |x, r| {
        randomise!(x, r: bus.paddr, bus.psel, bus.penable, bus.pwrite, bus.pwdata, bus.pstrb, port.done, port.rdata);
    });
    add!(
        batch,
        "axi4_lite",
        Axi4Lite::new(asynchronous),
        [
            s_axi.awvalid,
            s_axi.awaddr,
            s_axi.awprot,
            s_axi.wvalid,
            s_axi.wdata,
            s_axi.wstrb,
            s_axi.bready,
            s_axi.arvalid,
            s_axi.araddr,
            s_axi.arprot,
            s_axi.rready,
            port.done,
            port.rdata
        ]
    );
    let wishbone = Wishbone::new(synchronous);
    add!(batch, "wishbone", wishbone, [wb.cyc, wb.stb, wb.we, wb.adr, wb.dat_i, wb.sel, port.done, port.rdata]);
    add!(
        batch,
        "tilelink",
        TileLink::new(asynchronous),
        [
            tl.a_valid,
            tl.a_opcode,
            tl.a_param,
            tl.a_size,
            tl.a_source,
            tl.a_address,
            tl.a_mask,
            tl.a_data,
            tl.a_corrupt,
            tl.d_ready,
            port.done,
            port.rdata
        ]
    );
    // A single component has no number.
    let access =
        |r: &mut Random| Asked { write: r.any(), addr: r.any(), wdata: r.any(), strobe: r.any(), ..Asked::default() };
    batch.add_clocked(
        "requester",
        Requester::new(asynchronous),
        |x| &mut x.clock,
        move |x, r| {
            x.rst_n.next = r.reset();
            x.port.access.next = access(r);
            randomise!(x, r: port.request, far.answered, far.answered_rdata);
        },
    );
    batch.add_clocked(
        "responder",
        Responder::new(synchronous),
        |x| &mut x.clock,
        move |x, r| {
            x.rst_n.next = r.reset();
            x.far.asked.next = access(r);
            randomise!(x, r: far.asking, port.done, port.rdata);
        },
    );
    if let Err(error) = batch.run(2000, 3) {
        panic!("{error}");
    }
}

/// Often an offset that means something.
fn offset(random: &mut Random) -> Bits<12> {
    let offsets = [TE_CONTROL, TE_IMPL, TE_RAM_WP, TE_RAM_RP, TE_RAM_DATA];
    match random.rarely(8) {
        true => random.bits(),
        false => offsets[random.below(offsets.len() as u64) as usize].to_bits(),
    }
}

type Whole = Top<32, 31, 36, 32, 32, 32, 56, 8, 16>;

/// Random transfers on whatever bus there is.
fn drive_bus(x: &mut Whole, r: &mut Random) {
    randomise!(x, r: apb.psel, apb.penable, apb.pwrite, apb.pwdata, apb.pstrb, s_axi.awvalid, s_axi.awprot, s_axi.wvalid, s_axi.wdata,
        s_axi.wstrb, s_axi.bready, s_axi.arvalid, s_axi.arprot, s_axi.rready, wb.we, wb.dat_i, wb.sel, tl.a_opcode, tl.a_param,
        tl.a_size, tl.a_mask, tl.a_data, tl.d_ready);
    x.apb.paddr.next = bit_cast(offset(r));
    x.s_axi.awaddr.next = bit_cast(offset(r));
    x.s_axi.araddr.next = bit_cast(offset(r));
    x.wb.adr.next = bit_cast(offset(r));
    x.tl.a_address.next = bit_cast(offset(r));
    let often = |r: &mut Random| !r.rarely(20);
    (x.wb.cyc.next, x.wb.stb.next, x.tl.a_valid.next) = (often(r), often(r), often(r));
    x.tl.a_source.next = r.below(16).into();
    x.tl.a_corrupt.next = r.rarely(20);
}

#[test]
fn the_whole_on_each_bus_means_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    for kind in [BusKind::Apb4, BusKind::Axi4Lite, BusKind::Wishbone, BusKind::TileLinkUl] {
        for own_clock in [false, true] {
            let mut build = Build { sink: Sink { sram_bytes: 256, ..Sink::default() }, ..Build::default() };
            build.encoder.queue_depth = 4;
            build.bus = tracewright_config::Bus { kind, own_clock, lock: own_clock, ..build.bus };
            batch.build(features(&build));
            let name = format!("{kind:?}_{own_clock}").to_lowercase();
            batch.add_clocked(
                &name,
                Whole::new(&build),
                |x| &mut x.clock,
                move |x, r| {
                    x.rst_n.next = !r.rarely(500) && r.reset();
                    x.debug_locked.next = r.rarely(50);
                    let ingress = &mut x.port[0].ingress;
                    (ingress.itype[0].next, ingress.iaddr[0].next) = (r.any(), r.any());
                    (ingress.iretire[0].next, ingress.ilastsize[0].next) = (r.any(), r.any());
                    ingress.halted.next = r.rarely(60);
                    if !x.bus_clock.is_built() {
                        return drive_bus(x, r);
                    }
                    // The bus moves when its clock falls: then nothing changes at its rising edge but what that edge
                    // changes.
                    let rises = !x.bus_clock.next.clk;
                    x.bus_clock.next = rises.into();
                    if !rises {
                        x.bus_rst_n.next = r.reset();
                        drive_bus(x, r);
                    }
                },
            );
        }
    }
    if let Err(error) = batch.run(1000, 3) {
        panic!("{error}");
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The front ends, the crossing and the whole behind each bus in rust-hdl's simulator are their Verilog in Verilator, cycle by
//! cycle, with whatever may come in, legal or not; lint has nothing to say.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, BusKind, Reset, Sink};
use tracewright_differential::{Batch, Random};
use tracewright_regmap::{TE_CONTROL, TE_IMPL, TE_RAM_DATA, TE_RAM_RP, TE_RAM_WP};
use tracewright_rtl::bus::{Apb4, Axi4Lite, Requester, Responder, TileLink, Wishbone};
use tracewright_rtl::encoder::features;
use tracewright_rtl::{codes, Top};

/// Gives the inputs named random values.
macro_rules! randomise {
    ($block:ident, $random:ident: $($input:ident),+ $(,)?) => {
        $($block.$input.next = $random.any();)+
    };
}

/// Adds a block with the fields `clock` and `rst_n` whose other inputs are random.
macro_rules! add {
    ($batch:ident, $name:expr, $block:expr, [$($input:ident),+ $(,)?]) => {
        $batch.add_clocked($name, $block, |x| &mut x.clock, |x, r| {
            x.rst_n.next = r.reset();
            randomise!(x, r: $($input),+);
        })
    };
}

#[test]
fn front_ends_and_crossing_mean_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    batch.add("apb4", Apb4::default(), |x, r| {
        randomise!(x, r: paddr, psel, penable, pwrite, pwdata, pstrb, done, rdata);
    });
    add!(
        batch,
        "axi4_lite",
        Axi4Lite::new(Reset::Async),
        [
            s_axi_awvalid,
            s_axi_awaddr,
            s_axi_awprot,
            s_axi_wvalid,
            s_axi_wdata,
            s_axi_wstrb,
            s_axi_bready,
            s_axi_arvalid,
            s_axi_araddr,
            s_axi_arprot,
            s_axi_rready,
            done,
            rdata
        ]
    );
    let wishbone = Wishbone::new(Reset::Sync);
    add!(batch, "wishbone", wishbone, [wb_cyc, wb_stb, wb_we, wb_adr, wb_dat_i, wb_sel, done, rdata]);
    add!(
        batch,
        "tilelink",
        TileLink::new(Reset::Async),
        [
            tl_a_valid,
            tl_a_opcode,
            tl_a_param,
            tl_a_size,
            tl_a_source,
            tl_a_address,
            tl_a_mask,
            tl_a_data,
            tl_a_corrupt,
            tl_d_ready,
            done,
            rdata
        ]
    );
    let requester = Requester::new(Reset::Async);
    add!(batch, "requester", requester, [request, write, addr, wdata, strobe, answered, answered_rdata]);
    let responder = Responder::new(Reset::Sync);
    add!(batch, "responder", responder, [asked, asked_write, asked_addr, asked_wdata, asked_strobe, done, rdata]);
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

type Whole = Top<32, 31, 36, 8>;

/// Gives the inputs named, of which there are as many as the build has, random values.
macro_rules! randomise_each {
    ($block:ident, $random:ident: $($input:ident),+ $(,)?) => {
        $($block.$input.iter_mut().for_each(|input| input.next = $random.any());)+
    };
}

/// Random transfers on whatever bus there is.
fn drive_bus(x: &mut Whole, r: &mut Random) {
    randomise_each!(x, r: psel, penable, pwrite, pwdata, pstrb, s_axi_awvalid, s_axi_awprot, s_axi_wvalid, s_axi_wdata,
        s_axi_wstrb, s_axi_bready, s_axi_arvalid, s_axi_arprot, s_axi_rready, wb_we, wb_dat_i, wb_sel, tl_a_opcode, tl_a_param,
        tl_a_size, tl_a_mask, tl_a_data, tl_d_ready);
    for address in [&mut x.paddr, &mut x.s_axi_awaddr, &mut x.s_axi_araddr, &mut x.wb_adr, &mut x.tl_a_address] {
        address.iter_mut().for_each(|address| address.next = bit_cast(offset(r)));
    }
    for often in [&mut x.wb_cyc, &mut x.wb_stb, &mut x.tl_a_valid] {
        often.iter_mut().for_each(|often| often.next = !r.rarely(20));
    }
    x.tl_a_source.iter_mut().for_each(|source| source.next = r.below(16).into());
    x.tl_a_corrupt.iter_mut().for_each(|corrupt| corrupt.next = r.rarely(20));
}

#[test]
fn the_whole_behind_each_bus_means_the_same_in_verilog() {
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
                    x.debug_locked.iter_mut().for_each(|locked| locked.next = r.rarely(50));
                    randomise_each!(x, r: itype, iaddr, iretire, ilastsize);
                    x.halted[0].next = r.rarely(60);
                    let Some(clock) = x.bus_clock.first() else { return drive_bus(x, r) };
                    // The bus moves when its clock falls: then nothing changes at its rising edge but what that edge changes.
                    let rises = !clock.next.clk;
                    x.bus_clock[0].next = rises.into();
                    if !rises {
                        x.bus_rst_n[0].next = r.reset();
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

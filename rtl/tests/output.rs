// SPDX-License-Identifier: Apache-2.0
//! What carries entries to the sink is its Verilog in Verilator, cycle by cycle, whatever comes in.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Modes, Packer as Width, Reset, TimestampSource};
use tracewright_regmap::{TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP};
use tracewright_rtl::codes;
use tracewright_rtl::encoder::{features, Entry, Output, Queue};
use tracewright_rtl::sinks::SramSink;
use verilator_sys::differential::{Batch, Random};

const CYCLES: usize = 1500;

/// Gives the inputs named random values.
macro_rules! randomise {
    ($block:ident, $random:ident: $($input:ident),+ $(; $($several:ident),+)?) => {
        $($block.$input.next = $random.any();)+
        $($($block.$several.iter_mut().for_each(|input| input.next = $random.any());)+)?
    };
}

/// Often an offset that means something.
fn offset(random: &mut Random) -> Bits<12> {
    let offsets = [TE_RAM_WP, TE_RAM_RP, TE_RAM_LIMIT, TE_RAM_DATA];
    match random.rarely(8) {
        true => random.bits(),
        false => offsets[random.below(offsets.len() as u64) as usize].to_bits(),
    }
}

/// A build without options, and one with all of them, at so many blocks a cycle.
fn builds(blocks: u32, packer: Width) -> [(&'static str, Build); 2] {
    let mut plain = Build::default();
    plain.ingress.blocks = blocks;
    plain.encoder.queue_depth = 16;
    plain.encoder.packer = packer;
    let mut full = Build { xlen: 64, reset: Reset::Sync, ..plain.clone() };
    full.encoder.modes = Modes::Both;
    full.encoder.context = true;
    full.encoder.scontext_width = 20;
    full.encoder.hcontext_width = 14;
    full.encoder.src_bits = 7;
    full.encoder.repeated_history = true;
    full.encoder.repeat_branch = true;
    full.encoder.extended_address = true;
    full.timestamp.source = TimestampSource::Core;
    [("plain", plain), ("full", full)]
}

/// An entry; what the build does not have is 0.
fn entry_of<const ADDR: usize>(has: &[(&str, bool)], r: &mut Random) -> Entry<ADDR> {
    let mut entry =
        Entry { kind: r.any(), fixed: r.any(), count: r.any(), addr: r.any(), hist: r.any(), ..Entry::default() };
    for (name, _) in has.iter().filter(|(_, is_built)| *is_built) {
        match *name {
            "repeat" => entry.repeat_count = r.any(),
            "history" => entry.repeat_hist = r.any(),
            "context" => (entry.own, entry.privilege) = (r.any(), r.any()),
            "contexts" => entry.context = r.any(),
            "time" => entry.time = r.any(),
            _ => {}
        }
    }
    entry
}

fn check(batch: Batch) {
    if let Err(error) = batch.run(CYCLES, 5) {
        panic!("{error}");
    }
}

#[test]
fn the_queue_means_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    for blocks in [1, 2, 4] {
        for (name, build) in builds(blocks, Width::Byte) {
            let has = features(&build);
            batch.build(has.clone());
            batch.add_clocked(
                &format!("queue_{name}_{blocks}"),
                Queue::<31>::new(&build),
                |x| &mut x.clock,
                move |x, r| {
                    x.rst_n.next = r.reset();
                    randomise!(x, r: out_ready; in_valid);
                    x.entry_in.iter_mut().for_each(|entry| entry.next = entry_of(&has, r));
                    x.clear.next = r.rarely(30);
                },
            );
        }
    }
    check(batch);
}

/// Adds the output of `build` to `batch`.
fn add<const ADDR: usize, const FIRST: usize, const OUT: usize>(batch: &mut Batch, name: &str, build: &Build) {
    let has = features(build);
    batch.build(has.clone());
    batch.add_clocked(
        name,
        Output::<ADDR, FIRST, OUT>::new(build),
        |x| &mut x.clock,
        move |x, r| {
            x.rst_n.next = r.reset();
            randomise!(x, r: entry_valid);
            x.entry.next = entry_of(&has, r);
            x.trace.ready.next = r.any();
            x.style.src_inhibit.next = r.any();
            x.style.src_id.next = r.any();
            x.style.extend.next = r.any();
            x.style.timestamps.next = r.any();
            x.clear.next = r.rarely(60);
        },
    );
}

#[test]
fn the_output_means_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    for packer in [Width::Byte, Width::Word, Width::Double, Width::Message] {
        let [(_, plain), (_, full)] = builds(1, packer);
        match packer {
            Width::Byte => {
                add::<31, 36, 8>(&mut batch, "plain_byte", &plain);
                add::<63, 64, 8>(&mut batch, "full_byte", &full);
            }
            Width::Word => {
                add::<31, 36, 32>(&mut batch, "plain_word", &plain);
                add::<63, 64, 32>(&mut batch, "full_word", &full);
            }
            Width::Double => {
                add::<31, 36, 64>(&mut batch, "plain_double", &plain);
                add::<63, 64, 64>(&mut batch, "full_double", &full);
            }
            Width::Message => {
                add::<31, 36, 304>(&mut batch, "plain_message", &plain);
                add::<63, 64, 304>(&mut batch, "full_message", &full);
            }
        }
    }
    check(batch);
}

#[test]
fn the_sram_of_words_means_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    let [(_, build), _] = builds(1, Width::Word);
    batch.add_clocked(
        "sram_of_words",
        SramSink::<32>::new(&build),
        |x| &mut x.clock,
        |x, r| {
            x.rst_n.next = r.reset();
            randomise!(x, r: stop_on_wrap, bus_write, bus_prepare, bus_read, bus_wdata, bus_write_at, bus_strobe,
                te_ram_limit);
            (x.unit.valid.next, x.unit.data.next, x.unit.bytes.next) = (r.any(), r.any(), r.any());
            x.clear.next = r.rarely(100);
            x.enable.next = r.rarely(20);
            x.bus_addr.next = offset(r);
        },
    );
    check(batch);
}

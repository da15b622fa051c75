// SPDX-License-Identifier: Apache-2.0
//! Every module in rust-hdl's simulator is its Verilog in Verilator, cycle by cycle, with whatever may come in, legal or not; and
//! lint has nothing to say about any of them.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, IcntFull, IngressForm, Reset, Sink, SinkKind, TrapBtype};
use tracewright_differential::{Batch, Random};
use tracewright_regmap::{TE_CONTROL, TE_IMPL, TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP};
use tracewright_rtl::control::{Apb, Registers};
use tracewright_rtl::encoder::{Encoder, Events, Formatter, Ingress, Packer, Queue};
use tracewright_rtl::sink::SramSink;
use tracewright_rtl::{codes, Top};

const CYCLES: usize = 2000;
/// Resets would keep a whole encoder from getting anywhere if they came as often as in a small block.
const QUIET: u32 = 500;

/// Gives the inputs named random values.
macro_rules! randomise {
    ($block:ident, $random:ident: $($input:ident),+ $(,)?) => {
        $($block.$input.next = $random.any();)+
    };
}

/// Adds a block with the fields `clock` and `rst_n` whose other inputs are random, and overrides some of them.
macro_rules! add {
    ($batch:ident, $name:expr, $block:expr, [$($input:ident),+ $(,)?] $(, $x:ident, $r:ident => $more:block)?) => {
        $batch.add_clocked(&$name, $block, |x| &mut x.clock, |x, r| {
            x.rst_n.next = r.reset();
            randomise!(x, r: $($input),+);
            $({
                let ($x, $r) = (x, r);
                $more
            })?
        })
    };
}

/// Two builds that differ in every option.
fn builds() -> [(&'static str, Build); 2] {
    let large = Build {
        encoder: tracewright_config::Encoder { queue_depth: 4, ..Default::default() },
        sink: Sink { sram_bytes: 256, ..Sink::default() },
        ..Build::default()
    };
    let small = Build {
        xlen: 64,
        reset: Reset::Sync,
        ingress: tracewright_config::Ingress { form: IngressForm::Single, itype_width: 3, ..Default::default() },
        encoder: tracewright_config::Encoder {
            icnt_width: 9,
            hist_width: 8,
            queue_depth: 8,
            trap_btype: TrapBtype::Single,
            icnt_full: IcntFull::Sync,
            stall: false,
        },
        sink: Sink { kind: SinkKind::Stream, ..Sink::default() },
        ..Build::default()
    };
    [("a", large), ("b", small)]
}

/// Often an offset that means something.
fn offset(random: &mut Random) -> Bits<12> {
    let offsets = [TE_CONTROL, TE_IMPL, TE_RAM_WP, TE_RAM_RP, TE_RAM_LIMIT, TE_RAM_DATA];
    match random.rarely(8) {
        true => random.bits(),
        false => offsets[random.below(offsets.len() as u64) as usize].to_bits(),
    }
}

fn check(batch: Batch) {
    if let Err(error) = batch.run(CYCLES, 3) {
        panic!("{error}");
    }
}

#[test]
fn the_encoders_rooms_mean_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    for (name, build) in builds() {
        add!(batch, format!("packer_{name}"), Packer::<36>::new(&build),
            [clear, piece_valid, piece_data, piece_end, byte_ready], x, r => { x.clear.next = r.rarely(30) });
        add!(batch, format!("formatter_{name}"), Formatter::<31, 36>::new(&build),
            [clear, message_valid, message_kind, message_fixed, message_count, message_addr, message_hist, piece_ready],
            x, r => { x.clear.next = r.rarely(30) });
        add!(batch, format!("queue_{name}"), Queue::<31, 94>::new(&build),
            [clear, in_valid, in_kind, in_fixed, in_count, in_addr, in_hist, out_ready],
            x, r => { x.clear.next = r.rarely(30) });
        add!(batch, format!("events_{name}"), Events::<31>::new(&build),
        [block_valid, block_has_addr, block_branch, block_taken, block_jump, block_btype, block_half_words, block_addr,
        block_halted, active, enable, tracing, sync_mode, sync_max, room],
        x, r => {
            x.active.next = !r.rarely(60);
            x.enable.next = !r.rarely(30);
            x.tracing.next = !r.rarely(30);
            x.block_halted.next = r.rarely(30);
            x.sync_max.next = r.below(3).into();
        });
    }
    let [(_, a), (_, b)] = builds();
    let single = Ingress::<64, 63, 3, 1>::new(&b);
    add!(batch, "ingress_b", single, [stall, itype, iaddr, iretire, ilastsize, halted]);
    add!(batch, "ingress_a", Ingress::<32, 31, 4, 4>::new(&a), [stall, itype, iaddr, iretire, ilastsize, halted]);
    check(batch);
}

#[test]
fn control_and_sink_mean_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    batch.add("apb", Apb::default(), |x, r| {
        randomise!(x, r: paddr, psel, penable, pwrite, pwdata, pstrb, bus_rdata, bus_memory);
    });
    for (name, build) in builds() {
        add!(batch, format!("registers_{name}"), Registers::new(&build),
        [bus_addr, bus_write, bus_wdata, stall, error_sent, empty, stop],
        x, r => {
            x.bus_addr.next = offset(r);
            x.stop.next = r.rarely(20);
        });
    }
    let [(_, a), _] = builds();
    add!(batch, "sram_sink", SramSink::new(&a),
    [clear, byte_valid, byte_data, flush, stop_on_wrap, enabling, bus_addr, bus_write, bus_prepare, bus_read, bus_wdata],
    x, r => {
        x.clear.next = r.rarely(100);
        x.flush.next = r.rarely(20);
        x.enabling.next = r.rarely(20);
        x.bus_addr.next = offset(r);
    });
    check(batch);
}

#[test]
fn the_whole_means_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    let [(_, a), (_, b)] = builds();
    add!(batch, "encoder", Encoder::<64, 63, 126, 63, 3, 1>::new(&b),
    [itype, iaddr, iretire, ilastsize, halted, active, enable, tracing, stall_enable, sync_mode, sync_max, byte_ready],
    x, r => {
        x.rst_n.next = x.rst_n.next || !r.rarely(QUIET);
        x.active.next = !r.rarely(QUIET);
        x.enable.next = !r.rarely(100);
        x.tracing.next = !r.rarely(100);
        x.halted.next = r.rarely(60);
        x.sync_max.next = r.below(3).into();
    });
    batch.add_clocked(
        "top",
        Top::<32, 31, 94, 36, 4, 4>::new(&a),
        |x| &mut x.clock,
        |x, r| {
            randomise!(x, r: itype, iaddr, iretire, ilastsize, halted, psel, penable, pwrite, pwdata, pstrb);
            x.rst_n.next = r.reset() || !r.rarely(QUIET);
            x.halted.next = r.rarely(60);
            x.paddr.next = offset(r);
            // teActive, teEnable and teInstTracing stay set most of the time.
            if !r.rarely(20) {
                x.pwdata.next = x.pwdata.next | 7;
            }
            x.pstrb.next = if r.rarely(4) { r.bits() } else { bits(15) };
        },
    );
    check(batch);
}

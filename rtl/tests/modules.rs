// SPDX-License-Identifier: Apache-2.0
//! Every module in rust-hdl's simulator is its Verilog in Verilator, cycle by cycle, with whatever may come in, legal
//! or not; and lint has nothing to say about any of them.

use rust_hdl_core::prelude::*;
use tracewright_config::{
    Build, IcntFull, ImplicitReturn, IngressForm, Modes, Reset, Sink, SinkKind, Timestamp, TimestampSource, TrapBtype,
};
use tracewright_regmap::{
    TE_CONTROL, TE_IMPL, TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP, TS_CONTROL, TS_LOWER, TS_UPPER,
    X_TRIG_IN_CONTROL, X_TRIG_OUT_CONTROL,
};
use tracewright_rtl::bus::Apb4;
use tracewright_rtl::encoder::{features, Block, Cycle, Events, Ingress, Owner, Pause, Switches, Watchpoints};
use tracewright_rtl::sinks::SramSink;
use tracewright_rtl::{codes, Top};
use verilator_sys::differential::{Batch, Random};

const CYCLES: usize = 2000;
/// Resets would keep a whole encoder from getting anywhere if they came as often as in a small block.
const QUIET: u32 = 500;

/// Gives the inputs named random values.
macro_rules! randomise {
    ($block:ident, $random:ident: $($($input:ident).+),+ $(,)?) => {
        $($block.$($input).+.next = $random.any();)+
    };
}

/// Adds a block with the fields `clock` and `rst_n` whose other inputs are random, and overrides some of them.
macro_rules! add {
    ($batch:ident, $name:expr, $block:expr, [$($($input:ident).+),+ $(,)?] $(, $x:ident, $r:ident => $more:block)?) => {
        $batch.add_clocked(&$name, $block, |x| &mut x.clock, move |x, r| {
            x.rst_n.next = r.reset();
            randomise!(x, r: $($($input).+),+);
            $({
                let ($x, $r) = (x, r);
                $more
            })?
        })
    };
}

/// Gives the inputs named, of which there are as many as the build has, random values.
macro_rules! randomise_each {
    ($block:ident, $random:ident: $($input:ident),+ $(,)?) => {
        $($block.$input.iter_mut().for_each(|input| input.next = $random.any());)+
    };
}

/// Builds that together have every option and every width that matters.
fn builds() -> [(&'static str, Build); 4] {
    let plain = Build {
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
            ..Default::default()
        },
        sink: Sink { kind: SinkKind::Stream.into(), ..Sink::default() },
        ..Build::default()
    };
    let every = Build {
        ingress: tracewright_config::Ingress {
            blocks: 2,
            triggers: true,
            reset: true,
            low_power: true,
            ..Default::default()
        },
        encoder: tracewright_config::Encoder {
            icnt_width: 9,
            hist_width: 8,
            icnt_full: IcntFull::Sync,
            modes: Modes::Both,
            context: true,
            scontext_width: 5,
            hcontext_width: 3,
            external_triggers: 2,
            trigger_outputs: 3,
            sequential_jump: true,
            all_jumps: true,
            implicit_return: ImplicitReturn::Partial,
            return_stack_depth: 5,
            return_address_bits: 4,
            repeated_history: true,
            repeat_branch: true,
            ..Default::default()
        },
        timestamp: Timestamp { source: TimestampSource::Core, width: 40, own_clock: true, broadcast: true },
        ..Build::default()
    };
    let branches = Build {
        xlen: 64,
        ingress: tracewright_config::Ingress { blocks: 4, ..Default::default() },
        encoder: tracewright_config::Encoder {
            icnt_width: 9,
            modes: Modes::Btm,
            context: true,
            implicit_return: ImplicitReturn::Full,
            return_stack_depth: 3,
            repeat_branch: true,
            ..Default::default()
        },
        timestamp: Timestamp { source: TimestampSource::Slave, width: 16, own_clock: false, broadcast: true },
        ..Build::default()
    };
    [("plain", plain), ("small", small), ("every", every), ("branches", branches)]
}

/// Often an offset that means something.
fn offset(random: &mut Random) -> Bits<12> {
    let offsets = [
        TE_CONTROL,
        TE_IMPL,
        TE_RAM_WP,
        TE_RAM_RP,
        TE_RAM_LIMIT,
        TE_RAM_DATA,
        TS_CONTROL,
        TS_LOWER,
        TS_UPPER,
        X_TRIG_IN_CONTROL,
        X_TRIG_OUT_CONTROL,
    ];
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
        batch.build(features(&build));
        let [sequential, context, returns, triggers, undefined, reset, low_power, contexts, both, repeat, time, requests] =
            [
                "sequential",
                "context",
                "returns",
                "triggers",
                "undefined",
                "reset",
                "low_power",
                "contexts",
                "both",
                "repeat",
                "time",
                "requests",
            ]
            .map(|name| features(&build).contains(&(name, true)));
        add!(batch, format!("events_{name}"), Events::<31>::new(&build),
        [room, may_restart],
        x, r => {
            // What the build does not have is 0.
            for block in &mut x.block {
                block.next = Block {
                    valid: r.any(),
                    has_addr: undefined & r.bit(),
                    branch: r.any(),
                    taken: r.any(),
                    jump: r.any(),
                    btype: r.any(),
                    half_words: r.any(),
                    addr: r.any(),
                    inferable: sequential & r.bit(),
                    trap: context & r.bit(),
                    call: returns & r.bit(),
                    returns: returns & r.bit(),
                    notify: triggers & r.bit(),
                };
            }
            let pause = Pause {
                halted: r.rarely(30),
                reset: reset & r.rarely(20),
                low_power: low_power & r.rarely(20),
            };
            let owner = Owner {
                privilege: if context { r.any() } else { bits(0) },
                context: if contexts { r.any() } else { bits(0) },
                ctype: if contexts { r.any() } else { bits(0) },
            };
            let watchpoints = Watchpoints { on: triggers & r.rarely(20), off: triggers & r.rarely(20) };
            x.cycle.next = Cycle { pause, owner, watchpoints };
            x.switches.next = Switches {
                btm: both & r.bit(),
                context: context & r.bit(),
                implicit_return: returns & r.bit(),
                repeated_history: repeat & r.bit(),
            };
            x.external_trigger.iter_mut().for_each(|input| input.next = r.rarely(20));
            let control = &mut x.control;
            randomise!(control, r: sync_mode);
            randomise_each!(control, r: external_action);
            control.now.next = if time { r.any() } else { bits(0) };
            control.sync_request.next = requests & r.rarely(20);
            control.trigger_enable.next = triggers & r.bit();
            control.active.next = !r.rarely(60);
            control.enable.next = !r.rarely(30);
            control.tracing.next = !r.rarely(30);
            control.sync_max.next = r.below(3).into();
        });
        add!(batch, format!("ingress_{name}"), Ingress::<32, 31>::new(&build), [stall, port.halted], x, r => {
            randomise!(x, r: all_jumps, sequential_jump);
            randomise_each!(x, r: external_trigger);
            let port = &mut x.port;
            randomise_each!(port, r: itype, iaddr, iretire, ilastsize, sijump, trigger_notify);
            randomise!(port, r: low_power, privilege, hart_context, ctype, trigger_on, trigger_off);
            port.hart_reset.next = r.rarely(10);
        });
    }
    check(batch);
}

#[test]
fn bus_and_sink_mean_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    let [(_, a), ..] = builds();
    batch.build(features(&a));
    batch.add("apb4", Apb4::new(&a), |x, r| {
        randomise!(x, r: bus.paddr, bus.psel, bus.penable, bus.pwrite, bus.pwdata, bus.pstrb, port.done, port.rdata);
    });
    add!(batch, "sram_sink", SramSink::<8>::new(&a),
    [clear, stop_on_wrap, bus_addr, bus_write, bus_prepare, bus_read, bus_wdata, bus_write_at, bus_strobe,
        te_ram_limit],
    x, r => {
        (x.unit.valid.next, x.unit.data.next) = (r.any(), r.any());
        x.clear.next = r.rarely(100);
        x.flush.next = r.rarely(20);
        x.enable.next = r.rarely(20);
        x.bus_addr.next = offset(r);
    });
    check(batch);
}

#[test]
fn the_whole_means_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    for (name, build) in builds() {
        batch.build(features(&build));
        let top = Top::<32, 31, 64, 32, 32, 32, 56, 8, 16>::new(&build);
        batch.add_clocked(
            &format!("top_{name}"),
            top,
            |x| &mut x.clock,
            |x, r| {
                // The clock of the time rises while the inputs stand still.
                let rises = r.bit();
                x.time_clock.next = rises.into();
                if x.time_clock.is_built() && rises {
                    return;
                }
                x.time_rst_n.next = r.reset() || !r.rarely(QUIET);
                let port = &mut x.port[0];
                port.external_trigger.iter_mut().for_each(|input| input.next = r.rarely(60));
                let ingress = &mut port.ingress;
                randomise_each!(ingress, r: itype, iaddr, iretire, ilastsize, sijump, trigger_notify);
                randomise!(ingress, r: privilege, hart_context, ctype);
                ingress.halted.next = r.rarely(60);
                (ingress.hart_reset.next, ingress.low_power.next) = (r.rarely(60), r.rarely(60));
                (ingress.trigger_on.next, ingress.trigger_off.next) = (r.rarely(60), r.rarely(60));
                randomise!(x, r: apb.psel, apb.penable, apb.pwrite, hart_time, broadcast_time, outside.trace.ready);
                x.rst_n.next = r.reset() || !r.rarely(QUIET);
                x.apb.paddr.next = bit_cast(offset(r));
                // teActive, teEnable and teInstTracing stay set most of the time.
                x.apb.pwdata.next = r.bits::<32>() | if r.rarely(20) { 0 } else { 7 };
                x.apb.pstrb.next = if r.rarely(4) { r.bits() } else { bits(15) };
            },
        );
    }
    check(batch);
}

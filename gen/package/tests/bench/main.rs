// SPDX-License-Identifier: Apache-2.0
//! The bench, in simulators: it passes with the Verilog of every kind of build, and fails with wrong Verilog.

mod simulate;

use simulate::{config, Folder};
use verilator_sys::text::Fault;

/// Every sink.
const ALL_SINKS: &str = "build.sink.kind=sram,sba,pib,atb,stream";
/// Every mode of the pins.
const ALL_MODES: &str = "build.sink.pib_modes=manchester,uart,parallel-1,parallel-2,parallel-4,parallel-8,parallel-16";

/// Verilog that is wrong, from the ingress to the sinks and the registers.
const FAULTS: [Fault; 4] = [
    ("tw_lane", "jumps", "= 1'b1", "1'b0"),
    ("tw_queue", "finished_hist", "above[30:0], 1'b0", "above[29:0], 2'd0"),
    ("tw_gather", "take", "unit_valid || fill", "unit_valid && fill"),
    ("tw_sram_sink", "bus_stores", "bus_write &&", "bus_write ||"),
];

/// Runs the bench of a build in Icarus.
fn passes(preset: &str, keys: &[&str]) {
    let folder = Folder::new(&config(preset, keys));
    let outcome = folder.icarus();
    assert!(outcome.passed(), "{preset} {keys:?}:\n{outcome:?}");
}

#[test]
fn every_preset_passes() {
    ["micro", "mcu", "rv64", "soc"].iter().for_each(|preset| passes(preset, &[]));
}

#[test]
fn every_period_of_builds_that_decide_late_passes() {
    for mode in ["messages", "half-words", "cycles"] {
        let mode = format!("run.sync_mode={mode}");
        passes("rv64", &["build.ingress.blocks=2", &mode, "run.sync_max=0", "run.stall=true"]);
        passes("rv64", &["build.encoder.repeated_history=true", &mode, "run.sync_max=1", "run.stall=false"]);
    }
}

#[test]
fn every_bus_passes() {
    for bus in ["apb4", "axi4-lite", "wishbone", "tilelink-ul"] {
        let kind = format!("build.bus.kind={bus}");
        passes("micro", &[&kind]);
        let keys = [&kind, "build.bus.own_clock=true", "build.bus.source_bits=1", "build.reset=sync"];
        passes("micro", &keys);
        // The clock of the bus is faster than the core's, to save time. It may be slower.
        let folder = Folder::new(&config("micro", &keys));
        folder.set_half_period("bus_clk", 3, 7);
        let outcome = folder.icarus();
        assert!(outcome.passed(), "{keys:?}, with a slow clock of the bus:\n{outcome:?}");
    }
}

#[test]
fn every_mode_of_the_pins_passes() {
    for mode in ["manchester", "uart", "parallel-1", "parallel-2", "parallel-4", "parallel-8", "parallel-16"] {
        let [only, used] = ["build.sink.pib_modes", "run.pib_mode"].map(|key| format!("{key}={mode}"));
        passes("micro", &["build.sink.kind=pib", &only]);
        let slow = ["build.sink.pib_divider_bits=4", "run.pib_divider=2"];
        let centred = ["build.sink.pib_ref_center=true", "run.pib_ref_center=true"];
        passes("micro", &["build.sink.kind=pib", ALL_MODES, &used, slow[0], slow[1], centred[0], centred[1]]);
    }
}

#[test]
fn every_width_of_a_sink_passes() {
    for width in [8, 16, 64, 128] {
        passes("micro", &["build.sink.kind=atb", &format!("build.sink.atb_width={width}")]);
    }
    for (width, packer) in [(32, "4"), (64, "8"), (128, "8")] {
        let packer = format!("build.encoder.packer={packer}");
        let widths = ["sram", "sba"].map(|sink| format!("build.sink.{sink}_width={width}"));
        passes("micro", &["build.sink.kind=sram,sba,stream", &widths[0], &widths[1], &packer]);
        passes("micro", &[&widths[0], &packer, "build.sink.sram_macro=true", "build.sink.sram_bytes=256"]);
    }
    passes("mcu", &["build.sink.kind=stream", "build.encoder.packer=message"]);
    for bus in ["tilelink-ul", "wishbone"] {
        let bus = format!("build.sink.sba_bus={bus}");
        passes("micro", &["build.sink.kind=sba", &bus, "build.sink.sba_address=64", "run.sba_base=0x7000000000000000"]);
    }
}

#[test]
fn a_build_with_every_port_passes() {
    let keys = [
        ALL_SINKS,
        "build.sink.sba_bus=tilelink-ul",
        "build.sink.sram_macro=true",
        "build.bus.lock=true",
        "build.timestamp.source=external",
        "build.timestamp.own_clock=true",
        "build.timestamp.broadcast=true",
        "build.encoder.context=true",
        "build.encoder.scontext_width=10",
        "build.encoder.external_triggers=2",
        "build.encoder.trigger_outputs=1",
        "build.ingress.triggers=true",
        "build.ingress.reset=true",
        "build.ingress.low_power=true",
        "build.power.clock_request=true",
        "build.encoder.sequential_jump=true",
    ];
    passes("mcu", &keys);
}

#[test]
fn every_optimisation_passes() {
    let keys = [
        "build.encoder.repeated_history=true",
        "build.encoder.all_jumps=true",
        "run.all_jumps=true",
        "build.encoder.implicit_return=partial",
        "build.encoder.icnt_width=9",
        "build.encoder.hist_width=8",
        "build.encoder.icnt_full=sync",
        "build.encoder.trap_btype=single",
        "build.ingress.iretire_width=2",
        "run.sync_mode=messages",
        "run.sync_max=0",
        "build.encoder.src_bits=5",
        "run.inhibit_src=true",
        "build.defaults.te_sync_mode=cycles",
        "build.defaults.te_stop_on_wrap=true",
    ];
    passes("mcu", &keys);
    let keys = [
        "build.ingress.blocks=4",
        "build.encoder.queue_depth=32",
        "build.encoder.modes=both",
        "run.mode=btm",
        "build.encoder.repeat_branch=true",
        "build.encoder.implicit_return=full",
        "build.encoder.extended_address=true",
        "build.timestamp.source=slave",
        "build.timestamp.width=64",
    ];
    passes("rv64", &keys);
    let keys = [
        "build.ingress.form=single",
        "build.encoder.modes=btm",
        "build.encoder.repeated_history=false",
        "build.encoder.implicit_return=count",
        "build.encoder.context=true",
        "build.encoder.scontext_width=32",
        "build.encoder.hcontext_width=32",
        "run.sync_mode=cycles",
        "build.timestamp.source=core",
        "build.timestamp.own_clock=true",
        "build.power.delay=5000",
    ];
    passes("rv64", &keys);
}

#[test]
fn harts_that_cannot_stall_are_slow_enough() {
    let no_stall = ["build.encoder.stall=false", "run.stall=false"];
    passes("mcu", &[no_stall[0], no_stall[1], ALL_SINKS, "build.encoder.queue_depth=4"]);
    let three = ["build.system.harts=3", "build.encoder.src_bits=2", "build.ingress.blocks=2"];
    passes("rv64", &[no_stall[0], no_stall[1], three[0], three[1], three[2], "build.sink.kind=pib,stream"]);
}

/// One Active bit follows after 65,535 cycles, so do all of them: the bench waits for that once, whatever it tries, and
/// says what it waits for.
#[test]
fn long_delays_take_their_time_once() {
    let defaults = ["build.defaults.te_sync_mode=messages", "build.defaults.te_sync_max=3"];
    let delay = ["build.power.delay=65535", "build.timestamp.source=core", defaults[0], defaults[1]];
    for (preset, keys) in [("mcu", [ALL_SINKS].as_slice()), ("soc", &["build.system.harts=3"])] {
        let folder = Folder::new(&config(preset, &[&delay, keys].concat()));
        let outcome = folder.icarus();
        assert!(outcome.passed(), "{keys:?}\n{outcome:?}");
        // Of 65,535 cycles.
        assert_eq!(outcome.says("waits for 0x00000001 in the bits 0x00000001"), 3, "{keys:?}\n{outcome:?}");
    }
    // The clock of the bus is faster: the same time is more of its cycles.
    passes("micro", &["build.power.delay=65535", "build.bus.own_clock=true"]);
}

/// Harts that cannot stall leave time for their messages; where pins are slow and harts many, fewer messages.
#[test]
fn slow_pins_and_many_harts_are_bounded() {
    let keys = [
        "build.encoder.stall=false",
        "run.stall=false",
        "build.system.harts=16",
        "build.encoder.src_bits=4",
        "build.sink.kind=sram,pib,stream",
        "run.pib_mode=manchester",
        "build.sink.pib_divider_bits=16",
        "run.pib_divider=65535",
        "build.defaults.pib_divider=65535",
    ];
    passes("mcu", &keys);
}

#[test]
fn sixteen_harts_and_funnels_that_feed_funnels_pass() {
    let harts = [
        "build.system.harts=16",
        "build.system.funnel_inputs=3",
        "build.encoder.src_bits=12",
        "build.encoder.src_id=77",
    ];
    let timed = ["build.timestamp.source=core", "build.sink.sram_bytes=1024", "build.sink.kind=sram,stream"];
    passes("mcu", &[&harts[..], &timed].concat());
    // Trace of so many does not fit: some harts retire nothing.
    let few = ["build.system.harts=16", "build.encoder.src_bits=4", "build.sink.sram_bytes=256"];
    passes("mcu", &few);
    // The only message of such a hart has the time since its last one, which at the first sink is none.
    let sinks = ["build.timestamp.source=external", "build.sink.kind=sram,stream,atb"];
    passes("mcu", &[&few[..], &sinks].concat());
}

/// Of the adapter, and of what the example of a traced core connects.
const RVFI_FAULTS: [Fault; 3] = [
    ("tw_rvfi_decode", "branch", "insn[14:13] != 2'd1", "insn[14:13] == 2'd1"),
    ("tw_example", "rvfi_pc_rdata", "", "rvfi_pc_wdata"),
    ("tw_example", "through", "", "1'b1"),
];

#[test]
fn a_traced_core_passes_with_stalling_and_without() {
    for stall in ["run.stall=true", "run.stall=false"] {
        passes("mcu", &["build.ingress.adapter=rvfi", "build.sink.kind=sram,stream", stall]);
    }
    let keys = ["build.ingress.adapter=rvfi", "build.encoder.context=true", "build.ingress.interrupt_address=true"];
    let more = ["build.ingress.triggers=true", "run.triggers=true", "build.encoder.scontext_width=10"];
    passes("mcu", &[&keys[..], &more, &["build.ingress.blocks=2", "build.reset=sync"]].concat());
    passes("rv64", &[&keys[..], &["build.ingress.blocks=4", "build.sink.kind=stream"]].concat());
    passes("micro", &[keys[0], "build.encoder.stall=false", "run.stall=false", "build.ingress.form=single"]);
    passes("soc", &[keys[0], "build.system.harts=2"]);
}

#[test]
fn a_traced_core_that_is_wrong_fails() {
    // A core that has to wait.
    let pins = ["build.sink.kind=pib", "build.sink.pib_modes=uart", "build.encoder.queue_depth=4"];
    let config = config("mcu", &[&["build.ingress.adapter=rvfi"], &pins[..]].concat());
    for fault in RVFI_FAULTS {
        let folder = Folder::new(&config);
        folder.put_in(fault);
        let outcome = folder.icarus();
        assert!(outcome.failed(), "{fault:?}\n{outcome:?}");
    }
}

#[test]
fn wrong_verilog_fails() {
    let config = config("mcu", &["build.sink.kind=sram,stream"]);
    for fault in FAULTS {
        let folder = Folder::new(&config);
        folder.put_in(fault);
        let outcome = folder.icarus();
        assert!(outcome.failed(), "{fault:?}\n{outcome:?}");
    }
}

#[test]
fn verilator_takes_it_without_a_warning_and_says_the_same() {
    let folder = Folder::new(&config("micro", &[]));
    let outcome = folder.verilator();
    assert!(outcome.passed(), "{outcome:?}");
    folder.put_in(FAULTS[0]);
    let outcome = folder.verilator();
    assert!(outcome.failed(), "{outcome:?}");
}

#[test]
fn verilator_has_no_warning_for_a_system() {
    for keys in
        [&[] as &[&str], &["build.sink.kind=sram,sba,pib,stream", "build.bus.kind=axi4-lite", "run.pib_mode=uart"]]
    {
        let folder = Folder::new(&config("soc", keys));
        assert_eq!(folder.lint(), "", "{keys:?}");
    }
}

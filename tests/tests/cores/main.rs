// SPDX-License-Identifier: Apache-2.0
//! Real cores run programs; the trace of that, from the SRAM over the control bus and from the pins, decodes to exactly
//! what the cores say that they retired, with every exception and interrupt.

mod compare;
mod design;
mod packages;
mod run;
mod sentinel;
mod serv;
mod system;
mod tandem;

use compare::{executed, places, Decoded, Step};
use design::{Core, Traced};
use run::{image, plain, settings, trace, Outcome};
use system::System;
use tracewright_config::{Config, Mode, PibMode, Run, RunPibMode, RunSink, SinkKind};
use tracewright_decoder::TrapKind;
use tracewright_driver::Driver;
use tracewright_messages::isa::Flow;
use tracewright_tests::hardware::soak;

/// Blocks of instructions, with the whole itype and a return stack, by which any call implies its return.
const IBEX: &[&str] = &["build.encoder.implicit_return=full", "build.encoder.return_calls=any"];

/// Ibex after that.
fn ibex() -> Traced {
    Core::Ibex.traced(IBEX, |_| ())
}

/// One instruction a cycle, with the short itype.
const PICORV32: &[&str] =
    &["build.ingress.form=single", "build.ingress.itype_width=3", "build.encoder.implicit_return=none"];

/// PicoRV32 after that.
fn picorv32() -> Traced {
    Core::Picorv32.traced(PICORV32, |_| ())
}

/// To the pins, a bit each so many cycles.
fn pins(mode: PibMode, divider: u32) -> Run {
    Run { sink: RunSink::Kind(SinkKind::Pib), pib_mode: RunPibMode::Mode(mode), pib_divider: divider, ..plain() }
}

/// Runs a program and compares; gives what came of it, and how many exceptions and interrupts there were.
fn agrees(traced: &Traced, name: &str, run: &Run) -> (Outcome, [usize; 2]) {
    let outcome = trace(traced, name, run);
    let counts = outcome.agrees().unwrap_or_else(|difference| panic!("{name}: {difference}\n{run:?}"));
    if traced.core == Core::Ibex {
        // Its exceptions go to the first entry of a table, and its interrupts to the others.
        for step in executed(&outcome.log) {
            if let Step::Trap(kind, _, to) = step {
                assert_eq!(kind == TrapKind::Exception, to % 256 == 0, "{name}: {step:x?}");
            }
        }
    }
    (outcome, counts)
}

/// Runs a program in both trace modes, and in history mode with all options, and compares; gives how many exceptions
/// and interrupts there were, and the row of docs/cores.md.
fn agrees_from_the_sram(traced: &Traced, name: &str) -> ([usize; 2], String) {
    let options = Run { implicit_return: true, repeated_history: true, context: true, ..plain() };
    let (history, counts) = agrees(traced, name, &plain());
    let (with_options, _) = agrees(traced, name, &options);
    let (branch, _) = agrees(traced, name, &Run { mode: Mode::Btm, repeated_history: true, ..plain() });
    let [exceptions, interrupts] = counts;
    let row = format!(
        "| {} | `{name}` | {} | {exceptions} | {interrupts} | {} | {} | {:.2} | {:.2} | {:.2} |",
        traced.core.name(),
        history.instructions(),
        history.cycles,
        with_options.trace.len(),
        with_options.bits(),
        history.bits(),
        branch.bits(),
    );
    (counts, row)
}

/// After what interrupts came: jumps through registers, trap returns, branches, other jumps, anything else.
fn interrupted(outcome: &Outcome) -> [usize; 5] {
    let mut counts = [0; 5];
    for pair in outcome.log.windows(2).filter(|pair| pair[1].intr && !pair[0].trap) {
        let place = match outcome.image.instruction(pair[0].pc).map(|instruction| instruction.flow) {
            Some(Flow::JumpRegister { .. }) => 0,
            Some(Flow::TrapReturn) => 1,
            Some(Flow::Branch { .. }) => 2,
            Some(Flow::Jump { .. }) => 3,
            _ => 4,
        };
        counts[place] += 1;
    }
    counts
}

/// The page on cores has these rows.
fn are_documented(rows: &[String]) {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cores.md")).unwrap();
    let missing: Vec<_> = rows.iter().filter(|row| !page.contains(*row)).map(String::as_str).collect();
    assert!(missing.is_empty(), "docs/cores.md lacks\n{}", missing.join("\n"));
}

#[test]
fn ibex_from_the_sram() {
    let ibex = ibex();
    // Exceptions and interrupts, whatever the core's speed. The first one of usermode is for want of PMP.
    let known =
        [("quicksort", [0, 0]), ("traps", [400, 0]), ("timer", [0, 60]), ("usermode", [214, 0]), ("softirq", [0, 180])];
    let mut rows = Vec::new();
    for (name, expected) in known {
        let (counts, row) = agrees_from_the_sram(&ibex, name);
        assert_eq!(counts, expected, "{name}");
        rows.push(row);
    }
    rows.extend(["preempt", "mixed", "returns"].map(|name| agrees_from_the_sram(&ibex, name).1));
    let ([exceptions, interrupts], row) = agrees_from_the_sram(&ibex, "storm");
    assert!(exceptions == 0 && interrupts >= 400, "{interrupts}");
    rows.push(row);
    are_documented(&rows);
}

#[test]
fn ibex_from_the_pins() {
    let ibex = ibex();
    agrees(&ibex, "traps", &pins(PibMode::Parallel4, 0));
    let (storm, _) = agrees(&ibex, "storm", &pins(PibMode::Parallel4, 0));
    assert!(interrupted(&storm).iter().all(|count| *count > 0), "{:?}", interrupted(&storm));
    agrees(&ibex, "timer", &pins(PibMode::Uart, 0));
}

/// Pins too slow for the trace: the encoder stops the clock of the core when it must.
#[test]
fn ibex_waits_for_slow_pins() {
    let ibex = ibex();
    let run = Run { stall: true, mode: Mode::Btm, ..pins(PibMode::Uart, 3) };
    let outcome = trace(&ibex, "softirq", &run);
    assert_eq!(outcome.agrees(), Ok([0, 180]));
    assert!(outcome.stalled > 10_000, "{}", outcome.stalled);
}

/// The same without waiting: what is lost is said, and what is left is right.
#[test]
fn ibex_loses_trace_at_slow_pins_and_says_so() {
    let outcome = trace(&ibex(), "preempt", &Run { mode: Mode::Btm, ..pins(PibMode::Uart, 0) });
    assert!(outcome.stalled == 0 && outcome.stalled_or_lost);
    let executed = executed(&outcome.log);
    let decoded = Decoded::of(&outcome.trace, &outcome.image, &outcome.config);
    assert!(decoded.faults.is_empty(), "{:?}", decoded.faults.first());
    let places = places(&decoded.stretches, &executed).expect("stretches of the execution, in order");
    let kept: usize = decoded.stretches.iter().map(Vec::len).sum();
    println!("{kept} of {} steps in {} stretches, {} losses", executed.len(), places.len(), decoded.losses);
    // One stretch comes before the first loss, and one at most after each.
    assert!(places.len() > 20 && places.len() <= decoded.losses as usize + 1);
    assert!(kept > executed.len() / 4 && kept < executed.len());
}

/// A buffer of 1 KiB, read out whenever it is nearly full while the core goes on.
#[test]
fn ibex_read_out_while_it_runs() {
    let ibex = ibex();
    let image = image(&ibex, "timer");
    let config = Config { run: plain(), ..ibex.config.clone() };
    let settings = settings(&config, 256);
    let mut encoder = Driver::new(System::new(&ibex, &image));
    encoder.enable(&settings).unwrap();
    encoder.registers().hart_reset(false);
    // Of each part, what had retired before it and with it.
    let (mut trace, mut parts, mut began) = (Vec::new(), Vec::new(), 0);
    while !encoder.registers().has_ended("timer") {
        (0..500).for_each(|_| encoder.registers().clock());
        if encoder.extent().unwrap().next < 900 && !encoder.registers().has_ended("timer") {
            continue;
        }
        encoder.disable().unwrap();
        parts.push((began, encoder.registers().log.len()));
        assert!(!encoder.read_trace(|word| trace.extend(word.to_le_bytes())).unwrap().wrapped);
        began = encoder.registers().log.len();
        encoder.enable(&settings).unwrap();
    }
    encoder.registers().hart_reset(true);
    let log = encoder.into_registers().log;
    let decoded = Decoded::of(&trace, &image, &config);
    assert!(decoded.faults.is_empty() && decoded.losses == 0, "{:?}", decoded.faults.first());
    assert_eq!((decoded.stops, decoded.stretches.len()), (parts.len() as u32, parts.len()));
    assert!(parts.len() > 2, "{parts:?}");
    for (stretch, (from, to)) in decoded.stretches.iter().zip(parts) {
        let part = executed(&log[from..to]);
        assert!(places(std::slice::from_ref(stretch), &part).is_some(), "from {from} to {to}");
    }
}

#[test]
fn picorv32_from_the_sram() {
    let picorv32 = picorv32();
    let mut rows = Vec::new();
    let programs =
        [("faults", 200), ("interrupts", 35), ("threads", 60), ("storm", 400), ("quicksort", 0), ("returns", 0)];
    for (name, least) in programs {
        let ([exceptions, interrupts], row) = agrees_from_the_sram(&picorv32, name);
        assert!(exceptions == 0 && interrupts >= least, "{name}: {interrupts} interrupts");
        rows.push(row);
    }
    are_documented(&rows);
}

#[test]
fn picorv32_from_the_pins() {
    let picorv32 = picorv32();
    let (storm, _) = agrees(&picorv32, "storm", &pins(PibMode::Parallel4, 0));
    let [jumps, _, branches, direct, others] = interrupted(&storm);
    assert!([jumps, branches, direct, others].iter().all(|count| *count > 0), "{:?}", interrupted(&storm));
    agrees(&picorv32, "threads", &Run { mode: Mode::Btm, ..pins(PibMode::Parallel4, 0) });
    agrees(&picorv32, "interrupts", &pins(PibMode::Uart, 0));
}

/// As PicoRV32's, without the addresses of interrupts.
const UNDEFINED: &[&str] = &[
    "build.ingress.form=single",
    "build.ingress.itype_width=3",
    "build.encoder.implicit_return=none",
    "build.ingress.interrupt_address=false",
];

/// The cores in other shapes, with other ports.
const OTHERS: [(Core, &[&str], [&str; 2]); 4] = [
    (Core::Ibex, UNDEFINED, [".WritebackStage(1'b1)", ".WritebackStage(1'b0)"]),
    (Core::Ibex, IBEX, [".BranchTargetALU(1'b1)", ".BranchTargetALU(1'b0)"]),
    (Core::Picorv32, &["build.encoder.implicit_return=partial"], [".BARREL_SHIFTER(1)", ".BARREL_SHIFTER(0)"]),
    (
        Core::Picorv32,
        &["build.encoder.packer=\"4\"", "build.encoder.hist_width=8"],
        [".ENABLE_FAST_MUL(1)", ".ENABLE_MUL(1)"],
    ),
];

/// Ibex with two stages instead of three, with one instruction a cycle; the others with TRACEWRIGHT_SOAK.
#[test]
fn other_shapes_of_the_cores() {
    let count = if soak() > 1 { OTHERS.len() } else { 1 };
    for (core, changes, [is, will_be]) in &OTHERS[..count] {
        let traced = core.traced(changes, |(name, text)| {
            if name.starts_with("traced_") {
                assert!(text.contains(is), "{is}");
                *text = text.replace(is, will_be);
            }
        });
        let programs = match core {
            Core::Ibex => ["traps", "softirq", "usermode", "storm"],
            Core::Picorv32 => ["faults", "threads", "storm", "coroutine"],
            Core::Serv | Core::Sentinel => ["environment", "quicksort", "coroutine", "returns"],
        };
        for name in programs {
            agrees(&traced, name, &Run { implicit_return: true, repeated_history: true, context: true, ..plain() });
            agrees(&traced, name, &Run { mode: Mode::Btm, ..plain() });
        }
    }
}

/// A wire of the adapter's instance as it is, and as it should not be; the core, and a program that shows it.
const WRONG_WIRES: [(Core, &str, [&str; 2]); 7] = [
    (Core::Picorv32, "faults", [".rvfi_intr(rvfi_intr)", ".rvfi_intr(1'b0)"]),
    (Core::Picorv32, "faults", [".rvfi_trap(rvfi_trap)", ".rvfi_trap(1'b1)"]),
    (Core::Picorv32, "faults", [".rvfi_pc_wdata(rvfi_pc_wdata)", ".rvfi_pc_wdata(rvfi_pc_wdata + 32'd2)"]),
    (Core::Picorv32, "faults", [".rvfi_pc_rdata(rvfi_pc_rdata)", ".rvfi_pc_rdata(rvfi_pc_rdata + 32'd2)"]),
    (Core::Picorv32, "faults", [".rvfi_insn(rvfi_insn)", ".rvfi_insn({rvfi_insn[31:2], 2'b11})"]),
    (Core::Ibex, "usermode", [".rvfi_trap(rvfi_trap)", ".rvfi_trap(1'b0)"]),
    (Core::Ibex, "usermode", [".rvfi_mode(rvfi_mode)", ".rvfi_mode(2'd3)"]),
];

/// The comparison finds each of them: the first one in every run, the others with TRACEWRIGHT_SOAK.
#[test]
fn wrong_wires_are_found() {
    let count = if soak() > 1 { WRONG_WIRES.len() } else { 1 };
    for (core, program, [right, wrong]) in &WRONG_WIRES[..count] {
        let tamper = |(name, text): &mut packages::Source| {
            if name.starts_with("traced_") {
                let (before, adapter) = text.split_once("tw_rvfi adapter").unwrap();
                assert!(adapter.contains(right), "{right}");
                *text = format!("{before}tw_rvfi adapter{}", adapter.replacen(right, wrong, 1));
            }
        };
        let traced = match core {
            Core::Ibex => core.traced(IBEX, tamper),
            Core::Picorv32 => core.traced(PICORV32, tamper),
            Core::Serv | Core::Sentinel => core.traced(serv::SERV, tamper),
        };
        let run = Run { context: true, ..plain() };
        let difference = trace(&traced, program, &run).agrees().expect_err(wrong);
        println!("{core:?} {wrong}: {difference}");
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The programs of `tests/programs/pmu`: in S-mode they make SBI calls, which the library for firmware answers from the
//! counters in hardware, and take their overflow interrupts.

use sbi_spec::pmu::{COUNTER_CONFIG_MATCHING, COUNTER_STOP};
use std::ops::Range;
use std::path::Path;
use tracewright_config::{Build, IngressForm};
use tracewright_cosim::pmu::{PmuDesign, PmuFirmware, PmuHardware, PmuSummary, PMU_EXTENSION};
use tracewright_hart::{Error, Exit, Firmware, Hart, Machine, Options, SbiCall, SbiReturn, Stream};
use tracewright_image::Image;
use verilator_sys::Settings;

/// Most events that a program may take.
const LIMIT: u64 = 1_000_000;
const PROGRAMS: [&str; 5] = ["discovery", "events", "snapshot", "overflow", "driver"];

fn build(xlen: u32, form: IngressForm, blocks: u32) -> Build {
    let mut build = Build { xlen, ..Build::default() };
    build.encoder.built = false;
    (build.ingress.form, build.ingress.blocks) = (form, blocks);
    (build.encoder.built, build.pmu.built) = (false, true);
    build
}

/// How a program ended, its signature, and what the counters did.
struct Ran {
    exit: Option<Exit>,
    signature: Vec<u64>,
    summary: PmuSummary,
}

fn run(design: &PmuDesign, program: &str) -> Result<Ran, Error> {
    let build = design.config();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/pmu/elf");
    let image = Image::load(&folder.join(format!("{program}.rv{}.elf", build.xlen))).expect("a program");
    let hardware = PmuHardware::new(design).map_err(|difference| Error::Unit(difference.into()))?;
    let firmware: Box<dyn Firmware> = match build.xlen {
        32 => Box::new(PmuFirmware::<u32>::new(build).expect("counters that the library takes")),
        _ => Box::new(PmuFirmware::<u64>::new(build).expect("counters that the library takes")),
    };
    let hart = Hart::new(&image, &Options::default()).expect("memory enough");
    let mut hart = hart.with_unit(Box::new(hardware.clone()), &build.ingress).with_firmware(firmware);
    for _ in 0..LIMIT {
        if hart.next()?.is_none() {
            break;
        }
    }
    let symbol = |name: &str| image.symbol(name).expect("a symbol");
    let bytes = hart.memory(symbol("begin_signature")..symbol("end_signature")).expect("memory");
    let words = bytes.chunks(build.xlen as usize / 8);
    let signature = words.map(|word| word.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))).collect();
    let summary = hardware.finish().map_err(|difference| Error::Unit(difference.into()))?;
    Ok(Ran { exit: hart.exit(), signature, summary })
}

fn programs(xlen: u32, form: IngressForm, blocks: u32) {
    let design = PmuDesign::new(&build(xlen, form, blocks), &Settings::quick()).expect("the hardware is built");
    for program in PROGRAMS {
        let Ran { exit, signature, summary } =
            run(&design, program).unwrap_or_else(|error| panic!("{program}: {error}"));
        println!("RV{xlen}, {program}: {summary:?}, {signature:?}");
        assert_eq!(exit, Some(Exit::Code(0)), "RV{xlen}, {program}: {signature:?}");
        assert!(summary.accesses > 10 && summary.exceptions == 0, "{program}: {summary:?}");
        let expected: &[u64] = match program {
            // mcycle, minstret, eight others; four of firmware behind them; the time is none.
            "discovery" => &[15, 10, 4, 1],
            "events" => &[1000],
            "snapshot" => &[1100, 50, 0b10],
            _ => &[],
        };
        assert_eq!(signature[..expected.len()], *expected, "RV{xlen}, {program}");
        let asks = ["overflow", "driver"].contains(&program);
        assert_eq!(summary.overflows >= 10, asks, "{program}: {summary:?}");
    }
}

#[test]
fn sbi_calls_are_answered_from_the_counters_of_an_rv64_hart() {
    programs(64, IngressForm::Block, 1);
}

#[test]
fn sbi_calls_are_answered_from_the_counters_of_an_rv32_hart() {
    programs(32, IngressForm::Single, 2);
}

/// The CSRs of a hart that has no memory.
struct Csrs(PmuHardware);

impl Machine for Csrs {
    fn read(&mut self, csr: u16) -> u64 {
        self.0.read(csr).expect("the hardware is as the model").unwrap_or(0)
    }

    fn write(&mut self, csr: u16, value: u64) {
        self.0.write(csr, value).expect("the hardware is as the model");
    }

    fn is_memory(&self, _addresses: Range<u64>) -> bool {
        false
    }

    fn load(&self, _address: u64) -> Option<u32> {
        None
    }

    fn store(&mut self, _address: u64, _value: u32) -> Option<()> {
        None
    }
}

/// Smcntrpmf: without Sscofpmf mhpmevent has 32 bits on RV32, and mcyclecfg and minstretcfg have 64 as ever.
#[test]
fn sbi_pmu_11_8_filters_of_mcycle_and_minstret_reach_the_hardware_of_rv32() {
    for sscofpmf in [false, true] {
        let mut build = build(32, IngressForm::Single, 1);
        (build.pmu.smcntrpmf, build.pmu.sscofpmf) = (true, sscofpmf);
        let design = PmuDesign::new(&build, &Settings::quick()).expect("the hardware is built");
        let mut csrs = Csrs(PmuHardware::new(&design).expect("the hardware is as the model"));
        let mut firmware = PmuFirmware::<u32>::new(&build).expect("counters that the library takes");
        let mut call = |function: usize, arguments| {
            let call = SbiCall { extension: PMU_EXTENSION, function: function as u64, arguments };
            firmware.call(&call, &mut csrs)
        };
        call(COUNTER_STOP, [0, 0b101, 1, 0, 0, 0]);
        // SET_UINH, SET_SINH and SET_MINH of cycles and of instructions.
        for (index, event) in [(0, 1), (2, 2)] {
            let answer = call(COUNTER_CONFIG_MATCHING, [0, 1 << index, 0xE0, event, 0, 0]);
            assert_eq!(answer, SbiReturn { error: 0, value: index });
        }
        let high = [0x721, 0x722].map(|csr| csrs.read(csr));
        assert_eq!(high, [0x7000_0000; 2], "sscofpmf {sscofpmf}");
    }
}

/// Hardware without one thing that the model has ends the program that uses it.
#[test]
fn hardware_that_differs_ends_a_program() {
    let whole = build(64, IngressForm::Block, 1);
    for (program, file, from, to) in [
        ("discovery", "tw_pmu_reach.v", "target_inhibit = granted && ", "target_inhibit = 1'b0 && "),
        ("events", "tw_pmu_event.v", "if (stands || filtered)", "if (filtered)"),
        ("snapshot", "tw_pmu_event.v", "settles ? full : was_full_q", "was_full_q"),
    ] {
        let output = tracewright_csrs::pmu::verilog(&whole, "").expect("Verilog");
        let mut sources: Vec<_> = output.files.iter().map(|file| file.source()).collect();
        let (_, text) = sources.iter_mut().find(|(name, _)| name.starts_with(file)).expect("a file");
        assert!(text.contains(from), "{file} has no {from}:\n{text}");
        *text = text.replacen(from, to, 1);
        let design = PmuDesign::of(&whole, sources, &Settings::quick()).expect("the hardware is built");
        let error = run(&design, program).map(|ran| ran.exit).expect_err(program).to_string();
        println!("{program}: {error}");
        assert!(error.starts_with("cycle ") && error.contains("the hardware shows"), "{error}");
    }
}

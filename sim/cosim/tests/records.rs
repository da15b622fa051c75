// SPDX-License-Identifier: Apache-2.0
//! The programs of `tests/programs/ctr`, whose CSR instructions the hardware answers.

use std::path::Path;
use tracewright_config::{Build, Ctr, CtrMemory, CtrVersion, IngressForm};
use tracewright_cosim::ctr::{CtrDesign, CtrHardware, CtrSummary};
use tracewright_hart::{Error, Exit, Hart, Options, Stream};
use tracewright_image::Image;
use verilator_sys::Settings;

/// Most events that a program may take.
const LIMIT: u64 = 1_000_000;
const PROGRAMS: [&str; 4] = ["filters", "unwind", "profile", "switch"];

fn build(xlen: u32, version: CtrVersion, (form, blocks): (IngressForm, u32), memory: CtrMemory) -> Build {
    let mut build = Build { xlen, ..Build::default() };
    build.encoder.built = false;
    (build.ingress.form, build.ingress.blocks, build.ingress.interrupt_address) = (form, blocks, true);
    build.ctr = Ctr { version, max_depth: 64, memory, ..Ctr::default() };
    build
}

fn name(build: &Build, program: &str) -> String {
    let version = if build.ctr.version == CtrVersion::V0_1_4 { "0.1.4" } else { "1.0" };
    format!("{program}.{version}.rv{}.elf", build.xlen)
}

/// Runs a program, whose signature must be what it expects.
fn run(design: &CtrDesign, program: &str) -> Result<CtrSummary, Error> {
    let build = design.config();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/ctr/elf");
    let image = Image::load(&folder.join(name(build, program))).expect("a program");
    let hardware = CtrHardware::new(design);
    let hart = Hart::new(&image, &Options::default()).expect("memory enough");
    let mut hart = hart.with_unit(Box::new(hardware.clone()), &build.ingress);
    for _ in 0..LIMIT {
        if hart.next()?.is_none() {
            break;
        }
    }
    let between = |name: &str| {
        let symbol = |edge: &str| image.symbol(&format!("{edge}_{name}")).expect("a symbol");
        hart.memory(symbol("begin")..symbol("end")).expect("memory")
    };
    assert_eq!(between("signature"), between("expected"), "{}", name(build, program));
    assert_eq!(hart.exit(), Some(Exit::Code(0)), "{}", name(build, program));
    hardware.finish().map_err(|difference| Error::Unit(difference.into()))
}

fn programs(version: CtrVersion) {
    let shapes = [
        (32, (IngressForm::Block, 1), CtrMemory::Block),
        (64, (IngressForm::Block, 4), CtrMemory::Block),
        (64, (IngressForm::Single, 2), CtrMemory::Registers),
    ];
    for (xlen, shape, memory) in shapes {
        let build = build(xlen, version, shape, memory);
        let design = CtrDesign::new(&build, &Settings::quick()).expect("the hardware is built");
        for program in PROGRAMS {
            let summary = run(&design, program).unwrap_or_else(|error| panic!("{}: {error}", name(&build, program)));
            assert!(summary.accesses > 100 && summary.exceptions == 0, "{summary:?}");
        }
    }
}

#[test]
fn ctr_of_0_1_4_answers_programs() {
    programs(CtrVersion::V0_1_4);
}

#[test]
fn ctr_of_1_0_answers_programs() {
    programs(CtrVersion::V1_0);
}

/// Hardware without one thing that the model has ends the program that uses it.
#[test]
fn hardware_that_differs_ends_a_program() {
    let whole = build(64, CtrVersion::V1_0, (IngressForm::Block, 1), CtrMemory::Block);
    type Change = fn(&mut Ctr);
    let without: [(&str, Change); 4] = [
        ("filters", |ctr| ctr.filters = false),
        ("filters", |ctr| ctr.external_traps = false),
        ("unwind", |ctr| ctr.ras = false),
        ("switch", |ctr| ctr.transfer_type = false),
    ];
    for (program, change) in without {
        let mut less = whole.clone();
        change(&mut less.ctr);
        let output = tracewright_csrs::ctr::verilog(&less, "").expect("Verilog");
        let sources = output.files.iter().map(|file| file.source()).collect();
        let design = CtrDesign::of(&whole, sources, &Settings::quick()).expect("the hardware is built");
        let error = run(&design, program).expect_err(program).to_string();
        assert!(error.starts_with("cycle ") && error.contains("the hardware shows"), "{error}");
    }
}

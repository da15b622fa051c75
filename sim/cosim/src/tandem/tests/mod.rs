// SPDX-License-Identifier: Apache-2.0
//! Random groups through encoders of every width. `TRACEWRIGHT_SOAK=n` runs n times as many.

mod faults;
mod interrupted;
mod systems;
mod whole;

use super::{design, random_run, Drawn};
use tracewright_config::{Build, Packer, Tandem, TandemClass};
use verilator_sys::Settings;

/// Retirements of a run.
const RUN: u64 = 5_000;
/// Runs of a corner.
const RUNS: u64 = 20;

/// All that can be built.
fn whole(xlen: u32, flen: u32, mlen: u32, packer: Packer) -> Build {
    let classes = [TandemClass::Memory].into_iter().chain(Tandem::default().classes.iter()).collect();
    Build {
        xlen,
        tandem: Tandem { built: true, flen, mlen, packer_bytes: packer, classes, ..Tandem::default() },
        ..Build::default()
    }
}

/// The hardware is the model, byte for byte.
fn agrees(build: &Build, first_seed: u64) {
    let times = std::env::var("TRACEWRIGHT_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let design = design(build, &Settings::soaked()).expect("Verilator builds the encoder");
    for seed in first_seed..first_seed + RUNS * times {
        if let Err(error) = random_run(&design, seed, RUN, None) {
            panic!("seed {seed}, {}: {error}", Drawn::new(seed));
        }
    }
}

#[test]
fn rv32_a_byte_a_cycle() {
    agrees(&whole(32, 0, 32, Packer::Byte), 0);
}

#[test]
fn rv32_with_sv32_and_f_four_bytes_a_cycle() {
    agrees(&whole(32, 32, 34, Packer::Word), 1 << 32);
}

#[test]
fn rv32_with_d_two_instructions_a_cycle() {
    let mut build = whole(32, 64, 32, Packer::Byte);
    build.tandem.instructions = 2;
    agrees(&build, 2 << 32);
}

#[test]
fn rv32_with_sv32_and_d_eight_bytes_a_cycle() {
    agrees(&whole(32, 64, 34, Packer::Double), 3 << 32);
}

#[test]
fn rv64_with_d_eight_bytes_and_four_instructions_a_cycle() {
    let mut build = whole(64, 64, 64, Packer::Double);
    build.tandem.instructions = 4;
    agrees(&build, 4 << 32);
}

#[test]
fn rv64_with_f_a_byte_a_cycle() {
    agrees(&whole(64, 32, 64, Packer::Byte), 5 << 32);
}

#[test]
fn rv64_integer_four_bytes_a_cycle_in_full_with_ends() {
    let mut build = whole(64, 0, 64, Packer::Word);
    (build.tandem.increments, build.tandem.elide_end) = (false, false);
    agrees(&build, 6 << 32);
}

#[test]
fn a_partial_encoder() {
    let mut build = whole(32, 0, 32, Packer::Byte);
    build.tandem.classes = [TandemClass::Instruction, TandemClass::Gpr, TandemClass::Csr].into_iter().collect();
    (build.tandem.csrs, build.tandem.elide_end) = (2, false);
    agrees(&build, 7 << 32);
}

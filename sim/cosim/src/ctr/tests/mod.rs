// SPDX-License-Identifier: Apache-2.0
//! The hardware agrees with the model in every corner of the configuration.

mod faults;

use super::{random_ctr, CtrDesign};
use tracewright_config::{Build, Ctr, CtrMemory, CtrModes, CtrVersion, IngressForm};
use verilator_sys::Settings;

/// Blocks of a seed, and seeds, in `cargo test`.
const BLOCKS: u64 = 40_000;
const SEEDS: u64 = 4;
/// Blocks of a corner where TRACEWRIGHT_SOAK is set, and seeds that share them.
const SOAK_BLOCKS: u64 = 10_000_000;
const SOAK_SEEDS: u64 = 20;

/// A corner: everything that the version knows.
fn build(xlen: u32, version: CtrVersion, blocks: u32, memory: CtrMemory) -> Build {
    let mut build = Build { xlen, ..Build::default() };
    build.encoder.built = false;
    build.ingress.blocks = blocks;
    build.ingress.interrupt_address = true;
    let (min_depth, max_depth) = match (blocks, memory) {
        (1, CtrMemory::Block) => (16, 256),
        (2, _) => (16, 16),
        _ => (16, 64),
    };
    let modes = CtrModes::Msuh;
    build.ctr = Ctr { version, hart_modes: modes, state_enable: true, min_depth, max_depth, memory, ..Ctr::default() };
    build
}

fn agrees(build: &Build) {
    let design = CtrDesign::new(build, &Settings::quick()).unwrap();
    let (seeds, blocks) = match std::env::var_os("TRACEWRIGHT_SOAK") {
        Some(_) => (SOAK_SEEDS, SOAK_BLOCKS / SOAK_SEEDS),
        None => (SEEDS, BLOCKS),
    };
    for seed in 0..seeds {
        if let Err(difference) = random_ctr(&design, seed, blocks) {
            panic!("{:?}, seed {seed}, {difference}", build.ctr);
        }
    }
}

fn corners(xlen: u32, version: CtrVersion) {
    for blocks in [1, 2, 4] {
        for memory in [CtrMemory::Block, CtrMemory::Registers] {
            agrees(&build(xlen, version, blocks, memory));
        }
    }
}

#[test]
fn ctr_of_0_1_4_and_64_bits_agrees() {
    corners(64, CtrVersion::V0_1_4);
}

#[test]
fn ctr_of_0_1_4_and_32_bits_agrees() {
    corners(32, CtrVersion::V0_1_4);
}

#[test]
fn ctr_of_1_0_and_64_bits_agrees() {
    corners(64, CtrVersion::V1_0);
}

#[test]
fn ctr_of_1_0_and_32_bits_agrees() {
    corners(32, CtrVersion::V1_0);
}

#[test]
fn ctr_of_the_least_agrees() {
    for form in [IngressForm::Single, IngressForm::Block] {
        let mut least = build(64, CtrVersion::V0_1_4, 1, CtrMemory::Registers);
        least.ingress.form = form;
        least.ctr = Ctr { hart_modes: CtrModes::M, state_enable: false, max_depth: 16, ..least.ctr };
        (least.ctr.filters, least.ctr.external_traps, least.ctr.ras, least.ctr.freeze) = (false, false, false, false);
        (least.ctr.misp, least.ctr.transfer_type, least.ctr.cycles) = (false, false, false);
        agrees(&least);
    }
}

#[test]
fn ctr_without_one_thing_agrees() {
    let whole = build(64, CtrVersion::V0_1_4, 1, CtrMemory::Block);
    let without: [fn(&mut Ctr); 8] = [
        |ctr| ctr.hart_modes = CtrModes::Mu,
        |ctr| ctr.hart_modes = CtrModes::Msu,
        |ctr| ctr.state_enable = false,
        |ctr| (ctr.filters, ctr.exponent_bits) = (false, 0),
        |ctr| (ctr.external_traps, ctr.exponent_bits) = (false, 2),
        |ctr| (ctr.ras, ctr.misp) = (false, false),
        |ctr| (ctr.freeze, ctr.transfer_type) = (false, false),
        |ctr| (ctr.cycles, ctr.min_depth) = (false, 256),
    ];
    for change in without {
        let mut build = whole.clone();
        change(&mut build.ctr);
        agrees(&build);
    }
}

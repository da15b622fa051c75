// SPDX-License-Identifier: Apache-2.0
//! Programs through the adapter: their blocks are those of the embedded hart, and their trace decodes to what ran.

mod core;
mod device;

use crate::core::{Beginning, Core, Manner};
use crate::device::Device;
use rand::rngs::SmallRng;
use rand::SeedableRng;
use std::path::{Path, PathBuf};
use tracewright_config::{Build, Config, Loader};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_hart::{Blocks, Event, Stream};
use tracewright_image::Image;
use tracewright_messages::itype::{EXCEPTION, INTERRUPT, NONE};
use tracewright_messages::{Block, Ingress};

/// Most events of a program: all of its traps are among the first.
const EVENTS: u64 = 15_000;

fn programs(xlen: u32) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/elf");
    let ending = format!(".rv{xlen}.elf");
    let entries = std::fs::read_dir(folder).expect("the programs").map(|entry| entry.expect("an entry").path());
    let mut programs: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().ends_with(&ending)).collect();
    programs.sort();
    assert!(programs.len() >= 14, "{}", programs.len());
    programs
}

/// The blocks in order, each with its privilege mode if it has an address. A trap by itself belongs to the block before
/// it, if that has no itype: it is a matter of taste who says it.
fn joined(port: &[Ingress], build: &Build) -> Vec<(Block, Option<u8>)> {
    let mut all: Vec<(Block, Option<u8>)> = Vec::new();
    for cycle in port {
        for block in cycle.blocks.iter().filter(|block| block.is_valid()) {
            let mut block = *block;
            let is_trap = matches!(block.itype, EXCEPTION | INTERRUPT);
            match all.last_mut() {
                Some((before, _)) if is_trap && block.iretire == 0 && before.itype == NONE => {
                    before.itype = block.itype;
                    continue;
                }
                _ => {}
            }
            if block.iretire == 0 {
                block.ilastsize = 0;
            }
            let has_address = block.iretire != 0 || block.itype == EXCEPTION || build.ingress.interrupt_address;
            if !has_address {
                block.iaddr = 0;
            }
            all.push((block, (build.encoder.context && has_address).then_some(cycle.privilege)));
        }
    }
    all
}

/// What the adapter shows, cycle by cycle.
fn shown(config: &Config, device: &mut Device, mut core: Core) -> Vec<Ingress> {
    let (xlen, channels) = (config.build.xlen, config.build.ingress.blocks as usize);
    let mut port = Vec::new();
    while let Some(group) = core.cycle() {
        port.push(device.cycle(&group, xlen));
    }
    let idle = vec![None; channels];
    port.extend((0..6).map(|_| device.cycle(&idle, xlen)));
    port
}

/// Runs a program. Says how many exceptions, and how many interrupts, came.
fn agrees(config: &Config, device: &mut Device, manner: Manner, path: &Path, seed: u64) -> [usize; 2] {
    let context = format!("{} {manner:?}", path.display());
    let image = Image::load(path).expect("a program");
    let ingress = &config.build.ingress;
    let rng = SmallRng::seed_from_u64(seed);
    let core = Core::new(&image, EVENTS, manner, &config.build, rng);
    let port = shown(config, device, core);

    let blocks = Blocks::new(Beginning::new(&image, EVENTS), ingress).max_instructions(1);
    let expected: Vec<Ingress> = blocks.map(|port| port.expect("no error")).collect();
    let (found, expected) = (joined(&port, &config.build), joined(&expected, &config.build));
    for (n, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_eq!(found, expected, "{context}, block {n}");
    }
    assert_eq!(found.len(), expected.len(), "{context}");

    let mut events = Beginning::new(&image, EVENTS);
    let (mut executed, mut faults) = (Vec::new(), Vec::new());
    while let Some(event) = events.next().expect("no error") {
        match event {
            Event::Retired { pc, .. } => executed.push(pc),
            Event::Exception { pc } if executed.last() == Some(&pc) && image.fetch(pc) == Some(0x73) => {}
            Event::Exception { pc } => faults.push(pc),
            Event::Interrupt { .. } | Event::Gap => {}
        }
    }
    let alone = |block: &&Block| block.itype == EXCEPTION && block.iretire == 0;
    let found: Vec<u64> = port.iter().flat_map(|port| &port.blocks).filter(alone).map(|block| block.iaddr).collect();
    assert_eq!(found, faults, "{context}");
    for cycle in &port {
        let valid: Vec<&Block> = cycle.blocks.iter().filter(|block| block.is_valid()).collect();
        let is_trap = |block: &&Block| matches!(block.itype, EXCEPTION | INTERRUPT);
        assert!(!valid.iter().rev().skip(1).any(is_trap), "{context}: {valid:?}");
    }

    let mut trace = Vec::new();
    tracewright_model::encode(&config.build, &config.run, port, |bytes| trace.extend_from_slice(bytes));
    let mut decoded = Vec::new();
    decode(&trace, &image, &Settings::from(config), &mut |item| match item {
        Item::Instruction { pc } => decoded.push(pc),
        Item::Error { .. } | Item::Skipped { .. } | Item::Cut { .. } | Item::Lost { .. } => {
            panic!("{context}: {item:?}")
        }
        _ => {}
    });
    let differs = decoded.iter().zip(&executed).position(|(decoded, executed)| decoded != executed);
    assert_eq!(differs, None, "{context}");
    assert_eq!(decoded.len(), executed.len(), "{context}");
    [EXCEPTION, INTERRUPT].map(|trap| expected.iter().filter(|(block, _)| block.itype == trap).count())
}

fn every_program_agrees(changes: &[&str]) {
    let mut loader = Loader::default();
    for change in [&["adapter=rvfi"], changes].concat() {
        loader.set(change).expect("a key");
    }
    let config = loader.finish().expect("a configuration");
    let mut device = Device::new(&config.build);
    let mut traps = [0, 0];
    for (seed, path) in programs(config.build.xlen).iter().enumerate() {
        for manner in [Manner::Pipeline, Manner::Wild] {
            let [exceptions, interrupts] = agrees(&config, &mut device, manner, path, seed as u64);
            traps = [traps[0] + exceptions, traps[1] + interrupts];
        }
    }
    assert!(traps[0] > 100 && traps[1] > 100, "{traps:?} exceptions and interrupts");
}

#[test]
fn one_instruction_a_cycle() {
    every_program_agrees(&["encoder.implicit_return=full"]);
}

#[test]
fn one_instruction_a_cycle_with_addresses_of_interrupts() {
    every_program_agrees(&["encoder.implicit_return=full", "interrupt_address=true", "encoder.context=true"]);
}

#[test]
fn one_instruction_a_cycle_at_the_smallest_port() {
    every_program_agrees(&["form=single", "itype_width=3"]);
}

#[test]
fn two_instructions_a_cycle_with_modes() {
    every_program_agrees(&[
        "xlen=64",
        "blocks=2",
        "encoder.context=true",
        "build.reset=sync",
        "interrupt_address=true",
    ]);
}

#[test]
fn four_instructions_a_cycle_with_modes() {
    for addresses in ["interrupt_address=false", "interrupt_address=true"] {
        every_program_agrees(&["blocks=4", "encoder.context=true", "modes=both", "run.mode=btm", addresses]);
    }
}

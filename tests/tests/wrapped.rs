// SPDX-License-Identifier: Apache-2.0
//! What the bus reads from a trace memory that has wrapped many times decodes to the last instructions of the program.

use std::path::Path;
use tracewright_cosim::{from_blocks, run, Options};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_hart::{Blocks, Hart};
use tracewright_image::Image;
use tracewright_tests::hardware::{config, design, sources};

#[test]
fn a_wrapped_memory_decodes_from_its_first_synchronisation_on() {
    for mode in ["messages", "cycles", "half-words"] {
        let config = config("micro", &[format!("sync_mode={mode}").as_str(), "sync_max=4", "sram_bytes=4096"]);
        let design = design(&config.build, sources(&config.build));

        let elf = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/elf/interpreter.rv32.elf");
        let image = Image::load(&elf).unwrap();
        let mut executed = Vec::new();
        let hart = Hart::new(&image, &Default::default()).unwrap();
        let blocks = Blocks::new(hart, &config.build.ingress).observe(|pc| executed.push(pc));
        let summary = run(&design, &config.run, from_blocks(blocks), Options::default()).unwrap();
        assert!(summary.wrapped && summary.trace_bytes > 10 * summary.memory.len() as u64, "{mode}");

        let mut decoded = Vec::new();
        decode(&summary.memory, &image, &Settings::from(&config), &mut |item| match item {
            Item::Instruction { pc } => decoded.push(pc),
            Item::Error(error) => panic!("{mode}: {error}"),
            _ => {}
        });
        assert!(decoded.len() > 1000, "{mode}: {} instructions", decoded.len());
        assert_eq!(decoded, executed[executed.len() - decoded.len()..], "{mode}");
    }
}

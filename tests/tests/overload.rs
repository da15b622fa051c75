// SPDX-License-Identifier: Apache-2.0
//! What is left of a program when its trace never fits through the sink: the room that a restart waits for decides.
//!
//! `cargo test --release -p tracewright-tests --test overload -- --nocapture` prints the figures of
//! docs/performance.md; with `TRACEWRIGHT_SOAK=2` it prints all of them.

use std::path::Path;
use tracewright_cosim::{from_blocks, run, Design, Options};
use tracewright_decoder::{decode, Item, Settings};
use tracewright_hart::{Blocks, Hart};
use tracewright_image::Image;
use tracewright_tests::hardware::{config, quick_design, soak, sources, PLAIN};

/// Programs whose trace a UART at the core's clock, 0.8 bits a cycle, has no room for.
const PROGRAMS: [&str; 4] = ["dispatch", "heapsort", "interpreter", "returns"];

/// Most instructions of a program that run.
const LIMIT: u64 = 200_000;

/// What came of a program.
struct Kept {
    /// Instructions that the trace has.
    instructions: u64,
    bytes: u64,
    /// Times at which something was lost.
    losses: u64,
}

impl Kept {
    fn per_byte(&self) -> f64 {
        self.instructions as f64 / self.bytes as f64
    }
}

/// A plain encoder, which sends most, with a queue of so many entries, from which a restart waits for so much room, in
/// front of a UART.
fn design(depth: u32, restart_room: &str) -> (Design, Settings, tracewright_config::Run) {
    let changes = [
        "sink.kind=pib".to_string(),
        "pib_modes=uart".into(),
        "run.pib_mode=uart".into(),
        "run.stall=false".into(),
        format!("queue_depth={depth}"),
        format!("restart_room={restart_room}"),
    ];
    let changes: Vec<&str> = PLAIN.iter().copied().chain(changes.iter().map(String::as_str)).collect();
    let config = config("mcu", &changes);
    (quick_design(&config.build, sources(&config.build)), Settings::from(&config), config.run)
}

fn kept((design, settings, registers): &(Design, Settings, tracewright_config::Run), program: &str) -> Kept {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("programs/elf/{program}.rv32.elf"));
    let image = Image::load(&path).unwrap();
    let hart = Hart::new(&image, &Default::default()).unwrap();
    let blocks = Blocks::new(hart, &design.config().ingress).limit(LIMIT);
    let mut trace = Vec::new();
    let mut sink = |bytes: &[u8]| trace.extend_from_slice(bytes);
    let options = Options { trace: Some(&mut sink), ..Options::default() };
    let summary = run(design, registers, from_blocks(blocks), options).unwrap_or_else(|error| panic!("{error}"));
    let mut kept = Kept { instructions: 0, bytes: summary.trace_bytes, losses: 0 };
    decode(&trace, &image, settings, &mut |item| match item {
        Item::Instruction { .. } => kept.instructions += 1,
        Item::Lost { .. } => kept.losses += 1,
        Item::Error { .. } | Item::Skipped { .. } | Item::Cut { .. } => panic!("{program}: {item:?}"),
        _ => {}
    });
    kept
}

#[test]
fn half_a_queue_of_room_keeps_more_of_a_program_than_two_entries() {
    let rooms: &[&str] = if soak() > 1 { &["two", "quarter", "half", "all"] } else { &["two", "half"] };
    let depths: &[u32] = if soak() > 1 { &[8, 16, 64] } else { &[16] };
    for &depth in depths {
        let designs: Vec<_> = rooms.iter().map(|room| design(depth, room)).collect();
        let half = rooms.iter().position(|room| *room == "half").unwrap();
        for program in PROGRAMS {
            let kept: Vec<Kept> = designs.iter().map(|design| kept(design, program)).collect();
            for (room, kept) in rooms.iter().zip(&kept) {
                let Kept { instructions, bytes, losses } = kept;
                let per_byte = kept.per_byte();
                println!("{program:12} {depth:2} entries, {room:8} {instructions:7} instructions, {bytes:6} bytes, {losses:5} losses: {per_byte:.2} a byte");
            }
            assert!(kept.iter().all(|kept| kept.losses > 10), "{program}: an overload");
            assert!(kept[half].per_byte() > kept[0].per_byte(), "{program}");
        }
    }
}

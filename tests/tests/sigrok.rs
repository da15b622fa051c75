// SPDX-License-Identifier: Apache-2.0
//! UART by a decoder that is not ours: sigrok reads the same bytes.

#[path = "../../sim/peers/tests/waveform/vcd.rs"]
mod vcd;
#[path = "../../sim/peers/tests/waveform/mod.rs"]
mod waveform;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_config::{PibMode as Mode, Run, RunPibMode};
use tracewright_cosim::{run, Options, Random};
use tracewright_peers::pins::Change;
use tracewright_peers::pins::{bit_period, PibMode, Recording};
use tracewright_tests::hardware::{config, quick_design, sources};
use tracewright_tests::sigrok::uart_bytes;
use waveform::{Part, Waveform};

#[test]
fn sigrok_reads_what_the_hardware_sends() {
    let build = config("mcu", &["sink.kind=pib", "pib_modes=uart"]).build;
    let design = quick_design(&build, sources(&build));
    let uart = Run { pib_mode: RunPibMode::Mode(Mode::Uart), ..Run::default() };
    let mut pins = Vec::new();
    let options = Options { pins: Some(&mut pins), ..Options::default() };
    let summary = run(&design, &uart, Random::new(3, &build, 2000), options).unwrap();
    assert!(summary.memory.len() > 500, "{}", summary.memory.len());
    // A cycle, and so a bit, is 100 ns.
    let changes: Vec<Change> = pins.iter().map(|change| Change { time: change.time * 25, ..*change }).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("uart.vcd");
    std::fs::write(&path, vcd::vcd(PibMode::Uart, &changes)).unwrap();
    if let Some(bytes) = uart_bytes(&path, "tdata", 10_000_000).unwrap() {
        assert_eq!(bytes, summary.memory);
    }
}

#[test]
fn sigrok_reads_the_bytes_that_the_receiver_reads() {
    let mut random = SmallRng::seed_from_u64(12);
    let mut parts = vec![Part::Idle(30)];
    for _ in 0..200 {
        let mut message: Vec<u8> = (0..random.random_range(2..38)).map(|_| random.random::<u8>() & !2).collect();
        message[0] &= !3;
        *message.last_mut().unwrap() |= 3;
        parts.extend([Part::Message(message), Part::Idle(random.random_range(0..30))]);
    }
    let sent: Vec<u8> = parts
        .iter()
        .flat_map(|part| match part {
            Part::Message(bytes) => bytes.clone(),
            Part::Idle(_) => Vec::new(),
        })
        .collect();
    let waveform = Waveform::new(PibMode::Uart, &parts, false, false);
    // A bit is 100 ns.
    let changes = waveform.changes(waveform.bit(100.0) as u64, || 0);
    let bit = bit_period(PibMode::Uart, changes.iter().copied()).unwrap();
    assert_eq!(Recording::of(PibMode::Uart, bit, changes.iter().copied()).bytes, sent);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("uart.vcd");
    std::fs::write(&path, vcd::vcd(PibMode::Uart, &changes)).unwrap();
    if let Some(bytes) = uart_bytes(&path, "tdata", 10_000_000).unwrap() {
        assert_eq!(bytes, sent);
    }
}

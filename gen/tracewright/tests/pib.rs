// SPDX-License-Identifier: Apache-2.0
//! `decode --pib`: from a capture of the pins, sent by an ideal transmitter, to the executed addresses.

#[path = "../../../sim/peers/tests/waveform/samples.rs"]
mod samples;
#[path = "../../../sim/peers/tests/waveform/vcd.rs"]
mod vcd;
#[path = "../../../sim/peers/tests/waveform/mod.rs"]
mod waveform;

use std::path::Path;
use std::process::{Command, Output};
use tracewright_peers::pins::{pattern, Change, PibMode};
use waveform::{Part, Waveform};

const MODES: [(&str, PibMode); 7] = [
    ("manchester", PibMode::Manchester),
    ("uart", PibMode::Uart),
    ("parallel-1", PibMode::Parallel1),
    ("parallel-2", PibMode::Parallel2),
    ("parallel-4", PibMode::Parallel4),
    ("parallel-8", PibMode::Parallel8),
    ("parallel-16", PibMode::Parallel16),
];

/// Nanoseconds for a bit, of Manchester for half of one.
const STEP: u64 = 10;

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A file of another author's encoder: a trace, its program, or the addresses.
fn foreign(ending: &str) -> String {
    format!("{}/../../sw/decoder/tests/vectors/walk32.{ending}", env!("CARGO_MANIFEST_DIR"))
}

/// Decodes the capture, or the trace if `arguments` have no mode.
fn decode(file: &Path, arguments: &[&str]) -> Output {
    let fixed = ["decode", "--elf", &foreign("elf"), file.to_str().unwrap(), "--format", "json"];
    Command::new(env!("CARGO_BIN_EXE_tracewright")).args(fixed).args(arguments).output().unwrap()
}

/// The messages of the trace with one to three idle bits between them, and some before and after.
fn waveform(mode: PibMode) -> Waveform {
    let trace = std::fs::read(foreign("htm.bin")).unwrap();
    let mut parts = vec![Part::Idle(30)];
    for (index, message) in trace.split_inclusive(|byte| byte & 3 == 3).filter(|bytes| bytes != &[0xFF]).enumerate() {
        parts.extend([Part::Message(message.to_vec()), Part::Idle(index % 4)]);
    }
    parts.push(Part::Idle(30));
    Waveform::new(mode, &parts, false, false)
}

fn changes(mode: PibMode) -> Vec<Change> {
    waveform(mode).changes(STEP, || 0)
}

#[test]
fn a_capture_of_any_mode_decodes_as_the_trace_does() {
    let folder = tempfile::tempdir().unwrap();
    let expected = decode(Path::new(&foreign("htm.bin")), &[]);
    assert!(expected.status.success(), "{}", text(&expected.stderr));
    let mut bytes = std::fs::read(foreign("htm.bin")).unwrap();
    bytes.retain(|byte| *byte != 0xFF);
    for (name, mode) in MODES {
        let (wave, raw, received) =
            (folder.path().join("pins.vcd"), folder.path().join("pins.raw"), folder.path().join("b"));
        let changes = changes(mode);
        std::fs::write(&wave, vcd::vcd(mode, &changes)).unwrap();
        std::fs::write(&raw, samples::raw(mode, &samples::sampled(&changes, STEP as f64 / 4.0, 0.3))).unwrap();
        let (time, count) = (format!("{}ns", waveform(mode).bit(STEP as f64)), waveform(mode).bit(4.0).to_string());
        for (file, bit) in [(&wave, None), (&raw, None), (&wave, Some(&time)), (&raw, Some(&count))] {
            let mut arguments = vec!["--pib", name, "--pib-bytes", received.to_str().unwrap()];
            arguments.extend(bit.into_iter().flat_map(|bit| ["--pib-bit", bit]));
            let output = decode(file, &arguments);
            assert!(output.status.success(), "{name}: {}", text(&output.stderr));
            assert_eq!(output.stdout, expected.stdout, "{name}");
            let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
            assert_eq!((&report["pins"]["pin_errors"], &report["errors"]), (&0.into(), &0.into()));
            assert_eq!(report["pins"]["bytes"], std::fs::metadata(&received).unwrap().len());
        }
        let mut received = std::fs::read(&received).unwrap();
        received.retain(|byte| *byte != 0xFF);
        assert_eq!(received, bytes, "{name}");
    }
}

/// The exit code and error for a capture in a VCD file.
fn refused(file: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pins.vcd");
    std::fs::write(&path, file).unwrap();
    let output = decode(&path, arguments);
    (output.status.code(), text(&output.stderr))
}

#[test]
fn errors_say_where_and_what_to_do() {
    let mut changes = changes(PibMode::Parallel8);
    let middle = changes.len() / 2;
    changes[middle].pins.tdata = 0x02;
    let (code, error) = refused(&vcd::vcd(PibMode::Parallel8, &changes), &["--pib", "parallel-8"]);
    let at = format!(
        "pins at {} us: a byte with the reserved MSEO value 10",
        (changes[middle].time + STEP / 2) as f64 / 1e3
    );
    assert!(code == Some(1) && error.contains("\nhint: is --pib the mode"), "{error}");
    assert!(error.contains(&at), "{error} {at}");

    let wave = vcd::vcd(PibMode::Uart, &self::changes(PibMode::Uart));
    let (code, error) = refused(&wave, &["--pib", "uart", "--pib-bit", "33ns"]);
    assert!(code == Some(1) && error.contains("hint: is --pib-bit the bit period"), "{error}");
    let (code, error) = refused(&wave, &["--pib", "uart", "--pib-tdata", "top.tx"]);
    assert!(
        code == Some(2) && error.contains("there is no signal `top.tx`; there are: pib.tref, pib.tdata"),
        "{error}"
    );
    let (code, error) = refused(&wave, &["--pib", "uart", "--pib-bit", "fast"]);
    assert!(code == Some(2) && error.contains("--pib-bit fast is no bit period\nhint: give a time"), "{error}");
    let (code, error) = refused(&wave, &["--pib", "uart", "--pib-tdata", "tref"]);
    assert!(code == Some(1) && error.contains("does not change often enough"), "{error}");
    let (code, error) = refused(&wave, &["--pib-bit", "20ns"]);
    assert!(code == Some(2) && error.contains("--pib <MODE>"), "{error}");
}

#[test]
fn the_calibration_pattern_is_called_so() {
    for (name, mode) in MODES {
        let parts = vec![Part::Message(pattern(mode).bytes.to_vec()); 10];
        let parts = [vec![Part::Idle(30)], parts].concat();
        let wave = vcd::vcd(mode, &Waveform::new(mode, &parts, false, false).changes(STEP, || 0));
        let (code, error) = refused(&wave, &["--pib", name]);
        assert!(code == Some(1) && error.contains("the pins show the calibration pattern"), "{name}: {error}");
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The size of traces, against two yardsticks: the encoder of N-Trace 10.2's pseudo-code, and traces by another
//! author's encoder.

use std::path::{Path, PathBuf};
use tracewright_hart::{Blocks, Hart, Options};
use tracewright_image::Image;
use tracewright_tests::hardware::{config, PLAIN};
use tracewright_tests::pseudocode;

/// Programs whose traps the pseudo-code does not report: it takes a trap for a jump of the instruction before it, so it
/// has fewer messages than the specification asks for.
const WITH_TRAPS: [&str; 6] = ["preempt", "softirq", "supervisor", "timer", "traps", "usermode"];

fn path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Bytes of trace of `image` with a preset, without its options, and these changes.
fn ours(image: &Image, preset: &str, changes: &[&str]) -> usize {
    let config = config(preset, &[PLAIN, NO_OPTION, changes].concat());
    let hart = Hart::new(image, &Options::default()).unwrap();
    let blocks = Blocks::new(hart, &config.build.ingress).map(|block| block.unwrap());
    let mut bytes = 0;
    tracewright_model::encode(&config.build, &config.run, blocks, |message| bytes += message.len());
    bytes
}

/// What the pseudo-code and the plainest reference trace have: none, and no periodic synchronisation.
const NO_OPTION: &[&str] = &[
    "run.sync_mode=off",
    "modes=htm",
    "build.encoder.context=false",
    "scontext_width=0",
    "build.encoder.extended_address=false",
    "build.encoder.sequential_jump=false",
];

/// Returns predicted by the stack of the presets, and histories that repeat.
const SMALLEST: &[&str] = &["build.encoder.implicit_return=full", "build.encoder.repeated_history=true"];

/// The stack of the trace that the reference encoder made with these options.
const OF_EIGHT: &[&str] = &["return_stack_depth=8"];

/// Returns of any call, as by the reference encoder, which does not ask whether an earlier message has reported the
/// call (N-Trace 9.2).
const ANY_CALL: &[&str] = &["build.encoder.return_calls=any"];

/// Branch trace.
const BRANCHES: &[&str] = &["modes=btm", "run.mode=btm"];

#[test]
fn no_program_takes_more_than_the_pseudo_code() {
    let mut compared = 0;
    for entry in std::fs::read_dir(path("programs/elf")).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if WITH_TRAPS.iter().any(|program| name.starts_with(program)) {
            continue;
        }
        let image = Image::load(&file).unwrap();
        let hart = Hart::new(&image, &Options::default()).unwrap();
        let baseline = pseudocode::encode(pseudocode::retired(hart).map(|retired| retired.unwrap())).len();
        let presets: &[&str] = if name.contains("rv32") { &["micro", "mcu"] } else { &["rv64"] };
        for preset in presets {
            let bytes = ours(&image, preset, &[]);
            println!(
                "{name:20} {preset:6} {bytes:9} bytes, {:.3} of the pseudo-code's",
                bytes as f64 / baseline as f64
            );
            assert!(bytes <= baseline, "{name} on {preset}: {bytes} bytes, {baseline} by the pseudo-code");
            compared += 1;
        }
    }
    assert!(compared >= 3 * 14, "{compared}");
}

#[test]
fn walk_is_as_small_as_by_the_reference_encoder() {
    for (xlen, preset) in [(32, "micro"), (32, "mcu"), (64, "rv64")] {
        let vectors = path("../sw/decoder/tests/vectors");
        let image = Image::load(&vectors.join(format!("walk{xlen}.elf"))).unwrap();
        let reference = std::fs::read(vectors.join(format!("walk{xlen}.htm.bin"))).unwrap().len();
        // Its ProgTraceCorrelation has no HIST; the specification asks for CDF = 1 in HTM (N-Trace 7.12), which is one
        // byte.
        assert_eq!(ours(&image, preset, &[]), reference + 1, "walk{xlen} on {preset}");
    }
}

/// What options save, and never a byte more than without them.
#[test]
fn predicted_returns_and_repeated_history_save_bytes() {
    let (mut all, mut logarithms) = (0, [0.0; 2]);
    for entry in std::fs::read_dir(path("programs/elf")).unwrap() {
        let file = entry.unwrap().path();
        let image = Image::load(&file).unwrap();
        let preset = if file.to_string_lossy().contains("rv32") { "mcu" } else { "rv64" };
        let plain = ours(&image, preset, &[]);
        for (calls, logarithms) in [&[][..], ANY_CALL].into_iter().zip(&mut logarithms) {
            let small = ours(&image, preset, &[SMALLEST, calls].concat());
            let ratio = small as f64 / plain as f64;
            let name = file.file_name().unwrap().to_string_lossy();
            println!("{name:20} {small:9} bytes, {ratio:.3} of those without {calls:?}");
            assert!(small <= plain, "{}: {small} bytes, {plain} without the options", file.display());
            *logarithms += ratio.ln();
        }
        all += 1;
    }
    let means = logarithms.map(|sum| (sum / f64::from(all)).exp());
    println!("geometric means {means:.3?}");
    assert!(means[0] < 0.55 && means[1] < 0.4, "{means:?}");
}

#[test]
fn walk_is_no_larger_than_by_the_reference_encoder_with_its_options_and_in_branch_mode() {
    for (xlen, preset) in [(32, "mcu"), (64, "rv64")] {
        let vectors = path("../sw/decoder/tests/vectors");
        let image = Image::load(&vectors.join(format!("walk{xlen}.elf"))).unwrap();
        for (trace, changes) in [("htm-cs8-rpt2", &[SMALLEST, OF_EIGHT, ANY_CALL].concat()[..]), ("btm", BRANCHES)] {
            let reference = std::fs::read(vectors.join(format!("walk{xlen}.{trace}.bin"))).unwrap().len();
            let bytes = ours(&image, preset, changes);
            println!("walk{xlen}.{trace}: {bytes} bytes, {reference} by the reference encoder");
            assert!(bytes <= reference, "walk{xlen}.{trace}: {bytes} bytes, {reference} by the reference encoder");
        }
    }
}

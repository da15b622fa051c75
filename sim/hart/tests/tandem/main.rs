// SPDX-License-Identifier: Apache-2.0
//! Tandem verification of programs: on the embedded hart, encoded by the model, decoded, verified.

mod broken;
mod injected;
mod logs;
mod programs;

use std::path::{Path, PathBuf};
use tracewright_hart::{Hart, HartReference, Options, Recorded, Recorder};
use tracewright_image::Image;
use tracewright_messages::isa::Xlen;
use tracewright_model::tandem::{Encoder, Settings};
use tracewright_tandem::{Absent, Groups, Mismatch, Summary, Verifier, Widths};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/elf")
}

fn image(name: &str) -> Image {
    Image::load(&folder().join(format!("{name}.elf"))).expect("a program")
}

fn widths(image: &Image) -> Widths {
    match image.xlen() {
        Xlen::Rv32 => Widths::rv32(0, false),
        Xlen::Rv64 => Widths::rv64(0),
    }
}

/// What the hart gives the encoder, at most `limit` groups.
fn recorded(image: &Image, limit: usize) -> Vec<Recorded> {
    let mut recorder = Recorder::new(Hart::new(image, &Options::default()).expect("memory enough"));
    let groups = std::iter::from_fn(|| recorder.advance().expect("no error"));
    groups.take(limit).collect()
}

fn encode(settings: Settings, recorded: &[Recorded]) -> Vec<u8> {
    let (mut encoder, mut trace) = (Encoder::new(settings), vec![]);
    for Recorded { outside, retirement } in recorded {
        outside.iter().for_each(|outside| encoder.outside(outside, &mut trace));
        encoder.retire(retirement, &mut trace);
    }
    encoder.flush(&mut trace);
    trace
}

/// Verifies a trace: what it came to, and the mismatches.
fn verify(image: &Image, absent: Absent, trace: &[u8]) -> (Summary, Vec<Mismatch>) {
    let reference = HartReference::new(image, Options::default()).expect("memory enough");
    let mut verifier = Verifier::new(reference, widths(image), absent);
    let (mut groups, mut mismatches, mut rest) = (Groups::new(widths(image)), vec![], trace);
    loop {
        rest = &rest[groups.feed(rest)..];
        if rest.is_empty() {
            groups.finish();
        }
        while let Some(part) = groups.pop() {
            mismatches.extend(verifier.take(&part));
        }
        if rest.is_empty() {
            return (verifier.summary().clone(), mismatches);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Traces from another author's encoder decode to the addresses that were executed.

use std::path::{Path, PathBuf};
use tracewright_decoder::output::{Format, Printer};
use tracewright_decoder::{decode, Item, Mode, Settings};
use tracewright_image::Image;

pub fn vector(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name)
}

/// Decodes `PROGRAM.KIND.bin` and compares; everything but instructions is given back.
fn check(program: &str, kind: &str, settings: Settings) {
    let image = Image::load(&vector(&format!("{program}.elf"))).unwrap();
    let trace = std::fs::read(vector(&format!("{program}.{kind}.bin"))).unwrap();
    let executed = std::fs::read_to_string(vector(&format!("{program}.pcs"))).unwrap();
    let mut printer = Printer::new(&image, Format::Pc, Vec::new());
    let mut others = Vec::new();
    decode(&trace, &image, &settings, &mut |item| match item {
        Item::Instruction { .. } => printer.item(&item).unwrap(),
        other => others.push(other),
    });
    let decoded = String::from_utf8(printer.into_inner()).unwrap();
    let difference = decoded.lines().zip(executed.lines()).position(|(d, e)| d != e);
    assert_eq!(difference, None, "{program}.{kind}: {others:x?}");
    assert_eq!(decoded.lines().count(), executed.lines().count(), "{program}.{kind}: {others:x?}");
    assert!(matches!(others[0], Item::Sync { offset: 0, address: 0x8000_0000, .. }), "{others:x?}");
    assert!(matches!(others[1..], [Item::Stop { .. }]), "{others:x?}");
}

#[test]
fn history_messages() {
    check("walk32", "htm", Settings::default());
    check("walk64", "htm", Settings::default());
}

#[test]
fn history_messages_with_implicit_return_and_repeated_history() {
    let settings = Settings { implicit_return: true, ..Settings::default() };
    check("walk32", "htm-cs8-rpt2", settings);
    check("walk64", "htm-cs8-rpt2", settings);
}

#[test]
fn an_optimisation_that_the_encoder_does_not_use_does_no_harm() {
    let settings = Settings { implicit_return: true, sequential_jump: true, ..Settings::default() };
    for program in ["walk32", "walk64"] {
        check(program, "htm", settings);
        check(program, "btm", Settings { mode: Mode::Branch, ..settings });
    }
}

#[test]
fn branch_messages() {
    let settings = Settings { mode: Mode::Branch, ..Settings::default() };
    check("walk32", "btm", settings);
    check("walk64", "btm", settings);
}

// SPDX-License-Identifier: Apache-2.0
//! The whole flow through Yosys and nextpnr: a board to its bitstream, and a row of every table of figures. `make
//! boards` and `make synth` do all of it. Needs `gen/tools/packages ice40 cores` and the command `tracewright`.

use std::process::Command;
use tracewright_tests::command::{root, tracewright};

/// What a command says at the project's folder; it must succeed.
fn said(command: &mut Command) -> String {
    let output = command.current_dir(root()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command:?}\n{said}");
    said
}

#[test]
fn the_icebreaker_becomes_a_bitstream() {
    let mut build = Command::new(root().join("rtl/boards/build"));
    let said = said(build.arg("icebreaker").env("TRACEWRIGHT", tracewright()));
    assert!(said.contains("icebreaker: build/boards/icebreaker/icebreaker.bin, "), "{said}");
    assert!(said.contains("icebreaker: Max frequency for clock"), "{said}");
    // What the UP5K takes: 104,090 bytes, and 0x7EAA997E where they begin.
    let bitstream = std::fs::read(root().join("build/boards/icebreaker/icebreaker.bin")).unwrap();
    assert_eq!(bitstream.len(), 104_090);
    let preamble = [0x7E, 0xAA, 0x99, 0x7E];
    assert!(bitstream.windows(4).take(64).any(|bytes| bytes == preamble), "{:02X?}", &bitstream[..64]);
}

#[test]
fn a_row_of_every_table_is_what_the_page_says() {
    let mut synth = Command::new(tracewright());
    let said = said(synth.args(["synth", "--figures", "gen/package/figures.toml", "--first-rows"]));
    assert!(said.ends_with(" figures, 0 of them differ from the page\n"), "{said}");
}

// SPDX-License-Identifier: Apache-2.0
//! The timing diagram of a flush of the ATB in `docs/images`, drawn from what the example `atb_waves` writes.

use std::fs::File;
use std::io::BufReader;
use std::process::Command;
use tracewright_diagram::timing::{flush, Waveform};

#[test]
fn waveforms_of_a_flush_are_those_of_the_documents() {
    let test = std::env::current_exe().expect("a test has a file");
    let example = test.ancestors().nth(2).expect("target/release").join("examples/atb_waves");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("atb.vcd");
    let status = Command::new(&example).arg(&file).status();
    let status = status
        .unwrap_or_else(|error| panic!("{} (cargo test builds it, but not with --test): {error}", example.display()));
    assert!(status.success());
    let wave = Waveform::read(BufReader::new(File::open(&file).expect("a waveform"))).expect("a VCD file");
    let picture = flush(&wave, "A flush: six bytes are a beat and a half").expect("a flush");
    assert_eq!(tracewright_diagram::pages::is_current("atb-flush.svg", &picture.svg()), Ok(()));
}

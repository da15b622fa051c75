// SPDX-License-Identifier: Apache-2.0
//! The timing diagram of a flush of the ATB in `docs/images`, drawn from what the example `atb_waves` writes.

#[path = "../examples/atb_waves/flush.rs"]
mod flush;

use std::fs::File;
use std::io::BufReader;
use tracewright_package::diagram::timing::{self, Waveform};

#[test]
fn waveforms_of_a_flush_are_those_of_the_documents() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("atb.vcd");
    flush::write(&file).expect("a waveform");
    let wave = Waveform::read(BufReader::new(File::open(&file).expect("a file"))).expect("a VCD file");
    let picture = timing::flush(&wave, "A flush: six bytes are a beat and a half").expect("a flush");
    assert_eq!(tracewright_package::diagram::pages::is_current("atb-flush.svg", &picture.svg()), Ok(()));
}

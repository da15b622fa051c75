// SPDX-License-Identifier: Apache-2.0
//! Writes a waveform of one flush of the ATB, for a timing diagram: `cargo run -p tracewright-sinks --example atb_waves
//! [file.vcd]`.

mod flush;

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).map_or_else(|| PathBuf::from("atb_flush.vcd"), PathBuf::from);
    flush::write(&file)?;
    println!("{}", file.display());
    Ok(())
}

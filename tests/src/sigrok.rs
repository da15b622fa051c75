// SPDX-License-Identifier: Apache-2.0
//! What sigrok, a program of logic analysers, decodes from a VCD file.

use crate::skipped::skip;
use std::io;
use std::path::Path;
use std::process::Command;

/// The bytes that sigrok's UART decoder reads from the signal `signal` (as sigrok calls it: without scopes) of a VCD
/// file, at `baud` bits a second. None, and a note that the calling test did not run, if `sigrok-cli` (a Debian
/// package) is not installed.
///
/// # Errors
/// If it does not run to its end without a complaint.
pub fn uart_bytes(vcd: &Path, signal: &str, baud: u64) -> io::Result<Option<Vec<u8>>> {
    let decoder = format!("uart:rx={signal}:baudrate={baud}");
    let result = Command::new("sigrok-cli")
        .args(["--loglevel", "2", "--input-format", "vcd", "--input-file"])
        .arg(vcd)
        .args(["--protocol-decoders", &decoder, "--protocol-decoder-binary", "uart=rx"])
        .output();
    let output = match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            skip("sigrok-cli is not installed (apt-get install sigrok-cli)");
            return Ok(None);
        }
        result => result?,
    };
    let complaint = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() || !complaint.trim().is_empty() {
        return Err(io::Error::other(format!("sigrok-cli: {}: {complaint}", output.status)));
    }
    Ok(Some(output.stdout))
}

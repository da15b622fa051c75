// SPDX-License-Identifier: Apache-2.0
//! Logs of Spike and QEMU, line by line.

mod errors;
mod qemu;
mod recorded;
mod sound;
mod spike;

use std::io::Write;
use tempfile::NamedTempFile;
use tracewright_hart::{open_log, Error, Event};
use tracewright_image::{Image, Segment};
use tracewright_messages::isa::Xlen;

/// The program of the logs: its instructions by address, with c.nop in between. The handler is at 0x8000_0040, which no
/// code tells.
const CODE: [(u64, u32); 9] = [
    (0x8000_0000, 0x0000_0013), // nop
    (0x8000_0004, 0x0000_0463), // beq x0, x0, 0x8000_000c
    (0x8000_0008, 0x0000_0073), // ecall
    (0x8000_000C, 0x0000_3083), // ld x1, 0(x0)
    (0x8000_0010, 0x0010_0073), // ebreak
    (0x8000_0014, 0x0000_006F), // j 0x8000_0014
    (0x8000_0018, 0xC000_1073), // unimp
    (0x8000_0044, 0x3020_0073), // mret
    (0x8000_0048, 0x3052_9073), // csrw mtvec, t0
];

fn image(xlen: Xlen) -> Image {
    let mut bytes = [0x01, 0x00].repeat(64);
    for (address, bits) in CODE {
        let offset = (address - 0x8000_0000) as usize;
        bytes[offset..offset + 4].copy_from_slice(&bits.to_le_bytes());
    }
    Image::from_segments(xlen, 0x8000_0000, vec![Segment::code(0x8000_0000, bytes)]).expect("a valid image")
}

fn file(log: &str) -> NamedTempFile {
    let mut file = NamedTempFile::new().expect("a temporary file");
    file.write_all(log.as_bytes()).expect("room for the log");
    file
}

/// What `log` says of `hart`, in short: `P` and the last byte of the address of an instruction that retired (`T` for a
/// taken branch), `E` and that of an exception, `I` and that of the instruction that would have run next for an
/// interrupt, `-` for a gap.
fn try_read(xlen: Xlen, log: &str, hart: u32) -> Result<String, Error> {
    read_with(&image(xlen), log, hart, false)
}

/// As [`try_read`], of a program, and perhaps with gaps: `-`.
fn read_with(image: &Image, log: &str, hart: u32, allow_gaps: bool) -> Result<String, Error> {
    let file = file(log);
    let mut stream = open_log(file.path(), image, hart, allow_gaps)?;
    let mut words = Vec::new();
    while let Some(event) = stream.next()? {
        words.push(match event {
            Event::Retired { pc, taken, .. } => format!("{}{:02x}", if taken { 'T' } else { 'P' }, pc & 0xFF),
            Event::Exception { pc } => format!("E{:02x}", pc & 0xFF),
            Event::Interrupt { pc } => format!("I{:02x}", pc & 0xFF),
            Event::Gap => "-".to_string(),
        });
    }
    Ok(words.join(" "))
}

fn read(log: &str) -> String {
    try_read(Xlen::Rv64, log, 0).expect("a sound log")
}

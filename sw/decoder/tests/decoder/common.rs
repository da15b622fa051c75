// SPDX-License-Identifier: Apache-2.0
//! Small programs and traces, made by hand.

use tracewright_decoder::{ErrorKind, Mode, Settings};
use tracewright_image::{Image, Segment};
use tracewright_messages::isa::Xlen;
use tracewright_messages::Tcode;

/// Messages to bytes, independent of the golden model.
#[path = "../../../messages/tests/common/mod.rs"]
mod writer;
pub use writer::encode as message;

#[path = "../shared/mod.rs"]
mod shared;
pub use shared::*;

/// c.ebreak
pub const C_EBREAK: u32 = 0x9002;

impl Decoded {
    /// The only error: its place in the trace, its address, its kind.
    pub fn only_error(&self) -> (usize, Option<u64>, ErrorKind) {
        let errors = self.errors();
        assert_eq!(errors.len(), 1, "{errors:?}");
        (errors[0].offset, errors[0].address, errors[0].kind)
    }
}

/// jalr `rd`, `offset`(`rs1`)
pub fn jalr(rd: u32, rs1: u32, offset: i32) -> u32 {
    0x67 | rd << 7 | rs1 << 15 | (offset as u32) << 20
}

/// History mode, no option.
pub const PLAIN: Settings = Settings {
    mode: Mode::History,
    src_bits: 0,
    src: 0,
    timestamp_width: 0,
    implicit_return: false,
    sequential_jump: false,
    all_jumps: false,
    extended_address: false,
    interrupt_address: false,
    limit: tracewright_decoder::DEFAULT_LIMIT,
};

/// A program with instructions from each of some addresses on.
pub fn program(parts: &[(u64, &[u32])]) -> Image {
    let segments = parts.iter().map(|(address, code)| Segment::code(*address, assemble(code))).collect();
    Image::from_segments(Xlen::Rv32, parts[0].0, segments).unwrap()
}

/// Decodes messages in history mode.
pub fn history(trace: &[Vec<u8>], image: &Image) -> Decoded {
    decode_with(&trace.concat(), image, Settings::default())
}

/// Decodes messages in branch mode.
pub fn branches(trace: &[Vec<u8>], image: &Image) -> Decoded {
    decode_with(&trace.concat(), image, Settings { mode: Mode::Branch, ..Settings::default() })
}

/// ProgTraceSync, SYNC 3, at `address`.
pub fn start(address: u64) -> Vec<u8> {
    message(Tcode::ProgTraceSync, &[3, 0, address >> 1])
}

/// ProgTraceCorrelation, EVCODE 0, with HIST.
pub fn stop(icnt: u64, hist: u64) -> Vec<u8> {
    message(Tcode::ProgTraceCorrelation, &[0, 1, icnt, hist])
}

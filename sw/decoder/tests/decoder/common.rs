// SPDX-License-Identifier: Apache-2.0
//! Small programs and traces, made by hand.

use tracewright_decoder::{decode, Error, ErrorKind, Item, Mode, Settings};
use tracewright_image::{Image, Segment};
use tracewright_isa::Xlen;
use tracewright_messages::Tcode;

/// Messages to bytes, independent of the golden model.
#[path = "../../../messages/tests/common/mod.rs"]
mod writer;
pub use writer::encode as message;

/// Instructions without an effect on the program counter, and those with one fixed encoding.
pub const C_ADD: u32 = 0x9532;
pub const ADD: u32 = 0x00C5_0533;
pub const C_EBREAK: u32 = 0x9002;
pub const ECALL: u32 = 0x0000_0073;
pub const MRET: u32 = 0x3020_0073;
/// jalr x0, 0(x10)
pub const JUMP_REGISTER: u32 = 0x0005_0067;
/// jalr x0, 0(x1)
pub const RET: u32 = 0x0000_8067;

/// beq x0, x0, by `offset` bytes.
pub fn branch(offset: i32) -> u32 {
    let o = offset as u32;
    0x63 | (o >> 11 & 1) << 7 | (o >> 1 & 0xF) << 8 | (o >> 5 & 0x3F) << 25 | (o >> 12 & 1) << 31
}

/// jal `rd`, by `offset` bytes.
pub fn jump(rd: u32, offset: i32) -> u32 {
    let o = offset as u32;
    0x6F | rd << 7 | (o >> 12 & 0xFF) << 12 | (o >> 11 & 1) << 20 | (o >> 1 & 0x3FF) << 21 | (o >> 20 & 1) << 31
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
};

/// The bytes of instructions one after the other.
pub fn assemble(code: &[u32]) -> Vec<u8> {
    let bytes = |i: &u32| i.to_le_bytes()[..if i & 3 == 3 { 4 } else { 2 }].to_vec();
    code.iter().flat_map(bytes).collect()
}

/// A program with instructions from each of some addresses on.
pub fn program(parts: &[(u64, &[u32])]) -> Image {
    let segments = parts.iter().map(|(address, code)| Segment::code(*address, assemble(code))).collect();
    Image::from_segments(Xlen::Rv32, parts[0].0, segments).unwrap()
}

/// What a trace decodes to.
#[derive(Debug, Default, PartialEq)]
pub struct Decoded {
    /// The addresses of the instructions.
    pub pcs: Vec<u64>,
    /// Everything else.
    pub others: Vec<Item>,
}

impl Decoded {
    /// The errors.
    pub fn errors(&self) -> Vec<Error> {
        let error = |item: &Item| if let Item::Error(error) = item { Some(*error) } else { None };
        self.others.iter().filter_map(error).collect()
    }

    /// The only error: its place in the trace, its address, its kind.
    pub fn only_error(&self) -> (usize, Option<u64>, ErrorKind) {
        let errors = self.errors();
        assert_eq!(errors.len(), 1, "{errors:?}");
        (errors[0].offset, errors[0].address, errors[0].kind)
    }
}

/// Decodes with the given settings.
pub fn decode_with(trace: &[u8], image: &Image, settings: Settings) -> Decoded {
    let mut decoded = Decoded::default();
    decode(trace, image, &settings, &mut |item| match item {
        Item::Instruction { pc } => decoded.pcs.push(pc),
        other => decoded.others.push(other),
    });
    decoded
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

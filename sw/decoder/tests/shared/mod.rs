// SPDX-License-Identifier: Apache-2.0
//! Instructions, and what traces decode to, for tests.

use tracewright_decoder::{decode, Error, Item, Settings};
use tracewright_image::Image;

/// Instructions without an effect on the program counter, and those with one fixed encoding.
pub const C_ADD: u32 = 0x9532;
pub const ADD: u32 = 0x00C5_0533;
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

/// The bytes of instructions one after the other.
pub fn assemble(code: &[u32]) -> Vec<u8> {
    let bytes = |i: &u32| i.to_le_bytes()[..if i & 3 == 3 { 4 } else { 2 }].to_vec();
    code.iter().flat_map(bytes).collect()
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

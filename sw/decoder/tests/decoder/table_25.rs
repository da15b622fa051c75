// SPDX-License-Identifier: Apache-2.0
//! An encoder that follows N-Trace Table 25 to the letter, byte by byte by hand: a call, a message that synchronises
//! within the function, and the return.

use crate::common::*;
use tracewright_decoder::{ErrorKind, Settings};
use tracewright_image::Image;

/// The column "Encoder Reset" of N-Trace Table 25: the reasons where it says "No".
const NOT_RESET: [u8; 3] = [0, 4, 6];

const RETURNS_ARE_IMPLIED: Settings = Settings { implicit_return: true, ..PLAIN };

/// ProgTraceSync: TCODE 9; SYNC 3, I-CNT 0; F-ADDR 0x80, for 0x100.
const START: [u8; 4] = [0x24, 0x0D, 0x00, 0x0B];

/// A call at 0x100, and the function at 0x110, which returns to 0x104.
fn calling() -> Image {
    const C_RET: u32 = 0x8082;
    program(&[(0x100, &[jump(1, 0x10), C_ADD]), (0x110, &[C_ADD, C_RET])])
}

/// ProgTraceSync: TCODE 9; SYNC, I-CNT 2; F-ADDR 0x88, for 0x110.
fn synchronises(reason: u8) -> [u8; 4] {
    [0x24, (reason | 2 << 4) << 2 | 1, 0x20, 0x0B]
}

/// The encoder has kept its return stack: ProgTraceCorrelation, TCODE 33; EVCODE 0, CDF 1; I-CNT 3; HIST 1.
const IMPLIED: &[u8] = &[0x84, 0x40, 0x0D, 0x07];

/// The encoder has emptied it: IndirectBranchHist, TCODE 28; B-TYPE 0, I-CNT 2; U-ADDR 0x0A, for 0x104; HIST 1. Then
/// ProgTraceCorrelation with I-CNT 1.
const REPORTED: &[u8] = &[0x70, 0x21, 0x29, 0x07, 0x84, 0x40, 0x05, 0x07];

#[test]
fn ntrace_table_25_what_an_encoder_sends_that_is_reset_where_the_table_says_so() {
    for reason in 0..16 {
        let rest = if NOT_RESET.contains(&reason) { IMPLIED } else { REPORTED };
        let trace = [&START[..], &synchronises(reason), rest].concat();
        let decoded = decode_with(&trace, &calling(), RETURNS_ARE_IMPLIED);
        assert_eq!(decoded.errors(), [], "SYNC {reason}");
        assert_eq!(decoded.pcs, [0x100, 0x110, 0x112, 0x104], "SYNC {reason}");
    }
}

#[test]
fn ntrace_table_25_a_return_is_not_implied_by_a_call_from_before_a_reset() {
    for reason in (0..16).filter(|reason| !NOT_RESET.contains(reason)) {
        let trace = [&START[..], &synchronises(reason), IMPLIED].concat();
        let decoded = decode_with(&trace, &calling(), RETURNS_ARE_IMPLIED);
        assert_eq!(decoded.only_error().2, ErrorKind::UnknownTarget, "SYNC {reason}");
    }
}

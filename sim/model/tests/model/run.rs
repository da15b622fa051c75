// SPDX-License-Identifier: Apache-2.0
//! A whole run with a sink that is never busy.

use crate::bench::{block, build, unsynced};
use tracewright_messages::itype::*;
use tracewright_model::{encode, messages};

#[test]
fn a_run_traces_every_block_and_ends_with_a_correlation() {
    let blocks = [block(0x100, 3, BRANCH_TAKEN), block(0x200, 2, NONE)];
    let mut text = Vec::new();
    messages(&build(), &unsynced(), blocks, |message| text.push(message.to_string()));
    let expected = ["ProgTraceSync SYNC=5 I-CNT=0 F-ADDR=0x80", "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=5 HIST=0x3"];
    assert_eq!(text, expected);
}

#[test]
fn a_run_s_bytes_come_a_message_at_a_time() {
    let mut lengths = Vec::new();
    encode(&build(), &unsynced(), [block(0x100, 3, RETURN), block(0x200, 2, NONE)], |bytes| lengths.push(bytes.len()));
    assert_eq!(lengths, [4, 4, 4]);
}

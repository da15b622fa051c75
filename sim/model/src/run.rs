// SPDX-License-Identifier: Apache-2.0
//! A whole run with a sink that is never busy.

use crate::{codec, Cycle, Encoder, Message};
use tracewright_config::{Build, Run};
use tracewright_messages::Block;

/// The messages of `blocks`, one a cycle and each traced, from a queue that always has room.
///
/// teEnable and teInstTracing are set together before the first block, and teInstTracing is cleared after the last:
/// the trace starts with ProgTraceSync (SYNC 5) and ends with ProgTraceCorrelation (EVCODE 4).
pub fn messages(build: &Build, run: &Run, blocks: impl IntoIterator<Item = Block>, mut sink: impl FnMut(&Message)) {
    let mut encoder = Encoder::new(build, run);
    let mut cycle = |block: Block, tracing: bool| {
        let cycle = Cycle { block, active: true, enable: true, tracing, ..Cycle::default() };
        if let Some(message) = encoder.cycle(&cycle).sent() {
            sink(&message);
        }
    };
    for block in blocks {
        cycle(block, true);
    }
    cycle(Block::default(), false);
}

/// The trace of `blocks` as bytes, a whole message at a time; see [`messages`].
pub fn encode(build: &Build, run: &Run, blocks: impl IntoIterator<Item = Block>, mut sink: impl FnMut(&[u8])) {
    messages(build, run, blocks, |message| sink(&codec::encode(message)));
}

// SPDX-License-Identifier: Apache-2.0
//! What is looked at of a hart in every cycle, in one word.

use super::places::has_chunks;
use super::{compared_at, fills, ComparedAt};
use crate::observed::{flag, shown};
use crate::ports::{numbered, prefix};
use tracewright_config::{Build, SinkKind};
use verilator_sys::Flags;

/// The word of a hart: bits of [`flag`], and those of [`shown`].
pub(crate) fn flags(build: &Build, hart: u32) -> Flags {
    let before = prefix(build, hart);
    let named = |name: &str| format!("{before}{name}");
    let mut bits: Vec<(String, u32)> = Vec::new();
    let always = [
        ("active", flag::ACTIVE),
        ("enable", flag::ENABLE),
        ("tracing", flag::TRACING),
        ("stall", flag::STALL),
        ("leaves", flag::LEAVES),
    ];
    let request = build.power.clock_request.then_some(("clock_request", flag::CLOCK_REQUEST));
    let sync = build.sink.requests_sync().then_some(("sync_request", flag::SYNC_REQUEST));
    let list = always.into_iter().chain(request).chain(sync);
    bits.extend(list.map(|(name, flag)| (named(name), flag.trailing_zeros())));
    bits.extend(empty(build, hart).into_iter().zip(shown::EMPTY..));
    let entries = numbered("entry_valid", build.ingress.blocks);
    let mut moves: Vec<String> = entries.iter().map(|entry| named(entry)).collect();
    moves.push(named(if compared_at(build) == ComparedAt::Chunks { "chunk_valid" } else { "trace_valid" }));
    if build.sink.has(SinkKind::Sram) && fills(build) {
        moves.push("sram_fill".into());
    }
    bits.extend(moves.into_iter().zip(shown::MOVES..));
    Flags { name: named("flags"), bits }
}

/// Names of what shows that the encoder of a hart, and what is downstream of it up to a funnel, hold nothing: all of
/// them together.
pub(super) fn empty(build: &Build, hart: u32) -> Vec<String> {
    let before = prefix(build, hart);
    let named = |name: &str| format!("{before}{name}");
    let mut names = vec![named("empty")];
    match (compared_at(build), build.system.harts) {
        (ComparedAt::Chunks, 1) => names.push("sinks_empty".into()),
        (ComparedAt::Chunks, _) if has_chunks(build) => names.extend(["sliced_empty", "joined_empty"].map(named)),
        (ComparedAt::Chunks, _) => {}
        (compared, _) => {
            if has_chunks(build) {
                names.push(named("joined_empty"));
            }
            if compared == ComparedAt::Sram {
                names.push("sink_empty".into());
            }
        }
    }
    names
}

// SPDX-License-Identifier: Apache-2.0
//! What is looked at in every cycle, in a word: of accesses to registers, and of each hart.

use super::places::has_chunks;
use super::{compared_at, fills, ComparedAt};
use crate::observed::{flag, shown};
use crate::ports::{numbered, prefix};
use tracewright_config::{Build, SinkKind};
use verilator_sys::{Flags, Probe};

/// Name of the word of an access inside.
pub(super) const ACCESS: &str = "access";

/// The words of a design with these probes.
pub(crate) fn flags(build: &Build, probes: &[Probe]) -> Vec<Flags> {
    let harts = (0..build.system.harts).map(|hart| of_hart(build, hart, probes));
    harts.chain([of_access(probes)]).collect()
}

/// The word of an access inside: one of its bits is high in a cycle with one, and what else is probed of it means
/// something only then.
fn of_access(probes: &[Probe]) -> Flags {
    let bits: Vec<(String, u32)> = vec![("access_request".into(), 0), ("access_done".into(), 1)];
    let guarded = others(probes, &bits, &["access_".into()]);
    Flags { name: ACCESS.into(), bits, guarded, guard: 0 }
}

/// Names of the probes that begin like this and are not among the bits.
fn others(probes: &[Probe], bits: &[(String, u32)], beginnings: &[String]) -> Vec<String> {
    let names = probes.iter().map(|probe| &probe.name);
    let names = names.filter(|name| beginnings.iter().any(|beginning| name.starts_with(beginning)));
    names.filter(|name| bits.iter().all(|(bit, _)| bit != *name)).cloned().collect()
}

/// The word of a hart: bits of [`flag`], and those of [`shown`]. What entries and trace are means something only where
/// something moves.
fn of_hart(build: &Build, hart: u32, probes: &[Probe]) -> Flags {
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
    let guarded = others(probes, &bits, &["entry_", "trace_", "chunk_"].map(named));
    Flags { name: named("flags"), bits, guarded, guard: shown::MOVES }
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

// SPDX-License-Identifier: Apache-2.0
//! Entries become the bytes of N-Trace, whatever packs them.

mod reference;
mod spec;

use super::*;
use crate::bench::{settle, Clocked};
use crate::codes::*;
use reference::{bytes, Entry, Settings};
use tracewright_config::Packer as Width;

impl<const ADDR: usize, const FIRST: usize, const OUT: usize> Clocked for Output<ADDR, FIRST, OUT> {
    fn domain(&mut self) -> (&mut Signal<In, Clock>, &mut Signal<In, Bit>) {
        (&mut self.clock, &mut self.rst_n)
    }
}

/// A cheap source of decisions.
struct Decisions(u64);

impl Decisions {
    fn bits(&mut self, bits: u32) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        if bits == 0 {
            return 0;
        }
        (self.0 ^ self.0 >> 29) >> 3 & (u64::MAX >> (u64::BITS - bits))
    }

    /// A number of up to `bits` bits, as often short as long.
    fn number(&mut self, bits: u32) -> u64 {
        let short = self.bits(6) as u32 % (bits + 1);
        self.bits(short) | if short > 0 { 1 << (short - 1) } else { 0 }
    }
}

/// What one simulation sent, and the cycles it took.
struct Sent {
    bytes: Vec<u8>,
    cycles: usize,
}

/// The entry as it enters.
fn record<const ADDR: usize>(entry: Entry) -> super::Entry<ADDR> {
    super::Entry {
        kind: entry.kind.to_bits(),
        fixed: entry.fixed.to_bits(),
        count: entry.count.to_bits(),
        addr: entry.addr.to_bits(),
        hist: entry.hist.to_bits(),
        repeats: entry.repeat_count > 0,
        repeat_count: entry.repeat_count.to_bits(),
        repeat_hist: entry.repeat_hist.to_bits(),
        held: bits(0),
        repeat_held: bits(0),
        left_out: bits(0),
        own: entry.own.to_bits(),
        privilege: entry.privilege.to_bits(),
        context: entry.context.to_bits(),
        time: entry.time.to_bits(),
    }
}

/// Sends `entries`; the sink takes something when `ready` says so.
fn send<const ADDR: usize, const FIRST: usize, const OUT: usize>(
    build: &Build,
    settings: Settings,
    entries: &[Entry],
    mut ready: impl FnMut(usize) -> bool,
) -> Sent {
    let mut output = Output::<ADDR, FIRST, OUT>::new(build).reset();
    output.style.src_inhibit.next = settings.src.is_none();
    output.style.src_id.next = u64::from(settings.src.unwrap_or(0)).to_bits();
    output.style.extend.next = settings.extend;
    output.style.timestamps.next = settings.timestamps;
    let (mut bytes, mut next, mut idle) = (vec![], 0, 0);
    for cycle in 0..100_000 {
        let entry = entries.get(next).copied().unwrap_or_default();
        output.entry_valid.next = next < entries.len();
        output.entry.next = record(entry);
        output.trace.ready.next = ready(cycle);
        settle(&mut output);
        if output.trace.valid.val() && output.trace.ready.val() {
            let count = if OUT == 8 { 1 } else { output.trace.bytes.val().index() };
            assert!((1..=OUT / 8).contains(&count));
            let taken = (0..count).map(|i| output.trace.data.val().get_bits::<8>(8 * i).to_u64() as u8);
            bytes.extend(taken.clone());
            if output.trace.last.is_built() {
                let ends: Vec<bool> = taken.map(|byte| byte & 3 == 3).collect();
                assert_eq!(
                    ends.iter().position(|&end| end),
                    output.trace.last.val().then_some(count - 1),
                    "last byte of a message"
                );
            }
        }
        let taken = next < entries.len() && output.entry_ready.val();
        if next == entries.len() && output.empty.val() {
            idle += 1;
            if idle == 3 {
                return Sent { bytes, cycles: cycle };
            }
        }
        output.tick();
        next += usize::from(taken);
    }
    panic!("hangs after {bytes:02X?}");
}

/// [`send`] with the types that belong to `build`.
fn send_any(build: &Build, settings: Settings, entries: &[Entry], ready: impl FnMut(usize) -> bool) -> Sent {
    match (build.xlen, build.encoder.packer) {
        (32, Width::Byte) => send::<31, 36, 8>(build, settings, entries, ready),
        (32, Width::Word) => send::<31, 36, 32>(build, settings, entries, ready),
        (32, Width::Double) => send::<31, 36, 64>(build, settings, entries, ready),
        (32, Width::Message) => send::<31, 36, 304>(build, settings, entries, ready),
        (_, Width::Byte) => send::<63, 64, 8>(build, settings, entries, ready),
        (_, Width::Word) => send::<63, 64, 32>(build, settings, entries, ready),
        (_, Width::Double) => send::<63, 64, 64>(build, settings, entries, ready),
        (_, Width::Message) => send::<63, 64, 304>(build, settings, entries, ready),
    }
}

const PACKERS: [Width; 4] = [Width::Byte, Width::Word, Width::Double, Width::Message];

fn plain(packer: Width) -> Build {
    let mut build = Build::default();
    build.encoder.packer = packer;
    build
}

/// With every option.
fn full(packer: Width) -> Build {
    let mut build = Build { xlen: 64, ..plain(packer) };
    build.encoder.modes = tracewright_config::Modes::Both;
    build.encoder.context = true;
    build.encoder.scontext_width = 32;
    build.encoder.hcontext_width = 14;
    build.encoder.src_bits = 7;
    build.encoder.repeated_history = true;
    build.encoder.repeat_branch = true;
    build.encoder.extended_address = true;
    build.timestamp.source = TimestampSource::Core;
    build.timestamp.width = 64;
    build
}

/// Random entries of every kind that `build` has.
fn random_entries(build: &Build, decisions: &mut Decisions, count: usize) -> Vec<Entry> {
    let (mut entries, mut time) = (vec![], 0);
    let kinds = if build.xlen == 32 { KIND_ERROR } else { KIND_DIRECT_BRANCH_AND_STOP };
    let addr_bits = build.xlen - 1;
    for n in 0..count {
        time += decisions.number(20);
        let kind = 1 + n % kinds;
        let mut entry = Entry {
            kind,
            fixed: decisions.bits(6),
            count: decisions.number(22),
            addr: decisions.number(addr_bits),
            hist: decisions.number(31) << 1 | 1,
            time,
            ..Entry::default()
        };
        if kind == KIND_PROG_TRACE_CORRELATION {
            entry.fixed = entry.fixed & 0xF | 0x10;
        }
        if build.xlen == 64 {
            if decisions.bits(1) == 0 {
                entry.addr ^= u64::MAX >> 1;
            }
            if kind == KIND_PROG_TRACE_CORRELATION && decisions.bits(1) == 0 {
                entry.fixed &= 0xF;
            }
            entry.own = [0, 0, 1, 2, 4, 6][decisions.bits(3) as usize % 6];
            entry.privilege = decisions.bits(3);
            entry.context = decisions.number(46);
            entry.repeat_count = if decisions.bits(2) == 0 { decisions.number(16) } else { 0 };
            entry.repeat_hist = if decisions.bits(1) == 0 { decisions.number(31) << 1 | 1 } else { 0 };
            if kind == KIND_DIRECT_BRANCH_AND_STOP {
                (entry.fixed, entry.own) = (entry.fixed & 0xF, 0);
            }
            if decisions.bits(3) == 0 && (entry.repeat_count > 0 || entry.own > 0) {
                entry.kind = KIND_NONE;
            }
        }
        entries.push(entry);
    }
    entries
}

#[test]
fn every_kind_of_message_is_as_the_tables_say_under_any_pressure() {
    for packer in PACKERS {
        let mut decisions = Decisions(packer as u64 + 1);
        let build = plain(packer);
        let entries = random_entries(&build, &mut decisions, 120);
        let settings = Settings::default();
        for pressure in [0, 1, 3] {
            let sent = send_any(&build, settings, &entries, |_| decisions.bits(2) >= pressure);
            assert_eq!(sent.bytes, bytes(&build, settings, &entries), "{packer:?}, pressure {pressure}");
        }
    }
}

#[test]
fn every_option_is_as_the_tables_say_switched_on_or_off() {
    for packer in PACKERS {
        let mut decisions = Decisions(packer as u64 + 9);
        let build = full(packer);
        for (src, extend, timestamps) in
            [(Some(0x55), true, true), (None, true, false), (Some(0x7F), false, true), (None, false, false)]
        {
            let settings = Settings { src, extend, timestamps };
            let entries = random_entries(&build, &mut decisions, 120);
            let sent = send_any(&build, settings, &entries, |_| decisions.bits(2) > 0);
            assert_eq!(sent.bytes, bytes(&build, settings, &entries), "{packer:?}, {settings:?}");
        }
    }
}

#[test]
fn src_of_any_width_shares_bytes_with_what_follows() {
    for packer in [Width::Byte, Width::Message] {
        for src_bits in 1..=12 {
            let mut build = full(packer);
            build.encoder.src_bits = src_bits;
            let mut decisions = Decisions(src_bits.into());
            let entries = random_entries(&build, &mut decisions, 24);
            let settings = Settings { src: Some(1), extend: false, timestamps: false };
            let sent = send_any(&build, settings, &entries, |_| true);
            assert_eq!(sent.bytes, bytes(&build, settings, &entries), "{packer:?}, {src_bits} bits");
        }
    }
}

#[test]
fn a_cycle_sends_as_much_of_a_message_as_documented() {
    // Two bytes, TCODE among them, and eleven of an address.
    for (packer, cycles) in [(Width::Byte, 13), (Width::Word, 1 + 3), (Width::Double, 1 + 2)] {
        let entry = Entry { kind: KIND_INDIRECT_BRANCH, count: 3, addr: 1 << 62, ..Entry::default() };
        let build = Build { xlen: 64, ..plain(packer) };
        let entries = vec![entry; 40];
        let sent = send_any(&build, Settings::default(), &entries, |_| true);
        assert_eq!(sent.bytes, bytes(&build, Settings::default(), &entries));
        assert!(sent.cycles <= 40 * cycles + 8, "{packer:?}: {} cycles for 40 messages", sent.cycles);
    }
    let entry = Entry {
        kind: KIND_INDIRECT_BRANCH_HIST_SYNC,
        count: 0x3F_FFFF,
        addr: u64::MAX >> 1,
        hist: 0xFFFF_FFFF,
        ..Entry::default()
    };
    let build = Build { xlen: 64, ..plain(Width::Message) };
    let sent = send_any(&build, Settings::default(), &[entry; 40], |_| true);
    assert!(sent.cycles <= 40 + 8, "{} cycles for 40 messages", sent.cycles);
}

#[test]
fn clear_forgets_everything() {
    let build = full(Width::Word);
    let mut output = Output::<63, 64, 32>::new(&build).reset();
    output.entry_valid.next = true;
    output.entry.next.kind = KIND_DIRECT_BRANCH.to_bits();
    settle(&mut output);
    output.tick();
    assert!(!output.empty.val());
    output.entry_valid.next = false;
    output.clear.next = true;
    settle(&mut output);
    output.tick();
    assert!(output.empty.val() && !output.trace.valid.val());
}

// SPDX-License-Identifier: Apache-2.0
//! Entries come out in order, whichever ports they came at, as they went in but for what is made of them last.

use super::*;
use crate::bench::{hist_of, settle, Clocked};
use crate::codes::*;
use std::collections::VecDeque;
use tracewright_config::TimestampSource;

const DEPTH: usize = 16;

impl<const ADDR: usize> Clocked for Queue<ADDR> {
    fn domain(&mut self) -> (&mut Signal<In, Clock>, &mut Signal<In, Bit>) {
        (&mut self.clock, &mut self.rst_n)
    }
}

/// A number of so many bits that differs from others.
fn part(n: u64, k: u64, bits: u32) -> u64 {
    (n + k).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(k as u32) >> (64 - bits)
}

/// Branches of HIST, of what repeats, and newer ones.
fn lengths(n: u64) -> [u64; 3] {
    [part(n, 12, 5), part(n, 13, 5), part(n, 14, 5)]
}

/// Every part of an entry as it enters.
fn parts(n: u64) -> [u64; 11] {
    let part = |k, bits| part(n, k, bits);
    [
        part(1, 4),
        part(2, 6),
        part(3, 22),
        part(4, 31),
        part(5, 32),
        part(6, 16),
        part(7, 32),
        part(8, 3),
        part(9, 3),
        part(10, 64),
        part(11, 64),
    ]
}

/// Whether messages of a kind have an address.
fn has_addr(kind: usize) -> bool {
    let of_direct_branches = matches!(kind, KIND_DIRECT_BRANCH_SYNC | KIND_INDIRECT_BRANCH_SYNC);
    of_direct_branches || (KIND_PROG_TRACE_SYNC..=KIND_INDIRECT_BRANCH_HIST_SYNC).contains(&kind)
}

/// Every part of an entry as it leaves; `reference` is the last address.
fn finished(n: u64, reference: &mut u64) -> [u64; 11] {
    let [held, repeat_held, left_out] = lengths(n);
    let mut parts = parts(n);
    parts[4] = hist_of(parts[4], held);
    parts[6] = hist_of((parts[6] & 0x7FFF_FFFF) >> left_out, repeat_held);
    let addr = parts[3];
    let kind = parts[0] as usize;
    if matches!(kind, KIND_INDIRECT_BRANCH | KIND_INDIRECT_BRANCH_HIST) {
        parts[3] ^= *reference;
    }
    if has_addr(kind) {
        *reference = addr;
    }
    parts
}

fn everything(blocks: u32) -> Queue<31> {
    let mut build = Build::default();
    build.ingress.blocks = blocks;
    build.encoder.queue_depth = DEPTH as u32;
    build.encoder.repeated_history = true;
    build.encoder.context = true;
    build.encoder.scontext_width = 32;
    build.encoder.hcontext_width = 32;
    build.timestamp.source = TimestampSource::Core;
    Queue::new(&build).reset()
}

fn put(queue: &mut Queue<31>, port: usize, n: u64) {
    let [kind, fixed, count, addr, hist, repeat, repeat_hist, own, privilege, context, time] = parts(n);
    let [held, repeat_held, left_out] = lengths(n);
    queue.in_valid[port].next = true;
    queue.entry_in[port].next = Entry {
        kind: kind.to_bits(),
        fixed: fixed.to_bits(),
        count: count.to_bits(),
        addr: addr.to_bits(),
        hist: hist.to_bits(),
        held: held.to_bits(),
        repeats: repeat > 0,
        repeat_count: repeat.to_bits(),
        repeat_hist: repeat_hist.to_bits(),
        repeat_held: repeat_held.to_bits(),
        left_out: left_out.to_bits(),
        own: own.to_bits(),
        privilege: privilege.to_bits(),
        context: context.to_bits(),
        time: time.to_bits(),
    };
}

fn found(queue: &Queue<31>) -> [u64; 11] {
    let entry = queue.entry_out.val();
    assert_eq!(entry.repeats, entry.repeat_count.any());
    [
        entry.kind.to_u64(),
        entry.fixed.to_u64(),
        entry.count.to_u64(),
        entry.addr.to_u64(),
        entry.hist.to_u64(),
        entry.repeat_count.to_u64(),
        entry.repeat_hist.to_u64(),
        entry.own.to_u64(),
        entry.privilege.to_u64(),
        entry.context.to_u64(),
        entry.time.to_u64(),
    ]
}

/// A cheap source of decisions.
struct Decisions(u64);

impl Decisions {
    fn next(&mut self, bits: u32) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        self.0 >> (64 - bits)
    }
}

#[test]
fn every_entry_comes_out_whole_and_in_order_and_the_room_is_exact() {
    for blocks in [1, 2, 4] {
        let mut queue = everything(blocks);
        let mut decisions = Decisions(u64::from(blocks));
        let mut rows: VecDeque<VecDeque<u64>> = VecDeque::new();
        let (mut next, mut entered) = (0, true);
        // The entry in the register behind the memory.
        let mut oldest: Option<[u64; 11]> = None;
        let mut reference = 0;
        // A row of several entries that is not written yet.
        let mut coming: Option<VecDeque<u64>> = None;
        // A row that has left in the cycle before.
        let mut left = 0;
        for cycle in 0..600 {
            let room = DEPTH - rows.len() - usize::from(coming.is_some()) - left;
            assert_eq!(queue.room.val().index(), room.min(3), "{blocks} blocks, cycle {cycle}");
            assert_eq!(queue.may_restart.val(), !entered && room >= DEPTH / 2, "{blocks} blocks, cycle {cycle}");
            assert_eq!(queue.out_valid.val(), oldest.is_some());
            assert_eq!(queue.empty.val(), oldest.is_none() && rows.is_empty() && coming.is_none());
            // Fast and slow by turns, so that it fills and empties.
            let fills = cycle / 100 % 2 == 0;
            let mut row = VecDeque::new();
            for port in 0..blocks as usize {
                queue.in_valid[port].next = false;
                if room > 0 && decisions.next(2) < if fills { 3 } else { 1 } {
                    put(&mut queue, port, next);
                    row.push_back(next);
                    next += 1;
                }
            }
            queue.out_ready.next = decisions.next(3) < if fills { 3 } else { 7 };
            settle(&mut queue);
            if let Some(oldest) = oldest {
                assert_eq!(found(&queue), oldest, "{blocks} blocks, cycle {cycle}");
            }
            left = 0;
            if oldest.is_none() || queue.out_ready.val() {
                let taken = rows.front_mut().and_then(VecDeque::pop_front);
                oldest = taken.map(|n| finished(n, &mut reference));
                if rows.front().is_some_and(VecDeque::is_empty) {
                    rows.pop_front();
                    left = 1;
                }
            }
            entered = !row.is_empty();
            let entering = entered.then_some(row);
            let written = if blocks > 1 { std::mem::replace(&mut coming, entering) } else { entering };
            rows.extend(written);
            queue.tick();
        }
        assert!(next > 200, "{next} entries with {blocks} blocks");
    }
}

#[test]
fn clear_forgets() {
    for blocks in [1, 2, 4] {
        let mut queue = everything(blocks);
        put(&mut queue, 0, 1);
        settle(&mut queue);
        queue.tick();
        assert!(!queue.empty.val());
        queue.clear.next = true;
        settle(&mut queue);
        queue.tick();
        assert!(!queue.out_valid.val() && queue.empty.val());
        assert_eq!(queue.room.val().index(), 3);
        queue.clear.next = false;
        put(&mut queue, 0, 2);
        settle(&mut queue);
        queue.tick();
        queue.in_valid[0].next = false;
        settle(&mut queue);
        for _ in 0..if blocks > 1 { 2 } else { 1 } {
            queue.tick();
        }
        assert_eq!(found(&queue), finished(2, &mut 0));
    }
}

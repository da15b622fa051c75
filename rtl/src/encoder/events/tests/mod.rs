// SPDX-License-Identifier: Apache-2.0
//! The events stage on its own: the specification's examples and the rules of docs/encoder.md.

mod options;

use super::*;
use crate::bench::{hist_of, settle, Clocked};
use crate::encoder::ahead::Predictor;
use tracewright_config::Build;
use tracewright_config::IcntFull;

/// A message as it leaves the queue: kind, fixed-length fields, count, address, history.
type Sent = (usize, u64, u64, u64, u64);

struct Bench {
    events: Events<31>,
    /// What is known of blocks before their turn.
    predictor: Option<Predictor<31>>,
    /// The newest branches, the newest in bit 0.
    branches: u64,
    sent: Vec<Sent>,
    /// The last address sent.
    reference: u64,
    late: u32,
    has: Has,
}

/// What ends a block.
#[derive(Clone, Copy)]
enum End {
    None,
    Branch(bool),
    /// A jump or trap with its B-TYPE.
    Jump(u64),
}

impl Bench {
    /// Tracing is about to start.
    fn new(change: impl FnOnce(&mut Build)) -> Bench {
        let mut build = Build::default();
        change(&mut build);
        let predictor = has(&build).stack.then(|| Predictor::new(&build).reset());
        let mut bench = Bench {
            events: Events::new(&build).reset(),
            predictor,
            branches: 0,
            sent: vec![],
            reference: 0,
            late: build.cycles_late(),
            has: has(&build),
        };
        bench.events.room.next = bits(3);
        bench.events.ample.next = true;
        bench.events.control.active.next = true;
        bench.events.control.enable.next = true;
        bench.events.control.tracing.next = true;
        settle(&mut bench.events);
        // Registers act a cycle later where the encoder looks ahead.
        (0..build.cycles_ahead().min(1)).for_each(|_| bench.cycle());
        bench
    }

    /// What is made of an entry last, as the queue does it (queue/finish.rs).
    fn finished(&mut self, entry: Entry<31>) -> Sent {
        let (kind, mut addr, mut hist) = (entry.kind.index(), entry.addr.to_u64() << 1, entry.hist.to_u64());
        if self.has.makes_hist {
            hist = hist_of(hist, entry.held.to_u64());
        }
        if !self.has.refers && (KIND_PROG_TRACE_SYNC..=KIND_INDIRECT_BRANCH_HIST_SYNC).contains(&kind) {
            let before = std::mem::replace(&mut self.reference, addr);
            if matches!(kind, KIND_INDIRECT_BRANCH | KIND_INDIRECT_BRANCH_HIST) {
                addr ^= before;
            }
        }
        (kind, entry.fixed.to_u64(), entry.count.to_u64(), addr, hist)
    }

    /// Says what the blocks of the cycle add up to, and which branches came before them.
    fn sum_up(&mut self) -> u64 {
        let blocks: Vec<Block<31>> = self.events.block.iter().map(|block| block.val()).collect();
        let mut newest = self.branches;
        let half_words = |of: &[Block<31>]| -> u64 {
            of.iter().filter(|block| block.valid).map(|block| block.half_words.to_u64()).sum()
        };
        for b in 0..blocks.len() {
            let branches = blocks[..b].iter().filter(|block| block.valid && block.branch).count() as u64;
            let (before, from_here) = (half_words(&blocks[..b]), half_words(&blocks[b..]));
            self.events.foreseen[b].next.beside =
                Beside { before: before.to_bits(), from_here: from_here.to_bits(), branches: branches.to_bits() };
            self.events.foreseen[b].next.branches = newest.to_bits();
            if blocks[b].valid && blocks[b].branch {
                newest = (newest << 1 | u64::from(blocks[b].taken)) & 0x7FFF_FFFF;
            }
        }
        newest
    }

    /// A cycle with whatever the inputs say.
    fn cycle(&mut self) {
        settle(&mut self.events);
        self.branches = self.sum_up();
        settle(&mut self.events);
        if let Some(predictor) = &mut self.predictor {
            for b in 0..predictor.block.len() {
                predictor.block[b].next = self.events.block[b].val();
                predictor.addr[b].next = self.events.block[b].val().addr;
            }
            settle(predictor);
            predictor.tick();
            if predictor.block.len() > 1 {
                // Several blocks move the stack a cycle later.
                for block in &mut predictor.block {
                    block.next.valid = false;
                }
                settle(predictor);
                predictor.tick();
            }
            for b in 0..predictor.block.len() {
                self.events.foreseen[b].next.as_predicted = predictor.as_predicted[b].val();
            }
            settle(&mut self.events);
        }
        for b in 0..self.events.entry_valid.len() {
            if self.events.entry_valid[b].val() {
                let sent = self.finished(self.events.entry[b].val());
                self.sent.push(sent);
            }
        }
        self.events.tick();
    }

    /// Shows a block at a port.
    fn show(&mut self, b: usize, addr: u64, half_words: u64, end: End) {
        let events = &mut self.events;
        events.block[b].next.valid = true;
        events.block[b].next.has_addr = true;
        events.block[b].next.addr = (addr >> 1).to_bits();
        events.block[b].next.half_words = half_words.to_bits();
        events.block[b].next.branch = matches!(end, End::Branch(_));
        events.block[b].next.taken = matches!(end, End::Branch(true));
        events.block[b].next.jump = matches!(end, End::Jump(_));
        events.block[b].next.btype = if let End::Jump(btype) = end { btype.to_bits() } else { bits(0) };
    }

    /// A cycle with a block.
    fn block(&mut self, addr: u64, half_words: u64, end: End) {
        self.show(0, addr, half_words, end);
        self.cycle();
        self.events.block[0].next.valid = false;
        self.events.block[0].next.has_addr = false;
    }

    /// A cycle with an interrupt and nothing retired.
    fn interrupt(&mut self) {
        self.block(0xDEAD_BEEE, 0, End::Jump(3));
    }

    /// A cycle with an interrupt whose address is undefined.
    fn interrupt_without_address(&mut self) {
        self.events.block[0].next.valid = true;
        self.events.block[0].next.has_addr = false;
        self.events.block[0].next.half_words = bits(0);
        self.events.block[0].next.branch = false;
        self.events.block[0].next.jump = true;
        self.events.block[0].next.btype = bits(3);
        self.cycle();
        self.events.block[0].next.valid = false;
    }

    fn stop(&mut self) {
        self.events.control.tracing.next = false;
        self.cycle();
        self.cycle();
    }

    /// What was sent until the queue has decided on all that is completed.
    fn take(&mut self) -> Vec<Sent> {
        (0..self.late).for_each(|_| self.cycle());
        std::mem::take(&mut self.sent)
    }
}

/// CDF = 1 beside EVCODE.
const CDF: u64 = 1 << 4;

fn without_unused(sent: Vec<Sent>) -> Vec<Sent> {
    sent.into_iter()
        .map(|(kind, fixed, count, addr, hist)| {
            let has_addr = (KIND_PROG_TRACE_SYNC..=KIND_INDIRECT_BRANCH_HIST_SYNC).contains(&kind);
            let has_count = kind != KIND_FULL_HIST;
            let has_hist = !matches!(kind, KIND_PROG_TRACE_SYNC | KIND_INDIRECT_BRANCH | KIND_FULL_I_CNT | KIND_ERROR);
            let keep = |has: bool, value: u64| if has { value } else { 0 };
            (kind, fixed, keep(has_count, count), keep(has_addr, addr), keep(has_hist, hist))
        })
        .collect()
}

#[test]
fn ntrace_8_4_2_three_paths() {
    for (blocks, count, hist) in [
        (vec![(0x100, 3, End::Branch(true)), (0x200, 1, End::None)], 4, 0b11),
        (vec![(0x100, 3, End::Branch(false)), (0x106, 4, End::Branch(true)), (0x300, 2, End::None)], 9, 0b101),
        (vec![(0x100, 3, End::Branch(false)), (0x106, 4, End::Branch(false)), (0x10E, 3, End::None)], 10, 0b100),
    ] {
        let mut bench = Bench::new(|_| ());
        for (addr, half_words, end) in blocks {
            bench.block(addr, half_words, end);
        }
        bench.stop();
        assert_eq!(
            without_unused(bench.take()),
            [(KIND_PROG_TRACE_SYNC, 5, 0, 0x100, 0), (KIND_PROG_TRACE_CORRELATION, CDF | 4, count, 0, hist)]
        );
    }
}

/// The code of 8.4.4, an instruction a block, until debug mode is entered at 0x11C.
fn ntrace_8_4_4(icnt_full: IcntFull) -> Vec<Sent> {
    let mut bench = Bench::new(|build| {
        build.encoder.icnt_width = 4;
        build.encoder.icnt_full = icnt_full;
    });
    bench.events.cycle.next.pause.halted = true;
    bench.cycle();
    bench.events.cycle.next.pause.halted = false;
    bench.block(0x100, 1, End::None);
    bench.block(0x102, 2, End::Branch(false));
    bench.block(0x106, 1, End::None);
    for addr in [0x108, 0x10C, 0x110, 0x114, 0x118] {
        bench.block(addr, 2, End::None);
    }
    bench.events.cycle.next.pause.halted = true;
    bench.cycle();
    without_unused(bench.take())
}

#[test]
fn ntrace_8_4_4_sequential_instruction_counter() {
    assert_eq!(
        ntrace_8_4_4(IcntFull::Sync),
        [
            (KIND_PROG_TRACE_SYNC, 3, 0, 0x100, 0),
            (KIND_INDIRECT_BRANCH_HIST_SYNC, 4, 8, 0x110, 0x2),
            (KIND_PROG_TRACE_CORRELATION, CDF, 6, 0, 0x1)
        ]
    );
}

#[test]
fn ntrace_8_4_4_resource_full() {
    assert_eq!(
        ntrace_8_4_4(IcntFull::Resource),
        [
            (KIND_PROG_TRACE_SYNC, 3, 0, 0x100, 0),
            (KIND_FULL_I_CNT, 0, 8, 0, 0),
            (KIND_PROG_TRACE_CORRELATION, CDF, 6, 0, 0x2)
        ]
    );
}

#[test]
fn ntrace_table_24_address_compression() {
    let mut bench = Bench::new(|_| ());
    bench.block(0x3FC04, 2, End::Jump(0));
    bench.block(0x3F368, 2, End::Jump(0));
    bench.block(0x3E100, 2, End::None);
    assert_eq!(
        without_unused(bench.take()),
        [
            (KIND_PROG_TRACE_SYNC, 5, 0, 0x3FC04, 0),
            (KIND_INDIRECT_BRANCH, 0, 2, 0x7B6 << 1, 0),
            (KIND_INDIRECT_BRANCH, 0, 2, 0x934 << 1, 0)
        ]
    );
}

#[test]
fn ntrace_8_3_1_hist_full_keeps_icnt() {
    let mut bench = Bench::new(|build| build.encoder.hist_width = 8);
    for i in 0..8 {
        bench.block(0x100 + 4 * i, 2, End::Branch(i % 2 == 0));
    }
    bench.block(0x120, 2, End::Jump(0));
    bench.block(0x200, 1, End::None);
    let sent = without_unused(bench.take());
    assert_eq!(sent[1], (KIND_FULL_HIST, 1, 0, 0, 0b1_1010101));
    assert_eq!(sent[2], (KIND_INDIRECT_BRANCH_HIST, 0, 18, 0x200 ^ 0x100, 0b1_0));
}

#[test]
fn hist_and_icnt_full_together_are_two_messages_in_two_cycles() {
    let mut bench = Bench::new(|build| {
        build.encoder.hist_width = 8;
        build.encoder.icnt_width = 6;
    });
    for i in 0..7 {
        bench.block(0x100 + 8 * i, 4, End::Branch(true));
    }
    bench.block(0x138, 4, End::Branch(true));
    bench.block(0x140, 1, End::None);
    let sent = without_unused(bench.take());
    assert_eq!(sent[1..], [(KIND_FULL_HIST, 1, 0, 0, 0xFF), (KIND_FULL_I_CNT, 0, 32, 0, 0)]);
}

#[test]
fn ntrace_table_26_back_to_back_exceptions_and_traps_with_nothing_retired() {
    let mut bench = Bench::new(|_| ());
    bench.block(0x100, 4, End::Jump(2));
    bench.block(0x200, 0, End::Jump(2));
    bench.block(0x200, 2, End::None);
    assert_eq!(
        without_unused(bench.take())[1..],
        [(KIND_INDIRECT_BRANCH, 2, 4, 0x300, 0), (KIND_INDIRECT_BRANCH, 2, 0, 0, 0)]
    );
}

#[test]
fn ntrace_table_26_interrupt_pending_at_start() {
    let mut bench = Bench::new(|_| ());
    bench.interrupt();
    bench.block(0x40, 2, End::None);
    let sent = without_unused(bench.take());
    assert_eq!(sent[0].0, KIND_PROG_TRACE_SYNC);
    assert_eq!((sent[1].0, sent[1].1, sent[1].2), (KIND_INDIRECT_BRANCH, 3, 0));
}

#[test]
fn ntrace_table_26_trace_starts_disabled_and_hart_stops_disabled() {
    let mut bench = Bench::new(|_| ());
    bench.events.control.enable.next = false;
    bench.events.control.tracing.next = false;
    bench.cycle();
    bench.cycle();
    bench.take();
    bench.events.control.enable.next = true;
    bench.cycle();
    bench.cycle();
    assert_eq!(without_unused(bench.take()), [(KIND_PROG_TRACE_CORRELATION, CDF | 4, 0, 0, 1)]);
    bench.events.cycle.next.pause.halted = true;
    bench.cycle();
    bench.cycle();
    assert_eq!(without_unused(bench.take()), [(KIND_PROG_TRACE_CORRELATION, CDF, 0, 0, 1)]);
}

#[test]
fn an_interrupt_before_a_jumps_target_is_one_message() {
    let mut bench = Bench::new(|_| ());
    bench.block(0x100, 2, End::Jump(0));
    bench.interrupt_without_address();
    bench.block(0x40, 1, End::None);
    assert_eq!(without_unused(bench.take())[1..], [(KIND_INDIRECT_BRANCH, 3, 2, 0x140, 0)]);
}

#[test]
fn periodic_synchronisation_counts_messages_cycles_and_half_words() {
    // The period is 16: the block that brings the counter to 16 makes it due, and the next block sends it.
    for (mode, half_words, blocks_before) in [(2, 1, 17), (3, 4, 4), (3, 16, 1)] {
        let mut bench = Bench::new(|_| ());
        bench.events.control.sync_mode.next = bits(mode);
        for i in 0..blocks_before {
            bench.block(0x1000 + 2 * half_words * i, half_words, End::None);
        }
        assert_eq!(bench.sent.len(), 1, "mode {mode}: {:x?}", bench.sent);
        bench.block(0x2000, half_words, End::None);
        let last = without_unused(bench.take())[1];
        assert_eq!(last, (KIND_INDIRECT_BRANCH_HIST_SYNC, 2, half_words * blocks_before, 0x2000, 1), "mode {mode}");
    }
    let mut bench = Bench::new(|_| ());
    bench.events.control.sync_mode.next = bits(1);
    for i in 0..20 {
        bench.block(0x1000 + i * 0x10, 1, End::Jump(0));
    }
    let kinds: Vec<usize> = bench.take().iter().map(|sent| sent.0).collect();
    assert_eq!(kinds.iter().position(|&kind| kind == KIND_INDIRECT_BRANCH_HIST_SYNC), Some(17));
}

#[test]
fn ntrace_7_4_loss_is_error_then_sync_7() {
    let mut bench = Bench::new(|_| ());
    bench.block(0x100, 2, End::Jump(0));
    bench.events.room.next = bits(0);
    bench.block(0x200, 2, End::Jump(0));
    assert!(bench.events.owing.val());
    bench.events.room.next = bits(3);
    bench.block(0x300, 2, End::Jump(0));
    assert_eq!(bench.take().len(), 1, "only the start: room for the next entries is not enough to restart");
    bench.events.may_restart.next = true;
    bench.block(0x400, 2, End::Jump(0));
    bench.interrupt_without_address();
    bench.block(0x500, 2, End::Jump(0));
    bench.block(0x600, 2, End::None);
    assert_eq!(
        without_unused(bench.take()),
        [(KIND_ERROR, 0, 4, 0, 0), (KIND_PROG_TRACE_SYNC, 7, 0, 0x500, 0), (KIND_INDIRECT_BRANCH, 0, 2, 0x300, 0)]
    );
}

#[test]
fn a_correlation_needs_room_only_if_it_reports_something() {
    let mut bench = Bench::new(|_| ());
    bench.events.room.next = bits(0);
    bench.events.ample.next = false;
    for tracing in [false, true, false] {
        bench.events.control.tracing.next = tracing;
        bench.cycle();
    }
    bench.cycle();
    assert!(bench.take().is_empty() && !bench.events.owing.val());
    for (room, sent) in [(2, 0), (3, 1)] {
        bench.events.room.next = bits(room);
        bench.events.ample.next = room == 3;
        for tracing in [true, false, false] {
            bench.events.control.tracing.next = tracing;
            bench.cycle();
        }
        assert_eq!(bench.take().len(), sent, "room for {room}");
    }
    bench.events.control.tracing.next = true;
    bench.block(0x100, 2, End::None);
    assert_eq!(without_unused(bench.take()), [(KIND_PROG_TRACE_SYNC, 5, 0, 0x100, 0)]);
    bench.events.room.next = bits(0);
    bench.events.control.tracing.next = false;
    bench.cycle();
    bench.cycle();
    assert!(bench.take().is_empty() && bench.events.owing.val());
}

#[test]
fn inactive_forgets_everything() {
    let mut bench = Bench::new(|_| ());
    bench.block(0x100, 2, End::Jump(0));
    bench.events.control.active.next = false;
    bench.cycle();
    bench.events.control.active.next = true;
    bench.block(0x200, 2, End::None);
    assert_eq!(without_unused(bench.take())[1..], [(KIND_PROG_TRACE_SYNC, 5, 0, 0x200, 0)]);
}

// SPDX-License-Identifier: Apache-2.0
//! What options add: each rule of docs/encoder.md once.

use super::*;
use tracewright_config::{ImplicitReturn, Modes, TimestampSource};

/// Calls with a jump of their own, and returns, as a block at the first port.
fn call_block(bench: &mut Bench, addr: u64, call: bool, returns: bool) {
    bench.events.block[0].next.call = call;
    bench.events.block[0].next.returns = returns;
    bench.block(addr, 2, End::Jump(0));
    bench.events.block[0].next.call = false;
    bench.events.block[0].next.returns = false;
}

fn with_returns(kind: ImplicitReturn) -> Bench {
    let mut bench = Bench::new(|build| {
        build.encoder.implicit_return = kind;
        build.encoder.return_stack_depth = 3;
        build.encoder.return_address_bits = 4;
    });
    bench.events.switches.next.implicit_return = true;
    bench
}

/// Kinds of the messages so far.
fn kinds(bench: &mut Bench) -> Vec<usize> {
    bench.take().iter().map(|sent| sent.0).collect()
}

#[test]
fn ntrace_9_2_a_return_to_where_it_was_called_from_is_no_message() {
    for (kind, target, sent) in [
        (ImplicitReturn::Full, 0x104, 2),
        (ImplicitReturn::Full, 0x1104, 3),
        (ImplicitReturn::Partial, 0x1104, 2),
        (ImplicitReturn::Partial, 0x10C, 3),
        (ImplicitReturn::Count, 0xBEEE, 2),
    ] {
        let mut bench = with_returns(kind);
        call_block(&mut bench, 0x100, true, false);
        call_block(&mut bench, 0x800, false, true);
        bench.block(target, 2, End::None);
        assert_eq!(bench.take().len(), sent, "{kind:?} to {target:x}");
    }
}

#[test]
fn the_return_stack_keeps_the_newest_calls() {
    let mut bench = with_returns(ImplicitReturn::Full);
    for addr in [0x100, 0x200, 0x300, 0x400] {
        call_block(&mut bench, addr, true, false);
    }
    kinds(&mut bench);
    for addr in [0x800, 0x404, 0x304, 0x204] {
        call_block(&mut bench, addr, false, true);
    }
    assert_eq!(bench.take().len(), 1, "only the last call was reported; three returns were predicted");
    bench.block(0x104, 1, End::None);
    assert_eq!(bench.take().len(), 1, "the fourth is forgotten");
}

#[test]
fn a_coroutine_swap_pops_and_pushes() {
    let mut bench = with_returns(ImplicitReturn::Full);
    call_block(&mut bench, 0x100, true, false);
    call_block(&mut bench, 0x800, true, true);
    call_block(&mut bench, 0x104, false, false);
    call_block(&mut bench, 0x108, false, true);
    bench.block(0x804, 1, End::None);
    let expected = [KIND_PROG_TRACE_SYNC, KIND_INDIRECT_BRANCH, KIND_INDIRECT_BRANCH];
    assert_eq!(kinds(&mut bench), expected, "the call, and a jump that tells the swap");
}

#[test]
fn a_synchronising_message_empties_the_return_stack() {
    let mut bench = with_returns(ImplicitReturn::Full);
    call_block(&mut bench, 0x100, true, false);
    bench.events.control.sync_mode.next = bits(2);
    // What is decided late is due two cycles later.
    for _ in 0..18 {
        bench.cycle();
    }
    call_block(&mut bench, 0x800, false, true);
    bench.block(0x104, 1, End::None);
    assert_eq!(kinds(&mut bench), [KIND_PROG_TRACE_SYNC, KIND_INDIRECT_BRANCH_HIST_SYNC, KIND_INDIRECT_BRANCH]);
}

#[test]
fn ntrace_7_11_a_loop_in_branch_trace_is_counted() {
    let mut bench = Bench::new(|build| {
        build.encoder.modes = Modes::Btm;
        build.encoder.repeat_branch = true;
    });
    bench.events.switches.next.repeated_history = true;
    for _ in 0..5 {
        bench.block(0x100, 4, End::Branch(true));
    }
    assert_eq!(kinds(&mut bench), [KIND_PROG_TRACE_SYNC, KIND_DIRECT_BRANCH]);
    bench.events.control.tracing.next = false;
    settle(&mut bench.events);
    let entry = bench.events.entry[0].val();
    assert_eq!((entry.repeats, entry.repeat_count), (true, bits(3)));
    bench.cycle();
    assert_eq!(bench.take()[0].0, KIND_DIRECT_BRANCH_AND_STOP);
}

#[test]
fn an_interrupt_after_a_branch_lets_the_branch_be_reported_first() {
    let mut bench = Bench::new(|build| build.encoder.modes = Modes::Btm);
    bench.block(0x100, 4, End::Branch(true));
    bench.interrupt_without_address();
    bench.block(0x40, 1, End::None);
    assert_eq!(kinds(&mut bench), [KIND_PROG_TRACE_SYNC, KIND_DIRECT_BRANCH, KIND_INDIRECT_BRANCH]);
}

#[test]
fn ntrace_10_rule_5_a_branch_right_before_a_stop_is_reported() {
    let mut bench = Bench::new(|build| build.encoder.modes = Modes::Btm);
    bench.block(0x100, 4, End::Branch(true));
    bench.stop();
    let sent = bench.take();
    assert_eq!((sent[1].0, sent[1].1, sent[1].2), (KIND_DIRECT_BRANCH_AND_STOP, 4, 4));
    // The branch is none of the next trace, which ends before it has begun.
    bench.events.control.tracing.next = true;
    bench.cycle();
    bench.stop();
    let sent = bench.take();
    assert_eq!((sent[0].0, sent[0].1, sent[0].2), (KIND_PROG_TRACE_CORRELATION, 4, 0));
}

#[test]
fn ntrace_9_2_a_return_is_inferable_when_its_call_was_told() {
    // A direct call has no message of its own.
    let direct_call = |bench: &mut Bench, addr: u64| {
        bench.events.block[0].next.call = true;
        bench.block(addr, 2, End::None);
        bench.events.block[0].next.call = false;
    };
    let mut bench = with_returns(ImplicitReturn::Full);
    bench.block(0xF0, 2, End::None);
    direct_call(&mut bench, 0x100);
    call_block(&mut bench, 0x800, false, true);
    bench.block(0x104, 2, End::None);
    assert_eq!(kinds(&mut bench), [KIND_PROG_TRACE_SYNC, KIND_INDIRECT_BRANCH]);
    direct_call(&mut bench, 0x108);
    direct_call(&mut bench, 0x800);
    call_block(&mut bench, 0x900, false, true);
    call_block(&mut bench, 0x804, false, true);
    bench.block(0x10C, 2, End::None);
    assert_eq!(kinds(&mut bench), [KIND_INDIRECT_BRANCH], "the message of the inner return tells the outer call");
}

#[test]
fn the_mode_of_a_build_with_both_is_chosen_at_run_time() {
    for (btm, expected) in [(true, KIND_DIRECT_BRANCH), (false, KIND_PROG_TRACE_CORRELATION)] {
        let mut bench = Bench::new(|build| build.encoder.modes = Modes::Both);
        bench.events.switches.next.btm = btm;
        bench.block(0x100, 4, End::Branch(true));
        bench.block(0x200, 4, End::None);
        bench.stop();
        let sent = bench.take();
        assert_eq!(sent[1].0, expected);
        assert_eq!(sent.last().map(|last| last.1), Some(if btm { 4 } else { CDF | 4 }), "CDF by mode");
    }
}

#[test]
fn ntrace_table_25_reasons_have_an_order() {
    let mut bench = Bench::new(|build| {
        build.ingress.triggers = true;
        build.ingress.reset = true;
        build.encoder.external_triggers = 1;
    });
    bench.events.control.external_action[0].next = bits(4);
    bench.block(0x100, 2, End::None);
    bench.events.cycle.next.pause.reset = true;
    bench.events.external_trigger[0].next = true;
    bench.cycle();
    bench.events.cycle.next.pause.reset = false;
    bench.events.external_trigger[0].next = false;
    bench.events.block[0].next.notify = true;
    bench.block(0x104, 2, End::None);
    bench.events.block[0].next.notify = false;
    for addr in [0x108, 0x10C, 0x110] {
        bench.block(addr, 2, End::None);
    }
    let sync: Vec<u64> = bench.take().iter().map(|sent| sent.1).collect();
    assert_eq!(sync, [5, 1, 6, 0], "start, reset, then the watchpoint of that block, then the external trigger");
}

#[test]
fn a_trigger_starts_trace_with_its_cycle_and_stops_it_after_it() {
    let mut bench = Bench::new(|build| build.ingress.triggers = true);
    bench.events.control.trigger_enable.next = true;
    bench.events.control.tracing.next = false;
    bench.cycle();
    bench.take();
    bench.events.cycle.next.watchpoints.on = true;
    bench.events.cycle.next.watchpoints.off = true;
    settle(&mut bench.events);
    assert!(bench.events.control.tracing_set.val() && bench.events.control.tracing_clear.val());
    bench.block(0x100, 2, End::None);
    bench.events.cycle.next.watchpoints.on = false;
    bench.events.cycle.next.watchpoints.off = false;
    bench.block(0x104, 2, End::None);
    assert_eq!(
        without_unused(bench.take()),
        [(KIND_PROG_TRACE_SYNC, 5, 0, 0x100, 0), (KIND_PROG_TRACE_CORRELATION, CDF | 4, 2, 0, 1)]
    );
}

#[test]
fn low_power_stops_trace_and_is_the_reason_when_it_starts() {
    let mut bench = Bench::new(|build| build.ingress.low_power = true);
    bench.block(0x100, 2, End::None);
    bench.events.cycle.next.pause.low_power = true;
    bench.cycle();
    bench.events.cycle.next.pause.low_power = false;
    bench.block(0x104, 2, End::None);
    let sent: Vec<(usize, u64)> = bench.take().iter().map(|sent| (sent.0, sent.1)).collect();
    assert_eq!(sent, [(KIND_PROG_TRACE_SYNC, 5), (KIND_PROG_TRACE_CORRELATION, CDF | 1), (KIND_PROG_TRACE_SYNC, 9)]);
}

#[test]
fn ntrace_table_25_a_start_tells_what_was_since_the_last_trace() {
    let mut bench = Bench::new(|build| build.ingress.low_power = true);
    for (halted, addr) in [(true, 0x100), (false, 0x104)] {
        bench.events.cycle.next.pause.halted = halted;
        bench.events.cycle.next.pause.low_power = !halted;
        bench.cycle();
        bench.events.cycle.next.pause.halted = false;
        bench.events.cycle.next.pause.low_power = false;
        bench.block(addr, 2, End::None);
    }
    let starts: Vec<u64> =
        bench.take().iter().filter(|sent| sent.0 == KIND_PROG_TRACE_SYNC).map(|sent| sent.1).collect();
    assert_eq!(starts, [3, 9]);
}

#[test]
fn ntrace_7_1_ownership_follows_syncs_traps_and_changes() {
    let mut bench = Bench::new(|build| {
        build.encoder.context = true;
        build.encoder.scontext_width = 8;
    });
    bench.events.switches.next.context = true;
    let own = |bench: &mut Bench, end: End, trap: bool| {
        bench.events.block[0].next.trap = trap;
        let events = &mut bench.events;
        events.block[0].next.valid = true;
        events.block[0].next.has_addr = true;
        bench.block(0x100, 2, end);
        let events = &mut bench.events;
        if events.entry_valid[0].val() {
            events.entry[0].val().own.to_u64()
        } else {
            0
        }
    };
    assert_eq!(own(&mut bench, End::None, false), 2, "a start has the context");
    assert_eq!(own(&mut bench, End::Jump(2), true), 0);
    assert_eq!(own(&mut bench, End::Jump(0), false), 1, "after a trap, the privilege");
    assert_eq!(own(&mut bench, End::None, false), 0, "not after a jump");
    bench.events.cycle.next.owner.privilege = bits(3);
    assert_eq!(own(&mut bench, End::None, false), 1, "the privilege changes");
    bench.events.cycle.next.owner.context = bits(7);
    assert_eq!(own(&mut bench, End::None, false), 0, "a change that is not reported");
    bench.events.cycle.next.owner.ctype = bits(1);
    assert_eq!(own(&mut bench, End::None, false), 2, "one that is");
    assert_eq!(kinds(&mut bench).last(), Some(&KIND_NONE), "imprecisely");
    bench.events.cycle.next.owner.ctype = bits(3);
    bench.events.cycle.next.owner.context = bits(8);
    assert_eq!(own(&mut bench, End::None, false), 2);
    let last = *bench.take().last().unwrap();
    assert_eq!((last.0, last.1), (KIND_INDIRECT_BRANCH, 3), "a discontinuity looks like an interrupt");
}

#[test]
fn ntrace_8_7_a_message_has_the_time_of_its_jump() {
    let mut bench = Bench::new(|build| build.timestamp.source = TimestampSource::Core);
    bench.events.control.now.next = bits(100);
    bench.block(0x100, 2, End::Jump(0));
    bench.events.control.now.next = bits(200);
    bench.events.block[0].next.valid = true;
    bench.events.block[0].next.has_addr = true;
    settle(&mut bench.events);
    assert_eq!(bench.events.entry[0].val().time, bits(100));
    bench.block(0x200, 2, End::None);
    bench.events.control.tracing.next = false;
    settle(&mut bench.events);
    assert_eq!(bench.events.entry[0].val().time, bits(200));
}

#[test]
fn blocks_side_by_side_are_as_blocks_one_after_the_other() {
    let blocks = [
        (0x100, 3, End::Branch(true)),
        (0x200, 1, End::Jump(0)),
        (0x300, 2, End::Jump(2)),
        (0x400, 4, End::None),
        (0x500, 5, End::Jump(0)),
        (0x600, 6, End::Branch(false)),
        (0x700, 7, End::Branch(true)),
        (0x800, 1, End::Jump(3)),
    ];
    let mut alone = Bench::new(|_| ());
    for (addr, half_words, end) in blocks {
        alone.block(addr, half_words, end);
    }
    let mut beside = Bench::new(|build| build.ingress.blocks = 4);
    for four in blocks.chunks(4) {
        for (b, &(addr, half_words, end)) in four.iter().enumerate() {
            beside.show(b, addr, half_words, end);
        }
        beside.cycle();
    }
    assert_eq!(beside.take(), alone.take());
}

#[test]
fn the_entries_of_a_cycle_enter_or_are_lost_together() {
    let mut bench = Bench::new(|build| build.ingress.blocks = 2);
    bench.show(0, 0x100, 2, End::Jump(0));
    bench.show(1, 0x200, 2, End::Jump(0));
    bench.cycle();
    bench.events.room.next = bits(1);
    bench.show(0, 0x300, 2, End::Jump(0));
    bench.show(1, 0x400, 2, End::Jump(0));
    bench.cycle();
    bench.events.room.next = bits(0);
    let expected = [KIND_PROG_TRACE_SYNC, KIND_INDIRECT_BRANCH];
    assert_eq!(kinds(&mut bench), expected, "one row is enough for two entries");
    assert!(bench.events.owing.val(), "there was no row for the next two");
}

#[test]
fn what_is_kept_back_is_forgotten_while_te_active_is_0() {
    let mut bench = Bench::new(|build| build.encoder.repeated_history = true);
    bench.events.switches.next.repeated_history = true;
    let branches_of_full_hist = u64::from(Build::default().encoder.hist_width) - 1;
    for n in 0..branches_of_full_hist {
        bench.block(0x100, 2, End::Branch(n % 3 == 0));
    }
    assert_eq!(kinds(&mut bench), [KIND_PROG_TRACE_SYNC]);
    let mut program = |active, enable| {
        bench.events.control.active.next = active;
        bench.events.control.enable.next = enable;
        bench.events.control.tracing.next = false;
        bench.cycle();
    };
    program(false, false);
    program(true, false);
    program(true, true);
    program(true, true);
    // The correlation of a trace that starts disabled (N-Trace Table 26).
    settle(&mut bench.events);
    assert!(!bench.events.entry[0].val().repeats);
    assert_eq!(kinds(&mut bench), [KIND_PROG_TRACE_CORRELATION]);
}

#[test]
fn tci_9_2_no_trigger_sets_te_inst_tracing_after_te_enable_was_cleared() {
    for blocks in [1, 2] {
        let mut bench = Bench::new(|build| {
            build.ingress.blocks = blocks;
            build.ingress.triggers = true;
        });
        bench.events.control.trigger_enable.next = true;
        bench.block(0x100, 2, End::None);
        bench.events.cycle.next.watchpoints.on = true;
        bench.events.cycle.next.watchpoints.off = true;
        settle(&mut bench.events);
        assert!(bench.events.control.tracing_set.val() && bench.events.control.tracing_clear.val());
        // Stop on wrap has cleared both bits.
        bench.events.control.enable.next = false;
        bench.events.control.tracing.next = false;
        settle(&mut bench.events);
        assert!(
            !bench.events.control.tracing_set.val() && !bench.events.control.tracing_clear.val(),
            "{blocks} blocks"
        );
    }
}

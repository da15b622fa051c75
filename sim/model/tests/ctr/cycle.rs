// SPDX-License-Identifier: Apache-2.0
//! What comes before what in a cycle, and which addresses a block has.

use crate::bench::*;
use tracewright_config::IngressForm;
use tracewright_messages::privilege::{M, S, U};
use tracewright_messages::Block;
use tracewright_model::ctr::{Access, Answer, CtrCycle, Operation};

/// A cycle in U-mode with these blocks.
fn cycle(blocks: &[Block], next_address: u64) -> CtrCycle {
    let mut cycle = CtrCycle { next_address, ..CtrCycle::default() };
    cycle.ingress.blocks[..blocks.len()].copy_from_slice(blocks);
    cycle
}

#[test]
fn blocks_of_a_cycle_are_recorded_from_the_oldest_and_lead_to_the_next_valid_one() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7, 0);
    let empty = Block::default();
    bench.ctr.cycle(&cycle(&[block(5, 0x10), empty, block(9, 0x20), block(13, 0x30)], 0x40));
    let records: Vec<_> = (0..3).map(|n| bench.at(n).unwrap()).collect();
    assert_eq!(records, [(0x30, 0x40, 13), (0x20, 0x30, 9), (0x10, 0x20, 5)]);
}

#[test]
fn only_the_newest_block_leaves_the_mode() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(4, 0);
    let last = Block { iretire: 0, ..block(EXCEPTION, 0x30) };
    let mut cycle = cycle(&[block(5, 0x10), block(3, 0x20), last], 0x40);
    cycle.next_privilege = S;
    bench.ctr.cycle(&cycle);
    assert_eq!((bench.at(0), bench.at(1)), (Some((0x20, 0x30, 3)), Some((0x10, 0x20, 5))));
}

#[test]
fn an_access_reads_before_the_blocks_of_its_cycle_and_writes_after_those_of_three_cycles_later() {
    let mut bench = Bench::full(V0_1_4);
    bench.record(7, 0);
    let with = |csr, operation, data| {
        let access = Some(Access { csr, operation, data, privilege: M });
        CtrCycle { access, ..cycle(&[block(5, 0x10)], 0x20) }
    };
    let without = CtrCycle { access: None, ..with(0, Operation::Read, 0) };
    let answer = bench.ctr.cycle(&with(0x383, Operation::Read, 0)).answer;
    assert_eq!((answer, bench.ctr.pointer()), (Some(Answer::Value(0)), 1));
    let answer = bench.ctr.cycle(&with(0x383, Operation::Write, 7)).answer;
    assert_eq!((answer, bench.ctr.pointer()), (Some(Answer::Value(1)), 2));
    for pointer in [3, 4] {
        bench.ctr.cycle(&without);
        assert_eq!(bench.ctr.pointer(), pointer);
    }
    bench.ctr.cycle(&without);
    assert_eq!(bench.ctr.pointer(), 7, "the blocks of that cycle are gone");
    bench.ctr.cycle(&with(0x381, Operation::Write, 0x87));
    for _ in 0..3 {
        bench.ctr.cycle(&without);
    }
    assert_eq!((bench.ctr.pointer(), bench.at(0)), (0, None));
    bench.ctr.cycle(&without);
    assert_eq!((bench.ctr.pointer(), bench.cycles().0), (1, 0));
    bench.ctr.cycle(&with(0x381, Operation::Write, 0));
    for _ in 0..3 {
        bench.ctr.cycle(&without);
    }
    assert_eq!(bench.ctr.pointer(), 5);
    bench.ctr.cycle(&without);
    assert_eq!(bench.ctr.pointer(), 5, "the mode is not enabled any more");
}

#[test]
fn a_record_takes_the_place_of_what_is_written_to_an_entry_or_read_from_it() {
    for (empty, written) in [(4, 0xAB0), (0, 0x10), (1, 0x10), (2, 0x10), (3, 0x10)] {
        let mut bench = Bench::full(V0_1_4);
        bench.record(7, 0).write(0x350, 0x200);
        bench.ctr.cycle(&cycle(&[block(5, 0x10)], 0x20));
        for at in 0..4 {
            let access =
                (at == 0).then_some(Access { csr: 0x351, operation: Operation::Write, data: 0xAB1, privilege: M });
            let blocks: &[Block] = if at == empty { &[block(5, 0x30)] } else { &[] };
            bench.ctr.cycle(&CtrCycle { access, ..cycle(blocks, 0x40) });
        }
        assert_eq!(bench.at(if empty == 4 { 0 } else { 1 }).unwrap().0, written, "a record {empty} cycles after");
    }
    let mut bench = Bench::full(V0_1_4);
    bench.record(7, 0).write(0x350, 0x20F);
    for _ in 0..16 {
        bench.ctr.cycle(&cycle(&[block(5, 0x10)], 0x20));
    }
    let read = Some(Access { csr: 0x351, operation: Operation::Read, data: 0, privilege: M });
    let answer = bench.ctr.cycle(&CtrCycle { access: read, ..cycle(&[block(5, 0x10)], 0x20) }).answer;
    assert_eq!(answer, Some(Answer::Value(0)));
    assert_eq!(bench.read(0x351), 0x11);
}

#[test]
fn the_source_is_the_instruction_that_ends_the_block_or_what_xepc_has() {
    let of = |form, block: Block| {
        let mut keys = build(V1_0, 64);
        keys.ingress.form = form;
        let mut bench = Bench::of(&keys);
        bench.record(7, 0).ctr.cycle(&cycle(&[block], 0x40));
        bench.youngest().unwrap().0
    };
    let many = |itype, ilastsize| Block { itype, iaddr: 0x100, iretire: 7, ilastsize, ..Block::default() };
    assert_eq!(of(IngressForm::Block, many(RETURN, 0)), 0x10C);
    assert_eq!(of(IngressForm::Block, many(RETURN, 1)), 0x10A);
    assert_eq!(of(IngressForm::Block, many(EXCEPTION, 1)), 0x10A, "the instruction that trapped retired");
    assert_eq!(of(IngressForm::Block, many(INTERRUPT, 1)), 0x10E, "the instruction that would have run next");
    for itype in [EXCEPTION, INTERRUPT] {
        assert_eq!(of(IngressForm::Block, Block { iretire: 0, ..many(itype, 1) }), 0x100);
    }
    let one = |itype, ilastsize| Block { iretire: 1, ..many(itype, ilastsize) };
    assert_eq!(of(IngressForm::Single, one(RETURN, 1)), 0x100);
    assert_eq!(of(IngressForm::Single, one(EXCEPTION, 0)), 0x100);
    assert_eq!(of(IngressForm::Single, one(INTERRUPT, 0)), 0x102);
    assert_eq!(of(IngressForm::Single, one(INTERRUPT, 1)), 0x104);
}

#[test]
fn addresses_have_xlen_bits_and_bit_0_is_0() {
    let mut bench = Bench::of(&build(V0_1_4, 32));
    bench.record(7, 0);
    let wide = Block { iaddr: 0x1_FFFF_FFFE, iretire: 3, ..block(5, 0) };
    bench.ctr.cycle(&cycle(&[wide], 0x9_0000_0003));
    assert_eq!(bench.ctr.entry(0)[..2], [1, 2]);
}

#[test]
fn blocks_that_the_port_does_not_have_are_not_looked_at() {
    for blocks in [1, 2, 4] {
        let mut keys = build(V0_1_4, 64);
        keys.ingress.blocks = blocks;
        let mut bench = Bench::of(&keys);
        bench.record(7, 0).ctr.cycle(&cycle(&[block(5, 0x10); 4], 0x20));
        assert_eq!(bench.ctr.pointer(), blocks);
    }
}

#[test]
fn nothing_is_built_without_a_version() {
    assert!(tracewright_model::ctr::Ctr::new(&tracewright_config::Build::default()).is_none());
    let mut bench = Bench::full(V0_1_4);
    bench.transfer(U, RETURN, 0x10, 0x20);
    assert_eq!((bench.youngest(), bench.read(0x381), bench.read(0x383)), (None, 0, 0), "after reset");
}

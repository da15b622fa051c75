// SPDX-License-Identifier: Apache-2.0
//! What holds for any ingress and any accesses.

use crate::bench::*;
use proptest::prelude::*;
use tracewright_messages::Block;
use tracewright_model::ctr::{Access, Answer, CtrCycle, Operation};

fn blocks() -> impl Strategy<Value = [Block; 4]> {
    let one = (0u8..16, 0u64..64, 0u32..3, 0u8..2).prop_map(|(itype, iaddr, iretire, ilastsize)| {
        let iretire = if iretire == 0 { 0 } else { iretire.max(1 << ilastsize) };
        Block { itype, iaddr: iaddr << 1, iretire, ilastsize, ..Block::default() }
    });
    prop::array::uniform4(one)
}

fn access() -> impl Strategy<Value = Option<Access>> {
    let csrs = prop::sample::select(vec![
        0x381, 0x181, 0x281, 0x383, 0x183, 0x350, 0x351, 0x353, 0x150, 0x151, 0x250, 0x251, 0x30C, 0x60C, 0x34E, 0x14E,
        0x14F, 0x15F, 0x24E,
    ]);
    let data = prop_oneof![any::<u64>(), Just(7), Just(0x200), 0x200u64..0x300];
    let operations = [Operation::Read, Operation::Write, Operation::Set, Operation::Clear, Operation::ClearRecords];
    let modes = prop::sample::select(vec![0u8, 1, 3, 3, 3, 4, 5, 6]);
    let some = (csrs, prop::sample::select(operations.to_vec()), data, modes);
    let some = some.prop_map(|(csr, operation, data, privilege)| Access { csr, operation, data, privilege });
    prop::option::weighted(0.3, some)
}

fn cycles() -> impl Strategy<Value = Vec<CtrCycle>> {
    let modes = || prop::sample::select(vec![0u8, 1, 3, 4, 5, 6]);
    let flags = any::<[bool; 6]>();
    let one = (blocks(), access(), modes(), modes(), flags, 0u64..1 << 20);
    let one = one.prop_map(|(blocks, access, privilege, next_privilege, flags, next_address)| {
        let [breakpoint, lcofi, cycle, a, b, c] = flags;
        let mut made =
            CtrCycle { access, next_privilege, next_address, breakpoint, lcofi, cycle, ..CtrCycle::default() };
        (made.ingress.blocks, made.ingress.privilege, made.mispredict) = (blocks, privilege, [a, b, c, false]);
        made
    });
    prop::collection::vec(one, 1..200)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_pointer_fits_the_depth_and_entries_what_is_built(cycles in cycles(), is_ratified: bool, is_narrow: bool) {
        let version = if is_ratified { V1_0 } else { V0_1_4 };
        let mut bench = Bench::of(&build(version, if is_narrow { 32 } else { 64 }));
        for cycle in &cycles {
            bench.ctr.cycle(cycle);
            prop_assert!(bench.ctr.pointer() < bench.ctr.depth());
            let all = if is_narrow { 0xFFFF_FFFF } else { u64::MAX };
            let [source, target, data] = bench.ctr.entry(0);
            prop_assert!((source | target) & !all == 0 && data & !0xFFFF_800F == 0);
        }
    }

    #[test]
    fn reads_change_nothing(cycles in cycles()) {
        let mut with = Bench::full(V0_1_4);
        let mut without = Bench::full(V0_1_4);
        for cycle in &cycles {
            let reads = cycle.access.map(|access| Access { operation: Operation::Read, ..access });
            with.ctr.cycle(&CtrCycle { access: reads, ..*cycle });
            without.ctr.cycle(&CtrCycle { access: None, ..*cycle });
        }
        prop_assert_eq!(with.ctr.pointer(), without.ctr.pointer());
        prop_assert!((0..16).all(|n| with.ctr.entry(n) == without.ctr.entry(n)));
    }

    #[test]
    fn what_is_refused_changes_nothing(cycles in cycles()) {
        let mut with = Bench::full(V1_0);
        let mut without = Bench::full(V1_0);
        for cycle in &cycles {
            let answer = with.ctr.cycle(cycle).answer;
            let access = cycle.access.filter(|_| matches!(answer, Some(Answer::Value(_))));
            without.ctr.cycle(&CtrCycle { access, ..*cycle });
        }
        for csr in [0x34E, 0x24E, 0x14F, 0x15F, 0x150, 0x250, 0x30C, 0x60C] {
            prop_assert_eq!(with.read(csr), without.read(csr));
        }
        prop_assert!((0..16).all(|n| with.ctr.entry(n) == without.ctr.entry(n)));
    }
}

// SPDX-License-Identifier: Apache-2.0
//! What an encoder may choose: forms of registers, ends of groups, classes; and the widths.

use super::{bytes, encoder, groups, RV64GC};
use tracewright_model::tandem::{Classes, Encoder, Settings};
use tracewright_tandem::{
    csr, Element, Identifier, Kind, Memory, Operation, Outcome, Outside, Register, Retirement, Size, Widths,
};

/// The elements that tell register 5 when it has `values` one after the other.
fn forms(widths: Widths, register: Register, values: &[u64]) -> Vec<Element> {
    let mut encoder = encoder(Settings::new(widths), 0);
    let mut trace = vec![];
    for &value in values {
        let mut retirement = Retirement { pc: Some(0x100), ..Retirement::default() };
        match (register.as_gpr(), register.as_csr()) {
            (Some(number), _) => retirement.gpr = Some((number, value)),
            (_, Some(number)) => retirement.csr[0] = Some((number, value)),
            _ => retirement.fpr = register.as_fpr().map(|number| (number, value)),
        }
        encoder.retire(&retirement, &mut trace);
    }
    encoder.flush(&mut trace);
    groups(widths, &trace).into_iter().filter_map(|group| group.elements.get(1).copied()).collect()
}

#[test]
fn tandem_ch_2_a_register_is_incremental_where_that_is_shorter() {
    let x5 = Register::gpr(5);
    let (full, offset) = (|value| Element::Full(x5, value), |offset| Element::Offset(x5, offset));
    let values = [0x100, 0x17F, 0xFF, 0x17F, 0x17F];
    let expected = [full(0x100), offset(127), offset(-128), full(0x17F), offset(0)];
    // 0xFF to 0x17F is 128 more, and no bits alone.
    assert_eq!(forms(RV64GC, x5, &values), expected);
    assert_eq!(forms(RV64GC, x5, &[0x1000, 0x10F0]), [full(0x1000), Element::Mask(x5, 0xF0)]);
    assert_eq!(forms(RV64GC, x5, &[0x1001, 0x10F0]), [full(0x1001), full(0x10F0)]);
    // Of 32 bits: -1 is after 0.
    let rv32 = Widths::rv32(0, false);
    assert_eq!(forms(rv32, x5, &[0, 0xFFFF_FFFF, 1]), [full(0), offset(-1), offset(2)]);
    let f5 = Register::fpr(5);
    assert_eq!(forms(Widths::rv32(64, true), f5, &[1 << 40, 2]), [Element::Full(f5, 1 << 40), Element::Full(f5, 2)]);
}

#[test]
fn tandem_ch_2_a_register_that_another_one_shows_is_told_in_full() {
    let mut encoder = encoder(Settings::new(RV64GC), 0);
    let mut trace = vec![];
    for number in [csr::MSTATUS, csr::SSTATUS, csr::MSTATUS, csr::MSTATUS] {
        let csr = [Some((number, 2)), None, None, None];
        encoder.retire(&Retirement { pc: Some(4), csr, ..Retirement::default() }, &mut trace);
    }
    encoder.flush(&mut trace);
    let told: Vec<_> = groups(RV64GC, &trace).iter().map(|group| group.elements[1]).collect();
    let (m, s) = (Register::csr(csr::MSTATUS), Register::csr(csr::SSTATUS));
    assert_eq!(told, [Element::Full(m, 2), Element::Full(s, 2), Element::Full(m, 2), Element::Offset(m, 0)]);
}

#[test]
fn tandem_ch_3_an_end_is_implied_by_a_begin() {
    let nop = |pc| Retirement { pc: Some(pc), instruction: Some((1, 2)), ..Retirement::default() };
    for (elide_end, expected) in [
        (true, &[1, 3, 16, 1, 0, 1, 3, 16, 1, 0, 2, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0][..]),
        (false, &[1, 3, 16, 1, 0, 2, 1, 3, 16, 1, 0, 2, 7, 8, 9, 0, 0, 0, 0, 0, 0, 0][..]),
    ] {
        let mut encoder = encoder(Settings { elide_end, ..Settings::new(RV64GC) }, 0x10);
        let mut trace = vec![];
        encoder.retire(&nop(0x12), &mut trace);
        encoder.retire(&nop(0x14), &mut trace);
        encoder.outside(&Outside::Mtime(9), &mut trace);
        encoder.flush(&mut trace);
        assert_eq!(trace, expected);
    }
}

#[test]
fn tandem_3_2_what_is_not_traced_is_not_there() {
    let all = Retirement {
        pc: Some(4),
        instruction: Some((0x13, 4)),
        gpr: Some((1, 1)),
        fpr: Some((2, 2)),
        csr: [Some((csr::MIE, 8)), None, None, None],
        fcsr: Some(1),
        paddr: Some(5),
        eaddr: Some(6),
        memdata: Some((Size::Bits8, 7)),
        privilege: Some(1),
        memory: Some(Memory {
            address: 5,
            operation: Operation::Store,
            size: Size::Bits8,
            written: 7,
            response: Some((Outcome::Success, 0)),
        }),
        ..Retirement::default()
    };
    let elements = |classes| {
        let mut encoder = encoder(Settings { classes, ..Settings::new(RV64GC) }, 0);
        let mut trace = vec![];
        encoder.retire(&all, &mut trace);
        encoder.outside(&Outside::Csr(csr::MIP, 1), &mut trace);
        encoder.flush(&mut trace);
        groups(RV64GC, &trace)[0].elements.len() + usize::from(trace.len() > 11 && trace[trace.len() - 11] == 4)
    };
    let every = Classes::default();
    assert_eq!(elements(every), 13);
    for (without, lost) in [
        (Classes { instruction: false, ..every }, 1),
        (Classes { gpr: false, ..every }, 1),
        (Classes { fpr: false, ..every }, 1),
        (Classes { csr: false, ..every }, 2),
        (Classes { privilege: false, ..every }, 1),
        (Classes { paddr: false, ..every }, 1),
        (Classes { eaddr: false, ..every }, 1),
        (Classes { store: false, ..every }, 1),
        (Classes { memory: false, ..every }, 2),
        (Classes { outside: false, ..every }, 1),
    ] {
        assert_eq!(elements(without), 13 - lost, "{without:?}");
    }
}

#[test]
fn tandem_ch_3_fields_are_as_wide_as_the_hart() {
    let store = Memory {
        address: 0x3_1234_5678,
        operation: Operation::Store,
        size: Size::Bits32,
        written: 0xAABB_CCDD,
        response: None,
    };
    let init = Retirement { kind: Kind::Initialisation, memory: Some(store), ..Retirement::default() };
    let encode = |widths, retirement: &Retirement| {
        let mut trace = vec![];
        let mut encoder = Encoder::new(Settings::new(widths));
        encoder.retire(retirement, &mut trace);
        encoder.flush(&mut trace);
        trace
    };
    // A 32-bit store is 0x21.
    let expected = [1, 11, 8, 0x78, 0x56, 0x34, 0x12, 3, 0x21, 0xDD, 0xCC, 0xBB, 0xAA, 2];
    assert_eq!(encode(Widths::rv32(0, true), &init), expected);
    let amo = Memory { operation: Operation::AmoAdd, response: Some((Outcome::Failure, 1)), ..store };
    let amo = Retirement { pc: Some(4), memory: Some(amo), ..Retirement::default() };
    let trace = encode(RV64GC, &amo);
    let expected = [8, 0x78, 0x56, 0x34, 0x12, 3, 0, 0, 0, 0x25, 0xDD, 0xCC, 0xBB, 0xAA, 9, 0x12, 1, 0, 0, 0, 2];
    assert_eq!(trace[11..], expected);
    for (widths, bytes) in [(Widths::rv32(0, false), [4, 4]), (Widths::rv32(32, true), [4, 5]), (RV64GC, [8, 8])] {
        let both = Retirement { pc: Some(4), paddr: Some(8), ..Retirement::default() };
        assert_eq!(encode(widths, &both).len(), 6 + bytes[0] + bytes[1], "{widths:?}");
        assert_eq!(Identifier::PhysicalAddress.bytes(&widths), bytes[1]);
    }
    let fpr = Retirement { pc: Some(4), fpr: Some((1, 1)), ..Retirement::default() };
    assert_eq!(encode(Widths::rv32(0, false), &fpr).len(), 8);
    assert_eq!(encode(Widths::rv32(32, false), &fpr).len(), 15);
    assert_eq!(encode(Widths::rv32(64, false), &fpr).len(), 19);
}

#[test]
fn tandem_ch_2_a_reset_forgets_and_x0_is_not_told() {
    let nop = Retirement { pc: Some(4), instruction: Some((0x13, 4)), gpr: Some((0, 0)), ..Retirement::default() };
    assert_eq!(bytes(0, &nop), [1, 3, 17, 0x13, 0, 0, 0, 2]);
    let mut encoder = encoder(Settings::new(RV64GC), 0);
    let mut trace = vec![];
    encoder.retire(&Retirement { kind: Kind::Reset, ..Retirement::default() }, &mut trace);
    encoder.retire(&nop, &mut trace);
    encoder.flush(&mut trace);
    assert_eq!(trace, [1, 10, 1, 7, 10, 4, 0, 0, 0, 0, 0, 0, 0, 17, 0x13, 0, 0, 0, 2]);
}

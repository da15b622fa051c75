// SPDX-License-Identifier: Apache-2.0
//! The CSRs of the counters against the specifications, and against themselves.

use crate::csr::pmu::*;

const SPECIAL: PmuFeatures = PmuFeatures { counters: 8, width: 48, selector_bits: 4, ..PmuFeatures::full(64) };

fn writable(features: &PmuFeatures, number: u16) -> Option<u64> {
    features.csr(number).map(|(csr, counter)| csr.writable(features, counter))
}

#[test]
fn supplement_3_numbers_are_those_of_the_table() {
    let both = [(0x320, 0), (0xB00, 0), (0xB02, 2), (0xB03, 3), (0xB1F, 31), (0x321, 0), (0x322, 2), (0x323, 3)];
    let both = both.into_iter().chain([(0x33F, 31), (0x306, 0), (0x106, 0), (0x606, 0), (0xC00, 0), (0xC02, 2)]);
    let both: Vec<(u16, u32)> = both.chain([(0xC03, 3), (0xC1F, 31), (0xDA0, 0)]).collect();
    let high = [(0xB80, 0), (0xB82, 2), (0xB83, 3), (0xB9F, 31), (0x721, 0), (0x722, 2), (0x723, 3), (0x73F, 31)];
    let high = high.into_iter().chain([(0xC80, 0), (0xC82, 2), (0xC83, 3), (0xC9F, 31)]).collect::<Vec<_>>();
    let (narrow, wide) = (PmuFeatures::full(32), PmuFeatures::full(64));
    for (number, counter) in &both {
        for features in [&narrow, &wide] {
            assert_eq!(features.csr(*number).map(|found| found.1), Some(*counter), "{number:03X}");
        }
    }
    for (number, counter) in &high {
        assert_eq!(narrow.csr(*number).map(|found| (found.0.high, found.1)), Some((true, *counter)), "{number:03X}");
        assert!(wide.csr(*number).is_none(), "{number:03X}");
    }
    let count = |features: &PmuFeatures| (0..0x1000).filter(|number| features.csr(*number).is_some()).count();
    assert_eq!((count(&wide), count(&narrow)), (3 * 29 + 11, 6 * 29 + 17));
    for number in [0xB01, 0xC01, 0xB81, 0xC81, 0xB20, 0xC20, 0x340] {
        assert!(narrow.csr(number).is_none(), "{number:03X}: time is no counter");
    }
}

#[test]
fn supplement_3_fields_of_mhpmevent_are_at_their_bits() {
    let (event, _) = SPECIAL.csr(MHPMEVENT3).unwrap();
    let fields: Vec<_> = event.fields.iter().map(|field| (field.name, field.lsb)).collect();
    let filters = [("VUINH", 58), ("VSINH", 59), ("UINH", 60), ("SINH", 61), ("MINH", 62)];
    assert_eq!(fields[0], ("SELECTOR", 0));
    assert_eq!(fields[1..6], filters);
    assert_eq!(fields[6..], [("OF", 63)]);
    let (fixed, _) = SPECIAL.csr(MCYCLECFG).unwrap();
    assert_eq!(fixed.fields.iter().map(|field| (field.name, field.lsb)).collect::<Vec<_>>(), filters, "no OF");
    assert_eq!((VUINH, VSINH, UINH, SINH, MINH, OF), (58, 59, 60, 61, 62, 63));
}

#[test]
fn bits_are_writable_as_built() {
    assert_eq!(writable(&SPECIAL, MCYCLE), Some(u64::MAX));
    assert_eq!(writable(&SPECIAL, 0xB0A), Some(0xFFFF_FFFF_FFFF));
    assert_eq!(writable(&SPECIAL, 0xB0B), Some(0), "mhpmcounter11 is not built");
    assert_eq!(writable(&SPECIAL, 0x32A), Some(0xFC00_0000_0000_000F));
    assert_eq!(writable(&SPECIAL, 0x32B), Some(0));
    assert_eq!(writable(&SPECIAL, MINSTRETCFG), Some(0x7C00_0000_0000_0000));
    for number in [MCOUNTINHIBIT, MCOUNTEREN, SCOUNTEREN, HCOUNTEREN] {
        assert_eq!(writable(&SPECIAL, number), Some(0x7FD), "{number:03X}");
    }
    for number in [CYCLE, INSTRET, HPMCOUNTER3, SCOUNTOVF] {
        let (csr, counter) = SPECIAL.csr(number).unwrap();
        assert!(csr.is_read_only() && csr.writable(&SPECIAL, counter) == 0, "{number:03X}");
    }
    let narrow = PmuFeatures { xlen: 32, ..SPECIAL };
    assert_eq!((writable(&narrow, 0xB03), writable(&narrow, 0xB83)), (Some(0xFFFF_FFFF), Some(0xFFFF)));
    assert_eq!((writable(&narrow, 0x323), writable(&narrow, 0x723)), (Some(0xF), Some(0xFC00_0000)));
    assert_eq!((writable(&narrow, 0x321), writable(&narrow, 0x721)), (Some(0), Some(0x7C00_0000)));
}

#[test]
fn what_a_build_lacks_is_not_there() {
    let bare = PmuFeatures {
        user: false,
        supervisor: false,
        hypervisor: false,
        sscofpmf: false,
        smcntrpmf: false,
        ..PmuFeatures::full(32)
    };
    for number in [MCOUNTEREN, SCOUNTEREN, HCOUNTEREN, MCYCLECFG, MINSTRETCFGH, MHPMEVENT3H, SCOUNTOVF] {
        assert!(bare.csr(number).is_none(), "{number:03X}");
    }
    assert_eq!(writable(&bare, MHPMEVENT3), Some(0x1F));
    let machine = PmuFeatures { sscofpmf: true, xlen: 64, ..bare };
    assert_eq!(writable(&machine, MHPMEVENT3), Some(3 << 62 | 0x1F));
    assert!(machine.csr(SCOUNTOVF).is_none());
}

#[test]
fn events_have_selectors_of_their_own_below_those_of_the_bus() {
    for (place, event) in PMU_EVENTS.iter().enumerate() {
        assert_eq!(event.selector as usize, place + 1, "{}", event.name);
        assert!(event.selector < FIRST_BUS_SELECTOR && !event.doc.ends_with('.'));
    }
}

#[test]
fn rows_have_levels_and_fields_in_order() {
    for csr in PMU_CSRS {
        assert!(csr.doc.ends_with('.') && (csr.level() > 0 || csr.state == PmuState::Shadow), "{}", csr.name);
        assert_eq!(csr.is_read_only(), matches!(csr.state, PmuState::Shadow | PmuState::Overflows), "{}", csr.name);
        let ends = csr.fields.iter().map(|field| field.lsb + field.width);
        assert!(csr.fields.iter().skip(1).zip(ends).all(|(field, end)| field.lsb >= end), "{}", csr.name);
    }
}

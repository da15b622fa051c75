// SPDX-License-Identifier: Apache-2.0
//! The CSRs of Control Transfer Records against the specification, and against themselves.

use crate::csr::*;

const CORNERS: [(CtrVersion, u32); 4] =
    [(CtrVersion::V0_1_4, 32), (CtrVersion::V0_1_4, 64), (CtrVersion::V1_0, 32), (CtrVersion::V1_0, 64)];

fn full(version: CtrVersion, xlen: u32) -> CtrFeatures {
    CtrFeatures::full(version, xlen)
}

/// Numbers and names of a build, by number.
fn listed(features: &CtrFeatures) -> Vec<(u16, &'static str)> {
    let mut all: Vec<_> = features.csrs().map(|csr| (csr.number, csr.name)).collect();
    all.sort_unstable();
    all
}

/// The names of the fields that a CSR shows, with their positions and widths.
fn fields(features: &CtrFeatures, name: &str) -> Vec<(&'static str, u32, u32)> {
    let csr = features.csrs().find(|csr| csr.name == name).unwrap();
    csr.shown(features).map(|field| (field.name, field.lsb, field.width)).collect()
}

#[test]
fn ctr_2_6_numbers_and_names_are_those_of_the_listing() {
    let own = |version, xlen| {
        let indirect = |name: &str| name.contains("ireg") || name.contains("iselect") || name.contains("stateen");
        listed(&full(version, xlen)).into_iter().filter(|(_, name)| !indirect(name)).collect::<Vec<_>>()
    };
    assert_eq!(
        own(CtrVersion::V0_1_4, 32),
        [
            (0x181, "sctrcontrol"),
            (0x182, "sctrcontrolh"),
            (0x183, "sctrstatus"),
            (0x281, "vsctrcontrol"),
            (0x282, "vsctrcontrolh"),
            (0x381, "mctrcontrol"),
            (0x382, "mctrcontrolh"),
            (0x383, "mctrstatus"),
        ]
    );
    let wide = own(CtrVersion::V0_1_4, 64);
    assert_eq!(wide.len(), 5);
    assert!(wide.iter().all(|(_, name)| !name.ends_with('h')));
    for xlen in [32, 64] {
        assert_eq!(
            own(CtrVersion::V1_0, xlen),
            [(0x14E, "sctrctl"), (0x14F, "sctrstatus"), (0x15F, "sctrdepth"), (0x24E, "vsctrctl"), (0x34E, "mctrctl")]
        );
    }
}

#[test]
fn ctr_3_indirect_csrs_have_their_numbers_and_1_0_has_none_of_m_mode() {
    let windows = |first: u16, prefix: &str| {
        let window = |n: u16| {
            (first + n + u16::from(n > 3), format!("{prefix}ireg{}", ["", "2", "3", "4", "5", "6"][n as usize - 1]))
        };
        let mut all = vec![(first, format!("{prefix}iselect"))];
        all.extend((1..=6).map(window));
        all
    };
    for (version, xlen) in CORNERS {
        let all = listed(&full(version, xlen));
        let has = |(number, name): &(u16, String)| all.contains(&(*number, name.as_str()));
        assert!(windows(0x150, "s").iter().all(has) && windows(0x250, "vs").iter().all(has));
        let machine = windows(0x350, "m");
        assert!(machine.iter().all(|csr| has(csr) == (version == CtrVersion::V0_1_4)));
    }
}

#[test]
fn ctr_2_1_mctrcontrol_has_its_fields_at_their_bits() {
    let expected: &[(&str, u32)] = &[
        ("M", 0),
        ("S", 1),
        ("U", 2),
        ("CLR", 7),
        ("MTE", 8),
        ("STE", 9),
        ("RASEMU", 10),
        ("BPFRZ", 11),
        ("LCOFIFRZ", 12),
        ("DEPTH", 16),
        ("EXCINH", 33),
        ("INTRINH", 34),
        ("TRETINH", 35),
        ("NTBREN", 36),
        ("TKBRINH", 37),
        ("ETEN", 38),
        ("INDCALLINH", 40),
        ("DIRCALLINH", 41),
        ("INDJUMPINH", 42),
        ("DIRJUMPINH", 43),
        ("CORSWAPINH", 44),
        ("RETINH", 45),
        ("INDOJMPINH", 46),
        ("DIROJMPINH", 47),
    ];
    let expected: Vec<_> =
        expected.iter().map(|&(name, lsb)| (name, lsb, if name == "DEPTH" { 4 } else { 1 })).collect();
    let (wide, narrow) = (full(CtrVersion::V0_1_4, 64), full(CtrVersion::V0_1_4, 32));
    assert_eq!(fields(&wide, "mctrcontrol"), expected);
    let low: Vec<_> = expected.iter().copied().filter(|field| field.1 < 32).collect();
    let high: Vec<_> =
        expected.iter().filter(|field| field.1 >= 32).map(|(name, lsb, width)| (*name, lsb - 32, *width)).collect();
    assert_eq!((fields(&narrow, "mctrcontrol"), fields(&narrow, "mctrcontrolh")), (low, high));
}

#[test]
fn ctr_2_2_sctrcontrol_lacks_bits_0_and_8_alone() {
    let features = full(CtrVersion::V0_1_4, 64);
    let mut machine = fields(&features, "mctrcontrol");
    machine.retain(|(name, ..)| !["M", "MTE"].contains(name));
    assert_eq!(fields(&features, "sctrcontrol"), machine);
}

#[test]
fn ctr_2_3_vsctrcontrol_has_its_modes_where_sctrcontrol_has_them() {
    let features = full(CtrVersion::V0_1_4, 64);
    let positions = |name| fields(&features, name).into_iter().map(|(_, lsb, width)| (lsb, width)).collect::<Vec<_>>();
    assert_eq!(positions("vsctrcontrol"), positions("sctrcontrol"));
    let names: Vec<_> = fields(&features, "vsctrcontrol").into_iter().map(|field| field.0).collect();
    assert_eq!(names[..5], ["VS", "VU", "CLR", "VSTE", "RASEMU"]);
    let csr = features.csr(v0_1_4::VSCTRCONTROL).unwrap();
    assert_eq!(csr.writable(&features) >> 16 & 0xF, 0, "DEPTH is read-only");
}

#[test]
fn ctr_ratified_mctrctl_has_its_fields_at_their_bits() {
    let features = full(CtrVersion::V1_0, 64);
    assert_eq!(features.csr(v1_0::MCTRCTL).unwrap().writable(&features), 0x0000_FF3E_0000_1B87);
    assert_eq!(features.csr(v1_0::SCTRCTL).unwrap().writable(&features), 0x0000_FF3E_0000_1983);
    assert_eq!(features.csr(v1_0::VSCTRCTL).unwrap().writable(&features), 0x0000_FF3E_0000_1983);
    assert_eq!(fields(&features, "sctrstatus"), [("WRPTR", 0, 8), ("FROZEN", 31, 1)]);
    assert_eq!(fields(&features, "sctrdepth"), [("DEPTH", 0, 3)]);
}

#[test]
fn ctr_2_4_status_has_its_fields_at_their_bits() {
    let features = full(CtrVersion::V0_1_4, 64);
    for name in ["mctrstatus", "sctrstatus"] {
        assert_eq!(fields(&features, name), [("WRPTR", 0, 8), ("WRAP", 14, 1), ("FROZEN", 15, 1)]);
    }
}

#[test]
fn ctr_3_3_fields_of_entries_are_kept_as_built() {
    let kept = |features: &CtrFeatures| ENTRY_REGISTERS.map(|register| register.kept(features));
    let features = full(CtrVersion::V0_1_4, 64);
    assert_eq!(kept(&features), [u64::MAX, u64::MAX, 0xFFFF_800F]);
    let narrow = CtrFeatures { exponent_bits: 2, misp: false, ..full(CtrVersion::V1_0, 32) };
    assert_eq!(kept(&narrow), [0xFFFF_FFFF, 0xFFFF_FFFE, 0x3FFF_800F]);
    let bare = CtrFeatures { types: false, cycles: false, ..features };
    assert_eq!(kept(&bare)[2], 0);
}

#[test]
fn ctr_4_state_enable_has_the_bits_of_its_version() {
    for (version, bit) in [(CtrVersion::V0_1_4, 55), (CtrVersion::V1_0, 54)] {
        let features = full(version, 64);
        assert_eq!(features.state_bit(), bit);
        assert_eq!(features.csr(0x30C).unwrap().writable(&features), 1 << bit | 1 << 60 | 1 << 63);
        assert_eq!(features.csr(0x60C).unwrap().writable(&features), 1 << bit | 1 << 60);
        let narrow = full(version, 32);
        assert_eq!(narrow.csr(0x30C).unwrap().writable(&narrow), 0);
        assert_eq!(narrow.csr(0x31C).unwrap().writable(&narrow), 1 << bit | 1 << 60 | 1 << 63);
        assert_eq!(narrow.csr(0x61C).unwrap().writable(&narrow), 1 << bit | 1 << 60);
    }
}

#[test]
fn what_a_build_lacks_is_not_there() {
    let machine = CtrFeatures { user: false, supervisor: false, hypervisor: false, ..full(CtrVersion::V0_1_4, 64) };
    let names: Vec<_> = machine.csrs().map(|csr| csr.name).collect();
    assert!(names.iter().all(|name| name.starts_with('m')), "{names:?}");
    assert_eq!(machine.csr(v0_1_4::MCTRCONTROL).unwrap().writable(&machine) & 0x206, 0, "S, U and STE");
    let bare = CtrFeatures { filters: false, external_traps: false, ras: false, freeze: false, ..machine };
    assert_eq!(bare.csr(v0_1_4::MCTRCONTROL).unwrap().writable(&bare), 0xF_0081);
    let one_depth = CtrFeatures { max_depth: 16, ..bare };
    assert_eq!(one_depth.csr(v0_1_4::MCTRCONTROL).unwrap().writable(&one_depth), 0x81);
}

#[test]
fn csrs_of_a_build_have_numbers_names_and_sentences_of_their_own() {
    for (version, xlen) in CORNERS {
        let features = full(version, xlen);
        let all = listed(&features);
        assert!(all.windows(2).all(|pair| pair[0].0 < pair[1].0), "{version:?} {xlen}");
        for csr in features.csrs() {
            assert!(csr.doc.ends_with('.') && !csr.doc.contains("  "), "{}", csr.name);
            assert!((1..=3).contains(&csr.level()), "{}", csr.name);
            if let VirtualAccess::Redirected(number) = csr.virtual_access {
                assert!(features.csr(number).is_some() && csr.level() == 1, "{}", csr.name);
            }
            let mut next = 0;
            for field in csr.shown(&features) {
                assert!(field.doc.ends_with('.') && field.lsb >= next, "{}.{}", csr.name, field.name);
                next = field.lsb + field.width;
            }
            assert!(next <= xlen, "{}", csr.name);
        }
    }
}

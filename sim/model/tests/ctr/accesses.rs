// SPDX-License-Identifier: Apache-2.0
//! Every CSR from every mode, a test each: a value, an illegal-instruction or a virtual-instruction exception.

use crate::bench::*;
use crate::chapter_4::{bench, word};
use tracewright_config::CtrVersion;
use tracewright_messages::privilege::{M, S, U, VS, VU};
use tracewright_model::ctr::{Answer, Operation};

/// CSRs, and what M, S, U, VS and VU get of them.
macro_rules! csr_accesses {
    ($version:ident, $xlen:literal; $(
        $csr:ident = $number:literal: $m:ident $s:ident $u:ident $vs:ident $vu:ident;
    )*) => {
        use super::*;

        $(mod $csr {
            use super::*;

            #[test]
            fn from_m() {
                check($version, $xlen, $number, M, stringify!($m));
            }

            #[test]
            fn from_s() {
                check($version, $xlen, $number, S, stringify!($s));
            }

            #[test]
            fn from_u() {
                check($version, $xlen, $number, U, stringify!($u));
            }

            #[test]
            fn from_vs() {
                check($version, $xlen, $number, VS, stringify!($vs));
            }

            #[test]
            fn from_vu() {
                check($version, $xlen, $number, VU, stringify!($vu));
            }
        })*

        #[test]
        fn there_are_tests_for_every_csr() {
            assert_complete($version, $xlen, &[$($number),*]);
        }
    };
}

/// A read, a write, a set and a clear from a mode.
fn check(version: CtrVersion, xlen: u32, csr: u16, mode: u8, expected: &str) {
    for operation in [Operation::Read, Operation::Write, Operation::Set, Operation::Clear] {
        let mut bench = match xlen {
            64 => bench(version, u64::MAX, u64::MAX),
            _ => Bench::of(&build(version, xlen)),
        };
        // The value that is there is written, so that nothing else changes.
        let data = match (operation, bench.access(csr, Operation::Read, 0, mode)) {
            (Operation::Write, Answer::Value(value)) => value,
            _ => 0,
        };
        assert_eq!(word(bench.access(csr, operation, data, mode)), expected, "{operation:?}");
    }
}

/// What the description has is listed; no other number is a CSR.
fn assert_complete(version: CtrVersion, xlen: u32, listed: &[u16]) {
    let features = features(version, xlen);
    // RV32 has the same CSRs, and upper halves besides.
    let mut numbers: Vec<u16> = features.csrs().filter(|csr| xlen == 64 || csr.high).map(|csr| csr.number).collect();
    let mut listed = listed.to_vec();
    numbers.sort_unstable();
    listed.sort_unstable();
    assert_eq!(numbers, listed);
    let mut bench = Bench::of(&build(version, xlen));
    for csr in (0..0x1000).filter(|csr| features.csr(*csr).is_none()) {
        assert_eq!(bench.access(csr, Operation::Read, 0, M), Answer::NotHere, "{csr:#x}");
    }
}

mod v0_1_4 {
    csr_accesses! { V0_1_4, 64;
        mctrcontrol = 0x381: value illegal illegal illegal illegal;
        mctrstatus = 0x383: value illegal illegal illegal illegal;
        miselect = 0x350: value illegal illegal illegal illegal;
        mireg = 0x351: value illegal illegal illegal illegal;
        mireg2 = 0x352: value illegal illegal illegal illegal;
        mireg3 = 0x353: value illegal illegal illegal illegal;
        mireg4 = 0x355: value illegal illegal illegal illegal;
        mireg5 = 0x356: value illegal illegal illegal illegal;
        mireg6 = 0x357: value illegal illegal illegal illegal;
        mstateen0 = 0x30C: value illegal illegal illegal illegal;
        sctrcontrol = 0x181: value value illegal value virtual;
        sctrstatus = 0x183: value value illegal value virtual;
        siselect = 0x150: value value illegal value virtual;
        sireg = 0x151: value value illegal value virtual;
        sireg2 = 0x152: value value illegal value virtual;
        sireg3 = 0x153: value value illegal value virtual;
        sireg4 = 0x155: value value illegal value virtual;
        sireg5 = 0x156: value value illegal value virtual;
        sireg6 = 0x157: value value illegal value virtual;
        vsctrcontrol = 0x281: value value illegal virtual virtual;
        vsiselect = 0x250: value value illegal virtual virtual;
        vsireg = 0x251: value value illegal virtual virtual;
        vsireg2 = 0x252: value value illegal virtual virtual;
        vsireg3 = 0x253: value value illegal virtual virtual;
        vsireg4 = 0x255: value value illegal virtual virtual;
        vsireg5 = 0x256: value value illegal virtual virtual;
        vsireg6 = 0x257: value value illegal virtual virtual;
        hstateen0 = 0x60C: value value illegal virtual virtual;
    }
}

mod v0_1_4_rv32 {
    csr_accesses! { V0_1_4, 32;
        mctrcontrolh = 0x382: value illegal illegal illegal illegal;
        mstateen0h = 0x31C: value illegal illegal illegal illegal;
        sctrcontrolh = 0x182: value value illegal value virtual;
        vsctrcontrolh = 0x282: value value illegal virtual virtual;
        hstateen0h = 0x61C: value value illegal virtual virtual;
    }
}

mod v1_0 {
    csr_accesses! { V1_0, 64;
        mctrctl = 0x34E: value illegal illegal illegal illegal;
        mstateen0 = 0x30C: value illegal illegal illegal illegal;
        sctrctl = 0x14E: value value illegal value virtual;
        sctrstatus = 0x14F: value value illegal value virtual;
        siselect = 0x150: value value illegal value virtual;
        sireg = 0x151: value value illegal value virtual;
        sireg2 = 0x152: value value illegal value virtual;
        sireg3 = 0x153: value value illegal value virtual;
        sireg4 = 0x155: value value illegal value virtual;
        sireg5 = 0x156: value value illegal value virtual;
        sireg6 = 0x157: value value illegal value virtual;
        sctrdepth = 0x15F: value value illegal virtual virtual;
        vsctrctl = 0x24E: value value illegal virtual virtual;
        vsiselect = 0x250: value value illegal virtual virtual;
        vsireg = 0x251: value value illegal virtual virtual;
        vsireg2 = 0x252: value value illegal virtual virtual;
        vsireg3 = 0x253: value value illegal virtual virtual;
        vsireg4 = 0x255: value value illegal virtual virtual;
        vsireg5 = 0x256: value value illegal virtual virtual;
        vsireg6 = 0x257: value value illegal virtual virtual;
        hstateen0 = 0x60C: value value illegal virtual virtual;
    }
}

mod v1_0_rv32 {
    csr_accesses! { V1_0, 32;
        mstateen0h = 0x31C: value illegal illegal illegal illegal;
        hstateen0h = 0x61C: value value illegal virtual virtual;
    }
}

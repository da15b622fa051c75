// SPDX-License-Identifier: Apache-2.0
//! Every field of every CSR, a test each: what is written reads back, by write, set and clear.

use crate::bench::*;
use tracewright_config::CtrVersion;
use tracewright_messages::privilege::M;
use tracewright_model::ctr::Operation;
use tracewright_regmap::csr::{CsrState, ENTRY_REGISTERS};

/// A CSR: its number, and the bits of each field.
type Fields = (u16, &'static [u64]);

/// Number of a field's bits: 1 unless said.
macro_rules! width {
    () => {
        1
    };
    ($width:literal) => {
        $width
    };
}

/// CSRs with their fields, `name: lowest bit, width`. A field does not read as written where `=>` says what it reads.
macro_rules! csr_bits {
    ($version:ident, $xlen:literal; $(
        $csr:ident = $number:literal { $($field:ident: $lsb:literal $(, $width:literal)? $(=> $read:literal)?;)* }
    )*) => {
        use super::*;

        $(mod $csr {
            use super::*;

            #[test]
            fn reserved_bits_read_0() {
                let fields = 0 $(| mask($lsb, width!($($width)?)))*;
                check($version, $xlen, $number, !fields & u64::MAX >> (64 - $xlen), 0);
            }

            $(#[test]
            fn $field() {
                let written = mask($lsb, width!($($width)?));
                let read = [written $(, $read)?];
                check($version, $xlen, $number, written, read[read.len() - 1]);
            })*
        })*

        #[test]
        fn there_is_a_test_for_every_field() {
            const LISTED: &[Fields] = &[$(($number, &[$(mask($lsb, width!($($width)?))),*])),*];
            assert_complete($version, $xlen, LISTED);
        }
    };
}

const fn mask(lsb: u32, width: u32) -> u64 {
    (u64::MAX >> (64 - width)) << lsb
}

/// The select that a window goes by, if the CSR is one.
fn select_of(csr: u16) -> Option<u16> {
    [0x150, 0x250, 0x350].into_iter().find(|select| (select + 1..select + 8).contains(&csr))
}

fn check(version: CtrVersion, xlen: u32, csr: u16, written: u64, read: u64) {
    let mut bench = Bench::of(&build(version, xlen));
    if let Some(select) = select_of(csr) {
        bench.write(select, 0x200);
    }
    // The pointer has all of its bits with the largest depth alone.
    match csr {
        0x14F => _ = bench.write(0x15F, 4),
        0x183 | 0x383 => _ = bench.write(0x381, 0xF << 16),
        _ => {}
    }
    bench.write(csr, written);
    assert_eq!(bench.read(csr), read, "written");
    bench.write(csr, 0);
    assert_eq!(bench.read(csr), 0, "written with 0");
    bench.access(csr, Operation::Set, written, M);
    assert_eq!(bench.read(csr), read, "set");
    bench.access(csr, Operation::Clear, written, M);
    assert_eq!(bench.read(csr), 0, "cleared");
}

/// What the description has is listed, and nothing else.
fn assert_complete(version: CtrVersion, xlen: u32, listed: &[Fields]) {
    let features = features(version, xlen);
    // RV32 has the same CSRs, and upper halves besides.
    for csr in features.csrs().filter(|csr| xlen == 64 || csr.high) {
        let fields: Vec<u64> = match csr.state {
            CsrState::Window(_, window) => {
                let entry = ENTRY_REGISTERS.iter().find(|register| register.window == window);
                entry.map_or(vec![], |register| register.shown(&features).map(|field| field.mask()).collect())
            }
            _ => csr.shown(&features).map(|field| field.mask()).collect(),
        };
        let of = listed.iter().find(|(number, _)| *number == csr.number);
        let (_, masks) = of.unwrap_or_else(|| panic!("{} has no tests", csr.name));
        let (mut fields, mut masks) = (fields, masks.to_vec());
        fields.sort_unstable();
        masks.sort_unstable();
        assert_eq!(fields, masks, "{}", csr.name);
    }
}

mod v0_1_4 {
    csr_bits! { V0_1_4, 64;
        mctrcontrol = 0x381 {
            m: 0; s: 1; u: 2; clr: 7 => 0; mte: 8; ste: 9; rasemu: 10; bpfrz: 11; lcofifrz: 12; depth: 16, 4;
            excinh: 33; intrinh: 34; tretinh: 35; ntbren: 36; tkbrinh: 37; eten: 38; indcallinh: 40; dircallinh: 41;
            indjumpinh: 42; dirjumpinh: 43; corswapinh: 44; retinh: 45; indojmpinh: 46; dirojmpinh: 47;
        }
        sctrcontrol = 0x181 {
            s: 1; u: 2; clr: 7 => 0; ste: 9; rasemu: 10; bpfrz: 11; lcofifrz: 12; depth: 16, 4;
            excinh: 33; intrinh: 34; tretinh: 35; ntbren: 36; tkbrinh: 37; eten: 38; indcallinh: 40; dircallinh: 41;
            indjumpinh: 42; dirjumpinh: 43; corswapinh: 44; retinh: 45; indojmpinh: 46; dirojmpinh: 47;
        }
        vsctrcontrol = 0x281 {
            vs: 1; vu: 2; clr: 7 => 0; vste: 9; rasemu: 10; bpfrz: 11; lcofifrz: 12; depth: 16, 4 => 0;
            excinh: 33; intrinh: 34; tretinh: 35; ntbren: 36; tkbrinh: 37; eten: 38; indcallinh: 40; dircallinh: 41;
            indjumpinh: 42; dirjumpinh: 43; corswapinh: 44; retinh: 45; indojmpinh: 46; dirojmpinh: 47;
        }
        mctrstatus = 0x383 { wrptr: 0, 8; wrap: 14; frozen: 15; }
        sctrstatus = 0x183 { wrptr: 0, 8; wrap: 14; frozen: 15; }
        miselect = 0x350 { select: 0, 12; }
        mireg = 0x351 { v: 0; pc: 1, 63; }
        mireg2 = 0x352 { misp: 0; pc: 1, 63; }
        mireg3 = 0x353 { type_: 0, 4; ccv: 15; cc: 16, 16; }
        mireg4 = 0x355 {}
        mireg5 = 0x356 {}
        mireg6 = 0x357 {}
        siselect = 0x150 { select: 0, 12; }
        sireg = 0x151 { v: 0; pc: 1, 63; }
        sireg2 = 0x152 { misp: 0; pc: 1, 63; }
        sireg3 = 0x153 { type_: 0, 4; ccv: 15; cc: 16, 16; }
        sireg4 = 0x155 {}
        sireg5 = 0x156 {}
        sireg6 = 0x157 {}
        vsiselect = 0x250 { select: 0, 12; }
        vsireg = 0x251 { v: 0; pc: 1, 63; }
        vsireg2 = 0x252 { misp: 0; pc: 1, 63; }
        vsireg3 = 0x253 { type_: 0, 4; ccv: 15; cc: 16, 16; }
        vsireg4 = 0x255 {}
        vsireg5 = 0x256 {}
        vsireg6 = 0x257 {}
        mstateen0 = 0x30C { ctr: 55; csrind: 60; se0: 63; }
        hstateen0 = 0x60C { ctr: 55; csrind: 60; }
    }
}

mod v0_1_4_rv32 {
    csr_bits! { V0_1_4, 32;
        mctrcontrolh = 0x382 {
            excinh: 1; intrinh: 2; tretinh: 3; ntbren: 4; tkbrinh: 5; eten: 6; indcallinh: 8; dircallinh: 9;
            indjumpinh: 10; dirjumpinh: 11; corswapinh: 12; retinh: 13; indojmpinh: 14; dirojmpinh: 15;
        }
        sctrcontrolh = 0x182 {
            excinh: 1; intrinh: 2; tretinh: 3; ntbren: 4; tkbrinh: 5; eten: 6; indcallinh: 8; dircallinh: 9;
            indjumpinh: 10; dirjumpinh: 11; corswapinh: 12; retinh: 13; indojmpinh: 14; dirojmpinh: 15;
        }
        vsctrcontrolh = 0x282 {
            excinh: 1; intrinh: 2; tretinh: 3; ntbren: 4; tkbrinh: 5; eten: 6; indcallinh: 8; dircallinh: 9;
            indjumpinh: 10; dirjumpinh: 11; corswapinh: 12; retinh: 13; indojmpinh: 14; dirojmpinh: 15;
        }
        mstateen0h = 0x31C { ctr: 23; csrind: 28; se0: 31; }
        hstateen0h = 0x61C { ctr: 23; csrind: 28; }
    }
}

mod v1_0 {
    csr_bits! { V1_0, 64;
        mctrctl = 0x34E {
            u: 0; s: 1; m: 2; rasemu: 7; ste: 8; mte: 9; bpfrz: 11; lcofifrz: 12;
            excinh: 33; intrinh: 34; tretinh: 35; ntbren: 36; tkbrinh: 37; indcallinh: 40; dircallinh: 41;
            indjmpinh: 42; dirjmpinh: 43; corswapinh: 44; retinh: 45; indljmpinh: 46; dirljmpinh: 47;
        }
        sctrctl = 0x14E {
            u: 0; s: 1; rasemu: 7; ste: 8; bpfrz: 11; lcofifrz: 12;
            excinh: 33; intrinh: 34; tretinh: 35; ntbren: 36; tkbrinh: 37; indcallinh: 40; dircallinh: 41;
            indjmpinh: 42; dirjmpinh: 43; corswapinh: 44; retinh: 45; indljmpinh: 46; dirljmpinh: 47;
        }
        vsctrctl = 0x24E {
            u: 0; s: 1; rasemu: 7; ste: 8; bpfrz: 11; lcofifrz: 12;
            excinh: 33; intrinh: 34; tretinh: 35; ntbren: 36; tkbrinh: 37; indcallinh: 40; dircallinh: 41;
            indjmpinh: 42; dirjmpinh: 43; corswapinh: 44; retinh: 45; indljmpinh: 46; dirljmpinh: 47;
        }
        sctrstatus = 0x14F { wrptr: 0, 8; frozen: 31; }
        sctrdepth = 0x15F { depth: 0, 3 => 4; }
        siselect = 0x150 { select: 0, 12; }
        sireg = 0x151 { v: 0; pc: 1, 63; }
        sireg2 = 0x152 { misp: 0; pc: 1, 63; }
        sireg3 = 0x153 { type_: 0, 4; ccv: 15; cc: 16, 16; }
        sireg4 = 0x155 {}
        sireg5 = 0x156 {}
        sireg6 = 0x157 {}
        vsiselect = 0x250 { select: 0, 12; }
        vsireg = 0x251 { v: 0; pc: 1, 63; }
        vsireg2 = 0x252 { misp: 0; pc: 1, 63; }
        vsireg3 = 0x253 { type_: 0, 4; ccv: 15; cc: 16, 16; }
        vsireg4 = 0x255 {}
        vsireg5 = 0x256 {}
        vsireg6 = 0x257 {}
        mstateen0 = 0x30C { ctr: 54; csrind: 60; se0: 63; }
        hstateen0 = 0x60C { ctr: 54; csrind: 60; }
    }
}

mod v1_0_rv32 {
    csr_bits! { V1_0, 32;
        mstateen0h = 0x31C { ctr: 22; csrind: 28; se0: 31; }
        hstateen0h = 0x61C { ctr: 22; csrind: 28; }
    }
}

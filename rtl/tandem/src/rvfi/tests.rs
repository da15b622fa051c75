// SPDX-License-Identifier: Apache-2.0
//! docs/tandem.md, "Cores with RVFI", cycle by cycle.

use super::{Beside, Rvfi};
use crate::codes::KIND_INITIALISATION;
use crate::records::{Retired, Word, Write};
use rust_hdl_core::prelude::*;
use tracewright_config::{Loader, Preset};
use tracewright_prim::bench::{settle, Clocked};

tracewright_prim::clocked! {
    [const X: usize, const F: usize, const M: usize, const V: usize] Rvfi<X, F, M, V>;
}

const NOP: u64 = 0x13;
/// Of the CSR that the instruction writes.
const MSCRATCH: u64 = 0x340;
/// Privilege modes.
const U: u64 = 0;
const M: u64 = 3;

/// The first instruction writes a CSR, enters U-mode, and something has changed by itself before it: all of that is
/// in its own retirement, and not in the initialisation before it, where the verifier would take it for what was so
/// before the instruction.
#[test]
fn what_the_first_instruction_does_beside_rvfi_is_not_in_the_initialisation() {
    let mut loader = Loader::preset(Preset::named("tandem").unwrap());
    loader.set("build.ingress.adapter=rvfi").unwrap();
    let build = loader.finish().unwrap().build;
    let mut rvfi = Rvfi::<32, 32, 32, 32>::new(&build).reset();
    rvfi.rvfi_valid.next = true;
    rvfi.rvfi_insn.next = NOP.to_bits();
    rvfi.rvfi_pc_rdata.next = 0x100_u64.to_bits();
    rvfi.rvfi_pc_wdata.next = 0x104_u64.to_bits();
    let write = Write::<12, 32> { valid: true, number: MSCRATCH.to_bits(), data: 7_u64.to_bits() };
    rvfi.beside.next = Beside::<32, 32, 32, 32> {
        csr0: write,
        unobserved: write,
        mtime: Word { valid: true, data: 9_u64.to_bits() },
        privilege: Word { valid: true, data: U.to_bits() },
        ..Beside::default()
    };
    settle(&mut rvfi);
    let shown: Retired<32, 32, 32, 32> = rvfi.retired.val();
    assert!(shown.valid && rvfi.hold.val());
    assert_eq!((shown.kind, shown.pc.data), (KIND_INITIALISATION.to_bits(), 0x100_u64.to_bits()));
    assert_eq!(shown.privilege, Word { valid: true, data: M.to_bits() });
    assert!(![shown.csr0.valid, shown.unobserved.valid, shown.mtime.valid, shown.instruction.valid].contains(&true));

    rvfi.tick();
    let shown: Retired<32, 32, 32, 32> = rvfi.retired.val();
    assert!(shown.valid && !rvfi.hold.val());
    assert_eq!((shown.kind, shown.pc.data), (0_u64.to_bits(), 0x104_u64.to_bits()));
    assert_eq!((shown.csr0, shown.unobserved), (write, write));
    assert_eq!(shown.mtime, Word { valid: true, data: 9_u64.to_bits() });
    assert_eq!(shown.privilege, Word { valid: true, data: U.to_bits() });
}

// SPDX-License-Identifier: Apache-2.0
//! docs/tandem.md, "Cores with RVFI", cycle by cycle.

use super::{Beside, Rvfi};
use crate::codes::KIND_INITIALISATION;
use crate::records::{Request, Response, Retired, Word, Write};
use rust_hdl_core::prelude::*;
use tracewright_config::{Loader, Preset, Tandem, TandemClass};
use tracewright_prim::bench::{settle, Clocked};

tracewright_prim::clocked! {
    [const X: usize, const F: usize, const M: usize, const V: usize] Rvfi<X, F, M, V>;
}

const NOP: u64 = 0x13;
/// Of the first CSR that the instruction writes; the others follow it.
const MSCRATCH: u64 = 0x340;
/// Privilege modes.
const U: u64 = 0;
const M: u64 = 3;

/// All that can be beside RVFI comes with the first instruction: it is in its own retirement, and not in the
/// initialisation before it, where the verifier would take it for what was so before the instruction.
#[test]
fn what_the_first_instruction_does_beside_rvfi_is_not_in_the_initialisation() {
    let mut loader = Loader::preset(Preset::named("tandem").unwrap());
    loader.set("build.ingress.adapter=rvfi").unwrap();
    let mut build = loader.finish().unwrap().build;
    let classes = [TandemClass::Memory].into_iter().chain(Tandem::default().classes.iter()).collect();
    build.tandem = Tandem { flen: 32, csrs: 4, classes, ..build.tandem };
    let mut rvfi = Rvfi::<32, 32, 32, 32>::new(&build).reset();
    rvfi.rvfi_valid.next = true;
    rvfi.rvfi_insn.next = NOP.to_bits();
    rvfi.rvfi_pc_rdata.next = 0x100_u64.to_bits();
    rvfi.rvfi_pc_wdata.next = 0x104_u64.to_bits();
    let csr = |number: u64| Write { valid: true, number: (MSCRATCH + number).to_bits(), data: number.to_bits() };
    let beside = Beside::<32, 32, 32, 32> {
        fpr: Write { valid: true, number: 1_u64.to_bits(), data: 5_u64.to_bits() },
        csr0: csr(0),
        csr1: csr(1),
        csr2: csr(2),
        csr3: csr(3),
        fcsr: Word { valid: true, data: 6_u64.to_bits() },
        privilege: Word { valid: true, data: U.to_bits() },
        request: Request { valid: true, ..Request::default() },
        response: Response { valid: true, ..Response::default() },
        mtime: Word { valid: true, data: 9_u64.to_bits() },
        unobserved: csr(4),
    };
    rvfi.beside.next = beside;
    settle(&mut rvfi);
    let shown: Retired<32, 32, 32, 32> = rvfi.retired.val();
    assert!(shown.valid && rvfi.hold.val());
    assert_eq!((shown.kind, shown.pc.data), (KIND_INITIALISATION.to_bits(), 0x100_u64.to_bits()));
    assert_eq!(shown.privilege, Word { valid: true, data: M.to_bits() });
    let csrs = [shown.csr0, shown.csr1, shown.csr2, shown.csr3, shown.unobserved].map(|csr| csr.valid);
    assert_eq!(csrs, [false; 5]);
    assert!(![shown.fpr.valid, shown.fcsr.valid, shown.mtime.valid, shown.instruction.valid].contains(&true));
    assert!(!shown.request.valid && !shown.response.valid);

    rvfi.tick();
    let shown: Retired<32, 32, 32, 32> = rvfi.retired.val();
    assert!(shown.valid && !rvfi.hold.val());
    assert_eq!((shown.kind, shown.pc.data), (0_u64.to_bits(), 0x104_u64.to_bits()));
    let Retired { fpr, csr0, csr1, csr2, csr3, fcsr, privilege, request, response, mtime, unobserved, .. } = shown;
    let own = Beside { fpr, csr0, csr1, csr2, csr3, fcsr, privilege, request, response, mtime, unobserved };
    assert_eq!(own, beside);
}

// SPDX-License-Identifier: Apache-2.0
//! What a build has.

use tracewright_config::{Build, Packer, TandemClass};

tracewright_verilog::features! {
    build:
    /// Instructions.
    instruction = build.has_tandem(TandemClass::Instruction);
    /// Integer registers.
    gpr = build.has_tandem(TandemClass::Gpr);
    /// Floating-point registers.
    fpr = build.has_tandem(TandemClass::Fpr);
    /// CSRs.
    csr = build.has_tandem(TandemClass::Csr);
    /// A second CSR.
    csr_2 = csr && build.tandem.csrs > 1;
    /// A third CSR.
    csr_3 = csr && build.tandem.csrs > 2;
    /// A fourth CSR.
    csr_4 = csr && build.tandem.csrs > 3;
    /// fcsr.
    fcsr = csr && build.tandem.flen > 0;
    /// Privilege mode.
    privilege = build.has_tandem(TandemClass::Privilege);
    /// Physical addresses.
    paddr = build.has_tandem(TandemClass::Paddr);
    /// Effective addresses.
    eaddr = build.has_tandem(TandemClass::Eaddr);
    /// What is stored.
    store = build.has_tandem(TandemClass::Store);
    /// The memory bus.
    memory = build.has_tandem(TandemClass::Memory);
    /// State that changes by itself.
    outside = build.has_tandem(TandemClass::Outside);
    /// Anything of an access to memory.
    accesses = paddr || eaddr || store;
    /// Anything that RVFI does not show.
    beside = fpr || csr || privilege || memory || outside;
    /// Addresses have two bits above four bytes.
    top_bits = build.tandem.mlen == 34;
    /// Shadow values.
    increments = build.tandem.increments && (gpr || fpr || fcsr);
    /// What retires together begins with mhartid.
    hart = build.tells_hart();
    /// An end that another group follows is left out: the next group is of the same hart.
    elide_end = build.tandem.elide_end && !hart;
    /// More than one instruction a cycle.
    many = build.tandem.instructions > 1;
    /// Trace leaves a byte at a time.
    bytes = build.tandem.packer_bytes == Packer::Byte;
    /// How many bytes leave at once is not always the same.
    counted = !bytes;
}

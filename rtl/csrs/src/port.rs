// SPDX-License-Identifier: Apache-2.0
//! The CSR port.

use tracewright_prim::*;

/// Accesses of CSR instructions. Each is answered some cycles later, as the unit says; until then there is no other.
#[bundle(_context: impl Resets, flat)]
pub struct CsrPort<const XLEN: usize> {
    /// CSR port: 0 no access, 1 read, 2 write, 3 set, 4 clear, 5 SCTRCLR.
    pub csr_op: Signal<In, Bits<3>>,
    /// CSR port: number of the CSR.
    pub csr_address: Signal<In, Bits<12>>,
    /// CSR port: the operand.
    pub csr_data: Signal<In, Bits<XLEN>>,
    /// CSR port: the mode that the instruction runs in.
    pub csr_privilege: Signal<In, Bits<3>>,
    /// CSR port: the access is answered in this cycle.
    pub csr_done: Signal<Out, Bit>,
    /// CSR port: the CSR is here.
    pub csr_ours: Signal<Out, Bit>,
    /// CSR port: the instruction raises an illegal-instruction exception.
    pub csr_illegal: Signal<Out, Bit>,
    /// CSR port: the instruction raises a virtual-instruction exception.
    pub csr_virtual: Signal<Out, Bit>,
    /// CSR port: the value before the access.
    pub csr_value: Signal<Out, Bits<XLEN>>,
}

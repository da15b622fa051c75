// SPDX-License-Identifier: Apache-2.0
//! Named codes of the kernels. Their names reach the Verilog, so the back end is told their values.

use tracewright_messages::{itype, privilege};

tracewright_verilog::codes! {
    /// Exception.
    ITYPE_EXCEPTION = itype::EXCEPTION;
    /// Interrupt.
    ITYPE_INTERRUPT = itype::INTERRUPT;
    /// Trap return.
    ITYPE_TRAP_RETURN = itype::TRAP_RETURN;
    /// Branch, not taken.
    ITYPE_BRANCH_NOT_TAKEN = itype::BRANCH_NOT_TAKEN;
    /// Uninferable jump, where calls are not told apart.
    ITYPE_UNINFERABLE_JUMP = itype::UNINFERABLE_JUMP;
    /// Inferable jump, likewise.
    ITYPE_INFERABLE_JUMP = itype::INFERABLE_JUMP;
    /// Uninferable call.
    ITYPE_UNINFERABLE_CALL = itype::UNINFERABLE_CALL;
    /// Inferable call.
    ITYPE_INFERABLE_CALL = itype::INFERABLE_CALL;
    /// Co-routine swap.
    ITYPE_CO_ROUTINE_SWAP = itype::CO_ROUTINE_SWAP;
    /// Return.
    ITYPE_RETURN = itype::RETURN;

    /// U-mode.
    PRIVILEGE_U = privilege::U;
    /// S-mode, or HS-mode.
    PRIVILEGE_S = privilege::S;
    /// M-mode.
    PRIVILEGE_M = privilege::M;
    /// Debug mode.
    PRIVILEGE_DEBUG = privilege::DEBUG;
    /// VU-mode.
    PRIVILEGE_VU = privilege::VU;
    /// VS-mode.
    PRIVILEGE_VS = privilege::VS;

    /// CSR port: a read.
    CSR_READ = 1;
    /// CSR port: a write.
    CSR_WRITE = 2;
    /// CSR port: bits are set.
    CSR_SET = 3;
    /// CSR port: bits are cleared.
    CSR_CLEAR = 4;
    /// CSR port: SCTRCLR.
    CSR_CLEAR_RECORDS = 5;

    /// Debug port: ctrDebugSelect.
    DEBUG_SELECT = 0;
    /// Debug port: ctrDebugLow.
    DEBUG_LOW = 1;
    /// Debug port: ctrDebugHigh.
    DEBUG_HIGH = 2;
}

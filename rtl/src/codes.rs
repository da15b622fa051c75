// SPDX-License-Identifier: Apache-2.0
//! Named codes of the kernels: what the tables of the protocol say, as constants that a kernel can match,
//! assign and compare with.
//!
//! A kernel's names reach the Verilog as names, so the back end is told their values through [`all`].

use tracewright_messages::{btype, error, evcode, itype, rcode, sync, Tcode};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $($(#[$doc])* pub const $name: usize = $value as usize;)*

        const NAMES: &[(&str, u64)] = &[$((stringify!($name), $name as u64)),*];
    };
}

codes! {
    /// Exception.
    ITYPE_EXCEPTION = itype::EXCEPTION;
    /// Interrupt.
    ITYPE_INTERRUPT = itype::INTERRUPT;
    /// Trap return.
    ITYPE_TRAP_RETURN = itype::TRAP_RETURN;
    /// Branch, not taken.
    ITYPE_BRANCH_NOT_TAKEN = itype::BRANCH_NOT_TAKEN;
    /// Branch, taken.
    ITYPE_BRANCH_TAKEN = itype::BRANCH_TAKEN;
    /// Uninferable jump.
    ITYPE_UNINFERABLE_JUMP = itype::UNINFERABLE_JUMP;
    /// Uninferable call.
    ITYPE_UNINFERABLE_CALL = itype::UNINFERABLE_CALL;
    /// Uninferable tail call.
    ITYPE_UNINFERABLE_TAIL_CALL = itype::UNINFERABLE_TAIL_CALL;
    /// Co-routine swap.
    ITYPE_CO_ROUTINE_SWAP = itype::CO_ROUTINE_SWAP;
    /// Return.
    ITYPE_RETURN = itype::RETURN;
    /// Other uninferable jump.
    ITYPE_OTHER_UNINFERABLE_JUMP = itype::OTHER_UNINFERABLE_JUMP;

    /// B-TYPE of a trap where exceptions and interrupts are not told apart.
    BTYPE_TRAP = btype::TRAP;
    /// B-TYPE of an exception.
    BTYPE_EXCEPTION = btype::EXCEPTION;
    /// B-TYPE of an interrupt.
    BTYPE_INTERRUPT = btype::INTERRUPT;

    /// TCODE of ProgTraceSync.
    TCODE_PROG_TRACE_SYNC = Tcode::ProgTraceSync;
    /// TCODE of IndirectBranch.
    TCODE_INDIRECT_BRANCH = Tcode::IndirectBranch;
    /// TCODE of IndirectBranchHist.
    TCODE_INDIRECT_BRANCH_HIST = Tcode::IndirectBranchHist;
    /// TCODE of IndirectBranchHistSync.
    TCODE_INDIRECT_BRANCH_HIST_SYNC = Tcode::IndirectBranchHistSync;
    /// TCODE of ResourceFull.
    TCODE_RESOURCE_FULL = Tcode::ResourceFull;
    /// TCODE of ProgTraceCorrelation.
    TCODE_PROG_TRACE_CORRELATION = Tcode::ProgTraceCorrelation;
    /// TCODE of Error.
    TCODE_ERROR = Tcode::Error;

    /// SYNC: periodic.
    SYNC_PERIODIC = sync::PERIODIC;
    /// SYNC: exit from debug mode.
    SYNC_EXIT_FROM_DEBUG = sync::EXIT_FROM_DEBUG;
    /// SYNC: I-CNT is full.
    SYNC_SEQUENTIAL_INSTRUCTION_COUNTER = sync::SEQUENTIAL_INSTRUCTION_COUNTER;
    /// SYNC: tracing was enabled.
    SYNC_TRACE_ENABLE = sync::TRACE_ENABLE;
    /// SYNC: restart after lost messages.
    SYNC_RESTART_FROM_OVERRUN = sync::RESTART_FROM_OVERRUN;

    /// RCODE: I-CNT is full.
    RCODE_I_CNT = rcode::I_CNT;
    /// RCODE: HIST is full.
    RCODE_HIST = rcode::HIST;

    /// EVCODE: entry into debug mode.
    EVCODE_DEBUG = evcode::DEBUG;
    /// EVCODE: program trace disabled.
    EVCODE_DISABLED = evcode::DISABLED;

    /// ECODE: program trace messages were lost.
    ECODE_PROGRAM_TRACE_LOST = error::PROGRAM_TRACE_LOST;

    /// Message kind in the queue: ProgTraceSync.
    KIND_PROG_TRACE_SYNC = 0;
    /// Message kind in the queue: IndirectBranch.
    KIND_INDIRECT_BRANCH = 1;
    /// Message kind in the queue: IndirectBranchHist.
    KIND_INDIRECT_BRANCH_HIST = 2;
    /// Message kind in the queue: IndirectBranchHistSync.
    KIND_INDIRECT_BRANCH_HIST_SYNC = 3;
    /// Message kind in the queue: ResourceFull with I-CNT.
    KIND_FULL_I_CNT = 4;
    /// Message kind in the queue: ResourceFull with HIST.
    KIND_FULL_HIST = 5;
    /// Message kind in the queue: ProgTraceCorrelation.
    KIND_PROG_TRACE_CORRELATION = 6;
    /// Message kind in the queue: Error.
    KIND_ERROR = 7;
}

/// Every name that a kernel may use, with its value.
pub fn all() -> Vec<(&'static str, u64)> {
    NAMES.iter().copied().chain(tracewright_regmap::ALL_CONSTANTS.iter().copied()).collect()
}

// SPDX-License-Identifier: Apache-2.0
//! Codes of messages and of the ingress port under the names that the hardware's Verilog gives them.

use crate::{btype, ctype, error, evcode, format, itype, mseo, privilege, rcode, sync, Tcode};

/// Declares each name, and `ALL_NAMES`, every name with its value.
macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[doc = ""]
            #[doc = concat!("Value: `", stringify!($value), "`.")]
            pub const $name: usize = $value as usize;
        )*

        /// Every name of this module, with its value.
        pub const ALL_NAMES: &[(&str, u64)] = &[$((stringify!($name), $name as u64)),*];
    };
}

names! {
    // Types of blocks (N-Trace Table 2).
    ITYPE_NONE = itype::NONE;
    ITYPE_EXCEPTION = itype::EXCEPTION;
    ITYPE_INTERRUPT = itype::INTERRUPT;
    ITYPE_TRAP_RETURN = itype::TRAP_RETURN;
    ITYPE_BRANCH_NOT_TAKEN = itype::BRANCH_NOT_TAKEN;
    ITYPE_BRANCH_TAKEN = itype::BRANCH_TAKEN;
    ITYPE_UNINFERABLE_JUMP = itype::UNINFERABLE_JUMP;
    ITYPE_UNINFERABLE_CALL = itype::UNINFERABLE_CALL;
    ITYPE_UNINFERABLE_TAIL_CALL = itype::UNINFERABLE_TAIL_CALL;
    ITYPE_CO_ROUTINE_SWAP = itype::CO_ROUTINE_SWAP;
    ITYPE_RETURN = itype::RETURN;
    ITYPE_OTHER_UNINFERABLE_JUMP = itype::OTHER_UNINFERABLE_JUMP;

    ITYPE_INFERABLE_JUMP = itype::INFERABLE_JUMP;
    ITYPE_INFERABLE_CALL = itype::INFERABLE_CALL;
    ITYPE_INFERABLE_TAIL_CALL = itype::INFERABLE_TAIL_CALL;
    ITYPE_OTHER_INFERABLE_JUMP = itype::OTHER_INFERABLE_JUMP;

    // Values of priv.
    PRIVILEGE_U = privilege::U;
    PRIVILEGE_S = privilege::S;
    PRIVILEGE_VU = privilege::VU;
    PRIVILEGE_VS = privilege::VS;

    /// B-TYPE of a trap where exceptions and interrupts are not told apart.
    BTYPE_TRAP = btype::TRAP;
    BTYPE_EXCEPTION = btype::EXCEPTION;
    BTYPE_INTERRUPT = btype::INTERRUPT;

    // TCODE.
    TCODE_PROG_TRACE_SYNC = Tcode::ProgTraceSync;
    TCODE_OWNERSHIP = Tcode::Ownership;
    TCODE_DIRECT_BRANCH = Tcode::DirectBranch;
    TCODE_DIRECT_BRANCH_SYNC = Tcode::DirectBranchSync;
    TCODE_INDIRECT_BRANCH_SYNC = Tcode::IndirectBranchSync;
    TCODE_REPEAT_BRANCH = Tcode::RepeatBranch;
    TCODE_INDIRECT_BRANCH = Tcode::IndirectBranch;
    TCODE_INDIRECT_BRANCH_HIST = Tcode::IndirectBranchHist;
    TCODE_INDIRECT_BRANCH_HIST_SYNC = Tcode::IndirectBranchHistSync;
    TCODE_RESOURCE_FULL = Tcode::ResourceFull;
    TCODE_PROG_TRACE_CORRELATION = Tcode::ProgTraceCorrelation;
    TCODE_ERROR = Tcode::Error;

    /// MSEO of a byte after which its field goes on.
    MSEO_NORMAL = mseo::NORMAL;
    /// MSEO of the last byte of a field that others follow.
    MSEO_END_OF_FIELD = mseo::END_OF_FIELD;
    /// MSEO of the last byte of a message.
    MSEO_END_OF_MESSAGE = mseo::END_OF_MESSAGE;

    // SYNC (N-Trace Table 25).
    SYNC_EXTERNAL_TRIGGER = sync::EXTERNAL_TRIGGER;
    SYNC_EXIT_FROM_RESET = sync::EXIT_FROM_RESET;
    SYNC_PERIODIC = sync::PERIODIC;
    SYNC_EXIT_FROM_DEBUG = sync::EXIT_FROM_DEBUG;
    SYNC_SEQUENTIAL_INSTRUCTION_COUNTER = sync::SEQUENTIAL_INSTRUCTION_COUNTER;
    SYNC_TRACE_ENABLE = sync::TRACE_ENABLE;
    /// SYNC: a watchpoint asked for it.
    SYNC_TRACE_EVENT = sync::TRACE_EVENT;
    SYNC_EXIT_FROM_POWER_DOWN = sync::EXIT_FROM_POWER_DOWN;
    /// SYNC: restart after lost messages.
    SYNC_RESTART_FROM_OVERRUN = sync::RESTART_FROM_OVERRUN;

    /// RCODE: I-CNT is full.
    RCODE_I_CNT = rcode::I_CNT;
    /// RCODE: HIST is full.
    RCODE_HIST = rcode::HIST;
    /// RCODE: HIST repeats.
    RCODE_HIST_REPEAT = rcode::HIST_REPEAT;

    /// FORMAT of Ownership: privilege alone.
    FORMAT_PRIVILEGE = format::PRIVILEGE;
    /// FORMAT of Ownership: with scontext.
    FORMAT_SCONTEXT = format::SCONTEXT;
    /// FORMAT of Ownership: with hcontext.
    FORMAT_HCONTEXT = format::HCONTEXT;

    // EVCODE of ProgTraceCorrelation.
    EVCODE_DEBUG = evcode::DEBUG;
    EVCODE_LOW_POWER = evcode::LOW_POWER;
    EVCODE_DISABLED = evcode::DISABLED;

    /// ECODE: program trace messages were lost.
    ECODE_PROGRAM_TRACE_LOST = error::PROGRAM_TRACE_LOST;
    /// ECODE: ownership messages were lost.
    ECODE_OWNERSHIP_LOST = error::OWNERSHIP_LOST;
    /// ctype: a change of context is an asynchronous discontinuity.
    CTYPE_ASYNCHRONOUS = ctype::DISCONTINUITY;
}

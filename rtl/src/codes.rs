// SPDX-License-Identifier: Apache-2.0
//! Named codes of the kernels: what the tables of the protocol say, constants that kernels match, assign and compare.
//!
//! A kernel's names reach the Verilog as names, so the back end is told their values through [`all`].

use tracewright_messages::{btype, ctype, error, evcode, format, itype, mseo, privilege, rcode, sync, Tcode};

tracewright_verilog::codes! {
    // Types of blocks (N-Trace Table 2).
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

    /// Part of an entry: what has been repeated.
    PART_REPEAT = 0;
    /// Part of an entry: the main message.
    PART_MAIN = 1;
    /// Part of an entry: Ownership with hcontext.
    PART_HCONTEXT = 2;
    /// Part of an entry: Ownership with scontext, or with privilege alone; or ProgTraceCorrelation after a branch.
    PART_SCONTEXT = 3;

    /// Calls: a message has told all of them.
    TOLD_ALL = 0;
    /// Calls: no message has told the newest, and there was no branch since.
    TOLD_BUT_NEW = 1;
    /// Calls: no message has told the newest, and HIST holds a branch since.
    TOLD_BUT_IN_HIST = 2;
    /// Calls: no message has told the newest, and there is a branch since in what is kept back.
    TOLD_BUT_IN_REPETITION = 3;

    /// Main message of an entry: no message.
    KIND_NONE = 0;
    KIND_PROG_TRACE_SYNC = 1;
    KIND_INDIRECT_BRANCH = 2;
    KIND_INDIRECT_BRANCH_HIST = 3;
    KIND_INDIRECT_BRANCH_HIST_SYNC = 4;
    /// Main message of an entry: ResourceFull with I-CNT.
    KIND_FULL_I_CNT = 5;
    /// Main message of an entry: ResourceFull with HIST.
    KIND_FULL_HIST = 6;
    KIND_PROG_TRACE_CORRELATION = 7;
    KIND_ERROR = 8;
    KIND_DIRECT_BRANCH = 9;
    KIND_DIRECT_BRANCH_SYNC = 10;
    KIND_INDIRECT_BRANCH_SYNC = 11;
    /// Main message of an entry: DirectBranch, after which ProgTraceCorrelation follows.
    KIND_DIRECT_BRANCH_AND_STOP = 12;
}

/// Every name that a kernel may use, with its value.
pub fn all() -> Vec<(&'static str, u64)> {
    ALL.iter().copied().chain(tracewright_regmap::ALL_CONSTANTS.iter().copied()).collect()
}

// SPDX-License-Identifier: Apache-2.0
//! Named codes of the kernels: what the tables of the protocol say, constants that kernels match, assign and compare.
//!
//! A kernel's names reach the Verilog as names, so the back end is told their values through [`all`].

use tracewright_messages::{btype, ctype, error, evcode, format, itype, mseo, privilege, rcode, sync, Tcode};

tracewright_verilog::codes! {
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

    /// Inferable jump.
    ITYPE_INFERABLE_JUMP = itype::INFERABLE_JUMP;
    /// Inferable call.
    ITYPE_INFERABLE_CALL = itype::INFERABLE_CALL;
    /// Inferable tail call.
    ITYPE_INFERABLE_TAIL_CALL = itype::INFERABLE_TAIL_CALL;
    /// Other inferable jump.
    ITYPE_OTHER_INFERABLE_JUMP = itype::OTHER_INFERABLE_JUMP;

    /// priv: U-mode.
    PRIVILEGE_U = privilege::U;
    /// priv: S-mode.
    PRIVILEGE_S = privilege::S;
    /// priv: VU-mode.
    PRIVILEGE_VU = privilege::VU;
    /// priv: VS-mode.
    PRIVILEGE_VS = privilege::VS;

    /// B-TYPE of a trap where exceptions and interrupts are not told apart.
    BTYPE_TRAP = btype::TRAP;
    /// B-TYPE of an exception.
    BTYPE_EXCEPTION = btype::EXCEPTION;
    /// B-TYPE of an interrupt.
    BTYPE_INTERRUPT = btype::INTERRUPT;

    /// TCODE of ProgTraceSync.
    TCODE_PROG_TRACE_SYNC = Tcode::ProgTraceSync;
    /// TCODE of Ownership.
    TCODE_OWNERSHIP = Tcode::Ownership;
    /// TCODE of DirectBranch.
    TCODE_DIRECT_BRANCH = Tcode::DirectBranch;
    /// TCODE of DirectBranchSync.
    TCODE_DIRECT_BRANCH_SYNC = Tcode::DirectBranchSync;
    /// TCODE of IndirectBranchSync.
    TCODE_INDIRECT_BRANCH_SYNC = Tcode::IndirectBranchSync;
    /// TCODE of RepeatBranch.
    TCODE_REPEAT_BRANCH = Tcode::RepeatBranch;
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

    /// MSEO of a byte after which its field goes on.
    MSEO_NORMAL = mseo::NORMAL;
    /// MSEO of the last byte of a field that others follow.
    MSEO_END_OF_FIELD = mseo::END_OF_FIELD;
    /// MSEO of the last byte of a message.
    MSEO_END_OF_MESSAGE = mseo::END_OF_MESSAGE;

    /// SYNC: external trace trigger.
    SYNC_EXTERNAL_TRIGGER = sync::EXTERNAL_TRIGGER;
    /// SYNC: exit from reset.
    SYNC_EXIT_FROM_RESET = sync::EXIT_FROM_RESET;
    /// SYNC: periodic.
    SYNC_PERIODIC = sync::PERIODIC;
    /// SYNC: exit from debug mode.
    SYNC_EXIT_FROM_DEBUG = sync::EXIT_FROM_DEBUG;
    /// SYNC: I-CNT is full.
    SYNC_SEQUENTIAL_INSTRUCTION_COUNTER = sync::SEQUENTIAL_INSTRUCTION_COUNTER;
    /// SYNC: tracing was enabled.
    SYNC_TRACE_ENABLE = sync::TRACE_ENABLE;
    /// SYNC: a watchpoint asked for it.
    SYNC_TRACE_EVENT = sync::TRACE_EVENT;
    /// SYNC: exit from power-down.
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

    /// EVCODE: entry into debug mode.
    EVCODE_DEBUG = evcode::DEBUG;
    /// EVCODE: entry into a low-power mode.
    EVCODE_LOW_POWER = evcode::LOW_POWER;
    /// EVCODE: program trace disabled.
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
    /// Main message of an entry: ProgTraceSync.
    KIND_PROG_TRACE_SYNC = 1;
    /// Main message of an entry: IndirectBranch.
    KIND_INDIRECT_BRANCH = 2;
    /// Main message of an entry: IndirectBranchHist.
    KIND_INDIRECT_BRANCH_HIST = 3;
    /// Main message of an entry: IndirectBranchHistSync.
    KIND_INDIRECT_BRANCH_HIST_SYNC = 4;
    /// Main message of an entry: ResourceFull with I-CNT.
    KIND_FULL_I_CNT = 5;
    /// Main message of an entry: ResourceFull with HIST.
    KIND_FULL_HIST = 6;
    /// Main message of an entry: ProgTraceCorrelation.
    KIND_PROG_TRACE_CORRELATION = 7;
    /// Main message of an entry: Error.
    KIND_ERROR = 8;
    /// Main message of an entry: DirectBranch.
    KIND_DIRECT_BRANCH = 9;
    /// Main message of an entry: DirectBranchSync.
    KIND_DIRECT_BRANCH_SYNC = 10;
    /// Main message of an entry: IndirectBranchSync.
    KIND_INDIRECT_BRANCH_SYNC = 11;
    /// Main message of an entry: DirectBranch, after which ProgTraceCorrelation follows.
    KIND_DIRECT_BRANCH_AND_STOP = 12;
}

/// Every name that a kernel may use, with its value.
pub fn all() -> Vec<(&'static str, u64)> {
    ALL.iter().copied().chain(tracewright_regmap::ALL_CONSTANTS.iter().copied()).collect()
}

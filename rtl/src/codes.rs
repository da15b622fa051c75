// SPDX-License-Identifier: Apache-2.0
//! Named codes of the kernels, constants that kernels match, assign and compare: those of messages, and our own.
//!
//! A kernel's names reach the Verilog as names, so the back end is told their values through [`all`].

pub use tracewright_messages::names::*;

tracewright_verilog::codes! {
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
    [ALL_NAMES, ALL, tracewright_regmap::ALL_CONSTANTS].concat()
}

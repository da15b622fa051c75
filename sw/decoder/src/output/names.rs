// SPDX-License-Identifier: Apache-2.0
//! Codes in words.

use crate::TrapKind;
use tracewright_messages::{error, evcode, sync};

/// SYNC (N-Trace Table 25).
pub(super) fn sync_reason(reason: u8) -> &'static str {
    match reason {
        sync::EXTERNAL_TRIGGER => "external trigger",
        sync::EXIT_FROM_RESET => "exit from reset",
        sync::PERIODIC => "periodic",
        sync::EXIT_FROM_DEBUG => "exit from debug mode",
        sync::SEQUENTIAL_INSTRUCTION_COUNTER => "I-CNT full",
        sync::TRACE_ENABLE => "trace enabled",
        sync::TRACE_EVENT => "trace event",
        sync::RESTART_FROM_OVERRUN => "restart after lost messages",
        sync::EXIT_FROM_POWER_DOWN => "exit from power-down",
        14 | 15 => "vendor-defined reason",
        _ => "reserved reason",
    }
}

/// EVCODE (N-Trace Table 23).
pub(super) fn stop_reason(event: u8) -> &'static str {
    match event {
        evcode::DEBUG => "debug mode entered",
        evcode::LOW_POWER => "low-power mode entered",
        evcode::DISABLED => "trace disabled",
        8..=15 => "vendor-defined reason",
        _ => "reserved reason",
    }
}

/// ETYPE (N-Trace Table 15).
pub(super) fn error_type(etype: u8) -> &'static str {
    match etype {
        error::QUEUE_OVERRUN => "queue overrun",
        8..=15 => "vendor-defined error",
        _ => "reserved error type",
    }
}

/// The bits that are set in ECODE (N-Trace Table 15), each in words; none if the encoder does not say what was lost.
pub(super) fn lost(ecode: u64) -> Vec<&'static str> {
    let named = [
        (error::PROGRAM_TRACE_LOST.into(), "program trace"),
        (error::OWNERSHIP_LOST.into(), "ownership"),
        (1 << 7, "vendor-defined"),
    ];
    let known = named.iter().fold(0, |all, (bit, _)| all | bit);
    let rest = (ecode & !known != 0).then_some("reserved");
    named.iter().filter(|(bit, _)| ecode & bit != 0).map(|(_, name)| *name).chain(rest).collect()
}

pub(super) fn trap_kind(kind: TrapKind) -> &'static str {
    match kind {
        TrapKind::Exception => "exception",
        TrapKind::Interrupt => "interrupt",
        TrapKind::Either => "exception or interrupt",
    }
}

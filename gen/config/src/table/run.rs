// SPDX-License-Identifier: Apache-2.0
//! Keys of how registers are programmed.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "run.sink",
        kind: Kind::Words(&["default", "sram", "sba", "pib", "atb", "stream"]),
        doc: "teSink: which sink is used. `default` is what teSink is after reset: the one whose code is lowest.",
    },
    Key {
        path: "run.sba_base",
        kind: Kind::Range(0, i64::MAX),
        doc: "teRamBase and teRamBaseHigh: byte address of the buffer in system memory, a multiple of the bus's width.",
    },
    Key {
        path: "run.sba_bytes",
        kind: Kind::Range(16, 1 << 32),
        doc: "Bytes of the buffer in system memory, a multiple of the bus's width; it may not cross a multiple of 4 GiB.",
    },
    Key {
        path: "run.pib_mode",
        kind: Kind::Words(&[
            "default",
            "manchester",
            "uart",
            "parallel-1",
            "parallel-2",
            "parallel-4",
            "parallel-8",
            "parallel-16",
        ]),
        doc: "pibMode. `default` is the widest that the build has.",
    },
    Key { path: "run.pib_divider", kind: Kind::Range(0, 65535), doc: "pibDivider: the clock of the pins is divided by one more." },
    Key { path: "run.pib_ref_center", kind: Kind::Bool, doc: "pibRefCenter: edges of tref in the middle of a bit, in parallel modes." },
    Key { path: "run.atb_id", kind: Kind::Range(1, 0x6F), doc: "atbId: the ID on the ATB. 0 and 0x70 to 0x7F are reserved." },
    Key {
        path: "run.stall",
        kind: Kind::Bool,
        doc: "teInstStallEn: stall the hart when the queue is nearly full, instead of losing messages.",
    },
    Key {
        path: "run.sync_mode",
        kind: Kind::Words(&["off", "messages", "cycles", "half-words"]),
        doc: "teSyncMode: what counts towards periodic synchronisation. A buffer that wraps can be decoded from its first \
              synchronising message on, so set it where the buffer is all that is kept; a trace that is kept whole is \
              smallest without.",
    },
    Key {
        path: "run.sync_max",
        kind: Kind::Range(0, 15),
        doc: "teSyncMax: the period of synchronisation is 2^(sync_max + 4) of what sync_mode counts.",
    },
    Key {
        path: "run.stop_on_wrap",
        kind: Kind::Bool,
        doc: "teStopOnWrap: stop tracing when the SRAM has filled, instead of overwriting the oldest trace.",
    },
    Key {
        path: "run.mode",
        kind: Kind::Words(&["htm", "btm"]),
        doc: "teInstMode: branch history (6) or branch messages (3). A build that has one mode runs in that one.",
    },
    Key {
        path: "run.context",
        kind: Kind::Bool,
        doc: "teContext: send Ownership messages, if the build has them.",
    },
    Key {
        path: "run.inhibit_src",
        kind: Kind::Bool,
        doc: "teInhibitSrc: leave SRC out.",
    },
    Key {
        path: "run.triggers",
        kind: Kind::Bool,
        doc: "teInstTrigEn: the triggers of the debug module start and stop tracing, if the build has them.",
    },
    Key {
        path: "run.external_triggers",
        kind: Kind::WordList(&["none", "start", "stop", "notify"]),
        doc: "xTrigInAction of the external trigger inputs: nothing (0), start tracing (2), stop it (3), or a \
              synchronising message (4).",
    },
    Key {
        path: "run.trigger_outputs",
        kind: Kind::WordList(&["none", "start", "stop", "both"]),
        doc: "xTrigOutEvent of the external trigger outputs: they fire when tracing starts, when it stops, or at both.",
    },
    Key {
        path: "run.implicit_return",
        kind: Kind::Bool,
        doc: "teInstImplicitReturnMode: predict returns, in the way the build has, if it has one.",
    },
    Key {
        path: "run.sequential_jump",
        kind: Kind::Bool,
        doc: "teInstEnSequentialJump: no messages for sequentially inferable jumps, if the build can.",
    },
    Key {
        path: "run.all_jumps",
        kind: Kind::Bool,
        doc: "teInstEnAllJumps: report direct jumps as taken branches. Traces become longer.",
    },
    Key {
        path: "run.repeated_history",
        kind: Kind::Bool,
        doc: "teInstEnRepeatedHistory: count what repeats, if the build can.",
    },
    Key {
        path: "run.extended_address",
        kind: Kind::Bool,
        doc: "teInstExtendAddrMSB: leave out upper address bits that are all equal, if the build can.",
    },
    Key {
        path: "run.timestamp",
        kind: Kind::Bool,
        doc: "tsEnable: a timestamp in every message, if the build has them.",
    },
    Key {
        path: "run.timestamp_prescale",
        kind: Kind::Integers(&[1, 4, 16, 64]),
        doc: "tsPrescale: clock cycles for each count of the counter.",
    },
    Key {
        path: "run.timestamp_debug",
        kind: Kind::Bool,
        doc: "tsDebug: the counter runs while the hart is halted, too.",
    },
];

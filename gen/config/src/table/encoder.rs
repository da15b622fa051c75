// SPDX-License-Identifier: Apache-2.0
//! Keys of the encoder.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "build.encoder.built",
        kind: Kind::Bool,
        doc: "Whether there is an encoder. Without one, a block that can stand beside it is the whole: `tw_ctr` \
              (docs/ctr.md); and no key of the encoder, its sinks, its bus and its time has an effect.",
    },
    Key {
        path: "build.encoder.icnt_width",
        kind: Kind::Range(9, 22),
        doc: "Width of I-CNT in bits, overflow marker included (N-Trace 8.4). A wider one sends fewer ResourceFull messages \
              in code without jumps and costs area in the queue.",
    },
    Key {
        path: "build.encoder.hist_width",
        kind: Kind::Range(8, 32),
        doc: "Width of HIST in bits, stop bit included (N-Trace 8.3). A wider one sends fewer ResourceFull messages in loops \
              and costs area in the queue.",
    },
    Key {
        path: "build.encoder.queue_depth",
        kind: Kind::PowerOfTwo(4, 64),
        doc: "Rows that the queue holds; what the blocks of a cycle complete is one. A deeper queue rides out longer bursts before \
              the hart is stalled or messages are lost.",
    },
    Key {
        path: "build.encoder.restart_room",
        kind: Kind::Words(&["two", "quarter", "half", "all"]),
        doc: "Room in the queue for which Error and the restart after a loss wait: two rows (what they need themselves), a quarter of \
              the queue (two rows at least), half of it, or all of it. With little room a lasting overload leaves mostly Error and \
              synchronising messages (docs/performance.md, \"Under overload\").",
    },
    Key {
        path: "build.encoder.trap_btype",
        kind: Kind::Words(&["distinct", "single"]),
        doc: "B-TYPE of traps (N-Trace Table 9): 2 for exceptions and 3 for interrupts (`distinct`), or 1 for both (`single`).",
    },
    Key {
        path: "build.encoder.icnt_full",
        kind: Kind::Words(&["resource", "sync"]),
        doc: "What reports a full I-CNT (N-Trace 8.4.4): ResourceFull with RCODE 0 (`resource`), or a synchronising message \
              with SYNC 4 (`sync`) where that is allowed, in branch history with branches in HIST.",
    },
    Key {
        path: "build.encoder.stall",
        kind: Kind::Bool,
        doc: "Whether the encoder can stall the hart: teInstStallEn and the output `stall` work.",
    },
    Key {
        path: "build.encoder.modes",
        kind: Kind::Words(&["htm", "btm", "both"]),
        doc: "Trace modes that exist (N-Trace ch. 5): branch history (`htm`), branch messages (`btm`), or either as \
              teInstMode says (`both`).",
    },
    Key {
        path: "build.encoder.context",
        kind: Kind::Bool,
        doc: "Whether there are Ownership messages (N-Trace 7.1): teContext exists, and the port has `privilege`.",
    },
    Key {
        path: "build.encoder.scontext_width",
        kind: Kind::Range(0, 32),
        doc: "Width of scontext in bits; 0 for none. The port has `hart_context`, hcontext above scontext, and `ctype` if \
              one of the two has a width.",
    },
    Key {
        path: "build.encoder.hcontext_width",
        kind: Kind::Range(0, 32),
        doc: "Width of hcontext in bits; 0 for none.",
    },
    Key {
        path: "build.encoder.src_bits",
        kind: Kind::Range(0, 12),
        doc: "Width of SRC in bits (teSrcBits); 0 for none. Where traces of several encoders are merged, it tells them \
              apart.",
    },
    Key {
        path: "build.encoder.src_id",
        kind: Kind::Range(0, 4095),
        doc: "teSrcID after reset: the value of SRC.",
    },
    Key {
        path: "build.encoder.external_triggers",
        kind: Kind::Range(0, 8),
        doc: "External trigger inputs (Trace Control ch. 8), `external_trigger`: asynchronous; a rising edge fires one. It must stay \
              high, and low, for more than a clock cycle.",
    },
    Key {
        path: "build.encoder.trigger_outputs",
        kind: Kind::Range(0, 8),
        doc: "External trigger outputs (Trace Control ch. 8), `trigger_out`: a pulse of a clock cycle when tracing starts or stops, \
              as xTrigOutControl says.",
    },
    Key {
        path: "build.encoder.implicit_return",
        kind: Kind::Words(&["none", "count", "partial", "full"]),
        doc: "How returns are predicted, so that they need no message (N-Trace 9.2): not at all, by the number of \
              calls, by the low bits of return addresses, or by whole return addresses. What is built is the one value \
              other than 0 that teInstImplicitReturnMode takes.",
    },
    Key {
        path: "build.encoder.return_calls",
        kind: Kind::Words(&["reported", "any"]),
        doc: "Which calls a return may be implied by (N-Trace 9.2): those that an earlier message has reported (`reported`), or any on \
              the stack (`any`), also one that the same message reports: smaller traces, which decoders with a return stack follow, \
              ours and the reference decoder among them, but which 9.2 does not allow. Without effect if implicit_return is `none`.",
    },
    Key {
        path: "build.encoder.return_stack_depth",
        kind: Kind::Range(1, 32),
        doc: "Calls that the return stack holds.",
    },
    Key {
        path: "build.encoder.return_address_bits",
        kind: Kind::Range(1, 63),
        doc: "Address bits that a `partial` return stack keeps, bit 0 not counted. Without effect otherwise.",
    },
    Key {
        path: "build.encoder.sequential_jump",
        kind: Kind::Bool,
        doc: "Whether jumps whose target follows from the instruction before them need no message (N-Trace 9.1): \
              teInstEnSequentialJump exists, and the port has `sijump`.",
    },
    Key {
        path: "build.encoder.all_jumps",
        kind: Kind::Bool,
        doc: "Whether direct jumps can be reported as taken branches: teInstEnAllJumps exists.",
    },
    Key {
        path: "build.encoder.repeated_history",
        kind: Kind::Bool,
        doc: "Whether repeating patterns of branches are sent once with a count (N-Trace 9.3, HTM): \
              teInstEnRepeatedHistory exists.",
    },
    Key {
        path: "build.encoder.repeat_branch",
        kind: Kind::Bool,
        doc: "Whether a message that repeats is counted instead (RepeatBranch, N-Trace 7.11, BTM): \
              teInstEnRepeatedHistory exists.",
    },
    Key {
        path: "build.encoder.extended_address",
        kind: Kind::Bool,
        doc: "Whether the upper bits of an address that are all equal can be left out (N-Trace 8.2): \
              teInstExtendAddrMSB exists. It saves bytes on RV64 where addresses have their upper bits set.",
    },
    Key {
        path: "build.encoder.packer",
        kind: Kind::Words(&["1", "4", "8", "message"]),
        doc: "What leaves the encoder in a cycle: at most that many bytes, or a whole message. A wider one costs area, and \
              bursts of messages pass faster. No word of a sink may be narrower; a message needs the stream.",
    },
];

// SPDX-License-Identifier: Apache-2.0
//! Keys of the time.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "build.timestamp.source",
        kind: Kind::Words(&["none", "core", "external", "slave"]),
        doc: "Where timestamps come from (Trace Control ch. 7): nowhere, a counter (`core`, tsType 2), the port `hart_time` \
              (`external`, tsType 1), or the port `broadcast_time`, which another encoder drives (`slave`, tsType 4).",
    },
    Key {
        path: "build.timestamp.width",
        kind: Kind::Range(1, 64),
        doc: "Width of timestamps in bits (tsWidth).",
    },
    Key {
        path: "build.timestamp.own_clock",
        kind: Kind::Bool,
        doc: "Whether the time has a clock of its own: the ports `time_clk` and `time_rst_n`. The counter, or what the port shows, \
              belongs to that clock, and crosses to the encoder's.",
    },
    Key {
        path: "build.timestamp.broadcast",
        kind: Kind::Bool,
        doc: "Whether the time leaves the encoder on the port `time_broadcast`, for encoders whose source is `slave`.",
    },
];

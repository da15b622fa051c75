// SPDX-License-Identifier: Apache-2.0
//! Keys of the control bus and power.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "build.bus.kind",
        kind: Kind::Words(&["apb4", "axi4-lite", "wishbone", "tilelink-ul"]),
        doc: "The control bus: AMBA APB4, AMBA AXI4-Lite, Wishbone B4 (classic), or TileLink Uncached Lightweight; 32 data bits.",
    },
    Key {
        path: "build.bus.own_clock",
        kind: Kind::Bool,
        doc: "Whether the bus has a clock of its own: the ports `bus_clk` and `bus_rst_n`. Accesses cross to the encoder's clock \
              by a handshake.",
    },
    Key {
        path: "build.bus.source_bits",
        kind: Kind::Range(1, 16),
        doc: "Width of `tl_a_source` and `tl_d_source` in bits. Of TileLink alone.",
    },
    Key {
        path: "build.bus.lock",
        kind: Kind::Bool,
        doc: "Whether there is the port `debug_locked` (asynchronous): while it is high, registers read 0, writes are ignored, and \
              trace is off.",
    },
    Key {
        path: "build.bus.lock_scrub",
        kind: Kind::Bool,
        doc: "Whether a lock, and a reset, overwrite the SRAM with 0, a word a clock cycle: trace from before is not readable by who \
              unlocks next. Of `build.bus.lock` with an SRAM sink.",
    },
    Key {
        path: "build.power.delay",
        kind: Kind::Range(0, 65535),
        doc: "Clock cycles that the hardware takes to follow teActive, in both directions (Trace Control ch. 5): what powers up \
              or starts a clock has that long.",
    },
    Key {
        path: "build.power.clock_request",
        kind: Kind::Bool,
        doc: "Whether there is the port `clock_request`: high while the encoder needs its clock, from the write that sets \
              teActive until the hardware has followed the one that clears it.",
    },
];

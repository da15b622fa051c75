// SPDX-License-Identifier: Apache-2.0
//! Keys of sinks.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "build.sink.kind",
        kind: Kind::WordSet(&["sram", "sba", "pib", "atb", "stream"]),
        doc: "Where trace can go; with several, teSink (in a system the last funnel's tfSink) selects one at run time: on-chip SRAM, \
              read through teRamData (`sram`, 4); system memory, written by a bus master (`sba`, 7); pins (`pib`, 6); the Advanced Trace \
              Bus (`atb`, 5); or a ready/valid port of bytes for a sink of your own (`stream`, 12, vendor-specific).",
    },
    Key {
        path: "build.sink.sram_bytes",
        kind: Kind::PowerOfTwo(256, 1_048_576),
        doc: "Size of the SRAM in bytes. Of the SRAM alone.",
    },
    Key {
        path: "build.sink.sram_width",
        kind: Kind::Integers(&[32, 64, 128]),
        doc: "Width of a word of the SRAM in bits: what is written at once. teRamData always shows 32 bits. Of the SRAM alone.",
    },
    Key {
        path: "build.sink.sram_macro",
        kind: Kind::Bool,
        doc: "Whether the SRAM is outside: the ports `sram_*` are for a single-port memory that reads in the cycle after, such as \
              a foundry's. Else it is inferred. Of the SRAM alone.",
    },
    Key {
        path: "build.sink.sba_bus",
        kind: Kind::Words(&["axi4", "tilelink-ul", "wishbone"]),
        doc: "The bus to system memory: AMBA AXI4 with bursts, or TileLink Uncached Lightweight or Wishbone B4 (classic), a word at a \
              time. Of `sba` alone.",
    },
    Key {
        path: "build.sink.sba_width",
        kind: Kind::Integers(&[32, 64, 128]),
        doc: "Width of the data of that bus in bits. Of `sba` alone.",
    },
    Key {
        path: "build.sink.sba_address",
        kind: Kind::Range(32, 64),
        doc: "Width of the addresses of that bus in bits. With more than 32, teRamBaseHigh exists. Of `sba` alone.",
    },
    Key {
        path: "build.sink.sba_burst",
        kind: Kind::PowerOfTwo(1, 64),
        doc: "Words of the longest burst. As many words wait for the bus. Of `sba` with AXI4 alone; the other buses hold as many, too.",
    },
    Key {
        path: "build.sink.pib_modes",
        kind: Kind::WordSet(&[
            "manchester",
            "uart",
            "parallel-1",
            "parallel-2",
            "parallel-4",
            "parallel-8",
            "parallel-16",
        ]),
        doc: "Modes of the pins that pibMode can select (Trace Control 12.1). They decide how many pins `tdata` has, and whether there \
              is `tref`. Of `pib` alone.",
    },
    Key {
        path: "build.sink.pib_divider_bits",
        kind: Kind::Range(0, 16),
        doc: "Width of pibDivider in bits. Of `pib` alone.",
    },
    Key {
        path: "build.sink.pib_ref_center",
        kind: Kind::Bool,
        doc: "Whether pibRefCenter exists: edges of tref in the middle of a bit. Of `pib` alone.",
    },
    Key {
        path: "build.sink.pib_calibrate",
        kind: Kind::Bool,
        doc: "Whether pibCalibrate exists: the calibration patterns (Trace Control 12.2). Of `pib` alone.",
    },
    Key {
        path: "build.sink.pib_buffer",
        kind: Kind::PowerOfTwo(64, 1024),
        doc: "Bytes that wait for the pins. A message is sent when it is here as a whole. Of `pib` alone.",
    },
    Key {
        path: "build.sink.atb_width",
        kind: Kind::Integers(&[8, 16, 32, 64, 128]),
        doc: "Width of ATDATA in bits. Of `atb` alone.",
    },
];

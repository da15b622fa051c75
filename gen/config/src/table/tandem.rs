// SPDX-License-Identifier: Apache-2.0
//! Keys of tandem-verification trace.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "build.tandem.built",
        kind: Kind::Bool,
        doc: "Whether the build is an encoder of tandem-verification trace (docs/tandem.md) in place of the N-Trace encoder. \
              Its XLEN is build.xlen.",
    },
    Key {
        path: "build.tandem.registers",
        kind: Kind::Bool,
        doc: "Whether that has registers on the control bus and the sinks of build.sink, as `tw_tandem_top`. Without them it \
              is `tw_tandem`: ports are its control, and its trace is a port.",
    },
    Key {
        path: "build.tandem.flen",
        kind: Kind::Integers(&[0, 32, 64]),
        doc: "Bits of a floating-point register; 0 where the hart has none. Of tandem-verification trace alone, as the keys \
              below.",
    },
    Key {
        path: "build.tandem.mlen",
        kind: Kind::Integers(&[32, 34, 64]),
        doc: "Bits of an address: 32 on RV32, 34 where that has Sv32, and 64 on RV64.",
    },
    Key {
        path: "build.tandem.classes",
        kind: Kind::WordSet(&[
            "instruction",
            "gpr",
            "fpr",
            "csr",
            "privilege",
            "paddr",
            "eaddr",
            "store",
            "memory",
            "outside",
        ]),
        doc: "What the port has, and trace can have: instructions, integer and floating-point registers, CSRs (fcsr among \
              them), privilege mode, physical and effective addresses, what is stored, the memory bus, and state that \
              changes by itself. Without some of them trace is partial.",
    },
    Key {
        path: "build.tandem.csrs",
        kind: Kind::Range(1, 4),
        doc: "CSRs that the port takes with one instruction, besides fcsr. A trap that sets xtval changes four.",
    },
    Key {
        path: "build.tandem.instructions",
        kind: Kind::Integers(&[1, 2, 4]),
        doc: "Instructions that the port takes in a cycle.",
    },
    Key {
        path: "build.tandem.increments",
        kind: Kind::Bool,
        doc: "Whether integer and floating-point registers and fcsr go in incremental forms, where they are shorter. It \
              takes a memory of all their values.",
    },
    Key {
        path: "build.tandem.elide_end",
        kind: Kind::Bool,
        doc: "Whether an end of a group that another one follows is left out. With several harts none is: what follows may \
              be of another one.",
    },
    Key {
        path: "build.tandem.packer_bytes",
        kind: Kind::Words(&["1", "4", "8"]),
        doc: "Bytes that leave in a cycle at most.",
    },
    Key {
        path: "build.tandem.hart_id",
        kind: Kind::Range(0, 65520),
        doc: "mhartid of the first of several harts; those of the others follow. Their trace has it, and tells them apart.",
    },
];

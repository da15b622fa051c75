// SPDX-License-Identifier: Apache-2.0
//! Keys of Control Transfer Records.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "build.ctr.version",
        kind: Kind::Words(&["none", "0.1.4", "1.0"]),
        doc: "Control Transfer Records (docs/ctr.md): none, the draft 0.1.4 (Smctr, Ssctr), or the ratified 1.0. \
              They stand alone, or beside the N-Trace encoder of each hart.",
    },
    Key {
        path: "build.ctr.hart_modes",
        kind: Kind::Words(&["m", "mu", "msu", "msuh"]),
        doc: "Modes of the hart: M alone, with U, with S, and with the H extension VS and VU. 1.0 needs S. Of \
              Control Transfer Records alone, as the keys below.",
    },
    Key {
        path: "build.ctr.state_enable",
        kind: Kind::Bool,
        doc: "Whether there are the bits of mstateen0, and with the H extension of hstateen0, that let modes below \
              M reach the CSRs (Smstateen).",
    },
    Key {
        path: "build.ctr.min_depth",
        kind: Kind::PowerOfTwo(16, 256),
        doc: "Smallest depth that software can choose.",
    },
    Key {
        path: "build.ctr.max_depth",
        kind: Kind::PowerOfTwo(16, 256),
        doc: "Largest depth that software can choose, and entries of the array. Every depth between is there, too.",
    },
    Key {
        path: "build.ctr.memory",
        kind: Kind::Words(&["block", "registers"]),
        doc: "What the array is made of: block RAM, or registers.",
    },
    Key {
        path: "build.ctr.filters",
        kind: Kind::Bool,
        doc: "Whether there are transfer type filters: the fields EXCINH to the last, and NTBREN.",
    },
    Key {
        path: "build.ctr.external_traps",
        kind: Kind::Bool,
        doc: "Whether traps to a mode that is not recorded can be: MTE and STE, and in 0.1.4 ETEN and VSTE.",
    },
    Key { path: "build.ctr.ras", kind: Kind::Bool, doc: "Whether there is RAS emulation (RASEMU)." },
    Key {
        path: "build.ctr.freeze",
        kind: Kind::Bool,
        doc: "Whether a breakpoint and a local counter overflow interrupt can set FROZEN (BPFRZ, LCOFIFRZ). 1.0 \
              needs it.",
    },
    Key {
        path: "build.ctr.misp",
        kind: Kind::Bool,
        doc: "Whether entries have MISP; the port then has `mispredict` for each block.",
    },
    Key { path: "build.ctr.transfer_type", kind: Kind::Bool, doc: "Whether entries have TYPE." },
    Key {
        path: "build.ctr.cycles",
        kind: Kind::Bool,
        doc: "Whether entries have CC and CCV; the port then has `cycle`.",
    },
    Key {
        path: "build.ctr.exponent_bits",
        kind: Kind::Range(0, 4),
        doc: "Bits of the exponent of CC: 0 counts to 4,095, 4 to 134,201,344.",
    },
];

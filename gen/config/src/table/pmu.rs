// SPDX-License-Identifier: Apache-2.0
//! Keys of performance counters.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "build.pmu.built",
        kind: Kind::Bool,
        doc: "Whether there are performance counters (docs/pmu.md): mcycle, minstret, and mhpmcounters. They \
              stand alone, or beside the N-Trace encoder of each hart, with Control Transfer Records or without.",
    },
    Key {
        path: "build.pmu.counters",
        kind: Kind::Range(0, 29),
        doc: "How many mhpmcounters there are, from mhpmcounter3 up. Those above read 0.",
    },
    Key {
        path: "build.pmu.width",
        kind: Kind::Range(32, 64),
        doc: "Width of mhpmcounters in bits. mcycle and minstret have 64.",
    },
    Key {
        path: "build.pmu.hart_modes",
        kind: Kind::Words(&["m", "mu", "msu", "msuh"]),
        doc: "Modes of the hart: M alone, with U, with S, and with the H extension VS and VU. Those of \
              build.ctr, where there are Control Transfer Records.",
    },
    Key {
        path: "build.pmu.sscofpmf",
        kind: Kind::Bool,
        doc: "Whether there is Sscofpmf: overflow interrupts and filters by mode of mhpmcounters, and scountovf.",
    },
    Key {
        path: "build.pmu.smcntrpmf",
        kind: Kind::Bool,
        doc: "Whether there is Smcntrpmf: filters by mode of mcycle and minstret.",
    },
    Key {
        path: "build.pmu.events",
        kind: Kind::WordSet(&[
            "none",
            "branches",
            "taken",
            "jumps",
            "calls",
            "returns",
            "exceptions",
            "interrupts",
            "trap-returns",
        ]),
        doc: "Events of the ingress port that mhpmcounters can count, besides cycles and instructions. `none` stands alone.",
    },
    Key {
        path: "build.pmu.bus",
        kind: Kind::EventBus,
        doc: "Events that the designer wires to the ports `bus_event`, number 0 first: the name, the code that the SBI PMU extension \
              has for it, and the bits of its count in a cycle, 1 if none are said.",
    },
];

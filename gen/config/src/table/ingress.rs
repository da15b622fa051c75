// SPDX-License-Identifier: Apache-2.0
//! Keys of harts and their ingress ports.

use crate::{Key, Kind};

/// In the order of the documentation.
pub(super) const KEYS: &[Key] = &[
    Key {
        path: "build.xlen",
        kind: Kind::Integers(&[32, 64]),
        doc: "Register width of the hart in bits, and so the width of `iaddr`.",
    },
    Key {
        path: "build.reset",
        kind: Kind::Words(&["async", "sync"]),
        doc: "Style of every reset: asynchronous or synchronous. Both are active low.",
    },
    Key {
        path: "build.system.harts",
        kind: Kind::Range(1, 16),
        doc: "Harts, each with an encoder, a register block and a teSrcID of its own; with more than one, funnels merge their \
              messages (Trace Control ch. 11). All encoders are alike; `build.encoder` and `build.ingress` describe one.",
    },
    Key {
        path: "build.system.funnel_inputs",
        kind: Kind::Range(2, 16),
        doc: "Most inputs of a funnel. Where there are more harts, funnels feed a funnel.",
    },
    Key {
        path: "build.ingress.form",
        kind: Kind::Words(&["block", "single"]),
        doc: "What a block of the ingress port holds: one or more instructions at consecutive addresses, counted in \
              half-words (`block`), or at most one instruction (`single`).",
    },
    Key {
        path: "build.ingress.itype_width",
        kind: Kind::Integers(&[3, 4]),
        doc: "Width of `itype` in bits. With 3, calls, returns and other uninferable jumps are one code (N-Trace Table 2).",
    },
    Key {
        path: "build.ingress.iretire_width",
        kind: Kind::Range(2, 6),
        doc: "Width of `iretire` in bits in block form. The single form has one bit whatever this says.",
    },
    Key {
        path: "build.ingress.blocks",
        kind: Kind::Integers(&[1, 2, 4]),
        doc: "Blocks a cycle. Each has `itype`, `iaddr`, `iretire`, `ilastsize` of its own; the encoder takes all of \
              them in every cycle.",
    },
    Key {
        path: "build.ingress.triggers",
        kind: Kind::Bool,
        doc: "Whether the port has the triggers of the debug module: `trigger_on`, `trigger_off`, and `trigger_notify` \
              for each block; teInstTrigEn exists.",
    },
    Key {
        path: "build.ingress.reset",
        kind: Kind::Bool,
        doc: "Whether the port has `hart_reset`: the hart is in reset. Trace that starts after it says so (SYNC 1).",
    },
    Key {
        path: "build.ingress.low_power",
        kind: Kind::Bool,
        doc: "Whether the port has `low_power`: the hart is powered down. Tracing stops with EVCODE 1 and starts with \
              SYNC 9.",
    },
    Key {
        path: "build.ingress.interrupt_address",
        kind: Kind::Bool,
        doc: "Whether the hart defines `iaddr` of an interrupt by itself (`iretire` 0, `itype` 2), which E-Trace leaves undefined: the \
              address of the instruction that would have run next. A jump whose target is interrupted then has a message of its own \
              (N-Trace ch. 10), and a trace can start at an interrupt. `tw_rvfi` defines it.",
    },
    Key {
        path: "build.ingress.adapter",
        kind: Kind::Words(&["none", "rvfi"]),
        doc: "What is generated beside `tw_top` to connect a core to its ingress port: nothing, or `tw_rvfi`, which takes the \
              retirement port that cores have for riscv-formal (`rvfi`, docs/rvfi.md). Beside tandem-verification trace that is \
              `tw_tandem_rvfi` (docs/tandem.md).",
    },
];

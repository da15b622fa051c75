// SPDX-License-Identifier: Apache-2.0
//! What a configuration is made of.

use crate::covering::Factor;

/// Every choice of a build, each with its values as settings. A value stands for several keys where one means nothing
/// without the other.
pub const FACTORS: &[Factor] = &[
    ("modes", &["modes=both", "modes=htm", "modes=btm"]),
    ("xlen", &["xlen=64", "xlen=32"]),
    ("blocks", &["blocks=1", "blocks=2", "blocks=4"]),
    ("form", &["form=block", "form=single"]),
    ("itype width", &["itype_width=4", "itype_width=3"]),
    ("iretire width", &["iretire_width=4", "iretire_width=2", "iretire_width=6"]),
    ("reset style", &["build.reset=async", "build.reset=sync"]),
    ("counters", &["icnt_width=9 hist_width=8", "icnt_width=12 hist_width=32", "icnt_width=22 hist_width=31"]),
    ("queue", &["queue_depth=16", "queue_depth=4", "queue_depth=64"]),
    ("restart", &["restart_room=half", "restart_room=two", "restart_room=all"]),
    ("trap B-TYPE", &["trap_btype=distinct", "trap_btype=single"]),
    ("full I-CNT", &["icnt_full=resource", "icnt_full=sync"]),
    ("stall", &["build.encoder.stall=true", "build.encoder.stall=false run.stall=false"]),
    ("triggers", &["build.ingress.triggers=true", "build.ingress.triggers=false"]),
    ("external triggers", &["build.encoder.external_triggers=0", "build.encoder.external_triggers=2"]),
    ("trigger outputs", &["build.encoder.trigger_outputs=0", "build.encoder.trigger_outputs=1"]),
    ("reset", &["build.ingress.reset=true", "build.ingress.reset=false"]),
    ("addresses of interrupts", &["interrupt_address=true", "interrupt_address=false"]),
    ("low power", &["low_power=true", "low_power=false"]),
    (
        "context",
        &[
            "build.encoder.context=true scontext_width=16 hcontext_width=6",
            "build.encoder.context=true hcontext_width=6",
            "build.encoder.context=true",
            "build.encoder.context=true hcontext_width=9",
            "build.encoder.context=false",
        ],
    ),
    ("SRC", &["src_bits=0", "src_bits=4 src_id=9", "src_bits=12 src_id=2748"]),
    (
        "implicit return",
        &[
            "build.encoder.implicit_return=full return_stack_depth=8",
            "build.encoder.implicit_return=partial return_stack_depth=5 return_address_bits=6",
            "build.encoder.implicit_return=count return_stack_depth=32",
            "build.encoder.implicit_return=none",
        ],
    ),
    ("calls of returns", &["return_calls=reported", "return_calls=any"]),
    ("sequential jumps", &["build.encoder.sequential_jump=true", "build.encoder.sequential_jump=false"]),
    ("all jumps", &["build.encoder.all_jumps=true", "build.encoder.all_jumps=false"]),
    ("repeated history", &["build.encoder.repeated_history=true", "build.encoder.repeated_history=false"]),
    ("repeat branch", &["repeat_branch=true", "repeat_branch=false"]),
    ("extended addresses", &["build.encoder.extended_address=true", "build.encoder.extended_address=false"]),
    (
        "timestamps",
        &[
            "timestamp.source=core timestamp.width=40",
            "timestamp.source=external timestamp.width=7",
            "timestamp.source=slave timestamp.width=64",
            "timestamp.source=none",
        ],
    ),
    ("clock of the time", &["build.timestamp.own_clock=true", "build.timestamp.own_clock=false"]),
    ("broadcast", &["timestamp.broadcast=true", "timestamp.broadcast=false"]),
    ("packer", &["packer=1", "packer=4", "packer=8", "packer=message"]),
    ("sink", &["sink.kind=stream", "sink.kind=sram", "sink.kind=sram sram_macro=true"]),
    ("bus", &["bus.kind=apb4", "bus.kind=axi4-lite", "bus.kind=wishbone", "bus.kind=tilelink-ul"]),
    ("clock of the bus", &["build.bus.own_clock=true", "build.bus.own_clock=false"]),
    ("lock", &["bus.lock=true", "bus.lock=false"]),
    ("power", &["power.delay=0", "power.delay=1 power.clock_request=true", "power.delay=9"]),
    (
        "defaults",
        &[
            "defaults.te_sync_mode=cycles defaults.te_sync_max=1 defaults.te_context=true defaults.te_inst_stall_en=true",
            "defaults.te_inst_mode=btm defaults.te_inhibit_src=true",
        ],
    ),
];

/// Values that no configuration has together.
pub const FORBIDDEN: &[(&str, &str)] = &[
    ("modes=btm", "build.encoder.repeated_history=true"),
    ("modes=htm", "repeat_branch=true"),
    ("itype_width=3", "build.encoder.implicit_return=full return_stack_depth=8"),
    ("itype_width=3", "build.encoder.implicit_return=partial return_stack_depth=5 return_address_bits=6"),
    ("itype_width=3", "build.encoder.implicit_return=count return_stack_depth=32"),
    ("itype_width=3", "build.encoder.all_jumps=true"),
    ("sink.kind=sram", "packer=8"),
    ("sink.kind=sram", "packer=message"),
    ("sink.kind=sram sram_macro=true", "packer=8"),
    ("sink.kind=sram sram_macro=true", "packer=message"),
    ("timestamp.source=none", "build.timestamp.own_clock=true"),
    ("timestamp.source=none", "timestamp.broadcast=true"),
];

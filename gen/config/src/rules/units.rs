// SPDX-License-Identifier: Apache-2.0
//! Contradictions of what is built beside an N-Trace encoder, or alone: Control Transfer Records, tandem-verification
//! trace, performance counters.

use super::{is_wider, Contradiction};
use crate::{Adapter, Config, CtrModes, CtrVersion, PmuIngressEvent, SinkKind};

pub(super) const CONTRADICTIONS: &[Contradiction] = &[
    Contradiction {
        keys: ["build.ctr.min_depth", "build.ctr.max_depth"],
        met: |c| c.build.ctr.min_depth > c.build.ctr.max_depth,
        problem: "build.ctr.min_depth is more than build.ctr.max_depth",
        remedy: "set build.ctr.min_depth to build.ctr.max_depth or less",
    },
    Contradiction {
        keys: ["build.ctr.version", "build.ctr.hart_modes"],
        met: |c| c.build.ctr.version == CtrVersion::V1_0 && c.build.ctr.hart_modes < CtrModes::Msu,
        problem: "build.ctr.hart_modes has no S-mode, which build.ctr.version \"1.0\" needs",
        remedy: "set build.ctr.hart_modes to \"msu\" or \"msuh\", or build.ctr.version to \"0.1.4\"",
    },
    Contradiction {
        keys: ["build.ctr.version", "build.ctr.freeze"],
        met: |c| c.build.ctr.version == CtrVersion::V1_0 && !c.build.ctr.freeze,
        problem: "build.ctr.freeze is false, but build.ctr.version \"1.0\" has BPFRZ in every build",
        remedy: "set build.ctr.freeze to true, or build.ctr.version to \"0.1.4\"",
    },
    Contradiction {
        keys: ["build.ctr.version", "build.ingress.itype_width"],
        met: |c| c.build.ctr.version != CtrVersion::None && c.build.ingress.itype_width < 4,
        problem: "build.ctr.version is not \"none\", but build.ingress.itype_width is 3: no code tells calls and returns",
        remedy: "set build.ctr.version to \"none\", or build.ingress.itype_width to 4",
    },
    Contradiction {
        keys: ["build.ctr.version", "build.ingress.interrupt_address"],
        met: |c| c.build.ctr.version != CtrVersion::None && !c.build.ingress.interrupt_address,
        problem: "build.ctr.version is not \"none\", but build.ingress.interrupt_address is false: a record of an interrupt has no source",
        remedy: "set build.ctr.version to \"none\", or build.ingress.interrupt_address to true",
    },
    Contradiction {
        keys: ["build.encoder.built", "build.ctr.version"],
        met: |c| blocks_built(c) == 0,
        problem: "build.encoder.built, build.tandem.built and build.pmu.built are false, and build.ctr.version is \"none\": there is nothing to build",
        remedy: "set one of the three to true, or build.ctr.version to the version",
    },
    Contradiction {
        keys: ["build.tandem.built", "build.encoder.built"],
        met: |c| c.build.tandem.built && c.build.encoder.built,
        problem: "build.tandem.built is true, and build.encoder.built too: tandem-verification trace has an encoder of its own",
        remedy: "set build.encoder.built to false, and generate the N-Trace encoder from another configuration",
    },
    Contradiction {
        keys: ["build.tandem.registers", "build.system.harts"],
        met: |c| c.build.tandem.built && !c.build.tandem.registers && c.build.system.harts > 1,
        problem: "build.tandem.registers is false, but build.system.harts is more than 1: the encoder alone is of one hart",
        remedy: "set build.tandem.registers to true, or build.system.harts to 1",
    },
    Contradiction {
        keys: ["build.tandem.registers", "build.sink.kind"],
        met: |c| c.build.sink.has(SinkKind::Pib),
        problem: "build.tandem.registers is true, but build.sink.kind has \"pib\": idle pins are told from trace by MSEO, which tandem-verification trace does not have",
        remedy: "take \"pib\" out of build.sink.kind",
    },
    Contradiction {
        keys: ["build.tandem.instructions", "build.ingress.adapter"],
        met: |c| c.build.tandem.instructions > 1 && c.build.ingress.adapter == Adapter::Rvfi,
        problem: "build.tandem.instructions is more than 1, but build.ingress.adapter is \"rvfi\", which has one for tandem-verification trace",
        remedy: "set build.tandem.instructions to 1, or build.ingress.adapter to \"none\"",
    },
    Contradiction {
        keys: ["build.tandem.packer_bytes", "build.sink.sram_width"],
        met: |c| is_wider(c.build.tandem.packer_bytes, c.build.sink.sram_width),
        problem: "build.tandem.packer_bytes is more than a word of build.sink.sram_width has",
        remedy: "set build.tandem.packer_bytes to \"1\" or \"4\", or build.sink.sram_width to 64 or 128",
    },
    Contradiction {
        keys: ["build.tandem.packer_bytes", "build.sink.sba_width"],
        met: |c| is_wider(c.build.tandem.packer_bytes, c.build.sink.sba_width),
        problem: "build.tandem.packer_bytes is more than a word of build.sink.sba_width has",
        remedy: "set build.tandem.packer_bytes to \"1\" or \"4\", or build.sink.sba_width to 64 or 128",
    },
    Contradiction {
        keys: ["build.tandem.packer_bytes", "build.sink.atb_width"],
        met: |c| is_wider(c.build.tandem.packer_bytes, c.build.sink.atb_width),
        problem: "build.tandem.packer_bytes is more than a word of build.sink.atb_width has",
        remedy: "set build.tandem.packer_bytes to \"1\", or build.sink.atb_width to at least its width",
    },
    Contradiction {
        keys: ["build.tandem.mlen", "build.xlen"],
        met: |c| (c.build.tandem.mlen == 64) != (c.build.xlen == 64),
        problem: "build.tandem.mlen does not fit build.xlen: it is 64 on RV64, and 32 or 34 on RV32",
        remedy: "set build.tandem.mlen to 64 on RV64; on RV32 to 34 with Sv32, else to 32",
    },
    Contradiction {
        keys: ["build.ctr.version", "build.tandem.built"],
        met: |c| c.build.ctr.version != CtrVersion::None && c.build.tandem.built,
        problem: "build.ctr.version is not \"none\", and build.tandem.built is true: no hart has both",
        remedy: "set build.tandem.built to false, or build.ctr.version to \"none\"",
    },
    Contradiction {
        keys: ["build.ctr.version", "build.ingress.adapter"],
        met: |c| c.build.ctr.version != CtrVersion::None && c.build.ingress.adapter != Adapter::None,
        problem: "build.ctr.version is not \"none\", but build.ingress.adapter drives the ingress port without what Control Transfer Records need besides",
        remedy: "set build.ingress.adapter to \"none\", or build.ctr.version to \"none\"",
    },
    Contradiction {
        keys: ["build.ctr.version", "build.power.clock_request"],
        met: |c| c.build.has_records() && c.build.encoder.built && c.build.power.clock_request,
        problem: "build.ctr.version is not \"none\", but build.power.clock_request lets the clock stop while trace is off: nothing is recorded without it",
        remedy: "set build.power.clock_request to false, or build.ctr.version to \"none\"",
    },
    Contradiction {
        keys: ["build.pmu.events", "build.pmu.events"],
        met: |c| c.build.pmu.events.has(PmuIngressEvent::None) && c.build.pmu.events.count() > 1,
        problem: "build.pmu.events has \"none\" and something else",
        remedy: "set build.pmu.events to \"none\", or take that out",
    },
    Contradiction {
        keys: ["build.pmu.events", "build.ingress.itype_width"],
        met: |c| {
            let events = c.build.pmu.events;
            let needs_it = events.has(PmuIngressEvent::Calls) || events.has(PmuIngressEvent::Returns);
            needs_it && c.build.ingress.itype_width < 4
        },
        problem: "build.pmu.events has calls or returns, but build.ingress.itype_width is 3: no code tells them",
        remedy: "take them out of build.pmu.events, or set build.ingress.itype_width to 4",
    },
    Contradiction {
        keys: ["build.pmu.built", "build.tandem.built"],
        met: |c| c.build.pmu.built && c.build.tandem.built,
        problem: "build.pmu.built is true, and build.tandem.built too: no hart has both",
        remedy: "set build.pmu.built to false, or build.tandem.built to false",
    },
    Contradiction {
        keys: ["build.pmu.built", "build.ctr.version"],
        met: |c| c.build.pmu.built && c.build.has_records() && !c.build.encoder.built,
        problem: "build.pmu.built is true and build.ctr.version is not \"none\", but build.encoder.built is false: both are built together beside an N-Trace encoder",
        remedy: "set build.encoder.built to true, or generate one of the two from another configuration",
    },
    Contradiction {
        keys: ["build.pmu.hart_modes", "build.ctr.hart_modes"],
        met: |c| c.build.pmu.built && c.build.has_records() && c.build.pmu.hart_modes != c.build.ctr.hart_modes,
        problem: "build.pmu.hart_modes is not build.ctr.hart_modes, and they are of one hart",
        remedy: "set both to the modes of the hart",
    },
    Contradiction {
        keys: ["build.pmu.built", "build.ingress.adapter"],
        met: |c| c.build.pmu.built && c.build.ingress.adapter != Adapter::None,
        problem: "build.pmu.built is true, but build.ingress.adapter drives the ingress port without what performance counters need besides",
        remedy: "set build.ingress.adapter to \"none\", or build.pmu.built to false",
    },
    Contradiction {
        keys: ["build.pmu.built", "build.power.clock_request"],
        met: |c| c.build.pmu.built && c.build.encoder.built && c.build.power.clock_request,
        problem: "build.pmu.built is true, but build.power.clock_request lets the clock stop while trace is off: nothing is counted without it",
        remedy: "set build.power.clock_request to false, or build.pmu.built to false",
    },
];

/// How many blocks of hardware the build has.
fn blocks_built(config: &Config) -> usize {
    let build = &config.build;
    [build.encoder.built, build.tandem.built, build.ctr.version != CtrVersion::None, build.pmu.built]
        .into_iter()
        .filter(|built| *built)
        .count()
}

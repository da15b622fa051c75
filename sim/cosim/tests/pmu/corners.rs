// SPDX-License-Identifier: Apache-2.0
//! Builds that together have every width and option.

use tracewright_config::{Build, CtrModes, IngressForm, Pmu, PmuBus, PmuBusEvent, PmuIngressEvent, Reset};

/// What a corner changes of the default build.
pub type Keys = fn(&mut Build);

/// Names and changes.
pub const CORNERS: &[(&str, Keys)] = &[
    ("the budget: 8 of 64 bits, RV64", |_| {}),
    ("RV32, 40 bits, all modes and extensions, 2 blocks", |b| {
        (b.xlen, b.ingress.blocks, b.ingress.iretire_width) = (32, 2, 3);
        b.ingress.form = IngressForm::Block;
        b.pmu = Pmu { width: 40, hart_modes: CtrModes::Msuh, smcntrpmf: true, counters: 5, ..b.pmu.clone() };
        b.pmu.bus = bus(&[1, 4, 2]);
    }),
    ("RV64, 33 bits, 4 blocks in single form, 29 counters", |b| {
        (b.ingress.blocks, b.ingress.form, b.reset) = (4, IngressForm::Single, Reset::Sync);
        b.pmu = Pmu { width: 33, hart_modes: CtrModes::Msuh, smcntrpmf: true, counters: 29, ..b.pmu.clone() };
    }),
    ("RV32, 32 bits, M and U, without extensions", |b| {
        (b.xlen, b.ingress.form, b.ingress.itype_width) = (32, IngressForm::Single, 3);
        b.pmu = Pmu { width: 32, hart_modes: CtrModes::Mu, sscofpmf: false, counters: 2, ..b.pmu.clone() };
        b.pmu.events = [PmuIngressEvent::Branches, PmuIngressEvent::Jumps].into_iter().collect();
        b.pmu.bus = bus(&[1]);
    }),
    ("RV64, mcycle and minstret in M-mode alone", |b| {
        b.pmu = Pmu { hart_modes: CtrModes::M, smcntrpmf: true, counters: 0, ..b.pmu.clone() };
        b.pmu.events = PmuIngressEvent::None.into();
    }),
    ("RV32, 64 bits, M-mode alone with overflow", |b| {
        (b.xlen, b.ingress.form) = (32, IngressForm::Single);
        b.pmu = Pmu { hart_modes: CtrModes::M, counters: 13, ..b.pmu.clone() };
    }),
];

/// The build of a corner.
pub fn config(keys: &Keys) -> Build {
    let mut build = Build { xlen: 64, ..Build::default() };
    build.ingress.form = IngressForm::Single;
    (build.encoder.built, build.pmu.built) = (false, true);
    keys(&mut build);
    build
}

/// A bus with events of these widths.
pub fn bus(widths: &[u32]) -> PmuBus {
    let event = |(n, bits): (usize, &u32)| PmuBusEvent { name: format!("event_{n}"), code: None, bits: *bits };
    PmuBus(widths.iter().enumerate().map(event).collect())
}

// SPDX-License-Identifier: Apache-2.0
//! What the counters see of the hart.

use crate::CsrPort;
use tracewright_prim::*;

/// All ports of the counters.
#[bundle(build: Build, flat)]
pub struct PmuPorts<const XLEN: usize> {
    /// The hart.
    pub hart: PmuPort,
    /// The CSR port.
    pub csr: CsrPort<XLEN>,
    /// What the counters say.
    pub told: PmuTold,
}

/// The trace ingress port and the event bus.
#[bundle(build: Build, flat)]
pub struct PmuPort {
    /// Ingress: how each block ends.
    #[count(build.ingress.blocks)]
    #[width(build.ingress.itype_width)]
    pub itype: Vec<Narrow<In, 4>>,
    /// Ingress: an instruction retired.
    #[count(if build.ingress.form == IngressForm::Single { build.ingress.blocks } else { 0 })]
    pub iretire: Vec<Signal<In, Bit>>,
    /// What is counted that the trace ingress port does not show.
    pub counted: EventPort,
    /// Ingress: the mode of the cycle.
    pub privilege: Signal<In, Bits<3>>,
    /// Ingress: the hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
}

/// What of a hart's events no trace ingress port shows.
#[bundle(build: Build, flat)]
pub struct EventPort {
    /// Ingress: how many instructions retired in the cycle.
    #[built(build.ingress.form == IngressForm::Block)]
    #[width(build.retired_bits())]
    pub retired: Optional<Narrow<In, 8>>,
    /// Event bus: how often each event was in the cycle.
    #[new(build.pmu.bus.0.iter().map(|event| Narrow::new(event.bits as usize)).collect())]
    pub bus_event: Vec<Narrow<In, 4>>,
}

/// What the counters tell the hart, and what is beside them.
#[bundle(build: Build, flat)]
pub struct PmuTold {
    /// Counters: the overflow interrupt LCOFI is asked for: a pulse, with which the hart sets LCOFIP, bit 13 of mip.
    #[built(build.pmu.sscofpmf)]
    pub lcofi_request: Optional<Signal<Out, Bit>>,
    /// Counters: mcycle counted the cycle before.
    #[built(!build.encoder.built || build.has_counted_records())]
    pub cycle: Optional<Signal<Out, Bit>>,
    /// The access that the CSR port shows is to a CSR of the counters.
    #[built(build.encoder.built && build.has_records())]
    pub owns: Optional<Signal<Out, Bit>>,
}

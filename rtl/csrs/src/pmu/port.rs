// SPDX-License-Identifier: Apache-2.0
//! What the counters see of the hart.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, IngressForm};
use tracewright_prim::*;

/// The trace ingress port and the event bus.
#[derive(Bundle)]
#[module(build: Build)]
#[flat]
pub struct PmuPort {
    /// Ingress: how each block ends.
    #[count(build.ingress.blocks)]
    #[width(build.ingress.itype_width)]
    pub itype: Vec<Narrow<In, 4>>,
    /// Ingress: an instruction retired.
    #[count(if build.ingress.form == IngressForm::Single { build.ingress.blocks } else { 0 })]
    pub iretire: Vec<Signal<In, Bit>>,
    /// Ingress: how many instructions retired in the cycle.
    #[built(build.ingress.form == IngressForm::Block)]
    #[width(build.retired_bits())]
    pub retired: Optional<Narrow<In, 8>>,
    /// Ingress: the mode of the cycle.
    pub privilege: Signal<In, Bits<3>>,
    /// Ingress: the hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// Event bus: how often each event was in the cycle.
    #[new(build.pmu.bus.0.iter().map(|event| Narrow::new(event.bits as usize)).collect())]
    pub bus_event: Vec<Narrow<In, 4>>,
}

// SPDX-License-Identifier: Apache-2.0
//! The ports of a hart.

use crate::encoder::{has, IngressPort};
use crate::prim::*;
use tracewright_csrs::ctr::TransferPort;
use tracewright_csrs::pmu::EventPort;
use tracewright_csrs::CsrPort;

/// For each hart: its trace ingress port, what Control Transfer Records and counters need besides, triggers, and clock.
#[bundle(build: Build, flat)]
pub struct HartPort<const XLEN: usize> {
    /// The trace ingress port.
    pub ingress: IngressPort<XLEN>,
    /// Ingress: the hart must hold its blocks, which are not taken in this cycle.
    pub stall: Signal<Out, Bit>,
    /// What Control Transfer Records need besides.
    #[built(has(build).records)]
    pub transfers: Optional<TransferPort<XLEN>>,
    /// Transfers: mcycle counts in this cycle.
    #[built(build.has_counted_records() && !has(build).counters)]
    pub cycle: Optional<Signal<In, Bit>>,
    /// What performance counters count besides.
    #[built(has(build).counters)]
    pub counted: Optional<EventPort>,
    /// Counters: an overflow interrupt is asked for: a pulse.
    #[built(has(build).counters && build.pmu.sscofpmf)]
    pub lcofi_request: Optional<Signal<Out, Bit>>,
    /// The CSR port.
    #[built(has(build).csrs)]
    pub csr: Optional<CsrPort<XLEN>>,
    /// External triggers: a rising edge fires one; asynchronous.
    #[count(build.encoder.external_triggers)]
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// External triggers: tracing has started or stopped.
    #[count(build.encoder.trigger_outputs)]
    pub trigger_out: Vec<Signal<Out, Bit>>,
    /// The encoder needs its clock.
    #[built(build.power.clock_request)]
    pub clock_request: Optional<Signal<Out, Bit>>,
}

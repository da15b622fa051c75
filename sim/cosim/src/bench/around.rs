// SPDX-License-Identifier: Apache-2.0
//! What is around the hardware in a run, and what there is at its end.

use crate::bus::Master;
use crate::check::FunnelChecker;
use crate::options::UnitSource;
use crate::outlet::Outlet;
use tracewright_model::stimulus::Pressure;

/// What is around the hardware, and chosen for a run.
pub(crate) struct Surroundings {
    /// The master of the bus.
    pub master: Box<dyn Master>,
    /// Back-pressure of the stream sink.
    pub pressure: Option<Pressure>,
    /// What is downstream of the sinks.
    pub outlet: Outlet,
    /// Whether what leaves the encoders is to be kept.
    pub keeps: bool,
    /// Where the time that comes from outside begins.
    pub time: u64,
    /// Draws the ratios of the clocks.
    pub jitter: Option<u64>,
    /// Draws what stalled harts do.
    pub restless: Option<u64>,
    /// What harts show the units at their CSR ports.
    pub units: UnitSource,
    /// Most cycles of the run.
    pub limit: Option<u64>,
    /// The model's side of each funnel.
    pub funnels: Vec<FunnelChecker>,
}

/// What there is at the end.
pub(crate) struct Ended {
    /// What has left each encoder, if it was kept.
    pub sent: Vec<Vec<u8>>,
    pub outlet: Outlet,
    /// Whether the waveform is written, if there is one.
    pub wave: Result<(), verilator_sys::Error>,
}

// SPDX-License-Identifier: Apache-2.0
//! What else a run is to do.

use crate::check::TraceSink;
use crate::shared::UnitCycle;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use tracewright_model::stimulus::Pressure;
use tracewright_peers::pins::Change;

/// What else a run is to do.
#[derive(Default)]
pub struct Options<'a> {
    /// Writes a waveform. The design must have been built for its format.
    pub wave: Option<PathBuf>,
    /// When the sink is busy: the stream sink takes no byte, the SRAM sink answers reads of teRamData.
    pub pressure: Option<Pressure>,
    /// Takes all bytes of trace as they reach the sink, whatever the size of trace memory; no idle bytes.
    pub trace: Option<TraceSink<'a>>,
    /// Draws gaps and back-pressure on the bus, and the ratios of the clocks, if there are others than the encoder's.
    /// Without it nothing waits, and the ratios are always the same.
    pub jitter: Option<u64>,
    /// Draws when a hart that is stalled enters and leaves debug mode and low power, though it cannot go on. Without
    /// it, it stays as it is.
    pub restless: Option<u64>,
    /// The pins of the PIB show the calibration pattern of every mode ahead of all trace, if they have it.
    pub calibrate: bool,
    /// Takes what the pins of the PIB were; four units of time are a cycle of their clock.
    pub pins: Option<&'a mut Vec<Change>>,
    /// Probability that the bus answers a word or a burst of trace for system memory with an error. That is not stored.
    pub bus_errors: f64,
    /// What harts show the units at their CSR ports, beside their encoders.
    pub units: UnitSource,
    /// Ends the run with an error after so many cycles.
    pub limit: Option<u64>,
    /// Called every few thousand cycles.
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Clock cycles simulated.
    pub cycles: u64,
}

/// What harts show Control Transfer Records and performance counters besides the ingress port.
#[derive(Debug, Default)]
pub enum UnitSource {
    /// Nothing: there is no access, and no cycle that the records count.
    #[default]
    Quiet,
    /// What this seed draws: accesses of the CSR port, and all else.
    Random(u64),
    /// With each step of the hart one of these, whose ingress is that of the step. A cycle with an access has no
    /// block, and the steps after it are as many as its answer takes.
    Program(Receiver<UnitCycle>),
    /// The same for each hart.
    Programs(VecDeque<Receiver<UnitCycle>>),
}

impl UnitSource {
    /// That of the next hart.
    pub(crate) fn of_hart(&mut self) -> UnitSource {
        match self {
            UnitSource::Random(seed) => UnitSource::Random(*seed),
            UnitSource::Programs(harts) => harts.pop_front().map_or(UnitSource::Quiet, UnitSource::Program),
            source => std::mem::take(source),
        }
    }
}

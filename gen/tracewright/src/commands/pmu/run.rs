// SPDX-License-Identifier: Apache-2.0
//! A program beside the performance counters in hardware.

use super::events::differs;
use crate::failure::Failure;
use crate::program::{self, limited, Execution, Recorded, DEFAULT_LIMIT};
use crate::progress::Progress;
use crate::simulation::settings;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use tracewright_config::{Build, CtrVersion};
use tracewright_cosim::pmu::{PmuDesign, PmuFirmware, PmuHardware};
use tracewright_hart::{Event, Firmware, Machine, SbiCall, SbiReturn, Stream};
use tracewright_image::Image;

/// A program that is about to run.
pub struct Run<'a> {
    /// The counters.
    pub hardware: PmuHardware,
    /// The program.
    pub execution: Execution<'a>,
    /// An SBI call was answered.
    is_called: Arc<AtomicBool>,
}

/// How it ran.
pub struct Ran {
    /// Instructions that have retired.
    pub instructions: u64,
    /// What is to be said of the program's end.
    pub note: Option<String>,
    /// SBI calls were answered, which reset, stop and set the counters.
    is_called: bool,
}

impl Ran {
    /// What is to be said of counters that the command has set up itself.
    pub fn note_of_counts(self) -> Option<String> {
        let called =
            "the program made SBI calls, which reset, stop and set the counters: what is shown is not of all of it";
        let notes: Vec<String> = self.is_called.then(|| called.to_string()).into_iter().chain(self.note).collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }
}

/// Firmware, and whether it was called.
struct Watched {
    firmware: Box<dyn Firmware>,
    is_called: Arc<AtomicBool>,
}

impl Firmware for Watched {
    fn answers(&self, extension: u64) -> bool {
        self.firmware.answers(extension)
    }

    fn call(&mut self, call: &SbiCall, machine: &mut dyn Machine) -> SbiReturn {
        self.is_called.store(true, Ordering::Relaxed);
        self.firmware.call(call, machine)
    }
}

/// The counters of a build alone: what is beside them counts nothing else.
pub fn alone(mut build: Build) -> Build {
    build.encoder.built = false;
    build.ctr.version = CtrVersion::None;
    build
}

impl<'a> Run<'a> {
    /// `image` beside the counters of `build`, with a waveform if there is to be one.
    pub fn new(build: &Build, image: &'a Image, wave: Option<&Path>) -> Result<Run<'a>, Failure> {
        let hardware = hardware(build, wave)?;
        let beside = (build, Some(Box::new(hardware.clone()) as Box<_>));
        let execution = Execution::beside(image, Recorded::default(), beside)?;
        let refused = |invalid| Failure::usage(format!("the library for SBI calls refuses the counters: {invalid:?}"));
        let firmware: Box<dyn Firmware> = match build.xlen {
            32 => Box::new(PmuFirmware::<u32>::new(build).map_err(refused)?),
            _ => Box::new(PmuFirmware::<u64>::new(build).map_err(refused)?),
        };
        let is_called = Arc::new(AtomicBool::new(false));
        let watched = Box::new(Watched { firmware, is_called: is_called.clone() });
        Ok(Run { hardware, execution: execution.with_firmware(watched), is_called })
    }

    /// Runs the program; `each` sees every event after the counters have.
    pub fn run_out(
        &mut self,
        limit: Option<u64>,
        mut each: impl FnMut(&Event, &PmuHardware) -> Result<(), Failure>,
    ) -> Result<Ran, Failure> {
        let progress = Progress::instructions("simulating", limit);
        let most = limit.unwrap_or(DEFAULT_LIMIT);
        let mut instructions = 0;
        while instructions < most {
            let Some(event) = self.execution.next().map_err(program::failure)? else { break };
            instructions += u64::from(matches!(event, Event::Retired { .. }));
            each(&event, &self.hardware)?;
            if instructions % 0x1000 == 0 {
                progress.set(instructions);
            }
        }
        self.execution.show_unit().map_err(program::failure)?;
        let note = limited(instructions, limit).or(self.execution.complaint());
        Ok(Ran { instructions, note, is_called: self.is_called.load(Ordering::Relaxed) })
    }
}

/// The Verilog of a build that has performance counters.
pub fn design(build: &Build, wave: Option<&Path>) -> Result<PmuDesign, Failure> {
    let _progress = Progress::spinner("building the Verilog of the performance counters with Verilator");
    Ok(PmuDesign::new(build, &settings(wave)?)?)
}

/// The hardware of such a build, with a waveform if there is to be one.
fn hardware(build: &Build, wave: Option<&Path>) -> Result<PmuHardware, Failure> {
    let design = design(build, wave)?;
    let hardware = differs(PmuHardware::new(&design))?;
    wave.map_or(Ok(()), |wave| hardware.open_wave(wave))?;
    Ok(hardware)
}

// SPDX-License-Identifier: Apache-2.0
//! A program and its execution: on the embedded hart, or from a recorded log.

use crate::failure::Failure;
use crate::report::grouped;
use std::path::Path;
use tracewright_config::{Build, Config};
use tracewright_cosim::SourceError;
use tracewright_cosim::{SharedCycles, SharedUnits};
use tracewright_hart::{
    open_log, Blocks, CsrUnit, CtrUnit, Error, Event, Exit, Firmware, Hart, Options, Problem, Stream,
};
use tracewright_image::Image;

/// Reads the program at `path`, which must fit the hart of `build`.
pub fn load(path: &Path, build: &Build) -> Result<Image, Failure> {
    let image = Image::load(path).map_err(|error| Failure::usage(error.to_string()))?;
    image.expect_xlen(path, build.xlen).map_err(|error| {
        Failure::usage(error.to_string()).hint("choose another preset, or --set xlen=32 or --set xlen=64")
    })?;
    Ok(image)
}

/// Instructions after which a run ends that nobody gave a limit: minutes, and a loop may be for ever.
pub const DEFAULT_LIMIT: u64 = 1_000_000_000;

/// What is to be said of a run that has had so many instructions, if `limit` did not say how many.
pub fn limited(instructions: u64, limit: Option<u64>) -> Option<String> {
    let reached = limit.is_none() && instructions >= DEFAULT_LIMIT;
    reached.then(|| format!("ended after {} instructions: --limit N takes N", grouped(DEFAULT_LIMIT)))
}

/// Where an execution was recorded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recorded<'a> {
    /// The log; none: the program runs.
    pub log: Option<&'a Path>,
    /// What no hart can have done is a gap in the log.
    pub allow_gaps: bool,
}

/// What a hart did, or does now.
pub enum Execution<'a> {
    /// The program runs.
    Hart(Box<Hart>),
    /// The program ran; this was recorded, and has had so many gaps.
    Log(Box<dyn Stream + Send + 'a>, u64),
}

impl<'a> Execution<'a> {
    /// The execution of `image`: recorded, or on the embedded hart with what `build` has beside it.
    pub fn new(image: &'a Image, recorded: Recorded, build: &Build) -> Result<Execution<'a>, Failure> {
        let model = CtrUnit::new(build).map(|records| Box::new(records) as Box<dyn CsrUnit>);
        Execution::beside(image, recorded, (build, model))
    }

    /// As [`Execution::new`]; of a program that runs with Control Transfer Records also what these are shown, for the
    /// hardware.
    pub fn shared(
        image: &'a Image,
        recorded: Recorded,
        config: &Config,
    ) -> Result<(Execution<'a>, Option<SharedCycles>), Failure> {
        let build = &config.build;
        match SharedUnits::new(build, build.encoder.stall && config.run.stall) {
            Some((records, cycles)) if recorded.log.is_none() => {
                Ok((Execution::beside(image, recorded, (build, Some(Box::new(records))))?, Some(cycles)))
            }
            _ => Ok((Execution::new(image, recorded, build)?, None)),
        }
    }

    /// As [`Execution::new`], with this unit beside the hart.
    pub fn beside(
        image: &'a Image,
        recorded: Recorded,
        (build, unit): (&Build, Option<Box<dyn CsrUnit>>),
    ) -> Result<Execution<'a>, Failure> {
        match recorded.log {
            Some(log) => {
                let opened = open_log(log, image, 0, recorded.allow_gaps);
                opened.map(|log| Execution::Log(log, 0)).map_err(failure)
            }
            None => match Hart::new(image, &Options::default()) {
                Ok(hart) => Ok(Execution::Hart(Box::new(match unit {
                    Some(unit) => hart.with_unit(unit, &build.ingress),
                    None => hart,
                }))),
                Err(error) => Err(Failure::usage(error.to_string())),
            },
        }
    }

    /// With what answers the SBI calls of a program that runs.
    pub fn with_firmware(self, firmware: Box<dyn Firmware>) -> Execution<'a> {
        match self {
            Execution::Hart(hart) => Execution::Hart(Box::new(hart.with_firmware(firmware))),
            log => log,
        }
    }

    /// Shows what is beside the hart all that has happened so far.
    pub fn show_unit(&mut self) -> Result<(), Error> {
        match self {
            Execution::Hart(hart) => hart.show_unit(),
            Execution::Log(..) => Ok(()),
        }
    }

    /// How the program ended, in words, unless that was success, or is not known.
    pub fn complaint(&self) -> Option<String> {
        match self {
            Execution::Hart(hart) => match hart.exit()? {
                Exit::Code(0) => None,
                Exit::Code(code) => Some(format!("the program ended with code {code}")),
                Exit::Idle { pc } => Some(format!("the program ended in an endless wait at {pc:#x}")),
            },
            Execution::Log(_, 0) => None,
            Execution::Log(_, 1) => Some("the log has a gap, where trace stops and starts again".into()),
            Execution::Log(_, gaps) => Some(format!("the log has {gaps} gaps, where trace stops and starts again")),
        }
    }
}

impl Stream for Execution<'_> {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        match self {
            Execution::Hart(hart) => hart.next(),
            Execution::Log(log, gaps) => {
                let event = log.next();
                *gaps += u64::from(matches!(event, Ok(Some(Event::Gap))));
                event
            }
        }
    }

    fn next_unless_taken(&mut self, takes: impl FnMut(u64, u8, u8) -> bool) -> Result<Option<Event>, Error> {
        match self {
            Execution::Hart(hart) => (**hart).next_unless_taken(takes),
            Execution::Log(..) => self.next(),
        }
    }

    fn privilege(&self) -> u8 {
        match self {
            Execution::Hart(hart) => hart.privilege(),
            Execution::Log(log, _) => log.privilege(),
        }
    }
}

/// What the ingress port of `build` shows of an execution.
pub fn blocks<S: Stream>(execution: S, build: &Build) -> Blocks<S> {
    let blocks = Blocks::new(execution, &build.ingress);
    match build.has_records() {
        true => blocks.for_records(),
        false => blocks,
    }
}

/// The failure that an error of an execution is.
pub fn failure(error: Error) -> Failure {
    // Of what is beside the hart: hardware that is not as the model.
    if let Error::Unit(difference) = error {
        return Failure::found(difference.to_string());
    }
    let failure = Failure::usage(error.to_string());
    match error {
        Error::Log { problem: Problem::Impossible { .. } | Problem::NotInImage { .. }, .. } => {
            failure.hint("are lines missing, or of another run? --allow-gaps traces what can be traced")
        }
        _ => failure,
    }
}

/// As [`failure()`], of an error on its way through a run.
pub fn source_failure(error: SourceError) -> Failure {
    error.downcast::<Error>().map_or_else(|error| Failure::usage(error.to_string()), |error| failure(*error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hart_offers_its_instructions_through_an_execution() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs/elf/sha256.rv32.elf");
        let image = Image::load(Path::new(path)).expect("a program");
        let hart = Hart::new(&image, &Options::default()).expect("memory enough");
        let mut execution = Execution::Hart(Box::new(hart));
        let mut offered = 0;
        while offered < 100 {
            let takes = |_, _, _| {
                offered += 1;
                true
            };
            execution.next_unless_taken(takes).expect("no error").expect("the program goes on");
        }
    }

    #[test]
    fn the_default_limit_is_named_and_one_that_was_given_is_not() {
        let said = "ended after 1 000 000 000 instructions: --limit N takes N";
        assert_eq!(limited(DEFAULT_LIMIT, None).as_deref(), Some(said));
        assert_eq!(limited(DEFAULT_LIMIT - 1, None), None);
        assert_eq!(limited(DEFAULT_LIMIT, Some(DEFAULT_LIMIT)), None);
    }
}

// SPDX-License-Identifier: Apache-2.0
//! A program and its execution: on the embedded hart, or from a recorded log.

use crate::failure::Failure;
use std::path::Path;
use tracewright_config::Build;
use tracewright_hart::{open_log, Error, Event, Exit, Hart, Options, Stream};
use tracewright_image::Image;

/// Reads the program at `path`, which must fit the hart of `build`.
pub fn load(path: &Path, build: &Build) -> Result<Image, Failure> {
    let image = Image::load(path).map_err(|error| Failure::usage(error.to_string()))?;
    image.expect_xlen(path, build.xlen).map_err(|error| {
        Failure::usage(error.to_string()).hint("choose another preset, or --set xlen=32 or --set xlen=64")
    })?;
    Ok(image)
}

/// What a hart did, or does now.
pub enum Execution<'a> {
    /// The program runs.
    Hart(Box<Hart>),
    /// The program ran; this was recorded.
    Log(Box<dyn Stream + Send + 'a>),
}

impl<'a> Execution<'a> {
    /// The execution of `image`: recorded in `log`, or on the embedded hart.
    pub fn new(image: &'a Image, log: Option<&Path>) -> Result<Execution<'a>, Failure> {
        match log {
            Some(log) => open_log(log, image, 0).map(Execution::Log).map_err(failure),
            None => match Hart::new(image, &Options::default()) {
                Ok(hart) => Ok(Execution::Hart(Box::new(hart))),
                Err(error) => Err(Failure::usage(error.to_string())),
            },
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
            Execution::Log(_) => None,
        }
    }
}

impl Stream for Execution<'_> {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        match self {
            Execution::Hart(hart) => hart.next(),
            Execution::Log(log) => log.next(),
        }
    }

    fn privilege(&self) -> u8 {
        match self {
            Execution::Hart(hart) => hart.privilege(),
            Execution::Log(log) => log.privilege(),
        }
    }
}

/// The failure that an error of an execution is.
pub fn failure(error: Error) -> Failure {
    Failure::usage(error.to_string())
}

// SPDX-License-Identifier: Apache-2.0
//! Programs that use the units beside their encoder, and say what they have found in a signature.

use crate::hardware::{quick_design, sources};
use std::path::Path;
use tracewright_config::Config;
use tracewright_cosim::{run, Options, SharedUnits, UnitSource};
use tracewright_hart::{Exit, Hart, Stream};
use tracewright_image::Image;

/// Runs a program of `programs/ctr` while it is traced, and compares what it finds with what it expects to. Gives the
/// cycles in which it was stalled.
///
/// # Panics
/// If it finds something else, or hardware and model differ.
pub fn signed_program(config: &Config, file: &str) -> u64 {
    let Config { build, run: settings } = config;
    let image = Image::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/ctr/elf").join(file)).unwrap();
    let (units, shown) = SharedUnits::new(build, settings.stall).unwrap();
    let hart = Hart::new(&image, &tracewright_hart::Options::default()).unwrap();
    let mut hart = hart.with_unit(Box::new(units), &build.ingress);
    let (steps, cycles) = shown.steps(|| -> Result<bool, tracewright_hart::Error> {
        let event = hart.next()?;
        if event.is_none() {
            hart.show_unit()?;
        }
        Ok(event.is_some())
    });
    let options = Options { units: UnitSource::Program(cycles), ..Options::default() };
    let design = quick_design(build, sources(build));
    let summary = run(&design, settings, steps, options).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(summary.blocks > 100, "{file}: {summary:?}");
    let between = |name: &str| {
        let symbol = |edge: &str| image.symbol(&format!("{edge}_{name}")).unwrap();
        hart.memory(symbol("begin")..symbol("end")).unwrap()
    };
    assert_eq!(between("signature"), between("expected"), "{file}");
    assert_eq!(hart.exit(), Some(Exit::Code(0)), "{file}");
    summary.stall_cycles
}

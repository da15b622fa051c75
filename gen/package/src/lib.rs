// SPDX-License-Identifier: Apache-2.0
//! What stands around a generated design: registers for other tools and software, timing constraints, a test bench, a
//! FuseSoC core, a Bender manifest, the software of a first trace, and a guide for who builds it in.
//!
//! All of it is made from the build's facts: the ports as the back end printed them, their clocks as the constraints
//! found them, the register accesses as the driver makes them ([`programming`]). Besides, of a design: pictures
//! ([`diagram`]), and its size and speed ([`synthesis`]).

pub mod bench;
mod bender;
pub mod constraints;
pub mod diagram;
mod fusesoc;
mod guide;
pub mod programming;
pub mod registers;
mod sequence;
mod software;
pub mod synthesis;

pub use software::FOLDER as SOFTWARE;

use constraints::Constraints;
use std::path::PathBuf;
use tracewright_config::{Build, Run};
use tracewright_verilog::Port;

/// The name of the FuseSoC core's file.
pub const CORE: &str = "tracewright.core";

/// The name of the Bender manifest.
pub const MANIFEST: &str = "Bender.yml";

/// The name of the guide.
pub const GUIDE: &str = "INTEGRATION.md";

/// A generated design.
#[derive(Clone, Copy, Debug)]
pub struct Package<'a> {
    /// What was built.
    pub build: &'a Build,
    /// How the guide programs it.
    pub run: &'a Run,
    /// Version of the generator.
    pub version: &'a str,
    /// Where the files come from, in a line.
    pub banner: &'a str,
    /// The module at the top.
    pub top: &'a str,
    /// Its ports.
    pub ports: &'a [Port],
    /// Its timing constraints.
    pub constraints: &'a Constraints,
    /// Paths of the Verilog files, adapters included.
    pub rtl: &'a [String],
    /// Paths of the files of the test bench; none if there is none.
    pub bench: &'a [String],
    /// The module at the top of the bench.
    pub bench_top: &'a str,
    /// Addresses and names of the components with registers.
    pub components: &'a [(usize, String)],
}

/// Names and contents of the files.
///
/// # Errors
/// If the driver can't program `run` on the build: what it says.
pub fn files(package: &Package) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let file = |name: &str, text: String| (PathBuf::from(name), text.into_bytes());
    let mut files = vec![
        file(CORE, fusesoc::core(package)),
        file(MANIFEST, bender::manifest(package)),
        file(GUIDE, guide::text(package)?),
    ];
    if package.build.encoder.built {
        files.extend(software::files(package)?);
    }
    Ok(files)
}

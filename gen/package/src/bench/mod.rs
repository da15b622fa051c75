// SPDX-License-Identifier: Apache-2.0
//! A self-checking example test bench for the Verilog of a configuration, in Verilog-2005, for any simulator.
//!
//! It resets the design, programs it over its control bus as the driver does, lets each hart retire a short program,
//! stops trace in the order of Trace Control ch. 15, collects what arrives at each sink that the build has, one after
//! another, and compares it, message by message, with what the golden model has made of the same ingress.
//!
//! Bytes must not depend on clock cycles to be the same in hardware and model. So harts can stall, or are slow enough
//! where the build can't stall them; the time stands still; periodic synchronisation does not count cycles; harts of a
//! system, whose messages mix as they come, are compared each by itself.
//!
//! With the RVFI adapter the harts show what retires at the ports of an example of a traced core, which has the adapter
//! in it, and the checker of RVFI stands beside them.

mod alone;
mod error;
mod example;
mod ingress;
mod listing;
mod plan;
mod program;
mod text;

pub use error::Error;
pub use example::{Example, TOP as EXAMPLE};

use plan::Plan;
use std::path::PathBuf;
use tracewright_config::{Build, Run};
use tracewright_verilog::Port;

/// The module at the top of the bench.
pub const TOP: &str = "tw_bench";

/// The folder of its files.
pub const FOLDER: &str = "bench";

/// Names and contents of the files of the bench, all of them Verilog, the top first. `run` is how registers are
/// programmed, as far as the bench can ([crate::bench]); `example` is there if the build has an adapter; `banner` says
/// in each file where it comes from.
///
/// # Errors
/// [`Error`]: for no legal configuration.
pub fn files(
    build: &Build,
    run: &Run,
    example: Option<&Example>,
    banner: &str,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let plan = Plan::new(build, run)?;
    let modules = text::modules(build, &plan, example, banner)?;
    let file = |(name, text): (&str, String)| (PathBuf::from(format!("{FOLDER}/{name}.v")), text.into_bytes());
    Ok(modules.into_iter().map(file).collect())
}

/// The bench of a block that stands alone at a CSR port, `top` with these ports; nothing for a build that is no such
/// block.
///
/// # Errors
/// [`Error`]: for no legal configuration.
pub fn files_alone(build: &Build, top: &str, ports: &[Port], banner: &str) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
    let text = alone::text(build, top, ports)?.map(|text| text::with_banner(&text, banner).into_bytes());
    Ok(text.map(|text| (PathBuf::from(format!("{FOLDER}/{TOP}.v")), text)).into_iter().collect())
}

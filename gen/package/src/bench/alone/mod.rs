// SPDX-License-Identifier: Apache-2.0
//! A self-checking bench for a block that stands alone at a CSR port: Control Transfer Records, performance counters.
//!
//! The embedded hart executes a short program that sets the block up, makes transfers, and reads back what the block
//! has of them. What the hart shows is a table, a line a cycle; what the block must answer is what the golden model
//! answers to it.

mod columns;
mod instructions;
mod play;
mod program;
mod text;

use super::Error;
use play::Play;
use tracewright_config::Build;
use tracewright_verilog::Port;

/// The text of the bench of `top` with these ports; nothing for a build that is no such block.
///
/// # Errors
/// [`Error`]: for no legal configuration.
pub(super) fn text(build: &Build, top: &str, ports: &[Port]) -> Result<Option<String>, Error> {
    Ok(Play::new(build)?.map(|play| text::module(build, top, ports, &play)))
}

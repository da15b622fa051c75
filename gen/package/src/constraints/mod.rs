// SPDX-License-Identifier: Apache-2.0
//! Timing constraints of generated Verilog.
//!
//! They are read off the Verilog itself: every instance of a primitive that crosses from one clock to another is found
//! by the name of its module, and what it crosses from by following its input to a register. So a crossing that is
//! added to the hardware is in the constraints, and one that is not made of the primitives, or has logic in front of a
//! synchroniser, is an error.

mod crossing;
mod lpf;
mod netlist;
mod pcf;
mod pins;
mod ports;
mod sdc;
mod trace;
mod xdc;

pub use crossing::{Crossing, Kind, Source};
pub use ports::{PortTiming, Timing};

use netlist::Netlist;
use ports::Ports;

/// Why Verilog has no constraints.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no such module.
    #[error("there is no module `{0}`")]
    NoModule(String),
    /// What a crossing takes is not a register of one clock, nor a port.
    #[error("`{0}` takes from another clock what is not a register")]
    NoRegister(String),
    /// The clock of an instance can't be followed to a port.
    #[error("`{0}` has no clock of the top")]
    NoClock(String),
}

/// Constraints of a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Constraints {
    /// Clock ports of the top, the main one first.
    pub clocks: Vec<String>,
    /// Ports of the top.
    pub ports: Vec<PortTiming>,
    /// Every crossing.
    pub crossings: Vec<Crossing>,
    /// For tools that read Synopsys Design Constraints: Quartus, OpenSTA, Design Compiler and others.
    pub sdc: String,
    /// For Vivado.
    pub xdc: String,
    /// For nextpnr-ecp5 and Diamond.
    pub lpf: String,
    /// For nextpnr-ice40.
    pub pcf: String,
}

impl Constraints {
    /// The constraints of the module `top`. `sources` are the names and texts of its modules, as the back end prints
    /// them; `banner` says where they come from, in a line.
    pub fn of(top: &str, sources: &[(&str, &str)], banner: &str) -> Result<Constraints, Error> {
        let netlist = Netlist::of(top, sources)?;
        let crossings = crossing::find(&netlist)?;
        let ports = Ports::of(&netlist);
        let sdc = sdc::text(top, &ports, &crossings, banner);
        let xdc = xdc::text(top, &ports, &crossings, banner);
        let lpf = lpf::text(top, &ports, &crossings, banner);
        let pcf = pcf::text(top, &ports, &crossings, banner);
        Ok(Constraints { clocks: ports.clocks, ports: ports.all, crossings, sdc, xdc, lpf, pcf })
    }
}

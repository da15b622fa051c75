// SPDX-License-Identifier: Apache-2.0
//! Builds Verilog into a loadable model with Verilator and drives it from Rust, a clock cycle a call. [`differential`]
//! compares it with the block in rust-hdl that the Verilog was made from; [`text`] puts faults into it.
//!
//! A [`Design`] says what there is: Verilog files, the ports of the top module, and the internal signals ([`Probe`])
//! that shall be visible. [`build`] runs Verilator and the C++ compiler once and keeps the result under a name that is
//! the hash of everything that went into it. A [`Library`] makes [`Model`]s; [`Model::cycle`] runs one cycle of the
//! clock; [`Model::settle`] lets clocks that are plain inputs have their edges in between.
//!
//! ```no_run
//! # fn main() -> Result<(), verilator_sys::Error> {
//! use verilator_sys::{build, Design, Port, Settings};
//! let design = Design {
//!     top: "inverter".into(),
//!     clock: "clk".into(),
//!     sources: vec![("inverter.v".into(), "module inverter(input clk, input a, output reg y); \
//!         always @(posedge clk) y <= ~a; endmodule".into())],
//!     ports: vec![Port::input("clk", 1), Port::input("a", 1), Port::output("y", 1)],
//!     probes: vec![],
//!     flags: vec![],
//! };
//! let library = build(&design, &Settings::default())?;
//! let (a, y) = (library.input("a")?, library.output("y")?);
//! let mut model = library.model();
//! model.set(a, 1);
//! model.cycle(); // `y` takes the value at the end of this cycle ...
//! model.cycle(); // ... and shows it during the next.
//! assert_eq!(model.get(y), 0);
//! # Ok(())
//! # }
//! ```

mod cache;
mod compile;
mod design;
pub mod differential;
mod error;
mod layout;
mod model;
mod run;
mod shared;
mod shim;
pub mod text;
mod tools;

pub use compile::{build, Effort, Settings, FOLDER_VARIABLE};
pub use design::{Design, Direction, Flags, Port, Probe, Wave};
pub use error::Error;
pub use layout::{Input, Output};
pub use model::{Library, Model};
pub use tools::{Tools, VERILATOR_VARIABLE};

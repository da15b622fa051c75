// SPDX-License-Identifier: Apache-2.0
//! From a configuration to the hardware.

use super::{description, Ctr};
use crate::codes;
use rust_hdl_core::prelude::Block;
use tracewright_config::Build;
use tracewright_verilog::{connected, emit, Error, Options, Output};

/// Name of the top module.
pub const TOP: &str = "tw_ctr";

/// The Control Transfer Records of `build`, their signals connected.
///
/// # Panics
/// If `build` was not validated, or has none.
pub fn ctr(build: &Build) -> Box<dyn Block> {
    match build.xlen {
        32 => connected(Ctr::<32, 31>::new(build)),
        64 => connected(Ctr::<64, 63>::new(build)),
        xlen => panic!("xlen {xlen} was not validated"),
    }
}

/// The Verilog of `build`; `banner` is the second line of every file.
///
/// # Panics
/// If `build` was not validated, or has no Control Transfer Records.
pub fn verilog(build: &Build, banner: &str) -> Result<Output, Error> {
    let features = &description::names(build);
    let options = Options { prefix: "tw_ctr_", banner, constants: codes::ALL, features, ..Options::default() };
    emit(&*ctr(build), TOP, &options)
}

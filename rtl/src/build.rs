// SPDX-License-Identifier: Apache-2.0
//! From a configuration to the hardware.

use crate::encoder::features;
use crate::{codes, ports, Top};
use rust_hdl_core::prelude::Block;
use tracewright_config::{Build, Packer, TimestampSource};
use tracewright_verilog::{emit, Error, Options, Output};

/// The hardware of `build`, its signals connected.
///
/// # Panics
/// If `build` was not validated.
pub fn top(build: &Build) -> Box<dyn Block> {
    let encoder = &build.encoder;
    let is_wide = encoder.context || encoder.src_bits > 0 || build.timestamp.source != TimestampSource::None;
    match (build.xlen, is_wide) {
        (32, false) => with_address::<32, 31, 36>(build),
        (32, true) => with_address::<32, 31, 64>(build),
        (64, _) => with_address::<64, 63, 64>(build),
        (xlen, _) => panic!("xlen {xlen} was not validated"),
    }
}

fn with_address<const XLEN: usize, const ADDR: usize, const FIRST: usize>(build: &Build) -> Box<dyn Block> {
    match build.encoder.packer {
        Packer::Byte => with_packer::<XLEN, ADDR, FIRST, 8>(build),
        Packer::Word => with_packer::<XLEN, ADDR, FIRST, 32>(build),
        Packer::Double => with_packer::<XLEN, ADDR, FIRST, 64>(build),
        Packer::Message => with_packer::<XLEN, ADDR, FIRST, 304>(build),
    }
}

fn with_packer<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize>(
    build: &Build,
) -> Box<dyn Block> {
    let mut top = Top::<XLEN, ADDR, FIRST, OUT>::new(build);
    top.connect_all();
    Box::new(top)
}

/// Name of the top module.
pub const TOP: &str = "tw_top";

/// The Verilog of `build`; `banner` is the second line of every file.
///
/// # Panics
/// If `build` was not validated.
pub fn verilog(build: &Build, banner: &str) -> Result<Output, Error> {
    let names = ports::names(build);
    let names: Vec<(&str, &str)> = names.iter().map(|(field, port)| (field.as_str(), port.as_str())).collect();
    let constants = &codes::all();
    emit(
        &*top(build),
        TOP,
        &Options { prefix: "tw_", banner, constants, names: &names, features: &features(build), ..Options::default() },
    )
}

// SPDX-License-Identifier: Apache-2.0
//! From a configuration to the adapters beside the whole.

use crate::{codes, Rvfi};
use rust_hdl_core::prelude::Block;
use tracewright_config::{Adapter, Build};
use tracewright_verilog::{connected, emit, Error, Options, Output};

/// Name of the adapter's top module.
pub const TOP: &str = "tw_rvfi";

/// The adapter of `build`, its signals connected.
///
/// # Panics
/// If `build` was not validated.
pub fn adapter(build: &Build) -> Box<dyn Block> {
    match (build.xlen, build.ingress.blocks) {
        (32, 1) => connected(Rvfi::<32, 1, 32, 2, 32>::new(build)),
        (32, 2) => connected(Rvfi::<32, 2, 64, 4, 64>::new(build)),
        (32, 4) => connected(Rvfi::<32, 4, 128, 8, 128>::new(build)),
        (64, 1) => connected(Rvfi::<64, 1, 32, 2, 64>::new(build)),
        (64, 2) => connected(Rvfi::<64, 2, 64, 4, 128>::new(build)),
        (64, 4) => connected(Rvfi::<64, 4, 128, 8, 256>::new(build)),
        (xlen, blocks) => panic!("xlen {xlen} with {blocks} blocks was not validated"),
    }
}

/// The Verilog of the adapter that `build` has, if any, its top first. `banner` is the second line of every file.
///
/// # Panics
/// If `build` was not validated.
pub fn output(build: &Build, banner: &str) -> Result<Option<Output>, Error> {
    if build.ingress.adapter == Adapter::None {
        return Ok(None);
    }
    let narrow = [("itype", build.ingress.itype_width), ("iretire", build.ingress.iretire_bits())];
    let blocks = build.ingress.blocks;
    let of_block = |port: &str, n: u32| if blocks == 1 { port.to_string() } else { format!("{port}_{n}") };
    let widths: Vec<(String, usize)> = narrow
        .into_iter()
        .flat_map(|(port, width)| (0..blocks).map(move |n| (of_block(port, n), width as usize)))
        .collect();
    let widths: Vec<(&str, usize)> = widths.iter().map(|(port, width)| (port.as_str(), *width)).collect();
    let constants = &codes::all();
    let options = Options { prefix: "tw_rvfi_", banner, constants, widths: &widths, ..Options::default() };
    emit(&*adapter(build), TOP, &options).map(Some)
}

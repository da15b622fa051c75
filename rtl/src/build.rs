// SPDX-License-Identifier: Apache-2.0
//! From a configuration to the hardware: widths of the configuration become types.

use crate::{codes, Top};
use rust_hdl_core::prelude::Block;
use tracewright_config::Build;
use tracewright_verilog::{emit, Error, Options, Output};

/// The hardware of `build`, its signals connected.
///
/// # Panics
/// If `build` was not validated.
pub fn top(build: &Build) -> Box<dyn Block> {
    match build.xlen {
        32 => with_address::<32, 31, 94, 36>(build),
        64 => with_address::<64, 63, 126, 63>(build),
        xlen => panic!("xlen {xlen} was not validated"),
    }
}

fn with_address<const XLEN: usize, const ADDR: usize, const WIDTH: usize, const PIECE: usize>(
    build: &Build,
) -> Box<dyn Block> {
    match build.ingress.itype_width {
        3 => with_itype::<XLEN, ADDR, WIDTH, PIECE, 3>(build),
        4 => with_itype::<XLEN, ADDR, WIDTH, PIECE, 4>(build),
        width => panic!("itype_width {width} was not validated"),
    }
}

fn with_itype<const XLEN: usize, const ADDR: usize, const WIDTH: usize, const PIECE: usize, const ITYPE: usize>(
    build: &Build,
) -> Box<dyn Block> {
    match build.ingress.iretire_bits() {
        1 => with_iretire::<XLEN, ADDR, WIDTH, PIECE, ITYPE, 1>(build),
        2 => with_iretire::<XLEN, ADDR, WIDTH, PIECE, ITYPE, 2>(build),
        3 => with_iretire::<XLEN, ADDR, WIDTH, PIECE, ITYPE, 3>(build),
        4 => with_iretire::<XLEN, ADDR, WIDTH, PIECE, ITYPE, 4>(build),
        5 => with_iretire::<XLEN, ADDR, WIDTH, PIECE, ITYPE, 5>(build),
        6 => with_iretire::<XLEN, ADDR, WIDTH, PIECE, ITYPE, 6>(build),
        width => panic!("iretire_width {width} was not validated"),
    }
}

fn with_iretire<
    const XLEN: usize,
    const ADDR: usize,
    const WIDTH: usize,
    const PIECE: usize,
    const ITYPE: usize,
    const IRETIRE: usize,
>(
    build: &Build,
) -> Box<dyn Block> {
    let mut top = Top::<XLEN, ADDR, WIDTH, PIECE, ITYPE, IRETIRE>::new(build);
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
    emit(&*top(build), TOP, &Options { prefix: "tw_", banner, constants: &codes::all(), ..Options::default() })
}

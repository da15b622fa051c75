// SPDX-License-Identifier: Apache-2.0
//! From a configuration to the hardware: widths of the configuration become types, or narrower ports.

use crate::{codes, Top};
use rust_hdl_core::prelude::Block;
use tracewright_config::{Build, BusKind, Packer, TimestampSource};
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
    let widths = widths(build);
    let widths: Vec<(&str, usize)> = widths.iter().map(|(port, width)| (port.as_str(), *width)).collect();
    emit(&*top(build), TOP, &Options { prefix: "tw_", banner, constants: &codes::all(), widths: &widths, names: &[] })
}

/// The ports of the top that the configuration makes narrower than their types.
fn widths(build: &Build) -> Vec<(String, usize)> {
    let (port, encoder) = (&build.ingress, &build.encoder);
    let of_block = |name: &str, block: u32| match port.blocks {
        1 => name.to_string(),
        _ => format!("{name}_{block}"),
    };
    let mut widths = Vec::new();
    for block in 0..port.blocks {
        widths.push((of_block("itype", block), port.itype_width as usize));
        widths.push((of_block("iretire", block), port.iretire_bits() as usize));
    }
    let context = encoder.scontext_width + encoder.hcontext_width;
    if encoder.context && context > 0 {
        widths.push(("hart_context".into(), context as usize));
    }
    if build.bus.kind == BusKind::TileLinkUl {
        widths.extend(["tl_a_source", "tl_d_source"].map(|port| (port.into(), build.bus.source_bits as usize)));
    }
    match build.timestamp.source {
        TimestampSource::External => widths.push(("hart_time".into(), build.timestamp.width as usize)),
        TimestampSource::Slave => widths.push(("broadcast_time".into(), build.timestamp.width as usize)),
        TimestampSource::None | TimestampSource::Core => {}
    }
    if build.timestamp.source != TimestampSource::None && build.timestamp.broadcast {
        widths.push(("time_broadcast".into(), build.timestamp.width as usize));
    }
    widths
}

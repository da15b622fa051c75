// SPDX-License-Identifier: Apache-2.0
//! From a configuration to the hardware.

use crate::encoder::features;
use crate::{codes, ports, Top};
use rust_hdl_core::prelude::Block;
use tracewright_config::{Build, Packer, TimestampSource};
use tracewright_verilog::{connected, emit, Error, Options, Output};

/// The hardware of `build`, its signals connected.
///
/// # Panics
/// If `build` was not validated.
pub fn top(build: &Build) -> Box<dyn Block> {
    let build = &build.around();
    let (encoder, tandem) = (&build.encoder, &build.tandem);
    let is_wide = encoder.context || encoder.src_bits > 0 || build.timestamp.source != TimestampSource::None;
    match (build.xlen, is_wide, tandem.flen, tandem.mlen) {
        _ if !tandem.built => match (build.xlen, is_wide) {
            (32, false) => with_widths::<32, 31, 36, 32, 32, 32, 56>(build),
            (32, true) => with_widths::<32, 31, 64, 32, 32, 32, 56>(build),
            (64, _) => with_widths::<64, 63, 64, 64, 64, 64, 88>(build),
            (xlen, _) => panic!("xlen {xlen} was not validated"),
        },
        (32, _, 0 | 32, 32) => with_widths::<32, 31, 36, 32, 32, 32, 56>(build),
        (32, _, 0 | 32, 34) => with_widths::<32, 31, 36, 32, 34, 32, 56>(build),
        (32, _, 64, 32) => with_widths::<32, 31, 36, 64, 32, 64, 88>(build),
        (32, _, 64, 34) => with_widths::<32, 31, 36, 64, 34, 64, 88>(build),
        (64, _, 0 | 64, 64) => with_widths::<64, 63, 64, 64, 64, 64, 88>(build),
        (64, _, 32, 64) => with_widths::<64, 63, 64, 32, 64, 64, 88>(build),
        (xlen, _, flen, mlen) => panic!("xlen {xlen} with flen {flen} and mlen {mlen} was not validated"),
    }
}

fn with_widths<
    const XLEN: usize,
    const ADDR: usize,
    const FIRST: usize,
    const F: usize,
    const M: usize,
    const V: usize,
    const WHOLE: usize,
>(
    build: &Build,
) -> Box<dyn Block> {
    match build.encoder.packer {
        Packer::Byte => connected(Top::<XLEN, ADDR, FIRST, F, M, V, WHOLE, 8, 16>::new(build)),
        Packer::Word => connected(Top::<XLEN, ADDR, FIRST, F, M, V, WHOLE, 32, 64>::new(build)),
        Packer::Double => connected(Top::<XLEN, ADDR, FIRST, F, M, V, WHOLE, 64, 128>::new(build)),
        Packer::Message => connected(Top::<XLEN, ADDR, FIRST, F, M, V, WHOLE, 304, 608>::new(build)),
    }
}

/// Name of the top module of N-Trace.
pub const TOP: &str = "tw_top";

/// Name of the top module of tandem-verification trace with registers and sinks.
pub const TANDEM_TOP: &str = "tw_tandem_top";

/// Name of the top module of `build`.
pub fn top_name(build: &Build) -> &'static str {
    match build.tandem.built {
        true => TANDEM_TOP,
        false => TOP,
    }
}

/// Blocks whose modules are called as they are where the block stands alone.
const SCOPES: &[(&str, &str)] = &[("Ctr", "ctr_"), ("Pmu", "pmu_")];

/// The Verilog of `build`; `banner` is the second line of every file.
///
/// # Panics
/// If `build` was not validated.
pub fn verilog(build: &Build, banner: &str) -> Result<Output, Error> {
    let names = ports::names(build);
    let names: Vec<(&str, &str)> = names.iter().map(|(field, port)| (field.as_str(), port.as_str())).collect();
    let (mut constants, mut features) = (codes::all(), features(&build.around()));
    let mut prefix = "tw_";
    if build.tandem.built {
        constants = tracewright_rtl_tandem::codes::ALL.to_vec();
        constants.extend(tracewright_regmap::ALL_CONSTANTS);
        let of_tandem = tracewright_rtl_tandem::features(build);
        features.retain(|(name, _)| of_tandem.iter().all(|(other, _)| other != name));
        features.extend(of_tandem);
        prefix = "tw_tandem_";
    }
    if build.has_records() {
        let known: Vec<&str> = constants.iter().map(|(name, _)| *name).collect();
        constants.extend(tracewright_csrs::codes::ALL.iter().filter(|(name, _)| !known.contains(name)));
        features.extend(tracewright_csrs::ctr::features(build));
    }
    let (constants, features) = (&constants, &features);
    let options = Options { prefix, banner, constants, names: &names, features, scopes: SCOPES, ..Options::default() };
    emit(&*top(build), top_name(build), &options)
}

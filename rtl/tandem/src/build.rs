// SPDX-License-Identifier: Apache-2.0
//! From a configuration to the hardware.

use crate::{codes, features, Encoder, Rvfi};
use rust_hdl_core::prelude::Block;
use tracewright_config::{Adapter, Build, Packer};
use tracewright_verilog::{connected, emit, Error, Options, Output, VerilogFile};

/// The encoder of `build`, its signals connected.
///
/// # Panics
/// If `build` was not validated.
pub fn top(build: &Build) -> Box<dyn Block> {
    match (build.xlen, build.tandem.flen, build.tandem.mlen) {
        (32, 0 | 32, 32) => with_widths::<32, 32, 32, 32, 56>(build),
        (32, 0 | 32, 34) => with_widths::<32, 32, 34, 32, 56>(build),
        (32, 64, 32) => with_widths::<32, 64, 32, 64, 88>(build),
        (32, 64, 34) => with_widths::<32, 64, 34, 64, 88>(build),
        (64, 0 | 64, 64) => with_widths::<64, 64, 64, 64, 88>(build),
        (64, 32, 64) => with_widths::<64, 32, 64, 64, 88>(build),
        (xlen, flen, mlen) => panic!("xlen {xlen} with flen {flen} and mlen {mlen} was not validated"),
    }
}

fn with_widths<const X: usize, const F: usize, const M: usize, const V: usize, const WHOLE: usize>(
    build: &Build,
) -> Box<dyn Block> {
    match build.tandem.packer_bytes {
        Packer::Byte => with_packer::<X, F, M, V, WHOLE, 8>(build),
        Packer::Word => with_packer::<X, F, M, V, WHOLE, 32>(build),
        Packer::Double => with_packer::<X, F, M, V, WHOLE, 64>(build),
        Packer::Message => panic!("packer message was not validated"),
    }
}

fn with_packer<const X: usize, const F: usize, const M: usize, const V: usize, const WHOLE: usize, const OUT: usize>(
    build: &Build,
) -> Box<dyn Block> {
    let mut top = Encoder::<X, F, M, V, WHOLE, OUT>::new(build);
    top.connect_all();
    Box::new(top)
}

/// Name of the top module.
pub const TOP: &str = "tw_tandem";

/// The Verilog of `build`; `banner` is the second line of every file.
///
/// # Panics
/// If `build` was not validated.
pub fn verilog(build: &Build, banner: &str) -> Result<Output, Error> {
    let (constants, features) = (codes::ALL, &features(build));
    emit(&*top(build), TOP, &Options { prefix: "tw_tandem_", banner, constants, features, ..Options::default() })
}

/// Name of the top module of the adapter for cores with RVFI.
pub const ADAPTER: &str = "tw_tandem_rvfi";

/// The adapter for cores with RVFI that fits `build`, its signals connected.
///
/// # Panics
/// If `build` was not validated.
pub fn adapter(build: &Build) -> Box<dyn Block> {
    match (build.xlen, build.tandem.flen, build.tandem.mlen) {
        (32, 0 | 32, 32) => connected(Rvfi::<32, 32, 32, 32>::new(build)),
        (32, 0 | 32, 34) => connected(Rvfi::<32, 32, 34, 32>::new(build)),
        (32, 64, 32) => connected(Rvfi::<32, 64, 32, 64>::new(build)),
        (32, 64, 34) => connected(Rvfi::<32, 64, 34, 64>::new(build)),
        (64, 0 | 64, 64) => connected(Rvfi::<64, 64, 64, 64>::new(build)),
        (64, 32, 64) => connected(Rvfi::<64, 32, 64, 64>::new(build)),
        (xlen, flen, mlen) => panic!("xlen {xlen} with flen {flen} and mlen {mlen} was not validated"),
    }
}

/// The Verilog of the adapter that `build` has, its top first; nothing if it has none. `banner` is the second line of
/// every file.
///
/// # Panics
/// If `build` was not validated.
pub fn adapter_verilog(build: &Build, banner: &str) -> Result<Vec<VerilogFile>, Error> {
    if build.ingress.adapter == Adapter::None {
        return Ok(Vec::new());
    }
    let (constants, features) = (codes::ALL, &features(build));
    let options = Options { prefix: "tw_tandem_rvfi_", banner, constants, features, ..Options::default() };
    Ok(emit(&*adapter(build), ADAPTER, &options)?.files)
}

// SPDX-License-Identifier: Apache-2.0
//! A crossing as it is emitted, with faults.

use crate::bench::{modelled, verilate, Bench};
use rust_hdl_core::prelude::Block;
use tracewright_verilog::{emit, Options};
use verilator_sys::text::{with_fault, Fault};
use verilator_sys::Port;

/// Verilates `block`, with its ports and with `faults`. `a` and `d` are the widths of its address and data.
pub fn bench(mut block: impl Block, name: &str, sizes: (usize, usize), faults: &[Fault]) -> Bench {
    block.connect_all();
    let output = emit(&block, name, &Options { prefix: "tw_", ..Options::default() }).expect("it has Verilog");
    let mut sources = modelled(&output.files.iter().map(|file| file.source()).collect::<Vec<_>>(), sizes, None);
    for fault in faults {
        sources = with_fault(&sources, fault).unwrap_or_else(|missing| panic!("{fault:?}: {missing}"));
    }
    let side = |input| if input { Port::input } else { Port::output };
    let ports: Vec<Port> = output.ports.iter().map(|port| side(port.input)(&port.name, port.width as u32)).collect();
    verilate(sources, &ports, name)
}

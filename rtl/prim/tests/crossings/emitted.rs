// SPDX-License-Identifier: Apache-2.0
//! A crossing as it is emitted, with changes.

use crate::bench::{modelled, verilate, Bench};
use rust_hdl_core::prelude::Block;
use tracewright_verilog::{emit, Options};
use verilator_sys::Port;

/// A change to the Verilog: the module, what is there, what is put there instead.
pub type Mutation<'a> = (&'a str, &'a str, &'a str);

/// Verilates `block`, with its ports and with `mutations`. `a` and `d` are the widths of its address and data.
pub fn bench(mut block: impl Block, name: &str, sizes: (usize, usize), mutations: &[Mutation]) -> Bench {
    block.connect_all();
    let output = emit(&block, name, &Options { prefix: "tw_", ..Options::default() }).expect("it has Verilog");
    let mut sources = modelled(&output.files.iter().map(|file| file.source()).collect::<Vec<_>>(), sizes, None);
    for (module, from, to) in mutations {
        let file = format!("{module}.v");
        for (_, text) in sources.iter_mut().filter(|(name, _)| *name == file) {
            assert!(text.contains(from), "{from} in {module}: {text}");
            *text = text.replace(from, to);
        }
    }
    let side = |input| if input { Port::input } else { Port::output };
    let ports: Vec<Port> = output.ports.iter().map(|port| side(port.input)(&port.name, port.width as u32)).collect();
    verilate(sources, &ports, name)
}

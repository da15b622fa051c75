// SPDX-License-Identifier: Apache-2.0
//! The pins of the three buses, with the memory on them.

use rand::Rng;
use tracewright_config::SbaBus;
use tracewright_peers::buses::{
    AxiMemory, AxiOut, Settings, Store, TileLinkMemory, TileLinkOut, Violation, WishboneMemory, WishboneOut,
};
use verilator_sys::{Input, Library, Model, Output};

/// A memory on the bus of a sink.
pub enum Bus {
    Axi(AxiMemory, Box<Pins>),
    TileLink(TileLinkMemory, Box<Pins>),
    Wishbone(WishboneMemory, Box<Pins>),
}

/// Pins by their place in the lists below.
pub struct Pins {
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    word: Output,
}

/// A burst that the sink has begun to offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burst {
    pub address: u64,
    pub words: u64,
}

const AXI: (&[&str], &[&str], &str) = (
    &["m_axi_awready", "m_axi_wready", "m_axi_bvalid", "m_axi_bresp"],
    &[
        "m_axi_awvalid",
        "m_axi_awaddr",
        "m_axi_awlen",
        "m_axi_awsize",
        "m_axi_awburst",
        "m_axi_awcache",
        "m_axi_awprot",
        "m_axi_wvalid",
        "m_axi_wstrb",
        "m_axi_wlast",
        "m_axi_bready",
    ],
    "m_axi_wdata",
);
const TILELINK: (&[&str], &[&str], &str) = (
    &[
        "m_tl_a_ready",
        "m_tl_d_valid",
        "m_tl_d_opcode",
        "m_tl_d_param",
        "m_tl_d_size",
        "m_tl_d_source",
        "m_tl_d_denied",
        "m_tl_d_corrupt",
        "m_tl_d_sink",
    ],
    &[
        "m_tl_a_valid",
        "m_tl_a_opcode",
        "m_tl_a_param",
        "m_tl_a_size",
        "m_tl_a_source",
        "m_tl_a_address",
        "m_tl_a_mask",
        "m_tl_a_corrupt",
        "m_tl_d_ready",
    ],
    "m_tl_a_data",
);
const WISHBONE: (&[&str], &[&str], &str) =
    (&["m_wb_ack", "m_wb_err"], &["m_wb_cyc", "m_wb_stb", "m_wb_we", "m_wb_adr", "m_wb_sel"], "m_wb_dat_o");

impl Bus {
    /// A memory on the bus of a model.
    pub fn new(kind: SbaBus, library: &Library, settings: Settings) -> Bus {
        let pins = |(inputs, outputs, data): (&[&str], &[&str], &str)| {
            let output = |name: &str| library.output(name).expect("an output of the sink");
            Box::new(Pins {
                inputs: inputs.iter().map(|name| library.input(name).expect("an input of the sink")).collect(),
                outputs: outputs.iter().map(|name| output(name)).collect(),
                word: output(data),
            })
        };
        match kind {
            SbaBus::Axi4 => Bus::Axi(AxiMemory::new(settings), pins(AXI)),
            SbaBus::TileLinkUl => Bus::TileLink(TileLinkMemory::new(settings), pins(TILELINK)),
            SbaBus::Wishbone => Bus::Wishbone(WishboneMemory::new(settings), pins(WISHBONE)),
        }
    }

    /// Puts the memory's outputs on the pins.
    pub fn show(&self, model: &mut Model, rng: &mut impl Rng) {
        match self {
            Bus::Axi(memory, pins) => {
                let i = memory.inputs();
                pins.set(model, &[i.awready.into(), i.wready.into(), i.bvalid.into(), i.bresp.into()]);
            }
            Bus::TileLink(memory, pins) => {
                let i = memory.inputs();
                let [opcode, param, size] = [i.d_opcode, i.d_param, i.d_size].map(u64::from);
                let source = i.d_source.into();
                let (denied, corrupt) = (i.d_denied.into(), i.d_corrupt.into());
                let values = [i.a_ready.into(), i.d_valid.into(), opcode, param, size, source, denied, corrupt];
                pins.set(model, &values);
                model.set(pins.inputs[8], rng.random());
            }
            Bus::Wishbone(memory, pins) => {
                let i = memory.inputs();
                pins.set(model, &[i.ack.into(), i.err.into()]);
            }
        }
    }

    /// Takes what the sink showed in the cycle that has just run.
    pub fn cycle(&mut self, model: &Model, in_reset: bool) {
        match self {
            Bus::Axi(memory, pins) => {
                let out = pins.axi(model);
                if in_reset {
                    memory.reset(&out);
                } else {
                    memory.cycle(&out);
                }
            }
            Bus::TileLink(memory, pins) => {
                let [a_valid, opcode, param, size, source, a_address, mask, corrupt, d_ready] = pins.get(model);
                let out = TileLinkOut {
                    a_valid: a_valid != 0,
                    a_opcode: opcode as u8,
                    a_param: param as u8,
                    a_size: size as u8,
                    a_source: source as u32,
                    a_address,
                    a_mask: mask as u16,
                    a_data: pins.word(model),
                    a_corrupt: corrupt != 0,
                    d_ready: d_ready != 0,
                };
                if in_reset {
                    memory.reset(&out);
                } else {
                    memory.cycle(&out);
                }
            }
            Bus::Wishbone(memory, pins) => {
                let [cyc, stb, we, adr, sel] = pins.get(model);
                let (cyc, stb, we) = (cyc != 0, stb != 0, we != 0);
                let out = WishboneOut { cyc, stb, we, adr, dat: pins.word(model), sel: sel as u16 };
                if in_reset {
                    memory.reset(&out);
                } else {
                    memory.cycle(&out);
                }
            }
        }
    }

    /// The burst whose address is on the pins of AXI4.
    pub fn offered(&self, model: &Model) -> Option<Burst> {
        let Bus::Axi(_, pins) = self else { return None };
        let out = pins.axi(model);
        out.awvalid.then_some(Burst { address: out.awaddr, words: u64::from(out.awlen) + 1 })
    }

    pub fn store(&self) -> &Store {
        match self {
            Bus::Axi(memory, _) => memory.store(),
            Bus::TileLink(memory, _) => memory.store(),
            Bus::Wishbone(memory, _) => memory.store(),
        }
    }

    pub fn store_mut(&mut self) -> &mut Store {
        match self {
            Bus::Axi(memory, _) => memory.store_mut(),
            Bus::TileLink(memory, _) => memory.store_mut(),
            Bus::Wishbone(memory, _) => memory.store_mut(),
        }
    }

    pub fn check(&self) -> Result<(), Violation> {
        match self {
            Bus::Axi(memory, _) => memory.check(),
            Bus::TileLink(memory, _) => memory.check(),
            Bus::Wishbone(memory, _) => memory.check(),
        }
    }

    pub fn is_idle(&self) -> bool {
        match self {
            Bus::Axi(memory, _) => memory.is_idle(),
            Bus::TileLink(memory, _) => memory.is_idle(),
            Bus::Wishbone(memory, _) => memory.is_idle(),
        }
    }
}

impl Pins {
    fn set(&self, model: &mut Model, values: &[u64]) {
        for (pin, value) in self.inputs.iter().zip(values) {
            model.set(*pin, *value);
        }
    }

    fn get<const N: usize>(&self, model: &Model) -> [u64; N] {
        std::array::from_fn(|n| model.get(self.outputs[n]))
    }

    fn word(&self, model: &Model) -> u128 {
        let words = model.get_wide(self.word);
        u128::from(words[0]) | words.get(1).map_or(0, |high| u128::from(*high) << 64)
    }

    fn axi(&self, model: &Model) -> AxiOut {
        let [aw, awaddr, len, size, burst, cache, prot, w, strb, last, b] = self.get(model);
        let [awlen, awsize, awburst, awcache, awprot] = [len, size, burst, cache, prot].map(|value| value as u8);
        let (awvalid, wvalid, wlast, bready) = (aw != 0, w != 0, last != 0, b != 0);
        let (wdata, wstrb) = (self.word(model), strb as u16);
        let address = AxiOut { awvalid, awaddr, awlen, awsize, awburst, awcache, awprot, ..AxiOut::default() };
        AxiOut { wvalid, wdata, wstrb, wlast, bready, ..address }
    }
}

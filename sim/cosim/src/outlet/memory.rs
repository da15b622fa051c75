// SPDX-License-Identifier: Apache-2.0
//! System memory on the bus that was built.

use super::buffer::Buffer;
use super::{Kept, Received};
use crate::error::SinkError;
use crate::observed::Inside;
use tracewright_config::{Build, Run, SbaBus};
use tracewright_peers::buses::{
    AxiMemory, AxiOut, Pace, Settings, Store, TileLinkMemory, TileLinkOut, WishboneMemory, WishboneOut,
};
use verilator_sys::{Error, Input, Library, Model, Output, Port};

/// Names and widths of the inputs and outputs of a bus.
type Pins = (Vec<(&'static str, u32)>, Vec<(&'static str, u32)>);

fn pins(build: &Build) -> Pins {
    let sink = &build.sink;
    let (address, data) = (sink.sba_address, sink.sba_width);
    match sink.sba_bus {
        SbaBus::Axi4 => (
            vec![("m_axi_awready", 1), ("m_axi_wready", 1), ("m_axi_bvalid", 1), ("m_axi_bresp", 2)],
            vec![
                ("m_axi_awvalid", 1),
                ("m_axi_awaddr", address),
                ("m_axi_awlen", 8),
                ("m_axi_awsize", 3),
                ("m_axi_awburst", 2),
                ("m_axi_awcache", 4),
                ("m_axi_awprot", 3),
                ("m_axi_wvalid", 1),
                ("m_axi_wdata", data),
                ("m_axi_wstrb", data / 8),
                ("m_axi_wlast", 1),
                ("m_axi_bready", 1),
            ],
        ),
        SbaBus::TileLinkUl => (
            vec![
                ("m_tl_a_ready", 1),
                ("m_tl_d_valid", 1),
                ("m_tl_d_opcode", 3),
                ("m_tl_d_size", 2),
                ("m_tl_d_source", 1),
                ("m_tl_d_denied", 1),
                ("m_tl_d_corrupt", 1),
                ("m_tl_d_param", 2),
                ("m_tl_d_sink", 1),
                ("m_tl_d_data", data),
            ],
            vec![
                ("m_tl_a_valid", 1),
                ("m_tl_a_opcode", 3),
                ("m_tl_a_param", 3),
                ("m_tl_a_size", 2),
                ("m_tl_a_source", 1),
                ("m_tl_a_address", address),
                ("m_tl_a_mask", data / 8),
                ("m_tl_a_data", data),
                ("m_tl_a_corrupt", 1),
                ("m_tl_d_ready", 1),
            ],
        ),
        SbaBus::Wishbone => (
            vec![("m_wb_ack", 1), ("m_wb_err", 1)],
            vec![
                ("m_wb_cyc", 1),
                ("m_wb_stb", 1),
                ("m_wb_we", 1),
                ("m_wb_adr", address),
                ("m_wb_dat_o", data),
                ("m_wb_sel", data / 8),
            ],
        ),
    }
}

pub(super) fn ports(build: &Build) -> Vec<Port> {
    let (inputs, outputs) = pins(build);
    let inputs = inputs.into_iter().map(|(name, width)| Port::input(name, width));
    inputs.chain(outputs.into_iter().map(|(name, width)| Port::output(name, width))).collect()
}

/// A memory of a kind.
enum Slave {
    Axi4(AxiMemory),
    TileLink(TileLinkMemory),
    Wishbone(WishboneMemory),
}

/// The memory.
pub(super) struct Memory {
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    slave: Slave,
    /// A burst begins in this cycle, and is offered in the next one.
    starts: Output,
    /// Where it may be.
    buffer: Buffer,
    first: u64,
    bytes: u64,
    /// What it has when the buffer has wrapped.
    kept: Kept,
}

impl Memory {
    pub fn new(library: &Library, build: &Build, run: &Run, seed: Option<u64>) -> Result<Memory, Error> {
        let sink = &build.sink;
        let last = run.sba_base + run.sba_bytes - 1;
        let settings = Settings::new(sink.sba_width, run.sba_base..=last, seed.unwrap_or(0));
        let pace = seed.map_or_else(Pace::fast, |_| Pace::random());
        let settings = Settings { address_bits: sink.sba_address, max_burst: sink.sba_burst, pace, ..settings };
        let (inputs, outputs) = pins(build);
        Ok(Memory {
            inputs: inputs.iter().map(|(name, _)| library.input(name)).collect::<Result<_, _>>()?,
            outputs: outputs.iter().map(|(name, _)| library.output(name)).collect::<Result<_, _>>()?,
            slave: match sink.sba_bus {
                SbaBus::Axi4 => Slave::Axi4(AxiMemory::new(settings)),
                SbaBus::TileLinkUl => Slave::TileLink(TileLinkMemory::new(settings)),
                SbaBus::Wishbone => Slave::Wishbone(WishboneMemory::new(settings)),
            },
            starts: library.output("sinks_sba_starts")?,
            buffer: Buffer::new(build),
            first: run.sba_base,
            bytes: run.sba_bytes,
            kept: Kept::by(run, true),
        })
    }

    pub fn drive(&mut self, model: &mut Model) {
        let levels: Vec<u64> = match &self.slave {
            Slave::Axi4(memory) => {
                let shown = memory.inputs();
                vec![shown.awready.into(), shown.wready.into(), shown.bvalid.into(), shown.bresp.into()]
            }
            Slave::TileLink(memory) => {
                let shown = memory.inputs();
                let codes = [shown.d_opcode.into(), shown.d_size.into(), shown.d_source.into()];
                let flags = [shown.d_denied.into(), shown.d_corrupt.into(), shown.d_param.into(), 0];
                [shown.a_ready.into(), shown.d_valid.into()].into_iter().chain(codes).chain(flags).collect()
            }
            Slave::Wishbone(memory) => {
                let shown = memory.inputs();
                vec![shown.ack.into(), shown.err.into()]
            }
        };
        self.inputs.iter().zip(levels).for_each(|(input, level)| model.set(*input, level));
    }

    /// What the bus does to the registers in a cycle, and whether their component is active in it. A burst that begins
    /// in it is bound to the buffer that they say in it; one under way is not, as it was settled before.
    pub fn follow(&mut self, model: &Model, inside: Option<&Inside>, active: bool) -> Result<(), SinkError> {
        if model.get(self.starts) != 0 {
            let none = || SinkError::Rule("system memory: a burst begins, and there is no buffer".into());
            let range = self.buffer.range().ok_or_else(none)?;
            self.store_mut().set_window(range);
        }
        self.buffer.cycle(inside, active);
        Ok(())
    }

    pub fn observe(&mut self, model: &Model) -> Result<(), SinkError> {
        let get = |n: usize| model.get(self.outputs[n]);
        let is_set = |n: usize| get(n) != 0;
        let wide = |n: usize| {
            let words = model.get_wide(self.outputs[n]);
            words.iter().take(2).rev().fold(0, |data, word| data << 64 | u128::from(*word))
        };
        let checked = match &mut self.slave {
            Slave::Axi4(memory) => {
                memory.cycle(&AxiOut {
                    awvalid: is_set(0),
                    awid: 0,
                    awaddr: get(1),
                    awlen: get(2) as u8,
                    awsize: get(3) as u8,
                    awburst: get(4) as u8,
                    awcache: get(5) as u8,
                    awprot: get(6) as u8,
                    wvalid: is_set(7),
                    wdata: wide(8),
                    wstrb: get(9) as u16,
                    wlast: is_set(10),
                    bready: is_set(11),
                    arvalid: false,
                });
                memory.check()
            }
            Slave::TileLink(memory) => {
                memory.cycle(&TileLinkOut {
                    a_valid: is_set(0),
                    a_opcode: get(1) as u8,
                    a_param: get(2) as u8,
                    a_size: get(3) as u8,
                    a_source: get(4) as u32,
                    a_address: get(5),
                    a_mask: get(6) as u16,
                    a_data: wide(7),
                    a_corrupt: is_set(8),
                    d_ready: is_set(9),
                });
                memory.check()
            }
            Slave::Wishbone(memory) => {
                memory.cycle(&WishboneOut {
                    cyc: is_set(0),
                    stb: is_set(1),
                    we: is_set(2),
                    adr: get(3),
                    dat: wide(4),
                    sel: get(5) as u16,
                });
                memory.check()
            }
        };
        checked.map_err(|violation| SinkError::Rule(violation.to_string()))
    }

    pub fn set_errors(&mut self, rate: f64) {
        self.store_mut().settings_mut().faults.rate = rate;
    }

    fn store(&self) -> &Store {
        match &self.slave {
            Slave::Axi4(memory) => memory.store(),
            Slave::TileLink(memory) => memory.store(),
            Slave::Wishbone(memory) => memory.store(),
        }
    }

    fn store_mut(&mut self) -> &mut Store {
        match &mut self.slave {
            Slave::Axi4(memory) => memory.store_mut(),
            Slave::TileLink(memory) => memory.store_mut(),
            Slave::Wishbone(memory) => memory.store_mut(),
        }
    }

    /// What the buffer holds, oldest first: `pointer` is teRamWP with teWrap.
    pub fn received(self, pointer: u32) -> Result<Received, SinkError> {
        let memory = self.store().memory();
        let next = self.first & !u64::from(u32::MAX) | u64::from(pointer & !3);
        let end = self.first + self.bytes;
        if !(self.first..end).contains(&next) {
            return Err(SinkError::Pointer { pointer: next });
        }
        let newer = memory.read(self.first, (next - self.first) as usize);
        match pointer & 1 {
            0 => Ok(Received { bytes: newer, kept: Kept::All }),
            _ => {
                let older = memory.read(next, (end - next) as usize);
                Ok(Received { bytes: [older, newer].concat(), kept: self.kept })
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The ports of the Verilated sink.

use tracewright_peers::buses::AtbOut;
use verilator_sys::{Input, Library, Model, Output};

/// Ports of a bench.
pub struct Signals {
    pub clocks: [Input; 2],
    pub resets: [Input; 2],
    pub unit: [Input; 2],
    pub unit_bytes: Option<Input>,
    pub flush: Input,
    pub joiner_empty: Input,
    pub inactive: Input,
    pub control: Input,
    /// ATCLKEN, ATREADY, AFVALID, SYNCREQ.
    pub slave: [Input; 4],
    /// unit_ready, flush_joiner, atb_active, atb_empty, sync_request.
    pub core: [Output; 5],
    atvalid: Output,
    atdata: Output,
    atbytes: Option<Output>,
    atid: Output,
    afready: Output,
}

impl Signals {
    pub fn of(library: &Library) -> Signals {
        let input = |name| library.input(name).expect("an input");
        let output = |name| library.output(name).expect("an output");
        Signals {
            clocks: [input("clk"), input("at_clk")],
            resets: [input("rst_n"), input("at_rst_n")],
            unit: [input("unit_valid"), input("unit_data")],
            unit_bytes: library.input("unit_bytes").ok(),
            flush: input("flush"),
            joiner_empty: input("joiner_empty"),
            inactive: input("inactive"),
            control: input("control"),
            slave: ["atclken", "atready", "afvalid", "syncreq"].map(input),
            core: ["unit_ready", "flush_joiner", "atb_active", "atb_empty", "sync_request"].map(output),
            atvalid: output("atvalid"),
            atdata: output("atdata"),
            atbytes: library.output("atbytes").ok(),
            atid: output("atid"),
            afready: output("afready"),
        }
    }

    /// The pins of the ATB as they are.
    pub fn pins(&self, model: &Model) -> AtbOut {
        let data = model.get_wide(self.atdata);
        AtbOut {
            atvalid: model.get(self.atvalid) != 0,
            atdata: u128::from(data[0]) | data.get(1).map_or(0, |high| u128::from(*high) << 64),
            atbytes: self.atbytes.map_or(0, |bytes| model.get(bytes) as u8),
            atid: model.get(self.atid) as u8,
            afready: model.get(self.afready) != 0,
        }
    }
}

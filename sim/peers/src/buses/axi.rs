// SPDX-License-Identifier: Apache-2.0
//! A memory on AXI4, for writes alone.

mod bursts;
mod rules;

use crate::buses::held::{Held, Patience};
use crate::buses::pace::Valve;
use crate::buses::{Response, Rule, Settings, Store, Violation};
use bursts::Bursts;
use rand::Rng;

/// Outputs of a master. What it does not have keeps its default: AWID 0, no reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AxiOut {
    /// AWVALID.
    pub awvalid: bool,
    /// AWID, 0.
    pub awid: u32,
    /// AWADDR.
    pub awaddr: u64,
    /// AWLEN: beats minus 1.
    pub awlen: u8,
    /// AWSIZE: log2 of the bytes of a beat.
    pub awsize: u8,
    /// AWBURST, 1 (INCR).
    pub awburst: u8,
    /// AWCACHE, 0b0011.
    pub awcache: u8,
    /// AWPROT, 0b010.
    pub awprot: u8,
    /// WVALID.
    pub wvalid: bool,
    /// WDATA.
    pub wdata: u128,
    /// WSTRB.
    pub wstrb: u16,
    /// WLAST.
    pub wlast: bool,
    /// BREADY.
    pub bready: bool,
    /// ARVALID, which no sink has.
    pub arvalid: bool,
}

/// Inputs of a master.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AxiIn {
    /// AWREADY.
    pub awready: bool,
    /// WREADY.
    pub wready: bool,
    /// BVALID.
    pub bvalid: bool,
    /// BRESP: 0 OKAY, 2 SLVERR, 3 DECERR; random without BVALID.
    pub bresp: u8,
}

/// Which channel goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Order {
    #[default]
    Any,
    Address,
    Data,
}

/// A memory.
#[derive(Clone, Debug)]
pub struct AxiMemory {
    store: Store,
    shown: AxiIn,
    address: Held<AxiOut>,
    data: Held<AxiOut>,
    bursts: Bursts,
    order: Order,
    address_valve: Valve,
    data_valve: Valve,
    data_late: Patience,
    address_late: Patience,
    answer_late: Patience,
}

impl AxiMemory {
    /// A memory that holds nothing.
    pub fn new(settings: Settings) -> AxiMemory {
        AxiMemory {
            store: Store::new("AXI4", settings),
            shown: AxiIn::default(),
            address: Held::new(),
            data: Held::new(),
            bursts: Bursts::default(),
            order: Order::Any,
            address_valve: Valve::default(),
            data_valve: Valve::default(),
            data_late: Patience::default(),
            address_late: Patience::default(),
            answer_late: Patience::default(),
        }
    }

    /// What it shows in the cycle under way.
    pub fn inputs(&self) -> AxiIn {
        self.shown
    }

    /// What was written, and where.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Likewise, to change the settings.
    pub fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// The first rule that was broken.
    pub fn check(&self) -> Result<(), Violation> {
        self.store.check()
    }

    /// Nothing is offered, under way, or unanswered.
    pub fn is_idle(&self) -> bool {
        self.bursts.is_idle() && self.address.is_idle() && self.data.is_idle()
    }

    /// A cycle with the master in reset. What was under way is lost.
    pub fn reset(&mut self, out: &AxiOut) -> AxiIn {
        self.store.judge.demand(!out.awvalid && !out.wvalid && !out.arvalid, Rule::Reset, || format!("{out:?}"));
        self.store.judge.cycle += 1;
        (self.address, self.data, self.bursts) = (Held::new(), Held::new(), Bursts::default());
        self.shown = AxiIn::default();
        self.shown
    }

    /// A cycle of the bus: its outputs, and the inputs of the next one.
    pub fn cycle(&mut self, out: &AxiOut) -> AxiIn {
        let shown = self.shown;
        self.check_offers(out);
        if shown.bvalid && out.bready {
            for write in self.bursts.answered() {
                self.store.answered(write.address, write.data, write.response);
            }
        }
        self.check_waiting(out);
        if out.awvalid && shown.awready {
            self.bursts.take_address(out);
        }
        if out.wvalid && shown.wready {
            self.bursts.take_data(out);
        }
        if out.awvalid {
            self.bursts.check_ahead(out, &mut self.store);
        }
        if self.bursts.match_up(&mut self.store) {
            self.draw_order();
        }
        let waits = (out.awvalid && !shown.awready, out.wvalid && !shown.wready);
        self.shown = self.next(waits, shown.bvalid && !out.bready);
        self.store.judge.cycle += 1;
        self.shown
    }

    fn next(&mut self, (address_waits, data_waits): (bool, bool), answer_waits: bool) -> AxiIn {
        let (ready, rng) = (self.store.settings.pace.ready, &mut self.store.rng);
        let ahead = self.bursts.addresses_ahead();
        let awready = self.address_valve.next(rng, ready, address_waits) && (self.order != Order::Data || ahead < 0);
        let wready = self.data_valve.next(rng, ready, data_waits) && (self.order != Order::Address || ahead > 0);
        let answer = if answer_waits { None } else { Some(self.bursts.next_answer()) };
        match answer {
            None => AxiIn { awready, wready, ..self.shown },
            Some(Some(response)) => AxiIn { awready, wready, bvalid: true, bresp: code(response) },
            Some(None) => AxiIn { awready, wready, bvalid: false, bresp: rng.random_range(0..4) },
        }
    }

    fn draw_order(&mut self) {
        if self.store.settings.pace.freedom {
            self.order = match self.store.rng.random_range(0..3) {
                0 => Order::Any,
                1 => Order::Address,
                _ => Order::Data,
            };
        }
    }
}

/// BRESP.
fn code(response: Response) -> u8 {
    match response {
        Response::Okay => 0,
        Response::Error => 2,
        Response::Decode => 3,
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Ports of modules inside that `connect!` connects by their names, and the same with each connection spelled out.

use super::language::{Answerer, Asker, Build, Bus, Lanes, Request, Stateful, Turn, Turns};
use rust_hdl_core::prelude::*;
use tracewright_prim::Reg;
use tracewright_verilog::{bundle, emit, kernel, synchronous, Optional, Options};
use verilator_sys::differential::Batch;

pub fn add(batch: &mut Batch) {
    for (lanes, wide) in [(1, false), (3, false), (2, true)] {
        batch.add_clocked(
            &format!("ports_that_are_connected_by_their_names_{lanes}_{wide}"),
            Connected::new(&Build { lanes, wide }),
            |x| &mut x.clock,
            |x, r| {
                x.rst_n.next = r.reset();
                (x.go.next, x.scale.next) = (r.bits::<1>().any(), r.bits());
                x.flow.start.next = r.bits();
                let turn = [Turn::Left, Turn::Right][r.below(2) as usize];
                x.flow.last.next = Request { address: r.bits(), write: r.bits::<1>().any(), turn };
                x.lanes.iter_mut().for_each(|lane| lane.next = r.bits());
                (x.bus.select.next, x.bus.write.next) = (r.bits::<1>().any(), r.bits::<1>().any());
                x.bus.pick.next = r.bits();
            },
        );
    }
}

/// A value that comes, and one that goes.
#[bundle(_build: Build)]
pub struct Flow {
    pub start: Signal<In, Bits<8>>,
    pub total: Signal<Out, Bits<8>>,
    pub last: Signal<In, Request<12>>,
    pub before: Signal<Out, Bits<12>>,
}

/// What is connected: by `connect!`, and by assignments.
macro_rules! module {
    ($name:ident) => {
        /// Modules inside, connected to ports, to local signals and to one another. Of two, a build has one.
        #[synchronous(build: Build)]
        pub struct $name {
            pub go: Signal<In, Bit>,
            #[built(build.wide)]
            pub scale: Optional<Signal<In, Bits<2>>>,
            #[count(build.lanes)]
            pub lanes: Vec<Signal<In, Bits<8>>>,
            pub flow: Flow,
            pub bus: Bus,
            pub turns: Signal<Out, Bits<8>>,
            pub sums: Signal<Out, Bits<8>>,
            pub any: Signal<Out, Bit>,
            #[built(build.wide)]
            pub more: Optional<Signal<Out, Bits<8>>>,
            #[count(build.lanes)]
            pub counts: Vec<Signal<Out, Bits<8>>>,
            #[count(build.lanes)]
            pub turned: Vec<Signal<Out, Bits<8>>>,
            stateful: Stateful,
            #[count(build.lanes)]
            each: Vec<Turns>,
            #[count(build.lanes)]
            again: Vec<Turns>,
            #[built(build.wide)]
            wide: Optional<Turns>,
            #[built(!build.wide)]
            narrow: Optional<Turns>,
            asker: Asker,
            answerer: Answerer,
            adder: Lanes,
            going: Signal<Local, Bit>,
            mask: Signal<Local, Bits<4>>,
            chosen: Reg<Bits<8>>,
            asked: Reg<Request<12>>,
            address: Reg<Bits<12>>,
            made: Signal<Local, Request<12>>,
        }
    };
}

module!(Connected);
module!(Spelled);

#[kernel]
impl Connected {
    fn update(&mut self) {
        self.going.next = self.goes(self.go.val());
        self.mask.next = self.chosen.q.val().get_bits::<4>(2);
        self.modules();
        self.records();
        connect!(asker: bus, asking = answerer.asked);
        connect!(adder: lanes, mask, extra = chosen.q, sum = sums, any, more);
    }

    /// Whether it goes.
    fn goes(&self, go: Bit) -> Bit {
        go & !self.chosen.q.val().get_bit(0)
    }

    /// What counts.
    fn modules(&mut self) {
        connect!(stateful: go = going, flow.{add = start, total}, scale, turns = chosen.d);
        connect!(each[..]: go = going, count = counts[..]);
        for i in 0..self.again.len() {
            connect!(again[i]: go, count = turned[i]);
        }
        // What is not there connects nothing.
        connect!(wide: go, count = turns);
        if self.go.val() {
            connect!(narrow: go, count = turns);
        } else {
            connect!(narrow: go = going, count = turns);
        }
    }

    /// Ports of its own, and fields of records.
    fn records(&mut self) {
        connect!(self.flow: last = asked.d, before = address.q);
        connect!(made.next: asked.q.val().{address, turn}, write = go);
        connect!(made.val(): address = address.d);
    }
}

#[kernel]
impl Spelled {
    fn update(&mut self) {
        self.going.next = self.goes(self.go.val());
        self.mask.next = self.chosen.q.val().get_bits::<4>(2);
        self.modules();
        self.records();
        self.asker.bus.select.next = self.bus.select.val();
        self.asker.bus.write.next = self.bus.write.val();
        self.asker.bus.pick.next = self.bus.pick.val();
        self.bus.found.next = self.asker.bus.found.val();
        self.answerer.asked.ask.next = self.asker.asking.ask.val();
        self.answerer.asked.more.next = self.asker.asking.more.val();
        self.asker.asking.answer.next = self.answerer.asked.answer.val();
        for i in 0..self.lanes.len() {
            self.adder.lanes[i].next = self.lanes[i].val();
        }
        self.adder.mask.next = self.mask.val();
        self.adder.extra.next = self.chosen.q.val();
        self.sums.next = self.adder.sum.val();
        self.any.next = self.adder.any.val();
        self.more.next = self.adder.more.val();
    }

    /// Whether it goes.
    fn goes(&self, go: Bit) -> Bit {
        go & !self.chosen.q.val().get_bit(0)
    }

    /// What counts.
    fn modules(&mut self) {
        self.stateful.go.next = self.going.val();
        self.stateful.add.next = self.flow.start.val();
        self.flow.total.next = self.stateful.total.val();
        self.stateful.scale.next = self.scale.val();
        self.chosen.d.next = self.stateful.turns.val();
        for i in 0..self.each.len() {
            self.each[i].go.next = self.going.val();
            self.counts[i].next = self.each[i].count.val();
        }
        for i in 0..self.again.len() {
            self.again[i].go.next = self.go.val();
            self.turned[i].next = self.again[i].count.val();
        }
        // What is not there connects nothing.
        if self.wide.is_built() {
            self.wide.go.next = self.go.val();
            self.turns.next = self.wide.count.val();
        }
        if self.narrow.is_built() {
            if self.go.val() {
                self.narrow.go.next = self.go.val();
                self.turns.next = self.narrow.count.val();
            } else {
                self.narrow.go.next = self.going.val();
                self.turns.next = self.narrow.count.val();
            }
        }
    }

    /// Ports of its own, and fields of records.
    fn records(&mut self) {
        self.asked.d.next = self.flow.last.val();
        self.flow.before.next = self.address.q.val();
        self.made.next.address = self.asked.q.val().address;
        self.made.next.turn = self.asked.q.val().turn;
        self.made.next.write = self.go.val();
        self.address.d.next = self.made.val().address;
    }
}

/// Both mean the same in simulation and in Verilog if `connect!` is these assignments, so a direction that is wrong in
/// both is seen here alone.
#[test]
fn a_connection_is_an_assignment_for_each_port() {
    for (lanes, wide) in [(1, false), (3, false), (2, true)] {
        let build = Build { lanes, wide };
        let files = |output: Result<tracewright_verilog::Output, _>| {
            let files = output.unwrap_or_else(|error: tracewright_verilog::Error| panic!("{error}")).files;
            files.into_iter().map(|file| (file.name, file.text)).collect::<Vec<_>>()
        };
        let connected = files(emit(&Connected::new(&build), "same", &Options::default()));
        let spelled = files(emit(&Spelled::new(&build), "same", &Options::default()));
        assert_eq!(connected.len(), spelled.len());
        for ((name, connected), (_, spelled)) in connected.iter().zip(&spelled) {
            let differing = connected.lines().zip(spelled.lines()).find(|(one, other)| one != other);
            assert!(connected == spelled, "{name}, {lanes} lanes, wide {wide}: {differing:?}");
        }
    }
}

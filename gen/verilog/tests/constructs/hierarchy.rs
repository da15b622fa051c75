// SPDX-License-Identifier: Apache-2.0
//! Blocks inside blocks.

use crate::block;
use rust_hdl_core::prelude::*;
use tracewright_verilog::Module;
use verilator_sys::differential::Batch;

pub fn add(batch: &mut Batch) {
    batch
        .add("instances_connected_every_way", Connected::default(), |x, r| (x.a.next, x.b.next) = (r.bits(), r.bits()));
    batch.add("arrays_of_instances", Arrays::new(), |x, r| x.a.next = r.bits());
    batch.add("linked_interfaces", Linked::default(), |x, r| x.bus.data.next = r.bits());
    let widths = &[("a", 3), ("b", 1), ("bus_data", 5), ("sum", 6), ("same", 3)];
    batch.add_narrowed("narrowed_ports", Narrowed::default(), widths, |x, r| {
        (x.a.next, x.b.next) = (r.below(8).into(), r.below(2).into());
        x.bus.data.next = r.below(32).into();
    });
    batch.add("fields_between_instances", Outer::default(), |x, r| x.a.next = r.bits());
}

block! { Adder { a: Bits<8>, b: Bits<8> => sum: Bits<8>, odd: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val();
        self.odd.next = self.sum.val().xor();
    }
}

block! {
    Connected { a: Bits<8>, b: Bits<8> => y: Bits<8>, z: Bits<8>, same: Bits<8>;
        middle: Signal<Local, Bits<8>>, first: Adder, second: Adder, third: Adder }
    #[hdl_gen]
    fn update(&mut self) {
        // Ports, a slice, an expression, a constant; outputs to an output, a local signal, another instance, nothing.
        self.first.a.next = self.a.val();
        self.first.b.next = self.b.val();
        self.middle.next = self.first.sum.val();
        self.second.a.next = bit_cast::<8, 4>(self.middle.val().get_bits::<4>(2));
        self.second.b.next = self.a.val() ^ self.first.sum.val();
        self.third.a.next = self.second.sum.val();
        self.third.b.next = bits::<8>(0x55);
        self.y.next = self.third.sum.val();
        self.same.next = self.third.sum.val();
        self.z.next = self.third.b.val();
        if self.first.odd.val() {
            self.z.next = self.second.a.val();
        }
    }
}

/// Adds a constant to a byte.
#[derive(Module)]
pub struct Stage {
    pub a: Signal<In, Bits<8>>,
    pub y: Signal<Out, Bits<8>>,
    step: Constant<Bits<8>>,
}

impl Logic for Stage {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + self.step.val();
    }
}

/// A chain of stages: two alike, one that differs.
#[derive(Module)]
pub struct Arrays {
    pub a: Signal<In, Bits<8>>,
    pub y: Signal<Out, Bits<8>>,
    stages: Vec<Stage>,
    _stages: usize,
}

impl Arrays {
    fn new() -> Self {
        let stage = |step: u64| Stage { a: Signal::default(), y: Signal::default(), step: Constant::new(bits(step)) };
        Arrays {
            a: Signal::default(),
            y: Signal::default(),
            stages: [3, 3, 100].map(stage).into_iter().collect(),
            _stages: 3,
        }
    }
}

impl Logic for Arrays {
    #[hdl_gen]
    fn update(&mut self) {
        self.stages[0].a.next = self.a.val();
        for i in 1..self._stages {
            self.stages[i].a.next = self.stages[i - 1].y.val();
        }
        self.y.next = self.stages[2].y.val();
    }
}

/// A byte that goes in and one that comes out.
#[derive(Clone, Debug, Default, LogicInterface)]
pub struct Bus {
    pub data: Signal<In, Bits<8>>,
    pub answer: Signal<Out, Bits<8>>,
}

/// Answers with the inverse.
#[derive(Module, Default)]
pub struct Inverter {
    pub bus: Bus,
}

impl Logic for Inverter {
    #[hdl_gen]
    fn update(&mut self) {
        self.bus.answer.next = !self.bus.data.val();
    }
}

/// Hands its interface to the block inside.
#[derive(Module, Default)]
pub struct Linked {
    pub bus: Bus,
    pub parity: Signal<Out, Bit>,
    inverter: Inverter,
}

impl Logic for Linked {
    #[hdl_gen]
    fn update(&mut self) {
        Bus::link(&mut self.bus, &mut self.inverter.bus);
        self.parity.next = self.inverter.bus.answer.val().xor();
    }
}

block! {
    Narrowed { a: Bits<8>, b: Bits<8> => sum: Bits<8>, slice: Bits<4>, bit: Bit, any: Bit, same: Bits<8>, answer: Bits<8>;
        bus: Bus, inverter: Inverter, adder: Adder }
    #[hdl_gen]
    fn update(&mut self) {
        Bus::link(&mut self.bus, &mut self.inverter.bus);
        self.adder.a.next = self.a.val();
        self.adder.b.next = self.b.val();
        self.sum.next = self.adder.sum.val() + self.bus.data.val();
        self.slice.next = self.a.val().get_bits::<4>(1);
        self.bit.next = self.a.val().get_bit(self.b.val().index());
        self.any.next = self.b.val().any() & (self.a.val() != self.b.val());
        self.same.next = self.a.val();
        self.answer.next = self.inverter.bus.answer.val();
    }
}

/// Two numbers.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Pair {
    low: Bits<3>,
    high: Bits<5>,
}

block! { Swap { pair: Pair => swapped: Bits<8> }
    #[hdl_gen]
    fn update(&mut self) {
        self.swapped.next = (bit_cast::<8, 3>(self.pair.val().low) << bits::<8>(5)) | bit_cast::<8, 5>(self.pair.val().high);
    }
}

block! { Outer { a: Bits<8> => y: Bits<8>; swap: Swap }
    #[hdl_gen]
    fn update(&mut self) {
        self.swap.pair.next.low = self.a.val().get_bits::<3>(0);
        self.swap.pair.next.high = self.a.val().get_bits::<5>(3) + 1;
        self.y.next = self.swap.swapped.val();
    }
}

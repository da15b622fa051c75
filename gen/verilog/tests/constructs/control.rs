// SPDX-License-Identifier: Apache-2.0
//! Decisions, loops, the order of assignments, and named values.

use crate::block;
use rust_hdl_core::prelude::*;
use tracewright_verilog::Module;
use verilator_sys::differential::{Batch, Random};

const SMALL: usize = 2;
const LARGE: usize = 9;

/// What the kernels here name.
pub const CONSTANTS: &[(&str, u64)] = &[("SMALL", SMALL as u64), ("LARGE", LARGE as u64)];

pub fn add(batch: &mut Batch) {
    batch.add("decisions", Decisions::default(), |x, r| (x.a.next, x.b.next) = (r.bits(), r.bits()));
    batch.add("match_on_integers", MatchIntegers::default(), |x, r| x.a.next = r.below(12).into());
    batch.add("match_on_states", MatchStates::default(), |x, r| (x.go.next, x.from.next) = (r.bit(), state(r)));
    batch.add("named_constants", Named::default(), |x, r| x.a.next = r.bits());
    batch.add("constants_of_the_block", Fixed::new(), |x, r| x.a.next = r.bits());
    batch.add("unrolled_loops", Loops::new(), |x, r| {
        x.a.next = r.bits();
        x.lanes.iter_mut().for_each(|lane| lane.next = r.bits());
    });
    batch.add("left_out_by_a_loop", LeftOut::default(), |x, r| x.a.next = r.bits());
    batch.add("order_of_assignments", Order::default(), |x, r| (x.a.next, x.b.next) = (r.bits(), r.bits()));
    batch.add("fields", Fields::default(), |x, r| {
        x.message.next = Message { kind: r.bits(), state: state(r), last: r.bit() };
        x.count.next = r.bits();
    });
}

fn state(random: &mut Random) -> State {
    match random.below(5) {
        0 => State::Idle,
        1 => State::Run,
        2 => State::Wait,
        3 => State::Drain,
        _ => State::Done,
    }
}

/// Five states, so that three of the eight encodings are none.
#[derive(Copy, Clone, Debug, PartialEq, Eq, LogicState)]
pub enum State {
    Idle,
    Run,
    Wait,
    Drain,
    Done,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
pub struct Message {
    kind: Bits<5>,
    state: State,
    last: Bit,
}

block! { Decisions { a: Bits<4>, b: Bits<4> => y: Bits<4>, z: Bits<4> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.b.val();
        self.z.next = bits::<4>(1);
        if self.a.val() == 3 {
            self.y.next = bits::<4>(1);
        } else if self.a.val() > self.b.val() {
            self.z.next = self.a.val();
            if self.a.val().get_bit(0) {
                self.y.next = bits::<4>(2);
            } else {
                self.y.next = bits::<4>(3);
            }
        } else if self.b.val().all() {
            self.z.next = bits::<4>(4);
        } else {
            self.z.next = self.b.val() - 1;
        }
        if self.a.val().any() {
        } else {
            self.y.next = bits::<4>(9);
        }
    }
}

block! { MatchIntegers { a: Bits<4> => y: Bits<4>, z: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bits::<4>(15);
        match self.a.val().index() {
            0 => self.y.next = bits::<4>(1),
            SMALL => self.y.next = bits::<4>(2),
            0x3 => {
                self.y.next = bits::<4>(3);
            }
            4usize => {
                self.y.next = bits::<4>(3);
            }
            LARGE => {}
            _ => self.y.next = self.a.val(),
        }
        match self.a.val().any() {
            true => self.z.next = self.a.val().get_bit(1),
            false => self.z.next = true,
        }
    }
}

block! { MatchStates { go: Bit, from: State => to: State, y: Bits<3>, z: Bits<3>, busy: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.to.next = self.from.val();
        match self.from.val() {
            State::Idle => {
                if self.go.val() {
                    self.to.next = State::Run;
                }
            }
            State::Run => self.to.next = State::Wait,
            State::Wait => {
                self.to.next = State::Drain;
            }
            _ => self.to.next = State::Idle,
        }
        // No default: rustc knows that these are all states, the encoding has more.
        match self.from.val() {
            State::Idle => self.y.next = bits::<3>(1),
            State::Run => self.y.next = bits::<3>(3),
            State::Wait => self.y.next = bits::<3>(4),
            State::Drain => self.y.next = bits::<3>(6),
            State::Done => self.y.next = bits::<3>(7),
        }
        match self.from.val() {
            State::Idle => self.z.next = bits::<3>(1),
            State::Run => self.z.next = bits::<3>(3),
            State::Wait => self.z.next = bits::<3>(4),
            State::Drain => self.z.next = bits::<3>(6),
            State::Done => self.z.next = bits::<3>(7),
            _ => {}
        }
        self.busy.next = (self.from.val() != State::Idle) & (self.from.val() != State::Done);
    }
}

block! { Named { a: Bits<12> => equal: Bit, bit: Bit, part: Bits<4>, inner: Bits<2>, sum: Bits<12>, shifted: Bits<12> }
    #[hdl_gen]
    fn update(&mut self) {
        self.equal.next = self.a.val() == LARGE.to_bits::<12>();
        self.bit.next = self.a.val().get_bit(LARGE);
        self.part.next = self.a.val().get_bits::<4>(SMALL);
        self.inner.next = self.a.val().get_bits::<6>(3).get_bits::<2>(SMALL);
        self.sum.next = self.a.val() + SMALL.to_bits::<12>();
        self.shifted.next = (self.a.val() << SMALL.to_bits::<12>()) | bit_cast::<12, 6>(LARGE.to_bits::<6>());
    }
}

/// Adds one constant, and decides by another.
#[derive(Module)]
pub struct Fixed {
    pub a: Signal<In, Bits<40>>,
    pub y: Signal<Out, Bits<40>>,
    pub z: Signal<Out, Bits<40>>,
    step: Constant<Bits<40>>,
    enabled: Constant<Bit>,
}

impl Fixed {
    fn new() -> Self {
        Fixed {
            a: Signal::default(),
            y: Signal::default(),
            z: Signal::default(),
            step: Constant::new(bits(0xFF_0000_0001)),
            enabled: Constant::new(false),
        }
    }
}

impl Logic for Fixed {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + self.step.val();
        self.z.next = self.a.val() ^ self.step.val();
        if self.enabled.val() {
            self.z.next = self.a.val();
        }
    }
}

/// Arrays of signals, bounds known when the block is made, and a local signal that a loop builds up.
#[derive(Module)]
pub struct Loops {
    pub a: Signal<In, Bits<24>>,
    pub lanes: Vec<Signal<In, Bits<8>>>,
    pub total: Signal<Out, Bits<8>>,
    pub swapped: Signal<Out, Bits<24>>,
    pub found: Signal<Out, Bits<8>>,
    pub copies: [Signal<Out, Bits<8>>; 3],
    lane: Signal<Local, Bits<8>>,
    _lanes: usize,
}

impl Loops {
    fn new() -> Self {
        Loops {
            a: Signal::default(),
            lanes: vec![Signal::default(); 3],
            total: Signal::default(),
            swapped: Signal::default(),
            found: Signal::default(),
            copies: Default::default(),
            lane: Signal::default(),
            _lanes: 3,
        }
    }
}

impl Logic for Loops {
    #[hdl_gen]
    fn update(&mut self) {
        self.total.next = bits::<8>(0);
        self.swapped.next = bits::<24>(0);
        self.found.next = bits::<8>(0xFF);
        for i in 0..self._lanes {
            self.lane.next = self.lanes[i].val();
            self.total.next = self.total.val() + self.lane.val();
            self.swapped.next =
                self.swapped.val() | (bit_cast::<24, 8>(self.lane.val()) << (16 - i * 8).to_bits::<8>());
            if self.a.val().get_bits::<8>(i * 8) == self.lane.val() {
                self.found.next = i.to_bits::<8>();
            }
        }
        for i in 0..3 {
            self.copies[i].next = self.lanes[2 - i].val() + i.to_bits::<8>();
        }
    }
}

block! { LeftOut { a: Bits<4> => y: Bits<4>; absent: Vec<Signal<Out, Bits<4>>>, _absent: usize }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
        for i in 0..self._absent {
            self.absent[i].next = self.a.val();
            self.y.next = bits::<4>(0);
        }
    }
}

block! {
    Order { a: Bits<8>, b: Bits<8> => first: Bits<8>, second: Bits<8>, early: Bits<8>, bumped: Bits<8>, shadow: Bits<8>;
        running: Signal<Local, Bits<8>>, late: Signal<Local, Bits<8>>, unread: Signal<Local, Bits<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        self.early.next = self.late.val() + 1;
        self.running.next = self.a.val();
        self.first.next = self.running.val();
        self.running.next = self.running.val() + self.b.val();
        self.second.next = self.running.val();
        self.late.next = self.a.val() ^ self.b.val();
        self.unread.next = self.a.val();
        self.bumped.next = self.a.val();
        self.bumped.next = self.bumped.val() + 1;
        self.shadow.next = self.a.val();
        self.shadow.next = self.b.val();
    }
}

block! { Fields { message: Message, count: Bits<5> => out: Message, kind: Bits<5>, done: Bit }
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.message.val();
        self.out.next.kind = self.count.val();
        if self.message.val().last {
            self.out.next.state = State::Done;
            self.out.next.last = false;
        }
        self.kind.next = self.message.val().kind + 1;
        self.done.next = self.message.val().state == State::Done;
    }
}

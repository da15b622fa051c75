// SPDX-License-Identifier: Apache-2.0
//! What `#[kernel]` and `#[derive(Module)]` take beyond rust-hdl.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::{Reg, Resets};
use tracewright_verilog::{kernel, Bundle, Join, Link, Module, Narrow, Optional, Record};
use verilator_sys::differential::Batch;

pub fn add(batch: &mut Batch) {
    for lanes in [1, 4] {
        for wide in [false, true] {
            let build = Build { lanes, wide };
            let name = |what: &str| format!("{what}_{lanes}_{wide}");
            batch.add(&name("values_with_names"), Named::new(&build), |x, r| {
                (x.a.next, x.b.next, x.c.next) = (r.bits(), r.bits(), r.bits());
            });
            batch.add(&name("sums_over_lanes"), Lanes::new(&build), |x, r| {
                x.lanes.iter_mut().for_each(|lane| lane.next = r.bits());
                x.mask.next = r.bits();
                x.extra.next = r.bits();
            });
            batch.add_clocked(
                &name("state_that_may_not_be_there"),
                Stateful::new(&build),
                |x| &mut x.clock,
                |x, r| {
                    x.rst_n.next = r.reset();
                    (x.go.next, x.add.next) = (r.bits::<1>().any(), r.bits());
                    x.scale.next = r.bits();
                },
            );
            batch.add_clocked(
                &name("bundles_of_records"),
                Handing::new(&build),
                |x| &mut x.clock,
                |x, r| {
                    x.rst_n.next = r.reset();
                    x.port.valid.next = r.bits::<2>().any();
                    let turn = [Turn::Left, Turn::Right, Turn::Straight][r.below(3) as usize];
                    x.port.request.next = Request { address: r.bits(), write: r.bits::<1>().any(), turn };
                    x.port.tag.next = r.bits();
                },
            );
        }
    }
    for wide in [false, true] {
        let build = Build { lanes: 1, wide };
        batch.add_clocked(
            &format!("modules_inside_that_are_joined_{wide}"),
            Joined::new(&build),
            |x| &mut x.clock,
            |x, r| {
                x.rst_n.next = r.reset();
                x.bus.pick.next = r.bits();
                (x.bus.select.next, x.bus.write.next) = (r.bits::<1>().any(), r.bits::<1>().any());
            },
        );
    }
    batch.add("records_in_one_signal", Records::default(), |x, r| (x.a.next, x.b.next) = (r.bits(), r.bits()));
    batch.add("choices_of_values", Choices::default(), |x, r| {
        (x.a.next, x.b.next, x.c.next) = (r.bits(), r.bits(), r.bits());
    });
}

/// What is built.
pub struct Build {
    pub lanes: usize,
    pub wide: bool,
}

impl Resets for Build {
    fn reset(&self) -> Reset {
        Reset::Async
    }
}

/// The greater of two bytes.
#[kernel]
fn greater(a: Bits<8>, b: Bits<8>) -> Bits<8> {
    let exceeds = a > b;
    if exceeds {
        a
    } else {
        b
    }
}

/// A byte rotated left, by what is known when the Verilog is made.
#[kernel]
fn rotated(a: Bits<8>, by: usize) -> Bits<8> {
    (a << by.to_bits::<8>()) | (a >> (8 - by).to_bits::<8>())
}

/// Names for values, changed under conditions.
#[derive(Module)]
#[module(build: Build)]
pub struct Named {
    pub a: Signal<In, Bits<8>>,
    pub b: Signal<In, Bits<8>>,
    pub c: Signal<In, Bits<8>>,
    pub y: Signal<Out, Bits<8>>,
    pub z: Signal<Out, Bits<8>>,
    pub t: Signal<Out, Bits<8>>,
    pub chain: Signal<Out, Bits<8>>,
    #[built(false)]
    never: Optional<Signal<Local, Bit>>,
    middle: Signal<Local, Bits<8>>,
    #[new(build.wide)]
    _wide: bool,
}

impl Logic for Named {
    #[kernel]
    fn update(&mut self) {
        // Names for names, where conditions never hold.
        let mut chain = self.a.val() + 1;
        for i in 0..3_usize {
            if self.never.val() {
                chain = self.b.val() + i.to_bits::<8>();
            }
        }
        self.chain.next = chain;
        // A name for a value.
        let sum = self.a.val() + self.b.val();
        let alias = self.c.val();
        let mut best = greater(sum, alias);
        let mut seen: Bit = false;
        let limit: Bits<8> = if self._wide { 200.into() } else { 100.into() };
        if best > limit {
            best = rotated(best, 3);
            if self.a.val().get_bit(0) {
                best = best ^ bits::<8>(0x0F);
                seen = true;
            } else if self.a.val().get_bit(1) {
                let other = best + self.c.val();
                best = greater(other, self.a.val());
            }
        } else {
            seen = self.b.val().any();
        }
        self.y.next = best;
        // A value of a signal between two of its assignments.
        self.middle.next = self.a.val();
        let before = self.middle.val();
        self.middle.next = self.middle.val() + before;
        self.z.next = if seen { self.middle.val() } else { before };
        self.rest();
    }
}

impl Named {
    /// Whether what comes in has an odd number of ones.
    #[kernel]
    fn is_odd(&self) -> Bit {
        (self.a.val() ^ self.b.val()).xor()
    }

    /// What else there is.
    #[kernel]
    fn rest(&mut self) {
        self.t.next = match self.a.val().get_bits::<2>(0).index() {
            0 => self.b.val(),
            1 | 2 => {
                let both = self.b.val() & self.c.val();
                both + 1
            }
            _ => bits::<8>(7),
        };
        // A formula of the module, with no argument.
        if self.is_odd() {
            self.t.next = self.c.val();
        }
    }
}

/// Loops over lanes, and what only a wide build has.
#[derive(Module)]
#[module(build: Build)]
pub struct Lanes {
    #[count(build.lanes)]
    pub lanes: Vec<Signal<In, Bits<8>>>,
    pub mask: Signal<In, Bits<4>>,
    #[built(build.wide)]
    pub extra: Optional<Signal<In, Bits<8>>>,
    pub sum: Signal<Out, Bits<8>>,
    pub any: Signal<Out, Bit>,
    #[built(build.wide)]
    pub more: Optional<Signal<Out, Bits<8>>>,
    #[count(build.lanes)]
    masked: Vec<Signal<Local, Bits<8>>>,
    uses_extra: Signal<Local, Bit>,
    #[value(bits(0x11))]
    offset: Constant<Bits<8>>,
}

impl Logic for Lanes {
    #[kernel]
    fn update(&mut self) {
        let mut sum: Bits<8> = self.offset.val();
        let mut any: Bit = false;
        for i in 0..self.lanes.len() {
            self.masked[i].next = self.lanes[i].val();
            if !self.mask.val().get_bit(i) {
                self.masked[i].next = 0.into();
            }
            sum = sum + self.masked[i].val();
            any |= self.masked[i].val().any();
        }
        self.uses_extra.next = self.extra.val().any();
        if self.uses_extra.val() {
            sum = sum + self.extra.val();
        }
        self.sum.next = sum;
        self.any.next = any | self.uses_extra.val();
        self.more.next = sum ^ self.extra.val();
    }
}

/// Adds up, scaled where the build is wide.
#[derive(Module)]
#[module(build: Build)]
pub struct Stateful {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    pub go: Signal<In, Bit>,
    pub add: Signal<In, Bits<8>>,
    #[built(build.wide)]
    pub scale: Optional<Signal<In, Bits<2>>>,
    pub total: Signal<Out, Bits<8>>,
    pub turns: Signal<Out, Bits<8>>,
    #[value(bits(5))]
    sum: Reg<Bits<8>>,
    #[built(build.wide)]
    shift: Optional<Reg<Bits<2>>>,
    #[built(build.wide)]
    counter: Optional<Turns>,
    #[count(build.lanes)]
    last: Vec<Reg<Bits<8>>>,
}

impl Logic for Stateful {
    #[kernel]
    fn update(&mut self) {
        // Nothing says that the registers hold: they do.
        if self.go.val() {
            self.sum.d.next = self.sum.q.val() + (self.add.val() << self.shift.q.val());
            self.last[0].d.next = self.sum.q.val();
        }
        for i in 1..self.last.len() {
            self.last[i].d.next = self.last[i - 1].q.val();
        }
        self.shift.d.next = self.scale.val();
        self.counter.go.next = self.go.val();
        self.turns.next = self.counter.count.val();
        self.total.next = self.sum.q.val() ^ self.last[self.last.len() - 1].q.val();
    }
}

/// Counts.
#[derive(Module)]
#[module(_build: Build)]
pub struct Turns {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    pub go: Signal<In, Bit>,
    pub count: Signal<Out, Bits<8>>,
    value: Reg<Bits<8>>,
}

impl Logic for Turns {
    #[kernel]
    fn update(&mut self) {
        self.count.next = self.value.q.val();
        if self.go.val() {
            self.value.d.next = self.value.q.val() + 1;
        }
    }
}

/// Two parts of a byte, and a bit.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Pair {
    low: Bits<3>,
    high: Bits<5>,
    odd: Bit,
}

/// A pair and another.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Nested {
    first: Pair,
    second: Pair,
}

/// Records: put together, taken apart, one inside another.
#[derive(Module, Default)]
pub struct Records {
    pub a: Signal<In, Bits<8>>,
    pub b: Signal<In, Bits<8>>,
    pub low: Signal<Out, Bits<3>>,
    pub high: Signal<Out, Bits<5>>,
    pub same: Signal<Out, Bit>,
    pub odd: Signal<Out, Bit>,
    pair: Signal<Local, Pair>,
    nested: Signal<Local, Nested>,
}

impl Logic for Records {
    #[kernel]
    fn update(&mut self) {
        self.pair.next.low = self.a.val().get_bits::<3>(0);
        self.pair.next.high = self.a.val().get_bits::<5>(3);
        self.pair.next.odd = self.a.val().xor();
        self.nested.next.first = self.pair.val();
        self.nested.next.second = Pair {
            low: self.b.val().get_bits::<3>(5),
            high: self.pair.val().high + 1,
            odd: self.pair.val().odd ^ self.b.val().any(),
        };
        let pair: Pair = if self.b.val().get_bit(0) { self.nested.val().first } else { self.nested.val().second };
        // A name for a record, and for a record in it.
        let nested: Nested = self.nested.val();
        let second: Pair = nested.second;
        self.odd.next = nested.first.odd ^ second.odd;
        self.low.next = pair.low;
        self.high.next = self.nested.val().second.high ^ pair.high;
        self.same.next = self.nested.val().first == self.nested.val().second;
    }
}

/// States.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
pub enum Turn {
    Left,
    Right,
    Straight,
}

/// `if` and `match` that give values, of states, too.
#[derive(Module, Default)]
pub struct Choices {
    pub a: Signal<In, Bits<8>>,
    pub b: Signal<In, Bits<8>>,
    pub c: Signal<In, Bits<8>>,
    pub y: Signal<Out, Bits<8>>,
    pub z: Signal<Out, Bits<8>>,
    turn: Signal<Local, Turn>,
}

impl Logic for Choices {
    #[kernel]
    fn update(&mut self) {
        self.turn.next = if self.a.val() > self.b.val() {
            Turn::Left
        } else if self.a.val() == self.b.val() {
            Turn::Straight
        } else {
            Turn::Right
        };
        self.y.next = match self.turn.val() {
            Turn::Left => self.a.val(),
            Turn::Right => {
                if self.c.val().any() {
                    self.b.val()
                } else {
                    bits::<8>(1)
                }
            }
            Turn::Straight => self.c.val(),
        };
        let chosen = match self.turn.val() {
            Turn::Left | Turn::Straight => self.b.val(),
            Turn::Right => self.a.val() + 1,
        };
        self.z.next = chosen + if self.c.val().get_bit(7) { self.c.val() } else { bits::<8>(0) };
        match self.turn.val() {
            Turn::Left => {
                // What only a left turn does.
                self.z.next = self.c.val();
            }
            Turn::Right => {
                let sum = self.a.val() + self.c.val();
                self.z.next = sum;
            }
            _ => {}
        }
    }
}

/// A request of so many address bits.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Request<const ADDR: usize> {
    pub address: Bits<ADDR>,
    pub write: Bit,
    pub turn: Turn,
}

/// A handshake, and what only a wide build has.
#[derive(Bundle)]
#[module(build: Build)]
pub struct Port {
    pub valid: Signal<In, Bit>,
    pub request: Signal<In, Request<12>>,
    pub ready: Signal<Out, Bit>,
    #[built(build.wide)]
    pub tag: Optional<Signal<In, Bits<4>>>,
    #[count(build.lanes)]
    pub answers: Vec<Signal<Out, Bits<8>>>,
}

/// Keeps a request.
#[derive(Module)]
#[module(build: Build)]
pub struct Keeper {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    #[new(Port::new(build))]
    pub port: Port,
    pub last: Signal<Out, Request<12>>,
    #[value(Request { address: bits(0x123), write: true, turn: Turn::Straight })]
    kept: Reg<Request<12>>,
}

impl Logic for Keeper {
    #[kernel]
    fn update(&mut self) {
        self.port.ready.next = !self.kept.q.val().write;
        if self.port.valid.val() {
            self.kept.d.next = self.port.request.val();
            self.kept.d.next.address = self.port.request.val().address + bit_cast::<12, 4>(self.port.tag.val());
        }
        for i in 0..self.port.answers.len() {
            self.port.answers[i].next = self.kept.q.val().address.get_bits::<8>(i);
        }
        self.last.next = self.kept.q.val();
    }
}

/// Hands its port to a keeper.
#[derive(Module)]
#[module(build: Build)]
pub struct Handing {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    #[new(Port::new(build))]
    pub port: Port,
    pub right: Signal<Out, Bit>,
    pub last: Signal<Out, Request<12>>,
    keeper: Keeper,
}

impl Logic for Handing {
    #[kernel]
    fn update(&mut self) {
        self.port.link(&mut self.keeper.port);
        self.last.next = self.keeper.last.val();
        self.right.next = self.keeper.last.val().turn == Turn::Right;
    }
}

/// Signals by their own names, of which one is as wide as the build says.
#[derive(Bundle)]
#[module(build: Build)]
#[flat]
pub struct Bus {
    pub select: Signal<In, Bit>,
    #[built(build.wide)]
    pub write: Optional<Signal<In, Bit>>,
    #[width(if build.wide { 10 } else { 7 })]
    pub pick: Narrow<In, 12>,
    #[width(if build.wide { 12 } else { 9 })]
    pub found: Narrow<Out, 12>,
}

/// What one module asks of another.
#[derive(Bundle)]
#[module(build: Build)]
#[peer(Asked)]
pub struct Asking {
    /// What is asked for.
    pub ask: Signal<Out, Request<12>>,
    #[built(build.wide)]
    pub more: Optional<Signal<Out, Bit>>,
    #[width(if build.wide { 11 } else { 8 })]
    pub answer: Narrow<In, 12>,
}

/// Asks.
#[derive(Module)]
#[module(build: Build)]
pub struct Asker {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    pub bus: Bus,
    pub asking: Asking,
    seen: Reg<Bits<12>>,
}

impl Logic for Asker {
    #[kernel]
    fn update(&mut self) {
        self.asking.ask.next.address = self.bus.pick.val();
        self.asking.ask.next.write = self.bus.write.val();
        self.asking.ask.next.turn = Turn::Right;
        self.asking.more.next = self.seen.q.val().any();
        if self.bus.select.val() {
            self.seen.d.next = self.asking.answer.val();
        }
        self.bus.found.next = self.seen.q.val() ^ self.asking.answer.val();
    }
}

/// Answers.
#[derive(Module)]
#[module(build: Build)]
pub struct Answerer {
    pub asked: Asked,
}

impl Logic for Answerer {
    #[kernel]
    fn update(&mut self) {
        let mut answer = self.asked.ask.val().address - 1;
        if self.asked.more.val() | self.asked.ask.val().write {
            answer = answer ^ bits::<12>(0x155);
        }
        self.asked.answer.next = answer;
    }
}

/// One that asks and one that answers.
#[derive(Module)]
#[module(build: Build)]
pub struct Joined {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    pub bus: Bus,
    asker: Asker,
    answerer: Answerer,
}

impl Logic for Joined {
    #[kernel]
    fn update(&mut self) {
        self.bus.link(&mut self.asker.bus);
        self.asker.asking.join(&mut self.answerer.asked);
    }
}

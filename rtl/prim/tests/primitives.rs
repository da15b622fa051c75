// SPDX-License-Identifier: Apache-2.0
//! Registers and memories behave in the simulator as their Verilog does, and their Verilog is what synthesis
//! recognises.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::{kernel, LutRam, Module, Pass, Ram, Reg};
use tracewright_verilog::{emit, Options};
use verilator_sys::differential::{Batch, Random};

const CYCLES: usize = 1000;

/// Colours of a traffic light.
#[derive(Copy, Clone, Debug, PartialEq, Eq, LogicState)]
enum Light {
    Red,
    Green,
    Amber,
}

/// What a register holds that is not bits.
#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct Pair {
    low: Bits<3>,
    high: Bits<40>,
}

/// One register of every kind.
#[derive(Module)]
struct Registers {
    /// Rising edge.
    clock: Signal<In, Clock>,
    /// Active low.
    rst_n: Signal<In, Bit>,
    /// What they count and hold.
    step: Signal<In, Bits<8>>,
    /// The count.
    count: Signal<Out, Bits<8>>,
    /// The light.
    light: Signal<Out, Light>,
    /// The pair.
    pair: Signal<Out, Pair>,
    /// What `step` was, two cycles ago.
    delayed: Signal<Out, Bits<8>>,
    counter: Reg<Bits<8>>,
    lamp: Reg<Light>,
    both: Reg<Pair>,
    stages: Vec<Reg<Bits<8>>>,
    _stages: usize,
}

impl Registers {
    fn new(reset: Reset) -> Self {
        Registers {
            clock: Signal::default(),
            rst_n: Signal::default(),
            step: Signal::default(),
            count: Signal::default(),
            light: Signal::default(),
            pair: Signal::default(),
            delayed: Signal::default(),
            counter: Reg::with(reset, bits(0xA5)),
            lamp: Reg::with(reset, Light::Amber),
            both: Reg::with(reset, Pair { low: bits(5), high: bits(0x12_3456_789A) }),
            stages: (0..2).map(|_| Reg::new(reset)).collect(),
            _stages: 2,
        }
    }
}

impl Logic for Registers {
    #[kernel]
    fn update(&mut self) {
        self.stages[0].d.next = self.step.val();
        self.stages[1].d.next = self.stages[0].q.val();
        if self.step.val().get_bit(0) {
            self.counter.d.next = self.counter.q.val() + self.step.val();
            match self.lamp.q.val() {
                Light::Red => self.lamp.d.next = Light::Green,
                Light::Green => self.lamp.d.next = Light::Amber,
                Light::Amber => self.lamp.d.next = Light::Red,
            }
        }
        if self.step.val().get_bit(1) {
            self.both.d.next.high = bit_cast::<40, 8>(self.counter.q.val()) << bits::<40>(20);
        }
        self.count.next = self.counter.q.val();
        self.light.next = self.lamp.q.val();
        self.pair.next = self.both.q.val();
        self.delayed.next = self.stages[1].q.val();
    }
}

/// Registers at different depths, so that values cross levels of the hierarchy both ways at the same edge.
#[derive(Module)]
struct Levels {
    /// Rising edge.
    clock: Signal<In, Clock>,
    /// Active low.
    rst_n: Signal<In, Bit>,
    /// What comes in.
    step: Signal<In, Bits<8>>,
    /// What comes out.
    y: Signal<Out, Bits<8>>,
    before: Reg<Bits<8>>,
    inner: Registers,
    after: Reg<Bits<8>>,
}

impl Levels {
    fn new(reset: Reset) -> Self {
        Levels {
            clock: Signal::default(),
            rst_n: Signal::default(),
            step: Signal::default(),
            y: Signal::default(),
            before: Reg::new(reset),
            inner: Registers::new(reset),
            after: Reg::new(reset),
        }
    }
}

impl Logic for Levels {
    #[kernel]
    fn update(&mut self) {
        self.before.d.next = self.step.val() ^ self.after.q.val();
        self.inner.step.next = self.before.q.val();
        self.after.d.next = self.inner.count.val() + self.before.q.val();
        self.y.next = self.after.q.val();
    }
}

/// Both memories, addressed alike, and what is written to them a cycle later.
#[derive(Module)]
struct Memories<const A: usize, const D: usize> {
    /// Rising edge.
    clock: Signal<In, Clock>,
    /// Write.
    write: Signal<In, Bit>,
    /// Where.
    address: Signal<In, Bits<A>>,
    /// What.
    data: Signal<In, Bits<D>>,
    /// Where to read.
    read_address: Signal<In, Bits<A>>,
    /// From the single-port memory.
    block: Signal<Out, Bits<D>>,
    /// From the memory of LUTs.
    luts: Signal<Out, Bits<D>>,
    /// What was written.
    passed: Signal<Out, Bits<D>>,
    ram: Ram<A, D>,
    lut_ram: LutRam<A, D>,
    pass: Pass<D>,
}

impl<const A: usize, const D: usize> Memories<A, D> {
    fn new(words: usize) -> Self {
        Memories {
            clock: Signal::default(),
            write: Signal::default(),
            address: Signal::default(),
            data: Signal::default(),
            read_address: Signal::default(),
            block: Signal::default(),
            luts: Signal::default(),
            passed: Signal::default(),
            ram: Ram::new(words),
            lut_ram: LutRam::new(words),
            pass: Pass::default(),
        }
    }

    fn drive(&mut self, random: &mut Random) {
        self.write.next = random.bit();
        self.address.next = random.bits();
        self.read_address.next = if random.bit() { self.address.next } else { random.bits() };
        self.data.next = random.bits();
    }
}

impl<const A: usize, const D: usize> Logic for Memories<A, D> {
    #[kernel]
    fn update(&mut self) {
        self.ram.clock.next = self.clock.val();
        self.ram.write.next = self.write.val();
        self.ram.address.next = self.address.val();
        self.ram.write_data.next = self.data.val();
        self.block.next = self.ram.read_data.val();
        self.lut_ram.clock.next = self.clock.val();
        self.lut_ram.write.next = self.write.val();
        self.lut_ram.write_address.next = self.address.val();
        self.lut_ram.write_data.next = self.data.val();
        self.lut_ram.read_address.next = self.read_address.val();
        self.luts.next = self.lut_ram.read_data.val();
        self.pass.clock.next = self.clock.val();
        self.pass.write.next = self.write.val();
        self.pass.write_data.next = self.data.val();
        self.passed.next = self.pass.read_data.val();
    }
}

#[test]
fn primitives_mean_the_same_in_verilog() {
    let mut batch = Batch::new(&[]);
    for (name, reset) in [("async", Reset::Async), ("sync", Reset::Sync)] {
        batch.add_clocked(
            &format!("registers_{name}"),
            Registers::new(reset),
            |x| &mut x.clock,
            |x, r| {
                (x.rst_n.next, x.step.next) = (r.reset(), r.bits());
            },
        );
        batch.add_clocked(
            &format!("levels_{name}"),
            Levels::new(reset),
            |x| &mut x.clock,
            |x, r| {
                (x.rst_n.next, x.step.next) = (r.reset(), r.bits());
            },
        );
    }
    batch.add_clocked("memories", Memories::<4, 20>::new(16), |x| &mut x.clock, Memories::drive);
    batch.add_clocked("memories_smaller_than_their_port", Memories::<6, 90>::new(4), |x| &mut x.clock, Memories::drive);
    batch.add_clocked("memories_of_two_bits", Memories::<1, 1>::new(2), |x| &mut x.clock, Memories::drive);
    if let Err(error) = batch.run(CYCLES, 7) {
        panic!("{error}");
    }
}

#[test]
fn registers_are_written_into_the_module_that_holds_them() {
    let text = |reset| {
        let output = emit(&Registers::new(reset), "registers", &Options::default()).unwrap();
        assert_eq!(output.files.len(), 1, "no module is a register");
        // The upper three bits of the pair are always 0.
        assert_eq!(output.register_bits, 8 + 2 + 40 + 2 * 8);
        output.files[0].text.clone()
    };
    let asynchronous = text(Reset::Async);
    for line in [
        "always @(posedge clk or negedge rst_n) begin",
        "counter_q <= 8'ha5;",
        "lamp_q <= LIGHT_AMBER;",
        "both_low_q <= 3'd5;",
        "both_high_q <= 37'h123456789a;",
        "stages_1_q <= stages_0_q;",
    ] {
        assert!(asynchronous.contains(line), "{line} in {asynchronous}");
    }
    assert!(text(Reset::Sync).contains("always @(posedge clk) begin"));
}

#[test]
#[should_panic(expected = "a memory of 3 words")]
fn a_memory_has_a_power_of_two_words() {
    Ram::<4, 8>::new(3);
}

#[test]
#[should_panic(expected = "a memory of 32 words with 4 address bits")]
fn a_memory_has_no_word_without_an_address() {
    LutRam::<4, 8>::new(32);
}

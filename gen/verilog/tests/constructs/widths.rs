// SPDX-License-Identifier: Apache-2.0
//! Nets that are wider in the kernel than what a build uses of them.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::{LutRam, Reg, Resets};
use tracewright_verilog::{emit, kernel, Module, Options};
use verilator_sys::differential::Batch;

pub fn add(batch: &mut Batch) {
    for rows in [2, 8, 32] {
        batch.add_clocked(
            &format!("rows_and_sums_of_{rows}"),
            Rows::new(&Build { rows }),
            |x| &mut x.clock,
            |x, r| {
                (x.rst_n.next, x.push.next, x.bit.next) = (r.reset(), r.bits::<1>().any(), r.bits::<1>().any());
                (x.data.next, x.by.next) = (r.bits(), r.bits());
            },
        );
    }
}

/// What is built: how many rows of a memory, up to 32.
pub struct Build {
    rows: usize,
}

impl Resets for Build {
    fn reset(&self) -> Reset {
        Reset::Async
    }
}

/// The largest row.
fn last(build: &Build) -> Bits<5> {
    (build.rows as u64 - 1).to_bits()
}

/// A memory that is written row by row, and sums of what little there is.
#[derive(Module)]
#[module(build: Build)]
pub struct Rows {
    clock: Signal<In, Clock>,
    rst_n: Signal<In, Bit>,
    push: Signal<In, Bit>,
    bit: Signal<In, Bit>,
    data: Signal<In, Bits<8>>,
    by: Signal<In, Bits<2>>,
    newest: Signal<Out, Bits<8>>,
    row: Signal<Out, Bits<5>>,
    is_low: Signal<Out, Bit>,
    is_far: Signal<Out, Bit>,
    shifted: Signal<Out, Bits<12>>,
    less: Signal<Out, Bits<12>>,
    nibble: Signal<Out, Bits<4>>,
    times: Signal<Out, Bits<16>>,
    carried: Signal<Out, Bits<12>>,
    gathered: Signal<Out, Bits<12>>,
    alike: Signal<Out, Bits<2>>,
    again: Signal<Out, Bits<2>>,
    moved: Signal<Out, Bits<2>>,
    grown: Signal<Out, Bits<2>>,
    source: Signal<Local, Bits<2>>,
    twice: Signal<Out, Bits<9>>,
    at: Reg<Bits<5>>,
    never: Reg<Bits<9>>,
    counted: Counted,
    #[new(LutRam::new(build.rows))]
    memory: LutRam<5, 8>,
    #[new(Constant::new(last(build)))]
    last: Constant<Bits<5>>,
}

impl Logic for Rows {
    #[kernel]
    fn update(&mut self) {
        let after = (self.at.q.val() + 1) & self.last.val();
        if self.push.val() {
            self.at.d.next = after;
        }
        self.memory.write.next = self.push.val();
        self.memory.write_address.next = self.at.q.val();
        self.memory.write_data.next = self.data.val();
        // What is read was written: a row that never was has no value.
        self.memory.read_address.next = self.at.q.val();
        self.newest.next = if self.push.val() { self.data.val() } else { bits::<8>(0) };
        self.row.next = self.at.q.val();
        // Comparisons of a few bits with what they reach and with what they do not.
        let few = bit_cast::<12, 2>(self.by.val());
        self.is_low.next = (few < bits::<12>(2)) ^ (few == bits::<12>(3)) ^ (bits::<12>(0) <= few);
        self.is_far.next = (few >= bits::<12>(5)) ^ (bits::<12>(64) > few) ^ (few != bits::<12>(9));
        // Bits go up, down and across.
        let sum = few + bit_cast::<12, 8>(self.data.val());
        self.carried.next = sum + few + bit_cast::<12, 1>(self.bit.val().into());
        self.shifted.next = (few << self.by.val()) | (sum >> self.by.val());
        self.less.next = few - sum;
        let down = sum >> self.by.val();
        self.nibble.next = down.get_bits::<4>(0);
        self.times.next = bit_cast::<16, 2>(self.by.val()) + (bit_cast::<16, 8>(self.data.val()) << bits::<16>(4));
        // With a register that is always 0, sides of a choice are alike, and what is given again is what was there.
        let nothing = self.never.q.val().get_bits::<2>(0);
        if self.push.val() {
            self.alike.next = self.by.val();
        } else {
            self.alike.next = self.by.val() | nothing;
        }
        self.again.next = self.by.val();
        if self.bit.val() {
            self.again.next = self.by.val() | nothing;
        }
        // The same words, but of something else: a signal has changed since, or it is read.
        self.source.next = self.by.val();
        self.moved.next = self.source.val();
        self.grown.next = self.by.val();
        self.source.next = self.data.val().get_bits::<2>(0);
        self.grown.next = self.grown.val() + 1;
        if self.push.val() {
            self.moved.next = self.source.val();
            self.grown.next = self.grown.val() + 1;
        }
        // A register that nothing ever writes is 0, and one of a module inside of which half is used.
        self.never.d.next = self.never.q.val() & bit_cast::<9, 2>(self.by.val());
        self.counted.step.next = bit_cast::<8, 1>(self.push.val().into());
        self.counted.far.next = self.data.val();
        self.counted.never.next = self.data.val();
        self.twice.next = bit_cast::<9, 8>(self.counted.far.val()) + bit_cast::<9, 8>(self.counted.shown.val());
        self.gathered.next =
            bit_cast::<12, 9>(self.never.q.val()) + (self.counted.count.val() & bits::<12>(0x0B)) + (sum & few);
    }
}

/// A counter with more than anybody wants.
#[derive(Module)]
#[module(build: Build)]
pub struct Counted {
    clock: Signal<In, Clock>,
    rst_n: Signal<In, Bit>,
    /// What is added.
    step: Signal<In, Bits<8>>,
    /// Nothing in here looks at it.
    far: Signal<In, Bits<8>>,
    /// Nothing looks at it.
    never: Signal<In, Bits<8>>,
    /// The sum.
    count: Signal<Out, Bits<12>>,
    /// Nothing outside looks at it.
    other: Signal<Out, Bits<8>>,
    /// What the other shows.
    shown: Signal<Out, Bits<8>>,
    sum: Reg<Bits<12>>,
}

impl Logic for Counted {
    #[kernel]
    fn update(&mut self) {
        self.sum.d.next = self.sum.q.val() + bit_cast::<12, 8>(self.step.val());
        self.count.next = self.sum.q.val();
        self.other.next = self.sum.q.val().get_bits::<8>(0);
        self.shown.next = self.other.val();
    }
}

#[test]
fn a_build_has_the_bits_that_it_uses() {
    let mut rows = Rows::new(&Build { rows: 8 });
    rows.connect_all();
    let output = emit(&rows, "rows", &Options::default()).unwrap();
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let file = |name: &str| words(&output.files.iter().find(|file| file.name == name).unwrap().text);
    let has = |text: &str, wanted: &[&str]| {
        wanted.iter().for_each(|part| assert!(text.contains(part), "{part}: {text}"));
    };
    let (top, counted) = (&file("rows"), &file("counted"));
    // Ports of the top stay; a register has 3 bits of 5, and one that is always 0 is not there.
    has(top, &["output wire [4:0] row", "[2:0] at_q", "lut_ram #(.WIDTH(8), .ADDRESS(3)) memory"]);
    assert!(!top.contains("never_q"), "{top}");
    // No choice is left where it would change nothing.
    has(top, &["assign alike = by;", "assign again = by;"]);
    // Of the module inside, what the design uses: 4 bits of the count and one of the step. `far` and `other` stay,
    // because what drives them reads them.
    has(counted, &["input wire step", "output wire [3:0] count", "[7:0] sum_q", "[7:0] far", "[7:0] other"]);
    assert!(!counted.contains("never"), "{counted}");
    has(&file("lut_ram"), &["parameter WIDTH", "parameter ADDRESS", "input wire [ADDRESS-1:0] read_address"]);
}

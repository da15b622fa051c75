// SPDX-License-Identifier: Apache-2.0
//! What the Verilog looks like.

use rust_hdl_core::prelude::*;
use tracewright_verilog::{emit, Module, Options, Port};

/// Delays nothing. This sentence is not in the header.
#[derive(Module)]
struct Gate<const W: usize> {
    /// Lets through.
    open: Signal<In, Bit>,
    /// What comes in,
    /// from anywhere.
    bit: Signal<In, Bits<W>>,
    /// What comes out.
    out: Signal<Out, Bits<W>>,
    idle: Constant<Bits<W>>,
    _lanes: usize,
}

impl<const W: usize> Gate<W> {
    fn new(idle: u64, lanes: usize) -> Self {
        Gate {
            open: Signal::default(),
            bit: Signal::default(),
            out: Signal::default(),
            idle: Constant::new(bits(idle)),
            _lanes: lanes,
        }
    }
}

impl<const W: usize> Logic for Gate<W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.idle.val();
        if self.open.val() {
            self.out.next = self.bit.val();
        }
    }
}

const GATE: &str = "\
// gate: Delays nothing.
// Made for a test.
`default_nettype none

module gate (
  input  wire       open,  // Lets through.
  input  wire [3:0] bit_,  // What comes in, from anywhere.
  output reg  [3:0] out    // What comes out.
);

  localparam [3:0] IDLE = 4'd9;

  always @(*) begin
    out = IDLE;
    if (open) begin
      out = bit_;
    end
  end

endmodule

`default_nettype wire
";

#[test]
fn a_module_reads_as_a_person_would_write_it() {
    let options = Options { banner: "Made for a test.", ..Options::default() };
    let output = emit(&Gate::<4>::new(9, 1), "gate", &options).unwrap();
    assert_eq!(output.files.len(), 1);
    assert_eq!(output.files[0].name, "gate");
    assert_eq!(output.files[0].text, GATE);
    let port = |name: &str, input, width, doc: &str| {
        let group = String::new();
        Port { name: name.into(), input, width, doc: doc.into(), group }
    };
    let expected = [
        port("open", true, 1, "Lets through."),
        port("bit_", true, 4, "What comes in, from anywhere."),
        port("out", false, 4, "What comes out."),
    ];
    assert_eq!(output.ports, expected);
}

#[test]
fn a_narrowed_input_is_read_with_zeros_above() {
    let options = Options { widths: &[("bit_", 3)], ..Options::default() };
    let output = emit(&Gate::<4>::new(9, 1), "gate", &options).unwrap();
    let text = &output.files[0].text;
    assert!(text.contains("input  wire [2:0] bit_,") && text.contains("out = {1'b0, bit_};"), "{text}");
    assert_eq!(output.ports[1].width, 3);
}

#[test]
fn a_narrowed_output_is_what_is_left_below() {
    let options = Options { widths: &[("out", 3)], ..Options::default() };
    let output = emit(&Gate::<4>::new(9, 1), "gate", &options).unwrap();
    let text = &output.files[0].text;
    assert!(text.contains("[2:0] out") && text.contains("out = bit_[2:0];"), "{text}");
    assert_eq!(output.ports[2].width, 3);
}

#[test]
fn a_port_can_be_called_otherwise() {
    let names = &[("bit_", "hart0_bit")];
    let options = Options { names, widths: &[("bit_", 3)], ..Options::default() };
    let text = &emit(&Gate::<4>::new(9, 1), "gate", &options).unwrap().files[0].text;
    assert!(text.contains("input  wire [2:0] hart0_bit,") && text.contains("out = {1'b0, hart0_bit};"), "{text}");
    let options = Options { names: &[("none", "other")], ..Options::default() };
    let refusal = emit(&Gate::<4>::new(9, 1), "gate", &options).unwrap_err().to_string();
    assert!(refusal.contains("none"), "{refusal}");
}

/// A table in rows.
#[derive(Module)]
struct Table {
    cell: Vec<Signal<In, Bit>>,
    corner: Vec<Signal<Out, Bit>>,
    _rows: usize,
    _columns: usize,
}

impl Logic for Table {
    #[hdl_gen]
    fn update(&mut self) {
        for row in 0..self._rows {
            self.corner[row].next = self.cell[row * self._columns + 1].val();
        }
    }
}

#[test]
fn an_index_can_name_a_field_of_the_block() {
    let cell = vec![Signal::default(); 6];
    let mut table = Table { cell, corner: vec![Signal::default(); 2], _rows: 2, _columns: 3 };
    table.connect_all();
    let text = &emit(&table, "table_", &Options::default()).unwrap().files[0].text;
    assert!(text.contains("corner_0 = cell_1") && text.contains("corner_1 = cell_4"), "{text}");
}

/// Gates of several kinds.
#[derive(Module)]
struct Fence {
    open: Signal<In, Bit>,
    bit: Signal<In, Bits<4>>,
    out: Vec<Signal<Out, Bits<4>>>,
    gates: Vec<Gate<4>>,
    wide: Gate<8>,
    _gates: usize,
}

impl Logic for Fence {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..self._gates {
            self.gates[i].open.next = self.open.val();
            self.gates[i].bit.next = self.bit.val();
            self.out[i].next = self.gates[i].out.val();
        }
        self.wide.open.next = self.open.val();
        self.wide.bit.next = bits::<8>(1);
    }
}

fn fence() -> Fence {
    fence_of(vec![Gate::new(9, 1), Gate::new(9, 1), Gate::new(8, 1), Gate::new(9, 2)])
}

fn fence_of(gates: Vec<Gate<4>>) -> Fence {
    Fence {
        open: Signal::default(),
        bit: Signal::default(),
        out: vec![Signal::default(); gates.len()],
        wide: Gate::new(9, 1),
        _gates: gates.len(),
        gates,
    }
}

#[test]
fn a_module_is_written_once_and_named_by_its_type_and_parameters() {
    let output = emit(&fence(), "top", &Options { prefix: "tw_", ..Options::default() }).unwrap();
    let names: Vec<&str> = output.files.iter().map(|file| file.name.as_str()).collect();
    // Gates with the same Verilog are one module, whatever their parameters; the rest are told apart by what differs.
    assert_eq!(names, ["top", "tw_gate_w8", "tw_gate_w4_2", "tw_gate_w4"]);
    let top = &output.files[0].text;
    for instance in ["tw_gate_w4 gates_0 (", "tw_gate_w4 gates_1 (", "tw_gate_w4_2 gates_2 (", "tw_gate_w4 gates_3 ("] {
        assert!(top.contains(instance), "{instance} in {top}");
    }
}

/// A gate in a fence, and one outside.
#[derive(Module)]
struct Garden {
    open: Signal<In, Bit>,
    bit: Signal<In, Bits<4>>,
    out: Signal<Out, Bits<4>>,
    inside: Signal<Out, Bits<4>>,
    fence: Fence,
    gate: Gate<4>,
}

impl Logic for Garden {
    #[hdl_gen]
    fn update(&mut self) {
        self.fence.open.next = self.open.val();
        self.fence.bit.next = self.bit.val();
        self.inside.next = self.fence.out[0].val();
        self.gate.open.next = self.open.val();
        self.gate.bit.next = self.bit.val();
        self.out.next = self.gate.out.val();
    }
}

#[test]
fn a_module_is_named_by_the_scope_that_it_is_in() {
    let (fence, gate) = (fence_of(vec![Gate::new(9, 1)]), Gate::new(9, 1));
    let (open, bit, out, inside) = Default::default();
    let garden = Garden { open, bit, out, inside, fence, gate };
    let output = emit(&garden, "top", &Options { scopes: &[("Fence", "fence_")], ..Options::default() }).unwrap();
    let texts: Vec<&str> = output.files.iter().map(|file| file.text.as_str()).collect();
    let of = |name: &str| texts[output.files.iter().position(|file| file.name == name).unwrap()];
    assert!(of("top").contains("  gate gate ("), "{}", of("top"));
    assert!(of("fence").contains("fence_gate_w4 gates ("), "{}", of("fence"));
}

#[test]
fn what_is_optional_has_no_number() {
    let output = emit(&fence_of(vec![Gate::new(9, 1)]), "top", &Options::default()).unwrap();
    let top = &output.files[0].text;
    assert!(top.contains("gate_w4 gates (") && top.contains(".out  (out)"), "{top}");
    assert!(output.ports.iter().any(|port| port.name == "out"));
}

#[test]
fn outputs_of_instances_drive_ports_without_a_wire_between() {
    let output = emit(&fence(), "top", &Options::default()).unwrap();
    let top = &output.files[0].text;
    assert!(top.contains(".out  (out_2)"), "{top}");
    assert!(!top.contains("assign"), "{top}");
}

#[test]
fn bits_that_nothing_reads_are_read_once_for_lint() {
    let output = emit(&fence(), "top", &Options::default()).unwrap();
    assert!(output.files[0].text.contains("wire unused = &{1'b0, wide_out, 1'b0};"), "{}", output.files[0].text);
}

#[test]
fn the_same_block_gives_the_same_text() {
    assert_eq!(emit(&fence(), "top", &Options::default()), emit(&fence(), "top", &Options::default()));
}

/// Hands a bit on.
#[derive(Default, Module)]
struct Clocks {
    clock: Signal<In, Clock>,
    far_clock: Signal<In, Clock>,
    /// No clock.
    warclock: Signal<In, Bit>,
    out: Signal<Out, Bit>,
}

impl Logic for Clocks {
    #[hdl_gen]
    fn update(&mut self) {
        self.out.next = self.warclock.val();
    }
}

#[test]
fn a_clock_is_called_clk_with_whatever_comes_before_it() {
    let mut clocks = Clocks::default();
    clocks.connect_all();
    let output = emit(&clocks, "clocks", &Options::default()).unwrap();
    let names: Vec<&str> = output.ports.iter().map(|port| port.name.as_str()).collect();
    assert_eq!(names, ["clk", "far_clk", "warclock", "out"]);
}

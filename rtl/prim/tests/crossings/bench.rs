// SPDX-License-Identifier: Apache-2.0
//! A crossing in Verilator with two clocks, whose synchronisers see old or new bits of what changes as they sample it.
//!
//! Time is a sequence of *instants*. In each, what changes changes, one thing after the other; a synchroniser whose
//! input changed in the instant in which its clock rises takes the old bit or the new one, and a memory or register
//! that was written in the instant in which it is read across the crossing shows rubbish.

use verilator_sys::differential::Random;
use verilator_sys::{Design, Direction, Input, Library, Model, Output, Port, Settings};

/// What replaces modules of the crossing. `changing` is high from an edge on to the end of the instant.
const MODELS: [(&str, &str); 3] = [
    (
        "tw_synchronizer",
        "module tw_synchronizer (input wire clk, input wire rst_n, input wire d, output wire q);
  reg earlier, first_q, second_q;
  always @(posedge bench.instant) earlier <= d;
  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      first_q <= 1'b0;
      second_q <= 1'b0;
    end else begin
      first_q <= earlier != d ? ($urandom & 1) != 0 : d;
      second_q <= first_q;
    end
  end
  assign q = second_q;
endmodule",
    ),
    (
        "tw_lut_ram",
        "module tw_lut_ram #(parameter WIDTH = `D, ADDRESS = `A) (input wire clk, input wire write, input wire [ADDRESS-1:0] write_address,
  input wire [WIDTH-1:0] write_data, input wire [ADDRESS-1:0] read_address, output wire [WIDTH-1:0] read_data);
  reg [WIDTH-1:0] words [0:(1<<ADDRESS)-1];
  reg [ADDRESS-1:0] last;
  reg written, old;
  always @(posedge bench.instant) old <= written;
  always @(posedge clk) if (write) begin
    words[write_address] <= write_data;
    last <= write_address;
    written <= !old;
  end
  assign read_data = words[read_address] ^ {WIDTH{written != old && last == read_address}};
endmodule",
    ),
    (
        "tw_hold",
        "module tw_hold #(parameter WIDTH = `D) (input wire clk, input wire write, input wire [WIDTH-1:0] write_data,
  output wire [WIDTH-1:0] read_data);
  reg [WIDTH-1:0] word;
  reg written, old;
  always @(posedge bench.instant) old <= written;
  always @(posedge clk) if (write) begin
    word <= write_data;
    written <= !old;
  end
  assign read_data = word ^ {WIDTH{written != old}};
endmodule",
    ),
];

/// A Verilated crossing.
pub struct Bench {
    library: Library,
    model: Model,
}

/// The sources of a crossing, with what models of it are there in their place. `a` and `d` are the widths of its
/// address and data; `kept` is a module that stays as it is.
pub fn modelled(sources: &[(String, String)], (a, d): (usize, usize), kept: Option<&str>) -> Vec<(String, String)> {
    let with_model = |(file, text): &(String, String)| {
        let module = file.trim_end_matches(".v");
        let model = MODELS.iter().find(|(model, _)| module == *model || is_variant(module, model));
        let text = match model.filter(|_| kept != Some(module)) {
            Some((model, text)) => {
                let named = text.replacen(&format!("module {model} "), &format!("module {module} "), 1);
                format!("`define A {a}\n`define D {d}\n{named}\n")
            }
            None => text.clone(),
        };
        (file.clone(), text)
    };
    sources.iter().map(with_model).collect()
}

/// Verilates the crossing `name` of these sources.
pub fn verilate(mut sources: Vec<(String, String)>, crossing: &[Port], name: &str) -> Bench {
    let mut ports = vec![Port::input("instant", 1)];
    let mut header = String::from("input wire instant");
    let mut connections = vec![];
    for port in crossing {
        let direction = if port.direction == Direction::Input { "input" } else { "output" };
        header += &format!(", {direction} wire [{}:0] {}", port.width - 1, port.name);
        connections.push(format!(".{0}({0})", port.name));
        ports.push(port.clone());
    }
    let connections = connections.join(", ");
    sources.push(("bench.v".into(), format!("module bench ({header});\n  {name} dut ({connections});\nendmodule\n")));
    let design = Design { top: "bench".into(), clock: "instant".into(), sources, ports, probes: vec![], flags: vec![] };
    let library = verilator_sys::build(&design, &Settings::tested());
    let library = library.expect("it can be verilated");
    let model = library.model();
    Bench { library, model }
}

/// Whether a module is `model` with the sizes of a build at the end of its name.
fn is_variant(module: &str, model: &str) -> bool {
    let sizes = module.strip_prefix(model).and_then(|rest| rest.strip_prefix('_'));
    sizes.is_some_and(|sizes| sizes.starts_with(['a', 'd']) && sizes.ends_with(|last: char| last.is_ascii_digit()))
}

impl Bench {
    /// As it was when it was made.
    pub fn restart(&mut self) {
        self.model = self.library.model();
    }

    /// An input.
    pub fn input(&self, name: &str) -> Input {
        self.library.input(name).expect("an input")
    }

    /// An output.
    pub fn output(&self, name: &str) -> Output {
        self.library.output(name).expect("an output")
    }

    /// Sets an input and lets everything settle.
    pub fn set(&mut self, input: Input, value: u64) {
        self.model.set(input, value);
        self.model.settle();
    }

    /// What an output shows.
    pub fn get(&self, output: Output) -> u64 {
        self.model.get(output)
    }

    /// Begins another instant.
    pub fn instant(&mut self) {
        self.model.cycle();
    }
}

/// Two clocks, or rather when each rises next and what their periods are.
pub struct Clocks {
    next: [u64; 2],
    pub period: [u64; 2],
    jitter: bool,
}

impl Clocks {
    /// Clocks with these periods, in any phase. With jitter, edges come up to an eighth of the period early or late,
    /// and often both at once.
    pub fn new(period: [u64; 2], jitter: bool, random: &mut Random) -> Clocks {
        Clocks { next: period.map(|period| random.below(period)), period, jitter }
    }

    /// The next instant in which an edge is: whether each clock rises.
    pub fn instant(&mut self, random: &mut Random) -> [bool; 2] {
        let now = self.next[0].min(self.next[1]);
        let rises = self.next.map(|next| next == now);
        for (side, risen) in rises.into_iter().enumerate() {
            if risen {
                let eighth = self.period[side] / 8;
                let swing = if self.jitter { random.below(2 * eighth + 1) } else { eighth };
                self.next[side] += self.period[side] + swing - eighth;
                let other = self.next[1 - side];
                if self.jitter && other.abs_diff(self.next[side]) <= eighth && other > now && random.bit() {
                    self.next[side] = other;
                }
            }
        }
        rises
    }
}

/// Clock ratios and periods to try.
pub const PERIODS: [[u64; 2]; 8] =
    [[40, 40], [40, 120], [120, 40], [140, 100], [100, 140], [2000, 60], [60, 2000], [40, 41]];

// SPDX-License-Identifier: Apache-2.0
//! Small designs through the real tools.

use std::collections::BTreeMap;
use std::path::Path;
use tracewright_package::synthesis::{run, Design, Error, Options, Synthesis, Target};

const TOP: &str =
    "module top (input wire clk, input wire rst_n, input wire fast_clk, input wire [7:0] step, output wire [7:0] count,
  input wire [3:0] at, input wire write, output wire [7:0] read);
  counter first (.clk(clk), .rst_n(rst_n), .step(step), .count_q(count));
  few table (.clk(fast_clk), .at(at), .write(write), .d(count), .q(read));
endmodule
";

const COUNTER: &str =
    "module counter (input wire clk, input wire rst_n, input wire [7:0] step, output reg [7:0] count_q);
  always @(posedge clk or negedge rst_n) if (!rst_n) count_q <= 8'h00; else count_q <= count_q + step;
endmodule
";

const FEW: &str =
    "module few (input wire clk, input wire [3:0] at, input wire write, input wire [7:0] d, output wire [7:0] q);
  reg [7:0] words [0:15];
  assign q = words[at];
  always @(posedge clk) if (write) words[at] <= d;
endmodule
";

fn design() -> Design {
    let file = |name: &str, text: &str| (format!("{name}.v"), text.to_string());
    let clock = |port: &str| (port.to_string(), "fast_clk".to_string());
    Design {
        top: "top".into(),
        files: vec![file("top", TOP), file("counter", COUNTER), file("few", FEW)],
        direct: ["clk", "rst_n", "fast_clk"].map(str::to_string).into(),
        clocks: BTreeMap::from(["at", "write", "read"].map(clock)),
    }
}

fn synthesise(target: Target, seeds: u32, build: &Path) -> Result<Synthesis, Error> {
    run(&design(), &Options { target, seeds, by_module: true, delay_ps: None, thorough: false }, build, &|_| ())
}

/// What is the same on every target.
fn check(found: &Synthesis, became: &str) {
    let [memory] = &found.memories[..] else { panic!("{:?}", found.memories) };
    assert_eq!((memory.path.as_str(), memory.words, memory.width), ("table.words", 16, 8));
    assert_eq!((memory.read_ports, memory.write_ports, memory.to_string().as_str()), (1, 1, became));
    let tree = found.tree.as_ref().unwrap();
    let names: Vec<_> = tree.instances.iter().map(|child| (child.names[0].as_str(), child.module.as_str())).collect();
    assert!(names.contains(&("first", "counter")) && names.contains(&("table", "few")), "{names:?}");
    assert_eq!(tree.total.get("ff"), found.area.get("ff"));
}

#[test]
fn on_ecp5_clocks_and_critical_paths_have_names() {
    let build = tempfile::tempdir().unwrap();
    let found = synthesise(Target::Ecp5, 2, build.path()).unwrap();
    check(&found, "LUT RAM: 2 TRELLIS_DPR16X4");
    assert_eq!(["ff", "carry", "ebr", "ram16x4"].map(|key| found.area.get(key)), [8, 4, 0, 2]);
    let clock = |name: &str| found.clocks.iter().find(|clock| clock.name == name).unwrap();
    assert!(clock("clk").min_mhz > 50.0 && clock("clk").min_mhz <= clock("clk").max_mhz);
    let path = clock("clk").critical_path.as_ref().unwrap();
    assert_eq!((path.to_module.as_str(), &path.to[..14]), ("counter", "first.count_q["), "{path:?}");
    assert!(path.hops.iter().any(|hop| hop.name == "carry of counter.v:2"), "{path:?}");
    assert!((path.total_ns - 1000.0 / clock("clk").fmax_mhz).abs() < 0.001, "{path:?}");
    let path = clock("fast_clk").critical_path.as_ref().unwrap();
    assert!(path.from.starts_with("port ") || path.from == "table.words", "{path:?}");
    assert_eq!(found.warnings(), Vec::<String>::new());
    let again = std::time::Instant::now();
    assert_eq!(synthesise(Target::Ecp5, 2, build.path()).unwrap(), found);
    assert!(again.elapsed().as_secs() < 10, "the result was kept");
}

#[test]
fn on_ice40_a_memory_of_flip_flops_is_a_warning() {
    let build = tempfile::tempdir().unwrap();
    let found = synthesise(Target::Ice40, 1, build.path()).unwrap();
    check(&found, "128 flip-flops");
    assert_eq!(found.area.get("ff"), 8 + 128);
    assert_eq!(found.warnings(), ["the memory of few, 16 x 8 bits, became flip-flops: table.words"]);
    let path = found.clocks.iter().find(|clock| clock.name == "clk").unwrap().critical_path.clone().unwrap();
    assert!(path.to.starts_with("first.count_q["), "{path:?}");
}

#[test]
fn on_xilinx_and_in_gates_there_is_no_frequency() {
    let build = tempfile::tempdir().unwrap();
    let found = synthesise(Target::Xilinx7, 1, build.path()).unwrap();
    check(&found, "LUT RAM: 1 RAM32M");
    assert_eq!((found.area.get("ff"), found.fmax_mhz), (8, None));
    let found = synthesise(Target::Asic, 1, build.path()).unwrap();
    check(&found, "a memory, as it is");
    assert_eq!((found.area.get("ff"), found.area.get("memory_bits"), found.fmax_mhz), (8, 128, None));
    assert!(found.to_string().contains("fmax on generic gates: none, as it is not placed and routed"), "{found}");
}

#[test]
fn a_module_that_is_not_there_and_verilog_that_is_none_are_said() {
    let build = tempfile::tempdir().unwrap();
    let options = Options { target: Target::Asic, seeds: 1, by_module: false, delay_ps: None, thorough: false };
    let mut wrong = design();
    wrong.files[1].1 = "module counter (".into();
    let error = run(&wrong, &options, build.path(), &|_| ()).unwrap_err().to_string();
    let last = error.lines().last().unwrap();
    assert!(error.starts_with("Yosys failed (exit status: 1):\n") && error.lines().count() == 6, "{error}");
    assert!(last.starts_with("  counter.v:1: ERROR: syntax error"), "{error}");
    assert_eq!(
        Target::named("spartan").unwrap_err().to_string(),
        "unknown target `spartan`; there are ecp5, ice40, ice40-hx8k, xilinx7, asic"
    );
}

#[test]
fn a_delay_of_logic_is_for_ecp5() {
    let build = tempfile::tempdir().unwrap();
    let options = Options { target: Target::Ecp5, seeds: 0, by_module: false, delay_ps: None, thorough: false };
    let with = |delay_ps, target| run(&design(), &Options { delay_ps, target, ..options }, build.path(), &|_| ());
    let (fast, small) = (with(None, Target::Ecp5).unwrap(), with(Some(9000), Target::Ecp5).unwrap());
    assert!(small.area.get("lut4") <= fast.area.get("lut4"), "{small} {fast}");
    let folders = std::fs::read_dir(build.path().join("synth")).unwrap().count();
    assert_eq!(folders, 2, "one is not taken for the other");
    let error = with(Some(9000), Target::Ice40).unwrap_err().to_string();
    assert_eq!(error, "a delay of logic can be asked for with ecp5 alone, not with ice40");
}

#[test]
fn thorough_mapping_is_for_ecp5() {
    let build = tempfile::tempdir().unwrap();
    let options = Options { target: Target::Ecp5, seeds: 0, by_module: false, delay_ps: None, thorough: false };
    let with = |thorough, target| run(&design(), &Options { thorough, target, ..options }, build.path(), &|_| ());
    assert!(with(false, Target::Ecp5).is_ok() && with(true, Target::Ecp5).is_ok());
    let folders = std::fs::read_dir(build.path().join("synth")).unwrap().count();
    assert_eq!(folders, 2, "one is not taken for the other");
    let error = with(true, Target::Ice40).unwrap_err().to_string();
    assert_eq!(error, "thorough mapping can be asked for with ecp5 alone, not with ice40");
}

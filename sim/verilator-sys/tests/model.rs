// SPDX-License-Identifier: Apache-2.0
//! A small design, built and driven.

use std::os::unix::fs::symlink;
use std::path::Path;
use verilator_sys::{build, Design, Effort, Error, Library, Model, Port, Probe, Settings, Wave};

const WIDTHS: [u32; 5] = [1, 8, 32, 64, 100];

const STAGE: &str = "
module stage (input wire clk, input wire rst_n, input wire [99:0] d, output reg [99:0] q__last);
  wire [6:0] weight = {6'd0, d[0]} + {6'd0, d[99]};
  always @(posedge clk or negedge rst_n) if (!rst_n) q__last <= 100'd5; else q__last <= d;
endmodule
";

/// Every output is its input of the cycle before; `sum` is combinational.
fn echo() -> Design {
    let mut ports = vec![Port::input("clk", 1), Port::input("rst_n", 1), Port::output("sum", 8)];
    let mut body = String::new();
    for w in WIDTHS.into_iter().filter(|w| *w != 100) {
        body += &format!("  always @(posedge clk or negedge rst_n) if (!rst_n) o{w} <= 0; else o{w} <= i{w};\n");
    }
    body += "  stage u_stage (.clk(clk), .rst_n(rst_n), .d(i100), .q__last(o100));\n";
    body += "  assign sum = i8 + {7'd0, i1};\n";
    let mut list = String::from("input wire clk, input wire rst_n, output wire [7:0] sum");
    for w in WIDTHS {
        let kind = if w == 100 { "wire" } else { "reg" };
        list += &format!(", input wire [{0}:0] i{w}, output {kind} [{0}:0] o{w}", w - 1);
        ports.push(Port::input(&format!("i{w}"), w));
        ports.push(Port::output(&format!("o{w}"), w));
    }
    let probe = |name: &str, width| Probe {
        name: name.into(),
        module: "stage".into(),
        instances: vec!["u_stage".into()],
        signal: name.into(),
        width,
    };
    Design {
        top: "echo".into(),
        clock: "clk".into(),
        sources: vec![
            ("echo.v".into(), format!("module echo ({list});\n{body}endmodule\n")),
            ("stage.v".into(), STAGE.into()),
        ],
        ports,
        probes: vec![probe("weight", 7), probe("q__last", 100)],
        flags: vec![],
    }
}

/// In the folder of all tests, so that what every model needs is compiled once for all of them.
fn settings() -> Settings {
    Settings::tested()
}

fn after_reset(library: &Library) -> Model {
    let mut model = library.model();
    let rst_n = library.input("rst_n").unwrap();
    for level in [1, 0, 1] {
        model.set(rst_n, level);
        model.cycle();
    }
    model
}

#[test]
fn ports_of_every_width_pass_their_bits() {
    for effort in [Effort::Quick, Effort::Middle, Effort::Full] {
        let library = build(&echo(), &Settings { effort, ..settings() }).unwrap();
        let mut model = after_reset(&library);
        for seed in 0..200u64 {
            let value = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(seed as u32);
            for w in WIDTHS {
                model.set_wide(library.input(&format!("i{w}")).unwrap(), &[value, !value, value]);
            }
            model.cycle();
            model.cycle();
            for w in WIDTHS {
                let mut expected = vec![value, !value];
                expected.truncate(w.div_ceil(64) as usize);
                *expected.last_mut().unwrap() &= u64::MAX >> (63 - (w - 1) % 64);
                let shown = model.get_wide(library.output(&format!("o{w}")).unwrap());
                assert_eq!(shown, expected, "{effort:?}, {w} bits, seed {seed}");
            }
        }
    }
}

#[test]
fn a_register_shows_its_input_one_cycle_later_and_a_wire_at_once() {
    let library = build(&echo(), &settings()).unwrap();
    let (i8, o8) = (library.input("i8").unwrap(), library.output("o8").unwrap());
    let mut model = after_reset(&library);
    model.set(i8, 0x1A5);
    model.cycle();
    assert_eq!((model.get(library.output("sum").unwrap()), model.get(o8)), (0xA5, 0));
    model.set(i8, 0);
    model.cycle();
    assert_eq!((model.get(library.output("sum").unwrap()), model.get(o8)), (0, 0xA5));
}

/// A counter in each of two clocks; what the other clock's shows is seen in `clk`.
fn two_clocks() -> Design {
    let text = "module two (input wire clk, input wire other, input wire [7:0] step,
          output reg [7:0] here, output reg [7:0] there, output reg [7:0] seen);
        always @(posedge clk) begin here <= here + step; seen <= there; end
        always @(posedge other) there <= there + step;
        endmodule";
    let outputs = ["here", "there", "seen"].map(|name| Port::output(name, 8));
    Design {
        top: "two".into(),
        clock: "clk".into(),
        sources: vec![("two.v".into(), text.into())],
        ports: [Port::input("clk", 1), Port::input("other", 1), Port::input("step", 8)]
            .into_iter()
            .chain(outputs)
            .collect(),
        probes: vec![],
        flags: vec![],
    }
}

#[test]
fn a_second_clock_has_its_edges_between_those_of_the_first() {
    let library = build(&two_clocks(), &settings()).unwrap();
    let (other, step) = (library.input("other").unwrap(), library.input("step").unwrap());
    let [here, there, seen] = ["here", "there", "seen"].map(|name| library.output(name).unwrap());
    let mut model = library.model();
    let (mut cycles, mut edges, mut before) = (0, 0, 0);
    for round in 0..200u64 {
        let fast = round * 7 % 5;
        for _ in 0..fast {
            for level in [0, 1] {
                model.set(step, 1 + level);
                model.set(other, level);
                model.settle();
            }
            edges += 2;
        }
        model.set(step, 3);
        model.cycle();
        assert_eq!([here, there, seen].map(|output| model.get(output)), [cycles, edges, before].map(|n: u64| n & 0xFF));
        (cycles, before) = (cycles + 3, edges);
    }
}

#[test]
fn probes_show_internal_wires_and_registers() {
    let library = build(&echo(), &settings()).unwrap();
    let i100 = library.input("i100").unwrap();
    let mut model = after_reset(&library);
    assert_eq!(model.get_wide(library.output("q__last").unwrap()), [5, 0]);
    model.set_wide(i100, &[1, 1 << 35]);
    model.cycle();
    assert_eq!(model.get(library.output("weight").unwrap()), 2);
    model.cycle();
    assert_eq!(model.get_wide(library.output("q__last").unwrap()), [1, 1 << 35]);
}

#[test]
fn models_of_one_library_do_not_share_state() {
    let library = build(&echo(), &settings()).unwrap();
    let (i8, o8) = (library.input("i8").unwrap(), library.output("o8").unwrap());
    let (mut a, mut b) = (after_reset(&library), after_reset(&library));
    a.set(i8, 7);
    std::thread::scope(|s| {
        s.spawn(|| (0..2).for_each(|_| a.cycle()));
        s.spawn(|| (0..2).for_each(|_| b.cycle()));
    });
    assert_eq!((a.get(o8), b.get(o8)), (7, 0));
}

#[test]
fn a_second_build_of_the_same_design_is_the_first_one() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let settings = Settings { folder: Some(folder.path().into()), ..settings() };
    let names = || {
        let entries = std::fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|e| e.unwrap()).map(|e| (e.path(), e.metadata().unwrap().modified().unwrap())).collect();
        names.sort();
        names
    };
    build(&echo(), &settings).unwrap();
    let first = names();
    assert_eq!(first.len(), 4, "the design, the run time and the header in two ways");
    build(&echo(), &settings).unwrap();
    assert_eq!(names(), first);
    let mut other = echo();
    other.sources[1].1 += "// changed\n";
    build(&other, &settings).unwrap();
    assert_eq!(names().len(), 5);
}

#[test]
fn a_waveform_is_written_when_asked_for() {
    let library = build(&echo(), &Settings { wave: Some(Wave::Vcd), ..settings() }).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.vcd");
    let mut model = library.model();
    model.open_wave(&path).unwrap();
    model.cycle();
    model.close_wave().unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("$scope module u_stage") && text.contains("q__last"), "{text}");
    let missing = folder.path().join("none/x.vcd");
    let error = model.open_wave(&missing).unwrap_err().to_string();
    assert!(error.starts_with(&missing.display().to_string()), "{error}");
}

#[test]
fn a_waveform_that_finds_no_room_is_an_error_at_its_end() {
    for (wave, why) in [
        (Wave::Vcd, "No space left on device (os error 28)"),
        (Wave::Fst, "not all of the waveform could be written: is there room?"),
    ] {
        let library = build(&echo(), &Settings { wave: Some(wave), ..settings() }).unwrap();
        let run = |path: &Path| {
            let mut model = library.model();
            model.open_wave(path).unwrap();
            (0..10_000).for_each(|_| model.cycle());
            model.close_wave()
        };
        // Links, so that a device would stay if its name did not.
        let folder = tempfile::tempdir().unwrap();
        let [null, full, file] = ["null", "full", "x"].map(|name| folder.path().join(name));
        for link in [&null, &full] {
            symlink(Path::new("/dev").join(link.file_name().unwrap()), link).unwrap();
        }
        let error = run(&full).unwrap_err().to_string();
        assert_eq!(error, format!("{}: {why}", full.display()));
        run(&null).unwrap();
        run(&file).unwrap();
        assert!([null, full].iter().all(|link| std::fs::symlink_metadata(link).unwrap().is_symlink()));
    }
}

#[test]
fn a_waveform_of_a_model_without_one_is_refused() {
    let mut model = build(&echo(), &settings()).unwrap().model();
    assert!(matches!(model.open_wave(Path::new("x.vcd")), Err(Error::NoWave)));
}

#[test]
fn the_extension_names_the_waveform_format() {
    assert_eq!(Wave::of_path(Path::new("a/b.vcd")).unwrap(), Wave::Vcd);
    assert_eq!(Wave::of_path(Path::new("b.fst")).unwrap(), Wave::Fst);
    let error = Wave::of_path(Path::new("b.txt")).unwrap_err();
    assert_eq!(error.to_string(), "b.txt: a waveform file ends in .vcd or .fst");
}

#[test]
fn a_syntax_error_is_reported_with_its_place() {
    let mut design = echo();
    design.sources[0].1 = "module echo (input wire clk;\nendmodule\n".into();
    let error = build(&design, &settings()).map(drop).unwrap_err().to_string();
    assert!(error.starts_with("verilator failed on module echo: %Error: ") && error.contains("echo.v:1:"), "{error}");
}

#[test]
fn a_probe_that_is_not_there_is_named() {
    let mut design = echo();
    design.probes[0].instances = vec!["u_other".into()];
    let error = build(&design, &settings()).map(drop).unwrap_err().to_string();
    assert_eq!(error, "module echo has no signal `echo.u_other.weight`");
}

#[test]
fn a_port_that_is_not_there_is_named() {
    let library = build(&echo(), &settings()).unwrap();
    assert_eq!(library.input("sum").unwrap_err().to_string(), "module echo has no input `sum`");
    assert_eq!(library.output("i8").unwrap_err().to_string(), "module echo has no output or probe `i8`");
}

/// A register whose clock is gated by a latch.
const GATED: &str = "
module gated (input wire clk, input wire on, output reg [7:0] count, output wire gate);
  reg open;
  always_latch if (!clk) open = on;
  assign gate = clk & open;
  always @(posedge gate) count <= count + 8'd1;
endmodule
";

#[test]
fn a_gated_clock_rises_with_the_clock() {
    let design = Design {
        top: "gated".into(),
        clock: "clk".into(),
        sources: vec![("gated.sv".into(), GATED.into())],
        ports: vec![Port::input("clk", 1), Port::input("on", 1), Port::output("count", 8), Port::output("gate", 1)],
        probes: vec![],
        flags: vec![],
    };
    let library = build(&design, &Settings { effort: Effort::Quick, ..settings() }).unwrap();
    let (on, count) = (library.input("on").unwrap(), library.output("count").unwrap());
    let mut model = library.model();
    let counts = [1, 1, 0, 1, 0].map(|level| {
        model.set(on, level);
        model.cycle();
        model.get(count)
    });
    assert_eq!(counts, [0, 1, 2, 2, 3]);
}

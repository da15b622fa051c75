// SPDX-License-Identifier: Apache-2.0
//! Generated designs in LiteX systems: the trace that comes back over LiteX's bus, from its memory and from the pins is
//! the golden model's. Needs `gen/tools/packages litex` and `cores`, Icarus Verilog, and the command `tracewright`.

use std::path::Path;
use std::process::Command;
use tracewright_config::Config;
use tracewright_decoder::{decode, Item, Settings};
use tracewright_hart::{Blocks, Hart};
use tracewright_image::Image;
use tracewright_messages::{Block, Ingress};
use tracewright_tests::command::{root, tracewright};
use tracewright_tests::hardware::config;

/// Instructions that are traced: what is sent of them fits in the memories.
const LIMIT: u64 = 3000;

/// Python, in `folder` of `gen/litex`, with the pinned LiteX and `tracewright` on its path.
fn python(folder: &str) -> Command {
    let root = root();
    for package in ["litex", "cores"] {
        assert!(
            root.join(".tools").join(package).is_dir(),
            "there is no .tools/{package}: gen/tools/packages {package}"
        );
    }
    let places = [".tools/litex", ".tools/cores", "gen/litex"].map(|place| root.join(place));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = [root.join(".tools/bin")].into_iter().chain(std::env::split_paths(&path));
    let mut command = Command::new("python3");
    command
        .current_dir(root.join("gen/litex").join(folder))
        .env("PYTHONPATH", std::env::join_paths(places).unwrap())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("TRACEWRIGHT", tracewright());
    command
}

/// Runs it, and returns what it said; it must have succeeded.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command:?}\n{said}");
    said
}

/// What one of the ingress ports shows of a block.
type Field = fn(&Block) -> u64;

/// What a build's ingress port shows in a cycle as one number, its ports from the lowest bit on in the order of the
/// port list.
fn packed(config: &Config, ingress: &Ingress) -> u128 {
    let port = &config.build.ingress;
    let blocks = &ingress.blocks[..port.blocks as usize];
    let fields: [(u32, Field); 4] = [
        (port.itype_width, |block| block.itype.into()),
        (config.build.xlen, |block| block.iaddr),
        (port.iretire_bits(), |block| block.iretire.into()),
        (1, |block| block.ilastsize.into()),
    ];
    let (mut value, mut low) = (0, 0);
    for (width, of) in fields {
        for block in blocks {
            value |= u128::from(of(block)) << low;
            low += width;
        }
    }
    value | u128::from(ingress.halted) << low
}

/// Writes the package of a preset with these changes into `folder`.
fn generate(preset: &str, changes: &[&str], folder: &Path) {
    let mut command = Command::new(tracewright());
    command.args(["generate", "--preset", preset, "-o"]).arg(folder);
    for change in changes {
        command.args(["--set", change]);
    }
    run(&mut command);
}

/// Return stack and repeated history are not used, where they are built.
const PLAIN_RUN: &[&str] = &["run.implicit_return=false", "run.repeated_history=false"];

/// Traces a program on a build in LiteX, into each of these sinks, and compares with the golden model.
fn compare(preset: &str, changes: &[&str], program: &str, sinks: &[&str]) {
    // The example's host leaves teInstSyncMode and teInstFeatures at 0.
    let changes = &[changes, &["run.sync_mode=off"], PLAIN_RUN].concat()[..];
    let config = config(preset, changes);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);

    let image = Image::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("programs/elf").join(program)).unwrap();
    let hart = Hart::new(&image, &Default::default()).unwrap();
    let cycles: Vec<Ingress> = Blocks::new(hart, &config.build.ingress).limit(LIMIT).map(Result::unwrap).collect();
    let stimulus: String = cycles.iter().map(|ingress| format!("{:x}\n", packed(&config, ingress))).collect();
    std::fs::write(path("stimulus"), stimulus).unwrap();
    let mut expected = Vec::new();
    tracewright_model::encode(&config.build, &config.run, cycles, |bytes| expected.extend_from_slice(bytes));
    assert!(expected.len() > 100, "{} bytes", expected.len());

    generate(preset, changes, &path("package"));
    for sink in sinks {
        let mut simulate = python("examples");
        simulate.arg("sim.py").arg(path("package")).args(["--sink", sink, "--stimulus"]).arg(path("stimulus"));
        simulate.arg("--work").arg(path(sink)).arg("-o").arg(path("trace"));
        run(&mut simulate);
        assert_eq!(std::fs::read(path("trace")).unwrap(), expected, "{preset} {changes:?}, {sink}");
    }
}

#[test]
fn a_small_encoder_sends_the_models_trace_over_the_bus_to_memory_and_to_the_pins() {
    let changes = [
        "build.bus.kind=wishbone",
        "build.sink.kind=sram,sba,pib",
        "build.sink.sba_bus=wishbone",
        "build.sink.pib_modes=uart,parallel-4",
        "build.sink.sram_bytes=4096",
    ];
    compare("micro", &changes, "interpreter.rv32.elf", &["sram", "sba", "pib"]);
}

#[test]
fn wide_words_and_a_bus_crossing_bring_the_same_bytes() {
    let changes = [
        "build.bus.kind=wishbone",
        "build.bus.own_clock=true",
        "build.reset=sync",
        "build.sink.kind=sba,pib",
        "build.sink.sba_bus=wishbone",
        "build.sink.sba_width=64",
        "build.sink.pib_modes=uart",
    ];
    compare("rv64", &changes, "quicksort.rv64.elf", &["sba", "pib"]);
}

#[test]
fn two_blocks_a_cycle_are_connected_in_their_order() {
    let changes = ["build.bus.kind=wishbone", "build.ingress.blocks=2", "build.encoder.queue_depth=16"];
    compare("mcu", &changes, "heapsort.rv32.elf", &["sram"]);
}

#[test]
fn litexs_picorv32_is_traced_to_the_instructions_that_it_retires() {
    let changes = ["build.bus.kind=wishbone", "build.ingress.adapter=rvfi", "build.sink.sram_bytes=4096"];
    let config = config("micro", &changes);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    generate("micro", &changes, &path("package"));
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("cores/programs/elf/quicksort.picorv32.elf");
    let mut simulate = python("examples");
    simulate.arg("traced_picorv32.py").arg(path("package")).arg(&program).args(["--cycles", "20000", "--work"]);
    simulate.arg(path("work")).arg("-o").arg(path("trace")).arg("--retired").arg(path("retired"));
    run(&mut simulate);

    let retired = std::fs::read_to_string(path("retired")).unwrap();
    let retired: Vec<u64> = retired.lines().map(|line| u64::from_str_radix(line, 16).unwrap()).collect();
    let image = Image::load(&program).unwrap();
    let mut decoded = Vec::new();
    decode(&std::fs::read(path("trace")).unwrap(), &image, &Settings::from(&config), &mut |item| match item {
        Item::Instruction { pc } => decoded.push(pc),
        Item::Error(error) => panic!("{error}"),
        _ => {}
    });
    // The host stops the trace while the processor runs on.
    assert!(decoded.len() > 1000 && retired.len() - decoded.len() < 5000, "{} of {}", decoded.len(), retired.len());
    assert_eq!(decoded, retired[..decoded.len()]);
}

#[test]
fn what_must_not_be_connected_is_refused() {
    let said = run(python("tests").args(["-m", "unittest", "discover"]));
    assert!(said.contains("OK") && !said.contains("Ran 0 tests"), "{said}");
}

// SPDX-License-Identifier: Apache-2.0
//! A board in Verilator: its own top module, its program, a PicoRV32, and the encoder of its configuration.

use std::path::{Path, PathBuf};
use tracewright_config::{Config, Loader};
use tracewright_image::Image;
use tracewright_tests::hardware::sources;
use tracewright_verilog::VerilogFile;
use verilator_sys::{build, Design, Input, Library, Model, Output, Port, Probe, Settings};

/// Where the core is, which `gen/tools/packages cores` puts there.
const CORE: &str = ".tools/cores/pythondata_cpu_picorv32/verilog/picorv32.v";

/// What Verilator says about the core's Verilog, and about ours because the core has a time scale, is not of interest.
const WAIVERS: &str = "`verilator_config\nlint_off -rule TIMESCALEMOD\nlint_off -file \"*picorv32.v\"\n";

/// What a board is built from.
pub struct Board {
    /// The encoder's configuration.
    pub config: Config,
    /// The program that runs on it.
    pub image: Image,
    library: Library,
}

/// A board that runs, and what its core has retired.
pub struct Running {
    /// The design.
    pub model: Model,
    /// Addresses of the instructions that have retired.
    pub retired: Vec<u64>,
    valid: Output,
    trap: Output,
    pc: Output,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().into()
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Board {
    /// The board `name`, whose top module has these ports, one of them `clock`.
    pub fn new(name: &str, clock: &str, ports: Vec<Port>) -> Board {
        let boards = root().join("rtl/boards");
        let folder = boards.join(name);
        let config = Loader::text(&text(&folder.join(format!("{name}.toml"))), name).unwrap().finish().unwrap();

        let mut all = vec![("waivers.vlt".to_string(), WAIVERS.to_string())];
        all.push(("defines.v".into(), "`define RISCV_FORMAL\n".into()));
        all.push(("picorv32.v".into(), text(&root().join(CORE))));
        // The program is found from wherever the test runs.
        let firmware = format!("\"{}\"", folder.join("firmware.hex").display());
        all.push((format!("{name}.v"), text(&folder.join(format!("{name}.v"))).replace("\"firmware.hex\"", &firmware)));
        for file in ["board_core", "board_ram", "board_reset", "board_uart_rx", "board_uart_tx"] {
            let file = format!("{file}.v");
            all.push((file.clone(), text(&boards.join("common").join(file))));
        }
        let adapter = tracewright_adapters::output(&config.build, "").unwrap();
        all.extend(adapter.iter().flat_map(|adapter| &adapter.files).map(VerilogFile::source));
        all.extend(sources(&config.build));

        let probe = |signal: &str, width| Probe {
            name: signal.into(),
            module: name.into(),
            instances: Vec::new(),
            signal: signal.into(),
            width,
        };
        let probes = vec![probe("rvfi_valid", 1), probe("rvfi_trap", 1), probe("rvfi_pc_rdata", 32)];
        let design = Design { top: name.into(), clock: clock.into(), sources: all, ports, probes, flags: vec![] };
        let library = build(&design, &Settings::quick());
        let image = Image::load(&folder.join("firmware.elf")).unwrap();
        Board { config, image, library: library.unwrap_or_else(|error| panic!("{error}")) }
    }

    /// An input of the top module.
    pub fn input(&self, name: &str) -> Input {
        self.library.input(name).unwrap()
    }

    /// An output of the top module.
    pub fn output(&self, name: &str) -> Output {
        self.library.output(name).unwrap()
    }

    /// Power is switched on.
    pub fn start(&self) -> Running {
        Running {
            model: self.library.model(),
            retired: Vec::new(),
            valid: self.output("rvfi_valid"),
            trap: self.output("rvfi_trap"),
            pc: self.output("rvfi_pc_rdata"),
        }
    }
}

impl Running {
    /// One cycle of the clock.
    pub fn cycle(&mut self) {
        self.model.cycle();
        if self.model.get(self.valid) == 1 {
            assert_eq!(self.model.get(self.trap), 0, "the core stops at {:x}", self.model.get(self.pc));
            self.retired.push(self.model.get(self.pc));
        }
    }
}

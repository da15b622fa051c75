// SPDX-License-Identifier: Apache-2.0
//! A core, the adapter and the encoder in one Verilator model.

use crate::packages::{self, Source};
use std::path::Path;
use tracewright_config::{Build, Config, IngressForm};
use tracewright_tests::hardware::{config, sources};
use verilator_sys::{build, Design, Library, Port, Settings};

/// A core with a retirement port for riscv-formal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// RV32IMC in M- and U-mode, interrupts by the privileged specification.
    Ibex,
    /// RV32IMC, interrupts of its own.
    Picorv32,
    /// RV32I, a bit a cycle, in M-mode with a timer interrupt.
    Serv,
    /// RV32I in microcode, in M-mode with an interrupt.
    Sentinel,
}

/// What every build has, unless a test says otherwise: addresses of interrupts, a trace memory for whole programs, pins
/// in two modes, both trace modes.
const COMMON: [&str; 8] = [
    "build.ingress.adapter=rvfi",
    "build.ingress.interrupt_address=true",
    "build.sink.kind=sram,pib",
    "build.sink.pib_modes=uart,parallel-4",
    "build.sink.sram_bytes=131072",
    "build.encoder.modes=both",
    "build.encoder.repeated_history=true",
    "build.encoder.repeat_branch=true",
];

/// What RVFI shows, and an encoder without registers.
const TANDEM: [&str; 3] =
    ["build.ingress.adapter=rvfi", "build.tandem.registers=false", "build.tandem.classes=instruction,gpr,paddr,store"];

/// Verilog of a core with the encoder that `changes` describe, ready to run.
pub struct Traced {
    /// The core.
    pub core: Core,
    /// The encoder, and how it is used unless a test says otherwise.
    pub config: Config,
    /// The model.
    pub library: Library,
}

impl Core {
    /// The core with an encoder of the preset `mcu` with `changes`; `tamper` may change the Verilog of tests/cores.
    pub fn traced(self, changes: &[&str], tamper: impl Fn(&mut Source)) -> Traced {
        let mut all = COMMON.to_vec();
        if self == Core::Ibex {
            all.push("build.encoder.context=true");
        }
        all.extend(changes);
        let config = config("mcu", &all);
        let (top, core, defines) = match self {
            Core::Ibex => ("traced_ibex", packages::ibex(), "`define SYNTHESIS\n`define RVFI\n"),
            Core::Picorv32 => ("traced_picorv32", packages::picorv32(), "`define RISCV_FORMAL\n"),
            Core::Serv => ("traced_serv", packages::serv(), "`define RISCV_FORMAL\n"),
            Core::Sentinel => ("traced_sentinel", packages::sentinel(), ""),
        };
        let mut all =
            vec![("waivers.vlt".into(), waivers(&core)), ("defines.v".into(), self.defines(defines, &config.build))];
        all.extend(core);
        let ours = ["memory.v", "clock_gate.v", self.file()];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cores");
        for name in ours {
            let mut source = (name.into(), std::fs::read_to_string(folder.join(name)).unwrap());
            tamper(&mut source);
            all.push(source);
        }
        let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gen/package/verilog/rvfi_check.v");
        all.push(("tw_rvfi_check.v".into(), std::fs::read_to_string(check).unwrap()));
        all.extend(adapter(&config.build));
        all.extend(sources(&config.build));
        let design = Design {
            top: top.into(),
            clock: "clk".into(),
            sources: all,
            ports: ports(),
            probes: vec![],
            flags: vec![],
        };
        let library = build(&design, &Settings::tested());
        let library = library.unwrap_or_else(|error| panic!("{error}"));
        Traced { core: self, config, library }
    }

    /// The core with an encoder of tandem-verification trace; `tamper` may change any of the Verilog.
    pub fn in_tandem(self, tamper: impl Fn(&mut Source)) -> Traced {
        let config = config("tandem", &TANDEM);
        let (top, ours, core, defines) = match self {
            Core::Ibex => ("traced_ibex", "traced_ibex.sv", packages::ibex(), "`define SYNTHESIS\n`define RVFI\n"),
            Core::Picorv32 => ("traced_picorv32", "traced_picorv32.v", packages::picorv32(), "`define RISCV_FORMAL\n"),
            Core::Serv | Core::Sentinel => panic!("{} is not verified in tandem", self.name()),
        };
        let mut all = vec![
            ("waivers.vlt".into(), waivers(&core)),
            ("defines.v".into(), format!("{defines}`define TANDEM\n`define TICK {}\n", self.tick())),
        ];
        all.extend(core);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cores");
        for name in ["memory.v", "clock_gate.v", ours] {
            all.push((name.into(), std::fs::read_to_string(folder.join(name)).unwrap()));
        }
        all.extend(
            tracewright_rtl_tandem::adapter_verilog(&config.build, "").unwrap().iter().map(|file| file.source()),
        );
        all.extend(tracewright_rtl_tandem::verilog(&config.build, "").unwrap().files.iter().map(|file| file.source()));
        all.iter_mut().for_each(tamper);
        let mut ports = ports();
        ports.extend([Port::output("trace_valid", 1), Port::output("trace_data", 8)]);
        ports.extend([Port::input("fault_pc", 32), Port::input("fault", 4)]);
        let design =
            Design { top: top.into(), clock: "clk".into(), sources: all, ports, probes: vec![], flags: vec![] };
        let library = build(&design, &Settings::tested());
        let library = library.unwrap_or_else(|error| panic!("{error}"));
        Traced { core: self, config, library }
    }

    fn defines(self, defines: &str, build: &Build) -> String {
        let ingress = &build.ingress;
        let iretire = match ingress.form {
            IngressForm::Block => ingress.iretire_width,
            IngressForm::Single => 1,
        };
        let defines =
            if ingress.interrupt_address { format!("{defines}`define INTERRUPT_ADDRESS\n") } else { defines.into() };
        format!(
            "{defines}`define TICK {}\n`define ITYPE_WIDTH {}\n`define IRETIRE_WIDTH {iretire}\n",
            self.tick(),
            ingress.itype_width
        )
    }

    /// The file with the core and what is around it.
    fn file(self) -> &'static str {
        match self {
            Core::Ibex => "traced_ibex.sv",
            Core::Picorv32 => "traced_picorv32.v",
            Core::Serv => "traced_serv.v",
            Core::Sentinel => "traced_sentinel.v",
        }
    }

    /// Clock cycles of a tick of the timer: what interrupts by it has some hundred instructions between.
    fn tick(self) -> u32 {
        match self {
            Core::Ibex => 4,
            Core::Picorv32 => 1,
            Core::Serv => 64,
            Core::Sentinel => 16,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Core::Ibex => "Ibex",
            Core::Picorv32 => "PicoRV32",
            Core::Serv => "SERV",
            Core::Sentinel => "Sentinel",
        }
    }

    /// What the names of its programs end in.
    pub fn programs(self) -> &'static str {
        match self {
            Core::Ibex => "rv32imc",
            Core::Picorv32 => "picorv32",
            Core::Serv => "rv32i",
            Core::Sentinel => "sentinel",
        }
    }
}

fn adapter(build: &Build) -> impl Iterator<Item = Source> {
    let adapter = tracewright_adapters::output(build, "").unwrap();
    adapter.into_iter().flat_map(|adapter| adapter.files).map(|file| file.source())
}

/// What Verilator would say of the cores is not for us to mend.
fn waivers(core: &[Source]) -> String {
    let line =
        |(name, _): &Source| format!("lint_off -file \"*/{name}\"\nlint_off -rule UNOPTFLAT -file \"*/{name}\"\n");
    format!("`verilator_config\n{}", core.iter().map(line).collect::<String>())
}

fn ports() -> Vec<Port> {
    let inputs = [
        ("clk", 1),
        ("rst_n", 1),
        ("hart_rst_n", 1),
        ("load", 1),
        ("load_addr", 32),
        ("load_data", 32),
        ("tohost", 32),
        ("paddr", 12),
        ("psel", 1),
        ("penable", 1),
        ("pwrite", 1),
        ("pwdata", 32),
        ("pstrb", 4),
        ("pib_clk", 1),
        ("pib_rst_n", 1),
    ];
    let outputs = [
        ("ended", 1),
        ("ending", 32),
        ("pready", 1),
        ("prdata", 32),
        ("pslverr", 1),
        ("tref", 1),
        ("tdata", 4),
        ("stall", 1),
        ("rvfi_valid", 1),
        ("rvfi_insn", 32),
        ("rvfi_trap", 1),
        ("rvfi_intr", 1),
        ("rvfi_mode", 2),
        ("rvfi_pc_rdata", 32),
        ("rvfi_pc_wdata", 32),
        ("return_mode", 2),
        ("overflow", 1),
        ("violated", 1),
    ];
    let inputs = inputs.iter().map(|(name, width)| Port::input(name, *width));
    inputs.chain(outputs.iter().map(|(name, width)| Port::output(name, *width))).collect()
}

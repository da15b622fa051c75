// SPDX-License-Identifier: Apache-2.0
//! The Verilog of the cores themselves, from the packages in `.tools/cores`.

use std::path::{Path, PathBuf};

/// Name and text of a file.
pub type Source = (String, String);

/// Packages of Ibex in the order in which they need each other.
const IBEX_PACKAGES: [&str; 8] = [
    "dv/uvm/core_ibex/common/prim/prim_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_util_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_ram_1p_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_secded_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_mubi_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_count_pkg.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_cipher_pkg.sv",
    "rtl/ibex_pkg.sv",
];

/// What it needs of lowRISC's primitives in the configuration that is traced.
const IBEX_PRIMITIVES: [&str; 5] = [
    "dv/uvm/core_ibex/common/prim/prim_buf.sv",
    "dv/uvm/core_ibex/common/prim/prim_clock_gating.sv",
    "vendor/lowrisc_ip/ip/prim_generic/rtl/prim_generic_buf.sv",
    "vendor/lowrisc_ip/ip/prim_generic/rtl/prim_generic_clock_gating.sv",
    "vendor/lowrisc_ip/ip/prim/rtl/prim_onehot_check.sv",
];

/// Where it includes files from.
const IBEX_INCLUDED: [&str; 2] = ["vendor/lowrisc_ip/ip/prim/rtl", "vendor/lowrisc_ip/dv/sv/dv_utils"];

/// Modules for simulation alone.
const IBEX_TRACERS: [&str; 3] = ["ibex_tracer.sv", "ibex_tracer_pkg.sv", "ibex_top_tracing.sv"];

/// Ibex.
pub fn ibex() -> Vec<Source> {
    let folder = package("pythondata_cpu_ibex/system_verilog");
    let included = IBEX_INCLUDED.map(|part| folder.join(part));
    let mut modules: Vec<PathBuf> = std::fs::read_dir(folder.join("rtl"))
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sv"))
        .filter(|path| !IBEX_TRACERS.contains(&name(path).as_str()))
        .collect();
    modules.sort();
    let first = IBEX_PACKAGES.iter().chain(&IBEX_PRIMITIVES).map(|part| folder.join(part)).collect::<Vec<_>>();
    modules.retain(|path| !first.contains(path));
    first.iter().chain(&modules).map(|path| (name(path), text(path, &included))).collect()
}

/// PicoRV32.
pub fn picorv32() -> Vec<Source> {
    let path = package("pythondata_cpu_picorv32/verilog").join("picorv32.v");
    vec![(name(&path), text(&path, &[]))]
}

/// What writes a CSR in SERV: the address at which the last two bits are written.
const SERV_ADDRESS: &str = "wire [$clog2(32+csr_regs)-1:0] wreg  = wtrig1 ? i_wreg1 : i_wreg0;";

/// The same, of the cycle that the bits are of.
const SERV_ADDRESS_KEPT: &str = "reg [$clog2(32+csr_regs)-1:0] wreg1_r;
   always @(posedge i_clk) wreg1_r <= i_wreg1;
   wire [$clog2(32+csr_regs)-1:0] wreg = wtrig1 ? wreg1_r : i_wreg0;";

/// SERV, with an interrupt that saves all bits of its address (docs/cores.md).
pub fn serv() -> Vec<Source> {
    let mut files = serv_as_it_is();
    let file = files.iter_mut().find(|(name, _)| name == "serv_rf_ram_if.v").unwrap();
    assert_eq!(file.1.matches(SERV_ADDRESS).count(), 1);
    file.1 = file.1.replace(SERV_ADDRESS, SERV_ADDRESS_KEPT);
    files
}

/// SERV.
fn serv_as_it_is() -> Vec<Source> {
    let folder = package("pythondata_cpu_serv/verilog/rtl");
    let parts =
        ["rf_top", "rf_ram_if", "rf_ram", "top", "state", "decode", "immdec", "bufreg", "bufreg2", "ctrl", "alu"];
    let more = ["rf_if", "mem_if", "csr", "aligner", "compdec"];
    let paths = parts.iter().chain(&more).map(|part| folder.join(format!("serv_{part}.v")));
    paths.map(|path| (name(&path), text(&path, &[]))).collect()
}

/// Where Sentinel is, once it is made.
pub fn sentinel_file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools/sentinel/sentinel.v")
}

/// Exceptions of Sentinel, from the one of the decoder on: the causes of them leave bit 31 of mcause as it was.
const SENTINEL_CAUSES: [&str; 4] = ["src__decode[31:1]", "31'h00000006", "31'h00000004", "31'h00000000"];

/// Sentinel, whose exceptions are no interrupts after one (docs/cores.md).
pub fn sentinel() -> Vec<Source> {
    let (name, mut text) = sentinel_as_it_is();
    let begin = text.find("module \\sentinel.cpu.exception_router").unwrap();
    let mut module = text.split_off(begin);
    for cause in SENTINEL_CAUSES {
        let part = format!(" [30:0] = {cause};");
        assert_eq!(module.matches(&part).count(), 1, "{cause}");
        module = module.replace(&part, &format!(" = {{1'b0, {cause}}};"));
    }
    vec![(name, text + &module)]
}

/// Sentinel.
fn sentinel_as_it_is() -> Source {
    let path = sentinel_file();
    (name(&path), text(&path, &[]))
}

fn package(part: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.tools/cores").join(part);
    assert!(folder.is_dir(), "{} is not there: run `make tools`", folder.display());
    folder
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

/// A file with what it includes in its place.
fn text(path: &Path, included: &[PathBuf]) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut whole = String::with_capacity(text.len());
    for line in text.lines() {
        let file = line.trim().strip_prefix("`include \"").and_then(|rest| rest.split('"').next());
        match file.and_then(|file| included.iter().map(|folder| folder.join(file)).find(|path| path.is_file())) {
            Some(path) => whole += &self::text(&path, included),
            None => whole += line,
        }
        whole.push('\n');
    }
    whole
}

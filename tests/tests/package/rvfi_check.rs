// SPDX-License-Identifier: Apache-2.0
//! `tw_rvfi_check` names the first violation of what `tw_rvfi` relies on, and nothing else.

use crate::folder::{generated, said, tool};
use std::path::Path;
use std::process::Command;

/// A retirement: insn, trap, intr, pc_rdata, pc_wdata.
type Row = (u32, u8, u8, u32, u32);

const NOP: u32 = 0x0000_0013;
const C_NOP: u32 = 0x0001;
const LW: u32 = 0x0000_2083;
const BEQ_8: u32 = 0x0000_0463;
const JAL_16: u32 = 0x0100_006F;
const RET: u32 = 0x0000_8067;
const MRET: u32 = 0x3020_0073;
const SUB: u32 = 0x4020_8033;
const SRAI: u32 = 0x4010_D093;
const ECALL: u32 = 0x0000_0073;
const C_J_4: u32 = 0xA011;
const C_BEQZ_4: u32 = 0xC011;

/// What a core does that keeps to the rules.
const KEPT: [Row; 15] = [
    (NOP, 0, 0, 0x100, 0x104),
    (C_NOP, 0, 0, 0x104, 0x106),
    (BEQ_8, 0, 0, 0x106, 0x10E),
    (BEQ_8, 0, 0, 0x10E, 0x112),
    (JAL_16, 0, 0, 0x112, 0x122),
    (C_J_4, 0, 0, 0x122, 0x126),
    (C_BEQZ_4, 0, 0, 0x126, 0x12A),
    (RET, 0, 0, 0x12A, 0x200),
    (LW, 1, 0, 0x200, 0x400),
    (NOP, 0, 1, 0x400, 0x404),
    // The core does not know where it returns to.
    (MRET, 0, 0, 0x404, 0x408),
    (NOP, 0, 0, 0x204, 0x208),
    // An interrupt.
    (NOP, 0, 1, 0x400, 0x404),
    (ECALL, 1, 0, 0x404, 0x400),
    (NOP, 0, 1, 0x400, 0x404),
];

/// Interrupts as SERV shows them.
const AS_SERV: [Row; 3] = [(NOP, 0, 0, 0x100, 0x104), (NOP, 1, 0, 0x104, 0x400), (LW, 0, 0, 0x400, 0x404)];
/// Interrupts as Sentinel shows them: also what a fetch that failed can look like.
const AS_SENTINEL: [Row; 3] = [(NOP, 0, 0, 0x100, 0x104), (NOP, 1, 0, 0x104, 0x400), (LW, 0, 1, 0x400, 0x404)];

/// Exceptions of instructions that a core may not have, or that can have one.
const EXCEPTIONS: [u32; 8] = [
    0x0220_8033, // mul
    0x4020_F033, // andn
    0x6020_9093, // ctz
    0x0000_003B, // addw: not in RV32, and in RV64 beyond what is taken for known
    0x0010_A463, // a branch that there is not
    BEQ_8,       // from where it is in the test, to an address that is no multiple of 4
    C_NOP,
    0x0000_0000,
];

/// Each has what a core showed, and the rule, the number of the retirement and some words that are printed.
const BROKEN: [(&str, &[Row], &str, u32, &str); 14] = [
    ("SERV: an interrupt is rvfi_trap of an instruction that did not run", &AS_SERV, "4", 2, "was it an interrupt?"),
    ("Sentinel: the same, and rvfi_intr after it", &AS_SENTINEL, "4", 2, "was it an interrupt?"),
    ("Sentinel: the same of a branch", &[(BEQ_8, 1, 0, 0x100, 0x400)], "4", 1, "was it an interrupt?"),
    ("Sentinel: the same of a jump", &[(JAL_16, 1, 0, 0x100, 0x400)], "4", 1, "was it an interrupt?"),
    ("Sentinel: the same of a subtraction", &[(SUB, 1, 0, 0x100, 0x400)], "4", 1, "was it an interrupt?"),
    ("Sentinel: the same of a shift", &[(SRAI, 1, 0, 0x100, 0x400)], "4", 1, "was it an interrupt?"),
    (
        "SERV: the word of the bus at an odd half-word",
        &[(C_NOP, 0, 0, 0x100, 0x102), (0x0001_0113, 0, 0, 0x102, 0x104)],
        "3",
        2,
        "is it as in memory?",
    ),
    ("an expanded instruction", &[(NOP, 0, 0, 0x100, 0x102)], "3", 1, "is it as in memory?"),
    (
        "Hazard3: an interrupt without rvfi_intr",
        &[(NOP, 0, 0, 0x100, 0x104), (JAL_16, 0, 0, 0x400, 0x410)],
        "1",
        2,
        "an interrupt, or a fetch that failed",
    ),
    ("Hazard3: pc_wdata is the handler", &[(NOP, 0, 0, 0x100, 0x400)], "2", 1, "does it show an interrupt?"),
    ("Hazard3: pc_wdata of a jump is the handler", &[(JAL_16, 0, 0, 0x100, 0x400)], "2", 1, "is not its target"),
    (
        "Hazard3: a predicted branch",
        &[(BEQ_8, 0, 0, 0x100, 0x104), (NOP, 0, 0, 0x108, 0x10C)],
        "2",
        2,
        "is the address after it",
    ),
    (
        "Hazard3: no row for a fetch that failed",
        &[(RET, 0, 0, 0x100, 0x9000), (NOP, 0, 0, 0x400, 0x404)],
        "1",
        2,
        "a fetch that failed",
    ),
    ("a branch that leads nowhere", &[(BEQ_8, 0, 0, 0x100, 0x110)], "2", 1, "not its target and not"),
];

/// What the checker prints of these rows, in groups of `nret` a cycle.
fn check(folder: &Path, rows: &[Row], xlen: u32, nret: usize) -> String {
    check_with(folder, rows, xlen, nret, 0)
}

/// The same, with this value of FETCH_FAULTS.
fn check_with(folder: &Path, rows: &[Row], xlen: u32, nret: usize, fetch_faults: u32) -> String {
    let mut bench = format!(
        "module bench;\n  reg clk = 0, rst_n = 0;\n  reg [{n}-1:0] valid = 0, trap = 0, intr = 0;\n  \
         reg [32*{n}-1:0] insn = 0;\n  reg [{xlen}*{n}-1:0] pc = 0, next = 0;\n  wire violated;\n  \
         tw_rvfi_check #(.XLEN({xlen}), .NRET({n}), .FETCH_FAULTS({fetch_faults})) dut (.clk(clk), .rst_n(rst_n), .rvfi_valid(valid), .rvfi_insn(insn),\n  \
         .rvfi_trap(trap), .rvfi_halt({n}'d0), .rvfi_intr(intr), .rvfi_mode({{{n}{{2'd3}}}}), .rvfi_pc_rdata(pc),\n  \
         .rvfi_pc_wdata(next), .debug_mode({n}'d0), .violated(violated));\n  always #5 clk = ~clk;\n  initial begin\n  \
         repeat (2) @(negedge clk);\n  rst_n = 1;\n",
        n = nret
    );
    for group in rows.chunks(nret) {
        bench += "  valid = 0;\n";
        for (place, (insn, trap, intr, pc, next)) in group.iter().enumerate() {
            // Addresses of 64 bits are at the top of the space.
            let high = if xlen == 64 { 0xFFFF_FFFF_0000_0000u64 } else { 0 };
            let [pc, next] = [pc, next].map(|address| high | u64::from(*address));
            bench += &format!(
                "  valid[{place}] = 1; insn[{place}*32 +: 32] = 32'h{insn:x}; trap[{place}] = {trap}; intr[{place}] = {intr};\n  \
                 pc[{place}*{xlen} +: {xlen}] = {xlen}'h{pc:x}; next[{place}*{xlen} +: {xlen}] = {xlen}'h{next:x};\n"
            );
        }
        bench += "  @(negedge clk);\n";
    }
    bench += "  valid = 0;\n  @(negedge clk) $display(\"violated %b\", violated);\n  $finish(0);\n  end\nendmodule\n";
    let file = folder.join("streams.v");
    std::fs::write(&file, bench).unwrap();
    let mut compile = Command::new("iverilog");
    compile.current_dir(folder).args(["-g2005", "-Wall", "-s", "bench", "-o", "streams.vvp", "streams.v"]);
    let warnings = said(compile.arg("bench/tw_rvfi_check.v"));
    assert!(!warnings.contains("tw_rvfi_check.v"), "{warnings}");
    said(Command::new("vvp").current_dir(folder).args(["-n", "streams.vvp"]))
}

#[test]
fn the_first_violation_is_named_and_nothing_else() {
    for (xlen, preset) in [(32, "mcu"), (64, "rv64")] {
        let package = generated(preset, &["ingress.adapter=rvfi"]);
        let folder = package.path();
        for nret in [1, 2, 4] {
            assert_eq!(check(folder, &KEPT, xlen, nret).lines().next(), Some("violated 0"));
            for insn in EXCEPTIONS {
                let rows = [(C_J_4, 0, 0, 0x102, 0x106), (insn, 1, 0, 0x106, 0x400), (NOP, 0, 1, 0x400, 0x404)];
                assert_eq!(check(folder, &rows, xlen, nret).lines().next(), Some("violated 0"), "{insn:08x}");
            }
            assert_eq!(check_with(folder, &AS_SENTINEL, xlen, nret, 1).lines().next(), Some("violated 0"));
            let said = check_with(folder, &AS_SERV, xlen, nret, 1);
            assert!(said.contains("rule 4") && said.contains("  retirement 3: "), "{said}");
            for (name, rows, rule, number, words) in BROKEN {
                let said = check(folder, rows, xlen, nret);
                let first = said.lines().next().unwrap_or_default();
                assert!(first.starts_with(&format!("tw_rvfi_check: rule {rule}: ")), "{name}: {said}");
                assert!(first.contains(words), "{name}: {said}");
                let last = said.lines().rev().nth(1).unwrap_or_default();
                assert!(last.starts_with(&format!("  retirement {number}: ")), "{name}: {said}");
                assert!(said.ends_with("violated 1\n"), "{name}: {said}");
            }
        }
    }
}

#[test]
fn verilator_has_nothing_to_say_to_it() {
    let package = generated("mcu", &["ingress.adapter=rvfi"]);
    let mut lint = tool("verilator", package.path());
    assert_eq!(said(lint.args(["--lint-only", "-Wall", "--quiet-stats", "bench/tw_rvfi_check.v"])), "");
}

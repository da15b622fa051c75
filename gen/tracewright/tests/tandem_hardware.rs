// SPDX-License-Identifier: Apache-2.0
//! The encoder of tandem-verification trace in hardware, as the command's user meets it.

mod scratch;
mod verilator;

use std::path::Path;
use std::process::{Command, Output};

fn tracewright(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tracewright")).args(arguments).current_dir(folder).output().unwrap()
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_hardware_s_trace_of_a_program_verifies() {
    let folder = scratch::folder();
    let elf = format!("{}/../../tests/programs/elf/timer.rv32.elf", env!("CARGO_MANIFEST_DIR"));
    let cosim = ["cosim", "--preset", "tandem", "--elf", &elf, "--limit", "5000", "-o", "t"];
    let output = tracewright(folder.path(), &cosim);
    assert!(output.status.success(), "{}", said(&output.stderr));
    let report = said(&output.stdout);
    assert!(report.starts_with("instructions                5 000\n"), "{report}");
    assert!(report.ends_with("hardware and model agree in every byte\n"), "{report}");
    let verified = tracewright(folder.path(), &["tandem", "verify", "--elf", &elf, "t"]);
    let report = said(&verified.stdout);
    assert!(report.contains("instructions            5 000\nmismatches                  0\n"), "{report}");
}

#[test]
fn the_sram_has_the_trace_of_a_program() {
    let folder = scratch::folder();
    let elf = format!("{}/../../tests/programs/elf/timer.rv32.elf", env!("CARGO_MANIFEST_DIR"));
    let cosim = |size: &str, limit: &str| {
        let set = ["cosim", "--preset", "tandem", "--set", "run.sink=sram", "--set", size];
        tracewright(folder.path(), &[&set[..], &["--elf", &elf, "--limit", limit, "-o", "t"]].concat())
    };
    let output = cosim("sram_bytes=65536", "3000");
    assert!(output.status.success(), "{}", said(&output.stderr));
    let verified = tracewright(folder.path(), &["tandem", "verify", "--elf", &elf, "t"]);
    let report = said(&verified.stdout);
    assert!(report.contains("instructions            3 000\nmismatches                  0\n"), "{report}");
    // Of more than it holds it has the newest part.
    let output = cosim("sram_bytes=8192", "3000");
    assert!(output.status.success(), "{}", said(&output.stderr));
    assert_eq!(std::fs::metadata(folder.path().join("t")).unwrap().len(), 8192);
}

#[test]
fn the_package_has_registers_and_sinks() {
    let folder = scratch::folder();
    let output = tracewright(folder.path(), &["generate", "--preset", "tandem", "-o", "package"]);
    assert!(output.status.success(), "{}", said(&output.stderr));
    let package = folder.path().join("package");
    let list = std::fs::read_to_string(package.join("rtl/tracewright.f")).unwrap();
    assert!(list.contains("\ntw_tandem_top.v\n") && list.contains("\ntw_tandem_sinks.v\n"), "{list}");
    let header = std::fs::read_to_string(package.join("registers/tracewright_registers.h")).unwrap();
    assert!(header.contains("TW_TV_CONTROL_TV_ENABLE"), "{header}");
    let complaints = verilator::complaints(&package);
    assert_eq!(complaints, "");
}

#[test]
fn the_traces_of_several_harts_are_told_apart() {
    let folder = scratch::folder();
    let elf = |name: &str| format!("{}/../../tests/programs/elf/{name}.elf", env!("CARGO_MANIFEST_DIR"));
    let elves = [elf("timer.rv32"), elf("usermode.rv32")];
    let harts = ["--preset", "tandem", "--set", "system.harts=2", "--set", "tandem.hart_id=6"];
    let programs = ["--elf", &elves[0], "--elf", &elves[1], "--limit", "2000", "-o", "t"];
    let output = tracewright(folder.path(), &[&["cosim"], &harts[..], &programs].concat());
    assert!(output.status.success(), "{}", said(&output.stderr));
    assert!(said(&output.stdout).starts_with("instructions                4 000\n"), "{}", said(&output.stdout));
    for (elf, hart) in elves.iter().zip(["6", "7"]) {
        let verified = tracewright(folder.path(), &["tandem", "verify", "--elf", elf, "--hart", hart, "t"]);
        let report = said(&verified.stdout);
        assert!(report.contains("instructions            2 000\nmismatches                  0\n"), "{report}");
        let decoded = tracewright(folder.path(), &["tandem", "decode", "--xlen", "32", "--hart", hart, "t"]);
        let text = said(&decoded.stdout);
        assert!(decoded.status.success() && text.contains("hart reset") && !text.contains("mhartid"), "{text}");
    }
    let unchosen = tracewright(folder.path(), &["tandem", "verify", "--elf", &elves[0], "t"]);
    assert_eq!(unchosen.status.code(), Some(2));
    let message = said(&unchosen.stderr);
    assert!(message.contains("as of the hart with mhartid 6") && message.contains("--hart 6"), "{message}");
    // No hart is 8.
    for command in [&["verify", "--elf", &elves[0]][..], &["decode", "--xlen", "32"]] {
        let absent = tracewright(folder.path(), &[&["tandem"], command, &["--hart", "8", "t"]].concat());
        assert_eq!(absent.status.code(), Some(2));
        let message = "error: t: nothing is of the hart with mhartid 8\nhint: the trace is of 6, 7\n";
        assert!(said(&absent.stderr).ends_with(message), "{}", said(&absent.stderr));
    }
    // The other program is not what this hart executed.
    let wrong = tracewright(folder.path(), &["tandem", "verify", "--elf", &elves[1], "--hart", "6", "t"]);
    assert_eq!(wrong.status.code(), Some(1));
    // The model alone encodes one of several, too.
    let encode = ["tandem", "encode", "--elf", &elves[0], "--limit", "500", "--hart", "9", "-o", "m"];
    assert!(tracewright(folder.path(), &encode).status.success());
    let verified = tracewright(folder.path(), &["tandem", "verify", "--elf", &elves[0], "--hart", "9", "m"]);
    assert!(said(&verified.stdout).contains("instructions              500\nmismatches                  0\n"));
}

#[test]
fn the_package_of_several_harts_is_clean() {
    let folder = scratch::folder();
    for packer in ["1", "4"] {
        let package = folder.path().join(packer);
        let packer = format!("tandem.packer_bytes={packer}");
        let set =
            ["generate", "--preset", "tandem", "--set", "system.harts=3", "--set", "system.funnel_inputs=2", "--set"];
        let output = tracewright(folder.path(), &[&set[..], &[&packer, "-o", package.to_str().unwrap()]].concat());
        assert!(output.status.success(), "{}", said(&output.stderr));
        let guide = std::fs::read_to_string(package.join("INTEGRATION.md")).unwrap();
        assert!(guide.contains("of 3 RV32 harts") && guide.contains("mhartid, 0 to 2"), "{guide}");
        assert_eq!(verilator::complaints(&package), "");
    }
}

#[test]
fn the_package_has_the_encoder_alone() {
    let folder = scratch::folder();
    let alone = ["--set", "tandem.registers=false"];
    let output =
        tracewright(folder.path(), &[&["generate", "--preset", "tandem", "-o", "package"][..], &alone].concat());
    assert!(output.status.success(), "{}", said(&output.stderr));
    let package = folder.path().join("package");
    let list = std::fs::read_to_string(package.join("rtl/tracewright.f")).unwrap();
    assert!(list.contains("\ntw_tandem.v\n") && !list.contains("tw_top"), "{list}");
    assert!(package.join("constraints/tw_tandem.sdc").is_file());
    assert!(!package.join("registers").exists());
}

#[test]
fn what_needs_an_n_trace_encoder_is_refused() {
    let folder = scratch::folder();
    for arguments in [
        &["info", "--preset", "tandem", "--diagram", "d.svg"][..],
        &["encode", "--preset", "tandem", "--elf", "x.elf", "-o", "t"],
    ] {
        let output = tracewright(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let problem = said(&output.stderr);
        assert!(problem.contains("build.encoder.built is false: there is no N-Trace encoder"), "{problem}");
    }
}

#[test]
fn csrs_that_the_port_can_not_show_are_refused() {
    let folder = scratch::folder();
    let elf = format!("{}/../../tests/programs/elf/traps.rv32.elf", env!("CARGO_MANIFEST_DIR"));
    let cosim = ["cosim", "--preset", "tandem", "--set", "build.tandem.csrs=3", "--elf", &elf, "--limit", "3000"];
    let output = tracewright(folder.path(), &cosim);
    assert_eq!(output.status.code(), Some(2));
    let problem = said(&output.stderr);
    assert!(problem.contains("changes 4 CSRs, and the port shows 3 (build.tandem.csrs)"), "{problem}");
}

// SPDX-License-Identifier: Apache-2.0
//! What is read is never written.

use super::{below, program, run, text};
use std::os::unix::fs::symlink;
use std::path::Path;

/// A folder with an input of each kind, and links to them.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::copy(program("crc32.rv32"), at("a.elf")).unwrap();
    std::fs::write(at("a.toml"), "[build]\nxlen = 32\n").unwrap();
    std::fs::write(at("a.log"), "core   0: 0x0000000080000000 (0x00000013) nop\n").unwrap();
    std::fs::write(at("a.trace"), [0xFF; 9]).unwrap();
    std::fs::write(at("a.trace.partial"), [0xFF; 9]).unwrap();
    std::fs::write(at("list.toml"), "fmax_percent = 1.0\n").unwrap();
    std::fs::write(at("wave.vcd"), "").unwrap();
    std::fs::create_dir(at("out")).unwrap();
    std::fs::write(at("out/trace.bin"), "").unwrap();
    for kind in ["elf", "toml", "log", "trace"] {
        symlink(format!("a.{kind}"), at(&format!("link.{kind}"))).unwrap();
        std::fs::hard_link(at(&format!("a.{kind}")), at(&format!("hard.{kind}"))).unwrap();
    }
    folder
}

fn contents(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    below(folder).into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap_or_default())).collect()
}

#[test]
fn no_output_is_an_input_or_another_output() {
    let folder = folder();
    let before = contents(folder.path());
    let absolute = folder.path().join("a.elf");
    let absolute = absolute.to_str().unwrap();
    let same = |line: &str, expected: &str| {
        let arguments: Vec<&str> = line.split_whitespace().collect();
        let output = run(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{line}");
        let said = text(&output.stderr);
        assert_eq!(said, format!("error: {expected}\nhint: name another file\n"), "{line}");
        assert!(contents(folder.path()) == before, "{line}");
    };
    for name in ["a.elf", "./a.elf", "out/../a.elf", "link.elf", "hard.elf", absolute] {
        same(
            &format!("encode --preset mcu --elf a.elf -o {name}"),
            &format!("-o would write {name}, which --elf reads"),
        );
    }
    same("encode --config a.toml --elf a.elf -o hard.toml", "-o would write hard.toml, which --config reads");
    same(
        "encode --preset mcu --elf a.elf --retired a.log -o link.log",
        "-o would write link.log, which --retired reads",
    );
    same("cosim --preset mcu --elf a.elf -o a.elf", "-o would write a.elf, which --elf reads");
    same(
        "cosim --preset soc --elf a.elf --elf wave.vcd --wave wave.vcd",
        "--wave would write wave.vcd, which --elf reads",
    );
    same("cosim --preset mcu --elf a.elf -o s --wave ./s", "-o and --wave would both write ./s");
    same("cosim --preset mcu --elf a.elf --retired a.log -o a.log", "-o would write a.log, which --retired reads");
    same("decode --preset mcu --elf a.elf a.trace -o a.trace", "-o would write a.trace, which TRACE reads");
    same(
        "decode --preset mcu --elf a.elf a.trace.partial -o a.trace",
        "-o would write a.trace.partial, which TRACE reads",
    );
    same(
        "decode --preset mcu --elf a.elf --pib uart a.trace --pib-bytes link.trace",
        "--pib-bytes would write link.trace, which TRACE reads",
    );
    same(
        "decode --preset mcu --elf a.elf --pib uart a.trace --pib-bytes - -o -",
        "-o and --pib-bytes would both write -",
    );
    same("synth --config a.toml --target ecp5 --chart a.toml", "--chart would write a.toml, which --config reads");
    same("synth --figures list.toml --page list.toml --write", "--page would write list.toml, which --figures reads");
    same("info --config a.toml --diagram a.toml", "--diagram would write a.toml, which --config reads");
    same("registers --config a.toml -o link.toml", "-o would write link.toml, which --config reads");
    same("demo --preset mcu --elf out/trace.bin -o out", "-o would write out/trace.bin, which --elf reads");
}

#[test]
fn generate_does_not_write_its_own_configuration() {
    let folder = tempfile::tempdir().unwrap();
    super::done(folder.path(), &["generate", "--preset", "micro", "-o", "out"]);
    let before = contents(folder.path());
    let output =
        run(folder.path(), &["generate", "--config", "out/configuration.toml", "--set", "hist_width=16", "-o", "out"]);
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.starts_with("error: -o would write out/configuration.toml, which --config reads\n"), "{said}");
    assert!(contents(folder.path()) == before);
}

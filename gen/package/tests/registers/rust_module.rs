// SPDX-License-Identifier: Apache-2.0
//! The Rust module against the Rust compiler.

use crate::cases::{cases, origin, Case};
use crate::row::described;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use tracewright_package::registers::{snake_case, Output};

/// Paths of constants in the module and what they must be.
fn constants(case: &Case) -> Vec<(String, u64)> {
    let mut all = Vec::new();
    for row in described(case) {
        let (register, field) = row.name.split_once('.').unwrap();
        let register = snake_case(register);
        let field = format!("{register}::{}", snake_case(field));
        all.push((format!("{register}::OFFSET"), row.offset));
        all.push((format!("{field}::SHIFT"), row.lsb));
        all.push((format!("{field}::WIDTH"), row.width));
        all.push((format!("{field}::MASK"), ((1 << row.width) - 1) << row.lsb));
        all.push((format!("{field}::RESET"), row.reset));
        all.extend(row.values.iter().map(|(name, value)| (format!("{field}::{name}"), *value)));
    }
    let map = case.map();
    for register in &map.registers {
        let name = snake_case(register.name);
        all.push((format!("{name}::RESET"), register.reset.into()));
        all.push((format!("{name}::RESERVED"), register.reserved().into()));
    }
    all
}

/// Compiles a library without the standard library in `folder`; an error is what the compiler says.
pub fn compiled(folder: &Path, source: &str) -> Result<(), String> {
    std::fs::write(folder.join("lib.rs"), source).unwrap();
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let flags = ["--edition", "2021", "--crate-type", "lib", "--emit", "metadata", "lib.rs"];
    let output = Command::new(&compiler).args(flags).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("no Rust compiler `{compiler}`: {error}"));
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// A library with the module in it, and an assertion for each constant.
pub fn library(constants: &[(String, u64)]) -> String {
    let mut source = String::from("//! Every constant.\n#![no_std]\n#![deny(warnings, missing_docs)]\n");
    source.push_str("#[path = \"registers.rs\"]\npub mod registers;\n");
    for (path, value) in constants {
        let _ = writeln!(source, "const _: () = assert!(registers::{path} as u64 == {value});");
    }
    source
}

#[test]
fn the_compiled_rust_module_is_the_description() {
    for case in cases() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("registers.rs"), Output::RustModule.render(&case.map(), &origin())).unwrap();
        compiled(folder.path(), &library(&constants(&case))).unwrap_or_else(|error| panic!("{}: {error}", case.name));
    }
}

#[test]
fn the_compiler_refuses_a_constant_that_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let case = &cases()[0];
    std::fs::write(folder.path().join("registers.rs"), Output::RustModule.render(&case.map(), &origin())).unwrap();
    let error = compiled(folder.path(), &library(&[("te_control::OFFSET".into(), 4)])).unwrap_err();
    assert!(error.contains("te_control::OFFSET as u64 == 4"), "{error}");
}

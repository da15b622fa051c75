// SPDX-License-Identifier: Apache-2.0
//! The C header against the C compiler.

use crate::cases::{cases, origin, Case};
use crate::row::described;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use tracewright_package::registers::{screaming_case, Output};

/// Names of constants and what they must be.
fn constants(case: &Case) -> Vec<(String, u64)> {
    let mut all = Vec::new();
    for row in described(case) {
        let (register, field) = row.name.split_once('.').unwrap();
        let register = format!("TW_{}", screaming_case(register));
        let field = format!("{register}_{}", screaming_case(field));
        all.push((format!("{register}_OFFSET"), row.offset));
        all.push((format!("{field}_SHIFT"), row.lsb));
        all.push((format!("{field}_WIDTH"), row.width));
        all.push((format!("{field}_MASK"), ((1 << row.width) - 1) << row.lsb));
        all.push((format!("{field}_RESET"), row.reset));
        all.extend(row.values.iter().map(|(name, value)| (format!("{field}_{name}"), *value)));
    }
    let map = case.map();
    for register in &map.registers {
        let name = format!("TW_{}", screaming_case(register.name));
        all.push((format!("{name}_RESET"), register.reset.into()));
        all.push((format!("{name}_RESERVED"), register.reserved().into()));
    }
    all
}

/// Compiles `source` in `folder`, and gives what the program prints, or what the compiler says.
pub fn compiled(folder: &Path, source: &str) -> Result<String, String> {
    std::fs::write(folder.join("main.c"), source).unwrap();
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let flags = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "main.c", "-o", "main"];
    let output = Command::new(&compiler).args(flags).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("no C compiler `{compiler}`: {error}"));
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let output = Command::new(folder.join("main")).output().unwrap();
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_compiled_c_header_is_the_description() {
    for case in cases() {
        let folder = tempfile::tempdir().unwrap();
        let header = Output::CHeader.render(&case.map(), &origin());
        std::fs::write(folder.path().join("registers.h"), header).unwrap();
        // Twice, and before anything else: it needs nothing, and guards itself.
        let mut source = String::from("#include \"registers.h\"\n#include \"registers.h\"\n#include <stdio.h>\n");
        source.push_str("int main(void) {\n");
        let constants = constants(&case);
        for (name, _) in &constants {
            let _ = writeln!(source, "    printf(\"{name} %lu\\n\", (unsigned long) {name});");
        }
        source.push_str("    return 0;\n}\n");
        let found = compiled(folder.path(), &source).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let expected: String = constants.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
        assert_eq!(found, expected, "{}", case.name);
    }
}

#[test]
fn names_are_told_apart_by_every_c99_compiler() {
    for case in cases() {
        let text = Output::CHeader.render(&case.map(), &origin());
        let mut names: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("#define ")?.split_whitespace().next()).collect();
        assert!(names.iter().all(|name| name.len() <= 63), "C99 5.2.4.1");
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{}: a name twice", case.name);
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The C header and the Rust module of the counters' CSRs against their compilers.

use crate::c_header::compiled as run_c;
use crate::cases::origin;
use crate::rust_module::{compiled as check_rust, library};
use std::fmt::Write;
use tracewright_package::registers::{pmu_c_header, pmu_rust_module};
use tracewright_regmap::csr::pmu::PmuFeatures;

/// Everything of both widths, and little.
fn cases() -> [PmuFeatures; 3] {
    let little = PmuFeatures { counters: 2, width: 40, hypervisor: false, sscofpmf: false, ..PmuFeatures::full(64) };
    [PmuFeatures::full(32), PmuFeatures::full(64), little]
}

/// Constants of a build: names with their parts apart, and values.
fn constants(features: &PmuFeatures) -> Vec<(Vec<String>, u64)> {
    let mut all = Vec::new();
    for csr in features.csrs() {
        let number = if csr.count > 1 { "3" } else { "" };
        let name = format!("{}{number}{}", csr.name, if csr.high { "h" } else { "" });
        let counter = csr.first.into();
        all.push((vec![name.clone(), "NUMBER".into()], csr.number.into()));
        all.push((vec![name.clone(), "WRITABLE".into()], csr.writable(features, counter)));
        for field in csr.shown(features).filter(|field| features.has(field.needs, csr.state)) {
            all.push((vec![name.clone(), field.name.into(), "SHIFT".into()], field.lsb.into()));
            all.push((vec![name.clone(), field.name.into(), "MASK".into()], field.mask()));
        }
    }
    all
}

#[test]
fn the_compiled_c_header_is_the_description() {
    for features in cases() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("pmu.h"), pmu_c_header(&features, &origin())).unwrap();
        let mut source = String::from("#include \"pmu.h\"\n#include \"pmu.h\"\n#include <stdio.h>\nint main(void) {\n");
        let mut expected = String::new();
        for (parts, value) in constants(&features) {
            let name = format!("TW_PMU_{}", parts.join("_").to_uppercase());
            let _ = writeln!(source, "    printf(\"{name} %llu\\n\", (unsigned long long) {name});");
            let _ = writeln!(expected, "{name} {value}");
        }
        source.push_str("    return 0;\n}\n");
        assert_eq!(run_c(folder.path(), &source).unwrap_or_else(|error| panic!("{error}")), expected);
    }
}

#[test]
fn the_compiled_rust_module_is_the_description() {
    for features in cases() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("registers.rs"), pmu_rust_module(&features, &origin())).unwrap();
        let path = |parts: Vec<String>| {
            let (last, modules) = parts.split_last().unwrap();
            let modules: Vec<_> = modules.iter().map(|name| name.to_lowercase()).collect();
            format!("{}::{last}", modules.join("::"))
        };
        let constants: Vec<_> = constants(&features).into_iter().map(|(parts, value)| (path(parts), value)).collect();
        check_rust(folder.path(), &library(&constants)).unwrap_or_else(|error| panic!("{error}"));
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The C header and the Rust module of the CSRs against their compilers.

use crate::c_header::compiled as run_c;
use crate::cases::origin;
use crate::rust_module::{compiled as check_rust, library};
use std::fmt::Write;
use tracewright_package::registers::{ctr_c_header, ctr_rust_module};
use tracewright_regmap::csr::{CsrField, CtrFeatures, CtrVersion, ENTRY_REGISTERS};

/// Everything of both versions and widths, and little.
fn cases() -> Vec<CtrFeatures> {
    let versions = [CtrVersion::V0_1_4, CtrVersion::V1_0];
    let mut all: Vec<_> = versions.iter().flat_map(|v| [32, 64].map(|xlen| CtrFeatures::full(*v, xlen))).collect();
    let little =
        CtrFeatures { hypervisor: false, supervisor: false, filters: false, misp: false, exponent_bits: 0, ..all[0] };
    all.push(little);
    all
}

/// Constants of a build: names with their parts apart, and values.
fn constants(features: &CtrFeatures) -> Vec<(Vec<&'static str>, u64)> {
    let mut all = Vec::new();
    let field = |name, field: CsrField| {
        [(vec![name, field.name, "SHIFT"], u64::from(field.lsb)), (vec![name, field.name, "MASK"], field.mask())]
    };
    for csr in features.csrs() {
        all.push((vec![csr.name, "NUMBER"], csr.number.into()));
        let fields = csr.shown(features).filter(|field| features.has(field.needs));
        all.extend(fields.flat_map(|f| field(csr.name, f)));
    }
    for register in &ENTRY_REGISTERS {
        all.push((vec![register.name, "WINDOW"], register.window.into()));
        all.push((vec![register.name, "WRITABLE"], register.kept(features)));
        let fields = register.shown(features).filter(|field| features.has(field.needs));
        all.extend(fields.flat_map(|f| field(register.name, f)));
    }
    all
}

#[test]
fn the_compiled_c_header_is_the_description() {
    for features in cases() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("ctr.h"), ctr_c_header(&features, &origin())).unwrap();
        let mut source = String::from("#include \"ctr.h\"\n#include \"ctr.h\"\n#include <stdio.h>\nint main(void) {\n");
        let mut expected = String::new();
        for (parts, value) in constants(&features) {
            let name = format!("TW_CTR_{}", parts.join("_").to_uppercase());
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
        std::fs::write(folder.path().join("registers.rs"), ctr_rust_module(&features, &origin())).unwrap();
        let path = |parts: Vec<&str>| {
            let (last, modules) = parts.split_last().unwrap();
            let modules: Vec<_> = modules.iter().map(|name| name.to_lowercase().replace("type", "r#type")).collect();
            format!("{}::{last}", modules.join("::"))
        };
        let constants: Vec<_> = constants(&features).into_iter().map(|(parts, value)| (path(parts), value)).collect();
        check_rust(folder.path(), &library(&constants)).unwrap_or_else(|error| panic!("{error}"));
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The registers of a build: as reports, and as the files that other tools and software read.

use crate::hardware::banner;
use serde::Serialize;
use std::fmt;
use std::path::{Path, PathBuf};
use tracewright_config::Build;
use tracewright_package::registers::{
    ctr_c_header, ctr_rust_module, pmu_c_header, pmu_device_tree, pmu_rust_module, Block, Origin, Output, Register,
    RegisterJson,
};

/// The folder that the files are in.
pub const FOLDER: &str = "registers";

/// The files of CSRs: a C header and a Rust module.
const CTR_FILES: [&str; 2] = ["tracewright_ctr.h", "tracewright_ctr.rs"];
const PMU_FILES: [&str; 2] = ["tracewright_pmu.h", "tracewright_pmu.rs"];

/// The device tree's node of the counters.
const PMU_TREE: &str = "tracewright_pmu.dtsi";

/// A register of a build.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct RegisterReport(RegisterJson);

/// The registers that `build` has; those of a system with their component, and offsets from the first one's.
pub fn reports(build: &Build) -> Vec<RegisterReport> {
    if !build.has_sinks() {
        return vec![];
    }
    let blocks = Block::of(build);
    let is_system = blocks.len() > 1;
    let report = |block: &Block, register: &Register| {
        let register = RegisterJson::from(register);
        let component = is_system.then(|| block.name.clone());
        RegisterReport(RegisterJson { component, offset: block.base + register.offset, ..register })
    };
    blocks.iter().flat_map(|block| block.map.registers.iter().map(move |register| report(block, register))).collect()
}

/// The registers that `build` has, in one form.
pub fn render(build: &Build, output: Output) -> String {
    output.render_blocks(&Block::of(build), &origin(build))
}

/// Names and contents of the files of all forms.
pub fn files(build: &Build) -> Vec<(PathBuf, Vec<u8>)> {
    let (blocks, origin) = (Block::of(build), origin(build));
    let text = |output: &Output| output.render_blocks(&blocks, &origin).into_bytes();
    Output::ALL.iter().map(|output| (Path::new(FOLDER).join(output.file_name()), text(output))).collect()
}

/// Names and contents of the files of the CSRs that the build has.
pub fn csr_files(build: &Build) -> Vec<(PathBuf, Vec<u8>)> {
    let origin = origin(build);
    let ctr =
        build.ctr_features().map(|csrs| (CTR_FILES, [ctr_c_header(&csrs, &origin), ctr_rust_module(&csrs, &origin)]));
    let pmu =
        build.pmu_features().map(|csrs| (PMU_FILES, [pmu_c_header(&csrs, &origin), pmu_rust_module(&csrs, &origin)]));
    let files = ctr.into_iter().chain(pmu).flat_map(|(names, texts)| names.into_iter().zip(texts));
    let tree = pmu_device_tree(build, &origin).map(|text| (PMU_TREE, text));
    let files = files.chain(tree);
    files.map(|(name, text)| (Path::new(FOLDER).join(name), text.into_bytes())).collect()
}

/// What a file in the folder is.
pub fn purpose(file: &Path) -> String {
    for (of, names) in [("Control Transfer Records", CTR_FILES), ("performance counters", PMU_FILES)] {
        for (name, form) in names.into_iter().zip(["a C header", "a Rust module"]) {
            if file.ends_with(name) {
                return format!("The CSRs of {of} as {form}.");
            }
        }
    }
    if file.ends_with(PMU_TREE) {
        return "The events of the performance counters, for the device tree.".into();
    }
    let form = Output::ALL.iter().find(|form| file.ends_with(form.file_name()));
    let form = match form {
        Some(Output::SystemRdl) => "SystemRDL",
        Some(Output::IpXact) => "IP-XACT",
        Some(Output::Svd) => "CMSIS-SVD",
        Some(Output::CHeader) => "a C header",
        Some(Output::RustModule) => "a Rust module",
        Some(Output::Json) => "JSON",
        Some(Output::Markdown) | None => "a page",
    };
    format!("The registers as {form}.")
}

fn origin(build: &Build) -> Origin {
    let configuration = build.hash();
    Origin { banner: banner(&configuration), version: env!("CARGO_PKG_VERSION").into(), configuration }
}

impl fmt::Display for RegisterReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RegisterJson { component, name, offset, reset, description, fields, .. } = &self.0;
        if let Some(component) = component {
            write!(f, "{component} ")?;
        }
        writeln!(f, "0x{offset:03X} {name:<17} reset 0x{reset:08X}  {description}")?;
        for field in fields {
            let bits = match field.width {
                1 => field.lsb.to_string(),
                width => format!("{}-{}", field.lsb + width - 1, field.lsb),
            };
            let (name, access, legal) = (field.name, field.access, &field.legal);
            writeln!(f, "  {bits:>6} {name:<24} {access:<5} {legal:<12} {}", field.description)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;

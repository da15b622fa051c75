// SPDX-License-Identifier: Apache-2.0
//! The manifest for Bender.

use crate::Package;

/// The text of `Bender.yml`.
pub(crate) fn manifest(package: &Package) -> String {
    let Package { banner, top, rtl, bench, .. } = package;
    let list =
        |files: &[String], indent: &str| files.iter().map(|file| format!("{indent}- {file}\n")).collect::<String>();
    let mut text =
        format!("# {top} for Bender.\n# {banner}\n\npackage:\n  name: tracewright\n  authors: [\"tracewright\"]\n\n");
    text += "sources:\n";
    text += &list(rtl, "  ");
    if !bench.is_empty() {
        text += "  - target: test\n    files:\n";
        text += &list(bench, "      ");
    }
    text
}

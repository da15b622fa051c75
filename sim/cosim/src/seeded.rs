// SPDX-License-Identifier: Apache-2.0
//! Verilog with one line wrong, for tests of what co-simulation finds.

use tracewright_verilog::VerilogFile;

/// Module, what it says, what it says wrongly.
pub type Fault = (&'static str, &'static str, &'static str);

/// These files, with this fault.
///
/// # Panics
/// If the design does not have the module, or the module does not say so.
pub fn with_fault(files: &[VerilogFile], (module, says, wrong): &Fault) -> Vec<(String, String)> {
    let file = files.iter().find(|file| file.name == *module).expect("the design has the module");
    assert!(file.text.contains(says), "{module} does not say `{says}`");
    let source = |file: &VerilogFile| match file.name == *module {
        true => (file.source().0, file.text.replacen(says, wrong, 1)),
        false => file.source(),
    };
    files.iter().map(source).collect()
}

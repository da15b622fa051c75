// SPDX-License-Identifier: Apache-2.0
//! What is said when a tool is missing. One test, since it changes the environment.

use verilator_sys::{Tools, VERILATOR_VARIABLE};

#[test]
fn a_missing_tool_is_one_clear_line() {
    std::env::set_var(VERILATOR_VARIABLE, "/nowhere/verilator");
    let error = Tools::find().unwrap_err().to_string();
    assert_eq!(error, "verilator not found: TRACEWRIGHT_VERILATOR names /nowhere/verilator, which is no file");

    std::env::set_var("CXX", "/nowhere/g++");
    let error = Tools::find().unwrap_err().to_string();
    assert_eq!(error, "g++ not found: install a C++ compiler (Debian: g++), or set CXX");

    // One that is there is not missing.
    std::env::set_var("CXX", "/bin/false");
    let error = Tools::find().unwrap_err().to_string();
    assert_eq!(error, "/bin/false does not work: `--version` ends with exit status: 1");
    std::env::set_var("CXX", env!("CARGO_MANIFEST_DIR"));
    let error = Tools::find().unwrap_err().to_string();
    assert!(error.ends_with(" does not work: Permission denied (os error 13)"), "{error}");
}

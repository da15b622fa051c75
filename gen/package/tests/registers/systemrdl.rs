// SPDX-License-Identifier: Apache-2.0
//! SystemRDL against `systemrdl-compiler`.

use crate::cases::{cases, origin};
use crate::python::{read_back, run};
use crate::row::assert_same;
use tracewright_package::registers::Output;

const SCRIPT: &str = "read_systemrdl.py";

#[test]
fn the_compiled_system_rdl_is_the_description() {
    for (case, found) in read_back(Output::SystemRdl, SCRIPT) {
        assert_same(&case, &found);
    }
}

#[test]
fn the_compiler_refuses_a_field_that_overlaps() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.rdl");
    let text = Output::SystemRdl.render(&cases()[0].map(), &origin());
    assert!(text.contains("teEnable[1:1]"));
    std::fs::write(&path, text.replace("teEnable[1:1]", "teEnable[0:0]")).unwrap();
    let error = run(SCRIPT, &[path]).unwrap_err();
    assert!(error.contains("overlap"), "{error}");
}

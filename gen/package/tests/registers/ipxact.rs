// SPDX-License-Identifier: Apache-2.0
//! IP-XACT against the schema of IEEE 1685-2014.

use crate::cases::{cases, origin};
use crate::python::{read_back, run};
use crate::row::assert_same;
use tracewright_package::registers::Output;

const SCRIPT: &str = "read_ipxact.py";

#[test]
fn the_ip_xact_is_valid_and_is_the_description() {
    for (case, found) in read_back(Output::IpXact, SCRIPT) {
        assert_same(&case, &found);
    }
}

#[test]
fn the_schema_refuses_an_access_that_ip_xact_does_not_know() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.xml");
    let text = Output::IpXact.render(&cases()[0].map(), &origin());
    std::fs::write(&path, text.replacen(">read-only<", ">read<", 1)).unwrap();
    let error = run(SCRIPT, &[path]).unwrap_err();
    assert!(error.contains("access"), "{error}");
}

// SPDX-License-Identifier: Apache-2.0
//! A batch finds what differs and what lint objects to.

use rust_hdl_core::prelude::*;
use tracewright_verilog::Module;
use verilator_sys::differential::{Batch, Error};

/// Adds 1 in the simulator; its Verilog is whatever is given.
#[derive(Module)]
struct Increment {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    _verilog: &'static str,
}

impl Logic for Increment {
    fn update(&mut self) {
        self.y.next = self.a.val() + 1;
    }

    fn connect(&mut self) {
        self.y.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Custom(self._verilog.into())
    }
}

fn run(verilog: &'static str) -> Result<(), Error> {
    let mut batch = Batch::new(&[]);
    let block = Increment { a: Signal::default(), y: Signal::default(), _verilog: verilog };
    batch.add("increment", block, |x, r| x.a.next = r.bits());
    batch.run(500, 1)
}

#[test]
fn equal_behaviour_passes() {
    run("assign y = a + 8'd1;").unwrap();
}

#[test]
fn one_wrong_value_in_256_is_found() {
    let error = run("assign y = a == 8'h80 ? 8'h80 : a + 8'd1;").unwrap_err();
    let Error::Mismatch(mismatch) = error else { panic!("{error}") };
    assert_eq!(
        (mismatch.name.as_str(), mismatch.port.as_str(), mismatch.ports.as_str()),
        ("increment", "y", "a=80 y=81")
    );
}

#[test]
fn lint_is_heard() {
    let error = run("assign y = a + 16'd1;").unwrap_err();
    assert!(matches!(&error, Error::Lint(text) if text.contains("WIDTH")), "{error}");
}

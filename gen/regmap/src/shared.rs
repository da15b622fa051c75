// SPDX-License-Identifier: Apache-2.0
//! The registers of the sinks, which belong to whatever component feeds them.

use crate::encoder::REGISTERS;
use crate::{Field, Register, Unit, TE_SBA_STATUS};

/// How many registers the sinks have.
pub(crate) const SHARED: usize = {
    let mut count = 0;
    let mut i = 0;
    while i < REGISTERS.len() {
        count += is_shared(&REGISTERS[i]) as usize;
        i += 1;
    }
    count
};

/// Whether this register of an encoder is of a sink.
const fn is_shared(register: &Register) -> bool {
    matches!(register.spec.as_bytes(), b"6" | b"12" | b"13")
}

/// The fields of teSbaStatus in a component that has an enable bit of its own.
pub(crate) const fn sba_status(enable: &'static str) -> [Field; 3] {
    let mut i = 0;
    while REGISTERS[i].offset != TE_SBA_STATUS {
        i += 1;
    }
    let [error, response, no_buffer] = REGISTERS[i].fields else { panic!("sbaError, sbaResponse, sbaNoBuffer") };
    [Field { cleared_by: Some(enable), ..*error }, *response, *no_buffer]
}

/// A component's own registers, and after them those of the sinks. Those of memories belong to its unit.
pub(crate) const fn with_sinks<const N: usize>(
    own: &[Register],
    unit: Unit,
    sba_status: &'static [Field],
) -> [Register; N] {
    let mut all = [own[0]; N];
    let mut next = 0;
    while next < own.len() {
        all[next] = own[next];
        next += 1;
    }
    let mut i = 0;
    while i < REGISTERS.len() {
        if is_shared(&REGISTERS[i]) {
            all[next] = match REGISTERS[i].unit {
                Unit::Encoder if REGISTERS[i].offset == TE_SBA_STATUS => {
                    Register { unit, fields: sba_status, ..REGISTERS[i] }
                }
                Unit::Encoder => Register { unit, ..REGISTERS[i] },
                _ => REGISTERS[i],
            };
            next += 1;
        }
        i += 1;
    }
    assert!(next == N, "as many registers as there are");
    all
}

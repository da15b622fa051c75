// SPDX-License-Identifier: Apache-2.0
//! JSON against the description.

use crate::cases::{cases, origin};
use crate::row::described;
use serde_json::Value;
use tracewright_package::registers::Output;

#[test]
fn the_json_map_is_the_description() {
    for case in cases() {
        let map: Value = serde_json::from_str(&Output::Json.render(&case.map(), &origin())).unwrap();
        assert_eq!((&map["configuration"], &map["bytes"]), (&"01234567".into(), &4096.into()));
        let registers = map["registers"].as_array().unwrap();
        let fields = registers.iter().flat_map(|r| r["fields"].as_array().unwrap().iter().map(move |f| (r, f)));
        let described = described(&case);
        assert_eq!(fields.clone().count(), described.len(), "{}", case.name);
        for ((register, field), row) in fields.zip(described) {
            let name = |value: &Value| value["name"].as_str().unwrap().to_string();
            assert_eq!(format!("{}.{}", name(register), name(field)), row.name);
            for (key, value) in [("lsb", row.lsb), ("width", row.width), ("reset", row.reset)] {
                assert_eq!(field[key], value, "{} {key}", row.name);
            }
            assert_eq!(register["offset"], row.offset, "{}", row.name);
            assert_eq!(register["reset"].as_u64().unwrap() >> row.lsb & ((1 << row.width) - 1), row.reset);
            assert_eq!(field["min"] == field["max"], row.access != "rw" && is_fixed(field), "{}", row.name);
            let names = field["names"].as_array().into_iter().flatten();
            let values = names.map(|value| (name(value), value["value"].as_u64().unwrap()));
            assert_eq!(values.collect::<Vec<_>>(), row.values, "{}", row.name);
        }
    }
}

/// Whether one value is all that is legal.
fn is_fixed(field: &Value) -> bool {
    field["legal"].as_str().unwrap().bytes().all(|b| b.is_ascii_digit())
}

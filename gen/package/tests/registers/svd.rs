// SPDX-License-Identifier: Apache-2.0
//! CMSIS-SVD against `svd-parser`.

use crate::cases::{cases, origin};
use crate::row::{assert_same, Row};
use svd_parser::svd::{Access, FieldInfo, ModifiedWriteValues, ReadAction, RegisterInfo, ValidateLevel};
use svd_parser::Config;
use tracewright_package::registers::Output;

/// How strict the parser is: very.
pub fn config() -> Config {
    Config::default().validate_level(ValidateLevel::Strict)
}

/// A field as the parser sees it.
pub fn row(register: &RegisterInfo, field: &FieldInfo) -> Row {
    let access = match (field.access, field.read_action, field.modified_write_values) {
        (Some(Access::ReadWrite), None, None) => "rw",
        (Some(Access::ReadOnly), None, None) => "r",
        (Some(Access::ReadOnly), Some(ReadAction::Clear), None) => "rc",
        (Some(Access::WriteOnly), None, Some(ModifiedWriteValues::OneToSet)) => "w1",
        other => panic!("{}: {other:?}", field.name),
    };
    let values = field.enumerated_values.iter().flat_map(|values| &values.values);
    let (lsb, width) = (u64::from(field.bit_offset()), u64::from(field.bit_width()));
    Row {
        name: format!("{}.{}", register.name, field.name),
        offset: register.address_offset.into(),
        lsb,
        width,
        access: access.into(),
        reset: register.properties.reset_value.unwrap() >> lsb & ((1 << width) - 1),
        values: values.map(|value| (value.name.clone(), value.value.unwrap())).collect(),
    }
}

#[test]
fn the_parsed_svd_is_the_description() {
    for case in cases() {
        let text = Output::Svd.render(&case.map(), &origin());
        let device = svd_parser::parse_with_config(&text, &config()).unwrap();
        let [peripheral] = &device.peripherals[..] else { panic!("one component") };
        let registers = peripheral.registers();
        let found: Vec<Row> = registers.flat_map(|r| r.fields().map(|field| row(r, field))).collect();
        assert_same(&case, &found);
    }
}

#[test]
fn the_parser_refuses_a_range_that_is_wider_than_its_field() {
    let text = Output::Svd.render(&cases()[0].map(), &origin());
    let wrong = text.replacen("<maximum>1</maximum>", "<maximum>2</maximum>", 1);
    assert_ne!(text, wrong);
    assert!(svd_parser::parse_with_config(&wrong, &config()).is_err());
}

// SPDX-License-Identifier: Apache-2.0
//! Registers that nobody has heard of: the register file knows the description alone.

use tracewright_model::control::{BusAccess, Doing, RegisterFile};
use tracewright_regmap::*;

const PLAIN: Field = Field {
    name: "plain",
    lsb: 4,
    width: 12,
    access: Access::ReadWrite,
    rule: Rule::Any,
    hardware: Hardware::Nothing,
    cleared_by: None,
    only_with: None,
    reset: 0x123,
    system: None,
    doc: "",
    spec: None,
    values: &[],
};

const LIST: &[Register] = &[
    REGISTERS[0],
    Register {
        name: "madeUp",
        offset: 0x7F0,
        doc: "",
        spec: "5",
        unit: Unit::Encoder,
        needs: None,
        fields: &[
            Field { name: "act", lsb: 0, width: 2, access: Access::WriteOne, reset: 3, ..PLAIN },
            Field { name: "never", lsb: 2, width: 1, rule: Rule::Fixed(0), hardware: Hardware::Sets, ..PLAIN },
            Field { name: "always", lsb: 3, width: 1, rule: Rule::Fixed(1), hardware: Hardware::Clears, ..PLAIN },
            PLAIN,
            Field {
                name: "happened",
                lsb: 16,
                width: 1,
                access: Access::ClearOnRead,
                hardware: Hardware::Sets,
                reset: 0,
                ..PLAIN
            },
            Field { name: "fixed", lsb: 17, width: 4, rule: Rule::Fixed(9), ..PLAIN },
            Field { name: "next", lsb: 24, width: 4, reset: 5, cleared_by: Some("plain"), ..PLAIN },
            Field { name: "last", lsb: 28, width: 4, reset: 0, only_with: Some(("next", 0b110)), ..PLAIN },
        ],
    },
];

const OFFSET: u32 = 0x7F0;
const RESET: u32 = 5 << 24 | 9 << 17 | 0x1238;

struct Made(RegisterFile);

impl Made {
    /// With teActive set.
    fn active() -> Made {
        let mut made = Made(RegisterFile::new(LIST, &Features::minimal(SinkFeatures::stream())));
        made.write(0, 1, 0xF);
        made
    }

    fn write(&mut self, offset: u32, data: u32, strobe: u8) -> u32 {
        let access = Some(BusAccess::Write { offset, data, strobe });
        self.0.cycle(&Doing { access, ..Doing::default() }).map_or(0, |written| written.ones)
    }

    fn read(&mut self) -> u32 {
        let value = self.0.read(OFFSET);
        self.0.cycle(&Doing { access: Some(BusAccess::Read { offset: OFFSET }), ..Doing::default() });
        value
    }
}

#[test]
fn a_made_up_register_is_stored_and_read() {
    let mut made = Made::active();
    assert_eq!(made.read(), RESET);
    made.write(OFFSET, 0x2900_ABC0, 0xF);
    assert_eq!(made.read(), 9 << 24 | 9 << 17 | 0xABC8);
    made.write(OFFSET, 0x0000_0550, 0b0010);
    assert_eq!(made.read(), 9 << 24 | 9 << 17 | 0x05C8);
    made.write(0, 0, 0xF);
    made.0.cycle(&Doing::default());
    assert_eq!(made.read(), RESET);
}

#[test]
fn the_hardware_gives_a_field_no_value_that_it_cannot_have() {
    let mut made = Made::active();
    let [never, always] = ["never", "always"].map(|field| made.0.place("madeUp", field).unwrap());
    made.0.cycle(&Doing { sets: &[never], clears: &[always], ..Doing::default() });
    assert_eq!(made.read(), RESET);
}

#[test]
fn fields_are_reset_when_the_hardware_ceases_to_follow() {
    let mut made = Made::active();
    made.write(OFFSET, 0, 0xF);
    made.0.cycle(&Doing::default());
    made.0.follow(Unit::Encoder, false);
    assert!(!made.0.is_active(Unit::Encoder));
    made.0.cycle(&Doing::default());
    assert_eq!((made.read(), made.0.read(0) & 1), (RESET, 0));
}

#[test]
fn a_write_1_field_acts_and_reads_0() {
    let mut made = Made::active();
    assert_eq!(
        (made.write(OFFSET, 0b10, 0xF), made.write(OFFSET, 0, 0xF), made.write(OFFSET, 3, 0b1110)),
        (0b10, 0, 0)
    );
    assert_eq!(made.read() & 3, 0);
}

#[test]
fn a_write_without_a_byte_or_while_locked_brings_nothing() {
    let mut made = Made::active();
    let access = |strobe| Some(BusAccess::Write { offset: OFFSET, data: 3, strobe });
    assert!(made.0.cycle(&Doing { access: access(1), ..Doing::default() }).is_some());
    assert_eq!(made.0.cycle(&Doing { access: access(0), ..Doing::default() }), None);
    assert_eq!(made.0.cycle(&Doing { access: access(1), locked: true, ..Doing::default() }), None);
}

#[test]
fn reading_clears_a_clear_on_read_field_unless_the_hardware_sets_it_then() {
    let mut made = Made::active();
    let happened = made.0.place("madeUp", "happened").unwrap();
    made.0.cycle(&Doing { sets: &[happened], ..Doing::default() });
    assert_eq!((made.read() >> 16 & 1, made.read() >> 16 & 1), (1, 0));
    let access = Some(BusAccess::Read { offset: OFFSET });
    made.0.cycle(&Doing { access, sets: &[happened], ..Doing::default() });
    assert_eq!((made.read() >> 16 & 1, made.read() >> 16 & 1), (1, 0));
    made.0.cycle(&Doing { sets: &[happened], ..Doing::default() });
    made.write(OFFSET, 0, 0xF);
    assert_eq!(made.read() >> 16 & 1, 1);
}

#[test]
fn a_field_is_cleared_by_a_write_that_takes_another_from_0() {
    let mut made = Made::active();
    made.write(OFFSET, 7 << 24, 0xF);
    assert_eq!(made.read() >> 24 & 0xF, 7);
    made.write(OFFSET, 6 << 24 | 0x10, 0xF);
    assert_eq!(made.read() >> 24 & 0xF, 0);
    made.write(OFFSET, 6 << 24 | 0x20, 0xF);
    assert_eq!(made.read() >> 24 & 0xF, 6);
}

#[test]
fn a_field_that_needs_a_value_of_another_is_0_without_it() {
    let mut made = Made::active();
    let last = |next: u32| {
        made.write(OFFSET, 0xF << 28 | next << 24 | 0x10, 0xF);
        made.read() >> 28
    };
    assert_eq!([1, 2, 3, 0, 1].map(last), [15, 15, 0, 0, 15]);
}

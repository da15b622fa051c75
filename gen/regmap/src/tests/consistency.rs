// SPDX-License-Identifier: Apache-2.0
//! The tables against themselves.

use super::*;

const LISTS: [&[Register]; 3] = [REGISTERS, FUNNEL_REGISTERS, TANDEM_REGISTERS];

/// Every field of every list, with its register.
fn fields() -> impl Iterator<Item = (&'static Register, &'static Field)> {
    LISTS.into_iter().flatten().flat_map(|r| r.fields.iter().map(move |f| (r, f)))
}

fn is_sentence(text: &str) -> bool {
    text.ends_with('.') && !text.starts_with(char::is_whitespace) && !text.contains("  ")
}

#[test]
fn registers_ascend_by_words_within_the_block() {
    for list in LISTS {
        assert!(list.windows(2).all(|pair| pair[0].offset < pair[1].offset));
        assert!(list.iter().all(|r| r.offset % 4 == 0 && r.offset < 0x1000));
    }
}

#[test]
fn fields_ascend_without_overlap_and_fit() {
    for register in LISTS.into_iter().flatten() {
        let mut next = 0;
        for field in register.fields {
            assert!(field.width > 0 && field.lsb >= next, "{} overlaps", field.name);
            next = field.lsb + field.width;
        }
        assert!(next <= 32, "{}", register.name);
    }
}

#[test]
fn names_are_unique() {
    for list in LISTS {
        for (i, register) in list.iter().enumerate() {
            assert!(list[..i].iter().all(|other| other.name != register.name), "{}", register.name);
            for (i, field) in register.fields.iter().enumerate() {
                assert!(register.fields[..i].iter().all(|other| other.name != field.name), "{}", field.name);
            }
        }
    }
}

#[test]
fn docs_are_sentences() {
    for register in LISTS.into_iter().flatten() {
        assert!(is_sentence(register.doc), "{}", register.name);
    }
    for (register, field) in fields() {
        assert!(is_sentence(field.doc), "{}.{}", register.name, field.name);
        assert!(field.values.iter().all(|value| is_sentence(value.doc)), "{}.{}", register.name, field.name);
    }
}

#[test]
fn values_fit_and_have_one_name_each() {
    for (register, field) in fields() {
        for (i, value) in field.values.iter().enumerate() {
            let at = format!("{}.{} {}", register.name, field.name, value.name);
            assert!(value.value <= field.max(), "{at}");
            assert!(field.values[..i].iter().all(|v| v.value < value.value && v.name != value.name), "{at}");
            assert!(value.name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_'), "{at}");
        }
    }
}

#[test]
fn resets_fit_and_are_legal() {
    for (register, field) in fields() {
        assert!(field.reset <= field.max(), "{}.{}", register.name, field.name);
        for features in [SRAM, STREAM, FULL] {
            let reset = field.reset(&features);
            let legal = field.legal(&features);
            let is_allowed = legal.allows(reset) || matches!(legal, Legal::Range(..));
            assert!(is_allowed, "{}.{}", register.name, field.name);
            assert!(reset <= field.max(), "{}.{}", register.name, field.name);
        }
    }
}

#[test]
fn legal_values_fit() {
    for (register, field) in fields() {
        for features in [SRAM, STREAM, FULL] {
            let fits = match field.legal(&features) {
                Legal::Fixed(value) => value <= field.max(),
                Legal::Bits(mask) => mask & !field.max() == 0 && mask != 0,
                Legal::BitsAndOnes(mask, ones) => {
                    (mask | ones) & !field.max() == 0 && mask & ones == 0 && mask != 0 && ones != 0
                }
                Legal::Range(first, last) => first < last && last <= field.max(),
                Legal::OneOf(set) => set.count_ones() > 1 && u32::BITS - 1 - set.leading_zeros() <= field.max(),
            };
            assert!(fits, "{}.{}", register.name, field.name);
        }
    }
}

#[test]
fn fields_that_clear_another_exist_and_stand_before_it() {
    for list in LISTS {
        let all = list.iter().flat_map(|r| r.fields.iter().map(move |f| (r, f)));
        for (register, field) in all {
            let Some(other) = field.cleared_by else { continue };
            let at = format!("{}.{}", register.name, field.name);
            let by: Vec<_> = list.iter().filter(|r| r.field(other).is_some()).collect();
            assert!(by.len() == 1 && by[0].offset <= register.offset && other != field.name, "{at}: {other}");
        }
    }
}

#[test]
fn fields_that_are_named_exist() {
    for (register, field) in fields() {
        let at = format!("{}.{}", register.name, field.name);
        if let Some((other, _)) = field.only_with {
            assert!(other != field.name && register.field(other).is_some(), "{at}: {other}");
        }
        if let Some((other, values)) = field.only_with {
            // A bit needs no names for its values.
            let bit = if register.field(other).unwrap().width == 1 { 0b11 } else { 0 };
            let known = other_values(register, other) | bit;
            let unknown = values & !known;
            assert!(values != 0 && unknown == 0, "{at}: values {unknown:#x} of {other} have no name");
        }
        if let Hardware::Mirrors(of, other) = field.hardware {
            assert!(find(REGISTERS, of).field(other).unwrap().width >= field.width, "{at}: {of}.{other}");
        }
    }
}

/// The values of a field that have names, bit n for n.
fn other_values(register: &'static Register, name: &str) -> u32 {
    register.field(name).unwrap().values.iter().fold(0, |set, value| set | 1 << value.value)
}

#[test]
fn each_unit_has_one_active_bit() {
    let active = |unit| {
        let all = fields().filter(move |(r, f)| r.unit == unit && f.hardware == Hardware::Follows);
        let mut names: Vec<_> = all.map(|(_, f)| (f.name, f.lsb, f.access)).collect();
        names.dedup();
        names
    };
    let units = [
        (Unit::Encoder, "teActive"),
        (Unit::Timestamp, "tsActive"),
        (Unit::Pib, "pibActive"),
        (Unit::Atb, "atbActive"),
        (Unit::Funnel, "tfActive"),
        (Unit::Tandem, "tvActive"),
    ];
    for (unit, name) in units {
        assert_eq!(active(unit), [(name, 0, Access::ReadWrite)]);
    }
}

#[test]
fn what_hardware_sets_is_a_bit_and_what_it_drives_is_read_only() {
    for (register, field) in fields() {
        let at = format!("{}.{}", register.name, field.name);
        match field.hardware {
            Hardware::Sets | Hardware::Clears | Hardware::SetsAndClears | Hardware::Follows => {
                assert_eq!(field.width, 1, "{at}");
            }
            Hardware::Drives | Hardware::Mirrors(..) => assert!(!field.access.is_writable(), "{at}"),
            Hardware::Nothing | Hardware::Keeps => {}
        }
        assert!(field.access != Access::WriteOne || field.width == 1, "{at}");
    }
}

#[test]
fn constants_have_one_value_each() {
    for (i, (name, value)) in ALL_CONSTANTS.iter().enumerate() {
        assert!(ALL_CONSTANTS[..i].iter().all(|(other, _)| other != name), "{name} twice ({value})");
    }
    assert!(ALL_CONSTANTS.contains(&("TE_CONTROL_TE_SINK", TE_CONTROL_TE_SINK as u64)));
    assert!(ALL_CONSTANTS.contains(&("TE_SINK_STREAM", 12)));
    assert!(ALL_CONSTANTS.contains(&("TF_CONTROL_TF_SINK", 28)));
}

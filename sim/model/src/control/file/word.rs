// SPDX-License-Identifier: Apache-2.0
//! One register: its fields, and what accesses, the hardware and resets do to them.

use tracewright_regmap::{Access, Features, Field, Hardware, Legal, Register};

/// One register and the values of its fields.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) register: &'static Register,
    /// What each field allows.
    legal: Vec<Legal>,
    /// The fields that keep a value, each in its place; what was asked of an `Active` bit.
    pub(super) stored: u32,
    /// The fields whose value comes from the hardware, each in its place.
    shown: u32,
    /// Every field as it is after reset.
    reset: u32,
    masks: Masks,
}

/// The bits of some fields.
#[derive(Clone, Copy, Debug, Default)]
struct Masks {
    /// Those whose value comes from the hardware.
    shown: u32,
    /// Of these, those that keep what is written.
    kept: u32,
    /// Those that show something from elsewhere: another register, or whether the hardware has followed.
    reflected: u32,
    /// The `Active` bit.
    active: u32,
    /// Those that reading clears.
    clear_on_read: u32,
    /// Those that read 0 whatever is written.
    write_one: u32,
    /// Those that need a value of another field.
    restricted: u32,
}

/// What a write does besides storing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effect {
    /// Bits of W1 fields that were written with 1.
    pub(super) ones: u32,
    /// Bits of fields that went from 0 to another value.
    pub(super) risen: u32,
}

impl Word {
    pub(super) fn new(register: &'static Register, features: &Features) -> Self {
        let mut masks = Masks::default();
        for field in register.fields {
            let mask = field.mask();
            match field.hardware {
                Hardware::Drives => masks.shown |= mask,
                Hardware::Keeps => (masks.shown, masks.kept) = (masks.shown | mask, masks.kept | mask),
                Hardware::Follows => (masks.reflected, masks.active) = (masks.reflected | mask, masks.active | mask),
                Hardware::Mirrors(..) => masks.reflected |= mask,
                Hardware::Nothing | Hardware::Sets | Hardware::Clears | Hardware::SetsAndClears => {}
            }
            match field.access {
                Access::ClearOnRead => masks.clear_on_read |= mask,
                Access::WriteOne => masks.write_one |= mask,
                Access::ReadWrite | Access::ReadOnly | Access::Warl => {}
            }
            masks.restricted |= if field.only_with.is_some() { mask } else { 0 };
        }
        let reset = register.reset(features);
        let legal = register.fields.iter().map(|field| field.legal(features)).collect();
        Word { register, legal, stored: reset, shown: reset, reset, masks }
    }

    /// The register as it reads, without the fields that show something from elsewhere.
    pub(super) fn own(&self) -> u32 {
        let Masks { shown, reflected, write_one, restricted, .. } = self.masks;
        let impossible = if restricted & shown == 0 { 0 } else { self.impossible() & shown };
        (self.stored & !shown | self.shown & shown) & !reflected & !write_one & !impossible
    }

    /// The fields that show something from elsewhere.
    pub(super) fn reflected(&self) -> impl Iterator<Item = &'static Field> + use<'_> {
        let mask = self.masks.reflected;
        let fields = if mask == 0 { &[] } else { self.register.fields };
        fields.iter().filter(move |field| field.mask() & mask != 0)
    }

    /// Writes the bits of `lanes`.
    pub(super) fn write(&mut self, data: u32, lanes: u32) -> Effect {
        let before = self.stored;
        let mut effect = Effect::default();
        for (field, legal) in self.register.fields.iter().zip(&self.legal) {
            let written = lanes & field.mask();
            if written == 0 || !field.access.is_writable() {
                continue;
            }
            if field.access == Access::WriteOne {
                effect.ones |= legal.written(0, field.get(data & written)) << field.lsb;
                continue;
            }
            let values = if field.hardware == Hardware::Keeps { &mut self.shown } else { &mut self.stored };
            let asked = field.get(*values & !written | data & written);
            *values = field.set(*values, legal.written(field.get(*values), asked));
        }
        let rises = |field: &&Field| field.get(before) == 0 && field.get(self.stored) != 0;
        effect.risen = self.register.fields.iter().filter(rises).fold(0, |bits, field| bits | field.mask());
        effect
    }

    /// What a field of this register allows.
    fn legal(&self, field: &Field) -> Legal {
        let place = self.register.fields.iter().position(|other| other.lsb == field.lsb);
        place.map_or(Legal::Fixed(0), |place| self.legal[place])
    }

    /// What being read does: RC fields become 0.
    pub(super) fn clear_on_read(&mut self) {
        self.clear(self.masks.clear_on_read);
    }

    /// The hardware sets a field to 1, if it can be that.
    pub(super) fn set(&mut self, field: &Field) {
        if self.legal(field).allows(1) {
            self.stored = field.set(self.stored, 1);
        }
    }

    /// Bits of the fields that become 0 with a write that makes these bits of `by` rise.
    pub(super) fn cleared_by(&self, by: &Register, risen: u32) -> u32 {
        let clears = |name: &str| {
            // A field of the own register goes before one of another.
            let is_near = by.offset == self.register.offset || self.register.field(name).is_none();
            is_near && by.field(name).is_some_and(|field| field.mask() & risen != 0)
        };
        let cleared = self.register.fields.iter().filter(|field| field.cleared_by.is_some_and(clears));
        cleared.fold(0, |bits, field| bits | field.mask())
    }

    /// Clears fields; those that have one value keep it.
    pub(super) fn clear(&mut self, mask: u32) {
        for (field, legal) in self.register.fields.iter().zip(&self.legal) {
            if field.mask() & mask != 0 && legal.allows(0) {
                self.stored = field.set(self.stored, 0);
            }
        }
    }

    /// The hardware drives this value, as far as the field can have it.
    pub(super) fn show(&mut self, field: &Field, value: u32) {
        let legal = self.legal(field);
        self.shown = field.set(self.shown, legal.written(field.get(self.shown), value));
    }

    /// A field that needs a value of another field is 0 without it.
    pub(super) fn restrict(&mut self) {
        if self.masks.restricted != 0 {
            self.stored &= !self.impossible();
        }
    }

    /// Bits of the fields that need a value that another field does not have.
    fn impossible(&self) -> u32 {
        let is_impossible = |field: &&Field| {
            field.only_with.is_some_and(|(name, values)| {
                let value = self.register.field(name).map_or(0, |other| other.get(self.stored));
                values.checked_shr(value).unwrap_or(0) & 1 == 0
            })
        };
        self.register.fields.iter().filter(is_impossible).fold(0, |bits, field| bits | field.mask())
    }

    /// Every field but the `Active` bit has its reset value. Whether that is a change.
    pub(super) fn reset_fields(&mut self) -> bool {
        let active = self.masks.active;
        self.become_reset(self.reset & !active | self.stored & active)
    }

    /// Every field has its reset value. Whether that is a change.
    pub(super) fn reset_all(&mut self) -> bool {
        self.become_reset(self.reset)
    }

    fn become_reset(&mut self, value: u32) -> bool {
        let before = (self.stored, self.shown);
        self.stored = value;
        self.shown = self.shown & !self.masks.kept | self.reset & self.masks.kept;
        before != (self.stored, self.shown)
    }
}

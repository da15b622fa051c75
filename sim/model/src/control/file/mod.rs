// SPDX-License-Identifier: Apache-2.0
//! The registers of a component, made from their description: what is stored, and what accesses and the hardware do to
//! it.

mod word;

use tracewright_regmap::{Features, Field, Hardware, Register, Unit};
use word::Word;

/// Units that can have an `Active` bit.
pub(super) const UNITS: [Unit; 6] = [Unit::Encoder, Unit::Timestamp, Unit::Pib, Unit::Atb, Unit::Funnel, Unit::Tandem];

/// What the bus does to the registers in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusAccess {
    /// A write, in its *act* cycle.
    Write {
        /// In bytes; a multiple of 4.
        offset: u32,
        /// What is written.
        data: u32,
        /// Which bytes of it count: bit n for bits 8n + 7 to 8n.
        strobe: u8,
    },
    /// A read, in its *answer* cycle.
    Read {
        /// In bytes; a multiple of 4.
        offset: u32,
    },
}

/// What happens to the registers in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Doing<'a> {
    /// The access of the bus.
    pub access: Option<BusAccess>,
    /// The registers are locked: the access has no effect, and all fields return to their reset values.
    pub locked: bool,
    /// Fields that the hardware sets to 1.
    pub sets: &'a [Place],
    /// Fields that the hardware clears.
    pub clears: &'a [Place],
}

/// What a write brought, apart from the fields that are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Offset of the register in bytes.
    pub offset: u32,
    /// What was written; the bytes that did not count are as the register read in that cycle.
    pub word: u32,
    /// Bits of W1 fields that were written with 1.
    pub ones: u32,
}

/// A field of a register file, found once and used often.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    word: usize,
    field: &'static Field,
}

impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        self.word == other.word && self.field.lsb == other.field.lsb
    }
}

impl Eq for Place {}

/// Every register of a list that a build has, after reset at first.
///
/// It knows the description and nothing else: a register that nobody has heard of is stored, read and reset like any
/// other. Cycle by cycle it does what `docs/control.md` says under "The register file".
#[derive(Clone, Debug)]
pub struct RegisterFile {
    words: Vec<Word>,
    units: [State; UNITS.len()],
    /// Nothing happens in a cycle without an access and without the hardware's doing.
    settled: bool,
    was_locked: bool,
    version: u64,
}

/// What there is of a unit's `Active` bit.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// Its `Active` bit; a unit without one is always active.
    active: Option<Place>,
    /// Whether the hardware has followed, if it does not do so at once.
    followed: Option<bool>,
}

impl RegisterFile {
    /// The registers of `list` in a build with these `features`, after reset.
    pub fn new(list: &'static [Register], features: &Features) -> Self {
        // Control Transfer Records answer for themselves.
        let own = list.iter().filter(|register| register.unit != Unit::Records);
        let present = own.filter(|register| register.present(features));
        let mut file = RegisterFile {
            words: present.map(|register| Word::new(register, features)).collect(),
            units: [State::default(); UNITS.len()],
            settled: false,
            was_locked: false,
            version: 0,
        };
        for unit in UNITS {
            file.units[unit as usize].active = file.active_bit(unit);
        }
        file
    }

    fn active_bit(&self, unit: Unit) -> Option<Place> {
        let of_unit = self.words.iter().enumerate().filter(|(_, word)| word.register.unit == unit);
        of_unit.flat_map(|(word, at)| at.register.fields.iter().map(move |field| Place { word, field })).find(is_active)
    }

    /// The registers that there are, by offset.
    pub fn registers(&self) -> impl Iterator<Item = &'static Register> + use<'_> {
        self.words.iter().map(|word| word.register)
    }

    /// A field by the names of the specification, if the build has the register.
    pub fn place(&self, register: &str, field: &str) -> Option<Place> {
        let word = self.words.iter().position(|word| word.register.name == register)?;
        Some(Place { word, field: self.words[word].register.field(field)? })
    }

    /// The field as it reads. Where reading has an effect, this has none.
    pub fn get(&self, place: Place) -> u32 {
        place.field.get(match place.field.hardware {
            Hardware::Follows | Hardware::Mirrors(..) => self.word(place.word),
            _ => self.words[place.word].own(),
        })
    }

    /// The register at `offset` bytes as it reads, 0 if there is none. Where reading has an effect, this has none.
    pub fn read(&self, offset: u32) -> u32 {
        self.find(offset).map_or(0, |word| self.word(word))
    }

    /// Whether a unit is active: Active is 1, and hardware has followed (Trace Control ch. 14). Else `cycle` resets it.
    pub fn is_active(&self, unit: Unit) -> bool {
        self.asked(unit) && self.followed(unit)
    }

    /// What was last written to the unit's `Active` bit.
    pub fn asked(&self, unit: Unit) -> bool {
        self.units[unit as usize].active.is_none_or(|place| place.field.get(self.words[place.word].stored) != 0)
    }

    /// Whether the hardware has followed: what the unit's `Active` bit reads.
    pub(super) fn followed(&self, unit: Unit) -> bool {
        self.units[unit as usize].followed.unwrap_or_else(|| self.asked(unit))
    }

    /// From now on the `Active` bit reads `level`. Without a call of this the hardware follows at once.
    pub fn follow(&mut self, unit: Unit, level: bool) {
        let followed = &mut self.units[unit as usize].followed;
        self.settled &= *followed == Some(level);
        *followed = Some(level);
    }

    /// From now on a field that the hardware drives, or keeps by itself, has this value.
    pub fn show(&mut self, place: Place, value: u32) {
        self.words[place.word].show(place.field, value);
    }

    /// Whether cycles change nothing in which nothing happens to the registers.
    pub(super) fn is_settled(&self) -> bool {
        self.settled
    }

    /// A number that changes with every change of what is stored, except for those by [`Doing::sets`] and
    /// [`Doing::clears`].
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Carries out one clock cycle.
    ///
    /// A read returns nothing here: ask [`RegisterFile::read`] before. What it returns is of a write that had an
    /// effect.
    pub fn cycle(&mut self, doing: &Doing) -> Option<Written> {
        let is_idle = doing.access.is_none() && doing.sets.is_empty() && doing.clears.is_empty();
        let is_idle = is_idle && doing.locked == self.was_locked;
        if is_idle && self.settled {
            return None;
        }
        // As the cycle finds it: fields written together with a 0 to 1 of their unit's Active bit are still reset.
        let active = UNITS.map(|unit| self.is_active(unit));
        let written = doing.access.filter(|_| !doing.locked).and_then(|access| self.access(access));
        for place in doing.sets {
            self.words[place.word].set(place.field);
        }
        for place in doing.clears {
            self.words[place.word].clear(place.field.mask());
        }
        if let Some((_, at, risen)) = written {
            let by = self.words[at].register;
            for word in self.words.iter_mut().filter(|_| risen != 0) {
                word.clear(word.cleared_by(by, risen));
            }
        }
        let mut changed = written.is_some();
        for word in &mut self.words {
            word.restrict();
            // All but the Active bit itself, which a write must still reach.
            if !active[word.register.unit as usize] {
                changed |= word.reset_fields();
            }
            if doing.locked {
                changed |= word.reset_all();
            }
        }
        self.version += u64::from(changed);
        self.settled = is_idle;
        self.was_locked = doing.locked;
        written.map(|(written, ..)| written)
    }

    /// An access: what a write brings, in which word, and the bits of fields there that it takes from 0 to another
    /// value.
    fn access(&mut self, access: BusAccess) -> Option<(Written, usize, u32)> {
        match access {
            BusAccess::Write { strobe, .. } if lanes(strobe) == 0 => None,
            BusAccess::Write { offset, data, strobe } => {
                let at = self.find(offset)?;
                let word = self.word(at) & !lanes(strobe) | data & lanes(strobe);
                let effect = self.words[at].write(data, lanes(strobe));
                Some((Written { offset, word, ones: effect.ones }, at, effect.risen))
            }
            BusAccess::Read { offset } => {
                let at = self.find(offset)?;
                self.words[at].clear_on_read();
                None
            }
        }
    }

    /// The register at an offset of the register map (Trace Control 3.1). If none is, reads give 0, writes do nothing.
    fn find(&self, offset: u32) -> Option<usize> {
        self.words.iter().position(|word| word.register.offset == offset as usize)
    }

    /// A register as it reads.
    fn word(&self, at: usize) -> u32 {
        let word = &self.words[at];
        word.reflected().fold(word.own(), |value, field| {
            let shown = match field.hardware {
                Hardware::Follows => self.followed(word.register.unit).into(),
                Hardware::Mirrors(register, name) => self.place(register, name).map_or(0, |place| self.get(place)),
                _ => 0,
            };
            field.set(value, shown)
        })
    }
}

fn is_active(place: &Place) -> bool {
    place.field.hardware == Hardware::Follows
}

/// The bits of the bytes that a strobe names.
fn lanes(strobe: u8) -> u32 {
    (0..4).filter(|byte| strobe >> byte & 1 != 0).fold(0, |lanes, byte| lanes | 0xFF << (8 * byte))
}

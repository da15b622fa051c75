// SPDX-License-Identifier: Apache-2.0
//! The rules that hold between elements (Trace Protocol ch. 3).

use crate::{Element, Identifier, Operation, Problem, Register};

/// Most bytes of a group. One that initialises every register takes 48 KiB.
const MOST_BYTES: u64 = 0x1_0000;

const WORDS: usize = Register::END.div_ceil(64);

/// Where a stream of elements stands.
#[derive(Clone)]
pub(crate) struct Structure {
    group: Option<Open>,
    /// The registers that the group has changed.
    written: [u64; WORDS],
    /// The request that the last element was.
    request: Option<Operation>,
}

/// A group that has begun.
#[derive(Clone, Copy, Default)]
struct Open {
    offset: u64,
    increments: bool,
    instructs: bool,
    resets: bool,
    initialises: bool,
    writes: bool,
    /// Additional state, by identifiers.
    states: u16,
    elements: u32,
}

impl Structure {
    pub(crate) const fn new() -> Structure {
        Structure { group: None, written: [0; WORDS], request: None }
    }

    /// What a response would be for.
    pub(crate) fn request(&self) -> Option<Operation> {
        self.request
    }

    /// Whether a group is open.
    pub(crate) fn in_group(&self) -> bool {
        self.group.is_some()
    }

    /// Forgets the group that is open.
    pub(crate) fn reset(&mut self) {
        *self = Structure::new();
    }

    /// Takes in the element at `offset`. Returns whether it ends a group that has elements.
    #[inline]
    pub(crate) fn take(&mut self, element: &Element, offset: u64) -> Result<bool, Problem> {
        self.request = match element {
            Element::Request { operation, .. } => Some(*operation),
            _ => None,
        };
        match element {
            Element::BeginGroup => {
                let ended = self.end()?;
                self.group = Some(Open { offset, ..Open::default() });
                return Ok(ended);
            }
            Element::EndGroup if self.group.is_none() => return Err(Problem::EndWithoutBegin),
            Element::EndGroup => return self.end(),
            _ => {}
        }
        let Some(group) = &mut self.group else {
            return match element {
                Element::IncrementPc
                | Element::Instruction16(_)
                | Element::Instruction32(_)
                | Element::Initialisation => Err(Problem::OutsideGroup),
                _ => Ok(false),
            };
        };
        if offset - group.offset > MOST_BYTES {
            return Err(Problem::GroupTooLong);
        }
        group.elements += 1;
        let again = |flag: &mut bool| if core::mem::replace(flag, true) { Err(Problem::Twice) } else { Ok(()) };
        match *element {
            Element::IncrementPc => again(&mut group.increments)?,
            Element::Instruction16(_) | Element::Instruction32(_) => again(&mut group.instructs)?,
            Element::Reset => again(&mut group.resets)?,
            Element::Initialisation => again(&mut group.initialises)?,
            Element::Full(register, _) | Element::Offset(register, _) | Element::Mask(register, _) => {
                let (word, bit) = (usize::from(register.address() / 64), 1 << (register.address() % 64));
                group.writes = true;
                if self.written[word] & bit != 0 {
                    return Err(Problem::Twice);
                }
                self.written[word] |= bit;
            }
            Element::State(identifier, _) => {
                // An instruction stores once, whatever the size.
                let kind = if identifier.store_size().is_some() { Identifier::Store8 } else { identifier };
                if group.states >> kind.code() & 1 != 0 {
                    return Err(Problem::Twice);
                }
                group.states |= 1 << kind.code();
            }
            _ => {}
        }
        if group.increments && group.states >> Identifier::Pc.code() & 1 != 0 {
            return Err(Problem::Twice);
        }
        if group.initialises && (group.instructs || group.resets) {
            return Err(Problem::InitialisationWithOther);
        }
        Ok(false)
    }

    /// Ends the group that is open, if one is.
    fn end(&mut self) -> Result<bool, Problem> {
        let Some(group) = self.group.take() else { return Ok(false) };
        if group.writes {
            self.written = [0; WORDS];
        }
        if group.increments && !group.instructs {
            return Err(Problem::IncrementWithoutInstruction);
        }
        Ok(group.elements != 0)
    }
}

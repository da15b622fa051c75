// SPDX-License-Identifier: Apache-2.0
//! A message as values of its fields (N-Trace ch. 6 and 7).

use std::fmt;
use tracewright_messages::{rcode, Field, Size, Tcode};

/// No message of N-Trace Table 8 has more fields (`Tcode::fields`) between SRC and TSTAMP, which any may have.
const MAX_FIELDS: usize = 5;

/// A message: its TCODE and the values of its fields, each as it is sent (an address without its bit 0, HIST with its
/// stop bit).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Message {
    tcode: Tcode,
    /// In the order of `tcode.fields()`; 0 where the field is absent.
    values: [u64; MAX_FIELDS],
    tstamp: Option<u64>,
}

impl Message {
    /// The message `tcode`, without TSTAMP, with the value that `value` gives for each field of N-Trace Table 8, asked
    /// for in the table's order.
    ///
    /// A fixed-length field keeps the bits it has room for. A field that another one rules out (HREPEAT unless RCODE is
    /// 2, HIST of ProgTraceCorrelation unless CDF is 1) is asked for, and left out of the message.
    pub fn new(tcode: Tcode, mut value: impl FnMut(Field) -> u64) -> Self {
        let mut message = Message { tcode, values: [0; MAX_FIELDS], tstamp: None };
        for (index, &field) in tcode.fields().iter().enumerate() {
            let value = value(field);
            if message.has(field) {
                message.values[index] = match field.size() {
                    Size::Fixed(bits) => value & ((1 << bits) - 1),
                    Size::Var => value,
                };
            }
        }
        message
    }

    /// This message with TSTAMP `tstamp`, or without.
    pub const fn stamped(self, tstamp: Option<u64>) -> Self {
        Message { tstamp, ..self }
    }

    /// Which message this is.
    pub const fn tcode(&self) -> Tcode {
        self.tcode
    }

    /// The value of `field`, if the message has it.
    pub fn get(&self, field: Field) -> Option<u64> {
        if field == Field::Tstamp {
            return self.tstamp;
        }
        let index = self.tcode.fields().iter().position(|&f| f == field)?;
        self.has(field).then(|| self.values[index])
    }

    /// The fields that are present, in order.
    pub fn fields(&self) -> impl Iterator<Item = (Field, u64)> + '_ {
        let own = self.tcode.fields().iter().copied().zip(self.values).filter(|&(field, _)| self.has(field));
        own.chain(self.tstamp.map(|time| (Field::Tstamp, time)))
    }

    /// Whether decoding can start here: the message has a SYNC field, and with it a full address (N-Trace 8.5).
    pub fn is_sync(&self) -> bool {
        self.tcode.fields().contains(&Field::Sync)
    }

    /// Whether the message is Error: messages were lost.
    pub fn is_error(&self) -> bool {
        self.tcode == Tcode::Error
    }

    /// Where `found` first differs from this message, in the order in which it is sent.
    pub fn first_difference(&self, found: &Message) -> Option<Difference> {
        if self.tcode != found.tcode {
            return Some(Difference::Tcode { expected: self.tcode, found: found.tcode });
        }
        let field =
            self.tcode.fields().iter().chain([&Field::Tstamp]).find(|&&f| self.get(f) != found.get(f)).copied()?;
        let value = |message: &Message| message.get(field).unwrap_or(0);
        Some(Difference::Field { field, expected: value(self), found: value(found) })
    }

    /// Whether a field that N-Trace Table 8 lists for this message is in this one. What decides precedes it.
    fn has(&self, field: Field) -> bool {
        match (self.tcode, field) {
            (Tcode::ResourceFull, Field::HRepeat) => self.get(Field::RCode) == Some(rcode::HIST_REPEAT.into()),
            (Tcode::ProgTraceCorrelation, Field::Hist) => self.get(Field::Cdf) == Some(1),
            _ => true,
        }
    }
}

/// How two messages differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// They are different messages.
    Tcode {
        /// The message that was expected.
        expected: Tcode,
        /// The message that was found.
        found: Tcode,
    },
    /// A field has different values (0 where it is absent).
    Field {
        /// The first field that differs.
        field: Field,
        /// The value that was expected.
        expected: u64,
        /// The value that was found.
        found: u64,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Tcode { expected, found } => {
                write!(
                    f,
                    "TCODE: expected {} ({}), found {} ({})",
                    *expected as u8,
                    expected.name(),
                    *found as u8,
                    found.name()
                )
            }
            Difference::Field { field, expected, found } => {
                write!(f, "{}: expected {expected:#X}, found {found:#X}", field.name())
            }
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tcode.name())?;
        let counts = self.get(Field::RCode) == Some(rcode::I_CNT.into());
        for (field, value) in self.fields() {
            match field {
                Field::FAddr | Field::UAddr | Field::Hist | Field::Process => {
                    write!(f, " {}={value:#X}", field.name())?
                }
                Field::RData if !counts => write!(f, " {}={value:#X}", field.name())?,
                _ => write!(f, " {}={value}", field.name())?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

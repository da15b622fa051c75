// SPDX-License-Identifier: Apache-2.0
//! From bytes of trace to messages (N-Trace ch. 3 and 6).
//!
//! [`Reader`] survives every input: what is not a message is reported with its place, and reading goes on after the
//! next byte that ends a message. Each byte is looked at once, and nothing is allocated.

mod error;

pub use error::{MessageError, MessageErrorKind};

use crate::{max, mseo, rcode, Field, Size, Tcode, IDLE, MDO_BITS};

const FIELDS: usize = Field::Tstamp as usize + 1;

/// A message as it stands in the trace: its fields, not yet what they mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawMessage {
    /// Place of its first byte in the trace.
    pub offset: usize,
    /// Its length in bytes.
    pub len: usize,
    /// Which message it is.
    pub tcode: Tcode,
    /// Its source; 0 where messages have no SRC field.
    pub src: u16,
    present: u16,
    address_bits: u8,
    values: [u64; FIELDS],
}

impl RawMessage {
    /// The value of `field`, if the message has it. Addresses come as sent, without their bit 0.
    pub const fn get(&self, field: Field) -> Option<u64> {
        if self.present & 1 << field as u16 != 0 {
            Some(self.values[field as usize])
        } else {
            None
        }
    }

    /// The fields that the message has, in the order in which they were sent, with their values.
    pub fn fields(&self) -> impl Iterator<Item = (Field, u64)> + '_ {
        let all = self.tcode.fields().iter().chain([&Field::Tstamp]);
        all.filter_map(|&field| Some((field, self.get(field)?)))
    }

    /// In how many bits the message's address was sent, six a byte; 0 if it has none. The uppermost of them is what an
    /// extended address goes by (N-Trace 8.2).
    pub const fn address_bits(&self) -> u32 {
        self.address_bits as u32
    }

    fn set(&mut self, field: Field, value: u64) {
        self.present |= 1 << field as u16;
        self.values[field as usize] = value;
    }
}

/// The messages of a trace, in order; idle bytes are passed over (N-Trace 3.4).
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
    src_bits: u32,
}

impl<'a> Reader<'a> {
    /// Reads `bytes`, whose messages have SRC fields of `src_bits` bits (teSrcBits; 0: none). More than 12 count as 12.
    pub fn new(bytes: &'a [u8], src_bits: u32) -> Reader<'a> {
        Reader { bytes, position: 0, src_bits: src_bits.min(max::SRC) }
    }

    /// Passes over the rest of a message that can't be read on because of `kind`, its last byte included. What may be
    /// ignored is whole: where it is not, that is what is wrong with it.
    fn skip_message(&mut self, kind: MessageErrorKind) -> MessageErrorKind {
        let rest = &self.bytes[self.position..];
        let end = rest.iter().position(|b| b & 3 == mseo::END_OF_MESSAGE);
        let rest = &rest[..end.map_or(rest.len(), |i| i + 1)];
        self.position += rest.len();
        match end {
            _ if !kind.is_ignorable() => kind,
            _ if rest.iter().any(|b| b & 3 == mseo::RESERVED) => MessageErrorKind::ReservedMseo,
            Some(_) => kind,
            None => MessageErrorKind::Truncated,
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<RawMessage, MessageError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.bytes[self.position..];
        let offset = self.position + rest.iter().position(|&b| b != IDLE)?;
        let mut cursor = Cursor { bytes: self.bytes, position: offset, mdo: 0, left: 0, mseo: mseo::NORMAL };
        let mut src = None;
        let result = message(&mut cursor, self.src_bits, &mut src);
        self.position = cursor.position;
        let result = match result {
            Err(kind) if cursor.mseo != mseo::END_OF_MESSAGE => Err(self.skip_message(kind)),
            result => result,
        };
        let len = self.position - offset;
        Some(match result {
            Ok(message) => Ok(RawMessage { offset, len, ..message }),
            Err(kind) => Err(MessageError { offset, len, src, kind }),
        })
    }
}

/// Takes a message apart (N-Trace 3.2); notes its source even if the message goes wrong after it.
fn message(cursor: &mut Cursor<'_>, src_bits: u32, source: &mut Option<u16>) -> Result<RawMessage, MessageErrorKind> {
    let code = cursor.start()?;
    let src = cursor.fixed(src_bits, MessageErrorKind::MissingSrc)? as u16;
    *source = Some(src);
    let tcode = Tcode::from_code(code).ok_or(match code {
        56..=62 => MessageErrorKind::Vendor(code),
        _ => MessageErrorKind::ReservedTcode(code),
    })?;
    let mut message = RawMessage { offset: 0, len: 0, tcode, src, present: 0, address_bits: 0, values: [0; FIELDS] };
    for &field in tcode.fields() {
        let absent = match field {
            Field::HRepeat => message.get(Field::RCode) != Some(rcode::HIST_REPEAT.into()),
            Field::Hist => message.get(Field::Cdf) == Some(0),
            _ => false,
        };
        if absent {
            continue;
        }
        let value = match field.size() {
            Size::Fixed(bits) => cursor.fixed(bits.into(), MessageErrorKind::Missing(field))?,
            Size::Var => {
                let (value, bits) = cursor.variable(field)?;
                if matches!(field, Field::FAddr | Field::UAddr) {
                    message.address_bits = bits as u8;
                }
                value
            }
        };
        match field {
            Field::Cdf if value > 1 => return Err(MessageErrorKind::ReservedValue(field, value)),
            Field::RCode if value >= rcode::FIRST_OF_VENDOR.into() => {
                return Err(MessageErrorKind::VendorResource(value as u8));
            }
            _ => {}
        }
        message.set(field, value);
    }
    if cursor.mseo != mseo::END_OF_MESSAGE {
        message.set(Field::Tstamp, cursor.variable(Field::Tstamp)?.0);
    }
    if cursor.mseo != mseo::END_OF_MESSAGE {
        return Err(MessageErrorKind::Surplus);
    }
    Ok(message)
}

/// A place inside a message.
struct Cursor<'a> {
    bytes: &'a [u8],
    /// The byte after the current one.
    position: usize,
    /// What is not yet taken of the current byte, in the low bits.
    mdo: u64,
    /// How many bits that is.
    left: u32,
    /// MSEO of the current byte.
    mseo: u8,
}

impl Cursor<'_> {
    fn advance(&mut self) -> Result<(), MessageErrorKind> {
        let byte = *self.bytes.get(self.position).ok_or(MessageErrorKind::Truncated)?;
        self.position += 1;
        self.mdo = u64::from(byte >> 2);
        self.left = MDO_BITS;
        self.mseo = byte & 3;
        if self.mseo == mseo::RESERVED {
            Err(MessageErrorKind::ReservedMseo)
        } else {
            Ok(())
        }
    }

    /// Takes TCODE.
    fn start(&mut self) -> Result<u8, MessageErrorKind> {
        self.advance()?;
        if self.mseo != mseo::NORMAL {
            return Err(MessageErrorKind::NoStart);
        }
        let code = self.mdo as u8;
        (self.mdo, self.left) = (0, 0);
        Ok(code)
    }

    /// Takes a field of `bits` bits, the least significant first (N-Trace 3.3). No message ends in one:
    /// `missing` is the error if this one does.
    fn fixed(&mut self, bits: u32, missing: MessageErrorKind) -> Result<u64, MessageErrorKind> {
        let mut value = 0;
        let mut have = 0;
        while have < bits {
            if self.left == 0 {
                if self.mseo != mseo::NORMAL {
                    return Err(missing);
                }
                self.advance()?;
            }
            let take = self.left.min(bits - have);
            value |= (self.mdo & ((1 << take) - 1)) << have;
            self.mdo >>= take;
            self.left -= take;
            have += take;
        }
        Ok(value)
    }

    /// Takes a field that ends with a byte of MSEO 01 or 11; gives its value, and the bits that it was sent in.
    fn variable(&mut self, field: Field) -> Result<(u64, u32), MessageErrorKind> {
        if self.left == 0 && self.mseo != mseo::NORMAL {
            return Err(MessageErrorKind::Missing(field));
        }
        let mut value = self.mdo;
        let mut have = self.left;
        while self.mseo == mseo::NORMAL {
            self.advance()?;
            if have >= u64::BITS || self.mdo << have >> have != self.mdo {
                return Err(MessageErrorKind::TooLong(field));
            }
            value |= self.mdo << have;
            have += MDO_BITS;
        }
        (self.mdo, self.left) = (0, 0);
        if self.mseo == mseo::END_OF_FIELD {
            self.mseo = mseo::NORMAL;
        }
        Ok((value, have))
    }
}

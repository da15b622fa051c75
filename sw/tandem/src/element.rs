// SPDX-License-Identifier: Apache-2.0
//! An element of trace, and its bytes (Trace Protocol ch. 2).

use crate::{Field, Identifier, Opcode, Operation, Outcome, Problem, Register, Size, Widths};

/// An element: an opcode with its fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// [`Opcode::BeginGroup`].
    BeginGroup,
    /// [`Opcode::EndGroup`].
    EndGroup,
    /// [`Opcode::IncrementPc`].
    IncrementPc,
    /// [`Opcode::FullRegister`].
    Full(Register, u64),
    /// [`Opcode::OffsetRegister`].
    Offset(Register, i8),
    /// [`Opcode::MaskRegister`].
    Mask(Register, u8),
    /// [`Opcode::AdditionalState`].
    State(Identifier, u64),
    /// [`Opcode::MemoryRequest`].
    Request {
        /// Where.
        address: u64,
        /// What it does.
        operation: Operation,
        /// How much.
        size: Size,
        /// What it writes.
        data: Option<u64>,
    },
    /// [`Opcode::MemoryResponse`].
    Response {
        /// How much.
        size: Size,
        /// What became of the request.
        outcome: Outcome,
        /// What it read.
        data: Option<u64>,
    },
    /// [`Opcode::HartReset`].
    Reset,
    /// [`Opcode::StateInitialisation`].
    Initialisation,
    /// [`Opcode::Instruction16`].
    Instruction16(u16),
    /// [`Opcode::Instruction32`].
    Instruction32(u32),
}

/// What reading an element comes to.
pub(crate) enum Read {
    /// The element, in so many bytes.
    Whole(Element, usize),
    /// More bytes are needed.
    More,
}

impl Element {
    /// Most bytes of an element: a memory request with 64 bits of address and data.
    pub const MOST_BYTES: usize = 18;

    /// Its opcode.
    pub const fn opcode(&self) -> Opcode {
        match self {
            Element::BeginGroup => Opcode::BeginGroup,
            Element::EndGroup => Opcode::EndGroup,
            Element::IncrementPc => Opcode::IncrementPc,
            Element::Full(..) => Opcode::FullRegister,
            Element::Offset(..) => Opcode::OffsetRegister,
            Element::Mask(..) => Opcode::MaskRegister,
            Element::State(..) => Opcode::AdditionalState,
            Element::Request { .. } => Opcode::MemoryRequest,
            Element::Response { .. } => Opcode::MemoryResponse,
            Element::Reset => Opcode::HartReset,
            Element::Initialisation => Opcode::StateInitialisation,
            Element::Instruction16(_) => Opcode::Instruction16,
            Element::Instruction32(_) => Opcode::Instruction32,
        }
    }

    /// Reads the element that `bytes` start with. `request` is the operation that a response would be for.
    #[inline]
    pub(crate) fn read(bytes: &[u8], widths: &Widths, request: Option<Operation>) -> Result<Read, Problem> {
        let Some(&code) = bytes.first() else { return Ok(Read::More) };
        let opcode = Opcode::from_code(code).ok_or(Problem::Opcode { code })?;
        let mut fields = Fields::new(request);
        let mut at = 1;
        for &field in opcode.fields() {
            let length = fields.bytes(field, widths)?;
            if at + length > bytes.len() {
                return Ok(Read::More);
            }
            fields.take(field, value(&bytes[at..], length), widths)?;
            at += length;
        }
        Ok(Read::Whole(fields.element(opcode), at))
    }
}

/// The number in the first `length` bytes, little-endian (Trace Protocol ch. 3).
#[inline]
fn value(bytes: &[u8], length: usize) -> u64 {
    if let Some(word) = bytes.first_chunk() {
        // At once, and without what follows.
        return u64::from_le_bytes(*word) & u64::MAX.checked_shr(64 - 8 * length as u32).unwrap_or(0);
    }
    bytes[..length].iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}

/// The fields of an element, as far as they have been read.
struct Fields {
    register: Register,
    identifier: Identifier,
    operation: Operation,
    /// What a response would be for.
    request: Option<Operation>,
    size: Size,
    outcome: Outcome,
    address: u64,
    value: u64,
}

impl Fields {
    #[inline]
    fn new(request: Option<Operation>) -> Fields {
        Fields {
            register: Register::csr(0),
            identifier: Identifier::Pc,
            operation: Operation::Load,
            request,
            size: Size::Bits8,
            outcome: Outcome::Success,
            address: 0,
            value: 0,
        }
    }

    /// Length of `field`, after those that have been read.
    #[inline]
    fn bytes(&self, field: Field, widths: &Widths) -> Result<usize, Problem> {
        Ok(match field {
            Field::Register | Field::Bits16 => 2,
            Field::Offset | Field::Mask | Field::Identifier | Field::OperationAndSize | Field::SizeAndResult => 1,
            Field::RegisterValue => usize::from(self.register.bits(widths) / 8),
            Field::StateValue => self.identifier.bytes(widths),
            Field::Address => widths.address_bytes(),
            Field::RequestData if self.operation.writes() => self.size.bytes(),
            Field::ResponseData => match self.request {
                None => return Err(Problem::ResponseWithoutRequest),
                Some(operation) if operation.reads() => self.size.bytes(),
                Some(_) => 0,
            },
            Field::RequestData => 0,
            Field::Bits32 => 4,
        })
    }

    #[inline]
    fn take(&mut self, field: Field, value: u64, widths: &Widths) -> Result<(), Problem> {
        match field {
            Field::Register => {
                let register = Register::at(value as u16).filter(|register| register.bits(widths) != 0);
                self.register = register.ok_or(Problem::Register { address: value as u16 })?;
            }
            Field::Identifier => {
                let identifier = Identifier::from_code(value as u8);
                self.identifier = identifier.ok_or(Problem::Identifier { code: value as u8 })?;
            }
            Field::OperationAndSize => {
                let operation = Operation::from_code(value as u8 & 15);
                self.operation = operation.ok_or(Problem::Operation { code: value as u8 & 15 })?;
                self.size = size(value as u8 >> 4)?;
            }
            Field::SizeAndResult => {
                self.size = size(value as u8 & 15)?;
                let outcome = Outcome::from_code(value as u8 >> 4);
                self.outcome = outcome.ok_or(Problem::Result { code: value as u8 >> 4 })?;
            }
            Field::Address => {
                self.address = value;
                check_address(value, widths)?;
            }
            Field::StateValue => {
                self.value = value;
                match self.identifier {
                    Identifier::Privilege if value > 3 => return Err(Problem::Privilege { code: value as u8 }),
                    Identifier::PhysicalAddress | Identifier::EffectiveAddress | Identifier::PcPhysicalAddress => {
                        check_address(value, widths)?;
                    }
                    _ => {}
                }
            }
            Field::Bits16 if value & 3 == 3 => return Err(Problem::NotCompressed { bits: value as u16 }),
            _ => self.value = value,
        }
        Ok(())
    }

    #[inline]
    fn element(&self, opcode: Opcode) -> Element {
        let value = self.value;
        match opcode {
            Opcode::BeginGroup => Element::BeginGroup,
            Opcode::EndGroup => Element::EndGroup,
            Opcode::IncrementPc => Element::IncrementPc,
            Opcode::FullRegister => Element::Full(self.register, value),
            Opcode::OffsetRegister => Element::Offset(self.register, value as i8),
            Opcode::MaskRegister => Element::Mask(self.register, value as u8),
            Opcode::AdditionalState => Element::State(self.identifier, value),
            Opcode::MemoryRequest => Element::Request {
                address: self.address,
                operation: self.operation,
                size: self.size,
                data: self.operation.writes().then_some(value),
            },
            Opcode::MemoryResponse => Element::Response {
                size: self.size,
                outcome: self.outcome,
                data: self.request.is_some_and(Operation::reads).then_some(value),
            },
            Opcode::HartReset => Element::Reset,
            Opcode::StateInitialisation => Element::Initialisation,
            Opcode::Instruction16 => Element::Instruction16(value as u16),
            Opcode::Instruction32 => Element::Instruction32(value as u32),
        }
    }
}

fn size(code: u8) -> Result<Size, Problem> {
    Size::from_code(code).ok_or(Problem::Size { code })
}

/// Addresses are zero-extended to whole bytes.
#[inline]
fn check_address(value: u64, widths: &Widths) -> Result<(), Problem> {
    if widths.mlen < 64 && value >> widths.mlen != 0 {
        return Err(Problem::TooWide { value });
    }
    Ok(())
}

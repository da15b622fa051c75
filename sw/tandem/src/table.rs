// SPDX-License-Identifier: Apache-2.0
//! The tables of chapter 2: codes, fields and widths.

use crate::Widths;

/// Makes an enum whose variants have codes and names.
macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $code:literal $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])* $variant = $code,)*
        }

        impl $name {
            /// All of them, by their codes.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// What has this code.
            pub const fn from_code(code: u8) -> Option<$name> {
                match code {
                    $($code => Some($name::$variant),)*
                    _ => None,
                }
            }

            /// Its code.
            pub const fn code(self) -> u8 {
                self as u8
            }

            /// Its name in the specification's words.
            pub const fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }
        }
    };
}

codes! {
    /// What an element is: its first byte.
    Opcode {
        /// State changes up to the end of the group are one.
        BeginGroup = 1 "begin group",
        /// The group's end; a begin of another one implies it.
        EndGroup = 2 "end group",
        /// pc moves by the length of the group's instruction.
        IncrementPc = 3 "increment pc",
        /// A register and its value.
        FullRegister = 4 "full register",
        /// A register and what is added to it.
        OffsetRegister = 5 "incremental register",
        /// A register and the bits that are set in it.
        MaskRegister = 6 "incremental register (OR)",
        /// State that is no register.
        AdditionalState = 7 "additional state",
        /// A transaction on the memory bus.
        MemoryRequest = 8 "memory request",
        /// Its answer.
        MemoryResponse = 9 "memory response",
        /// The hart is reset.
        HartReset = 10 "hart reset",
        /// The group's changes come from outside of the hart.
        StateInitialisation = 11 "state initialization",
        /// A compressed instruction.
        Instruction16 = 16 "16-bit instruction",
        /// An instruction of 32 bits.
        Instruction32 = 17 "32-bit instruction",
    }
}

codes! {
    /// Which additional state it is.
    Identifier {
        /// Privilege mode.
        Privilege = 1 "privilege mode",
        /// Physical address of the instruction's access.
        PhysicalAddress = 2 "physical address",
        /// Effective address of the instruction's access.
        EffectiveAddress = 3 "effective address",
        /// What the instruction stores: a byte.
        Store8 = 4 "memory store data (8 bits)",
        /// What the instruction stores: 16 bits.
        Store16 = 5 "memory store data (16 bits)",
        /// What the instruction stores: 32 bits.
        Store32 = 6 "memory store data (32 bits)",
        /// What the instruction stores: 64 bits.
        Store64 = 7 "memory store data (64 bits)",
        /// The timer.
        Mtime = 8 "mtime",
        /// Physical address of pc.
        PcPhysicalAddress = 9 "pc physical address",
        /// pc; of an instruction's group the address of what comes next.
        Pc = 10 "pc",
    }
}

codes! {
    /// What a memory request does.
    Operation {
        /// Load.
        Load = 0 "load",
        /// Store.
        Store = 1 "store",
        /// Load reserved.
        LoadReserved = 2 "lr",
        /// Store conditional.
        StoreConditional = 3 "sc",
        /// AMO swap.
        AmoSwap = 4 "amoswap",
        /// AMO add.
        AmoAdd = 5 "amoadd",
        /// AMO xor.
        AmoXor = 6 "amoxor",
        /// AMO and.
        AmoAnd = 7 "amoand",
        /// AMO or.
        AmoOr = 8 "amoor",
        /// AMO min.
        AmoMin = 9 "amomin",
        /// AMO max.
        AmoMax = 10 "amomax",
        /// AMO minu.
        AmoMinu = 11 "amominu",
        /// AMO maxu.
        AmoMaxu = 12 "amomaxu",
        /// Instruction fetch.
        Fetch = 13 "instruction fetch",
    }
}

codes! {
    /// How many bits a memory request is for.
    Size {
        /// A byte.
        Bits8 = 0 "8 bits",
        /// Two bytes.
        Bits16 = 1 "16 bits",
        /// Four bytes.
        Bits32 = 2 "32 bits",
        /// Eight bytes.
        Bits64 = 3 "64 bits",
    }
}

codes! {
    /// What became of a memory request.
    Outcome {
        /// It was done.
        Success = 0 "success",
        /// It was not.
        Failure = 1 "failure",
    }
}

/// A field after an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Register address: 16 bits.
    Register,
    /// Value of the register: XLEN or FLEN.
    RegisterValue,
    /// Signed offset: 8 bits.
    Offset,
    /// Bits to set: 8 of them.
    Mask,
    /// Identifier of additional state: 8 bits.
    Identifier,
    /// Additional state, as wide as its identifier says.
    StateValue,
    /// Address: MLEN.
    Address,
    /// Operation in the low four bits, size in the high ones.
    OperationAndSize,
    /// Data of a request: none where it reads.
    RequestData,
    /// Size in the low four bits, result in the high ones.
    SizeAndResult,
    /// Data of a response: none where the request wrote.
    ResponseData,
    /// Compressed instruction.
    Bits16,
    /// Instruction of 32 bits.
    Bits32,
}

impl Opcode {
    /// The fields after it, in their order.
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Opcode::FullRegister => &[Field::Register, Field::RegisterValue],
            Opcode::OffsetRegister => &[Field::Register, Field::Offset],
            Opcode::MaskRegister => &[Field::Register, Field::Mask],
            Opcode::AdditionalState => &[Field::Identifier, Field::StateValue],
            Opcode::MemoryRequest => &[Field::Address, Field::OperationAndSize, Field::RequestData],
            Opcode::MemoryResponse => &[Field::SizeAndResult, Field::ResponseData],
            Opcode::Instruction16 => &[Field::Bits16],
            Opcode::Instruction32 => &[Field::Bits32],
            _ => &[],
        }
    }
}

impl Identifier {
    /// Width in bytes, with these widths.
    pub const fn bytes(self, widths: &Widths) -> usize {
        match self {
            Identifier::Privilege | Identifier::Store8 => 1,
            Identifier::Store16 => 2,
            Identifier::Store32 => 4,
            Identifier::Store64 | Identifier::Mtime => 8,
            Identifier::PhysicalAddress | Identifier::EffectiveAddress | Identifier::PcPhysicalAddress => {
                widths.address_bytes()
            }
            Identifier::Pc => widths.xlen as usize / 8,
        }
    }

    /// The one for store data of this size.
    pub const fn of_store(size: Size) -> Identifier {
        match size {
            Size::Bits8 => Identifier::Store8,
            Size::Bits16 => Identifier::Store16,
            Size::Bits32 => Identifier::Store32,
            Size::Bits64 => Identifier::Store64,
        }
    }

    /// The size of the store data that it is, if it is that.
    pub const fn store_size(self) -> Option<Size> {
        match self {
            Identifier::Store8 => Some(Size::Bits8),
            Identifier::Store16 => Some(Size::Bits16),
            Identifier::Store32 => Some(Size::Bits32),
            Identifier::Store64 => Some(Size::Bits64),
            _ => None,
        }
    }
}

impl Operation {
    /// Whether the request has data: it writes.
    pub const fn writes(self) -> bool {
        !matches!(self, Operation::Load | Operation::LoadReserved | Operation::Fetch)
    }

    /// Whether the response has data: it reads.
    pub const fn reads(self) -> bool {
        !matches!(self, Operation::Store | Operation::StoreConditional)
    }
}

impl Size {
    /// In bytes.
    pub const fn bytes(self) -> usize {
        1 << self as u8
    }

    /// The size of so many bytes.
    pub const fn of_bytes(bytes: usize) -> Option<Size> {
        match bytes {
            1 => Some(Size::Bits8),
            2 => Some(Size::Bits16),
            4 => Some(Size::Bits32),
            8 => Some(Size::Bits64),
            _ => None,
        }
    }
}

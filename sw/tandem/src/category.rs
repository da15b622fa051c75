// SPDX-License-Identifier: Apache-2.0
//! The categories of instructions in the table of Trace Protocol Appendix D.

use crate::{Element, Group, Identifier, Register};

/// Makes the categories: each with its name, its fields and its size in the table.
macro_rules! categories {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $fields:literal, $size:expr;)*) => {
        /// A category of groups.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Category {
            $($(#[$doc])* $name,)*
        }

        impl Category {
            /// All of them, in the order of the table.
            pub const ALL: &'static [Category] = &[$(Category::$name),*];

            /// Its name in the table.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Category::$name => $text,)*
                }
            }

            /// Its fields, as the table has them.
            pub const fn fields(self) -> &'static str {
                match self {
                    $(Category::$name => $fields,)*
                }
            }

            /// Its size in bytes, as the table has it: for XLEN, FLEN and MLEN of 64.
            pub const fn proposed_bytes(self) -> Option<u64> {
                match self {
                    $(Category::$name => $size,)*
                }
            }
        }
    };
}

categories! {
    /// Computes with integers.
    Integer = "integer computation", "pc, instr, gpr", Some(23);
    /// Changes nothing but pc.
    Nop = "nop", "pc, instr", Some(12);
    /// Goes elsewhere.
    Branch = "branch, jump", "pc, instr", Some(27);
    /// Goes elsewhere, and keeps where it was.
    Link = "branch and link, jump and link", "pc, instr, gpr", Some(32);
    /// Loads.
    Load = "load", "pc, instr, gpr, paddr", Some(33);
    /// Loads, with an effective address.
    LoadVirtual = "load (virtual address)", "pc, instr, gpr, paddr, eaddr", Some(43);
    /// Stores.
    Store = "store", "pc, instr, paddr, memdata", Some(32);
    /// Stores, with an effective address.
    StoreVirtual = "store (virtual address)", "pc, instr, paddr, eaddr, memdata", Some(42);
    /// Atomic.
    Atomic = "sc, amo", "pc, instr, gpr, paddr, eaddr, memdata", Some(53);
    /// Reads and writes a CSR.
    CsrReadWrite = "csr read-write", "pc, instr, csr, gpr", Some(34);
    /// Reads a CSR.
    CsrRead = "csr read only", "pc, instr, gpr", Some(23);
    /// Writes a CSR.
    CsrWrite = "csr write only", "pc, instr, csr", Some(23);
    /// Computes with floating-point numbers.
    Float = "floating point computation", "pc, instr, fpr, fcsr", Some(27);
    /// Moves from a floating-point register.
    FloatMove = "floating point move", "pc, instr, gpr", Some(23);
    /// Converts or compares to an integer register.
    FloatConversion = "floating point conversion", "pc, instr, gpr, fcsr", Some(27);
    /// Loads a floating-point register.
    FloatLoad = "floating point load", "pc, instr, fpr, paddr, eaddr", Some(43);
    /// Stores a floating-point register.
    FloatStore = "floating point store", "pc, instr, paddr, eaddr, memdata", Some(42);
    /// An interrupt is taken.
    Interrupt = "interrupt", "pc, xepc, xcause, xstatus, xtval, priv", Some(59);
    /// An exception is taken.
    Exception = "exception", "pc, instr, xepc, xcause, xstatus, xtval, priv", Some(68);
    /// A return from a trap or another instruction of the system, which the table does not have.
    System = "system", "pc, instr, xstatus, priv", None;
    /// Reset, state initialisation and what else is no instruction.
    Other = "other groups", "", None;
}

/// What an instruction is by its bits alone.
enum Class {
    Computation,
    Jump,
    Load,
    Store,
    Atomic,
    System,
    Float,
    FloatToInteger,
    FloatMove,
    FloatLoad,
    FloatStore,
}

impl Category {
    /// That of a group, for a hart of `xlen` bits.
    pub fn of(group: &Group, xlen: u8) -> Category {
        let Some((bits, length)) = group.instruction() else {
            let Some(cause) = group.trap() else { return Category::Other };
            // A fetch that failed has no instruction. A cause that is not told in full is as the one before.
            let is_fetch = group.full(cause).is_some_and(|cause| cause >> (xlen - 1) & 1 == 0);
            return if is_fetch { Category::Exception } else { Category::Interrupt };
        };
        if group.trap().is_some() {
            return Category::Exception;
        }
        let writes = |test: fn(Register) -> bool| {
            group.elements.iter().any(|element| {
                matches!(element, Element::Full(r, _) | Element::Offset(r, _) | Element::Mask(r, _) if test(*r))
            })
        };
        let gpr = writes(|register| register.as_gpr().is_some());
        let is_virtual = group.state(Identifier::EffectiveAddress).is_some();
        let class = if length == 2 { compressed(bits, xlen) } else { full(bits) };
        match class {
            Class::Computation if gpr => Category::Integer,
            Class::Computation => Category::Nop,
            Class::Jump if gpr => Category::Link,
            Class::Jump => Category::Branch,
            Class::Load if is_virtual => Category::LoadVirtual,
            Class::Load => Category::Load,
            Class::Store if is_virtual => Category::StoreVirtual,
            Class::Store => Category::Store,
            Class::Atomic => Category::Atomic,
            Class::System => match (gpr, writes(|register| register.as_csr().is_some())) {
                _ if bits >> 12 & 7 == 0 => Category::System,
                (true, true) => Category::CsrReadWrite,
                (false, true) => Category::CsrWrite,
                (true, false) => Category::CsrRead,
                (false, false) => Category::Nop,
            },
            Class::Float => Category::Float,
            Class::FloatToInteger => Category::FloatConversion,
            Class::FloatMove => Category::FloatMove,
            Class::FloatLoad => Category::FloatLoad,
            Class::FloatStore => Category::FloatStore,
        }
    }
}

/// By the major opcode (Unprivileged ISA, "RV32/64G instruction set listings").
fn full(bits: u32) -> Class {
    match bits & 0x7F {
        0x03 => Class::Load,
        0x07 => Class::FloatLoad,
        0x23 => Class::Store,
        0x27 => Class::FloatStore,
        // lr loads.
        0x2F if bits >> 27 == 2 => Class::Load,
        0x2F => Class::Atomic,
        0x63 | 0x67 | 0x6F => Class::Jump,
        0x73 => Class::System,
        0x43 | 0x47 | 0x4B | 0x4F => Class::Float,
        0x53 => match bits >> 27 {
            // Comparisons, and conversions to integers.
            0x14 | 0x18 => Class::FloatToInteger,
            // fmv.x.w, fclass.
            0x1C => Class::FloatMove,
            _ => Class::Float,
        },
        _ => Class::Computation,
    }
}

/// By quadrant and funct3 (Unprivileged ISA, "C" extension, instruction set listings).
fn compressed(bits: u32, xlen: u8) -> Class {
    let rv32 = xlen == 32;
    match (bits & 3, bits >> 13 & 7) {
        (0 | 2, 1) => Class::FloatLoad,
        (0 | 2, 2) => Class::Load,
        (0 | 2, 3) if rv32 => Class::FloatLoad,
        (0 | 2, 3) => Class::Load,
        (0 | 2, 5) => Class::FloatStore,
        (0 | 2, 6) => Class::Store,
        (0 | 2, 7) if rv32 => Class::FloatStore,
        (0 | 2, 7) => Class::Store,
        (1, 1) if rv32 => Class::Jump,
        (1, 5..=7) => Class::Jump,
        (2, 4) if bits >> 2 & 31 == 0 => Class::Jump,
        _ => Class::Computation,
    }
}

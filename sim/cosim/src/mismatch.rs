// SPDX-License-Identifier: Apache-2.0
//! The report of a difference between hardware and model, in the words of the specification.

use std::fmt;
use tracewright_messages::{Block, Ingress};
use tracewright_model::control::BusAccess;
use tracewright_model::Message;
use tracewright_regmap::{Register, REGISTERS};

/// The first difference of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Clock cycle, counted from the end of reset.
    pub cycle: u64,
    /// What differs.
    pub difference: Difference,
    /// What the port took last, oldest first.
    pub ports: Vec<Seen>,
    /// The accesses to registers that were last, oldest first.
    pub accesses: Vec<Accessed>,
}

/// An access to a register, and in which cycle it acted or answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accessed {
    /// Clock cycle, counted from the end of reset.
    pub cycle: u64,
    /// The access.
    pub access: BusAccess,
}

/// What the port took, and in which cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Clock cycle, counted from the end of reset.
    pub cycle: u64,
    /// The port.
    pub ingress: Ingress,
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A message that enters the queue, or one that is there on one side only.
    Message {
        /// Messages before it.
        index: u64,
        /// The model's.
        expected: Option<Box<Message>>,
        /// The hardware's.
        found: Option<Box<Message>>,
    },
    /// When what an entry of the queue reports happened.
    Time {
        /// The entry's first message.
        message: Option<Message>,
        /// The model's timestamp.
        expected: u64,
        /// The hardware's.
        found: u64,
    },
    /// What the control interface shows in a cycle.
    Signal {
        /// Its name.
        name: &'static str,
        /// By the model.
        expected: u64,
        /// The hardware's.
        found: u64,
    },
    /// The number of bytes of a message that leaves the packer whole.
    Length {
        /// The message.
        message: Message,
        /// Bytes that it has.
        expected: usize,
        /// Bytes that left together.
        found: usize,
    },
    /// A byte that reaches the sink.
    Byte {
        /// Bytes of trace before it.
        offset: u64,
        /// The model's byte, its message, and its place there; without one the hardware sends what no message accounts
        /// for.
        expected: Option<(u8, Message, usize)>,
        /// The hardware's byte.
        found: u8,
    },
    /// teEmpty was 1 before all of a message had reached the sink.
    Unsent {
        /// The message.
        message: Message,
        /// Bytes of it that are missing.
        missing: usize,
    },
    /// What is left of a message that was cut, and was shown, is gone without having been taken.
    Withdrawn {
        /// The message.
        message: Message,
    },
    /// An idle byte that reached the sink where none belongs: it fills the last word, while teEnable is 0.
    Fill {
        /// Bytes of trace before it.
        offset: u64,
    },
    /// teEmpty was 1 with a last word that idle bytes had not filled.
    Unfilled {
        /// Bytes in it.
        bytes: u32,
    },
    /// A register that was read.
    Read {
        /// The specification's spelling.
        name: &'static str,
        /// Its offset in bytes.
        offset: u32,
        /// Value by the model.
        expected: u32,
        /// Value read.
        found: u32,
    },
    /// An access that does not take the steps that it has to: what it must do.
    Access(&'static str),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Difference::Message { index, expected, found } => {
                write!(f, "message {index} entering the queue")?;
                match (expected, found) {
                    (Some(expected), Some(found)) => {
                        if let Some(difference) = expected.first_difference(found) {
                            write!(f, ": {difference}")?;
                        }
                        write!(f, "\n  expected {expected}\n  found    {found}")
                    }
                    (Some(expected), None) => write!(f, ": missing\n  expected {expected}"),
                    (None, Some(found)) => write!(f, ": unexpected\n  found    {found}"),
                    (None, None) => Ok(()),
                }
            }
            Difference::Time { message, expected, found } => {
                write!(f, "the time of an entry of the queue: expected {expected:#X}, found {found:#X}")?;
                message.map_or(Ok(()), |message| write!(f, "\n  it begins with {message}"))
            }
            Difference::Signal { name, expected, found } => {
                write!(f, "{name}: expected {expected:#X}, found {found:#X}")
            }
            Difference::Length { message, expected, found } => {
                write!(f, "{found} bytes leave together, expected {expected} of\n  {message}")
            }
            Difference::Byte { offset, expected: Some((byte, message, place)), found } => {
                write!(f, "byte {offset} of the trace: expected {byte:#04X}, found {found:#04X}")?;
                write!(f, "\n  it is byte {place} of {message}")
            }
            Difference::Byte { offset, expected: None, found } => {
                write!(f, "byte {offset} of the trace: {found:#04X}, which belongs to no message")
            }
            Difference::Unsent { message, missing } => {
                write!(f, "teEmpty is 1 with {missing} bytes still to come of\n  {message}")
            }
            Difference::Withdrawn { message } => {
                write!(f, "what was shown of this message was never taken:\n  {message}")
            }
            Difference::Fill { offset } => {
                write!(f, "an idle byte comes after byte {offset} of the trace, where none belongs")
            }
            Difference::Unfilled { bytes } => {
                write!(f, "teEmpty is 1 with {bytes} bytes in the sink that are no whole word")
            }
            Difference::Read { name, offset, expected, found } => {
                write!(f, "a read of {name} ({offset:#05X}): expected {expected:#010X}, found {found:#010X}")
            }
            Difference::Access(rule) => write!(f, "an access to a register: {rule}"),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hardware and model differ in cycle {}: {}", self.cycle, self.difference)?;
        if !self.ports.is_empty() {
            write!(f, "\nwhat the port took last:")?;
        }
        self.ports.iter().try_for_each(|seen| write!(f, "\n  {seen}"))?;
        if !self.accesses.is_empty() {
            write!(f, "\nwhat registers were accessed last:")?;
        }
        self.accesses.iter().try_for_each(|accessed| write!(f, "\n  {accessed}"))
    }
}

impl fmt::Display for Accessed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cycle {}: ", self.cycle)?;
        match self.access {
            BusAccess::Write { offset, data, strobe } => {
                write!(f, "write {} {data:#010X} bytes {strobe:#06b}", register_name(offset))
            }
            BusAccess::Read { offset } => write!(f, "read {}", register_name(offset)),
        }
    }
}

/// The specification's spelling.
pub(crate) fn register_name(offset: u32) -> &'static str {
    name_of(REGISTERS, offset)
}

/// The specification's spelling of a register of a component that has `registers`.
pub(crate) fn name_of(registers: &[Register], offset: u32) -> &'static str {
    let register = registers.iter().find(|register| register.offset == offset as usize);
    register.map_or("an offset without a register", |register| register.name)
}

impl fmt::Display for Seen {
    /// One line: the blocks, and what else is not 0.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let port = &self.ingress;
        write!(f, "cycle {}:", self.cycle)?;
        for (index, block) in port.blocks.iter().enumerate().filter(|(_, block)| block.is_valid()) {
            let Block { itype, iaddr, iretire, ilastsize, .. } = block;
            write!(f, " [{index}] itype={itype} iaddr={iaddr:#X} iretire={iretire} ilastsize={ilastsize}")?;
            flags(f, &[("sijump", block.sijump), ("notify", block.notify)])?;
        }
        let numbers = [
            ("privilege", port.privilege.into()),
            ("context", port.context),
            ("ctype", port.ctype.into()),
            ("external_triggers", port.external_triggers.into()),
        ];
        for (name, value) in numbers.into_iter().filter(|(_, value)| *value != 0) {
            write!(f, " {name}={value:#X}")?;
        }
        flags(
            f,
            &[
                ("trigger_on", port.trigger_on),
                ("trigger_off", port.trigger_off),
                ("halted", port.halted),
                ("hart_reset", port.reset),
                ("low_power", port.low_power),
            ],
        )
    }
}

fn flags(f: &mut fmt::Formatter<'_>, list: &[(&str, bool)]) -> fmt::Result {
    list.iter().filter(|(_, level)| *level).try_for_each(|(name, _)| write!(f, " {name}"))
}

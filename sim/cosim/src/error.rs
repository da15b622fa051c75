// SPDX-License-Identifier: Apache-2.0
//! Why a run did not succeed.

use crate::{Discrepancy, Mismatch, Violation};
use tracewright_model::ctr::{Access, Answer};

/// Why the source of the ingress ended.
pub type SourceError = Box<dyn std::error::Error + Send + Sync>;

/// Why a run did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Hardware and model differ.
    #[error("{0}")]
    Mismatch(Box<Mismatch>),
    /// Hardware and model of a hart of a system differ.
    #[error("hart {hart}: {mismatch}")]
    HartMismatch {
        /// Which hart.
        hart: usize,
        /// How.
        mismatch: Box<Mismatch>,
    },
    /// The ingress could not be made.
    #[error("{0}")]
    Source(SourceError),
    /// The waveform could not be written.
    #[error(transparent)]
    Verilator(#[from] verilator_sys::Error),
    /// What arrives downstream of a sink is not what was sent.
    #[error("sink: {0}")]
    Sink(#[from] SinkError),
    /// The driver met a component of a system that does not behave.
    #[error("driver: {0}")]
    System(tracewright_driver::SystemError<BusError>),
    /// The driver met an encoder that does not behave.
    #[error("driver: {0}")]
    Driver(tracewright_driver::Error<BusError>),
    /// A component says of itself something else than its configuration.
    #[error("{}", discovery(.0))]
    Discovery(Vec<Discrepancy>),
}

/// What the driver has found that is not what the configuration says, and what to do.
fn discovery(fields: &[Discrepancy]) -> String {
    let list: String = fields.iter().map(|field| format!("\n  {field}")).collect();
    format!(
        "discovery finds other hardware than the configuration describes:{list}\n\
         generate the Verilog again from this configuration, or run with the configuration that it was generated from"
    )
}

/// What is wrong downstream of a sink.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SinkError {
    /// The sink breaks a rule of its bus.
    #[error("{0}")]
    Rule(String),
    /// The pins do not say what they should.
    #[error("pins: {0}")]
    Pins(String),
    /// teRamWP is not in the buffer.
    #[error("teRamWP is {pointer:#x}, which is not in the buffer")]
    Pointer {
        /// The pointer.
        pointer: u64,
    },
    /// A message is not the one that the encoder sent next.
    #[error("hart {hart}: after {offset} bytes, the sink received another message than was sent: {message:02x?}")]
    Differs {
        /// Whose message it is.
        hart: usize,
        /// Bytes that are right.
        offset: usize,
        /// The message.
        message: Vec<u8>,
    },
    /// Part of the trace did not arrive.
    #[error("hart {hart}: {bytes} bytes of trace did not arrive")]
    Missing {
        /// Whose trace it is.
        hart: usize,
        /// How many bytes.
        bytes: usize,
    },
    /// More arrived than was sent.
    #[error("hart {hart}: the sink received more than was sent")]
    More {
        /// Whose trace it is.
        hart: usize,
    },
    /// More is damaged or missing than was reset, the rest of a message arrived by itself, or a start was lost because
    /// something came ahead of it.
    #[error(
        "of {messages} messages {damaged} are damaged and {missing} missing, with {resets} resets; {torn} are no beginning of a message; \
         {glued} have a whole ProgTraceSync at their end, and something that is not its own ahead of it"
    )]
    Interleaved {
        /// Messages that arrived.
        messages: u64,
        /// Messages that are not whole.
        damaged: u64,
        /// Messages that did not arrive.
        missing: u64,
        /// Components that were reset.
        resets: u64,
        /// Damaged messages that are more than the beginning of a sent one and a byte that ends it.
        torn: u64,
        /// Damaged messages that end with a whole ProgTraceSync.
        glued: u64,
    },
    /// A message of no hart.
    #[error("SRC is {src}, which is no hart's, in {message:02x?}")]
    Source {
        /// The source.
        src: u32,
        /// The message.
        message: Vec<u8>,
    },
}

/// What the units at the CSR port of a hart show in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CsrShown {
    /// The answer of the CSR port, if there is one in this cycle.
    pub answer: Option<Answer>,
    /// What a debugger reads in the records, if an access of it ends with this cycle; 0 of a write.
    pub debug: Option<u32>,
    /// The counters ask for an overflow interrupt.
    pub lcofi: bool,
}

/// How the units at the CSR port of a hart differ from their models.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CsrMismatch {
    /// The outputs.
    #[error("cycle {cycle}: the model says {model:x?}, the hardware shows {hardware:x?}")]
    Shown {
        /// The cycle, from the end of reset.
        cycle: u64,
        /// What the model says.
        model: CsrShown,
        /// What the hardware shows.
        hardware: CsrShown,
    },
    /// What a program was answered, which did not know of cycles that came between its steps.
    #[error("cycle {cycle}: {access:x?}: the program was answered {answered:x?}, the model beside the hardware says {model:x?}")]
    Answered {
        /// The cycle, from the end of reset.
        cycle: u64,
        /// The access of the program.
        access: Access,
        /// What the program was answered.
        answered: Option<Answer>,
        /// What the model says that was shown the cycles of the hardware.
        model: Option<Answer>,
    },
}

/// Why a register access did not succeed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BusError {
    /// The bus answers with an error.
    #[error("register {offset:#05X}: the access is answered with an error")]
    Refused {
        /// Offset of the register.
        offset: u32,
    },
    /// The hardware breaks a rule of the bus, or does something else than it was asked for.
    #[error(transparent)]
    Rule(#[from] Violation),
    /// What arrives downstream of a sink is not what was sent.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// Registers of a funnel differ from those of the model.
    #[error("funnel {funnel}: hardware and model differ in cycle {cycle}: {difference}")]
    Funnel {
        /// Which funnel.
        funnel: usize,
        /// When.
        cycle: u64,
        /// How.
        difference: String,
    },
    /// What is beside an encoder at the CSR port differs from the model.
    #[error("hart {hart}: units at the CSR port and their models differ in cycle {cycle}: {difference}")]
    Csrs {
        /// Whose.
        hart: usize,
        /// When.
        cycle: u64,
        /// How.
        difference: CsrMismatch,
    },
    /// `stall` stayed high.
    #[error("the hart is stalled for more than {cycles} cycles")]
    Stalled {
        /// How long the bench waited.
        cycles: u32,
    },
    /// The run takes longer than it may.
    #[error("the run has not ended after {cycles} cycles")]
    Endless {
        /// How long it may take.
        cycles: u64,
    },
    /// The comparison has ended, or the source of the ingress: its own result says why.
    #[error("the run was ended")]
    Ended,
}

impl From<tracewright_driver::Error<BusError>> for Error {
    fn from(error: tracewright_driver::Error<BusError>) -> Error {
        Error::Driver(error)
    }
}

impl From<tracewright_driver::SystemError<BusError>> for Error {
    fn from(error: tracewright_driver::SystemError<BusError>) -> Error {
        Error::System(error)
    }
}

impl From<BusError> for Error {
    fn from(error: BusError) -> Error {
        Error::Driver(error.into())
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The Trace Control Interface (Trace Control 0.9.4), from the description of the registers and `docs/control.md`.
//!
//! Each component has 32-bit registers of its own, which can be accessed while the hart runs (Trace Control ch. 3).
//!
//! [`Control`] is the interface of an encoder, cycle by cycle, and [`FunnelControl`] that of a funnel; [`RegisterFile`]
//! is its registers, or those of any other list, and [`Mock`] the same without a clock, for tests of software.
//!
//! A cycle of the encoder with its control interface:
//!
//! ```
//! use tracewright_config::Build;
//! use tracewright_model::control::{BusAccess, Control, Inputs};
//! use tracewright_model::{Cycle, Encoder, Message};
//!
//! let build = Build::default();
//! let mut control = Control::new(&build);
//! let mut encoder = Encoder::new(&build, &control.programmed().run);
//! for data in [1, 7] {
//!     let signals = control.signals();
//!     let outcome = encoder.cycle(&Cycle {
//!         active: signals.active,
//!         enable: signals.enable,
//!         tracing: signals.tracing,
//!         time: signals.time,
//!         ..Cycle::default()
//!     });
//!     let done = control.cycle(&Inputs {
//!         access: Some(BusAccess::Write { offset: 0, data, strobe: 0xF }),
//!         tracing: outcome.tracing,
//!         error: outcome.messages().any(Message::is_error),
//!         empty: true,
//!         ..Inputs::default()
//!     });
//!     if done.reprogrammed {
//!         encoder.program(&control.programmed().run);
//!     }
//! }
//! let signals = control.signals();
//! assert!(signals.active && signals.enable && signals.tracing);
//! ```

mod buffer;
mod file;
mod funnel;
mod interface;
mod mock;
mod power;
mod programmed;
mod signals;
mod sinks;
mod synchronizer;
mod time;
mod triggers;

pub use buffer::SystemBuffer;
pub use file::{BusAccess, Doing, Place, RegisterFile, Written};
pub use funnel::{FunnelControl, FunnelInputs, FunnelSignals};
pub use interface::Control;
pub use mock::Mock;
pub use programmed::Programmed;
pub use signals::{Done, Inputs, Read, Signals, SinkInputs};

// SPDX-License-Identifier: Apache-2.0
//! What `decode` has to be told of an encoder that no configuration describes.

use crate::failure::Failure;
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use tracewright_config::Config;
use tracewright_decoder::{Mode, Settings};

/// How the encoder was set, where that is not as the configuration says; without a configuration everything is off.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Encoder settings (by default those of the configuration)")]
pub struct DecodeOptions {
    /// Trace mode (teInstMode).
    #[arg(long, value_enum)]
    mode: Option<TraceMode>,
    /// Width of SRC in bits, 0 to 12; 0: messages have none (teSrcBits).
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u32>::new().range(0..=12))]
    src_bits: Option<u32>,
    /// Source to decode; messages of others are passed over (teSrcID).
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u16>::new().range(0..=4095))]
    src: Option<u16>,
    /// Width of timestamps in bits, 0 to 64; 0: messages have none (tsWidth).
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<u32>::new().range(0..=64))]
    timestamp_width: Option<u32>,
    /// Returns to where the call came from are not reported (teInstImplicitReturnMode).
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    implicit_return: Option<bool>,
    /// Jumps after the lui or auipc of their register are not reported (teInstEnSequentialJump).
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    sequential_jump: Option<bool>,
    /// Direct jumps are reported like taken branches (teInstEnAllJumps).
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    all_jumps: Option<bool>,
    /// Equal upper bits of addresses are left out (teInstExtendAddrMSB).
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    extended_address: Option<bool>,
    /// A jump whose target is interrupted has a message of its own (build.ingress.interrupt_address).
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    interrupt_address: Option<bool>,
}

/// teInstMode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TraceMode {
    /// Branch history messages.
    Htm,
    /// Branch trace messages.
    Btm,
}

impl DecodeOptions {
    /// The settings to decode with. A source that the SRC field can't have is refused.
    pub fn settings(&self, config: Option<&Config>) -> Result<Settings, Failure> {
        let base = config.map(Settings::from).unwrap_or_default();
        let mode = self.mode.map(|mode| match mode {
            TraceMode::Htm => Mode::History,
            TraceMode::Btm => Mode::Branch,
        });
        let src_bits = self.src_bits.unwrap_or(base.src_bits);
        match self.src {
            Some(src @ 1..) if src_bits == 0 => {
                let problem = format!("--src {src} chooses none: messages have no SRC field");
                return Err(Failure::usage(problem).hint("--src-bits gives its width (teSrcBits)"));
            }
            Some(src) if src_bits > 0 && src >> src_bits != 0 => {
                let problem = format!("--src {src} does not fit the SRC field, which has {src_bits} bits");
                return Err(Failure::usage(problem).hint("--src-bits gives its width (teSrcBits)"));
            }
            _ => {}
        }
        Ok(Settings {
            mode: mode.unwrap_or(base.mode),
            src_bits,
            src: self.src.unwrap_or(base.src),
            timestamp_width: self.timestamp_width.unwrap_or(base.timestamp_width),
            implicit_return: self.implicit_return.unwrap_or(base.implicit_return),
            sequential_jump: self.sequential_jump.unwrap_or(base.sequential_jump),
            all_jumps: self.all_jumps.unwrap_or(base.all_jumps),
            extended_address: self.extended_address.unwrap_or(base.extended_address),
            interrupt_address: self.interrupt_address.unwrap_or(base.interrupt_address),
            limit: base.limit,
        })
    }
}

// SPDX-License-Identifier: Apache-2.0
//! What a decoder has to know of the encoder.

use tracewright_config::Config;

/// How conditional branches are reported (N-Trace ch. 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Mode {
    /// By a bit of HIST each (teInstMode 6).
    #[default]
    History,
    /// By a message each, if taken (teInstMode 3).
    Branch,
}

/// Instructions after which decoding stops, unless [`Settings::limit`] says otherwise: a trace of a kilobyte may stand
/// for more than anyone can wait for.
pub const DEFAULT_LIMIT: u64 = 1_000_000_000;

/// How the encoder was configured, and how far to follow it. By default it sends history messages and uses no option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How conditional branches are reported.
    pub mode: Mode,
    /// Width of the SRC field in bits, 0 to 12; 0: messages have none.
    pub src_bits: u32,
    /// The source to follow, where messages have a SRC field; those of others are passed over.
    pub src: u16,
    /// Width of the encoder's timestamp in bits, 1 to 64; 0: no message has a TSTAMP (N-Trace 8.7). Where it is not
    /// known, 64 will do until the timestamp overflows.
    pub timestamp_width: u32,
    /// Whether returns to where the call came from are not reported (implicit return, N-Trace 9.2).
    pub implicit_return: bool,
    /// Whether jumps to an address that the instruction before them loads are not reported (teInstEnSequentialJump,
    /// N-Trace 9.1).
    pub sequential_jump: bool,
    /// Whether direct jumps are reported like taken branches (teInstEnAllJumps).
    pub all_jumps: bool,
    /// Whether a jump whose target is interrupted has a message of its own, because the hart says where an interrupt
    /// came (`build.ingress.interrupt_address`): a return that is not reported then led where its call came from.
    pub interrupt_address: bool,
    /// Whether equal upper bits of addresses are left out (teInstExtendAddrMSB, N-Trace 8.2).
    pub extended_address: bool,
    /// Most instructions to decode; a trace that has more ends in [`crate::ErrorKind::Limit`].
    pub limit: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            mode: Mode::default(),
            src_bits: 0,
            src: 0,
            timestamp_width: 0,
            implicit_return: false,
            sequential_jump: false,
            all_jumps: false,
            interrupt_address: false,
            extended_address: false,
            limit: DEFAULT_LIMIT,
        }
    }
}

impl From<&Config> for Settings {
    /// The settings for a trace of an encoder so built and so programmed.
    fn from(config: &Config) -> Settings {
        let build = &config.build;
        let run = config.run.on(build);
        Settings {
            mode: match run.mode {
                tracewright_config::Mode::Htm => Mode::History,
                tracewright_config::Mode::Btm => Mode::Branch,
            },
            src_bits: if run.inhibit_src { 0 } else { build.encoder.src_bits },
            src: build.encoder.src_id as u16,
            timestamp_width: if run.timestamp { build.timestamp.width } else { 0 },
            implicit_return: run.implicit_return,
            sequential_jump: run.sequential_jump,
            all_jumps: run.all_jumps,
            interrupt_address: build.ingress.interrupt_address,
            extended_address: run.extended_address,
            limit: DEFAULT_LIMIT,
        }
    }
}

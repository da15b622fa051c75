// SPDX-License-Identifier: Apache-2.0
//! What a message reports: I-CNT, HIST, addresses and the jump whose target is not known yet (N-Trace 6.2 and ch. 8).
//! codec.rs adds SRC, stamps.rs TSTAMP. SYNC is from due.rs, control.rs or mod.rs, B-TYPE from end.rs or step.rs.

use super::history::History;
use super::returns::Prediction;
use super::settings::Settings;
use crate::Message;
use tracewright_messages::{btype, rcode, Field, Tcode};

/// HIST without a branch: the stop bit alone. In HTM IndirectBranch then does, which is shorter (rule 4 of ch. 10).
const NO_BRANCHES: u32 = 1;

/// A message, and what goes out before it: ResourceFull of branches that repeated.
pub(super) type WithHistory = (Option<Message>, Message);

/// What has accumulated since it was last sent.
#[derive(Clone, Debug)]
pub(super) struct Track {
    /// teInstMode is BTM, branch trace, and not HTM, branch history (N-Trace ch. 5).
    btm: bool,
    /// Half-words retired since a message last had I-CNT (N-Trace 8.4, N-Trace 8.4.1): an instruction of 16 bits is 1,
    /// one of 32 bits 2, and a trap that nothing retires with 0 (`Settings::half_words`). `State::add` counts a block
    /// only after the message to it is made: the message counts the branch that led there, and not the block.
    pub(super) icnt: u32,
    /// HIST: branches of HTM that no message has reported yet (N-Trace 8.3). history.rs fills it, `take` empties it.
    pub(super) history: History,
    /// The address last sent, F-ADDR or U-ADDR, with which the next U-ADDR is XORed (N-Trace 8.1). 0 after reset.
    reference: u64,
    pub(super) pending: Option<Pending>,
    /// Most significant bit of I-CNT: set when it is full.
    icnt_msb: u32,
}

/// A jump, trap or taken branch whose target is not known yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    /// A branch whose target follows from the program (BTM).
    pub(super) direct: bool,
    pub(super) btype: u8,
    /// It is a trap or a trap return.
    pub(super) trap: bool,
    pub(super) predicted: Option<Prediction>,
    /// When it happened: the time that the message to its target gets.
    pub(super) time: u64,
}

impl Pending {
    /// A branch that was taken at `time`.
    pub(super) const fn branch(time: u64) -> Self {
        Pending { direct: true, btype: btype::INDIRECT, trap: false, predicted: None, time }
    }
}

/// How the message to a target reports it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Report {
    /// SYNC, if the message synchronises.
    pub(super) sync: Option<u8>,
    pub(super) btype: u8,
    /// Whether it reports a taken branch of BTM, whose target the program tells: DirectBranch or DirectBranchSync.
    pub(super) direct: bool,
}

impl Track {
    pub(super) fn new(settings: &Settings) -> Self {
        let encoder = &settings.build.encoder;
        Track {
            btm: settings.btm(),
            icnt: 0,
            history: History::new(settings),
            reference: 0,
            pending: None,
            icnt_msb: 1 << (encoder.icnt_width - 1),
        }
    }

    /// Takes over other settings.
    pub(super) fn program(&mut self, settings: &Settings) {
        self.btm = settings.btm();
        self.history.program(settings);
    }

    pub(super) fn reset(&mut self) {
        self.forget();
        self.reference = 0;
    }

    /// Drops what has accumulated: I-CNT and HIST restart (N-Trace 8.4.3). Not for RCODE 0, which resets I-CNT alone.
    pub(super) fn forget(&mut self) {
        self.icnt = 0;
        self.history.clear();
        self.pending = None;
    }

    /// Whether I-CNT has its overflow bit set (N-Trace 8.4.4): the next block reports it, that bit included (step.rs).
    pub(super) const fn icnt_is_full(&self) -> bool {
        self.icnt & self.icnt_msb != 0
    }

    /// ProgTraceSync at `iaddr` (N-Trace 7.5) of a start or restart: I-CNT is 0. Messages of any other SYNC: `target`.
    pub(super) fn start(&mut self, sync: u8, iaddr: u64) -> Message {
        self.forget();
        self.reference = iaddr;
        Message::new(Tcode::ProgTraceSync, |field| match field {
            Field::Sync => sync.into(),
            Field::FAddr => iaddr >> 1,
            _ => 0,
        })
    }

    /// The message to the target `iaddr` of what is pending, or with a SYNC (N-Trace 7.2, 7.3, 7.6, 7.7, 7.9, 7.10). In
    /// BTM I-CNT ends with a taken branch (N-Trace 8.4.1); in HTM it goes on, and HIST tells branches (N-Trace 8.4.2).
    pub(super) fn target(&mut self, report: Report, iaddr: u64) -> WithHistory {
        let Report { sync, btype, direct } = report;
        let (before, hist) = self.history.take();
        let tcode = match (self.btm, sync) {
            (false, Some(_)) => Tcode::IndirectBranchHistSync,
            (false, None) if hist == NO_BRANCHES => Tcode::IndirectBranch,
            (false, None) => Tcode::IndirectBranchHist,
            (true, Some(_)) if direct => Tcode::DirectBranchSync,
            (true, Some(_)) => Tcode::IndirectBranchSync,
            (true, None) if direct => Tcode::DirectBranch,
            (true, None) => Tcode::IndirectBranch,
        };
        let message = Message::new(tcode, |field| match field {
            Field::Sync => sync.unwrap_or_default().into(),
            Field::BType => btype.into(),
            Field::ICnt => self.icnt.into(),
            Field::FAddr => iaddr >> 1,
            Field::UAddr => (iaddr ^ self.reference) >> 1,
            _ => hist.into(),
        });
        self.forget();
        if tcode != Tcode::DirectBranch {
            self.reference = iaddr;
        }
        (before, message)
    }

    /// DirectBranch of a branch whose target is not known before an interrupt or the end of the trace comes
    /// (N-Trace 7.2).
    pub(super) fn direct_branch(&mut self) -> Message {
        let icnt = self.icnt;
        self.forget();
        Message::new(Tcode::DirectBranch, |_| icnt.into())
    }

    /// ResourceFull that carries and restarts I-CNT alone (N-Trace 7.8, N-Trace 8.4.4). Where HIST overflows too, its
    /// ResourceFull goes first: `State::main` sends this one in the same entry with repeated history, else a block
    /// later.
    pub(super) fn icnt_resource(&mut self) -> Message {
        let icnt = std::mem::take(&mut self.icnt);
        Message::new(Tcode::ResourceFull, |field| match field {
            Field::RCode => rcode::I_CNT.into(),
            _ => icnt.into(),
        })
    }

    /// ProgTraceCorrelation (N-Trace 7.12): CDF 1 and HIST in HTM, CDF 0 in BTM. control.rs gives EVCODE. I-CNT and
    /// HIST go up to the last traced instruction; a pending jump is counted, and its target is not traced.
    pub(super) fn correlation(&mut self, evcode: u8) -> WithHistory {
        let (before, hist) = self.history.take();
        let message = Message::new(Tcode::ProgTraceCorrelation, |field| match field {
            Field::EvCode => evcode.into(),
            Field::Cdf => u64::from(!self.btm),
            Field::ICnt => self.icnt.into(),
            _ => hist.into(),
        });
        self.forget();
        (before, message)
    }
}

// SPDX-License-Identifier: Apache-2.0
//! What a message reports: I-CNT, HIST, addresses and the jump whose target is not known yet (N-Trace ch. 8).

use crate::Message;
use tracewright_config::{Build, IngressForm, TrapBtype};
use tracewright_messages::{btype, itype, rcode, Block, Field, Tcode};

/// HIST without a branch: the stop bit alone.
const NO_BRANCHES: u32 = 1;

/// What has accumulated since it was last sent.
#[derive(Clone, Debug)]
pub(super) struct Track {
    /// Half-words retired (8.4).
    icnt: u32,
    /// Branches, with the stop bit (8.3).
    hist: u32,
    /// The address that was last sent (8.1).
    reference: u64,
    /// B-TYPE of the jump or trap whose target is not known yet.
    pub(super) pending: Option<u8>,
    /// Most significant bit of I-CNT: set when it is full.
    icnt_msb: u32,
    /// Most significant bit of HIST: the stop bit when it is full.
    hist_msb: u32,
    exception: u8,
    interrupt: u8,
    form: IngressForm,
    address_mask: u64,
}

/// Whether the port defines `iaddr` of this block.
pub(super) const fn has_address(block: &Block) -> bool {
    block.iretire != 0 || block.itype == itype::EXCEPTION
}

pub(super) const fn is_branch(block: &Block) -> bool {
    matches!(block.itype, itype::BRANCH_NOT_TAKEN | itype::BRANCH_TAKEN)
}

impl Track {
    pub(super) fn new(build: &Build) -> Self {
        let (exception, interrupt) = match build.encoder.trap_btype {
            TrapBtype::Distinct => (btype::EXCEPTION, btype::INTERRUPT),
            TrapBtype::Single => (btype::TRAP, btype::TRAP),
        };
        Track {
            icnt: 0,
            hist: NO_BRANCHES,
            reference: 0,
            pending: None,
            icnt_msb: 1 << (build.encoder.icnt_width - 1),
            hist_msb: 1 << (build.encoder.hist_width - 1),
            exception,
            interrupt,
            form: build.ingress.form,
            address_mask: u64::MAX >> (u64::BITS - build.xlen),
        }
    }

    pub(super) fn reset(&mut self) {
        self.restart();
        self.reference = 0;
    }

    /// I-CNT and HIST from the beginning.
    pub(super) fn restart(&mut self) {
        self.icnt = 0;
        self.hist = NO_BRANCHES;
    }

    /// Half-words that `block` retired.
    pub(super) fn half_words(&self, block: &Block) -> u32 {
        match self.form {
            IngressForm::Block => block.iretire,
            IngressForm::Single => block.iretire << block.ilastsize,
        }
    }

    pub(super) const fn icnt_is_full(&self) -> bool {
        self.icnt & self.icnt_msb != 0
    }

    pub(super) const fn hist_is_full(&self) -> bool {
        self.hist & self.hist_msb != 0
    }

    /// Adds what `block` retired, its branch, and the jump or trap that ends it.
    pub(super) fn add(&mut self, block: &Block) {
        self.icnt += self.half_words(block);
        match block.itype {
            itype::BRANCH_NOT_TAKEN => self.hist <<= 1,
            itype::BRANCH_TAKEN => self.hist = self.hist << 1 | 1,
            itype::EXCEPTION => self.pending = Some(self.exception),
            itype::INTERRUPT => self.pending = Some(self.interrupt),
            itype::TRAP_RETURN
            | itype::UNINFERABLE_JUMP
            | itype::UNINFERABLE_CALL
            | itype::UNINFERABLE_TAIL_CALL
            | itype::CO_ROUTINE_SWAP
            | itype::RETURN
            | itype::OTHER_UNINFERABLE_JUMP => self.pending = Some(btype::INDIRECT),
            _ => {}
        }
    }

    /// ProgTraceSync at `iaddr` (7.5): everything starts afresh.
    pub(super) fn start(&mut self, sync: u8, iaddr: u64) -> Message {
        self.restart();
        self.pending = None;
        self.reference = iaddr & self.address_mask;
        Message::new(Tcode::ProgTraceSync, |field| match field {
            Field::Sync => sync.into(),
            Field::FAddr => self.reference >> 1,
            _ => 0,
        })
    }

    /// The message to the target `iaddr` of what is pending (7.3, 7.9), or one that synchronises there (7.10).
    pub(super) fn target(&mut self, sync: Option<u8>, iaddr: u64) -> Message {
        let address = iaddr & self.address_mask;
        let tcode = match sync {
            Some(_) => Tcode::IndirectBranchHistSync,
            None if self.hist == NO_BRANCHES => Tcode::IndirectBranch,
            None => Tcode::IndirectBranchHist,
        };
        let message = Message::new(tcode, |field| match field {
            Field::Sync => sync.unwrap_or_default().into(),
            Field::BType => self.pending.unwrap_or(btype::INDIRECT).into(),
            Field::ICnt => self.icnt.into(),
            Field::FAddr => address >> 1,
            Field::UAddr => (address ^ self.reference) >> 1,
            _ => self.hist.into(),
        });
        self.restart();
        self.pending = None;
        self.reference = address;
        message
    }

    /// ResourceFull that carries and restarts HIST alone (7.8).
    pub(super) fn hist_resource(&mut self) -> Message {
        let hist = std::mem::replace(&mut self.hist, NO_BRANCHES);
        resource_full(rcode::HIST, hist)
    }

    /// ResourceFull that carries and restarts I-CNT alone.
    pub(super) fn icnt_resource(&mut self) -> Message {
        let icnt = std::mem::take(&mut self.icnt);
        resource_full(rcode::I_CNT, icnt)
    }

    /// ProgTraceCorrelation (7.12). What is pending is dropped: where it went is not traced.
    pub(super) fn correlation(&mut self, evcode: u8) -> Message {
        let message = Message::new(Tcode::ProgTraceCorrelation, |field| match field {
            Field::EvCode => evcode.into(),
            Field::Cdf => 1,
            Field::ICnt => self.icnt.into(),
            _ => self.hist.into(),
        });
        self.restart();
        self.pending = None;
        message
    }
}

fn resource_full(rcode: u8, rdata: u32) -> Message {
    Message::new(Tcode::ResourceFull, |field| match field {
        Field::RCode => rcode.into(),
        Field::RData => rdata.into(),
        _ => 0,
    })
}

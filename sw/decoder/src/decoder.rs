// SPDX-License-Identifier: Apache-2.0
//! What each message does.

use crate::walk::{Arrival, Fault, Walker, COUNT_LIMIT};
use crate::{Error, ErrorKind, Item, Settings, TrapKind};
use tracewright_image::Image;
use tracewright_isa::Xlen;
use tracewright_messages::reader::{MessageError, MessageErrorKind, RawMessage, Reader};
use tracewright_messages::{btype, rcode, sync, Field, Tcode};

/// Half-words, or traps without any, that one RepeatBranch may stand for: more than any counter reaches, few enough to follow in seconds.
const REPEAT_LIMIT: u64 = 1 << 28;

/// Decodes the trace in `bytes`, made by running the program in `image` under an encoder as `settings` say.
pub fn decode(bytes: &[u8], image: &Image, settings: &Settings, emit: &mut impl FnMut(Item)) {
    let mut decoder = Decoder::new(image, settings);
    for read in Reader::new(bytes, settings.src_bits) {
        match read {
            Ok(message) => decoder.message(&message, emit),
            Err(error) => decoder.damage(&error, emit),
        }
    }
    decoder.end(bytes.len(), emit);
}

/// A decoder between two messages.
#[derive(Debug)]
pub struct Decoder<'a> {
    settings: Settings,
    xlen: Xlen,
    walker: Walker<'a>,
    /// The last address that a message carried (8.1).
    reference: u64,
    /// Whether the walker's address is known.
    synchronised: bool,
    /// Whether it ever was.
    started: bool,
    /// Place of the first message that could not be used since synchronisation was lost.
    unused: Option<usize>,
    /// What RepeatBranch repeats: messages with SYNC come in between.
    repeatable: Option<Branch>,
}

/// A branch message without SYNC.
#[derive(Clone, Copy, Debug)]
struct Branch {
    icnt: u32,
    hist: u64,
    /// B-TYPE and target of an indirect one.
    target: Option<(u8, u64)>,
}

impl<'a> Decoder<'a> {
    /// A decoder that waits for a synchronising message.
    pub fn new(image: &'a Image, settings: &Settings) -> Decoder<'a> {
        Decoder {
            settings: *settings,
            xlen: image.xlen(),
            walker: Walker::new(image, settings),
            reference: 0,
            synchronised: false,
            started: false,
            unused: None,
            repeatable: None,
        }
    }

    /// Takes the next message.
    pub fn message(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) {
        if self.settings.src_bits > 0 && message.src != self.settings.src {
            return;
        }
        let offset = message.offset;
        let field = |f| message.get(f).unwrap_or(0);
        // A trace starts with one of these; anything else may be the rest of a message that began before the buffer.
        let starts = match message.tcode {
            Tcode::ProgTraceSync => true,
            Tcode::ProgTraceCorrelation => field(Field::ICnt) == 0,
            _ => false,
        };
        if offset == 0 && !starts {
            self.unused = Some(0);
            return;
        }
        match message.tcode {
            Tcode::Ownership => emit(Item::Ownership { offset, process: field(Field::Process) }),
            Tcode::Error => {
                self.synchronised = false;
                emit(Item::Lost { offset, etype: field(Field::EType) as u8, ecode: field(Field::ECode) });
            }
            Tcode::ProgTraceSync
            | Tcode::DirectBranchSync
            | Tcode::IndirectBranchSync
            | Tcode::IndirectBranchHistSync => {
                self.synchronising(message, emit);
            }
            tcode => {
                if self.synchronised {
                    if let Err(fault) = self.flow(message, emit) {
                        self.synchronised = false;
                        emit(error(offset, fault));
                    }
                } else if tcode != Tcode::ProgTraceCorrelation || field(Field::ICnt) != 0 {
                    self.unused.get_or_insert(offset);
                }
                if tcode == Tcode::ProgTraceCorrelation {
                    self.synchronised = false;
                    emit(Item::Stop { offset, event: field(Field::EvCode) as u8 });
                }
            }
        }
    }

    /// Takes bytes that are not a message.
    pub fn damage(&mut self, damage: &MessageError, emit: &mut impl FnMut(Item)) {
        let offset = damage.offset;
        match damage.kind {
            MessageErrorKind::Truncated => emit(Item::Cut { offset }),
            // The rest of a message that began before the buffer.
            _ if offset == 0 => self.unused = Some(0),
            MessageErrorKind::Vendor(tcode) | MessageErrorKind::ReservedTcode(tcode) => {
                emit(Item::Ignored { offset, tcode });
            }
            kind => {
                self.synchronised = false;
                emit(Item::Error(Error { offset, address: None, kind: ErrorKind::Message(kind) }));
            }
        }
    }

    /// Ends the trace, which is `len` bytes long.
    pub fn end(&mut self, len: usize, emit: &mut impl FnMut(Item)) {
        if let (false, Some(offset)) = (self.started, self.unused) {
            emit(Item::Error(Error { offset, address: None, kind: ErrorKind::NoSync }));
        }
        self.report_unused(len, emit);
    }

    fn report_unused(&mut self, end: usize, emit: &mut impl FnMut(Item)) {
        if let Some(offset) = self.unused.take() {
            emit(Item::Skipped { offset, len: end - offset });
        }
    }

    /// An address field as an address.
    fn address(&self, field: Field, value: u64) -> Result<u64, Fault> {
        let address = value << 1;
        if address >> 1 == value && self.xlen.wrap(address) == address {
            Ok(address)
        } else {
            Err(self.fault(ErrorKind::Value { field, value }))
        }
    }

    fn fault(&self, kind: ErrorKind) -> Fault {
        Fault { address: self.walker.pc, kind }
    }

    fn icnt(&self, field: Field, value: u64) -> Result<u32, Fault> {
        match u32::try_from(value) {
            Ok(icnt) if i64::from(icnt) < COUNT_LIMIT => Ok(icnt),
            _ => Err(self.fault(ErrorKind::Value { field, value })),
        }
    }

    /// HIST, 1 if the message has none.
    fn hist(&self, message: &RawMessage) -> Result<u64, Fault> {
        match message.get(Field::Hist) {
            Some(0) => Err(self.fault(ErrorKind::Value { field: Field::Hist, value: 0 })),
            hist => Ok(hist.unwrap_or(1)),
        }
    }

    fn synchronising(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) {
        let offset = message.offset;
        let address = match self.address(Field::FAddr, message.get(Field::FAddr).unwrap_or(0)) {
            Ok(address) => address,
            Err(fault) => {
                self.synchronised = false;
                return emit(error(offset, fault));
            }
        };
        let reason = message.get(Field::Sync).unwrap_or(0) as u8;
        self.report_unused(offset, emit);
        let mut goes_on = false;
        if self.synchronised {
            match self.up_to_sync(message, reason, address, emit) {
                Ok(marker) => goes_on = marker,
                Err(fault) => emit(error(offset, fault)),
            }
        }
        if !self.synchronised {
            self.repeatable = None;
        }
        emit(Item::Sync { offset, reason, address });
        self.reference = address;
        self.synchronised = true;
        self.started = true;
        if !goes_on {
            self.walker.restart(address);
        }
    }

    /// Follows the program to where it synchronises. True if the message is a mere marker, behind which the branches
    /// before it may still be reported.
    fn up_to_sync(
        &mut self,
        message: &RawMessage,
        reason: u8,
        address: u64,
        emit: &mut impl FnMut(Item),
    ) -> Result<bool, Fault> {
        let icnt = self.icnt(Field::ICnt, message.get(Field::ICnt).unwrap_or(0))?;
        self.walker.add_count(icnt);
        if message.tcode == Tcode::ProgTraceSync && matches!(reason, sync::EXTERNAL_TRIGGER | sync::TRACE_EVENT) {
            return Ok(true);
        }
        let arrival = self.walker.finish(self.hist(message)?, emit)?;
        let restarts =
            matches!(reason, sync::EXIT_FROM_RESET | sync::RESTART_FROM_OVERRUN | sync::EXIT_FROM_POWER_DOWN);
        let indirect = message.get(Field::BType).unwrap_or(btype::INDIRECT.into()) as u8;
        let here = self.walker.pc == address || self.walker.last_may_jump();
        match arrival {
            _ if indirect != btype::INDIRECT => self.trap(indirect, arrival, address, emit),
            Arrival::Away => {}
            Arrival::Branch(taken) if taken == address => {}
            _ if restarts || here => {}
            _ => return Err(self.fault(ErrorKind::OtherAddress(address))),
        }
        Ok(false)
    }

    fn trap(&mut self, code: u8, arrival: Arrival, to: u64, emit: &mut impl FnMut(Item)) {
        let kind = match code {
            btype::EXCEPTION => TrapKind::Exception,
            btype::INTERRUPT => TrapKind::Interrupt,
            _ => TrapKind::Either,
        };
        let from = (arrival != Arrival::Away).then_some(self.walker.pc);
        emit(Item::Trap { kind, from, to });
    }

    /// A message that does not synchronise.
    fn flow(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        let field = |f| message.get(f).unwrap_or(0);
        match message.tcode {
            Tcode::ResourceFull => self.resource_full(message, emit),
            Tcode::RepeatBranch => self.repeat(field(Field::BCnt), emit),
            Tcode::ProgTraceCorrelation => {
                let hist = self.hist(message)?;
                self.walker.add_count(self.icnt(Field::ICnt, field(Field::ICnt))?);
                self.walker.finish(hist, emit).map(drop)
            }
            _ => {
                let target = match message.get(Field::UAddr) {
                    Some(u_addr) => {
                        let difference = self.address(Field::UAddr, u_addr)?;
                        Some((field(Field::BType) as u8, self.reference ^ difference))
                    }
                    None => None,
                };
                let icnt = self.icnt(Field::ICnt, field(Field::ICnt))?;
                let branch = Branch { icnt, hist: self.hist(message)?, target };
                self.repeatable = Some(branch);
                self.branch(branch, emit)
            }
        }
    }

    fn branch(&mut self, branch: Branch, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        self.walker.add_count(branch.icnt);
        let arrival = self.walker.finish(branch.hist, emit)?;
        match branch.target {
            None => match arrival {
                Arrival::Branch(taken) => self.walker.pc = taken,
                _ if self.walker.last_is_direct_jump() => {}
                _ => return Err(self.fault(ErrorKind::NotABranch)),
            },
            Some((code, target)) => {
                if code != btype::INDIRECT {
                    self.trap(code, arrival, target, emit);
                } else if arrival != Arrival::Away && !self.walker.last_may_jump() {
                    return Err(self.fault(ErrorKind::NotAJump));
                }
                self.walker.pc = target;
                self.reference = target;
            }
        }
        Ok(())
    }

    fn repeat(&mut self, times: u64, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        let branch = self.repeatable.ok_or_else(|| self.fault(ErrorKind::NothingToRepeat))?;
        if times.saturating_mul(u64::from(branch.icnt).max(1)) > REPEAT_LIMIT {
            return Err(self.fault(ErrorKind::Value { field: Field::BCnt, value: times }));
        }
        (0..times).try_for_each(|_| self.branch(branch, emit))
    }

    fn resource_full(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        let data = message.get(Field::RData).unwrap_or(0);
        let code = message.get(Field::RCode).unwrap_or(0);
        match code as u8 {
            rcode::I_CNT => self.walker.add_count(self.icnt(Field::RData, data)?),
            _ if data == 0 => return Err(self.fault(ErrorKind::Value { field: Field::RData, value: data })),
            rcode::HIST => self.walker.full_history(data, 1, emit)?,
            rcode::HIST_REPEAT => {
                let times = message.get(Field::HRepeat).unwrap_or(0);
                self.walker.full_history(data, times, emit)?;
            }
            _ => return Err(self.fault(ErrorKind::Value { field: Field::RCode, value: code })),
        }
        Ok(())
    }
}

fn error(offset: usize, fault: Fault) -> Item {
    Item::Error(Error { offset, address: Some(fault.address), kind: fault.kind })
}

// SPDX-License-Identifier: Apache-2.0
//! What each message does.

mod clock;
mod fields;
mod flow;
mod start;
mod synchronise;

use crate::summary::Sources;
use crate::walk::{Arrival, Fault, Walker};
use crate::{Error, ErrorKind, Ignored, Item, Process, Settings, Summary, TrapKind};
use clock::Clock;
use flow::Branch;
use tracewright_image::Image;
use tracewright_messages::isa::{Flow, Xlen};
use tracewright_messages::reader::{MessageError, MessageErrorKind, RawMessage, Reader};
use tracewright_messages::{btype, Field, Tcode};

/// Decodes the trace in `bytes`, made by running the program in `image` under an encoder as `settings` say.
pub fn decode(bytes: &[u8], image: &Image, settings: &Settings, emit: &mut impl FnMut(Item)) -> Summary {
    let mut decoder = Decoder::new(image, settings);
    decoder.begins_whole = start::begins_whole(bytes, image, settings);
    decoder.begins_with_a_rest = start::begins_with_a_rest(bytes, settings);
    for read in Reader::new(bytes, settings.src_bits) {
        decoder.take(read, emit);
        if decoder.limited {
            break;
        }
    }
    decoder.end(bytes.len(), emit)
}

/// A decoder between two messages.
#[derive(Debug)]
pub struct Decoder<'a> {
    settings: Settings,
    xlen: Xlen,
    walker: Walker<'a>,
    clock: Clock,
    /// What the message at hand says about time, until it is handed on.
    time: Option<Item>,
    /// Messages so far.
    number: u64,
    /// The last address that a message carried (N-Trace 8.1).
    reference: u64,
    /// Whether the walker's address is known.
    synchronised: bool,
    /// Whether it ever was.
    started: bool,
    /// Whether the first byte of the trace is that of a message, whatever message that is.
    begins_whole: bool,
    /// Whether the first bytes of the trace are the rest of a message, whatever they read as.
    begins_with_a_rest: bool,
    /// Whether the encoder may know calls that are older than those known here.
    older_calls: bool,
    /// Whether the encoder has shown that SYNC 0, 4 and 6 leave its state as it is.
    keeps: bool,
    /// Whether a timestamp has been met that was not declared.
    undeclared: bool,
    /// Whether the bound on instructions is reached, so that nothing more is decoded.
    limited: bool,
    /// The message in whose middle the trace ends.
    cut: Option<usize>,
    /// Messages by source.
    sources: Sources,
    /// The first message that could not be used since synchronisation was lost.
    unused: Option<Place>,
    /// What RepeatBranch repeats: messages with SYNC come in between.
    repeatable: Option<Branch>,
}

/// Where a message is: its place in bytes, and its number.
#[derive(Clone, Copy, Debug)]
struct Place {
    offset: usize,
    number: u64,
}

impl<'a> Decoder<'a> {
    /// A decoder that waits for a synchronising message.
    pub fn new(image: &'a Image, settings: &Settings) -> Decoder<'a> {
        Decoder {
            settings: *settings,
            xlen: image.xlen(),
            walker: Walker::new(image, settings),
            clock: Clock::new(settings.timestamp_width),
            time: None,
            number: 0,
            reference: 0,
            synchronised: false,
            started: false,
            begins_whole: false,
            begins_with_a_rest: false,
            older_calls: false,
            keeps: false,
            undeclared: false,
            limited: false,
            cut: None,
            sources: Sources::new(settings.src_bits),
            unused: None,
            repeatable: None,
        }
    }

    /// Takes what the trace has next.
    fn take(&mut self, read: Result<RawMessage, MessageError>, emit: &mut impl FnMut(Item)) {
        match read {
            Ok(message) => self.message(&message, emit),
            Err(error) => self.damage(&error, emit),
        }
    }

    /// Whether a message of this source is not to be followed (N-Trace 11.2).
    fn is_other(&self, src: u16) -> bool {
        self.settings.src_bits > 0 && src != self.settings.src
    }

    /// Takes the next message.
    pub fn message(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) {
        if self.limited {
            return;
        }
        self.number += 1;
        self.sources.count(message.src);
        if self.is_other(message.src) {
            return;
        }
        let offset = message.offset;
        // A trace starts with one of these; anything else may be the rest of a message that began before the buffer.
        let starts = match message.tcode {
            Tcode::ProgTraceSync | Tcode::Error => true,
            Tcode::ProgTraceCorrelation => message.get(Field::ICnt) == Some(0),
            _ => false,
        };
        if offset == 0 && (self.begins_with_a_rest || !(starts || self.begins_whole)) {
            return self.not_used(offset);
        }
        match self.clock.take(message) {
            Ok(time) => self.time = time.map(|time| Item::Time { offset, time }),
            // Said once, not for every message of the trace.
            Err(ErrorKind::UndeclaredTimestamp) if self.undeclared && !self.synchronised => {
                return self.not_used(offset);
            }
            Err(kind) => return self.failed(offset, None, kind, emit),
        }
        self.dispatch(message, emit);
        self.hand_on_time(emit);
    }

    fn dispatch(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) {
        let offset = message.offset;
        let field = |f| message.get(f).unwrap_or(0);
        match message.tcode {
            Tcode::Ownership => {
                self.hand_on_time(emit);
                emit(Item::Ownership { offset, process: Process(field(Field::Process)) });
            }
            Tcode::Error => {
                // What ran since the last message is not known: nothing is decoded until the restart (N-Trace 7.4).
                self.synchronised = false;
                self.hand_on_time(emit);
                emit(Item::Lost { offset, etype: field(Field::EType) as u8, ecode: field(Field::ECode) });
            }
            Tcode::ProgTraceSync
            | Tcode::DirectBranchSync
            | Tcode::IndirectBranchSync
            | Tcode::IndirectBranchHistSync => self.synchronising(message, emit),
            Tcode::ProgTraceCorrelation => {
                if self.synchronised || field(Field::ICnt) != 0 {
                    self.flow(message, emit);
                }
                self.synchronised = false;
                self.hand_on_time(emit);
                emit(Item::Stop { offset, event: field(Field::EvCode) as u8 });
            }
            _ => self.flow(message, emit),
        }
    }

    /// Takes bytes that are not a message.
    pub fn damage(&mut self, damage: &MessageError, emit: &mut impl FnMut(Item)) {
        if self.limited {
            return;
        }
        self.number += 1;
        let offset = damage.offset;
        if damage.kind == MessageErrorKind::Truncated {
            self.cut = Some(offset);
            if !self.started {
                self.not_used(offset);
            }
            return emit(Item::Cut { offset });
        }
        if damage.src.is_some_and(|src| self.is_other(src)) {
            return;
        }
        // What could not be read may have had a timestamp that the next one is relative to.
        self.clock.lose();
        match Ignored::new(damage.kind) {
            // The rest of a message that began before the buffer.
            _ if offset == 0 => self.not_used(offset),
            Some(what) => emit(Item::Ignored { offset, what }),
            None => self.failed(offset, None, ErrorKind::Message(damage.kind), emit),
        }
    }

    /// Ends the trace, which is `len` bytes long.
    pub fn end(&mut self, len: usize, emit: &mut impl FnMut(Item)) -> Summary {
        if let (false, false, Some(Place { offset, number })) = (self.started, self.undeclared, self.unused) {
            emit(Item::Error(Error { offset, message: number, address: None, kind: ErrorKind::NoSync }));
        }
        self.report_unused(len, emit);
        Summary { cut: self.cut, limited: self.limited, sources: self.sources.seen() }
    }

    fn not_used(&mut self, offset: usize) {
        self.time = None;
        self.unused.get_or_insert(Place { offset, number: self.number });
    }

    fn report_unused(&mut self, end: usize, emit: &mut impl FnMut(Item)) {
        if let Some(Place { offset, .. }) = self.unused.take() {
            emit(Item::Skipped { offset, len: end - offset });
        }
    }

    fn hand_on_time(&mut self, emit: &mut impl FnMut(Item)) {
        if let Some(time) = self.time.take() {
            emit(time);
        }
    }

    /// Gives up until the next synchronising message.
    fn failed(&mut self, offset: usize, address: Option<u64>, kind: ErrorKind, emit: &mut impl FnMut(Item)) {
        self.synchronised = false;
        self.undeclared |= kind == ErrorKind::UndeclaredTimestamp;
        self.limited |= matches!(kind, ErrorKind::Limit(_));
        let kind = match (kind, address) {
            (ErrorKind::UnknownTarget, Some(address)) if self.older_calls && self.is_return(address) => {
                ErrorKind::UnknownCall
            }
            (kind, _) => kind,
        };
        self.keeps |= kind == ErrorKind::UnknownCall;
        emit(Item::Error(Error { offset, message: self.number, address, kind }));
    }

    /// Whether the instruction at `address` may go where the encoder's return stack says.
    fn is_return(&self, address: u64) -> bool {
        let flow = self.walker.image().instruction(address).map(|instruction| instruction.flow);
        self.settings.implicit_return && matches!(flow, Some(Flow::JumpRegister { rs1: 1 | 5, .. }))
    }

    fn fault(&self, kind: ErrorKind) -> Fault {
        Fault { address: self.walker.pc, kind }
    }

    /// Reports what B-TYPE says in a message whose I-CNT ended in `arrival`, if it is a trap (N-Trace 8.6).
    fn trap(&mut self, code: u8, arrival: Arrival, to: u64, emit: &mut impl FnMut(Item)) {
        let kind = match code {
            btype::INDIRECT => return,
            btype::EXCEPTION => TrapKind::Exception,
            btype::INTERRUPT => TrapKind::Interrupt,
            _ => TrapKind::Either,
        };
        let from = match arrival {
            // What raises an exception always has an address; an interrupt without one may have come anywhere after a
            // jump.
            Arrival::Away(expected) => {
                expected.filter(|_| kind == TrapKind::Exception || self.settings.interrupt_address)
            }
            Arrival::Ecall(from) => {
                Some(from).filter(|_| kind == TrapKind::Interrupt && self.settings.interrupt_address)
            }
            Arrival::Branch(taken) if taken == to => Some(taken),
            _ => Some(self.walker.pc),
        };
        self.hand_on_time(emit);
        emit(Item::Trap { kind, from, to });
    }

    /// Whether a message that marks no trap may go on at `address` after the instructions that ended in `arrival`: it
    /// reports a jump, or it marks a place in the execution (N-Trace 8.5).
    fn may_go_on(&self, arrival: Arrival, address: u64) -> bool {
        match arrival {
            Arrival::Away(_) | Arrival::Ecall(_) => true,
            Arrival::Branch(taken) if taken == address => true,
            _ => self.walker.pc == address || self.walker.last_may_jump(),
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! From bytes to elements, as a stream.

use crate::element::Read;
use crate::structure::Structure;
use crate::{Element, Error, Opcode, Problem, Widths};

/// What sinks fill their last word with, after the end of a group.
const IDLE: u8 = 0xFF;
/// Bytes that the decoder holds.
const BUFFER: usize = 8192;
/// Bytes in which groups must follow a place where decoding starts again.
const LOOK_AHEAD: usize = 1024;
/// Groups that must follow there.
const TRUSTED_GROUPS: u32 = 3;

/// What a trace holds at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// An element.
    Element {
        /// Its first byte, counted from the beginning of the trace.
        offset: u64,
        /// What it is.
        element: Element,
    },
    /// The trace is broken here. The group that is open ends without being complete.
    Error(Error),
    /// Bytes that could not be used. What follows them is a begin group.
    Skipped {
        /// The first of them.
        offset: u64,
        /// How many.
        bytes: u64,
    },
}

/// A decoder: bytes go in with [`Decoder::feed`], items come out of [`Decoder::pop`].
///
/// It holds a few thousand bytes, however long the trace is. After an error it looks for a begin group that whole
/// groups follow, and goes on there.
///
/// ```
/// use tracewright_tandem::{Decoder, Element, Item, Widths};
///
/// let mut decoder = Decoder::new(Widths::rv64(64));
/// let mut rest: &[u8] = &[0x01, 0x03, 0x10, 0x01, 0x00, 0x02];
/// while !rest.is_empty() {
///     rest = &rest[decoder.feed(rest)..];
///     while let Some(item) = decoder.pop() {
///         println!("{item:?}");
///     }
/// }
/// decoder.finish();
/// assert_eq!(decoder.pop(), None);
/// ```
pub struct Decoder {
    widths: Widths,
    buffer: [u8; BUFFER],
    /// What of the buffer has not been decoded.
    start: usize,
    end: usize,
    /// Place of `start` in the trace.
    offset: u64,
    structure: Structure,
    /// The first byte that could not be used.
    damage: Option<u64>,
    finished: bool,
}

impl Decoder {
    /// A decoder for a trace from its beginning.
    pub const fn new(widths: Widths) -> Decoder {
        Decoder {
            widths,
            buffer: [0; BUFFER],
            start: 0,
            end: 0,
            offset: 0,
            structure: Structure::new(),
            damage: None,
            finished: false,
        }
    }

    /// Takes in the next bytes of the trace, and returns how many of them: all, if [`Decoder::pop`] has said that there
    /// is nothing more, and they are less than 4 KiB.
    pub fn feed(&mut self, bytes: &[u8]) -> usize {
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        let taken = bytes.len().min(BUFFER - self.end);
        self.buffer[self.end..self.end + taken].copy_from_slice(&bytes[..taken]);
        self.end += taken;
        taken
    }

    /// Says that the trace has ended.
    pub fn finish(&mut self) {
        self.finished = true;
    }

    /// The next item; none, if more bytes are needed.
    #[inline]
    pub fn pop(&mut self) -> Option<Item> {
        if self.damage.is_some() {
            return self.resynchronise();
        }
        if !self.structure.in_group() {
            self.advance(idle(&self.buffer[self.start..self.end]));
        }
        let bytes = &self.buffer[self.start..self.end];
        let (offset, request) = (self.offset, self.structure.request());
        match Element::read(bytes, &self.widths, request) {
            Ok(Read::Whole(element, length)) => match self.structure.take(&element, offset) {
                Ok(_) => {
                    self.advance(length);
                    Some(Item::Element { offset, element })
                }
                Err(problem) => Some(self.fail(problem)),
            },
            Ok(Read::More) if !self.finished => None,
            Ok(Read::More) => self.end(),
            Err(problem) => Some(self.fail(problem)),
        }
    }

    fn advance(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
    }

    fn fail(&mut self, problem: Problem) -> Item {
        self.structure.reset();
        self.damage = Some(self.offset);
        Item::Error(Error { offset: self.offset, problem })
    }

    /// What is to be said at the end of the trace.
    fn end(&mut self) -> Option<Item> {
        let offset = self.offset;
        let problem = if self.start < self.end {
            Problem::Cut
        } else if self.structure.in_group() {
            Problem::CutGroup
        } else {
            return None;
        };
        self.structure.reset();
        self.advance(self.end - self.start);
        Some(Item::Error(Error { offset, problem }))
    }

    /// Looks for a place to go on. The element that has failed is not one, unless it is a begin group that ended a
    /// group.
    #[cold]
    fn resynchronise(&mut self) -> Option<Item> {
        let damage = self.damage?;
        while self.start < self.end {
            let ahead = &self.buffer[self.start..self.end.min(self.start + LOOK_AHEAD)];
            let whole = self.finished && self.end - self.start <= LOOK_AHEAD;
            match self.groups(ahead, whole) {
                Some(true) => break,
                Some(false) => self.advance(1),
                None => return None,
            }
        }
        if self.start == self.end && !self.finished {
            return None;
        }
        self.damage = None;
        let bytes = self.offset - damage;
        match bytes {
            0 => self.pop(),
            _ => Some(Item::Skipped { offset: damage, bytes }),
        }
    }

    /// Whether groups follow at the start of `ahead`, which the trace ends with if it is `whole`; none, if it takes
    /// more bytes to tell.
    fn groups(&self, ahead: &[u8], whole: bool) -> Option<bool> {
        if ahead.first() != Some(&Opcode::BeginGroup.code()) {
            return Some(false);
        }
        let (mut structure, mut at, mut groups) = (Structure::new(), 0, 0);
        while groups < TRUSTED_GROUPS {
            match Element::read(&ahead[at..], &self.widths, structure.request()) {
                Ok(Read::Whole(element, length)) => {
                    let is_begin = element == Element::BeginGroup;
                    let was_open = structure.in_group();
                    match structure.take(&element, at as u64) {
                        Ok(true) => groups += 1,
                        // An empty group says nothing, and a run of such bytes does not either.
                        Ok(false) if was_open && (is_begin || element == Element::EndGroup) => return Some(false),
                        Ok(false) => {}
                        Err(_) => return Some(false),
                    }
                    at += length;
                }
                Ok(Read::More) if ahead.len() == LOOK_AHEAD => return Some(groups > 0),
                // At its end the trace need not have so many.
                Ok(Read::More) if whole => return Some(at == ahead.len() && !structure.in_group()),
                Ok(Read::More) => return None,
                Err(_) => return Some(false),
            }
        }
        Some(true)
    }
}

/// How many idle bytes are in front.
fn idle(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte == IDLE).count()
}

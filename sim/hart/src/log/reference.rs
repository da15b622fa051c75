// SPDX-License-Identifier: Apache-2.0
//! A log as what trace is verified against, as far as it tells.
//!
//! Every log tells instructions and addresses. Commits of Spike tell registers, CSRs that instructions write,
//! memory and privilege modes besides. What a log does not tell is not compared: values that it has not given yet,
//! and after a trap the CSRs that it may have changed. A log can't be written: it has happened.

use super::commits::{Commit, Commits};
use super::open_log;
use crate::{Error, Event, Stream};
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use tracewright_image::Image;
use tracewright_messages::isa::Flow;
use tracewright_tandem::{csr, Effects, Reference, Register, State, Stuck};

/// Events ahead among which an address is looked for.
const AHEAD: usize = 1000;

/// A log of Spike or QEMU, and the program that it is of.
pub struct LogReference<'a> {
    path: PathBuf,
    image: &'a Image,
    stream: Box<dyn Stream + Send + 'a>,
    ahead: VecDeque<Event>,
    commits: Commits,
    /// The commit that has not been used.
    commit: Option<Commit>,
    /// The log has commits.
    has_commits: bool,
    /// What the log has told.
    registers: BTreeMap<Register, u64>,
    pc: Option<u64>,
    privilege: Option<u8>,
    failed: Option<Error>,
}

impl<'a> LogReference<'a> {
    /// The log at `path`, which `image` was run for; it is read again at each reset.
    ///
    /// # Errors
    /// As for [`open_log`].
    pub fn open(path: &Path, image: &'a Image) -> Result<LogReference<'a>, Error> {
        let stream = open_log(path, image, 0, false)?;
        let mut commits = Commits::open(path, 0)?;
        let commit = commits.next().unwrap_or(None);
        let mut reference = LogReference {
            path: path.to_owned(),
            image,
            stream,
            ahead: VecDeque::new(),
            commits,
            has_commits: commit.is_some(),
            commit,
            registers: BTreeMap::new(),
            pc: None,
            privilege: None,
            failed: None,
        };
        reference.look_ahead();
        Ok(reference)
    }

    /// The event that is `count` after the next one.
    fn peek(&mut self, count: usize) -> Option<Event> {
        while self.ahead.len() <= count && self.failed.is_none() {
            match self.stream.next() {
                Ok(Some(event)) => self.ahead.push_back(event),
                Ok(None) => return None,
                Err(error) => self.failed = Some(error),
            }
        }
        self.ahead.get(count).copied()
    }

    /// The state before the next event: its address, and its mode where its commit tells.
    fn look_ahead(&mut self) {
        self.pc = self.peek(0).and_then(address);
        let commit = self.commit.as_ref().filter(|commit| Some(self.image.xlen().wrap(commit.pc)) == self.pc);
        self.privilege = commit.map(|commit| commit.privilege);
    }

    /// The commit of the instruction at `pc`, if it has one: ecall has not.
    fn commit(&mut self, pc: u64) -> Option<Commit> {
        while self.commit.as_ref().is_some_and(|commit| self.image.fetch(self.image.xlen().wrap(commit.pc)).is_none()) {
            // Of a boot ROM.
            let commit = self.take_commit()?;
            self.registers.extend(commit.registers);
        }
        let is_next = self.commit.as_ref().is_some_and(|commit| self.image.xlen().wrap(commit.pc) == pc);
        if is_next {
            self.take_commit()
        } else {
            None
        }
    }

    fn take_commit(&mut self) -> Option<Commit> {
        let next = self.commits.next().unwrap_or(None);
        std::mem::replace(&mut self.commit, next)
    }

    /// The next instruction or trap: what it did.
    fn advance(&mut self, effects: &mut Effects) -> Result<(), Stuck> {
        let event = self.peek(0);
        self.ahead.pop_front();
        let Some(event) = event else {
            let reason = self.failed.as_ref().map_or("the log has ended".to_string(), Error::to_string);
            return Err(Stuck(reason));
        };
        let (pc, is_trap) = match event {
            Event::Retired { pc, instruction, .. } if instruction.flow == Flow::Ecall => {
                if matches!(self.peek(0), Some(Event::Exception { .. })) {
                    self.ahead.pop_front();
                }
                (pc, true)
            }
            Event::Retired { pc, .. } => (pc, false),
            Event::Exception { pc } | Event::Interrupt { pc } => (pc, true),
            Event::Gap => return Err(Stuck("the log has a gap".into())),
        };
        let is_interrupt = matches!(event, Event::Interrupt { .. });
        if let Some((instruction, bits)) =
            self.image.instruction(pc).zip(self.image.fetch(pc)).filter(|_| !is_interrupt)
        {
            effects.instruction = Some(match instruction.half_words {
                1 => (bits & 0xFFFF, 2),
                _ => (bits, 4),
            });
        }
        let commit = if is_trap { None } else { self.commit(pc) };
        match commit {
            Some(commit) => {
                for (register, value) in commit.registers {
                    self.registers.insert(register, value);
                    effects.changed.push((State::Register(register), value));
                }
                effects.access = commit.access;
            }
            None => {
                effects.hides_access = true;
                self.registers.retain(|register, _| register.as_csr().is_none() && self.has_commits);
            }
        }
        self.look_ahead();
        let changed = [(State::Pc, self.pc), (State::Privilege, self.privilege.map(u64::from))];
        effects.changed.extend(changed.into_iter().filter_map(|(state, value)| Some((state, value?))));
        Ok(())
    }
}

/// Where an event happens.
fn address(event: Event) -> Option<u64> {
    match event {
        Event::Retired { pc, .. } | Event::Exception { pc } | Event::Interrupt { pc } => Some(pc),
        Event::Gap => None,
    }
}

impl Reference for LogReference<'_> {
    fn read(&mut self, state: State) -> Option<u64> {
        match state {
            State::Pc => self.pc,
            State::Privilege => self.privilege.map(u64::from),
            State::Mtime => None,
            State::Register(register) => self.registers.get(&register).copied(),
        }
    }

    /// An address that is ahead is gone to; anything else stays as it was.
    fn write(&mut self, state: State, value: u64) {
        if state != State::Pc || self.pc == Some(value) {
            return;
        }
        let mut at = 0;
        while let Some(event) = self.peek(at).filter(|_| at < AHEAD) {
            if address(event) == Some(value) {
                (0..at).for_each(|_| drop(self.advance(&mut Effects::default())));
                return;
            }
            at += 1;
        }
    }

    fn read_memory(&mut self, _address: u64, _bytes: &mut [u8]) -> bool {
        false
    }

    fn write_memory(&mut self, _address: u64, _bytes: &[u8]) -> bool {
        false
    }

    fn execute(&mut self, _interrupt: Option<u64>, effects: &mut Effects) -> Result<(), Stuck> {
        self.advance(effects)
    }

    fn reset(&mut self) {
        match LogReference::open(&self.path, self.image) {
            Ok(reset) => *self = reset,
            Err(error) => self.failed = Some(error),
        }
    }

    fn states(&self) -> Vec<State> {
        let registers = self.registers.keys().copied().map(State::Register);
        [State::Pc, State::Privilege].into_iter().chain(registers).collect()
    }

    fn non_deterministic(&self, state: State) -> u64 {
        match state {
            State::Mtime => u64::MAX,
            State::Register(register) => match register.as_csr() {
                Some(csr::MIP | csr::MCYCLE | csr::MCYCLEH | csr::MINSTRET | csr::MINSTRETH) => u64::MAX,
                _ => 0,
            },
            _ => 0,
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! A unit beside the hart that has CSRs of its own and sees what retires: Control Transfer Records (docs/ctr.md), or
//! performance counters (docs/pmu.md).

use crate::{Blocks, Error, Event, Stream};
use std::collections::VecDeque;
use tracewright_config::{Build, Ingress};
use tracewright_messages::isa::Flow;
use tracewright_messages::itype::{EXCEPTION, INTERRUPT};
use tracewright_messages::Ingress as Port;
use tracewright_model::ctr::{Access, Answer, Ctr, CtrCycle, LATENCY};

/// Why a unit does not go on.
pub type UnitError = Box<dyn std::error::Error + Send + Sync>;

/// A unit with CSRs that the hart itself does not have.
///
/// The hart shows it a clock cycle at a time, as the hook-up of docs/ctr.md says: blocks as they retire, an access of a
/// CSR instruction once all that is older has been shown in an earlier cycle, then as many cycles with neither as the
/// answer takes.
pub trait CsrUnit: Send {
    /// A clock cycle. Returns the answer to the access of [`CsrUnit::latency`] cycles before, in the cycle in which
    /// `csr_done` shows it.
    ///
    /// # Errors
    /// What keeps the unit from going on, such as two that differ. The hart ends with it.
    fn cycle(&mut self, cycle: &CtrCycle) -> Result<Option<Answer>, UnitError>;

    /// Cycles from an access to its answer.
    fn latency(&self) -> usize {
        LATENCY
    }

    /// Whether the unit has this CSR in place of the hart's own.
    fn replaces(&self, _csr: u16) -> bool {
        false
    }

    /// Whether each instruction has a cycle of its own: the unit may interrupt the hart after any of them.
    fn is_prompt(&self) -> bool {
        false
    }

    /// How many instructions retire in the next cycle. Told where [`CsrUnit::is_prompt`].
    fn retires(&mut self, _instructions: u32) {}

    /// Whether a counter overflow interrupt was asked for since this was last called.
    fn overflowed(&mut self) -> bool {
        false
    }
}

/// The golden model of Control Transfer Records as a unit.
pub struct CtrUnit {
    ctr: Ctr,
    /// The answers to the accesses of the last cycles, the oldest first.
    answers: [Option<Answer>; LATENCY],
}

impl CtrUnit {
    /// What the build has: nothing if its `ctr.version` is `"none"`.
    pub fn new(build: &Build) -> Option<CtrUnit> {
        Some(CtrUnit { ctr: Ctr::new(build)?, answers: [None; LATENCY] })
    }

    /// The model.
    pub fn ctr(&self) -> &Ctr {
        &self.ctr
    }
}

impl CsrUnit for CtrUnit {
    fn cycle(&mut self, cycle: &CtrCycle) -> Result<Option<Answer>, UnitError> {
        self.answers.rotate_left(1);
        Ok(std::mem::replace(&mut self.answers[LATENCY - 1], self.ctr.cycle(cycle).answer))
    }
}

/// Events that may wait before they are shown, where no access needs them shown.
const WAITING: usize = 256;

/// The ports of a unit, as the hart drives them.
pub(crate) struct UnitPorts {
    unit: Box<dyn CsrUnit>,
    /// What has happened and was not shown yet, as blocks.
    blocks: Blocks<Queue>,
    /// Of each trap that was not shown yet, whether it is a breakpoint, and whether a local counter overflow.
    traps: VecDeque<(bool, bool)>,
    /// Instructions that have retired, ecall and ebreak apart, and were not shown yet.
    retired: u32,
    /// Why the unit does not go on.
    pub(crate) failure: Option<Error>,
}

/// Events with their privilege modes.
#[derive(Default)]
struct Queue {
    events: VecDeque<(Event, u8)>,
    privilege: u8,
}

impl Stream for Queue {
    fn next(&mut self) -> Result<Option<Event>, Error> {
        let Some((event, privilege)) = self.events.pop_front() else { return Ok(None) };
        self.privilege = privilege;
        Ok(Some(event))
    }

    fn privilege(&self) -> u8 {
        self.privilege
    }
}

impl UnitPorts {
    pub(crate) fn new(unit: Box<dyn CsrUnit>, ingress: &Ingress) -> UnitPorts {
        let blocks = Blocks::new(Queue::default(), ingress).for_records();
        UnitPorts { unit, blocks, traps: VecDeque::new(), retired: 0, failure: None }
    }

    /// An event that happened in a mode.
    pub(crate) fn happened(&mut self, event: Event, privilege: u8) {
        if let Event::Retired { instruction, .. } = event {
            self.retired += u32::from(!matches!(instruction.flow, Flow::Ecall | Flow::Ebreak));
        }
        self.blocks.stream_mut().events.push_back((event, privilege));
    }

    /// A trap, whose event is to come: a breakpoint exception, or a local counter overflow interrupt, or neither.
    pub(crate) fn trapped(&mut self, is_breakpoint: bool, is_overflow: bool) {
        self.traps.push_back((is_breakpoint, is_overflow));
    }

    /// Whether enough has happened to be shown.
    pub(crate) fn is_full(&self) -> bool {
        self.blocks.stream().events.len() >= if self.unit.is_prompt() { 1 } else { WAITING }
    }

    /// Whether the unit has this CSR in place of the hart's own.
    pub(crate) fn replaces(&self, csr: u16) -> bool {
        self.unit.replaces(csr)
    }

    /// Whether the unit has asked for a counter overflow interrupt.
    pub(crate) fn overflowed(&mut self) -> bool {
        self.unit.overflowed()
    }

    /// Shows all that has happened; the hart goes on at `pc` in `mode`.
    pub(crate) fn show(&mut self, pc: u64, mode: u8) -> Result<(), Error> {
        let mut held: Option<Port> = None;
        while let Some(port) = self.blocks.next() {
            let port = port?;
            if let Some(older) = held.replace(port) {
                self.cycle(older, port.blocks[0].iaddr, port.privilege)?;
            }
        }
        self.blocks.resume();
        held.map_or(Ok(()), |last| self.cycle(last, pc, mode))
    }

    /// The access of a CSR instruction at `pc`, and its answer.
    pub(crate) fn access(&mut self, access: Access, pc: u64) -> Result<Answer, Error> {
        let mode = access.privilege;
        self.show(pc, mode)?;
        let ingress = Port { privilege: mode, ..Port::default() };
        let idle = CtrCycle { ingress, next_privilege: mode, ..CtrCycle::default() };
        self.unit.cycle(&CtrCycle { access: Some(access), ..idle }).map_err(Error::Unit)?;
        for _ in 1..self.unit.latency() {
            self.unit.cycle(&idle).map_err(Error::Unit)?;
        }
        let answer = self.unit.cycle(&idle).map_err(Error::Unit)?;
        answer.ok_or_else(|| Error::Unit("the CSR unit has not answered in time".into()))
    }

    /// A cycle with blocks, after which the hart goes on at `next_address` in `next_privilege`.
    fn cycle(&mut self, ingress: Port, next_address: u64, next_privilege: u8) -> Result<(), Error> {
        let is_trap = ingress.blocks.iter().any(|block| matches!(block.itype, EXCEPTION | INTERRUPT));
        let trap = if is_trap { self.traps.pop_front() } else { None };
        let (breakpoint, lcofi) = trap.unwrap_or_default();
        let cycle = CtrCycle { ingress, next_address, next_privilege, breakpoint, lcofi, ..CtrCycle::default() };
        if self.unit.is_prompt() {
            self.unit.retires(std::mem::take(&mut self.retired));
        }
        self.unit.cycle(&cycle).map(|_| ()).map_err(Error::Unit)
    }
}

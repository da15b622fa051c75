// SPDX-License-Identifier: Apache-2.0
//! What the hart gives an encoder of tandem-verification trace.

use super::super::csr::Privilege;
use super::super::decode::{Decoded, Op};
use super::super::devices::CLINT;
use super::{counters, traced, Hart, Snapshot, PENDING};
use crate::{Error, Event, Stream};
use tracewright_messages::isa::Flow;
use tracewright_tandem::{csr, Access, Kind, Outside, Retirement, State};

/// CSRs of a trap, in the order of Table C.7: xepc, xcause, xstatus, xtval.
const OF_MACHINE: [u16; 4] = [csr::MEPC, csr::MCAUSE, csr::MSTATUS, csr::MTVAL];
const OF_SUPERVISOR: [u16; 4] = [csr::SEPC, csr::SCAUSE, csr::MSTATUS, 0x143];

/// What the number of an unprivileged counter is after that of the machine's one.
const UNPRIVILEGED: u16 = 0x100;

/// A group, and what has changed by itself before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Counters, timer and interrupts that are pending, where the hart observes them.
    pub outside: Vec<Outside>,
    /// What the group is about.
    pub retirement: Retirement,
}

/// Runs a hart, and tells all that changes: first a reset and where the program starts.
pub struct Recorder {
    hart: Hart,
    /// The groups that come before the first instruction.
    start: Vec<Retirement>,
    /// mip, as it has been told.
    pending: u64,
}

impl Recorder {
    /// That of a hart that has not run.
    pub fn new(hart: Hart) -> Recorder {
        let reset = Retirement { kind: Kind::Reset, ..Retirement::default() };
        let start = Retirement {
            kind: Kind::Initialisation,
            pc: Some(hart.pc),
            privilege: Some(hart.csrs.privilege as u8),
            ..Retirement::default()
        };
        let pending = hart.csrs.mip;
        Recorder { hart, start: vec![start, reset], pending }
    }

    /// The hart.
    pub fn hart(&self) -> &Hart {
        &self.hart
    }

    /// The next group, or `None` at the end.
    ///
    /// # Errors
    /// As of the hart.
    pub fn advance(&mut self) -> Result<Option<Recorded>, Error> {
        if let Some(retirement) = self.start.pop() {
            return Ok(Some(Recorded { outside: vec![], retirement }));
        }
        let hart = &mut self.hart;
        let before = Snapshot::of(hart);
        let seen = hart.counters_ahead();
        let ahead = hart.ahead();
        let access = ahead.as_ref().and_then(|(decoded, _)| hart.access_ahead(decoded));
        let Some(event) = hart.next()? else { return Ok(None) };
        let retired = match event {
            Event::Retired { instruction, .. } => instruction.flow != Flow::Ecall,
            _ => false,
        };
        // The exception of an ecall is of its group.
        hart.queued = None;
        let ahead = ahead.filter(|_| !matches!(event, Event::Interrupt { .. }));
        let mut retirement = Retirement {
            pc: Some(hart.pc),
            instruction: ahead.as_ref().map(|(decoded, bits)| traced(decoded, *bits)),
            ..Retirement::default()
        };
        let mut outside = vec![];
        if let Some((decoded, _)) = ahead.as_ref().filter(|_| retired) {
            let access = hart.accessed(decoded, access);
            retirement.gpr = destination(decoded).map(|number| (number, hart.xlen.wrap(hart.x[usize::from(number)])));
            retirement.paddr = access.map(|access| access.address);
            retirement.memdata = access.and_then(|access| access.store);
            if reads_time(decoded, access) {
                outside.push(Outside::Mtime(hart.devices.clock.time()));
            }
            for &number in counters(hart.xlen).iter().filter(|&&number| reads(decoded, number)) {
                let value = before.csrs.value(number, &seen).unwrap_or(0);
                outside.push(Outside::Csr(number, value));
            }
        }
        let changed = hart.csrs.privilege != before.csrs.privilege;
        retirement.privilege = (!retired || changed).then_some(hart.csrs.privilege as u8);
        self.csrs(&before, retired, &mut retirement, &mut outside);
        Ok(Some(Recorded { outside, retirement }))
    }

    /// The CSRs: those of a trap, or those that have changed.
    fn csrs(&mut self, before: &Snapshot, retired: bool, retirement: &mut Retirement, outside: &mut Vec<Outside>) {
        let hart = &self.hart;
        let pending = hart.csrs.mip & PENDING | self.pending & !PENDING;
        if pending != self.pending {
            outside.push(Outside::Csr(csr::MIP, pending));
        }
        let told = pending;
        self.pending = hart.csrs.mip;
        if !retired {
            let of_supervisor = hart.csrs.privilege == Privilege::Supervisor;
            let numbers = if of_supervisor { OF_SUPERVISOR } else { OF_MACHINE };
            let counted = hart.counters();
            retirement.csr = numbers.map(|number| Some((number, hart.csrs.value(number, &counted).unwrap_or(0))));
            return;
        }
        let mut changed = vec![];
        hart.changes(before, &mut changed);
        let csrs = changed.into_iter().filter_map(|(state, value)| match state {
            State::Register(register) => Some((register.as_csr()?, value)),
            _ => None,
        });
        let csrs = csrs.filter(|&(number, value)| number != csr::MIP || value != told);
        retirement.csr.iter_mut().zip(csrs).for_each(|(slot, csr)| *slot = Some(csr));
    }
}

/// The register that an instruction writes; x0 is none.
fn destination(d: &Decoded) -> Option<u8> {
    let writes = !matches!(
        d.op,
        Op::Beq | Op::Bne | Op::Blt | Op::Bge | Op::Bltu | Op::Bgeu | Op::Sb | Op::Sh | Op::Sw | Op::Sd
    ) && !matches!(d.op, Op::Fence | Op::SfenceVma | Op::Wfi | Op::Mret | Op::Sret);
    (writes && d.rd != 0).then_some(d.rd & 31)
}

/// The CSR that an instruction accesses.
fn accessed_csr(d: &Decoded) -> Option<u16> {
    let is_csr = matches!(d.op, Op::Csrrw | Op::Csrrs | Op::Csrrc | Op::Csrrwi | Op::Csrrsi | Op::Csrrci);
    is_csr.then_some((d.imm & 0xFFF) as u16)
}

/// Whether an instruction reads counter `number`, by it or by its unprivileged name.
fn reads(d: &Decoded, number: u16) -> bool {
    accessed_csr(d).is_some_and(|accessed| accessed == number || accessed == number + UNPRIVILEGED)
}

/// Whether what an instruction reads depends on the time.
fn reads_time(d: &Decoded, access: Option<Access>) -> bool {
    let loads = access.is_some_and(|access| access.store.is_none() && CLINT.contains(&access.address));
    loads || accessed_csr(d).is_some_and(|number| matches!(number, 0xC01 | 0xC81))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracewright_tandem::Register;

    #[test]
    fn an_unprivileged_counter_is_the_machine_s_one() {
        assert_eq!(Register::csr(csr::MCYCLE + UNPRIVILEGED).to_string(), "cycle");
        assert_eq!(Register::csr(csr::MINSTRETH + UNPRIVILEGED).to_string(), "instreth");
    }
}

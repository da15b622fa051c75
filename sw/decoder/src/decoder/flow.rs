// SPDX-License-Identifier: Apache-2.0
//! Messages that do not synchronise (N-Trace 7.2, 7.3, 7.8, 7.9, 7.11, 7.12).

use super::Decoder;
use crate::walk::{Arrival, Fault};
use crate::{ErrorKind, Item};
use tracewright_messages::reader::RawMessage;
use tracewright_messages::{btype, rcode, Field, Tcode};

/// Bits of B-CNT that encoders have at most, as far as is known; ours have fewer.
const USUAL_BITS: u32 = 24;
/// Half-words, or traps without any, that one RepeatBranch may stand for: more than any run in a buffer that holds the
/// rest of it.
const REPEAT_LIMIT: u64 = 1 << 36;
/// Likewise, if it repeats more often than encoders count: few enough to follow in seconds.
const UNUSUAL_LIMIT: u64 = 1 << 28;

/// A branch message without SYNC.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    icnt: u32,
    hist: u64,
    /// B-TYPE and target of an indirect one.
    target: Option<(u8, u64)>,
}

impl Decoder<'_> {
    /// Takes a message of the program flow, or notes that it can't be used.
    pub(super) fn flow(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) {
        if !self.synchronised {
            self.not_used(message.offset);
        } else if let Err(fault) = self.follow(message, emit) {
            self.failed(message.offset, Some(fault.address), fault.kind, emit);
        }
    }

    fn follow(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        match message.tcode {
            Tcode::ResourceFull => self.resource_full(message, emit),
            Tcode::RepeatBranch => self.repeat(message.get(Field::BCnt).unwrap_or(0), emit),
            Tcode::ProgTraceCorrelation => {
                let hist = self.hist(message)?;
                self.walker.add_count(self.icnt(message)?);
                self.walker.finish(hist, emit).map(drop)
            }
            _ => {
                let target = match message.get(Field::UAddr) {
                    Some(_) => {
                        let difference = self.address(message, Field::UAddr)?;
                        let code = message.get(Field::BType).unwrap_or(btype::INDIRECT.into()) as u8;
                        Some((code, self.reference ^ difference))
                    }
                    None => None,
                };
                let branch = Branch { icnt: self.icnt(message)?, hist: self.hist(message)?, target };
                self.repeatable = Some(branch);
                self.branch(branch, emit)
            }
        }
    }

    /// Follows the instructions of a branch message to its target, which is the reference address (N-Trace 8.1) XOR
    /// U-ADDR.
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
                if code == btype::INDIRECT && !self.may_go_on(arrival, target) {
                    return Err(self.fault(ErrorKind::NotAJump));
                }
                self.trap(code, arrival, target, emit);
                self.walker.pc = target;
                self.reference = target;
            }
        }
        Ok(())
    }

    /// Follows the last branch message again (N-Trace 7.11).
    fn repeat(&mut self, times: u64, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        let branch = self.repeatable.ok_or_else(|| self.fault(ErrorKind::NothingToRepeat))?;
        let limit = if times >> USUAL_BITS == 0 { REPEAT_LIMIT } else { UNUSUAL_LIMIT };
        if times.saturating_mul(u64::from(branch.icnt).max(1)) > limit {
            return Err(self.fault(ErrorKind::Value { field: Field::BCnt, value: times }));
        }
        (0..times).try_for_each(|_| {
            // A trap without an instruction takes as long as an instruction.
            if branch.icnt == 0 {
                self.walker.count_down()?;
            }
            self.branch(branch, emit)
        })
    }

    /// Takes ResourceFull (N-Trace 7.8): I-CNT (N-Trace 8.4.4), HIST (N-Trace 8.3.1), or a HIST that repeats
    /// (N-Trace 9.3).
    fn resource_full(&mut self, message: &RawMessage, emit: &mut impl FnMut(Item)) -> Result<(), Fault> {
        let data = message.get(Field::RData).unwrap_or(0);
        let code = message.get(Field::RCode).unwrap_or(0);
        match code as u8 {
            rcode::I_CNT => self.walker.add_count(self.count(Field::RData, data)?),
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

// SPDX-License-Identifier: Apache-2.0
//! Blocks to records: Control Transfer Records ch. 5, from 5.1 to 5.5.

use super::array::VALID;
use super::control::is_debug;
use super::{Ctr, CtrCycle};
use tracewright_config::IngressForm;
use tracewright_messages::privilege::DEBUG;
use tracewright_messages::{itype, Block};
use tracewright_regmap::csr::{CC, CCV, ENTRY_REGISTERS, MISP};

/// Which addresses of a transfer may be shown. One in a mode that is not recorded is 0 in the record.
struct Shown {
    source: bool,
    target: bool,
}

const BOTH: Option<Shown> = Some(Shown { source: true, target: true });

impl Ctr {
    /// The blocks of a cycle, from the oldest. Nothing in debug mode is recorded, nor what leads there.
    pub(super) fn blocks(&mut self, cycle: &CtrCycle) {
        let ingress = &cycle.ingress;
        if is_debug(ingress) {
            return;
        }
        let valid: Vec<usize> = (0..self.blocks).filter(|i| ingress.blocks[*i].is_valid()).collect();
        for (n, &i) in valid.iter().enumerate() {
            let (target, after) = match valid.get(n + 1) {
                Some(&next) => (ingress.blocks[next].iaddr, ingress.privilege),
                None => (cycle.next_address, cycle.next_privilege),
            };
            let block = &ingress.blocks[i];
            let is_transfer = !matches!(block.itype, itype::NONE | itype::UNINFERABLE_JUMP | itype::INFERABLE_JUMP);
            if is_transfer && after != DEBUG {
                self.acts = true;
                self.transfer(block, target, (ingress.privilege, after), cycle, cycle.mispredict[i]);
            }
        }
    }

    fn transfer(&mut self, block: &Block, target: u64, modes: (u8, u8), cycle: &CtrCycle, mispredicted: bool) {
        let (before, after) = modes;
        let freezes = match block.itype {
            itype::EXCEPTION => cycle.breakpoint && self.freezes_on_breakpoint(after),
            itype::INTERRUPT => cycle.lcofi && self.freezes_on_overflow(after),
            _ => false,
        };
        if freezes {
            self.control.frozen = true;
        }
        if self.control.frozen {
            return;
        }
        let is_ras = self.is_ras(before, after);
        let shown = if is_ras { self.ras(before, block.itype) } else { self.recorded(before, after, block.itype) };
        let Some(shown) = shown else { return };
        let pops = is_ras && matches!(block.itype, itype::RETURN | itype::CO_ROUTINE_SWAP);
        if pops {
            // What is counted from is gone: the next record does not say how long ago it was (its CCV is 0).
            self.counter.forget();
        }
        if is_ras && block.itype == itype::RETURN {
            return self.array.pop();
        }
        let is_trap = matches!(block.itype, itype::EXCEPTION | itype::INTERRUPT);
        let (is_counted, cycles) = self.counter.take();
        let address = |shown: bool, address: u64| if shown { address & !1 } else { 0 };
        // ctrsource is the address of the source and V, which each record sets (Control Transfer Records 3.1). TYPE of
        // ctrdata is itype, of external traps too (Control Transfer Records 3.3). Fields not built are 0 (`kept`).
        let record = [
            address(shown.source, self.source(block)) | VALID,
            address(shown.target, target) | u64::from(mispredicted && !is_trap) << MISP,
            u64::from(block.itype) | u64::from(is_counted) << CCV | cycles << CC,
        ];
        let kept = ENTRY_REGISTERS.map(|register| register.kept(&self.features));
        let record = [record[0] & kept[0], record[1] & kept[1], record[2] & kept[2]];
        match is_ras && block.itype == itype::CO_ROUTINE_SWAP {
            true => self.array.swap(record),
            false => self.array.push(record),
        }
    }

    /// What RAS emulation does something for (Control Transfer Records 5.4): calls, swaps, returns of an enabled mode.
    fn ras(&self, mode: u8, code: u8) -> Option<Shown> {
        let is_of_stack =
            matches!(code, itype::UNINFERABLE_CALL | itype::INFERABLE_CALL | itype::CO_ROUTINE_SWAP | itype::RETURN);
        BOTH.filter(|_| is_of_stack && self.is_enabled(mode))
    }

    /// What of a transfer is recorded, if anything: Control Transfer Records 5.1, 5.2 and the table of 5.2.1.
    fn recorded(&self, before: u8, after: u8, code: u8) -> Option<Shown> {
        let (from, to) = (self.is_enabled(before), self.is_enabled(after));
        let is_let_through = self.is_let_through(before, after, code);
        match code {
            itype::EXCEPTION | itype::INTERRUPT => match (from, to) {
                (true, true) => BOTH.filter(|_| is_let_through),
                (false, true) => Some(Shown { source: false, target: true }).filter(|_| is_let_through),
                (true, false) => {
                    let is_recorded = self.is_external_recorded(before, after);
                    Some(Shown { source: true, target: false }).filter(|_| is_recorded)
                }
                (false, false) => None,
            },
            itype::TRAP_RETURN => Some(Shown { source: true, target: to }).filter(|_| from && is_let_through),
            _ => BOTH.filter(|_| from && is_let_through),
        }
    }

    /// The address of the instruction that ends the block; of a trap what xepc has.
    fn source(&self, block: &Block) -> u64 {
        let last = 1 << block.ilastsize;
        let half_words = match self.form {
            IngressForm::Block => u64::from(block.iretire),
            IngressForm::Single => u64::from(block.iretire) * last,
        };
        let offset = match (half_words, block.itype) {
            (0, _) => 0,
            (all, itype::INTERRUPT) => all,
            (all, _) => all - last,
        };
        block.iaddr.wrapping_add(2 * offset)
    }
}

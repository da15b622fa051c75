// SPDX-License-Identifier: Apache-2.0
//! What hardware there is (`build`), and what of it the registers switch on (`run`).

use tracewright_config::{Build, IcntFull, ImplicitReturn, IngressForm, Mode, Run, TrapBtype};
use tracewright_messages::{btype, itype, Block, Ingress};

/// A build, and what its registers are set to.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) build: Build,
    /// What the registers are set to. What the build does not have is off.
    pub(super) run: Run,
}

impl Settings {
    pub(super) fn new(build: &Build, run: &Run) -> Self {
        Settings { build: build.clone(), run: run.on(build) }
    }

    /// teInstMode (N-Trace ch. 5): BTM, a message for each taken branch; else HTM, where each branch is a bit of HIST.
    pub(super) fn btm(&self) -> bool {
        self.run.mode == Mode::Btm
    }

    /// Repeated history (N-Trace 9.3): in HTM, with teInstEnRepeatedHistory set, in a build that has it.
    pub(super) fn repeated_history(&self) -> bool {
        !self.btm() && self.run.repeated_history && self.build.encoder.repeated_history
    }

    /// RepeatBranch (N-Trace 7.11): in BTM, with the same teInstEnRepeatedHistory set, in a build that has it.
    pub(super) fn repeat_branch(&self) -> bool {
        self.btm() && self.run.repeated_history && self.build.encoder.repeat_branch
    }

    /// How returns are predicted (N-Trace 9.2): as built, if teInstImplicitReturnMode or teInstEnCallStack is not 0.
    pub(super) fn implicit_return(&self) -> ImplicitReturn {
        if self.run.implicit_return {
            self.build.encoder.implicit_return
        } else {
            ImplicitReturn::None
        }
    }

    /// Whether a full I-CNT asks for synchronisation (SYNC 4) where HIST holds a branch: in HTM, in a build that has
    /// chosen it. step.rs looks at HIST (`State::icnt_synchronises`).
    pub(super) fn icnt_synchronises(&self) -> bool {
        !self.btm() && self.build.encoder.icnt_full == IcntFull::Sync
    }

    /// Bits of an address.
    pub(super) fn address_mask(&self) -> u64 {
        u64::MAX >> (u64::BITS - self.build.xlen)
    }

    /// Half-words that `block` retired: `iretire` in block form; in single form it is 0 or 1 instruction.
    pub(super) fn half_words(&self, block: &Block) -> u32 {
        match self.build.ingress.form {
            IngressForm::Block => block.iretire,
            IngressForm::Single => block.iretire << block.ilastsize,
        }
    }

    /// Whether the port defines `iaddr` of this block (E-Trace ch. 4, N-Trace ch. 2): always if something retired; with
    /// nothing retired for an exception (the instruction that faulted), and for an interrupt if the build says so.
    pub(super) fn has_address(&self, block: &Block) -> bool {
        block.iretire != 0 || block.itype == itype::EXCEPTION || self.build.ingress.interrupt_address
    }

    /// B-TYPE of an exception (N-Trace Table 9): 2, or 1 in a build that does not tell it from an interrupt.
    pub(super) fn exception(&self) -> u8 {
        match self.build.encoder.trap_btype {
            TrapBtype::Distinct => btype::EXCEPTION,
            TrapBtype::Single => btype::TRAP,
        }
    }

    /// B-TYPE of an interrupt (N-Trace Table 9): 3, or 1 in a build that does not tell it from an exception.
    pub(super) fn interrupt(&self) -> u8 {
        match self.build.encoder.trap_btype {
            TrapBtype::Distinct => btype::INTERRUPT,
            TrapBtype::Single => btype::TRAP,
        }
    }

    /// Whether `ingress` has nothing that [`Settings::seen`] may leave out, as far as the build has blocks.
    pub(super) fn is_seen(&self, ingress: &Ingress) -> bool {
        let Ingress { reset, low_power, trigger_on, trigger_off, external_triggers, .. } = *ingress;
        let beyond = !self.address_mask();
        let is_seen = |block: &Block| block.iaddr & beyond == 0 && !block.notify && !block.sijump;
        !(reset || low_power || trigger_on || trigger_off || external_triggers != 0)
            && self.blocks(ingress).iter().all(is_seen)
    }

    /// The blocks that the build has.
    pub(super) fn blocks<'i>(&self, ingress: &'i Ingress) -> &'i [Block] {
        &ingress.blocks[..(self.build.ingress.blocks as usize).min(ingress.blocks.len())]
    }

    /// `ingress` with 0 on inputs that the build does not have or that are off, and no block while hart_reset is high.
    pub(super) fn seen(&self, ingress: &Ingress) -> Ingress {
        let Build { ingress: port, encoder, .. } = &self.build;
        let mut seen = *ingress;
        seen.reset &= port.reset;
        seen.low_power &= port.low_power;
        seen.trigger_on &= port.triggers;
        seen.trigger_off &= port.triggers;
        seen.external_triggers &= ((1u32 << encoder.external_triggers) - 1) as u8;
        for (index, block) in seen.blocks.iter_mut().enumerate() {
            if seen.reset || index >= port.blocks as usize {
                *block = Block::default();
            }
            block.iaddr &= self.address_mask();
            block.notify &= port.triggers;
            block.sijump &= self.run.sequential_jump;
        }
        seen
    }
}

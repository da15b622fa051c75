// SPDX-License-Identifier: Apache-2.0
//! The ingress register: every variant of the trace ingress port becomes one common form.

mod lane;

pub use lane::Lane;

use super::has::{blocks, has};
use super::records::{Block, Cycle};
use crate::codes::*;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Registers the trace ingress port: a [`Lane`] for each block, and what belongs to the cycle.
///
/// While `stall` is high neither blocks nor triggers are taken; `halted`, `hart_reset` and `low_power` are seen in every cycle.
#[derive(Module)]
#[module(build: Build)]
pub struct Ingress<const XLEN: usize, const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The blocks at the port are not taken in this cycle.
    pub stall: Signal<In, Bit>,
    /// How each block ends.
    #[count(blocks(build))]
    pub itype: Vec<Signal<In, Bits<4>>>,
    /// Address of each block's first instruction.
    #[count(blocks(build))]
    pub iaddr: Vec<Signal<In, Bits<XLEN>>>,
    /// What retired in each block.
    #[count(blocks(build))]
    pub iretire: Vec<Signal<In, Bits<6>>>,
    /// The last instruction of each block is 2^ilastsize half-words.
    #[count(blocks(build))]
    pub ilastsize: Vec<Signal<In, Bit>>,
    /// The jump that ends each block is sequentially inferable.
    #[count(blocks(build) * has(build).sequential as usize)]
    pub sijump: Vec<Signal<In, Bit>>,
    /// A watchpoint of each block asks for a synchronising message.
    #[count(blocks(build) * has(build).triggers as usize)]
    pub trigger_notify: Vec<Signal<In, Bit>>,
    /// The hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// The hart is in reset.
    #[built(has(build).reset)]
    pub hart_reset: Optional<Signal<In, Bit>>,
    /// The hart is in a low-power mode.
    #[built(has(build).low_power)]
    pub low_power: Optional<Signal<In, Bit>>,
    /// Privilege mode.
    #[built(has(build).context)]
    pub privilege: Optional<Signal<In, Bits<3>>>,
    /// hcontext above scontext.
    #[built(has(build).contexts)]
    pub hart_context: Optional<Signal<In, Bits<64>>>,
    /// How a change of the context is reported.
    #[built(has(build).contexts)]
    pub ctype: Optional<Signal<In, Bits<2>>>,
    /// A watchpoint starts trace.
    #[built(has(build).triggers)]
    pub trigger_on: Optional<Signal<In, Bit>>,
    /// A watchpoint stops trace.
    #[built(has(build).triggers)]
    pub trigger_off: Optional<Signal<In, Bit>>,
    /// External trigger inputs.
    #[count(build.encoder.external_triggers)]
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// teInstEnAllJumps.
    #[built(has(build).all_jumps)]
    pub all_jumps: Optional<Signal<In, Bit>>,
    /// teInstEnSequentialJump.
    #[built(has(build).sequential)]
    pub sequential_jump: Optional<Signal<In, Bit>>,
    /// The blocks of the cycle.
    #[count(blocks(build))]
    pub block: Vec<Signal<Out, Block<ADDR>>>,
    /// What belongs to the cycle.
    pub cycle: Signal<Out, Cycle>,
    /// External triggers that fire.
    #[count(build.encoder.external_triggers)]
    pub cycle_external_trigger: Vec<Signal<Out, Bit>>,
    #[count(blocks(build))]
    lane: Vec<Lane<XLEN, ADDR>>,
    shown: Reg<Cycle>,
    #[count(build.encoder.external_triggers)]
    external: Vec<Reg<Bit>>,
}

impl<const XLEN: usize, const ADDR: usize> Logic for Ingress<XLEN, ADDR> {
    #[kernel]
    fn update(&mut self) {
        let ignore = self.stall.val() | self.hart_reset.val();
        for b in 0..self.lane.len() {
            self.lane[b].ignore.next = ignore;
            self.lane[b].itype.next = self.itype[b].val();
            self.lane[b].iaddr.next = self.iaddr[b].val();
            self.lane[b].iretire.next = self.iretire[b].val();
            self.lane[b].ilastsize.next = self.ilastsize[b].val();
            self.lane[b].all_jumps.next = self.all_jumps.val();
            self.lane[b].sequential_jump.next = self.sequential_jump.val();
            self.block[b].next = self.lane[b].block.val();
        }
        for b in 0..self.sijump.len() {
            self.lane[b].sijump.next = self.sijump[b].val();
        }
        for b in 0..self.trigger_notify.len() {
            self.lane[b].trigger_notify.next = self.trigger_notify[b].val();
        }

        self.cycle.next = self.shown.q.val();
        self.shown.d.next.rest.halted = self.halted.val();
        self.shown.d.next.rest.reset = self.hart_reset.val();
        self.shown.d.next.rest.low_power = self.low_power.val();
        // V above PRV, as Ownership has them.
        self.shown.d.next.owner.privilege = match self.privilege.val().index() {
            PRIVILEGE_U => bits::<3>(0b000),
            PRIVILEGE_S => bits::<3>(0b001),
            PRIVILEGE_VU => bits::<3>(0b100),
            PRIVILEGE_VS => bits::<3>(0b101),
            _ => bits::<3>(0b011),
        };
        self.shown.d.next.owner.context = self.hart_context.val();
        self.shown.d.next.owner.ctype = self.ctype.val();
        self.shown.d.next.watchpoints.on = self.trigger_on.val() & !self.stall.val();
        self.shown.d.next.watchpoints.off = self.trigger_off.val() & !self.stall.val();
        for i in 0..self.external.len() {
            self.external[i].d.next = self.external_trigger[i].val() & !self.stall.val();
            self.cycle_external_trigger[i].next = self.external[i].q.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{settle, Clocked};
    use tracewright_config::Ingress as Port;

    /// A port with everything.
    fn build(blocks: u32) -> Build {
        let mut build = Build {
            ingress: Port { blocks, triggers: true, reset: true, low_power: true, ..Port::default() },
            ..Build::default()
        };
        build.encoder.context = true;
        build.encoder.scontext_width = 4;
        build.encoder.external_triggers = 2;
        build
    }

    #[test]
    fn a_stall_holds_blocks_and_triggers_and_nothing_else() {
        for stall in [true, false] {
            let mut ingress = Ingress::<32, 31>::new(&build(2)).reset();
            ingress.stall.next = stall;
            ingress.iretire.iter_mut().for_each(|iretire| iretire.next = bits(1));
            for input in [&mut *ingress.trigger_on, &mut *ingress.trigger_off, &mut ingress.external_trigger[1]] {
                input.next = true;
            }
            for input in [&mut ingress.halted, &mut *ingress.low_power] {
                input.next = true;
            }
            settle(&mut ingress);
            ingress.tick();
            assert!(ingress.block.iter().all(|block| block.val().valid != stall));
            assert_eq!(ingress.cycle.val().watchpoints.on, !stall);
            assert_eq!(ingress.cycle.val().watchpoints.off, !stall);
            assert_eq!(ingress.cycle_external_trigger[1].val(), !stall);
            assert!(ingress.cycle.val().rest.halted && ingress.cycle.val().rest.low_power);
        }
    }

    #[test]
    fn a_hart_in_reset_retires_nothing() {
        let mut ingress = Ingress::<32, 31>::new(&build(1)).reset();
        ingress.hart_reset.next = true;
        ingress.iretire[0].next = bits(1);
        settle(&mut ingress);
        ingress.tick();
        assert!(ingress.cycle.val().rest.reset && !ingress.block[0].val().valid);
    }

    #[test]
    fn ntrace_table_12_privilege_modes() {
        for (privilege, shown) in [(0, 0), (1, 1), (2, 3), (3, 3), (4, 3), (5, 4), (6, 5), (7, 3)] {
            let mut ingress = Ingress::<32, 31>::new(&build(1)).reset();
            ingress.privilege.next = bits(privilege);
            settle(&mut ingress);
            ingress.tick();
            assert_eq!(ingress.cycle.val().owner.privilege, bits(shown), "priv {privilege}");
        }
    }

    #[test]
    fn each_block_has_its_own_lane() {
        let mut ingress = Ingress::<32, 31>::new(&build(4)).reset();
        for b in 0..4 {
            ingress.iaddr[b].next = (0x100 * b as u64).to_bits();
            ingress.iretire[b].next = (1 + b as u64).to_bits();
            ingress.itype[b].next = (b as u64).to_bits();
        }
        settle(&mut ingress);
        ingress.tick();
        for b in 0..4 {
            assert_eq!(ingress.block[b].val().addr, (0x80 * b as u64).to_bits());
            assert_eq!(ingress.block[b].val().half_words, (1 + b as u64).to_bits());
            assert_eq!(ingress.block[b].val().trap, b > 0);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The ingress register: every variant of the trace ingress port becomes one common form.

mod lane;

pub use lane::Lane;

use super::built::{many, Built};
use crate::codes::*;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Registers the trace ingress port: a [`Lane`] for each block, and what belongs to the cycle.
///
/// While `stall` is high neither blocks nor triggers are taken; `halted`, `hart_reset` and `low_power` are seen in every cycle.
#[derive(Module)]
pub struct Ingress<const XLEN: usize, const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The blocks at the port are not taken in this cycle.
    pub stall: Signal<In, Bit>,
    /// How each block ends.
    pub itype: Vec<Signal<In, Bits<4>>>,
    /// Address of each block's first instruction.
    pub iaddr: Vec<Signal<In, Bits<XLEN>>>,
    /// What retired in each block.
    pub iretire: Vec<Signal<In, Bits<6>>>,
    /// The last instruction of each block is 2^ilastsize half-words.
    pub ilastsize: Vec<Signal<In, Bit>>,
    /// The jump that ends each block is sequentially inferable.
    pub sijump: Vec<Signal<In, Bit>>,
    /// A watchpoint of each block asks for a synchronising message.
    pub trigger_notify: Vec<Signal<In, Bit>>,
    /// The hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// The hart is in reset.
    pub hart_reset: Vec<Signal<In, Bit>>,
    /// The hart is in a low-power mode.
    pub low_power: Vec<Signal<In, Bit>>,
    /// Privilege mode.
    pub privilege: Vec<Signal<In, Bits<3>>>,
    /// hcontext above scontext.
    pub hart_context: Vec<Signal<In, Bits<64>>>,
    /// How a change of the context is reported.
    pub ctype: Vec<Signal<In, Bits<2>>>,
    /// A watchpoint starts trace.
    pub trigger_on: Vec<Signal<In, Bit>>,
    /// A watchpoint stops trace.
    pub trigger_off: Vec<Signal<In, Bit>>,
    /// External trigger inputs.
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// teInstEnAllJumps.
    pub all_jumps: Vec<Signal<In, Bit>>,
    /// teInstEnSequentialJump.
    pub sequential_jump: Vec<Signal<In, Bit>>,
    /// There is a block.
    pub block_valid: Vec<Signal<Out, Bit>>,
    /// The block's address is defined.
    pub block_has_addr: Vec<Signal<Out, Bit>>,
    /// The block ends in a branch.
    pub block_branch: Vec<Signal<Out, Bit>>,
    /// That branch was taken.
    pub block_taken: Vec<Signal<Out, Bit>>,
    /// The block ends in a jump or trap whose target must be reported.
    pub block_jump: Vec<Signal<Out, Bit>>,
    /// B-TYPE of that jump or trap.
    pub block_btype: Vec<Signal<Out, Bits<2>>>,
    /// Half-words that retired.
    pub block_half_words: Vec<Signal<Out, Bits<6>>>,
    /// Address of the first instruction, without bit 0.
    pub block_addr: Vec<Signal<Out, Bits<ADDR>>>,
    /// That jump need not be reported if its message has an instruction before it.
    pub block_inferable: Vec<Signal<Out, Bit>>,
    /// The block ends in a trap or a trap return.
    pub block_trap: Vec<Signal<Out, Bit>>,
    /// The block ends in a call, or a co-routine swap.
    pub block_call: Vec<Signal<Out, Bit>>,
    /// The block ends in a return, or a co-routine swap.
    pub block_return: Vec<Signal<Out, Bit>>,
    /// The block makes a synchronising message due.
    pub block_notify: Vec<Signal<Out, Bit>>,
    /// The hart is halted.
    pub cycle_halted: Signal<Out, Bit>,
    /// The hart is in reset.
    pub cycle_reset: Vec<Signal<Out, Bit>>,
    /// The hart is in a low-power mode.
    pub cycle_low_power: Vec<Signal<Out, Bit>>,
    /// Privilege mode as Ownership has it: V above PRV.
    pub cycle_privilege: Vec<Signal<Out, Bits<3>>>,
    /// hcontext above scontext.
    pub cycle_context: Vec<Signal<Out, Bits<64>>>,
    /// How a change of the context is reported.
    pub cycle_ctype: Vec<Signal<Out, Bits<2>>>,
    /// A watchpoint starts trace.
    pub cycle_trigger_on: Vec<Signal<Out, Bit>>,
    /// A watchpoint stops trace.
    pub cycle_trigger_off: Vec<Signal<Out, Bit>>,
    /// External triggers that fire.
    pub cycle_external_trigger: Vec<Signal<Out, Bit>>,
    lane: Vec<Lane<XLEN, ADDR>>,
    hart_halted: Reg<Bit>,
    in_reset: Vec<Reg<Bit>>,
    powered_down: Vec<Reg<Bit>>,
    mode: Vec<Reg<Bits<3>>>,
    contexts: Vec<Reg<Bits<64>>>,
    change: Vec<Reg<Bits<2>>>,
    on: Vec<Reg<Bit>>,
    off: Vec<Reg<Bit>>,
    external: Vec<Reg<Bit>>,
    ignore: Signal<Local, Bit>,
    _blocks: usize,
    _all_jumps: usize,
    _sequential: usize,
    _notify: usize,
    _stack: usize,
    _reset: usize,
    _low_power: usize,
    _privilege: usize,
    _context: usize,
    _triggers: usize,
    _external: usize,
}

impl<const XLEN: usize, const ADDR: usize> Ingress<XLEN, ADDR> {
    /// The ingress register of `build`.
    pub fn new(build: &Build) -> Self {
        let built = Built::of(build);
        let blocks = built.blocks;
        let (reset, low_power, context) = (built.reset, built.low_power, built.contexts);
        let (triggers, external) = (built.triggers, built.external);
        let bits_of = |count: usize| (0..count).map(|_| Reg::new(build.reset)).collect();
        Ingress {
            clock: Default::default(),
            rst_n: Default::default(),
            stall: Default::default(),
            itype: many(blocks),
            iaddr: many(blocks),
            iretire: many(blocks),
            ilastsize: many(blocks),
            sijump: many(blocks * built.sequential),
            trigger_notify: many(blocks * triggers),
            halted: Default::default(),
            hart_reset: many(reset),
            low_power: many(low_power),
            privilege: many(built.context),
            hart_context: many(context),
            ctype: many(context),
            trigger_on: many(triggers),
            trigger_off: many(triggers),
            external_trigger: many(external),
            all_jumps: many(built.all_jumps),
            sequential_jump: many(built.sequential),
            block_valid: many(blocks),
            block_has_addr: many(blocks),
            block_branch: many(blocks),
            block_taken: many(blocks),
            block_jump: many(blocks),
            block_btype: many(blocks),
            block_half_words: many(blocks),
            block_addr: many(blocks),
            block_inferable: many(blocks * built.sequential),
            block_trap: many(blocks * built.context),
            block_call: many(blocks * built.returns),
            block_return: many(blocks * built.returns),
            block_notify: many(blocks * triggers),
            cycle_halted: Default::default(),
            cycle_reset: many(reset),
            cycle_low_power: many(low_power),
            cycle_privilege: many(built.context),
            cycle_context: many(context),
            cycle_ctype: many(context),
            cycle_trigger_on: many(triggers),
            cycle_trigger_off: many(triggers),
            cycle_external_trigger: many(external),
            lane: (0..blocks).map(|_| Lane::new(build)).collect(),
            hart_halted: Reg::new(build.reset),
            in_reset: bits_of(reset),
            powered_down: bits_of(low_power),
            mode: (0..built.context).map(|_| Reg::new(build.reset)).collect(),
            contexts: (0..context).map(|_| Reg::new(build.reset)).collect(),
            change: (0..context).map(|_| Reg::new(build.reset)).collect(),
            on: bits_of(triggers),
            off: bits_of(triggers),
            external: bits_of(external),
            ignore: Default::default(),
            _blocks: blocks,
            _all_jumps: blocks * built.all_jumps,
            _sequential: blocks * built.sequential,
            _notify: blocks * triggers,
            _stack: blocks * built.returns,
            _reset: reset,
            _low_power: low_power,
            _privilege: built.context,
            _context: context,
            _triggers: triggers,
            _external: external,
        }
    }
}

impl<const XLEN: usize, const ADDR: usize> Logic for Ingress<XLEN, ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, hart_halted);

        self.ignore.next = self.stall.val();
        for i in 0..self._reset {
            if self.hart_reset[i].val() {
                self.ignore.next = true;
            }
        }

        for b in 0..self._blocks {
            self.lane[b].clock.next = self.clock.val();
            self.lane[b].rst_n.next = self.rst_n.val();
            self.lane[b].ignore.next = self.ignore.val();
            self.lane[b].itype.next = self.itype[b].val();
            self.lane[b].iaddr.next = self.iaddr[b].val();
            self.lane[b].iretire.next = self.iretire[b].val();
            self.lane[b].ilastsize.next = self.ilastsize[b].val();
            self.block_valid[b].next = self.lane[b].block_valid.val();
            self.block_has_addr[b].next = self.lane[b].block_has_addr.val();
            self.block_branch[b].next = self.lane[b].block_branch.val();
            self.block_taken[b].next = self.lane[b].block_taken.val();
            self.block_jump[b].next = self.lane[b].block_jump.val();
            self.block_btype[b].next = self.lane[b].block_btype.val();
            self.block_half_words[b].next = self.lane[b].block_half_words.val();
            self.block_addr[b].next = self.lane[b].block_addr.val();
        }
        for b in 0..self._all_jumps {
            self.lane[b].all_jumps[0].next = self.all_jumps[0].val();
        }
        for b in 0..self._sequential {
            self.lane[b].sequential_jump[0].next = self.sequential_jump[0].val();
            self.lane[b].sijump[0].next = self.sijump[b].val();
            self.block_inferable[b].next = self.lane[b].block_inferable[0].val();
        }
        for b in 0..self._notify {
            self.lane[b].trigger_notify[0].next = self.trigger_notify[b].val();
            self.block_notify[b].next = self.lane[b].block_notify[0].val();
        }
        for b in 0..self._stack {
            self.block_call[b].next = self.lane[b].block_call[0].val();
            self.block_return[b].next = self.lane[b].block_return[0].val();
        }

        self.hart_halted.d.next = self.halted.val();
        self.cycle_halted.next = self.hart_halted.q.val();
        for i in 0..self._reset {
            self.in_reset[i].clock.next = self.clock.val();
            self.in_reset[i].rst_n.next = self.rst_n.val();
            self.in_reset[i].d.next = self.hart_reset[i].val();
            self.cycle_reset[i].next = self.in_reset[i].q.val();
        }
        for i in 0..self._low_power {
            self.powered_down[i].clock.next = self.clock.val();
            self.powered_down[i].rst_n.next = self.rst_n.val();
            self.powered_down[i].d.next = self.low_power[i].val();
            self.cycle_low_power[i].next = self.powered_down[i].q.val();
        }
        for i in 0..self._privilege {
            self.mode[i].clock.next = self.clock.val();
            self.mode[i].rst_n.next = self.rst_n.val();
            match self.privilege[i].val().index() {
                PRIVILEGE_U => {
                    self.mode[i].d.next = bits::<3>(0b000);
                }
                PRIVILEGE_S => {
                    self.mode[i].d.next = bits::<3>(0b001);
                }
                PRIVILEGE_VU => {
                    self.mode[i].d.next = bits::<3>(0b100);
                }
                PRIVILEGE_VS => {
                    self.mode[i].d.next = bits::<3>(0b101);
                }
                _ => {
                    self.mode[i].d.next = bits::<3>(0b011);
                }
            }
            self.cycle_privilege[i].next = self.mode[i].q.val();
        }
        for b in 0..self._blocks {
            for i in 0..self._privilege {
                self.block_trap[b].next = self.lane[b].block_trap[i].val();
            }
        }
        for i in 0..self._context {
            self.contexts[i].clock.next = self.clock.val();
            self.contexts[i].rst_n.next = self.rst_n.val();
            self.contexts[i].d.next = self.hart_context[i].val();
            self.cycle_context[i].next = self.contexts[i].q.val();
            self.change[i].clock.next = self.clock.val();
            self.change[i].rst_n.next = self.rst_n.val();
            self.change[i].d.next = self.ctype[i].val();
            self.cycle_ctype[i].next = self.change[i].q.val();
        }
        for i in 0..self._triggers {
            self.on[i].clock.next = self.clock.val();
            self.on[i].rst_n.next = self.rst_n.val();
            self.on[i].d.next = self.trigger_on[i].val() & !self.stall.val();
            self.cycle_trigger_on[i].next = self.on[i].q.val();
            self.off[i].clock.next = self.clock.val();
            self.off[i].rst_n.next = self.rst_n.val();
            self.off[i].d.next = self.trigger_off[i].val() & !self.stall.val();
            self.cycle_trigger_off[i].next = self.off[i].q.val();
        }
        for i in 0..self._external {
            self.external[i].clock.next = self.clock.val();
            self.external[i].rst_n.next = self.rst_n.val();
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
            for input in [&mut ingress.trigger_on[0], &mut ingress.trigger_off[0], &mut ingress.external_trigger[1]] {
                input.next = true;
            }
            for input in [&mut ingress.halted, &mut ingress.low_power[0]] {
                input.next = true;
            }
            settle(&mut ingress);
            ingress.tick();
            assert!(ingress.block_valid.iter().all(|valid| valid.val() != stall));
            assert_eq!(ingress.cycle_trigger_on[0].val(), !stall);
            assert_eq!(ingress.cycle_trigger_off[0].val(), !stall);
            assert_eq!(ingress.cycle_external_trigger[1].val(), !stall);
            assert!(ingress.cycle_halted.val() && ingress.cycle_low_power[0].val());
        }
    }

    #[test]
    fn a_hart_in_reset_retires_nothing() {
        let mut ingress = Ingress::<32, 31>::new(&build(1)).reset();
        ingress.hart_reset[0].next = true;
        ingress.iretire[0].next = bits(1);
        settle(&mut ingress);
        ingress.tick();
        assert!(ingress.cycle_reset[0].val() && !ingress.block_valid[0].val());
    }

    #[test]
    fn table_12_privilege_modes() {
        for (privilege, shown) in [(0, 0), (1, 1), (2, 3), (3, 3), (4, 3), (5, 4), (6, 5), (7, 3)] {
            let mut ingress = Ingress::<32, 31>::new(&build(1)).reset();
            ingress.privilege[0].next = bits(privilege);
            settle(&mut ingress);
            ingress.tick();
            assert_eq!(ingress.cycle_privilege[0].val(), bits(shown), "priv {privilege}");
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
            assert_eq!(ingress.block_addr[b].val(), (0x80 * b as u64).to_bits());
            assert_eq!(ingress.block_half_words[b].val(), (1 + b as u64).to_bits());
            assert_eq!(ingress.block_trap[b].val(), b > 0);
        }
    }
}

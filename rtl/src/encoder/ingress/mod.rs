// SPDX-License-Identifier: Apache-2.0
//! The ingress register: every variant of the trace ingress port becomes one common form.

mod lane;

pub use lane::Lane;

use super::has::{blocks, has};
use super::ports::IngressPort;
use super::records::{Block, Cycle};
use crate::codes::*;
use crate::prim::*;

/// Registers the trace ingress port: a [`Lane`] for each block, and what belongs to the cycle.
///
/// While `stall` is high no block or trigger is taken; `halted`, `hart_reset` and `low_power` act in every cycle.
#[synchronous(build: Build)]
pub struct Ingress<const XLEN: usize, const ADDR: usize> {
    /// The blocks at the port are not taken in this cycle.
    pub stall: Signal<In, Bit>,
    /// The port.
    pub port: IngressPort<XLEN>,
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
        let ignore = self.stall.val() | self.port.hart_reset.val();
        for b in 0..self.lane.len() {
            self.lane[b].ignore.next = ignore;
            connect!(lane[b]: all_jumps, sequential_jump, block[b], port.{itype[b], iaddr[b], iretire[b],
                ilastsize[b]});
        }
        for b in 0..self.port.sijump.len() {
            self.lane[b].sijump.next = self.port.sijump[b].val();
        }
        for b in 0..self.port.trigger_notify.len() {
            self.lane[b].trigger_notify.next = self.port.trigger_notify[b].val();
        }
        self.cycle.next = self.shown.q.val();
        connect!(shown.d.next.pause: port.{halted, reset = hart_reset, low_power});
        // The port's code becomes V above PRV, as Ownership has them (N-Trace Table 12). All others count as M.
        self.shown.d.next.owner.privilege = match self.port.privilege.val().index() {
            PRIVILEGE_U => bits::<3>(0b000),
            PRIVILEGE_S => bits::<3>(0b001),
            PRIVILEGE_VU => bits::<3>(0b100),
            PRIVILEGE_VS => bits::<3>(0b101),
            _ => bits::<3>(0b011),
        };
        connect!(shown.d.next.owner: port.{context = hart_context, ctype});
        self.shown.d.next.watchpoints.on = self.port.trigger_on.val() & !self.stall.val();
        self.shown.d.next.watchpoints.off = self.port.trigger_off.val() & !self.stall.val();
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
            ingress.port.iretire.iter_mut().for_each(|iretire| iretire.next = bits(1));
            for input in
                [&mut *ingress.port.trigger_on, &mut *ingress.port.trigger_off, &mut ingress.external_trigger[1]]
            {
                input.next = true;
            }
            for input in [&mut ingress.port.halted, &mut *ingress.port.low_power] {
                input.next = true;
            }
            settle(&mut ingress);
            ingress.tick();
            assert!(ingress.block.iter().all(|block| block.val().valid != stall));
            assert_eq!(ingress.cycle.val().watchpoints.on, !stall);
            assert_eq!(ingress.cycle.val().watchpoints.off, !stall);
            assert_eq!(ingress.cycle_external_trigger[1].val(), !stall);
            assert!(ingress.cycle.val().pause.halted && ingress.cycle.val().pause.low_power);
        }
    }

    #[test]
    fn a_hart_in_reset_retires_nothing() {
        let mut ingress = Ingress::<32, 31>::new(&build(1)).reset();
        ingress.port.hart_reset.next = true;
        ingress.port.iretire[0].next = bits(1);
        settle(&mut ingress);
        ingress.tick();
        assert!(ingress.cycle.val().pause.reset && !ingress.block[0].val().valid);
    }

    #[test]
    fn ntrace_table_12_privilege_modes() {
        for (privilege, shown) in [(0, 0), (1, 1), (2, 3), (3, 3), (4, 3), (5, 4), (6, 5), (7, 3)] {
            let mut ingress = Ingress::<32, 31>::new(&build(1)).reset();
            ingress.port.privilege.next = bits(privilege);
            settle(&mut ingress);
            ingress.tick();
            assert_eq!(ingress.cycle.val().owner.privilege, bits(shown), "priv {privilege}");
        }
    }

    #[test]
    fn each_block_has_its_own_lane() {
        let mut ingress = Ingress::<32, 31>::new(&build(4)).reset();
        for b in 0..4 {
            ingress.port.iaddr[b].next = (0x100 * b as u64).to_bits();
            ingress.port.iretire[b].next = (1 + b as u64).to_bits();
            ingress.port.itype[b].next = (b as u64).to_bits();
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

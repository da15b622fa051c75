// SPDX-License-Identifier: Apache-2.0
//! From accesses to the registers of the component that each is for.

use super::Top;
use crate::prim::*;

impl<
        const XLEN: usize,
        const ADDR: usize,
        const FIRST: usize,
        const F: usize,
        const M: usize,
        const V: usize,
        const WHOLE: usize,
        const OUT: usize,
        const TWICE: usize,
    > Top<XLEN, ADDR, FIRST, F, M, V, WHOLE, OUT, TWICE>
{
    /// From accesses to the registers of the only encoder, or of the component that an access is for.
    #[kernel]
    pub(super) fn registers(&mut self) {
        connect!(hart[..]: locked = lock.q);
        connect!(recorder[..]: locked = lock.q);
        connect!(funnel[..]: locked = lock.q);
        if self.funnel.is_empty() {
            if self.recorder.is_empty() {
                connect!(access: hart[0].{bus, bus_read, records = window});
            } else {
                connect!(access: recorder[0].bus);
            }
        } else {
            for c in 0..self.selected.len() {
                self.selected[c].next = self.access.component.val() == c.to_bits::<5>();
            }
            let mut of_harts: Bits<32> = 0.into();
            let mut of_records: Bits<32> = 0.into();
            let mut done: Bit = false;
            for h in 0..self.hart.len() {
                connect!(access.bus: hart[h].bus.{addr, wdata, strobe});
                self.hart[h].bus.write.next = self.access.bus.write.val() & self.selected[h].val();
                self.hart[h].bus_read.next = self.access.bus_read.val() & self.selected[h].val();
                let shown = if self.selected[h].val() { self.hart[h].bus.rdata.val() } else { bits::<32>(0) };
                of_harts = of_harts | shown;
                self.hart[h].window.request.next = self.access.records.request.val() & self.selected[h].val();
                self.hart[h].window.write.next = self.access.records.write.val();
                let read = if self.selected[h].val() { self.hart[h].window.rdata.val() } else { bits::<32>(0) };
                of_records = of_records | read;
                done |= self.hart[h].window.done.val();
            }
            let mut of_recorders: Bits<32> = 0.into();
            for h in 0..self.recorder.len() {
                connect!(access.bus: recorder[h].bus.{addr, wdata, strobe});
                self.recorder[h].bus.write.next = self.access.bus.write.val() & self.selected[h].val();
                let shown = if self.selected[h].val() { self.recorder[h].bus.rdata.val() } else { bits::<32>(0) };
                of_recorders = of_recorders | shown;
            }
            let mut of_funnels: Bits<32> = 0.into();
            for f in 0..self.funnel.len() {
                let c = self.hart.len() + self.recorder.len() + f;
                connect!(access.bus: funnel[f].bus.{addr, wdata, strobe});
                self.funnel[f].bus.write.next = self.access.bus.write.val() & self.selected[c].val();
                let shown = if self.selected[c].val() { self.funnel[f].bus.rdata.val() } else { bits::<32>(0) };
                of_funnels = of_funnels | shown;
            }
            self.access.bus.rdata.next = of_harts | of_recorders | of_funnels;
            self.access.records.rdata.next = of_records;
            self.access.records.done.next = done;
        }
    }
}

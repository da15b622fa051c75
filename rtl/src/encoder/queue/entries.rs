// SPDX-License-Identifier: Apache-2.0
//! The queue of entries.

use super::{Column, Spread};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, TimestampSource};

/// A first-in first-out queue of entries, with a write port for each block of a cycle and one read port. It takes or
/// refuses whole entries, so nothing else ever drops a part of one.
///
/// Entries may come at any of the ports, the oldest at the first. Parts that the build has not got are not there.
#[derive(Module)]
pub struct Queue<const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// An entry enters; only while there is room.
    pub in_valid: Vec<Signal<In, Bit>>,
    /// Which main message, if any.
    pub in_kind: Vec<Signal<In, Bits<4>>>,
    /// Its fixed-length fields.
    pub in_fixed: Vec<Signal<In, Bits<6>>>,
    /// Its count.
    pub in_count: Vec<Signal<In, Bits<22>>>,
    /// Its address.
    pub in_addr: Vec<Signal<In, Bits<ADDR>>>,
    /// Its history.
    pub in_hist: Vec<Signal<In, Bits<32>>>,
    /// How often something repeats; 0 if nothing does.
    pub in_repeat_count: Vec<Signal<In, Bits<18>>>,
    /// The history that repeats; 0 if the last branch message does.
    pub in_repeat_hist: Vec<Signal<In, Bits<32>>>,
    /// Which Ownership messages follow: bit 0 FORMAT 00, bit 1 FORMAT 10, bit 2 FORMAT 11.
    pub in_own: Vec<Signal<In, Bits<3>>>,
    /// Their V and PRV.
    pub in_own_privilege: Vec<Signal<In, Bits<3>>>,
    /// hcontext above scontext.
    pub in_own_context: Vec<Signal<In, Bits<64>>>,
    /// The entry's time.
    pub in_time: Vec<Signal<In, Bits<64>>>,
    /// Entries that there is room for; one more than twice the ports stands for more as well.
    pub room: Signal<Out, Bits<4>>,
    /// There is room for a restart after a loss.
    pub may_restart: Signal<Out, Bit>,
    /// There is an entry.
    pub out_valid: Signal<Out, Bit>,
    /// The entry leaves.
    pub out_ready: Signal<In, Bit>,
    /// Which main message, if any.
    pub out_kind: Signal<Out, Bits<4>>,
    /// Its fixed-length fields.
    pub out_fixed: Signal<Out, Bits<6>>,
    /// Its count.
    pub out_count: Signal<Out, Bits<22>>,
    /// Its address.
    pub out_addr: Signal<Out, Bits<ADDR>>,
    /// Its history.
    pub out_hist: Signal<Out, Bits<32>>,
    /// How often something repeats.
    pub out_repeat_count: Vec<Signal<Out, Bits<18>>>,
    /// The history that repeats.
    pub out_repeat_hist: Vec<Signal<Out, Bits<32>>>,
    /// Which Ownership messages follow.
    pub out_own: Vec<Signal<Out, Bits<3>>>,
    /// Their V and PRV.
    pub out_own_privilege: Vec<Signal<Out, Bits<3>>>,
    /// hcontext above scontext.
    pub out_own_context: Vec<Signal<Out, Bits<64>>>,
    /// The entry's time.
    pub out_time: Vec<Signal<Out, Bits<64>>>,
    main: Column<64>,
    addr: Column<ADDR>,
    repeat: Vec<Column<18>>,
    repeat_hist: Vec<Column<32>>,
    own: Vec<Column<6>>,
    context: Vec<Column<64>>,
    time: Vec<Column<64>>,
    spread: Vec<Spread>,
    write_at: Vec<Reg<Bits<6>>>,
    read_row: Reg<Bits<6>>,
    read_bank: Vec<Reg<Bits<2>>>,
    free: Reg<Bits<7>>,
    most: Reg<Bits<4>>,
    holds: Reg<Bit>,
    leaves: Signal<Local, Bit>,
    next_free: Vec<Signal<Local, Bits<7>>>,
    write: Vec<Signal<Local, Bit>>,
    from: Vec<Signal<Local, Bits<2>>>,
    write_row: Vec<Signal<Local, Bits<6>>>,
    main_out: Signal<Local, Bits<64>>,
    own_out: Vec<Signal<Local, Bits<6>>>,
    depth: Constant<Bits<7>>,
    free_mask: Constant<Bits<7>>,
    last: Constant<Bits<6>>,
    last_bank: Constant<Bits<2>>,
    full_room: Constant<Bits<4>>,
    restart_room: Constant<Bits<7>>,
    _one: usize,
    _many: usize,
    _ports: usize,
    _repeat: usize,
    _repeat_hist: usize,
    _own: usize,
    _context: usize,
    _time: usize,
}

impl<const ADDR: usize> Queue<ADDR> {
    /// The queue of `build`.
    pub fn new(build: &Build) -> Self {
        let ports = build.ingress.blocks as usize;
        let depth = build.encoder.queue_depth as usize;
        let many = usize::from(ports > 1);
        let encoder = &build.encoder;
        let repeat_hist = usize::from(encoder.repeated_history);
        let repeat = usize::from(encoder.repeated_history || encoder.repeat_branch);
        let own = usize::from(encoder.context);
        let context = usize::from(encoder.scontext_width + encoder.hcontext_width > 0);
        let time = usize::from(build.timestamp.source != TimestampSource::None);
        Queue {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            in_valid: vec![Default::default(); ports],
            in_kind: vec![Default::default(); ports],
            in_fixed: vec![Default::default(); ports],
            in_count: vec![Default::default(); ports],
            in_addr: vec![Default::default(); ports],
            in_hist: vec![Default::default(); ports],
            in_repeat_count: vec![Default::default(); ports * repeat],
            in_repeat_hist: vec![Default::default(); ports * repeat_hist],
            in_own: vec![Default::default(); ports * own],
            in_own_privilege: vec![Default::default(); ports * own],
            in_own_context: vec![Default::default(); ports * context],
            in_time: vec![Default::default(); ports * time],
            room: Default::default(),
            may_restart: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_kind: Default::default(),
            out_fixed: Default::default(),
            out_count: Default::default(),
            out_addr: Default::default(),
            out_hist: Default::default(),
            out_repeat_count: vec![Default::default(); repeat],
            out_repeat_hist: vec![Default::default(); repeat_hist],
            out_own: vec![Default::default(); own],
            out_own_privilege: vec![Default::default(); own],
            out_own_context: vec![Default::default(); context],
            out_time: vec![Default::default(); time],
            main: Column::new(ports, depth),
            addr: Column::new(ports, depth),
            repeat: (0..repeat).map(|_| Column::new(ports, depth)).collect(),
            repeat_hist: (0..repeat_hist).map(|_| Column::new(ports, depth)).collect(),
            own: (0..own).map(|_| Column::new(ports, depth)).collect(),
            context: (0..context).map(|_| Column::new(ports, depth)).collect(),
            time: (0..time).map(|_| Column::new(ports, depth)).collect(),
            spread: (0..many).map(|_| Spread::new(build)).collect(),
            write_at: (many..1).map(|_| Reg::new(build.reset)).collect(),
            read_row: Reg::new(build.reset),
            read_bank: (0..many).map(|_| Reg::new(build.reset)).collect(),
            free: Reg::with(build.reset, depth.to_bits()),
            most: Reg::with(build.reset, (2 * ports + 1).to_bits()),
            holds: Reg::new(build.reset),
            leaves: Default::default(),
            next_free: vec![Default::default(); many],
            write: vec![Default::default(); ports],
            from: vec![Default::default(); ports * many],
            write_row: vec![Default::default(); ports],
            main_out: Default::default(),
            own_out: vec![Default::default(); own],
            depth: Constant::new(depth.to_bits()),
            free_mask: Constant::new((2 * depth - 1).to_bits()),
            last: Constant::new((depth / ports - 1).to_bits()),
            last_bank: Constant::new((ports - 1).to_bits()),
            full_room: Constant::new((2 * ports + 1).to_bits()),
            restart_room: Constant::new(encoder.restart_entries().to_bits()),
            _one: 1 - many,
            _many: many,
            _ports: ports,
            _repeat: repeat,
            _repeat_hist: repeat_hist,
            _own: own,
            _context: context,
            _time: time,
        }
    }
}

impl<const ADDR: usize> Logic for Queue<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, read_row, free, most, holds);

        // What enters, and where.
        for _i in 0..self._one {
            self.write_at[0].clock.next = self.clock.val();
            self.write_at[0].rst_n.next = self.rst_n.val();
            self.write_at[0].d.next = self.write_at[0].q.val();
            self.write[0].next = self.in_valid[0].val();
            self.write_row[0].next = self.write_at[0].q.val();
            if self.in_valid[0].val() {
                self.write_at[0].d.next = (self.write_at[0].q.val() + bits::<6>(1)) & self.last.val();
            }
            if self.clear.val() {
                self.write_at[0].d.next = bits::<6>(0);
            }
        }
        for _i in 0..self._many {
            self.spread[0].clock.next = self.clock.val();
            self.spread[0].rst_n.next = self.rst_n.val();
            self.spread[0].clear.next = self.clear.val();
            for i in 0..self._ports {
                self.spread[0].valid[i].next = self.in_valid[i].val();
                self.write[i].next = self.spread[0].write[i].val();
                self.from[i].next = self.spread[0].from[i].val();
                self.write_row[i].next = self.spread[0].row[i].val();
            }
        }

        // The parts of an entry.
        self.main.clock.next = self.clock.val();
        self.main.read_row.next = self.read_row.q.val();
        for i in 0..self._ports {
            self.main.data[i].next = self.in_kind[i].val().get_bits::<64>(0)
                | (self.in_fixed[i].val().get_bits::<64>(0) << bits::<6>(4))
                | (self.in_count[i].val().get_bits::<64>(0) << bits::<6>(10))
                | (self.in_hist[i].val().get_bits::<64>(0) << bits::<6>(32));
            self.main.write[i].next = self.write[i].val();
            self.main.write_row[i].next = self.write_row[i].val();
            for _i in 0..self._many {
                self.main.from[i].next = self.from[i].val();
            }
        }
        for i in 0..self._many {
            self.main.read_bank[i].next = self.read_bank[i].q.val();
        }
        self.main_out.next = self.main.out.val();
        self.out_kind.next = self.main_out.val().get_bits::<4>(0);
        self.out_fixed.next = self.main_out.val().get_bits::<6>(4);
        self.out_count.next = self.main_out.val().get_bits::<22>(10);
        self.out_hist.next = self.main_out.val().get_bits::<32>(32);
        self.addr.clock.next = self.clock.val();
        self.addr.read_row.next = self.read_row.q.val();
        for i in 0..self._ports {
            self.addr.data[i].next = self.in_addr[i].val();
            self.addr.write[i].next = self.write[i].val();
            self.addr.write_row[i].next = self.write_row[i].val();
            for _i in 0..self._many {
                self.addr.from[i].next = self.from[i].val();
            }
        }
        for i in 0..self._many {
            self.addr.read_bank[i].next = self.read_bank[i].q.val();
        }
        self.out_addr.next = self.addr.out.val();
        for column in 0..self._repeat {
            self.repeat[column].clock.next = self.clock.val();
            self.repeat[column].read_row.next = self.read_row.q.val();
            for i in 0..self._ports {
                self.repeat[column].data[i].next = self.in_repeat_count[i].val();
                self.repeat[column].write[i].next = self.write[i].val();
                self.repeat[column].write_row[i].next = self.write_row[i].val();
                for _i in 0..self._many {
                    self.repeat[column].from[i].next = self.from[i].val();
                }
            }
            for i in 0..self._many {
                self.repeat[column].read_bank[i].next = self.read_bank[i].q.val();
            }
            self.out_repeat_count[column].next = self.repeat[column].out.val();
        }
        for column in 0..self._repeat_hist {
            self.repeat_hist[column].clock.next = self.clock.val();
            self.repeat_hist[column].read_row.next = self.read_row.q.val();
            for i in 0..self._ports {
                self.repeat_hist[column].data[i].next = self.in_repeat_hist[i].val();
                self.repeat_hist[column].write[i].next = self.write[i].val();
                self.repeat_hist[column].write_row[i].next = self.write_row[i].val();
                for _i in 0..self._many {
                    self.repeat_hist[column].from[i].next = self.from[i].val();
                }
            }
            for i in 0..self._many {
                self.repeat_hist[column].read_bank[i].next = self.read_bank[i].q.val();
            }
            self.out_repeat_hist[column].next = self.repeat_hist[column].out.val();
        }
        for column in 0..self._own {
            self.own[column].clock.next = self.clock.val();
            self.own[column].read_row.next = self.read_row.q.val();
            for i in 0..self._ports {
                self.own[column].data[i].next = self.in_own[i].val().get_bits::<6>(0)
                    | (self.in_own_privilege[i].val().get_bits::<6>(0) << bits::<3>(3));
                self.own[column].write[i].next = self.write[i].val();
                self.own[column].write_row[i].next = self.write_row[i].val();
                for _i in 0..self._many {
                    self.own[column].from[i].next = self.from[i].val();
                }
            }
            for i in 0..self._many {
                self.own[column].read_bank[i].next = self.read_bank[i].q.val();
            }
            self.own_out[column].next = self.own[column].out.val();
            self.out_own[column].next = self.own_out[column].val().get_bits::<3>(0);
            self.out_own_privilege[column].next = self.own_out[column].val().get_bits::<3>(3);
        }
        for column in 0..self._context {
            self.context[column].clock.next = self.clock.val();
            self.context[column].read_row.next = self.read_row.q.val();
            for i in 0..self._ports {
                self.context[column].data[i].next = self.in_own_context[i].val();
                self.context[column].write[i].next = self.write[i].val();
                self.context[column].write_row[i].next = self.write_row[i].val();
                for _i in 0..self._many {
                    self.context[column].from[i].next = self.from[i].val();
                }
            }
            for i in 0..self._many {
                self.context[column].read_bank[i].next = self.read_bank[i].q.val();
            }
            self.out_own_context[column].next = self.context[column].out.val();
        }
        for column in 0..self._time {
            self.time[column].clock.next = self.clock.val();
            self.time[column].read_row.next = self.read_row.q.val();
            for i in 0..self._ports {
                self.time[column].data[i].next = self.in_time[i].val();
                self.time[column].write[i].next = self.write[i].val();
                self.time[column].write_row[i].next = self.write_row[i].val();
                for _i in 0..self._many {
                    self.time[column].from[i].next = self.from[i].val();
                }
            }
            for i in 0..self._many {
                self.time[column].read_bank[i].next = self.read_bank[i].q.val();
            }
            self.out_time[column].next = self.time[column].out.val();
        }

        // What leaves.
        self.out_valid.next = self.holds.q.val();
        self.leaves.next = self.holds.q.val() & self.out_ready.val();
        for _i in 0..self._one {
            if self.leaves.val() {
                self.read_row.d.next = (self.read_row.q.val() + bits::<6>(1)) & self.last.val();
            }
        }
        for _i in 0..self._many {
            self.read_bank[0].clock.next = self.clock.val();
            self.read_bank[0].rst_n.next = self.rst_n.val();
            self.read_bank[0].d.next = self.read_bank[0].q.val();
            if self.leaves.val() {
                self.read_bank[0].d.next = (self.read_bank[0].q.val() + bits::<2>(1)) & self.last_bank.val();
                if self.read_bank[0].q.val() == self.last_bank.val() {
                    self.read_row.d.next = (self.read_row.q.val() + bits::<6>(1)) & self.last.val();
                }
            }
            if self.clear.val() {
                self.read_bank[0].d.next = bits::<2>(0);
            }
        }

        // How much room is left.
        self.room.next = self.most.q.val();
        self.may_restart.next = self.free.q.val() >= self.restart_room.val();
        for _i in 0..self._one {
            if self.in_valid[0].val() & !self.leaves.val() {
                self.free.d.next = (self.free.q.val() - bits::<7>(1)) & self.free_mask.val();
                if (self.most.q.val() != self.full_room.val()) | (self.free.q.val() == bits::<7>(3)) {
                    self.most.d.next = (self.most.q.val() - bits::<4>(1)) & self.full_room.val();
                }
                self.holds.d.next = true;
            } else if !self.in_valid[0].val() & self.leaves.val() {
                self.free.d.next = (self.free.q.val() + bits::<7>(1)) & self.free_mask.val();
                if self.most.q.val() != self.full_room.val() {
                    self.most.d.next = (self.most.q.val() + bits::<4>(1)) & self.full_room.val();
                }
                self.holds.d.next = self.free.q.val() != bit_cast::<7, 6>(self.last.val());
            }
        }
        for _i in 0..self._many {
            self.next_free[0].next = self.free.q.val() - self.spread[0].count.val().get_bits::<7>(0);
            if self.leaves.val() {
                self.next_free[0].next = self.free.q.val() - self.spread[0].count.val().get_bits::<7>(0) + bits::<7>(1);
            }
            self.free.d.next = self.next_free[0].val();
            self.holds.d.next = self.next_free[0].val() != self.depth.val();
            self.most.d.next = self.next_free[0].val().get_bits::<4>(0);
            if self.next_free[0].val() > bit_cast::<7, 4>(self.full_room.val()) {
                self.most.d.next = self.full_room.val();
            }
        }
        if self.clear.val() {
            self.read_row.d.next = bits::<6>(0);
            self.free.d.next = self.depth.val();
            self.most.d.next = self.full_room.val();
            self.holds.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests;

// SPDX-License-Identifier: Apache-2.0
//! APB4 completer: the bus in front of the registers.

use crate::prim::*;
use rust_hdl_core::prelude::*;

/// Turns APB4 transfers into register accesses, without wait states.
///
/// A partial write (`pstrb`) is completed with what the register reads. An unaligned address is answered with `pslverr`
/// and has no effect; so does nothing else.
#[derive(Module, Default)]
pub struct Apb {
    /// Byte address of the register.
    pub paddr: Signal<In, Bits<12>>,
    /// Selected.
    pub psel: Signal<In, Bit>,
    /// Second and later cycles of a transfer.
    pub penable: Signal<In, Bit>,
    /// Write.
    pub pwrite: Signal<In, Bit>,
    /// Data to write.
    pub pwdata: Signal<In, Bits<32>>,
    /// Bytes to write.
    pub pstrb: Signal<In, Bits<4>>,
    /// The transfer ends.
    pub pready: Signal<Out, Bit>,
    /// Data read.
    pub prdata: Signal<Out, Bits<32>>,
    /// The address is not aligned.
    pub pslverr: Signal<Out, Bit>,
    /// Byte offset of the register.
    pub bus_addr: Signal<Out, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<Out, Bit>,
    /// The register will be read in the next cycle.
    pub bus_prepare: Signal<Out, Bit>,
    /// The register is read in this cycle.
    pub bus_read: Signal<Out, Bit>,
    /// The value written.
    pub bus_wdata: Signal<Out, Bits<32>>,
    /// The register's value.
    pub bus_rdata: Signal<In, Bits<32>>,
    /// The value of a register that is a memory's: it can be read only, so a partial write needs no part of it.
    pub bus_memory: Signal<In, Bits<32>>,
    aligned: Signal<Local, Bit>,
    byte_0: Signal<Local, Bits<32>>,
    byte_1: Signal<Local, Bits<32>>,
    byte_2: Signal<Local, Bits<32>>,
    byte_3: Signal<Local, Bits<32>>,
}

impl Logic for Apb {
    #[hdl_gen]
    fn update(&mut self) {
        self.aligned.next = !self.paddr.val().get_bits::<2>(0).any();
        self.byte_0.next = self.bus_rdata.val() & bits::<32>(0xFF);
        if self.pstrb.val().get_bit(0) {
            self.byte_0.next = self.pwdata.val() & bits::<32>(0xFF);
        }
        self.byte_1.next = self.bus_rdata.val() & bits::<32>(0xFF00);
        if self.pstrb.val().get_bit(1) {
            self.byte_1.next = self.pwdata.val() & bits::<32>(0xFF00);
        }
        self.byte_2.next = self.bus_rdata.val() & bits::<32>(0xFF_0000);
        if self.pstrb.val().get_bit(2) {
            self.byte_2.next = self.pwdata.val() & bits::<32>(0xFF_0000);
        }
        self.byte_3.next = self.bus_rdata.val() & bits::<32>(0xFF00_0000_u64);
        if self.pstrb.val().get_bit(3) {
            self.byte_3.next = self.pwdata.val() & bits::<32>(0xFF00_0000_u64);
        }
        self.bus_wdata.next = self.byte_0.val() | self.byte_1.val() | self.byte_2.val() | self.byte_3.val();

        self.pready.next = true;
        self.pslverr.next = self.psel.val() & self.penable.val() & !self.aligned.val();
        self.prdata.next = self.bus_rdata.val() | self.bus_memory.val();
        self.bus_addr.next = self.paddr.val();
        self.bus_write.next = self.psel.val() & self.penable.val() & self.pwrite.val() & self.aligned.val();
        self.bus_prepare.next = self.psel.val() & !self.penable.val() & !self.pwrite.val() & self.aligned.val();
        self.bus_read.next = self.psel.val() & self.penable.val() & !self.pwrite.val() & self.aligned.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::settle;

    fn apb(addr: u64, enable: bool, write: bool) -> Apb {
        let mut apb = Apb::default();
        apb.connect_all();
        apb.paddr.next = addr.to_bits();
        apb.psel.next = true;
        apb.penable.next = enable;
        apb.pwrite.next = write;
        apb.pwdata.next = bits(0x1122_3344);
        apb.pstrb.next = bits(0b0101);
        apb.bus_rdata.next = bits(0xAABB_CCDD_u64);
        settle(&mut apb);
        apb
    }

    #[test]
    fn a_transfer_acts_once_in_its_second_cycle() {
        let (setup, access) = (apb(0x18, false, false), apb(0x18, true, false));
        assert_eq!((setup.bus_prepare.val(), setup.bus_read.val(), setup.bus_write.val()), (true, false, false));
        assert_eq!((access.bus_prepare.val(), access.bus_read.val(), access.bus_write.val()), (false, true, false));
        assert!(access.pready.val());
        assert_eq!(access.prdata.val(), bits(0xAABB_CCDD_u64));
        let (setup, access) = (apb(0x18, false, true), apb(0x18, true, true));
        assert_eq!((setup.bus_prepare.val(), setup.bus_read.val(), setup.bus_write.val()), (false, false, false));
        assert_eq!((access.bus_prepare.val(), access.bus_read.val(), access.bus_write.val()), (false, false, true));
    }

    #[test]
    fn a_partial_write_keeps_the_other_bytes() {
        assert_eq!(apb(0, true, true).bus_wdata.val(), bits(0xAA22_CC44_u64));
    }

    #[test]
    fn an_unaligned_address_is_an_error_without_effect() {
        for addr in 1..4 {
            for write in [false, true] {
                let apb = apb(addr, true, write);
                assert!(apb.pslverr.val());
                assert!(!apb.bus_read.val() && !apb.bus_write.val());
            }
        }
        assert!(!apb(4, true, true).pslverr.val());
    }
}

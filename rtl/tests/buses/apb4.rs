// SPDX-License-Identifier: Apache-2.0
//! APB4 with random transfers.

use crate::memory::{any_access, asked, number, Access, Memory};
use crate::{settle, CYCLES};
use rust_hdl_core::prelude::*;
use tracewright_config::Build;
use tracewright_rtl::bus::Apb4;
use verilator_sys::differential::Random;

/// Where the requester is in a transfer; `offset` is what the address has below a word.
enum Phase {
    Idle,
    Setup { access: Access, offset: u32 },
    Enabled { access: Access, offset: u32 },
}

#[test]
fn apb4_ends_every_transfer_once_with_what_its_access_did() {
    let (mut random, mut memory, mut bus) = (Random::new(1), Memory::new(5), Apb4::new(&Build::default()));
    bus.connect_all();
    let (mut phase, mut ended, mut refused) = (Phase::Idle, 0, 0);
    for _ in 0..CYCLES {
        phase = match phase {
            Phase::Idle if random.bit() => {
                let offset = if random.rarely(8) { random.below(4) as u32 } else { 0 };
                Phase::Setup { access: any_access(&mut random), offset }
            }
            other => other,
        };
        bus.bus.psel.next = !matches!(phase, Phase::Idle);
        bus.bus.penable.next = matches!(phase, Phase::Enabled { .. });
        if let Phase::Setup { access, offset } | Phase::Enabled { access, offset } = &phase {
            bus.bus.paddr.next = u64::from(access.addr * 4 + offset).into();
            bus.bus.pwrite.next = access.write;
            bus.bus.pwdata.next = u64::from(access.wdata).into();
            bus.bus.pstrb.next = u64::from(access.strobe).into();
        }
        bus.port.done.next = memory.done();
        bus.port.rdata.next = u64::from(memory.rdata()).into();
        settle(&mut bus);

        let before = memory.made().len();
        assert_eq!(before, ended + usize::from(memory.done()), "an access for each transfer");
        phase = match phase {
            Phase::Idle => {
                assert!(asked!(bus).is_none(), "an access without a transfer");
                Phase::Idle
            }
            Phase::Setup { access, offset } => Phase::Enabled { access, offset },
            Phase::Enabled { access, offset } if bus.bus.pready.val() => {
                assert_eq!(bus.bus.pslverr.val(), offset != 0);
                if offset != 0 {
                    assert!(asked!(bus).is_none() && number(bus.bus.prdata.val()) == 0);
                    refused += 1;
                } else {
                    let made = memory.made()[ended];
                    assert!(memory.done() && made.access.does(&access), "{access:?} is answered with {made:?}");
                    assert!(access.write || number(bus.bus.prdata.val()) == made.rdata);
                    ended += 1;
                }
                match random.bit() {
                    true => Phase::Setup { access: any_access(&mut random), offset: 0 },
                    false => Phase::Idle,
                }
            }
            enabled => enabled,
        };
        memory.cycle(asked!(bus), &mut random);
    }
    assert!(ended > CYCLES / 10 && refused > CYCLES / 200, "{ended} ended, {refused} refused");
}

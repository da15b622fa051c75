// SPDX-License-Identifier: Apache-2.0
//! Wishbone with random transfers, some of which the master gives up.

use crate::memory::{any_access, asked, number, Access, Memory};
use crate::{edge, settle, started, synchronous, CYCLES};
use tracewright_config::Build;
use tracewright_rtl::bus::Wishbone;
use verilator_sys::differential::Random;

/// A transfer; `offset` is what its address has below a word.
#[derive(Clone, Copy)]
struct Transfer {
    access: Access,
    offset: u32,
}

fn any_transfer(random: &mut Random) -> Transfer {
    Transfer { access: any_access(random), offset: if random.rarely(8) { random.below(4) as u32 } else { 0 } }
}

fn drive(bus: &mut Wishbone, transfer: Option<Transfer>, memory: &Memory, random: &mut Random) {
    // One without the other is no transfer.
    let alone = random.below(3);
    bus.wb.cyc.next = transfer.is_some() || alone == 1;
    bus.wb.stb.next = transfer.is_some() || alone == 2;
    let Transfer { access, offset } = transfer.unwrap_or_else(|| any_transfer(random));
    bus.wb.adr.next = u64::from(access.addr * 4 + offset).into();
    bus.wb.we.next = access.write;
    bus.wb.dat_i.next = u64::from(access.wdata).into();
    bus.wb.sel.next = u64::from(access.strobe).into();
    bus.port.done.next = memory.done();
    bus.port.rdata.next = u64::from(memory.rdata()).into();
    settle(bus);
}

#[test]
fn wishbone_ends_every_transfer_once_with_what_its_access_did() {
    let (mut random, mut memory, mut bus) = (Random::new(1), Memory::new(5), started(Wishbone::new(&Build::default())));
    let (mut transfer, mut ended, mut refused) = (None, 0, 0);
    for _ in 0..CYCLES {
        if transfer.is_none() && random.bit() {
            transfer = Some(any_transfer(&mut random));
        }
        drive(&mut bus, transfer, &memory, &mut random);

        let (ack, err) = (bus.wb.ack.val(), bus.wb.err.val());
        assert!(!(ack && err));
        assert_eq!(memory.made().len(), ended + usize::from(memory.done()), "an access for each transfer");
        let Some(Transfer { access, offset }) = transfer else {
            assert!(!ack && !err, "an answer to nothing");
            assert!(asked!(bus).is_none(), "an access without a transfer");
            memory.cycle(None, &mut random);
            edge(&mut bus);
            continue;
        };
        assert!(if offset == 0 { !err } else { !ack && asked!(bus).is_none() });
        if ack {
            let made = memory.made()[ended];
            assert!(memory.done() && made.access.does(&access), "{access:?} is answered with {made:?}");
            assert!(access.write || number(bus.wb.dat_o.val()) == made.rdata);
            ended += 1;
        }
        if err {
            assert_eq!(number(bus.wb.dat_o.val()), 0);
            refused += 1;
        }
        if ack || err {
            transfer = random.bit().then(|| any_transfer(&mut random));
        }
        memory.cycle(asked!(bus), &mut random);
        edge(&mut bus);
    }
    assert!(ended > CYCLES / 10 && refused > CYCLES / 100, "{ended} ended, {refused} refused");
}

#[test]
fn a_transfer_that_the_master_gives_up_is_not_answered_and_what_follows_is_its_own() {
    let (mut random, memory) = (Random::new(2), Memory::new(1));
    for round in 0..2000 {
        let mut bus = started(Wishbone::new(&synchronous()));
        let [first, second] = [(); 2].map(|()| Transfer { access: any_access(&mut random), offset: 0 });
        // The first is there for so many cycles, then nothing, then the second; an access takes longer than the first
        // waits.
        let (held, gap) = (1 + random.below(3), 1 + random.below(3));
        let length = held + 1 + random.below(3);
        let (mut since, mut answered) = (None, false);
        for cycle in 0..20 {
            let transfer = match cycle {
                _ if cycle < held => Some(first),
                _ if cycle < held + gap || answered => None,
                _ => Some(second),
            };
            drive(&mut bus, transfer, &memory, &mut random);
            let done = since.is_some_and(|since| cycle == since + length);
            bus.port.done.next = done;
            settle(&mut bus);
            let asked = asked!(bus);
            since = since.or(asked.map(|_| cycle));
            if (held..=length).contains(&cycle) {
                assert!(asked.is_some_and(|access| access.write && access.strobe == 0), "round {round}: {asked:?}");
                assert!(!bus.wb.ack.val(), "round {round}: an answer to what was given up");
            }
            if bus.wb.ack.val() {
                assert!(asked.is_some_and(|access| access.does(&second.access)), "round {round}: {asked:?}");
                answered = true;
            }
            since = since.filter(|_| !done);
            edge(&mut bus);
        }
        assert!(answered, "round {round}: no answer");
    }
}

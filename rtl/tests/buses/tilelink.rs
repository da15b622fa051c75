// SPDX-License-Identifier: Apache-2.0
//! TileLink with random messages, served and denied, which may change while they are not taken.

use crate::memory::{any_access, asked, number, Access, Memory};
use crate::{edge, settle, started, CYCLES};
use tracewright_config::Build;
use tracewright_rtl::bus::TileLink;
use verilator_sys::differential::Random;

/// A message on channel A.
#[derive(Clone, Copy, Debug)]
struct Message {
    opcode: u32,
    size: u32,
    source: u32,
    address: u32,
    mask: u32,
    data: u32,
    corrupt: bool,
}

impl Message {
    fn any(random: &mut Random) -> Message {
        let access = any_access(random);
        let size = if random.rarely(4) { random.below(4) as u32 } else { 2 };
        Message {
            opcode: if random.rarely(8) { random.below(8) as u32 } else { [0, 1, 4, 4][random.below(4) as usize] },
            size,
            source: number(random.bits::<16>()),
            address: access.addr * 4 + if random.rarely(4) { random.below(4) as u32 } else { 0 },
            mask: access.strobe,
            data: access.wdata,
            corrupt: random.rarely(16),
        }
    }

    /// The access that it asks for; none if it is denied.
    fn access(&self) -> Option<Access> {
        let served = [0, 1, 4].contains(&self.opcode) && self.size <= 2 && self.address % (1 << self.size) == 0;
        let access = Access { write: self.opcode != 4, addr: self.address / 4, wdata: self.data, strobe: self.mask };
        (served && !self.corrupt).then_some(access)
    }
}

/// What channel D says, all of it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Answer {
    opcode: u32,
    size: u32,
    source: u32,
    denied: bool,
    data: u32,
    corrupt: bool,
}

impl Answer {
    fn of(bus: &TileLink) -> Answer {
        assert_eq!((number(bus.tl.d_param.val()), number(bus.tl.d_sink.val())), (0, 0));
        Answer {
            opcode: number(bus.tl.d_opcode.val()),
            size: number(bus.tl.d_size.val()),
            source: number(bus.tl.d_source.val()),
            denied: bus.tl.d_denied.val(),
            data: number(bus.tl.d_data.val()),
            corrupt: bus.tl.d_corrupt.val(),
        }
    }

    /// What is due to a message; `data` is what its access read.
    fn due(message: &Message, data: u32) -> Answer {
        let opcode = match message.opcode {
            2..=4 => 1,
            5 => 2,
            _ => 0,
        };
        let denied = message.access().is_none();
        let (size, source) = (message.size, message.source);
        Answer { opcode, size, source, denied, data: if denied { 0 } else { data }, corrupt: denied && opcode == 1 }
    }
}

fn drive(bus: &mut TileLink, message: Option<Message>, memory: &Memory, random: &mut Random) {
    bus.tl.a_valid.next = message.is_some();
    let message = message.unwrap_or_else(|| Message::any(random));
    bus.tl.a_opcode.next = u64::from(message.opcode).into();
    bus.tl.a_param.next = random.bits();
    bus.tl.a_size.next = u64::from(message.size).into();
    bus.tl.a_source.next = u64::from(message.source).into();
    bus.tl.a_address.next = u64::from(message.address).into();
    bus.tl.a_mask.next = u64::from(message.mask).into();
    bus.tl.a_data.next = u64::from(message.data).into();
    bus.tl.a_corrupt.next = message.corrupt;
    bus.tl.d_ready.next = random.rarely(3);
    bus.port.done.next = memory.done();
    bus.port.rdata.next = u64::from(memory.rdata()).into();
    settle(bus);
}

#[test]
fn tilelink_answers_every_message_once_with_what_its_access_did() {
    let mut build = Build::default();
    build.bus.source_bits = 16;
    let (mut random, mut memory, mut bus) = (Random::new(1), Memory::new(5), started(TileLink::new(&build)));
    let (mut taken, mut held): (Option<Message>, Option<Answer>) = (None, None);
    let (mut served, mut denied) = (0, 0);
    for _ in 0..CYCLES {
        let message = random.bit().then(|| Message::any(&mut random));
        drive(&mut bus, message, &memory, &mut random);

        assert!(asked!(bus).is_none() || taken.is_some(), "an access without a message");
        let valid = bus.tl.d_valid.val();
        assert!(valid || held.is_none(), "an answer is taken back");
        if valid {
            let message = taken.expect("an answer to nothing");
            if message.access().is_some() {
                let made = memory.made()[served];
                assert!(message.access().is_some_and(|access| made.access.does(&access)), "{message:?}: {made:?}");
            }
            let answer = Answer::of(&bus);
            assert_eq!(answer, Answer::due(&message, memory.rdata()), "{message:?}");
            assert!(held.is_none_or(|held| held == answer), "an answer changes");
            held = (!bus.tl.d_ready.next).then_some(answer);
            if bus.tl.d_ready.next {
                *(if answer.denied { &mut denied } else { &mut served }) += 1;
                assert_eq!(memory.made().len(), served, "an access for each message that is served");
                taken = None;
            }
        }
        if bus.tl.a_ready.val() {
            assert!(taken.is_none() && !valid, "one at a time");
            taken = message;
        }
        memory.cycle(asked!(bus), &mut random);
        edge(&mut bus);
    }
    assert!(served > CYCLES / 30 && denied > CYCLES / 100, "{served} served, {denied} denied");
}

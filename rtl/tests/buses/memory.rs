// SPDX-License-Identifier: Apache-2.0
//! A little memory on the internal port, which knows the rules of that port.

use verilator_sys::differential::Random;

/// An access of the internal port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub write: bool,
    pub addr: u32,
    pub wdata: u32,
    pub strobe: u32,
}

impl Access {
    /// Whether this is the access wanted: the data and bytes of a read don't matter.
    pub fn does(&self, wanted: &Access) -> bool {
        let same = self.write == wanted.write && self.addr == wanted.addr;
        same && (!self.write || (self.wdata == wanted.wdata && self.strobe == wanted.strobe))
    }
}

/// An access that was made.
#[derive(Clone, Copy, Debug)]
pub struct Made {
    pub access: Access,
    /// What it read.
    pub rdata: u32,
}

/// The memory: 1024 words, each access takes its time.
pub struct Memory {
    words: Vec<u32>,
    /// The access under way, and in how many cycles it is done.
    under_way: Option<(Access, u64)>,
    made: Vec<Made>,
    rdata: u32,
    /// Cycles that an access takes at most.
    slowest: u64,
}

impl Memory {
    /// A memory whose accesses take up to `slowest` cycles.
    pub fn new(slowest: u64) -> Memory {
        let words = (0..1024u32).map(|word| word.wrapping_mul(0x9E37_79B9)).collect();
        Memory { words, under_way: None, made: Vec::new(), rdata: 0, slowest }
    }

    /// Whether `done` is high in this cycle.
    pub fn done(&self) -> bool {
        matches!(self.under_way, Some((_, 0)))
    }

    /// What `rdata` is in this cycle.
    pub fn rdata(&self) -> u32 {
        self.rdata
    }

    /// All accesses that were made.
    pub fn made(&self) -> &[Made] {
        &self.made
    }

    /// The end of a cycle in which the port asked for this.
    ///
    /// # Panics
    /// If an access does not hold until it is done.
    pub fn cycle(&mut self, asked: Option<Access>, random: &mut Random) {
        let Some((access, left)) = self.under_way else {
            self.under_way = asked.map(|access| (access, 1 + random.below(self.slowest)));
            return;
        };
        assert!(asked.is_some_and(|asked| asked.does(&access)), "{access:?} changes to {asked:?}");
        self.under_way = (left > 0).then(|| (access, left - 1));
        self.make_if_due();
    }

    /// Drops the access under way, as a reset does.
    pub fn reset(&mut self) {
        self.under_way = None;
        self.rdata = 0;
    }

    fn make_if_due(&mut self) {
        let Some((access, 0)) = self.under_way else { return };
        let word = &mut self.words[access.addr as usize];
        match access.write {
            true => {
                let bytes = (0..4).filter(|byte| access.strobe >> byte & 1 == 1);
                let mask = bytes.fold(0, |mask, byte| mask | 0xFF << (8 * byte));
                *word = *word & !mask | access.wdata & mask;
            }
            false => self.rdata = *word,
        }
        self.made.push(Made { access, rdata: self.rdata });
    }
}

/// What the internal port of a front end asks for.
macro_rules! asked {
    ($bus:ident) => {
        $bus.port.request.val().then(|| crate::memory::Access {
            write: $bus.port.access.val().write,
            addr: crate::memory::number($bus.port.access.val().addr),
            wdata: crate::memory::number($bus.port.access.val().wdata),
            strobe: crate::memory::number($bus.port.access.val().strobe),
        })
    };
}
pub(crate) use asked;

/// Bits as a number.
pub fn number<const N: usize>(bits: rust_hdl_core::prelude::Bits<N>) -> u32 {
    bits.to_u64() as u32
}

/// A random access: few registers, so that what is written is read again.
pub fn any_access(random: &mut Random) -> Access {
    Access {
        write: random.bit(),
        addr: if random.rarely(8) { random.below(1024) as u32 } else { random.below(4) as u32 },
        wdata: number(random.bits::<32>()),
        strobe: number(random.bits::<4>()),
    }
}

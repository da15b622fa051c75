// SPDX-License-Identifier: Apache-2.0
//! A hart with a program in its memory.

use super::csr::{interrupt, Csrs};
use super::devices::Devices;
use super::htif::Htif;
use super::memory::Memory;
use super::Hart;
use crate::unit::{CsrUnit, UnitPorts};
use std::ops::Range;
use tracewright_config::Ingress;
use tracewright_image::Image;
use tracewright_messages::privilege;

/// What the machine around the hart is like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Addresses of RAM. There is memory wherever the program's segments lie, too, in whole pages of 4 KiB.
    pub ram: Range<u64>,
    /// Instructions to a tick of mtime.
    pub instructions_per_tick: u64,
    /// mhartid.
    pub hart_id: u64,
}

impl Default for Options {
    /// 128 MiB at 0x8000_0000, a tick every ten instructions, mhartid 0.
    fn default() -> Options {
        Options { ram: 0x8000_0000..0x8800_0000, instructions_per_tick: 10, hart_id: 0 }
    }
}

/// Why a program can't be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// Program and RAM need too much memory.
    #[error("the program and its RAM take {bytes} bytes of memory; the limit is {limit}")]
    TooLarge {
        /// What they need, in bytes.
        bytes: u64,
        /// What there is, in bytes.
        limit: u64,
    },
}

impl Hart {
    /// A hart about to execute the first instruction of `image`.
    ///
    /// # Errors
    /// The program does not fit into the memory that a hart can have.
    pub fn new(image: &Image, options: &Options) -> Result<Hart, LoadError> {
        let xlen = image.xlen();
        let mut ranges = vec![options.ram.clone()];
        for segment in image.segments() {
            for start in [segment.address, segment.load_address] {
                ranges.push(start..start.saturating_add(segment.size));
            }
        }
        let mut memory = Memory::new(xlen, &ranges)?;
        for segment in image.segments() {
            memory.fill(segment.load_address, &segment.data);
        }
        Ok(Hart {
            xlen,
            pc: image.entry(),
            x: [0; 32],
            csrs: Csrs::new(xlen, options.hart_id),
            memory,
            devices: Devices::new(options.instructions_per_tick),
            htif: image.symbol("tohost").map(|tohost| Htif::new(tohost, image.symbol("fromhost"))),
            reservation: None,
            retired: 0,
            attention: 0,
            event_privilege: privilege::M,
            queued: None,
            last_exception: None,
            exit: None,
            pending_imposed: false,
            unit: None,
            firmware: None,
            told: false,
        })
    }

    /// The same hart with a unit beside it, which sees blocks as `ingress` can carry them. The hart then has the local
    /// counter overflow interrupt, too, which software makes pending in mip or sip.
    pub fn with_unit(mut self, unit: Box<dyn CsrUnit>, ingress: &Ingress) -> Hart {
        self.unit = Some(Box::new(UnitPorts::new(unit, ingress)));
        self.csrs.overflow = interrupt::LCOFI;
        self
    }
}

// SPDX-License-Identifier: Apache-2.0
//! Control, depth, pointer and entries, as each version has them.

use crate::ctr::driver::POINTER;
use crate::ctr::layout::{DRAFT_CLEAR, DRAFT_DEPTH};
use crate::ctr::registers::FIRST_ENTRY;
use crate::ctr::{Csrs, Driver, Entry, Error, Version};

impl<C: Csrs> Driver<C> {
    /// The depth.
    ///
    /// # Errors
    /// What the access says.
    pub fn depth(&mut self) -> Result<u32, Error<C::Error>> {
        let code = match self.layout.depth {
            Some(csr) => self.csrs.read(csr)? as u32 & 7,
            // 0, 1, 3, 7, 15: so many ones.
            None => (self.csrs.read(self.layout.shared)? >> DRAFT_DEPTH.0 & DRAFT_DEPTH.1).count_ones(),
        };
        Ok(16 << code.min(4))
    }

    /// Moves the pointer so many entries up, around the end.
    pub(crate) fn step_pointer(&mut self, by: u32) -> Result<(), Error<C::Error>> {
        let depth = self.depth()?;
        let word = self.csrs.read(self.layout.status)?;
        let pointer = ((word & POINTER) as u32 + by) % depth;
        Ok(self.csrs.write(self.layout.status, word & !POINTER | u64::from(pointer))?)
    }

    /// The control, all 64 bits of it that can be reached.
    pub(crate) fn control(&mut self) -> Result<u64, Error<C::Error>> {
        let low = self.csrs.read(self.layout.control)?;
        let high = self.layout.control_high.map_or(Ok(0), |csr| self.csrs.read(csr))?;
        Ok(high << 32 | low)
    }

    /// Writes the control, the lower half last: it has the modes. The depth of 0.1.4 stays.
    pub(crate) fn put_control(&mut self, value: u64) -> Result<(), Error<C::Error>> {
        if let Some(csr) = self.layout.control_high {
            self.csrs.write(csr, value >> 32)?;
        }
        let kept = self.csrs.read(self.layout.control)? & self.depth_field();
        Ok(self.csrs.write(self.layout.control, self.register(value & !self.depth_field() | kept))?)
    }

    /// Where the control has the depth.
    pub(crate) fn depth_field(&self) -> u64 {
        match self.layout.depth {
            Some(_) => 0,
            None => DRAFT_DEPTH.1 << DRAFT_DEPTH.0,
        }
    }

    /// Sets the depth; what the hardware makes of another one is an error.
    pub(crate) fn put_depth(&mut self, asked: u32) -> Result<(), Error<C::Error>> {
        let size = u64::from(asked.max(16).ilog2() - 4);
        self.put_depth_code(if self.layout.depth.is_some() { size } else { (1 << size) - 1 })?;
        let got = self.depth()?;
        if got == asked {
            Ok(())
        } else {
            Err(Error::Depth { asked, got })
        }
    }

    pub(crate) fn put_depth_code(&mut self, code: u64) -> Result<(), Error<C::Error>> {
        let (csr, value) = match self.layout.depth {
            Some(csr) => (csr, code.min(4)),
            None => {
                let kept = self.csrs.read(self.layout.shared)? & !self.depth_field();
                (self.layout.shared, kept | (code & DRAFT_DEPTH.1) << DRAFT_DEPTH.0)
            }
        };
        Ok(self.csrs.write(csr, value)?)
    }

    /// Empties the array, while the control is 0 but for the depth.
    pub(crate) fn erase(&mut self) -> Result<(), Error<C::Error>> {
        match self.version {
            Version::V1_0 => self.csrs.clear_records()?,
            Version::V0_1_4 => self.csrs.set(self.layout.shared, DRAFT_CLEAR)?,
        }
        Ok(())
    }

    pub(crate) fn entry_at(&mut self, number: u32) -> Result<Entry, Error<C::Error>> {
        self.csrs.write(self.layout.select, FIRST_ENTRY + u64::from(number))?;
        let [source, target, data] = self.layout.windows;
        Ok(Entry { source: self.csrs.read(source)?, target: self.csrs.read(target)?, data: self.csrs.read(data)? })
    }

    pub(crate) fn put_entry(&mut self, number: u32, entry: &Entry) -> Result<(), Error<C::Error>> {
        self.csrs.write(self.layout.select, FIRST_ENTRY + u64::from(number))?;
        for (csr, value) in self.layout.windows.into_iter().zip([entry.source, entry.target, entry.data]) {
            self.csrs.write(csr, self.register(value))?;
        }
        Ok(())
    }

    /// A value of XLEN bits.
    pub(crate) fn register(&self, value: u64) -> u64 {
        if self.xlen == 32 {
            value & 0xFFFF_FFFF
        } else {
            value
        }
    }
}

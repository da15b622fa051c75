// SPDX-License-Identifier: Apache-2.0
//! The driver.

use crate::ctr::layout::{Layout, DRAFT_CLEAR};
use crate::ctr::registers::FIRST_ENTRY;
use crate::ctr::{Capabilities, Csrs, Entry, Error, Level, Record, Saved, Settings, Version};

/// Control Transfer Records of a hart.
#[derive(Clone, Debug)]
pub struct Driver<C> {
    pub(crate) csrs: C,
    pub(crate) layout: Layout,
    pub(crate) version: Version,
    pub(crate) xlen: u32,
}

/// The status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// The physical entry that is written next.
    pub pointer: u32,
    /// Nothing is recorded.
    pub frozen: bool,
    /// The pointer has wrapped; 1.0 does not tell.
    pub wrapped: Option<bool>,
}

/// Bits of the status that are WRPTR.
pub(crate) const POINTER: u64 = 0xFF;

impl<C: Csrs> Driver<C> {
    /// That of a hart with this version. Touches nothing.
    pub fn new(csrs: C, version: Version, level: Level, xlen: u32) -> Self {
        Driver { csrs, layout: Layout::new(version, level, xlen), version, xlen }
    }

    /// What it accesses the CSRs with.
    pub fn csrs(&mut self) -> &mut C {
        &mut self.csrs
    }

    /// The version that it speaks.
    pub fn version(&self) -> Version {
        self.version
    }

    /// XLEN.
    pub fn xlen(&self) -> u32 {
        self.xlen
    }

    /// Finds out what the hardware has (ch. 6). Recording stops and all records are given up; afterwards the control
    /// and the status are 0, and the depth is the smallest.
    ///
    /// # Errors
    /// What an access says, such as that there is no such CSR.
    pub fn discover(&mut self) -> Result<Capabilities, Error<C::Error>> {
        self.put_control(0)?;
        self.put_depth_code(u64::MAX)?;
        let max_depth = self.depth()?;
        self.put_depth_code(0)?;
        let min_depth = self.depth()?;
        // While it is frozen, a control of ones records nothing. CLR would end that.
        self.csrs.set(self.layout.status, 1 << self.layout.frozen)?;
        let clear = if self.version == Version::V0_1_4 { DRAFT_CLEAR } else { 0 };
        self.put_control(!clear & !self.depth_field())?;
        let control = self.control()? & !self.depth_field();
        self.put_control(0)?;
        let ones = Entry { source: u64::MAX, target: u64::MAX, data: u64::MAX };
        let select = self.csrs.read(self.layout.select)?;
        self.put_entry(0, &ones)?;
        let Entry { source, target, data } = self.entry_at(0)?;
        self.csrs.write(self.layout.select, select)?;
        self.erase()?;
        self.csrs.write(self.layout.status, 0)?;
        Ok(Capabilities { min_depth, max_depth, control, entry: [source, target, data] })
    }

    /// Records what the settings say from here on, and forgets what was recorded.
    ///
    /// # Errors
    /// [`Error::Refused`] and [`Error::Depth`] where the hardware lacks a setting; nothing is then recorded.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), Error<C::Error>> {
        self.put_control(0)?;
        if let Some(asked) = settings.depth {
            self.put_depth(asked)?;
        }
        // After a change of depth no record of the other one may show up (2.1, the note on CLR).
        self.erase()?;
        self.csrs.write(self.layout.status, 0)?;
        let wanted = settings.control(&self.layout);
        self.put_control(wanted)?;
        let lacking = wanted & !self.control()?;
        if lacking != 0 {
            self.put_control(0)?;
            return Err(Error::Refused { bits: lacking });
        }
        Ok(())
    }

    /// Sets FROZEN, in one instruction: an update of the hardware between a read and a write could be lost (2.4).
    ///
    /// # Errors
    /// What the access says.
    pub fn freeze(&mut self) -> Result<(), Error<C::Error>> {
        Ok(self.csrs.set(self.layout.status, 1 << self.layout.frozen)?)
    }

    /// Clears FROZEN: a handler that the hardware has frozen for does so before it returns (5.5).
    ///
    /// # Errors
    /// What the access says.
    pub fn unfreeze(&mut self) -> Result<(), Error<C::Error>> {
        Ok(self.csrs.clear(self.layout.status, 1 << self.layout.frozen)?)
    }

    /// The status.
    ///
    /// # Errors
    /// What the access says.
    pub fn status(&mut self) -> Result<Status, Error<C::Error>> {
        let word = self.csrs.read(self.layout.status)?;
        let bit = |position: u32| word >> position & 1 != 0;
        Ok(Status {
            pointer: (word & POINTER) as u32,
            frozen: bit(self.layout.frozen),
            wrapped: self.layout.wrapped.map(bit),
        })
    }

    /// Reads the records, newest first, while nothing is recorded: after [`Driver::freeze`], or in a mode that is not
    /// recorded. The select register keeps its value. `take` gets the number of the entry and what it says.
    ///
    /// # Errors
    /// What an access says.
    pub fn read_out(&mut self, mut take: impl FnMut(u32, Record)) -> Result<(), Error<C::Error>> {
        self.entries(|number, entry| {
            if let Some(record) = entry.record() {
                take(number, record);
            }
        })
    }

    /// As [`Driver::read_out`], every entry as it reads.
    ///
    /// # Errors
    /// What an access says.
    pub fn entries(&mut self, mut take: impl FnMut(u32, Entry)) -> Result<(), Error<C::Error>> {
        let select = self.csrs.read(self.layout.select)?;
        for number in 0..self.depth()? {
            take(number, self.entry_at(number)?);
        }
        Ok(self.csrs.write(self.layout.select, select)?)
    }

    /// Stops recording and saves everything, for another context to run.
    ///
    /// # Errors
    /// What an access says.
    pub fn save(&mut self, to: &mut Saved) -> Result<(), Error<C::Error>> {
        to.control = self.control()?;
        self.put_control(to.control & self.depth_field())?;
        to.status = self.csrs.read(self.layout.status)?;
        to.depth = self.depth()?;
        to.entries = [Entry::default(); crate::ctr::MAX_DEPTH];
        self.entries(|number, entry| to.entries[number as usize] = entry)
    }

    /// Brings back what was saved, and records on where it had stopped.
    ///
    /// # Errors
    /// [`Error::Depth`] where the array no longer has the depth; nothing is then recorded.
    pub fn restore(&mut self, from: &Saved) -> Result<(), Error<C::Error>> {
        self.put_control(0)?;
        self.put_depth(from.depth)?;
        self.erase()?;
        // The pointer first: it says which physical entry is logical entry 0. Frozen until the end.
        self.csrs.write(self.layout.status, from.status | 1 << self.layout.frozen)?;
        let select = self.csrs.read(self.layout.select)?;
        for (number, entry) in (0..from.depth).zip(&from.entries) {
            self.put_entry(number, entry)?;
        }
        self.csrs.write(self.layout.select, select)?;
        self.put_control(from.control & !self.depth_field())?;
        Ok(self.csrs.write(self.layout.status, from.status)?)
    }

    /// Records a transfer that software has emulated, while nothing else is recorded (2.4): the pointer goes one up,
    /// then entry 0 is written.
    ///
    /// # Errors
    /// What an access says.
    pub fn emulate_transfer(&mut self, entry: &Entry) -> Result<(), Error<C::Error>> {
        self.step_pointer(1)?;
        self.put_entry_keeping_select(entry)
    }

    /// Pops the call that a return leads back to which software has emulated, with RAS emulation, while nothing else is
    /// recorded (2.4): V of entry 0 is cleared, then the pointer goes one down.
    ///
    /// # Errors
    /// What an access says.
    pub fn emulate_return(&mut self) -> Result<(), Error<C::Error>> {
        let select = self.csrs.read(self.layout.select)?;
        self.csrs.write(self.layout.select, FIRST_ENTRY)?;
        self.csrs.clear(self.layout.windows[0], 1)?;
        self.csrs.write(self.layout.select, select)?;
        let depth = self.depth()?;
        self.step_pointer(depth - 1)
    }

    fn put_entry_keeping_select(&mut self, entry: &Entry) -> Result<(), Error<C::Error>> {
        let select = self.csrs.read(self.layout.select)?;
        self.put_entry(0, entry)?;
        Ok(self.csrs.write(self.layout.select, select)?)
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The devices of a bare-metal machine, at the addresses that QEMU's `virt` and Spike use.

use std::ops::Range;

/// CLINT: software interrupt and timer.
pub(super) const CLINT: Range<u64> = 0x0200_0000..0x0201_0000;
const MSIP: u64 = 0x0200_0000;
const MTIMECMP: u64 = 0x0200_4000;
const MTIME: u64 = 0x0200_BFF8;

/// SiFive test finisher: ends the program.
const FINISHER: u64 = 0x0010_0000;
const FINISHER_PASS: u64 = 0x5555;
const FINISHER_FAIL: u64 = 0x3333;

/// 16550 UART, of which only the transmitter exists.
const UART: Range<u64> = 0x1000_0000..0x1000_0100;
const UART_THR: u64 = UART.start;
const UART_LSR: u64 = UART.start + 5;
const UART_LSR_TRANSMITTER_EMPTY: u64 = 0x60;

/// Time as the hart counts it: a tick of mtime every so many instructions.
pub(super) struct Clock {
    /// Instructions started since reset.
    pub(super) steps: u64,
    steps_per_tick: u64,
    /// What was written to mtime, less what had been counted then.
    offset: u64,
}

impl Clock {
    pub(super) fn new(steps_per_tick: u64) -> Clock {
        Clock { steps: 0, steps_per_tick: steps_per_tick.max(1), offset: 0 }
    }

    /// mtime.
    pub(super) fn time(&self) -> u64 {
        self.offset.wrapping_add(self.steps / self.steps_per_tick)
    }

    pub(super) fn set_time(&mut self, time: u64) {
        self.offset = time.wrapping_sub(self.steps / self.steps_per_tick);
    }

    /// Lets mtime jump to `time`, if that is later than now.
    pub(super) fn skip_to(&mut self, time: u64) {
        if time > self.time() {
            self.set_time(time);
        }
    }

    /// The value of `steps` at which mtime reaches `time`.
    pub(super) fn steps_at(&self, time: u64) -> u64 {
        if time <= self.time() {
            self.steps
        } else {
            time.wrapping_sub(self.offset).saturating_mul(self.steps_per_tick)
        }
    }
}

/// The devices.
pub(super) struct Devices {
    pub(super) clock: Clock,
    /// When the timer interrupts; `u64::MAX` is never.
    pub(super) mtimecmp: u64,
    /// Whether the software interrupt is pending.
    pub(super) msip: bool,
    /// What the program printed.
    pub(super) console: Vec<u8>,
    /// What the program told the finisher.
    pub(super) exit_code: Option<u64>,
}

impl Devices {
    pub(super) fn new(steps_per_tick: u64) -> Devices {
        let clock = Clock::new(steps_per_tick);
        Devices { clock, mtimecmp: u64::MAX, msip: false, console: Vec::new(), exit_code: None }
    }

    /// Whether the timer interrupt is pending.
    pub(super) fn mtip(&self) -> bool {
        self.clock.time() >= self.mtimecmp
    }

    /// Reads `size` bytes; `None` where there is no device.
    pub(super) fn load(&self, address: u64, size: usize) -> Option<u64> {
        if UART.contains(&address) && size == 1 {
            Some(if address == UART_LSR { UART_LSR_TRANSMITTER_EMPTY } else { 0 })
        } else if CLINT.contains(&address) && size >= 4 && address % size as u64 == 0 {
            let register = match address & !7 {
                MSIP => u64::from(self.msip),
                MTIMECMP => self.mtimecmp,
                MTIME => self.clock.time(),
                _ => 0,
            };
            Some(register >> (address % 8 * 8))
        } else if address == FINISHER && size == 4 {
            Some(0)
        } else {
            None
        }
    }

    /// Writes the low `size` bytes of `value`; `None` where there is no device.
    pub(super) fn store(&mut self, address: u64, size: usize, value: u64) -> Option<()> {
        if UART.contains(&address) && size == 1 {
            if address == UART_THR {
                self.console.push(value as u8);
            }
        } else if CLINT.contains(&address) && size >= 4 && address % size as u64 == 0 {
            let merged = |old: u64| match (size, address % 8) {
                (8, _) => value,
                (_, 0) => old & !0xFFFF_FFFF | value & 0xFFFF_FFFF,
                _ => old & 0xFFFF_FFFF | value << 32,
            };
            match address & !7 {
                MSIP => self.msip = merged(u64::from(self.msip)) & 1 != 0,
                MTIMECMP => self.mtimecmp = merged(self.mtimecmp),
                MTIME => self.clock.set_time(merged(self.clock.time())),
                _ => {}
            }
        } else if address == FINISHER && size == 4 {
            match value & 0xFFFF {
                FINISHER_PASS => self.exit_code = Some(0),
                FINISHER_FAIL => self.exit_code = Some(value >> 16 & 0xFFFF),
                _ => {}
            }
        } else {
            return None;
        }
        Some(())
    }
}

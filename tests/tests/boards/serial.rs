// SPDX-License-Identifier: Apache-2.0
//! The PC at the end of a serial port: a start bit, 8 data bits, a stop bit.

/// Both directions, sample by sample.
pub struct Serial {
    /// Bytes that have come.
    pub received: Vec<u8>,
    bit: u32,
    sending: u16,
    send_time: u32,
    byte: u8,
    time: Option<u32>,
}

impl Serial {
    /// A port on which a bit takes that many samples.
    pub fn new(bit: u32) -> Serial {
        Serial { received: Vec::new(), bit, sending: u16::MAX, send_time: 0, byte: 0, time: None }
    }

    /// Sends a byte, when nothing is being sent.
    pub fn send(&mut self, byte: u8) {
        self.sending = 0xFE00 | (u16::from(byte) << 1);
        self.send_time = 0;
    }

    /// The line to the board in the next sample.
    pub fn line(&mut self) -> bool {
        let level = self.sending & 1 == 1;
        self.send_time += 1;
        if self.send_time == self.bit {
            self.send_time = 0;
            self.sending = (self.sending >> 1) | (1 << 15);
        }
        level
    }

    /// The line from the board.
    pub fn sample(&mut self, level: bool) {
        let Some(time) = &mut self.time else {
            if !level {
                self.time = Some(0);
            }
            return;
        };
        *time += 1;
        if *time % self.bit != self.bit / 2 {
            return;
        }
        match *time / self.bit {
            0 => assert!(!level, "a start bit"),
            9 => {
                assert!(level, "a stop bit");
                self.received.push(self.byte);
                self.time = None;
            }
            _ => self.byte = (self.byte >> 1) | (u8::from(level) << 7),
        }
    }
}

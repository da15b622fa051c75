// SPDX-License-Identifier: Apache-2.0
//! Reading a line from left to right.

/// What is left of a line.
#[derive(Clone, Copy)]
pub(super) struct Scan<'a>(pub(super) &'a [u8]);

impl<'a> Scan<'a> {
    /// Steps over blanks.
    pub(super) fn blanks(&mut self) {
        self.0 = self.0.trim_ascii_start();
    }

    /// Steps over `text`, if it comes next.
    pub(super) fn eat(&mut self, text: &[u8]) -> Option<()> {
        self.0 = self.0.strip_prefix(text)?;
        Some(())
    }

    /// Steps over what comes before and over `text`.
    pub(super) fn find(&mut self, text: &[u8]) -> Option<()> {
        let at = self.0.windows(text.len()).position(|window| window == text)?;
        self.0 = &self.0[at + text.len()..];
        Some(())
    }

    /// Reads a decimal number.
    pub(super) fn decimal(&mut self) -> Option<u64> {
        self.number(10)
    }

    /// Reads a hexadecimal number, without a prefix.
    pub(super) fn hex(&mut self) -> Option<u64> {
        self.number(16)
    }

    /// Reads a hexadecimal number that starts with `0x`.
    pub(super) fn prefixed_hex(&mut self) -> Option<u64> {
        self.eat(b"0x")?;
        self.hex()
    }

    fn number(&mut self, radix: u64) -> Option<u64> {
        let mut value = 0u64;
        let mut digits = 0;
        while let Some(digit) = self.0.get(digits).and_then(|&b| char::from(b).to_digit(radix as u32)) {
            value = value.checked_mul(radix)?.checked_add(u64::from(digit))?;
            digits += 1;
        }
        self.0 = &self.0[digits..];
        (digits != 0).then_some(value)
    }
}

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
        self.number(|value, byte| match byte {
            b'0'..=b'9' => Some(value.checked_mul(10).and_then(|value| value.checked_add(u64::from(byte - b'0')))),
            _ => None,
        })
    }

    /// Reads a hexadecimal number, without a prefix.
    pub(super) fn hex(&mut self) -> Option<u64> {
        self.number(|value, byte| {
            let digit = match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'f' => byte - b'a' + 10,
                b'A'..=b'F' => byte - b'A' + 10,
                _ => return None,
            };
            Some((value >> 60 == 0).then_some(value << 4 | u64::from(digit)))
        })
    }

    /// Reads a hexadecimal number that starts with `0x`.
    pub(super) fn prefixed_hex(&mut self) -> Option<u64> {
        self.eat(b"0x")?;
        self.hex()
    }

    /// Reads at least one digit. `append` puts a byte after a value: `None` if it is no digit, `Some(None)` if the
    /// value gets too large.
    #[inline]
    fn number(&mut self, append: impl Fn(u64, u8) -> Option<Option<u64>>) -> Option<u64> {
        let mut value = 0;
        let mut digits = 0;
        for &byte in self.0 {
            match append(value, byte) {
                Some(larger) => value = larger?,
                None => break,
            }
            digits += 1;
        }
        self.0 = &self.0[digits..];
        (digits != 0).then_some(value)
    }
}

// SPDX-License-Identifier: Apache-2.0
//! The host-target interface of Spike and riscv-tests: words that the program writes to `tohost`.

/// System calls that the host offers through `tohost` (riscv-pk numbers).
const SYSTEM_CALL_WRITE: u64 = 64;

/// Steps that a program has for the upper half of `tohost` after the lower one, where it writes them one by one.
const UPPER_HALF_STEPS: u64 = 32;

/// What the program asks of the host.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// End, with this code.
    Exit(u64),
    /// Print a byte.
    Print(u8),
    /// A system call: four double-words at this address.
    SystemCall(u64),
}

/// The interface of a program that has the symbol `tohost`.
pub(super) struct Htif {
    pub(super) tohost: u64,
    /// Where the host answers.
    pub(super) fromhost: Option<u64>,
    /// The step at which a lower half counts alone.
    pub(super) due: Option<u64>,
}

impl Htif {
    pub(super) fn new(tohost: u64, fromhost: Option<u64>) -> Htif {
        Htif { tohost, fromhost, due: None }
    }

    /// Notes a store at `address`; says whether `tohost` is complete now. A store of 64 bits is, so is one of the upper
    /// half, and a second one of the lower half.
    pub(super) fn written(&mut self, address: u64, size: usize, steps: u64) -> bool {
        if address == self.tohost && size < 8 {
            let again = self.due.is_some();
            self.due = Some(steps + UPPER_HALF_STEPS);
            again
        } else {
            address == self.tohost || address == self.tohost.wrapping_add(4)
        }
    }

    /// What `value` in `tohost` means; `None` for nothing, or for a device that there is not.
    pub(super) fn request(value: u64) -> Option<Request> {
        let (device, command) = (value >> 56, value >> 48 & 0xFF);
        match (device, command) {
            (0, 0) if value == 0 => None,
            (0, 0) if value & 1 != 0 => Some(Request::Exit(value >> 1)),
            (0, 0) => Some(Request::SystemCall(value)),
            (1, 1) => Some(Request::Print(value as u8)),
            _ => None,
        }
    }

    /// The bytes that a system call prints, as address and length.
    pub(super) fn printed(call: [u64; 4]) -> Option<(u64, u64)> {
        (call[0] == SYSTEM_CALL_WRITE).then_some((call[2], call[3]))
    }
}

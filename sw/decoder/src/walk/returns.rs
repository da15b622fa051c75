// SPDX-License-Identifier: Apache-2.0
//! The return addresses that encoder and decoder both expect (N-Trace 9.2).

use std::collections::VecDeque;

/// No encoder has a deeper stack (N-Trace 9.2); a shallower one reports the returns that it does not know.
const DEPTH: usize = 32;

/// Return addresses of the calls since the last synchronising message.
#[derive(Clone, Debug)]
pub(super) struct Returns {
    enabled: bool,
    stack: VecDeque<u64>,
}

fn is_link(register: u8) -> bool {
    register == 1 || register == 5
}

impl Returns {
    pub(super) fn new(enabled: bool) -> Returns {
        Returns { enabled, stack: VecDeque::with_capacity(DEPTH) }
    }

    pub(super) fn clear(&mut self) {
        self.stack.clear();
    }

    fn push(&mut self, address: u64) {
        if self.stack.len() == DEPTH {
            self.stack.pop_front();
        }
        self.stack.push_back(address);
    }

    /// Notes a direct jump; `next` is the address after it.
    pub(super) fn jump(&mut self, rd: u8, next: u64) {
        if self.enabled && is_link(rd) {
            self.push(next);
        }
    }

    /// Notes an indirect jump; gives its target if that is expected (itype 8, 12, 13 and 14 in N-Trace Table 4).
    pub(super) fn jump_register(&mut self, rd: u8, rs1: u8, next: u64) -> Option<u64> {
        if !self.enabled {
            return None;
        }
        let expected = if is_link(rs1) && rd != rs1 { self.stack.pop_back() } else { None };
        self.jump(rd, next);
        expected
    }
}

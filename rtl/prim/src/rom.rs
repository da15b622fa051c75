// SPDX-License-Identifier: Apache-2.0
//! A table of constants.

use crate::*;

/// A table that answers in the same cycle: `data` is the entry at `address`, 0 if there is none.
#[derive(Clone, Debug, Module)]
pub struct Rom<const A: usize, const D: usize> {
    /// Index of the entry.
    pub address: Signal<In, Bits<A>>,
    /// The entry at the address.
    pub data: Signal<Out, Bits<D>>,
    _entries: Vec<u64>,
}

impl<const A: usize, const D: usize> Rom<A, D> {
    /// A table of `entries`, each of at most `D` bits, from address 0 on.
    pub fn new(entries: Vec<u64>) -> Self {
        assert!(entries.len() <= 1 << A, "{} entries for an address of {A} bits", entries.len());
        assert!(entries.iter().all(|&entry| entry >> D == 0), "an entry of more than {D} bits");
        Rom { address: Signal::default(), data: Signal::default(), _entries: entries }
    }
}

impl<const A: usize, const D: usize> Logic for Rom<A, D> {
    fn update(&mut self) {
        self.data.next = self._entries.get(self.address.val().index()).copied().unwrap_or_default().to_bits();
    }

    fn connect(&mut self) {
        self.data.connect();
    }

    fn hdl(&self) -> Verilog {
        let arm = |(address, entry): (usize, &u64)| format!("    {A}'d{address}: entry = {D}'d{entry};\n");
        let arms: String = self._entries.iter().enumerate().filter(|(_, &entry)| entry != 0).map(arm).collect();
        Verilog::Custom(format!(
            "reg [{}:0] entry;

always @* begin
  case (address)
{arms}    default: entry = {D}'d0;
  endcase
end

assign data = entry;
",
            D - 1
        ))
    }
}

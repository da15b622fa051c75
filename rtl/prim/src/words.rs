// SPDX-License-Identifier: Apache-2.0
//! What memories have in common: their size and how it is addressed.

/// Refuses a number of words that is not a power of two, or that `address_width` bits can't tell apart.
pub(super) fn check_words(words: usize, address_width: usize) {
    assert!(
        words.is_power_of_two() && words >= 2 && address_width < 32 && words <= 1 << address_width,
        "a memory of {words} words with {address_width} address bits"
    );
}

/// The expression that indexes a memory, and what tells lint that the other address bits are ignored on purpose.
pub(super) fn index(address: &str, words: usize, address_width: usize) -> (String, String) {
    let used = words.ilog2() as usize;
    if used == address_width {
        return (address.into(), String::new());
    }
    (
        format!("{address}[{}:0]", used - 1),
        format!(
            "\n// Address bits beyond the memory.\nwire unused_{address} = &{{1'b0, {address}[{}:{used}]}};\n",
            address_width - 1
        ),
    )
}

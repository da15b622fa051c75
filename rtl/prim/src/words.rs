// SPDX-License-Identifier: Apache-2.0
//! What memories have in common: their size, how it is addressed, and their parameters in the Verilog.

use tracewright_verilog::Parameterised;

/// How many bits address a number of words: a power of two that `most` bits can tell apart.
pub(super) fn address_width(words: usize, most: usize) -> usize {
    assert!(
        words.is_power_of_two() && words >= 2 && most < 32 && words <= 1 << most,
        "a memory of {words} words with {most} address bits"
    );
    words.ilog2() as usize
}

/// The text of a memory of 2 to the power of `ADDRESS` words of `WIDTH` bits, with the ports as wide as an address.
pub(super) fn memory(words: usize, width: usize, addresses: &[&str], data: &[&str], text: &str) -> Parameterised {
    let parameters = vec![
        ("WIDTH".into(), width, "Bits of a word.".into()),
        ("ADDRESS".into(), words.ilog2() as usize, "Bits of an index: there are 2^ADDRESS words.".into()),
    ];
    let port = |name: &&str, width: &str| (name.to_string(), width.to_string());
    let addresses = addresses.iter().map(|name| port(name, "ADDRESS"));
    let ports = addresses.chain(data.iter().map(|name| port(name, "WIDTH"))).collect();
    Parameterised { parameters, ports, text: text.into() }
}

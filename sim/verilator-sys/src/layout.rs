// SPDX-License-Identifier: Apache-2.0
//! Where each signal lies in the two arrays that a model shares with Rust.
//!
//! A signal takes as many 64-bit slots as it has bits, lowest bits first; nothing is packed, so that neither side
//! shifts. Flags are packed besides, behind all outputs.

use crate::{Design, Direction, Error};

/// An input port of a model, found by [`crate::Library::input`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input(pub(crate) Slots);

/// An output port or probe of a model, found by [`crate::Library::output`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output(pub(crate) Slots);

/// A run of slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slots {
    pub first: usize,
    pub count: usize,
    /// Bits of the first slot that the signal has.
    pub first_mask: u64,
    /// Bits of the last slot that the signal has.
    pub last_mask: u64,
}

/// A signal with its place.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub name: String,
    /// The C++ expression that names it, given the root of the model in `r`.
    pub expression: String,
    pub width: u32,
    pub slots: Slots,
    /// Where it is sampled only with some flags: the slot of their word, and the bits that count.
    pub guard: Option<(usize, u64)>,
}

/// Places of all signals of a design.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub top: String,
    pub inputs: Vec<Placed>,
    pub outputs: Vec<Placed>,
    /// Words of flags, which lie behind the outputs.
    pub flags: Vec<Placed>,
}

impl Layout {
    pub fn new(design: &Design) -> Result<Layout, Error> {
        let is_clock = |p: &&crate::Port| p.name == design.clock && p.direction == Direction::Input && p.width == 1;
        if !design.ports.iter().any(|p| is_clock(&p)) {
            return Err(Error::Clock { top: design.top.clone(), clock: design.clock.clone() });
        }
        let mut layout = Layout { top: design.top.clone(), ..Layout::default() };
        for port in design.ports.iter().filter(|p| p.name != design.clock) {
            let list = match port.direction {
                Direction::Input => &mut layout.inputs,
                Direction::Output => &mut layout.outputs,
            };
            place(list, &design.top, &port.name, format!("r.{}", encode(&port.name)), port.width)?;
        }
        for probe in &design.probes {
            place(&mut layout.outputs, &design.top, &probe.name, probe.member(&design.top), probe.width)?;
        }
        for (nth, flags) in design.flags.iter().enumerate() {
            let slots = Slots::new(total(&layout.outputs) + nth, u64::BITS);
            let expression = layout.word(&flags.bits)?;
            let word = Placed { name: flags.name.clone(), expression, width: u64::BITS, slots, guard: None };
            layout.flags.push(word);
            let bits = u64::MAX.checked_shl(flags.guard).unwrap_or(0);
            for name in &flags.guarded {
                layout.output(name)?;
                for placed in layout.outputs.iter_mut().filter(|p| p.name == *name) {
                    if placed.guard.replace((slots.first, bits)).is_some() {
                        return Err(Error::Guarded { top: design.top.clone(), name: name.clone() });
                    }
                }
            }
        }
        Ok(layout)
    }

    /// The C++ expression of a word of flags.
    fn word(&self, bits: &[(String, u32)]) -> Result<String, Error> {
        let mut terms = vec!["uint64_t{0}".to_string()];
        for (name, bit) in bits {
            let refused = || Error::NoFlag { top: self.top.clone(), name: name.clone(), bit: *bit };
            let is_flag = |p: &&Placed| p.name == *name && p.width == 1 && *bit < u64::BITS;
            let flag = self.outputs.iter().find(is_flag).ok_or_else(refused)?;
            terms.push(format!("static_cast<uint64_t>({}) << {bit}", flag.expression));
        }
        Ok(terms.join(" | "))
    }

    /// Slots of all that is shown.
    pub fn shown(&self) -> usize {
        total(&self.outputs) + self.flags.len()
    }

    pub fn input(&self, name: &str) -> Result<Input, Error> {
        self.find(self.inputs.iter(), "input", name).map(Input)
    }

    pub fn output(&self, name: &str) -> Result<Output, Error> {
        self.find(self.outputs.iter().chain(&self.flags), "output or probe", name).map(Output)
    }

    fn find<'a>(
        &self,
        mut list: impl Iterator<Item = &'a Placed>,
        kind: &'static str,
        name: &str,
    ) -> Result<Slots, Error> {
        let placed = list.find(|p| p.name == name).map(|p| p.slots);
        placed.ok_or_else(|| Error::NoSignal { top: self.top.clone(), kind, name: name.into() })
    }
}

/// Slots that all signals of `list` take together.
pub(crate) fn total(list: &[Placed]) -> usize {
    list.last().map_or(0, |p| p.slots.first + p.slots.count)
}

fn place(list: &mut Vec<Placed>, top: &str, name: &str, expression: String, width: u32) -> Result<(), Error> {
    if width == 0 {
        return Err(Error::Width { top: top.into(), name: name.into() });
    }
    let slots = Slots::new(total(list), width);
    list.push(Placed { name: name.into(), expression, width, slots, guard: None });
    Ok(())
}

impl Slots {
    /// Those of a signal of so many bits, from slot `first` on.
    fn new(first: usize, width: u32) -> Slots {
        let mask = |bits: u32| u64::MAX >> (u64::BITS - bits);
        let last_mask = mask((width - 1) % u64::BITS + 1);
        Slots { first, count: width.div_ceil(64) as usize, first_mask: mask(width.min(u64::BITS)), last_mask }
    }
}

impl crate::Probe {
    /// The C++ expression of the signal in a flattened model.
    fn member(&self, top: &str) -> String {
        let path = std::iter::once(top).chain(self.instances.iter().map(String::as_str)).chain([self.signal.as_str()]);
        format!("r.{}", path.map(encode).collect::<Vec<_>>().join("__DOT__"))
    }
}

/// Verilator's C++ spelling of a Verilog name: `__` would be taken for its own separators.
fn encode(name: &str) -> String {
    name.replace("__", "___05F")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Flags, Port, Probe};

    fn design(ports: Vec<Port>) -> Design {
        Design { top: "t".into(), clock: "clk".into(), sources: vec![], ports, probes: vec![], flags: vec![] }
    }

    #[test]
    fn signals_take_whole_slots_in_order() {
        let ports = vec![Port::input("clk", 1), Port::input("a", 100), Port::input("b", 64), Port::input("c", 1)];
        let layout = Layout::new(&design(ports)).unwrap();
        let c = layout.input("c").unwrap().0;
        let all = u64::MAX;
        let a = Slots { first: 0, count: 2, first_mask: all, last_mask: (1 << 36) - 1 };
        assert_eq!(layout.input("a").unwrap().0, a);
        assert_eq!(layout.input("b").unwrap().0, Slots { first: 2, count: 1, first_mask: all, last_mask: all });
        assert_eq!(c, Slots { first: 3, count: 1, first_mask: 1, last_mask: 1 });
        assert_eq!(total(&layout.inputs), 4);
    }

    #[test]
    fn flags_lie_behind_the_outputs() {
        let ports = vec![Port::input("clk", 1), Port::output("a", 100), Port::output("b", 1), Port::output("c", 1)];
        let flags = |name: &str, bits: &[(&str, u32)]| Flags {
            name: name.into(),
            bits: bits.iter().map(|(name, bit)| (name.to_string(), *bit)).collect(),
            guarded: vec![],
            guard: 0,
        };
        let words = vec![flags("both", &[("c", 63), ("b", 0)]), flags("none", &[])];
        let layout = Layout::new(&Design { flags: words, ..design(ports.clone()) }).unwrap();
        assert_eq!((layout.output("both").unwrap().0.first, layout.output("none").unwrap().0.first), (4, 5));
        assert_eq!(layout.shown(), 6);
        let expected = "uint64_t{0} | static_cast<uint64_t>(r.c) << 63 | static_cast<uint64_t>(r.b) << 0";
        assert_eq!(layout.flags[0].expression, expected);
        for (name, bit) in [("a", 0), ("b", 64), ("clk", 0), ("d", 1)] {
            let words = vec![flags("wrong", &[(name, bit)])];
            let e = Layout::new(&Design { flags: words, ..design(ports.clone()) }).unwrap_err();
            let expected = format!("module t: `{name}` is no output or probe of one bit that bit {bit} of 64 can show");
            assert_eq!(e.to_string(), expected);
        }
    }

    #[test]
    fn what_flags_guard_is_an_output() {
        let ports = vec![Port::input("clk", 1), Port::output("a", 100), Port::output("b", 1)];
        let guarding = |name: &str| {
            let bits = vec![("b".to_string(), 5)];
            let flags = Flags { name: "f".into(), bits, guarded: vec![name.into()], guard: 4 };
            Layout::new(&Design { flags: vec![flags], ..design(ports.clone()) })
        };
        let layout = guarding("a").unwrap();
        let guards: Vec<_> = layout.outputs.iter().map(|placed| placed.guard).collect();
        assert_eq!(guards, [Some((3, u64::MAX << 4)), None]);
        let e = guarding("clk").unwrap_err();
        assert_eq!(e.to_string(), "module t has no output or probe `clk`");
        let flags = ["f", "g"].map(|name| {
            let (bits, guarded) = (vec![("b".to_string(), 5)], vec!["a".to_string()]);
            Flags { name: name.into(), bits, guarded, guard: 0 }
        });
        let e = Layout::new(&Design { flags: flags.into(), ..design(ports.clone()) }).unwrap_err();
        assert_eq!(e.to_string(), "module t: `a` is guarded by flags twice");
    }

    #[test]
    fn a_design_without_its_clock_is_refused() {
        let e = Layout::new(&design(vec![Port::output("clk", 1)])).unwrap_err();
        assert_eq!(e.to_string(), "module t: the clock `clk` is not a one-bit input");
    }

    #[test]
    fn a_port_without_bits_is_refused() {
        let e = Layout::new(&design(vec![Port::input("clk", 1), Port::input("x", 0)])).unwrap_err();
        assert_eq!(e.to_string(), "module t: `x` has a width of 0");
    }

    #[test]
    fn a_probe_is_named_by_its_instances() {
        let probe = Probe {
            name: "p".into(),
            module: "m".into(),
            instances: vec!["u_a".into(), "b__c".into()],
            signal: "s".into(),
            width: 1,
        };
        assert_eq!(probe.member("t"), "r.t__DOT__u_a__DOT__b___05Fc__DOT__s");
    }
}

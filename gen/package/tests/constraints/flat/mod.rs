// SPDX-License-Identifier: Apache-2.0
//! A design as Yosys flattens it: its registers and memories, and which of them a register's next value depends on.

pub mod check;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;
use tracewright_verilog::VerilogFile;

/// A flattened design.
pub struct Flat {
    /// Bits of each port, and whether it is an input.
    ports: BTreeMap<String, (Vec<u64>, bool)>,
    /// What drives each bit: a register, or logic with these inputs.
    drivers: BTreeMap<u64, Driver>,
    /// Registers: name, clock, and bits that its next value depends on at once.
    registers: Vec<(String, String, Vec<u64>)>,
}

enum Driver {
    /// A register or memory of this name and clock. A memory that is read at once depends on these bits, too.
    State(String, String, Vec<u64>),
    Logic(Vec<u64>),
}

/// The command: `TRACEWRIGHT_YOSYS`, the one in `.tools/bin` above, or that on `PATH`.
fn yosys() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let ours = here.ancestors().map(|folder| folder.join(".tools/bin/yosys")).find(|path| path.is_file());
    std::env::var_os("TRACEWRIGHT_YOSYS").map(PathBuf::from).or(ours).unwrap_or_else(|| "yosys".into())
}

impl Flat {
    /// Flattens `files`.
    pub fn of(top: &str, files: &[VerilogFile]) -> Flat {
        let folder = tempfile::tempdir().expect("a folder");
        let mut script = String::new();
        for (name, text) in files.iter().map(VerilogFile::source) {
            std::fs::write(folder.path().join(&name), text).expect("it can be written");
            script += &format!("read_verilog {name}; ");
        }
        script += &format!("hierarchy -top {top}; proc; flatten; memory_collect; clean; ");
        script += "write_json flat.json";
        let output = Command::new(yosys()).current_dir(folder.path()).args(["-q", "-p", &script]).output();
        let output = output.expect("yosys runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read(folder.path().join("flat.json")).expect("it was written");
        let json: Value = serde_json::from_slice(&text).expect("it is JSON");
        Flat::read(&json["modules"][top])
    }

    fn read(module: &Value) -> Flat {
        let bits =
            |value: &Value| -> Vec<u64> { value.as_array().into_iter().flatten().filter_map(Value::as_u64).collect() };
        let object = |value: &Value| value.as_object().cloned().unwrap_or_default();
        // Names of bits: the shortest ends in what a register is called where it is declared.
        let mut names: BTreeMap<u64, Vec<String>> = BTreeMap::new();
        for (name, net) in object(&module["netnames"]) {
            for bit in bits(&net["bits"]) {
                let plain = name.split('[').next().unwrap_or_default().trim_start_matches('\\').replace('.', "/");
                names.entry(bit).or_default().push(plain);
            }
        }
        let mut inputs: BTreeMap<u64, String> = BTreeMap::new();
        let ports = object(&module["ports"]);
        for (name, port) in ports.iter().filter(|(_, port)| port["direction"] == "input") {
            inputs.extend(bits(&port["bits"]).into_iter().map(|bit| (bit, name.clone())));
        }
        let clock_of = |value: &Value| bits(value).first().and_then(|bit| inputs.get(bit)).cloned().unwrap_or_default();
        let of_port =
            |(name, port): (&String, &Value)| (name.clone(), (bits(&port["bits"]), port["direction"] == "input"));
        let mut flat = Flat { ports: ports.iter().map(of_port).collect(), drivers: BTreeMap::new(), registers: vec![] };
        for cell in object(&module["cells"]).values() {
            let (kind, pins) = (cell["type"].as_str().unwrap_or_default(), &cell["connections"]);
            if kind.contains("dff") {
                let clock = clock_of(&pins["CLK"]);
                let control: Vec<u64> = ["EN", "SRST"].iter().flat_map(|pin| bits(&pins[*pin])).collect();
                for (q, d) in bits(&pins["Q"]).into_iter().zip(pins["D"].as_array().expect("as wide as Q")) {
                    let of_q = names.get(&q).into_iter().flatten();
                    let name = of_q.filter(|name| name.ends_with("_q")).max_by_key(|name| name.matches('/').count());
                    let name = name.cloned().unwrap_or_else(|| format!("{:?}", names.get(&q)));
                    let from = control.iter().copied().chain(d.as_u64()).collect();
                    flat.registers.push((name.clone(), clock.clone(), from));
                    flat.drivers.insert(q, Driver::State(name, clock.clone(), vec![]));
                }
            } else if kind.starts_with("$mem") {
                let id = cell["parameters"]["MEMID"].as_str().unwrap_or_default();
                let name = id.trim_start_matches('\\').replace('.', "/");
                let (clock, address) = (clock_of(&pins["WR_CLK"]), bits(&pins["RD_ADDR"]));
                for bit in bits(&pins["RD_DATA"]) {
                    // A table is written in no clock.
                    let driver = match clock.as_str() {
                        "" => Driver::Logic(address.clone()),
                        _ => Driver::State(name.clone(), clock.clone(), address.clone()),
                    };
                    flat.drivers.insert(bit, driver);
                }
            } else {
                let inputs = |output: bool| {
                    let directions = object(&cell["port_directions"]);
                    let pins = object(pins).into_iter();
                    pins.filter(|(pin, _)| (directions[pin] == "output") == output)
                        .flat_map(|(_, pin)| bits(&pin))
                        .collect()
                };
                let from: Vec<u64> = inputs(false);
                flat.drivers.extend(inputs(true).into_iter().map(|bit: u64| (bit, Driver::Logic(from.clone()))));
            }
        }
        flat
    }

    /// Ports of the top.
    pub fn ports(&self) -> impl Iterator<Item = &str> {
        self.ports.keys().map(String::as_str)
    }

    /// Bits that bits depend on without a register between: with themselves, inputs and outputs of registers included.
    fn feeds(&self, of: &[u64]) -> BTreeSet<u64> {
        let (mut seen, mut open) = (BTreeSet::new(), of.to_vec());
        while let Some(bit) = open.pop() {
            if seen.insert(bit) {
                if let Some(Driver::Logic(from) | Driver::State(_, _, from)) = self.drivers.get(&bit) {
                    open.extend(from);
                }
            }
        }
        seen
    }

    /// Clocks of the registers after each input and in front of each output.
    pub fn port_clocks(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (name, (bits, _)) in self.ports.iter().filter(|(_, (_, input))| !input) {
            let clocks = self.feeds(bits).into_iter().filter_map(|bit| match self.drivers.get(&bit) {
                Some(Driver::State(_, clock, _)) => Some(clock.as_str()),
                _ => None,
            });
            found.insert(name, clocks.collect());
        }
        let inputs: Vec<_> = self.ports.iter().filter(|(_, (_, input))| *input).collect();
        for (_, clock, from) in &self.registers {
            let feeds = self.feeds(from);
            for (name, _) in inputs.iter().filter(|(_, (bits, _))| bits.iter().any(|bit| feeds.contains(bit))) {
                found.entry(name).or_default().insert(clock);
            }
        }
        found
    }

    /// Inputs that each output depends on at once; outputs that depend on none are left out.
    pub fn through(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let (inputs, outputs): (Vec<_>, Vec<_>) = self.ports.iter().partition(|(_, (_, input))| *input);
        let of = |bits: &Vec<u64>| -> BTreeSet<&str> {
            let feeds = self.feeds(bits);
            let used = inputs.iter().filter(|(_, (bits, _))| bits.iter().any(|bit| feeds.contains(bit)));
            used.map(|(name, _)| name.as_str()).collect()
        };
        let all = outputs.iter().map(|(name, (bits, _))| (name.as_str(), of(bits)));
        all.filter(|(_, inputs)| !inputs.is_empty()).collect()
    }

    /// Whether there is a register or memory of this path.
    pub fn has(&self, path: &str) -> bool {
        let memory = |driver: &Driver| matches!(driver, Driver::State(name, ..) if name == path);
        self.registers.iter().any(|(name, ..)| name == path) || self.drivers.values().any(memory)
    }

    /// Clocks of registers.
    pub fn clocks(&self) -> BTreeSet<String> {
        self.registers.iter().map(|(_, clock, _)| clock.clone()).collect()
    }

    /// Paths from a register or memory to a register of another clock.
    pub fn crossings(&self) -> BTreeSet<(String, String)> {
        let mut found = BTreeSet::new();
        for (name, clock, from) in &self.registers {
            let (mut seen, mut open) = (BTreeSet::new(), from.clone());
            while let Some(bit) = open.pop() {
                match self.drivers.get(&bit).filter(|_| seen.insert(bit)) {
                    Some(Driver::Logic(from)) => open.extend(from),
                    Some(Driver::State(source, other, from)) => {
                        open.extend(from);
                        if other != clock {
                            found.insert((source.clone(), name.clone()));
                        }
                    }
                    None => {}
                }
            }
        }
        found
    }
}

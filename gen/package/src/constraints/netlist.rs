// SPDX-License-Identifier: Apache-2.0
//! What is connected to what, from Verilog as the back end prints it.

use crate::constraints::Error;
use std::collections::BTreeMap;

/// Modules of a design.
pub(crate) struct Netlist {
    pub(crate) top: String,
    modules: BTreeMap<String, Module>,
}

/// A module.
#[derive(Default)]
pub(crate) struct Module {
    /// Ports: name, and whether it is an input. In the order of the header.
    pub(crate) ports: Vec<(String, bool)>,
    /// Widths in bits of ports, wires and registers that have several.
    pub(crate) widths: BTreeMap<String, usize>,
    /// Values of constants.
    constants: BTreeMap<String, usize>,
    /// Registers and memories.
    pub(crate) registers: Vec<String>,
    /// What wires are assigned: an expression.
    pub(crate) assigned: BTreeMap<String, String>,
    pub(crate) instances: Vec<Instance>,
    /// Registers are reset at once.
    pub(crate) asynchronous: bool,
}

/// An instance of another module.
pub(crate) struct Instance {
    pub(crate) module: String,
    pub(crate) name: String,
    /// Port of the other module, and the expression that is connected to it.
    pub(crate) connections: Vec<(String, String)>,
}

impl Netlist {
    /// The modules in `sources`, of which `top` must be one.
    pub(crate) fn of(top: &str, sources: &[(&str, &str)]) -> Result<Netlist, Error> {
        let modules = sources.iter().map(|(name, text)| (name.to_string(), Module::of(text))).collect();
        let netlist = Netlist { top: top.into(), modules };
        match netlist.modules.contains_key(top) {
            true => Ok(netlist),
            false => Err(Error::NoModule(top.into())),
        }
    }

    /// The module of this name; one without contents if there is none, as of a memory outside.
    pub(crate) fn module(&self, name: &str) -> &Module {
        const NOTHING: &Module = &Module {
            ports: vec![],
            widths: BTreeMap::new(),
            constants: BTreeMap::new(),
            registers: vec![],
            assigned: BTreeMap::new(),
            instances: vec![],
            asynchronous: false,
        };
        self.modules.get(name).unwrap_or(NOTHING)
    }

    pub(crate) fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.values()
    }
}

impl Module {
    fn of(text: &str) -> Module {
        let lines = text.lines().filter(|line| !line.starts_with('`'));
        let plain: Vec<&str> = lines.map(|line| line.split("//").next().unwrap_or_default()).collect();
        let plain = plain.join("\n");
        let mut module = Module { asynchronous: plain.contains("negedge"), ..Module::default() };
        for (number, statement) in plain.split(';').enumerate() {
            if number == 0 {
                module.read_header(statement);
            } else {
                module.read_statement(statement);
            }
        }
        module
    }

    fn read_header(&mut self, header: &str) {
        for port in without_parameters(header).split_once('(').map_or("", |(_, ports)| ports).split(',') {
            let mut words = port.trim_end_matches([')', '\n', ' ']).split_whitespace();
            let direction = words.next().unwrap_or_default();
            if let Some(name) = words.next_back() {
                self.ports.push((name.into(), direction == "input"));
                self.read_width(port, [name]);
            }
        }
    }

    fn read_statement(&mut self, statement: &str) {
        // An assignment to a register, which follows what opens or ends a block; not a comparison.
        for (place, _) in statement.match_indices("<=") {
            let before = statement[..place].trim_end();
            let start = before.rfind(char::is_whitespace).map_or(0, |space| space + 1);
            let (opening, name) = (before[..start].trim_end(), base(&before[start..]));
            let opens = opening.is_empty() || ["begin", "end", "else", ")"].iter().any(|word| opening.ends_with(word));
            if opens && !self.registers.iter().any(|register| register == name) {
                self.registers.push(name.into());
            }
        }
        let mut text = statement.trim();
        while let Some((_, rest)) = text.split_once(char::is_whitespace).filter(|(word, _)| word.starts_with("end")) {
            text = rest.trim_start();
        }
        let is_constant = text.starts_with("localparam ");
        if is_constant {
            if let Some((name, value)) = text.split_once('=').map(|(left, right)| (left.trim_end(), right.trim())) {
                let name = name.rsplit(char::is_whitespace).next().unwrap_or_default();
                self.constants.extend(literal(value).map(|(_, value)| (name.to_string(), value)));
            }
        } else if let Some(names) = text.strip_prefix("reg ").or(text.strip_prefix("wire ")) {
            let (declared, value) = names.split_once('=').map_or((names, None), |(left, right)| (left, Some(right)));
            let names: Vec<&str> = declared.split(',').filter_map(|name| base_of_declared(name)).collect();
            self.read_width(declared, names.iter().copied());
            if let ([name], Some(value)) = (&names[..], value) {
                self.assigned.insert(name.to_string(), value.trim().into());
            }
        } else if let Some((target, value)) = text.strip_prefix("assign ").and_then(|rest| rest.split_once('=')) {
            self.assigned.insert(base(target.trim()).into(), value.trim().into());
        } else if let Some((head, body)) = without_parameters(text).split_once('(') {
            let words: Vec<&str> = head.split_whitespace().collect();
            if let ([module, name], true) = (&words[..], body.trim_start().starts_with('.')) {
                let connections = connections(body);
                self.instances.push(Instance { module: module.to_string(), name: name.to_string(), connections });
            }
        }
    }

    /// Notes the width that the text of a declaration begins with, `[high:0]`, if there is one.
    fn read_width<'a>(&mut self, declaration: &str, names: impl IntoIterator<Item = &'a str>) {
        let range = declaration.split_once('[').and_then(|(_, rest)| rest.split_once(":0]"));
        let high = range.and_then(|(high, _)| high.trim().parse::<usize>().ok());
        if let Some(high) = high {
            self.widths.extend(names.into_iter().map(|name| (name.to_string(), high + 1)));
        }
    }

    /// The lowest bit that an expression selects: 0 of a name alone.
    pub(crate) fn lowest(&self, expression: &str) -> Option<usize> {
        let Some((_, selection)) = expression.split_once('[') else { return Some(0) };
        let selection = selection.strip_suffix(']')?;
        let low = selection.split_once("+:").map(|(low, _)| low).or(selection.split_once(':').map(|(_, low)| low));
        let low = low.unwrap_or(selection).trim();
        low.parse().ok().or_else(|| self.constants.get(low).copied())
    }

    /// The part of an expression in which a bit is, and which of its bits that is.
    pub(crate) fn part<'a>(&self, expression: &'a str, bit: usize) -> Option<(&'a str, usize)> {
        let Some(list) = expression.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
            return Some((expression, bit));
        };
        let mut bit = bit;
        for part in list.rsplit(',').map(str::trim) {
            let width = self.width(part)?;
            if bit < width {
                return Some((part, bit));
            }
            bit -= width;
        }
        None
    }

    /// Width of a name, of bits of one, or of a literal.
    fn width(&self, expression: &str) -> Option<usize> {
        if let Some((width, _)) = literal(expression) {
            return width;
        }
        match expression.split_once('[') {
            None if is_name(expression) => Some(self.widths.get(expression).copied().unwrap_or(1)),
            None => None,
            Some((_, selection)) => match selection.trim_end_matches(']').split_once(':') {
                None => Some(1),
                Some((high, low)) => Some(high.trim().parse::<usize>().ok()? + 1 - low.trim().parse::<usize>().ok()?),
            },
        }
    }

    /// Names of the inputs.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = &str> {
        self.ports.iter().filter(|(_, input)| *input).map(|(name, _)| name.as_str())
    }

    /// Whether there is a port of this name and direction.
    pub(crate) fn has_port(&self, name: &str, input: bool) -> bool {
        self.ports.iter().any(|(port, is_input)| port == name && *is_input == input)
    }
}

impl Instance {
    /// What is connected to a port.
    pub(crate) fn connected(&self, port: &str) -> Option<&str> {
        self.connections.iter().find(|(name, _)| name == port).map(|(_, value)| value.as_str())
    }
}

/// `.a (x), .b (y[3])` up to the parenthesis that closes the list.
fn connections(body: &str) -> Vec<(String, String)> {
    let mut found = vec![];
    let mut rest = body;
    while let Some(dot) = rest.find('.') {
        let Some(open) = rest[dot..].find('(').map(|place| dot + place) else { break };
        let mut depth = 0;
        let end = rest[open..].char_indices().find_map(|(place, c)| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            (depth == 0).then_some(open + place)
        });
        let Some(end) = end else { break };
        found.push((rest[dot + 1..open].trim().into(), rest[open + 1..end].trim().into()));
        rest = &rest[end + 1..];
    }
    found
}

/// A header or an instance without the parameters of its module, `#(..)`.
fn without_parameters(text: &str) -> String {
    let Some((head, rest)) = text.split_once("#(") else { return text.into() };
    let mut depth = 1;
    let end = rest.find(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    format!("{head}{}", end.map_or("", |end| &rest[end + 1..]))
}

/// The name in a declaration, without its width and the size of a memory.
fn base_of_declared(declaration: &str) -> Option<&str> {
    declaration.rsplit(']').find(|part| !part.trim().is_empty() && !part.contains('['))?.split_whitespace().next()
}

/// Width, if it has one, and value of a literal.
fn literal(text: &str) -> Option<(Option<usize>, usize)> {
    let Some((width, digits)) = text.split_once('\'') else { return text.parse().ok().map(|value| (None, value)) };
    let radix = match digits.chars().next()? {
        'd' => 10,
        'h' => 16,
        'b' => 2,
        _ => return None,
    };
    let value = usize::from_str_radix(&digits[1..].replace('_', ""), radix).unwrap_or(usize::MAX);
    Some((Some(width.parse().ok()?), value))
}

/// A name without its selection of bits.
pub(crate) fn base(expression: &str) -> &str {
    expression.split('[').next().unwrap_or_default().trim()
}

/// Whether an expression is a name, or bits of one.
pub(crate) fn is_name(expression: &str) -> bool {
    base(expression).chars().all(|c| c.is_alphanumeric() || c == '_') && !expression.contains(['?', '&', '|', '^', '!'])
}

/// All names in an expression.
pub(crate) fn names(expression: &str) -> impl Iterator<Item = &str> {
    let words = expression.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''));
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

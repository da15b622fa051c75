// SPDX-License-Identifier: Apache-2.0
//! Following a signal back through the hierarchy to where it comes from.

use crate::constraints::netlist::{base, is_name, Instance, Module, Netlist};

/// A place in the hierarchy: the instances from the top down to a module.
#[derive(Clone)]
pub(crate) struct Place<'a> {
    netlist: &'a Netlist,
    instances: Vec<&'a Instance>,
}

/// Where a signal comes from.
pub(crate) enum Origin<'a> {
    /// A port of the top.
    Port(&'a str),
    /// A register or memory of this name in this module.
    Register(Place<'a>, &'a str),
    /// Something else.
    Logic,
}

impl<'a> Place<'a> {
    /// The top.
    pub(crate) fn top(netlist: &'a Netlist) -> Self {
        Place { netlist, instances: vec![] }
    }

    /// The module here.
    pub(crate) fn module(&self) -> &'a Module {
        self.netlist.module(self.instances.last().map_or(&self.netlist.top, |instance| &instance.module))
    }

    /// Its name.
    pub(crate) fn module_name(&self) -> &'a str {
        self.instances.last().map_or(&self.netlist.top, |instance| &instance.module)
    }

    /// Instances from the top down to here, with slashes between them.
    pub(crate) fn path(&self) -> String {
        self.instances.iter().map(|instance| instance.name.as_str()).collect::<Vec<_>>().join("/")
    }

    /// One of the instances in this module.
    pub(crate) fn child(&self, instance: &'a Instance) -> Self {
        Place { netlist: self.netlist, instances: [&self.instances[..], &[instance]].concat() }
    }

    /// The place around this one, and the expression there that is connected to a port.
    pub(crate) fn outside(&self, port: &str) -> Option<(Self, &'a str)> {
        let (instance, above) = self.instances.split_last()?;
        let parent = Place { netlist: self.netlist, instances: above.to_vec() };
        instance.connected(port).map(|outside| (parent, outside))
    }

    /// This place and all below it.
    pub(crate) fn walk(&self, visit: &mut impl FnMut(&Place<'a>)) {
        visit(self);
        for instance in &self.module().instances {
            self.child(instance).walk(visit);
        }
    }

    /// Where a bit of what an expression of this module says comes from. A word is where its lowest bit is.
    pub(crate) fn origin(&self, expression: &'a str, bit: usize) -> Origin<'a> {
        let module = self.module();
        let Some((expression, bit)) = module.part(expression, bit).filter(|(part, _)| is_name(part)) else {
            return Origin::Logic;
        };
        let name = base(expression);
        if module.registers.iter().any(|register| register == name) {
            return Origin::Register(self.clone(), name);
        }
        let Some(bit) = module.lowest(expression).map(|low| low + bit) else { return Origin::Logic };
        if module.has_port(name, true) {
            if self.instances.is_empty() {
                return Origin::Port(name);
            }
            return self.outside(name).map_or(Origin::Logic, |(parent, outside)| parent.origin(outside, bit));
        }
        if let Some(value) = module.assigned.get(name) {
            return self.origin(value, bit);
        }
        for instance in &module.instances {
            for (port, value) in &instance.connections {
                if base(value) == name && self.netlist.module(&instance.module).has_port(port, false) {
                    return self.child(instance).origin(port, bit);
                }
            }
        }
        Origin::Logic
    }

    /// Whether a port of the top has several bits.
    pub(crate) fn vector(&self, port: &str) -> bool {
        Place::top(self.netlist).module().widths.contains_key(port)
    }

    /// The clock port of the top that the registers of this module have.
    pub(crate) fn clock(&self) -> Option<&'a str> {
        match self.origin("clk", 0) {
            Origin::Port(clock) => Some(clock),
            _ => None,
        }
    }
}

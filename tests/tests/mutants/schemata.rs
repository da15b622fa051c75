// SPDX-License-Identifier: Apache-2.0
//! Changes of a design that are drawn, all in one.

use crate::changes::changes;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use tracewright_tests::verilog::{expressions, with_changes, Change, Sources, Use};

/// A change of a design.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub module: String,
    /// What the expression is for, and the net.
    pub used: Use,
    pub net: String,
    pub kind: &'static str,
    /// The line of the module.
    pub line: usize,
    /// The expression, and what it becomes.
    pub right: String,
    pub wrong: String,
    /// Which expression of the module it is.
    expression: usize,
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let Mutant { module, line, used, net, kind, right, wrong, .. } = self;
        write!(f, "{module}:{line} {used:?} {net}, {kind}: {} -> {}", one_line(right), one_line(wrong))
    }
}

/// So many changes of a design, drawn from all that there are, and how many those are. A change is drawn for what it is
/// and not for where it is, so that another line elsewhere draws no others. `is_asked` says of a module whether its
/// changes are drawn.
pub fn draw(sources: &Sources, seed: u64, count: usize, is_asked: impl Fn(&str) -> bool) -> (Vec<Mutant>, usize) {
    let changes = |(name, text): &(String, String)| of_module(name.trim_end_matches(".v"), text);
    let asked = sources.iter().filter(|(name, _)| is_asked(name.trim_end_matches(".v")));
    let mut all: Vec<Mutant> = asked.flat_map(changes).collect();
    let places = all.len();
    all.sort_by_cached_key(|mutant| {
        let mut hasher = DefaultHasher::new();
        let Mutant { module, net, kind, right, wrong, .. } = mutant;
        (seed, module, net, kind, right, wrong).hash(&mut hasher);
        hasher.finish()
    });
    all.truncate(count);
    (all, places)
}

fn of_module(module: &str, text: &str) -> Vec<Mutant> {
    let found = expressions(text).into_iter().enumerate().flat_map(|(index, expression)| {
        let range = expression.range();
        let changed = changes(text, &expression).into_iter().map(move |change| Mutant {
            module: module.into(),
            used: expression.used,
            net: expression.net().into(),
            kind: change.kind,
            line: text[..range.start].lines().count(),
            right: text[range.clone()].into(),
            wrong: change.text,
            expression: index,
        });
        changed.collect::<Vec<_>>()
    });
    found.collect()
}

/// The design with all of these changes in it, of which the input chooses the n-th by n + 1.
pub fn schemata(sources: &Sources, mutants: &[Mutant]) -> Sources {
    let change = |(mutant, number): (&Mutant, usize)| {
        let Mutant { module, expression, wrong, .. } = mutant.clone();
        Change { number, module, expression, wrong }
    };
    with_changes(sources, &mutants.iter().zip(1..).map(change).collect::<Vec<_>>())
}

/// The design with this change in it.
pub fn changed(sources: &Sources, mutant: &Mutant) -> Sources {
    let change = |(name, text): &(String, String)| {
        let mut text = text.clone();
        if name.trim_end_matches(".v") == mutant.module {
            let range = expressions(&text)[mutant.expression].range();
            text.replace_range(range, &mutant.wrong);
        }
        (name.clone(), text)
    };
    sources.iter().map(change).collect()
}

#[test]
fn a_design_has_every_change() {
    let text = "module tw_top (\n  input wire a,\n  output wire b\n);\nassign b = a && !a;\nendmodule\n";
    let sources = vec![("tw_top.v".to_string(), text.to_string())];
    let (mut mutants, places) = draw(&sources, 0, 10, |_| true);
    mutants.sort_by_key(|mutant| mutant.kind);
    assert_eq!((mutants.len(), places, mutants[0].line), (2, 2, 5));
    let [(_, text)] = &schemata(&sources, &mutants)[..] else { panic!("one file") };
    let choice = "b = (tw_top.change == 16'd2 ? (a && a) : (tw_top.change == 16'd1 ? (a || !a) : (a && !a)));";
    assert!(text.contains(choice), "{text}");
}

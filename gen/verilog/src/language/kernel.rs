// SPDX-License-Identifier: Apache-2.0
//! Puts the statements of a kernel together.

use rust_hdl_core::ast::{
    Verilog, VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression, VerilogLink,
    VerilogLiteral, VerilogMatch, VerilogStatement,
};

/// An expression of the hardware, in rust-hdl's syntax tree.
pub type Expression = VerilogExpression;

/// Start of the path of a value that `let` names.
pub(crate) const LET: &str = "let$";
/// Start of the path of a value that depends on a condition.
pub(crate) const CHOICE: &str = "choice$";

/// Stands in front of the number of each round of a loop after the name of a value.
pub(crate) const ROUND: char = '.';

/// First statement of a kernel that `#[kernel]` has written.
const MARK: &str = "#[kernel]";

/// Stands after the statements that the last comment is about.
pub(crate) const END: &str = "#[end]";

/// Whether `#[kernel]` has written a kernel, and not rust-hdl's macro.
pub(crate) fn is_ours(block: &VerilogBlock) -> bool {
    matches!(block.first(), Some(VerilogStatement::Comment(text)) if text == MARK)
}

/// The statements of a kernel, as `#[kernel]` writes them one after the other.
///
/// A value that a kernel names by `let` is named ahead of the statement that it stands in: it has no condition.
#[derive(Default)]
pub struct Kernel {
    /// The lists of statements that are open, the outermost first.
    open: Vec<VerilogBlock>,
    /// Values named inside the statement that is open.
    named: VerilogBlock,
    /// How many values have a name so far: it tells them apart.
    count: usize,
    /// Rounds of the loops that are open, the outermost first; none of a loop of one round.
    rounds: Vec<Option<usize>>,
}

impl Kernel {
    /// A kernel without statements.
    pub fn new() -> Kernel {
        Kernel { open: vec![vec![VerilogStatement::Comment(MARK.into())]], ..Kernel::default() }
    }

    /// The kernel as what a block does.
    pub fn finish(mut self) -> Verilog {
        Verilog::Combinatorial(self.open.pop().unwrap_or_default())
    }

    /// Starts the list of a branch.
    pub fn enter(&mut self) {
        self.open.push(Vec::new());
    }

    /// Ends the list of a branch.
    pub fn leave(&mut self) -> VerilogBlock {
        self.open.pop().unwrap_or_default()
    }

    /// Starts a round of a loop.
    pub fn enter_round(&mut self, round: Option<usize>) {
        self.rounds.push(round);
    }

    /// Ends a round of a loop.
    pub fn leave_round(&mut self) {
        self.rounds.pop();
    }

    /// A comment on the statements up to [`Kernel::end_comment`].
    pub fn comment(&mut self, text: &str) {
        self.push(VerilogStatement::Comment(text.into()));
    }

    /// Whether the last comment, on a value that has just got its name, stays. It goes where the value is known when
    /// the Verilog is made: the build does not have what the comment is about.
    pub fn keeps_comment(&mut self, value: &Expression) -> bool {
        let VerilogExpression::Signal(path) = value else { return true };
        let named = self.open.first().into_iter().flatten().chain(&self.named).rev();
        let is_known =
            named.filter_map(assignment).find(|(other, _)| *other == path).is_some_and(|(_, value)| is_known(value));
        if let Some(list) = self.open.last_mut().filter(|_| is_known) {
            let comment =
                list.iter().rposition(|other| matches!(other, VerilogStatement::Comment(text) if text != END));
            comment.map(|comment| list.remove(comment));
        }
        !is_known
    }

    /// What a comment is about ends. A build without any of it does not have the comment.
    pub fn end_comment(&mut self) {
        let Some(list) = self.open.last_mut() else { return };
        match list.last() {
            Some(VerilogStatement::Comment(text)) if text != END => drop(list.pop()),
            _ => list.push(VerilogStatement::Comment(END.into())),
        }
    }

    /// A signal takes a value.
    pub fn assign(&mut self, path: String, value: Expression) {
        self.push(VerilogStatement::Assignment(VerilogExpression::Signal(path), value));
    }

    /// Bits of a signal take a value.
    pub fn assign_bits(&mut self, path: String, offset: usize, width: usize, value: Expression) {
        self.push(VerilogStatement::SliceAssignment {
            base: VerilogExpression::Signal(path),
            width,
            offset: number(offset),
            replacement: value,
        });
    }

    /// What happens if a condition holds, and if it does not.
    pub fn when(&mut self, test: Expression, then: VerilogBlock, otherwise: VerilogBlock) {
        if then.is_empty() && otherwise.is_empty() {
            return;
        }
        let otherwise = match otherwise.is_empty() {
            true => VerilogBlockOrConditional::None,
            false => VerilogBlockOrConditional::Block(otherwise),
        };
        self.push(VerilogStatement::If(VerilogConditional { test, then, otherwise }));
    }

    /// What happens for each value of an expression.
    pub fn case(&mut self, test: Expression, arms: Vec<(&str, VerilogBlock)>) {
        let cases = arms.into_iter().map(|(label, block)| VerilogCase { condition: label.into(), block }).collect();
        self.push(VerilogStatement::Match(VerilogMatch { test, cases }));
    }

    /// Signals of one bundle are those of another.
    pub fn link(&mut self, links: Vec<VerilogLink>) {
        self.push(VerilogStatement::Link(links));
    }

    /// Names a value.
    pub fn name(&mut self, name: &str, value: Expression) -> Expression {
        let named = self.fresh(LET, name);
        self.ahead(VerilogStatement::Assignment(named.clone(), value));
        named
    }

    /// The first value if a condition holds, else the second.
    pub fn choose(&mut self, name: &str, test: Expression, then: Expression, otherwise: Expression) -> Expression {
        let named = self.fresh(CHOICE, name);
        let take = |value| vec![VerilogStatement::Assignment(named.clone(), value)];
        let otherwise = VerilogBlockOrConditional::Block(take(otherwise));
        self.ahead(VerilogStatement::If(VerilogConditional { test, then: take(then), otherwise }));
        named
    }

    /// A value for each value of an expression.
    pub fn choose_case(&mut self, name: &str, test: Expression, arms: Vec<(&str, Expression)>) -> Expression {
        let named = self.fresh(CHOICE, name);
        let take = |value| vec![VerilogStatement::Assignment(named.clone(), value)];
        let cases = arms
            .into_iter()
            .map(|(label, value)| VerilogCase { condition: label.into(), block: take(value) })
            .collect();
        self.ahead(VerilogStatement::Match(VerilogMatch { test, cases }));
        named
    }

    fn fresh(&mut self, kind: &str, name: &str) -> Expression {
        self.count += 1;
        let rounds: String = self.rounds.iter().flatten().map(|round| format!("{ROUND}{round}")).collect();
        VerilogExpression::Signal(format!("{kind}{name}{rounds}${}", self.count))
    }

    /// Adds a statement in front of the one that is open.
    fn ahead(&mut self, statement: VerilogStatement) {
        match self.open.len() {
            1 => {
                let named = std::mem::take(&mut self.named);
                self.open[0].extend(named);
                self.open[0].push(statement);
            }
            _ => self.named.push(statement),
        }
    }

    fn push(&mut self, statement: VerilogStatement) {
        let outermost = self.open.len() == 1;
        let Some(list) = self.open.last_mut() else { return };
        if outermost && !self.named.is_empty() {
            let mut together = std::mem::take(&mut self.named);
            together.push(statement);
            list.push(VerilogStatement::Macro(together));
        } else {
            list.push(statement);
        }
    }
}

/// The path that a statement assigns, and the value.
fn assignment(statement: &VerilogStatement) -> Option<(&String, &Expression)> {
    match statement {
        VerilogStatement::Assignment(VerilogExpression::Signal(path), value) => Some((path, value)),
        _ => None,
    }
}

/// Whether an expression is a number.
fn is_known(value: &Expression) -> bool {
    match value {
        VerilogExpression::Literal(_) => true,
        VerilogExpression::Cast(inner, _) => is_known(inner),
        _ => false,
    }
}

/// What a loop runs over, and, if it has several rounds, the number of each.
pub fn rounds<I: IntoIterator>(range: I) -> impl Iterator<Item = (Option<usize>, I::Item)>
where
    I::Item: Copy + TryInto<usize>,
{
    let indices: Vec<I::Item> = range.into_iter().collect();
    let has_several = indices.len() > 1;
    indices.into_iter().map(move |index| (index.try_into().ok().filter(|_| has_several), index))
}

/// An integer.
pub(super) fn number(value: usize) -> Expression {
    VerilogExpression::Literal(VerilogLiteral::from(value as u64))
}

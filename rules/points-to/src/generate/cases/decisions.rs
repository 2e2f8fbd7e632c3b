//! Terminators that depend on a parameter alone.

use facts_schema::view::View;
use facts_schema::{BlockId, InstructionId, Predicate};
use rustc_hash::FxHashMap;

use crate::generate::parameters::Parameter;
use crate::generate::source::Source;

/// A terminator that depends on a parameter alone.
pub struct Decision {
    pub block: BlockId,
    pub parameter: Parameter,
    terminator: InstructionId,
    /// For a branch: the number that the parameter is compared with, and whether the comparison is for equality.
    compared: Option<(i128, bool)>,
}

impl Decision {
    /// The numbers that it distinguishes from others.
    pub fn numbers(&self, view: &View) -> Vec<i128> {
        match self.compared {
            Some((number, _)) => vec![number],
            None => {
                let cases = view.switch_case.all(self.terminator).iter();
                cases.filter_map(|row| view.signed(row.value)).collect()
            }
        }
    }

    /// The successors for these numbers.
    pub fn targets<'a>(
        &self,
        view: &View,
        numbers: impl IntoIterator<Item = &'a i128>,
    ) -> Option<Vec<BlockId>> {
        let numbers = numbers.into_iter();
        if let Some((number, is_equal)) = self.compared {
            let row = view.conditional_branch.first(self.terminator)?;
            let target = |it: &i128| match (*it == number) == is_equal {
                true => row.true_target,
                false => row.false_target,
            };
            return Some(numbers.map(target).collect());
        }
        let default = view.switch_instruction.first(self.terminator)?.default_target;
        let cases = view.switch_case.all(self.terminator);
        let cases: Option<FxHashMap<i128, BlockId>> =
            cases.iter().map(|row| Some((view.signed(row.value)?, row.target))).collect();
        let cases = cases?;
        Some(numbers.map(|it| cases.get(it).copied().unwrap_or(default)).collect())
    }
}

/// The terminators that depend on a parameter alone.
pub fn decisions(source: &Source) -> Vec<Decision> {
    let (view, facts) = (&source.view, source.facts());
    let block_of = |instruction| Some(view.instruction.first(instruction)?.block);
    let switches = facts.switch_instruction.iter().filter_map(|row| {
        Some(Decision {
            block: block_of(row.instruction)?,
            terminator: row.instruction,
            parameter: source.parameters.get(view, row.condition)?,
            compared: None,
        })
    });
    let branches = facts.conditional_branch.iter().filter_map(|row| {
        let comparison = view.comparison_instruction.first(view.definition_of(row.condition)?)?;
        let is_equal = match comparison.predicate {
            Predicate::Eq => true,
            Predicate::Ne => false,
            _ => return None,
        };
        Some(Decision {
            block: block_of(row.instruction)?,
            terminator: row.instruction,
            parameter: source.parameters.get(view, comparison.first_operand)?,
            compared: Some((view.signed(comparison.second_operand)?, is_equal)),
        })
    });
    switches.chain(branches).collect()
}

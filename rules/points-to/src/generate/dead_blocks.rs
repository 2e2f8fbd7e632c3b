//! Blocks that never run because all callers of their function pass a constant that excludes them.
//!
//! The function that copies and destroys the content of a `std::function` gets a number that selects the
//! operation; for one of the numbers it stores a pointer to the content. If no caller passes that number, no such
//! pointer is stored.
//!
//! All callers are known for functions that only the module can call: local functions that are only called by
//! name, and functions of the C++ standard library in a whole program that are instantiated for types of the
//! program, so that only code in the module calls pointers to them.

use facts_schema::view::View;
use facts_schema::{
    BlockId, Function, FunctionId, InstructionId, Linkage, Predicate, ValueId, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::parameters::Parameter;
use super::shapes::shape;
use super::source::Source;
use super::virtual_tables::Slot;
use crate::libraries;

/// If callers pass more distinct numbers, they are not distinguished.
const MAX_NUMBERS: usize = 16;

/// The maximum length of a chain of functions that forward the number.
const MAX_CALLERS: usize = 4;

/// The numbers passed for a parameter; none if they are unknown.
type Passed = Option<FxHashSet<i128>>;

/// The blocks of each function that never run.
pub fn of(source: &Source, is_whole: bool) -> FxHashMap<FunctionId, FxHashSet<BlockId>> {
    let view = &source.view;
    let decisions = decisions(source);
    if decisions.is_empty() {
        return FxHashMap::default();
    }
    let callers = Callers::of(source, is_whole);
    let mut passed: FxHashMap<Parameter, Passed> = FxHashMap::default();
    for Decision { parameter, .. } in &decisions {
        passed.entry(*parameter).or_insert_with(|| callers.numbers(*parameter, 0));
    }
    let mut functions: FxHashMap<FunctionId, FxHashMap<BlockId, Vec<BlockId>>> =
        FxHashMap::default();
    for decision in &decisions {
        let Some(Some(numbers)) = passed.get(&decision.parameter) else { continue };
        if let Some(targets) = decision.targets(view, numbers) {
            functions.entry(decision.parameter.0).or_default().insert(decision.block, targets);
        }
    }
    let dead = functions.into_iter().map(|(function, targets)| {
        let blocks = view.block.within(Some(view.blocks_of(function))).iter().map(|row| row.block);
        let running = running(view, function, &targets);
        (function, blocks.filter(|it| !running.contains(it)).collect::<FxHashSet<_>>())
    });
    dead.filter(|(_, blocks)| !blocks.is_empty()).collect()
}

/// The blocks that control reaches, given the only successors of some of them.
fn running(
    view: &View,
    function: FunctionId,
    targets: &FxHashMap<BlockId, Vec<BlockId>>,
) -> FxHashSet<BlockId> {
    let entry = view.blocks_of(function).start;
    let mut reached = FxHashSet::from_iter([entry]);
    let mut open = vec![entry];
    while let Some(block) = open.pop() {
        let next: Vec<BlockId> = match targets.get(&block) {
            Some(targets) => targets.clone(),
            None => view.block_successor.all(block).iter().map(|row| row.successor).collect(),
        };
        open.extend(next.into_iter().filter(|it| reached.insert(*it)));
    }
    reached
}

/// A terminator that depends on a parameter alone.
struct Decision {
    block: BlockId,
    terminator: InstructionId,
    parameter: Parameter,
    /// For a branch: the number that the parameter is compared with, and whether the comparison is for equality.
    compared: Option<(i128, bool)>,
}

impl Decision {
    /// The successors for these numbers.
    fn targets(&self, view: &View, numbers: &FxHashSet<i128>) -> Option<Vec<BlockId>> {
        if let Some((number, is_equal)) = self.compared {
            let row = view.conditional_branch.first(self.terminator)?;
            let target = |it: &i128| match (*it == number) == is_equal {
                true => row.true_target,
                false => row.false_target,
            };
            return Some(numbers.iter().map(target).collect());
        }
        let default = view.switch_instruction.first(self.terminator)?.default_target;
        let cases = view.switch_case.all(self.terminator);
        let cases: Option<FxHashMap<i128, BlockId>> =
            cases.iter().map(|row| Some((view.signed(row.value)?, row.target))).collect();
        let cases = cases?;
        Some(numbers.iter().map(|it| cases.get(it).copied().unwrap_or(default)).collect())
    }
}

/// The terminators that depend on a parameter alone.
fn decisions(source: &Source) -> Vec<Decision> {
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

/// The callers of functions.
struct Callers<'a> {
    source: &'a Source<'a>,
    is_whole: bool,
    /// By function: its calls by name.
    direct: FxHashMap<ValueId, Vec<InstructionId>>,
    indirect: Vec<InstructionId>,
    /// The calls of methods that are loaded from virtual tables.
    virtual_calls: FxHashSet<InstructionId>,
    /// The functions whose addresses are used in code other than for calls.
    in_code: FxHashSet<ValueId>,
    /// The functions whose addresses are in constants.
    in_constants: FxHashSet<ValueId>,
}

impl<'a> Callers<'a> {
    fn of(source: &'a Source<'a>, is_whole: bool) -> Self {
        let view = &source.view;
        let facts = view.facts();
        let mut direct: FxHashMap<ValueId, Vec<InstructionId>> = FxHashMap::default();
        let mut indirect = Vec::new();
        for row in &facts.call_instruction {
            match view.kind_of(row.callee) {
                Some(ValueKind::Function) => {
                    direct.entry(row.callee).or_default().push(row.instruction);
                }
                Some(ValueKind::InlineAsm) => {}
                _ => indirect.push(row.instruction),
            }
        }
        let is_function = |value: ValueId| view.kind_of(value) == Some(ValueKind::Function);
        let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
        let operands = facts.instruction_operand.iter().map(|row| row.operand);
        for value in operands.filter(|it| is_function(*it)) {
            *uses.entry(value).or_default() += 1;
        }
        let is_only_called =
            |value: &ValueId, uses: usize| direct.get(value).map_or(0, Vec::len) == uses;
        let in_code = uses.iter().filter(|(value, uses)| !is_only_called(value, **uses));
        let in_code = in_code.map(|(value, _)| *value).collect();
        let elements = facts.constant_element.iter().map(|row| row.element);
        let operands = facts.constant_operand.iter().map(|row| row.operand);
        let initializers = facts.global_initializer.iter().map(|row| row.initializer);
        let aliased = facts.alias.iter().map(|row| row.aliasee);
        let in_constants = elements.chain(operands).chain(initializers).chain(aliased);
        let in_constants = in_constants.filter(|it| is_function(*it)).collect();
        let is_virtual = |call| Slot::of(view, call).is_some_and(|it| it.is_of_method(view, call));
        let virtual_calls = indirect.iter().copied().filter(|it| is_virtual(*it)).collect();
        Self { source, is_whole, direct, indirect, virtual_calls, in_code, in_constants }
    }

    /// The numbers passed for a parameter, after `depth` callers of callers have been searched.
    fn numbers(&self, (function, position): Parameter, depth: usize) -> Passed {
        if depth > MAX_CALLERS {
            return None;
        }
        let view = &self.source.view;
        let row = view.function.first(function)?;
        let linkage = view.global.first(row.value)?.linkage;
        let is_in_constants = self.in_constants.contains(&row.value);
        let is_taken = is_in_constants || self.in_code.contains(&row.value);
        let is_local = matches!(linkage, Linkage::Internal | Linkage::Private);
        let is_made_here = is_local || matches!(linkage, Linkage::LinkOnceOdr | Linkage::WeakOdr);
        let is_of_library = self.is_whole
            && is_made_here
            && libraries::is_symbol_of_standard_cxx(view.name_of(row.value));
        if !is_of_library && (is_taken || !is_local) {
            return None;
        }
        let direct = self.direct.get(&row.value).into_iter().flatten();
        // Tables are constants.
        let indirect = self.indirect.iter().filter(|it| {
            is_taken
                && (is_in_constants || !self.virtual_calls.contains(it))
                && self.may_call(**it, &row)
        });
        let mut numbers = FxHashSet::default();
        for call in direct.chain(indirect) {
            // A call with fewer arguments does not pass a number.
            let Some(argument) = view.argument_of_call(*call, position) else { continue };
            match (view.signed(argument), self.source.parameters.get(view, argument)) {
                (Some(number), _) => _ = numbers.insert(number),
                // A recursive call passes nothing new.
                (None, Some(parameter)) if parameter == (function, position) => {}
                (None, parameter) => numbers.extend(self.numbers(parameter?, depth + 1)?),
            }
            if numbers.len() > MAX_NUMBERS {
                return None;
            }
        }
        (!numbers.is_empty()).then_some(numbers)
    }

    /// Whether the arguments of an indirect call fit the parameters of the function.
    fn may_call(&self, call: InstructionId, function: &Function) -> bool {
        let view = &self.source.view;
        let taken = view.function_type_parameter.all(function.function_type);
        let mut arguments = view.call_argument.all(call).iter();
        arguments.all(|row| {
            let parameter = taken.iter().find(|it| it.position == row.position);
            parameter.zip(view.type_of(row.argument)).is_none_or(|(parameter, passed)| {
                let one = shape(self.source, parameter.parameter_type);
                one.fits(shape(self.source, passed))
            })
        })
    }
}

//! The numbers that callers pass to functions.
//!
//! All callers are known for functions that only the module can call: local functions that are only called by
//! name, and functions of the C++ standard library in a whole program that are instantiated for types of the
//! program, so that only code in the module calls pointers to them.

use facts_schema::{Function, InstructionId, Linkage, ValueId, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::generate::parameters::Parameter;
use crate::generate::shapes::shape;
use crate::generate::source::Source;
use crate::generate::virtual_tables::Slot;
use crate::libraries;

/// If callers pass more distinct numbers, they are not distinguished.
const MAX_NUMBERS: usize = 16;

/// The maximum length of a chain of functions that forward the number.
const MAX_CALLERS: usize = 4;

/// The numbers passed for a parameter; none if they are unknown.
pub type Passed = Option<FxHashSet<i128>>;

/// The callers of functions.
pub struct Callers<'a> {
    source: &'a Source<'a>,
    is_whole: bool,
    /// By function: its calls by name.
    direct: FxHashMap<ValueId, Vec<InstructionId>>,
    indirect: Vec<InstructionId>,
    /// The positions at which calls through pointers pass numbers.
    passed_indirectly: FxHashSet<u32>,
    /// The calls of methods that are loaded from virtual tables.
    virtual_calls: FxHashSet<InstructionId>,
    /// The functions whose addresses are used in code other than for calls.
    in_code: FxHashSet<ValueId>,
    /// The functions whose addresses are in constants.
    in_constants: FxHashSet<ValueId>,
}

impl<'a> Callers<'a> {
    pub fn of(source: &'a Source<'a>, is_whole: bool) -> Self {
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
        let rows = indirect.iter().flat_map(|call| view.call_argument.all(*call));
        let passed = rows.filter(|row| passes_number(source, row.instruction, row.position));
        let passed_indirectly = passed.map(|row| row.position).collect();
        Self {
            source,
            is_whole,
            direct,
            indirect,
            passed_indirectly,
            virtual_calls,
            in_code,
            in_constants,
        }
    }

    /// Whether callers may pass a constant, or the number that was passed to them.
    pub fn pass_numbers(&self, (function, position): Parameter) -> bool {
        let view = &self.source.view;
        let Some(row) = view.function.first(function) else { return false };
        let is_taken = self.in_constants.contains(&row.value) || self.in_code.contains(&row.value);
        let mut direct = self.direct.get(&row.value).into_iter().flatten();
        is_taken && self.passed_indirectly.contains(&position)
            || direct.any(|call| passes_number(self.source, *call, position))
    }

    /// The numbers passed for a parameter.
    pub fn numbers(&self, parameter: Parameter) -> Passed {
        self.numbers_within(parameter, 0)
    }

    /// The same, after `depth` callers of callers have been searched.
    fn numbers_within(&self, (function, position): Parameter, depth: usize) -> Passed {
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
                (None, parameter) => numbers.extend(self.numbers_within(parameter?, depth + 1)?),
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

/// Whether the argument of a call is a constant number or a parameter.
fn passes_number(source: &Source, call: InstructionId, position: u32) -> bool {
    let view = &source.view;
    let argument = view.argument_of_call(call, position);
    argument
        .is_some_and(|it| view.signed(it).is_some() || source.parameters.get(view, it).is_some())
}

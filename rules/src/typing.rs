//! The typing of operands: which operands are variables and which are immediates, and the types of
//! operands and of instructions. These are tables 73 to 84 of the relational model of LLVM IR
//! (Psallida 2014).
//!
//! **Operands.** In the model, an operand is either a variable or an immediate; here operands are
//! values. A *variable* is a value that a local identifier names (LangRef, "Identifiers"): an
//! argument, an instruction result, or a block, whose label the model calls a variable in tables
//! 107 and 108. All other values are *immediates*, fixed before the function runs. They include
//! constants, among them globals, whose addresses are link-time constants (LangRef, "Global
//! Variable and Function Addresses"; the model calls the function of a direct call an immediate).
//! They also include values that are written inline at their use: inline assembly and metadata,
//! even metadata that wraps a local value.
//!
//! **Scope: module.** The rules depend only on the kind and type of a value, and on the result of
//! an instruction. The first value of each kind and type therefore represents all values with the
//! same kind and type, which reduces hundreds of thousands of rows to hundreds.

use facts_schema::view::{Scope, View};
use facts_schema::{Facts, InstructionId, TypeId, ValueId, ValueKind};
use rules_macros::datalog;
use rustc_hash::{FxHashMap, FxHashSet};

use program::{InstructionType, OperandAsImmediate, OperandAsVariable, OperandType};

/// The typing of a module's operands and instructions.
pub struct Typing<'f> {
    view: View<'f>,
    operand_type: FxHashMap<ValueId, TypeId>,
    variables: FxHashSet<ValueId>,
    immediates: FxHashSet<ValueId>,
    /// Keyed by the representative of the result.
    instruction_type: FxHashMap<ValueId, TypeId>,
}

impl<'f> Typing<'f> {
    /// Derives the typing of a module from its values and the results of its instructions.
    pub fn of(facts: &'f Facts) -> Self {
        let view = View::new(facts);
        let (types, variables, immediates, results) = program::run(Scope::module(&view));
        Self {
            operand_type: types.into_iter().map(|OperandType(it, r#type)| (it, r#type)).collect(),
            variables: variables.into_iter().map(|OperandAsVariable(it, _)| it).collect(),
            immediates: immediates.into_iter().map(|OperandAsImmediate(it, _)| it).collect(),
            instruction_type: results
                .into_iter()
                .map(|InstructionType(it, r#type)| (it, r#type))
                .collect(),
            view,
        }
    }

    /// The type of `operand` (tables 78 and 79).
    pub fn operand_type(&self, operand: ValueId) -> Option<TypeId> {
        self.operand_type.get(&representative(&self.view, operand)?).copied()
    }

    /// Whether `operand` is a variable (table 80).
    pub fn is_variable(&self, operand: ValueId) -> bool {
        representative(&self.view, operand).is_some_and(|it| self.variables.contains(&it))
    }

    /// Whether `operand` is an immediate (table 81).
    pub fn is_immediate(&self, operand: ValueId) -> bool {
        representative(&self.view, operand).is_some_and(|it| self.immediates.contains(&it))
    }

    /// The type of the result of `instruction` (table 84); `None` if it has no result.
    pub fn instruction_type(&self, instruction: InstructionId) -> Option<TypeId> {
        let result = representative(&self.view, self.view.result_of(instruction)?)?;
        self.instruction_type.get(&result).copied()
    }
}

/// The value that represents `value`.
fn representative(view: &View, value: ValueId) -> Option<ValueId> {
    Some(view.value_representative().first(value)?.representative)
}

datalog! { module;
    /// `value` represents the values of kind `kind` and type `type`.
    struct Value(ValueId, ValueKind, TypeId);

    Value(value, kind, type) <-
        value { value, kind, type },
        value_representative { value, representative: value };

    /// Some instruction assigns its result to `variable` (table 83).
    struct InstructionTo(ValueId);

    InstructionTo(variable) <-
        instruction_result { result },
        value_representative { value: result, representative: variable };

    const VARIABLES(ValueKind) = [ValueKind::Argument, ValueKind::Instruction, ValueKind::Block];

    // Table 73: every value is either a variable or an immediate.
    struct Variable(ValueId);
    struct Immediate(ValueId);

    Variable(value) <- Value(value, kind, _), VARIABLES(kind);

    Immediate(value) <- Value(value, _, _), !Variable(value);

    // Table 74: `variable` or `immediate` has type `type`.
    struct VariableType(ValueId, TypeId);
    struct ImmediateType(ValueId, TypeId);

    VariableType(variable, type) <- Variable(variable), Value(variable, _, type);

    ImmediateType(immediate, type) <- Immediate(immediate), Value(immediate, _, type);

    // Tables 75 to 77: an operand is made from a variable or an immediate, and is the same value.
    struct OperandByVariable(ValueId, ValueId);
    struct OperandByImmediate(ValueId, ValueId);

    OperandByVariable(variable, variable) <- Variable(variable);

    OperandByImmediate(immediate, immediate) <- Immediate(immediate);

    @output
    /// `operand` has type `type` (tables 78 and 79).
    struct OperandType(ValueId, TypeId);

    OperandType(operand, type) <-
        OperandByVariable(variable, operand),
        VariableType(variable, type);

    OperandType(operand, type) <-
        OperandByImmediate(immediate, operand),
        ImmediateType(immediate, type);

    @output
    /// `operand` is the variable `variable` (table 80).
    struct OperandAsVariable(ValueId, ValueId);

    OperandAsVariable(operand, variable) <- OperandByVariable(variable, operand);

    @output
    /// `operand` is the immediate `immediate` (table 81).
    struct OperandAsImmediate(ValueId, ValueId);

    OperandAsImmediate(operand, immediate) <- OperandByImmediate(immediate, operand);

    @output
    /// An instruction whose result is assigned to `variable` computes a value of type `type` (table 84).
    struct InstructionType(ValueId, TypeId);

    InstructionType(variable, type) <- InstructionTo(variable), VariableType(variable, type);
}

#[cfg(test)]
mod tests;

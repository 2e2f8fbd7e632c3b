//! Parameters, and values that are loaded from stack variables that only hold a parameter, as compilers emit them at
//! -O0.

use facts_schema::view::View;
use facts_schema::{FunctionId, Opcode, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The parameter at a position of a function.
pub type Parameter = (FunctionId, u32);

/// The parameters of a module.
#[derive(Debug, Default)]
pub struct Parameters {
    /// By value.
    parameters: FxHashMap<ValueId, Parameter>,
    /// By stack variable that is only stored to and loaded from: the stored value, if it is unique.
    stored: FxHashMap<ValueId, Option<ValueId>>,
}

impl Parameters {
    pub fn of(view: &View) -> Self {
        let facts = view.facts();
        let parameters = facts.argument.iter();
        let parameters = parameters.map(|row| (row.value, (row.function, row.position)));
        let variables = facts.alloca_instruction.iter();
        let mut variables: FxHashSet<ValueId> =
            variables.filter_map(|row| view.result_of(row.instruction)).collect();
        for row in &facts.instruction_operand {
            if variables.contains(&row.operand) {
                let is_accessed = match view.opcode_of(row.instruction) {
                    Some(Opcode::Load) => true,
                    Some(Opcode::Store) => row.position == 1,
                    _ => false,
                };
                if !is_accessed {
                    variables.remove(&row.operand);
                }
            }
        }
        let mut stored: FxHashMap<ValueId, Option<ValueId>> = FxHashMap::default();
        for row in &facts.store_instruction {
            if variables.contains(&row.address) {
                let value = stored.entry(row.address).or_insert(Some(row.value));
                *value = value.filter(|it| *it == row.value);
            }
        }
        Self { parameters: parameters.collect(), stored }
    }

    /// The parameter that an argument is.
    pub fn of_argument(&self, value: ValueId) -> Option<Parameter> {
        self.parameters.get(&value).copied()
    }

    /// The only value that a stack variable ever holds, if it is only stored to and loaded from.
    pub fn stored_in(&self, variable: ValueId) -> Option<ValueId> {
        *self.stored.get(&variable)?
    }

    /// The parameter that a value is, or that was stored in the stack variable from which the value is loaded.
    pub fn get(&self, view: &View, value: ValueId) -> Option<Parameter> {
        if let Some(parameter) = self.of_argument(value) {
            return Some(parameter);
        }
        let load = view.load_instruction.first(view.definition_of(value)?)?;
        let stored = self.stored_in(load.address)?;
        let is_alike = view.type_of(stored) == Some(load.r#type);
        self.of_argument(stored).filter(|_| is_alike)
    }
}

//! The instructions that constraints come from, as far as the constraints show it.

use facts_schema::view::View;
use facts_schema::{EntityId, FunctionId, InstructionId, ValueId};
use rustc_hash::FxHashSet;

use super::{Constraint, Owned};
use crate::{Analysis, Body, FunctionKind, Store, Variable, VariableOf};

/// Finds the instructions that constraints come from.
pub struct Origins<'o, 'a> {
    analysis: &'o Analysis<'a>,
    view: View<'a>,
}

impl<'o, 'a> Origins<'o, 'a> {
    /// Finds the origins of the constraints of this module.
    pub fn new(analysis: &'o Analysis<'a>) -> Self {
        Self { analysis, view: View::new(analysis.facts) }
    }

    /// The instruction that a constraint comes from. For a function without a body, it is the call.
    pub fn of(&self, owned: Owned) -> Option<InstructionId> {
        let constraints = &self.analysis.constraints;
        let body = match owned.owner {
            None => &constraints.module,
            Some(function) => {
                let info = constraints.functions.get(function.index())?;
                if info.kind != FunctionKind::Defined {
                    return owned.context.sites().find_map(|it| constraints.instruction_at(it));
                }
                &info.body
            }
        };
        let origins = InBody { origins: self, owner: owned.owner, body };
        match owned.constraint {
            Constraint::Address(row) => origins.computing(row.variable),
            Constraint::Assign(row) => origins.computing(row.to),
            Constraint::Shift(row) => origins.computing(row.to),
            Constraint::Load(row) => origins.computing(row.to),
            Constraint::Store(row) => origins.store(row),
            // Copies arguments passed by value at the start of the function.
            Constraint::Transfer(_) => None,
            Constraint::Call(row) => constraints.instruction_at(row.site),
            Constraint::Argument(row) => constraints.instruction_at(row.site),
            Constraint::VariableArguments(row) => constraints.instruction_at(row.site),
            Constraint::CallResult(row) => constraints.instruction_at(row.site),
        }
    }
}

/// The origins of the constraints of a body.
struct InBody<'b, 'o, 'a> {
    origins: &'b Origins<'o, 'a>,
    owner: Option<FunctionId>,
    body: &'b Body,
}

impl InBody<'_, '_, '_> {
    fn of(&self, variable: Variable) -> Option<VariableOf> {
        self.origins.analysis.constraints.variables.get(variable.0 as usize).map(|info| info.of)
    }

    /// The instruction that computes a variable, perhaps as a step on the way to its result.
    fn computing(&self, variable: Variable) -> Option<InstructionId> {
        let mut seen = FxHashSet::default();
        let mut open = vec![variable];
        while let Some(variable) = open.pop() {
            if !seen.insert(variable) {
                continue;
            }
            match self.of(variable) {
                Some(VariableOf::Value { value, .. } | VariableOf::Along { value, .. }) => {
                    if let Some(instruction) = self.origins.view.definition_of(value) {
                        return Some(instruction);
                    }
                }
                Some(VariableOf::Temporary) => {
                    open.extend(self.uses(variable));
                    let mut stores = self.body.stores.iter().filter(|row| row.from == variable);
                    if let Some(instruction) = stores.find_map(|row| self.store(*row)) {
                        return Some(instruction);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The variables that are computed from a variable in its body.
    fn uses(&self, variable: Variable) -> impl Iterator<Item = Variable> + '_ {
        let assigns = self.body.assigns.iter().filter(move |row| row.from == variable);
        let shifts = self.body.shifts.iter().filter(move |row| row.from == variable);
        let loads = self.body.loads.iter().filter(move |row| row.address == variable);
        let assigned = assigns.map(|row| row.to);
        assigned.chain(shifts.map(|row| row.to)).chain(loads.map(|row| row.to))
    }

    /// The instruction that stores one variable at the target of the other.
    fn store(&self, store: Store) -> Option<InstructionId> {
        let facts = self.origins.analysis.facts;
        let address = self.value(store.address)?;
        let stored = match self.of(store.from)? {
            VariableOf::Value { value, .. } | VariableOf::Along { value, .. } => Some(value),
            // Only the result of an `atomicrmw` operation is stored without being a value.
            VariableOf::Temporary => None,
            _ => return None,
        };
        let stores = facts.store_instruction.iter();
        let stores = stores.map(|row| (row.instruction, row.address, row.value));
        let exchanges = facts.cmpxchg_instruction.iter();
        let exchanges = exchanges.map(|row| (row.instruction, row.address, row.replacement));
        let updates = facts.atomicrmw_instruction.iter();
        let mut updates = updates.map(|row| (row.instruction, row.address, row.value));
        let function_of = |instruction: InstructionId| {
            facts.instruction.get(instruction.index()).map(|row| row.function)
        };
        let is_here = |instruction| function_of(instruction) == self.owner;
        let is_it = |(instruction, at, value): &(InstructionId, ValueId, ValueId)| {
            *at == address && stored.is_none_or(|it| it == *value) && is_here(*instruction)
        };
        let found = match stored {
            Some(_) => stores.chain(exchanges).chain(updates).find(is_it),
            None => updates.find(is_it),
        };
        found.map(|(instruction, ..)| instruction)
    }

    /// The value that a variable holds, or that it is an intermediate step of.
    fn value(&self, variable: Variable) -> Option<ValueId> {
        match self.of(variable)? {
            VariableOf::Value { value, .. } | VariableOf::Along { value, .. } => Some(value),
            VariableOf::Temporary => {
                let shift = self.body.shifts.iter().find(|row| row.to == variable)?;
                match self.of(shift.from)? {
                    VariableOf::Value { value, .. } | VariableOf::Along { value, .. } => {
                        Some(value)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

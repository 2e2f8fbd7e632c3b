//! The bodies of functions as templates, which are copied for each context: the variables that are solved for, and what
//! calls pass.

use facts_schema::FunctionId;
use rustc_hash::FxHashMap;

use super::substitution::Substitution;
use crate::passed::Passed;
use crate::{Constraints, Variable};

/// Constraints, prepared for solving them any number of times.
#[derive(Debug)]
pub struct Templates<'a> {
    constraints: &'a Constraints,
    substitution: Substitution,
    /// By variable: its position among its owner's variables that are solved for.
    positions: Vec<u32>,
    /// By owner: the number of its variables that are solved for.
    sizes: FxHashMap<Option<FunctionId>, u32>,
    /// By site.
    pub(super) passed: Vec<Passed>,
}

impl<'a> Templates<'a> {
    /// Prepares these constraints.
    pub fn of(constraints: &'a Constraints) -> Self {
        let substitution = Substitution::new(constraints);
        let mut sizes = FxHashMap::<Option<FunctionId>, u32>::default();
        let mut positions = vec![0; constraints.variables.len()];
        for (number, info) in (0..).zip(&constraints.variables) {
            if substitution.of(Variable(number)) == Some(Variable(number)) {
                let size = sizes.entry(info.owner).or_default();
                positions[number as usize] = *size;
                *size += 1;
            }
        }
        Self { constraints, substitution, positions, sizes, passed: constraints.passed() }
    }

    /// The constraints.
    pub fn constraints(&self) -> &'a Constraints {
        self.constraints
    }

    /// The variable that is solved for instead of this one, if it points anywhere.
    pub(super) fn representative(&self, variable: Variable) -> Option<Variable> {
        self.substitution.of(variable)
    }

    /// Whether the variable itself is solved for; other variables share the constraints of their representative.
    pub(super) fn is_solved_for(&self, variable: Variable) -> bool {
        self.representative(variable) == Some(variable)
    }

    /// The position of a variable among its owner's variables that are solved for.
    pub(super) fn position(&self, variable: Variable) -> u32 {
        self.positions[variable.0 as usize]
    }

    /// The number of the owner's variables that are solved for.
    pub(super) fn size(&self, owner: Option<FunctionId>) -> u32 {
        self.sizes.get(&owner).copied().unwrap_or_default()
    }
}

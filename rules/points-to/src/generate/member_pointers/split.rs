//! Pairs of a function and a distance whose parts are used apart from each other.
//!
//! Optimisers store, pass and select the parts one by one. A part that is stored or passed has the other part behind it.
//! A number without another one behind it is not a part: odd numbers are common.

use std::collections::BTreeSet;

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, Opcode, StoreInstruction, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{calls_declaration, is_function, is_moved, is_odd, is_wide};

/// The maximum number of phis and selects through which a part of a pair is followed.
const DEPTH: usize = 4;

/// The pairs whose parts are used apart from each other.
#[derive(Default)]
pub struct SplitPairs {
    /// The constants behind the address of a function.
    pub behind_functions: BTreeSet<i64>,
    /// The constants behind an odd number, which need not be a part of a pair.
    pub behind_odd: BTreeSet<i64>,
    /// The functions in which the distance behind the address of a function is not known.
    pub with_unknown: FxHashSet<FunctionId>,
    /// Whether the distance behind an odd number, or in a global variable, is not known.
    pub has_unknown: bool,
}

/// What is beside a part of a pair.
enum Beside {
    /// These distances.
    Distances(Vec<i64>),
    /// A number that is not known.
    Number,
    /// No number. The part is not one, or its distance is stored with other values: then it is zero.
    Nothing,
}

impl SplitPairs {
    /// The pairs of a module.
    pub fn of(view: &View) -> Self {
        let facts = view.facts();
        // A variable without an address of its own is split, too.
        let mut globals = facts.global_initializer.iter();
        let has_unknown = globals.any(|row| {
            let is_first = || view.name_of(row.global).ends_with(".0");
            is_function(view, row.initializer) || is_odd(view, row.initializer) && is_first()
        });
        let mut found = Self { has_unknown, ..Self::default() };
        let parts = Parts::of(view);
        for row in facts.instruction_operand.iter().filter(|row| is_moved(view, row.instruction)) {
            if is_function(view, row.operand) {
                match parts.beside(row.instruction, row.operand, DEPTH) {
                    Beside::Distances(distances) => found.behind_functions.extend(distances),
                    Beside::Number | Beside::Nothing => {
                        found.with_unknown.extend(view.function_of(row.instruction));
                    }
                }
            } else if is_odd(view, row.operand) {
                match parts.beside(row.instruction, row.operand, DEPTH) {
                    Beside::Distances(distances) => found.behind_odd.extend(distances),
                    Beside::Number => found.has_unknown = true,
                    Beside::Nothing => {}
                }
            }
        }
        found
    }
}

/// Where the parts of pairs are stored.
struct Parts<'v, 'f> {
    view: &'v View<'f>,
    /// By function, base and offset from it in bytes: the values that are stored.
    stored: FxHashMap<(FunctionId, ValueId, i64), Vec<ValueId>>,
}

impl<'v, 'f> Parts<'v, 'f> {
    fn of(view: &'v View<'f>) -> Self {
        let mut parts = Self { view, stored: FxHashMap::default() };
        for row in &view.facts().store_instruction {
            if let Some(target) = parts.target(row) {
                parts.stored.entry(target).or_default().push(row.value);
            }
        }
        parts
    }

    fn target(&self, row: &StoreInstruction) -> Option<(FunctionId, ValueId, i64)> {
        let (base, at) = self.view.base_with_offset(row.address)?;
        Some((self.view.function_of(row.instruction)?, base, at))
    }

    /// What is beside an operand of an instruction that stores it, passes it on or makes a pair of it.
    fn beside(&self, instruction: InstructionId, operand: ValueId, depth: usize) -> Beside {
        let view = self.view;
        match view.opcode_of(instruction) {
            Some(Opcode::Store) => {
                let row = view.store_instruction.first(instruction);
                let behind = row.and_then(|row| self.target(&row)).and_then(|target| {
                    let (function, base, at) = target;
                    let word = i64::from(view.types().pointer_size());
                    self.stored.get(&(function, base, at + word))
                });
                self.numbers(behind.into_iter().flatten().copied())
            }
            Some(Opcode::Call | Opcode::Invoke) => {
                if calls_declaration(view, instruction) {
                    return Beside::Nothing;
                }
                let arguments = view.call_argument.all(instruction).windows(2);
                let behind = arguments.filter(|pair| pair[0].argument == operand);
                self.numbers(behind.map(|pair| pair[1].argument))
            }
            Some(Opcode::InsertValue | Opcode::InsertElement) => Beside::Number,
            Some(Opcode::And)
                if view
                    .binary_instruction
                    .first(instruction)
                    .is_some_and(|row| view.signed(row.second_operand) == Some(1)) =>
            {
                Beside::Number
            }
            Some(Opcode::Phi | Opcode::Select) => match view.result_of(instruction) {
                Some(result) if depth > 0 => self.beside_uses(result, depth - 1),
                _ => Beside::Number,
            },
            _ => Beside::Nothing,
        }
    }

    /// What is beside a value where it is used.
    fn beside_uses(&self, value: ValueId, depth: usize) -> Beside {
        let mut all = Vec::new();
        let mut is_alone = false;
        for row in self.view.value_use().all(value) {
            match self.beside(row.instruction, value, depth) {
                Beside::Distances(distances) => all.extend(distances),
                Beside::Number => return Beside::Number,
                Beside::Nothing => is_alone |= is_moved(self.view, row.instruction),
            }
        }
        match (all.is_empty(), is_alone) {
            (true, _) => Beside::Nothing,
            (false, true) => Beside::Number,
            (false, false) => Beside::Distances(all),
        }
    }

    /// What these values are together, without those that are not as large as a pointer.
    fn numbers(&self, values: impl Iterator<Item = ValueId>) -> Beside {
        let mut wide = values.filter(|it| is_wide(self.view, *it)).peekable();
        if wide.peek().is_none() {
            return Beside::Nothing;
        }
        let constants = wide.map(|it| self.view.signed(it)?.try_into().ok());
        constants.collect::<Option<_>>().map_or(Beside::Number, Beside::Distances)
    }
}

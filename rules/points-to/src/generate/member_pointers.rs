//! Where calls through pointers to members of C++ move the object's address to.
//!
//! Such a pointer is a pair of a function and a distance, from an object to its base that has the function (Itanium C++
//! ABI, 2.3). The distance lies in memory, so that the object's address plus the distance could be anywhere. In a whole
//! program it is one of those in the pairs that the program makes. Where optimisers have taken pairs apart, it is also
//! one of the numbers that a function with such a function's address has, or a distance between a class and a base.

use std::collections::BTreeSet;

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, Opcode, ValueId, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::casts::distances_to_bases;

/// Numbers that are greater are no distances within an object.
const GREATEST: u64 = 1 << 16;

/// If there are more distances, they are not told apart.
const MOST_DISTANCES: usize = 64;

/// A conversion to a pointer to a member of another class adds a distance. No pointer is converted more often.
const MOST_CONVERSIONS: usize = 4;

/// The distances in pointers to members, and where they are added.
#[derive(Debug, Default)]
pub struct MemberPointers {
    distances: Vec<i64>,
    /// The values that are added to an address and come from a pointer to a member.
    added: FxHashSet<ValueId>,
}

impl MemberPointers {
    /// Of a whole program.
    pub fn of(view: &View) -> Self {
        let added = added(view);
        if added.is_empty() {
            return Self::default();
        }
        match distances(view) {
            Some(distances) => Self { distances: distances.into_iter().collect(), added },
            None => Self::default(),
        }
    }

    /// What `index` may be, if it is the distance in a pointer to a member.
    pub fn distances(&self, index: ValueId) -> Option<&[i64]> {
        self.added.contains(&index).then_some(self.distances.as_slice())
    }
}

/// The values that are added to the address of an object before its virtual table is read at a place that an odd
/// number says: whether it is odd tells virtual functions from others.
fn added(view: &View) -> FxHashSet<ValueId> {
    let facts = view.facts();
    let mut is_tested: FxHashSet<ValueId> = FxHashSet::default();
    let mut one_less: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    for row in &facts.binary_instruction {
        let number = view.signed(row.second_operand);
        match (row.opcode, number) {
            (Opcode::And, Some(1)) => {
                is_tested.insert(row.first_operand);
            }
            (Opcode::Sub, Some(1)) | (Opcode::Add, Some(-1)) => {
                if let Some(result) = view.result_of(row.instruction) {
                    one_less.insert(result, row.first_operand);
                }
            }
            _ => {}
        }
    }
    if is_tested.is_empty() {
        return FxHashSet::default();
    }
    let steps: Vec<ByteStep> = byte_steps(view).collect();
    let mut by_base: FxHashMap<ValueId, Vec<ByteStep>> = FxHashMap::default();
    for step in &steps {
        by_base.entry(step.base).or_default().push(*step);
    }
    let mut loaded: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
    for row in &facts.load_instruction {
        if let Some(result) = view.result_of(row.instruction) {
            loaded.entry(row.address).or_default().push(result);
        }
    }
    let from = |base: ValueId| by_base.get(&base).into_iter().flatten();
    let is_odd_place = |step: &ByteStep| match one_less.get(&step.index) {
        Some(number) => is_tested.contains(number),
        None => {
            is_tested.contains(&step.index)
                && from(step.result).any(|next| view.signed(next.index) == Some(-1))
        }
    };
    let reads_table = |step: &&ByteStep| {
        let tables = loaded.get(&step.result).into_iter().flatten();
        tables.flat_map(|table| from(*table)).any(is_odd_place)
    };
    steps.iter().filter(reads_table).map(|step| step.index).collect()
}

/// A `getelementptr` by a number of bytes.
#[derive(Clone, Copy)]
struct ByteStep {
    base: ValueId,
    index: ValueId,
    result: ValueId,
}

fn byte_steps(view: &View) -> impl Iterator<Item = ByteStep> {
    let facts = view.facts();
    let types = view.types();
    let rows = facts.getelementptr_instruction.iter();
    rows.filter(move |row| types.size(row.source_type) == Some(1)).filter_map(|row| {
        let index = view.getelementptr_index.first(row.instruction)?.index;
        let result = view.result_of(row.instruction)?;
        Some(ByteStep { base: row.base, index, result })
    })
}

/// The distances in all pointers to members that a program makes; none if one is not known.
fn distances(view: &View) -> Option<BTreeSet<i64>> {
    let facts = view.facts();
    let mut found = BTreeSet::from([0]);
    let mut in_pairs = FxHashSet::default();
    for row in &facts.value {
        if row.kind != ValueKind::ConstantStruct {
            continue;
        }
        let elements = view.constant_element.all(row.value);
        for pair in elements.windows(2) {
            if is_function(view, pair[0].element) || is_odd(view, pair[0].element) {
                in_pairs.insert(pair[0].element);
                match view.signed(pair[1].element) {
                    Some(number) => found.extend(i64::try_from(number)),
                    None if elements.len() == 2 && is_function(view, pair[0].element) => {
                        return None;
                    }
                    None => {}
                }
            }
        }
    }
    let functions = with_parts(view, &in_pairs);
    if !functions.is_empty() {
        found.extend(numbers_in(view, &functions));
        found.extend(distances_to_bases(view)?.into_iter().flat_map(|it| [it, -it]));
    }
    let conversions = conversions(view)?;
    for _ in 0..MOST_CONVERSIONS {
        let sums = found.iter().flat_map(|one| conversions.iter().map(move |other| one + other));
        let sums: Vec<i64> = sums.collect();
        found.extend(sums);
    }
    (found.len() <= MOST_DISTANCES).then_some(found)
}

/// Whether a constant is the address of a function as a number.
fn is_function(view: &View, constant: ValueId) -> bool {
    let row = view.constant_expression.first(constant);
    row.is_some_and(|row| row.opcode == Opcode::PtrToInt)
        && view
            .constant_operand
            .all(constant)
            .iter()
            .any(|row| view.as_function(row.operand).is_some())
}

fn is_odd(view: &View, constant: ValueId) -> bool {
    view.signed(constant).is_some_and(|number| number > 0 && number & 1 == 1)
}

/// The functions that have the number of a function's address by itself, outside of a pair.
fn with_parts(view: &View, in_pairs: &FxHashSet<ValueId>) -> FxHashSet<FunctionId> {
    let operands = view.facts().instruction_operand.iter();
    let is_part = |value: ValueId| is_function(view, value) && !in_pairs.contains(&value);
    operands
        .filter(|row| is_part(row.operand))
        .filter_map(|row| view.function_of(row.instruction))
        .collect()
}

/// The constants that these functions store, pass, choose or return.
fn numbers_in(view: &View, functions: &FxHashSet<FunctionId>) -> BTreeSet<i64> {
    let mut numbers = BTreeSet::new();
    for row in &view.facts().instruction_operand {
        let is_moved = |instruction: InstructionId| {
            matches!(
                view.opcode_of(instruction),
                Some(
                    Opcode::Store
                        | Opcode::Call
                        | Opcode::Invoke
                        | Opcode::Phi
                        | Opcode::Select
                        | Opcode::InsertValue
                        | Opcode::Ret
                )
            )
        };
        let Some(number) = view.signed(row.operand) else { continue };
        let is_inside = view.function_of(row.instruction).is_some_and(|it| functions.contains(&it));
        if number.unsigned_abs() < GREATEST.into() && is_inside && is_moved(row.instruction) {
            numbers.extend(i64::try_from(number));
        }
    }
    numbers
}

/// The distances that are added when a pointer to a member is converted; none if something else is made of one.
fn conversions(view: &View) -> Option<BTreeSet<i64>> {
    let facts = view.facts();
    let is_distance: FxHashSet<ValueId> = facts
        .extractvalue_instruction
        .iter()
        .filter(|row| is_second(view, row.instruction) && is_pair(view, row.aggregate))
        .filter_map(|row| view.result_of(row.instruction))
        .collect();
    let changed = facts.binary_instruction.iter();
    let changed = changed.filter(|row| is_distance.contains(&row.first_operand));
    let changed: FxHashMap<ValueId, Option<i64>> = changed
        .filter_map(|row| {
            let number = view.signed(row.second_operand).and_then(|it| i64::try_from(it).ok());
            let added = match row.opcode {
                Opcode::Add => number,
                Opcode::Sub => number.map(|it| -it),
                _ => None,
            };
            Some((view.result_of(row.instruction)?, added))
        })
        .collect();
    let pairs = facts.insertvalue_instruction.iter();
    let pairs =
        pairs.filter(|row| is_second(view, row.instruction) && is_pair(view, row.aggregate));
    pairs.filter_map(|row| changed.get(&row.value).copied()).collect()
}

/// Whether a value is of the type of pointers to member functions: two numbers of the size of an address.
fn is_pair(view: &View, value: ValueId) -> bool {
    let types = view.types();
    let bits = types.pointer_size() * 8;
    view.type_of(value).is_some_and(|r#type| {
        let fields: Vec<_> = types.fields(r#type).collect();
        fields.len() == 2 && fields.iter().all(|(field, _)| types.width(*field) == bits)
    })
}

/// Whether an instruction is about the second member of a structure.
fn is_second(view: &View, instruction: InstructionId) -> bool {
    let path = view.aggregate_index.all(instruction);
    path.len() == 1 && path[0].member_index == 1
}

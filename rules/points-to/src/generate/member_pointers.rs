//! Adjustments of the object's address in calls through C++ pointers to members.
//!
//! Such a pointer is a pair of a function and a distance, from an object to its base that has the function
//! (Itanium C++ ABI, 2.3). The distance is in memory, so the object's address plus the distance could be anywhere.
//! In a whole program it is one of the distances in the pairs that the program makes. Optimisers split pairs. If a
//! function stores both parts beside each other, this is a pair as well. Otherwise the distance may be one of the
//! integers in a function that uses such a function's address, or a distance between a class and a base.
//!
//! For a virtual function, the pair has an odd number instead: one more than the offset of the function in the
//! virtual table. In a whole program it is one of the odd numbers in the program.
//!
//! | module | what it is |
//! |---|---|
//! | `split` | Pairs whose parts are used apart from each other. |

mod split;

use std::collections::BTreeSet;
use std::sync::Arc;

use facts_schema::view::View;
use facts_schema::{
    FunctionId, InstructionId, InstructionOperand, Opcode, TypeId, ValueId, ValueKind,
};
use rustc_hash::{FxHashMap, FxHashSet};

use self::split::SplitPairs;
use super::casts::distances_to_bases;

/// Larger numbers are not distances within an object.
const GREATEST: u64 = 1 << 16;

/// If there are more distances, they are not distinguished.
const MAX_DISTANCES: usize = 64;

/// A conversion to a pointer to a member of another class adds a distance. This is the maximum number of
/// conversions of a pointer.
const MAX_CONVERSIONS: usize = 4;

/// The numbers in pointers to members that are added to addresses.
#[derive(Debug, Default)]
pub struct MemberPointers {
    /// The possible numbers for each value that is added to an address and comes from a pointer to a member.
    numbers: FxHashMap<ValueId, Arc<[i64]>>,
}

impl MemberPointers {
    /// The numbers of a whole program.
    pub fn of(view: &View) -> Self {
        let Added { to_objects, to_tables, behind_tables } = Added::of(view);
        let mut numbers = FxHashMap::default();
        let mut may_be = |values: FxHashSet<ValueId>, list: Vec<i64>| {
            let list: Arc<[i64]> = list.into();
            numbers.extend(values.into_iter().map(|it| (it, Arc::clone(&list))));
        };
        if !to_objects.is_empty()
            && let Some(distances) = distances(view)
        {
            may_be(to_objects, distances.into_iter().collect());
        }
        if (!to_tables.is_empty() || !behind_tables.is_empty())
            && let Some(odd) = odd_numbers(view)
        {
            may_be(to_tables, odd.iter().map(|it| it - 1).collect());
            may_be(behind_tables, odd.into_iter().collect());
        }
        Self { numbers }
    }

    /// The possible numbers of `index`, if it comes from a pointer to a member.
    pub fn numbers(&self, index: ValueId) -> Option<&[i64]> {
        self.numbers.get(&index).map(|it| &**it)
    }
}

/// The values that are added to addresses in calls through pointers to members.
#[derive(Default)]
struct Added {
    /// Values added to the address of an object before its virtual table is read at an offset that an odd number
    /// gives. The lowest bit distinguishes virtual functions from others.
    to_objects: FxHashSet<ValueId>,
    /// Values added to the address of the table: the odd number minus one.
    to_tables: FxHashSet<ValueId>,
    /// Values added to the address of the table: the odd number, before one is subtracted.
    behind_tables: FxHashSet<ValueId>,
}

impl Added {
    fn of(view: &View) -> Self {
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
            return Self::default();
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
        let is_less =
            |step: &ByteStep| one_less.get(&step.index).is_some_and(|it| is_tested.contains(it));
        let is_odd = |step: &ByteStep| {
            is_tested.contains(&step.index)
                && from(step.result).any(|next| view.signed(next.index) == Some(-1))
        };
        let mut found = Self::default();
        for step in &steps {
            let tables = loaded.get(&step.result).into_iter().flatten();
            if tables.flat_map(|table| from(*table)).any(|it| is_less(it) || is_odd(it)) {
                found.to_objects.insert(step.index);
            }
            // If the base was not loaded, the number is not evidence of a pointer to a member.
            let definition = view.definition_of(step.base);
            if definition.and_then(|it| view.opcode_of(it)) != Some(Opcode::Load) {
                continue;
            }
            if is_less(step) {
                found.to_tables.insert(step.index);
            } else if is_odd(step) {
                found.behind_tables.insert(step.index);
            }
        }
        found
    }
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

/// The odd numbers that may represent a virtual function; none if there are too many.
fn odd_numbers(view: &View) -> Option<BTreeSet<i64>> {
    let facts = view.facts();
    // Compilers write the whole pair as one constant. Optimisers split it, or make a vector or an array of it.
    let may_be_pair = |it| {
        view.kind_of(it) != Some(ValueKind::ConstantArray)
            || view.constant_element.all(it).len() == 2
    };
    let elements = facts.constant_element.iter().filter(|row| may_be_pair(row.constant));
    let elements = elements.map(|row| row.element);
    let initializers = facts.global_initializer.iter().map(|row| row.initializer);
    let may_be_part = |it| {
        is_moved(view, it)
            && view.function_of(it).is_some_and(|it| !view.has_attribute(it, "optnone"))
    };
    let operands = facts.instruction_operand.iter();
    let operands = operands.filter(|row| is_odd(view, row.operand) && may_be_part(row.instruction));
    let values = elements.chain(initializers).filter(|it| is_odd(view, *it));
    let values = values.chain(operands.map(|row| row.operand));
    let found: BTreeSet<i64> = values.filter_map(|it| view.signed(it)?.try_into().ok()).collect();
    (found.len() <= MAX_DISTANCES).then_some(found)
}

/// Whether an instruction passes its operands on unchanged, to be used elsewhere.
fn is_moved(view: &View, instruction: InstructionId) -> bool {
    matches!(
        view.opcode_of(instruction),
        Some(
            Opcode::Store
                | Opcode::Call
                | Opcode::Invoke
                | Opcode::Phi
                | Opcode::Select
                | Opcode::InsertValue
                | Opcode::InsertElement
                | Opcode::Ret
        )
    )
}

/// The distances in all pointers to members that a program makes; none if a distance is unknown.
fn distances(view: &View) -> Option<BTreeSet<i64>> {
    let facts = view.facts();
    let mut found = BTreeSet::from([0]);
    for row in facts.value.iter().filter(|row| may_have_pairs(view, row.value)) {
        let elements = view.constant_element.all(row.value);
        for pair in elements.windows(2) {
            if is_function(view, pair[0].element) || is_odd(view, pair[0].element) {
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
    let to_bases = distances_to_bases(view)?;
    let split = SplitPairs::of(view);
    found.extend(split.behind_functions);
    found.extend(split.behind_odd.intersection(&to_bases));
    if !split.with_unknown.is_empty() {
        found.extend(numbers_in(view, &split.with_unknown));
    }
    if split.has_unknown || !split.with_unknown.is_empty() {
        found.extend(to_bases.iter().flat_map(|it| [*it, -it]));
    }
    let conversions = conversions(view)?;
    for _ in 0..MAX_CONVERSIONS {
        let sums = found.iter().flat_map(|one| conversions.iter().map(move |other| one + other));
        let sums: Vec<i64> = sums.collect();
        found.extend(sums);
    }
    (found.len() <= MAX_DISTANCES).then_some(found)
}

/// Whether a constant may have pairs of a function and a distance. Optimisers make vectors and arrays of them.
fn may_have_pairs(view: &View, constant: ValueId) -> bool {
    match view.kind_of(constant) {
        Some(ValueKind::ConstantStruct) => true,
        Some(ValueKind::ConstantArray | ValueKind::ConstantVector | ValueKind::DataVector) => {
            view.constant_element.all(constant).len() == 2
        }
        _ => false,
    }
}

/// Whether an instruction calls a function that has no body in the module.
fn calls_declaration(view: &View, instruction: InstructionId) -> bool {
    let callee = view.call_instruction.first(instruction).map(|it| it.callee);
    callee.and_then(|it| view.as_function(it)).is_some_and(|it| !view.has_body(it))
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

/// Whether a constant may represent a virtual function: one more than the offset of an entry.
fn is_odd(view: &View, constant: ValueId) -> bool {
    let width = i128::from(view.types().pointer_size()).max(1);
    let is_behind_entry = |number| number > 0 && number < GREATEST.into() && number % width == 1;
    is_wide(view, constant) && view.signed(constant).is_some_and(is_behind_entry)
}

/// Whether a constant is as large as a pointer.
fn is_wide(view: &View, constant: ValueId) -> bool {
    view.type_of(constant).is_some_and(|it| is_wide_type(view, it))
}

fn is_wide_type(view: &View, r#type: TypeId) -> bool {
    let types = view.types();
    types.width(r#type) == types.pointer_size() * 8
}

/// The constants that these functions store or pass after a possible function, select or return.
fn numbers_in(view: &View, functions: &FxHashSet<FunctionId>) -> BTreeSet<i64> {
    let is_inside =
        |it: InstructionId| view.function_of(it).is_some_and(|it| functions.contains(&it));
    let may_be_function = |it| is_wide(view, it) && view.signed(it).is_none();
    let word = i64::from(view.types().pointer_size());
    let stores = view.facts().store_instruction.iter();
    let stores = stores.filter(|row| is_inside(row.instruction));
    let targets = stores.clone().filter_map(|row| view.base_with_offset(row.address));
    let targets: FxHashSet<(ValueId, i64)> = targets.collect();
    // If the second number of a pair is not stored beside the first, it may be stored anywhere.
    let is_alone = |(base, at)| !targets.contains(&(base, at + word));
    let alone = stores.clone().filter(|row| is_function(view, row.value));
    let alone = alone.filter(|row| view.base_with_offset(row.address).is_none_or(is_alone));
    let with_some_alone: FxHashSet<FunctionId> =
        alone.filter_map(|row| view.function_of(row.instruction)).collect();
    let before = stores.filter(|row| may_be_function(row.value));
    let before: FxHashSet<(ValueId, i64)> =
        before.filter_map(|row| view.base_with_offset(row.address)).collect();
    let is_behind = |row: &InstructionOperand| match view.opcode_of(row.instruction) {
        Some(Opcode::Store) => {
            let address = view.store_instruction.first(row.instruction).map(|it| it.address);
            let target = address.and_then(|it| view.base_with_offset(it));
            let function = view.function_of(row.instruction);
            function.is_none_or(|it| with_some_alone.contains(&it))
                || target.is_none_or(|(base, at)| before.contains(&(base, at - word)))
        }
        Some(Opcode::Call | Opcode::Invoke) => {
            let arguments = view.call_argument.all(row.instruction);
            !calls_declaration(view, row.instruction)
                && arguments.windows(2).any(|pair| {
                    pair[1].argument == row.operand && may_be_function(pair[0].argument)
                })
        }
        _ => true,
    };
    let mut numbers = BTreeSet::new();
    for row in &view.facts().instruction_operand {
        let Some(number) = view.signed(row.operand) else { continue };
        if number.unsigned_abs() < GREATEST.into()
            && is_inside(row.instruction)
            && is_wide(view, row.operand)
            && is_moved(view, row.instruction)
            && is_behind(row)
        {
            numbers.extend(i64::try_from(number));
        }
    }
    numbers
}

/// The distances added by conversions of pointers to members; none if pointers to members are also used in other
/// computations.
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

/// Whether a value has the type of pointers to member functions: two integers of the size of an address.
fn is_pair(view: &View, value: ValueId) -> bool {
    view.type_of(value).is_some_and(|r#type| {
        let fields: Vec<_> = view.types().fields(r#type).collect();
        fields.len() == 2 && fields.iter().all(|(field, _)| is_wide_type(view, *field))
    })
}

/// Whether an instruction accesses the second member of a structure.
fn is_second(view: &View, instruction: InstructionId) -> bool {
    let path = view.aggregate_index.all(instruction);
    path.len() == 1 && path[0].member_index == 1
}

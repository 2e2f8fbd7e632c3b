//! What globals and other constants point to, and what lies in global variables from the start.
//!
//! **Scope: module**, on the constants in which there is an address.

use facts_schema::{GlobalFlag, Linkage, Opcode, ValueId, ValueKind};
use rules::bridge::input_from;
use rustc_hash::FxHashSet;

use super::moves::{Key, Moves};
use super::paths::{Indices, Paths};
use super::source::Source;
use super::values;
use program::{
    Alias, BlockAddress, Element, External, Function, IFunc, Initializer, Loaded, Part, Program,
    Shortened, Variable, Wraps,
};

/// Sections with tables of functions that the loader calls.
const LOADER_SECTIONS: &[&str] = &[
    ".init_array",
    ".fini_array",
    ".preinit_array",
    ".ctors",
    ".dtors",
    ".CRT$X",
    "__DATA,__mod_init_func",
    "__DATA,__mod_term_func",
];

/// Derives what constants point to, and what lies in global variables.
pub fn derive(source: &Source, moves: &mut Moves) {
    let facts = source.facts();
    let mut program = Program::new();
    program.extend(facts.function.iter().map(Function::from));
    program.extend(facts.alias.iter().map(Alias::from));
    program.extend(facts.ifunc.iter().map(IFunc::from));
    program.extend(facts.block_address.iter().map(BlockAddress::from));
    let wrappers = facts.dso_local_equivalent.iter().map(|row| Wraps(row.constant, row.global));
    program.extend(wrappers);
    program.extend(facts.no_cfi.iter().map(|row| Wraps(row.constant, row.global)));
    program.extend(facts.ptrauth.iter().map(|row| Wraps(row.constant, row.pointer)));
    program.extend(facts.global_variable.iter().map(Variable::from));
    program.extend(external(source).map(External));
    let is_loaded = |section: &str| LOADER_SECTIONS.iter().any(|it| section.starts_with(it));
    let sections = facts.global_section.iter();
    let loaded = sections.filter(|row| is_loaded(source.view.text(row.section)));
    program.extend(loaded.map(|row| Loaded(row.global)));

    let mut leaves = FxHashSet::default();
    let mut met = |source: &Source, value: ValueId| {
        let is_aggregate = is_aggregate(source, value);
        if !is_aggregate && source.holds(value) {
            leaves.insert(value);
        }
        is_aggregate || source.holds(value)
    };
    // The tables of constructors and what is marked as used are for the linker only.
    let is_appending = |global| {
        source.view.global.first(global).is_some_and(|row| row.linkage == Linkage::Appending)
    };
    for row in facts.global_initializer.iter().filter(|row| !is_appending(row.global)) {
        if met(source, row.initializer) {
            program.extend([Initializer::from(row)]);
        }
    }
    for row in &facts.constant_element {
        if met(source, row.element)
            && let Some(r#type) = source.view.type_of(row.constant)
            && let Some((_, offset)) = source.view.types().member(r#type, row.position)
            && let Ok(offset) = u32::try_from(offset)
        {
            program.extend([Element(row.constant, offset, row.element)]);
        }
    }
    program.extend(shortened(source).map(Shortened));
    for value in leaves {
        let offsets = source.parts(value).offsets.iter();
        program.extend(offsets.map(|part| Part(value, *part)));
    }

    let (addresses, assigns, stores, shifts, loads) = program.run();
    let addresses = addresses.into_iter();
    moves
        .addresses
        .extend(addresses.map(|program::Address(to, object)| super::moves::Address(to, object)));
    moves.assigns.extend(
        assigns.into_iter().map(|program::Assign(to, from)| super::moves::Assign(to, from)),
    );
    let stores = stores.into_iter();
    moves.stores.extend(
        stores.map(|program::Store(address, at, from)| super::moves::Store(address, at, from)),
    );
    let shifts = shifts.into_iter();
    moves
        .shifts
        .extend(shifts.map(|program::Shift(to, from, step)| super::moves::Shift(to, from, step)));
    let loads = loads.into_iter();
    moves.loads.extend(loads.map(|program::Load(to, address)| super::moves::Load(to, address, 0)));
}

fn is_aggregate(source: &Source, value: ValueId) -> bool {
    matches!(
        source.view.kind_of(value),
        Some(ValueKind::ConstantArray | ValueKind::ConstantStruct | ValueKind::ConstantVector)
    )
}

/// The global variables that other files write to, or that are only declared.
fn external(source: &Source) -> impl Iterator<Item = ValueId> {
    let view = &source.view;
    let is_external = |row: &&facts_schema::Global| {
        view.global_initializer.first(row.global).is_none()
            || view.has_flag(row.global, GlobalFlag::ExternallyInitialized)
            || (row.linkage == Linkage::AvailableExternally
                && !view.has_flag(row.global, GlobalFlag::Constant))
    };
    let is_variable = |value| view.kind_of(value) == Some(ValueKind::GlobalVariable);
    let variables = source.facts().global.iter().filter(move |row| is_variable(row.global));
    variables.filter(is_external).map(|row| row.global)
}

/// What constants of fewer bits than a pointer are made from: tables of offsets consist of such.
fn shortened(source: &Source) -> impl Iterator<Item = ValueId> {
    let expressions = source.facts().constant_expression.iter();
    let shorter = expressions
        .filter(|row| row.opcode == Opcode::Trunc && !source.holds(row.constant))
        .flat_map(|row| source.view.constant_operand.all(row.constant));
    shorter.map(|row| row.operand).filter(|operand| source.holds(*operand))
}

/// The rows of constant expressions, and of constant aggregates and vectors that are used.
pub fn constants(
    source: &Source,
    used: impl Iterator<Item = ValueId>,
    paths: &mut Paths,
    indices: &Indices,
) -> values::Rows {
    let facts = source.facts();
    let mut rows = values::Rows::default();
    let view = &source.view;
    let mut used: Vec<_> = used.collect();
    for row in facts.constant_expression.iter().filter(|row| source.holds(row.constant)) {
        let result = row.constant;
        let operands: Vec<_> =
            view.constant_operand.all(result).iter().map(|row| row.operand).collect();
        used.extend(operands.iter().copied());
        let lane = |paths: &mut Paths, vector, index| {
            let path = [Some(0), Some(indices.constant(index)?)];
            Some(paths.number(source.view.type_of(vector)?, &path))
        };
        match (row.opcode, &operands[..]) {
            (Opcode::GetElementPtr, [base, steps @ ..]) => {
                let Some(row) = view.constant_getelementptr.first(result) else { continue };
                let steps: Vec<_> = steps.iter().map(|it| indices.constant(*it)).collect();
                let path = paths.number(row.source_type, &steps);
                rows.address(source, result, *base, path);
            }
            (Opcode::ExtractElement, &[vector, index]) => {
                let path = lane(paths, vector, index);
                rows.extract(source, result, vector, path);
            }
            (Opcode::InsertElement, &[vector, element, index]) => {
                let path = lane(paths, vector, index);
                rows.insert(source, result, vector, element, path);
            }
            (Opcode::ShuffleVector, &[first, second]) => {
                let mask = view
                    .constant_shuffle_mask
                    .all(result)
                    .iter()
                    .map(|row| (row.position, row.element_index));
                rows.shuffle(source, result, [first, second], mask);
            }
            (Opcode::Select, &[_, one, other]) => {
                rows.copy(source, result, one);
                rows.copy(source, result, other);
            }
            (opcode, &[operand]) => rows.convert(source, result, opcode, operand),
            (opcode, &[first, second]) => rows.compute(source, result, opcode, [first, second]),
            _ => {}
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(constant) = used.pop() {
        if !is_aggregate(source, constant) || !seen.insert(constant) {
            continue;
        }
        for row in view.constant_element.all(constant) {
            rows.member(source, constant, row.position, row.element);
            used.push(row.element);
        }
    }
    rows
}

/// The constant aggregates and vectors among what pointers come from.
pub fn used_constants(source: &Source, moves: &Moves) -> Vec<ValueId> {
    let assigns = moves.assigns.iter().map(|row| row.1);
    let shifts = moves.shifts.iter().map(|row| row.1);
    let stores = moves.stores.iter().map(|row| row.2);
    let arguments = moves.arguments.iter().map(|row| row.3);
    let keys = assigns.chain(shifts).chain(stores).chain(arguments);
    let values = keys.filter_map(|key| match key {
        Key::Value(value, _) if is_aggregate(source, value) => Some(value),
        _ => None,
    });
    values.collect()
}

mod program {
    use facts_schema::{FunctionId, ValueId};
    use rules_macros::datalog;

    use super::super::moves::{Key, Purpose};
    use crate::constraints::Origin;
    use crate::place::Step;

    datalog! { rows;
        @input
        /// `function`, as a value, is `value`.
        struct Function(FunctionId, ValueId);

        @input
        /// `variable` is a global variable.
        struct Variable(ValueId);

        @input
        /// What is in the global `variable` at first, or at any time, is decided in another file.
        struct External(ValueId);

        @input
        /// The functions in the global variable `table` are called by the loader.
        struct Loaded(ValueId);

        @input
        /// `alias` is another name for `aliasee`.
        struct Alias(ValueId, ValueId);

        @input
        /// `ifunc` is what `resolver` returns.
        struct IFunc(ValueId, ValueId);

        @input
        /// `constant` is the address of a block.
        struct BlockAddress(ValueId);

        @input
        /// `constant` is the address of `global` in another guise.
        struct Wraps(ValueId, ValueId);

        @input
        /// Some constant consists of low bits of `address`.
        struct Shortened(ValueId);

        @input
        /// `variable` starts out as `initializer`.
        struct Initializer(ValueId, ValueId);

        @input
        /// `element` lies in `constant` at byte `offset`.
        struct Element(ValueId, u32, ValueId);

        @input
        /// Byte `part` and following of `value`, which has no elements, can hold a pointer.
        struct Part(ValueId, u32);

        @output
        struct Address(Key, Origin);

        @output
        struct Assign(Key, Key);

        @output
        struct Store(Key, u32, Key);

        @output
        struct Shift(Key, Key, Step);

        @output
        struct Load(Key, Key);

        // Functions, global variables and blocks have addresses.
        Address(Key::Value(value, 0), Origin::Function(function)) <- Function(function, value);

        Address(Key::Value(variable, 0), Origin::Global(variable)) <- Variable(variable);

        Address(Key::Value(constant, 0), Origin::Block(constant)) <- BlockAddress(constant);

        // Another name is the same address.
        Assign(Key::Value(alias, 0), Key::Value(aliasee, 0)) <- Alias(alias, aliasee);

        Assign(Key::Value(constant, 0), Key::Value(global, 0)) <- Wraps(constant, global);

        // An ifunc is the function that its resolver returns.
        Assign(Key::Value(ifunc, 0), Key::Return(function, 0)) <-
            IFunc(ifunc, resolver),
            Function(function, resolver);

        // `Lies(variable, offset, constant)`: `constant` lies in `variable` at byte `offset`.
        struct Lies(ValueId, u32, ValueId);

        Lies(variable, 0, initializer) <- Initializer(variable, initializer);

        Lies(variable, offset.saturating_add(start), element) <-
            Lies(variable, offset, constant),
            Element(constant, start, element);

        // What an initializer is made of lies in the variable.
        Store(Key::Value(variable, 0), offset.saturating_add(part), Key::Value(constant, part)) <-
            Lies(variable, offset, constant),
            Part(constant, part);

        // What another file decides about is known to external code, and holds what that has.
        Assign(Key::Captured, Key::Value(variable, 0)) <- External(variable);

        Shift(inside(variable), Key::Value(variable, 0), Step::Anywhere) <- External(variable);

        Store(inside(variable), 0, Key::External) <- External(variable);

        // Nobody follows half an address; what it is the address of may come back from anywhere.
        Assign(Key::Captured, Key::Value(address, 0)) <- Shortened(address);

        // The loader calls what is in its tables.
        Shift(inside(table), Key::Value(table, 0), Step::Anywhere) <- Loaded(table);

        Load(content(table), inside(table)) <- Loaded(table);

        Assign(Key::Captured, content(table)) <- Loaded(table);
    }

    fn inside(variable: ValueId) -> Key {
        Key::Step(Purpose::Somewhere, variable.0, 0, 0)
    }

    fn content(variable: ValueId) -> Key {
        Key::Step(Purpose::Content, variable.0, 0, 0)
    }
}

input_from! { Function(function, value) from Function }
input_from! { Variable(global) from GlobalVariable }
input_from! { Alias(alias, aliasee) from Alias }
input_from! { IFunc(ifunc, resolver) from IFunc }
input_from! { BlockAddress(constant) from BlockAddress }
input_from! { Initializer(global, initializer) from GlobalInitializer }

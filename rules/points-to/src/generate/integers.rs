//! Results of integer arithmetic that are not pointers.
//!
//! The C++ standard library subtracts pointers to count elements or bytes: nothing in it represents a pointer by its
//! distance from another, except for a class of libstdc++.
//!
//! In Rust, an integer has no provenance: a pointer that is made from it does not access memory, unless it is made by a
//! cast, for an address that has been exposed. So if the code of a Rust program has no such casts, no result of arithmetic
//! is a pointer. Other integers may be: compilers copy pointers as integers.
//!
//! In LLVM's IR, casts are `inttoptr`, but this instruction also makes the dangling pointers of Rust's own crates. These
//! crates do not cast integers, apart from the functions that do it for others.

use facts_schema::debug_info::Field;
use facts_schema::view::View;
use facts_schema::{ConversionInstruction, InstructionId, Opcode, ValueId};

use crate::libraries::{is_standard, is_standard_subprogram};

/// A part of the names of the functions of Rust's own crates that cast an integer to a pointer.
const CASTING: &str = "exposed";

/// The class of libstdc++ that represents pointers by distances.
const RELATIVE_POINTER: &str = "_Relative_pointer_impl";

/// The results that are not pointers.
pub fn numbers(view: &View) -> Vec<ValueId> {
    let mut numbers = numbers_of_rust(view);
    numbers.extend(distances(view));
    numbers
}

/// The differences of two pointers in the C++ standard library.
fn distances(view: &View) -> impl Iterator<Item = ValueId> {
    let is_pointer = |value: ValueId| {
        let definition = view.definition_of(value).and_then(|it| view.opcode_of(it));
        matches!(definition, Some(Opcode::PtrToInt | Opcode::PtrToAddr))
    };
    let rows = view.facts().binary_instruction.iter();
    let differences = rows.filter(move |row| {
        row.opcode == Opcode::Sub && is_pointer(row.first_operand) && is_pointer(row.second_operand)
    });
    let counts = differences.filter(|row| {
        name_of_standard(view, row.instruction).is_some_and(|it| !it.contains(RELATIVE_POINTER))
    });
    counts.filter_map(|row| view.result_of(row.instruction))
}

/// The results of arithmetic in a Rust program that does not cast integers to pointers.
fn numbers_of_rust(view: &View) -> Vec<ValueId> {
    if !view.is_from_rustc() || makes_pointers(view) {
        return Vec::new();
    }
    let rows = view.facts().binary_instruction.iter();
    let arithmetic = rows.filter(|row| is_arithmetic(row.opcode));
    arithmetic.filter_map(|row| view.result_of(row.instruction)).collect()
}

/// Whether the code of the program casts an unknown integer to a pointer.
fn makes_pointers(view: &View) -> bool {
    let rows = view.facts().conversion_instruction.iter();
    let mut casts = rows.filter(|row| row.opcode == Opcode::IntToPtr);
    casts.any(|row| view.signed(row.operand).is_none() && !is_of_rust(view, row))
}

/// Whether a conversion is part of a function of Rust's own crates that does not cast integers.
fn is_of_rust(view: &View, row: &ConversionInstruction) -> bool {
    name_of_standard(view, row.instruction).is_some_and(|it| !it.contains(CASTING))
}

/// The symbol of the function that an instruction was written in, possibly an inlined one, if it belongs to a standard
/// library. Without a symbol in debug information, its name.
fn name_of_standard(view: &View, instruction: InstructionId) -> Option<String> {
    let nodes = view.debug_nodes();
    let location = view.instruction_location.first(instruction);
    if let Some(subprogram) = location.and_then(|row| nodes.subprogram_at(row.location)) {
        let name = || match nodes.text(subprogram, Field::LinkageName) {
            symbol if symbol.is_empty() => nodes.text(subprogram, Field::Name),
            symbol => symbol,
        };
        return is_standard_subprogram(view, subprogram).then(name);
    }
    let function = view.function_of(instruction).and_then(|it| view.function.first(it))?;
    is_standard(view, function.value).then(|| view.name_of(function.value).to_owned())
}

fn is_arithmetic(opcode: Opcode) -> bool {
    matches!(
        opcode,
        Opcode::Add
            | Opcode::Sub
            | Opcode::Mul
            | Opcode::UDiv
            | Opcode::SDiv
            | Opcode::URem
            | Opcode::SRem
    )
}

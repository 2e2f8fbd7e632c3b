//! Results of integer arithmetic that are not pointers.
//!
//! In Rust, an integer has no provenance: a pointer that is made from it does not access memory, unless it is made by a
//! cast, for an address that has been exposed. So if the code of a Rust program has no such casts, no result of arithmetic
//! is a pointer. Other integers may be: compilers copy pointers as integers.
//!
//! In LLVM's IR, casts are `inttoptr`, but this instruction also makes the dangling pointers of Rust's own crates. These
//! crates do not cast integers, apart from the functions that do it for others.

use facts_schema::debug_info::Field;
use facts_schema::view::View;
use facts_schema::{ConversionInstruction, Opcode, ValueId};

use crate::libraries::{is_standard, is_standard_subprogram};

/// A part of the names of the functions of Rust's own crates that cast an integer to a pointer.
const CASTING: &str = "exposed";

/// The results that are not pointers.
pub fn numbers(view: &View) -> Vec<ValueId> {
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

/// Whether a conversion is part of a function of Rust's own crates that does not cast integers, possibly inlined.
fn is_of_rust(view: &View, row: &ConversionInstruction) -> bool {
    let nodes = view.debug_nodes();
    let location = view.instruction_location.first(row.instruction);
    if let Some(subprogram) = location.and_then(|row| nodes.subprogram_at(row.location)) {
        return is_standard_subprogram(view, subprogram)
            && !nodes.text(subprogram, Field::Name).contains(CASTING);
    }
    let function = view.function_of(row.instruction).and_then(|it| view.function.first(it));
    function.is_some_and(|row| {
        is_standard(view, row.value) && !view.name_of(row.value).contains(CASTING)
    })
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

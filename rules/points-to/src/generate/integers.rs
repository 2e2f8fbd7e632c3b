//! Results of integer arithmetic that are not pointers.
//!
//! The C++ standard library subtracts pointers to count elements or bytes: nothing in it represents a pointer by its
//! distance from another, except for a class of libstdc++.
//!
//! In Rust, an integer has no provenance: a pointer that is made from it does not access memory, unless it is made by a
//! cast, for an address that has been exposed. So if the code of a Rust program has no such casts, no result of arithmetic
//! is a pointer. Other integers may be: compilers copy pointers as integers. If the program has casts, results of
//! arithmetic in its own code may be pointers, and those of core, which computes for others. The containers in alloc and
//! std still only compute sizes, indices and counts.
//!
//! In LLVM's IR, casts are `inttoptr`, but this instruction also makes the dangling pointers of Rust's own crates, and the
//! compiler adds it to copies. These crates do not cast integers, apart from the functions that do it for others. Neither
//! do the crates that std contains, apart from functions that compute the integer themselves.

use facts_schema::debug_info::Field;
use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, MetadataId, Opcode, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::libraries::{crate_of, is_standard, is_standard_subprogram, outermost_namespace};

/// A part of the names of the functions of Rust's own crates that cast an integer to a pointer.
const CASTING: &str = "exposed";

/// The crates that Rust's std contains besides its own.
const IN_STD: [&str; 8] =
    ["addr2line", "adler2", "gimli", "libc", "memchr", "miniz_oxide", "object", "rustc_demangle"];

/// The crates that only compute sizes, indices and counts of their own.
const CONTAINERS: [&str; 3] = ["alloc", "hashbrown", "std"];

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
        let code = Place::of(view, row.instruction).map(|it| it.code(view));
        code.is_some_and(|it| it.is_standard && !it.name.contains(RELATIVE_POINTER))
    });
    counts.filter_map(|row| view.result_of(row.instruction))
}

/// The results of arithmetic in a Rust program that it does not cast to pointers.
fn numbers_of_rust(view: &View) -> Vec<ValueId> {
    if !view.is_from_rustc() {
        return Vec::new();
    }
    let casts = Casts::of(view);
    let mut known = FxHashMap::default();
    let mut is_in_containers = |instruction: InstructionId| {
        Place::of(view, instruction).is_some_and(|place| {
            let find = || CONTAINERS.contains(&place.code(view).crate_name.as_str());
            *known.entry(place).or_insert_with(find)
        })
    };
    let mut is_number = |instruction: InstructionId| {
        let is_cast = view.function_of(instruction).is_some_and(|it| casts.functions.contains(&it));
        !is_cast && (!casts.has_others || is_in_containers(instruction))
    };
    let rows = view.facts().binary_instruction.iter();
    let arithmetic = rows.filter(|row| is_arithmetic(row.opcode) && is_number(row.instruction));
    arithmetic.filter_map(|row| view.result_of(row.instruction)).collect()
}

/// The casts of unknown integers to pointers, except for those in Rust's own crates.
#[derive(Default)]
struct Casts {
    /// The functions that cast an integer which they compute themselves.
    functions: FxHashSet<FunctionId>,
    /// Whether there are others.
    has_others: bool,
}

impl Casts {
    fn of(view: &View) -> Self {
        let rows = view.facts().conversion_instruction.iter();
        let rows =
            rows.filter(|row| row.opcode == Opcode::IntToPtr && view.signed(row.operand).is_none());
        let mut casts = Self::default();
        for row in rows {
            let code = Place::of(view, row.instruction).map(|it| it.code(view));
            match code {
                Some(code) if code.is_standard && !code.name.contains(CASTING) => {}
                Some(code) if IN_STD.contains(&code.crate_name.as_str()) => {
                    casts.functions.extend(view.function_of(row.instruction));
                }
                _ => casts.has_others = true,
            }
        }
        casts
    }
}

/// Where an instruction was written.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    /// In this subprogram, which may be inlined.
    Subprogram(MetadataId),
    /// In this function, without debug information.
    Function(ValueId),
}

impl Place {
    fn of(view: &View, instruction: InstructionId) -> Option<Self> {
        let location = view.instruction_location.first(instruction);
        let subprogram = location.and_then(|row| view.debug_nodes().subprogram_at(row.location));
        let function = || view.function_of(instruction).and_then(|it| view.function.first(it));
        subprogram.map(Self::Subprogram).or_else(|| Some(Self::Function(function()?.value)))
    }

    fn code(self, view: &View) -> Code {
        let nodes = view.debug_nodes();
        let (name, subprogram, is_standard) = match self {
            Self::Subprogram(subprogram) => {
                let name = match nodes.text(subprogram, Field::LinkageName) {
                    symbol if symbol.is_empty() => nodes.text(subprogram, Field::Name),
                    symbol => symbol,
                };
                (name, Some(subprogram), is_standard_subprogram(view, subprogram))
            }
            Self::Function(function) => {
                let name = view.name_of(function).to_owned();
                (name, nodes.attachment(function), is_standard(view, function))
            }
        };
        let namespace = subprogram.and_then(|it| outermost_namespace(view, it));
        let crate_name =
            namespace.or_else(|| crate_of(&name).map(str::to_owned)).unwrap_or_default();
        Code { name, is_standard, crate_name }
    }
}

/// The function that an instruction was written in.
struct Code {
    /// Its symbol. Without a symbol in debug information, its name.
    name: String,
    /// Whether it belongs to a standard library.
    is_standard: bool,
    /// In Rust, the crate of its source; empty if it is not known.
    crate_name: String,
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

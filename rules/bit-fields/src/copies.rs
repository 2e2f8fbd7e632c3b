//! The rules for copies of pointers.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, View};
use facts_schema::{FunctionId, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::places::{Address, destination};

/// The copies among the pointers of a module.
pub struct Copies {
    /// Pointers that are copied.
    pub copied: Vec<program::Copied>,
    /// Pointers that are stored in memory.
    pub transfers: Vec<program::Transfer>,
    /// Pointers into arrays.
    pub elements: Vec<program::Element>,
}

/// Runs the rules.
pub fn copies(view: &View) -> Copies {
    let (copied, transfers, elements) = program::run(Scope::module(view));
    Copies { copied, transfers, elements }
}

/// Whether a value is a pointer.
pub fn is_pointer(view: &View, value: ValueId) -> bool {
    let kind = view.type_of(value).and_then(|it| view.types().kind(it));
    kind == Some(TypeKind::Pointer)
}

/// The target of a pointer, if it has one: null, undef and poison are the same constants wherever a pointer has no
/// target.
fn target(view: &View, value: ValueId) -> Option<Address> {
    let kind = view.kind_of(value);
    let is_nowhere =
        matches!(kind, Some(ValueKind::NullPointer | ValueKind::Undef | ValueKind::Poison));
    (!is_nowhere && is_pointer(view, value)).then(|| destination(view, value))
}

datalog! { module;
    /// The types whose `getelementptr` leads to members or elements.
    const AGGREGATES(TypeKind) = [TypeKind::Struct, TypeKind::Array];

    @output
    /// `to` points `offset` bytes after the target of `from`.
    struct Copied(ValueId, ValueId, i64);

    Copied(from.root, to.root, from.offset.saturating_sub(to.offset)) <-
        phi_incoming { instruction, value },
        instruction_result { instruction, result },
        let Some(from) = target(module.whole(), value),
        let Some(to) = target(module.whole(), result);

    Copied(from.root, to.root, from.offset.saturating_sub(to.offset)) <-
        select_instruction { instruction, true_value, false_value },
        instruction_result { instruction, result },
        for value in [true_value, false_value],
        let Some(from) = target(module.whole(), value),
        let Some(to) = target(module.whole(), result);

    Copied(from.root, to.root, from.offset.saturating_sub(to.offset)) <-
        call_argument { instruction, position, argument },
        let Some(from) = target(module.whole(), argument),
        call_instruction { instruction, callee },
        value_function { value: callee, function },
        function_argument { function, position, value: parameter },
        let Some(to) = target(module.whole(), parameter);

    Copied(from.root, to.root, from.offset.saturating_sub(to.offset)) <-
        call_instruction { instruction, callee },
        instruction_result { instruction, result },
        let Some(to) = target(module.whole(), result),
        value_function { value: callee, function },
        Returned(function, from);

    /// `function` returns a pointer to a place.
    struct Returned(FunctionId, Address);

    Returned(function, place) <-
        return_value { instruction, value },
        let Some(place) = target(module.whole(), value),
        instruction { instruction, function };

    @output
    /// A load or store reads or writes a pointer at the first place; it leads to the second.
    struct Transfer(Address, Address);

    Transfer(destination(module.whole(), address), pointer) <-
        load_instruction { instruction, address },
        instruction_result { instruction, result },
        let Some(pointer) = target(module.whole(), result);

    Transfer(destination(module.whole(), address), pointer) <-
        store_instruction { value, address },
        let Some(pointer) = target(module.whole(), value);

    @output
    /// `pointer` points into an array, by a variable index; in the first element, to this place.
    struct Element(Address, ValueId);

    Element(Address { offset: base.offset.saturating_add(least), ..base }, pointer) <-
        getelementptr_instruction { instruction, source_type },
        type { type: source_type, kind },
        AGGREGATES(kind),
        instruction_result { instruction, result: pointer },
        let Some(step) = module.whole().step(pointer),
        (step.whole.is_none()),
        let Some(least) = step.least,
        let base = destination(module.whole(), step.base);
}

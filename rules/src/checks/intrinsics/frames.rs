//! Intrinsics that speak of the stack frame, of the function around the call, or of another
//! function's frame.
//!
//! **Scope: module.** All calls of these intrinsics, which are few, but for marks of lifetimes; of
//! those, only the ones that do not mark a local variable.

use facts_schema::{
    AllocaInstruction, EntityId, FunctionId, GlobalFlag, InstructionFlag, InstructionId, Opcode,
    TypeFlag, TypeKind, ValueId, ValueKind,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::pointers::{casts, definition};
use super::{Call as CallOf, Calls, feed, least_lanes, number, traits, value};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{Lanes, TypeTraits};
use crate::violation::Violation;
use program::{
    Argument, Broken, Call, Caller, Cast, Crepe, Definition, InEntry, Kind, Number, Returned, Slot,
    VScale, Variadic, WithCollector,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// `llvm.lifetime.start` and `llvm.lifetime.end` mark the lifetime of an `alloca`.
    ///
    /// The pointer is the result of the `alloca` itself, not one that was computed from it. It may
    /// also be `poison`, as passes leave it behind that removed the `alloca`.
    deny LIFETIME: "INT085" "lifetime-not-alloca" {
        message: "`{operand}` is no `alloca`, and has no lifetime that could be marked",
        reference: "LangRef, llvm.lifetime.start Intrinsic",
        sites: [],
    }

    /// The root that `llvm.gcroot` declares is an `alloca`.
    ///
    /// The collector finds the pointer in the stack frame.
    deny ROOT: "INT086" "gcroot-slot" {
        message: "the root `{operand}` is no `alloca`",
        reference: "LLVM, Garbage Collection with LLVM, llvm.gcroot",
        sites: [5580],
    }

    /// What `llvm.gcroot` tells of a root is a constant; of a root that is no pointer, it is not
    /// null.
    ///
    /// The collector gets it with the map of the frame, made when the program is compiled. Without
    /// it, only a pointer can be understood.
    deny ROOT_METADATA: "INT087" "gcroot-metadata" {
        message: "`{operand}` does not tell the collector what the root `{operand:0}` is",
        reference: "LLVM, Garbage Collection with LLVM, llvm.gcroot",
        sites: [5581, 5584],
    }

    /// Only a function with a garbage collector declares roots and uses barriers.
    ///
    /// It says by `gc "…"` which collector that is, and the collector says what becomes of them.
    deny COLLECTOR: "INT088" "collector-missing" {
        message: "{function} calls {callee}, and has no garbage collector",
        reference: "LLVM, Garbage Collection with LLVM",
        sites: [5591],
    }

    /// The function that a trampoline jumps to is known.
    ///
    /// `llvm.init.trampoline` gets the function itself, since the code depends on its parameters.
    deny TRAMPOLINE: "INT089" "trampoline-target" {
        message: "`{operand}` is no function",
        reference: "LangRef, llvm.init.trampoline Intrinsic",
        sites: [5595],
    }

    /// The slot of the stack protector is an `alloca`.
    ///
    /// `llvm.stackprotector` puts the guard into the frame that it protects.
    deny GUARD: "INT090" "stack-guard-slot" {
        message: "`{operand}` is no `alloca`",
        reference: "LangRef, llvm.stackprotector Intrinsic",
        sites: [5608],
    }

    /// A function makes its variables known to others at its entry.
    ///
    /// `llvm.localescape` is called in the entry block, after the variables have got their places.
    deny ESCAPE_PLACE: "INT091" "localescape-outside-entry" {
        message: "this call does not stand in the entry block of {function}",
        reference: "LangRef, llvm.localescape Intrinsic",
        sites: [5613],
    }

    /// A function makes its variables known to others once.
    ///
    /// The others refer to them by their numbers in the one call of `llvm.localescape`.
    deny ESCAPE_TWICE: "INT092" "localescape-twice" {
        message: "{function} calls `llvm.localescape` more than once",
        reference: "LangRef, llvm.localescape Intrinsic",
        sites: [5615],
    }

    /// What a function makes known to others has a fixed place in its frame.
    ///
    /// It is an `alloca` in the entry block with a constant number of elements, or null to leave a
    /// number out.
    deny ESCAPED: "INT093" "localescape-slot" {
        message: "`{operand}` has no fixed place in the frame of {function}",
        reference: "LangRef, llvm.localescape Intrinsic",
        sites: [5621],
    }

    /// `llvm.localrecover` names a function of the module.
    ///
    /// Where the variable lies in its frame is known when both functions are compiled together.
    deny RECOVERED_FROM: "INT094" "localrecover-function" {
        message: "`{operand}` is no function that the module defines",
        reference: "LangRef, llvm.localescape Intrinsic",
        sites: [5631],
    }

    /// `llvm.localrecover` names a variable that the function makes known.
    ///
    /// The number counts the arguments of its call of `llvm.localescape`.
    deny RECOVERED: "INT095" "localrecover-index" {
        message: "`{operand:0}` does not make known a variable number `{operand}`",
        reference: "LangRef, llvm.localescape Intrinsic",
        sites: [2674],
    }

    /// Only a function with variable arguments starts to read them.
    ///
    /// `llvm.va_start` finds the arguments behind those that the function's type lists.
    deny VARIABLE_ARGUMENTS: "INT096" "va-start-not-variadic" {
        message: "{function} has no variable arguments",
        reference: "LangRef, llvm.va_start Intrinsic",
        sites: [5881],
    }

    /// The offset of a splice lies within the vector.
    ///
    /// The result begins or ends so many lanes off in the two vectors that are joined. Of scalable
    /// vectors, the lanes count that are sure to be there after the function's `vscale_range`.
    deny SPLICE: "INT097" "splice-offset" {
        message: "the offset `{operand}` does not lie within `{operand:0.type}`",
        reference: "LangRef, llvm.vector.splice Intrinsics",
        sites: [6088],
    }
}

/// The names of intrinsics that the rules are about.
fn matters(name: &str) -> bool {
    is_lifetime(name)
        || needs_collector(name)
        || is_splice(name)
        || matches!(
            name,
            "llvm.init.trampoline"
                | "llvm.stackprotector"
                | "llvm.localescape"
                | "llvm.localrecover"
                | "llvm.va_start"
        )
}

fn is_lifetime(name: &str) -> bool {
    matches!(name, "llvm.lifetime.start" | "llvm.lifetime.end")
}

fn needs_collector(name: &str) -> bool {
    matches!(name, "llvm.gcroot" | "llvm.gcread" | "llvm.gcwrite")
}

fn is_splice(name: &str) -> bool {
    matches!(name, "llvm.vector.splice.left" | "llvm.vector.splice.right")
}

/// The largest offset of a splice in a vector with lanes, scalable ones times `vscale`.
fn largest_offset(name: &str, lanes: Lanes, vscale: u64) -> u128 {
    let factor = if matches!(lanes, Lanes::Scalable(_)) { vscale.max(1) } else { 1 };
    let lanes = least_lanes(lanes) * u128::from(factor);
    if name == "llvm.vector.splice.right" { lanes } else { lanes.saturating_sub(1) }
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(mut calls) = Calls::all(context, matters) else { return Vec::new() };
    calls.arguments.sort_by_key(|it| (it.instruction, it.position));
    leave_out_lifetimes_of_variables(context, &mut calls);
    if calls.calls.is_empty() {
        return Vec::new();
    }
    let facts = context.facts;
    let mut program = Crepe::new();
    feed!(program from calls: Call, Returned, Number);
    let arguments = calls.arguments.iter();
    program.extend(arguments.map(|it| Argument(it.instruction, it.position, it.value.value)));
    let pointers = || calls.arguments.iter().map(|it| it.value.value);
    let casts = casts(context, pointers());
    program.extend(casts.iter().map(|cast| Cast(cast.pointer, cast.origin)));
    let values = pointers().chain(casts.iter().map(|cast| cast.origin));
    program.extend(values.clone().filter_map(|it| Some(Kind(it, value(context, it)?.kind))));
    program.extend(values.filter_map(|it| slot(context, it)));
    program.extend(calls.calls.iter().filter_map(|it| caller(context, it.instruction)));
    program.extend(calls.calls.iter().filter_map(|it| in_entry(context, it.instruction)));
    let functions = facts.function.iter();
    let flag = |row: &facts_schema::GlobalFlagRow| row.flag == GlobalFlag::Declaration;
    let declared: FxHashSet<ValueId> =
        facts.global_flag.iter().filter(|row| flag(row)).map(|row| row.global).collect();
    let defined = functions.filter(|row| !declared.contains(&row.value));
    program.extend(defined.map(|row| Definition(row.value, row.function)));
    program.extend(facts.garbage_collector.iter().map(|row| WithCollector(row.function)));
    program.extend(variadic(context));
    program.extend(vscale_ranges(context));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// Nearly all marks of lifetimes mark those of variables.
fn leave_out_lifetimes_of_variables(context: &Context, calls: &mut Calls) {
    let arguments = std::mem::take(&mut calls.arguments);
    let is_fine = |call: &CallOf| {
        let first = arguments.partition_point(|it| it.instruction < call.instruction);
        is_lifetime(call.name)
            && arguments.get(first).is_some_and(|it| {
                definition(context, it.value.value).is_some_and(|it| it.1 == Opcode::Alloca)
            })
    };
    calls.calls.retain(|call| !is_fine(call));
    calls.arguments = arguments;
    let kept: FxHashSet<InstructionId> = calls.calls.iter().map(|call| call.instruction).collect();
    calls.arguments.retain(|it| kept.contains(&it.instruction));
    calls.numbers.retain(|it| kept.contains(&it.instruction));
}

fn caller(context: &Context, call: InstructionId) -> Option<Caller> {
    Some(Caller(call, context.facts.instruction.get(call.index())?.function))
}

fn in_entry(context: &Context, call: InstructionId) -> Option<InEntry> {
    let block = context.facts.instruction.get(call.index())?.block;
    (context.facts.block.get(block.index())?.position == 0).then_some(InEntry(call))
}

/// The value as an `alloca`, if it is one.
fn slot(context: &Context, value: ValueId) -> Option<Slot> {
    let (instruction, _) = definition(context, value)?;
    let rows = &context.facts.alloca_instruction;
    let row = rows.binary_search_by_key(&instruction, |row| row.instruction).ok()?;
    let AllocaInstruction { r#type, element_count, .. } = rows[row];
    let holds_pointer = traits(context, r#type)
        .is_some_and(|it| it.kind == TypeKind::Pointer && it.lanes == Lanes::Scalar);
    let is_constant = number(context, element_count).is_some();
    let mut flags = context.facts.instruction_flag.iter();
    let is_argument =
        flags.any(|it| it.instruction == instruction && it.flag == InstructionFlag::InAlloca);
    let is_static = in_entry(context, instruction).is_some() && is_constant && !is_argument;
    Some(Slot(value, holds_pointer, is_static))
}

fn variadic(context: &Context) -> impl Iterator<Item = Variadic> {
    let flags = context.facts.type_flag.iter().filter(|row| row.flag == TypeFlag::VarArg);
    let types: FxHashSet<_> = flags.map(|row| row.r#type).collect();
    let functions = context.facts.function.iter();
    functions
        .filter(move |row| types.contains(&row.function_type))
        .map(|row| Variadic(row.function))
}

/// The least number by which scalable vectors are longer than they look.
fn vscale_ranges(context: &Context) -> impl Iterator<Item = VScale> {
    let ranges = context.attributes_named("vscale_range");
    let numbers = context.facts.attribute_integer.iter();
    // The lower bound is in the upper half.
    let least: FxHashMap<_, u64> = numbers
        .filter(|row| ranges.contains(&row.attribute))
        .map(|row| (row.attribute, row.integer >> 32))
        .collect();
    let rows = context.facts.function_attribute.iter();
    rows.filter_map(move |row| Some(VScale(row.function, *least.get(&row.attribute)?)))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        /// The argument at `position` of `instruction` is `value`.
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct Returned(pub InstructionId, pub TypeTraits);

        @input
        pub struct Number(pub InstructionId, pub u32, pub i128, pub u128);

        @input
        /// `instruction` is in `function`.
        pub struct Caller(pub InstructionId, pub FunctionId);

        @input
        /// `instruction` is in the entry block.
        pub struct InEntry(pub InstructionId);

        @input
        pub struct Cast(pub ValueId, pub ValueId);

        @input
        pub struct Kind(pub ValueId, pub ValueKind);

        @input
        /// `value` is an `alloca`; whether of a pointer; whether with a fixed place in the frame.
        pub struct Slot(pub ValueId, pub bool, pub bool);

        @input
        /// The module defines `function`, as an operand `value`.
        pub struct Definition(pub ValueId, pub FunctionId);

        @input
        pub struct WithCollector(pub FunctionId);

        @input
        pub struct Variadic(pub FunctionId);

        @input
        /// In `function`, scalable vectors are at least so many times longer than they look.
        pub struct VScale(pub FunctionId, pub u64);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `value` comes from `origin`, and no cast leads further.
        struct Leads(ValueId, ValueId);

        Leads(value, value) <- Kind(value, _);

        Leads(value, origin) <- Leads(value, pointer), Cast(pointer, origin);

        // The argument at `position` of `instruction` comes from `origin`.
        struct Origin(InstructionId, u32, ValueId);

        Origin(instruction, position, origin) <-
            Argument(instruction, position, value),
            Leads(value, origin),
            !Cast(origin, _);

        Broken(LIFETIME, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, name),
            (is_lifetime(name)),
            Argument(instruction, 0, value),
            !Slot(value, _, _),
            !Kind(value, ValueKind::Poison);

        Broken(ROOT, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, "llvm.gcroot"),
            Origin(instruction, 0, origin),
            !Slot(origin, _, _);

        Broken(ROOT_METADATA, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, "llvm.gcroot"),
            Argument(instruction, 1, metadata),
            Kind(metadata, kind),
            (matches!(kind, ValueKind::Argument | ValueKind::Instruction));

        Broken(ROOT_METADATA, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, "llvm.gcroot"),
            Origin(instruction, 0, origin),
            Slot(origin, false, _),
            Argument(instruction, 1, metadata),
            Kind(metadata, ValueKind::NullPointer);

        Broken(COLLECTOR, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, name),
            (needs_collector(name)),
            Caller(instruction, function),
            !WithCollector(function);

        Broken(TRAMPOLINE, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, "llvm.init.trampoline"),
            Origin(instruction, 1, origin),
            !Kind(origin, ValueKind::Function);

        Broken(GUARD, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, "llvm.stackprotector"),
            Origin(instruction, 1, origin),
            !Slot(origin, _, _);

        Broken(ESCAPE_PLACE, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, "llvm.localescape"),
            !InEntry(instruction);

        Broken(ESCAPE_TWICE, Subject::Instruction(instruction), Detail::None) <-
            Call(first, "llvm.localescape"),
            Caller(first, function),
            Caller(instruction, function),
            Call(instruction, "llvm.localescape"),
            (first < instruction);

        Broken(ESCAPED, Subject::Operand(instruction, position), Detail::None) <-
            Call(instruction, "llvm.localescape"),
            Argument(instruction, position, value),
            !Kind(value, ValueKind::NullPointer),
            Origin(instruction, position, origin),
            !Slot(origin, _, true);

        // The call recovers a variable of `function`.
        struct Recovers(InstructionId, FunctionId);

        Recovers(instruction, function) <-
            Call(instruction, "llvm.localrecover"),
            Origin(instruction, 0, origin),
            Definition(origin, function);

        Broken(RECOVERED_FROM, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, "llvm.localrecover"),
            !Recovers(instruction, _);

        // `function` makes known a variable with this number.
        struct Known(FunctionId, u128);

        Known(function, position.into()) <-
            Call(instruction, "llvm.localescape"),
            Caller(instruction, function),
            Argument(instruction, position, _);

        Broken(RECOVERED, Subject::Operand(instruction, 2), Detail::None) <-
            Recovers(instruction, function),
            Number(instruction, 2, _, index),
            !Known(function, index);

        Broken(VARIABLE_ARGUMENTS, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, "llvm.va_start"),
            Caller(instruction, function),
            !Variadic(function);

        // `instruction` is in a function in which scalable vectors are so many times longer.
        struct Times(InstructionId, u64);

        Times(instruction, vscale) <- Caller(instruction, function), VScale(function, vscale);

        Times(instruction, 1) <- Caller(instruction, function), !VScale(function, _);

        Broken(SPLICE, Subject::Operand(instruction, 2), Detail::None) <-
            Call(instruction, name),
            (is_splice(name)),
            Returned(instruction, vector),
            Times(instruction, vscale),
            Number(instruction, 2, _, offset),
            (offset > largest_offset(name, vector.lanes, vscale));
    }
}

violation_from! { Broken }

//! `gc.result` and `gc.relocate`, which take out of a statepoint what the call returned, and where
//! the objects are after it.
//!
//! **Scope: module.** All their calls, in modules that have any.

use facts_schema::{
    BlockId, EntityId, FunctionId, InstructionId, Opcode, TypeId, TypeKind, ValueId, ValueKind,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{RELOCATE, RESULT, STATEPOINT};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::checks::intrinsics::Calls;
use crate::rule::rules;
use crate::type_traits::{Lanes, TypeTraits};
use crate::violation::Violation;
use program::*;

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Statepoints "statepoints";
    /// Statepoints and what belongs to them stand in functions that name a garbage collector.
    ///
    /// It is the collector that decides what to do at a statepoint.
    deny NO_COLLECTOR: "GCS012" "statepoint-without-collector" {
        message: "`{function}` calls `{callee}`, but names no garbage collector",
        reference: "LangRef, Garbage Collector Strategy Names",
        checks: ["visitIntrinsicCall: Enclosing function does not use GC."],
    }

    /// The argument of `gc.result` is the token of a statepoint.
    ///
    /// The result is that of the call which the statepoint wraps.
    deny RESULT_OF: "GCS013" "gc-result-without-statepoint" {
        message: "{operand} is no token of a statepoint, so it has no result",
        reference: "Garbage Collection Safepoints in LLVM, gc.result",
        checks: ["visitIntrinsicCall: gc.result operand #1 must be from a statepoint"],
    }

    /// `gc.result` has the type that the wrapped function returns.
    ///
    /// It is the very same value.
    deny RESULT_TYPE: "GCS014" "gc-result-type-differs" {
        message: "this `gc.result` is a `{result.type}`, but the wrapped function returns a `{detail}`",
        reference: "Garbage Collection Safepoints in LLVM, gc.result",
        checks: ["visitIntrinsicCall: gc.result result type does not match wrapped callee"],
    }

    /// `gc.relocate` is a pointer, or a vector of pointers.
    ///
    /// It says where an object is after the statepoint.
    deny NOT_POINTER: "GCS015" "gc-relocate-not-pointer" {
        message: "this `gc.relocate` is a `{result.type}`, no pointer",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: ["visitIntrinsicCall: gc.relocate must return a pointer or a vector of pointers"],
    }

    /// The first argument of `gc.relocate` is the token of a statepoint, or the landing pad that an
    /// invoked statepoint unwinds to.
    ///
    /// Without a statepoint, nothing has moved.
    deny RELOCATE_OF: "GCS016" "gc-relocate-without-statepoint" {
        message: "{operand} is neither the token of a statepoint nor a landing pad",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: ["visitIntrinsicCall: gc relocate is incorrectly tied to the statepoint"],
    }

    /// Where a landing pad stands for a statepoint, nothing but this statepoint unwinds to it.
    ///
    /// Otherwise it could not be said what has moved when control comes there.
    deny LANDING_PAD: "GCS017" "gc-relocate-landing-pad" {
        message: "{operand} is not only the landing pad of one statepoint",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: [
            "visitIntrinsicCall: safepoints should have unique landingpads",
            "visitIntrinsicCall: gc relocate should be linked to a statepoint",
        ],
    }

    /// The second and third argument of `gc.relocate` are positions in the bundle `"gc-live"` of its
    /// statepoint.
    ///
    /// There are the pointers that the collector has to know.
    deny INDEX: "GCS018" "gc-relocate-position" {
        message: "the statepoint has no pointer number {operand} in its bundle `\"gc-live\"`",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: [
            "visitIntrinsicCall: gc.relocate: statepoint base index out of bounds",
            "visitIntrinsicCall: gc.relocate: statepoint derived index out of bounds",
        ],
    }

    /// What `gc.relocate` relocates is a pointer, and so is what it is derived from.
    ///
    /// Only objects move, and nothing but pointers leads to them.
    deny RELOCATED: "GCS019" "gc-relocate-of-non-pointer" {
        message: "what is to be relocated, `{detail}`, is a `{detail.type}`, no pointer",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: ["visitIntrinsicCall: gc.relocate: relocated value must be a pointer"],
    }

    /// `gc.relocate` keeps the address space of a pointer, and makes a vector of a vector.
    ///
    /// It is the same pointer, to where the object is now.
    deny CHANGED: "GCS020" "gc-relocate-changes-type" {
        message: "relocates `{detail}`, a `{detail.type}`, as a `{result.type}`",
        reference: "Garbage Collection Safepoints in LLVM, gc.relocate",
        checks: [
            "visitIntrinsicCall: gc.relocate: vector relocates to vector and pointer to pointer",
            "visitIntrinsicCall: gc.relocate: relocating a pointer shouldn't change its address space",
        ],
    }

    /// Under the collectors `statepoint-example` and `coreclr`, `gc.relocate` relocates pointers into
    /// address space 1.
    ///
    /// These collectors manage no other objects.
    deny UNMANAGED: "GCS021" "gc-relocate-unmanaged" {
        message: "the collector of `{function}` manages pointers into address space 1, but this is a `{detail}`",
        reference: "Garbage Collection Safepoints in LLVM, Supported Architectures and Collectors",
        checks: [
            "visitIntrinsicCall: gc.relocate: must return gc pointer",
            "visitIntrinsicCall: gc.relocate: relocated value must be a gc pointer",
        ],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let matters = |name: &str| [STATEPOINT, RESULT, RELOCATE].contains(&name);
    let Some(calls) = Calls::all(context, matters) else {
        return Vec::new();
    };
    let facts = context.facts;
    let mut program = Crepe::new();
    for call in &calls.calls {
        let name = [STATEPOINT, RESULT].into_iter().find(|it| *it == call.name);
        program.extend([Call(call.instruction, name.unwrap_or(RELOCATE))]);
        program.extend([Returned(call.instruction, call.returned)]);
        if let Some(row) = facts.instruction.get(call.instruction.index()) {
            program.extend([Inside(call.instruction, row.function)]);
        }
    }
    for row in &facts.garbage_collector {
        program.extend([Collected(row.function)]);
        if matches!(context.text(row.collector), "statepoint-example" | "coreclr") {
            program.extend([Choosy(row.function)]);
        }
    }
    let numbers = calls.numbers.iter().filter(|row| row.position > 0);
    program.extend(numbers.filter_map(|row| {
        Some(Index(row.instruction, row.position, u32::try_from(row.unsigned).ok()?))
    }));
    tokens(context, &calls, &mut program);
    statepoints(context, &calls, &mut program);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// What the first arguments are, and what unwinds to them if they are landing pads.
fn tokens(context: &Context, calls: &Calls, program: &mut Crepe) {
    let facts = context.facts;
    let mut pads = FxHashSet::default();
    for argument in calls.arguments.iter().filter(|it| it.position == 0) {
        let token = argument.value.value;
        program.extend([Token(argument.instruction, token)]);
        if matches!(argument.value.kind, ValueKind::Undef | ValueKind::Poison) {
            program.extend([Undefined(token)]);
        }
        let rows = &facts.instruction_result;
        let Ok(row) = rows.binary_search_by_key(&token, |row| row.result) else { continue };
        let instruction = rows[row].instruction;
        program.extend([Defines(token, instruction)]);
        let Some(row) = facts.instruction.get(instruction.index()) else { continue };
        if row.opcode == Opcode::LandingPad {
            pads.insert(row.block);
            program.extend([LandingPad(token, row.block)]);
        }
    }
    let edges = facts.block_successor.iter().filter(|row| pads.contains(&row.successor));
    let sources: FxHashSet<BlockId> = edges.clone().map(|row| row.block).collect();
    program.extend(edges.map(|row| Edge(row.block, row.successor)));
    let ends = facts.block_terminator.iter().filter(|row| sources.contains(&row.block));
    program.extend(ends.map(|row| Terminator(row.block, row.instruction)));
}

/// What statepoints wrap, and the pointers that they know.
fn statepoints(context: &Context, calls: &Calls, program: &mut Crepe) {
    let facts = context.facts;
    let statepoints = calls.calls.iter().filter(|call| call.name == STATEPOINT);
    let statepoints: FxHashSet<InstructionId> = statepoints.map(|it| it.instruction).collect();
    let arguments = calls.arguments.iter();
    for argument in arguments.filter(|it| statepoints.contains(&it.instruction)) {
        let value = argument.value.value;
        program.extend([Argument(argument.instruction, argument.position, value)]);
        program.extend([HasType(value, argument.r#type)]);
    }

    let of_statepoints = facts.operand_bundle.iter();
    let of_statepoints = of_statepoints.filter(|row| statepoints.contains(&row.instruction));
    let bundles = of_statepoints.filter(|row| context.text(row.tag) == "gc-live");
    let bundles: FxHashSet<_> = bundles.map(|row| (row.instruction, row.position)).collect();
    program.extend(bundles.iter().map(|(statepoint, _)| HasLive(*statepoint)));
    let inputs = facts.operand_bundle_input.iter();
    for row in inputs.filter(|row| bundles.contains(&(row.instruction, row.bundle))) {
        program.extend([Live(row.instruction, row.position, row.value)]);
        let Some(value) = facts.value.get(row.value.index()) else { continue };
        let traits = context.traits.binary_search_by_key(&value.r#type, |row| row.r#type);
        program.extend(traits.map(|place| HasType(row.value, context.traits[place])));
    }

    let types = facts.attribute_type.iter().map(|row| (row.attribute, row.r#type));
    let types: FxHashMap<_, _> = types.collect();
    let results = facts.function_type.iter().map(|row| (row.r#type, row.return_type));
    let results: FxHashMap<_, _> = results.collect();
    let attributes = facts.call_argument_attribute.iter();
    let attributes =
        attributes.filter(|row| row.position == 2 && statepoints.contains(&row.instruction));
    program.extend(attributes.filter_map(|row| {
        let wrapped = types.get(&row.attribute)?;
        Some(Wraps(row.instruction, *results.get(wrapped)?))
    }));
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// The call is one of this intrinsic.
        pub struct Call(pub InstructionId, pub &'static str);

        @input
        /// It stands in this function.
        pub struct Inside(pub InstructionId, pub FunctionId);

        @input
        /// It computes something of this type.
        pub struct Returned(pub InstructionId, pub TypeTraits);

        @input
        /// Its first argument is this value.
        pub struct Token(pub InstructionId, pub ValueId);

        @input
        /// Its argument at `position`, one of the others, is this number.
        pub struct Index(pub InstructionId, pub u32, pub u32);

        @input
        /// The function names a garbage collector.
        pub struct Collected(pub FunctionId);

        @input
        /// The collector manages only pointers into address space 1.
        pub struct Choosy(pub FunctionId);

        @input
        pub struct Defines(pub ValueId, pub InstructionId);

        @input
        pub struct Undefined(pub ValueId);

        @input
        /// The value is computed by the landing pad of this block.
        pub struct LandingPad(pub ValueId, pub BlockId);

        @input
        pub struct Edge(pub BlockId, pub BlockId);

        @input
        pub struct Terminator(pub BlockId, pub InstructionId);

        @input
        /// The statepoint wraps a function that returns this type.
        pub struct Wraps(pub InstructionId, pub TypeId);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub ValueId);

        @input
        /// The statepoint has a bundle `"gc-live"`.
        pub struct HasLive(pub InstructionId);

        @input
        /// This value is at `position` in it.
        pub struct Live(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct HasType(pub ValueId, pub TypeTraits);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(NO_COLLECTOR, Subject::Instruction(call), Detail::None) <-
            Inside(call, function),
            !Collected(function);

        // The value is the token of the statepoint.
        struct TokenOf(ValueId, InstructionId);

        TokenOf(token, statepoint) <- Defines(token, statepoint), Call(statepoint, STATEPOINT);

        Broken(RESULT_OF, Subject::Operand(result, 0), Detail::None) <-
            Call(result, RESULT),
            Token(result, token),
            !TokenOf(token, _),
            !Undefined(token);

        Broken(RESULT_TYPE, Subject::Instruction(result), Detail::Type(wrapped)) <-
            Call(result, RESULT),
            Token(result, token),
            TokenOf(token, statepoint),
            Wraps(statepoint, wrapped),
            Returned(result, returned),
            (returned.r#type != wrapped);

        Broken(NOT_POINTER, Subject::Instruction(relocate), Detail::None) <-
            Call(relocate, RELOCATE),
            Returned(relocate, returned),
            (returned.kind != TypeKind::Pointer);

        Broken(RELOCATE_OF, Subject::Operand(relocate, 0), Detail::None) <-
            Call(relocate, RELOCATE),
            Token(relocate, token),
            !TokenOf(token, _),
            !LandingPad(token, _),
            !Undefined(token);

        // The statepoint may unwind to the block.
        struct UnwindsTo(InstructionId, BlockId);

        UnwindsTo(statepoint, block) <-
            Edge(source, block),
            Terminator(source, statepoint),
            Call(statepoint, STATEPOINT);

        Broken(LANDING_PAD, Subject::Operand(relocate, 0), Detail::None) <-
            Call(relocate, RELOCATE),
            Token(relocate, token),
            LandingPad(token, block),
            !UnwindsTo(_, block);

        Broken(LANDING_PAD, Subject::Operand(relocate, 0), Detail::None) <-
            Call(relocate, RELOCATE),
            Token(relocate, token),
            LandingPad(token, block),
            Edge(one, block),
            Edge(other, block),
            (one != other);

        // `gc.relocate` belongs to the statepoint.
        struct Of(InstructionId, InstructionId);

        Of(relocate, statepoint) <-
            Call(relocate, RELOCATE),
            Token(relocate, token),
            TokenOf(token, statepoint);

        Of(relocate, statepoint) <-
            Call(relocate, RELOCATE),
            Token(relocate, token),
            LandingPad(token, block),
            UnwindsTo(statepoint, block);

        Broken(INDEX, Subject::Operand(relocate, position), Detail::None) <-
            Of(relocate, statepoint),
            HasLive(statepoint),
            Index(relocate, position, index),
            !Live(statepoint, index, _);

        // The argument at `position` of `gc.relocate` stands for this value.
        struct Means(InstructionId, u32, ValueId);

        Means(relocate, position, value) <-
            Of(relocate, statepoint),
            Index(relocate, position, index),
            Live(statepoint, index, value);

        // Without the bundle, positions are those of arguments.
        Means(relocate, position, value) <-
            Of(relocate, statepoint),
            Index(relocate, position, index),
            !HasLive(statepoint),
            Argument(statepoint, index, value);

        Broken(RELOCATED, Subject::Operand(relocate, position), Detail::Value(value)) <-
            Means(relocate, position, value),
            HasType(value, r#type),
            (r#type.kind != TypeKind::Pointer);

        Broken(CHANGED, Subject::Instruction(relocate), Detail::Value(derived)) <-
            Means(relocate, 2, derived),
            HasType(derived, r#type),
            (r#type.kind == TypeKind::Pointer),
            Returned(relocate, returned),
            (returned.kind == TypeKind::Pointer),
            (differ(r#type, returned));

        struct Judged(InstructionId);

        Judged(relocate) <- Of(relocate, _), Inside(relocate, function), Choosy(function);

        Broken(UNMANAGED, Subject::Instruction(relocate), Detail::Type(returned.r#type)) <-
            Judged(relocate),
            Returned(relocate, returned),
            (is_elsewhere(returned));

        Broken(UNMANAGED, Subject::Operand(relocate, position), Detail::Type(r#type.r#type)) <-
            Judged(relocate),
            Means(relocate, position, value),
            HasType(value, r#type),
            (is_elsewhere(r#type));
    }
}

/// Whether only one of two types of pointers is a vector, or they point into different address
/// spaces.
fn differ(one: TypeTraits, other: TypeTraits) -> bool {
    let is_vector = |it: TypeTraits| it.lanes != Lanes::Scalar;
    is_vector(one) != is_vector(other) || one.measure != other.measure
}

/// Whether it is a pointer, or a vector of pointers, not into address space 1.
fn is_elsewhere(r#type: TypeTraits) -> bool {
    r#type.kind == TypeKind::Pointer && r#type.measure != 1
}

violation_from! { Broken }

//! Operand bundles: how many of a kind, and what is in them.
//!
//! **Scope: module**, of the calls that have bundles whose meaning LLVM knows. Most modules have
//! none.

use facts_schema::{CallInstruction, EntityId, InstructionId, Opcode, TypeId, ValueId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{callees, calls};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Broken, Bundle, Call, Crepe, FunctionOf, Input, IntegerType, IntrinsicOf, KindOf, Made, Named,
    NoReturn, ReturnType, Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Calls "calls";
    /// A call has at most one operand bundle of each kind that LLVM knows.
    ///
    /// Each says one thing of the call: the one pad that it lies in, the one state to return to.
    deny BUNDLE_TWICE: "CAL040" "operand-bundle-twice" {
        message: "has more than one operand bundle `{detail}`",
        reference: "LangRef, Operand Bundles",
        checks: [
            "visitCallBase: Multiple deopt operand bundles",
            "visitCallBase: Multiple gc-transition operand bundles",
            "visitCallBase: Multiple funclet operand bundles",
            "visitCallBase: Multiple CFGuardTarget operand bundles",
            "visitCallBase: Multiple ptrauth operand bundles",
            "visitCallBase: Multiple kcfi operand bundles",
            "visitCallBase: Multiple preallocated operand bundles",
            "visitCallBase: Multiple gc-live operand bundles",
            "visitCallBase: Multiple \"clang.arc.attachedcall\" operand bundles",
        ],
    }

    /// An operand bundle whose meaning LLVM knows has as many inputs as that meaning asks for.
    ///
    /// `funclet`, `cfguardtarget`, `kcfi`, `preallocated` and `clang.arc.attachedcall` take one
    /// input, `ptrauth` takes two. Only `deopt`, `gc-transition` and `gc-live` take any number.
    deny INPUT_COUNT: "CAL041" "operand-bundle-input-count" {
        message: "its operand bundle `{detail}` has a wrong number of inputs",
        reference: "LangRef, Operand Bundles",
        checks: [
            "visitCallBase: Expected exactly one funclet bundle operand",
            "visitCallBase: Expected exactly one cfguardtarget bundle operand",
            "visitCallBase: Expected exactly two ptrauth bundle operands",
            "visitCallBase: Expected exactly one kcfi bundle operand",
            "visitCallBase: Expected exactly one preallocated bundle operand",
            "verifyAttachedCallBundle: operand bundle \"clang.arc.attachedcall\" requires one function as an argument",
        ],
    }

    /// The input of a bundle `funclet` is a `catchpad` or `cleanuppad`.
    ///
    /// It says in which of them the call lies, and so where it unwinds to.
    deny NO_PAD: "CAL042" "funclet-bundle-without-pad" {
        message: "its operand bundle `funclet` names `{detail}`, which is no pad",
        reference: "LangRef, Funclet Operand Bundles",
        checks: ["visitCallBase: Funclet bundle operands should correspond to a FuncletPadInst"],
    }

    /// A bundle `ptrauth` consists of a constant key of type `i32` and a discriminator of type `i64`.
    ///
    /// The key is a part of the instruction that calls; the discriminator is in a register.
    deny PTRAUTH_INPUT: "CAL043" "ptrauth-bundle-inputs" {
        message: "`{detail}` in its operand bundle `ptrauth` is not a constant `i32` key, or not an `i64` discriminator",
        reference: "LangRef, Pointer Authentication Operand Bundles",
        checks: [
            "visitCallBase: Ptrauth bundle key operand must be an i32 constant",
            "visitCallBase: Ptrauth bundle discriminator operand must be an i64",
        ],
    }

    /// The input of a bundle `kcfi` is a constant of type `i32`.
    ///
    /// It is compared with the type identifier that stands before the function that is called.
    deny KCFI_INPUT: "CAL044" "kcfi-bundle-input" {
        message: "`{detail}` in its operand bundle `kcfi` is not a constant `i32`",
        reference: "LangRef, KCFI Operand Bundles",
        checks: ["visitCallBase: Kcfi bundle operand must be an i32 constant"],
    }

    /// The input of a bundle `preallocated` is the token of a call of
    /// `llvm.call.preallocated.setup`.
    ///
    /// That call has made room for the arguments which this call passes.
    deny PREALLOCATED_INPUT: "CAL045" "preallocated-bundle-input" {
        message: "`{detail}` in its operand bundle `preallocated` is no call of `llvm.call.preallocated.setup`",
        reference: "LangRef, Preallocated Operand Bundles",
        checks: ["visitCallBase: \"preallocated\" argument must be a token from llvm.call.preallocated.setup"],
    }

    /// A direct call has no bundle `ptrauth`.
    ///
    /// There is no signed pointer to authenticate: the callee is known.
    deny PTRAUTH_DIRECT: "CAL046" "ptrauth-bundle-on-direct-call" {
        message: "calls `{callee}` directly, but has an operand bundle `ptrauth`",
        reference: "LangRef, Pointer Authentication Operand Bundles",
        checks: ["visitCallBase: Direct call cannot have a ptrauth bundle"],
    }

    /// A call with a bundle `clang.arc.attachedcall` returns a pointer, or it does not return and
    /// its type is `void`.
    ///
    /// The attached call is made with the pointer that is returned.
    deny ATTACHED_RESULT: "CAL047" "attached-call-without-pointer" {
        message: "has an operand bundle `clang.arc.attachedcall`, but returns no pointer",
        reference: "LangRef, ObjC ARC Attached Call Operand Bundles",
        checks: ["verifyAttachedCallBundle: a call with operand bundle \"clang.arc.attachedcall\" must call a function returning a pointer or a non-returning function that has a void return type"],
    }

    /// The input of a bundle `clang.arc.attachedcall` is one of the functions of the Objective-C
    /// runtime that take over a returned object.
    ///
    /// Those are `objc_retainAutoreleasedReturnValue`, `objc_claimAutoreleasedReturnValue` and
    /// `objc_unsafeClaimAutoreleasedReturnValue`, or the intrinsics that stand for them.
    deny ATTACHED_FUNCTION: "CAL048" "attached-call-function" {
        message: "`{detail}` in its operand bundle `clang.arc.attachedcall` takes over no returned object",
        reference: "LangRef, ObjC ARC Attached Call Operand Bundles",
        checks: [
            "verifyAttachedCallBundle: operand bundle \"clang.arc.attachedcall\" requires one function as an argument",
            "verifyAttachedCallBundle: invalid function argument",
        ],
    }
}

/// Bundles whose meaning is judged here, and how many inputs they have, if that is fixed.
const KNOWN: &[(&str, Option<u32>)] = &[
    ("deopt", None),
    ("gc-transition", None),
    ("gc-live", None),
    ("funclet", Some(1)),
    ("cfguardtarget", Some(1)),
    ("kcfi", Some(1)),
    ("preallocated", Some(1)),
    ("clang.arc.attachedcall", Some(1)),
    ("ptrauth", Some(2)),
];

/// The number of inputs that bundles with this tag have, if it is fixed.
fn input_count(tag: &str) -> Option<u32> {
    KNOWN.iter().find(|(known, _)| *known == tag).and_then(|(_, count)| *count)
}

/// What a call may be attached to, with the prefix of intrinsics left out.
fn takes_over(name: &str) -> bool {
    ["retainAutoreleased", "claimAutoreleased", "unsafeClaimAutoreleased"]
        .iter()
        .any(|verb| name.strip_prefix(verb) == Some("ReturnValue"))
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let is_known = |tag: &str| KNOWN.iter().any(|(known, _)| *known == tag);
    let bundles: Vec<Bundle> = facts
        .operand_bundle
        .iter()
        .map(|row| {
            Bundle(row.instruction, row.position, context.text(row.tag), row.tag, row.input_count)
        })
        .filter(|row| is_known(row.2))
        .collect();
    if bundles.is_empty() {
        return Vec::new();
    }
    let carriers: FxHashSet<InstructionId> = bundles.iter().map(|row| row.0).collect();
    let inputs = facts.operand_bundle_input.iter();
    let inputs: Vec<_> = inputs.filter(|row| carriers.contains(&row.instruction)).collect();
    let values: FxHashSet<ValueId> = inputs.iter().map(|row| row.value).collect();
    let made: Vec<Made> = facts
        .instruction_result
        .iter()
        .filter(|row| values.contains(&row.result))
        .filter_map(|row| {
            let opcode = facts.instruction.get(row.instruction.index())?.opcode;
            Some(Made(row.result, row.instruction, opcode))
        })
        .collect();
    let mut judged = carriers.clone();
    judged.extend(made.iter().map(|row| row.1));
    let is_shown = |row: &&CallInstruction| judged.contains(&row.instruction);
    let shown = || calls(&facts.call_instruction).filter(is_shown);
    let called = callees(context, shown());
    let value_of: FxHashMap<_, _> = called.iter().map(|row| (row.function, row.value)).collect();
    let no_return = context.attribute_names(&["noreturn"]);

    let mut program = Crepe::new();
    program.extend(bundles);
    program.extend(shown().map(Call::from));
    program.extend(inputs.iter().map(|&row| Input::from(row)));
    let kinds = values.iter().filter_map(|value| facts.value.get(value.index()));
    program.extend(kinds.map(Value::from));
    program.extend(made);
    program.extend(facts.r#type.iter().map(KindOf::from));
    program.extend(facts.integer_type.iter().map(IntegerType::from));
    let types: FxHashSet<TypeId> = shown().map(|row| row.function_type).collect();
    let function_types = facts.function_type.iter().filter(|row| types.contains(&row.r#type));
    program.extend(function_types.map(ReturnType::from));
    program.extend(called.into_iter().map(FunctionOf::from));
    program.extend(facts.intrinsic.iter().filter_map(|row| {
        let value = facts.function.get(row.function.index())?.value;
        let matters = value_of.contains_key(&row.function) || values.contains(&value);
        Some(IntrinsicOf(value, context.text(row.intrinsic))).filter(|_| matters)
    }));
    program.extend(values.iter().map(|&value| Named(value, context.name(value))));
    let own = facts.call_attribute.iter().filter(|row| carriers.contains(&row.instruction));
    let own = own.filter(|row| no_return.contains_key(&row.attribute));
    program.extend(own.map(|row| NoReturn(row.instruction)));
    let never: FxHashSet<ValueId> = facts
        .function_attribute
        .iter()
        .filter(|row| no_return.contains_key(&row.attribute))
        .filter_map(|row| value_of.get(&row.function).copied())
        .collect();
    let inherited = shown().filter(|row| never.contains(&row.callee));
    program.extend(inherited.map(|row| NoReturn(row.instruction)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{Text, TypeKind, ValueKind};

    crepe! {
        @input
        pub struct Bundle<'a>(pub InstructionId, pub u32, pub &'a str, pub Text, pub u32);

        @input
        pub struct Input(pub InstructionId, pub u32, pub u32, pub ValueId);

        @input
        pub struct Call(pub InstructionId, pub ValueId, pub TypeId);

        @input
        pub struct Value(pub ValueId, pub ValueKind, pub TypeId);

        @input
        pub struct Named<'a>(pub ValueId, pub &'a str);

        @input
        /// The value is the result of the instruction, which applies the opcode.
        pub struct Made(pub ValueId, pub InstructionId, pub Opcode);

        @input
        pub struct IntegerType(pub TypeId, pub u32);

        @input
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        pub struct ReturnType(pub TypeId, pub TypeId);

        @input
        pub struct FunctionOf(pub ValueId, pub TypeId);

        @input
        pub struct IntrinsicOf<'a>(pub ValueId, pub &'a str);

        @input
        pub struct NoReturn(pub InstructionId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(BUNDLE_TWICE, Subject::Instruction(call), Detail::Text(text)) <-
            Call(call, _, _),
            Bundle(call, first, tag, text, _),
            Bundle(call, second, tag, _, _),
            (first < second);

        Broken(INPUT_COUNT, Subject::Instruction(call), Detail::Text(text)) <-
            Call(call, _, _),
            Bundle(call, _, tag, text, count),
            (input_count(tag).is_some_and(|wanted| wanted != count));

        // What the bundle with the tag has at a position.
        struct Has<'a>(InstructionId, &'a str, u32, ValueId);

        Has(call, tag, position, value) <-
            Call(call, _, _),
            Bundle(call, bundle, tag, _, _),
            Input(call, bundle, position, value);

        struct Pad(ValueId);

        Pad(value) <- Made(value, _, Opcode::CatchPad);

        Pad(value) <- Made(value, _, Opcode::CleanupPad);

        Broken(NO_PAD, Subject::Instruction(call), Detail::Value(value)) <-
            Has(call, "funclet", 0, value),
            !Pad(value);

        // The value is an integer of so many bits, a constant or not.
        struct Integer(ValueId, u32);

        Integer(value, width) <-
            Value(value, _, value_type),
            IntegerType(value_type, width);

        struct Constant(ValueId, u32);

        Constant(value, width) <- Integer(value, width), Value(value, ValueKind::ConstantInteger, _);

        Broken(PTRAUTH_INPUT, Subject::Instruction(call), Detail::Value(value)) <-
            Has(call, "ptrauth", 0, value),
            !Constant(value, 32);

        Broken(PTRAUTH_INPUT, Subject::Instruction(call), Detail::Value(value)) <-
            Has(call, "ptrauth", 1, value),
            !Integer(value, 64);

        Broken(KCFI_INPUT, Subject::Instruction(call), Detail::Value(value)) <-
            Has(call, "kcfi", 0, value),
            !Constant(value, 32);

        // The value is the result of a call of an intrinsic.
        struct ByIntrinsic<'a>(ValueId, &'a str);

        ByIntrinsic(value, intrinsic) <-
            Made(value, call, Opcode::Call),
            Call(call, callee, function_type),
            FunctionOf(callee, function_type),
            IntrinsicOf(callee, intrinsic);

        Broken(PREALLOCATED_INPUT, Subject::Instruction(call), Detail::Value(value)) <-
            Has(call, "preallocated", 0, value),
            !ByIntrinsic(value, "llvm.call.preallocated.setup");

        Broken(PTRAUTH_DIRECT, Subject::Instruction(call), Detail::None) <-
            Bundle(call, _, "ptrauth", _, _),
            Call(call, callee, function_type),
            FunctionOf(callee, function_type);

        // The type of what the call returns.
        struct ResultKind(InstructionId, TypeKind);

        ResultKind(call, kind) <-
            Bundle(call, _, "clang.arc.attachedcall", _, _),
            Call(call, _, function_type),
            ReturnType(function_type, return_type),
            KindOf(return_type, kind);

        Broken(ATTACHED_RESULT, Subject::Instruction(call), Detail::None) <-
            Bundle(call, _, "clang.arc.attachedcall", _, _),
            Call(call, _, _),
            !ResultKind(call, TypeKind::Pointer),
            !NeverReturns(call);

        struct NeverReturns(InstructionId);

        NeverReturns(call) <- NoReturn(call), ResultKind(call, TypeKind::Void);

        Broken(ATTACHED_FUNCTION, Subject::Instruction(call), Detail::Value(value)) <-
            Has(call, "clang.arc.attachedcall", 0, value),
            !TakesOver(value);

        struct TakesOver(ValueId);

        TakesOver(function) <-
            Value(function, ValueKind::Function, _),
            IntrinsicOf(function, name),
            (name.strip_prefix("llvm.objc.").is_some_and(takes_over));

        TakesOver(function) <-
            Value(function, ValueKind::Function, _),
            !IntrinsicOf(function, _),
            Named(function, name),
            (name.strip_prefix("objc_").is_some_and(takes_over));
    }
}

input_from! { Input(instruction, bundle, position, value) from OperandBundleInput }
input_from! { Call(instruction, callee, function_type) from CallInstruction }
input_from! { Value(value, kind, r#type) from Value }
input_from! { IntegerType(r#type, width) from IntegerType }
input_from! { KindOf(r#type, kind) from Type }
input_from! { ReturnType(r#type, return_type) from FunctionType }
input_from! { FunctionOf(value, function_type) from Function }
violation_from! { Broken }

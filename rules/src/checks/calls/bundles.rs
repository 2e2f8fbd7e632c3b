//! Operand bundles: how many of a kind, and what is in them.

use facts_schema::{InstructionId, Opcode, Text, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;

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

datalog! { module;
    /// The bundles that are judged here, and the least and greatest number of their inputs.
    const KNOWN(&'static str, u32, u32) = [
        ("deopt", 0, u32::MAX),
        ("gc-transition", 0, u32::MAX),
        ("gc-live", 0, u32::MAX),
        ("funclet", 1, 1),
        ("cfguardtarget", 1, 1),
        ("kcfi", 1, 1),
        ("preallocated", 1, 1),
        ("clang.arc.attachedcall", 1, 1),
        ("ptrauth", 2, 2),
    ];

    /// What a call may be attached to: intrinsics, and the functions that they stand for.
    const TAKES_OVER(&'static str, &'static str) = [
        ("llvm.objc.retainAutoreleasedReturnValue", "objc_retainAutoreleasedReturnValue"),
        ("llvm.objc.claimAutoreleasedReturnValue", "objc_claimAutoreleasedReturnValue"),
        (
            "llvm.objc.unsafeClaimAutoreleasedReturnValue",
            "objc_unsafeClaimAutoreleasedReturnValue"
        ),
    ];

    /// The bundle at `position` of the `call` or `invoke` `call` has the tag `tag`, which reads `name`.
    struct Bundle(InstructionId, u32, Text, &'static str);

    Bundle(call, position, tag, name) <-
        operand_bundle { instruction: call, position, tag },
        let text = module.text(tag),
        KNOWN(name, _, _),
        (text == name),
        call_instruction { instruction: call, opcode },
        (opcode != Opcode::CallBr);

    violation(BUNDLE_TWICE, call, tag) <-
        Bundle(call, first, tag, _),
        Bundle(call, second, tag, _),
        (first < second);

    violation(INPUT_COUNT, call, tag) <-
        Bundle(call, position, tag, name),
        operand_bundle { instruction: call, position, input_count },
        KNOWN(name, least, most),
        (input_count < least || most < input_count);

    /// The input at `position` of the bundle `name` of `call` is `value`.
    struct Has(InstructionId, &'static str, u32, ValueId);

    Has(call, name, position, value) <-
        Bundle(call, bundle, _, name),
        operand_bundle_input { instruction: call, bundle, position, value };

    /// `value` is a `catchpad` or `cleanuppad`.
    struct Pad(ValueId);

    Pad(value) <-
        Has(_, "funclet", 0, value),
        definition { value, instruction },
        funclet_pad { instruction, opcode },
        (opcode != Opcode::CatchSwitch);

    violation(NO_PAD, call, value) <- Has(call, "funclet", 0, value), !Pad(value);

    /// `value` is an integer of `width` bits.
    struct Integer(ValueId, u32);

    Integer(value, width) <-
        Has(_, _, _, value),
        value { value, type },
        integer_type { type, width };

    /// `value` is a constant integer of `width` bits.
    struct Constant(ValueId, u32);

    Constant(value, width) <-
        Integer(value, width),
        value { value, kind: ValueKind::ConstantInteger };

    violation(PTRAUTH_INPUT, call, value) <- Has(call, "ptrauth", 0, value), !Constant(value, 32);

    violation(PTRAUTH_INPUT, call, value) <- Has(call, "ptrauth", 1, value), !Integer(value, 64);

    violation(KCFI_INPUT, call, value) <- Has(call, "kcfi", 0, value), !Constant(value, 32);

    /// `value` is the result of a call of `llvm.call.preallocated.setup`.
    struct SetUp(ValueId);

    SetUp(value) <-
        Has(_, "preallocated", 0, value),
        definition { value, instruction: setup },
        call_instruction { instruction: setup, opcode: Opcode::Call, callee, function_type },
        value_intrinsic { value: callee, intrinsic: "llvm.call.preallocated.setup" },
        value_function { value: callee, function },
        function { function, function_type };

    violation(PREALLOCATED_INPUT, call, value) <-
        Has(call, "preallocated", 0, value),
        !SetUp(value);

    violation(PTRAUTH_DIRECT, call) <-
        Bundle(call, _, _, "ptrauth"),
        call_instruction { instruction: call, callee, function_type },
        value_function { value: callee, function },
        function { function, function_type };

    /// `call`, to which another is attached, returns something of kind `kind`.
    struct Returns(InstructionId, TypeKind);

    Returns(call, kind) <-
        Bundle(call, _, _, "clang.arc.attachedcall"),
        call_instruction { instruction: call, function_type },
        function_type { type: function_type, return_type },
        type { type: return_type, kind };

    violation(ATTACHED_RESULT, call) <-
        Returns(call, kind),
        (kind != TypeKind::Pointer),
        !NeverReturns(call);

    /// `call`, whose type is `void`, is marked `noreturn`, or its callee is.
    struct NeverReturns(InstructionId);

    NeverReturns(call) <-
        Returns(call, TypeKind::Void),
        call_attribute { instruction: call, attribute },
        attribute { attribute, name: "noreturn" };

    NeverReturns(call) <-
        Returns(call, TypeKind::Void),
        call_instruction { instruction: call, callee },
        value_function { value: callee, function },
        function_attribute { function, attribute },
        attribute { attribute, name: "noreturn" };

    /// `function` takes over a returned object.
    struct TakesOver(ValueId);

    TakesOver(function) <-
        Has(_, "clang.arc.attachedcall", 0, function),
        value_intrinsic { value: function, intrinsic },
        TAKES_OVER(name, _),
        (module.text(intrinsic) == name);

    TakesOver(function) <-
        Has(_, "clang.arc.attachedcall", 0, function),
        value_function { value: function },
        !value_intrinsic { value: function },
        value_name { value: function, name: text },
        TAKES_OVER(_, name),
        (module.text(text) == name);

    violation(ATTACHED_FUNCTION, call, value) <-
        Has(call, "clang.arc.attachedcall", 0, value),
        !TakesOver(value);
}

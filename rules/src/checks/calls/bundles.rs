//! Operand bundles: how many of each kind a call may have, and what they contain.

use facts_schema::{InstructionId, Opcode, Text, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Calls "calls";
    /// A call has at most one operand bundle of each kind that LLVM defines.
    ///
    /// Each of them gives one property of the call, such as the funclet that contains it or its
    /// deoptimisation state.
    deny DUPLICATE_BUNDLE: "CAL040" "duplicate-operand-bundle" {
        message: "the call has more than one operand bundle `{detail}`",
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

    /// An operand bundle of a kind that LLVM defines has the number of inputs that its kind requires.
    ///
    /// `funclet`, `cfguardtarget`, `kcfi`, `preallocated` and `clang.arc.attachedcall` take one
    /// input, and `ptrauth` takes two. Only `deopt`, `gc-transition` and `gc-live` take any number.
    deny INPUT_COUNT: "CAL041" "operand-bundle-input-count" {
        message: "the operand bundle `{detail}` has the wrong number of inputs",
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

    /// The input of an operand bundle `funclet` is a `catchpad` or `cleanuppad`.
    ///
    /// It is the funclet that contains the call, which determines where the call unwinds to.
    deny NO_PAD: "CAL042" "funclet-bundle-without-pad" {
        message: "the input `{detail}` of the operand bundle `funclet` is not a `catchpad` or `cleanuppad`",
        reference: "LangRef, Funclet Operand Bundles",
        checks: ["visitCallBase: Funclet bundle operands should correspond to a FuncletPadInst"],
    }

    /// The inputs of an operand bundle `ptrauth` are a constant key of type `i32` and a
    /// discriminator of type `i64`.
    ///
    /// The key is an immediate of the call instruction, and the discriminator is in a register.
    deny PTRAUTH_INPUT: "CAL043" "ptrauth-bundle-inputs" {
        message: "the input `{detail}` of the operand bundle `ptrauth` is neither a constant `i32` key nor an `i64` discriminator",
        reference: "LangRef, Pointer Authentication Operand Bundles",
        checks: [
            "visitCallBase: Ptrauth bundle key operand must be an i32 constant",
            "visitCallBase: Ptrauth bundle discriminator operand must be an i64",
        ],
    }

    /// The input of an operand bundle `kcfi` is a constant of type `i32`.
    ///
    /// It is compared with the type identifier stored before the called function.
    deny KCFI_INPUT: "CAL044" "kcfi-bundle-input" {
        message: "the input `{detail}` of the operand bundle `kcfi` is not a constant `i32`",
        reference: "LangRef, KCFI Operand Bundles",
        checks: ["visitCallBase: Kcfi bundle operand must be an i32 constant"],
    }

    /// The input of an operand bundle `preallocated` is the token of a call of
    /// `llvm.call.preallocated.setup`.
    ///
    /// That call allocated the memory of the arguments.
    deny PREALLOCATED_INPUT: "CAL045" "preallocated-bundle-input" {
        message: "the input `{detail}` of the operand bundle `preallocated` is not a call of `llvm.call.preallocated.setup`",
        reference: "LangRef, Preallocated Operand Bundles",
        checks: ["visitCallBase: \"preallocated\" argument must be a token from llvm.call.preallocated.setup"],
    }

    /// A direct call does not have an operand bundle `ptrauth`.
    ///
    /// The callee of a direct call is known, so there is no signed pointer to authenticate.
    deny PTRAUTH_DIRECT: "CAL046" "ptrauth-bundle-on-direct-call" {
        message: "the direct call of `{callee}` has an operand bundle `ptrauth`",
        reference: "LangRef, Pointer Authentication Operand Bundles",
        checks: ["visitCallBase: Direct call cannot have a ptrauth bundle"],
    }

    /// A call with an operand bundle `clang.arc.attachedcall` returns a pointer, or returns `void`
    /// and is marked `noreturn`.
    ///
    /// The attached function is called with the returned pointer.
    deny ATTACHED_RESULT: "CAL047" "attached-call-without-pointer" {
        message: "the call has an operand bundle `clang.arc.attachedcall`, but does not return a pointer",
        reference: "LangRef, ObjC ARC Attached Call Operand Bundles",
        checks: ["verifyAttachedCallBundle: a call with operand bundle \"clang.arc.attachedcall\" must call a function returning a pointer or a non-returning function that has a void return type"],
    }

    /// The input of an operand bundle `clang.arc.attachedcall` is a function of the Objective-C
    /// runtime that takes over a returned object.
    ///
    /// These are `objc_retainAutoreleasedReturnValue`, `objc_claimAutoreleasedReturnValue` and
    /// `objc_unsafeClaimAutoreleasedReturnValue`, and the corresponding intrinsics.
    deny ATTACHED_FUNCTION: "CAL048" "attached-call-function" {
        message: "the input `{detail}` of the operand bundle `clang.arc.attachedcall` does not take over a returned object",
        reference: "LangRef, ObjC ARC Attached Call Operand Bundles",
        checks: [
            "verifyAttachedCallBundle: operand bundle \"clang.arc.attachedcall\" requires one function as an argument",
            "verifyAttachedCallBundle: invalid function argument",
        ],
    }
}

datalog! { module;
    /// The tags of the bundles that are checked, with the minimum and maximum number of inputs.
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

    /// Functions that `clang.arc.attachedcall` may name: intrinsics, and the corresponding runtime
    /// functions.
    const ATTACHABLE(&'static str, &'static str) = [
        ("llvm.objc.retainAutoreleasedReturnValue", "objc_retainAutoreleasedReturnValue"),
        ("llvm.objc.claimAutoreleasedReturnValue", "objc_claimAutoreleasedReturnValue"),
        (
            "llvm.objc.unsafeClaimAutoreleasedReturnValue",
            "objc_unsafeClaimAutoreleasedReturnValue"
        ),
    ];

    /// The bundle at `position` of `call`, a `call` or `invoke`, has the tag `tag`, whose text is
    /// `name`.
    struct Bundle(InstructionId, u32, Text, &'static str);

    Bundle(call, position, tag, name) <-
        operand_bundle { instruction: call, position, tag },
        let text = module.text(tag),
        KNOWN(name, _, _),
        (text == name),
        call_instruction { instruction: call, opcode },
        (opcode != Opcode::CallBr);

    violation(DUPLICATE_BUNDLE, call, tag) <-
        Bundle(call, first, tag, _),
        Bundle(call, second, tag, _),
        (first < second);

    violation(INPUT_COUNT, call, tag) <-
        Bundle(call, position, tag, name),
        operand_bundle { instruction: call, position, input_count },
        KNOWN(name, least, most),
        (input_count < least || most < input_count);

    /// `value` is the input at `position` of the bundle `name` of `call`.
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
    struct SetupToken(ValueId);

    SetupToken(value) <-
        Has(_, "preallocated", 0, value),
        definition { value, instruction: setup },
        call_instruction { instruction: setup, opcode: Opcode::Call, callee, function_type },
        value_intrinsic { value: callee, intrinsic: "llvm.call.preallocated.setup" },
        value_function { value: callee, function },
        function { function, function_type };

    violation(PREALLOCATED_INPUT, call, value) <-
        Has(call, "preallocated", 0, value),
        !SetupToken(value);

    violation(PTRAUTH_DIRECT, call) <-
        Bundle(call, _, _, "ptrauth"),
        call_instruction { instruction: call, callee, function_type },
        value_function { value: callee, function },
        function { function, function_type };

    /// `call`, which has a `clang.arc.attachedcall`, returns a value of kind `kind`.
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

    /// `call` returns `void`, and it or its callee is `noreturn`.
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

    /// `clang.arc.attachedcall` may name `function`.
    struct Attachable(ValueId);

    Attachable(function) <-
        Has(_, "clang.arc.attachedcall", 0, function),
        value_intrinsic { value: function, intrinsic },
        ATTACHABLE(name, _),
        (module.text(intrinsic) == name);

    Attachable(function) <-
        Has(_, "clang.arc.attachedcall", 0, function),
        value_function { value: function },
        !value_intrinsic { value: function },
        value_name { value: function, name: text },
        ATTACHABLE(_, name),
        (module.text(text) == name);

    violation(ATTACHED_FUNCTION, call, value) <-
        Has(call, "clang.arc.attachedcall", 0, value),
        !Attachable(value);
}

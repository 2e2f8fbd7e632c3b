//! Intrinsics for the stack frame, the calling function, or the frame of another function.

use facts_schema::view::Lanes;
use facts_schema::{
    FunctionId, GlobalFlag, InstructionFlag, InstructionId, Opcode, TypeFlag, TypeKind, ValueId,
    ValueKind,
};
use rules_macros::datalog;

use super::{as_unsigned, least_lanes, pointers};
use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// The argument of `llvm.lifetime.start` and `llvm.lifetime.end` is an `alloca` or `poison`.
    ///
    /// A pointer computed from an `alloca` is not allowed. Passes that remove an `alloca` leave
    /// `poison`.
    deny LIFETIME: "INT085" "lifetime-not-alloca" {
        message: "`{operand}` is not an `alloca`",
        reference: "LangRef, llvm.lifetime.start Intrinsic",
        checks: [],
    }

    /// The root argument of `llvm.gcroot` is an `alloca`.
    ///
    /// The collector finds the pointer in the stack frame.
    deny ROOT: "INT086" "gcroot-slot" {
        message: "the root `{operand}` is not an `alloca`",
        reference: "LLVM, Garbage Collection with LLVM, llvm.gcroot",
        checks: ["visitIntrinsicCall: llvm.gcroot parameter #1 must be an alloca."],
    }

    /// The metadata argument of `llvm.gcroot` is a constant, and is not null if the root is not a
    /// pointer.
    ///
    /// The collector needs it at compile time to interpret roots that are not pointers.
    deny ROOT_METADATA: "INT087" "gcroot-metadata" {
        message: "the metadata `{operand}` does not describe the root `{operand:0}`",
        reference: "LLVM, Garbage Collection with LLVM, llvm.gcroot",
        checks: [
            "visitIntrinsicCall: llvm.gcroot parameter #2 must be a constant.",
            "visitIntrinsicCall: llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant.",
        ],
    }

    /// A function that declares roots or uses barriers has a garbage collector.
    ///
    /// `gc "…"` names the collector, which defines how they are lowered.
    deny COLLECTOR: "INT088" "collector-missing" {
        message: "{function} calls {callee}, but does not have a garbage collector",
        reference: "LLVM, Garbage Collection with LLVM",
        checks: ["visitIntrinsicCall: Enclosing function does not use GC."],
    }

    /// The function argument of `llvm.init.trampoline` is a function.
    ///
    /// The code of the trampoline depends on the parameters of the function, so it must be known.
    deny TRAMPOLINE: "INT089" "trampoline-target" {
        message: "`{operand}` is not a function",
        reference: "LangRef, llvm.init.trampoline Intrinsic",
        checks: ["visitIntrinsicCall: llvm.init_trampoline parameter #2 must resolve to a function."],
    }

    /// The slot argument of `llvm.stackprotector` is an `alloca`.
    ///
    /// The guard is stored in the stack frame that it protects.
    deny GUARD: "INT090" "stack-guard-slot" {
        message: "`{operand}` is not an `alloca`",
        reference: "LangRef, llvm.stackprotector Intrinsic",
        checks: ["visitIntrinsicCall: llvm.stackprotector parameter #2 must resolve to an alloca."],
    }

    /// A call of `llvm.localescape` is in the entry block.
    ///
    /// The escaped allocas are static, and the entry block allocates them.
    deny ESCAPE_PLACE: "INT091" "localescape-outside-entry" {
        message: "the call is not in the entry block of {function}",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["visitIntrinsicCall: llvm.localescape used outside of entry block"],
    }

    /// A function calls `llvm.localescape` at most once.
    ///
    /// Other functions refer to the escaped allocas by their position in that call.
    deny DUPLICATE_ESCAPE: "INT092" "duplicate-localescape" {
        message: "{function} calls `llvm.localescape` more than once",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["visitIntrinsicCall: multiple calls to llvm.localescape in one function"],
    }

    /// The arguments of `llvm.localescape` are static allocas or null.
    ///
    /// A static alloca is in the entry block and has a constant number of elements, so its offset
    /// in the frame is fixed. Null skips a position.
    deny ESCAPED: "INT093" "localescape-slot" {
        message: "`{operand}` is not a static alloca of {function}",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["visitIntrinsicCall: llvm.localescape only accepts static allocas"],
    }

    /// The function argument of `llvm.localrecover` is a function that the module defines.
    ///
    /// The frame offset is only known if both functions are compiled together.
    deny RECOVERED_FROM: "INT094" "localrecover-function" {
        message: "`{operand}` is not a function that the module defines",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["visitIntrinsicCall: llvm.localrecover first argument must be function defined in this module"],
    }

    /// The index argument of `llvm.localrecover` is the position of an escaped alloca.
    ///
    /// The index counts the arguments of the function's call of `llvm.localescape`.
    deny RECOVERED: "INT095" "localrecover-index" {
        message: "`{operand:0}` does not escape an alloca with index `{operand}`",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["verifyFrameRecoverIndices: all indices passed to llvm.localrecover must be less than the number of arguments passed to llvm.localescape in the parent function"],
    }

    /// `llvm.va_start` is called only in a variadic function.
    ///
    /// It initialises a list of the variable arguments.
    deny VARIABLE_ARGUMENTS: "INT096" "va-start-not-variadic" {
        message: "{function} is not variadic",
        reference: "LangRef, llvm.va_start Intrinsic",
        checks: ["visitIntrinsicCall: va_start called in a non-varargs function"],
    }

    /// The offset of a vector splice is in the range of the vector's lanes.
    ///
    /// The offset is a position in the concatenation of both vectors. For scalable vectors, the
    /// minimum number of lanes under the function's `vscale_range` determines the range.
    deny SPLICE: "INT097" "splice-offset" {
        message: "the offset `{operand}` is out of range for `{operand:0.type}`",
        reference: "LangRef, llvm.vector.splice Intrinsics",
        checks: ["visitIntrinsicCall: The splice index exceeds the range [-VL, VL-1] where VL is the known minimum number of elements in the vector. For scalable vectors the minimum number"],
    }
}

const ROOT_OF: &str = "llvm.gcroot";
const READ: &str = "llvm.gcread";
const WRITE: &str = "llvm.gcwrite";
const INIT_TRAMPOLINE: &str = "llvm.init.trampoline";
const PROTECTOR: &str = "llvm.stackprotector";
const ESCAPE: &str = "llvm.localescape";
const RECOVER: &str = "llvm.localrecover";
const START: &str = "llvm.va_start";
const LEFT: &str = "llvm.vector.splice.left";
const RIGHT: &str = "llvm.vector.splice.right";

/// The number of lanes for this value of `vscale`.
fn all_lanes(lanes: Lanes, vscale: u64) -> u128 {
    let factor = if matches!(lanes, Lanes::Scalable(_)) { vscale } else { 1 };
    least_lanes(lanes) * u128::from(factor)
}

datalog! { module;
    /// The intrinsics that the rules check, except lifetime markers.
    const INTRINSICS(&'static str) = [
        ROOT_OF,
        READ,
        WRITE,
        INIT_TRAMPOLINE,
        PROTECTOR,
        ESCAPE,
        RECOVER,
        START,
        LEFT,
        RIGHT,
    ];

    /// The lifetime markers.
    const MARKS(&'static str) = ["llvm.lifetime.start", "llvm.lifetime.end"];

    /// The intrinsics that require a garbage collector.
    const COLLECTED(&'static str) = [ROOT_OF, READ, WRITE];

    /// The splices, and the difference between the number of lanes and the maximum offset.
    const SPLICES(&'static str, u128) = [(LEFT, 1), (RIGHT, 0)];

    /// `instruction`, in `function`, calls the intrinsic `name`.
    struct Call<'a>(InstructionId, FunctionId, &'a str);

    Call(instruction, function, name) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        let name = module.text(intrinsic),
        INTRINSICS(name),
        instruction { instruction, function };

    /// `instruction` is a lifetime marker for `value`.
    struct LifetimeMarker(InstructionId, ValueId);

    LifetimeMarker(instruction, argument) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        MARKS(module.text(intrinsic)),
        call_argument { instruction, position: 0, argument };

    violation(LIFETIME, Subject::Operand(instruction, 0)) <-
        LifetimeMarker(instruction, value),
        value { value, kind },
        (!matches!(kind, ValueKind::Instruction | ValueKind::Poison));

    violation(LIFETIME, Subject::Operand(instruction, 0)) <-
        LifetimeMarker(instruction, value),
        definition { value, instruction: computed },
        instruction { instruction: computed, opcode },
        (opcode != Opcode::Alloca);

    @input
    /// `origin` is the argument `value` with all casts stripped.
    struct StripsTo(ValueId, ValueId) = pointers::origins;

    /// `origin` is the argument of `instruction` at `position` with all casts stripped.
    struct Origin(InstructionId, u32, ValueId);

    Origin(instruction, position, origin) <-
        Call(instruction, _, _),
        call_argument { instruction, position, argument },
        StripsTo(argument, origin);

    /// `value` is the result of the `alloca` `instruction`.
    struct Slot(ValueId, InstructionId);

    Slot(value, instruction) <-
        Origin(_, _, value),
        definition { value, instruction },
        alloca_instruction { instruction };

    violation(ROOT, Subject::Operand(instruction, 0)) <-
        Call(instruction, _, ROOT_OF),
        Origin(instruction, 0, origin),
        !Slot(origin, _);

    violation(ROOT_METADATA, Subject::Operand(instruction, 1)) <-
        Call(instruction, _, ROOT_OF),
        call_argument { instruction, position: 1, argument: metadata },
        value { value: metadata, kind },
        (matches!(kind, ValueKind::Argument | ValueKind::Instruction));

    violation(ROOT_METADATA, Subject::Operand(instruction, 1)) <-
        Call(instruction, _, ROOT_OF),
        Origin(instruction, 0, origin),
        Slot(origin, slot),
        alloca_instruction { instruction: slot, type },
        type { type, kind },
        (kind != TypeKind::Pointer),
        call_argument { instruction, position: 1, argument: metadata },
        value { value: metadata, kind: ValueKind::NullPointer };

    violation(COLLECTOR, instruction) <-
        Call(instruction, function, name),
        COLLECTED(name),
        !garbage_collector { function };

    violation(TRAMPOLINE, Subject::Operand(instruction, 1)) <-
        Call(instruction, _, INIT_TRAMPOLINE),
        Origin(instruction, 1, origin),
        value { value: origin, kind },
        (kind != ValueKind::Function);

    violation(GUARD, Subject::Operand(instruction, 1)) <-
        Call(instruction, _, PROTECTOR),
        Origin(instruction, 1, origin),
        !Slot(origin, _);

    violation(ESCAPE_PLACE, instruction) <-
        Call(instruction, _, ESCAPE),
        instruction { instruction, block },
        block { block, position },
        (position != 0);

    violation(DUPLICATE_ESCAPE, instruction) <-
        Call(first, function, ESCAPE),
        Call(instruction, function, ESCAPE),
        (first < instruction);

    /// `value` is the result of a static `alloca`.
    struct FixedSlot(ValueId);

    FixedSlot(value) <-
        Slot(value, instruction),
        !instruction_flag { instruction, flag: InstructionFlag::InAlloca },
        alloca_instruction { instruction, element_count },
        constant_integer { constant: element_count },
        instruction { instruction, block },
        block { block, position: 0 };

    violation(ESCAPED, Subject::Operand(instruction, position)) <-
        Call(instruction, _, ESCAPE),
        call_argument { instruction, position, argument },
        value { value: argument, kind },
        (kind != ValueKind::NullPointer),
        Origin(instruction, position, origin),
        !FixedSlot(origin);

    /// `instruction` recovers a variable of `function`, which this module defines.
    struct Recovers(InstructionId, FunctionId);

    Recovers(instruction, function) <-
        Call(instruction, _, RECOVER),
        Origin(instruction, 0, origin),
        value_function { value: origin, function },
        !global_flag { global: origin, flag: GlobalFlag::Declaration };

    violation(RECOVERED_FROM, Subject::Operand(instruction, 0)) <-
        Call(instruction, _, RECOVER),
        !Recovers(instruction, _);

    /// `function` escapes a variable with this number.
    struct Known(FunctionId, u128);

    Known(function, position.into()) <-
        Call(instruction, function, ESCAPE),
        call_argument { instruction, position };

    violation(RECOVERED, Subject::Operand(instruction, 2)) <-
        Recovers(instruction, function),
        call_argument { instruction, position: 2, argument },
        constant_integer { constant: argument, unsigned },
        !Known(function, as_unsigned(module.text(unsigned)));

    violation(VARIABLE_ARGUMENTS, instruction) <-
        Call(instruction, function, START),
        function { function, function_type: type },
        !type_flag { type, flag: TypeFlag::VarArg };

    /// `instruction` splices vectors with `lanes` lanes; its maximum offset is `excluded` lanes
    /// less.
    struct Splice(InstructionId, Lanes, u128);

    Splice(instruction, lanes, excluded) <-
        Call(instruction, _, name),
        SPLICES(name, excluded),
        call_instruction { instruction, function_type },
        function_type { type: function_type, return_type },
        type_traits { type: return_type, lanes };

    /// By the attribute `vscale_range` of its function, `vscale` is at least `least` at
    /// `instruction`.
    struct DeclaredVscale(InstructionId, u64);

    // The lower bound is in the upper 32 bits of the attribute's integer.
    DeclaredVscale(instruction, range >> 32) <-
        Splice(instruction, _, _),
        instruction { instruction, function },
        function_attribute { function, attribute },
        attribute { attribute, name: "vscale_range" },
        attribute_integer { attribute, integer: range };

    /// `vscale` is at least `least` at `instruction`.
    struct MinimumVscale(InstructionId, u64);

    MinimumVscale(instruction, least.max(1)) <- DeclaredVscale(instruction, least);

    MinimumVscale(instruction, 1) <- Splice(instruction, _, _), !DeclaredVscale(instruction, _);

    violation(SPLICE, Subject::Operand(instruction, 2)) <-
        Splice(instruction, lanes, excluded),
        MinimumVscale(instruction, vscale),
        call_argument { instruction, position: 2, argument },
        constant_integer { constant: argument, unsigned },
        (as_unsigned(module.text(unsigned)) > all_lanes(lanes, vscale).saturating_sub(excluded));
}

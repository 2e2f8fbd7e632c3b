//! Intrinsics that speak of the stack frame, of the function around the call, or of another
//! function's frame.

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
    /// `llvm.lifetime.start` and `llvm.lifetime.end` mark the lifetime of an `alloca`.
    ///
    /// The pointer is the result of the `alloca` itself, not one that was computed from it. It may
    /// also be `poison`, as passes leave it behind that removed the `alloca`.
    deny LIFETIME: "INT085" "lifetime-not-alloca" {
        message: "`{operand}` is no `alloca`, and has no lifetime that could be marked",
        reference: "LangRef, llvm.lifetime.start Intrinsic",
        checks: [],
    }

    /// The root that `llvm.gcroot` declares is an `alloca`.
    ///
    /// The collector finds the pointer in the stack frame.
    deny ROOT: "INT086" "gcroot-slot" {
        message: "the root `{operand}` is no `alloca`",
        reference: "LLVM, Garbage Collection with LLVM, llvm.gcroot",
        checks: ["visitIntrinsicCall: llvm.gcroot parameter #1 must be an alloca."],
    }

    /// What `llvm.gcroot` tells of a root is a constant; of a root that is no pointer, it is not
    /// null.
    ///
    /// The collector gets it with the map of the frame, made when the program is compiled. Without
    /// it, only a pointer can be understood.
    deny ROOT_METADATA: "INT087" "gcroot-metadata" {
        message: "`{operand}` does not tell the collector what the root `{operand:0}` is",
        reference: "LLVM, Garbage Collection with LLVM, llvm.gcroot",
        checks: [
            "visitIntrinsicCall: llvm.gcroot parameter #2 must be a constant.",
            "visitIntrinsicCall: llvm.gcroot parameter #1 must either be a pointer alloca, or argument #2 must be a non-null constant.",
        ],
    }

    /// Only a function with a garbage collector declares roots and uses barriers.
    ///
    /// It says by `gc "…"` which collector that is, and the collector says what becomes of them.
    deny COLLECTOR: "INT088" "collector-missing" {
        message: "{function} calls {callee}, and has no garbage collector",
        reference: "LLVM, Garbage Collection with LLVM",
        checks: ["visitIntrinsicCall: Enclosing function does not use GC."],
    }

    /// The function that a trampoline jumps to is known.
    ///
    /// `llvm.init.trampoline` gets the function itself, since the code depends on its parameters.
    deny TRAMPOLINE: "INT089" "trampoline-target" {
        message: "`{operand}` is no function",
        reference: "LangRef, llvm.init.trampoline Intrinsic",
        checks: ["visitIntrinsicCall: llvm.init_trampoline parameter #2 must resolve to a function."],
    }

    /// The slot of the stack protector is an `alloca`.
    ///
    /// `llvm.stackprotector` puts the guard into the frame that it protects.
    deny GUARD: "INT090" "stack-guard-slot" {
        message: "`{operand}` is no `alloca`",
        reference: "LangRef, llvm.stackprotector Intrinsic",
        checks: ["visitIntrinsicCall: llvm.stackprotector parameter #2 must resolve to an alloca."],
    }

    /// A function makes its variables known to others at its entry.
    ///
    /// `llvm.localescape` is called in the entry block, after the variables have got their places.
    deny ESCAPE_PLACE: "INT091" "localescape-outside-entry" {
        message: "this call does not stand in the entry block of {function}",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["visitIntrinsicCall: llvm.localescape used outside of entry block"],
    }

    /// A function makes its variables known to others once.
    ///
    /// The others refer to them by their numbers in the one call of `llvm.localescape`.
    deny ESCAPE_TWICE: "INT092" "localescape-twice" {
        message: "{function} calls `llvm.localescape` more than once",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["visitIntrinsicCall: multiple calls to llvm.localescape in one function"],
    }

    /// What a function makes known to others has a fixed place in its frame.
    ///
    /// It is an `alloca` in the entry block with a constant number of elements, or null to leave a
    /// number out.
    deny ESCAPED: "INT093" "localescape-slot" {
        message: "`{operand}` has no fixed place in the frame of {function}",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["visitIntrinsicCall: llvm.localescape only accepts static allocas"],
    }

    /// `llvm.localrecover` names a function of the module.
    ///
    /// Where the variable lies in its frame is known when both functions are compiled together.
    deny RECOVERED_FROM: "INT094" "localrecover-function" {
        message: "`{operand}` is no function that the module defines",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["visitIntrinsicCall: llvm.localrecover first argument must be function defined in this module"],
    }

    /// `llvm.localrecover` names a variable that the function makes known.
    ///
    /// The number counts the arguments of its call of `llvm.localescape`.
    deny RECOVERED: "INT095" "localrecover-index" {
        message: "`{operand:0}` does not make known a variable number `{operand}`",
        reference: "LangRef, llvm.localescape Intrinsic",
        checks: ["verifyFrameRecoverIndices: all indices passed to llvm.localrecover must be less than the number of arguments passed to llvm.localescape in the parent function"],
    }

    /// Only a function with variable arguments starts to read them.
    ///
    /// `llvm.va_start` finds the arguments behind those that the function's type lists.
    deny VARIABLE_ARGUMENTS: "INT096" "va-start-not-variadic" {
        message: "{function} has no variable arguments",
        reference: "LangRef, llvm.va_start Intrinsic",
        checks: ["visitIntrinsicCall: va_start called in a non-varargs function"],
    }

    /// The offset of a splice lies within the vector.
    ///
    /// The result begins or ends so many lanes off in the two vectors that are joined. Of scalable
    /// vectors, the lanes count that are sure to be there after the function's `vscale_range`.
    deny SPLICE: "INT097" "splice-offset" {
        message: "the offset `{operand}` does not lie within `{operand:0.type}`",
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

/// How many lanes there are if `vscale` is this number.
fn all_lanes(lanes: Lanes, vscale: u64) -> u128 {
    let factor = if matches!(lanes, Lanes::Scalable(_)) { vscale } else { 1 };
    least_lanes(lanes) * u128::from(factor)
}

datalog! { module;
    /// The intrinsics that the rules are about, but for marks of lifetimes.
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

    /// The intrinsics that mark lifetimes.
    const MARKS(&'static str) = ["llvm.lifetime.start", "llvm.lifetime.end"];

    /// The intrinsics that need a garbage collector.
    const COLLECTED(&'static str) = [ROOT_OF, READ, WRITE];

    /// The splices, and how many lanes the largest offset is less than all.
    const SPLICES(&'static str, u128) = [(LEFT, 1), (RIGHT, 0)];

    /// `instruction`, in `function`, calls the intrinsic `name`.
    struct Call<'a>(InstructionId, FunctionId, &'a str);

    Call(instruction, function, name) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        let name = module.text(intrinsic),
        INTRINSICS(name),
        instruction { instruction, function };

    /// `instruction` marks the lifetime of `value`.
    struct Marks(InstructionId, ValueId);

    Marks(instruction, argument) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        MARKS(module.text(intrinsic)),
        call_argument { instruction, position: 0, argument };

    violation(LIFETIME, Subject::Operand(instruction, 0)) <-
        Marks(instruction, value),
        value { value, kind },
        (!matches!(kind, ValueKind::Instruction | ValueKind::Poison));

    violation(LIFETIME, Subject::Operand(instruction, 0)) <-
        Marks(instruction, value),
        definition { value, instruction: computed },
        instruction { instruction: computed, opcode },
        (opcode != Opcode::Alloca);

    @input
    /// The argument `value` comes from `origin`, which is not a cast.
    struct ComesFrom(ValueId, ValueId) = pointers::origins;

    /// The argument at `position` of `instruction` comes from `origin`.
    struct Origin(InstructionId, u32, ValueId);

    Origin(instruction, position, origin) <-
        Call(instruction, _, _),
        call_argument { instruction, position, argument },
        ComesFrom(argument, origin);

    /// `value` is what the `alloca` `instruction` computes.
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

    violation(ESCAPE_TWICE, instruction) <-
        Call(first, function, ESCAPE),
        Call(instruction, function, ESCAPE),
        (first < instruction);

    /// `value` is an `alloca` with a fixed place in the frame.
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

    /// The call recovers a variable of `function`, which the module defines.
    struct Recovers(InstructionId, FunctionId);

    Recovers(instruction, function) <-
        Call(instruction, _, RECOVER),
        Origin(instruction, 0, origin),
        value_function { value: origin, function },
        !global_flag { global: origin, flag: GlobalFlag::Declaration };

    violation(RECOVERED_FROM, Subject::Operand(instruction, 0)) <-
        Call(instruction, _, RECOVER),
        !Recovers(instruction, _);

    /// `function` makes known a variable with this number.
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

    /// `instruction` joins vectors with `lanes` lanes, and its largest offset is `excluded` lanes
    /// less than that.
    struct Splice(InstructionId, Lanes, u128);

    Splice(instruction, lanes, excluded) <-
        Call(instruction, _, name),
        SPLICES(name, excluded),
        call_instruction { instruction, function_type },
        function_type { type: function_type, return_type },
        type_traits { type: return_type, lanes };

    /// The function around `instruction` says that `vscale` is at least `least`.
    struct Says(InstructionId, u64);

    // The lower bound is in the upper half of the attribute's number.
    Says(instruction, range >> 32) <-
        Splice(instruction, _, _),
        instruction { instruction, function },
        function_attribute { function, attribute },
        attribute { attribute, name: "vscale_range" },
        attribute_integer { attribute, integer: range };

    /// Where `instruction` is, `vscale` is at least `least`.
    struct Scale(InstructionId, u64);

    Scale(instruction, least.max(1)) <- Says(instruction, least);

    Scale(instruction, 1) <- Splice(instruction, _, _), !Says(instruction, _);

    violation(SPLICE, Subject::Operand(instruction, 2)) <-
        Splice(instruction, lanes, excluded),
        Scale(instruction, vscale),
        call_argument { instruction, position: 2, argument },
        constant_integer { constant: argument, unsigned },
        (as_unsigned(module.text(unsigned)) > all_lanes(lanes, vscale).saturating_sub(excluded));
}

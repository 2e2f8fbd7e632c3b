//! Pointers that are passed twice, and functions without a name.

use facts_schema::{FunctionId, GlobalFlag, InstructionId, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Lint "lint";
    /// The source and the destination of a `memcpy` differ.
    ///
    /// They may overlap only if they are equal, and the copy is redundant then. Perhaps `memmove`
    /// was intended.
    warn COPY_ONTO_ITSELF: "LNT021" "memcpy-overlap" {
        message: "the source and the destination of this copy are both `{operand}`",
        reference: "LangRef, llvm.memcpy; LLVM's lint pass",
        checks: [],
    }

    /// A function without local linkage has a name.
    ///
    /// Other modules cannot refer to it without a name. Perhaps `internal` is missing.
    warn UNNAMED_FUNCTION: "LNT022" "unnamed-function" {
        message: "this function has no name, but is visible to other modules",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// A pointer that is passed as a `noalias` argument is not passed in another argument of the
    /// same call.
    ///
    /// The callee may assume that no other pointer accesses the memory.
    /// Constants, and arguments that are both `readonly`, are not reported: it only matters if the callee writes.
    warn PASSED_TWICE: "LNT027" "noalias-argument-passed-twice" {
        message: "`{operand}` is passed as a `noalias` argument and in another argument",
        reference: "LangRef, Parameter Attributes; LLVM's lint pass",
        checks: [],
    }
}

datalog! { module;
    const COPIES(&'static str) = ["llvm.memcpy", "llvm.memcpy.inline"];

    /// The kinds of pointers that may point to writable memory. All others are constants.
    const WRITABLE(ValueKind) =
        [ValueKind::Argument, ValueKind::Instruction, ValueKind::GlobalVariable];

    const READ_ONLY(&'static str) = ["readonly", "readnone"];

    /// The kinds of pointers that do not point to an object.
    const NOTHING(ValueKind) = [ValueKind::NullPointer, ValueKind::Undef, ValueKind::Poison];

    violation(UNNAMED_FUNCTION, function) <-
        function { function, value },
        !value_name { value },
        global { global: value },
        !local_global { global: value };

    /// The intrinsic `function`, with the value `value`, copies memory.
    struct Copies(FunctionId, ValueId);

    Copies(function, value) <-
        intrinsic { function, intrinsic },
        let name = module.text(intrinsic),
        COPIES(name),
        function { function, value };

    /// The parameter at `position` of the function `value` is `noalias`.
    struct NoAlias(ValueId, u32);

    // The parameters of memory copies are also `noalias`, but a separate rule checks them.
    NoAlias(value, position) <-
        parameter_attribute { function, position, attribute },
        attribute { attribute, name: "noalias" },
        !Copies(function, _),
        function { function, value };

    violation(COPY_ONTO_ITSELF, Subject::Operand(call, 1)) <-
        call_instruction { instruction: call, callee },
        Copies(_, callee),
        call_argument { instruction: call, position: 0, argument: pointer },
        call_argument { instruction: call, position: 1, argument: pointer },
        value { value: pointer, kind, type },
        !NOTHING(kind),
        pointer_type { type };

    /// The function `value` does not write through its parameter at `position`.
    struct OnlyReads(ValueId, u32);

    OnlyReads(value, position) <-
        NoAlias(value, _),
        function { function, value },
        parameter_attribute { function, position, attribute },
        attribute { attribute, name },
        READ_ONLY(known),
        (module.text(name) == known);

    /// `call` passes the same pointer to `callee` as the `noalias` argument at `position` and as
    /// the argument at `other`.
    struct PassesTwice(InstructionId, ValueId, u32, u32);

    PassesTwice(call, callee, position, other) <-
        call_instruction { instruction: call, callee },
        NoAlias(callee, position),
        call_argument { instruction: call, position, argument: pointer },
        call_argument { instruction: call, position: other, argument: pointer },
        (other != position),
        value { value: pointer, kind, type },
        WRITABLE(kind),
        pointer_type { type },
        !global_flag { global: pointer, flag: GlobalFlag::Constant };

    violation(PASSED_TWICE, Subject::Operand(call, position)) <-
        PassesTwice(call, callee, position, _),
        !OnlyReads(callee, position);

    violation(PASSED_TWICE, Subject::Operand(call, position)) <-
        PassesTwice(call, callee, position, other),
        !OnlyReads(callee, other);
}

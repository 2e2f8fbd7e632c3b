//! Calls by another signature than that of the called function.

use facts_schema::{InstructionId, TypeFlag, TypeId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Lint "lint";
    /// A call and the function that it calls agree on the calling convention.
    ///
    /// Otherwise arguments are looked for where they are not; the behavior is undefined.
    warn CONVENTIONS_DIFFER: "LNT023" "calling-conventions-differ" {
        message: "this call and `{callee}` have different calling conventions, which is undefined behavior",
        reference: "LangRef, Calling Conventions; LLVM's lint pass",
        checks: [],
    }

    /// A call passes as many arguments as the called function takes.
    ///
    /// Pointers do not tell what they point to; so this is well-formed, but undefined behavior.
    warn ARGUMENT_COUNTS_DIFFER: "LNT024" "argument-counts-differ" {
        message: "`{callee}` does not take {detail} arguments, so that this call is undefined behavior",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }

    /// A call expects a result of the type that the called function returns.
    ///
    /// Pointers do not tell what they point to; so this is well-formed, but undefined behavior.
    warn RESULTS_DIFFER: "LNT025" "call-results-differ" {
        message: "`{callee}` returns `{detail}`, so that this call, which expects `{result.type}`, is undefined behavior",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }

    /// A call passes arguments of the types that the called function takes.
    ///
    /// Pointers do not tell what they point to; so this is well-formed, but undefined behavior.
    warn ARGUMENTS_DIFFER: "LNT026" "argument-types-differ" {
        message: "`{callee}` takes `{detail}` here, so that passing `{operand.type}` is undefined behavior",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }
}

datalog! { representatives;
    violation(CONVENTIONS_DIFFER, call) <-
        call_instruction { instruction: call, callee, calling_convention: convention },
        value_function { value: callee, function },
        function { function, calling_convention: other },
        (convention != other);

    /// `call` is by type `type`, and the called function has type `other`.
    struct Types(InstructionId, TypeId, TypeId);

    Types(call, type, other) <-
        call_instruction { instruction: call, callee, function_type: type },
        value_function { value: callee, function },
        function { function, function_type: other },
        (type != other);

    violation(RESULTS_DIFFER, call, returned) <-
        Types(call, type, other),
        function_type { type, return_type: expected },
        function_type { type: other, return_type: returned },
        (expected != returned);

    violation(ARGUMENT_COUNTS_DIFFER, call, Detail::Number(passed.into())) <-
        Types(call, type, other),
        function_type { type, parameter_count: passed },
        function_type { type: other, parameter_count: taken },
        (passed < taken);

    violation(ARGUMENT_COUNTS_DIFFER, call, Detail::Number(passed.into())) <-
        Types(call, type, other),
        function_type { type, parameter_count: passed },
        function_type { type: other, parameter_count: taken },
        (passed > taken),
        !type_flag { type: other, flag: TypeFlag::VarArg };

    violation(ARGUMENTS_DIFFER, Subject::Operand(call, position), taken) <-
        Types(call, type, other),
        function_type_parameter { type, position, parameter_type: passed },
        function_type_parameter { type: other, position, parameter_type: taken },
        (passed != taken);
}

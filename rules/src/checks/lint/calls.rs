//! Calls whose signature differs from the signature of the callee.

use facts_schema::{InstructionId, TypeFlag, TypeId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Lint "lint";
    /// A call and its callee have the same calling convention.
    ///
    /// Otherwise the behaviour is undefined, because arguments are not passed where the callee
    /// expects them.
    warn CONVENTIONS_DIFFER: "LNT023" "calling-conventions-differ" {
        message: "the calling conventions of this call and of `{callee}` differ, which is undefined behaviour",
        reference: "LangRef, Calling Conventions; LLVM's lint pass",
        checks: [],
    }

    /// A call has as many arguments as its callee has parameters.
    ///
    /// A call through another function type is well-formed, because pointers are opaque, but its
    /// behaviour is undefined.
    warn ARGUMENT_COUNTS_DIFFER: "LNT024" "argument-counts-differ" {
        message: "`{callee}` does not take {detail} arguments, so this call is undefined behaviour",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }

    /// The result of a call has the return type of its callee.
    ///
    /// A call through another function type is well-formed, because pointers are opaque, but its
    /// behaviour is undefined.
    warn RESULTS_DIFFER: "LNT025" "call-results-differ" {
        message: "this call returns `{result.type}`, but `{callee}` returns `{detail}`, which is undefined behaviour",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }

    /// The arguments of a call have the types of its callee's parameters.
    ///
    /// A call through another function type is well-formed, because pointers are opaque, but its
    /// behaviour is undefined.
    warn ARGUMENTS_DIFFER: "LNT026" "argument-types-differ" {
        message: "this argument has type `{operand.type}`, but the parameter of `{callee}` has type `{detail}`, which is undefined behaviour",
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

    /// `call` has the function type `type`, but the callee has the different type `other`.
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

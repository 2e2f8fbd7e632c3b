//! Debug locations of calls that could be inlined.

use facts_schema::{GlobalFlag, MetadataKind, Opcode, ValueId};
use rules_macros::datalog;

use crate::rule::rules;

rules! { Calls "calls";
    /// A call that may be inlined has a debug location if both the caller and the callee have debug
    /// info.
    ///
    /// When the call is inlined, the locations of the callee's instructions refer to the location
    /// of the call. Callees that are only declared, or that may be replaced by another definition,
    /// are not inlined.
    deny NO_LOCATION: "CAL070" "inlinable-call-without-location" {
        message: "the call of `{callee}` has no debug location, though caller and callee have debug info",
        reference: "LLVM, How to Update Debug Info",
        checks: ["visitCallBase: inlinable function call in a function with debug info must have a !dbg location"],
    }
}

datalog! { module;
    /// `function` has a subprogram.
    struct Described(ValueId);

    Described(function) <-
        global_metadata { global: function, attachment_kind: "dbg", metadata },
        metadata { metadata, kind: MetadataKind::Subprogram };

    /// The definition of `function` in this module is the one that is called, so it can be inlined.
    struct Inlinable(ValueId);

    Inlinable(function) <-
        Described(function),
        !global_flag { global: function, flag: GlobalFlag::Declaration },
        local_global { global: function };

    // With semantic interposition, functions may also be replaced at load time.
    Inlinable(function) <-
        Described(function),
        !global_flag { global: function, flag: GlobalFlag::Declaration },
        global { global: function },
        !interposable_global { global: function },
        !module_flag { name: "SemanticInterposition" };

    violation(NO_LOCATION, call) <-
        call_instruction { instruction: call, opcode, callee, function_type },
        (opcode != Opcode::CallBr),
        !instruction_location { instruction: call },
        Inlinable(callee),
        value_function { value: callee, function },
        function { function, function_type },
        instruction { instruction: call, function: caller },
        function { function: caller, value },
        Described(value);
}

//! Functions whose callers are all known, and functions that run as the module defines them.
//!
//! **Scope: module.**

use facts_schema::{FunctionId, GlobalFlag, InstructionId, TypeId, ValueId};
use rules_macros::datalog;

datalog! { module;
    @output
    /// Calls of `function` run the definition in the module.
    struct Exact(FunctionId);

    Exact(function) <-
        function { function, value },
        global { global: value, linkage },
        (linkage.is_exact()),
        !global_flag { global: value, flag: GlobalFlag::Declaration };

    /// `value` is the local function `function`, of type `type`.
    struct Local(ValueId, FunctionId, TypeId);

    Local(value, function, type) <-
        function { function, value, function_type: type },
        global { global: value, linkage },
        (linkage.is_local()),
        !global_flag { global: value, flag: GlobalFlag::Declaration };

    /// Operand `position` of `instruction` is the local function `value`.
    struct Mentions(InstructionId, u32, ValueId);

    Mentions(instruction, position, value) <-
        instruction_operand { instruction, position, operand: value },
        Local(value, _, _);

    /// `function` is used other than by a call with its own type.
    struct Taken(FunctionId);

    Taken(function) <-
        Mentions(instruction, _, value),
        Local(value, function, type),
        !call_instruction { instruction, callee: value, function_type: type };

    // The callee is the last operand.
    Taken(function) <-
        Mentions(instruction, position, value),
        instruction_operand { instruction, position: position + 1 },
        Local(value, function, _);

    Taken(function) <- constant_operand { operand: value }, Local(value, function, _);

    Taken(function) <- constant_element { element: value }, Local(value, function, _);

    Taken(function) <- global_initializer { initializer: value }, Local(value, function, _);

    Taken(function) <- alias { aliasee: value }, Local(value, function, _);

    Taken(function) <- ifunc { resolver: value }, Local(value, function, _);

    Taken(function) <- personality { personality: value }, Local(value, function, _);

    Taken(function) <- prefix_data { data: value }, Local(value, function, _);

    Taken(function) <- prologue_data { data: value }, Local(value, function, _);

    Taken(function) <- dso_local_equivalent { global: value }, Local(value, function, _);

    Taken(function) <- no_cfi { global: value }, Local(value, function, _);

    Taken(function) <- ptrauth { pointer: value }, Local(value, function, _);

    @output
    /// All callers of `function` are known, and each calls it with its own type.
    struct Closed(FunctionId);

    Closed(function) <- Local(_, function, _), !Taken(function);
}

//! The cases of switches.

use facts_schema::{InstructionId, TypeId, ValueId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { ControlFlow "control-flow";
    /// The case values of a `switch` have the type of its condition.
    ///
    /// LLVM does not convert case values, so a case value of another width could never match.
    deny CASE_TYPE: "CFG024" "switch-case-type-differs" {
        message: "the condition of the switch has type {operand.type}, but its case `{detail}` has type {detail.type}",
        reference: "LangRef, switch",
        checks: ["visitSwitchInst: Switch constants must all be same type as switch value!"],
    }

    /// The case values of a `switch` are unique.
    ///
    /// Only one of two equal cases could be taken.
    deny DUPLICATE_CASE: "CFG025" "duplicate-switch-case" {
        message: "the switch has two cases for `{detail}`",
        reference: "LangRef, switch",
        checks: ["visitSwitchInst: Duplicate integer as switch case"],
    }
}

datalog! { functions with switch_case;
    /// The case value `value` of `switch` at `position` has type `type`, which differs from the
    /// type of the condition.
    struct OtherType(InstructionId, u32, ValueId, TypeId);

    OtherType(switch, position, value, type) <-
        switch_case { instruction: switch, position, value },
        value { value, type },
        switch_instruction { instruction: switch, condition },
        value { value: condition, type: condition_type },
        (type != condition_type);

    // Of consecutive cases with the same type, only the first is reported.
    violation(CASE_TYPE, Subject::Operand(switch, 0), value) <-
        OtherType(switch, position, value, type),
        !OtherType(switch, position.wrapping_sub(1), _, type);

    /// `value` is the case value of `switch` at `position`.
    struct Case(InstructionId, ValueId, u32);

    Case(switch, value, position) <- switch_case { instruction: switch, position, value };

    violation(DUPLICATE_CASE, switch, value) <-
        Case(switch, value, position),
        Case(switch, value, other),
        (position < other);
}

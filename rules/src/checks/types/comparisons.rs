//! Comparisons and `select`: the types of what is compared, and of what is chosen from.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, Opcode, TypeId, TypeKind};
use rules_macros::datalog;

use crate::checks::scalars::Scalar;
use crate::rule::{Rule, rules};
use crate::violation::Subject;

rules! { Types "types";
    /// Both operands of a comparison have the same type.
    ///
    /// Whether a number is less than one of another width depends on how it would be extended, and
    /// a comparison does not say that.
    deny OPERANDS_DIFFER: "TYP030" "comparison-operands-differ" {
        message: "`{opcode}` compares a `{operand:0.type}` with a `{operand:1.type}`",
        reference: "LangRef, icmp and fcmp",
        checks: [
            "visitICmpInst: Both operands to ICmp instruction are not of the same type!",
            "visitFCmpInst: Both operands to FCmp instruction are not of the same type!",
        ],
    }

    /// `icmp` compares integers or pointers, or vectors of them.
    ///
    /// Floating-point numbers, of which some are neither less, equal nor greater, are compared by
    /// `fcmp`; aggregates, member by member.
    deny NO_INTEGERS: "TYP031" "icmp-not-integer-or-pointer" {
        message: "`{opcode}` compares integers or pointers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, icmp",
        checks: ["visitICmpInst: Invalid operand types for ICmp instruction"],
    }

    /// `fcmp` compares floating-point numbers, or vectors of them.
    ///
    /// Integers and pointers are compared by `icmp`.
    deny NO_FLOATS: "TYP032" "fcmp-not-floating-point" {
        message: "`{opcode}` compares floating-point numbers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, fcmp",
        checks: ["visitFCmpInst: Invalid operand types for FCmp instruction"],
    }

    /// What `select` chooses by is an `i1`, or, to choose lane by lane, a vector of `i1` with as many
    /// lanes as the values.
    ///
    /// There is no truth in other integers: compare them first.
    deny CONDITION: "TYP033" "select-condition" {
        message: "`{opcode}` cannot choose between two `{operand:1.type}` by a `{operand:0.type}`",
        reference: "LangRef, select",
        checks: ["visitSelectInst: Invalid operands for select instruction!"],
    }

    /// The two values that `select` chooses from, and its result, have the same type.
    ///
    /// The result is one of the two, as it is.
    deny VALUES_DIFFER: "TYP034" "select-values-differ" {
        message: "`{opcode}` makes a `{result.type}` from a `{operand:1.type}` and a `{operand:2.type}`",
        reference: "LangRef, select",
        checks: [
            "visitSelectInst: Invalid operands for select instruction!",
            "visitSelectInst: Select values must have same type as select instruction!",
        ],
    }
}

datalog! { representatives;
    /// `opcode` compares scalars of this class.
    const COMPARES(Opcode, Option<Scalar>) = [
        (Opcode::ICmp, Some(Scalar::Integer)),
        (Opcode::ICmp, Some(Scalar::Pointer)),
        (Opcode::FCmp, Some(Scalar::Float)),
    ];

    /// Operands that `opcode` does not compare break the rule.
    const BROKEN_BY_OTHERS(Opcode, Rule) = [
        (Opcode::ICmp, NO_INTEGERS),
        (Opcode::FCmp, NO_FLOATS),
    ];

    violation(OPERANDS_DIFFER, Subject::Operand(instruction, 1)) <-
        comparison_instruction { instruction, first_operand, second_operand },
        value { value: first_operand, type: first },
        value { value: second_operand, type: second },
        (first != second);

    violation(rule, Subject::Operand(instruction, 0)) <-
        comparison_instruction { instruction, opcode, first_operand },
        value { value: first_operand, type },
        type_traits { type, kind },
        !COMPARES(opcode, Scalar::of(kind)),
        BROKEN_BY_OTHERS(opcode, rule);

    /// `instruction` chooses by a value of type `condition` from values of types `first` and
    /// `second`.
    struct Chooses(InstructionId, TypeId, TypeId, TypeId);

    Chooses(instruction, condition_type, first, second) <-
        select_instruction { instruction, condition, true_value, false_value },
        value { value: condition, type: condition_type },
        value { value: true_value, type: first },
        value { value: false_value, type: second };

    violation(VALUES_DIFFER, Subject::Operand(instruction, 2)) <-
        Chooses(instruction, _, first, second),
        (first != second);

    violation(VALUES_DIFFER, Subject::Operand(instruction, 1)) <-
        Chooses(instruction, _, first, _),
        instruction_result { instruction, result },
        value { value: result, type },
        (type != first);

    violation(CONDITION, Subject::Operand(instruction, 0)) <-
        Chooses(instruction, condition, _, _),
        type_traits { type: condition, kind, measure: width },
        (kind != TypeKind::Integer || width != 1);

    violation(CONDITION, Subject::Operand(instruction, 0)) <-
        Chooses(instruction, condition, first, _),
        type_traits { type: condition, lanes },
        (lanes != Lanes::Scalar),
        type_traits { type: first, lanes: value_lanes },
        (lanes != value_lanes);
}

//! Comparisons and `select`: the types of their operands and results.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, Opcode, TypeId, TypeKind};
use rules_macros::datalog;

use crate::checks::scalars::Scalar;
use crate::rule::{Rule, rules};
use crate::violation::Subject;

rules! { Types "types";
    /// Both operands of a comparison have the same type.
    ///
    /// A comparison does not convert its operands, and numbers of different widths cannot be
    /// compared without a conversion.
    deny OPERANDS_DIFFER: "TYP030" "comparison-operands-differ" {
        message: "the operands of `{opcode}` have different types, `{operand:0.type}` and `{operand:1.type}`",
        reference: "LangRef, icmp and fcmp",
        checks: [
            "visitICmpInst: Both operands to ICmp instruction are not of the same type!",
            "visitFCmpInst: Both operands to FCmp instruction are not of the same type!",
        ],
    }

    /// The operands of `icmp` are integers or pointers, or vectors of them.
    ///
    /// Floating-point numbers are compared by `fcmp`, because they can also be unordered.
    /// Aggregates are compared member by member.
    deny NO_INTEGERS: "TYP031" "icmp-not-integer-or-pointer" {
        message: "`{opcode}` requires integers or pointers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, icmp",
        checks: ["visitICmpInst: Invalid operand types for ICmp instruction"],
    }

    /// The operands of `fcmp` are floating-point numbers or vectors of them.
    ///
    /// Integers and pointers are compared by `icmp`.
    deny NO_FLOATS: "TYP032" "fcmp-not-floating-point" {
        message: "`{opcode}` requires floating-point numbers, but its operands have type `{operand:0.type}`",
        reference: "LangRef, fcmp",
        checks: ["visitFCmpInst: Invalid operand types for FCmp instruction"],
    }

    /// The condition of `select` is an `i1`, or a vector of `i1` with as many lanes as the selected
    /// vectors.
    ///
    /// Other integers must be compared first.
    deny CONDITION: "TYP033" "select-condition" {
        message: "a condition of type `{operand:0.type}` cannot `{opcode}` between values of type `{operand:1.type}`",
        reference: "LangRef, select",
        checks: ["visitSelectInst: Invalid operands for select instruction!"],
    }

    /// The two values of a `select` and its result have the same type.
    ///
    /// The result is one of the two values, unchanged.
    deny VALUES_DIFFER: "TYP034" "select-values-differ" {
        message: "`{opcode}` has values of types `{operand:1.type}` and `{operand:2.type}` and a result of type `{result.type}`",
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

    /// The rule that operands violate if `opcode` does not compare them.
    const OPERAND_RULES(Opcode, Rule) = [
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
        OPERAND_RULES(opcode, rule);

    /// `instruction` is a `select` with a condition of type `condition` and values of types `first`
    /// and `second`.
    struct SelectTypes(InstructionId, TypeId, TypeId, TypeId);

    SelectTypes(instruction, condition_type, first, second) <-
        select_instruction { instruction, condition, true_value, false_value },
        value { value: condition, type: condition_type },
        value { value: true_value, type: first },
        value { value: false_value, type: second };

    violation(VALUES_DIFFER, Subject::Operand(instruction, 2)) <-
        SelectTypes(instruction, _, first, second),
        (first != second);

    violation(VALUES_DIFFER, Subject::Operand(instruction, 1)) <-
        SelectTypes(instruction, _, first, _),
        instruction_result { instruction, result },
        value { value: result, type },
        (type != first);

    violation(CONDITION, Subject::Operand(instruction, 0)) <-
        SelectTypes(instruction, condition, _, _),
        type_traits { type: condition, kind, measure: width },
        (kind != TypeKind::Integer || width != 1);

    violation(CONDITION, Subject::Operand(instruction, 0)) <-
        SelectTypes(instruction, condition, first, _),
        type_traits { type: condition, lanes },
        (lanes != Lanes::Scalar),
        type_traits { type: first, lanes: value_lanes },
        (lanes != value_lanes);
}

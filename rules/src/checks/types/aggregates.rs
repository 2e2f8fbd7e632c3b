//! `extractvalue` and `insertvalue`: the members that their indices select. These are tables 111 to
//! 119 of the relational model (Psallida 2014). The intermediate types are derived by a recursive
//! rule.

use facts_schema::{InstructionId, TypeId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Types "types";
    /// `extractvalue` and `insertvalue` operate on structures and arrays.
    ///
    /// Elements of vectors are accessed by `extractelement` and `insertelement`, and memory is
    /// addressed by `getelementptr`.
    deny NO_AGGREGATE: "TYP050" "member-of-non-aggregate" {
        message: "`{opcode}` requires a structure or an array, but its operand has type `{operand:0.type}`",
        reference: "LangRef, Aggregate Operations",
        checks: [
            "visitExtractValueInst: Invalid ExtractValueInst operands!",
            "visitInsertValueInst: Invalid InsertValueInst operands!",
        ],
        tables: [118, 119],
    }

    /// The indices of `extractvalue` and `insertvalue` are in bounds.
    ///
    /// Each index is the number of a member, counted from 0, of the aggregate that the indices
    /// before it select.
    deny NO_MEMBER: "TYP051" "aggregate-index-out-of-bounds" {
        message: "`{opcode}` has an index that is out of bounds for `{detail}`",
        reference: "LangRef, extractvalue and insertvalue",
        checks: [
            "visitExtractValueInst: Invalid ExtractValueInst operands!",
            "visitInsertValueInst: Invalid InsertValueInst operands!",
        ],
        tables: [112, 113, 114, 115],
    }

    /// The result of `extractvalue` has the type of the extracted member.
    ///
    /// The member is extracted unchanged.
    deny EXTRACTED_DIFFERS: "TYP052" "extracted-member-differs" {
        message: "`{opcode}` extracts a member of type `{detail}`, but its result has type `{result.type}`",
        reference: "LangRef, extractvalue",
        checks: ["visitExtractValueInst: Invalid ExtractValueInst operands!"],
        tables: [116, 117],
    }

    /// The value that `insertvalue` inserts has the type of the member that it replaces.
    ///
    /// LLVM does not convert the value.
    deny INSERTED_DIFFERS: "TYP053" "inserted-member-differs" {
        message: "`{opcode}` inserts a `{operand:1.type}` as a member of type `{detail}`",
        reference: "LangRef, insertvalue",
        checks: ["visitInsertValueInst: Invalid InsertValueInst operands!"],
    }
}

datalog! { representatives;
    /// `instruction` extracts a member from a value of type `type`, or inserts one into it (table
    /// 118).
    struct BaseType(InstructionId, TypeId);

    BaseType(instruction, type) <-
        extractvalue_instruction { instruction, aggregate },
        value { value: aggregate, type };

    BaseType(instruction, type) <-
        insertvalue_instruction { instruction, aggregate },
        value { value: aggregate, type };

    violation(NO_AGGREGATE, Subject::Operand(instruction, 0)) <-
        BaseType(instruction, type),
        !array_type { type },
        !struct_type { type };

    /// The index of `instruction` at `position` applies to a value of type `type` (tables 113 and
    /// 115).
    struct IntermediateType(InstructionId, u32, TypeId);

    IntermediateType(instruction, 0, type) <- BaseType(instruction, type);

    IntermediateType(instruction, position + 1, element) <-
        IntermediateType(instruction, position, type),
        aggregate_index { instruction, position, member_index: index },
        array_type { type, element_type: element, length },
        (u64::from(index) < length);

    IntermediateType(instruction, position + 1, field) <-
        IntermediateType(instruction, position, type),
        aggregate_index { instruction, position, member_index: index },
        struct_field { type, position: index, field_type: field };

    violation(NO_MEMBER, instruction, type) <-
        IntermediateType(instruction, position, type),
        aggregate_index { instruction, position },
        !IntermediateType(instruction, position + 1, _);

    /// The indices of `instruction` select a member of type `type` (table 116).
    struct ValueType(InstructionId, TypeId);

    ValueType(instruction, type) <-
        IntermediateType(instruction, position, type),
        !aggregate_index { instruction, position };

    // Table 117.
    violation(EXTRACTED_DIFFERS, instruction, member) <-
        extractvalue_instruction { instruction },
        ValueType(instruction, member),
        instruction_result { instruction, result },
        value { value: result, type },
        (type != member);

    violation(INSERTED_DIFFERS, Subject::Operand(instruction, 1), member) <-
        insertvalue_instruction { instruction, value },
        ValueType(instruction, member),
        value { value, type },
        (type != member);
}

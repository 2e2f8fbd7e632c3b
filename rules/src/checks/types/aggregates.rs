//! `extractvalue` and `insertvalue`: where their indices lead. These are tables 111 to 119 of the
//! relational model (Psallida 2014): the intermediate type of each step is a recursive rule.

use facts_schema::{InstructionId, TypeId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Types "types";
    /// `extractvalue` and `insertvalue` work on structures and arrays.
    ///
    /// The elements of vectors are reached by `extractelement` and `insertelement`, what lies in
    /// memory, by `getelementptr`.
    deny NO_AGGREGATE: "TYP050" "member-of-no-aggregate" {
        message: "`{opcode}` works on a structure or an array, but its operand has type `{operand:0.type}`",
        reference: "LangRef, Aggregate Operations",
        checks: [
            "visitExtractValueInst: Invalid ExtractValueInst operands!",
            "visitInsertValueInst: Invalid InsertValueInst operands!",
        ],
        tables: [118, 119],
    }

    /// The indices of `extractvalue` and `insertvalue` lead from member to member.
    ///
    /// Each index is the number of a field or of an element, counted from 0, of what the indices
    /// before it led to.
    deny NO_MEMBER: "TYP051" "aggregate-index-out-of-bounds" {
        message: "`{opcode}` asks for a member of `{detail}` that it does not have",
        reference: "LangRef, extractvalue and insertvalue",
        checks: [
            "visitExtractValueInst: Invalid ExtractValueInst operands!",
            "visitInsertValueInst: Invalid InsertValueInst operands!",
        ],
        tables: [112, 113, 114, 115],
    }

    /// The result of `extractvalue` has the type of the member that it takes out.
    ///
    /// The member comes out as it is.
    deny EXTRACTED_DIFFERS: "TYP052" "extracted-member-differs" {
        message: "`{opcode}` takes a `{detail}` out and calls it a `{result.type}`",
        reference: "LangRef, extractvalue",
        checks: ["visitExtractValueInst: Invalid ExtractValueInst operands!"],
        tables: [116, 117],
    }

    /// What `insertvalue` puts into an aggregate has the type of the member that it replaces.
    ///
    /// LLVM never converts on the way.
    deny INSERTED_DIFFERS: "TYP053" "inserted-member-differs" {
        message: "`{opcode}` puts a `{operand:1.type}` where a `{detail}` belongs",
        reference: "LangRef, insertvalue",
        checks: ["visitInsertValueInst: Invalid InsertValueInst operands!"],
    }
}

datalog! { representatives;
    /// `instruction` takes a member out of, or puts one into, a value of type `type` (table 118).
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

    /// Before it goes to the member that the index at `position` names, `instruction` is at a value
    /// of type `type` (tables 113 and 115).
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

    /// The indices of `instruction` lead to a member of type `type` (table 116).
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

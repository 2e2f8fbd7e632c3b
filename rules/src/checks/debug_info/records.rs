//! Debug records: their variables, locations, and fragments.

use facts_schema::{
    DebugRecordKind, FunctionId, InstructionId, MetadataId, MetadataKind, Text, TypeKind, ValueId,
    ValueKind,
};
use rules_macros::datalog;

use super::has_flag;
use crate::rule::rules;
use crate::violation::Subject;

rules! { DebugInfo "debug-info";
    /// The variable of a debug record is a `DILocalVariable`.
    ///
    /// Global variables are described by attachments of globals.
    deny VARIABLE_WANTED: "DBG100" "record-without-variable" {
        message: "the variable {detail} of the debug record {subject} is not a `DILocalVariable`",
        reference: "LLVM, Source Level Debugging, Debug Records",
        checks: ["visit: invalid #dbg record variable"],
    }

    /// The expression of a debug record is a `DIExpression`.
    ///
    /// If there is nothing to compute, the expression is empty, `!DIExpression()`.
    deny EXPRESSION_WANTED: "DBG101" "record-without-expression" {
        message: "the expression {detail} of the debug record {subject} is not a `DIExpression`",
        reference: "LLVM, Source Level Debugging, Debug Records",
        checks: ["visit: invalid #dbg record expression"],
    }

    /// A debug record has a `DILocation`.
    ///
    /// The location says whether, and where, the variable was inlined.
    deny LOCATION_WANTED: "DBG102" "record-without-location" {
        message: "the debug record {subject} does not have a `DILocation`",
        reference: "LLVM, Source Level Debugging, Debug Records",
        checks: ["visit: invalid #dbg record DILocation"],
    }

    /// The variable and the location of a debug record are in the same subprogram.
    ///
    /// Both stay in their original subprogram when code is inlined.
    deny SUBPROGRAMS_DIFFER: "DBG103" "variable-in-other-subprogram" {
        message: "the variable {detail} is not in the same subprogram as the location of the debug record {subject}",
        reference: "LLVM, Source Level Debugging, Debug Records",
        checks: ["visit: mismatched subprogram between #dbg record variable and DILocation"],
    }

    /// The debug records of a function do not describe different variables with the same argument
    /// number.
    ///
    /// A debugger can only show one variable for each parameter.
    deny PARAMETERS_CONFLICT: "DBG104" "parameter-described-twice" {
        message: "the debug record {subject} describes another variable with the argument number of {detail}",
        reference: "LangRef, DILocalVariable",
        checks: ["verifyFnArgs: conflicting debug info for argument"],
    }

    /// The location of a `#dbg_declare` is a pointer, or an integer that is an address.
    ///
    /// A `#dbg_value` describes a value instead of an address.
    deny ADDRESS_WANTED: "DBG105" "declared-at-non-address" {
        message: "the debug record {subject} declares a variable at {detail}, which is not an address",
        reference: "LLVM, Source Level Debugging, #dbg_declare",
        checks: [],
    }

    /// A fragment is within the bounds of its variable.
    ///
    /// Bits outside of these bounds do not belong to the variable.
    deny FRAGMENT_OUTSIDE: "DBG106" "fragment-outside-variable" {
        message: "the fragment in {subject} is outside the variable {detail}",
        reference: "LangRef, DIExpression",
        checks: ["verifyFragmentExpression: fragment is larger than or outside of variable"],
    }

    /// A fragment does not cover the entire variable.
    ///
    /// A description of the entire variable needs no fragment.
    deny FRAGMENT_WHOLE: "DBG107" "fragment-covers-variable" {
        message: "the fragment in {subject} covers the entire variable {detail}",
        reference: "LangRef, DIExpression",
        checks: ["verifyFragmentExpression: fragment covers entire variable"],
    }

    /// Only an argument with the attribute `swiftasync` is described by `DW_OP_LLVM_entry_value`.
    ///
    /// Registers are unknown before register allocation, except for this argument, whose register
    /// the calling convention defines.
    deny ENTRY_VALUE: "DBG108" "entry-value-misplaced" {
        message: "the debug record {subject} uses `DW_OP_LLVM_entry_value` of {detail}",
        reference: "LangRef, DIExpression",
        checks: ["verifyNotEntryValue: Entry values are only allowed in MIR unless they target a swiftasync Argument"],
    }
}

datalog! { module;
    violation(VARIABLE_WANTED, Subject::DebugRecord(instruction, position), variable) <-
        debug_record_variable { instruction, position, variable },
        !metadata { metadata: variable, kind: MetadataKind::LocalVariable };

    violation(EXPRESSION_WANTED, Subject::DebugRecord(instruction, position), expression) <-
        debug_record_variable { instruction, position, expression },
        !metadata { metadata: expression, kind: MetadataKind::Expression };

    violation(LOCATION_WANTED, Subject::DebugRecord(instruction, position)) <-
        debug_record_variable { instruction, position },
        !debug_record_location { instruction, position };

    violation(LOCATION_WANTED, Subject::DebugRecord(instruction, position)) <-
        debug_record_variable { instruction, position },
        debug_record_location { instruction, position, location },
        !metadata { metadata: location, kind: MetadataKind::Location };

    violation(SUBPROGRAMS_DIFFER, Subject::DebugRecord(instruction, position), variable) <-
        debug_record_variable { instruction, position, variable },
        metadata { metadata: variable, kind: MetadataKind::LocalVariable },
        metadata_reference { metadata: variable, field: "scope", referenced_metadata: scope },
        scope_subprogram { scope, subprogram },
        debug_record_location { instruction, position, location },
        source_location { location, scope: place },
        scope_subprogram { scope: place, subprogram: other },
        (other != subprogram);

    /// `function` has a subprogram.
    struct Described(FunctionId);

    Described(function) <-
        global_metadata { global, attachment_kind: "dbg", metadata: node },
        metadata { metadata: node, kind: MetadataKind::Subprogram },
        value_function { value: global, function };

    /// A record in `function`, not in inlined code, describes `variable`, the parameter with the
    /// number `number`.
    struct Parameter(FunctionId, Text, MetadataId);

    Parameter(function, number, variable) <-
        debug_record_variable { instruction, position, variable },
        metadata_field { metadata: variable, field: "arg", text: number },
        debug_record_location { instruction, position, location },
        !inlined_at { location },
        instruction { instruction, function },
        Described(function),
        metadata { metadata: variable, kind: MetadataKind::LocalVariable },
        metadata_reference { metadata: variable, field: "scope", referenced_metadata: scope },
        scope_subprogram { scope },
        source_location { location, scope: place },
        scope_subprogram { scope: place };

    /// The record at `position` before `instruction` in `function` describes the parameter
    /// `variable`, which has the same number as `other`.
    struct Conflict(FunctionId, MetadataId, MetadataId, InstructionId, u32);

    Conflict(function, variable, other, instruction, position) <-
        Parameter(function, number, variable),
        Parameter(function, number, other),
        (variable != other),
        debug_record_variable { instruction, position, variable: described },
        (described == variable),
        instruction { instruction, function },
        debug_record_location { instruction, position, location },
        !inlined_at { location },
        source_location { location, scope },
        scope_subprogram { scope };

    /// A record before the one at `position` before `instruction` conflicts in the same way.
    struct Repeated(MetadataId, MetadataId, InstructionId, u32);

    Repeated(variable, other, instruction, position) <-
        Conflict(function, variable, other, instruction, position),
        Conflict(function, variable, other, earlier, place),
        ((earlier, place) < (instruction, position));

    violation(PARAMETERS_CONFLICT, Subject::DebugRecord(instruction, position), other) <-
        Conflict(_, variable, other, instruction, position),
        !Repeated(variable, other, instruction, position);

    /// `expression` refers to arguments by `DW_OP_LLVM_arg`. LLVM does not check their types.
    struct TakesList(MetadataId);

    TakesList(expression) <-
        metadata_field { metadata: expression, text: "DW_OP_LLVM_arg" },
        metadata { metadata: expression, kind: MetadataKind::Expression };

    violation(ADDRESS_WANTED, Subject::DebugRecord(instruction, position), operand) <-
        debug_record { instruction, position, kind: DebugRecordKind::Declare },
        debug_record_operand { instruction, position, operand_position: 0, operand },
        value { value: operand, type },
        type { type, kind },
        (!matches!(kind, TypeKind::Pointer | TypeKind::Integer)),
        debug_record_variable { instruction, position, expression },
        !TakesList(expression);

    /// The operator at `position` of `expression` is `DW_OP_LLVM_fragment`.
    struct Fragment(MetadataId, u32);

    Fragment(expression, position) <-
        metadata_field { metadata: expression, field, text: "DW_OP_LLVM_fragment" },
        metadata { metadata: expression, kind: MetadataKind::Expression },
        let Ok(position) = module.text(field).parse::<u32>();

    /// `expression` is a fragment of `size` bits at `offset`. LLVM truncates both to 32 bits.
    struct Bits(MetadataId, u32, u32);

    Bits(expression, offset as u32, size as u32) <-
        Fragment(expression, position),
        metadata_field { metadata: expression, field: first, text: of_offset },
        (module.text(first).parse() == Ok(position + 1)),
        metadata_field { metadata: expression, field: second, text: of_size },
        (module.text(second).parse() == Ok(position + 2)),
        let Ok(offset) = module.text(of_offset).parse::<u64>(),
        let Ok(size) = module.text(of_size).parse::<u64>();

    /// `subject` describes the fragment `expression` of `variable`.
    struct Describes(Subject, MetadataId, MetadataId);

    Describes(Subject::DebugRecord(instruction, position), variable, expression) <-
        debug_record_variable { instruction, position, variable, expression },
        Bits(expression, _, _),
        metadata { metadata: variable, kind: MetadataKind::LocalVariable };

    Describes(Subject::Metadata(node), variable, expression) <-
        described_metadata { kind: MetadataKind::GlobalVariableExpression, metadata: node },
        metadata_reference { metadata: node, field: "expr", referenced_metadata: expression },
        Bits(expression, _, _),
        metadata_reference { metadata: node, field: "var", referenced_metadata: variable };

    /// The local variable `variable` is artificial. LLVM does not check its fragments.
    struct Artificial(MetadataId);

    Artificial(variable) <-
        Describes(_, variable, _),
        metadata { metadata: variable, kind: MetadataKind::LocalVariable },
        metadata_field { metadata: variable, field: "flags", text: flags },
        (has_flag(module.text(flags), "DIFlagArtificial"));

    /// Values of `type` have `size` bits.
    struct Size(MetadataId, u64);

    Size(type, size) <-
        metadata_field { metadata: type, field: "size", text },
        let Ok(size) = module.text(text).parse::<u64>(),
        (size > 0);

    /// `variable` has the same size as `type`: its type or, if that has no size, its base type.
    struct SizedAs(MetadataId, MetadataId);

    SizedAs(variable, type) <-
        Describes(_, variable, _),
        metadata_reference { metadata: variable, field: "type", referenced_metadata: type };

    SizedAs(variable, base) <-
        SizedAs(variable, type),
        !Size(type, _),
        metadata { metadata: type, kind: MetadataKind::DerivedType },
        metadata_reference { metadata: type, field: "baseType", referenced_metadata: base };

    /// `subject` describes `size` bits at `offset` of `variable`, which has `whole` bits.
    struct Part(Subject, MetadataId, u32, u32, u64);

    Part(subject, variable, offset, size, whole) <-
        Describes(subject, variable, expression),
        !Artificial(variable),
        Bits(expression, offset, size),
        SizedAs(variable, type),
        Size(type, whole);

    violation(FRAGMENT_OUTSIDE, subject, variable) <-
        Part(subject, variable, offset, size, whole),
        (u64::from(offset.wrapping_add(size)) > whole);

    violation(FRAGMENT_WHOLE, subject, variable) <-
        Part(subject, variable, _, size, whole),
        (u64::from(size) == whole);

    /// `expression` contains `DW_OP_LLVM_entry_value`.
    struct UsesEntry(MetadataId);

    UsesEntry(expression) <-
        metadata_field { metadata: expression, text: "DW_OP_LLVM_entry_value" },
        metadata { metadata: expression, kind: MetadataKind::Expression };

    /// `argument` has the attribute `swiftasync`.
    struct SwiftAsync(ValueId);

    SwiftAsync(argument) <-
        parameter_attribute { function, position, attribute },
        attribute { attribute, name: "swiftasync" },
        function_argument { function, position, value: argument };

    violation(ENTRY_VALUE, Subject::DebugRecord(instruction, position), operand) <-
        debug_record_variable { instruction, position, expression },
        UsesEntry(expression),
        debug_record_operand { instruction, position, operand_position: 0, operand },
        value { value: operand, kind },
        (!matches!(kind, ValueKind::Undef | ValueKind::Poison)),
        !SwiftAsync(operand);
}

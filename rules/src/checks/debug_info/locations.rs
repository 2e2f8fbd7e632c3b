//! The debug information of functions, global variables and instructions: subprograms, variables,
//! and locations.

use facts_schema::view::Scope;
use facts_schema::{FunctionId, InstructionId, MetadataId, MetadataKind, Opcode, ValueId};
use rules_macros::datalog;

use crate::checks::control_flow;
use crate::rule::rules;

rules! { DebugInfo "debug-info";
    /// The `!dbg` attachment of a function declaration is not distinct.
    ///
    /// It describes the function to its callers. A distinct subprogram describes the code of a
    /// definition.
    deny DECLARATION_DISTINCT: "DBG080" "declared-function-distinct" {
        message: "{subject} is a declaration, but its `!dbg` attachment {detail} is distinct",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: function declaration may only have a unique !dbg attachment"],
    }

    /// A function has at most one `!dbg` attachment.
    ///
    /// The attachment is the subprogram of the function's code.
    deny SEVERAL_SUBPROGRAMS: "DBG081" "several-subprograms" {
        message: "{subject} has more than one `!dbg` attachment",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: function must have a single !dbg attachment"],
    }

    /// The `!dbg` attachment of a function is a `DISubprogram`.
    ///
    /// No other node describes a function.
    deny SUBPROGRAM_WANTED: "DBG082" "function-without-subprogram" {
        message: "the `!dbg` attachment {detail} of {subject} is not a `DISubprogram`",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: function !dbg attachment must be a subprogram"],
    }

    /// The `!dbg` attachment of a function definition is distinct.
    ///
    /// Two functions must not share a subprogram, even if their descriptions are equal.
    deny DEFINITION_UNIQUED: "DBG083" "defined-function-not-distinct" {
        message: "the subprogram {detail} of {subject} is not distinct",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: function definition may only have a distinct !dbg attachment"],
    }

    /// A subprogram is attached to at most one function definition.
    ///
    /// The object file describes the code of a subprogram once.
    deny SUBPROGRAM_SHARED: "DBG084" "subprogram-shared" {
        message: "the subprogram {detail} of {subject} is also attached to another function",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: DISubprogram attached to more than one function"],
    }

    /// The location of an instruction is in the subprogram of its function, or is inlined into it.
    ///
    /// The locations of inlined code have an `inlinedAt`.
    deny WRONG_SUBPROGRAM: "DBG085" "location-in-other-subprogram" {
        message: "the location of {subject} is in the subprogram {detail}, not in the subprogram of {function}",
        reference: "LangRef, DILocation",
        checks: ["visitFunction: !dbg attachment points at wrong subprogram for function"],
    }

    /// The `!dbg` attachment of a global variable is a `DIGlobalVariableExpression`.
    ///
    /// It identifies the source variable and the part of it that the global holds.
    deny VARIABLE_WANTED: "DBG086" "global-without-variable" {
        message: "the `!dbg` attachment {detail} of {subject} is not a `DIGlobalVariableExpression`",
        reference: "LangRef, DIGlobalVariableExpression",
        checks: ["visitGlobalVariable: !dbg attachment of global variable must be a DIGlobalVariableExpression"],
    }

    /// The `!dbg` attachment of an instruction is a `DILocation`.
    ///
    /// It gives the source line of the instruction.
    deny LOCATION_WANTED: "DBG087" "dbg-attachment-not-location" {
        message: "the `!dbg` attachment {detail} of {subject} is not a `DILocation`",
        reference: "LangRef, DILocation",
        checks: ["visitInstruction: invalid !dbg metadata attachment"],
    }

    /// An ifunc does not have a `!dbg` attachment.
    ///
    /// It has no code. Its resolver may have an attachment.
    deny IFUNC_DESCRIBED: "DBG088" "ifunc-with-debug-info" {
        message: "the ifunc {subject} has a `!dbg` attachment",
        reference: "LangRef, IFuncs",
        checks: [],
    }

    /// Only an `alloca`, a store or a call of an intrinsic has a `!DIAssignID` attachment.
    ///
    /// It links an assignment to a variable with the debug records that describe it.
    deny ASSIGNMENT_WANTED: "DBG089" "assignment-id-misplaced" {
        message: "`{opcode}` has a `!DIAssignID` attachment, but does not assign to memory",
        reference: "LLVM, Debug Info Assignment Tracking",
        checks: ["visitDIAssignIDMetadata: !DIAssignID attached to unexpected instruction kind"],
    }

    /// A location is an operand only of other locations, loop metadata and named metadata.
    ///
    /// Passes that update locations do not look for them elsewhere.
    deny LOCATION_MISPLACED: "DBG090" "location-misplaced" {
        message: "the metadata {subject} has the location {detail} as an operand",
        reference: "LangRef, Metadata",
        checks: ["visitMDNode: DILocation not allowed within this metadata node"],
    }
}

datalog! { module;
    /// `function` is defined in this module.
    struct Defined(FunctionId);

    Defined(function) <- block { function, position: 0 };

    /// `node` is a `!dbg` attachment of `function`.
    struct Attached(FunctionId, MetadataId);

    Attached(function, node) <-
        global_metadata { global, attachment_kind: "dbg", metadata: node },
        value_function { value: global, function };

    violation(DECLARATION_DISTINCT, function, node) <-
        Attached(function, node),
        distinct_metadata { metadata: node },
        !Defined(function);

    violation(SEVERAL_SUBPROGRAMS, function) <-
        global_metadata { global, attachment_kind: "dbg" },
        (has_several_subprograms(module, global)),
        value_function { value: global, function },
        Defined(function);

    violation(SUBPROGRAM_WANTED, function, node) <-
        Attached(function, node),
        !metadata { metadata: node, kind: MetadataKind::Subprogram },
        Defined(function);

    violation(DEFINITION_UNIQUED, function, node) <-
        Attached(function, node),
        metadata { metadata: node, kind: MetadataKind::Subprogram },
        !distinct_metadata { metadata: node },
        Defined(function);

    /// `function` implements `subprogram`.
    struct Implements(FunctionId, MetadataId);

    Implements(function, subprogram) <- Attached(function, subprogram), Defined(function);

    violation(SUBPROGRAM_SHARED, function, subprogram) <-
        Implements(function, subprogram),
        Implements(other, subprogram),
        (function != other);

    /// `subprogram` is attached to `function`.
    struct Own(FunctionId, MetadataId);

    Own(function, subprogram) <-
        Attached(function, subprogram),
        metadata { metadata: subprogram, kind: MetadataKind::Subprogram };

    /// `node` is a loop's metadata.
    struct Loop(MetadataId);

    Loop(node) <- attached_metadata { attachment_kind: "llvm.loop", metadata: node };

    /// `location` is in the loop metadata of `instruction`.
    struct LoopLocation(InstructionId, MetadataId);

    LoopLocation(instruction, location) <-
        attached_metadata { attachment_kind: "llvm.loop", instruction, metadata: node },
        metadata_operand { metadata: node, position, operand_metadata: location },
        (position > 0),
        metadata { metadata: location, kind: MetadataKind::Location };

    /// `call` is the location of an inlined call.
    struct Call(MetadataId);

    Call(call) <- inlined_at { call_location: call };

    /// `location`, which is the location of an inlined call or is in a loop's metadata, was inlined
    /// at `call`.
    struct CalledFrom(MetadataId, MetadataId);

    CalledFrom(location, call) <- Call(location), inlined_at { location, call_location: call };

    CalledFrom(location, call) <-
        LoopLocation(_, location),
        inlined_at { location, call_location: call };

    /// The code at `location`, after inlining, is in the function of `subprogram`.
    struct InSubprogram(MetadataId, MetadataId);

    InSubprogram(location, subprogram) <-
        Call(location),
        !inlined_at { location },
        source_location { location, scope },
        scope_subprogram { scope, subprogram };

    InSubprogram(location, subprogram) <-
        LoopLocation(_, location),
        !inlined_at { location },
        source_location { location, scope },
        scope_subprogram { scope, subprogram };

    InSubprogram(location, subprogram) <- InSubprogram(call, subprogram), CalledFrom(location, call);

    /// The location of `instruction` in `function` is in `subprogram`, which is not the subprogram
    /// of `function`.
    struct Misplaced(FunctionId, MetadataId, InstructionId);

    Misplaced(function, subprogram, instruction) <-
        instruction_location { instruction, location },
        source_location { location, scope },
        scope_subprogram { scope, subprogram },
        instruction { instruction, function },
        !Own(function, subprogram),
        Own(function, _),
        !inlined_at { location };

    Misplaced(function, subprogram, instruction) <-
        instruction_location { instruction, location },
        inlined_at { location, call_location: call },
        InSubprogram(call, subprogram),
        instruction { instruction, function },
        !Own(function, subprogram),
        Own(function, _);

    Misplaced(function, subprogram, instruction) <-
        LoopLocation(instruction, location),
        InSubprogram(location, subprogram),
        instruction { instruction, function },
        !Own(function, subprogram),
        Own(function, _);

    /// An earlier instruction of `function` also has a location in `subprogram`.
    struct FollowsMisplaced(FunctionId, MetadataId, InstructionId);

    FollowsMisplaced(function, subprogram, next) <-
        Misplaced(function, subprogram, instruction),
        let next = control_flow::next(instruction);

    FollowsMisplaced(function, subprogram, next) <-
        FollowsMisplaced(function, subprogram, instruction),
        instruction { instruction, function },
        let next = control_flow::next(instruction);

    // Usually all instructions of a function are affected, so only the first is reported.
    violation(WRONG_SUBPROGRAM, instruction, subprogram) <-
        Misplaced(function, subprogram, instruction),
        !FollowsMisplaced(function, subprogram, instruction);

    violation(VARIABLE_WANTED, variable, node) <-
        global_variable { global: variable },
        global_metadata { global: variable, attachment_kind: "dbg", metadata: node },
        !metadata { metadata: node, kind: MetadataKind::GlobalVariableExpression };

    violation(IFUNC_DESCRIBED, ifunc) <-
        ifunc { ifunc },
        global_metadata { global: ifunc, attachment_kind: "dbg" };

    violation(LOCATION_WANTED, instruction, node) <-
        instruction_location { instruction, location: node },
        !metadata { metadata: node, kind: MetadataKind::Location };

    /// `instruction`, which is not an `alloca` or a store, has a `!DIAssignID`.
    struct Identified(InstructionId);

    Identified(instruction) <-
        attached_metadata { attachment_kind: "DIAssignID", instruction },
        instruction { instruction, opcode },
        (!matches!(opcode, Opcode::Alloca | Opcode::Store));

    /// `instruction` calls an intrinsic.
    struct CallsIntrinsic(InstructionId);

    CallsIntrinsic(instruction) <-
        Identified(instruction),
        call_instruction { instruction, callee },
        value_intrinsic { value: callee };

    violation(ASSIGNMENT_WANTED, instruction) <-
        Identified(instruction),
        !CallsIntrinsic(instruction);

    /// `location` is an operand of `holder`, which is not a loop's metadata.
    struct HasLocation(MetadataId, MetadataId);

    HasLocation(holder, location) <-
        metadata_operand { metadata: holder, operand_metadata: location },
        metadata { metadata: location, kind: MetadataKind::Location },
        !Loop(holder);

    /// Some node other than a loop's metadata has a location as an operand. Otherwise, `Reached` is
    /// not needed.
    struct LocationsAreOperands(bool);

    LocationsAreOperands(true) <- HasLocation(_, _);

    /// LLVM reaches `node` from a place where locations are allowed (`true`) or not allowed
    /// (`false`).
    struct Reached(MetadataId, bool);

    Reached(node, true) <-
        LocationsAreOperands(true),
        global_metadata { global, metadata: node },
        value_function { value: global, function },
        !Defined(function);

    Reached(node, is_allowed) <-
        LocationsAreOperands(true),
        global_metadata { global, attachment_kind: kind, metadata: node },
        value_function { value: global, function },
        Defined(function),
        let is_allowed = module.text(kind) == "dbg";

    Reached(node, is_allowed) <-
        LocationsAreOperands(true),
        instruction_metadata { attachment_kind: kind, metadata: node },
        let is_allowed = module.text(kind) == "llvm.loop";

    Reached(node, true) <- LocationsAreOperands(true), instruction_location { location: node };
    Reached(node, true) <- LocationsAreOperands(true), debug_record_location { location: node };
    Reached(node, false) <- LocationsAreOperands(true), debug_record_variable { variable: node };
    Reached(node, false) <- LocationsAreOperands(true), metadata_value { metadata: node };

    Reached(part, is_allowed) <-
        Reached(node, is_allowed),
        metadata_part { metadata: node, part };

    violation(LOCATION_MISPLACED, holder, location) <-
        HasLocation(holder, location),
        Reached(holder, false),
        !Reached(holder, true);
}

/// Whether a function has more than one `!dbg` attachment. This counts rows, because attachments
/// may be equal.
fn has_several_subprograms(module: Scope, function: ValueId) -> bool {
    let dbg = module.find("dbg");
    let attachments = module.whole().global_metadata.all(function).iter();
    attachments.filter(|row| Some(row.attachment_kind) == dbg).count() > 1
}

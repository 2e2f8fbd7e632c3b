//! What functions, global variables and instructions carry: subprograms, variables, locations.
//!
//! **Scope: module**, with one row for each function and subprogram that its code lies in.

use facts_schema::{EntityId, Facts, FunctionId, InstructionId, MetadataId, MetadataKind, Opcode};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::visited::Graph;
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Attached, AttachedToGlobal, Broken, Crepe, Declared, Distinct, Holder, Identified, Intrinsic,
    LiesIn, LocatedAt, Node, ReachedFrom,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { DebugInfo "debug-info";
    /// The `!dbg` attachment of a function that is only declared is not distinct.
    ///
    /// It describes the callee at calls. A distinct subprogram stands for code, of which there is
    /// none here.
    deny DECLARATION_DISTINCT: "DBG080" "declared-function-distinct" {
        message: "{subject} is only declared, but its `!dbg` attachment {detail} is distinct",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: function declaration may only have a unique !dbg attachment"],
    }

    /// A function has at most one `!dbg` attachment.
    ///
    /// It is the subprogram that the function's code implements.
    deny SEVERAL_SUBPROGRAMS: "DBG081" "several-subprograms" {
        message: "{subject} has several `!dbg` attachments",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: function must have a single !dbg attachment"],
    }

    /// The `!dbg` attachment of a function is a subprogram.
    ///
    /// Nothing else describes functions.
    deny SUBPROGRAM_WANTED: "DBG082" "function-without-subprogram" {
        message: "the `!dbg` attachment {detail} of {subject} is no `DISubprogram`",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: function !dbg attachment must be a subprogram"],
    }

    /// The `!dbg` attachment of a function that is defined is distinct.
    ///
    /// Two functions never share their code, and so must not share their subprogram, even when their
    /// descriptions are equal.
    deny DEFINITION_UNIQUED: "DBG083" "defined-function-not-distinct" {
        message: "the subprogram {detail} of {subject} is not distinct",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: function definition may only have a distinct !dbg attachment"],
    }

    /// A subprogram belongs to at most one function that is defined.
    ///
    /// The object file describes a subprogram once, with one range of addresses.
    deny SUBPROGRAM_SHARED: "DBG084" "subprogram-shared" {
        message: "{subject} has the subprogram {detail}, which another function has as well",
        reference: "LangRef, DISubprogram",
        checks: ["visitFunction: DISubprogram attached to more than one function"],
    }

    /// The locations of instructions lie in the subprogram of their function, or have been inlined
    /// into it.
    ///
    /// Code that was moved from one function to another by inlining says so by `inlinedAt`.
    deny WRONG_SUBPROGRAM: "DBG085" "location-in-other-subprogram" {
        message: "the location of {subject} lies in the subprogram {detail}, not in that of {function}",
        reference: "LangRef, DILocation",
        checks: ["visitFunction: !dbg attachment points at wrong subprogram for function"],
    }

    /// The `!dbg` attachment of a global variable is a `DIGlobalVariableExpression`.
    ///
    /// It says which variable of the source this is, and which part of it.
    deny VARIABLE_WANTED: "DBG086" "global-without-variable" {
        message: "the `!dbg` attachment {detail} of {subject} is no `DIGlobalVariableExpression`",
        reference: "LangRef, DIGlobalVariableExpression",
        checks: ["visitGlobalVariable: !dbg attachment of global variable must be a DIGlobalVariableExpression"],
    }

    /// The `!dbg` attachment of an instruction is a location.
    ///
    /// It says which line of the source the instruction comes from.
    deny LOCATION_WANTED: "DBG087" "instruction-without-location" {
        message: "the `!dbg` attachment {detail} of {subject} is no `DILocation`",
        reference: "LangRef, DILocation",
        checks: ["visitInstruction: invalid !dbg metadata attachment"],
    }

    /// An ifunc has no `!dbg` attachment.
    ///
    /// It has no code; its resolver may have one.
    deny IFUNC_DESCRIBED: "DBG088" "ifunc-with-debug-info" {
        message: "the ifunc {subject} has a `!dbg` attachment",
        reference: "LangRef, IFuncs",
        checks: [],
    }

    /// Only an `alloca`, a store or a call of an intrinsic carries `!DIAssignID`.
    ///
    /// It links what assigns to a variable with the records that describe the assignment; nothing
    /// else assigns.
    deny ASSIGNMENT_WANTED: "DBG089" "assignment-by-no-assignment" {
        message: "`{opcode}` carries `!DIAssignID`, but assigns nothing",
        reference: "LLVM, Debug Info Assignment Tracking",
        checks: ["visitDIAssignIDMetadata: !DIAssignID attached to unexpected instruction kind"],
    }

    /// Locations are operands only of other locations, of loop metadata and of named metadata.
    ///
    /// Passes that change locations know of these places, and of no others.
    deny LOCATION_MISPLACED: "DBG090" "location-misplaced" {
        message: "the metadata {subject} has the location {detail} as an operand",
        reference: "LangRef, Metadata",
        checks: ["visitMDNode: DILocation not allowed within this metadata node"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    if facts.metadata.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    let attached = attached(facts);
    let located = Located::of(facts, &attached);
    let kind = |node: MetadataId| facts.metadata.get(node.index()).map(|row| row.kind);
    let mentioned: FxHashSet<MetadataId> = attached
        .iter()
        .map(|row| row.2)
        .chain(located.others.iter().map(|row| row.1))
        .chain(facts.global_metadata.iter().map(|row| row.metadata))
        .collect();
    program.extend(mentioned.iter().filter_map(|&node| Some(Node(node, kind(node)?))));
    let distinct = facts.distinct_metadata.iter().map(|row| row.metadata);
    program.extend(distinct.filter(|node| mentioned.contains(node)).map(Distinct));
    let has_blocks: FxHashSet<FunctionId> = facts.block.iter().map(|row| row.function).collect();
    let functions = facts.function.iter().map(|row| row.function);
    program.extend(functions.filter(|it| !has_blocks.contains(it)).map(Declared));
    program.extend(attached);
    program.extend(globals(facts));
    program.extend(located.places);
    program.extend(located.others);
    let (identified, intrinsics) = identified(facts);
    program.extend(identified);
    program.extend(intrinsics);
    let (holders, reached) = holders(facts);
    program.extend(holders);
    program.extend(reached);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// The subprograms that are attached to functions.
fn attached(facts: &Facts) -> Vec<Attached> {
    let Some(dbg) = facts.texts.find(b"dbg") else { return Vec::new() };
    let functions: FxHashMap<_, _> =
        facts.function.iter().map(|row| (row.value, row.function)).collect();
    let rows = facts.global_metadata.iter().filter(|row| row.attachment_kind == dbg).zip(0..);
    rows.filter_map(|(row, number)| {
        Some(Attached(*functions.get(&row.global)?, number, row.metadata))
    })
    .collect()
}

/// What is attached to variables and ifuncs.
fn globals(facts: &Facts) -> Vec<AttachedToGlobal> {
    let Some(dbg) = facts.texts.find(b"dbg") else { return Vec::new() };
    let variables = facts.global_variable.iter().map(|row| (row.global, false));
    let ifuncs = facts.ifunc.iter().map(|row| (row.ifunc, true));
    let globals: FxHashMap<_, _> = variables.chain(ifuncs).collect();
    let rows = facts.global_metadata.iter().filter(|row| row.attachment_kind == dbg);
    rows.filter_map(|row| {
        Some(AttachedToGlobal(row.global, *globals.get(&row.global)?, row.metadata))
    })
    .collect()
}

/// Where instructions come from.
struct Located {
    /// For each function and subprogram that some of its code lies in, the first such instruction.
    places: Vec<LiesIn>,
    /// What instructions carry instead of a location.
    others: Vec<LocatedAt>,
}

impl Located {
    fn of(facts: &Facts, attached: &[Attached]) -> Self {
        let mut located = Self { places: Vec::new(), others: Vec::new() };
        let mut described = vec![false; facts.function.len()];
        attached.iter().for_each(|row| described[row.0.index()] = true);
        let subprograms = outermost_subprograms(facts);
        let mut last = vec![None; facts.metadata.len()];
        let mut add = |instruction: InstructionId, location: MetadataId, is_dbg: bool| {
            let Some(row) = facts.instruction.get(instruction.index()) else { return };
            if facts.metadata[location.index()].kind != MetadataKind::Location {
                located.others.extend(is_dbg.then_some(LocatedAt(instruction, location)));
            } else if let Some(subprogram) = subprograms[location.index()]
                && described[row.function.index()]
                && last[subprogram.index()].replace(row.function) != Some(row.function)
            {
                located.places.push(LiesIn(row.function, instruction, subprogram));
            }
        };
        for row in &facts.instruction_location {
            add(row.instruction, row.location, true);
        }
        for (instruction, location) in loop_locations(facts) {
            add(instruction, location, false);
        }
        located
    }
}

/// By location: the subprogram of the function that the code has come to by inlining.
fn outermost_subprograms(facts: &Facts) -> Vec<Option<MetadataId>> {
    let count = facts.metadata.len();
    let mut subprograms = vec![None; count];
    for row in &facts.scope_subprogram {
        subprograms[row.scope.index()] = Some(row.subprogram);
    }
    let mut result = vec![None; count];
    for row in &facts.source_location {
        result[row.location.index()] = subprograms[row.scope.index()];
    }
    let mut calls = vec![None; count];
    for row in &facts.inlined_at {
        calls[row.location.index()] = Some(row.call_location);
    }
    // In ill-formed modules, calls may lead in a circle.
    let outermost = |location: MetadataId| {
        let next = |location: &MetadataId| calls[location.index()];
        std::iter::successors(Some(location), next).take(count).last()
    };
    let places: Vec<_> =
        facts.inlined_at.iter().map(|row| (row.location, outermost(row.location))).collect();
    let found: Vec<_> = places
        .into_iter()
        .map(|(location, outermost)| (location, outermost.and_then(|it| result[it.index()])))
        .collect();
    for (location, subprogram) in found {
        result[location.index()] = subprogram;
    }
    result
}

/// The locations in the loop metadata of instructions.
fn loop_locations(facts: &Facts) -> Vec<(InstructionId, MetadataId)> {
    let Some(kind) = facts.texts.find(b"llvm.loop") else { return Vec::new() };
    let rows = facts.instruction_metadata.iter().filter(|row| row.attachment_kind == kind);
    let loops: FxHashMap<MetadataId, InstructionId> =
        rows.map(|row| (row.metadata, row.instruction)).collect();
    if loops.is_empty() {
        return Vec::new();
    }
    let operands = facts.metadata_operand.iter().filter(|row| row.position > 0);
    operands.filter_map(|row| Some((*loops.get(&row.metadata)?, row.operand_metadata))).collect()
}

/// The instructions that carry the identity of an assignment, and which of them call an intrinsic.
/// Most are `alloca`s and stores, of which no rule has anything to say.
fn identified(facts: &Facts) -> (Vec<Identified>, Vec<Intrinsic>) {
    let Some(kind) = facts.texts.find(b"DIAssignID") else { return Default::default() };
    let rows = facts.instruction_metadata.iter().filter(|row| row.attachment_kind == kind);
    let identified: Vec<Identified> = rows
        .filter_map(|row| {
            let opcode = facts.instruction.get(row.instruction.index())?.opcode;
            let is_usual = matches!(opcode, Opcode::Alloca | Opcode::Store);
            (!is_usual).then_some(Identified(row.instruction, opcode))
        })
        .collect();
    if identified.is_empty() {
        return Default::default();
    }
    let functions =
        facts.intrinsic.iter().filter_map(|row| facts.function.get(row.function.index()));
    let intrinsics: FxHashSet<_> = functions.map(|row| row.value).collect();
    let calls = facts.call_instruction.iter().filter(|row| intrinsics.contains(&row.callee));
    let calls = calls.map(|row| Intrinsic(row.instruction)).collect();
    (identified, calls)
}

/// The tuples, but for those of loops, that have a location as an operand, and in which ways LLVM
/// comes to them.
fn holders(facts: &Facts) -> (Vec<Holder>, Vec<ReachedFrom>) {
    let is_location = |node: MetadataId| {
        let row = facts.metadata.get(node.index());
        row.is_some_and(|row| row.kind == MetadataKind::Location)
    };
    let loops: FxHashSet<MetadataId> = match facts.texts.find(b"llvm.loop") {
        Some(kind) => {
            let rows = facts.instruction_metadata.iter().filter(|row| row.attachment_kind == kind);
            rows.map(|row| row.metadata).collect()
        }
        None => FxHashSet::default(),
    };
    let operands = facts.metadata_operand.iter();
    let operands =
        operands.filter(|row| is_location(row.operand_metadata) && !loops.contains(&row.metadata));
    let holders: Vec<Holder> =
        operands.map(|row| Holder(row.metadata, row.operand_metadata)).collect();
    if holders.is_empty() {
        return (holders, Vec::new());
    }
    let graph = Graph::of(facts);
    let mut reached = Vec::new();
    for is_allowed in [false, true] {
        let from = graph.reachable(places(facts, is_allowed));
        let holders = holders.iter().filter(|row| from[row.0.index()]);
        reached.extend(holders.map(|row| ReachedFrom(row.0, is_allowed)));
    }
    (holders, reached)
}

/// Where LLVM begins to look at metadata in which locations are allowed, or are not.
fn places(facts: &Facts, is_allowed: bool) -> Vec<MetadataId> {
    let text = |name: &[u8]| facts.texts.find(name);
    let (dbg, r#loop) = (text(b"dbg"), text(b"llvm.loop"));
    let has_blocks: FxHashSet<FunctionId> = facts.block.iter().map(|row| row.function).collect();
    let functions: FxHashMap<_, _> =
        facts.function.iter().map(|row| (row.value, has_blocks.contains(&row.function))).collect();
    let mut places = Vec::new();
    for row in &facts.global_metadata {
        if let Some(is_defined) = functions.get(&row.global)
            && (Some(row.attachment_kind) == dbg || !is_defined) == is_allowed
        {
            places.push(row.metadata);
        }
    }
    for row in &facts.instruction_metadata {
        if (Some(row.attachment_kind) == r#loop) == is_allowed {
            places.push(row.metadata);
        }
    }
    if is_allowed {
        places.extend(facts.instruction_location.iter().map(|row| row.location));
        places.extend(facts.debug_record_location.iter().map(|row| row.location));
    } else {
        places.extend(facts.metadata_value.iter().map(|row| row.metadata));
        places.extend(facts.debug_record_variable.iter().map(|row| row.variable));
    }
    places
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::ValueId;

    crepe! {
        @input
        pub struct Node(pub MetadataId, pub MetadataKind);

        @input
        pub struct Distinct(pub MetadataId);

        @input
        /// `function` is only declared.
        pub struct Declared(pub FunctionId);

        @input
        /// The attachment with the number `number` is `subprogram`, of `function`.
        pub struct Attached(pub FunctionId, pub u32, pub MetadataId);

        @input
        /// `node` is attached to `global`, which is an ifunc, or else a variable.
        pub struct AttachedToGlobal(pub ValueId, pub bool, pub MetadataId);

        @input
        /// The code of `instruction` in `function` lies in `subprogram`.
        pub struct LiesIn(pub FunctionId, pub InstructionId, pub MetadataId);

        @input
        /// `instruction` carries `node` as its location, which is none.
        pub struct LocatedAt(pub InstructionId, pub MetadataId);

        @input
        /// `instruction`, of this opcode, carries the identity of an assignment.
        pub struct Identified(pub InstructionId, pub Opcode);

        @input
        /// `instruction` calls an intrinsic.
        pub struct Intrinsic(pub InstructionId);

        @input
        /// `tuple` has the operand `location`.
        pub struct Holder(pub MetadataId, pub MetadataId);

        @input
        /// LLVM comes to `tuple` from a place where locations are allowed, or are not.
        pub struct ReachedFrom(pub MetadataId, pub bool);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(DECLARATION_DISTINCT, Subject::Function(function), Detail::Metadata(node)) <-
            Attached(function, _, node),
            Declared(function),
            Distinct(node);

        Broken(SEVERAL_SUBPROGRAMS, Subject::Function(function), Detail::None) <-
            Attached(function, one, _),
            Attached(function, other, _),
            (one < other),
            !Declared(function);

        Broken(SUBPROGRAM_WANTED, Subject::Function(function), Detail::Metadata(node)) <-
            Attached(function, _, node),
            Node(node, kind),
            (kind != MetadataKind::Subprogram),
            !Declared(function);

        Broken(DEFINITION_UNIQUED, Subject::Function(function), Detail::Metadata(node)) <-
            Attached(function, _, node),
            Node(node, MetadataKind::Subprogram),
            !Declared(function),
            !Distinct(node);

        // `function` implements `subprogram`.
        struct Implements(FunctionId, MetadataId);

        Implements(function, subprogram) <-
            Attached(function, _, subprogram),
            !Declared(function);

        Broken(SUBPROGRAM_SHARED, Subject::Function(function), Detail::Metadata(subprogram)) <-
            Implements(function, subprogram),
            Implements(other, subprogram),
            (function != other);

        // The code of `function` may lie in `subprogram`.
        struct Own(FunctionId, MetadataId);

        Own(function, subprogram) <-
            Attached(function, _, subprogram),
            Node(subprogram, MetadataKind::Subprogram);

        struct Described(FunctionId);

        Described(function) <- Own(function, _);

        Broken(WRONG_SUBPROGRAM, Subject::Instruction(instruction), Detail::Metadata(subprogram)) <-
            LiesIn(function, instruction, subprogram),
            Described(function),
            !Own(function, subprogram);

        Broken(VARIABLE_WANTED, Subject::Value(global), Detail::Metadata(node)) <-
            AttachedToGlobal(global, false, node),
            Node(node, kind),
            (kind != MetadataKind::GlobalVariableExpression);

        Broken(IFUNC_DESCRIBED, Subject::Value(global), Detail::None) <-
            AttachedToGlobal(global, true, _);

        Broken(LOCATION_WANTED, Subject::Instruction(instruction), Detail::Metadata(node)) <-
            LocatedAt(instruction, node),
            Node(node, kind),
            (kind != MetadataKind::Location);

        Broken(ASSIGNMENT_WANTED, Subject::Instruction(instruction), Detail::None) <-
            Identified(instruction, opcode),
            (!matches!(opcode, Opcode::Alloca | Opcode::Store)),
            !Intrinsic(instruction);

        Broken(LOCATION_MISPLACED, Subject::Metadata(tuple), Detail::Metadata(location)) <-
            Holder(tuple, location),
            ReachedFrom(tuple, false),
            !ReachedFrom(tuple, true);
    }
}

violation_from! { Broken }

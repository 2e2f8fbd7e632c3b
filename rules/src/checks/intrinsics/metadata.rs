//! Intrinsics whose argument is a metadata node or string.
//!
//! **Scope: sample.**

use facts_schema::{EntityId, InstructionId, MetadataId, MetadataKind, MetadataOperandRow};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Calls, feed, metadata_of};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::TypeTraits;
use crate::violation::Violation;
use program::{Argument, Broken, Call, Crepe, Given, NodeKind, Operand, Tuple};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// `llvm.experimental.noalias.scope.decl` declares one scope: the only member of a list.
    ///
    /// The list is a node like those that `!alias.scope` and `!noalias` refer to. The scope consists
    /// of itself or a string, its domain, and perhaps a string; the domain of itself or a string, and
    /// perhaps a string.
    deny SCOPE: "INT115" "scope-declaration" {
        message: "`{operand}` is no list of one scope",
        reference: "LangRef, llvm.experimental.noalias.scope.decl Intrinsic",
        sites: [7065, 7071, 7072],
    }

    /// `llvm.reloc.none` names a symbol by a metadata string.
    ///
    /// The symbol is linked in though nothing refers to it.
    deny RELOCATION: "INT116" "relocation-symbol" {
        message: "`{operand}` is no metadata string",
        reference: "LangRef, llvm.reloc.none Intrinsic",
        sites: [],
    }

    /// A cooperative atomic access (AMDGPU) is to generic or global memory, and names its scope by
    /// a node with one string.
    ///
    /// The threads of a wave share the access; memory of other kinds cannot do that.
    deny COOPERATIVE: "INT117" "amdgpu-cooperative-atomic" {
        message: "`{operand}` cannot be an argument of {callee}",
        reference: "LLVM, User Guide for AMDGPU Backend",
        sites: [],
    }
}

/// The names of intrinsics that the rules are about.
fn matters(name: &str) -> bool {
    is_cooperative(name)
        || matches!(name, "llvm.experimental.noalias.scope.decl" | "llvm.reloc.none")
}

fn is_cooperative(name: &str) -> bool {
    name.starts_with("llvm.amdgcn.cooperative.atomic.")
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, matters) else { return Vec::new() };
    let mut program = Crepe::new();
    feed!(program from calls: Call, Argument);
    let given = metadata_of(context, &calls);
    program.extend(given.iter().map(|&(call, position, node)| Given(call, position, node)));
    // Lists of scopes, scopes, domains, and what they consist of.
    let mut nodes: FxHashSet<MetadataId> = given.iter().map(|row| row.2).collect();
    for _ in 0..4 {
        let operands: Vec<_> = nodes.iter().flat_map(|&node| operands(context, node)).collect();
        nodes.extend(operands.iter().map(|row| row.operand_metadata));
        program.extend(operands.into_iter().map(Operand::from));
    }
    let facts = context.facts;
    for node in nodes {
        program.extend(facts.metadata.get(node.index()).map(NodeKind::from));
        let tuple = facts.metadata_tuple.binary_search_by_key(&node, |row| row.metadata);
        program.extend(tuple.ok().map(|row| Tuple::from(&facts.metadata_tuple[row])));
    }
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

fn operands<'a>(
    context: &Context<'a>,
    node: MetadataId,
) -> impl Iterator<Item = &'a MetadataOperandRow> {
    let rows = &context.facts.metadata_operand;
    let first = rows.partition_point(|row| row.metadata < node);
    rows[first..].iter().take_while(move |row| row.metadata == node)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::TypeKind;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub TypeTraits);

        @input
        /// The argument at `position` of `instruction` is `metadata`.
        pub struct Given(pub InstructionId, pub u32, pub MetadataId);

        @input
        pub struct NodeKind(pub MetadataId, pub MetadataKind);

        @input
        /// `metadata` is a tuple with so many operands.
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        pub struct Operand(pub MetadataId, pub u32, pub MetadataId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // The argument at `position` of `instruction` is a list of one `member`.
        struct Lists(InstructionId, u32, MetadataId);

        Lists(instruction, position, member) <-
            Given(instruction, position, list),
            Tuple(list, 1),
            Operand(list, 0, member);

        struct Text(MetadataId);

        Text(metadata) <- NodeKind(metadata, MetadataKind::String);

        // `node` begins with itself or a string, by which it is told from others.
        struct IsTold(MetadataId);

        IsTold(node) <- Tuple(node, _), Operand(node, 0, node);

        IsTold(node) <- Operand(node, 0, name), Text(name);

        struct Domain(MetadataId);

        Domain(domain) <- Tuple(domain, 1), IsTold(domain);

        Domain(domain) <- Tuple(domain, 2), IsTold(domain), Operand(domain, 1, name), Text(name);

        struct Scope(MetadataId);

        Scope(scope) <- Tuple(scope, 2), IsTold(scope), Operand(scope, 1, domain), Domain(domain);

        Scope(scope) <-
            Tuple(scope, 3),
            IsTold(scope),
            Operand(scope, 1, domain),
            Domain(domain),
            Operand(scope, 2, name),
            Text(name);

        struct Declares(InstructionId);

        Declares(instruction) <- Lists(instruction, 0, scope), Scope(scope);

        Broken(SCOPE, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, "llvm.experimental.noalias.scope.decl"),
            Argument(instruction, 0, _),
            !Declares(instruction);

        struct IsString(InstructionId, u32);

        IsString(instruction, position) <-
            Given(instruction, position, metadata),
            NodeKind(metadata, MetadataKind::String);

        Broken(RELOCATION, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, "llvm.reloc.none"),
            Argument(instruction, 0, _),
            !IsString(instruction, 0);

        struct Names(InstructionId, u32);

        Names(instruction, position) <- Lists(instruction, position, name), Text(name);

        Broken(COOPERATIVE, Subject::Operand(instruction, 0), Detail::None) <-
            Call(instruction, name),
            (is_cooperative(name)),
            Argument(instruction, 0, pointer),
            (pointer.kind == TypeKind::Pointer),
            (pointer.measure > 1);

        Broken(COOPERATIVE, Subject::Operand(instruction, position), Detail::None) <-
            Call(instruction, name),
            (is_cooperative(name)),
            Argument(instruction, position, scope),
            (scope.kind == TypeKind::Metadata),
            !Names(instruction, position);
    }
}

input_from! { NodeKind(metadata, kind) from Metadata }
input_from! { Tuple(metadata, operand_count) from MetadataTuple }
input_from! { Operand(metadata, position, operand_metadata) from MetadataOperandRow }
violation_from! { Broken }

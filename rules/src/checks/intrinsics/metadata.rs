//! Intrinsics with a metadata node or string as an argument.

use facts_schema::{InstructionId, MetadataId, MetadataKind, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// The argument of `llvm.experimental.noalias.scope.decl` is a list of exactly one scope.
    ///
    /// The list is a node like those of `!alias.scope` and `!noalias`. A scope consists of itself
    /// or a string, a domain, and an optional string. A domain consists of itself or a string, and
    /// an optional string.
    deny SCOPE: "INT115" "scope-declaration" {
        message: "`{operand}` is not a list of one scope",
        reference: "LangRef, llvm.experimental.noalias.scope.decl Intrinsic",
        checks: [
            "verifyNoAliasScopeDecl: llvm.experimental.noalias.scope.decl must have a MetadataAsValue argument",
            "verifyNoAliasScopeDecl: !id.scope.list must point to an MDNode",
            "verifyNoAliasScopeDecl: !id.scope.list must point to a list with a single scope",
        ],
    }

    /// The argument of `llvm.reloc.none` is a metadata string.
    ///
    /// It names a symbol that is linked in although nothing refers to it.
    deny RELOCATION: "INT116" "relocation-symbol" {
        message: "`{operand}` is not a metadata string",
        reference: "LangRef, llvm.reloc.none Intrinsic",
        checks: [],
    }

    /// A cooperative atomic access (AMDGPU) is to generic or global memory, and its scope is a node
    /// with one string.
    ///
    /// The threads of a wave share the access, which other kinds of memory do not support.
    deny COOPERATIVE: "INT117" "amdgpu-cooperative-atomic" {
        message: "`{operand}` is not a valid argument of {callee}",
        reference: "LLVM, User Guide for AMDGPU Backend",
        checks: [],
    }
}

const DECLARATION: &str = "llvm.experimental.noalias.scope.decl";
const RELOCATION_OF: &str = "llvm.reloc.none";

datalog! { representatives;
    /// `instruction` calls the intrinsic `name`.
    struct Call<'a>(InstructionId, &'a str);

    Call(instruction, module.text(intrinsic)) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic };

    /// `instruction` is a cooperative atomic access.
    struct Cooperative(InstructionId);

    Cooperative(instruction) <-
        Call(instruction, name),
        (name.starts_with("llvm.amdgcn.cooperative.atomic."));

    /// The argument at `position` of `instruction` is `metadata`.
    struct MetadataArgument(InstructionId, u32, MetadataId);

    MetadataArgument(instruction, position, metadata) <-
        Call(instruction, _),
        call_argument { instruction, position, argument },
        metadata_value { value: argument, metadata };

    /// The argument at `position` of `instruction` is a node with one operand, `member`.
    struct Lists(InstructionId, u32, MetadataId);

    Lists(instruction, position, member) <-
        MetadataArgument(instruction, position, list),
        metadata_tuple { metadata: list, operand_count: 1 },
        metadata_operand { metadata: list, position: 0, operand_metadata: member };

    /// `instruction` declares the node `scope`, whose second operand is `domain`.
    struct Declares(InstructionId, MetadataId, MetadataId);

    Declares(instruction, scope, domain) <-
        Call(instruction, DECLARATION),
        Lists(instruction, 0, scope),
        metadata_operand { metadata: scope, position: 1, operand_metadata: domain };

    struct Node(MetadataId);

    Node(scope) <- Declares(_, scope, _);

    Node(domain) <- Declares(_, _, domain);

    /// The first operand of `node` is the node itself or a string, so the node is distinct from
    /// others.
    struct Identified(MetadataId);

    Identified(node) <-
        Node(node),
        metadata_operand { metadata: node, position: 0, operand_metadata: node };

    Identified(node) <-
        Node(node),
        metadata_operand { metadata: node, position: 0, operand_metadata: name },
        metadata { metadata: name, kind: MetadataKind::String };

    /// `domain` consists of itself or a string, and optionally another string.
    struct Domain(MetadataId);

    Domain(domain) <-
        Identified(domain),
        metadata_tuple { metadata: domain, operand_count: 1 };

    Domain(domain) <-
        Identified(domain),
        metadata_tuple { metadata: domain, operand_count: 2 },
        metadata_operand { metadata: domain, position: 1, operand_metadata: name },
        metadata { metadata: name, kind: MetadataKind::String };

    /// `instruction` declares one well-formed scope.
    struct DeclaresScope(InstructionId);

    DeclaresScope(instruction) <-
        Declares(instruction, scope, domain),
        Identified(scope),
        Domain(domain),
        metadata_tuple { metadata: scope, operand_count: 2 };

    DeclaresScope(instruction) <-
        Declares(instruction, scope, domain),
        Identified(scope),
        Domain(domain),
        metadata_tuple { metadata: scope, operand_count: 3 },
        metadata_operand { metadata: scope, position: 2, operand_metadata: name },
        metadata { metadata: name, kind: MetadataKind::String };

    violation(SCOPE, Subject::Operand(instruction, 0)) <-
        Call(instruction, DECLARATION),
        call_argument { instruction, position: 0 },
        !DeclaresScope(instruction);

    /// The argument of `instruction` is a string.
    struct NamesSymbol(InstructionId);

    NamesSymbol(instruction) <-
        Call(instruction, RELOCATION_OF),
        MetadataArgument(instruction, 0, metadata),
        metadata { metadata, kind: MetadataKind::String };

    violation(RELOCATION, Subject::Operand(instruction, 0)) <-
        Call(instruction, RELOCATION_OF),
        call_argument { instruction, position: 0 },
        !NamesSymbol(instruction);

    violation(COOPERATIVE, Subject::Operand(instruction, 0)) <-
        Cooperative(instruction),
        call_argument { instruction, position: 0, argument },
        value { value: argument, type },
        type_traits { type, kind: TypeKind::Pointer, measure: address_space },
        (address_space > 1);

    /// The argument at `position` of `instruction` is a node with one operand, a string.
    struct NamesScope(InstructionId, u32);

    NamesScope(instruction, position) <-
        Cooperative(instruction),
        Lists(instruction, position, name),
        metadata { metadata: name, kind: MetadataKind::String };

    violation(COOPERATIVE, Subject::Operand(instruction, position)) <-
        Cooperative(instruction),
        call_argument { instruction, position, argument },
        value { value: argument, type },
        type { type, kind: TypeKind::Metadata },
        !NamesScope(instruction, position);
}

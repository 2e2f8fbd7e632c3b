//! Metadata nodes that identify groups of memory accesses: alias scopes, their domains, access
//! groups, and memory model relaxations. Also annotations, which are similar lists.

use facts_schema::{MetadataId, MetadataKind};
use rules_macros::datalog;

use crate::rule::{Rule, rules};

rules! { Metadata "metadata";
    /// `!alias.scope` and `!noalias` are lists of scopes.
    ///
    /// Alias analysis compares the scopes of two accesses for each domain.
    deny SCOPE_LIST: "MET026" "alias-scope-list" {
        message: "{detail} is in a list of alias scopes, but is not a node",
        reference: "LangRef, 'noalias' and 'alias.scope' Metadata",
        checks: ["visitAliasScopeListMetadata: scope list must consist of MDNodes"],
    }

    /// An alias scope consists of itself or a string, its domain, and optionally a string.
    ///
    /// The first operand makes the scope unique, since a self-referential node equals no other
    /// node. The last one is a description.
    deny ALIAS_SCOPE: "MET027" "alias-scope-form" {
        message: "the alias scope {detail} does not consist of itself or a string, a domain, and optionally a string",
        reference: "LangRef, 'noalias' and 'alias.scope' Metadata",
        checks: [
            "visitAliasScopeMetadata: scope must have two or three operands",
            "visitAliasScopeMetadata: first scope operand must be self-referential or string",
            "visitAliasScopeMetadata: third scope operand must be string (if used)",
            "visitAliasScopeMetadata: second scope operand must be MDNode",
        ],
    }

    /// An alias domain consists of itself or a string, and optionally a string.
    ///
    /// The first operand makes the domain unique. Scopes are only compared within a domain.
    deny ALIAS_DOMAIN: "MET028" "alias-domain-form" {
        message: "the alias domain {detail} does not consist of itself or a string, and optionally a string",
        reference: "LangRef, 'noalias' and 'alias.scope' Metadata",
        checks: [
            "visitAliasScopeMetadata: domain must have one or two operands",
            "visitAliasScopeMetadata: first domain operand must be self-referential or string",
            "visitAliasScopeMetadata: second domain operand must be string (if used)",
        ],
    }

    /// `!llvm.access.group` is a distinct node without operands, or a list of such nodes.
    ///
    /// Loops refer to an access group by its identity, and only a distinct node has one.
    deny ACCESS_GROUP: "MET029" "access-group-form" {
        message: "the access group {detail} is not a distinct node without operands",
        reference: "LangRef, 'llvm.access.group' Metadata",
        checks: [
            "visitAccessGroupMetadata: Access scope list must consist of MDNodes",
            "visitAccessGroupMetadata: Access scope list contains invalid access scope",
        ],
    }

    /// `!mmra` is a pair of strings or a list of such pairs.
    ///
    /// A memory model relaxation annotation is a prefix and a suffix.
    deny RELAXATION: "MET030" "memory-relaxation-form" {
        message: "the memory model relaxation annotation {detail} is not a pair of strings",
        reference: "Memory Model Relaxation Annotations",
        checks: [
            "visitMMRAMetadata: !mmra expected to be a metadata tuple",
            "visitMMRAMetadata: !mmra metadata tuple operand is not an MMRA tag",
        ],
    }

    /// `!annotation` is a non-empty list of strings and of lists of strings.
    ///
    /// Optimisation remarks report the strings.
    deny ANNOTATION: "MET031" "annotation-form" {
        message: "the annotation contains {detail}, which is not a string or a list of strings",
        reference: "LangRef, 'annotation' Metadata",
        checks: [
            "visitAnnotationMetadata: annotation must be a tuple",
            "visitAnnotationMetadata: annotation must have at least one operand",
            "visitAnnotationMetadata: operands must be a string or a tuple of strings",
        ],
    }
}

datalog! { module;
    /// The attachments that are lists of alias scopes.
    const SCOPE_LISTS(&'static str) = ["alias.scope", "noalias"];

    /// The kinds of metadata without operands.
    const LEAVES(MetadataKind) = [MetadataKind::String, MetadataKind::Constant, MetadataKind::Local];

    /// `member` is an operand of the scope list `list`, which is attached to an instruction.
    struct Member(MetadataId, MetadataId);

    Member(list, member) <-
        SCOPE_LISTS(text),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, metadata: list },
        metadata_operand { metadata: list, operand_metadata: member };

    /// `part` of the scope list `list` violates `rule`.
    struct Violates(MetadataId, Rule, MetadataId);

    violation(rule, instruction, part) <-
        SCOPE_LISTS(text),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, instruction, metadata: list },
        Violates(list, rule, part);

    Violates(list, SCOPE_LIST, member) <-
        Member(list, member),
        metadata { metadata: member, kind },
        LEAVES(kind);

    /// `scope` is an operand of a scope list.
    struct Scope(MetadataId);

    Scope(member) <- Member(_, member), metadata_tuple { metadata: member };

    /// `domain` is the domain of a scope.
    struct Domain(MetadataId);

    Domain(domain) <-
        Scope(scope),
        metadata_operand { metadata: scope, position: 1, operand_metadata: domain },
        metadata_tuple { metadata: domain };

    /// `node` is a scope or a domain.
    struct Node(MetadataId);

    Node(node) <- Scope(node);
    Node(node) <- Domain(node);

    /// The first operand of `node` is the node itself or a string.
    struct Identified(MetadataId);

    Identified(node) <-
        Node(node),
        metadata_operand { metadata: node, position: 0, operand_metadata: node };

    Identified(node) <-
        Node(node),
        metadata_operand { metadata: node, position: 0, operand_metadata: name },
        metadata_string { metadata: name };

    /// The second operand of `scope` is a node, the domain.
    struct HasDomain(MetadataId);

    HasDomain(scope) <-
        Scope(scope),
        metadata_operand { metadata: scope, position: 1, operand_metadata: domain },
        metadata { metadata: domain, kind },
        !LEAVES(kind);

    /// `scope` is well-formed.
    struct WellFormedScope(MetadataId);

    WellFormedScope(scope) <-
        Scope(scope),
        metadata_tuple { metadata: scope, operand_count: 2 },
        Identified(scope),
        HasDomain(scope);

    WellFormedScope(scope) <-
        Scope(scope),
        metadata_tuple { metadata: scope, operand_count: 3 },
        Identified(scope),
        HasDomain(scope),
        metadata_operand { metadata: scope, position: 2, operand_metadata: name },
        metadata_string { metadata: name };

    /// `domain` is well-formed.
    struct WellFormedDomain(MetadataId);

    WellFormedDomain(domain) <-
        Domain(domain),
        metadata_tuple { metadata: domain, operand_count: 1 },
        Identified(domain);

    WellFormedDomain(domain) <-
        Domain(domain),
        metadata_tuple { metadata: domain, operand_count: 2 },
        Identified(domain),
        metadata_operand { metadata: domain, position: 1, operand_metadata: name },
        metadata_string { metadata: name };

    Violates(list, ALIAS_SCOPE, scope) <- Scope(scope), !WellFormedScope(scope), Member(list, scope);

    Violates(list, ALIAS_DOMAIN, domain) <-
        Member(list, scope),
        metadata_operand { metadata: scope, position: 1, operand_metadata: domain },
        Domain(domain),
        !WellFormedDomain(domain);

    /// `list` is the `!llvm.access.group` of an instruction.
    struct AccessGroupList(MetadataId);

    AccessGroupList(list) <- attached_metadata { attachment_kind: "llvm.access.group", metadata: list };

    /// `group` is empty and distinct, so it is an access group.
    struct AccessGroup(MetadataId);

    AccessGroup(group) <-
        AccessGroupList(list),
        metadata_operand { metadata: list, operand_metadata: group },
        metadata_tuple { metadata: group, operand_count: 0 },
        distinct_metadata { metadata: group };

    violation(ACCESS_GROUP, instruction, member) <-
        attached_metadata { attachment_kind: "llvm.access.group", instruction, metadata: list },
        metadata_operand { metadata: list, operand_metadata: member },
        !AccessGroup(member);

    /// `node` is the `!mmra` of an instruction, or an operand of one.
    struct Relaxation(MetadataId);

    Relaxation(node) <- attached_metadata { attachment_kind: "mmra", metadata: node };

    Relaxation(operand) <-
        attached_metadata { attachment_kind: "mmra", metadata: node },
        metadata_operand { metadata: node, operand_metadata: operand };

    /// `tag` is a memory model relaxation annotation: a prefix and a suffix.
    struct Tag(MetadataId);

    Tag(tag) <-
        Relaxation(tag),
        metadata_tuple { metadata: tag, operand_count: 2 },
        metadata_operand { metadata: tag, position: 0, operand_metadata: prefix },
        metadata_string { metadata: prefix },
        metadata_operand { metadata: tag, position: 1, operand_metadata: suffix },
        metadata_string { metadata: suffix };

    violation(RELAXATION, instruction, tag) <-
        attached_metadata { attachment_kind: "mmra", instruction, metadata: node },
        !Tag(node),
        metadata_operand { metadata: node, operand_metadata: tag },
        !Tag(tag);

    violation(RELAXATION, instruction, node) <-
        attached_metadata { attachment_kind: "mmra", instruction, metadata: node },
        metadata { metadata: node, kind },
        (kind != MetadataKind::Tuple);

    /// `node` is an operand of an `!annotation`.
    struct Annotated(MetadataId);

    Annotated(operand) <-
        attached_metadata { attachment_kind: "annotation", metadata: node },
        metadata_operand { metadata: node, operand_metadata: operand };

    /// `node` has an operand that is not a string.
    struct IsMixed(MetadataId);

    IsMixed(node) <-
        Annotated(node),
        metadata_operand { metadata: node, operand_metadata: operand },
        !metadata_string { metadata: operand };

    /// `node` is a string, or a list of strings.
    struct Annotation(MetadataId);

    Annotation(node) <- Annotated(node), metadata_string { metadata: node };

    Annotation(node) <- Annotated(node), metadata_tuple { metadata: node }, !IsMixed(node);

    violation(ANNOTATION, instruction, operand) <-
        attached_metadata { attachment_kind: "annotation", instruction, metadata: node },
        metadata_operand { metadata: node, operand_metadata: operand },
        !Annotation(operand);

    violation(ANNOTATION, instruction, node) <-
        attached_metadata { attachment_kind: "annotation", instruction, metadata: node },
        metadata_tuple { metadata: node, operand_count: 0 };

    violation(ANNOTATION, instruction, node) <-
        attached_metadata { attachment_kind: "annotation", instruction, metadata: node },
        metadata { metadata: node, kind },
        (kind != MetadataKind::Tuple);
}

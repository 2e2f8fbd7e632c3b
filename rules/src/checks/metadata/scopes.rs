//! Nodes that stand for groups of memory accesses: alias scopes and their domains, access groups,
//! memory model relaxations; and annotations, which are lists of the same make.
//!
//! **Scope: attachments**, told apart by kind and node.

use facts_schema::MetadataId;
use rustc_hash::FxBuildHasher;

use super::attachments::{AttachmentId, Attachments, Part};
use super::nodes::Nodes;
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Violation};
use program::{Attached, Broken, Crepe, Distinct, Node, Operand, Text, Tuple};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Metadata "metadata";
    /// `!alias.scope` and `!noalias` are lists of scopes.
    ///
    /// An access that is in all scopes of a domain is told apart from those that stay out of them, so
    /// that each member has to be a scope with a domain.
    deny SCOPE_LIST: "MET026" "alias-scope-list" {
        message: "{detail} is in a list of alias scopes, but is no node",
        reference: "LangRef, 'noalias' and 'alias.scope' Metadata",
        sites: [5012],
    }

    /// An alias scope is itself or a string, then its domain, then perhaps a string.
    ///
    /// By its first operand a scope is told from others: a node that contains itself equals no other
    /// one. The string at the end is for people.
    deny ALIAS_SCOPE: "MET027" "alias-scope-form" {
        message: "the alias scope {detail} is not itself or a string, then a domain, then perhaps a string",
        reference: "LangRef, 'noalias' and 'alias.scope' Metadata",
        sites: [4987, 4989, 4992, 4996],
    }

    /// The domain of an alias scope is itself or a string, then perhaps a string.
    ///
    /// Scopes of different domains say nothing about each other. So a domain has to be told from
    /// others, as a scope has.
    deny ALIAS_DOMAIN: "MET028" "alias-domain-form" {
        message: "the domain {detail} of alias scopes is not itself or a string, then perhaps a string",
        reference: "LangRef, 'noalias' and 'alias.scope' Metadata",
        sites: [4999, 5001, 5005],
    }

    /// `!llvm.access.group` is a distinct node without operands, or a list of such nodes.
    ///
    /// An access group is nothing but its identity, by which loops name the accesses that may run in
    /// parallel. Only a distinct node has one.
    deny ACCESS_GROUP: "MET029" "access-group-form" {
        message: "{detail} is no access group, as it is not a distinct node without operands",
        reference: "LangRef, 'llvm.access.group' Metadata",
        sites: [5029, 5030],
    }

    /// `!mmra` is a pair of strings or a list of such pairs.
    ///
    /// A memory model relaxation annotation is a prefix and a suffix: what is relaxed, and how.
    deny RELAXATION: "MET030" "memory-relaxation-form" {
        message: "{detail} is no memory model relaxation, as it is not a pair of strings",
        reference: "Memory Model Relaxation Annotations",
        sites: [4911, 4913],
    }

    /// `!annotation` is a list of strings and of lists of strings, and not empty.
    ///
    /// Remarks report the strings, so that they must be there and be strings.
    deny ANNOTATION: "MET031" "annotation-form" {
        message: "the annotation has {detail}, which is not a string or a list of strings",
        reference: "LangRef, 'annotation' Metadata",
        sites: [4971, 4972, 4980],
    }
}

const KINDS: &[&str] = &["alias.scope", "noalias", "llvm.access.group", "mmra", "annotation"];

fn violations(context: &Context) -> Vec<Violation> {
    let attachments = Attachments::of(context, KINDS, &[Part::Node]);
    if attachments.is_empty() {
        return Vec::new();
    }
    let nodes = Nodes::from(context, attachments.nodes());
    let mut program = Crepe::new();
    for (id, attachment) in attachments.iter() {
        program.extend(attachment.node.map(|node| Attached(id, attachment.kind, node)));
    }
    program.extend(nodes.metadata.iter().map(Node::from));
    program.extend(nodes.tuple.iter().map(Tuple::from));
    program.extend(nodes.operand.iter().map(Operand::from));
    program.extend(nodes.string.iter().map(|row| Text(row.0)));
    program.extend(nodes.distinct.iter().map(|&metadata| Distinct(metadata)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    attachments.everywhere(broken.into_iter().map(|Broken(rule, id, detail)| (rule, id, detail)))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;
    use facts_schema::MetadataKind;

    crepe! {
        @input
        /// The attachment is of kind `kind` and is `node`.
        pub struct Attached(pub AttachmentId, pub &'static str, pub MetadataId);

        @input
        pub struct Node(pub MetadataId, pub MetadataKind);

        @input
        /// The tuple has so many operands.
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        pub struct Operand(pub MetadataId, pub u32, pub MetadataId);

        @input
        /// A string.
        pub struct Text(pub MetadataId);

        @input
        /// The node is distinct.
        pub struct Distinct(pub MetadataId);

        @output
        pub struct Broken(pub Rule, pub AttachmentId, pub Detail);

        // `member` is in the list of alias scopes `attachment`.
        struct Member(AttachmentId, MetadataId);

        Member(attachment, member) <-
            Attached(attachment, kind, list),
            (kind == "alias.scope" || kind == "noalias"),
            Operand(list, _, member);

        Broken(SCOPE_LIST, attachment, Detail::Metadata(member)) <-
            Member(attachment, member),
            Node(member, kind),
            (!is_node(kind));

        // `scope` is in some list, and `domain` belongs to some scope. Each is judged once.
        struct Scope(MetadataId);

        Scope(member) <- Member(_, member), Tuple(member, _);

        struct Domain(MetadataId);

        Domain(domain) <- Scope(scope), Operand(scope, 1, domain), Tuple(domain, _);

        // `node` begins with itself or a string.
        struct IsTold(MetadataId);

        IsTold(node) <- Scope(node), Operand(node, 0, node);
        IsTold(node) <- Domain(node), Operand(node, 0, node);
        IsTold(node) <- Scope(node), Operand(node, 0, name), Text(name);
        IsTold(node) <- Domain(node), Operand(node, 0, name), Text(name);

        // `scope` is followed by a domain, which is a node.
        struct HasDomain(MetadataId);

        HasDomain(scope) <- Scope(scope), Operand(scope, 1, domain), Node(domain, kind), (is_node(kind));

        struct GoodScope(MetadataId);

        GoodScope(scope) <- Scope(scope), Tuple(scope, 2), IsTold(scope), HasDomain(scope);

        GoodScope(scope) <-
            Scope(scope),
            Tuple(scope, 3),
            IsTold(scope),
            HasDomain(scope),
            Operand(scope, 2, name),
            Text(name);

        struct GoodDomain(MetadataId);

        GoodDomain(domain) <- Domain(domain), Tuple(domain, 1), IsTold(domain);

        GoodDomain(domain) <-
            Domain(domain),
            Tuple(domain, 2),
            IsTold(domain),
            Operand(domain, 1, name),
            Text(name);

        struct BadScope(MetadataId);

        BadScope(scope) <- Scope(scope), !GoodScope(scope);

        Broken(ALIAS_SCOPE, attachment, Detail::Metadata(scope)) <-
            BadScope(scope),
            Member(attachment, scope);

        struct BadDomain(MetadataId);

        BadDomain(domain) <- Domain(domain), !GoodDomain(domain);

        Broken(ALIAS_DOMAIN, attachment, Detail::Metadata(domain)) <-
            BadDomain(domain),
            Operand(scope, 1, domain),
            Member(attachment, scope);

        struct AccessGroup(MetadataId);

        AccessGroup(node) <- Tuple(node, 0), Distinct(node);

        Broken(ACCESS_GROUP, attachment, Detail::Metadata(member)) <-
            Attached(attachment, "llvm.access.group", list),
            Operand(list, _, member),
            !AccessGroup(member);

        // `tag` is a memory model relaxation: a prefix and a suffix.
        struct Tag(MetadataId);

        Tag(tag) <-
            Tuple(tag, 2),
            Operand(tag, 0, prefix),
            Text(prefix),
            Operand(tag, 1, suffix),
            Text(suffix);

        Broken(RELAXATION, attachment, Detail::Metadata(tag)) <-
            Attached(attachment, "mmra", node),
            !Tag(node),
            Operand(node, _, tag),
            !Tag(tag);

        Broken(RELAXATION, attachment, Detail::Metadata(node)) <-
            Attached(attachment, "mmra", node),
            Node(node, kind),
            (kind != MetadataKind::Tuple);

        // `node` is a list that has something else than strings in it.
        struct IsMixed(MetadataId);

        IsMixed(node) <- Operand(node, _, operand), !Text(operand);

        struct Annotation(MetadataId);

        Annotation(node) <- Text(node);
        Annotation(node) <- Tuple(node, _), !IsMixed(node);

        Broken(ANNOTATION, attachment, Detail::Metadata(operand)) <-
            Attached(attachment, "annotation", node),
            Operand(node, _, operand),
            !Annotation(operand);

        Broken(ANNOTATION, attachment, Detail::Metadata(node)) <-
            Attached(attachment, "annotation", node),
            Tuple(node, 0);

        Broken(ANNOTATION, attachment, Detail::Metadata(node)) <-
            Attached(attachment, "annotation", node),
            Node(node, kind),
            (kind != MetadataKind::Tuple);
    }

    /// Whether metadata of this kind is a node, and not a leaf.
    fn is_node(kind: MetadataKind) -> bool {
        !matches!(kind, MetadataKind::String | MetadataKind::Constant | MetadataKind::Local)
    }
}

input_from! { Node(metadata, kind) from Metadata }
input_from! { Tuple(metadata, operand_count) from MetadataTuple }
input_from! { Operand(metadata, position, operand_metadata) from MetadataOperandRow }

//! Type-based alias analysis: access tags, and the type nodes that they lead through.
//!
//! A tag says that an access at an offset in a *base type* is one of an *access type*. A walk shows
//! that: it starts with the base type and goes to the member at the offset, and to the member of
//! that, down to a scalar, and on to the scalar's parents, up to the root. On the way it has to come
//! across the access type.
//!
//! There are two formats. In the older one, a scalar is `!{"name", parent, i64 0}`, a structure
//! `!{"name", member, offset, …}`, a tag `!{base, access, offset}`. In the newer one, a type is
//! `!{parent, size, name, member, offset, size, …}`, a tag `!{base, access, offset, size}`. Either
//! tag can end with whether the memory is immutable.
//!
//! **Scope: attachments**, told apart by node. A step of a walk depends on the access type, the
//! current type and the offset in it; however many tags lead there, it is taken once.

use facts_schema::{MetadataId, MetadataKind, MetadataOperandRow};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::attachments::{Attachments, Part};
use super::nodes::Nodes;
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::{Detail, Subject, Violation};
use program::{Broken, Candidate, Crepe, IntegerAt, NodeAt, OtherAt, Tag, TextAt, Tuple};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Metadata "metadata";
    /// A TBAA tag has a base type, an access type and an offset, in the newer format a size, and at
    /// the end perhaps whether the memory is immutable.
    ///
    /// The tag of one type alone, as it was once, cannot say where in a structure the access is.
    deny TAG: "MET038" "tbaa-tag-form" {
        message: "the TBAA tag {detail} is not base type, access type, offset (in the newer format, also size), and perhaps immutability",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        sites: [7444, 7455, 7465, 7468, 7493],
    }

    /// Offset and size in a TBAA tag are integers, and its immutability is 0 or 1.
    ///
    /// The walk from the base type to the accessed member calculates with them.
    deny TAG_NUMBER: "MET039" "tbaa-tag-not-integer" {
        message: "the TBAA tag {detail} has an offset or size that is no integer, or an immutability that is neither 0 nor 1",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        sites: [7476, 7484, 7487, 7505],
    }

    /// The access type of a TBAA tag is a scalar: a name and a parent, whose parents lead to a root.
    ///
    /// What is loaded and stored is a scalar; a structure is accessed member by member.
    deny ACCESS_NOT_SCALAR: "MET040" "tbaa-access-not-scalar" {
        message: "the access type {detail} of a TBAA tag is not a scalar",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        sites: [7499],
    }

    /// The types that the walk of a TBAA tag comes to are well-formed: in the older format a name and
    /// pairs of member and offset, in the newer one parent, size, name, and triples of member, offset
    /// and size.
    ///
    /// Elsewise there is no telling at which offset which member lies.
    deny TYPE: "MET041" "tbaa-type-form" {
        message: "the TBAA type {detail} is not a name, or parent, size and name, followed by members with their offsets (and sizes)",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        sites: [7227, 7256, 7262, 7273, 7280, 7299, 7307, 7342],
    }

    /// The offset in a TBAA tag, and the offsets of the members on its way, have one width.
    ///
    /// They are added and compared, and LLVM's integers are never extended on the way.
    deny WIDTH: "MET042" "tbaa-offset-width" {
        message: "the offsets in the TBAA type {detail} differ in width from each other or from the tag's",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        sites: [7316, 7536],
    }

    /// The members of a TBAA type stand in the order of their offsets.
    ///
    /// The member at an offset is searched for from the first one on.
    deny UNORDERED: "MET043" "tbaa-members-unordered" {
        message: "the members of the TBAA type {detail} are not in the order of their offsets",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        sites: [7332],
    }

    /// At the offset that a TBAA tag leads to, the type has a member.
    ///
    /// Before the first member lies nothing that could be accessed.
    deny NO_MEMBER: "MET044" "tbaa-no-member" {
        message: "the TBAA type {detail} has no member at the offset that the tag leads to",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        sites: [7414],
    }

    /// The walk of a TBAA tag comes to no type twice.
    ///
    /// A structure that contains itself would be of infinite size.
    deny CYCLE: "MET045" "tbaa-cycle" {
        message: "the TBAA type {detail} contains itself",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        sites: [7516],
    }

    /// Where the walk of a TBAA tag comes to a scalar or to the access type, the offset is zero.
    ///
    /// A scalar is accessed as a whole, from its beginning.
    deny INSIDE_SCALAR: "MET046" "tbaa-offset-in-scalar" {
        message: "the TBAA tag leads into the middle of {detail}",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        sites: [7533],
    }

    /// The walk of a TBAA tag comes across its access type.
    ///
    /// The tag says that at this offset of the base type lies a member of the access type; a tag that
    /// is wrong would make accesses look independent that are not.
    deny NOT_REACHED: "MET047" "tbaa-access-not-reached" {
        message: "the TBAA tag {detail} has no member of the access type at its offset",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        sites: [7546],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let attachments = Attachments::of(context, &["tbaa"], &[Part::Node]);
    let errno = tags_of_errno(context);
    let mut tags = attachments.nodes();
    tags.extend(&errno);
    if tags.is_empty() {
        return Vec::new();
    }

    let broken = broken(context, tags);
    let of_errno = broken.iter().filter(|row| errno.contains(&row.1)).map(|row| {
        let &Broken(rule, tag, detail) = row;
        Violation { rule, subject: Subject::Metadata(tag), detail }
    });
    let mut violations: Vec<Violation> = of_errno.collect();
    if !broken.is_empty() {
        let of_tag = |tag| broken.iter().filter(move |row| Some(row.1) == tag);
        violations.extend(attachments.everywhere(attachments.iter().flat_map(
            |(id, attachment)| {
                of_tag(attachment.node).map(move |&Broken(rule, _, detail)| (rule, id, detail))
            },
        )));
    }
    violations
}

/// The tags by which `errno` is accessed.
fn tags_of_errno(context: &Context) -> FxHashSet<MetadataId> {
    let operands = context.facts.named_metadata_operand.iter();
    let operands = operands.filter(|row| context.text(row.name) == "llvm.errno.tbaa");
    operands.map(|row| row.operand_metadata).collect()
}

fn broken(context: &Context, tags: FxHashSet<MetadataId>) -> Vec<Broken> {
    let mut program = Crepe::new();
    program.extend(tags.iter().map(|&tag| Tag(tag)));
    let nodes = Nodes::from(context, tags);
    program.extend(nodes.tuple.iter().map(Tuple::from));
    tell_operands(&mut program, &nodes);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().collect()
}

/// Tells of each operand what it is, in one row: there are many.
fn tell_operands(program: &mut Crepe, nodes: &Nodes) {
    let kinds: FxHashMap<MetadataId, MetadataKind> =
        nodes.metadata.iter().map(|row| (row.metadata, row.kind)).collect();
    let integers: FxHashMap<MetadataId, (u32, u64)> =
        nodes.integer.iter().map(|row| (row.metadata, (row.width, row.saturated()))).collect();
    let mut used = FxHashSet::default();
    for row in &nodes.operand {
        let &MetadataOperandRow { metadata, position, operand_metadata: operand } = row;
        match kinds.get(&operand) {
            Some(MetadataKind::String) => program.extend([TextAt(metadata, position)]),
            Some(&kind) if is_node(kind) => {
                used.insert(operand);
                program.extend([NodeAt(metadata, position, operand)]);
            }
            _ => match integers.get(&operand) {
                Some(&(width, number)) => {
                    program.extend([IntegerAt(metadata, position, width, number)]);
                }
                None => program.extend([OtherAt(metadata, position)]),
            },
        }
    }
    let types = nodes.tuple.iter().filter(|row| row.operand_count >= 3);
    let types = types.filter(|row| used.contains(&row.metadata));
    program.extend(types.map(Candidate::from));
}

/// Whether a type that has its first member at `first`, and the next ones `step` after each other,
/// has one at `position`.
fn is_member(position: u32, first: u32, step: u32) -> bool {
    position >= first && (position - first).is_multiple_of(step)
}

/// Whether metadata of this kind is a node, and not a leaf.
fn is_node(kind: MetadataKind) -> bool {
    !matches!(kind, MetadataKind::String | MetadataKind::Constant | MetadataKind::Local)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;

    crepe! {
        @input
        /// The node is an access tag.
        pub struct Tag(pub MetadataId);

        @input
        /// The tuple has so many operands.
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        /// The tuple is used by another one, perhaps as a type, and has so many operands.
        pub struct Candidate(pub MetadataId, pub u32);

        @input
        /// The operand at `position` is the third, a node.
        pub struct NodeAt(pub MetadataId, pub u32, pub MetadataId);

        @input
        /// The operand at `position` is an integer of so many bits, this number.
        pub struct IntegerAt(pub MetadataId, pub u32, pub u32, pub u64);

        @input
        /// The operand at `position` is a string.
        pub struct TextAt(pub MetadataId, pub u32);

        @input
        /// The operand at `position` is something else.
        pub struct OtherAt(pub MetadataId, pub u32);

        @output
        /// The tag breaks the rule.
        pub struct Broken(pub Rule, pub MetadataId, pub Detail);

        // ---- Tags

        // `tag` has `base` as its base type.
        struct Base(MetadataId, MetadataId);

        Base(tag, base) <- Tag(tag), Tuple(tag, count), (count >= 3), NodeAt(tag, 0, base);

        struct Access(MetadataId, MetadataId);

        Access(tag, access) <- Base(tag, _), NodeAt(tag, 1, access);

        // The type `access` is in the newer format: it begins with its parent.
        struct IsNewer(MetadataId);

        IsNewer(access) <-
            Access(_, access),
            Tuple(access, count),
            (count >= 3),
            NodeAt(access, 0, _);

        // `tag`, of so many operands, is in the newer format, or not.
        struct Form(MetadataId, u32, bool);

        Form(tag, count, true) <- Access(tag, access), IsNewer(access), Tuple(tag, count);
        Form(tag, count, false) <- Access(tag, access), !IsNewer(access), Tuple(tag, count);

        struct GoodForm(MetadataId);

        GoodForm(tag) <- Form(tag, count, true), (count == 4 || count == 5);
        GoodForm(tag) <- Form(tag, count, false), (count < 5);

        Broken(TAG, tag, Detail::Metadata(tag)) <- Tag(tag), Tuple(tag, _), !GoodForm(tag);

        struct Flag(MetadataId, u32);

        Flag(tag, position) <-
            Form(tag, _, _),
            IntegerAt(tag, position, _, number),
            (number <= 1);

        Broken(TAG_NUMBER, tag, Detail::Metadata(tag)) <- Access(tag, _), !IntegerAt(tag, 2, _, _);
        Broken(TAG_NUMBER, tag, Detail::Metadata(tag)) <- Form(tag, _, true), !IntegerAt(tag, 3, _, _);
        Broken(TAG_NUMBER, tag, Detail::Metadata(tag)) <- Form(tag, 5, true), !Flag(tag, 4);
        Broken(TAG_NUMBER, tag, Detail::Metadata(tag)) <- Form(tag, 4, false), !Flag(tag, 3);

        // ---- Types

        struct Root(MetadataId);

        Root(node) <- Tuple(node, count), (count < 2);

        // `node` has the form of a scalar below `parent`.
        struct Below(MetadataId, MetadataId);

        Below(node, parent) <- HasName(node), Tuple(node, 2), NodeAt(node, 1, parent);
        Below(node, parent) <- HasName(node), Tuple(node, 3), IntegerAt(node, 2, _, 0), NodeAt(node, 1, parent);

        struct HasName(MetadataId);

        HasName(node) <- TextAt(node, 0);

        struct Scalar(MetadataId);

        Scalar(node) <- Below(node, parent), Root(parent);
        Scalar(node) <- Scalar(parent), Below(node, parent);

        Broken(ACCESS_NOT_SCALAR, tag, Detail::Metadata(access)) <-
            Access(tag, access),
            !IsNewer(access),
            !Scalar(access);

        // Types are read in the newer format or not; `Format(newer, first, step)`: then, the first
        // member stands at `first`, and each next one `step` after it.
        struct Format(bool, u32, u32);

        Format(false, 1, 2);
        Format(true, 3, 3) <- IsNewer(_);

        // Read so, `type` has `member` at `position`.
        struct Member(bool, MetadataId, u32, MetadataId);

        Member(newer, r#type, position, member) <-
            Format(newer, first, step),
            Candidate(r#type, _),
            NodeAt(r#type, position, member),
            (is_member(position, first, step));

        // Read so, `type` is ill-formed.
        struct Bad(Rule, bool, MetadataId);

        Bad(TYPE, true, r#type) <- Format(true, _, _), Candidate(r#type, count), (count % 3 != 0);
        Bad(TYPE, true, r#type) <- Format(true, _, _), Candidate(r#type, _), !IntegerAt(r#type, 1, _, _);
        Bad(TYPE, true, r#type) <- Member(true, r#type, position, _), !IntegerAt(r#type, position + 2, _, _);
        Bad(TYPE, false, r#type) <- Candidate(r#type, count), (count % 2 == 0);
        Bad(TYPE, false, r#type) <- Candidate(r#type, _), !HasName(r#type);

        Bad(TYPE, newer, r#type) <-
            Format(newer, first, step),
            Candidate(r#type, _),
            IntegerAt(r#type, position, _, _),
            (is_member(position, first, step));

        Bad(TYPE, newer, r#type) <-
            Format(newer, first, step),
            Candidate(r#type, _),
            TextAt(r#type, position),
            (is_member(position, first, step));

        Bad(TYPE, newer, r#type) <-
            Format(newer, first, step),
            Candidate(r#type, _),
            OtherAt(r#type, position),
            (is_member(position, first, step));

        Bad(TYPE, newer, r#type) <- Member(newer, r#type, position, _), !IntegerAt(r#type, position + 1, _, _);

        // The offsets in `type` are of `width`, as the first one is.
        struct Width(bool, MetadataId, u32);

        Width(newer, r#type, width) <-
            Member(newer, r#type, position, _),
            Format(newer, position, _),
            IntegerAt(r#type, position + 1, width, _);

        Bad(WIDTH, newer, r#type) <-
            Width(newer, r#type, first_width),
            Member(newer, r#type, position, _),
            IntegerAt(r#type, position + 1, width, _),
            (width != first_width);

        // Read so, `type` has `member` at `position` from `start` up to `end`, where the next one
        // starts.
        struct Extent(bool, MetadataId, u32, u64, u64);

        Extent(newer, r#type, position, start, end) <-
            Member(newer, r#type, position, _),
            IntegerAt(r#type, position + 1, _, start),
            Format(newer, _, step),
            IntegerAt(r#type, position + step + 1, _, end);

        // The last member has no end.
        Extent(newer, r#type, position, start, u64::MAX) <-
            Member(newer, r#type, position, _),
            IntegerAt(r#type, position + 1, _, start),
            Format(newer, _, step),
            Candidate(r#type, count),
            (position + step >= count);

        Bad(UNORDERED, newer, r#type) <- Extent(newer, r#type, _, start, end), (end < start);

        // ---- Walks

        // On the way to `access`, a walk is at `offset`, of `width` bits, in `type`.
        struct At(MetadataId, MetadataId, u32, u64);

        At(access, base, width, offset) <-
            Base(tag, base),
            Access(tag, access),
            IntegerAt(tag, 2, width, offset);

        At(access, next, width, next_offset) <- Step(access, _, width, _, next, next_offset);

        // From there, it goes to `next`, and is at `next_offset`.
        struct Step(MetadataId, MetadataId, u32, u64, MetadataId, u64);

        // Up, from a scalar to its parent.
        Step(access, r#type, width, offset, parent, offset) <-
            At(access, r#type, width, offset),
            Tuple(r#type, 2),
            Scalar(r#type),
            NodeAt(r#type, 1, parent);

        // Down, into the member at this offset.
        Step(access, r#type, width, offset, member, offset - start) <-
            At(access, r#type, width, offset),
            Reads(access, newer),
            (!newer || access != r#type),
            !Bad(_, newer, r#type),
            Extent(newer, r#type, position, start, end),
            (start <= offset && offset < end),
            Member(newer, r#type, position, member);

        // On the way to `access`, types are read in the newer format, or not.
        struct Reads(MetadataId, bool);

        Reads(access, true) <- IsNewer(access);
        Reads(access, false) <- Access(_, access), !IsNewer(access);

        // Where a walk is, or where it goes from there, `type` breaks a rule.
        struct Wrong(Rule, MetadataId, MetadataId, u32, u64, MetadataId);

        Wrong(rule, access, r#type, width, offset, wrong) <-
            Wrong(rule, access, next, width, next_offset, wrong),
            Step(access, r#type, width, offset, next, next_offset);

        Wrong(rule, access, r#type, width, offset, r#type) <-
            At(access, r#type, width, offset),
            Reads(access, newer),
            Bad(rule, newer, r#type);

        Wrong(WIDTH, access, r#type, width, offset, r#type) <-
            At(access, r#type, width, offset),
            Reads(access, newer),
            Width(newer, r#type, type_width),
            (width != type_width);

        Wrong(INSIDE_SCALAR, access, r#type, width, offset, r#type) <-
            At(access, r#type, width, offset),
            (offset != 0),
            Scalar(r#type);

        Wrong(INSIDE_SCALAR, access, r#type, width, offset, r#type) <-
            At(access, r#type, width, offset),
            (access == r#type && offset != 0);

        Wrong(NO_MEMBER, access, r#type, width, offset, r#type) <-
            At(access, r#type, width, offset),
            Reads(access, newer),
            (!newer || access != r#type),
            Format(newer, first, _),
            Extent(newer, r#type, first, start, _),
            (offset < start);

        // A walk can come twice only to structures: `inner` comes after `outer`.
        struct Within(MetadataId, MetadataId);

        Within(outer, inner) <- Step(_, outer, _, _, inner, _), !Scalar(inner), !Root(inner);
        Within(outer, inner) <- Within(outer, middle), Step(_, middle, _, _, inner, _), !Scalar(inner), !Root(inner);

        // From `type` at `offset`, a walk comes to `next` at `next_offset`.
        struct Walk(MetadataId, MetadataId, u32, u64, MetadataId, u64);

        Walk(access, r#type, width, offset, next, next_offset) <-
            Within(r#type, inner),
            (r#type == inner),
            Step(access, r#type, width, offset, next, next_offset);

        Walk(access, r#type, width, offset, next, next_offset) <-
            Walk(access, r#type, width, offset, middle, middle_offset),
            Step(access, middle, width, middle_offset, next, next_offset);

        Wrong(CYCLE, access, r#type, width, offset, r#type) <-
            Walk(access, r#type, width, offset, again, _),
            (r#type == again);

        Broken(rule, tag, Detail::Metadata(wrong)) <-
            Wrong(rule, access, base, width, offset, wrong),
            Starts(tag, access, base, width, offset);

        // The walk of `tag` starts there.
        struct Starts(MetadataId, MetadataId, MetadataId, u32, u64);

        Starts(tag, access, base, width, offset) <-
            Base(tag, base),
            Access(tag, access),
            IntegerAt(tag, 2, width, offset);

        // From there, a walk comes to the root, and not across `access`.
        struct Misses(MetadataId, MetadataId, u32, u64);

        Misses(access, root, width, offset) <- At(access, root, width, offset), Root(root);

        Misses(access, r#type, width, offset) <-
            Misses(access, next, width, next_offset),
            Step(access, r#type, width, offset, next, next_offset),
            (r#type != access);

        // A type of the newer format without members is a scalar, and goes on to its parent.
        Misses(access, r#type, width, offset) <-
            At(access, r#type, width, offset),
            IsNewer(access),
            (r#type != access),
            Tuple(r#type, 3),
            NodeAt(r#type, 0, parent),
            Root(parent);

        Broken(NOT_REACHED, tag, Detail::Metadata(tag)) <-
            Misses(access, base, width, offset),
            Starts(tag, access, base, width, offset);
    }
}

input_from! { Tuple(metadata, operand_count) from MetadataTuple }
input_from! { Candidate(metadata, operand_count) from MetadataTuple }

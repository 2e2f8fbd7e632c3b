//! Type-based alias analysis: access tags and the type nodes that they refer to.
//!
//! A tag states that the memory at an offset in a *base type* is accessed as a value of an *access
//! type*. LLVM verifies this by a walk. It starts at the base type, and steps to the member at the
//! offset, then to the member of that type, and so on, down to a scalar. It continues with the
//! parents of the scalar, up to the root. The walk must pass the access type.
//!
//! There are two formats. In the older one, a scalar is `!{"name", parent, i64 0}`, a structure
//! `!{"name", member, offset, …}`, and a tag `!{base, access, offset}`. In the newer one, a type is
//! `!{parent, size, name, member, offset, size, …}`, and a tag `!{base, access, offset, size}`. In
//! both formats, an optional last operand of the tag shows whether the memory is immutable.

use facts_schema::{MetadataId, MetadataKind};
use rules_macros::datalog;

use crate::rule::{Rule, rules};

rules! { Metadata "metadata";
    /// A TBAA access tag consists of a base type, an access type, an offset, in the newer format a
    /// size, and optionally whether the memory is constant.
    ///
    /// The old scalar format with one type cannot describe accesses to structures.
    deny TAG: "MET038" "tbaa-tag-form" {
        message: "the TBAA tag {detail} does not consist of a base type, an access type, an offset, in the newer format a size, and optionally a constant flag",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        checks: [
            "visitTBAAMetadata: TBAA metadata cannot have 0 operands",
            "visitTBAAMetadata: Old-style TBAA is no longer allowed, use struct-path TBAA instead",
            "visitTBAAMetadata: Access tag metadata must have either 4 or 5 operands",
            "visitTBAAMetadata: Struct tag metadata must have either 3 or 4 operands",
            "visitTBAAMetadata: Malformed struct tag metadata: base and access-type should be non-null and point to Metadata nodes",
        ],
    }

    /// The offset and the size in a TBAA access tag are integers, and the constant flag is 0 or 1.
    ///
    /// The offset is used to find the accessed member of the base type.
    deny TAG_NUMBER: "MET039" "tbaa-tag-not-integer" {
        message: "the TBAA tag {detail} has an offset or size that is not an integer, or a constant flag that is neither 0 nor 1",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        checks: [
            "visitTBAAMetadata: Access size field must be a constant",
            "visitTBAAMetadata: Immutability tag on struct tag metadata must be a constant",
            "visitTBAAMetadata: Immutability part of the struct tag metadata must be either 0 or 1",
            "visitTBAAMetadata: Offset must be constant integer",
        ],
    }

    /// The access type of a TBAA access tag is a scalar type: it has a name and a parent, and its
    /// parents lead to a root.
    ///
    /// Loads and stores access scalars; structures are accessed member by member.
    deny ACCESS_NOT_SCALAR: "MET040" "tbaa-access-not-scalar" {
        message: "the access type {detail} of a TBAA tag is not a scalar type",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        checks: ["visitTBAAMetadata: Access type node must be a valid scalar type"],
    }

    /// The type descriptors on the path of a TBAA access tag are well-formed: in the older format a
    /// name and pairs of member and offset, in the newer format a parent, size, name, and triples
    /// of member, offset and size.
    ///
    /// Otherwise the member offsets are unknown.
    deny TYPE: "MET041" "tbaa-type-form" {
        message: "the TBAA type {detail} is not a well-formed type descriptor",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        checks: [
            "verifyTBAABaseNode: Base nodes must have at least two operands",
            "verifyTBAABaseNodeImpl: Access tag nodes must have the number of operands that is a multiple of 3!",
            "verifyTBAABaseNodeImpl: Struct tag nodes must have an odd number of operands!",
            "verifyTBAABaseNodeImpl: Type size nodes must be constants!",
            "verifyTBAABaseNodeImpl: Struct tag nodes have a string as their first operand",
            "verifyTBAABaseNodeImpl: Incorrect field entry in struct type node!",
            "verifyTBAABaseNodeImpl: Offset entries must be constants!",
            "verifyTBAABaseNodeImpl: Member size entries must be constants!",
        ],
    }

    /// The offset in a TBAA access tag and the member offsets on its path have the same width.
    ///
    /// They are subtracted and compared without conversion.
    deny WIDTH: "MET042" "tbaa-offset-width" {
        message: "the offsets in the TBAA type {detail} differ in width from each other or from the offset in the tag",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        checks: [
            "verifyTBAABaseNodeImpl: Bitwidth between the offsets and struct type entries must match",
            "visitTBAAMetadata: Access bit-width not the same as description bit-width",
        ],
    }

    /// The members of a TBAA structure type are in ascending order of their offsets.
    ///
    /// The member at an offset is found by a linear search.
    deny UNORDERED: "MET043" "tbaa-members-unordered" {
        message: "the members of the TBAA type {detail} are not in ascending order of their offsets",
        reference: "LangRef, 'tbaa' Metadata, Representation",
        checks: ["verifyTBAABaseNodeImpl: Offsets must be increasing!"],
    }

    /// The structure types on the path of a TBAA access tag have a member at the offset.
    ///
    /// An offset before the first member does not belong to any member.
    deny NO_MEMBER: "MET044" "tbaa-offset-without-member" {
        message: "the TBAA type {detail} does not have a member at the offset of the tag",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        checks: ["getFieldNodeFromTBAABaseNode: Could not find TBAA parent in struct type node"],
    }

    /// The path of a TBAA access tag does not contain a cycle.
    ///
    /// A structure cannot contain itself.
    deny CYCLE: "MET045" "tbaa-cycle" {
        message: "the TBAA type {detail} contains itself",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        checks: ["visitTBAAMetadata: Cycle detected in struct path"],
    }

    /// The offset is zero where the path of a TBAA access tag reaches a scalar type or the access
    /// type.
    ///
    /// A scalar is accessed as a whole.
    deny INSIDE_SCALAR: "MET046" "tbaa-offset-in-scalar" {
        message: "the TBAA tag refers to a non-zero offset inside {detail}",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        checks: ["visitTBAAMetadata: Offset not zero at the point of scalar access"],
    }

    /// The path of a TBAA access tag contains its access type.
    ///
    /// The access type must be a member of the base type at the offset. A wrong tag could make
    /// alias analysis treat dependent accesses as independent.
    deny NOT_REACHED: "MET047" "tbaa-access-not-reached" {
        message: "the base type of the TBAA tag {detail} does not have a member of the access type at the offset",
        reference: "LangRef, 'tbaa' Metadata, Semantics",
        checks: ["visitTBAAMetadata: Did not see access type in access path!"],
    }
}

/// Whether there is a member at `position`, if the first member is at `first` and the following
/// ones are at intervals of `step`.
fn is_member(position: u32, first: u32, step: u32) -> bool {
    position >= first && (position - first).is_multiple_of(step)
}

/// Whether metadata of this kind can have operands.
fn is_node(kind: MetadataKind) -> bool {
    !matches!(kind, MetadataKind::String | MetadataKind::Constant | MetadataKind::Local)
}

datalog! { module;
    /// `tag` is the access tag for `errno`.
    struct Errno(MetadataId);

    Errno(tag) <- named_metadata_operand { name: "llvm.errno.tbaa", operand_metadata: tag };

    /// `tag` is an access tag.
    struct Tag(MetadataId);

    Tag(tag) <- attached_metadata { attachment_kind: "tbaa", metadata: tag };
    Tag(tag) <- Errno(tag);

    /// `node` is reachable from a tag.
    struct Reached(MetadataId);

    Reached(tag) <- Tag(tag);
    Reached(operand) <-
        Reached(node),
        metadata_operand { metadata: node, operand_metadata: operand };

    /// The tuple `node` has `count` operands.
    struct Tuple(MetadataId, u32);

    Tuple(node, count) <- Reached(node), metadata_tuple { metadata: node, operand_count: count };

    /// Operand `position` of `node` is `operand`, which can have operands.
    struct NodeAt(MetadataId, u32, MetadataId);

    NodeAt(node, position, operand) <-
        Reached(node),
        metadata_operand { metadata: node, position, operand_metadata: operand },
        metadata { metadata: operand, kind },
        (is_node(kind));

    /// Operand `position` of `node` is the integer `number` with `width` bits.
    struct IntegerAt(MetadataId, u32, u32, u64);

    IntegerAt(node, position, width, number) <-
        Reached(node),
        metadata_operand { metadata: node, position, operand_metadata: operand },
        metadata_integer { metadata: operand, width, value },
        let number = module.unsigned(value).and_then(|it| it.try_into().ok()).unwrap_or(u64::MAX);

    /// Operand `position` of `node` has the kind `kind`, and cannot have operands.
    struct LeafAt(MetadataId, u32, MetadataKind);

    LeafAt(node, position, kind) <-
        Reached(node),
        metadata_operand { metadata: node, position, operand_metadata: operand },
        metadata { metadata: operand, kind },
        (!is_node(kind));

    /// The tuple `node`, with `count` operands, is an operand of another node, and may be a type.
    struct Candidate(MetadataId, u32);

    Candidate(node, count) <- NodeAt(_, _, node), Tuple(node, count), (count >= 3);

    /// `part` of `tag` violates `rule`.
    struct Violates(Rule, MetadataId, MetadataId);

    violation(rule, instruction, part) <-
        attached_metadata { attachment_kind: "tbaa", instruction, metadata: tag },
        Violates(rule, tag, part);

    violation(rule, tag, part) <- Violates(rule, tag, part), Errno(tag);

    // Access tags.

    /// `tag` has `base` as its base type.
    struct Base(MetadataId, MetadataId);

    Base(tag, base) <- Tag(tag), Tuple(tag, count), (count >= 3), NodeAt(tag, 0, base);

    struct Access(MetadataId, MetadataId);

    Access(tag, access) <- Base(tag, _), NodeAt(tag, 1, access);

    /// The type `access` is in the newer format: its first operand is its parent.
    struct IsNewer(MetadataId);

    IsNewer(access) <-
        Access(_, access),
        Tuple(access, count),
        (count >= 3),
        NodeAt(access, 0, _);

    /// `tag` has `count` operands; the flag shows whether it is in the newer format.
    struct Form(MetadataId, u32, bool);

    Form(tag, count, true) <- Access(tag, access), IsNewer(access), Tuple(tag, count);
    Form(tag, count, false) <- Access(tag, access), !IsNewer(access), Tuple(tag, count);

    struct WellFormed(MetadataId);

    WellFormed(tag) <- Form(tag, count, true), (count == 4 || count == 5);
    WellFormed(tag) <- Form(tag, count, false), (count < 5);

    Violates(TAG, tag, tag) <- Tag(tag), Tuple(tag, _), !WellFormed(tag);

    struct Flag(MetadataId, u32);

    Flag(tag, position) <-
        Form(tag, _, _),
        IntegerAt(tag, position, _, number),
        (number <= 1);

    Violates(TAG_NUMBER, tag, tag) <- Access(tag, _), !IntegerAt(tag, 2, _, _);
    Violates(TAG_NUMBER, tag, tag) <- Form(tag, _, true), !IntegerAt(tag, 3, _, _);
    Violates(TAG_NUMBER, tag, tag) <- Form(tag, 5, true), !Flag(tag, 4);
    Violates(TAG_NUMBER, tag, tag) <- Form(tag, 4, false), !Flag(tag, 3);

    // Type nodes.

    struct Root(MetadataId);

    Root(node) <- Tuple(node, count), (count < 2);

    /// `node` has the form of a scalar with the parent `parent`.
    struct Below(MetadataId, MetadataId);

    Below(node, parent) <- HasName(node), Tuple(node, 2), NodeAt(node, 1, parent);
    Below(node, parent) <- HasName(node), Tuple(node, 3), IntegerAt(node, 2, _, 0), NodeAt(node, 1, parent);

    struct HasName(MetadataId);

    HasName(node) <- LeafAt(node, 0, MetadataKind::String);

    struct Scalar(MetadataId);

    Scalar(node) <- Below(node, parent), Root(parent);
    Scalar(node) <- Scalar(parent), Below(node, parent);

    Violates(ACCESS_NOT_SCALAR, tag, access) <-
        Access(tag, access),
        !IsNewer(access),
        !Scalar(access);

    /// `Format(newer, first, step)`: if types are read in this format, the first member is at
    /// `first`, and the following ones are at intervals of `step`.
    struct Format(bool, u32, u32);

    Format(false, 1, 2);
    Format(true, 3, 3) <- IsNewer(_);

    /// Read in this format, `type` has the member `member` at `position`.
    struct Member(bool, MetadataId, u32, MetadataId);

    Member(newer, type, position, member) <-
        Format(newer, first, step),
        Candidate(type, _),
        NodeAt(type, position, member),
        (is_member(position, first, step));

    /// Read in this format, `type` violates the rule.
    struct MalformedType(Rule, bool, MetadataId);

    MalformedType(TYPE, true, type) <- Format(true, _, _), Candidate(type, count), (count % 3 != 0);
    MalformedType(TYPE, true, type) <- Format(true, _, _), Candidate(type, _), !IntegerAt(type, 1, _, _);
    MalformedType(TYPE, true, type) <- Member(true, type, position, _), !IntegerAt(type, position + 2, _, _);
    MalformedType(TYPE, false, type) <- Candidate(type, count), (count % 2 == 0);
    MalformedType(TYPE, false, type) <- Candidate(type, _), !HasName(type);

    MalformedType(TYPE, newer, type) <-
        Format(newer, first, step),
        Candidate(type, _),
        LeafAt(type, position, _),
        (is_member(position, first, step));

    MalformedType(TYPE, newer, type) <- Member(newer, type, position, _), !IntegerAt(type, position + 1, _, _);

    /// Read in this format, the first offset in `type` has `width` bits.
    struct Width(bool, MetadataId, u32);

    Width(newer, type, width) <-
        Member(newer, type, position, _),
        Format(newer, position, _),
        IntegerAt(type, position + 1, width, _);

    MalformedType(WIDTH, newer, type) <-
        Width(newer, type, first_width),
        Member(newer, type, position, _),
        IntegerAt(type, position + 1, width, _),
        (width != first_width);

    /// Read in this format, the member of `type` at `position` extends from the offset `start` to
    /// `end`, the offset of the next member.
    struct Extent(bool, MetadataId, u32, u64, u64);

    Extent(newer, type, position, start, end) <-
        Member(newer, type, position, _),
        IntegerAt(type, position + 1, _, start),
        Format(newer, _, step),
        IntegerAt(type, position + step + 1, _, end);

    // The last member extends to the maximum offset.
    Extent(newer, type, position, start, u64::MAX) <-
        Member(newer, type, position, _),
        IntegerAt(type, position + 1, _, start),
        Format(newer, _, step),
        Candidate(type, count),
        (position + step >= count);

    MalformedType(UNORDERED, newer, type) <- Extent(newer, type, _, start, end), (end < start);

    // Walks.

    /// The walk for `tag`, with the access type `access`, starts at `base` and `offset`, which has
    /// `width` bits.
    struct Starts(MetadataId, MetadataId, MetadataId, u32, u64);

    Starts(tag, access, base, width, offset) <-
        Base(tag, base),
        Access(tag, access),
        IntegerAt(tag, 2, width, offset);

    /// A walk for the access type `access` reaches `type` with `offset`, which has `width` bits.
    struct At(MetadataId, MetadataId, u32, u64);

    At(access, base, width, offset) <- Starts(_, access, base, width, offset);

    At(access, next, width, next_offset) <- Step(access, _, width, _, next, next_offset);

    /// From `type` and `offset`, the walk steps to `next` and `next_offset`.
    struct Step(MetadataId, MetadataId, u32, u64, MetadataId, u64);

    // From a scalar to its parent.
    Step(access, type, width, offset, parent, offset) <-
        At(access, type, width, offset),
        Tuple(type, 2),
        Scalar(type),
        NodeAt(type, 1, parent);

    // From a structure to its member at the offset.
    Step(access, type, width, offset, member, offset - start) <-
        At(access, type, width, offset),
        WalkFormat(access, newer),
        (!newer || access != type),
        !MalformedType(_, newer, type),
        Extent(newer, type, position, start, end),
        (start <= offset && offset < end),
        Member(newer, type, position, member);

    /// The flag shows whether a walk for the access type `access` reads types in the newer format.
    struct WalkFormat(MetadataId, bool);

    WalkFormat(access, true) <- IsNewer(access);
    WalkFormat(access, false) <- Access(_, access), !IsNewer(access);

    /// At or after this point of a walk, the type in the last column violates the rule.
    struct Wrong(Rule, MetadataId, MetadataId, u32, u64, MetadataId);

    Wrong(rule, access, type, width, offset, wrong) <-
        Wrong(rule, access, next, width, next_offset, wrong),
        Step(access, type, width, offset, next, next_offset);

    Wrong(rule, access, type, width, offset, type) <-
        At(access, type, width, offset),
        WalkFormat(access, newer),
        MalformedType(rule, newer, type);

    Wrong(WIDTH, access, type, width, offset, type) <-
        At(access, type, width, offset),
        WalkFormat(access, newer),
        Width(newer, type, type_width),
        (width != type_width);

    Wrong(INSIDE_SCALAR, access, type, width, offset, type) <-
        At(access, type, width, offset),
        (offset != 0),
        Scalar(type);

    Wrong(INSIDE_SCALAR, access, type, width, offset, type) <-
        At(access, type, width, offset),
        (access == type && offset != 0);

    Wrong(NO_MEMBER, access, type, width, offset, type) <-
        At(access, type, width, offset),
        WalkFormat(access, newer),
        (!newer || access != type),
        Format(newer, first, _),
        Extent(newer, type, first, start, _),
        (offset < start);

    /// A walk from `outer` reaches `inner`. Scalars and roots are excluded, because cycles contain
    /// only structures.
    struct Within(MetadataId, MetadataId);

    Within(outer, inner) <- Step(_, outer, _, _, inner, _), !Scalar(inner), !Root(inner);
    Within(outer, inner) <- Within(outer, middle), Step(_, middle, _, _, inner, _), !Scalar(inner), !Root(inner);

    /// A walk from `type` and `offset`, where `type` may be in a cycle, reaches `next` and
    /// `next_offset`.
    struct Walk(MetadataId, MetadataId, u32, u64, MetadataId, u64);

    Walk(access, type, width, offset, next, next_offset) <-
        Within(type, inner),
        (type == inner),
        Step(access, type, width, offset, next, next_offset);

    Walk(access, type, width, offset, next, next_offset) <-
        Walk(access, type, width, offset, middle, middle_offset),
        Step(access, middle, width, middle_offset, next, next_offset);

    Wrong(CYCLE, access, type, width, offset, type) <-
        Walk(access, type, width, offset, again, _),
        (type == again);

    Violates(rule, tag, wrong) <-
        Wrong(rule, access, base, width, offset, wrong),
        Starts(tag, access, base, width, offset);

    /// From this point, a walk reaches the root without passing `access`.
    struct Misses(MetadataId, MetadataId, u32, u64);

    Misses(access, root, width, offset) <- At(access, root, width, offset), Root(root);

    Misses(access, type, width, offset) <-
        Misses(access, next, width, next_offset),
        Step(access, type, width, offset, next, next_offset),
        (type != access);

    // In the newer format, a type without members is a scalar, and the walk continues with its
    // parent.
    Misses(access, type, width, offset) <-
        At(access, type, width, offset),
        IsNewer(access),
        (type != access),
        Tuple(type, 3),
        NodeAt(type, 0, parent),
        Root(parent);

    Violates(NOT_REACHED, tag, tag) <-
        Misses(access, base, width, offset),
        Starts(tag, access, base, width, offset);
}

//! Types in debug info: their tags, their sizes, and what belongs to which of them.
//!
//! **Scope: metadata sample.**

use facts_schema::MetadataKind;
use rustc_hash::FxBuildHasher;

use super::{everywhere, has_flag, is_variable};
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Content, Crepe, Element, Judged, Length, Node, Reference, Text};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { DebugInfo "debug-info";
    /// The tag of a debug info node is one that its kind of node can have.
    ///
    /// The tag becomes the DWARF tag of the entry in the object file, the kind of node its
    /// attributes; a debugger expects certain attributes under each tag.
    deny TAG_WRONG: "DBG010" "tag-does-not-fit" {
        message: "{subject} cannot have the tag that it has",
        reference: "LangRef, DIBasicType, DIDerivedType and DICompositeType",
        checks: [
            "visitGenericDINode: invalid tag",
            "visitDIBasicType: invalid tag",
            "visitDIStringType: invalid tag",
            "visitDIDerivedType: invalid tag",
            "visitDICompositeType: invalid tag",
            "visitDITemplateTypeParameter: invalid tag",
            "visitDITemplateValueParameter: invalid tag",
            "visitDIImportedEntity: invalid tag",
        ],
    }

    /// A vector has exactly one element, a subrange.
    ///
    /// A vector has one dimension, and the subrange says how long it is.
    deny VECTOR_ELEMENTS: "DBG011" "vector-without-subrange" {
        message: "the vector {subject} does not have one subrange as its only element",
        reference: "LangRef, DICompositeType",
        checks: ["visitDICompositeType: invalid vector, expected one element of type subrange"],
    }

    /// Only a variant part has a discriminator, which is a member.
    ///
    /// The discriminator is the member that tells which variant a value has.
    deny DISCRIMINATOR: "DBG012" "discriminator-misplaced" {
        message: "{subject} is no variant part whose `discriminator` is a member",
        reference: "LangRef, DICompositeType",
        checks: ["visitDICompositeType: discriminator can only appear on variant part"],
    }

    /// Only an array type has the fields `dataLocation`, `associated`, `allocated` and `rank`.
    ///
    /// They describe arrays of Fortran, whose bounds and storage are known only when the program
    /// runs.
    deny ARRAY_FIELD: "DBG013" "array-field-misplaced" {
        message: "{subject} is no array type, but has the field `{detail}`",
        reference: "LangRef, DICompositeType",
        checks: [
            "visitDICompositeType: dataLocation can only appear in array type",
            "visitDICompositeType: associated can only appear in array type",
            "visitDICompositeType: allocated can only appear in array type",
            "visitDICompositeType: rank can only appear in array type",
        ],
    }

    /// An array type has a base type.
    ///
    /// It is the type of the elements.
    deny ARRAY_BASE: "DBG014" "array-without-base-type" {
        message: "the array type {subject} has no `baseType`",
        reference: "LangRef, DICompositeType",
        checks: ["visitDICompositeType: array types must have a base type"],
    }

    /// The base of a set type is an enumeration or an integer, character or boolean type.
    ///
    /// A set holds a bit for each value of its base type, so these can be counted.
    deny SET_BASE: "DBG015" "set-of-uncountable-type" {
        message: "the base type of the set {subject} is neither an enumeration nor an integer",
        reference: "LangRef, DIDerivedType",
        checks: ["visitDIDerivedType: invalid set base type"],
    }

    /// Only pointer and reference types have a DWARF address space.
    ///
    /// It says where the address that the type stands for points into.
    deny ADDRESS_SPACE: "DBG016" "address-space-of-non-pointer" {
        message: "{subject} has a `dwarfAddressSpace`, but is no pointer or reference type",
        reference: "LangRef, DIDerivedType",
        checks: ["visitDIDerivedType: DWARF address space only applies to pointer or reference types"],
    }

    /// No type has the flag of blocks by reference, which is bit 4.
    ///
    /// It was once set for variables of Objective-C that blocks capture, and is reserved since.
    deny BLOCK_BY_REFERENCE: "DBG017" "block-by-reference" {
        message: "{subject} has the reserved flag `DIFlagReservedBit4`",
        reference: "LLVM, DebugInfoFlags.def",
        checks: ["visitDICompositeType: DIBlockByRefStruct on DICompositeType is no longer supported"],
    }

    /// No node is both an lvalue and an rvalue reference, or passed both by value and by reference.
    ///
    /// Of each pair of flags, one excludes the other.
    deny FLAGS_CONFLICT: "DBG018" "reference-flags-conflict" {
        message: "the flags of {subject} contradict each other",
        reference: "LLVM, DebugInfoFlags.def",
        checks: [
            "visitDICompositeType: invalid reference flags",
            "visitDISubroutineType: invalid reference flags",
            "visitDISubprogram: invalid reference flags",
        ],
    }

    /// The size of a type is a constant; of composite and derived types it may also be a variable
    /// or an expression.
    ///
    /// Types whose size is known only when the program runs are built of such whose size is fixed.
    deny SIZE: "DBG019" "size-is-no-size" {
        message: "the `size` of {subject} is no constant, nor anything that stands for one",
        reference: "LangRef, DICompositeType",
        checks: [],
    }

    /// The extra data of a member or base class is a constant, alone or as the only operand of a
    /// tuple, or a string or property.
    ///
    /// It holds the value of a static member, the storage offset of a bit field, the offset of a
    /// virtual base, or the property of Objective-C that the member stands for.
    deny EXTRA_DATA: "DBG020" "extra-data-misplaced" {
        message: "the `extraData` of {subject} is nothing that a member or base class can have",
        reference: "LangRef, DIDerivedType",
        checks: [],
    }

    /// The bounds, count, stride and bias of a subrange are constants, variables or expressions.
    ///
    /// A debugger has to compute them as a number.
    deny BOUND: "DBG021" "bound-is-no-number" {
        message: "the field `{detail}` of the subrange {subject} is no number",
        reference: "LangRef, DISubrange",
        checks: [
            "visitDISubrange: Count must be signed constant or DIVariable or DIExpression",
            "visitDISubrange: LowerBound must be signed constant or DIVariable or DIExpression",
            "visitDISubrange: UpperBound must be signed constant or DIVariable or DIExpression",
            "visitDISubrange: Stride must be signed constant or DIVariable or DIExpression",
            "visitDIGenericSubrange: Count must be signed constant or DIVariable or DIExpression",
            "visitDIGenericSubrange: LowerBound must be signed constant or DIVariable or DIExpression",
            "visitDIGenericSubrange: UpperBound must be signed constant or DIVariable or DIExpression",
            "visitDIGenericSubrange: Stride must be signed constant or DIVariable or DIExpression",
        ],
    }

    /// A subrange has a count or an upper bound, not both.
    ///
    /// One follows from the other.
    deny COUNT_AND_BOUND: "DBG022" "count-and-upper-bound" {
        message: "the subrange {subject} has both a `count` and an `upperBound`",
        reference: "LangRef, DISubrange",
        checks: [
            "visitDISubrange: Subrange can have any one of count or upperBound",
            "visitDIGenericSubrange: GenericSubrange can have any one of count or upperBound",
        ],
    }

    /// The count of a subrange is not less than -1.
    ///
    /// -1 says that it is not known; other negative counts mean nothing.
    deny COUNT_NEGATIVE: "DBG023" "count-negative" {
        message: "the `count` of the subrange {subject} is negative",
        reference: "LangRef, DISubrange",
        checks: ["visitDISubrange: invalid subrange count"],
    }

    /// A `DIGenericSubrange` has a lower bound and a stride.
    ///
    /// It describes a dimension of an array whose rank is known only when the program runs: there
    /// is no default for either.
    deny GENERIC_SUBRANGE: "DBG024" "generic-subrange-incomplete" {
        message: "the subrange {subject} has no `{detail}`",
        reference: "LangRef, DIGenericSubrange",
        checks: [
            "visitDIGenericSubrange: GenericSubrange must contain lowerBound",
            "visitDIGenericSubrange: GenericSubrange must contain stride",
        ],
    }

    /// The encoding of a `DIFixedPointType` is `DW_ATE_signed_fixed` or `DW_ATE_unsigned_fixed`.
    ///
    /// These are the encodings whose value is scaled.
    deny FIXED_POINT: "DBG025" "fixed-point-encoding" {
        message: "the encoding of the fixed-point type {subject} is not that of fixed-point numbers",
        reference: "DWARF 5, section 5.1",
        checks: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let sample = &context.metadata;
    if sample.judged.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    program.extend(sample.judged.iter().map(Judged::from));
    program.extend(sample.nodes.iter().map(Node::from));
    program.extend(sample.fields.iter().map(Text::from));
    program.extend(sample.contents.iter().map(Content::from));
    program.extend(sample.references.iter().map(Reference::from));
    program.extend(sample.elements.iter().map(Element::from));
    program.extend(sample.lengths.iter().map(Length::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    everywhere(context, broken.into_iter().map(Violation::from))
}

/// Whether nodes of this kind can have the tag. A tag that is not written is the one that all nodes
/// of the kind have.
fn has_tag(kind: MetadataKind, tag: &str) -> bool {
    match kind {
        MetadataKind::BasicType => {
            matches!(tag, "DW_TAG_base_type" | "DW_TAG_unspecified_type" | "DW_TAG_string_type")
        }
        MetadataKind::FixedPointType => tag == "DW_TAG_base_type",
        MetadataKind::StringType => tag == "DW_TAG_string_type",
        MetadataKind::DerivedType => is_derived(tag),
        MetadataKind::CompositeType => matches!(
            tag,
            "DW_TAG_array_type"
                | "DW_TAG_structure_type"
                | "DW_TAG_union_type"
                | "DW_TAG_enumeration_type"
                | "DW_TAG_class_type"
                | "DW_TAG_variant"
                | "DW_TAG_variant_part"
                | "DW_TAG_namelist"
        ),
        MetadataKind::TemplateValueParameter => matches!(
            tag,
            "DW_TAG_template_value_parameter"
                | "DW_TAG_GNU_template_template_param"
                | "DW_TAG_GNU_template_parameter_pack"
        ),
        MetadataKind::ImportedEntity => {
            matches!(tag, "DW_TAG_imported_module" | "DW_TAG_imported_declaration")
        }
        MetadataKind::GenericNode => tag != "DW_TAG_null",
        _ => true,
    }
}

fn is_derived(tag: &str) -> bool {
    matches!(
        tag,
        "DW_TAG_typedef"
            | "DW_TAG_pointer_type"
            | "DW_TAG_ptr_to_member_type"
            | "DW_TAG_reference_type"
            | "DW_TAG_rvalue_reference_type"
            | "DW_TAG_const_type"
            | "DW_TAG_immutable_type"
            | "DW_TAG_volatile_type"
            | "DW_TAG_restrict_type"
            | "DW_TAG_atomic_type"
            | "DW_TAG_LLVM_ptrauth_type"
            | "DW_TAG_member"
            | "DW_TAG_inheritance"
            | "DW_TAG_friend"
            | "DW_TAG_set_type"
            | "DW_TAG_template_alias"
    )
}

fn is_address(tag: &str) -> bool {
    matches!(tag, "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type")
}

/// Whether the values of types with this encoding can be counted.
fn is_countable(encoding: &str) -> bool {
    matches!(
        encoding,
        "DW_ATE_unsigned"
            | "DW_ATE_signed"
            | "DW_ATE_unsigned_char"
            | "DW_ATE_signed_char"
            | "DW_ATE_boolean"
    )
}

fn is_fixed_point(encoding: &str) -> bool {
    matches!(encoding, "DW_ATE_signed_fixed" | "DW_ATE_unsigned_fixed")
}

fn conflict(flags: &str) -> bool {
    let both = |one, other| has_flag(flags, one) && has_flag(flags, other);
    both("DIFlagLValueReference", "DIFlagRValueReference")
        || both("DIFlagTypePassByValue", "DIFlagTypePassByReference")
}

fn has_flags(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(kind, CompositeType | SubroutineType | Subprogram)
}

fn is_array_field(field: &str) -> bool {
    matches!(field, "dataLocation" | "associated" | "allocated" | "rank")
}

fn is_bound(field: &str) -> bool {
    matches!(field, "count" | "lowerBound" | "upperBound" | "stride" | "bias")
}

/// Whether metadata of kind `value` can be a bound of a subrange of kind `kind`.
fn is_number(kind: MetadataKind, value: MetadataKind) -> bool {
    match value {
        // LLVM prints an expression that is only a number as that number.
        MetadataKind::Constant => true,
        MetadataKind::DerivedType => kind == MetadataKind::SubrangeType,
        _ => is_variable(value) || value == MetadataKind::Expression,
    }
}

fn is_subrange(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(kind, Subrange | GenericSubrange | SubrangeType)
}

/// Whether metadata of kind `value` can be the size of a type of kind `kind`.
fn is_size(kind: MetadataKind, value: MetadataKind) -> bool {
    match kind {
        MetadataKind::BasicType | MetadataKind::FixedPointType | MetadataKind::SubrangeType => {
            value == MetadataKind::Constant
        }
        MetadataKind::CompositeType | MetadataKind::DerivedType => {
            matches!(value, MetadataKind::Constant | MetadataKind::Expression) || is_variable(value)
        }
        _ => true,
    }
}

fn is_extra_data(kind: MetadataKind) -> bool {
    use MetadataKind::*;
    matches!(kind, Constant | String | ObjCProperty | Tuple)
}

fn is_member(tag: &str) -> bool {
    matches!(tag, "DW_TAG_member" | "DW_TAG_variable" | "DW_TAG_inheritance")
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::MetadataId;

    crepe! {
        @input
        pub struct Judged(pub MetadataId, pub MetadataKind);

        @input
        pub struct Node(pub MetadataId, pub MetadataKind);

        @input
        pub struct Text<'a>(pub MetadataId, pub &'static str, pub &'a str);

        @input
        pub struct Content(pub MetadataId, pub &'static str, pub MetadataKind);

        @input
        pub struct Reference(pub MetadataId, pub &'static str, pub MetadataId);

        @input
        pub struct Element(pub MetadataId, pub MetadataId);

        @input
        pub struct Length(pub MetadataId, pub u32, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `node` has the tag `tag`.
        struct Tag<'a>(MetadataId, &'a str);

        Tag(node, tag) <- Text(node, "tag", tag);

        // `node` has the flags `flags`.
        struct Flags<'a>(MetadataId, &'a str);

        Flags(node, flags) <- Text(node, "flags", flags);

        // `node` has a field `field`.
        struct Has(MetadataId, &'static str);

        Has(node, field) <- Content(node, field, _);

        struct StaticMember(MetadataId);

        StaticMember(node) <-
            Tag(node, "DW_TAG_variable"),
            Flags(node, flags),
            (has_flag(flags, "DIFlagStaticMember"));

        Broken(TAG_WRONG, Subject::Metadata(node), Detail::None) <-
            Judged(node, kind),
            Tag(node, tag),
            (!has_tag(kind, tag)),
            !StaticMember(node);

        struct SubrangeOnly(MetadataId);

        SubrangeOnly(node) <-
            Reference(node, "elements", tuple),
            Length(tuple, 1, 0),
            Element(tuple, element),
            Node(element, kind),
            (matches!(kind, MetadataKind::Subrange | MetadataKind::SubrangeType));

        Broken(VECTOR_ELEMENTS, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::CompositeType),
            Flags(node, flags),
            (has_flag(flags, "DIFlagVector")),
            !SubrangeOnly(node);

        Broken(DISCRIMINATOR, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::CompositeType),
            Content(node, "discriminator", kind),
            Tag(node, tag),
            (kind != MetadataKind::DerivedType || tag != "DW_TAG_variant_part");

        Broken(ARRAY_FIELD, Subject::Metadata(node), Detail::Word(field)) <-
            Judged(node, MetadataKind::CompositeType),
            Has(node, field),
            (is_array_field(field)),
            Tag(node, tag),
            (tag != "DW_TAG_array_type");

        Broken(ARRAY_BASE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::CompositeType),
            Tag(node, "DW_TAG_array_type"),
            !Has(node, "baseType");

        // The values of the type `node` can be counted.
        struct Countable(MetadataId);

        Countable(node) <-
            Node(node, MetadataKind::CompositeType),
            Tag(node, "DW_TAG_enumeration_type");

        Countable(node) <-
            Node(node, MetadataKind::BasicType),
            Text(node, "encoding", encoding),
            (is_countable(encoding));

        Broken(SET_BASE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::DerivedType),
            Tag(node, "DW_TAG_set_type"),
            Reference(node, "baseType", base),
            !Countable(base);

        Broken(ADDRESS_SPACE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::DerivedType),
            Text(node, "dwarfAddressSpace", _),
            Tag(node, tag),
            (!is_address(tag));

        Broken(BLOCK_BY_REFERENCE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::CompositeType),
            Flags(node, flags),
            (has_flag(flags, "DIFlagReservedBit4"));

        Broken(FLAGS_CONFLICT, Subject::Metadata(node), Detail::None) <-
            Judged(node, kind),
            (has_flags(kind)),
            Flags(node, flags),
            (conflict(flags));

        Broken(SIZE, Subject::Metadata(node), Detail::None) <-
            Judged(node, kind),
            Content(node, "size", size),
            (!is_size(kind, size));

        Broken(EXTRA_DATA, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::DerivedType),
            Tag(node, tag),
            (is_member(tag)),
            Content(node, "extraData", kind),
            (!is_extra_data(kind));

        struct ConstantOnly(MetadataId);

        ConstantOnly(tuple) <-
            Length(tuple, 1, 0),
            Element(tuple, element),
            Node(element, MetadataKind::Constant);

        Broken(EXTRA_DATA, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::DerivedType),
            Tag(node, tag),
            (is_member(tag)),
            Reference(node, "extraData", tuple),
            Node(tuple, MetadataKind::Tuple),
            !ConstantOnly(tuple);

        Broken(BOUND, Subject::Metadata(node), Detail::Word(field)) <-
            Judged(node, kind),
            (is_subrange(kind)),
            Content(node, field, value),
            (is_bound(field) && !is_number(kind, value));

        Broken(COUNT_AND_BOUND, Subject::Metadata(node), Detail::None) <-
            Judged(node, kind),
            (is_subrange(kind)),
            Has(node, "count"),
            Has(node, "upperBound");

        Broken(COUNT_NEGATIVE, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::Subrange),
            Text(node, "count", count),
            (count.parse::<i64>().is_ok_and(|count| count < -1));

        Broken(GENERIC_SUBRANGE, Subject::Metadata(node), Detail::Word("lowerBound")) <-
            Judged(node, MetadataKind::GenericSubrange),
            !Has(node, "lowerBound");

        Broken(GENERIC_SUBRANGE, Subject::Metadata(node), Detail::Word("stride")) <-
            Judged(node, MetadataKind::GenericSubrange),
            !Has(node, "stride");

        struct FixedPoint(MetadataId);

        FixedPoint(node) <-
            Text(node, "encoding", encoding),
            (is_fixed_point(encoding));

        Broken(FIXED_POINT, Subject::Metadata(node), Detail::None) <-
            Judged(node, MetadataKind::FixedPointType),
            !FixedPoint(node);
    }
}

input_from! { Judged(node, kind) from crate::metadata_sample::Node }
input_from! { Node(node, kind) from crate::metadata_sample::Node }
input_from! { Content(node, field, kind) from crate::metadata_sample::Content }
input_from! { Reference(node, field, target) from crate::metadata_sample::Reference }
input_from! { Element(tuple, element) from crate::metadata_sample::Element }
input_from! { Length(tuple, length, nulls) from crate::metadata_sample::Length }
violation_from! { Broken }

impl<'a> From<&crate::metadata_sample::Field<'a>> for Text<'a> {
    fn from(row: &crate::metadata_sample::Field<'a>) -> Self {
        Self(row.node, row.field, row.text)
    }
}

//! Types in debug info: tags, sizes, elements, bounds, and related fields.

use facts_schema::{MetadataId, MetadataKind};
use rules_macros::datalog;

use super::has_flag;
use crate::rule::rules;
use crate::violation::Detail;

rules! { DebugInfo "debug-info";
    /// The tag of a debug info node is valid for its kind of node.
    ///
    /// The tag becomes the DWARF tag of the entry, and the kind of node determines its attributes.
    /// Debuggers expect certain attributes for each tag.
    deny TAG_WRONG: "DBG010" "invalid-tag" {
        message: "the tag of {subject} is not valid for its kind of node",
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

    /// A vector type has exactly one element, a subrange.
    ///
    /// The subrange is the length of the vector.
    deny VECTOR_ELEMENTS: "DBG011" "vector-without-subrange" {
        message: "the vector {subject} does not have one subrange as its only element",
        reference: "LangRef, DICompositeType",
        checks: ["visitDICompositeType: invalid vector, expected one element of type subrange"],
    }

    /// Only a variant part has a discriminator, and it is a member.
    ///
    /// The discriminator is the member whose value selects the variant.
    deny DISCRIMINATOR: "DBG012" "discriminator-misplaced" {
        message: "{subject} is not a variant part whose `discriminator` is a member",
        reference: "LangRef, DICompositeType",
        checks: ["visitDICompositeType: discriminator can only appear on variant part"],
    }

    /// Only an array type has the fields `dataLocation`, `associated`, `allocated` and `rank`.
    ///
    /// They describe Fortran arrays, whose bounds and storage are known only at run time.
    deny ARRAY_FIELD: "DBG013" "array-field-misplaced" {
        message: "{subject} is not an array type, but has the field `{detail}`",
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
    /// It is the element type.
    deny ARRAY_BASE: "DBG014" "array-without-base-type" {
        message: "the array type {subject} does not have a `baseType`",
        reference: "LangRef, DICompositeType",
        checks: ["visitDICompositeType: array types must have a base type"],
    }

    /// The base type of a set type is an enumeration, or an integer, character or boolean type.
    ///
    /// A set has one bit for each value of its base type.
    deny SET_BASE: "DBG015" "set-base-type" {
        message: "the base type of the set {subject} is neither an enumeration nor an integer",
        reference: "LangRef, DIDerivedType",
        checks: ["visitDIDerivedType: invalid set base type"],
    }

    /// Only pointer and reference types have a DWARF address space.
    ///
    /// It is the address space that the pointer refers to.
    deny ADDRESS_SPACE: "DBG016" "address-space-of-non-pointer" {
        message: "{subject} has a `dwarfAddressSpace`, but is not a pointer or reference type",
        reference: "LangRef, DIDerivedType",
        checks: ["visitDIDerivedType: DWARF address space only applies to pointer or reference types"],
    }

    /// No type has the flag `DIFlagReservedBit4`.
    ///
    /// The flag marked Objective-C variables that blocks capture by reference. It is reserved now.
    deny BLOCK_BY_REFERENCE: "DBG017" "block-by-reference" {
        message: "{subject} has the reserved flag `DIFlagReservedBit4`",
        reference: "LLVM, DebugInfoFlags.def",
        checks: ["visitDICompositeType: DIBlockByRefStruct on DICompositeType is no longer supported"],
    }

    /// The flags of a type or subprogram do not contain both lvalue and rvalue reference, or both
    /// pass by value and pass by reference.
    ///
    /// Each of these flags excludes the other one of its pair.
    deny FLAGS_CONFLICT: "DBG018" "reference-flags-conflict" {
        message: "the flags of {subject} contradict each other",
        reference: "LLVM, DebugInfoFlags.def",
        checks: [
            "visitDICompositeType: invalid reference flags",
            "visitDISubroutineType: invalid reference flags",
            "visitDISubprogram: invalid reference flags",
        ],
    }

    /// The size of a type is a constant; in composite and derived types, it may also be a variable
    /// or an expression.
    ///
    /// Types whose size is known only at run time are composed of types of constant size.
    deny SIZE: "DBG019" "invalid-size" {
        message: "the `size` of {subject} is not a constant, variable or expression that is allowed there",
        reference: "LangRef, DICompositeType",
        checks: [],
    }

    /// The extra data of a member or base class is a constant, alone or as the only operand of a
    /// tuple, or a string or property.
    ///
    /// It is the value of a static member, the storage offset of a bit field, the offset of a
    /// virtual base, or the Objective-C property of the member.
    deny EXTRA_DATA: "DBG020" "extra-data-misplaced" {
        message: "the `extraData` of {subject} is not valid for a member or base class",
        reference: "LangRef, DIDerivedType",
        checks: [],
    }

    /// The bounds, count, stride and bias of a subrange are constants, variables or expressions.
    ///
    /// A debugger evaluates them as numbers.
    deny BOUND: "DBG021" "invalid-bound" {
        message: "the field `{detail}` of the subrange {subject} is not a number",
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

    /// A subrange has a count or an upper bound, but not both.
    ///
    /// Each can be computed from the other.
    deny COUNT_AND_BOUND: "DBG022" "count-and-upper-bound" {
        message: "the subrange {subject} has both a `count` and an `upperBound`",
        reference: "LangRef, DISubrange",
        checks: [
            "visitDISubrange: Subrange can have any one of count or upperBound",
            "visitDIGenericSubrange: GenericSubrange can have any one of count or upperBound",
        ],
    }

    /// The count of a subrange is at least -1.
    ///
    /// The count -1 indicates an empty array, or one of unknown length. Other negative counts have
    /// no meaning.
    deny COUNT_NEGATIVE: "DBG023" "count-negative" {
        message: "the `count` of the subrange {subject} is less than -1",
        reference: "LangRef, DISubrange",
        checks: ["visitDISubrange: invalid subrange count"],
    }

    /// A `DIGenericSubrange` has a lower bound and a stride.
    ///
    /// It describes a dimension of an array whose rank is known only at run time, so there are no
    /// default values.
    deny GENERIC_SUBRANGE: "DBG024" "generic-subrange-incomplete" {
        message: "the subrange {subject} does not have the field `{detail}`",
        reference: "LangRef, DIGenericSubrange",
        checks: [
            "visitDIGenericSubrange: GenericSubrange must contain lowerBound",
            "visitDIGenericSubrange: GenericSubrange must contain stride",
        ],
    }

    /// The encoding of a `DIFixedPointType` is `DW_ATE_signed_fixed` or `DW_ATE_unsigned_fixed`.
    ///
    /// Only values with these encodings are scaled.
    deny FIXED_POINT: "DBG025" "fixed-point-encoding" {
        message: "the encoding of the fixed-point type {subject} is not a fixed-point encoding",
        reference: "DWARF 5, section 5.1",
        checks: [],
    }
}

datalog! { module;
    /// The tags that nodes of kind `kind` can have. LLVM does not print the tag of kinds that have
    /// only one.
    const TAGS(MetadataKind, &'static [&'static str]) = [
        (
            MetadataKind::BasicType,
            &["DW_TAG_base_type", "DW_TAG_unspecified_type", "DW_TAG_string_type"],
        ),
        (MetadataKind::FixedPointType, &["DW_TAG_base_type"]),
        (MetadataKind::StringType, &["DW_TAG_string_type"]),
        (
            MetadataKind::DerivedType,
            &[
                "DW_TAG_typedef",
                "DW_TAG_pointer_type",
                "DW_TAG_ptr_to_member_type",
                "DW_TAG_reference_type",
                "DW_TAG_rvalue_reference_type",
                "DW_TAG_const_type",
                "DW_TAG_immutable_type",
                "DW_TAG_volatile_type",
                "DW_TAG_restrict_type",
                "DW_TAG_atomic_type",
                "DW_TAG_LLVM_ptrauth_type",
                "DW_TAG_member",
                "DW_TAG_inheritance",
                "DW_TAG_friend",
                "DW_TAG_set_type",
                "DW_TAG_template_alias",
            ],
        ),
        (
            MetadataKind::CompositeType,
            &[
                "DW_TAG_array_type",
                "DW_TAG_structure_type",
                "DW_TAG_union_type",
                "DW_TAG_enumeration_type",
                "DW_TAG_class_type",
                "DW_TAG_variant",
                "DW_TAG_variant_part",
                "DW_TAG_namelist",
            ],
        ),
        (
            MetadataKind::TemplateValueParameter,
            &[
                "DW_TAG_template_value_parameter",
                "DW_TAG_GNU_template_template_param",
                "DW_TAG_GNU_template_parameter_pack",
            ],
        ),
        (
            MetadataKind::ImportedEntity,
            &["DW_TAG_imported_module", "DW_TAG_imported_declaration"],
        ),
    ];

    violation(TAG_WRONG, node) <-
        TAGS(kind, tags),
        described_metadata { kind, metadata: node },
        metadata_field { metadata: node, field: "tag", text: tag },
        (!tags.contains(&module.text(tag))),
        !StaticMember(node);

    violation(TAG_WRONG, node) <-
        described_metadata { kind: MetadataKind::GenericNode, metadata: node },
        metadata_field { metadata: node, field: "tag", text: "DW_TAG_null" };

    /// `node` is a static member, which has the tag of a variable.
    struct StaticMember(MetadataId);

    StaticMember(node) <-
        metadata_field { metadata: node, field: "tag", text: "DW_TAG_variable" },
        metadata_field { metadata: node, field: "flags", text: flags },
        (has_flag(module.text(flags), "DIFlagStaticMember"));

    /// `node` is a vector.
    struct Vector(MetadataId);

    Vector(node) <-
        described_metadata { kind: MetadataKind::CompositeType, metadata: node },
        metadata_field { metadata: node, field: "flags", text: flags },
        (has_flag(module.text(flags), "DIFlagVector"));

    /// The vector `node` has one element, a subrange.
    struct SubrangeOnly(MetadataId);

    SubrangeOnly(node) <-
        Vector(node),
        metadata_reference { metadata: node, field: "elements", referenced_metadata: tuple },
        metadata_tuple { metadata: tuple, operand_count: 1 },
        metadata_operand { metadata: tuple, operand_metadata: element },
        metadata { metadata: element, kind },
        (matches!(kind, MetadataKind::Subrange | MetadataKind::SubrangeType));

    violation(VECTOR_ELEMENTS, node) <- Vector(node), !SubrangeOnly(node);

    violation(DISCRIMINATOR, node) <-
        described_metadata { kind: MetadataKind::CompositeType, metadata: node },
        field_kind { metadata: node, field: "discriminator", kind },
        metadata_field { metadata: node, field: "tag", text: tag },
        (kind != MetadataKind::DerivedType || module.text(tag) != "DW_TAG_variant_part");

    /// Only array types have the field `field`.
    const ARRAY_FIELDS(&'static str) = ["dataLocation", "associated", "allocated", "rank"];

    violation(ARRAY_FIELD, node, Detail::Word(name)) <-
        ARRAY_FIELDS(name),
        let Some(field) = module.find(name),
        described_metadata { kind: MetadataKind::CompositeType, metadata: node },
        field_kind { metadata: node, field },
        metadata_field { metadata: node, field: "tag", text: tag },
        (module.text(tag) != "DW_TAG_array_type");

    violation(ARRAY_BASE, node) <-
        described_metadata { kind: MetadataKind::CompositeType, metadata: node },
        metadata_field { metadata: node, field: "tag", text: "DW_TAG_array_type" },
        !field_kind { metadata: node, field: "baseType" };

    /// `node` is a set type with the base type `base`.
    struct SetOf(MetadataId, MetadataId);

    SetOf(node, base) <-
        described_metadata { kind: MetadataKind::DerivedType, metadata: node },
        metadata_field { metadata: node, field: "tag", text: "DW_TAG_set_type" },
        metadata_reference { metadata: node, field: "baseType", referenced_metadata: base };

    /// `base`, the base type of a set, is an enumeration or has an encoding in `COUNTABLE`.
    struct Countable(MetadataId);

    Countable(base) <-
        SetOf(_, base),
        metadata { metadata: base, kind: MetadataKind::CompositeType },
        metadata_field { metadata: base, field: "tag", text: "DW_TAG_enumeration_type" };

    Countable(base) <-
        SetOf(_, base),
        metadata { metadata: base, kind: MetadataKind::BasicType },
        metadata_field { metadata: base, field: "encoding", text: encoding },
        COUNTABLE(name),
        (name == module.text(encoding));

    /// The encodings of basic types that can be base types of sets.
    const COUNTABLE(&'static str) = [
        "DW_ATE_unsigned",
        "DW_ATE_signed",
        "DW_ATE_unsigned_char",
        "DW_ATE_signed_char",
        "DW_ATE_boolean",
    ];

    violation(SET_BASE, node) <- SetOf(node, base), !Countable(base);

    /// The tags of pointers and references.
    const ADDRESSES(&'static str) =
        ["DW_TAG_pointer_type", "DW_TAG_reference_type", "DW_TAG_rvalue_reference_type"];

    violation(ADDRESS_SPACE, node) <-
        described_metadata { kind: MetadataKind::DerivedType, metadata: node },
        metadata_field { metadata: node, field: "dwarfAddressSpace" },
        metadata_field { metadata: node, field: "tag", text: tag },
        !ADDRESSES(module.text(tag));

    violation(BLOCK_BY_REFERENCE, node) <-
        described_metadata { kind: MetadataKind::CompositeType, metadata: node },
        metadata_field { metadata: node, field: "flags", text: flags },
        (has_flag(module.text(flags), "DIFlagReservedBit4"));

    /// The kinds of nodes with reference flags.
    const HAS_FLAGS(MetadataKind) =
        [MetadataKind::CompositeType, MetadataKind::SubroutineType, MetadataKind::Subprogram];

    /// `flag` and `other` exclude each other.
    const EXCLUSIVE(&'static str, &'static str) = [
        ("DIFlagLValueReference", "DIFlagRValueReference"),
        ("DIFlagTypePassByValue", "DIFlagTypePassByReference"),
    ];

    violation(FLAGS_CONFLICT, node) <-
        HAS_FLAGS(kind),
        described_metadata { kind, metadata: node },
        metadata_field { metadata: node, field: "flags", text: flags },
        EXCLUSIVE(flag, other),
        (has_flag(module.text(flags), flag) && has_flag(module.text(flags), other));

    /// The size of types of kind `kind` is metadata of one of `kinds`.
    const SIZES(MetadataKind, &'static [MetadataKind]) = [
        (MetadataKind::BasicType, &[MetadataKind::Constant]),
        (MetadataKind::FixedPointType, &[MetadataKind::Constant]),
        (MetadataKind::SubrangeType, &[MetadataKind::Constant]),
        (MetadataKind::CompositeType, NUMBERS),
        (MetadataKind::DerivedType, NUMBERS),
    ];

    violation(SIZE, node) <-
        SIZES(kind, kinds),
        described_metadata { kind, metadata: node },
        field_kind { metadata: node, field: "size", kind: size },
        (!kinds.contains(&size));

    /// The tags of members and base classes.
    const MEMBERS(&'static str) = ["DW_TAG_member", "DW_TAG_variable", "DW_TAG_inheritance"];

    /// The kinds of extra data of members and base classes.
    const EXTRA(MetadataKind) = [
        MetadataKind::Constant,
        MetadataKind::String,
        MetadataKind::ObjCProperty,
        MetadataKind::Tuple,
    ];

    violation(EXTRA_DATA, node) <-
        described_metadata { kind: MetadataKind::DerivedType, metadata: node },
        field_kind { metadata: node, field: "extraData", kind },
        !EXTRA(kind),
        metadata_field { metadata: node, field: "tag", text: tag },
        MEMBERS(name),
        (name == module.text(tag));

    /// `tuple` is the extra data of the member or base class `node`.
    struct ExtraTuple(MetadataId, MetadataId);

    ExtraTuple(node, tuple) <-
        described_metadata { kind: MetadataKind::DerivedType, metadata: node },
        metadata_reference { metadata: node, field: "extraData", referenced_metadata: tuple },
        metadata { metadata: tuple, kind: MetadataKind::Tuple },
        metadata_field { metadata: node, field: "tag", text: tag },
        MEMBERS(name),
        (name == module.text(tag));

    /// `tuple` has one operand, a constant.
    struct ConstantOnly(MetadataId);

    ConstantOnly(tuple) <-
        ExtraTuple(_, tuple),
        metadata_tuple { metadata: tuple, operand_count: 1 },
        metadata_operand { metadata: tuple, operand_metadata: element },
        metadata { metadata: element, kind: MetadataKind::Constant };

    violation(EXTRA_DATA, node) <- ExtraTuple(node, tuple), !ConstantOnly(tuple);

    /// The bounds of subranges of kind `kind` are metadata of one of `kinds`. LLVM prints an
    /// expression that is only a constant as a number.
    const SUBRANGES(MetadataKind, &'static [MetadataKind]) = [
        (MetadataKind::Subrange, NUMBERS),
        (MetadataKind::GenericSubrange, NUMBERS),
        (
            MetadataKind::SubrangeType,
            &[
                MetadataKind::Constant,
                MetadataKind::LocalVariable,
                MetadataKind::GlobalVariable,
                MetadataKind::Expression,
                MetadataKind::DerivedType,
            ],
        ),
    ];

    /// The fields of subranges that are numbers.
    const BOUNDS(&'static str) = ["count", "lowerBound", "upperBound", "stride", "bias"];

    violation(BOUND, node, Detail::Word(name)) <-
        SUBRANGES(kind, kinds),
        BOUNDS(name),
        let Some(field) = module.find(name),
        described_metadata { kind, metadata: node },
        field_kind { metadata: node, field, kind: value },
        (!kinds.contains(&value));

    violation(COUNT_AND_BOUND, node) <-
        SUBRANGES(kind, _),
        described_metadata { kind, metadata: node },
        field_kind { metadata: node, field: "count" },
        field_kind { metadata: node, field: "upperBound" };

    violation(COUNT_NEGATIVE, node) <-
        described_metadata { kind: MetadataKind::Subrange, metadata: node },
        metadata_field { metadata: node, field: "count", text: count },
        (module.text(count).parse::<i64>().is_ok_and(|count| count < -1));

    violation(GENERIC_SUBRANGE, node, Detail::Word("lowerBound")) <-
        described_metadata { kind: MetadataKind::GenericSubrange, metadata: node },
        !field_kind { metadata: node, field: "lowerBound" };

    violation(GENERIC_SUBRANGE, node, Detail::Word("stride")) <-
        described_metadata { kind: MetadataKind::GenericSubrange, metadata: node },
        !field_kind { metadata: node, field: "stride" };

    violation(FIXED_POINT, node) <-
        described_metadata { kind: MetadataKind::FixedPointType, metadata: node },
        !metadata_field { metadata: node, field: "encoding", text: "DW_ATE_signed_fixed" },
        !metadata_field { metadata: node, field: "encoding", text: "DW_ATE_unsigned_fixed" };
}

/// Metadata that can represent a number: constants, variables and expressions.
const NUMBERS: &[MetadataKind] = &[
    MetadataKind::Constant,
    MetadataKind::LocalVariable,
    MetadataKind::GlobalVariable,
    MetadataKind::Expression,
];

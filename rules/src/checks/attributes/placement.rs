//! What attributes stand on: functions, parameters or results, of which types, and with which
//! arguments.
//!
//! **Scope: module**, over each set of attributes once for each place and type.

use facts_schema::{AttributeId, Facts, TypeFlag, TypeId, TypeKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::properties::{PROPERTIES, Types};
use crate::attribute_sets::{Place, Standing};
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::checks::target_types::can_be_local;
use crate::rule::rules;
use crate::type_traits::{Lanes, is_float};
use crate::violation::Violation;
use program::{
    AllocationSize, Applies, ArrayType, AttributeType, Broken, Crepe, Has, LiteralStruct, Number,
    RangeWidth, Sized, Speaks, Stands, StructField, TargetType, Traits, Typed,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Attributes "attributes";
    /// An attribute of a function or call is one that speaks of functions.
    ///
    /// LLVM's attributes are about a function, about a parameter or about a result; some are about
    /// several of these.
    deny NOT_OF_FUNCTIONS: "ATT001" "attribute-not-of-functions" {
        message: "`{subject}` has the attribute `{detail}`, which says nothing of a function",
        reference: "LangRef, Function Attributes",
        sites: [2204],
    }

    /// An attribute of a parameter or argument is one that speaks of parameters.
    ///
    /// LLVM's attributes are about a function, about a parameter or about a result; some are about
    /// several of these.
    deny NOT_OF_PARAMETERS: "ATT002" "attribute-not-of-parameters" {
        message: "`{subject}` has the attribute `{detail}`, which says nothing of a parameter",
        reference: "LangRef, Parameter Attributes",
        sites: [1931],
    }

    /// An attribute of a result is one that speaks of results.
    ///
    /// LLVM's attributes are about a function, about a parameter or about a result; some are about
    /// several of these.
    deny NOT_OF_RESULTS: "ATT003" "attribute-not-of-results" {
        message: "the result of `{subject}` has the attribute `{detail}`, which says nothing of a result",
        reference: "LangRef, Parameter Attributes",
        sites: [2121],
    }

    /// The type of a parameter or result is one that its attributes speak of.
    ///
    /// `signext` and `zeroext` speak of integers; `nonnull`, `noalias`, `byval` and many others of
    /// pointers; `align` of pointers and vectors of them; `range` of integers and vectors of them;
    /// `nofpclass` of floating-point numbers; `noundef` of everything but `void`.
    deny ATTRIBUTE_TYPE: "ATT004" "attribute-type" {
        message: "the attribute `{detail}` does not apply to the type of what has it",
        reference: "LangRef, Parameter Attributes",
        sites: [2010],
    }

    /// The limits of a `range` are integers of the same width as what they limit.
    ///
    /// They are compared with its value.
    deny RANGE_WIDTH: "ATT005" "range-width" {
        message: "`{detail}` has limits of another width than what they limit",
        reference: "LangRef, Parameter Attributes, range",
        sites: [2075],
    }

    /// The type in `byval`, `byref`, `inalloca` and `preallocated` is sized.
    ///
    /// The argument points to a copy or a slot of that type, in the stack frame or elsewhere.
    deny POINTEE_UNSIZED: "ATT006" "attribute-type-unsized" {
        message: "`{detail}` names a type whose size nobody knows",
        reference: "LangRef, Parameter Attributes",
        sites: [2024, 2032, 2040, 2048],
    }

    /// The type in `byval`, `byref`, `inalloca` and `preallocated` is smaller than 4 GiB.
    ///
    /// Stack frames that large cannot be addressed.
    deny POINTEE_HUGE: "ATT007" "attribute-type-huge" {
        message: "`{detail}` names a type of 4 GiB or more",
        reference: "LangRef, Parameter Attributes",
        sites: [2026, 2034, 2042, 2050],
    }

    /// The type in `byval` is or contains no target extension type that cannot be on the stack.
    ///
    /// The callee gets a copy in its stack frame, and some of these types stand for things that
    /// cannot be copied.
    deny POINTEE_NOT_LOCAL: "ATT008" "byval-target-type" {
        message: "`{detail}` names a type that cannot be on the stack",
        reference: "LangRef, Target Extension Type",
        sites: [],
    }

    /// `align` is at most 4294967296 (2 to the power of 32).
    ///
    /// LLVM keeps no larger alignments.
    deny ALIGN_HUGE: "ATT009" "attribute-align-huge" {
        message: "`{detail}` is an alignment larger than 4294967296",
        reference: "LangRef, Parameter Attributes, align",
        sites: [2019],
    }

    /// `nofpclass` excludes one or more of the ten classes of floating-point numbers.
    ///
    /// A mask without any says nothing, and bits beyond the tenth mean nothing.
    deny NOFPCLASS: "ATT010" "nofpclass-classes" {
        message: "`{detail}` excludes no class of floating-point numbers, or ones that do not exist",
        reference: "LangRef, Parameter Attributes, nofpclass",
        sites: [2067, 2069],
    }
}

/// The largest alignment.
const LARGEST_ALIGNMENT: u64 = 1 << 32;

/// The size from which on a type is huge.
const HUGE: u64 = 1 << 32;

/// A bit for each class of floating-point numbers.
const CLASSES: u64 = (1 << 10) - 1;

fn violations(context: &Context) -> Vec<Violation> {
    let sets = context.attribute_sets();
    let mut program = Crepe::new();
    let (mut attributes, mut types) = (FxHashSet::default(), FxHashSet::default());
    for (standing, &(set, place, r#type)) in sets.standings() {
        program.extend([Stands(standing, place)]);
        program.extend(r#type.map(|it| Typed(standing, it)));
        types.extend(r#type);
        for (attribute, name) in sets.words_of(context.facts, set) {
            attributes.insert(attribute);
            program.extend([Has(standing, attribute, name)]);
        }
    }
    extend_with_properties(&mut program);
    extend_with_arguments(&mut program, context, &attributes);
    extend_with_types(&mut program, context, &types);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    let broken = broken.into_iter().map(|Broken(rule, it, detail)| (rule, it, detail));
    sets.everywhere(context.facts, &context.sample, broken)
}

fn extend_with_properties(program: &mut Crepe) {
    for row in PROPERTIES {
        program.extend(row.function.then_some(Applies(row.name, Place::Function)));
        program.extend(row.parameter.then_some(Applies(row.name, Place::Parameter)));
        program.extend(row.result.then_some(Applies(row.name, Place::Result)));
        program.extend([Speaks(row.name, row.types)]);
    }
}

/// The arguments of the attributes.
fn extend_with_arguments<'a>(
    program: &mut Crepe<'a>,
    context: &Context<'a>,
    attributes: &FxHashSet<AttributeId>,
) {
    let facts = context.facts;
    let numbers = facts.attribute_integer.iter().map(Number::from);
    program.extend(numbers.filter(|row| attributes.contains(&row.0)));
    let ranges = facts.attribute_range.iter().map(|row| row.attribute);
    let ranges: FxHashSet<AttributeId> = ranges.filter(|it| attributes.contains(it)).collect();
    program.extend(
        ranges.into_iter().filter_map(|it| Some(RangeWidth(it, range_width(&facts.symbol(it))?))),
    );
    let types = facts.attribute_type.iter().filter(|row| attributes.contains(&row.attribute));
    let types: Vec<_> = types.collect();
    program.extend(types.iter().copied().map(AttributeType::from));
    let types: FxHashSet<TypeId> = types.iter().map(|row| row.r#type).collect();
    let sized = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::Sized);
    program.extend(sized.map(|row| Sized(row.r#type)).filter(|row| types.contains(&row.0)));
    let sizes = facts.type_layout.iter().map(AllocationSize::from);
    program.extend(sizes.filter(|row| types.contains(&row.0)));
    if !types.is_empty() && !facts.target_type.is_empty() {
        let targets = facts.target_type.iter();
        program.extend(targets.map(|row| TargetType(row.r#type, context.text(row.name))));
        extend_with_members(program, facts);
    }
}

/// The width of `range(i32 0, 10)`, which only its text shows.
fn range_width(text: &str) -> Option<u32> {
    text.strip_prefix("range(i")?.split(' ').next()?.parse().ok()
}

/// What is to be known of the types of parameters and results.
fn extend_with_types(program: &mut Crepe, context: &Context, types: &FxHashSet<TypeId>) {
    let facts = context.facts;
    let excludes_classes = context.attribute_sets().has_word(context.facts, "nofpclass");
    let traits = context.traits.iter();
    let traits = traits.filter(|row| excludes_classes || types.contains(&row.r#type));
    program.extend(traits.map(Traits::from));
    if excludes_classes {
        let literal = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::Literal);
        program.extend(literal.map(|row| LiteralStruct(row.r#type)));
        extend_with_members(program, facts);
    }
}

fn extend_with_members(program: &mut Crepe, facts: &Facts) {
    program.extend(facts.array_type.iter().map(ArrayType::from));
    program.extend(facts.struct_field.iter().map(StructField::from));
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::Detail;
    use crepe::crepe;

    crepe! {
        @input
        pub struct Stands(pub Standing, pub Place);

        @input
        /// The set that `standing` is about has `attribute`, called `name`.
        pub struct Has<'a>(pub Standing, pub AttributeId, pub &'a str);

        @input
        /// The set says something of values of type `type`.
        pub struct Typed(pub Standing, pub TypeId);

        @input
        /// The attribute `name` can be at `place`.
        pub struct Applies<'a>(pub &'a str, pub Place);

        @input
        /// The attribute `name` speaks of values of `types`.
        pub struct Speaks<'a>(pub &'a str, pub Types);

        @input
        pub struct Number(pub AttributeId, pub u64);

        @input
        /// The limits of `attribute` have `width` bits.
        pub struct RangeWidth(pub AttributeId, pub u32);

        @input
        pub struct AttributeType(pub AttributeId, pub TypeId);

        @input
        pub struct Sized(pub TypeId);

        @input
        pub struct AllocationSize(pub TypeId, pub u64);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @input
        pub struct LiteralStruct(pub TypeId);

        @input
        pub struct ArrayType(pub TypeId, pub TypeId);

        @input
        pub struct StructField(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct TargetType<'a>(pub TypeId, pub &'a str);

        @output
        pub struct Broken(pub Rule, pub Standing, pub Detail);

        // `attribute` of `standing` is at `place`, where attributes of its name cannot be. Of
        // attributes that are not in the table nothing is known.
        struct Misplaced(Standing, AttributeId, Place);

        Misplaced(standing, attribute, place) <-
            Stands(standing, place),
            Has(standing, attribute, name),
            Speaks(name, _),
            !Applies(name, place);

        Broken(NOT_OF_FUNCTIONS, standing, Detail::Attribute(attribute)) <-
            Misplaced(standing, attribute, Place::Function);

        Broken(NOT_OF_PARAMETERS, standing, Detail::Attribute(attribute)) <-
            Misplaced(standing, attribute, Place::Parameter);

        Broken(NOT_OF_RESULTS, standing, Detail::Attribute(attribute)) <-
            Misplaced(standing, attribute, Place::Result);

        // `type` is a floating-point number or a vector of such.
        struct Float(TypeId);

        Float(r#type) <- Traits(r#type, _, kind, _, _), (is_float(kind));

        // `type` is one of these, or an array of them, of any depth.
        struct Floats(TypeId);

        Floats(r#type) <- Float(r#type);

        Floats(array) <- Floats(element), ArrayType(array, element);

        // The fields of `type` differ.
        struct Mixed(TypeId);

        Mixed(r#type) <-
            StructField(r#type, 0, first),
            StructField(r#type, _, other),
            (first != other);

        // `type` is one of `types`.
        struct IsOf(TypeId, Types);

        IsOf(r#type, Types::All) <- Typed(_, r#type);

        IsOf(r#type, Types::Values) <- Traits(r#type, _, kind, _, _), (kind != TypeKind::Void);

        IsOf(r#type, Types::Integers) <- Traits(r#type, _, TypeKind::Integer, _, Lanes::Scalar);

        IsOf(r#type, Types::IntegerVectors) <- Traits(r#type, _, TypeKind::Integer, _, _);

        IsOf(r#type, Types::Pointers) <- Traits(r#type, _, TypeKind::Pointer, _, Lanes::Scalar);

        IsOf(r#type, Types::PointerVectors) <- Traits(r#type, _, TypeKind::Pointer, _, _);

        IsOf(r#type, Types::Floats) <- Floats(r#type);

        IsOf(r#type, Types::Floats) <-
            LiteralStruct(r#type),
            StructField(r#type, 0, field),
            Float(field),
            !Mixed(r#type);

        Broken(ATTRIBUTE_TYPE, standing, Detail::Attribute(attribute)) <-
            Typed(standing, r#type),
            Has(standing, attribute, name),
            Speaks(name, types),
            !IsOf(r#type, types);

        Broken(RANGE_WIDTH, standing, Detail::Attribute(attribute)) <-
            Typed(standing, r#type),
            Has(standing, attribute, "range"),
            RangeWidth(attribute, width),
            Traits(r#type, _, TypeKind::Integer, measure, _),
            (width != measure);

        // The value that `standing` speaks of points to something of type `type`.
        struct PointsTo<'a>(Standing, AttributeId, &'a str, TypeId);

        PointsTo(standing, attribute, name, r#type) <-
            Stands(standing, Place::Parameter),
            Has(standing, attribute, name),
            (matches!(name, "byval" | "byref" | "inalloca" | "preallocated")),
            AttributeType(attribute, r#type);

        Broken(POINTEE_UNSIZED, standing, Detail::Attribute(attribute)) <-
            PointsTo(standing, attribute, _, r#type),
            !Sized(r#type);

        Broken(POINTEE_HUGE, standing, Detail::Attribute(attribute)) <-
            PointsTo(standing, attribute, _, r#type),
            AllocationSize(r#type, size),
            (size >= HUGE);

        // A value of type `type` cannot be on the stack.
        struct NotLocal(TypeId);

        NotLocal(r#type) <- TargetType(r#type, name), (!can_be_local(name));

        NotLocal(array) <- NotLocal(element), ArrayType(array, element);

        NotLocal(r#type) <- NotLocal(field), StructField(r#type, _, field);

        Broken(POINTEE_NOT_LOCAL, standing, Detail::Attribute(attribute)) <-
            PointsTo(standing, attribute, "byval", r#type),
            Sized(r#type),
            NotLocal(r#type);

        // Of other types than pointers, `align` says nothing.
        Broken(ALIGN_HUGE, standing, Detail::Attribute(attribute)) <-
            Typed(standing, r#type),
            Traits(r#type, _, TypeKind::Pointer, _, Lanes::Scalar),
            Has(standing, attribute, "align"),
            Number(attribute, alignment),
            (alignment > LARGEST_ALIGNMENT);

        Broken(NOFPCLASS, standing, Detail::Attribute(attribute)) <-
            Typed(standing, _),
            Has(standing, attribute, "nofpclass"),
            Number(attribute, mask),
            (mask == 0 || mask & !CLASSES != 0);
    }
}

input_from! { Number(attribute, integer) from AttributeInteger }
input_from! { AttributeType(attribute, r#type) from AttributeType }
input_from! { AllocationSize(r#type, allocation_size) from TypeLayout }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
input_from! { ArrayType(r#type, element_type) from ArrayType }
input_from! { StructField(r#type, position, field_type) from StructField }

//! What attributes of one function or call say together, and with its type.
//!
//! **Scope: module**, over functions and calls with such attributes, one for all that have the same
//! type and the same attributes.

use facts_schema::{AttributeId, FunctionId, Text, TypeFlag, TypeId, TypeKind, ValueId};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::bearers::{ListId, Lists, Wrong};
use crate::attribute_sets::{Bearer, Place, SetId, Sets};
use crate::bridge::input_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::Lanes;
use crate::violation::Violation;
use program::{
    Broken, Crepe, FunctionType, Has, IsFunction, IsInlineAsm, IsIntrinsic, Named, Number, Of,
    Parameter, Says, Traits, Unnamed, VarArg, VariantFamily, VariantKind,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Attributes "attributes";
    /// At most one parameter of a function has `nest`, `returned`, `sret`, `swiftself`, `swiftasync`
    /// or `swifterror`.
    ///
    /// Each of them names the one parameter that plays a role in the call.
    deny TWO_PARAMETERS: "ATT060" "attribute-on-two-parameters" {
        message: "`{subject}` has the attribute `{detail}`, like a parameter before it",
        reference: "LangRef, Parameter Attributes",
        sites: [2159, 2164, 2172, 2179, 2184, 2189],
    }

    /// A parameter with the attribute `returned` has the type of the result, or one of the same
    /// bits.
    ///
    /// The caller takes the argument for the result.
    deny RETURNED_TYPE: "ATT061" "returned-type" {
        message: "`{subject}` is said to be returned, but its type is not that of the result",
        reference: "LangRef, Parameter Attributes, returned",
        sites: [2165],
    }

    /// The attribute `sret` is on the first or second parameter.
    ///
    /// Only there, before or after `this`, do calling conventions pass the address of the result.
    deny SRET_POSITION: "ATT062" "sret-position" {
        message: "`{subject}` has the attribute `{detail}`, but is neither the first nor the second parameter",
        reference: "LangRef, Parameter Attributes, sret",
        sites: [2173],
    }

    /// The attribute `inalloca` is on the last parameter.
    ///
    /// What it points to is all arguments that are in memory, and they follow the others.
    deny INALLOCA_POSITION: "ATT063" "inalloca-position" {
        message: "`{subject}` has the attribute `{detail}`, but is not the last parameter",
        reference: "LangRef, Parameter Attributes, inalloca",
        sites: [2194],
    }

    /// Only parameters of intrinsics have the attribute `immarg`.
    ///
    /// An immediate becomes a part of the instruction; functions are passed values.
    deny IMMARG_OF_FUNCTION: "ATT064" "immarg-of-function" {
        message: "`{subject}` has the attribute `immarg`, but is no parameter of an intrinsic",
        reference: "LangRef, Parameter Attributes, immarg",
        sites: [2146],
    }

    /// Only arguments of intrinsics and of inline assembly have the attribute `elementtype`.
    ///
    /// It says what a pointer points to where the instruction needs to know; functions know it
    /// themselves.
    deny ELEMENTTYPE_OF_FUNCTION: "ATT065" "elementtype-of-function" {
        message: "`{subject}` has the attribute `{detail}`, but belongs neither to an intrinsic nor to inline assembly",
        reference: "LangRef, Parameter Attributes, elementtype",
        sites: [2149],
    }

    /// A function with a `writable` parameter may write to the memory that its arguments point to.
    ///
    /// `writable` allows stores to be introduced, and `memory` may forbid them.
    deny WRITABLE_MEMORY: "ATT066" "writable-without-writes" {
        message: "`{detail}` of `{subject}` forbids to write through arguments, but one is `writable`",
        reference: "LangRef, Parameter Attributes, writable",
        sites: [2236],
    }

    /// A function with the attribute `jumptable` is `unnamed_addr`.
    ///
    /// Its address becomes that of an entry in a table, which may be another one.
    deny JUMPTABLE_ADDRESS: "ATT067" "jumptable-address" {
        message: "`{subject}` has the attribute `jumptable`, but is not `unnamed_addr`",
        reference: "LangRef, Function Attributes, jumptable",
        sites: [2267],
    }

    /// The arguments of `allocsize` are positions of parameters that are integers.
    ///
    /// Their product is the size of what the function allocates.
    deny ALLOCSIZE: "ATT068" "allocsize-parameter" {
        message: "`{detail}` of `{subject}` names no integer parameter",
        reference: "LangRef, Function Attributes, allocsize",
        sites: [2274, 2279],
    }

    /// `"alloc-variant-zeroed"` names an allocation function of the same type and family that
    /// returns zeroed memory, or one that this module does not know.
    ///
    /// A call that is followed by `memset` is replaced by a call of that function.
    deny ALLOC_VARIANT: "ATT069" "alloc-variant-zeroed" {
        message: "`{detail}` of `{subject}` names no function of the same family and type that returns zeroed memory",
        reference: "LangRef, Function Attributes, alloc-variant-zeroed",
        sites: [],
    }

    /// `"modular-format"` has at least five parts, of which the third is the position of the first
    /// argument to be formatted.
    ///
    /// Calls are redirected to an implementation that supports only what the format uses.
    deny MODULAR_FORMAT: "ATT070" "modular-format-parts" {
        message: "`{detail}` of `{subject}` has too few parts, or names no parameter",
        reference: "LangRef, Function Attributes, modular-format",
        sites: [],
    }

    /// Only calls have the attribute `"aarch64_zt0_undef"`.
    ///
    /// It says that the caller's ZT0 is not alive at the call.
    deny ZT0_UNDEF: "ATT071" "zt0-undef-of-function" {
        message: "the function `{subject}` has the attribute `{detail}`, which only calls can have",
        reference: "AArch64 SME attributes",
        sites: [],
    }
}

/// The attributes that the rules are about.
const WORDS: &[&str] = &[
    "nest",
    "returned",
    "sret",
    "swiftself",
    "swiftasync",
    "swifterror",
    "inalloca",
    "immarg",
    "elementtype",
    "writable",
    "jumptable",
    "allocsize",
];

/// The string attributes that the rules are about.
const STRINGS: &[&str] = &["alloc-variant-zeroed", "modular-format", "aarch64_zt0_undef"];

/// What these are judged with.
const OTHER_WORDS: &[&str] = &["memory", "allockind"];
const OTHER_STRINGS: &[&str] = &["alloc-family"];

fn violations(context: &Context) -> Vec<Violation> {
    let sets = context.attribute_sets();
    let lists = Lists::of(context, sets, |set| is_of_interest(context, sets, set));
    if lists.different.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    let mut types = FxHashSet::default();
    let mut attributes = FxHashSet::default();
    for (list, key) in lists.numbered() {
        types.insert(key.function_type);
        program.extend([Of(list, key.function_type)]);
        program.extend(key.is_intrinsic.then_some(IsIntrinsic(list)));
        program.extend(key.is_inline_asm.then_some(IsInlineAsm(list)));
        program.extend(key.is_function.then_some(IsFunction(list)));
        program.extend(key.is_unnamed.then_some(Unnamed(list)));
        for &(place, position, set) in &key.sets {
            let words = sets.words_of(context.facts, set);
            let words =
                words.filter(|(_, name)| WORDS.contains(name) || OTHER_WORDS.contains(name));
            for (attribute, name) in words {
                attributes.insert(attribute);
                program.extend([Has(list, place, position, attribute, name)]);
            }
            let strings = sets.strings_of(context.facts, set).filter(|(_, name, _)| {
                place == Place::Function && (STRINGS.contains(name) || OTHER_STRINGS.contains(name))
            });
            program
                .extend(strings.map(|(attribute, name, value)| Says(list, attribute, name, value)));
        }
    }
    let numbers = context.facts.attribute_integer.iter().map(Number::from);
    program.extend(numbers.filter(|row| attributes.contains(&row.0)));
    extend_with_types(&mut program, context, &types);
    extend_with_variants(&mut program, context, &lists, sets);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    let broken = broken.into_iter().map(|Broken(rule, list, place, position, detail)| Wrong {
        rule,
        list,
        place,
        position,
        detail,
    });
    lists.everywhere(context, broken.collect())
}

/// Whether the rules are about an attribute in this set.
fn is_of_interest(context: &Context, sets: &Sets, set: SetId) -> bool {
    sets.words_of(context.facts, set).any(|(_, name)| WORDS.contains(&name))
        || sets.strings_of(context.facts, set).any(|(_, name, _)| STRINGS.contains(&name))
}

/// The types of the functions.
fn extend_with_types(program: &mut Crepe, context: &Context, types: &FxHashSet<TypeId>) {
    let facts = context.facts;
    let signatures = facts.function_type.iter().map(FunctionType::from);
    let signatures: Vec<FunctionType> = signatures.filter(|row| types.contains(&row.0)).collect();
    let parameters = facts.function_type_parameter.iter().map(Parameter::from);
    let parameters: Vec<Parameter> = parameters.filter(|row| types.contains(&row.0)).collect();
    let used = signatures.iter().map(|row| row.1).chain(parameters.iter().map(|row| row.2));
    let used: FxHashSet<TypeId> = used.collect();
    let traits = context.traits.iter().filter(|row| used.contains(&row.r#type));
    program.extend(traits.map(Traits::from));
    program.extend(signatures);
    program.extend(parameters);
    let variable = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::VarArg);
    program.extend(variable.map(|row| VarArg(row.r#type)).filter(|row| types.contains(&row.0)));
}

/// The functions that `"alloc-variant-zeroed"` names.
fn extend_with_variants<'a>(
    program: &mut Crepe<'a>,
    context: &Context<'a>,
    lists: &Lists,
    sets: &Sets,
) {
    let facts = context.facts;
    let strings = lists.different.iter().flat_map(|list| &list.sets);
    let strings = strings.flat_map(|&(_, _, set)| sets.strings_of(context.facts, set));
    let names = strings.filter(|(_, name, _)| *name == "alloc-variant-zeroed");
    let names: FxHashSet<Text> =
        names.filter_map(|(_, _, value)| facts.texts.find(value.as_bytes())).collect();
    if names.is_empty() {
        return;
    }
    let named = facts.value_name.iter().filter(|row| names.contains(&row.name));
    let named: FxHashMap<ValueId, &str> =
        named.map(|row| (row.value, context.text(row.name))).collect();
    let functions = facts
        .function
        .iter()
        .filter_map(|row| Some(Named(named.get(&row.value)?, row.function, row.function_type)));
    let functions: Vec<Named> = functions.collect();
    let variants: FxHashSet<FunctionId> = functions.iter().map(|row| row.1).collect();
    for it in &sets.uses {
        let Bearer::Function(function) = it.bearer else { continue };
        if it.place != Place::Function || !variants.contains(&function) {
            continue;
        }
        let families =
            sets.strings_of(context.facts, it.set).filter(|(_, name, _)| *name == "alloc-family");
        program.extend(families.map(|(_, _, family)| VariantFamily(function, family)));
        let kinds = sets.words_of(context.facts, it.set).filter(|(_, name)| *name == "allockind");
        program.extend(kinds.map(|(kind, _)| VariantKind(function, kind)));
        let kinds = sets.words_of(context.facts, it.set).filter(|(_, name)| *name == "allockind");
        let kinds: FxHashSet<AttributeId> = kinds.map(|(kind, _)| kind).collect();
        let numbers = facts.attribute_integer.iter().map(Number::from);
        program.extend(numbers.filter(|row| kinds.contains(&row.0)));
    }
    program.extend(functions);
}

/// Whether the format `value` has its parts, and the third is the position of one of so many
/// parameters, counted from 1.
fn is_modular_format(value: &str, parameters: u32, is_variable: bool) -> bool {
    let parts: Vec<&str> = value.split(',').collect();
    let first = parts.get(2).filter(|part| !part.starts_with('+'));
    let first = first.and_then(|part| part.parse::<u32>().ok());
    parts.len() >= 5
        && first.is_some_and(|first| {
            (1..=parameters.saturating_add(is_variable.into())).contains(&first)
        })
}

/// How many bits the vectors of a type have, and whether `vscale` times as many. Pointers count for
/// nothing.
fn vector_bits(kind: TypeKind, measure: u32, lanes: Lanes) -> Option<(u64, bool)> {
    let measure = if kind == TypeKind::Pointer { 0 } else { u64::from(measure) };
    match lanes {
        Lanes::Scalar => None,
        Lanes::Fixed(count) => Some((u64::from(count) * measure, false)),
        Lanes::Scalable(count) => Some((u64::from(count) * measure, true)),
    }
}

/// The position of the parameter that `allocsize` gives the size of an element by, and of the one
/// that it gives their number by.
fn allocsize_positions(argument: u64) -> [Option<u32>; 2] {
    let (size, number) = ((argument >> 32) as u32, argument as u32);
    [Some(size), (number != u32::MAX).then_some(number)]
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::Detail;
    use crepe::crepe;

    crepe! {
        @input
        /// Functions and calls with `list` have type `function_type`.
        pub struct Of(pub ListId, pub TypeId);

        @input
        pub struct IsFunction(pub ListId);

        @input
        pub struct IsIntrinsic(pub ListId);

        @input
        pub struct IsInlineAsm(pub ListId);

        @input
        pub struct Unnamed(pub ListId);

        @input
        /// The list says at `place` and `position` `attribute`, called `name`.
        pub struct Has<'a>(pub ListId, pub Place, pub u32, pub AttributeId, pub &'a str);

        @input
        /// The list says of the function the string attribute `attribute`: `name` and `value`.
        pub struct Says<'a>(pub ListId, pub AttributeId, pub &'a str, pub &'a str);

        @input
        pub struct Number(pub AttributeId, pub u64);

        @input
        pub struct FunctionType(pub TypeId, pub TypeId, pub u32);

        @input
        pub struct Parameter(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct VarArg(pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @input
        /// The variant called `name` is `function`, of type `function_type`.
        pub struct Named<'a>(pub &'a str, pub FunctionId, pub TypeId);

        @input
        pub struct VariantFamily<'a>(pub FunctionId, pub &'a str);

        @input
        pub struct VariantKind(pub FunctionId, pub AttributeId);

        @output
        pub struct Broken(pub Rule, pub ListId, pub Place, pub u32, pub Detail);

        // The parameter at `position`, of type `type`, has `attribute`, called `name`. Variable
        // arguments are none.
        struct ParameterHas<'a>(ListId, u32, AttributeId, &'a str, TypeId);

        ParameterHas(list, position, attribute, name, r#type) <-
            Has(list, Place::Parameter, position, attribute, name),
            Of(list, function_type),
            Parameter(function_type, position, r#type);

        Broken(TWO_PARAMETERS, list, Place::Parameter, position, Detail::Attribute(attribute)) <-
            ParameterHas(list, before, _, name, _),
            (matches!(name, "nest" | "returned" | "sret" | "swiftself" | "swiftasync"
                | "swifterror")),
            ParameterHas(list, position, attribute, name, _),
            (before < position);

        // Vectors of `type` have `bits` bits, if `scalable` times `vscale`.
        struct VectorBits(TypeId, u64, bool);

        VectorBits(r#type, bits, scalable) <-
            Traits(r#type, _, kind, measure, lanes),
            let Some((bits, scalable)) = vector_bits(kind, measure, lanes);

        VectorBits(r#type, 8192, false) <- Traits(r#type, _, TypeKind::X86Amx, _, _);

        // Values of `one` and `other` have the same bits.
        struct SameBits(TypeId, TypeId);

        SameBits(r#type, r#type) <- Traits(r#type, _, _, _, _);

        SameBits(one, other) <- VectorBits(one, bits, scalable), VectorBits(other, bits, scalable);

        Broken(RETURNED_TYPE, list, Place::Parameter, position, Detail::Attribute(attribute)) <-
            ParameterHas(list, position, attribute, "returned", r#type),
            Of(list, function_type),
            FunctionType(function_type, result, _),
            !SameBits(r#type, result);

        Broken(SRET_POSITION, list, Place::Parameter, position, Detail::Attribute(attribute)) <-
            ParameterHas(list, position, attribute, "sret", _),
            (position > 1);

        Broken(INALLOCA_POSITION, list, Place::Parameter, position, Detail::Attribute(attribute)) <-
            ParameterHas(list, position, attribute, "inalloca", _),
            Of(list, function_type),
            FunctionType(function_type, _, count),
            (position + 1 != count);

        Broken(IMMARG_OF_FUNCTION, list, Place::Parameter, position, Detail::Attribute(attribute)) <-
            ParameterHas(list, position, attribute, "immarg", _),
            !IsIntrinsic(list);

        Broken(ELEMENTTYPE_OF_FUNCTION, list, Place::Parameter, position, Detail::Attribute(attribute)) <-
            ParameterHas(list, position, attribute, "elementtype", _),
            !IsIntrinsic(list),
            !IsInlineAsm(list);

        Broken(WRITABLE_MEMORY, list, Place::Function, 0, Detail::Attribute(memory)) <-
            Has(list, Place::Function, _, memory, "memory"),
            Number(memory, effects),
            (effects & WRITES_ARGUMENTS == 0),
            Has(list, _, _, _, "writable");

        Broken(JUMPTABLE_ADDRESS, list, Place::Function, 0, Detail::None) <-
            Has(list, Place::Function, _, _, "jumptable"),
            IsFunction(list),
            !Unnamed(list);

        struct IntegerParameter(TypeId, u32);

        IntegerParameter(function_type, position) <-
            Parameter(function_type, position, r#type),
            Traits(r#type, _, TypeKind::Integer, _, Lanes::Scalar);

        Broken(ALLOCSIZE, list, Place::Function, 0, Detail::Attribute(attribute)) <-
            Has(list, Place::Function, _, attribute, "allocsize"),
            Number(attribute, argument),
            Of(list, function_type),
            for position in allocsize_positions(argument).into_iter().flatten(),
            !IntegerParameter(function_type, position);

        // The function or call names a variant for zeroed memory.
        struct HasVariant<'a>(ListId, AttributeId, &'a str);

        HasVariant(list, attribute, name) <- Says(list, attribute, "alloc-variant-zeroed", name);

        Broken(ALLOC_VARIANT, list, Place::Function, 0, Detail::Attribute(attribute)) <-
            HasVariant(list, attribute, "");

        Broken(ALLOC_VARIANT, list, Place::Function, 0, Detail::Attribute(attribute)) <-
            HasVariant(list, attribute, name),
            Named(name, _, variant_type),
            Of(list, function_type),
            (variant_type != function_type);

        Broken(ALLOC_VARIANT, list, Place::Function, 0, Detail::Attribute(attribute)) <-
            HasVariant(list, attribute, name),
            Named(name, variant, _),
            Says(list, _, "alloc-family", family),
            !VariantFamily(variant, family);

        struct ReturnsZeroed(FunctionId);

        ReturnsZeroed(function) <-
            VariantKind(function, attribute),
            Number(attribute, kind),
            (kind & ZEROED != 0);

        Broken(ALLOC_VARIANT, list, Place::Function, 0, Detail::Attribute(attribute)) <-
            HasVariant(list, attribute, name),
            Named(name, variant, _),
            !ReturnsZeroed(variant);

        struct Variable(ListId, u32, bool);

        Variable(list, count, true) <-
            Of(list, function_type),
            FunctionType(function_type, _, count),
            VarArg(function_type);

        Variable(list, count, false) <-
            Of(list, function_type),
            FunctionType(function_type, _, count),
            !VarArg(function_type);

        Broken(MODULAR_FORMAT, list, Place::Function, 0, Detail::Attribute(attribute)) <-
            Says(list, attribute, "modular-format", value),
            Variable(list, count, is_variable),
            (!is_modular_format(value, count, is_variable));

        Broken(ZT0_UNDEF, list, Place::Function, 0, Detail::Attribute(attribute)) <-
            Says(list, attribute, "aarch64_zt0_undef", _),
            IsFunction(list);
    }
}

/// The bit of `memory` that allows to write through arguments.
const WRITES_ARGUMENTS: u64 = 2;

/// The bit of `allockind` for zeroed memory.
const ZEROED: u64 = 16;

input_from! { Number(attribute, integer) from AttributeInteger }
input_from! { FunctionType(r#type, return_type, parameter_count) from FunctionType }
input_from! { Parameter(r#type, position, parameter_type) from FunctionTypeParameter }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }

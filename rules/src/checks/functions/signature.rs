//! The signature of a function, its linkage, and what it may have at all.
//!
//! **Scope: module**, of the functions that have what a rule speaks of.

use facts_schema::{
    AttributeId, Facts, Function, FunctionId, Linkage, TypeFlag, TypeId, TypeKind, ValueId,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::calls::is_reserved;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Argument, Broken, Common, Crepe, Flag, FunctionHas, FunctionOf, IntrinsicOf, KindOf, Opaque,
    Parameter, ParameterHas, Personality, Reserved, ReturnHas, ReturnType,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Functions "functions";
    /// A function does not have `common` linkage.
    ///
    /// Common symbols are merged to the largest of them, which makes sense of variables that are
    /// zero, and not of code.
    deny COMMON: "FUN001" "function-common" {
        message: "the function `{function}` has `common` linkage",
        reference: "LangRef, Linkage Types, common",
        sites: [2747],
    }

    /// A function with an `sret` parameter returns `void`.
    ///
    /// The result is written to where that parameter points.
    deny SRET: "FUN002" "sret-and-result" {
        message: "`{function}` has an `sret` parameter, but also returns a value",
        reference: "LangRef, Parameter Attributes, sret",
        sites: [2755],
    }

    /// No function is marked `builtin`; only calls are.
    ///
    /// The attribute takes back, at a call, what `nobuiltin` says of the function.
    deny BUILTIN: "FUN003" "function-builtin" {
        message: "the function `{function}` is marked `builtin`",
        reference: "LangRef, Function Attributes, builtin",
        sites: [2776],
    }

    /// No parameter or result of a function is marked `elementtype`; only arguments of calls are.
    ///
    /// It tells an intrinsic what a pointer points to, and that differs from call to call.
    deny ELEMENT_TYPE: "FUN004" "function-elementtype" {
        message: "a parameter or the result of `{function}` is marked `{detail}`",
        reference: "LangRef, Parameter Attributes, elementtype",
        sites: [2779],
    }

    /// A naked function does not use its parameters.
    ///
    /// It has no prologue that would put them anywhere. Its assembly knows where they are.
    deny NAKED: "FUN005" "naked-parameter-used" {
        message: "`{detail}` is naked, but uses its parameter `{subject}`",
        reference: "LangRef, Function Attributes, naked",
        sites: [],
    }

    /// A parameter has a type of which there are values.
    ///
    /// Nothing is known of an opaque structure, not even how many bytes to pass.
    deny OPAQUE: "FUN006" "parameter-opaque" {
        message: "parameter {detail} of `{function}` has an opaque type",
        reference: "LangRef, First Class Types",
        sites: [2848],
    }

    /// Only intrinsics have parameters that are metadata, tokens or `x86_amx`.
    ///
    /// None of them can be passed: metadata and tokens do not exist when the program runs, and tiles
    /// are kept by no calling convention.
    deny NOT_PASSED: "FUN007" "parameter-metadata-or-token" {
        message: "parameter {detail} of `{function}` is metadata, a token or an `x86_amx`, and it is no intrinsic",
        reference: "LangRef, Metadata Type, Token Type and X86_amx Type",
        sites: [2851, 2853, 2855],
    }

    /// Only intrinsics return a token or an `x86_amx`.
    ///
    /// A token ties instructions of one function together, and no calling convention keeps tiles.
    deny NOT_RETURNED: "FUN008" "function-returns-token" {
        message: "`{function}` returns a `{detail}`, but is no intrinsic",
        reference: "LangRef, Token Type and X86_amx Type",
        sites: [2867, 2869],
    }

    /// A declaration has no personality.
    ///
    /// The personality handles the exceptions that pass through a body.
    deny DECLARED_PERSONALITY: "FUN009" "declaration-with-personality" {
        message: "`{function}` is only declared, but has a personality",
        reference: "LangRef, Personality Function",
        sites: [2908],
    }

    /// No function that is defined has a name that begins with `llvm.`.
    ///
    /// Those names are kept for intrinsics, and what they do is for LLVM to say.
    deny INTRINSIC_DEFINED: "FUN010" "intrinsic-name-defined" {
        message: "`{function}` is defined, but `llvm.` begins the names of intrinsics",
        reference: "LangRef, Intrinsic Functions",
        sites: [2913],
    }

    /// `llvm.experimental.gc.get.pointer.base` takes a pointer and returns one of the same type.
    ///
    /// It finds the beginning of the object into which a pointer points.
    deny POINTER_BASE: "FUN011" "gc-pointer-base-signature" {
        message: "`{function}` does not take and return one pointer of the same type",
        reference: "LangRef, llvm.experimental.gc.get.pointer.base Intrinsic",
        sites: [2986, 2987, 2989],
    }

    /// `llvm.experimental.gc.get.pointer.offset` takes a pointer and returns an integer.
    ///
    /// It says how far a pointer is from the beginning of its object.
    deny POINTER_OFFSET: "FUN012" "gc-pointer-offset-signature" {
        message: "`{function}` does not take one pointer and return an integer",
        reference: "LangRef, llvm.experimental.gc.get.pointer.offset Intrinsic",
        sites: [2995, 2996, 2998],
    }
}

const ATTRIBUTES: &[&str] = &["sret", "builtin", "elementtype", "naked"];

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let names = context.attribute_names(ATTRIBUTES);
    let marks = Marks::of(context, &names);
    let gets = |name: &str| name.starts_with("llvm.experimental.gc.get.pointer");
    let intrinsics: Vec<IntrinsicOf> = facts
        .intrinsic
        .iter()
        .map(|row| IntrinsicOf(row.function, context.text(row.intrinsic)))
        .filter(|row| gets(row.1))
        .collect();
    let special = special_types(context);
    let marked: FxHashSet<FunctionId> = marks
        .parameters
        .iter()
        .map(|row| row.0)
        .chain(marks.returns.iter().map(|row| row.0))
        .chain(marks.functions.iter().map(|row| row.0))
        .chain(intrinsics.iter().map(|row| row.0))
        .chain(facts.personality.iter().map(|row| row.function))
        .collect();
    let is_shown = |row: &Function| {
        special.contains(&row.function_type)
            || marked.contains(&row.function)
            || is_reserved(context, row)
    };
    let shown: Vec<&Function> = facts.function.iter().filter(|row| is_shown(row)).collect();
    let values: FxHashSet<ValueId> = shown.iter().map(|row| row.value).collect();
    let types: FxHashSet<TypeId> = shown.iter().map(|row| row.function_type).collect();

    let mut program = Crepe::new();
    program.extend(shown.iter().map(|&row| FunctionOf::from(row)));
    let reserved = shown.into_iter().filter(|row| is_reserved(context, row));
    program.extend(reserved.map(Reserved::from));
    let flags = facts.global_flag.iter().filter(|row| values.contains(&row.global));
    program.extend(flags.map(Flag::from));
    program.extend(facts.personality.iter().map(Personality::from));
    program.extend(facts.r#type.iter().map(KindOf::from));
    let opaque = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::Opaque);
    program.extend(opaque.map(Opaque::from));
    let function_types = facts.function_type.iter().filter(|row| types.contains(&row.r#type));
    program.extend(function_types.map(ReturnType::from));
    let parameters = facts.function_type_parameter.iter();
    program.extend(parameters.filter(|row| types.contains(&row.r#type)).map(Parameter::from));
    let common = facts.global.iter().filter(|row| row.linkage == Linkage::Common);
    let common: FxHashSet<ValueId> = common.map(|row| row.global).collect();
    let common = facts.function.iter().filter(|row| common.contains(&row.value));
    program.extend(common.map(Common::from));
    program.extend(used_arguments(facts, &marks));
    program.extend(intrinsics);
    program.extend(marks.functions);
    program.extend(marks.returns);
    program.extend(marks.parameters);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// The attributes of functions that rules speak of.
struct Marks<'a> {
    functions: Vec<FunctionHas<'a>>,
    returns: Vec<ReturnHas<'a>>,
    parameters: Vec<ParameterHas<'a>>,
}

impl<'a> Marks<'a> {
    fn of(context: &Context<'a>, names: &FxHashMap<AttributeId, &'a str>) -> Self {
        let facts = context.facts;
        let functions = facts.function_attribute.iter();
        let returns = facts.return_attribute.iter();
        let parameters = facts.parameter_attribute.iter();
        Self {
            functions: functions
                .filter_map(|row| Some(FunctionHas(row.function, names.get(&row.attribute)?)))
                .collect(),
            returns: returns
                .filter_map(|row| {
                    Some(ReturnHas(row.function, names.get(&row.attribute)?, row.attribute))
                })
                .collect(),
            parameters: parameters
                .filter_map(|row| {
                    let name = *names.get(&row.attribute)?;
                    Some(ParameterHas(row.function, row.position, name, row.attribute))
                })
                .collect(),
        }
    }
}

/// The function types in which something of a kind occurs that only some functions may take or
/// return.
fn special_types(context: &Context) -> FxHashSet<TypeId> {
    let facts = context.facts;
    let is_rare = |kind| matches!(kind, TypeKind::Metadata | TypeKind::Token | TypeKind::X86Amx);
    let rare = facts.r#type.iter().filter(|row| is_rare(row.kind)).map(|row| row.r#type);
    let opaque = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::Opaque);
    let rare: FxHashSet<TypeId> = rare.chain(opaque.map(|row| row.r#type)).collect();
    let returning = facts.function_type.iter().filter(|row| rare.contains(&row.return_type));
    let taking =
        facts.function_type_parameter.iter().filter(|row| rare.contains(&row.parameter_type));
    returning.map(|row| row.r#type).chain(taking.map(|row| row.r#type)).collect()
}

/// The arguments of naked functions that some instruction has as an operand.
fn used_arguments(facts: &Facts, marks: &Marks) -> Vec<Argument> {
    let naked = marks.functions.iter().filter(|row| row.1 == "naked").map(|row| row.0);
    let naked: FxHashSet<FunctionId> = naked.collect();
    let arguments = facts.argument.iter().filter(|row| naked.contains(&row.function));
    let arguments: FxHashMap<ValueId, Argument> =
        arguments.map(|row| (row.value, Argument::from(row))).collect();
    if arguments.is_empty() {
        return Vec::new();
    }
    let operands = facts.instruction_operand.iter();
    operands.filter_map(|row| arguments.get(&row.operand).copied()).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::GlobalFlag;

    crepe! {
        @input
        pub struct FunctionOf(pub FunctionId, pub ValueId, pub TypeId);

        @input
        pub struct Reserved(pub FunctionId);

        @input
        pub struct IntrinsicOf<'a>(pub FunctionId, pub &'a str);

        @input
        pub struct Flag(pub ValueId, pub GlobalFlag);

        @input
        pub struct Common(pub FunctionId);

        @input
        pub struct Personality(pub FunctionId);

        @input
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        pub struct Opaque(pub TypeId);

        @input
        pub struct ReturnType(pub TypeId, pub TypeId, pub u32);

        @input
        pub struct Parameter(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct FunctionHas<'a>(pub FunctionId, pub &'a str);

        @input
        pub struct ReturnHas<'a>(pub FunctionId, pub &'a str, pub AttributeId);

        @input
        pub struct ParameterHas<'a>(pub FunctionId, pub u32, pub &'a str, pub AttributeId);

        @input
        /// The value is an argument of the function, which is naked, and some instruction uses it.
        pub struct Argument(pub ValueId, pub FunctionId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(COMMON, Subject::Function(function), Detail::None) <- Common(function);

        // The function returns something of the kind.
        struct Returns(FunctionId, TypeId, TypeKind);

        Returns(function, r#type, kind) <-
            FunctionOf(function, _, function_type),
            ReturnType(function_type, r#type, _),
            KindOf(r#type, kind);

        Broken(SRET, Subject::Function(function), Detail::None) <-
            ParameterHas(function, position, "sret", _),
            (position < 2),
            !Returns(function, _, TypeKind::Void);

        Broken(BUILTIN, Subject::Function(function), Detail::None) <-
            FunctionHas(function, "builtin");

        Broken(ELEMENT_TYPE, Subject::Function(function), Detail::Attribute(attribute)) <-
            ParameterHas(function, _, "elementtype", attribute);

        Broken(ELEMENT_TYPE, Subject::Function(function), Detail::Attribute(attribute)) <-
            ReturnHas(function, "elementtype", attribute);

        Broken(NAKED, Subject::Value(argument), Detail::Function(function)) <-
            FunctionHas(function, "naked"),
            Argument(argument, function);

        Broken(OPAQUE, Subject::Function(function), Detail::Number(position.into())) <-
            FunctionOf(function, _, function_type),
            Parameter(function_type, position, parameter),
            Opaque(parameter);

        Broken(NOT_PASSED, Subject::Function(function), Detail::Number(position.into())) <-
            FunctionOf(function, _, function_type),
            !Reserved(function),
            Parameter(function_type, position, parameter),
            KindOf(parameter, kind),
            (matches!(kind, TypeKind::Metadata | TypeKind::Token | TypeKind::X86Amx));

        Broken(NOT_RETURNED, Subject::Function(function), Detail::Type(r#type)) <-
            Returns(function, r#type, kind),
            !Reserved(function),
            (matches!(kind, TypeKind::Token | TypeKind::X86Amx));

        Broken(DECLARED_PERSONALITY, Subject::Function(function), Detail::None) <-
            Personality(function),
            FunctionOf(function, value, _),
            Flag(value, GlobalFlag::Declaration);

        Broken(INTRINSIC_DEFINED, Subject::Function(function), Detail::None) <-
            Reserved(function),
            FunctionOf(function, value, _),
            !Flag(value, GlobalFlag::Declaration);

        Broken(POINTER_BASE, Subject::Function(function), Detail::None) <-
            IntrinsicOf(function, "llvm.experimental.gc.get.pointer.base"),
            !FindsBase(function);

        struct FindsBase(FunctionId);

        FindsBase(function) <-
            FunctionOf(function, _, function_type),
            ReturnType(function_type, r#type, 1),
            KindOf(r#type, TypeKind::Pointer),
            Parameter(function_type, 0, r#type);

        Broken(POINTER_OFFSET, Subject::Function(function), Detail::None) <-
            IntrinsicOf(function, "llvm.experimental.gc.get.pointer.offset"),
            !FindsOffset(function);

        struct FindsOffset(FunctionId);

        FindsOffset(function) <-
            FunctionOf(function, _, function_type),
            ReturnType(function_type, r#type, 1),
            KindOf(r#type, TypeKind::Integer),
            Parameter(function_type, 0, parameter),
            KindOf(parameter, TypeKind::Pointer);
    }
}

input_from! { FunctionOf(function, value, function_type) from Function }
input_from! { Reserved(function) from Function }
input_from! { Common(function) from Function }
input_from! { Flag(global, flag) from GlobalFlagRow }
input_from! { Personality(function) from Personality }
input_from! { KindOf(r#type, kind) from Type }
input_from! { Opaque(r#type) from TypeFlagRow }
input_from! { ReturnType(r#type, return_type, parameter_count) from FunctionType }
input_from! { Parameter(r#type, position, parameter_type) from FunctionTypeParameter }
input_from! { Argument(value, function) from Argument }
violation_from! { Broken }

//! What global variables hold: the type of their initializer, and types that they cannot have.
//!
//! **Scope: module**, over one variable of each pair of types.

use facts_schema::{EntityId, Facts, TypeFlag, TypeId, TypeKind, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::Alike;
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::checks::target_types::{can_be_global, is_scalable};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    ArrayType, Broken, Crepe, Initializer, ScalableVector, Sized, StructField, TargetType, Variable,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Globals "globals";
    /// The initializer of a variable has the type that the variable holds.
    ///
    /// It is written to the variable's memory as it stands.
    deny INITIALIZER_TYPE: "GLO020" "initializer-type" {
        message: "`{subject}` starts out as a value of type `{detail}`, which it does not hold",
        reference: "LangRef, Global Variables",
        sites: [824],
    }

    /// The initializer of a variable is of a sized type.
    ///
    /// How many bytes are to be written to the object file cannot be open.
    deny INITIALIZER_UNSIZED: "GLO021" "initializer-unsized" {
        message: "`{subject}` starts out as a value of type `{detail}`, whose size nobody knows",
        reference: "LangRef, Global Variables",
        sites: [],
    }

    /// A variable holds no scalable vectors, nor other types whose size depends on `vscale`.
    ///
    /// The linker lays out variables before it is known on which processor the program will run.
    deny SCALABLE_GLOBAL: "GLO022" "scalable-global" {
        message: "`{subject}` holds `{detail}`, whose size is not known before the program runs",
        reference: "LangRef, Global Variables",
        sites: [906],
    }

    /// A variable holds no target extension type that its target does not allow in memory.
    ///
    /// Such types stand for resources of a processor, and many of them only exist in registers.
    deny TARGET_TYPE_GLOBAL: "GLO023" "target-type-global" {
        message: "`{subject}` holds `{detail}`, which cannot be in a global variable",
        reference: "LangRef, Target Extension Type",
        sites: [912],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let variables = Alike::of(variables(facts).into_iter());
    let mut program = Crepe::new();
    let mut initial_types = FxHashSet::<TypeId>::default();
    for (variable, (r#type, initial_type)) in &variables.different {
        program.extend([Variable(*variable, *r#type)]);
        program.extend(initial_type.map(|it| Initializer(*variable, it)));
        initial_types.extend(initial_type);
    }
    let sized = facts
        .type_flag
        .iter()
        .filter(|row| row.flag == TypeFlag::Sized && initial_types.contains(&row.r#type));
    program.extend(sized.map(|row| Sized(row.r#type)));
    if has_unusual_types(facts) {
        let scalable = facts.r#type.iter().filter(|row| row.kind == TypeKind::ScalableVector);
        program.extend(scalable.map(|row| ScalableVector(row.r#type)));
        let targets = facts.target_type.iter();
        program.extend(targets.map(|row| TargetType(row.r#type, context.text(row.name))));
        program.extend(facts.array_type.iter().map(ArrayType::from));
        program.extend(facts.struct_field.iter().map(StructField::from));
    }
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    variables.everywhere(broken.into_iter().map(Violation::from))
}

/// The variables, what they hold, and of what type their initializers are.
fn variables(facts: &Facts) -> Vec<(ValueId, (TypeId, Option<TypeId>))> {
    let initializers = facts.global_initializer.iter();
    let initial_types: FxHashMap<ValueId, TypeId> = initializers
        .filter_map(|row| Some((row.global, facts.value.get(row.initializer.index())?.r#type)))
        .collect();
    let variables = facts.global.iter().filter(|row| {
        facts.value.get(row.global.index()).is_some_and(|it| it.kind == ValueKind::GlobalVariable)
    });
    variables
        .map(|row| (row.global, (row.value_type, initial_types.get(&row.global).copied())))
        .collect()
}

/// Whether there are any types at all that some variable could not hold.
fn has_unusual_types(facts: &Facts) -> bool {
    facts.r#type.iter().any(|row| matches!(row.kind, TypeKind::ScalableVector | TypeKind::Target))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `variable` holds a value of type `type`.
        pub struct Variable(pub ValueId, pub TypeId);

        @input
        /// The initializer of `variable` has type `type`.
        pub struct Initializer(pub ValueId, pub TypeId);

        @input
        pub struct Sized(pub TypeId);

        @input
        pub struct ScalableVector(pub TypeId);

        @input
        pub struct TargetType<'a>(pub TypeId, pub &'a str);

        @input
        pub struct ArrayType(pub TypeId, pub TypeId);

        @input
        pub struct StructField(pub TypeId, pub TypeId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(INITIALIZER_TYPE, Subject::Value(variable), Detail::Type(initial)) <-
            Variable(variable, r#type),
            Initializer(variable, initial),
            (initial != r#type);

        Broken(INITIALIZER_UNSIZED, Subject::Value(variable), Detail::Type(r#type)) <-
            Initializer(variable, r#type),
            !Sized(r#type);

        // A value of type `whole` contains one of type `part`.
        struct Contains(TypeId, TypeId);

        Contains(whole, part) <- ArrayType(whole, part);

        Contains(whole, part) <- StructField(whole, part);

        // The size of `type` depends on `vscale`.
        struct Scalable(TypeId);

        Scalable(r#type) <- ScalableVector(r#type);

        Scalable(r#type) <- TargetType(r#type, name), (is_scalable(name));

        Scalable(whole) <- Scalable(part), Contains(whole, part);

        Broken(SCALABLE_GLOBAL, Subject::Value(variable), Detail::Type(r#type)) <-
            Scalable(r#type),
            Variable(variable, r#type);

        // A value of type `type` cannot be in a variable.
        struct NotGlobal(TypeId);

        NotGlobal(r#type) <- TargetType(r#type, name), (!can_be_global(name));

        NotGlobal(whole) <- NotGlobal(part), Contains(whole, part);

        Broken(TARGET_TYPE_GLOBAL, Subject::Value(variable), Detail::Type(r#type)) <-
            NotGlobal(r#type),
            Variable(variable, r#type);
    }
}

input_from! { ArrayType(r#type, element_type) from ArrayType }
input_from! { StructField(r#type, field_type) from StructField }
violation_from! { Broken }

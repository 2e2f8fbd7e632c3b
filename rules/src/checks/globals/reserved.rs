//! The variables that LLVM itself reads: `llvm.global_ctors`, `llvm.global_dtors`, `llvm.used` and
//! `llvm.compiler.used`.
//!
//! **Scope: module**, over these variables only.

use facts_schema::{EntityId, Facts, Linkage, Text, TypeId, TypeKind, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::addresses::Addresses;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    ArrayType, Broken, Cast, Crepe, Element, Initializer, IntegerType, KindOf, Member, Named,
    PointerType, ProgramSpace, Reserved, StructField, StructType, Used,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Globals "globals";
    /// `llvm.global_ctors`, `llvm.global_dtors`, `llvm.used` and `llvm.compiler.used` have linkage
    /// `appending` where they are defined.
    ///
    /// The linker joins the lists of all modules.
    deny RESERVED_LINKAGE: "GLO040" "reserved-variable-linkage" {
        message: "`{subject}` is a list that the linker appends to, but its linkage is not `appending`",
        reference: "LangRef, Intrinsic Global Variables",
        sites: [841, 867],
    }

    /// Nothing uses `llvm.global_ctors`, `llvm.global_dtors`, `llvm.used` or `llvm.compiler.used`.
    ///
    /// They are messages to the compiler. There is no such variable in the program.
    deny RESERVED_USED: "GLO041" "reserved-variable-used" {
        message: "`{subject}` is used, but does not exist when the program runs",
        reference: "LangRef, Intrinsic Global Variables",
        sites: [843, 869],
    }

    /// The elements of `llvm.global_ctors` and `llvm.global_dtors` are structures of a priority
    /// (`i32`), a function (a pointer to code) and a pointer to the data that it goes with.
    ///
    /// The third field was added later; `ptr null` says that there is no such data.
    deny STRUCTORS_TYPE: "GLO042" "constructors-type" {
        message: "`{subject}` is an array of `{detail}`, not of structures of an `i32` and two pointers",
        reference: "LangRef, The 'llvm.global_ctors' Global Variable",
        sites: [852, 856, 860],
    }

    /// The elements of `llvm.used` and `llvm.compiler.used` are pointers.
    ///
    /// They are the addresses of what must be kept.
    deny USED_TYPE: "GLO043" "used-list-type" {
        message: "`{subject}` is an array of `{detail}`, not of pointers",
        reference: "LangRef, The 'llvm.used' Global Variable",
        sites: [875],
    }

    /// `llvm.used` and `llvm.compiler.used` list their members one by one.
    ///
    /// An empty list, `undef` or `zeroinitializer` names nothing that could be kept.
    deny USED_INITIALIZER: "GLO044" "used-list-without-members" {
        message: "`{subject}` is `{detail}`, which names nothing",
        reference: "LangRef, The 'llvm.used' Global Variable",
        sites: [879],
    }

    /// The members of `llvm.used` and `llvm.compiler.used` are variables, functions or aliases.
    ///
    /// What is kept is a symbol, not an address within one.
    deny USED_MEMBER: "GLO045" "used-list-member" {
        message: "`{subject}` lists `{detail}`, which is no variable, function or alias",
        reference: "LangRef, The 'llvm.used' Global Variable",
        sites: [883],
    }

    /// The members of `llvm.used` and `llvm.compiler.used` have names.
    ///
    /// The list is for references that the compiler cannot see, and those are by name.
    deny USED_UNNAMED: "GLO046" "used-list-unnamed" {
        message: "`{subject}` lists `{detail}`, which has no name",
        reference: "LangRef, The 'llvm.used' Global Variable",
        sites: [886],
    }
}

const STRUCTORS: [&str; 2] = ["llvm.global_ctors", "llvm.global_dtors"];
const LISTS: [&str; 2] = ["llvm.used", "llvm.compiler.used"];

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let reserved = reserved(context);
    if reserved.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    let rows = facts.global.iter().filter_map(|row| {
        Some(Reserved(row.global, reserved.get(&row.global)?, row.linkage, row.value_type))
    });
    program.extend(rows);
    program.extend(uses(facts).filter(|value| reserved.contains_key(value)).map(Used));
    extend_with_types(&mut program, facts, &reserved);
    program.extend([ProgramSpace(program_address_space(context))]);
    extend_with_members(&mut program, facts, &reserved);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// The variables with reserved names.
fn reserved<'a>(context: &Context<'a>) -> FxHashMap<ValueId, &'a str> {
    let facts = context.facts;
    let names = STRUCTORS.iter().chain(&LISTS);
    let texts: Vec<Text> = names.filter_map(|name| facts.texts.find(name.as_bytes())).collect();
    let is_variable = |value: ValueId| {
        facts.value.get(value.index()).is_some_and(|row| row.kind == ValueKind::GlobalVariable)
    };
    if texts.is_empty() {
        return FxHashMap::default();
    }
    let named = facts.value_name.iter();
    let named = named.filter(|row| texts.contains(&row.name) && is_variable(row.value));
    named.map(|row| (row.value, context.text(row.name))).collect()
}

/// What the variables are arrays of.
fn extend_with_types<'a>(
    program: &mut Crepe<'a>,
    facts: &Facts,
    reserved: &FxHashMap<ValueId, &'a str>,
) {
    let globals = facts.global.iter().filter(|row| reserved.contains_key(&row.global));
    let held: FxHashSet<TypeId> = globals.map(|row| row.value_type).collect();
    let arrays = || facts.array_type.iter().filter(|row| held.contains(&row.r#type));
    let elements: FxHashSet<TypeId> = arrays().map(|row| row.element_type).collect();
    program.extend(arrays().map(ArrayType::from));
    program.extend(facts.r#type.iter().map(KindOf::from).filter(|row| elements.contains(&row.0)));
    let structs = facts.struct_type.iter().map(StructType::from);
    program.extend(structs.filter(|row| elements.contains(&row.0)));
    let fields = facts.struct_field.iter().map(StructField::from);
    program.extend(fields.filter(|row| elements.contains(&row.0)));
    program.extend(facts.integer_type.iter().map(IntegerType::from));
    program.extend(facts.pointer_type.iter().map(PointerType::from));
}

/// All values that something else uses.
fn uses(facts: &Facts) -> impl Iterator<Item = ValueId> {
    let in_code = facts.instruction_operand.iter().map(|row| row.operand);
    let in_constants = facts.constant_operand.iter().map(|row| row.operand);
    in_code
        .chain(in_constants)
        .chain(facts.constant_element.iter().map(|row| row.element))
        .chain(facts.global_initializer.iter().map(|row| row.initializer))
        .chain(facts.alias.iter().map(|row| row.aliasee))
        .chain(facts.ifunc.iter().map(|row| row.resolver))
        .chain(facts.personality.iter().map(|row| row.personality))
        .chain(facts.prefix_data.iter().map(|row| row.data))
        .chain(facts.prologue_data.iter().map(|row| row.data))
        .chain(facts.dso_local_equivalent.iter().map(|row| row.global))
        .chain(facts.no_cfi.iter().map(|row| row.global))
}

/// Where the data layout puts functions.
fn program_address_space(context: &Context) -> u32 {
    let layout = context.data_layout();
    let space = layout.split('-').find_map(|part| part.strip_prefix('P'));
    space.and_then(|space| space.parse().ok()).unwrap_or(0)
}

/// What the lists start out as, their members, and what these are.
fn extend_with_members<'a>(
    program: &mut Crepe<'a>,
    facts: &Facts,
    reserved: &FxHashMap<ValueId, &'a str>,
) {
    let mut initializers = FxHashSet::default();
    for row in facts.global_initializer.iter().filter(|row| reserved.contains_key(&row.global)) {
        let Some(value) = facts.value.get(row.initializer.index()) else { continue };
        initializers.insert(row.initializer);
        program.extend([Initializer(row.global, row.initializer, value.kind)]);
    }
    let elements = facts.constant_element.iter();
    let elements: Vec<_> = elements.filter(|row| initializers.contains(&row.constant)).collect();
    program.extend(elements.iter().map(|row| Element(row.constant, row.element)));
    let members: FxHashSet<ValueId> = elements.iter().map(|row| row.element).collect();
    let bases = Addresses::of(facts, &members).cast;
    program.extend(bases.iter().map(Cast::from));
    let bases: FxHashSet<ValueId> = bases.iter().map(|row| row.base).collect();
    program.extend(
        bases.iter().filter_map(|base| Some(Member(*base, facts.value.get(base.index())?.kind))),
    );
    let names = facts.value_name.iter().filter(|row| bases.contains(&row.value));
    program.extend(names.map(|row| Named(row.value)));
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `variable` is called `name` and holds a value of type `type`.
        pub struct Reserved<'a>(pub ValueId, pub &'a str, pub Linkage, pub TypeId);

        @input
        pub struct Used(pub ValueId);

        @input
        pub struct Initializer(pub ValueId, pub ValueId, pub ValueKind);

        @input
        /// `element` is an element of `list`.
        pub struct Element(pub ValueId, pub ValueId);

        @input
        pub struct Cast(pub ValueId, pub ValueId);

        @input
        /// A member of a list is, without its casts, `value` of kind `kind`.
        pub struct Member(pub ValueId, pub ValueKind);

        @input
        pub struct Named(pub ValueId);

        @input
        pub struct ArrayType(pub TypeId, pub TypeId);

        @input
        pub struct StructType(pub TypeId, pub u32);

        @input
        pub struct StructField(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct IntegerType(pub TypeId, pub u32);

        @input
        pub struct PointerType(pub TypeId, pub u32);

        @input
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        /// Functions are in this address space.
        pub struct ProgramSpace(pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(RESERVED_LINKAGE, Subject::Value(variable), Detail::None) <-
            Reserved(variable, _, linkage, _),
            Initializer(variable, _, _),
            (linkage != Linkage::Appending);

        Broken(RESERVED_USED, Subject::Value(variable), Detail::None) <-
            Reserved(variable, _, _, _),
            Used(variable);

        // `type` is a structure of a priority, a function and data.
        struct StructorType(TypeId);

        StructorType(r#type) <-
            StructType(r#type, 3),
            StructField(r#type, 0, priority),
            IntegerType(priority, 32),
            StructField(r#type, 1, function),
            PointerType(function, space),
            ProgramSpace(space),
            StructField(r#type, 2, data),
            PointerType(data, _);

        Broken(STRUCTORS_TYPE, Subject::Value(variable), Detail::Type(element)) <-
            Reserved(variable, name, _, r#type),
            (STRUCTORS.contains(&name)),
            ArrayType(r#type, element),
            !StructorType(element);

        // `variable` lists what is to be kept, as an array of `element`.
        struct List(ValueId, TypeId);

        List(variable, element) <-
            Reserved(variable, name, _, r#type),
            (LISTS.contains(&name)),
            ArrayType(r#type, element);

        Broken(USED_TYPE, Subject::Value(variable), Detail::Type(element)) <-
            List(variable, element),
            KindOf(element, kind),
            (kind != TypeKind::Pointer);

        Broken(USED_INITIALIZER, Subject::Value(variable), Detail::Value(list)) <-
            List(variable, _),
            Initializer(variable, list, kind),
            (kind != ValueKind::ConstantArray);

        // `list` names `member`, whose address without casts is `base`.
        struct Lists(ValueId, ValueId, ValueId);

        Lists(variable, member, base) <-
            List(variable, _),
            Initializer(variable, list, ValueKind::ConstantArray),
            Element(list, member),
            Cast(member, base);

        Broken(USED_MEMBER, Subject::Value(variable), Detail::Value(member)) <-
            Lists(variable, member, base),
            Member(base, kind),
            (!matches!(kind, ValueKind::GlobalVariable | ValueKind::Function | ValueKind::Alias));

        Broken(USED_UNNAMED, Subject::Value(variable), Detail::Value(member)) <-
            Lists(variable, member, base),
            Member(base, kind),
            (matches!(kind, ValueKind::GlobalVariable | ValueKind::Function | ValueKind::Alias)),
            !Named(base);
    }
}

input_from! { Cast(constant, base) from crate::checks::addresses::Address }
input_from! { ArrayType(r#type, element_type) from ArrayType }
input_from! { StructType(r#type, field_count) from StructType }
input_from! { StructField(r#type, position, field_type) from StructField }
input_from! { IntegerType(r#type, width) from IntegerType }
input_from! { PointerType(r#type, address_space) from PointerType }
input_from! { KindOf(r#type, kind) from Type }
violation_from! { Broken }

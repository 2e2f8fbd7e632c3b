//! Metadata of the module: flags, identification, command lines and the profile of the call graph.
//!
//! **Scope: module**, over the operands of the named metadata in question.

use facts_schema::{EntityId, Facts, MetadataId, MetadataKind, Text, TypeKind, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::addresses::Addresses;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Broken, Cast, Crepe, Function, Integer, KindOf, Listed, Named, Operand, Says, Tuple, Wraps,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { ModuleMetadata "module-metadata";
    /// An entry of `!llvm.module.flags` has three operands: behavior, name and value.
    ///
    /// The linker merges the flags of two modules by name, as the behavior says.
    deny FLAG_OPERANDS: "MOD001" "module-flag-operands" {
        message: "the module flag `{subject}` does not consist of a behavior, a name and a value",
        reference: "LangRef, Module Flags Metadata",
        checks: ["visitModuleFlag: incorrect number of operands in module flag"],
    }

    /// The behavior of a module flag is an integer from 1 to 8.
    ///
    /// They are error, warning, require, override, append, append unique, max and min.
    deny FLAG_BEHAVIOR: "MOD002" "module-flag-behavior" {
        message: "the behavior of the module flag `{subject}` is no integer from 1 to 8",
        reference: "LangRef, Module Flags Metadata",
        checks: [
            "visitModuleFlag: invalid behavior operand in module flag (expected constant integer)",
            "visitModuleFlag: invalid behavior operand in module flag (unexpected constant)",
        ],
    }

    /// The name of a module flag is a string.
    ///
    /// Flags of different modules are the same when their names are.
    deny FLAG_NAME: "MOD003" "module-flag-name" {
        message: "the name of the module flag `{subject}` is no string",
        reference: "LangRef, Module Flags Metadata",
        checks: ["visitModuleFlag: invalid ID operand in module flag (expected metadata string)"],
    }

    /// The value of a module flag with behavior max or min is an integer, and with min it is not
    /// negative.
    ///
    /// The linker takes the larger or the smaller one; a module without the flag counts as 0 for
    /// min.
    deny FLAG_BOUND: "MOD004" "module-flag-bound" {
        message: "the module flag `{subject}` is to be compared, but its value is no integer, or a negative minimum",
        reference: "LangRef, Module Flags Metadata",
        checks: [
            "visitModuleFlag: invalid value for 'min' module flag (expected constant non-negative integer)",
            "visitModuleFlag: invalid value for 'max' module flag (expected constant integer)",
        ],
    }

    /// The value of a module flag with behavior require is a pair: the name of another flag, and the
    /// value that it must have.
    ///
    /// The linker checks it when all modules are merged.
    deny REQUIREMENT_FORM: "MOD005" "module-flag-requirement-form" {
        message: "the module flag `{subject}` requires something, but not as a pair of name and value",
        reference: "LangRef, Module Flags Metadata",
        checks: [
            "visitModuleFlag: invalid value for 'require' module flag (expected metadata pair)",
            "visitModuleFlag: invalid value for 'require' module flag (first value operand should be a string)",
        ],
    }

    /// The value of a module flag with behavior append or append unique is a metadata node.
    ///
    /// The linker joins the operands of two nodes.
    deny FLAG_LIST: "MOD006" "module-flag-list" {
        message: "the module flag `{subject}` is to be appended to, but its value is no node",
        reference: "LangRef, Module Flags Metadata",
        checks: ["visitModuleFlag: invalid value for 'append'-type module flag (expected a metadata node)"],
    }

    /// No two module flags have the same name, unless they require something.
    ///
    /// It would be open which of them holds.
    deny FLAG_TWICE: "MOD007" "module-flag-twice" {
        message: "the module flag `{subject}` has the same name as `{detail}`",
        reference: "LangRef, Module Flags Metadata",
        checks: ["visitModuleFlag: module flag identifiers must be unique (or of 'require' type)"],
    }

    /// A module flag that another one requires is there, with the value that it requires.
    ///
    /// The requirement is broken already within this module.
    deny REQUIREMENT_BROKEN: "MOD008" "module-flag-requirement" {
        message: "the module flag `{subject}` requires a flag that is not there or has another value",
        reference: "LangRef, Module Flags Metadata",
        checks: [
            "visitModuleFlags: invalid requirement on flag, flag is not present in module",
            "visitModuleFlags: invalid requirement on flag, flag does not have the required value",
        ],
    }

    /// The values of the module flags `wchar_size` and `SemanticInterposition` are integers.
    ///
    /// The code generator reads them as numbers.
    deny FLAG_INTEGER: "MOD009" "module-flag-integer" {
        message: "the value of the module flag `{subject}` is no integer",
        reference: "LangRef, C type width Module Flags Metadata",
        checks: [
            "visitModuleFlag: wchar_size metadata requires constant integer argument",
            "visitModuleFlag: SemanticInterposition metadata requires constant integer argument",
        ],
    }

    /// Options for the linker are in `!llvm.linker.options`, not in a module flag `Linker Options`.
    ///
    /// The flag was replaced by the named metadata, and is read no longer.
    deny LINKER_OPTIONS: "MOD010" "linker-options-flag" {
        message: "the module flag `{subject}` is not read; linker options are in `!llvm.linker.options`",
        reference: "LangRef, Automatic Linker Flags Named Metadata",
        checks: ["visitModuleFlag: 'Linker Options' named metadata no longer supported"],
    }

    /// The module flags `aarch64-elf-pauthabi-platform` and `aarch64-elf-pauthabi-version` come
    /// together.
    ///
    /// A version of the ABI means something only on a platform.
    deny PAUTH_ABI: "MOD011" "pauth-abi-flags" {
        message: "one of `aarch64-elf-pauthabi-platform` and `aarch64-elf-pauthabi-version` is not there",
        reference: "PAuth ABI Extension to ELF for the Arm 64-bit Architecture",
        checks: ["visitModuleFlags: either both or no 'aarch64-elf-pauthabi-platform' and 'aarch64-elf-pauthabi-version' module flags must be present"],
    }

    /// An entry of the module flag `CG Profile` is a triple: two functions, each perhaps null, and
    /// how often the first called the second, an integer.
    ///
    /// The linker orders functions by it.
    deny CALL_GRAPH_PROFILE: "MOD012" "call-graph-profile" {
        message: "`{detail}` of the call graph profile is no triple of two functions and a count",
        reference: "LLVM extensions, SHT_LLVM_CALL_GRAPH_PROFILE Section",
        checks: [
            "visitModuleFlagCGProfileEntry: expected a Function or null",
            "visitModuleFlagCGProfileEntry: expected a MDNode triple",
            "visitModuleFlagCGProfileEntry: expected an integer constant",
        ],
    }

    /// An entry of `!llvm.ident` or `!llvm.commandline` has one operand, a string.
    ///
    /// It is written to the object file as a comment.
    deny STRING_ENTRY: "MOD013" "module-string-entry" {
        message: "`{subject}` of `!{detail}` is no node of one string",
        reference: "LLVM Bitcode and LangRef, Named Metadata",
        checks: [
            "visitModuleIdents: incorrect number of operands in llvm.ident metadata",
            "visitModuleIdents: invalid value for llvm.ident metadata entry operand(the operand should be a string)",
            "visitModuleCommandLines: incorrect number of operands in llvm.commandline metadata",
            "visitModuleCommandLines: invalid value for llvm.commandline metadata entry operand(the operand should be a string)",
        ],
    }

    /// `!llvm.errno.tbaa` has at least one operand.
    ///
    /// Each says by which type `errno` is accessed; without one, there is nothing to say.
    deny ERRNO_TBAA: "MOD014" "errno-tbaa-empty" {
        message: "`!llvm.errno.tbaa` is empty",
        reference: "LangRef, 'llvm.errno.tbaa' Named Metadata",
        checks: [],
    }
}

/// The named metadata whose entries the rules are about.
const LISTS: [&str; 3] = ["llvm.module.flags", "llvm.ident", "llvm.commandline"];

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let mut program = Crepe::new();
    let named = facts.named_metadata.iter();
    program.extend(named.map(|row| Named(context.text(row.name), row.operand_count)));
    let entries = facts.named_metadata_operand.iter().filter_map(|row| {
        let list = context.text(row.name);
        LISTS.contains(&list).then_some(Listed(list, row.name, row.position, row.operand_metadata))
    });
    let entries: Vec<Listed> = entries.collect();
    extend_with_nodes(&mut program, context, entries.iter().map(|row| row.3).collect());
    program.extend(entries);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// The entries, what they are made of, and what that is.
fn extend_with_nodes<'a>(
    program: &mut Crepe<'a>,
    context: &Context<'a>,
    entries: FxHashSet<MetadataId>,
) {
    let facts = context.facts;
    let mut known = entries.clone();
    let mut level = entries;
    while !level.is_empty() {
        let operands = facts.metadata_operand.iter().filter(|row| level.contains(&row.metadata));
        let operands: Vec<_> = operands.collect();
        program.extend(
            operands.iter().map(|row| Operand(row.metadata, row.position, row.operand_metadata)),
        );
        let operands = operands.iter().map(|row| row.operand_metadata);
        let new: FxHashSet<MetadataId> = operands.filter(|it| known.insert(*it)).collect();
        level =
            new.into_iter().filter(|it| kind(facts, *it) == Some(MetadataKind::Tuple)).collect();
    }
    let kinds = known.iter().filter_map(|it| Some(KindOf(*it, kind(facts, *it)?)));
    program.extend(kinds);
    let tuples = facts.metadata_tuple.iter().filter(|row| known.contains(&row.metadata));
    program.extend(tuples.map(Tuple::from));
    let strings = facts.metadata_string.iter().filter(|row| known.contains(&row.metadata));
    program.extend(strings.map(|row| Says(row.metadata, context.text(row.text), row.text)));
    extend_with_constants(program, context, &known);
}

/// The constants that `known` metadata wraps.
fn extend_with_constants<'a>(
    program: &mut Crepe<'a>,
    context: &Context<'a>,
    known: &FxHashSet<MetadataId>,
) {
    let facts = context.facts;
    let wraps = facts.value_metadata.iter().filter(|row| known.contains(&row.metadata));
    let wraps: Vec<_> = wraps.collect();
    program.extend(wraps.iter().filter_map(|row| {
        let value = facts.value.get(row.value.index())?;
        let r#type = facts.r#type.get(value.r#type.index())?;
        Some(Wraps(row.metadata, row.value, r#type.kind))
    }));
    let values: FxHashSet<ValueId> = wraps.iter().map(|row| row.value).collect();
    let integers = facts.constant_integer.iter().filter(|row| values.contains(&row.constant));
    program
        .extend(integers.map(|row| {
            Integer(row.constant, context.text(row.signed), context.text(row.unsigned))
        }));
    let casts = Addresses::of(facts, &values).cast;
    program.extend(casts.iter().map(Cast::from));
    let is_function = |value: &ValueId| {
        facts.value.get(value.index()).is_some_and(|row| row.kind == ValueKind::Function)
    };
    program.extend(casts.iter().map(|row| row.base).filter(is_function).map(Function));
}

fn kind(facts: &Facts, metadata: MetadataId) -> Option<MetadataKind> {
    Some(facts.metadata.get(metadata.index())?.kind)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// There is named metadata called `name` with `operand_count` operands.
        pub struct Named<'a>(pub &'a str, pub u32);

        @input
        /// The operand at `position` of the named metadata `name`, which reads `list`, is `entry`.
        pub struct Listed<'a>(pub &'a str, pub Text, pub u32, pub MetadataId);

        @input
        pub struct KindOf(pub MetadataId, pub MetadataKind);

        @input
        pub struct Tuple(pub MetadataId, pub u32);

        @input
        pub struct Operand(pub MetadataId, pub u32, pub MetadataId);

        @input
        /// `metadata` is the string `text`, which reads `characters`.
        pub struct Says<'a>(pub MetadataId, pub &'a str, pub Text);

        @input
        /// `metadata` wraps `value`, whose type is of kind `kind`.
        pub struct Wraps(pub MetadataId, pub ValueId, pub TypeKind);

        @input
        pub struct Cast(pub ValueId, pub ValueId);

        @input
        pub struct Function(pub ValueId);

        @input
        /// `value` is the integer `signed`, or `unsigned`.
        pub struct Integer<'a>(pub ValueId, pub &'a str, pub &'a str);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        struct IsString(MetadataId);

        IsString(metadata) <- Says(metadata, _, _);

        // `metadata` is the integer `signed`, or `unsigned`.
        struct Number<'a>(MetadataId, &'a str, &'a str);

        Number(metadata, signed, unsigned) <-
            Wraps(metadata, value, _),
            Integer(value, signed, unsigned);

        // `flag` is the module flag at `position`.
        struct Flag(MetadataId, u32);

        Flag(flag, position) <- Listed("llvm.module.flags", _, position, flag);

        Broken(FLAG_OPERANDS, Subject::Metadata(flag), Detail::None) <-
            Flag(flag, _),
            !Tuple(flag, 3);

        struct Behavior<'a>(MetadataId, &'a str);

        Behavior(flag, behavior) <-
            Flag(flag, _),
            Tuple(flag, 3),
            Operand(flag, 0, operand),
            Number(operand, _, behavior),
            (BEHAVIORS.contains(&behavior));

        Broken(FLAG_BEHAVIOR, Subject::Metadata(flag), Detail::None) <-
            Flag(flag, _),
            Tuple(flag, 3),
            !Behavior(flag, _);

        struct NameOf<'a>(MetadataId, &'a str, Text);

        NameOf(flag, characters, text) <-
            Flag(flag, _),
            Operand(flag, 1, name),
            Says(name, characters, text);

        Broken(FLAG_NAME, Subject::Metadata(flag), Detail::None) <-
            Flag(flag, _),
            Tuple(flag, 3),
            !NameOf(flag, _, _);

        struct ValueOf(MetadataId, MetadataId);

        ValueOf(flag, value) <- Flag(flag, _), Operand(flag, 2, value);

        // The value of `flag` is the integer `signed`, or `unsigned`.
        struct NumberOf<'a>(MetadataId, &'a str, &'a str);

        NumberOf(flag, signed, unsigned) <- ValueOf(flag, value), Number(value, signed, unsigned);

        Broken(FLAG_BOUND, Subject::Metadata(flag), Detail::None) <-
            Behavior(flag, behavior),
            (behavior == MIN || behavior == MAX),
            !NumberOf(flag, _, _);

        Broken(FLAG_BOUND, Subject::Metadata(flag), Detail::None) <-
            Behavior(flag, MIN),
            NumberOf(flag, signed, _),
            (signed.starts_with('-'));

        // `flag` requires that the flag called `name` has the value `value`.
        struct Requires(MetadataId, Text, MetadataId);

        Requires(flag, name, value) <-
            Behavior(flag, REQUIRE),
            ValueOf(flag, pair),
            Operand(pair, 0, string),
            Says(string, _, name),
            Operand(pair, 1, value);

        // The requirement of `flag` is a pair that begins with a string.
        struct Requirement(MetadataId);

        Requirement(flag) <-
            Behavior(flag, REQUIRE),
            ValueOf(flag, pair),
            Tuple(pair, 2),
            Operand(pair, 0, name),
            IsString(name);

        Broken(REQUIREMENT_FORM, Subject::Metadata(flag), Detail::None) <-
            Behavior(flag, REQUIRE),
            !Requirement(flag);

        // The value of `flag` is a node.
        struct NodeOf(MetadataId);

        NodeOf(flag) <-
            ValueOf(flag, value),
            KindOf(value, kind),
            (!matches!(kind, MetadataKind::String | MetadataKind::Constant | MetadataKind::Local));

        Broken(FLAG_LIST, Subject::Metadata(flag), Detail::None) <-
            Behavior(flag, behavior),
            (behavior == APPEND || behavior == APPEND_UNIQUE),
            !NodeOf(flag);

        // The flag at `position`, called `name`, requires nothing, but says something itself.
        struct Declares(MetadataId, u32, Text);

        Declares(flag, position, name) <-
            Flag(flag, position),
            Behavior(flag, behavior),
            (behavior != REQUIRE),
            NameOf(flag, _, name);

        Broken(FLAG_TWICE, Subject::Metadata(flag), Detail::Metadata(first)) <-
            Declares(first, first_position, name),
            Declares(flag, position, name),
            (first_position < position);

        struct Holds(Text, MetadataId);

        Holds(name, value) <- Declares(flag, _, name), ValueOf(flag, value);

        Broken(REQUIREMENT_BROKEN, Subject::Metadata(flag), Detail::None) <-
            Requirement(flag),
            Requires(flag, name, value),
            !Holds(name, value);

        // `flag` requires that the flag called `name` is there and null.
        struct RequiresNull(MetadataId, Text);

        RequiresNull(flag, name) <-
            Requirement(flag),
            !Requires(flag, _, _),
            ValueOf(flag, pair),
            Operand(pair, 0, string),
            Says(string, _, name);

        Broken(REQUIREMENT_BROKEN, Subject::Metadata(flag), Detail::None) <-
            RequiresNull(flag, name),
            Holds(name, _);

        Broken(REQUIREMENT_BROKEN, Subject::Metadata(flag), Detail::None) <-
            RequiresNull(flag, name),
            !Declares(_, _, name);

        Broken(FLAG_INTEGER, Subject::Metadata(flag), Detail::None) <-
            NameOf(flag, name, _),
            Behavior(flag, _),
            (matches!(name, "wchar_size" | "SemanticInterposition")),
            !NumberOf(flag, _, _);

        Broken(LINKER_OPTIONS, Subject::Metadata(flag), Detail::None) <-
            NameOf(flag, "Linker Options", _),
            Behavior(flag, _),
            !Named("llvm.linker.options", _);

        // There is a flag called `name` whose value is an integer. All ones stand for no flag.
        struct PAuthAbi<'a>(&'a str);

        PAuthAbi(name) <-
            NameOf(flag, name, _),
            (name == PLATFORM || name == VERSION),
            Tuple(flag, 3),
            NumberOf(flag, _, number),
            (number != "18446744073709551615");

        Broken(PAUTH_ABI, Subject::Module, Detail::None) <-
            PAuthAbi(PLATFORM),
            !PAuthAbi(VERSION);

        Broken(PAUTH_ABI, Subject::Module, Detail::None) <-
            PAuthAbi(VERSION),
            !PAuthAbi(PLATFORM);

        struct Profile(MetadataId, MetadataId);

        Profile(flag, profile) <-
            NameOf(flag, "CG Profile", _),
            Behavior(flag, _),
            ValueOf(flag, profile);

        struct IsFunction(MetadataId);

        IsFunction(metadata) <- Wraps(metadata, value, _), Cast(value, base), Function(base);

        // `entry` has a caller or callee that is no function.
        struct Miscalled(MetadataId);

        Miscalled(entry) <-
            Profile(_, profile),
            Operand(profile, _, entry),
            Operand(entry, position, operand),
            (position < 2),
            !IsFunction(operand);

        // `entry` is a triple that ends with an integer.
        struct Counted(MetadataId);

        Counted(entry) <-
            Profile(_, profile),
            Operand(profile, _, entry),
            Tuple(entry, 3),
            Operand(entry, 2, count),
            Wraps(count, _, TypeKind::Integer);

        struct Edge(MetadataId);

        Edge(entry) <- Counted(entry), !Miscalled(entry);

        Broken(CALL_GRAPH_PROFILE, Subject::Metadata(flag), Detail::Metadata(entry)) <-
            Profile(flag, profile),
            Operand(profile, _, entry),
            !Edge(entry);

        // The first `count` operands of `profile` are not null.
        struct Entries(MetadataId, u32);

        Entries(profile, 0) <- Profile(_, profile);

        Entries(profile, position + 1) <- Entries(profile, position), Operand(profile, position, _);

        Broken(CALL_GRAPH_PROFILE, Subject::Metadata(flag), Detail::Metadata(profile)) <-
            Profile(flag, profile),
            Tuple(profile, count),
            !Entries(profile, count);

        // `entry` is a node of one string.
        struct StringNode(MetadataId);

        StringNode(entry) <-
            Listed(_, _, _, entry),
            Tuple(entry, 1),
            Operand(entry, 0, string),
            IsString(string);

        Broken(STRING_ENTRY, Subject::Metadata(entry), Detail::Text(name)) <-
            Listed(list, name, _, entry),
            (matches!(list, "llvm.ident" | "llvm.commandline")),
            !StringNode(entry);

        Broken(ERRNO_TBAA, Subject::Module, Detail::None) <- Named("llvm.errno.tbaa", 0);
    }
}

const REQUIRE: &str = "3";
const APPEND: &str = "5";
const APPEND_UNIQUE: &str = "6";
const MAX: &str = "7";
const MIN: &str = "8";
const BEHAVIORS: [&str; 8] = ["1", "2", REQUIRE, "4", APPEND, APPEND_UNIQUE, MAX, MIN];

const PLATFORM: &str = "aarch64-elf-pauthabi-platform";
const VERSION: &str = "aarch64-elf-pauthabi-version";

input_from! { Cast(constant, base) from crate::checks::addresses::Address }
input_from! { Tuple(metadata, operand_count) from MetadataTuple }
violation_from! { Broken }

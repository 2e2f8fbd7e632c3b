//! Module metadata: flags, identification, command lines and the call graph profile.

use facts_schema::{MetadataId, MetadataKind, Text, TypeKind, ValueId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { ModuleMetadata "module-metadata";
    /// An entry of `!llvm.module.flags` has three operands: behaviour, name and value.
    ///
    /// The linker merges flags with the same name as their behaviour defines.
    deny FLAG_OPERANDS: "MOD001" "module-flag-operands" {
        message: "the module flag `{subject}` does not have a behaviour, a name and a value",
        reference: "LangRef, Module Flags Metadata",
        checks: ["visitModuleFlag: incorrect number of operands in module flag"],
    }

    /// The behaviour of a module flag is an integer from 1 to 8.
    ///
    /// The values are error, warning, require, override, append, append unique, max and min.
    deny FLAG_BEHAVIOR: "MOD002" "module-flag-behavior" {
        message: "the behaviour of the module flag `{subject}` is not an integer from 1 to 8",
        reference: "LangRef, Module Flags Metadata",
        checks: [
            "visitModuleFlag: invalid behavior operand in module flag (expected constant integer)",
            "visitModuleFlag: invalid behavior operand in module flag (unexpected constant)",
        ],
    }

    /// The name of a module flag is a string.
    ///
    /// The linker merges flags of the same name.
    deny FLAG_NAME: "MOD003" "module-flag-name" {
        message: "the name of the module flag `{subject}` is not a string",
        reference: "LangRef, Module Flags Metadata",
        checks: ["visitModuleFlag: invalid ID operand in module flag (expected metadata string)"],
    }

    /// The value of a module flag with behaviour max or min is an integer, which is not negative
    /// for min.
    ///
    /// The linker chooses the larger or the smaller value. For min, the value is 0 in a module
    /// without the flag.
    deny FLAG_BOUND: "MOD004" "module-flag-bound" {
        message: "the module flag `{subject}` has behaviour max or min, but its value is not an integer, or is a negative minimum",
        reference: "LangRef, Module Flags Metadata",
        checks: [
            "visitModuleFlag: invalid value for 'min' module flag (expected constant non-negative integer)",
            "visitModuleFlag: invalid value for 'max' module flag (expected constant integer)",
        ],
    }

    /// The value of a module flag with behaviour require is a pair of the name of another flag and
    /// the required value.
    ///
    /// The linker checks the requirement after merging all modules.
    deny REQUIREMENT_FORM: "MOD005" "module-flag-requirement-form" {
        message: "the module flag `{subject}` has behaviour require, but its value is not a pair of name and value",
        reference: "LangRef, Module Flags Metadata",
        checks: [
            "visitModuleFlag: invalid value for 'require' module flag (expected metadata pair)",
            "visitModuleFlag: invalid value for 'require' module flag (first value operand should be a string)",
        ],
    }

    /// The value of a module flag with behaviour append or append unique is a metadata node.
    ///
    /// The linker concatenates the operands of the nodes.
    deny FLAG_LIST: "MOD006" "module-flag-list" {
        message: "the module flag `{subject}` has behaviour append or append unique, but its value is not a node",
        reference: "LangRef, Module Flags Metadata",
        checks: ["visitModuleFlag: invalid value for 'append'-type module flag (expected a metadata node)"],
    }

    /// The names of module flags are unique, except for flags with behaviour require.
    ///
    /// Otherwise the value of a flag would be ambiguous.
    deny DUPLICATE_FLAG: "MOD007" "duplicate-module-flag" {
        message: "the module flag `{subject}` has the same name as `{detail}`",
        reference: "LangRef, Module Flags Metadata",
        checks: ["visitModuleFlag: module flag identifiers must be unique (or of 'require' type)"],
    }

    /// The flag that a module flag with behaviour require names exists and has the required value.
    ///
    /// Otherwise the module violates its own requirement.
    deny REQUIREMENT_BROKEN: "MOD008" "module-flag-requirement" {
        message: "the flag that the module flag `{subject}` requires does not exist or has another value",
        reference: "LangRef, Module Flags Metadata",
        checks: [
            "visitModuleFlags: invalid requirement on flag, flag is not present in module",
            "visitModuleFlags: invalid requirement on flag, flag does not have the required value",
        ],
    }

    /// The values of the module flags `wchar_size` and `SemanticInterposition` are integers.
    ///
    /// Code generation uses them as numbers.
    deny FLAG_INTEGER: "MOD009" "module-flag-integer" {
        message: "the value of the module flag `{subject}` is not an integer",
        reference: "LangRef, C type width Module Flags Metadata",
        checks: [
            "visitModuleFlag: wchar_size metadata requires constant integer argument",
            "visitModuleFlag: SemanticInterposition metadata requires constant integer argument",
        ],
    }

    /// Linker options are in `!llvm.linker.options`, not in a module flag `Linker Options`.
    ///
    /// The named metadata replaced the module flag, which is no longer supported.
    deny LINKER_OPTIONS: "MOD010" "linker-options-flag" {
        message: "the module flag `{subject}` is no longer supported; linker options are in `!llvm.linker.options`",
        reference: "LangRef, Automatic Linker Flags Named Metadata",
        checks: ["visitModuleFlag: 'Linker Options' named metadata no longer supported"],
    }

    /// The module flags `aarch64-elf-pauthabi-platform` and `aarch64-elf-pauthabi-version` are
    /// either both present or both absent.
    ///
    /// The version of the ABI depends on the platform.
    deny PAUTH_ABI: "MOD011" "pauth-abi-flags" {
        message: "only one of `aarch64-elf-pauthabi-platform` and `aarch64-elf-pauthabi-version` is present",
        reference: "PAuth ABI Extension to ELF for the Arm 64-bit Architecture",
        checks: ["visitModuleFlags: either both or no 'aarch64-elf-pauthabi-platform' and 'aarch64-elf-pauthabi-version' module flags must be present"],
    }

    /// An entry of the module flag `CG Profile` consists of two functions, either of them possibly
    /// null, and an integer.
    ///
    /// The integer is the number of calls from the first function to the second. The linker uses it
    /// to order functions.
    deny CALL_GRAPH_PROFILE: "MOD012" "call-graph-profile" {
        message: "`{detail}` of the call graph profile does not consist of two functions and a count",
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
        message: "`{subject}` of `!{detail}` is not a node of one string",
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
    /// Each operand is the TBAA tag of an access to `errno`.
    deny ERRNO_TBAA: "MOD014" "errno-tbaa-empty" {
        message: "`!llvm.errno.tbaa` is empty",
        reference: "LangRef, 'llvm.errno.tbaa' Named Metadata",
        checks: [],
    }
}

const REQUIRE: &str = "3";
const APPEND: &str = "5";
const APPEND_UNIQUE: &str = "6";
const MAX: &str = "7";
const MIN: &str = "8";

const PLATFORM: &str = "aarch64-elf-pauthabi-platform";
const VERSION: &str = "aarch64-elf-pauthabi-version";

datalog! { module;
    /// `flag` is the module flag at `position`.
    struct Flag(MetadataId, u32);

    Flag(flag, position) <-
        let Some(name) = module.find("llvm.module.flags"),
        named_metadata_operand { name, position, operand_metadata: flag };

    violation(FLAG_OPERANDS, flag) <-
        Flag(flag, _),
        !metadata_tuple { metadata: flag, operand_count: 3 };

    /// `flag` has three operands.
    struct Triple(MetadataId);

    Triple(flag) <- Flag(flag, _), metadata_tuple { metadata: flag, operand_count: 3 };

    /// `operand` is the operand at `position` of `flag`.
    struct Operand(MetadataId, u32, MetadataId);

    Operand(flag, position, operand) <-
        Flag(flag, _),
        metadata_operand { metadata: flag, position, operand_metadata: operand };

    /// The numbers of the behaviours of module flags.
    const BEHAVIORS(&'static str) = ["1", "2", REQUIRE, "4", APPEND, APPEND_UNIQUE, MAX, MIN];

    /// `flag` has the behaviour `behavior`.
    struct Behavior(MetadataId, &'static str);

    Behavior(flag, behavior) <-
        Triple(flag),
        Operand(flag, 0, operand),
        value_metadata { metadata: operand, value },
        constant_integer { constant: value, unsigned },
        BEHAVIORS(behavior),
        (behavior == module.text(unsigned));

    violation(FLAG_BEHAVIOR, flag) <- Triple(flag), !Behavior(flag, _);

    /// `flag` is named `name`.
    struct NameOf(MetadataId, Text);

    NameOf(flag, name) <-
        Operand(flag, 1, string),
        metadata_string { metadata: string, text: name };

    violation(FLAG_NAME, flag) <- Triple(flag), !NameOf(flag, _);

    /// The value of `flag` is `value`.
    struct ValueOf(MetadataId, MetadataId);

    ValueOf(flag, value) <- Operand(flag, 2, value);

    /// The value of `flag` is an integer: `signed` or `unsigned`, depending on the interpretation.
    struct NumberOf(MetadataId, Text, Text);

    NumberOf(flag, signed, unsigned) <-
        ValueOf(flag, operand),
        value_metadata { metadata: operand, value },
        constant_integer { constant: value, signed, unsigned };

    violation(FLAG_BOUND, flag) <-
        Behavior(flag, behavior),
        (behavior == MIN || behavior == MAX),
        !NumberOf(flag, _, _);

    violation(FLAG_BOUND, flag) <-
        Behavior(flag, MIN),
        NumberOf(flag, signed, _),
        (module.text(signed).starts_with('-'));

    /// `flag` requires that the flag named `name` has the value `value`.
    struct Requires(MetadataId, Text, MetadataId);

    Requires(flag, name, value) <-
        Behavior(flag, REQUIRE),
        ValueOf(flag, pair),
        metadata_operand { metadata: pair, position: 0, operand_metadata: string },
        metadata_string { metadata: string, text: name },
        metadata_operand { metadata: pair, position: 1, operand_metadata: value };

    /// `flag` requires a value for the flag `name`, and has a well-formed requirement.
    struct Requirement(MetadataId, Text);

    Requirement(flag, name) <-
        Behavior(flag, REQUIRE),
        ValueOf(flag, pair),
        metadata_tuple { metadata: pair, operand_count: 2 },
        metadata_operand { metadata: pair, position: 0, operand_metadata: string },
        metadata_string { metadata: string, text: name };

    violation(REQUIREMENT_FORM, flag) <- Behavior(flag, REQUIRE), !Requirement(flag, _);

    /// The value of `flag` can have operands.
    struct NodeOf(MetadataId);

    NodeOf(flag) <-
        ValueOf(flag, value),
        metadata { metadata: value, kind },
        (!matches!(kind, MetadataKind::String | MetadataKind::Constant | MetadataKind::Local));

    violation(FLAG_LIST, flag) <-
        Behavior(flag, behavior),
        (behavior == APPEND || behavior == APPEND_UNIQUE),
        !NodeOf(flag);

    /// The flag at `position`, named `name`, is not a requirement.
    struct Declares(MetadataId, u32, Text);

    Declares(flag, position, name) <-
        Flag(flag, position),
        Behavior(flag, behavior),
        (behavior != REQUIRE),
        NameOf(flag, name);

    violation(DUPLICATE_FLAG, flag, first) <-
        Declares(first, first_position, name),
        Declares(flag, position, name),
        (first_position < position);

    /// The flag named `name` has the value `value`.
    struct FlagValue(Text, MetadataId);

    FlagValue(name, value) <- Declares(flag, _, name), ValueOf(flag, value);

    violation(REQUIREMENT_BROKEN, flag) <-
        Requirement(flag, _),
        Requires(flag, name, value),
        !FlagValue(name, value);

    /// `flag` requires that the value of the flag named `name` is null.
    struct RequiresNull(MetadataId, Text);

    RequiresNull(flag, name) <- Requirement(flag, name), !Requires(flag, _, _);

    violation(REQUIREMENT_BROKEN, flag) <- RequiresNull(flag, name), FlagValue(name, _);

    violation(REQUIREMENT_BROKEN, flag) <- RequiresNull(flag, name), !Declares(_, _, name);

    /// The flags whose value must be an integer.
    const INTEGERS(&'static str) = ["wchar_size", "SemanticInterposition"];

    violation(FLAG_INTEGER, flag) <-
        NameOf(flag, name),
        Behavior(flag, _),
        INTEGERS(known),
        (known == module.text(name)),
        !NumberOf(flag, _, _);

    /// The module has linker options.
    struct HasLinkerOptions(bool);

    HasLinkerOptions(true) <- named_metadata { name: "llvm.linker.options" };

    violation(LINKER_OPTIONS, flag) <-
        NameOf(flag, name),
        (module.text(name) == "Linker Options"),
        Behavior(flag, _),
        !HasLinkerOptions(true);

    /// The flag named `name` exists, and its value is an integer other than -1, which means that
    /// the flag is not set.
    struct PAuthAbi<'a>(&'a str);

    PAuthAbi(module.text(name)) <-
        NameOf(flag, name),
        (matches!(module.text(name), PLATFORM | VERSION)),
        Triple(flag),
        NumberOf(flag, _, number),
        (module.text(number) != "18446744073709551615");

    violation(PAUTH_ABI, Subject::Module) <- PAuthAbi(PLATFORM), !PAuthAbi(VERSION);

    violation(PAUTH_ABI, Subject::Module) <- PAuthAbi(VERSION), !PAuthAbi(PLATFORM);

    /// `profile` is the call graph profile, the value of `flag`.
    struct Profile(MetadataId, MetadataId);

    Profile(flag, profile) <-
        NameOf(flag, name),
        (module.text(name) == "CG Profile"),
        Behavior(flag, _),
        ValueOf(flag, profile);

    /// `entry` is the operand of `profile` at `position`.
    struct Entry(MetadataId, u32, MetadataId);

    Entry(profile, position, entry) <-
        Profile(_, profile),
        metadata_operand { metadata: profile, position, operand_metadata: entry };

    /// `operand` is the caller or callee of `entry`.
    struct CallerOrCallee(MetadataId, MetadataId);

    CallerOrCallee(entry, operand) <-
        Entry(_, _, entry),
        metadata_operand { metadata: entry, position, operand_metadata: operand },
        (position < 2);

    /// The caller or callee `operand` is the address `address`, possibly through casts.
    struct Address(MetadataId, ValueId);

    Address(operand, value) <- CallerOrCallee(_, operand), value_metadata { metadata: operand, value };

    Address(operand, address) <-
        Address(operand, constant),
        same_address { constant, operand: address };

    /// The caller or callee `operand` is a function.
    struct IsFunction(MetadataId);

    IsFunction(operand) <- Address(operand, address), value_function { value: address };

    /// An existing caller or callee in `entry` is not a function.
    struct NotAFunction(MetadataId);

    NotAFunction(entry) <- CallerOrCallee(entry, operand), !IsFunction(operand);

    /// `entry` consists of a caller and a callee, which are functions or null, and an integer.
    struct Edge(MetadataId);

    Edge(entry) <-
        Entry(_, _, entry),
        metadata_tuple { metadata: entry, operand_count: 3 },
        metadata_operand { metadata: entry, position: 2, operand_metadata: count },
        value_metadata { metadata: count, value },
        value { value, type },
        type { type, kind: TypeKind::Integer },
        !NotAFunction(entry);

    violation(CALL_GRAPH_PROFILE, flag, entry) <-
        Profile(flag, profile),
        Entry(profile, _, entry),
        !Edge(entry);

    /// The first `count` operands of `profile` are not null.
    struct Entries(MetadataId, u32);

    Entries(profile, 0) <- Profile(_, profile);

    Entries(profile, position + 1) <-
        Entries(profile, position),
        Entry(profile, position, _);

    violation(CALL_GRAPH_PROFILE, flag, profile) <-
        Profile(flag, profile),
        metadata_tuple { metadata: profile, operand_count },
        !Entries(profile, operand_count);

    /// The named metadata whose operands are nodes with one string.
    const STRINGS(&'static str) = ["llvm.ident", "llvm.commandline"];

    /// `entry` is an operand of the named metadata `name`.
    struct Listed(Text, MetadataId);

    Listed(name, entry) <-
        STRINGS(list),
        let Some(name) = module.find(list),
        named_metadata_operand { name, operand_metadata: entry };

    /// `entry` is a node with one operand, a string.
    struct StringNode(MetadataId);

    StringNode(entry) <-
        Listed(_, entry),
        metadata_tuple { metadata: entry, operand_count: 1 },
        metadata_operand { metadata: entry, position: 0, operand_metadata: string },
        metadata_string { metadata: string };

    violation(STRING_ENTRY, entry, name) <- Listed(name, entry), !StringNode(entry);

    violation(ERRNO_TBAA, Subject::Module) <-
        named_metadata { name: "llvm.errno.tbaa", operand_count: 0 };
}

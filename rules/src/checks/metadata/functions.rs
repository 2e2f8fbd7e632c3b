//! Metadata attachments of functions and other global objects: entry counts, types for control-flow
//! integrity, and implicit references.

use facts_schema::{FunctionId, GlobalFlag, MetadataId, TypeKind, ValueId};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Metadata "metadata";
    /// `!prof` of a function consists of `"function_entry_count"` and an integer constant, or
    /// `"unknown"` and the name of a pass.
    ///
    /// The constant is the number of times the function was entered. Further integers identify
    /// functions to import. `"synthetic_function_entry_count"` is an estimate.
    deny ENTRY_COUNT: "MET032" "entry-count-form" {
        message: "`!prof` of {subject} must be an entry count, not {detail}",
        reference: "LangRef, 'prof' Metadata, function_entry_count",
        checks: [
            "verifyFunctionMetadata: !prof annotations should have no less than 2 operands",
            "verifyFunctionMetadata: first operand should not be null",
            "verifyFunctionMetadata: expected string with name of the !prof annotation",
            "verifyFunctionMetadata: first operand should be 'function_entry_count' or 'synthetic_function_entry_count'",
            "verifyFunctionMetadata: second operand should not be null",
            "verifyFunctionMetadata: expected integer argument to function_entry_count",
        ],
    }

    /// A function declaration does not have `!prof`.
    ///
    /// Entries are counted in the definition.
    deny PROFILE_OF_DECLARATION: "MET033" "profile-of-declaration" {
        message: "{subject} is a declaration, but has `!prof`",
        reference: "LangRef, 'prof' Metadata, function_entry_count",
        checks: ["visitFunction: function declaration may not have a !prof attachment"],
    }

    /// `!kcfi_type` has one operand, a constant `i32`.
    ///
    /// It is stored before the code of the function and compared at each indirect call.
    deny KCFI_TYPE: "MET034" "kcfi-type-form" {
        message: "`!kcfi_type` of {subject} must have one `i32`, not {detail}",
        reference: "LangRef, 'kcfi_type' Metadata",
        checks: [
            "verifyFunctionMetadata: !kcfi_type must have exactly one operand",
            "verifyFunctionMetadata: !kcfi_type operand must not be null",
            "verifyFunctionMetadata: expected a constant operand for !kcfi_type",
            "verifyFunctionMetadata: expected a constant integer operand for !kcfi_type",
            "verifyFunctionMetadata: expected a 32-bit integer constant operand for !kcfi_type",
        ],
    }

    /// A function definition has at most one `!prof` and at most one `!kcfi_type`.
    ///
    /// Two of them would contradict each other.
    deny DUPLICATE: "MET035" "duplicate-function-attachment" {
        message: "{subject} has more than one `!{detail}`",
        reference: "LangRef, Metadata Attachments",
        checks: [
            "visitFunction: function must have a single !prof attachment",
            "visitFunction: function must have a single !kcfi_type attachment",
        ],
    }

    /// `!implicit.ref` has one operand, a pointer to another global, and is attached only to
    /// definitions.
    ///
    /// The linker keeps the other global if it keeps this one.
    deny IMPLICIT_REFERENCE: "MET036" "implicit-reference-form" {
        message: "`!implicit.ref` of {subject} must be one pointer to another global on a definition, not {detail}",
        reference: "LangRef, 'implicit.ref' Metadata",
        checks: [],
    }
}

datalog! { module;
    /// The attachments that a function has at most once.
    const ONCE(&'static str) = ["prof", "kcfi_type"];

    /// The names of function profiles with an entry count.
    const COUNTS(&'static str) = ["function_entry_count", "synthetic_function_entry_count"];

    /// The tuple `node` is the `!prof` of `function`.
    struct Profile(FunctionId, MetadataId);

    Profile(function, node) <-
        global_metadata { global, attachment_kind: "prof", metadata: node },
        value_function { value: global, function },
        metadata_tuple { metadata: node };

    /// `node` is a valid entry count, or a valid statement that the count is unknown.
    struct EntryCount(MetadataId);

    EntryCount(node) <-
        Profile(_, node),
        metadata_operand { metadata: node, position: 0, operand_metadata: name },
        metadata_string { metadata: name, text },
        let word = module.text(text),
        COUNTS(word),
        metadata_operand { metadata: node, position: 1, operand_metadata: count },
        value_metadata { metadata: count };

    EntryCount(node) <-
        Profile(_, node),
        metadata_operand { metadata: node, position: 0, operand_metadata: name },
        metadata_string { metadata: name, text: "unknown" },
        metadata_tuple { metadata: node, operand_count: 2 },
        metadata_operand { metadata: node, position: 1, operand_metadata: pass },
        metadata_string { metadata: pass, text },
        (!module.text(text).is_empty());

    violation(ENTRY_COUNT, function, node) <- Profile(function, node), !EntryCount(node);

    violation(PROFILE_OF_DECLARATION, function) <-
        global_metadata { global, attachment_kind: "prof" },
        global_flag { global, flag: GlobalFlag::Declaration },
        value_function { value: global, function };

    /// `node` consists of one 32-bit integer.
    struct KcfiType(MetadataId);

    KcfiType(node) <-
        global_metadata { attachment_kind: "kcfi_type", metadata: node },
        metadata_tuple { metadata: node, operand_count: 1 },
        metadata_operand { metadata: node, position: 0, operand_metadata: number },
        metadata_integer { metadata: number, width: 32 };

    violation(KCFI_TYPE, function, node) <-
        global_metadata { global, attachment_kind: "kcfi_type", metadata: node },
        value_function { value: global, function },
        metadata_tuple { metadata: node },
        !KcfiType(node);

    violation(DUPLICATE, function, Detail::Word(text)) <-
        ONCE(text),
        let Some(kind) = module.find(text),
        global_metadata { global, attachment_kind: kind },
        (module.whole().global_metadata.all(global).iter().filter(|it| it.attachment_kind == kind).count() > 1),
        !global_flag { global, flag: GlobalFlag::Declaration },
        value_function { value: global, function };

    /// `node`, an `!implicit.ref`, refers to `value`, possibly through aliases.
    struct RefersToThroughAliases(MetadataId, ValueId);

    RefersToThroughAliases(node, value) <-
        global_metadata { attachment_kind: "implicit.ref", metadata: node },
        metadata_operand { metadata: node, position: 0, operand_metadata: operand },
        value_metadata { metadata: operand, value };

    RefersToThroughAliases(node, aliasee) <- RefersToThroughAliases(node, alias), alias { alias, aliasee };

    /// `node`, an `!implicit.ref` of `global`, refers to a global other than `global`.
    struct RefersToOther(MetadataId, ValueId);

    RefersToOther(node, global) <-
        global_metadata { global, attachment_kind: "implicit.ref", metadata: node },
        !global_flag { global, flag: GlobalFlag::Declaration },
        metadata_tuple { metadata: node, operand_count: 1 },
        metadata_operand { metadata: node, position: 0, operand_metadata: operand },
        value_metadata { metadata: operand, value },
        value { value, type },
        type { type, kind: TypeKind::Pointer },
        !RefersToThroughAliases(node, global);

    violation(IMPLICIT_REFERENCE, Subject::of_global(module, global), node) <-
        global_metadata { global, attachment_kind: "implicit.ref", metadata: node },
        metadata_tuple { metadata: node },
        !RefersToOther(node, global);
}

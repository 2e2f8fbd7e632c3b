//! The values of string attributes that LLVM interprets.

use facts_schema::AttributeId;
use rules_macros::datalog;

use super::AttributePosition;
use crate::rule::{Rule, rules};
use crate::violation::Subject;

rules! { Attributes "attributes";
    /// A string attribute with a fixed set of values has one of them, such as `"frame-pointer"`,
    /// `"sign-return-address"` and `"no-jump-tables"`.
    ///
    /// Most string attributes are free text for one backend, but LLVM defines the values of these.
    deny STRING_CHOICE: "ATT040" "string-attribute-value" {
        message: "the value in `{detail}` is not a value of this attribute",
        reference: "LangRef, Function Attributes",
        checks: [
            "verifyFunctionAttrs: invalid value for 'frame-pointer' attribute: <..>",
            "verifyFunctionAttrs: invalid value for 'sign-return-address' attribute: <..>",
            "verifyFunctionAttrs: invalid value for 'sign-return-address-key' attribute: <..>",
            "verifyFunctionAttrs: invalid value for 'branch-target-enforcement' attribute: <..>",
            "verifyFunctionAttrs: invalid value for 'branch-protection-pauth-lr' attribute: <..>",
            "verifyFunctionAttrs: invalid value for 'guarded-control-stack' attribute: <..>",
        ],
    }

    /// `"patchable-function-entry"`, `"patchable-function-prefix"` and `"warn-stack-size"` are
    /// decimal numbers of at most 32 bits.
    ///
    /// They are numbers of instructions or bytes.
    deny STRING_NUMBER: "ATT041" "string-attribute-number" {
        message: "the value in `{detail}` is not a decimal number of at most 32 bits",
        reference: "LangRef, Function Attributes",
        checks: ["checkUnsignedBaseTenFuncAttr: \"<..>\" takes an unsigned integer: <..>"],
    }

    /// `"patchable-function-entry-section"` is not empty.
    ///
    /// It is the name of the section for the table of patchable entries.
    deny ENTRY_SECTION: "ATT042" "patchable-entry-section-empty" {
        message: "the section name in `{detail}` is empty",
        reference: "LangRef, Function Attributes",
        checks: [],
    }

    /// A function with `"sign-return-address-key"` also has `"sign-return-address"`.
    ///
    /// The key is only used to sign return addresses.
    deny SIGNING_KEY: "ATT043" "signing-key-without-signing" {
        message: "`{subject}` has `{detail}`, but not `sign-return-address`",
        reference: "AArch64 pointer authentication, LLVM function attributes",
        checks: ["verifyFunctionAttrs: 'sign-return-address-key' present without `sign-return-address`"],
    }

    /// `"denormal-fp-math"` and `"denormal-fp-math-f32"` are a mode for results and optionally,
    /// after a comma, a mode for operands: `ieee`, `preserve-sign`, `positive-zero` or `dynamic`.
    ///
    /// They define how denormal numbers are handled.
    deny DENORMAL: "ATT044" "denormal-mode" {
        message: "the value in `{detail}` is not a mode for denormal numbers",
        reference: "LangRef, Function Attributes, denormal-fp-math",
        checks: [],
    }

    /// `"target-features"` is a comma-separated list of features with a leading `+` or `-`.
    ///
    /// The sign enables or disables the feature.
    deny TARGET_FEATURES: "ATT045" "target-features-form" {
        message: "`{detail}` has an empty feature, or one without `+` or `-`",
        reference: "LangRef, Function Attributes",
        checks: [],
    }

    /// `"vector-function-abi-variant"` is a name of the vector function ABI: `_ZGV`, the
    /// instruction set, `N` or `M` (masked), the number of lanes, the kinds of the parameters, `_`,
    /// the scalar name, and optionally the vector name in parentheses.
    ///
    /// Vectorisation uses the name to find vector variants of a function.
    deny VECTOR_VARIANT: "ATT046" "vector-variant-name" {
        message: "the value in `{detail}` is not a name of the vector function ABI",
        reference: "Vector Function Application Binary Interface Specification",
        checks: ["verifyFunctionAttrs: invalid name for a VFABI variant: <..>"],
    }
}

const YES_OR_NO: &[&str] = &["", "true", "false"];

const FUNCTION: &[AttributePosition] = &[AttributePosition::Function];

const ALL_POSITIONS: &[AttributePosition] =
    &[AttributePosition::Function, AttributePosition::Parameter, AttributePosition::Result];

fn is_number(value: &str) -> bool {
    value.bytes().all(|digit| digit.is_ascii_digit()) && value.parse::<u32>().is_ok()
}

/// Whether `value` consists of one or two denormal modes.
fn is_denormal_mode(value: &str) -> bool {
    let is_mode =
        |mode: &str| matches!(mode, "" | "ieee" | "preserve-sign" | "positive-zero" | "dynamic");
    let (results, operands) = value.split_once(',').unwrap_or((value, ""));
    is_mode(results) && is_mode(operands)
}

fn are_target_features(value: &str) -> bool {
    value.is_empty() || value.split(',').all(|feature| feature.starts_with(['+', '-']))
}

/// Whether `value` has the form of a vector function ABI name. The details of the parameters are
/// not checked.
fn is_vector_variant(value: &str) -> bool {
    let name = || {
        let value = value.strip_prefix("_ZGV")?;
        let value = value
            .strip_prefix("_LLVM_")
            .or_else(|| value.strip_prefix(['n', 's', 'r', 'b', 'c', 'd', 'e']))?;
        let value = value.strip_prefix(['N', 'M'])?;
        let lanes = value.trim_start_matches(|it: char| it.is_ascii_digit());
        let value = if lanes.len() < value.len() { lanes } else { value.strip_prefix('x')? };
        let value = value.strip_prefix(['v', 'l', 'R', 'U', 'L', 'u'])?;
        Some(value.split_once('_')?.1)
    };
    name().is_some_and(|name| !name.is_empty() && !name.starts_with('('))
}

datalog! { representatives;
    /// String attributes with a fixed set of values, these values, and the places where they are
    /// checked.
    const CHOICES(&'static str, &'static [&'static str], &'static [AttributePosition]) = [
        (
            "frame-pointer",
            &["all", "non-leaf", "none", "reserved", "non-leaf-no-reserve"],
            FUNCTION
        ),
        ("sign-return-address", &["none", "all", "non-leaf"], FUNCTION),
        ("sign-return-address-key", &["a_key", "b_key"], FUNCTION),
        ("branch-target-enforcement", YES_OR_NO, FUNCTION),
        ("branch-protection-pauth-lr", YES_OR_NO, FUNCTION),
        ("guarded-control-stack", YES_OR_NO, FUNCTION),
        ("allow_direct_access_in_hot_patch_function", YES_OR_NO, ALL_POSITIONS),
        ("less-precise-fpmad", YES_OR_NO, ALL_POSITIONS),
        ("loader-replaceable", YES_OR_NO, ALL_POSITIONS),
        ("marked_for_windows_hot_patching", YES_OR_NO, ALL_POSITIONS),
        ("no-infs-fp-math", YES_OR_NO, ALL_POSITIONS),
        ("no-inline-line-tables", YES_OR_NO, ALL_POSITIONS),
        ("no-jump-tables", YES_OR_NO, ALL_POSITIONS),
        ("no-nans-fp-math", YES_OR_NO, ALL_POSITIONS),
        ("no-signed-zeros-fp-math", YES_OR_NO, ALL_POSITIONS),
        ("profile-sample-accurate", YES_OR_NO, ALL_POSITIONS),
        ("use-sample-profile", YES_OR_NO, ALL_POSITIONS),
    ];

    /// String attributes of functions that must have a certain form, the rule that requires it, and
    /// the condition.
    const FORMS(&'static str, Rule, fn(&str) -> bool) = [
        ("patchable-function-entry", STRING_NUMBER, is_number),
        ("patchable-function-prefix", STRING_NUMBER, is_number),
        ("warn-stack-size", STRING_NUMBER, is_number),
        ("patchable-function-entry-section", ENTRY_SECTION, |section| !section.is_empty()),
        ("denormal-fp-math", DENORMAL, is_denormal_mode),
        ("denormal-fp-math-f32", DENORMAL, is_denormal_mode),
        ("target-features", TARGET_FEATURES, are_target_features),
        ("vector-function-abi-variant", VECTOR_VARIANT, is_vector_variant),
    ];

    /// The string attribute `attribute` has the name `name` and the value `value`.
    struct StringAttribute<'a>(AttributeId, &'a str, &'a str);

    StringAttribute(attribute, name, value) <-
        attribute_string { attribute, string: value_text },
        attribute { attribute, name: name_text },
        let name = module.text(name_text),
        let value = module.text(value_text);

    /// `attribute` violates the rule at `place`.
    struct Wrong(AttributePosition, Rule, AttributeId);

    Wrong(position, STRING_CHOICE, attribute) <-
        StringAttribute(attribute, name, value),
        CHOICES(name, values, positions),
        (!values.contains(&value)),
        for &position in positions;

    Wrong(AttributePosition::Function, rule, attribute) <-
        StringAttribute(attribute, name, value),
        FORMS(name, rule, is_met),
        (!is_met(value));

    violation(rule, function, attribute) <-
        function_attribute { function, attribute },
        Wrong(AttributePosition::Function, rule, attribute);

    violation(rule, call, attribute) <-
        call_attribute { instruction: call, attribute },
        Wrong(AttributePosition::Function, rule, attribute);

    violation(rule, function, attribute) <-
        return_attribute { function, attribute },
        Wrong(AttributePosition::Result, rule, attribute);

    violation(rule, call, attribute) <-
        call_return_attribute { instruction: call, attribute },
        Wrong(AttributePosition::Result, rule, attribute);

    violation(rule, argument, attribute) <-
        parameter_attribute { function, position, attribute },
        Wrong(AttributePosition::Parameter, rule, attribute),
        function_argument { function, position, value: argument };

    violation(rule, Subject::Operand(call, position), attribute) <-
        call_argument_attribute { instruction: call, position, attribute },
        Wrong(AttributePosition::Parameter, rule, attribute);

    /// `attribute` is `"sign-return-address-key"`.
    struct Key(AttributeId);

    Key(attribute) <- StringAttribute(attribute, "sign-return-address-key", _);

    /// The function or call `subject` has `attribute`, which is a `Key`.
    struct HasKey(Subject, AttributeId);

    HasKey(Subject::Function(function), attribute) <-
        function_attribute { function, attribute },
        Key(attribute);

    HasKey(Subject::Instruction(call), attribute) <-
        call_attribute { instruction: call, attribute },
        Key(attribute);

    /// `attribute` is `"sign-return-address"`.
    struct Signing(AttributeId);

    Signing(attribute) <- StringAttribute(attribute, "sign-return-address", _);

    /// The function or call `subject` has `"sign-return-address"`.
    struct Signs(Subject);

    Signs(Subject::Function(function)) <-
        function_attribute { function, attribute },
        Signing(attribute);

    Signs(Subject::Instruction(call)) <-
        call_attribute { instruction: call, attribute },
        Signing(attribute);

    violation(SIGNING_KEY, subject, attribute) <- HasKey(subject, attribute), !Signs(subject);
}

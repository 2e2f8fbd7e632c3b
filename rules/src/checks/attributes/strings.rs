//! The values of string attributes that LLVM reads.
//!
//! **Scope: module**, over each set of attributes once.

use facts_schema::AttributeId;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::attribute_sets::{Place, Standing};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Crepe, OneOf, Says, Stands};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Attributes "attributes";
    /// A string attribute that is a choice has one of its values: `"frame-pointer"`,
    /// `"sign-return-address"`, `"no-jump-tables"` and others.
    ///
    /// Most string attributes are free text for one backend. Of these, LLVM knows what they say.
    deny STRING_CHOICE: "ATT040" "string-attribute-value" {
        message: "`{detail}` has a value that this attribute does not know",
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
    /// They count instructions or bytes.
    deny STRING_NUMBER: "ATT041" "string-attribute-number" {
        message: "`{detail}` is no decimal number",
        reference: "LangRef, Function Attributes",
        checks: ["checkUnsignedBaseTenFuncAttr: \"<..>\" takes an unsigned integer: <..>"],
    }

    /// `"patchable-function-entry-section"` names a section.
    ///
    /// The table of patchable entries is written there.
    deny ENTRY_SECTION: "ATT042" "patchable-entry-section-empty" {
        message: "`{detail}` names no section",
        reference: "LangRef, Function Attributes",
        checks: [],
    }

    /// What has `"sign-return-address-key"` also has `"sign-return-address"`.
    ///
    /// The key is for return addresses that are signed.
    deny SIGNING_KEY: "ATT043" "signing-key-without-signing" {
        message: "`{subject}` has `{detail}`, but does not say which return addresses are signed",
        reference: "AArch64 pointer authentication, LLVM function attributes",
        checks: ["verifyFunctionAttrs: 'sign-return-address-key' present without `sign-return-address`"],
    }

    /// `"denormal-fp-math"` and `"denormal-fp-math-f32"` are a mode for results, and after a comma
    /// perhaps another for operands: `ieee`, `preserve-sign`, `positive-zero` or `dynamic`.
    ///
    /// They say what becomes of numbers that are too small for the usual format.
    deny DENORMAL: "ATT044" "denormal-mode" {
        message: "`{detail}` is no mode for denormal numbers",
        reference: "LangRef, Function Attributes, denormal-fp-math",
        checks: [],
    }

    /// `"target-features"` is a list of features, each with `+` or `-` before it, separated by
    /// commas.
    ///
    /// Without the sign it would be open whether the feature is to be used.
    deny TARGET_FEATURES: "ATT045" "target-features-form" {
        message: "`{detail}` has an empty feature, or one without `+` or `-`",
        reference: "LangRef, Function Attributes",
        checks: [],
    }

    /// `"vector-function-abi-variant"` is a name as the vector function ABI forms it: `_ZGV`, the
    /// instruction set, `N` or `M` (masked), the number of lanes, the kinds of the parameters, `_`,
    /// the scalar name, and perhaps the vector name in parentheses.
    ///
    /// The vectorizer reads from it what the function computes.
    deny VECTOR_VARIANT: "ATT046" "vector-variant-name" {
        message: "`{detail}` is no name of the vector function ABI",
        reference: "Vector Function Application Binary Interface Specification",
        checks: ["verifyFunctionAttrs: invalid name for a VFABI variant: <..>"],
    }
}

/// String attributes that are choices, and what can be chosen.
const CHOICES: &[(&str, &[&str])] = &[
    ("frame-pointer", &["all", "non-leaf", "none", "reserved", "non-leaf-no-reserve"]),
    ("sign-return-address", &["none", "all", "non-leaf"]),
    ("sign-return-address-key", &["a_key", "b_key"]),
    ("branch-target-enforcement", YES_OR_NO),
    ("branch-protection-pauth-lr", YES_OR_NO),
    ("guarded-control-stack", YES_OR_NO),
];

/// The same of attributes that parameters and results can have as well.
const CHOICES_EVERYWHERE: &[(&str, &[&str])] = &[
    ("allow_direct_access_in_hot_patch_function", YES_OR_NO),
    ("less-precise-fpmad", YES_OR_NO),
    ("loader-replaceable", YES_OR_NO),
    ("marked_for_windows_hot_patching", YES_OR_NO),
    ("no-infs-fp-math", YES_OR_NO),
    ("no-inline-line-tables", YES_OR_NO),
    ("no-jump-tables", YES_OR_NO),
    ("no-nans-fp-math", YES_OR_NO),
    ("no-signed-zeros-fp-math", YES_OR_NO),
    ("profile-sample-accurate", YES_OR_NO),
    ("use-sample-profile", YES_OR_NO),
];

const YES_OR_NO: &[&str] = &["", "true", "false"];

/// Other attributes that the rules are about.
const OTHERS: &[&str] = &[
    "patchable-function-entry",
    "patchable-function-prefix",
    "patchable-function-entry-section",
    "warn-stack-size",
    "denormal-fp-math",
    "denormal-fp-math-f32",
    "target-features",
    "vector-function-abi-variant",
];

fn violations(context: &Context) -> Vec<Violation> {
    let sets = context.attribute_sets();
    let choices: FxHashMap<&str, &[&str]> =
        CHOICES.iter().chain(CHOICES_EVERYWHERE).copied().collect();
    let mut program = Crepe::new();
    let standings =
        sets.standings().filter(|(standing, _)| sets.first_alike(*standing) == *standing);
    for (standing, &(set, place, _)) in standings {
        let strings = sets
            .strings_of(context.facts, set)
            .filter(|(_, name, _)| choices.contains_key(name) || OTHERS.contains(name));
        program
            .extend(strings.map(|(attribute, name, value)| Says(standing, attribute, name, value)));
        program.extend([Stands(standing, place)]);
    }
    program.extend(rows_of(CHOICES, &[Place::Function]));
    let everywhere = [Place::Function, Place::Parameter, Place::Result];
    program.extend(rows_of(CHOICES_EVERYWHERE, &everywhere));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    let broken = broken.into_iter().map(|Broken(rule, it, detail)| (rule, it, detail));
    sets.everywhere_alike(context.facts, &context.sample, broken)
}

fn rows_of(choices: &'static [(&str, &[&str])], places: &[Place]) -> impl Iterator<Item = OneOf> {
    choices.iter().flat_map(move |&(name, values)| {
        places
            .iter()
            .flat_map(move |&place| values.iter().map(move |value| OneOf(name, place, value)))
    })
}

fn is_number(value: &str) -> bool {
    value.bytes().all(|digit| digit.is_ascii_digit()) && value.parse::<u32>().is_ok()
}

/// Whether the value is a mode for denormal numbers, or two.
fn is_denormal_mode(value: &str) -> bool {
    let is_mode =
        |mode: &str| matches!(mode, "" | "ieee" | "preserve-sign" | "positive-zero" | "dynamic");
    let (results, operands) = value.split_once(',').unwrap_or((value, ""));
    is_mode(results) && is_mode(operands)
}

fn are_target_features(value: &str) -> bool {
    value.is_empty() || value.split(',').all(|feature| feature.starts_with(['+', '-']))
}

/// Whether the value has the parts of a name of the vector function ABI. What they say of the
/// parameters is not checked.
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

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::Detail;
    use crepe::crepe;

    crepe! {
        @input
        pub struct Stands(pub Standing, pub Place);

        @input
        /// The set that `standing` is about has the string attribute `attribute`, which reads
        /// `name` and `value`.
        pub struct Says<'a>(pub Standing, pub AttributeId, pub &'a str, pub &'a str);

        @input
        /// At `place`, the string attribute `name` can have the value `value`.
        pub struct OneOf(pub &'static str, pub Place, pub &'static str);

        @output
        pub struct Broken(pub Rule, pub Standing, pub Detail);

        struct Choice(&'static str, Place);

        Choice(name, place) <- OneOf(name, place, _);

        Broken(STRING_CHOICE, standing, Detail::Attribute(attribute)) <-
            Choice(name, place),
            Says(standing, attribute, name, value),
            Stands(standing, place),
            !OneOf(name, place, value);

        // A function or call has a string attribute.
        struct SaysOfFunction<'a>(Standing, AttributeId, &'a str, &'a str);

        SaysOfFunction(standing, attribute, name, value) <-
            Says(standing, attribute, name, value),
            Stands(standing, Place::Function);

        Broken(STRING_NUMBER, standing, Detail::Attribute(attribute)) <-
            SaysOfFunction(standing, attribute, name, value),
            (matches!(name, "patchable-function-entry" | "patchable-function-prefix"
                | "warn-stack-size")),
            (!is_number(value));

        Broken(ENTRY_SECTION, standing, Detail::Attribute(attribute)) <-
            SaysOfFunction(standing, attribute, "patchable-function-entry-section", "");

        Broken(SIGNING_KEY, standing, Detail::Attribute(attribute)) <-
            SaysOfFunction(standing, attribute, "sign-return-address-key", _),
            !SaysOfFunction(standing, _, "sign-return-address", _);

        Broken(DENORMAL, standing, Detail::Attribute(attribute)) <-
            SaysOfFunction(standing, attribute, name, value),
            (matches!(name, "denormal-fp-math" | "denormal-fp-math-f32")),
            (!is_denormal_mode(value));

        Broken(VECTOR_VARIANT, standing, Detail::Attribute(attribute)) <-
            SaysOfFunction(standing, attribute, "vector-function-abi-variant", value),
            (!is_vector_variant(value));

        Broken(TARGET_FEATURES, standing, Detail::Attribute(attribute)) <-
            SaysOfFunction(standing, attribute, "target-features", value),
            (!are_target_features(value));
    }
}

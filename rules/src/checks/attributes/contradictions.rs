//! Attributes that exclude each other, and inconsistent attribute arguments.

use facts_schema::AttributeId;
use rules_macros::datalog;

use super::AttributePosition;
use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject};

rules! { Attributes "attributes";
    /// A parameter has at most one of the attributes `byval`, `byref`, `inalloca`, `preallocated`,
    /// `nest`, `sret` and `inreg`, except that `sret` and `inreg` may be combined.
    ///
    /// Each of them defines how the argument is passed.
    deny PASSED_TWICE: "ATT020" "passing-attributes-contradict" {
        message: "`{subject}` has `{detail}` and another attribute that defines how it is passed",
        reference: "LangRef, Parameter Attributes",
        checks: ["verifyParameterAttrs: Attributes 'byval', 'inalloca', 'preallocated', 'inreg', 'nest', 'byref', and 'sret' are incompatible!"],
    }

    /// A parameter or return value does not have attributes that contradict each other, such as
    /// `zeroext` and `signext`.
    ///
    /// No value can satisfy both.
    deny VALUES_CONTRADICT: "ATT021" "value-attributes-contradict" {
        message: "{detail} of `{subject}` contradict each other",
        reference: "LangRef, Parameter Attributes",
        checks: [
            "verifyParameterAttrs: Attributes 'inalloca and readonly' are incompatible!",
            "verifyParameterAttrs: Attributes 'sret and returned' are incompatible!",
            "verifyParameterAttrs: Attributes 'zeroext and signext' are incompatible!",
            "verifyParameterAttrs: Attributes 'readnone and readonly' are incompatible!",
            "verifyParameterAttrs: Attributes 'readnone and writeonly' are incompatible!",
            "verifyParameterAttrs: Attributes 'readonly and writeonly' are incompatible!",
            "verifyParameterAttrs: Attributes 'noinline and alwaysinline' are incompatible!",
            "verifyParameterAttrs: Attributes writable and readnone are incompatible!",
            "verifyParameterAttrs: Attributes writable and readonly are incompatible!",
        ],
    }

    /// A function or call does not have attributes that contradict each other, such as `noinline`
    /// and `alwaysinline`.
    ///
    /// No pass can respect both.
    deny FUNCTIONS_CONTRADICT: "ATT022" "function-attributes-contradict" {
        message: "{detail} of `{subject}` contradict each other",
        reference: "LangRef, Function Attributes",
        checks: [
            "verifyFunctionAttrs: Attributes 'noinline and alwaysinline' are incompatible!",
            "verifyFunctionAttrs: Attributes 'optsize and optnone' are incompatible!",
            "verifyFunctionAttrs: Attributes 'minsize and optnone' are incompatible!",
            "verifyFunctionAttrs: Attributes 'optdebug and optnone' are incompatible!",
            "verifyFunctionAttrs: Attributes 'optsize and optdebug' are incompatible!",
            "verifyFunctionAttrs: Attributes 'minsize and optdebug' are incompatible!",
            "verifyFunctionAttrs: Attributes 'aarch64_pstate_sm_enabled and aarch64_pstate_sm_compatible' are incompatible!",
            "verifyFunctionAttrs: Attributes 'aarch64_new_za', 'aarch64_in_za', 'aarch64_out_za', 'aarch64_inout_za' and 'aarch64_preserves_za' are mutually exclusive",
            "verifyFunctionAttrs: Attributes 'aarch64_new_zt0', 'aarch64_in_zt0', 'aarch64_out_zt0', 'aarch64_inout_zt0' and 'aarch64_preserves_zt0' are mutually exclusive",
        ],
    }

    /// A function or call with the attribute `optnone` also has `noinline`.
    ///
    /// A function that is not optimised must not be inlined into one that is.
    deny OPTNONE: "ATT023" "optnone-without-noinline" {
        message: "`{subject}` has the attribute `optnone`, but not `noinline`",
        reference: "LangRef, Function Attributes, optnone",
        checks: ["verifyFunctionAttrs: Attribute 'optnone' requires 'noinline'!"],
    }

    /// A parameter with the attribute `immarg` has no other attribute except `range`.
    ///
    /// Its argument is an immediate of the instruction, so other attributes have no meaning.
    deny IMMARG: "ATT024" "immarg-with-others" {
        message: "`{subject}` has the attribute `immarg` and also `{detail}`",
        reference: "LangRef, Parameter Attributes, immarg",
        checks: ["verifyParameterAttrs: Attribute 'immarg' is incompatible with other attributes"],
    }

    /// `allockind` contains exactly one of `alloc`, `realloc` and `free`.
    ///
    /// A function allocates, reallocates or frees memory, but only one of these.
    deny ALLOCKIND: "ATT025" "allockind-not-one" {
        message: "`{detail}` does not contain exactly one of alloc, realloc and free",
        reference: "LangRef, Function Attributes, allockind",
        checks: ["verifyFunctionAttrs: 'allockind()' requires exactly one of alloc, realloc, and free"],
    }

    /// `allockind` contains `uninitialized`, `zeroed` or `aligned` only without `free`, and not
    /// both `uninitialized` and `zeroed`.
    ///
    /// These describe the allocated memory.
    deny ALLOCKIND_MEMORY: "ATT026" "allockind-memory" {
        message: "`{detail}` combines properties of allocated memory with `free`, or `uninitialized` with `zeroed`",
        reference: "LangRef, Function Attributes, allockind",
        checks: [
            "verifyFunctionAttrs: 'allockind(\"free\")' doesn't allow uninitialized, zeroed, or aligned modifiers.",
            "verifyFunctionAttrs: 'allockind()' can't be both zeroed and uninitialized",
        ],
    }

    /// The bounds of `vscale_range` are powers of two in ascending order; an upper bound of 0 means
    /// unbounded.
    ///
    /// `vscale` itself is a power of two.
    deny VSCALE_RANGE: "ATT027" "vscale-range-limits" {
        message: "the bounds of `{detail}` are not powers of two in ascending order",
        reference: "LangRef, Function Attributes, vscale_range",
        checks: [
            "verifyFunctionAttrs: 'vscale_range' minimum must be greater than 0",
            "verifyFunctionAttrs: 'vscale_range' minimum must be power-of-two value",
            "verifyFunctionAttrs: 'vscale_range' minimum cannot be greater than maximum",
            "verifyFunctionAttrs: 'vscale_range' maximum must be power-of-two value",
        ],
    }
}

// The bits of `allockind`.
const ALLOC: u64 = 1;
const REALLOC: u64 = 2;
const FREE: u64 = 4;
const UNINITIALIZED: u64 = 8;
const ZEROED: u64 = 16;
const ALIGNED: u64 = 32;

fn is_allockind(kind: u64) -> bool {
    (kind & (ALLOC | REALLOC | FREE)).count_ones() == 1
}

/// Whether the memory flags of `allockind` are consistent: none together with `free`, and not both
/// `uninitialized` and `zeroed`.
fn is_allockind_memory(kind: u64) -> bool {
    let frees = kind & (ALLOC | REALLOC | FREE) == FREE;
    let describes = kind & (UNINITIALIZED | ZEROED | ALIGNED) != 0;
    let is_both = kind & UNINITIALIZED != 0 && kind & ZEROED != 0;
    !(frees && describes || is_both)
}

/// Whether the bounds of `vscale_range` are powers of two in ascending order. An upper bound of 0
/// means no bound.
fn is_vscale_range(range: u64) -> bool {
    let (lower, upper) = (range >> 32, range & 0xffff_ffff);
    lower.is_power_of_two() && (upper == 0 || lower <= upper && upper.is_power_of_two())
}

datalog! { representatives;
    /// Pairs of attributes that exclude each other, and the detail of the violation.
    const PAIRS(Rule, &'static str, &'static str, &'static str) = [
        (VALUES_CONTRADICT, "inalloca", "readonly", "`inalloca` and `readonly`"),
        (VALUES_CONTRADICT, "sret", "returned", "`sret` and `returned`"),
        (VALUES_CONTRADICT, "zeroext", "signext", "`zeroext` and `signext`"),
        (VALUES_CONTRADICT, "readnone", "readonly", "`readnone` and `readonly`"),
        (VALUES_CONTRADICT, "readnone", "writeonly", "`readnone` and `writeonly`"),
        (VALUES_CONTRADICT, "readonly", "writeonly", "`readonly` and `writeonly`"),
        (VALUES_CONTRADICT, "writable", "readnone", "`writable` and `readnone`"),
        (VALUES_CONTRADICT, "writable", "readonly", "`writable` and `readonly`"),
        (FUNCTIONS_CONTRADICT, "noinline", "alwaysinline", "`noinline` and `alwaysinline`"),
        (FUNCTIONS_CONTRADICT, "optsize", "optnone", "`optsize` and `optnone`"),
        (FUNCTIONS_CONTRADICT, "minsize", "optnone", "`minsize` and `optnone`"),
        (FUNCTIONS_CONTRADICT, "optdebug", "optnone", "`optdebug` and `optnone`"),
        (FUNCTIONS_CONTRADICT, "optsize", "optdebug", "`optsize` and `optdebug`"),
        (FUNCTIONS_CONTRADICT, "minsize", "optdebug", "`minsize` and `optdebug`"),
        (
            FUNCTIONS_CONTRADICT,
            "sanitize_realtime",
            "sanitize_realtime_blocking",
            "`sanitize_realtime` and `sanitize_realtime_blocking`"
        ),
        (
            FUNCTIONS_CONTRADICT,
            "aarch64_pstate_sm_enabled",
            "aarch64_pstate_sm_compatible",
            "`aarch64_pstate_sm_enabled` and `aarch64_pstate_sm_compatible`"
        ),
    ];

    /// The places to which a rule applies.
    const POSITIONS(Rule, AttributePosition) = [
        (VALUES_CONTRADICT, AttributePosition::Parameter),
        (VALUES_CONTRADICT, AttributePosition::Result),
        (FUNCTIONS_CONTRADICT, AttributePosition::Function),
        (PASSED_TWICE, AttributePosition::Parameter),
        (PASSED_TWICE, AttributePosition::Result),
        (IMMARG, AttributePosition::Parameter),
        (IMMARG, AttributePosition::Result),
    ];

    /// Groups of attributes, and their members. A function or call has at most one member of each
    /// group.
    const ONE_OF(&'static str, &'static str) = [
        ("attributes for the ZA state", "aarch64_new_za"),
        ("attributes for the ZA state", "aarch64_in_za"),
        ("attributes for the ZA state", "aarch64_out_za"),
        ("attributes for the ZA state", "aarch64_inout_za"),
        ("attributes for the ZA state", "aarch64_preserves_za"),
        ("attributes for the ZA state", "aarch64_za_state_agnostic"),
        ("attributes for the ZT0 state", "aarch64_new_zt0"),
        ("attributes for the ZT0 state", "aarch64_in_zt0"),
        ("attributes for the ZT0 state", "aarch64_out_zt0"),
        ("attributes for the ZT0 state", "aarch64_inout_zt0"),
        ("attributes for the ZT0 state", "aarch64_preserves_zt0"),
        ("attributes for the ZT0 state", "aarch64_za_state_agnostic"),
    ];

    /// Attributes that define how an argument is passed. Only those with the same number can be
    /// combined.
    const PASSING(&'static str, u8) = [
        ("byval", 0),
        ("byref", 1),
        ("inalloca", 2),
        ("preallocated", 3),
        ("nest", 4),
        ("sret", 5),
        ("inreg", 5),
    ];

    /// Function attributes with an integer argument, a rule about the argument, and its condition.
    const NUMBERS(&'static str, Rule, fn(u64) -> bool) = [
        ("allockind", ALLOCKIND, is_allockind),
        ("allockind", ALLOCKIND_MEMORY, is_allockind_memory),
        ("vscale_range", VSCALE_RANGE, is_vscale_range),
    ];

    /// `name` is the name of `attribute`. Of the string attributes, only those of AArch64 are
    /// included.
    struct Named<'a>(AttributeId, &'a str);

    Named(attribute, name) <-
        attribute { attribute, name: name_text },
        !attribute_string { attribute },
        let name = module.text(name_text);

    Named(attribute, name) <-
        attribute_string { attribute },
        attribute { attribute, name: name_text },
        let name = module.text(name_text),
        (name.starts_with("aarch64_"));

    /// The two attributes violate the rule if both are present at `place`.
    struct Excludes(AttributePosition, AttributeId, AttributeId, Rule, Detail);

    Excludes(position, first, second, rule, Detail::Word(both)) <-
        PAIRS(rule, first_name, second_name, both),
        Named(first, first_name),
        Named(second, second_name),
        POSITIONS(rule, position);

    Excludes(AttributePosition::Function, first, second, FUNCTIONS_CONTRADICT, Detail::Word(about)) <-
        ONE_OF(about, first_name),
        Named(first, first_name),
        ONE_OF(about, second_name),
        (first_name < second_name),
        Named(second, second_name);

    Excludes(position, first, second, PASSED_TWICE, Detail::Attribute(second)) <-
        PASSING(first_name, first_way),
        Named(first, first_name),
        PASSING(second_name, second_way),
        (first_way < second_way),
        Named(second, second_name),
        POSITIONS(PASSED_TWICE, position);

    Excludes(position, immarg, other, IMMARG, Detail::Attribute(other)) <-
        Named(immarg, "immarg"),
        attribute { attribute: other },
        (other != immarg),
        !Named(other, "range"),
        POSITIONS(IMMARG, position);

    violation(rule, function, detail) <-
        function_attribute { function, attribute: first },
        Excludes(AttributePosition::Function, first, second, rule, detail),
        function_attribute { function, attribute: second };

    violation(rule, call, detail) <-
        call_attribute { instruction: call, attribute: first },
        Excludes(AttributePosition::Function, first, second, rule, detail),
        call_attribute { instruction: call, attribute: second };

    violation(rule, function, detail) <-
        return_attribute { function, attribute: first },
        Excludes(AttributePosition::Result, first, second, rule, detail),
        return_attribute { function, attribute: second };

    violation(rule, call, detail) <-
        call_return_attribute { instruction: call, attribute: first },
        Excludes(AttributePosition::Result, first, second, rule, detail),
        call_return_attribute { instruction: call, attribute: second };

    violation(rule, argument, detail) <-
        parameter_attribute { function, position, attribute: first },
        Excludes(AttributePosition::Parameter, first, second, rule, detail),
        parameter_attribute { function, position, attribute: second },
        function_argument { function, position, value: argument };

    violation(rule, Subject::Operand(call, position), detail) <-
        call_argument_attribute { instruction: call, position, attribute: first },
        Excludes(AttributePosition::Parameter, first, second, rule, detail),
        call_argument_attribute { instruction: call, position, attribute: second };

    /// The function or call `subject` is `optnone`.
    struct NotOptimized(Subject);

    NotOptimized(Subject::Function(function)) <-
        function_attribute { function, attribute },
        attribute { attribute, name: "optnone" },
        !attribute_string { attribute };

    NotOptimized(Subject::Instruction(call)) <-
        call_attribute { instruction: call, attribute },
        attribute { attribute, name: "optnone" },
        !attribute_string { attribute };

    /// The function or call `subject` is `noinline`.
    struct NotInlined(Subject);

    NotInlined(Subject::Function(function)) <-
        function_attribute { function, attribute },
        attribute { attribute, name: "noinline" },
        !attribute_string { attribute };

    NotInlined(Subject::Instruction(call)) <-
        call_attribute { instruction: call, attribute },
        attribute { attribute, name: "noinline" },
        !attribute_string { attribute };

    violation(OPTNONE, subject) <- NotOptimized(subject), !NotInlined(subject);

    /// The argument of `attribute`, a function attribute, violates the rule.
    struct Wrong(AttributeId, Rule);

    Wrong(attribute, rule) <-
        Named(attribute, name),
        NUMBERS(name, rule, is_met),
        attribute_integer { attribute, integer: value },
        (!is_met(value));

    violation(rule, function, attribute) <-
        function_attribute { function, attribute },
        Wrong(attribute, rule);

    violation(rule, call, attribute) <-
        call_attribute { instruction: call, attribute },
        Wrong(attribute, rule);
}

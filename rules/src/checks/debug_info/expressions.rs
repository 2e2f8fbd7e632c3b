//! Expressions: sequences of operators with their operands.

use facts_schema::{MetadataId, MetadataKind, Text};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Detail;

rules! { DebugInfo "debug-info";
    /// The operators of a `DIExpression` are operators that LLVM supports.
    ///
    /// These are a subset of the DWARF operators and a few LLVM operators.
    deny OPERATOR_UNKNOWN: "DBG070" "expression-operator-unknown" {
        message: "element {detail} of the expression `{subject}` is not an operator that LLVM supports",
        reference: "LangRef, DIExpression",
        checks: ["visitDIExpression: invalid expression"],
    }

    /// Each operator of a `DIExpression` has all its operands.
    ///
    /// The operands are the elements that follow the operator.
    deny OPERAND_MISSING: "DBG071" "expression-operand-missing" {
        message: "the operator at element {detail} of the expression `{subject}` does not have all its operands",
        reference: "LangRef, DIExpression",
        checks: ["visitDIExpression: invalid expression"],
    }

    /// In a `DIExpression`, `DW_OP_LLVM_fragment` is last, `DW_OP_stack_value` is last or only
    /// precedes the fragment, `DW_OP_swap` is not the only operator, and `DW_OP_LLVM_entry_value,
    /// 1` is first or follows `DW_OP_LLVM_arg, 0`.
    ///
    /// Fragment and stack value describe the final result. An entry value refers to a register at
    /// function entry, not to a computed value.
    deny OPERATOR_MISPLACED: "DBG072" "expression-operator-misplaced" {
        message: "the operator at element {detail} of the expression `{subject}` is not allowed at that position",
        reference: "LangRef, DIExpression",
        checks: ["visitDIExpression: invalid expression"],
    }
}

const SWAP: u64 = 0x16;
const REGISTER: u64 = 0x50;
const BASE_REGISTER: u64 = 0x70;
const STACK_VALUE: u64 = 0x9f;
const FRAGMENT: u64 = 0x1000;
const ENTRY_VALUE: u64 = 0x1003;
const ARGUMENT: u64 = 0x1005;

datalog! { module;
    /// The operator `name` has the number `number` and `operands` operands. The register operators
    /// are listed separately.
    const OPERATORS(&'static str, u64, u32) = [
        ("DW_OP_deref", 0x06, 0),
        ("DW_OP_constu", 0x10, 1),
        ("DW_OP_consts", 0x11, 1),
        ("DW_OP_dup", 0x12, 0),
        ("DW_OP_over", 0x14, 0),
        ("DW_OP_swap", SWAP, 0),
        ("DW_OP_rot", 0x17, 0),
        ("DW_OP_xderef", 0x18, 0),
        ("DW_OP_abs", 0x19, 0),
        ("DW_OP_and", 0x1a, 0),
        ("DW_OP_div", 0x1b, 0),
        ("DW_OP_minus", 0x1c, 0),
        ("DW_OP_mod", 0x1d, 0),
        ("DW_OP_mul", 0x1e, 0),
        ("DW_OP_neg", 0x1f, 0),
        ("DW_OP_not", 0x20, 0),
        ("DW_OP_or", 0x21, 0),
        ("DW_OP_plus", 0x22, 0),
        ("DW_OP_plus_uconst", 0x23, 1),
        ("DW_OP_shl", 0x24, 0),
        ("DW_OP_shr", 0x25, 0),
        ("DW_OP_shra", 0x26, 0),
        ("DW_OP_xor", 0x27, 0),
        ("DW_OP_eq", 0x29, 0),
        ("DW_OP_ge", 0x2a, 0),
        ("DW_OP_gt", 0x2b, 0),
        ("DW_OP_le", 0x2c, 0),
        ("DW_OP_lt", 0x2d, 0),
        ("DW_OP_ne", 0x2e, 0),
        ("DW_OP_lit0", 0x30, 0),
        ("DW_OP_regx", 0x90, 1),
        ("DW_OP_bregx", 0x92, 2),
        ("DW_OP_deref_size", 0x94, 1),
        ("DW_OP_push_object_address", 0x97, 0),
        ("DW_OP_stack_value", STACK_VALUE, 0),
        ("DW_OP_LLVM_fragment", FRAGMENT, 2),
        ("DW_OP_LLVM_convert", 0x1001, 2),
        ("DW_OP_LLVM_tag_offset", 0x1002, 1),
        ("DW_OP_LLVM_entry_value", ENTRY_VALUE, 1),
        ("DW_OP_LLVM_implicit_pointer", 0x1004, 0),
        ("DW_OP_LLVM_arg", ARGUMENT, 1),
        ("DW_OP_LLVM_extract_bits_sext", 0x1006, 2),
        ("DW_OP_LLVM_extract_bits_zext", 0x1007, 2),
    ];

    /// `operator` has `operands` operands.
    struct Operator(u64, u32);

    Operator(operator, operands) <- OPERATORS(_, operator, operands);

    Operator(operator, 0) <- for operator in REGISTER..BASE_REGISTER;

    Operator(operator, 1) <- for operator in BASE_REGISTER..BASE_REGISTER + 32;

    /// The element of `expression` at `position` is printed as `text`.
    struct Word(MetadataId, u32, Text);

    Word(expression, position, text) <-
        metadata { metadata: expression, kind: MetadataKind::Expression },
        metadata_field { metadata: expression, field, text },
        let Ok(position) = module.text(field).parse::<u32>();

    /// The element of `expression` at `position` is `element`. LLVM prints operators by name only
    /// if the expression is well-formed.
    struct Element(MetadataId, u32, u64);

    Element(expression, position, element) <-
        Word(expression, position, text),
        OPERATORS(name, element, _),
        (name == module.text(text));

    Element(expression, position, element) <-
        Word(expression, position, text),
        let Some(element) = number(module.text(text));

    // The meaning of other names is not needed.
    Element(expression, position, u64::MAX) <-
        Word(expression, position, text),
        (number(module.text(text)).is_none()),
        !OPERATORS(module.text(text), _, _);

    /// `expression` has `length` elements.
    struct Length(MetadataId, u32);

    Length(expression, length) <-
        Word(expression, position, _),
        let length = position + 1,
        !Word(expression, length, _);

    /// The element at `position` of `expression`, which must be an operator, is `operator`.
    struct At(MetadataId, u32, u64);

    At(expression, 0, operator) <- Element(expression, 0, operator);

    At(expression, next, following) <-
        At(expression, position, operator),
        (!is_final(operator)),
        Operator(operator, operands),
        let next = position + 1 + operands,
        Element(expression, next, following);

    violation(OPERATOR_UNKNOWN, expression, Detail::Number(position.into())) <-
        At(expression, position, operator),
        !Operator(operator, _);

    violation(OPERAND_MISSING, expression, Detail::Number(position.into())) <-
        At(expression, position, operator),
        Operator(operator, operands),
        Length(expression, length),
        (position + 1 + operands > length);

    violation(OPERATOR_MISPLACED, expression, Detail::Number(position.into())) <-
        At(expression, position, FRAGMENT),
        Length(expression, length),
        (position + 3 < length);

    violation(OPERATOR_MISPLACED, expression, Detail::Number(position.into())) <-
        At(expression, position, STACK_VALUE),
        Element(expression, position + 1, following),
        (following != FRAGMENT);

    violation(OPERATOR_MISPLACED, expression, Detail::Number(0)) <-
        At(expression, 0, SWAP),
        Length(expression, 1);

    /// An entry value is allowed at `position` of `expression`.
    struct Entry(MetadataId, u32);

    Entry(expression, 0) <- At(expression, 0, ENTRY_VALUE);

    Entry(expression, 2) <-
        At(expression, 2, ENTRY_VALUE),
        At(expression, 0, ARGUMENT),
        Element(expression, 1, 0);

    violation(OPERATOR_MISPLACED, expression, Detail::Number(position.into())) <-
        At(expression, position, ENTRY_VALUE),
        !Entry(expression, position);

    violation(OPERATOR_MISPLACED, expression, Detail::Number(position.into())) <-
        At(expression, position, ENTRY_VALUE),
        Element(expression, position + 1, registers),
        (registers != 1);
}

/// The value of an element that is printed as a number or as a register operator.
fn number(text: &str) -> Option<u64> {
    let register = |prefix| text.strip_prefix(prefix)?.parse::<u64>().ok();
    let plain = text.parse().ok();
    plain
        .or_else(|| Some(REGISTER + register("DW_OP_reg")?))
        .or_else(|| Some(BASE_REGISTER + register("DW_OP_breg")?))
}

/// Whether LLVM ignores everything that follows the operator, because it must be last or is a
/// register operator.
fn is_final(operator: u64) -> bool {
    matches!(operator, FRAGMENT | ENTRY_VALUE | REGISTER..0x90)
}

//! Expressions: operators with their operands, one after the other.
//!
//! **Scope: module.** There are few different expressions.

use facts_schema::{EntityId, Facts, MetadataId, MetadataKind};
use rustc_hash::FxBuildHasher;

use super::visited;
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Crepe, Element, Length, Operator};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { DebugInfo "debug-info";
    /// The operators of an expression are those that LLVM knows.
    ///
    /// They are a part of DWARF's, and a few of LLVM's own.
    deny OPERATOR_UNKNOWN: "DBG070" "expression-operator-unknown" {
        message: "the element {detail} of the expression `{subject}` is no operator that LLVM knows",
        reference: "LangRef, DIExpression",
        checks: ["visitDIExpression: invalid expression"],
    }

    /// Each operator of an expression has all its operands.
    ///
    /// They are the elements that follow it.
    deny OPERAND_MISSING: "DBG071" "expression-operand-missing" {
        message: "the operator at element {detail} of the expression `{subject}` lacks an operand",
        reference: "LangRef, DIExpression",
        checks: ["visitDIExpression: invalid expression"],
    }

    /// In an expression, `DW_OP_LLVM_fragment` is last, `DW_OP_stack_value` is last but for it,
    /// `DW_OP_swap` is not alone, and `DW_OP_LLVM_entry_value, 1` is first or follows
    /// `DW_OP_LLVM_arg, 0`.
    ///
    /// The first two say what the value is that has been computed; the last one takes a register as
    /// it was on entry, and nothing that has been computed.
    deny OPERATOR_MISPLACED: "DBG072" "expression-operator-misplaced" {
        message: "the operator at element {detail} of the expression `{subject}` cannot stand there",
        reference: "LangRef, DIExpression",
        checks: ["visitDIExpression: invalid expression"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let mut program = Crepe::new();
    let mut lengths: Vec<Length> = Vec::new();
    for row in facts.metadata_field.iter().filter(|row| is_expression(facts, row.metadata)) {
        let Ok(position) = context.text(row.field).parse() else { continue };
        program.extend([Element(row.metadata, position, element(context.text(row.text)))]);
        match lengths.last_mut() {
            Some(Length(last, length)) if *last == row.metadata => *length += 1,
            _ => lengths.push(Length(row.metadata, 1)),
        }
    }
    if lengths.is_empty() {
        return Vec::new();
    }
    program.extend(lengths);
    program.extend(operators());
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    visited::only(facts, broken.into_iter().map(Violation::from).collect())
}

fn is_expression(facts: &Facts, node: MetadataId) -> bool {
    let row = facts.metadata.get(node.index());
    row.is_some_and(|row| row.kind == MetadataKind::Expression)
}

/// The operators that LLVM knows: name, number, and how many operands follow. Those for registers
/// are apart.
const OPERATORS: &[(&str, u64, u32)] = &[
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

const SWAP: u64 = 0x16;
const REGISTER: u64 = 0x50;
const BASE_REGISTER: u64 = 0x70;
const STACK_VALUE: u64 = 0x9f;
const FRAGMENT: u64 = 0x1000;
const ENTRY_VALUE: u64 = 0x1003;
const ARGUMENT: u64 = 0x1005;

/// An element as a number. LLVM writes operators by their names, but only where the expression is
/// well-formed; the names of other elements do not matter.
fn element(text: &str) -> u64 {
    let number = |prefix| text.strip_prefix(prefix)?.parse::<u64>().ok();
    let named = OPERATORS.iter().find(|(name, ..)| *name == text).map(|(_, number, _)| *number);
    let register = || Some(REGISTER + number("DW_OP_reg")?);
    let base_register = || Some(BASE_REGISTER + number("DW_OP_breg")?);
    let plain = || text.parse().ok();
    named.or_else(register).or_else(base_register).or_else(plain).unwrap_or(u64::MAX)
}

fn operators() -> impl Iterator<Item = Operator> {
    let others = OPERATORS.iter().map(|(_, number, operands)| Operator(*number, *operands));
    let registers = (REGISTER..REGISTER + 32).map(|number| Operator(number, 0));
    let base_registers = (BASE_REGISTER..BASE_REGISTER + 32).map(|number| Operator(number, 1));
    others.chain(registers).chain(base_registers)
}

/// Whether LLVM looks at nothing that follows: the operator is to be last, or names a register.
fn is_final(operator: u64) -> bool {
    matches!(operator, FRAGMENT | ENTRY_VALUE | REGISTER..0x90)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// The element of `expression` at `position` is `element`.
        pub struct Element(pub MetadataId, pub u32, pub u64);

        @input
        /// `expression` has `length` elements.
        pub struct Length(pub MetadataId, pub u32);

        @input
        /// `operator` takes `operands` operands.
        pub struct Operator(pub u64, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // At `position` of `expression` stands what has to be an operator, `operator`.
        struct At(MetadataId, u32, u64);

        At(expression, 0, operator) <- Element(expression, 0, operator);

        At(expression, next, following) <-
            At(expression, position, operator),
            (!is_final(operator)),
            Operator(operator, operands),
            let next = position + 1 + operands,
            Element(expression, next, following);

        struct Known(u64);

        Known(operator) <- Operator(operator, _);

        Broken(OPERATOR_UNKNOWN, Subject::Metadata(expression), Detail::Number(position.into())) <-
            At(expression, position, operator),
            !Known(operator);

        Broken(OPERAND_MISSING, Subject::Metadata(expression), Detail::Number(position.into())) <-
            At(expression, position, operator),
            Operator(operator, operands),
            Length(expression, length),
            (position + 1 + operands > length);

        Broken(OPERATOR_MISPLACED, Subject::Metadata(expression), Detail::Number(position.into())) <-
            At(expression, position, FRAGMENT),
            Length(expression, length),
            (position + 3 < length);

        Broken(OPERATOR_MISPLACED, Subject::Metadata(expression), Detail::Number(position.into())) <-
            At(expression, position, STACK_VALUE),
            Element(expression, position + 1, following),
            (following != FRAGMENT);

        Broken(OPERATOR_MISPLACED, Subject::Metadata(expression), Detail::Number(0)) <-
            At(expression, 0, SWAP),
            Length(expression, 1);

        // An entry value at `position` of `expression` is where it may be.
        struct Entry(MetadataId, u32);

        Entry(expression, 0) <- At(expression, 0, ENTRY_VALUE);

        Entry(expression, 2) <-
            At(expression, 2, ENTRY_VALUE),
            At(expression, 0, ARGUMENT),
            Element(expression, 1, 0);

        Broken(OPERATOR_MISPLACED, Subject::Metadata(expression), Detail::Number(position.into())) <-
            At(expression, position, ENTRY_VALUE),
            !Entry(expression, position);

        Broken(OPERATOR_MISPLACED, Subject::Metadata(expression), Detail::Number(position.into())) <-
            At(expression, position, ENTRY_VALUE),
            Element(expression, position + 1, registers),
            (registers != 1);
    }
}

violation_from! { Broken }

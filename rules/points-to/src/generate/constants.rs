//! The constants that are described by their parts: all expressions, and those aggregates and vectors that are
//! used.
//!
//! **Scope: module.**

use facts_schema::ValueId;
use rules_macros::datalog;

use super::source::Source;

datalog! { module;
    @context source: &'a Source<'a>;

    @input
    /// `value` is a source of pointers in some function.
    struct Used(ValueId);

    @output
    /// `constant` can hold a pointer, and is described by its operands or elements.
    struct Constant(ValueId);

    Constant(constant) <- constant_expression { constant }, (source.holds(constant));

    Constant(value) <- Used(value), (source.is_aggregate(value));

    Constant(operand) <-
        Constant(constant),
        constant_operand { constant, operand },
        (source.is_aggregate(operand));

    Constant(element) <-
        Constant(constant),
        constant_element { constant, element },
        (source.is_aggregate(element));
}

//! Undefined behavior in every execution that comes to an instruction.
//!
//! **Scope: function.**

use facts_schema::{Opcode, UbCause, ValueId, ValueKind, Word};
use rules::{Detail, Rule, Violation, rules};

use crate::control::Place;
use crate::function::Function;
use crate::module::Module;
use program::{Broken, Literal, Program, Undefined};

rules! { UndefinedBehavior "undefined-behavior";
    /// No branch or switch is decided by undef or poison.
    ///
    /// Which way it would go is not defined, and so the whole execution has no defined behavior. If the
    /// value may be anything on purpose, `freeze` it.
    deny BRANCH: "UND001" "branch-on-undefined" {
        message: "`{opcode}` is decided by {detail}, which is undefined behavior",
        reference: "LangRef, br, switch and indirectbr; LLVM's manual of undefined behavior",
        checks: [],
    }

    /// Nothing is read, written or called through null, undef or poison.
    ///
    /// Null is an address in functions with the attribute `null_pointer_is_valid` and in address spaces
    /// other than 0.
    deny ACCESS: "UND002" "access-through-undefined" {
        message: "`{opcode}` goes through {detail}, which is undefined behavior",
        reference: "LangRef, load and store; LLVM's manual of undefined behavior",
        checks: [],
    }

    /// No integer is divided by zero, undef or poison, and the least integer not by -1.
    ///
    /// Undef may be zero. A division is undefined behavior at once, because most processors trap; so it
    /// must not be moved in front of the test of its divisor.
    deny DIVISION: "UND003" "undefined-division" {
        message: "`{opcode}` by {detail} is undefined behavior",
        reference: "LangRef, udiv, sdiv, urem and srem; LLVM's manual of undefined behavior",
        checks: [],
    }

    /// No undef or poison is passed as an argument that is `noundef` or `dereferenceable`.
    ///
    /// The function may count on the value. A function that does not use it should not say `noundef`.
    deny ARGUMENT: "UND004" "undefined-argument" {
        message: "{detail} is passed as an argument that must be defined, which is undefined behavior",
        reference: "LangRef, Parameter Attributes, noundef",
        checks: [],
    }

    /// No undef or poison is returned as a result that is `noundef` or `dereferenceable`.
    ///
    /// Callers count on the value.
    deny RETURN: "UND005" "undefined-result" {
        message: "{detail} is returned, but the result must be defined: that is undefined behavior",
        reference: "LangRef, Parameter Attributes, noundef",
        checks: [],
    }

    /// No select is decided by poison, where the semantics of select say that this is undefined
    /// behavior.
    ///
    /// LLVM's own semantics say that the result is poison; two of the alternatives that were weighed for
    /// it say that it is undefined behavior, as of a branch. `--select-semantics` chooses.
    deny SELECT: "UND006" "select-on-undefined" {
        message: "`select` is decided by {detail}, which is undefined behavior in these semantics",
        reference: "Azevedo 2020, table 2.1",
        checks: [],
    }

    /// What is assumed is not false.
    ///
    /// `llvm.assume` promises the optimizer that a condition holds. A promise that never holds makes the
    /// code around it undefined; if the code is never reached, `unreachable` says so.
    deny ASSUMPTION: "UND008" "false-assumption" {
        message: "`{operand}` is assumed to be true, which is undefined behavior",
        reference: "LangRef, llvm.assume",
        checks: [],
    }

    /// A placeholder in a test does not make it undefined.
    ///
    /// Undef, poison and null are often written where the value does not matter, above all by tools that
    /// reduce tests. Where that is undefined behavior, every transformation of the test is correct, and
    /// nothing can be learned from it. Add an argument to the function, and use it in place of the
    /// constant.
    warn PLACEHOLDER: "UND007" "undefined-placeholder" {
        message: "`{operand}` as an operand of `{opcode}` is undefined behavior: if any value will do, use a new argument of the function",
        reference: "LLVM's manual of undefined behavior, Writing Tests Without Undefined Behavior",
        checks: [],
    }
}

pub(super) fn violations(module: &Module, function: &Function) -> Vec<Violation> {
    let definite = function.definite().into_iter();
    let definite: Vec<Undefined> = definite
        .filter_map(|found| {
            let block = function.control.block(found.at)?;
            let row = function.control.rows().get(found.at.position() as usize)?;
            let is_reached = function.control.is_reachable(block);
            let use_of = match (row.opcode, found.cause) {
                (Opcode::Call, UbCause::Zero) => Usage::Assumption,
                _ => usage(module, row.opcode, found.part.value, row.instruction),
            };
            is_reached.then_some(Undefined(found.at, found.part.value, found.cause, use_of))
        })
        .collect();
    if definite.is_empty() {
        return Vec::new();
    }
    let is_literal = |value: ValueId| {
        let kind = module.kind(value);
        matches!(kind, ValueKind::Undef | ValueKind::Poison | ValueKind::NullPointer)
    };
    let mut program = Program::new();
    let literals = definite.iter().map(|row| row.1).filter(|&value| is_literal(value));
    program.extend(literals.map(Literal));
    program.extend(definite);
    let (broken,) = program.run();
    let violation = |Broken(rule, at, value, cause)| {
        let subject = super::operand(module, function, at, value)?;
        Some(Violation { subject, rule, detail: Detail::Word(words(cause)) })
    };
    broken.into_iter().filter_map(violation).collect()
}

/// What an instruction uses an operand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Usage {
    Branch,
    Address,
    Divisor,
    Argument,
    Result,
    Condition,
    Assumption,
}

fn usage(
    module: &Module,
    opcode: Opcode,
    value: ValueId,
    instruction: facts_schema::InstructionId,
) -> Usage {
    match opcode {
        Opcode::Br | Opcode::Switch | Opcode::IndirectBr => Usage::Branch,
        Opcode::Ret => Usage::Result,
        Opcode::Select => Usage::Condition,
        Opcode::UDiv | Opcode::SDiv | Opcode::URem | Opcode::SRem => Usage::Divisor,
        Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
            let call = module.index.call_instruction.first(instruction);
            let is_callee = call.is_some_and(|call| call.callee == value);
            if is_callee { Usage::Address } else { Usage::Argument }
        }
        _ => Usage::Address,
    }
}

fn words(cause: UbCause) -> &'static str {
    match cause {
        UbCause::Overflow => "-1 of the least integer",
        UbCause::Null => "a null pointer",
        cause => cause.as_str(),
    }
}

mod program {
    use super::*;
    use rules_macros::datalog;

    datalog! { rows;
        @input
        /// `Undefined(at, value, cause, usage)`: the instruction at `at` has undefined behavior, because
        /// `value`, which it uses so, is what `cause` says.
        struct Undefined(Place, ValueId, UbCause, Usage);

        @input
        /// The value is written as undef, poison or null.
        struct Literal(ValueId);

        @output
        struct Broken(Rule, Place, ValueId, UbCause);

        Broken(BRANCH, at, value, cause) <- Undefined(at, value, cause, Usage::Branch);

        Broken(ACCESS, at, value, cause) <- Undefined(at, value, cause, Usage::Address);

        Broken(DIVISION, at, value, cause) <- Undefined(at, value, cause, Usage::Divisor);

        Broken(ARGUMENT, at, value, cause) <- Undefined(at, value, cause, Usage::Argument);

        Broken(RETURN, at, value, cause) <- Undefined(at, value, cause, Usage::Result);

        Broken(SELECT, at, value, cause) <- Undefined(at, value, cause, Usage::Condition);

        Broken(ASSUMPTION, at, value, cause) <- Undefined(at, value, cause, Usage::Assumption);

        Broken(PLACEHOLDER, at, value, cause) <- Undefined(at, value, cause, _), Literal(value);
    }
}

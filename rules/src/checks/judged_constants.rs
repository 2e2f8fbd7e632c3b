//! The constants that LLVM's verifier visits.
//!
//! The verifier visits the constants in initialisers, aliases and operands of instructions. It does
//! not visit prefix data, prologue data, personalities and metadata.

use facts_schema::view::Scope;
use facts_schema::{Opcode, ValueId};
use rules_macros::datalog;

/// The constants that LLVM's verifier visits, restricted to those that the rules check and to the
/// constants that contain them.
pub(super) fn judged_constants(scope: Scope) -> Vec<ValueId> {
    let (judged,) = program::run(Scope::module(scope.whole()));
    judged.into_iter().map(|program::Judged(constant)| constant).collect()
}

datalog! { module;
    /// The opcodes of the constant expressions that the rules check.
    const JUDGED(Opcode) = [Opcode::BitCast, Opcode::PtrToAddr];

    /// Rules check `constant`, or a constant that it contains.
    struct InQuestion(ValueId);

    InQuestion(constant) <- constant_expression { constant, opcode }, JUDGED(opcode);

    InQuestion(constant) <- ptrauth { constant };

    InQuestion(user) <- PartOf(_, user);

    /// `constant`, one of `InQuestion`, is an operand of `user`.
    struct PartOf(ValueId, ValueId);

    PartOf(constant, user) <- InQuestion(constant), constant_use { constant, user };

    @output
    /// `constant` is one of `InQuestion`, and LLVM's verifier visits it.
    struct Judged(ValueId);

    Judged(constant) <- global_initializer { initializer: constant }, InQuestion(constant);

    Judged(constant) <- alias { aliasee: constant }, InQuestion(constant);

    Judged(constant) <- InQuestion(constant), value_use { value: constant };

    Judged(constant) <- Judged(user), PartOf(constant, user);
}

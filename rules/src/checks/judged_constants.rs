//! Which constants LLVM's verifier looks at.
//!
//! It walks the constants that initializers, aliases and the operands of instructions consist of. It
//! does not look at prefix and prologue data, personalities and metadata.

use facts_schema::view::Scope;
use facts_schema::{Opcode, ValueId};
use rules_macros::datalog;

/// The constants that LLVM's verifier looks at, among those that rules judge.
pub(super) fn judged_constants(scope: Scope) -> Vec<ValueId> {
    let (judged,) = program::run(Scope::module(scope.whole()));
    judged.into_iter().map(|program::Judged(constant)| constant).collect()
}

datalog! { module;
    /// Rules judge the constant expressions with these opcodes.
    const JUDGED(Opcode) = [Opcode::BitCast, Opcode::PtrToAddr];

    /// Rules judge `constant` or a part of it.
    struct InQuestion(ValueId);

    InQuestion(constant) <- constant_expression { constant, opcode }, JUDGED(opcode);

    InQuestion(constant) <- ptrauth { constant };

    InQuestion(user) <- PartOf(_, user);

    /// `constant`, which is in question, is a part of `user`.
    struct PartOf(ValueId, ValueId);

    PartOf(constant, user) <- InQuestion(constant), constant_use { constant, user };

    @output
    /// LLVM's verifier looks at `constant`, which is in question.
    struct Judged(ValueId);

    Judged(constant) <- global_initializer { initializer: constant }, InQuestion(constant);

    Judged(constant) <- alias { aliasee: constant }, InQuestion(constant);

    Judged(constant) <- InQuestion(constant), value_use { value: constant };

    Judged(constant) <- Judged(user), PartOf(constant, user);
}

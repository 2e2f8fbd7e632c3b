//! The constants that LLVM's verifier visits.
//!
//! The verifier visits the constants in initialisers, aliases and operands of instructions. It does
//! not visit prefix data, prologue data, personalities and metadata.

use facts_schema::view::Scope;
use facts_schema::{Opcode, ValueId};
use rules_macros::datalog;

/// The constants that LLVM's verifier visits, restricted to those that the rules check and to the
/// constants that contain them.
pub(super) fn visited_constants(scope: Scope) -> Vec<ValueId> {
    let (visited,) = program::run(Scope::module(scope.whole()));
    visited.into_iter().map(|program::Visited(constant)| constant).collect()
}

datalog! { module;
    /// The opcodes of the constant expressions that the rules check.
    const CHECKED(Opcode) = [Opcode::BitCast, Opcode::PtrToAddr];

    /// Rules check `constant`, or a constant that it contains.
    struct Checked(ValueId);

    Checked(constant) <- constant_expression { constant, opcode }, CHECKED(opcode);

    Checked(constant) <- ptrauth { constant };

    Checked(user) <- PartOf(_, user);

    /// `constant`, one of `Checked`, is an operand of `user`.
    struct PartOf(ValueId, ValueId);

    PartOf(constant, user) <- Checked(constant), constant_use { constant, user };

    @output
    /// `constant` is one of `Checked`, and LLVM's verifier visits it.
    struct Visited(ValueId);

    Visited(constant) <- global_initializer { initializer: constant }, Checked(constant);

    Visited(constant) <- alias { aliasee: constant }, Checked(constant);

    Visited(constant) <- Checked(constant), value_use { value: constant };

    Visited(constant) <- Visited(user), PartOf(constant, user);
}

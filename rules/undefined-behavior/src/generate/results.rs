//! The results of instructions as the programs derive them, before values are divided into parts.

use std::iter::Peekable;
use std::vec;

use facts_schema::view::Scope;
use facts_schema::{DeferredReason, FunctionId, InstructionId, ValueId};

use super::Builder;
use super::body::Possible;
use super::{calls, operations, parts};
use crate::control::ProgramPoint;
use crate::parts::Part;
use crate::rows::{How, Incoming};
use crate::semantics::Deferred;

/// Declares the relations that programs derive, together with their rows.
macro_rules! results {
    ($(
        $(#[doc = $doc:literal])*
        $row:ident($($column:ty),*) in $rows:ident by $key:expr,
    )*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Clone, Copy)]
            pub(super) struct $row($(pub $column),*);

            impl Extend<$row> for Unordered {
                fn extend<I: IntoIterator<Item = $row>>(&mut self, rows: I) {
                    self.$rows.extend(rows);
                }
            }
        )*

        /// The derived rows about the results of a function, in the order of derivation.
        #[derive(Default)]
        struct Unordered {
            $($rows: Vec<$row>,)*
        }

        /// The derived rows about the results of a function.
        pub(super) struct Results {
            $(
                $(#[doc = $doc])*
                $rows: Ordered<$row>,
            )*
        }

        impl Unordered {
            /// The same in the order of the instructions.
            fn sorted(mut self) -> Results {
                $(self.$rows.sort_by_key($key);)*
                Results { $($rows: self.$rows.into_iter().peekable(),)* }
            }
        }
    };
}

results! {
    /// The result of the instruction is computed from `operand`, whose value is taken at the place.
    Passes(InstructionId, ValueId, ProgramPoint, How) in passes by |row| row.0,

    /// `Moves(instruction, from, to, at, how)`: the part `to` of the result is computed from `from`.
    Moves(InstructionId, Part, Part, ProgramPoint, How) in moves by |row| (row.0, row.2),

    /// The result of the instruction may be of this kind for this reason, independent of its operands.
    Creates(InstructionId, Deferred, DeferredReason, Possible) in creates by |row| row.0,

    /// The part of the result of the instruction with this number is always poison, for this reason.
    Lacks(InstructionId, u16, DeferredReason) in lacks by |row| row.0,

    /// The result of the instruction is well defined; otherwise there was undefined behaviour before.
    Sealed(InstructionId) in sealed by |row| row.0,

    /// The result of the instruction is the result of this function.
    Comes(InstructionId, FunctionId) in comes by |row| row.0,
}

/// Rows in the order of the instructions. Each row is consumed once.
type Ordered<R> = Peekable<vec::IntoIter<R>>;

/// Takes the rows about `instruction`, and drops those about instructions before it.
fn about<R>(
    rows: &mut Ordered<R>,
    instruction: InstructionId,
    of: impl Fn(&R) -> InstructionId + Copy,
) -> impl Iterator<Item = R> {
    while rows.next_if(|row| of(row) < instruction).is_some() {}
    std::iter::from_fn(move || rows.next_if(|row| of(row) == instruction))
}

impl Builder<'_, '_> {
    /// The derived rows about the results of the function.
    pub(super) fn results(&self) -> Results {
        let scope = Scope::function(&self.module.index, self.function);
        let mut results = Unordered::default();
        operations::program::run(scope, self.body(), &mut results);
        parts::program::run(scope, self.body(), &mut results);
        calls::program::run(scope, self.body(), &mut results);
        results.sorted()
    }

    /// Adds the rows of `result`, which `instruction` computes.
    pub(super) fn result(
        &mut self,
        instruction: InstructionId,
        result: ValueId,
        said: &mut Results,
    ) {
        for Passes(_, operand, at, how) in about(&mut said.passes, instruction, |row| row.0) {
            self.pass(operand, result, at, how);
        }
        for Moves(_, from, to, at, how) in about(&mut said.moves, instruction, |row| row.0) {
            self.pass_part(from, to, at, how);
        }
        for Creates(_, kind, reason, possible) in about(&mut said.creates, instruction, |row| row.0)
        {
            self.creates(result, kind, reason, possible);
        }
        for Lacks(_, number, reason) in about(&mut said.lacks, instruction, |row| row.0) {
            let part = Part::new(result, number);
            self.source(part, Deferred::Poison, reason);
            self.rows.always.push((part, Deferred::Poison));
        }
        for Sealed(_) in about(&mut said.sealed, instruction, |row| row.0) {
            self.seal(result);
        }
        for Comes(_, callee) in about(&mut said.comes, instruction, |row| row.0) {
            let incoming = |part: Part| (part, Incoming::Returned(callee, part.number));
            self.rows.incoming.extend(self.module.parts_of(result).map(incoming));
        }
    }

    /// Adds that `result` may be of this kind itself.
    pub(super) fn creates(
        &mut self,
        result: ValueId,
        kind: Deferred,
        reason: DeferredReason,
        possible: Possible,
    ) {
        if possible != Possible::Never {
            self.all_parts(result, kind, reason);
        }
        if possible == Possible::Always {
            let parts = self.module.parts_of(result);
            self.rows.always.extend(parts.map(|part| (part, kind)));
        }
    }
}

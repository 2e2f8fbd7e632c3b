//! The results of calls, and the computations of intrinsics.
//!
//! **Scope: function.**

use facts_schema::{DeferredReason, FunctionId, InstructionFlag, InstructionId, ValueId};
use rules_macros::datalog;

use super::body::{Body, Possible};
use super::results::{Comes, Creates, Passes, Sealed};
use crate::control::ProgramPoint;
use crate::module::Promise;
use crate::programs::intrinsics::Computation;
use crate::rows::How;
use crate::semantics::Deferred;

impl Body<'_> {
    /// The promises of `call` and of the function that it calls for the result.
    fn result_promise(self, call: InstructionId, callee: ValueId) -> Promise {
        self.module.call_result(call, self.module.function(callee))
    }

    /// The argument that `call` returns, if it is known to return one.
    fn returned_argument(self, call: InstructionId, callee: ValueId) -> Option<ValueId> {
        let callee = self.module.function(callee);
        let mut arguments = self.module.index.call_argument.all(call).iter();
        let is_returned =
            |position| self.module.call_argument(call, callee, position).has(Promise::RETURNED);
        arguments.find(|row| is_returned(row.position)).map(|row| row.argument)
    }

    /// Whether `amount`, by which `call` shifts, is less than the width.
    fn stays_in_width(self, call: InstructionId, amount: ValueId) -> bool {
        let amount = self.ranges_at(amount, self.place(call));
        amount.is_some_and(|amount| amount.unsigned.high < amount.width.into())
    }
}

datalog! { functions;
    @context known: Body<'a>;

    /// The flags that make results poison.
    const FLAGS(InstructionFlag, DeferredReason) = [
        (InstructionFlag::Nnan, DeferredReason::Nnan),
        (InstructionFlag::Ninf, DeferredReason::Ninf),
    ];

    /// Computations that do not depend on all arguments.
    const SELECTIVE(Computation) = [Computation::Defined, Computation::First];

    @output Passes(InstructionId, ValueId, ProgramPoint, How);

    @output Creates(InstructionId, Deferred, DeferredReason, Possible);

    @output Sealed(InstructionId);

    @output Comes(InstructionId, FunctionId);

    /// The result of `call`, which calls `callee`, has this promise.
    struct Said(InstructionId, ValueId, Promise);

    Said(call, callee, known.result_promise(call, callee)) <-
        call_instruction { instruction: call, callee },
        instruction_result { instruction: call };

    Sealed(call) <- Said(call, _, said), (said.is_well_defined());

    /// There is no promise that the result of `call`, which calls `callee`, is well defined.
    struct Open(InstructionId, ValueId);

    Open(call, callee) <- Said(call, callee, said), (!said.is_well_defined());

    Creates(call, Deferred::Poison, reason, Possible::Maybe) <-
        Open(call, _),
        instruction_flag { instruction: call, flag },
        FLAGS(flag, reason);

    Creates(call, Deferred::Poison, DeferredReason::Attribute, Possible::Maybe) <-
        Open(call, callee),
        Said(call, callee, said),
        (said.has(Promise::CHECKED));

    /// `call` returns `argument`.
    struct Returns(InstructionId, ValueId);

    Returns(call, argument) <-
        Open(call, callee),
        let Some(argument) = known.returned_argument(call, callee);

    Passes(call, argument, known.place(call), How::Moves) <- Returns(call, argument);

    /// The result of `call` depends on the behaviour of `callee`.
    struct Runs(InstructionId, ValueId);

    Runs(call, callee) <- Open(call, callee), !Returns(call, _);

    // Intrinsics.

    /// `call` calls an intrinsic with this computation.
    struct Computes(InstructionId, Computation);

    Computes(call, computation) <-
        Runs(call, callee),
        value_function { value: callee, function },
        let Some(computation) = known.computation(function);

    Passes(call, argument, known.place(call), How::Moves) <-
        Computes(call, Computation::First),
        call_argument { instruction: call, position: 0, argument };

    Passes(call, argument, known.place(call), How::Strict) <-
        Computes(call, computation),
        !SELECTIVE(computation),
        call_argument { instruction: call, argument };

    /// An argument of `call` makes its result defined if the others are.
    struct IsTotal(InstructionId);

    IsTotal(call) <-
        Computes(call, computation),
        let Computation::UnlessFlag(position) = computation,
        call_argument { instruction: call, position, argument: flag },
        (known.is_zero(flag));

    IsTotal(call) <-
        Computes(call, computation),
        let Computation::ShiftBy(position) = computation,
        call_argument { instruction: call, position, argument: amount },
        (known.stays_in_width(call, amount));

    Creates(call, Deferred::Poison, DeferredReason::Intrinsic, Possible::Maybe) <-
        Computes(call, computation),
        let Computation::UnlessFlag(_) = computation,
        !IsTotal(call);

    Creates(call, Deferred::Poison, DeferredReason::ShiftAmount, Possible::Maybe) <-
        Computes(call, computation),
        let Computation::ShiftBy(_) = computation,
        !IsTotal(call);

    // Functions.

    /// The result of `call` is the result of this function.
    Comes(call, function) <-
        Runs(call, callee),
        !value_intrinsic { value: callee },
        value_function { value: callee, function },
        (known.runs_as_defined(function)),
        call_instruction { instruction: call, function_type },
        function { function, function_type };

    // Nothing is known about the results of other functions.
    Creates(call, kind, DeferredReason::Call, Possible::Maybe) <-
        Runs(call, _),
        !Computes(call, _),
        !Comes(call, _),
        for kind in Deferred::ALL;
}

//! The regions of convergence tokens: how they nest in each other and in cycles.
//!
//! Only reachable code is checked.

use facts_schema::view::Scope;
use facts_schema::{BlockId, InstructionId};
use rules_macros::datalog;

use crate::cycles;
use crate::rule::rules;

rules! { Convergence "convergence";
    /// The regions of convergence tokens are properly nested: after an outer token is used, inner
    /// tokens are no longer used.
    ///
    /// The region of a token extends from its definition to its uses. Threads that converge again
    /// on an outer token have left the inner region.
    deny NOT_NESTED: "CNV008" "convergence-regions-overlap" {
        message: "the token of `{detail}` is used after a token that was defined before it",
        reference: "Convergence And Uniformity, Static Rules",
        checks: [],
    }

    /// A convergence token from outside a cycle is used in the cycle only by `convergence.loop`.
    ///
    /// Each iteration can have a different set of threads, which `convergence.loop` defines.
    deny USE_IN_CYCLE: "CNV009" "convergence-token-in-cycle" {
        message: "the token of `{detail}` is from outside this cycle, in which only `convergence.loop` may use it",
        reference: "Convergence And Uniformity, Static Rules",
        checks: [],
    }

    /// A `convergence.loop` that uses a token from outside a cycle is in the header of the cycle,
    /// and the header dominates the cycle.
    ///
    /// It is the *heart* of the cycle, where the threads of an iteration converge, so every
    /// iteration must execute it.
    deny HEART: "CNV010" "convergence-heart-not-in-header" {
        message: "this `convergence.loop` is not in a header that is the only entry of its cycle",
        reference: "Convergence And Uniformity, Static Rules",
        checks: [],
    }

    /// A cycle has at most one heart, a `convergence.loop` that uses a token from outside the
    /// cycle.
    ///
    /// The heart defines the iterations of the cycle.
    deny TWO_HEARTS: "CNV011" "convergence-two-hearts" {
        message: "`{detail}` is another heart of the same cycle",
        reference: "Convergence And Uniformity, Static Rules",
        checks: [],
    }
}

datalog! { functions with operand_bundle;
    const INTRINSICS(&'static str) = [
        "llvm.experimental.convergence.entry",
        "llvm.experimental.convergence.anchor",
        "llvm.experimental.convergence.loop",
    ];

    /// `block` is in the cycle with the header `header`.
    @input struct Contains(BlockId, BlockId) = cycles_around_blocks;

    /// `successor` is a successor of `block`, and follows it in reverse post-order.
    @input struct Forward(BlockId, BlockId) = forward_edges;

    /// The call `user` uses the token that the call `token` produces.
    struct Takes(InstructionId, InstructionId);

    Takes(user, token) <-
        operand_bundle { instruction: user, position: bundle, tag: "convergencectrl" },
        operand_bundle_input { instruction: user, bundle, value },
        definition { value, instruction: token },
        call_instruction { instruction: token, callee },
        value_intrinsic { value: callee, intrinsic },
        let name = module.text(intrinsic),
        INTRINSICS(name);

    /// `block` is reachable from the entry of the function.
    struct Reachable(BlockId);

    Reachable(entry) <-
        Takes(_, _),
        block { block: entry, position: 0 };

    Reachable(successor) <-
        Reachable(block),
        block_successor { block, successor };

    /// `user` uses the token that `token` produces, and both are reachable.
    struct Uses(InstructionId, InstructionId);

    Uses(user, token) <-
        Takes(user, token),
        instruction { instruction: user, block },
        Reachable(block),
        instruction { instruction: token, block: definition },
        Reachable(definition);

    /// `call`, in `block`, produces or uses a token.
    struct At(InstructionId, BlockId);

    At(user, block) <- Uses(user, _), instruction { instruction: user, block };

    At(token, block) <- Token(token, block);

    /// The call `token`, in `block`, produces a token.
    struct Token(InstructionId, BlockId);

    Token(token, block) <- Uses(_, token), instruction { instruction: token, block };

    /// A path from the entry to `block` avoids `definition`, in which a token is produced.
    struct ReachableWithout(BlockId, BlockId);

    ReachableWithout(definition, entry) <-
        Token(_, definition),
        block { block: entry, position: 0 },
        (entry != definition);

    ReachableWithout(definition, successor) <-
        ReachableWithout(definition, block),
        block_successor { block, successor },
        (successor != definition);

    /// `definition`, in which a token is produced, dominates `block`.
    struct Dominates(BlockId, BlockId);

    Dominates(definition, block) <-
        Token(_, definition),
        Reachable(block),
        !ReachableWithout(definition, block);

    /// `call` is dominated by the definition of `token`.
    struct After(InstructionId, InstructionId);

    After(token, call) <-
        Token(token, block),
        At(call, block),
        (token < call);

    After(token, call) <-
        Token(token, definition),
        At(call, block),
        (block != definition),
        Dominates(definition, block);

    /// `call` ends the region of `token`, because it uses an outer token.
    struct Ends(InstructionId, InstructionId);

    Ends(token, call) <-
        Uses(call, outer),
        After(outer, token),
        Token(token, _),
        After(token, call);

    /// The region of `token` has ended at the end of `block`.
    struct Ended(InstructionId, BlockId);

    Ended(token, block) <- Ends(token, call), At(call, block);

    Ended(token, block) <-
        Ended(token, before),
        Forward(before, block),
        Token(token, definition),
        Dominates(definition, block);

    violation(NOT_NESTED, call, token) <-
        Uses(call, token),
        Ends(token, other),
        At(call, block),
        At(other, block),
        (other < call);

    violation(NOT_NESTED, call, token) <-
        Uses(call, token),
        At(call, block),
        Token(token, definition),
        (block != definition),
        Forward(before, block),
        Ended(token, before);

    /// `call` uses `token` in the cycle `cycle`, which does not contain the definition of `token`.
    struct Enters(InstructionId, InstructionId, BlockId);

    Enters(call, token, cycle) <-
        Uses(call, token),
        At(call, block),
        Contains(block, cycle),
        Token(token, definition),
        !Contains(definition, cycle);

    /// `call` is a call of `convergence.loop`.
    struct Loop(InstructionId);

    Loop(call) <-
        Uses(call, _),
        call_instruction { instruction: call, callee },
        value_intrinsic { value: callee, intrinsic: "llvm.experimental.convergence.loop" };

    violation(USE_IN_CYCLE, call, token) <-
        Enters(call, token, _),
        !Loop(call);

    /// `Enters(call, token, …)` also holds for a cycle that contains `cycle`.
    struct EntersOuter(InstructionId, InstructionId, BlockId);

    EntersOuter(call, token, cycle) <-
        Enters(call, token, cycle),
        Contains(cycle, outer),
        (outer != cycle),
        Enters(call, token, outer);

    /// `call` is a heart of `cycle`, the outermost cycle that contains the call but not the
    /// definition of its token.
    struct CycleHeart(InstructionId, BlockId);

    CycleHeart(call, cycle) <-
        Enters(call, token, cycle),
        Loop(call),
        !EntersOuter(call, token, cycle);

    /// `cycle` has an entry other than its header.
    struct Irreducible(BlockId);

    Irreducible(cycle) <-
        CycleHeart(_, cycle),
        Contains(block, cycle),
        (block != cycle),
        block_predecessor { block, predecessor },
        Reachable(predecessor),
        !Contains(predecessor, cycle);

    violation(HEART, call) <- CycleHeart(call, cycle), !At(call, cycle);

    violation(HEART, call) <- CycleHeart(call, cycle), Irreducible(cycle);

    violation(TWO_HEARTS, call, other) <-
        CycleHeart(call, cycle),
        CycleHeart(other, cycle),
        (call != other);
}

/// The blocks that are in cycles, with the headers of these cycles.
fn cycles_around_blocks(scope: Scope) -> Vec<(BlockId, BlockId)> {
    if has_tokens(scope) { cycles::around_blocks(scope) } else { vec![] }
}

fn forward_edges(scope: Scope) -> Vec<(BlockId, BlockId)> {
    if has_tokens(scope) { cycles::forward_edges(scope) } else { vec![] }
}

/// Whether the module uses convergence tokens. Most operand bundles have other tags, and the cycles
/// are not needed for them.
fn has_tokens(scope: Scope) -> bool {
    scope.find("convergencectrl").is_some()
}

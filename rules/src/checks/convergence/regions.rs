//! The regions in which convergence tokens are used: how they nest in each other, and in cycles.
//!
//! **Scope: function.** Only functions that have tokens are looked at, and in them only what is
//! reachable. The order of the blocks, their dominators and cycles are given to the program as
//! relations.

use facts_schema::{BlockId, BlockSuccessor, EntityId, FunctionId, InstructionId};
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{Control, LOOP};
use crate::bridge::{ByFunction, violation_from};
use crate::checks::context::{Context, Program};
use crate::cycles::Cycles;
use crate::dominance::{Dominance, Place};
use crate::rule::rules;
use crate::violation::{Detail, Subject, Violation};
use program::{
    At, Broken, Crepe, Dominates, Forward, Header, Innermost, IsLoop, Parent, Reducible, Uses,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Convergence "convergence";
    /// The regions of convergence tokens nest: once a token is used, those that were defined after it
    /// are not used any more.
    ///
    /// A token's region goes from its definition to its uses. Threads that meet again as the set of
    /// an outer token have left the inner one.
    deny NOT_NESTED: "CNV008" "convergence-regions-overlap" {
        message: "the token of `{detail}` is used after one that was defined before it",
        reference: "Convergence And Uniformity, Static Rules",
        checks: [],
    }

    /// In a cycle, a token from outside is used by `convergence.loop` only.
    ///
    /// In each round of the cycle the set of threads can be another. Which of them a round has in
    /// common, `convergence.loop` says.
    deny USE_IN_CYCLE: "CNV009" "convergence-token-in-cycle" {
        message: "the token of `{detail}` comes from outside of this cycle, where only `convergence.loop` may use it",
        reference: "Convergence And Uniformity, Static Rules",
        checks: [],
    }

    /// The `convergence.loop` that takes a token into a cycle stands in the header of the cycle, and
    /// the header is the only block by which the cycle is entered.
    ///
    /// It is the *heart* of the cycle, where the threads of a round meet. So each round has to pass
    /// it.
    deny HEART: "CNV010" "convergence-heart-not-in-header" {
        message: "this `convergence.loop` does not stand in the header of a cycle that is entered there only",
        reference: "Convergence And Uniformity, Static Rules",
        checks: [],
    }

    /// Into a cycle, at most one token is taken from outside, by one `convergence.loop`.
    ///
    /// A cycle has one heart: its rounds are counted in one way.
    deny TWO_HEARTS: "CNV011" "convergence-two-hearts" {
        message: "`{detail}` takes a token into the same cycle",
        reference: "Convergence And Uniformity, Static Rules",
        checks: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(control) = Control::of(context) else { return Vec::new() };
    let facts = context.facts;
    let tokens = control.tokens(context);
    let inputs = control.inputs(context);
    let uses = inputs.iter().filter_map(|row| Some((row.0, *tokens.get(&row.2)?)));
    let mut uses_of: FxHashMap<FunctionId, Vec<(InstructionId, InstructionId)>> =
        FxHashMap::default();
    for (user, token) in uses {
        if let Some(row) = facts.instruction.get(user.index()) {
            uses_of.entry(row.function).or_default().push((user, token));
        }
    }
    if uses_of.is_empty() {
        return Vec::new();
    }

    let function_of = |block: BlockId| Some(facts.block.get(block.index())?.function);
    let blocks = ByFunction::new(&facts.block, |row| Some(row.function));
    let successors = ByFunction::new(&facts.block_successor, |row| {
        function_of(row.block).filter(|function| uses_of.contains_key(function))
    });
    let judge = |(function, uses): (&FunctionId, &Vec<(InstructionId, InstructionId)>)| {
        let blocks = blocks.of(*function);
        let successors = successors.of(*function);
        let graph = Graph { first: blocks.first()?.block, count: blocks.len() };
        let dominance = Dominance::of(blocks, successors, &[]);
        let mut program = Crepe::new();
        graph.tell(&mut program, successors);
        tell_uses(&mut program, context, &control, uses, &dominance, blocks);
        let (broken,) = program.run_with_hasher::<FxBuildHasher>();
        Some(broken.into_iter().map(Violation::from).collect::<Vec<_>>())
    };
    uses_of.par_iter().filter_map(judge).flatten_iter().collect()
}

/// Tells which tokens are used where that can be reached, and what their blocks dominate.
fn tell_uses(
    program: &mut Crepe,
    context: &Context,
    control: &Control,
    uses: &[(InstructionId, InstructionId)],
    dominance: &Dominance,
    blocks: &[facts_schema::Block],
) {
    for &(user, token) in uses {
        let rows = [user, token].map(|it| context.facts.instruction.get(it.index()));
        let [Some(user_row), Some(token_row)] = rows else { continue };
        let is_reachable = |block| dominance.is_reachable(Place::Block(block));
        if !is_reachable(user_row.block) || !is_reachable(token_row.block) {
            continue;
        }
        program.extend([Uses(user, token)]);
        program.extend([user_row, token_row].map(|row| {
            let &facts_schema::Instruction { instruction, block, position, .. } = row;
            At(instruction, block, position)
        }));
        let is_loop = control.intrinsics.get(&user) == Some(&LOOP);
        program.extend(is_loop.then_some(IsLoop(user)));
        let dominated = blocks.iter().map(|row| row.block).filter(|&block| {
            is_reachable(block)
                && dominance.dominates(Place::Block(token_row.block), Place::Block(block))
        });
        program.extend(dominated.map(|block| Dominates(token_row.block, block)));
    }
}

/// The control-flow graph of a function, with its blocks numbered from 0.
struct Graph {
    first: BlockId,
    count: usize,
}

impl Graph {
    fn node(&self, block: BlockId) -> Option<usize> {
        let node = block.index().checked_sub(self.first.index())?;
        (node < self.count).then_some(node)
    }

    fn block(&self, node: usize) -> BlockId {
        BlockId::new((self.first.index() + node) as u32)
    }

    /// Tells in which order blocks come, and which cycles they are in.
    fn tell(&self, program: &mut Crepe, rows: &[BlockSuccessor]) {
        let mut successors = vec![Vec::new(); self.count];
        for row in rows {
            if let (Some(node), Some(target)) = (self.node(row.block), self.node(row.successor)) {
                successors[node].push(target);
            }
        }

        let ranks = ranks(&successors);
        for (node, targets) in successors.iter().enumerate() {
            let later = targets.iter().filter(|&&it| ranks[node] < ranks[it]);
            program.extend(later.map(|&it| Forward(self.block(node), self.block(it))));
        }

        let cycles = Cycles::of(&successors);
        for (node, cycle) in cycles.innermost.iter().enumerate() {
            program.extend(cycle.map(|it| Innermost(self.block(node), it)));
        }
        for (number, cycle) in cycles.cycles.iter().enumerate() {
            program.extend(cycle.parent.map(|parent| Parent(number, parent)));
            program.extend(cycle.entries.first().map(|&it| Header(number, self.block(it))));
            program.extend((cycle.entries.len() == 1).then_some(Reducible(number)));
        }
    }
}

/// By node: its place in the reverse post-order of the graph; those of unreachable nodes are alike.
fn ranks(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut ranks = vec![0; successors.len()];
    let mut is_seen = vec![false; successors.len()];
    let mut path: Vec<(usize, &[usize])> = Vec::new();
    if let (Some(seen), Some(entry)) = (is_seen.first_mut(), successors.first()) {
        *seen = true;
        path.push((0, entry));
    }
    let mut rank = successors.len();
    while let Some((node, rest)) = path.last_mut() {
        match rest.split_first() {
            Some((&target, others)) => {
                *rest = others;
                if !std::mem::replace(&mut is_seen[target], true) {
                    path.push((target, &successors[target]));
                }
            }
            None => {
                ranks[*node] = rank;
                rank -= 1;
                path.pop();
            }
        }
    }
    ranks
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crepe::crepe;

    crepe! {
        @input
        /// `Uses(user, token)`: the call `user` takes the token that the call `token` computes.
        pub struct Uses(pub InstructionId, pub InstructionId);

        @input
        /// The call is in this block, at this position of the function.
        pub struct At(pub InstructionId, pub BlockId, pub u32);

        @input
        /// The call is one of `convergence.loop`.
        pub struct IsLoop(pub InstructionId);

        @input
        /// The first block, where a token is defined, dominates the second one.
        pub struct Dominates(pub BlockId, pub BlockId);

        @input
        /// `Forward(block, successor)`: control goes from `block` to `successor`, which comes after it
        /// in the order of the blocks.
        pub struct Forward(pub BlockId, pub BlockId);

        @input
        /// `Innermost(block, cycle)`: the smallest cycle that `block` is in.
        pub struct Innermost(pub BlockId, pub usize);

        @input
        /// `Parent(cycle, outer)`.
        pub struct Parent(pub usize, pub usize);

        @input
        /// `Header(cycle, block)`.
        pub struct Header(pub usize, pub BlockId);

        @input
        /// The cycle is entered at its header only.
        pub struct Reducible(pub usize);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // A call that computes a token.
        struct Token(InstructionId);

        Token(token) <- Uses(_, token);

        // What comes after the definition of `token`.
        struct After(InstructionId, InstructionId);

        After(token, call) <-
            Token(token),
            At(token, block, position),
            At(call, block, call_position),
            (position < call_position);

        After(token, call) <-
            Token(token),
            At(token, block, _),
            At(call, call_block, _),
            (block != call_block),
            Dominates(block, call_block);

        // At `call`, the region of `token` ends, as an outer token is used.
        struct Ends(InstructionId, InstructionId);

        Ends(token, call) <-
            Uses(call, outer),
            After(outer, token),
            Token(token),
            After(token, call);

        // The region of `token` has ended when control leaves `block`.
        struct Ended(InstructionId, BlockId);

        Ended(token, block) <- Ends(token, call), At(call, block, _);

        Ended(token, block) <-
            Ended(token, before),
            Forward(before, block),
            At(token, definition, _),
            Dominates(definition, block);

        Broken(NOT_NESTED, Subject::Instruction(call), Detail::Instruction(token)) <-
            Uses(call, token),
            Ends(token, other),
            At(call, block, position),
            At(other, block, other_position),
            (other_position < position);

        Broken(NOT_NESTED, Subject::Instruction(call), Detail::Instruction(token)) <-
            Uses(call, token),
            At(call, block, _),
            At(token, definition, _),
            (block != definition),
            Forward(before, block),
            Ended(token, before);

        struct Contains(usize, BlockId);

        Contains(cycle, block) <- Innermost(block, cycle);
        Contains(outer, block) <- Contains(cycle, block), Parent(cycle, outer);

        // `call` uses `token` in `cycle`, in which it is not defined.
        struct Enters(InstructionId, InstructionId, usize);

        Enters(call, token, cycle) <-
            Uses(call, token),
            At(call, block, _),
            At(token, definition, _),
            (block != definition),
            Innermost(block, cycle),
            !Contains(cycle, definition);

        Enters(call, token, outer) <-
            Enters(call, token, cycle),
            Parent(cycle, outer),
            At(token, definition, _),
            !Contains(outer, definition);

        Broken(USE_IN_CYCLE, Subject::Instruction(call), Detail::Instruction(token)) <-
            Enters(call, token, _),
            !IsLoop(call);

        // `cycle` is the outermost of these.
        struct Heart(InstructionId, usize);

        Heart(call, cycle) <-
            Enters(call, token, cycle),
            IsLoop(call),
            !Within(call, token, cycle);

        // There is an outer one.
        struct Within(InstructionId, InstructionId, usize);

        Within(call, token, cycle) <- Enters(call, token, outer), Parent(cycle, outer);

        struct AtHeader(InstructionId, usize);

        AtHeader(call, cycle) <-
            Heart(call, cycle),
            Reducible(cycle),
            Header(cycle, block),
            At(call, block, _);

        Broken(HEART, Subject::Instruction(call), Detail::None) <-
            Heart(call, cycle),
            !AtHeader(call, cycle);

        Broken(TWO_HEARTS, Subject::Instruction(call), Detail::Instruction(other)) <-
            Heart(call, cycle),
            Heart(other, cycle),
            (call != other);
    }
}

violation_from! { Broken }

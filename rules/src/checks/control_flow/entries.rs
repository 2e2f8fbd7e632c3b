//! Where functions begin.
//!
//! **Scope: module**, of the edges to entry blocks and, if the address of one is taken at all, of the
//! uses of constants.

use facts_schema::{BlockId, EntityId, Facts, FunctionId, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Address, Broken, Crepe, Edge, Part, Used};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { ControlFlow "control-flow";
    /// Control never comes back to the entry block.
    ///
    /// It is entered when the function is called, and by nothing else: this is where stack slots come
    /// into being. Begin a loop with a block of its own.
    deny ENTRY_PREDECESSOR: "CFG013" "entry-has-predecessor" {
        message: "`{detail}` goes back to the entry block",
        reference: "LangRef, Functions",
        checks: ["visitFunction: Entry block to function must not have predecessors!"],
    }

    /// The address of the entry block is not used.
    ///
    /// Nothing may jump there. An address that only metadata mentions does not count as used.
    deny ENTRY_ADDRESS: "CFG014" "entry-address-taken" {
        message: "`{detail}`, the address of the entry block, is used",
        reference: "LangRef, Addresses of Basic Blocks",
        checks: ["visitFunction: blockaddress may not be used with the entry block!"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let is_entry =
        |block: BlockId| facts.block.get(block.index()).is_some_and(|row| row.position == 0);
    let back = facts.block_successor.iter().filter(|row| is_entry(row.successor));
    let addresses = facts.block_address.iter().filter(|row| is_entry(row.block));
    let addresses: Vec<Address> = addresses.map(Address::from).collect();

    let mut program = Crepe::new();
    program.extend(back.map(Edge::from));
    if !addresses.is_empty() {
        program.extend(parts(facts));
        program.extend(users(facts).into_iter().map(Used));
        program.extend(addresses);
    }
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// Constants, and those that they are made from.
fn parts(facts: &Facts) -> impl Iterator<Item = Part> {
    let elements = facts.constant_element.iter().map(|row| Part(row.constant, row.element));
    let operands = facts.constant_operand.iter().map(|row| Part(row.constant, row.operand));
    elements.chain(operands)
}

/// The constants that an instruction or a global uses.
fn users(facts: &Facts) -> FxHashSet<ValueId> {
    let kind = |value: ValueId| Some(facts.value.get(value.index())?.kind);
    let is_local = |kind| matches!(kind, ValueKind::Instruction | ValueKind::Argument);
    let operands = facts.instruction_operand.iter().map(|row| row.operand);
    let constants = operands.filter(|&value| kind(value).is_some_and(|it| !is_local(it)));
    let initializers = facts.global_initializer.iter().map(|row| row.initializer);
    let aliases = facts.alias.iter().map(|row| row.aliasee);
    let ifuncs = facts.ifunc.iter().map(|row| row.resolver);
    let prefixes = facts.prefix_data.iter().map(|row| row.data);
    let prologues = facts.prologue_data.iter().map(|row| row.data);
    let personalities = facts.personality.iter().map(|row| row.personality);
    let of_globals = initializers.chain(aliases).chain(ifuncs);
    let of_functions = prefixes.chain(prologues).chain(personalities);
    constants.chain(of_globals).chain(of_functions).collect()
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// Control goes from the block to the other, which is an entry.
        pub struct Edge(pub BlockId, pub BlockId);

        @input
        /// The constant is the address of the entry of the function.
        pub struct Address(pub ValueId, pub FunctionId);

        @input
        /// The first constant is made from the second.
        pub struct Part(pub ValueId, pub ValueId);

        @input
        /// An instruction or a global uses the constant.
        pub struct Used(pub ValueId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(ENTRY_PREDECESSOR, Subject::Block(entry), Detail::Block(block)) <-
            Edge(block, entry);

        // The constant, or something that it is a part of, is used.
        struct Reached(ValueId);

        Reached(constant) <- Used(constant);

        Reached(part) <- Reached(whole), Part(whole, part);

        Broken(ENTRY_ADDRESS, Subject::Function(function), Detail::Value(address)) <-
            Address(address, function),
            Reached(address);
    }
}

input_from! { Edge(block, successor) from BlockSuccessor }
input_from! { Address(constant, function) from BlockAddress }
violation_from! { Broken }

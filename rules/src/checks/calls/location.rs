//! Calls that could be inlined, and where in the source they are.
//!
//! **Scope: module**, of the calls without a location between functions with debug information.

use facts_schema::{CallInstruction, EntityId, Linkage, MetadataId, MetadataKind, ValueId};
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::calls;
use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{Broken, Call, Crepe, Described, Flag, FunctionOf, Interposition, LinkageOf};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Calls "calls";
    /// If two functions have debug information, a call from one to the other has a location, unless
    /// the other is only declared, or may be replaced by another definition.
    ///
    /// When the call is inlined, the locations of the callee's instructions refer to that of the
    /// call.
    deny NO_LOCATION: "CAL070" "inlinable-call-without-location" {
        message: "calls `{callee}` without saying where in the source, though both have debug information",
        reference: "LLVM, How to Update Debug Info",
        sites: [3767],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let facts = context.facts;
    let is_subprogram = |metadata: MetadataId| {
        let row = facts.metadata.get(metadata.index());
        row.is_some_and(|row| row.kind == MetadataKind::Subprogram)
    };
    let attached =
        facts.global_metadata.iter().filter(|row| context.text(row.attachment_kind) == "dbg");
    let described: FxHashSet<ValueId> =
        attached.filter(|row| is_subprogram(row.metadata)).map(|row| row.global).collect();
    if described.is_empty() {
        return Vec::new();
    }
    let mut located = vec![false; facts.instruction.len()];
    for row in &facts.instruction_location {
        if let Some(entry) = located.get_mut(row.instruction.index()) {
            *entry = true;
        }
    }
    let without = |row: &&CallInstruction| {
        located.get(row.instruction.index()) == Some(&false) && described.contains(&row.callee)
    };
    let calls: Vec<&CallInstruction> = calls(&facts.call_instruction).filter(without).collect();
    if calls.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    program.extend(calls.iter().filter_map(|row| {
        let caller = facts.instruction.get(row.instruction.index())?.function;
        Some(Call(row.instruction, caller, row.callee, row.function_type))
    }));
    program.extend(facts.function.iter().map(FunctionOf::from));
    program.extend(described.iter().map(|&value| Described(value)));
    let called: FxHashSet<ValueId> = calls.iter().map(|row| row.callee).collect();
    program.extend(
        facts.global.iter().filter(|row| called.contains(&row.global)).map(LinkageOf::from),
    );
    let flags = facts.global_flag.iter().filter(|row| called.contains(&row.global));
    program.extend(flags.map(Flag::from));
    program.extend([Interposition(has_interposition(context))]);
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    broken.into_iter().map(Violation::from).collect()
}

/// Whether functions of the module may be replaced by others when the program is loaded.
fn has_interposition(context: &Context) -> bool {
    let flags = &context.facts.module_flag;
    flags.iter().any(|row| context.text(row.name) == "SemanticInterposition")
}

/// Whether the definition that is linked may be another than this.
fn may_be_replaced(linkage: Linkage, interposition: bool) -> bool {
    match linkage {
        Linkage::Weak | Linkage::LinkOnce | Linkage::Common | Linkage::ExternWeak => true,
        Linkage::Internal | Linkage::Private => false,
        _ => interposition,
    }
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{FunctionId, GlobalFlag, InstructionId, TypeId};

    crepe! {
        @input
        /// The call in the caller, which has no location, calls the callee by the type.
        pub struct Call(pub InstructionId, pub FunctionId, pub ValueId, pub TypeId);

        @input
        pub struct FunctionOf(pub FunctionId, pub ValueId, pub TypeId);

        @input
        /// The function has debug information.
        pub struct Described(pub ValueId);

        @input
        pub struct LinkageOf(pub ValueId, pub Linkage);

        @input
        pub struct Flag(pub ValueId, pub GlobalFlag);

        @input
        pub struct Interposition(pub bool);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // The body of the function is the one that is called.
        struct Inlinable(ValueId);

        Inlinable(function) <-
            LinkageOf(function, linkage),
            Interposition(interposition),
            (!may_be_replaced(linkage, interposition)),
            !Flag(function, GlobalFlag::Declaration);

        Broken(NO_LOCATION, Subject::Instruction(call), Detail::None) <-
            Call(call, caller, callee, function_type),
            FunctionOf(_, callee, function_type),
            Inlinable(callee),
            Described(callee),
            FunctionOf(caller, value, _),
            Described(value);
    }
}

input_from! { FunctionOf(function, value, function_type) from Function }
input_from! { LinkageOf(global, linkage) from Global }
input_from! { Flag(global, flag) from GlobalFlagRow }
violation_from! { Broken }

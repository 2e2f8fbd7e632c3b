//! Terminators and phis: the types of what they decide by, return and merge.
//!
//! **Scope: sample.**

use facts_schema::{EntityId, Facts, FunctionId, InstructionId, Opcode, TypeId, TypeKind, ValueId};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    Broken, ConditionalBranch, Crepe, IndirectBranch, IntegerType, KindOf, Phi, PhiIncoming, Ret,
    ReturnValue,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { ControlFlow "control-flow";
    /// The condition of a branch is an `i1`.
    ///
    /// It is true or false. Other integers are compared first, mostly with zero.
    deny BRANCH_CONDITION: "CFG020" "branch-condition-not-i1" {
        message: "the branch decides by `{operand}`, a {operand.type}, which is no i1",
        reference: "LangRef, br",
        checks: ["visitBranchInst: Branch condition is not 'i1' type!"],
    }

    /// A function that returns `void` has no `ret` with a value.
    ///
    /// Its callers cannot do anything with the value.
    deny RETURN_IN_VOID: "CFG021" "return-value-in-void-function" {
        message: "the function returns nothing, but this `ret` returns a {operand.type}",
        reference: "LangRef, ret",
        checks: ["visitReturnInst: Found return instr that returns non-void in Function of void return type!"],
        tables: [99, 100, 101],
    }

    /// A `ret` in a function that is not `void` returns a value of the function's return type.
    ///
    /// The caller takes the result to be of that type. What is too narrow is extended before it is
    /// returned.
    deny RETURN_TYPE: "CFG022" "return-type-differs" {
        message: "the function returns {return.type}, but this `ret` returns a {operand.type}",
        reference: "LangRef, ret",
        checks: ["visitReturnInst: Function return type does not match operand type of return inst!"],
        tables: [99, 100, 101],
    }

    /// A `ret` without a value is in a function that returns `void`.
    ///
    /// The caller waits for a value.
    deny RETURN_WITHOUT_VALUE: "CFG023" "return-value-missing" {
        message: "the function returns {return.type}, but this `ret` returns nothing",
        reference: "LangRef, ret",
        checks: ["visitReturnInst: Function return type does not match operand type of return inst!"],
        tables: [99, 100, 101],
    }

    /// `indirectbr` jumps to an address: its operand is a pointer.
    ///
    /// The pointer comes from the `blockaddress` of one of the blocks that it lists.
    deny INDIRECT_ADDRESS: "CFG026" "indirectbr-address-not-pointer" {
        message: "`indirectbr` jumps to `{operand}`, a {operand.type}, which is no pointer",
        reference: "LangRef, indirectbr",
        checks: ["visitIndirectBrInst: Indirectbr operand must have pointer type!"],
    }

    /// The values of a phi have its type.
    ///
    /// Whichever way control comes, the value goes into the same register. LLVM never converts it.
    deny PHI_TYPE: "CFG004" "phi-value-type-differs" {
        message: "the phi is a {result.type}, but its value `{operand}` is a {operand.type}",
        reference: "LangRef, phi",
        checks: ["visitPHINode: PHI node operands are not the same type as the result!"],
    }

    /// No phi is a token.
    ///
    /// Where a token is used, it has to be seen which instruction made it; a phi would hide that.
    deny PHI_TOKEN: "CFG005" "phi-of-token" {
        message: "the phi merges tokens",
        reference: "LangRef, Token Type",
        checks: ["visitPHINode: PHI nodes cannot have token type!"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let mut program = Crepe::new();
    for row in sample.instruction.iter().filter(|row| row.opcode == Opcode::Ret) {
        let r#type = return_type(facts, row.function);
        program.extend(r#type.map(|r#type| Ret(row.instruction, r#type)));
    }
    let type_of = |value: ValueId| Some(facts.value.get(value.index())?.r#type);
    for row in &sample.instruction_result {
        let opcode = facts.instruction.get(row.instruction.index()).map(|row| row.opcode);
        if let (Some(Opcode::Phi), Some(r#type)) = (opcode, type_of(row.result)) {
            program.extend([Phi(row.instruction, r#type)]);
        }
    }
    program.extend(values_of_phis(facts, &sample.phi_incoming));
    program.extend(
        sample
            .return_value
            .iter()
            .filter_map(|row| Some(ReturnValue(row.instruction, type_of(row.value)?))),
    );
    program.extend(
        sample
            .conditional_branch
            .iter()
            .filter_map(|row| Some(ConditionalBranch(row.instruction, type_of(row.condition)?))),
    );
    program.extend(
        sample
            .indirectbr_instruction
            .iter()
            .filter_map(|row| Some(IndirectBranch(row.instruction, type_of(row.address)?))),
    );
    program.extend(facts.r#type.iter().map(KindOf::from));
    program.extend(facts.integer_type.iter().map(IntegerType::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

/// The first of the values of a phi that follow each other and have the same type.
fn values_of_phis(facts: &Facts, rows: &[facts_schema::PhiIncoming]) -> Vec<PhiIncoming> {
    let mut previous = None;
    let value = |row: &facts_schema::PhiIncoming| {
        let r#type = facts.value.get(row.value.index())?.r#type;
        let current = Some((row.instruction, r#type));
        let is_new = std::mem::replace(&mut previous, current) != current;
        is_new.then_some(PhiIncoming(row.instruction, row.position, r#type))
    };
    rows.iter().filter_map(value).collect()
}

fn return_type(facts: &Facts, function: FunctionId) -> Option<TypeId> {
    let function_type = facts.function.get(function.index())?.function_type;
    let place = facts.function_type.binary_search_by_key(&function_type, |row| row.r#type).ok()?;
    Some(facts.function_type[place].return_type)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        /// `instruction` is a phi of type `type`.
        pub struct Phi(pub InstructionId, pub TypeId);

        @input
        /// The value at `position` of the phi `instruction` has type `type`.
        pub struct PhiIncoming(pub InstructionId, pub u32, pub TypeId);

        @input
        /// `instruction` is a `ret` in a function that returns `type`.
        pub struct Ret(pub InstructionId, pub TypeId);

        @input
        /// The ret `instruction` returns a value of type `type`.
        pub struct ReturnValue(pub InstructionId, pub TypeId);

        @input
        /// The br `instruction` decides by a value of type `type`.
        pub struct ConditionalBranch(pub InstructionId, pub TypeId);

        @input
        /// The indirectbr `instruction` jumps to a value of type `type`.
        pub struct IndirectBranch(pub InstructionId, pub TypeId);

        @input
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        pub struct IntegerType(pub TypeId, pub u32);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(BRANCH_CONDITION, Subject::Operand(branch, 0), Detail::None) <-
            ConditionalBranch(branch, r#type),
            !IntegerType(r#type, 1);

        Broken(RETURN_IN_VOID, Subject::Operand(ret, 0), Detail::None) <-
            Ret(ret, r#type),
            KindOf(r#type, TypeKind::Void),
            ReturnValue(ret, _);

        Broken(RETURN_TYPE, Subject::Operand(ret, 0), Detail::None) <-
            ReturnValue(ret, returned),
            Ret(ret, r#type),
            !KindOf(r#type, TypeKind::Void),
            (returned != r#type);

        Broken(RETURN_WITHOUT_VALUE, Subject::Instruction(ret), Detail::None) <-
            Ret(ret, r#type),
            !KindOf(r#type, TypeKind::Void),
            !ReturnValue(ret, _);

        Broken(INDIRECT_ADDRESS, Subject::Operand(branch, 0), Detail::None) <-
            IndirectBranch(branch, r#type),
            !KindOf(r#type, TypeKind::Pointer);

        Broken(PHI_TYPE, Subject::Operand(phi, position), Detail::None) <-
            PhiIncoming(phi, position, other),
            Phi(phi, r#type),
            (other != r#type);

        Broken(PHI_TOKEN, Subject::Instruction(phi), Detail::None) <-
            Phi(phi, r#type),
            KindOf(r#type, TypeKind::Token);
    }
}

input_from! { KindOf(r#type, kind) from Type }
input_from! { IntegerType(r#type, width) from IntegerType }
violation_from! { Broken }

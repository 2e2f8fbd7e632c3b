//! What can be an operand or a result at all.
//!
//! **Scope: sample**, and of it only the operands that are intrinsics, inline assembly, or of a type
//! whose kind has members that are no first-class types.

use facts_schema::{EntityId, InstructionId, Opcode, TypeFlag, TypeKind, ValueId, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::violation::Violation;
use program::{
    AsmOperand, AttachedCall, Broken, Calls, Crepe, IntrinsicOperand, KindOf, OpaqueType,
    OperandType, ResultType,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Ssa "ssa";
    /// An instruction computes a value of a first-class type, or nothing.
    ///
    /// A structure whose fields are not known has no size, so no register can hold one. It can only
    /// be behind a pointer.
    deny RESULT_NOT_FIRST_CLASS: "SSA006" "result-not-first-class" {
        message: "`{opcode}` computes a {result.type}, which is no first-class type",
        reference: "LangRef, First Class Types",
        checks: ["visitInstruction: Instruction returns a non-scalar type!"],
    }

    /// The operands of an instruction are values of first-class types.
    ///
    /// Only these can be held in a register and passed on.
    deny OPERAND_NOT_FIRST_CLASS: "SSA007" "operand-not-first-class" {
        message: "`{operand}` is a {operand.type}, which is no first-class type",
        reference: "LangRef, First Class Types",
        checks: ["visitInstruction: Instruction operands must be first-class values!"],
    }

    /// Of all instructions, only a call or invoke may compute metadata.
    ///
    /// Metadata is no value at run time, and cannot be chosen, merged or loaded. The callee of a call
    /// is judged by itself.
    deny METADATA_RESULT: "SSA008" "metadata-result" {
        message: "`{opcode}` computes metadata",
        reference: "LangRef, Metadata Type",
        checks: ["visitInstruction: Invalid use of metadata!"],
    }

    /// An intrinsic is no operand of an instruction but of the call that calls it.
    ///
    /// An intrinsic is an operation of the compiler that is written as a function. There need not be
    /// any code at an address. Only the operand bundle `clang.arc.attachedcall` may name one.
    deny INTRINSIC_ADDRESS: "SSA009" "intrinsic-as-operand" {
        message: "`{operand}` is an intrinsic, which has no address",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitInstruction: Cannot take the address of an intrinsic!"],
    }

    /// An intrinsic is called by `call`; only a few may be invoked, and fewer be the callee of a
    /// `callbr`.
    ///
    /// Most intrinsics become instructions that cannot unwind. Those that can become calls of
    /// anything (`llvm.experimental.gc.statepoint`, `llvm.coro.resume`) or mark regions of exception
    /// handling (`llvm.seh.try.begin`) may be invoked, and `llvm.donothing` to be left by an
    /// optimization.
    deny INTRINSIC_INVOKED: "SSA010" "intrinsic-not-invokable" {
        message: "`{operand}` cannot be the callee of `{opcode}`",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitInstruction: Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, coro_destroy or clang.arc.attachedcall"],
    }

    /// Inline assembly is called, and never used otherwise.
    ///
    /// It is text that is put in place of the call, and has no address.
    deny ASM_NOT_CALLED: "SSA011" "inline-asm-not-called" {
        message: "inline assembly is no value, but operand of `{opcode}`",
        reference: "LangRef, Inline Assembler Expressions",
        checks: ["visitInstruction: Cannot take the address of an inline asm!"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let mut program = Crepe::new();
    operands(context, &mut program);
    results(context, &mut program);
    let is_opaque = |row: &&facts_schema::TypeFlagRow| row.flag == TypeFlag::Opaque;
    let opaque = context.facts.type_flag.iter().filter(is_opaque);
    program.extend(opaque.map(|row| OpaqueType(row.r#type)));
    program.extend(context.facts.r#type.iter().map(|row| KindOf(row.r#type, row.kind)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

fn operands<'a>(context: &Context<'a>, program: &mut Crepe<'a>) {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let intrinsics: FxHashMap<ValueId, &str> = context.intrinsics().collect();
    for row in &sample.instruction_operand {
        let Some(value) = facts.value.get(row.operand.index()) else { continue };
        let (instruction, position) = (row.instruction, row.position);
        match value.kind {
            ValueKind::InlineAsm => program.extend([AsmOperand(instruction, position)]),
            ValueKind::Function => {
                if let Some(name) = intrinsics.get(&row.operand) {
                    program.extend([IntrinsicOperand(instruction, position, row.operand, name)]);
                }
            }
            _ if may_not_be_first_class(context, value.r#type) => {
                program.extend([OperandType(instruction, position, value.r#type)]);
            }
            _ => {}
        }
    }
    let calls =
        sample.instruction_operand.chunk_by(|one, other| one.instruction == other.instruction);
    for rows in calls {
        // The callee is a call's last operand.
        let Some(last) = rows.last() else { continue };
        let opcode = facts.instruction.get(last.instruction.index()).map(|row| row.opcode);
        if let Some(opcode @ (Opcode::Call | Opcode::Invoke | Opcode::CallBr)) = opcode {
            program.extend([Calls(last.instruction, opcode, last.position)]);
        }
    }
    let attached: Vec<(InstructionId, u32)> = sample
        .operand_bundle
        .iter()
        .filter(|row| context.text(row.tag) == "clang.arc.attachedcall")
        .map(|row| (row.instruction, row.position))
        .collect();
    let inputs = sample.operand_bundle_input.iter();
    let inputs = inputs.filter(|row| attached.contains(&(row.instruction, row.bundle)));
    program.extend(inputs.map(|row| AttachedCall(row.instruction, row.value)));
}

fn results<'a>(context: &Context<'a>, program: &mut Crepe<'a>) {
    for row in &context.sample.facts.instruction_result {
        let value = context.facts.value.get(row.result.index());
        let instruction = context.facts.instruction.get(row.instruction.index());
        if let (Some(value), Some(instruction)) = (value, instruction)
            && may_not_be_first_class(context, value.r#type)
        {
            program.extend([ResultType(row.instruction, instruction.opcode, value.r#type)]);
        }
    }
}

fn may_not_be_first_class(context: &Context, r#type: facts_schema::TypeId) -> bool {
    use TypeKind::*;
    let kind = context.facts.r#type.get(r#type.index()).map(|row| row.kind);
    matches!(kind, Some(Void | Function | Struct | Metadata))
}

/// Whether an invoke of the intrinsic has a meaning.
fn can_be_invoked(intrinsic: &str) -> bool {
    matches!(
        intrinsic,
        "llvm.donothing"
            | "llvm.seh.try.begin"
            | "llvm.seh.try.end"
            | "llvm.seh.scope.begin"
            | "llvm.seh.scope.end"
            | "llvm.coro.resume"
            | "llvm.coro.destroy"
            | "llvm.coro.await.suspend.void"
            | "llvm.coro.await.suspend.bool"
            | "llvm.coro.await.suspend.handle"
            | "llvm.experimental.patchpoint.void"
            | "llvm.experimental.patchpoint"
            | "llvm.experimental.gc.statepoint"
            | "llvm.fake.use"
            | "llvm.wasm.throw"
            | "llvm.wasm.rethrow"
            | "llvm.amdgcn.kill"
    )
}

mod program {
    use super::can_be_invoked;
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::TypeId;

    crepe! {
        @input
        /// `type` is a type of kind `kind`.
        pub struct KindOf(pub TypeId, pub TypeKind);

        @input
        /// `type` is a structure whose fields are not known.
        pub struct OpaqueType(pub TypeId);

        @input
        /// Operand `position` of `instruction` has type `type`.
        pub struct OperandType(pub InstructionId, pub u32, pub TypeId);

        @input
        /// `instruction`, of `opcode`, computes a value of type `type`.
        pub struct ResultType(pub InstructionId, pub Opcode, pub TypeId);

        @input
        /// Operand `position` of `instruction` is `function`, the intrinsic `name`.
        pub struct IntrinsicOperand<'a>(pub InstructionId, pub u32, pub ValueId, pub &'a str);

        @input
        /// Operand `position` of `instruction` is inline assembly.
        pub struct AsmOperand(pub InstructionId, pub u32);

        @input
        /// `instruction`, of `opcode`, calls its operand `position`.
        pub struct Calls(pub InstructionId, pub Opcode, pub u32);

        @input
        /// `value` is in the operand bundle `clang.arc.attachedcall` of `instruction`.
        pub struct AttachedCall(pub InstructionId, pub ValueId);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        struct NotFirstClass(TypeId);

        NotFirstClass(r#type) <- KindOf(r#type, TypeKind::Void);
        NotFirstClass(r#type) <- KindOf(r#type, TypeKind::Function);
        NotFirstClass(r#type) <- OpaqueType(r#type);

        Broken(RESULT_NOT_FIRST_CLASS, Subject::Instruction(instruction), Detail::None) <-
            ResultType(instruction, _, r#type),
            NotFirstClass(r#type);

        Broken(OPERAND_NOT_FIRST_CLASS, Subject::Operand(instruction, position), Detail::None) <-
            OperandType(instruction, position, r#type),
            NotFirstClass(r#type);

        Broken(METADATA_RESULT, Subject::Instruction(instruction), Detail::None) <-
            ResultType(instruction, opcode, r#type),
            (!matches!(opcode, Opcode::Call | Opcode::Invoke)),
            KindOf(r#type, TypeKind::Metadata);

        Broken(INTRINSIC_ADDRESS, Subject::Operand(instruction, position), Detail::None) <-
            IntrinsicOperand(instruction, position, function, _),
            !Calls(instruction, _, position),
            !AttachedCall(instruction, function);

        Broken(INTRINSIC_INVOKED, Subject::Operand(instruction, position), Detail::None) <-
            IntrinsicOperand(instruction, position, _, name),
            Calls(instruction, opcode, position),
            (opcode != Opcode::Call && !can_be_invoked(name));

        Broken(ASM_NOT_CALLED, Subject::Operand(instruction, position), Detail::None) <-
            AsmOperand(instruction, position),
            !Calls(instruction, _, position);
    }
}

violation_from! { Broken }

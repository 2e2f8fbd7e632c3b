//! What can be an operand or a result at all.

use facts_schema::{InstructionId, Opcode, Text, TypeFlag, TypeId, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

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

datalog! { representatives;
    /// The intrinsics of which an invoke has a meaning.
    const INVOKABLE(&str) = [
        "llvm.donothing",
        "llvm.seh.try.begin",
        "llvm.seh.try.end",
        "llvm.seh.scope.begin",
        "llvm.seh.scope.end",
        "llvm.coro.resume",
        "llvm.coro.destroy",
        "llvm.coro.await.suspend.void",
        "llvm.coro.await.suspend.bool",
        "llvm.coro.await.suspend.handle",
        "llvm.experimental.patchpoint.void",
        "llvm.experimental.patchpoint",
        "llvm.experimental.gc.statepoint",
        "llvm.fake.use",
        "llvm.wasm.throw",
        "llvm.wasm.rethrow",
        "llvm.amdgcn.kill",
    ];

    /// Values cannot be of type `type`.
    struct NotFirstClass(TypeId);

    NotFirstClass(type) <- type { type, kind: TypeKind::Void };

    NotFirstClass(type) <- type { type, kind: TypeKind::Function };

    NotFirstClass(type) <- type_flag { type, flag: TypeFlag::Opaque };

    /// `instruction` computes a value of type `type`.
    struct ResultType(InstructionId, TypeId);

    ResultType(instruction, type) <-
        instruction_result { instruction, result },
        value { value: result, type };

    violation(RESULT_NOT_FIRST_CLASS, instruction) <-
        ResultType(instruction, type),
        NotFirstClass(type);

    violation(OPERAND_NOT_FIRST_CLASS, Subject::Operand(instruction, position)) <-
        instruction_operand { instruction, position, operand },
        value { value: operand, type },
        NotFirstClass(type);

    violation(METADATA_RESULT, instruction) <-
        ResultType(instruction, type),
        type { type, kind: TypeKind::Metadata },
        instruction { instruction, opcode },
        (!matches!(opcode, Opcode::Call | Opcode::Invoke));

    /// Operand `position` of `instruction` is what it calls: the last operand of calls.
    struct Called(InstructionId, u32);

    Called(instruction, position) <-
        call_instruction { instruction },
        instruction_operand { instruction, position },
        !instruction_operand { instruction, position: position + 1 };

    /// Operand `position` of `instruction` is `function`, the intrinsic `intrinsic`.
    struct IntrinsicOperand(InstructionId, u32, ValueId, Text);

    IntrinsicOperand(instruction, position, operand, intrinsic) <-
        instruction_operand { instruction, position, operand },
        value_intrinsic { value: operand, intrinsic };

    /// `value` is in the operand bundle `clang.arc.attachedcall` of `instruction`.
    struct AttachedCall(InstructionId, ValueId);

    AttachedCall(instruction, value) <-
        operand_bundle { instruction, position, tag: "clang.arc.attachedcall" },
        operand_bundle_input { instruction, bundle: position, value };

    violation(INTRINSIC_ADDRESS, Subject::Operand(instruction, position)) <-
        IntrinsicOperand(instruction, position, function, _),
        !Called(instruction, position),
        !AttachedCall(instruction, function);

    violation(INTRINSIC_INVOKED, Subject::Operand(instruction, position)) <-
        IntrinsicOperand(instruction, position, _, intrinsic),
        Called(instruction, position),
        instruction { instruction, opcode },
        (opcode != Opcode::Call),
        !INVOKABLE(module.text(intrinsic));

    violation(ASM_NOT_CALLED, Subject::Operand(instruction, position)) <-
        instruction_operand { instruction, position, operand },
        value { value: operand, kind: ValueKind::InlineAsm },
        !Called(instruction, position);
}

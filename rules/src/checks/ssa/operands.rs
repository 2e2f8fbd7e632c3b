//! Values that can be operands or results.

use facts_schema::{InstructionId, Opcode, Text, TypeFlag, TypeId, TypeKind, ValueId, ValueKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Subject;

rules! { Ssa "ssa";
    /// An instruction returns a value of a first-class type or `void`.
    ///
    /// Other types, such as opaque structures and function types, can only be used through a
    /// pointer.
    deny RESULT_NOT_FIRST_CLASS: "SSA006" "result-not-first-class" {
        message: "`{opcode}` returns a {result.type}, which is not a first-class type",
        reference: "LangRef, First Class Types",
        checks: ["visitInstruction: Instruction returns a non-scalar type!"],
    }

    /// The operands of an instruction have first-class types.
    ///
    /// Only values of first-class types can be produced by instructions.
    deny OPERAND_NOT_FIRST_CLASS: "SSA007" "operand-not-first-class" {
        message: "the type {operand.type} of `{operand}` is not first-class",
        reference: "LangRef, First Class Types",
        checks: ["visitInstruction: Instruction operands must be first-class values!"],
    }

    /// Only a `call` or `invoke` may return metadata.
    ///
    /// Metadata is not a value at run time. It cannot be selected, merged or loaded. Other rules
    /// check the return type of the callee.
    deny METADATA_RESULT: "SSA008" "metadata-result" {
        message: "`{opcode}` returns metadata",
        reference: "LangRef, Metadata Type",
        checks: ["visitInstruction: Invalid use of metadata!"],
    }

    /// An intrinsic is used only as the callee of a call.
    ///
    /// An intrinsic represents an operation of the compiler and need not have an address. The
    /// operand bundle `clang.arc.attachedcall` is the only other place that may name an intrinsic.
    deny INTRINSIC_ADDRESS: "SSA009" "intrinsic-as-operand" {
        message: "`{operand}` is an intrinsic and can only be called",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitInstruction: Cannot take the address of an intrinsic!"],
    }

    /// Intrinsics are called by `call`; only some may be called by `invoke`, and even fewer by
    /// `callbr`.
    ///
    /// Most intrinsics are lowered to instructions that cannot unwind. Only intrinsics that may
    /// call other code, such as `llvm.experimental.gc.statepoint` and `llvm.coro.resume`, or that
    /// mark regions of exception handling, such as `llvm.seh.try.begin`, may be invoked.
    /// `llvm.donothing` may be invoked because optimisations leave it in an `invoke` whose call
    /// they remove.
    deny INTRINSIC_INVOKED: "SSA010" "intrinsic-not-invokable" {
        message: "`{operand}` cannot be the callee of `{opcode}`",
        reference: "LangRef, Intrinsic Functions",
        checks: ["visitInstruction: Cannot invoke an intrinsic other than donothing, patchpoint, statepoint, coro_resume, coro_destroy or clang.arc.attachedcall"],
    }

    /// Inline assembly is used only as the callee of a call.
    ///
    /// Inline assembly is text that is inserted in place of the call. It does not have an address.
    deny ASM_NOT_CALLED: "SSA011" "inline-asm-not-called" {
        message: "`{opcode}` uses inline assembly as an operand, but inline assembly can only be called",
        reference: "LangRef, Inline Assembler Expressions",
        checks: ["visitInstruction: Cannot take the address of an inline asm!"],
    }
}

datalog! { representatives;
    /// The intrinsics that can be invoked.
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

    /// Values cannot have the type `type`.
    struct NotFirstClass(TypeId);

    NotFirstClass(type) <- type { type, kind: TypeKind::Void };

    NotFirstClass(type) <- type { type, kind: TypeKind::Function };

    NotFirstClass(type) <- type_flag { type, flag: TypeFlag::Opaque };

    /// The result of `instruction` has type `type`.
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

    /// Operand `position` of `instruction` is its callee: the last operand of a call.
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

    /// `value` is an input of the operand bundle `clang.arc.attachedcall` of `instruction`.
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

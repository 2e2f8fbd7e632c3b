//! Which instructions may have which metadata attachments.

use facts_schema::view::{Lanes, float_bits};
use facts_schema::{InstructionId, Opcode, TypeId, TypeKind};
use rules_macros::datalog;

use crate::rule::rules;
use crate::violation::Detail;

rules! { Metadata "metadata";
    /// Metadata about loads, calls, casts or other memory accesses is only attached to such
    /// instructions.
    ///
    /// Each of these kinds describes what the instruction does, such as the values that a load
    /// returns. On other instructions it would be ignored. The results of calls are described by
    /// attributes.
    deny MISPLACED: "MET001" "attachment-misplaced" {
        message: "`!{detail}` cannot be attached to `{opcode}`",
        reference: "LangRef, Metadata",
        checks: [
            "visitDereferenceableMetadata: dereferenceable, dereferenceable_or_null apply only to load and inttoptr instructions, use attributes for calls or invokes",
            "visitMMRAMetadata: !mmra metadata attached to unexpected instruction kind",
            "visitMemProfMetadata: !memprof metadata should only exist on calls",
            "visitCallsiteMetadata: !callsite metadata should only exist on calls",
            "visitInstruction: Ranges are only for loads, calls and invokes!",
            "visitInstruction: invariant.group metadata is only for loads and stores",
            "visitInstruction: nonnull applies only to load instructions, use attributes for calls or invokes",
            "visitInstruction: align applies only to load instructions, use attributes for calls or invokes",
            "visitTBAAMetadata: This instruction shall not have a TBAA access tag!",
        ],
    }

    /// Metadata about a pointer or a floating-point number is only attached to an instruction with
    /// a value of that type.
    ///
    /// `!fpmath` gives the accuracy of a floating-point result; `!nonnull`, `!align`,
    /// `!dereferenceable`, `!dereferenceable_or_null` and `!nofree` apply to a loaded or computed
    /// pointer, `!captures` to a stored one.
    deny WRONG_TYPE: "MET002" "attachment-of-wrong-type" {
        message: "`!{detail}` on `{opcode}` does not apply to the type of the value",
        reference: "LangRef, Metadata",
        checks: [
            "visitDereferenceableMetadata: dereferenceable, dereferenceable_or_null apply only to pointer types",
            "visitInstruction: fpmath requires a floating point result!",
            "visitInstruction: nonnull applies only to pointer types",
            "visitInstruction: align applies only to pointer types",
        ],
    }
}

/// Instructions, other than terminators, that may access memory.
const ACCESSES: [Opcode; 5] =
    [Opcode::Load, Opcode::Store, Opcode::Call, Opcode::AtomicRmw, Opcode::CmpXchg];

const CALLS: [Opcode; 3] = [Opcode::Call, Opcode::Invoke, Opcode::CallBr];

datalog! { module;
    /// The attachments, and the opcodes of the instructions that may have them.
    const MAY_CARRY(&'static str, &'static [Opcode]) = [
        ("range", &[Opcode::Load, Opcode::Call, Opcode::Invoke]),
        ("tbaa", &[
            Opcode::Load, Opcode::Store, Opcode::Call, Opcode::AtomicRmw, Opcode::CmpXchg,
            Opcode::VAArg,
        ]),
        ("noalias.addrspace", &ACCESSES),
        ("invariant.group", &[Opcode::Load, Opcode::Store]),
        ("nonnull", &[Opcode::Load]),
        ("align", &[Opcode::Load]),
        ("dereferenceable", &[Opcode::Load, Opcode::IntToPtr]),
        ("dereferenceable_or_null", &[Opcode::Load, Opcode::IntToPtr]),
        ("nofree", &[Opcode::IntToPtr]),
        ("captures", &[Opcode::Store]),
        ("mmra", &[
            Opcode::Load, Opcode::Store, Opcode::Call, Opcode::AtomicRmw, Opcode::CmpXchg,
            Opcode::Invoke, Opcode::CallBr, Opcode::Fence,
        ]),
        ("callsite", &CALLS),
        ("memprof", &CALLS),
        ("alloc_token", &CALLS),
        ("callee_type", &CALLS),
    ];

    /// The attachments that describe a pointer.
    const OF_POINTERS(&'static str) = [
        "nonnull", "align", "dereferenceable", "dereferenceable_or_null", "nofree", "captures",
    ];

    violation(MISPLACED, instruction, Detail::Word(text)) <-
        MAY_CARRY(text, opcodes),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, instruction },
        instruction { instruction, opcode },
        (!opcodes.contains(&opcode));

    /// `instruction` has the attachment `text`, which is allowed there and describes a pointer.
    struct OfPointer(InstructionId, &'static str);

    OfPointer(instruction, text) <-
        OF_POINTERS(text),
        let Some(kind) = module.find(text),
        attached_metadata { attachment_kind: kind, instruction },
        instruction { instruction, opcode },
        MAY_CARRY(text, opcodes),
        (opcodes.contains(&opcode));

    /// The attachment `text` of `instruction` describes a value of type `type`.
    struct DescribesType(InstructionId, &'static str, TypeId);

    DescribesType(instruction, "captures", type) <-
        OfPointer(instruction, "captures"),
        store_instruction { instruction, value },
        value { value, type };

    DescribesType(instruction, text, type) <-
        OfPointer(instruction, text),
        (text != "captures"),
        instruction_result { instruction, result },
        value { value: result, type };

    /// The attachment `text` of `instruction` describes a pointer.
    struct DescribesPointer(InstructionId, &'static str);

    DescribesPointer(instruction, text) <-
        DescribesType(instruction, text, type),
        type_traits { type, kind: TypeKind::Pointer, lanes: Lanes::Scalar };

    violation(WRONG_TYPE, instruction, Detail::Word(text)) <-
        OfPointer(instruction, text),
        !DescribesPointer(instruction, text);

    /// The result of `instruction` is a floating-point number.
    struct Float(InstructionId);

    Float(instruction) <-
        attached_metadata { attachment_kind: "fpmath", instruction },
        instruction_result { instruction, result },
        value { value: result, type },
        type_traits { type, kind },
        (float_bits(kind) > 0);

    violation(WRONG_TYPE, instruction, Detail::Word("fpmath")) <-
        attached_metadata { attachment_kind: "fpmath", instruction },
        !Float(instruction);
}

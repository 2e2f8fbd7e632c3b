//! Conversions: their operand types and result types. These are tables 95 to 98 of the relational
//! model (Psallida 2014), extended to all conversions except `bitcast` and `ptrtoaddr`, which are
//! also checked in constants (`bitcasts`). Rows of `conversion_instruction` always have an operand
//! and a type (table 95), which is the type of the result.

use std::cmp::Ordering;

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, Opcode, TypeId};
use rules_macros::datalog;

use crate::checks::scalars::Scalar;
use crate::rule::{Rule, rules};
use crate::violation::Subject;

rules! { Types "types";
    /// The operand of a conversion is of the kind that the conversion is defined on: integers,
    /// floating-point numbers or pointers, or vectors of them.
    ///
    /// To reinterpret the bits of a value as another kind, use `bitcast`.
    deny OPERAND_KIND: "TYP010" "conversion-operand-kind" {
        message: "`{opcode}` cannot convert a value of type `{operand:0.type}`",
        reference: "LangRef, Conversion Operations",
        checks: [
            "visitTruncInst: Trunc only operates on integer",
            "visitZExtInst: ZExt only operates on integer",
            "visitSExtInst: SExt only operates on integer",
            "visitFPTruncInst: FPTrunc only operates on FP",
            "visitFPExtInst: FPExt only operates on FP",
            "visitUIToFPInst: UIToFP source must be integer or integer vector",
            "visitSIToFPInst: SIToFP source must be integer or integer vector",
            "visitFPToUIInst: FPToUI source must be FP or FP vector",
            "visitFPToSIInst: FPToSI source must be FP or FP vector",
            "visitPtrToIntInst: PtrToInt source must be pointer",
            "visitIntToPtrInst: IntToPtr source must be an integral",
            "visitAddrSpaceCastInst: AddrSpaceCast source must be a pointer",
        ],
        tables: [95, 96],
    }

    /// The result of a conversion is of the kind that the conversion produces: integers,
    /// floating-point numbers or pointers, or vectors of them.
    ///
    /// The name of a conversion gives the kinds that it converts from and to.
    deny RESULT_KIND: "TYP011" "conversion-result-kind" {
        message: "`{opcode}` cannot convert to `{result.type}`",
        reference: "LangRef, Conversion Operations",
        checks: [
            "visitTruncInst: Trunc only produces integer",
            "visitZExtInst: ZExt only produces an integer",
            "visitSExtInst: SExt only produces an integer",
            "visitFPTruncInst: FPTrunc only produces an FP",
            "visitFPExtInst: FPExt only produces an FP",
            "visitUIToFPInst: UIToFP result must be FP or FP vector",
            "visitSIToFPInst: SIToFP result must be FP or FP vector",
            "visitFPToUIInst: FPToUI result must be integer or integer vector",
            "visitFPToSIInst: FPToSI result must be integer or integer vector",
            "visitPtrToIntInst: PtrToInt result must be integral",
            "visitIntToPtrInst: IntToPtr result must be a pointer",
            "visitAddrSpaceCastInst: AddrSpaceCast result must be a pointer",
        ],
        tables: [96],
    }

    /// A conversion converts a vector to a vector, or a scalar to a scalar.
    ///
    /// A vector is converted lane by lane. `insertelement` puts a scalar into a vector, and
    /// `extractelement` takes it out.
    deny VECTOR_AND_SCALAR: "TYP012" "conversion-of-vector-and-scalar" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` mixes a vector and a scalar",
        reference: "LangRef, Conversion Operations",
        checks: [
            "visitTruncInst: trunc source and destination must both be a vector or neither",
            "visitZExtInst: zext source and destination must both be a vector or neither",
            "visitSExtInst: sext source and destination must both be a vector or neither",
            "visitFPTruncInst: fptrunc source and destination must both be a vector or neither",
            "visitFPExtInst: fpext source and destination must both be a vector or neither",
            "visitUIToFPInst: UIToFP source and dest must both be vector or scalar",
            "visitSIToFPInst: SIToFP source and dest must both be vector or scalar",
            "visitFPToUIInst: FPToUI source and dest must both be vector or scalar",
            "visitFPToSIInst: FPToSI source and dest must both be vector or scalar",
            "visitPtrToIntInst: PtrToInt type mismatch",
            "visitIntToPtrInst: IntToPtr type mismatch",
        ],
        tables: [97],
    }

    /// The operand and the result of a vector conversion have the same number of lanes.
    ///
    /// Each lane of the result is converted from the corresponding lane of the operand. A scalable
    /// vector never has the same number of lanes as a fixed-length vector.
    deny LANES_DIFFER: "TYP013" "conversion-lanes-differ" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` changes the number of lanes",
        reference: "LangRef, Conversion Operations",
        checks: [
            "visitUIToFPInst: UIToFP source and dest vector length mismatch",
            "visitSIToFPInst: SIToFP source and dest vector length mismatch",
            "visitFPToUIInst: FPToUI source and dest vector length mismatch",
            "visitFPToSIInst: FPToSI source and dest vector length mismatch",
            "visitPtrToIntInst: PtrToInt Vector width mismatch",
            "visitIntToPtrInst: IntToPtr Vector width mismatch",
            "visitAddrSpaceCastInst: AddrSpaceCast vector pointer number of elements mismatch",
        ],
        tables: [97, 98],
    }

    /// The result type of `trunc` and `fptrunc` is narrower than the operand type.
    ///
    /// A value that keeps its width needs no conversion or a `bitcast`. A value is widened by
    /// `zext`, `sext` or `fpext`.
    deny NOT_NARROWER: "TYP014" "truncation-not-narrower" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` does not narrow the type",
        reference: "LangRef, trunc .. to and fptrunc .. to",
        checks: [
            "visitTruncInst: DestTy too big for Trunc",
            "visitFPTruncInst: DestTy too big for FPTrunc",
        ],
    }

    /// The result type of `zext`, `sext` and `fpext` is wider than the operand type.
    ///
    /// A value that keeps its width needs no conversion or a `bitcast`. A value is narrowed by
    /// `trunc` or `fptrunc`.
    deny NOT_WIDER: "TYP015" "extension-not-wider" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` does not widen the type",
        reference: "LangRef, zext .. to, sext .. to and fpext .. to",
        checks: [
            "visitZExtInst: Type too small for ZExt",
            "visitSExtInst: Type too small for SExt",
            "visitFPExtInst: DestTy too small for FPExt",
        ],
    }

    /// `addrspacecast` converts between different address spaces.
    ///
    /// Within one address space there is nothing to convert.
    deny SAME_ADDRESS_SPACE: "TYP016" "addrspacecast-within-address-space" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` does not change the address space",
        reference: "LangRef, addrspacecast .. to",
        checks: ["visitAddrSpaceCastInst: AddrSpaceCast must be between different address spaces"],
    }

    /// The operand and the result of a vector truncation or extension have the same number of
    /// lanes.
    ///
    /// LangRef requires it as for any vector conversion, and LLVM's parser checks it. LLVM's
    /// verifier does not, so a module built in memory can pass verification and fail later.
    warn RESIZED_LANES_DIFFER: "TYP017" "resized-lanes-differ" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` changes the number of lanes",
        reference: "LangRef, Conversion Operations",
        checks: [],
        tables: [97, 98],
    }
}

datalog! { representatives;
    /// `opcode` converts scalars of the first class to scalars of the second.
    const CONVERTS(Opcode, Scalar, Scalar) = [
        (Opcode::Trunc, Scalar::Integer, Scalar::Integer),
        (Opcode::ZExt, Scalar::Integer, Scalar::Integer),
        (Opcode::SExt, Scalar::Integer, Scalar::Integer),
        (Opcode::FPTrunc, Scalar::Float, Scalar::Float),
        (Opcode::FPExt, Scalar::Float, Scalar::Float),
        (Opcode::FPToUI, Scalar::Float, Scalar::Integer),
        (Opcode::FPToSI, Scalar::Float, Scalar::Integer),
        (Opcode::UIToFP, Scalar::Integer, Scalar::Float),
        (Opcode::SIToFP, Scalar::Integer, Scalar::Float),
        (Opcode::PtrToInt, Scalar::Pointer, Scalar::Integer),
        (Opcode::IntToPtr, Scalar::Integer, Scalar::Pointer),
        (Opcode::AddrSpaceCast, Scalar::Pointer, Scalar::Pointer),
    ];

    /// The result of `opcode` must be narrower (`Less`) or wider (`Greater`) than its operand.
    /// Otherwise the rule is violated.
    const RESIZES(Opcode, Ordering, Rule) = [
        (Opcode::Trunc, Ordering::Less, NOT_NARROWER),
        (Opcode::FPTrunc, Ordering::Less, NOT_NARROWER),
        (Opcode::ZExt, Ordering::Greater, NOT_WIDER),
        (Opcode::SExt, Ordering::Greater, NOT_WIDER),
        (Opcode::FPExt, Ordering::Greater, NOT_WIDER),
    ];

    /// `instruction`, with this opcode, converts from type `from` to type `to` (tables 93 and 94).
    struct Conversion(InstructionId, Opcode, TypeId, TypeId);

    Conversion(instruction, opcode, from, to) <-
        conversion_instruction { instruction, opcode, operand, to_type: to },
        value { value: operand, type: from };

    violation(OPERAND_KIND, Subject::Operand(instruction, 0)) <-
        Conversion(instruction, opcode, from, _),
        CONVERTS(opcode, wanted, _),
        type_traits { type: from, kind },
        (Scalar::of(kind) != Some(wanted));

    violation(RESULT_KIND, instruction) <-
        Conversion(instruction, opcode, _, to),
        CONVERTS(opcode, _, wanted),
        type_traits { type: to, kind },
        (Scalar::of(kind) != Some(wanted));

    /// `instruction`, with this opcode, converts `from` lanes to a different number of lanes, `to`.
    struct ConvertsLanes(InstructionId, Opcode, Lanes, Lanes);

    ConvertsLanes(instruction, opcode, from_lanes, to_lanes) <-
        Conversion(instruction, opcode, from, to),
        CONVERTS(opcode, _, _),
        type_traits { type: from, lanes: from_lanes },
        type_traits { type: to, lanes: to_lanes },
        (from_lanes != to_lanes);

    violation(VECTOR_AND_SCALAR, Subject::Operand(instruction, 0)) <-
        ConvertsLanes(instruction, opcode, from, to),
        (opcode != Opcode::AddrSpaceCast),
        (from == Lanes::Scalar || to == Lanes::Scalar);

    /// `instruction` converts a vector to a vector with a different number of lanes (table 98).
    struct ChangesLanes(InstructionId, Opcode);

    ChangesLanes(instruction, opcode) <-
        ConvertsLanes(instruction, opcode, from, to),
        (from != Lanes::Scalar),
        (to != Lanes::Scalar || opcode == Opcode::AddrSpaceCast);

    violation(LANES_DIFFER, Subject::Operand(instruction, 0)) <-
        ChangesLanes(instruction, opcode),
        !RESIZES(opcode, _, _);

    violation(RESIZED_LANES_DIFFER, Subject::Operand(instruction, 0)) <-
        ChangesLanes(instruction, opcode),
        RESIZES(opcode, _, _);

    /// `instruction` converts from scalars with the measure `from` to scalars with the measure
    /// `to`. The measure is the width of a number, or the address space of a pointer.
    struct Measured(InstructionId, Opcode, u32, u32);

    Measured(instruction, opcode, from_measure, to_measure) <-
        Conversion(instruction, opcode, from, to),
        CONVERTS(opcode, taken, given),
        type_traits { type: from, kind: from_kind, measure: from_measure },
        (Scalar::of(from_kind) == Some(taken)),
        type_traits { type: to, kind: to_kind, measure: to_measure },
        (Scalar::of(to_kind) == Some(given));

    violation(rule, Subject::Operand(instruction, 0)) <-
        Measured(instruction, opcode, from, to),
        RESIZES(opcode, wanted, rule),
        (to.cmp(&from) != wanted);

    violation(SAME_ADDRESS_SPACE, Subject::Operand(instruction, 0)) <-
        Measured(instruction, Opcode::AddrSpaceCast, from, to),
        (from == to);
}

//! Conversions: what may be converted to what. These are tables 95 to 98 of the relational model
//! (Psallida 2014), and the same for all conversions but `bitcast` and `ptrtoaddr`, which are judged
//! in constants too (`bitcasts`). That a conversion has an operand and a type (table 95) is what
//! makes a row of `conversion_instruction`; its result has the type that the row names.

use std::cmp::Ordering;

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, Opcode, TypeId};
use rules_macros::datalog;

use crate::checks::scalars::Scalar;
use crate::rule::{Rule, rules};
use crate::violation::Subject;

rules! { Types "types";
    /// A conversion takes what its name says: an integer, a floating-point number or a pointer, or
    /// a vector of them.
    ///
    /// Each conversion is defined on one kind of numbers only. To look at the bits of a value as
    /// another kind, there is `bitcast`.
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

    /// A conversion yields what its name says: an integer, a floating-point number or a pointer, or
    /// a vector of them.
    ///
    /// The name of a conversion says from which kind to which kind it goes.
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

    /// A conversion goes from a vector to a vector, or from a scalar to a scalar.
    ///
    /// A vector is converted lane by lane. What puts a scalar into a vector is `insertelement`, what
    /// takes it out, `extractelement`.
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

    /// Vectors are converted to vectors with as many lanes.
    ///
    /// Each lane of the result comes from the lane at the same place. `vscale` times four lanes are
    /// not four lanes.
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

    /// `trunc` and `fptrunc` yield a narrower type than they are given.
    ///
    /// What stays as wide needs no conversion (or is a `bitcast`), and what gets wider is `zext`,
    /// `sext` or `fpext`.
    deny NOT_NARROWER: "TYP014" "truncation-not-narrower" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` does not get narrower",
        reference: "LangRef, trunc .. to and fptrunc .. to",
        checks: [
            "visitTruncInst: DestTy too big for Trunc",
            "visitFPTruncInst: DestTy too big for FPTrunc",
        ],
    }

    /// `zext`, `sext` and `fpext` yield a wider type than they are given.
    ///
    /// What stays as wide needs no conversion (or is a `bitcast`), and what gets narrower is `trunc`
    /// or `fptrunc`.
    deny NOT_WIDER: "TYP015" "extension-not-wider" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` does not get wider",
        reference: "LangRef, zext .. to, sext .. to and fpext .. to",
        checks: [
            "visitZExtInst: Type too small for ZExt",
            "visitSExtInst: Type too small for SExt",
            "visitFPExtInst: DestTy too small for FPExt",
        ],
    }

    /// `addrspacecast` goes from one address space to another.
    ///
    /// Within an address space a pointer is what it is, and there is nothing to convert.
    deny SAME_ADDRESS_SPACE: "TYP016" "addrspacecast-within-address-space" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` stays in its address space",
        reference: "LangRef, addrspacecast .. to",
        checks: ["visitAddrSpaceCastInst: AddrSpaceCast must be between different address spaces"],
    }

    /// Vectors are truncated and extended to vectors with as many lanes.
    ///
    /// LangRef demands it as of any conversion of vectors, and LLVM's parser sees to it; but its
    /// verifier does not look, so that modules built in memory pass it and break later.
    warn RESIZED_LANES_DIFFER: "TYP017" "resized-lanes-differ" {
        message: "`{opcode}` from `{operand:0.type}` to `{result.type}` changes the number of lanes",
        reference: "LangRef, Conversion Operations",
        checks: [],
        tables: [97, 98],
    }
}

datalog! { representatives;
    /// `opcode` makes scalars of the second class from scalars of the first.
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

    /// The width of the result of `opcode` is less or greater than the width of its operand.
    /// Otherwise the rule is broken.
    const RESIZES(Opcode, Ordering, Rule) = [
        (Opcode::Trunc, Ordering::Less, NOT_NARROWER),
        (Opcode::FPTrunc, Ordering::Less, NOT_NARROWER),
        (Opcode::ZExt, Ordering::Greater, NOT_WIDER),
        (Opcode::SExt, Ordering::Greater, NOT_WIDER),
        (Opcode::FPExt, Ordering::Greater, NOT_WIDER),
    ];

    /// `instruction` converts from type `from` to type `to`, as `opcode` says (tables 93, 94).
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

    /// `instruction` converts `from` lanes of scalars to `to` lanes, as `opcode` says.
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

    /// `instruction` converts a vector to another that does not have as many lanes (table 98).
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

    /// `instruction` converts numbers of `from` bits, or pointers into the address space `from`, to
    /// numbers of `to` bits, or pointers into the address space `to`.
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

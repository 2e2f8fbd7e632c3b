//! Conversions: what may be converted to what. These are tables 95 to 98 of the relational model
//! (Psallida 2014), and the same for all conversions but `bitcast` and `ptrtoaddr`, which are judged
//! in constants too (`bitcasts`). That a conversion has an operand and a type (table 95) is what
//! makes a row of `conversion_instruction`; its result has the type that the row names.
//!
//! **Scope: sample.**

use facts_schema::{Opcode, TypeKind};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{Lanes, is_float};
use crate::violation::Violation;
use program::{Broken, ConversionInstruction, Crepe, Traits, Value};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

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

fn violations(context: &Context) -> Vec<Violation> {
    let conversions = &context.sample.facts.conversion_instruction;
    if conversions.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    program.extend(conversions.iter().map(ConversionInstruction::from));
    let operands = conversions.iter().map(|row| row.operand);
    program.extend(context.rows_of(operands).map(Value::from));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

/// Whether `opcode` is a conversion that this program judges.
fn is_judged(opcode: Opcode) -> bool {
    !matches!(opcode, Opcode::BitCast | Opcode::PtrToAddr)
}

/// Whether `opcode` converts scalars of this kind.
fn takes(opcode: Opcode, kind: TypeKind) -> bool {
    use Opcode::*;
    match opcode {
        Trunc | ZExt | SExt | UIToFP | SIToFP | IntToPtr => kind == TypeKind::Integer,
        FPTrunc | FPExt | FPToUI | FPToSI => is_float(kind),
        PtrToInt | AddrSpaceCast => kind == TypeKind::Pointer,
        _ => false,
    }
}

/// Whether `opcode` converts to scalars of this kind.
fn gives(opcode: Opcode, kind: TypeKind) -> bool {
    use Opcode::*;
    match opcode {
        Trunc | ZExt | SExt | FPToUI | FPToSI | PtrToInt => kind == TypeKind::Integer,
        FPTrunc | FPExt | UIToFP | SIToFP => is_float(kind),
        IntToPtr | AddrSpaceCast => kind == TypeKind::Pointer,
        _ => false,
    }
}

/// Whether `opcode` changes the width of a number, and nothing else.
fn resizes(opcode: Opcode) -> bool {
    narrows(opcode) || widens(opcode)
}

fn narrows(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::Trunc | Opcode::FPTrunc)
}

fn widens(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::ZExt | Opcode::SExt | Opcode::FPExt)
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, ValueId};

    crepe! {
        @input
        pub struct ConversionInstruction(pub InstructionId, pub Opcode, pub ValueId, pub TypeId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `instruction` converts from type `from` to type `to`, as `opcode` says (tables 93, 94).
        struct Conversion(InstructionId, Opcode, TypeId, TypeId);

        Conversion(instruction, opcode, from, to) <-
            ConversionInstruction(instruction, opcode, operand, to),
            (is_judged(opcode)),
            Value(operand, from);

        Broken(OPERAND_KIND, Subject::Operand(instruction, 0), Detail::None) <-
            Conversion(instruction, opcode, from, _),
            Traits(from, _, kind, _, _),
            (!takes(opcode, kind));

        Broken(RESULT_KIND, Subject::Instruction(instruction), Detail::None) <-
            Conversion(instruction, opcode, _, to),
            Traits(to, _, kind, _, _),
            (!gives(opcode, kind));

        Broken(VECTOR_AND_SCALAR, Subject::Operand(instruction, 0), Detail::None) <-
            Conversion(instruction, opcode, from, to),
            (opcode != Opcode::AddrSpaceCast),
            Traits(from, _, _, _, from_lanes),
            Traits(to, _, _, _, to_lanes),
            ((from_lanes == Lanes::Scalar) != (to_lanes == Lanes::Scalar));

        // Two vector types are compatible when they have as many lanes (table 98).
        struct Compatible(TypeId, TypeId);

        Compatible(from, to) <-
            Conversion(_, _, from, to),
            Traits(from, _, _, _, lanes),
            Traits(to, _, _, _, lanes);

        // `instruction` converts a vector to another that is not compatible with it.
        struct ChangesLanes(InstructionId, Opcode);

        ChangesLanes(instruction, opcode) <-
            Conversion(instruction, opcode, from, to),
            Traits(from, _, _, _, from_lanes),
            (from_lanes != Lanes::Scalar),
            Traits(to, _, _, _, to_lanes),
            (to_lanes != Lanes::Scalar || opcode == Opcode::AddrSpaceCast),
            !Compatible(from, to);

        Broken(LANES_DIFFER, Subject::Operand(instruction, 0), Detail::None) <-
            ChangesLanes(instruction, opcode),
            (!resizes(opcode));

        Broken(RESIZED_LANES_DIFFER, Subject::Operand(instruction, 0), Detail::None) <-
            ChangesLanes(instruction, opcode),
            (resizes(opcode));

        // `instruction` converts numbers of `from` bits, or pointers into the address space `from`,
        // to numbers of `to` bits, or pointers into the address space `to`.
        struct Measured(InstructionId, Opcode, u32, u32);

        Measured(instruction, opcode, from_measure, to_measure) <-
            Conversion(instruction, opcode, from, to),
            Traits(from, _, from_kind, from_measure, _),
            (takes(opcode, from_kind)),
            Traits(to, _, to_kind, to_measure, _),
            (gives(opcode, to_kind));

        Broken(NOT_NARROWER, Subject::Operand(instruction, 0), Detail::None) <-
            Measured(instruction, opcode, from, to),
            (narrows(opcode) && from <= to);

        Broken(NOT_WIDER, Subject::Operand(instruction, 0), Detail::None) <-
            Measured(instruction, opcode, from, to),
            (widens(opcode) && from >= to);

        Broken(SAME_ADDRESS_SPACE, Subject::Operand(instruction, 0), Detail::None) <-
            Measured(instruction, Opcode::AddrSpaceCast, from, to),
            (from == to);
    }
}

input_from! { ConversionInstruction(instruction, opcode, operand, to_type) from ConversionInstruction }
input_from! { Value(value, r#type) from Value }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }

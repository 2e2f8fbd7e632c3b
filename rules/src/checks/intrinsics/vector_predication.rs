//! Vector-predicated conversions and comparisons (`llvm.vp.*`).

use facts_schema::view::float_bits;
use facts_schema::{InstructionId, TypeId, TypeKind};
use rules_macros::datalog;

use super::FLOAT_PREDICATES;
use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// The operand and the result of a vector-predicated conversion have the same number of lanes.
    ///
    /// Vectors are converted lane by lane.
    deny LANES: "INT050" "vp-conversion-lanes" {
        message: "the conversion of `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, Vector Predication Intrinsics",
        checks: ["visitVPIntrinsic: VP cast intrinsic first argument and result vector lengths must be equal"],
    }

    /// The operand and the result of a vector-predicated conversion have the kinds that the
    /// conversion is defined on.
    ///
    /// The intrinsic converts like the instruction of the same name, restricted to the lanes that a
    /// mask and a vector length select.
    deny KINDS: "INT051" "vp-conversion-types" {
        message: "{callee} cannot convert `{operand:0.type}` to `{result.type}`",
        reference: "LangRef, Vector Predication Intrinsics",
        checks: [
            "visitVPIntrinsic: llvm.vp.trunc intrinsic first argument and result element type must be integer",
            "visitVPIntrinsic: llvm.vp.zext or llvm.vp.sext intrinsic first argument and result element type must be integer",
            "visitVPIntrinsic: llvm.vp.fptoui, llvm.vp.fptosi, llvm.vp.lrint or llvm.vp.llrintintrinsic first argument element type must be floating-point and result element type mu",
            "visitVPIntrinsic: llvm.vp.uitofp or llvm.vp.sitofp intrinsic first argument element type must be integer and result element type must be floating-point",
            "visitVPIntrinsic: llvm.vp.fptrunc intrinsic first argument and result element type must be floating-point",
            "visitVPIntrinsic: llvm.vp.fpext intrinsic first argument and result element type must be floating-point",
            "visitVPIntrinsic: llvm.vp.ptrtoint intrinsic first argument element type must be pointer and result element type must be integer",
            "visitVPIntrinsic: llvm.vp.inttoptr intrinsic first argument element type must be integer and result element type must be pointer",
        ],
    }

    /// A vector-predicated truncation narrows the elements, and an extension widens them.
    ///
    /// A conversion to the same width has no effect.
    deny WIDTHS: "INT052" "vp-conversion-width" {
        message: "{callee} cannot convert `{operand:0.type}` to `{result.type}`",
        reference: "LangRef, Vector Predication Intrinsics",
        checks: [
            "visitVPIntrinsic: llvm.vp.trunc intrinsic the bit size of first argument must be larger than the bit size of the return type",
            "visitVPIntrinsic: llvm.vp.zext or llvm.vp.sext intrinsic the bit size of first argument must be smaller than the bit size of the return type",
            "visitVPIntrinsic: llvm.vp.fptrunc intrinsic the bit size of first argument must be larger than the bit size of the return type",
            "visitVPIntrinsic: llvm.vp.fpext intrinsic the bit size of first argument must be smaller than the bit size of the return type",
        ],
    }

    /// The predicate of a vector-predicated comparison is one for the compared type.
    ///
    /// The predicates are those of `icmp` and `fcmp` except `true` and `false`, as metadata
    /// strings.
    deny PREDICATE: "INT053" "vp-comparison-predicate" {
        message: "`{operand}` is not a predicate of {callee}",
        reference: "LangRef, llvm.vp.fcmp.* Intrinsics",
        checks: [
            "visitVPIntrinsic: invalid predicate for VP FP comparison intrinsic",
            "visitVPIntrinsic: invalid predicate for VP integer comparison intrinsic",
        ],
    }
}

/// The kind of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum ScalarKind {
    Integer,
    Float,
    Pointer,
}

impl ScalarKind {
    /// Whether scalars of a type with this kind are included.
    fn includes(self, kind: TypeKind) -> bool {
        match self {
            Self::Integer => kind == TypeKind::Integer,
            Self::Float => float_bits(kind) > 0,
            Self::Pointer => kind == TypeKind::Pointer,
        }
    }
}

/// How a conversion changes the size of the elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Change {
    Shrinks,
    Grows,
    Any,
}

datalog! { representatives;
    /// The conversions: the kinds of the operand and of the result, and the change of size.
    const CONVERSIONS(&'static str, ScalarKind, ScalarKind, Change) = [
        ("llvm.vp.trunc", ScalarKind::Integer, ScalarKind::Integer, Change::Shrinks),
        ("llvm.vp.zext", ScalarKind::Integer, ScalarKind::Integer, Change::Grows),
        ("llvm.vp.sext", ScalarKind::Integer, ScalarKind::Integer, Change::Grows),
        ("llvm.vp.fptrunc", ScalarKind::Float, ScalarKind::Float, Change::Shrinks),
        ("llvm.vp.fpext", ScalarKind::Float, ScalarKind::Float, Change::Grows),
        ("llvm.vp.fptoui", ScalarKind::Float, ScalarKind::Integer, Change::Any),
        ("llvm.vp.fptosi", ScalarKind::Float, ScalarKind::Integer, Change::Any),
        ("llvm.vp.lrint", ScalarKind::Float, ScalarKind::Integer, Change::Any),
        ("llvm.vp.llrint", ScalarKind::Float, ScalarKind::Integer, Change::Any),
        ("llvm.vp.uitofp", ScalarKind::Integer, ScalarKind::Float, Change::Any),
        ("llvm.vp.sitofp", ScalarKind::Integer, ScalarKind::Float, Change::Any),
        ("llvm.vp.ptrtoint", ScalarKind::Pointer, ScalarKind::Integer, Change::Any),
        ("llvm.vp.inttoptr", ScalarKind::Integer, ScalarKind::Pointer, Change::Any),
    ];

    /// The comparisons, and the metadata strings for their predicates.
    const PREDICATES(&'static str, &'static [&'static str]) = [
        ("llvm.vp.fcmp", &FLOAT_PREDICATES),
        (
            "llvm.vp.icmp",
            &["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"],
        ),
    ];

    /// `instruction` calls the intrinsic `name`, which returns a value of type `result`.
    struct Call<'a>(InstructionId, &'a str, TypeId);

    Call(instruction, module.text(intrinsic), return_type) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        function_type { type: function_type, return_type };

    /// `instruction` converts a value of type `operand` to type `result`. The other columns are the
    /// kinds and the change of size that the conversion requires.
    struct Converts(InstructionId, TypeId, TypeId, ScalarKind, ScalarKind, Change);

    Converts(instruction, type, result, from, to, change) <-
        Call(instruction, name, result),
        CONVERSIONS(name, from, to, change),
        call_argument { instruction, position: 0, argument },
        value { value: argument, type };

    violation(LANES, instruction) <-
        Converts(instruction, operand, result, _, _, _),
        type_traits { type: operand, lanes },
        type_traits { type: result, lanes: result_lanes },
        (lanes != result_lanes);

    violation(KINDS, instruction) <-
        Converts(instruction, operand, result, from, to, _),
        type_traits { type: operand, kind },
        type_traits { type: result, kind: result_kind },
        (!from.includes(kind) || !to.includes(result_kind));

    violation(WIDTHS, instruction) <-
        Converts(instruction, operand, result, _, _, Change::Shrinks),
        type_traits { type: operand, measure: width },
        type_traits { type: result, measure: result_width },
        (width <= result_width);

    violation(WIDTHS, instruction) <-
        Converts(instruction, operand, result, _, _, Change::Grows),
        type_traits { type: operand, measure: width },
        type_traits { type: result, measure: result_width },
        (width >= result_width);

    /// `instruction` has a valid predicate.
    struct Compares(InstructionId);

    Compares(instruction) <-
        Call(instruction, name, _),
        PREDICATES(name, predicates),
        call_argument { instruction, position: 2, argument },
        metadata_value { value: argument, metadata },
        metadata_string { metadata, text },
        (predicates.contains(&module.text(text)));

    violation(PREDICATE, Subject::Operand(instruction, 2)) <-
        Call(instruction, name, _),
        PREDICATES(name, _),
        call_argument { instruction, position: 2 },
        !Compares(instruction);
}

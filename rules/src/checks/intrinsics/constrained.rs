//! Constrained floating-point operations (`llvm.experimental.constrained.*`).

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, TypeId, TypeKind};
use rules_macros::datalog;

use super::{FLOAT_PREDICATES, STATIC_ROUNDING};
use crate::rule::rules;
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// The last argument of a constrained floating-point operation is an exception behaviour.
    ///
    /// It is one of the metadata strings `fpexcept.ignore`, `fpexcept.maytrap` and
    /// `fpexcept.strict`.
    deny EXCEPTIONS: "INT055" "constrained-exception-behavior" {
        message: "`{operand}` is not a floating-point exception behaviour",
        reference: "LangRef, Constrained Floating-Point Intrinsics",
        checks: ["visitConstrainedFPIntrinsic: invalid exception behavior argument"],
    }

    /// A constrained floating-point operation that rounds has a rounding mode argument.
    ///
    /// The second-to-last argument is a metadata string. It is `round.dynamic` if the rounding mode is
    /// unknown at compile time; otherwise, it names the rounding mode that is in effect.
    deny ROUNDING: "INT056" "constrained-rounding-mode" {
        message: "`{operand}` is not a rounding mode",
        reference: "LangRef, Constrained Floating-Point Intrinsics",
        checks: ["visitConstrainedFPIntrinsic: invalid rounding mode argument"],
    }

    /// The predicate of a constrained comparison is a floating-point predicate.
    ///
    /// The predicates are those of `fcmp` except `true` and `false`, as metadata strings.
    deny PREDICATE: "INT057" "constrained-comparison-predicate" {
        message: "`{operand}` is not a floating-point predicate",
        reference: "LangRef, llvm.experimental.constrained.fcmp Intrinsic",
        checks: ["visitConstrainedFPIntrinsic: invalid predicate for constrained FP comparison intrinsic"],
    }

    /// Constrained `lrint`, `llrint`, `lround` and `llround` do not operate on vectors.
    ///
    /// They represent functions of the C library, which round one number.
    deny SCALAR: "INT058" "constrained-rounding-vector" {
        message: "{callee} operates on scalars, and cannot round `{operand:0.type}` to `{result.type}`",
        reference: "LangRef, llvm.experimental.constrained.lrint Intrinsic",
        checks: ["visitConstrainedFPIntrinsic: Intrinsic does not support vectors"],
    }

    /// The operand and the result of a constrained conversion have the same number of lanes.
    ///
    /// Vectors are converted lane by lane.
    deny LANES: "INT059" "constrained-conversion-lanes" {
        message: "the conversion of `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, llvm.experimental.constrained.fptoui Intrinsic",
        checks: [
            "visitConstrainedFPIntrinsic: Intrinsic first argument must be floating point",
            "visitConstrainedFPIntrinsic: Intrinsic first argument and result disagree on vector use",
            "visitConstrainedFPIntrinsic: Intrinsic result must be an integer",
            "visitConstrainedFPIntrinsic: Intrinsic first argument and result vector lengths must be equal",
            "visitConstrainedFPIntrinsic: Intrinsic first argument must be integer",
            "visitConstrainedFPIntrinsic: Intrinsic result must be a floating point",
            "visitConstrainedFPIntrinsic: Intrinsic first argument must be FP or FP vector",
            "visitConstrainedFPIntrinsic: Intrinsic result must be FP or FP vector",
        ],
    }

    /// A constrained truncation narrows its operand, and an extension widens it.
    ///
    /// A conversion to the same width has no effect.
    deny WIDTHS: "INT060" "constrained-conversion-width" {
        message: "{callee} cannot convert `{operand:0.type}` to `{result.type}`",
        reference: "LangRef, llvm.experimental.constrained.fptrunc Intrinsic",
        checks: [
            "visitConstrainedFPIntrinsic: Intrinsic first argument's type must be larger than result type",
            "visitConstrainedFPIntrinsic: Intrinsic first argument's type must be smaller than result type",
        ],
    }
}

datalog! { representatives;
    /// The metadata strings for exception behaviour.
    const EXCEPTION_BEHAVIORS(&'static str) = ["fpexcept.ignore", "fpexcept.maytrap", "fpexcept.strict"];

    /// The metadata strings for rounding modes, except `round.dynamic`.
    const ROUNDING_MODES(&'static str) = STATIC_ROUNDING;

    /// The metadata strings for predicates.
    const PREDICATES(&'static str) = FLOAT_PREDICATES;

    /// The comparisons.
    const COMPARISONS(&'static str) = ["fcmp", "fcmps"];

    /// The operations that round a scalar to an integer.
    const TO_INTEGER(&'static str) = ["lrint", "llrint", "lround", "llround"];

    /// The conversions.
    const CONVERSIONS(&'static str) =
        ["fptosi", "fptoui", "sitofp", "uitofp", "fptrunc", "fpext"];

    /// `instruction` calls the constrained intrinsic for `operation`, which returns a value of type
    /// `result`.
    struct Call<'a>(InstructionId, &'a str, TypeId);

    Call(instruction, operation, return_type) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        let Some(operation) =
            module.text(intrinsic).strip_prefix("llvm.experimental.constrained."),
        function_type { type: function_type, return_type };

    /// The argument at `position` of `instruction` is metadata.
    struct Metadata(InstructionId, u32);

    Metadata(instruction, position) <-
        Call(instruction, _, _),
        call_argument { instruction, position, argument },
        value { value: argument, type },
        type { type, kind: TypeKind::Metadata };

    /// The argument at `position` of `instruction` is the metadata string `word`.
    struct Word<'a>(InstructionId, u32, &'a str);

    Word(instruction, position, module.text(text)) <-
        Metadata(instruction, position),
        call_argument { instruction, position, argument },
        metadata_value { value: argument, metadata },
        metadata_string { metadata, text };

    /// The argument at `position` is the last argument of `instruction` and is metadata.
    struct Last(InstructionId, u32);

    Last(instruction, position) <-
        Metadata(instruction, position),
        !call_argument { instruction, position: position + 1 };

    struct HasExceptionBehavior(InstructionId);

    HasExceptionBehavior(instruction) <-
        Last(instruction, position),
        Word(instruction, position, word),
        EXCEPTION_BEHAVIORS(word);

    violation(EXCEPTIONS, Subject::Operand(instruction, position)) <-
        Last(instruction, position),
        !HasExceptionBehavior(instruction);

    /// The argument at `position` of `instruction` must be a rounding mode.
    struct RoundingModeAt(InstructionId, u32);

    RoundingModeAt(instruction, position) <-
        Call(instruction, operation, _),
        !COMPARISONS(operation),
        Metadata(instruction, position),
        Last(instruction, position + 1);

    struct HasRoundingMode(InstructionId);

    HasRoundingMode(instruction) <-
        RoundingModeAt(instruction, position),
        Word(instruction, position, "round.dynamic");

    HasRoundingMode(instruction) <-
        RoundingModeAt(instruction, position),
        Word(instruction, position, word),
        ROUNDING_MODES(word);

    violation(ROUNDING, Subject::Operand(instruction, position)) <-
        RoundingModeAt(instruction, position),
        !HasRoundingMode(instruction);

    struct Compares(InstructionId);

    Compares(instruction) <- Word(instruction, 2, word), PREDICATES(word);

    violation(PREDICATE, Subject::Operand(instruction, 2)) <-
        Call(instruction, operation, _),
        COMPARISONS(operation),
        Metadata(instruction, 2),
        !Compares(instruction);

    /// `instruction` applies `operation` to a value of type `number`, with a result of type
    /// `result`.
    struct Converts<'a>(InstructionId, &'a str, TypeId, TypeId);

    Converts(instruction, operation, type, result) <-
        Call(instruction, operation, result),
        call_argument { instruction, position: 0, argument },
        value { value: argument, type };

    violation(SCALAR, instruction) <-
        Converts(instruction, operation, number, result),
        TO_INTEGER(operation),
        type_traits { type: number, lanes },
        type_traits { type: result, lanes: result_lanes },
        (lanes != Lanes::Scalar || result_lanes != Lanes::Scalar);

    violation(LANES, instruction) <-
        Converts(instruction, operation, number, result),
        CONVERSIONS(operation),
        type_traits { type: number, lanes },
        type_traits { type: result, lanes: result_lanes },
        (lanes != result_lanes);

    violation(WIDTHS, instruction) <-
        Converts(instruction, "fptrunc", number, result),
        type_traits { type: number, measure: width },
        type_traits { type: result, measure: result_width },
        (width <= result_width);

    violation(WIDTHS, instruction) <-
        Converts(instruction, "fpext", number, result),
        type_traits { type: number, measure: width },
        type_traits { type: result, measure: result_width },
        (width >= result_width);
}

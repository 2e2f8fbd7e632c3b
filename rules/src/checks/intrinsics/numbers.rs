//! Arithmetic intrinsics.

use facts_schema::view::Lanes;
use facts_schema::{InstructionId, TypeId};
use rules_macros::datalog;

use super::{STATIC_ROUNDING, as_unsigned};
use crate::rule::{Rule, rules};
use crate::violation::Subject;

rules! { Intrinsics "intrinsics";
    /// The result of a three-way comparison (`scmp`, `ucmp`) has at least two bits.
    ///
    /// The result is -1, 0 or 1, which do not fit in one bit.
    deny THREE_WAY_WIDTH: "INT020" "three-way-comparison-width" {
        message: "the three results of the comparison do not fit in type `{result.type}`",
        reference: "LangRef, llvm.scmp and llvm.ucmp Intrinsics",
        checks: ["visitIntrinsicCall: result type must be at least 2 bits wide"],
    }

    /// The result of a three-way comparison (`scmp`, `ucmp`) has as many lanes as its arguments.
    ///
    /// Vectors are compared lane by lane.
    deny THREE_WAY_LANES: "INT021" "three-way-comparison-lanes" {
        message: "the three-way comparison of `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, llvm.scmp and llvm.ucmp Intrinsics",
        checks: [
            "visitIntrinsicCall: ucmp/scmp argument and result types must both be either vector or scalar types",
            "visitIntrinsicCall: return type and arguments must have the same number of elements",
        ],
    }

    /// The mask of `llvm.is.fpclass` and `llvm.vp.is.fpclass` only has bits among the lowest ten.
    ///
    /// There are ten classes of floating-point numbers, from signaling NaN to positive infinity,
    /// and one bit for each.
    deny CLASS_MASK: "INT022" "floating-point-class-mask" {
        message: "the mask `{operand}` has bits that do not represent a class of floating-point numbers",
        reference: "LangRef, llvm.is.fpclass Intrinsic",
        checks: [
            "visitIntrinsicCall: unsupported bits for llvm.is.fpclass test mask",
            "visitVPIntrinsic: unsupported bits for llvm.vp.is.fpclass test mask",
        ],
    }

    /// The rounding mode of `llvm.fptrunc.round` is a supported rounding mode.
    ///
    /// The modes are the metadata strings `round.tonearest`, `round.tonearestaway`,
    /// `round.downward`, `round.upward` and `round.towardzero`.
    deny TRUNCATION_MODE: "INT023" "truncation-rounding-mode" {
        message: "`{operand}` is not a rounding mode",
        reference: "LangRef, llvm.fptrunc.round Intrinsic",
        checks: [
            "visitIntrinsicCall: missing rounding mode argument",
            "visitIntrinsicCall: invalid value for llvm.fptrunc.round metadata operand (the operand should be a string)",
            "visitIntrinsicCall: unsupported rounding mode argument",
        ],
    }

    /// The scale of a fixed-point operation is at most the width of the operands, and less than the
    /// width if they are signed.
    ///
    /// The scale is the number of bits after the point.
    deny FIXED_POINT_SCALE: "INT024" "fixed-point-scale" {
        message: "numbers of type `{operand:0.type}` cannot have a scale of `{operand}` bits",
        reference: "LangRef, Fixed Point Arithmetic Intrinsics",
        checks: [
            "visitIntrinsicCall: the scale of s[mul|div]_fix[_sat] must be less than the width of the operands",
            "visitIntrinsicCall: the scale of u[mul|div]_fix[_sat] must be less than or equal to the width of the operands",
        ],
    }

    /// The operand and the result of a rounding to integer have the same number of lanes.
    ///
    /// `lrint`, `llrint`, `lround` and `llround` round vectors lane by lane.
    deny ROUNDING_LANES: "INT025" "rounding-lanes" {
        message: "the rounding of `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, llvm.lrint Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.lrint, llvm.llrint: argument must be floating-point or vector of floating-points, and result must be integer or vector of integers",
            "visitIntrinsicCall: llvm.lrint, llvm.llrint: argument and result disagree on vector use",
            "visitIntrinsicCall: llvm.lrint, llvm.llrint: argument must be same length as result",
        ],
    }

    /// The operand of `llvm.bswap` has an even number of bytes.
    ///
    /// Bytes are swapped in pairs.
    deny BYTE_SWAP: "INT026" "byte-swap-width" {
        message: "`{result.type}` does not have an even number of bytes",
        reference: "LangRef, llvm.bswap Intrinsics",
        checks: ["visitIntrinsicCall: bswap must be an even number of bytes"],
    }
}

datalog! { representatives;
    /// The three-way comparisons.
    const THREE_WAY(&'static str) = ["llvm.scmp", "llvm.ucmp"];

    /// The floating-point class tests.
    const CLASS_TESTS(&'static str) = ["llvm.is.fpclass", "llvm.vp.is.fpclass"];

    /// The metadata strings for rounding modes.
    const MODES(&'static str) = STATIC_ROUNDING;

    /// The fixed-point operations, and the number of sign bits.
    const FIXED_POINT(&'static str, u32) = [
        ("llvm.smul.fix", 1),
        ("llvm.smul.fix.sat", 1),
        ("llvm.sdiv.fix", 1),
        ("llvm.sdiv.fix.sat", 1),
        ("llvm.umul.fix", 0),
        ("llvm.umul.fix.sat", 0),
        ("llvm.udiv.fix", 0),
        ("llvm.udiv.fix.sat", 0),
    ];

    /// The intrinsics that map each lane of the first argument to a lane of the result, and the
    /// rule that requires the same number of lanes.
    const LANE_BY_LANE(&'static str, Rule) = [
        ("llvm.scmp", THREE_WAY_LANES),
        ("llvm.ucmp", THREE_WAY_LANES),
        ("llvm.lrint", ROUNDING_LANES),
        ("llvm.llrint", ROUNDING_LANES),
        ("llvm.lround", ROUNDING_LANES),
        ("llvm.llround", ROUNDING_LANES),
    ];

    /// `instruction` calls the intrinsic `name`, which returns a value of type `result`.
    struct Call<'a>(InstructionId, &'a str, TypeId);

    Call(instruction, module.text(intrinsic), return_type) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        function_type { type: function_type, return_type };

    /// The first argument of `instruction` has these lanes, each of `width` bits.
    struct First(InstructionId, u32, Lanes);

    First(instruction, width, lanes) <-
        Call(instruction, _, _),
        call_argument { instruction, position: 0, argument },
        value { value: argument, type },
        type_traits { type, measure: width, lanes };

    violation(THREE_WAY_WIDTH, instruction) <-
        Call(instruction, name, result),
        THREE_WAY(name),
        type_traits { type: result, measure: width },
        (width < 2);

    violation(rule, instruction) <-
        Call(instruction, name, result),
        LANE_BY_LANE(name, rule),
        type_traits { type: result, lanes },
        First(instruction, _, argument_lanes),
        (argument_lanes != lanes);

    violation(CLASS_MASK, Subject::Operand(instruction, 1)) <-
        Call(instruction, name, _),
        CLASS_TESTS(name),
        call_argument { instruction, position: 1, argument },
        constant_integer { constant: argument, unsigned },
        (as_unsigned(module.text(unsigned)) >= 1 << 10);

    /// `instruction` has a valid rounding mode.
    struct Rounds(InstructionId);

    Rounds(instruction) <-
        Call(instruction, "llvm.fptrunc.round", _),
        call_argument { instruction, position: 1, argument },
        metadata_value { value: argument, metadata },
        metadata_string { metadata, text },
        MODES(module.text(text));

    violation(TRUNCATION_MODE, Subject::Operand(instruction, 1)) <-
        Call(instruction, "llvm.fptrunc.round", _),
        call_argument { instruction, position: 1 },
        !Rounds(instruction);

    violation(FIXED_POINT_SCALE, Subject::Operand(instruction, 2)) <-
        Call(instruction, name, _),
        FIXED_POINT(name, sign),
        First(instruction, width, _),
        call_argument { instruction, position: 2, argument },
        constant_integer { constant: argument, unsigned },
        (as_unsigned(module.text(unsigned)) > width.saturating_sub(sign).into());

    violation(BYTE_SWAP, instruction) <-
        Call(instruction, "llvm.bswap", result),
        type_traits { type: result, measure: width },
        (width % 16 != 0);
}

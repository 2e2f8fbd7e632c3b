//! Intrinsics that compute with numbers.
//!
//! **Scope: sample.**

use facts_schema::InstructionId;
use rustc_hash::FxBuildHasher;

use super::{Calls, feed, is_static_rounding, strings};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::TypeTraits;
use crate::violation::Violation;
use program::{Argument, Broken, Call, Crepe, Number, Returned, Word};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// The result of a three-way comparison (`scmp`, `ucmp`) has at least two bits.
    ///
    /// It is -1, 0 or 1, and one bit holds only two of them.
    deny THREE_WAY_WIDTH: "INT020" "three-way-comparison-width" {
        message: "a three-way comparison has three results, and `{result.type}` has room for two",
        reference: "LangRef, llvm.scmp and llvm.ucmp Intrinsics",
        checks: ["visitIntrinsicCall: result type must be at least 2 bits wide"],
    }

    /// The result of a three-way comparison (`scmp`, `ucmp`) has as many lanes as the arguments.
    ///
    /// Vectors are compared lane by lane.
    deny THREE_WAY_LANES: "INT021" "three-way-comparison-lanes" {
        message: "a three-way comparison of `{operand:0.type}` has a result of type `{result.type}`",
        reference: "LangRef, llvm.scmp and llvm.ucmp Intrinsics",
        checks: [
            "visitIntrinsicCall: ucmp/scmp argument and result types must both be either vector or scalar types",
            "visitIntrinsicCall: return type and arguments must have the same number of elements",
        ],
    }

    /// The mask of a test for classes of floating-point numbers has no bits but the lowest ten.
    ///
    /// There are ten classes, from signaling NaN to positive infinity, one bit for each.
    deny CLASS_MASK: "INT022" "floating-point-class-mask" {
        message: "the mask `{operand}` has bits that stand for no class of floating-point numbers",
        reference: "LangRef, llvm.is.fpclass Intrinsic",
        checks: [
            "visitIntrinsicCall: unsupported bits for llvm.is.fpclass test mask",
            "visitVPIntrinsic: unsupported bits for llvm.vp.is.fpclass test mask",
        ],
    }

    /// `llvm.fptrunc.round` names the mode in which it rounds.
    ///
    /// The mode is one of the metadata strings `round.tonearest`, `round.tonearestaway`,
    /// `round.downward`, `round.upward` and `round.towardzero`.
    deny TRUNCATION_MODE: "INT023" "truncation-rounding-mode" {
        message: "`{operand}` names no mode to round in",
        reference: "LangRef, llvm.fptrunc.round Intrinsic",
        checks: [
            "visitIntrinsicCall: missing rounding mode argument",
            "visitIntrinsicCall: invalid value for llvm.fptrunc.round metadata operand (the operand should be a string)",
            "visitIntrinsicCall: unsupported rounding mode argument",
        ],
    }

    /// The scale of a fixed-point operation leaves room for the number.
    ///
    /// The scale says how many bits come after the point: at most all bits, and one less where
    /// there is a sign.
    deny FIXED_POINT_SCALE: "INT024" "fixed-point-scale" {
        message: "numbers of type `{operand:0.type}` do not have `{operand}` bits after the point",
        reference: "LangRef, Fixed Point Arithmetic Intrinsics",
        checks: [
            "visitIntrinsicCall: the scale of s[mul|div]_fix[_sat] must be less than the width of the operands",
            "visitIntrinsicCall: the scale of u[mul|div]_fix[_sat] must be less than or equal to the width of the operands",
        ],
    }

    /// What is rounded to an integer and the result have the same number of lanes.
    ///
    /// `lrint`, `llrint`, `lround` and `llround` round vectors lane by lane.
    deny ROUNDING_LANES: "INT025" "rounding-lanes" {
        message: "a number of type `{operand:0.type}` is rounded to `{result.type}`",
        reference: "LangRef, llvm.lrint Intrinsic",
        checks: [
            "visitIntrinsicCall: llvm.lrint, llvm.llrint: argument must be floating-point or vector of floating-points, and result must be integer or vector of integers",
            "visitIntrinsicCall: llvm.lrint, llvm.llrint: argument and result disagree on vector use",
            "visitIntrinsicCall: llvm.lrint, llvm.llrint: argument must be same length as result",
        ],
    }

    /// `llvm.bswap` reverses an even number of bytes.
    ///
    /// Bytes change places in pairs, the first with the last.
    deny BYTE_SWAP: "INT026" "byte-swap-width" {
        message: "a number of type `{result.type}` does not consist of an even number of bytes",
        reference: "LangRef, llvm.bswap Intrinsics",
        checks: ["visitIntrinsicCall: bswap must be an even number of bytes"],
    }
}

/// The names of intrinsics that the rules are about.
fn matters(name: &str) -> bool {
    is_three_way(name)
        || is_class_test(name)
        || is_fixed_point(name)
        || is_rounding(name)
        || matches!(name, "llvm.fptrunc.round" | "llvm.bswap")
}

fn is_three_way(name: &str) -> bool {
    matches!(name, "llvm.scmp" | "llvm.ucmp")
}

fn is_class_test(name: &str) -> bool {
    matches!(name, "llvm.is.fpclass" | "llvm.vp.is.fpclass")
}

fn is_fixed_point(name: &str) -> bool {
    is_signed_fixed_point(name)
        || matches!(
            name,
            "llvm.umul.fix" | "llvm.umul.fix.sat" | "llvm.udiv.fix" | "llvm.udiv.fix.sat"
        )
}

fn is_signed_fixed_point(name: &str) -> bool {
    matches!(name, "llvm.smul.fix" | "llvm.smul.fix.sat" | "llvm.sdiv.fix" | "llvm.sdiv.fix.sat")
}

fn is_rounding(name: &str) -> bool {
    matches!(name, "llvm.lrint" | "llvm.llrint" | "llvm.lround" | "llvm.llround")
}

/// The largest scale of numbers of so many bits.
fn largest_scale(name: &str, width: u32) -> u128 {
    u128::from(if is_signed_fixed_point(name) { width.saturating_sub(1) } else { width })
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, matters) else { return Vec::new() };
    let mut program = Crepe::new();
    feed!(program from calls: Call, Argument, Returned, Number);
    program
        .extend(strings(context, &calls).map(|(call, position, word)| Word(call, position, word)));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

mod program {
    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};
    use crepe::crepe;

    crepe! {
        @input
        pub struct Call<'a>(pub InstructionId, pub &'a str);

        @input
        pub struct Argument(pub InstructionId, pub u32, pub TypeTraits);

        @input
        pub struct Returned(pub InstructionId, pub TypeTraits);

        @input
        pub struct Number(pub InstructionId, pub u32, pub i128, pub u128);

        @input
        /// The argument at `position` of `instruction` is the metadata string `word`.
        pub struct Word<'a>(pub InstructionId, pub u32, pub &'a str);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(THREE_WAY_WIDTH, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, name),
            (is_three_way(name)),
            Returned(instruction, result),
            (result.measure < 2);

        Broken(THREE_WAY_LANES, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, name),
            (is_three_way(name)),
            Returned(instruction, result),
            Argument(instruction, 0, number),
            (number.lanes != result.lanes);

        Broken(CLASS_MASK, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, name),
            (is_class_test(name)),
            Number(instruction, 1, _, mask),
            (mask >= 1 << 10);

        struct Rounds(InstructionId);

        Rounds(instruction) <-
            Word(instruction, 1, word),
            (is_static_rounding(word));

        Broken(TRUNCATION_MODE, Subject::Operand(instruction, 1), Detail::None) <-
            Call(instruction, "llvm.fptrunc.round"),
            Argument(instruction, 1, _),
            !Rounds(instruction);

        Broken(FIXED_POINT_SCALE, Subject::Operand(instruction, 2), Detail::None) <-
            Call(instruction, name),
            (is_fixed_point(name)),
            Argument(instruction, 0, number),
            Number(instruction, 2, _, scale),
            (scale > largest_scale(name, number.measure));

        Broken(ROUNDING_LANES, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, name),
            (is_rounding(name)),
            Returned(instruction, result),
            Argument(instruction, 0, number),
            (number.lanes != result.lanes);

        Broken(BYTE_SWAP, Subject::Instruction(instruction), Detail::None) <-
            Call(instruction, "llvm.bswap"),
            Returned(instruction, result),
            (result.measure % 16 != 0);
    }
}

violation_from! { Broken }

//! Floating-point operations that depend on the environment (`llvm.experimental.constrained.*`).
//!
//! **Scope: sample.**

use facts_schema::{InstructionId, TypeKind};
use rustc_hash::FxBuildHasher;

use super::{Calls, feed, is_float_predicate, is_static_rounding, strings};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{Lanes, TypeTraits};
use crate::violation::Violation;
use program::{Argument, Broken, Call, Crepe, Returned, Word};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// The last argument of a constrained operation says how it treats exceptions.
    ///
    /// It is one of the metadata strings `fpexcept.ignore`, `fpexcept.maytrap` and
    /// `fpexcept.strict`.
    deny EXCEPTIONS: "INT055" "constrained-exception-behavior" {
        message: "`{operand}` is no way to treat floating-point exceptions",
        reference: "LangRef, Constrained Floating-Point Intrinsics",
        checks: ["visitConstrainedFPIntrinsic: invalid exception behavior argument"],
    }

    /// A constrained operation that rounds names the mode.
    ///
    /// The argument before the last is a metadata string: `round.dynamic` for the mode that the
    /// program has set, or one that it is known to have set.
    deny ROUNDING: "INT056" "constrained-rounding-mode" {
        message: "`{operand}` names no mode to round in",
        reference: "LangRef, Constrained Floating-Point Intrinsics",
        checks: ["visitConstrainedFPIntrinsic: invalid rounding mode argument"],
    }

    /// A constrained comparison names a predicate of floating-point numbers.
    ///
    /// The predicates are those of `fcmp`, as metadata strings; `true` and `false` need no
    /// comparison.
    deny PREDICATE: "INT057" "constrained-comparison-predicate" {
        message: "`{operand}` is no predicate of floating-point numbers",
        reference: "LangRef, llvm.experimental.constrained.fcmp Intrinsic",
        checks: ["visitConstrainedFPIntrinsic: invalid predicate for constrained FP comparison intrinsic"],
    }

    /// Constrained rounding to an integer takes no vectors.
    ///
    /// `lrint`, `llrint`, `lround` and `llround` are functions of the C library, one number at a
    /// time.
    deny SCALAR: "INT058" "constrained-rounding-vector" {
        message: "{callee} rounds one number at a time, not `{operand:0.type}` to `{result.type}`",
        reference: "LangRef, llvm.experimental.constrained.lrint Intrinsic",
        checks: ["visitConstrainedFPIntrinsic: Intrinsic does not support vectors"],
    }

    /// A constrained conversion has as many lanes in its result as in its operand.
    ///
    /// It converts lane by lane.
    deny LANES: "INT059" "constrained-conversion-lanes" {
        message: "`{operand:0.type}` is converted to `{result.type}`",
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

    /// A constrained truncation makes numbers smaller, and an extension makes them wider.
    ///
    /// To keep the size is no conversion.
    deny WIDTHS: "INT060" "constrained-conversion-width" {
        message: "{callee} cannot convert `{operand:0.type}` to `{result.type}`",
        reference: "LangRef, llvm.experimental.constrained.fptrunc Intrinsic",
        checks: [
            "visitConstrainedFPIntrinsic: Intrinsic first argument's type must be larger than result type",
            "visitConstrainedFPIntrinsic: Intrinsic first argument's type must be smaller than result type",
        ],
    }
}

const PREFIX: &str = "llvm.experimental.constrained.";

fn is_comparison(name: &str) -> bool {
    matches!(operation(name), "fcmp" | "fcmps")
}

fn is_rounding_to_integer(name: &str) -> bool {
    matches!(operation(name), "lrint" | "llrint" | "lround" | "llround")
}

fn is_conversion(name: &str) -> bool {
    matches!(operation(name), "fptosi" | "fptoui" | "sitofp" | "uitofp" | "fptrunc" | "fpext")
}

/// The name without what all have in common.
fn operation(name: &str) -> &str {
    name.strip_prefix(PREFIX).unwrap_or(name)
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, |name| name.starts_with(PREFIX)) else {
        return Vec::new();
    };
    let mut program = Crepe::new();
    feed!(program from calls: Call, Argument, Returned);
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
        /// The argument at `position` of `instruction` is the metadata string `word`.
        pub struct Word<'a>(pub InstructionId, pub u32, pub &'a str);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // The argument at `position` of `instruction` is metadata.
        struct Metadata(InstructionId, u32);

        Metadata(instruction, position) <-
            Argument(instruction, position, r#type),
            (r#type.kind == TypeKind::Metadata);

        struct NotLast(InstructionId, u32);

        NotLast(instruction, position - 1) <-
            Argument(instruction, position, _),
            (position > 0);

        // The argument at `position` is the last of `instruction`.
        struct Last(InstructionId, u32);

        Last(instruction, position) <-
            Metadata(instruction, position),
            !NotLast(instruction, position);

        struct Excepts(InstructionId);

        Excepts(instruction) <-
            Last(instruction, position),
            Word(instruction, position, word),
            (matches!(word, "fpexcept.ignore" | "fpexcept.maytrap" | "fpexcept.strict"));

        Broken(EXCEPTIONS, Subject::Operand(instruction, position), Detail::None) <-
            Last(instruction, position),
            !Excepts(instruction);

        // The argument at `position` of `instruction` has to name the mode.
        struct Mode(InstructionId, u32);

        Mode(instruction, position) <-
            Call(instruction, name),
            (!is_comparison(name)),
            Metadata(instruction, position),
            Last(instruction, position + 1);

        struct Rounds(InstructionId);

        Rounds(instruction) <-
            Mode(instruction, position),
            Word(instruction, position, word),
            (word == "round.dynamic" || is_static_rounding(word));

        Broken(ROUNDING, Subject::Operand(instruction, position), Detail::None) <-
            Mode(instruction, position),
            !Rounds(instruction);

        struct Compares(InstructionId);

        Compares(instruction) <-
            Word(instruction, 2, word),
            (is_float_predicate(word));

        Broken(PREDICATE, Subject::Operand(instruction, 2), Detail::None) <-
            Call(instruction, name),
            (is_comparison(name)),
            Metadata(instruction, 2),
            !Compares(instruction);

        // `instruction` makes a `result` of a `number`.
        struct Converts<'a>(InstructionId, &'a str, TypeTraits, TypeTraits);

        Converts(instruction, name, number, result) <-
            Call(instruction, name),
            Argument(instruction, 0, number),
            Returned(instruction, result);

        Broken(SCALAR, Subject::Instruction(instruction), Detail::None) <-
            Converts(instruction, name, number, result),
            (is_rounding_to_integer(name)),
            (number.lanes != Lanes::Scalar || result.lanes != Lanes::Scalar);

        Broken(LANES, Subject::Instruction(instruction), Detail::None) <-
            Converts(instruction, name, number, result),
            (is_conversion(name)),
            (number.lanes != result.lanes);

        Broken(WIDTHS, Subject::Instruction(instruction), Detail::None) <-
            Converts(instruction, "llvm.experimental.constrained.fptrunc", number, result),
            (number.measure <= result.measure);

        Broken(WIDTHS, Subject::Instruction(instruction), Detail::None) <-
            Converts(instruction, "llvm.experimental.constrained.fpext", number, result),
            (number.measure >= result.measure);
    }
}

violation_from! { Broken }

//! Vector-predicated conversions and comparisons (`llvm.vp.*`).
//!
//! **Scope: sample.**

use facts_schema::{InstructionId, TypeKind};
use rustc_hash::FxBuildHasher;

use super::{Calls, feed, is_float_predicate, strings};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{TypeTraits, is_float};
use crate::violation::Violation;
use program::{Argument, Broken, Call, Conversion, Crepe, Returned, Word};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// A vector-predicated conversion has as many lanes in its result as in its operand.
    ///
    /// It converts lane by lane.
    deny LANES: "INT050" "vp-conversion-lanes" {
        message: "a vector of type `{operand:0.type}` is converted to `{result.type}`",
        reference: "LangRef, Vector Predication Intrinsics",
        checks: ["visitVPIntrinsic: VP cast intrinsic first argument and result vector lengths must be equal"],
    }

    /// A vector-predicated conversion is between the kinds of numbers that its name says.
    ///
    /// It is the same as the instruction without `llvm.vp.`, with a mask and a length.
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

    /// A vector-predicated truncation makes numbers smaller, and an extension makes them wider.
    ///
    /// To keep the size is no conversion.
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

    /// A vector-predicated comparison names a predicate of the numbers that it compares.
    ///
    /// The predicates are those of `icmp` and `fcmp`, as metadata strings; `true` and `false` need
    /// no comparison.
    deny PREDICATE: "INT053" "vp-comparison-predicate" {
        message: "`{operand}` is no predicate of {callee}",
        reference: "LangRef, llvm.vp.fcmp.* Intrinsics",
        checks: [
            "visitVPIntrinsic: invalid predicate for VP FP comparison intrinsic",
            "visitVPIntrinsic: invalid predicate for VP integer comparison intrinsic",
        ],
    }
}

/// A kind of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Integer,
    Float,
    Pointer,
}

/// How the size of numbers changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Change {
    Shrinks,
    Grows,
    Any,
}

/// The conversions: from which kind to which, and how the size changes.
const CONVERSIONS: &[(&str, Kind, Kind, Change)] = &[
    ("llvm.vp.trunc", Kind::Integer, Kind::Integer, Change::Shrinks),
    ("llvm.vp.zext", Kind::Integer, Kind::Integer, Change::Grows),
    ("llvm.vp.sext", Kind::Integer, Kind::Integer, Change::Grows),
    ("llvm.vp.fptrunc", Kind::Float, Kind::Float, Change::Shrinks),
    ("llvm.vp.fpext", Kind::Float, Kind::Float, Change::Grows),
    ("llvm.vp.fptoui", Kind::Float, Kind::Integer, Change::Any),
    ("llvm.vp.fptosi", Kind::Float, Kind::Integer, Change::Any),
    ("llvm.vp.lrint", Kind::Float, Kind::Integer, Change::Any),
    ("llvm.vp.llrint", Kind::Float, Kind::Integer, Change::Any),
    ("llvm.vp.uitofp", Kind::Integer, Kind::Float, Change::Any),
    ("llvm.vp.sitofp", Kind::Integer, Kind::Float, Change::Any),
    ("llvm.vp.ptrtoint", Kind::Pointer, Kind::Integer, Change::Any),
    ("llvm.vp.inttoptr", Kind::Integer, Kind::Pointer, Change::Any),
];

/// The names of intrinsics that the rules are about.
fn matters(name: &str) -> bool {
    is_comparison(name) || CONVERSIONS.iter().any(|conversion| conversion.0 == name)
}

fn is_comparison(name: &str) -> bool {
    matches!(name, "llvm.vp.icmp" | "llvm.vp.fcmp")
}

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, matters) else { return Vec::new() };
    let mut program = Crepe::new();
    feed!(program from calls: Call, Argument, Returned);
    program
        .extend(strings(context, &calls).map(|(call, position, word)| Word(call, position, word)));
    let conversions = CONVERSIONS.iter();
    program.extend(conversions.map(|&(name, from, to, change)| Conversion(name, from, to, change)));
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

        @input
        /// The columns of `CONVERSIONS`.
        pub struct Conversion<'a>(pub &'a str, pub Kind, pub Kind, pub Change);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `instruction` converts a value of type `operand` to one of type `result`.
        struct Converts(InstructionId, TypeTraits, TypeTraits, Kind, Kind, Change);

        Converts(instruction, operand, result, from, to, change) <-
            Call(instruction, name),
            Conversion(name, from, to, change),
            Argument(instruction, 0, operand),
            Returned(instruction, result);

        Broken(LANES, Subject::Instruction(instruction), Detail::None) <-
            Converts(instruction, operand, result, _, _, _),
            (operand.lanes != result.lanes);

        Broken(KINDS, Subject::Instruction(instruction), Detail::None) <-
            Converts(instruction, operand, result, from, to, _),
            (!is_of(operand.kind, from) || !is_of(result.kind, to));

        Broken(WIDTHS, Subject::Instruction(instruction), Detail::None) <-
            Converts(instruction, operand, result, _, _, Change::Shrinks),
            (operand.measure <= result.measure);

        Broken(WIDTHS, Subject::Instruction(instruction), Detail::None) <-
            Converts(instruction, operand, result, _, _, Change::Grows),
            (operand.measure >= result.measure);

        struct Compares(InstructionId);

        Compares(instruction) <-
            Call(instruction, name),
            Word(instruction, 2, word),
            (if name == "llvm.vp.fcmp" { is_float_predicate(word) } else { is_integer_predicate(word) });

        Broken(PREDICATE, Subject::Operand(instruction, 2), Detail::None) <-
            Call(instruction, name),
            (is_comparison(name)),
            Argument(instruction, 2, _),
            !Compares(instruction);
    }

    fn is_of(kind: TypeKind, wanted: Kind) -> bool {
        match wanted {
            Kind::Integer => kind == TypeKind::Integer,
            Kind::Float => is_float(kind),
            Kind::Pointer => kind == TypeKind::Pointer,
        }
    }

    fn is_integer_predicate(word: &str) -> bool {
        matches!(word, "eq" | "ne" | "ugt" | "uge" | "ult" | "ule" | "sgt" | "sge" | "slt" | "sle")
    }
}

violation_from! { Broken }

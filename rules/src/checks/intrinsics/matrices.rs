//! Matrices, whose elements are the lanes of vectors.
//!
//! **Scope: sample.**

use facts_schema::{InstructionId, TypeKind};
use rustc_hash::FxBuildHasher;

use super::{Calls, Place, feed, least_lanes};
use crate::bridge::violation_from;
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::{TypeTraits, is_float};
use crate::violation::Violation;
use program::{Broken, Call, Crepe, Number, Shape, Stride, Vector};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Intrinsics "intrinsics";
    /// A matrix has as many elements as its rows and columns need.
    ///
    /// A vector of one lane for each element holds the matrix, column by column. The numbers of
    /// rows and columns are arguments of the operation.
    deny SHAPE: "INT045" "matrix-shape" {
        message: "a matrix of {detail} elements does not fit the vector `{operand.type}`",
        reference: "LangRef, Matrix Intrinsics",
        checks: [
            "visitIntrinsicCall: First argument of a matrix operation does not match specified shape!",
            "visitIntrinsicCall: Second argument of a matrix operation does not match specified shape!",
            "visitIntrinsicCall: Result of a matrix operation does not fit in the returned vector!",
        ],
    }

    /// The elements of a matrix are integers or floating-point numbers, and all matrices of an
    /// operation have the same.
    ///
    /// The operation adds and multiplies them, and converts nothing.
    deny ELEMENTS: "INT046" "matrix-elements" {
        message: "{callee} combines matrices whose elements do not fit together",
        reference: "LangRef, Matrix Intrinsics",
        checks: [
            "visitIntrinsicCall: Result type must be an integer or floating-point type!",
            "visitIntrinsicCall: Vector element type mismatch of the result and first operand vector!",
            "visitIntrinsicCall: Vector element type mismatch of the result and second operand vector!",
        ],
    }

    /// The distance between the columns of a matrix in memory is at least the number of rows.
    ///
    /// Otherwise the columns would overlap. It is a number of at most 64 bits.
    deny STRIDE: "INT047" "matrix-stride" {
        message: "columns of a matrix cannot begin `{operand}` elements apart",
        reference: "LangRef, llvm.matrix.column.major.load.* Intrinsic",
        checks: ["visitIntrinsicCall: Stride must be greater or equal than the number of rows!"],
    }
}

/// The matrices of the operations: where each is, and the positions of the arguments that say how
/// many rows and columns it has.
const MATRICES: &[(&str, Place, u32, u32)] = &[
    ("llvm.matrix.multiply", Place::Result, 2, 4),
    ("llvm.matrix.multiply", Place::Argument(0), 2, 3),
    ("llvm.matrix.multiply", Place::Argument(1), 3, 4),
    ("llvm.matrix.transpose", Place::Result, 1, 2),
    ("llvm.matrix.column.major.load", Place::Result, 3, 4),
    ("llvm.matrix.column.major.store", Place::Argument(0), 4, 5),
];

/// The positions of the stride and of the number of rows.
const STRIDES: &[(&str, u32, u32)] =
    &[("llvm.matrix.column.major.load", 1, 3), ("llvm.matrix.column.major.store", 2, 4)];

fn violations(context: &Context) -> Vec<Violation> {
    let Some(calls) = Calls::sampled(context, |name| name.starts_with("llvm.matrix.")) else {
        return Vec::new();
    };
    let mut program = Crepe::new();
    feed!(program from calls: Call, Number);
    program.extend(calls.vectors().map(|(call, place, r#type)| Vector(call, place, r#type)));
    program.extend(
        MATRICES.iter().map(|&(name, place, rows, columns)| Shape(name, place, rows, columns)),
    );
    program.extend(STRIDES.iter().map(|&(name, position, rows)| Stride(name, position, rows)));
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
        /// The argument or result of `instruction` at `place` has `type`.
        pub struct Vector(pub InstructionId, pub Place, pub TypeTraits);

        @input
        /// The columns of `MATRICES`.
        pub struct Shape<'a>(pub &'a str, pub Place, pub u32, pub u32);

        @input
        /// The columns of `STRIDES`.
        pub struct Stride<'a>(pub &'a str, pub u32, pub u32);

        @input
        pub struct Number(pub InstructionId, pub u32, pub i128, pub u128);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // The argument or result of `instruction` at `place` is a matrix of so many elements.
        struct Matrix(InstructionId, Place, TypeTraits, u128);

        Matrix(instruction, place, vector, rows.saturating_mul(columns)) <-
            Call(instruction, name),
            Shape(name, place, row_count, column_count),
            Vector(instruction, place, vector),
            Number(instruction, row_count, _, rows),
            Number(instruction, column_count, _, columns);

        Broken(SHAPE, subject(instruction, place), Detail::Number(elements as u64)) <-
            Matrix(instruction, place, vector, elements),
            (least_lanes(vector.lanes) != elements);

        Broken(ELEMENTS, Subject::Instruction(instruction), Detail::None) <-
            Matrix(instruction, _, vector, _),
            (vector.kind != TypeKind::Integer && !is_float(vector.kind));

        Broken(ELEMENTS, Subject::Instruction(instruction), Detail::None) <-
            Matrix(instruction, _, one, _),
            Matrix(instruction, _, other, _),
            (one.scalar != other.scalar);

        Broken(STRIDE, Subject::Operand(instruction, position), Detail::None) <-
            Call(instruction, name),
            Stride(name, position, row_count),
            Number(instruction, position, _, stride),
            Number(instruction, row_count, _, rows),
            (stride < rows);

        Broken(STRIDE, Subject::Operand(instruction, position), Detail::None) <-
            Call(instruction, name),
            Stride(name, position, _),
            Number(instruction, position, _, _),
            Vector(instruction, Place::Argument(position), stride),
            (stride.measure > 64);
    }

    fn subject(instruction: InstructionId, place: Place) -> Subject {
        match place {
            Place::Result => Subject::Instruction(instruction),
            Place::Argument(position) => Subject::Operand(instruction, position),
        }
    }
}

violation_from! { Broken }

//! Matrix intrinsics. The elements of a matrix are the lanes of a vector.

use facts_schema::view::float_bits;
use facts_schema::{InstructionId, TypeId, TypeKind};
use rules_macros::datalog;

use super::{CallValue, as_unsigned, least_lanes};
use crate::rule::rules;
use crate::violation::{Detail, Subject};

rules! { Intrinsics "intrinsics";
    /// The vector of a matrix has as many lanes as the matrix has elements.
    ///
    /// The vector holds the elements column by column. The numbers of rows and columns are
    /// arguments of the intrinsic.
    deny SHAPE: "INT045" "matrix-shape" {
        message: "a matrix of {detail} elements does not fit in the vector type `{operand.type}`",
        reference: "LangRef, Matrix Intrinsics",
        checks: [
            "visitIntrinsicCall: First argument of a matrix operation does not match specified shape!",
            "visitIntrinsicCall: Second argument of a matrix operation does not match specified shape!",
            "visitIntrinsicCall: Result of a matrix operation does not fit in the returned vector!",
        ],
    }

    /// The matrices of an operation have the same element type, which is an integer or
    /// floating-point type.
    ///
    /// The operation does not convert elements.
    deny ELEMENTS: "INT046" "matrix-elements" {
        message: "the matrices of {callee} have element types that do not match",
        reference: "LangRef, Matrix Intrinsics",
        checks: [
            "visitIntrinsicCall: Result type must be an integer or floating-point type!",
            "visitIntrinsicCall: Vector element type mismatch of the result and first operand vector!",
            "visitIntrinsicCall: Vector element type mismatch of the result and second operand vector!",
        ],
    }

    /// The stride of a matrix in memory is at least its number of rows, and its type has at most 64
    /// bits.
    ///
    /// With a smaller stride, the columns would overlap.
    deny STRIDE: "INT047" "matrix-stride" {
        message: "the stride `{operand}` is smaller than the number of rows, or wider than 64 bits",
        reference: "LangRef, llvm.matrix.column.major.load.* Intrinsic",
        checks: ["visitIntrinsicCall: Stride must be greater or equal than the number of rows!"],
    }
}

const MULTIPLY: &str = "llvm.matrix.multiply";
const TRANSPOSE: &str = "llvm.matrix.transpose";
const LOAD: &str = "llvm.matrix.column.major.load";
const STORE: &str = "llvm.matrix.column.major.store";

datalog! { representatives;
    /// The matrices of each intrinsic: the place of the matrix, and the positions of the arguments
    /// that are the numbers of rows and columns.
    const MATRICES(&'static str, CallValue, u32, u32) = [
        (MULTIPLY, CallValue::Result, 2, 4),
        (MULTIPLY, CallValue::Argument(0), 2, 3),
        (MULTIPLY, CallValue::Argument(1), 3, 4),
        (TRANSPOSE, CallValue::Result, 1, 2),
        (LOAD, CallValue::Result, 3, 4),
        (STORE, CallValue::Argument(0), 4, 5),
    ];

    /// The positions of the stride and of the number of rows.
    const STRIDES(&'static str, u32, u32) = [(LOAD, 1, 3), (STORE, 2, 4)];

    /// `instruction` calls the matrix intrinsic `name`.
    struct Call<'a>(InstructionId, &'a str);

    Call(instruction, name) <-
        call_instruction { instruction, callee, function_type },
        value_intrinsic { value: callee, function_type, intrinsic },
        let name = module.text(intrinsic),
        (name.starts_with("llvm.matrix."));

    /// The argument or result of `instruction` at the place has type `type`.
    struct Typed(InstructionId, CallValue, TypeId);

    Typed(instruction, CallValue::Result, return_type) <-
        Call(instruction, _),
        call_instruction { instruction, function_type },
        function_type { type: function_type, return_type };

    Typed(instruction, CallValue::Argument(position), type) <-
        Call(instruction, _),
        call_argument { instruction, position, argument },
        value { value: argument, type };

    /// The argument at `position` of `instruction` is a constant with this value.
    struct Number(InstructionId, u32, u128);

    Number(instruction, position, as_unsigned(module.text(unsigned))) <-
        Call(instruction, _),
        call_argument { instruction, position, argument },
        constant_integer { constant: argument, unsigned };

    /// The argument or result of `instruction` at the place has type `type`, and is a matrix with
    /// this number of elements.
    struct Matrix(InstructionId, CallValue, TypeId, u128);

    Matrix(instruction, value, type, rows.saturating_mul(columns)) <-
        Call(instruction, name),
        MATRICES(name, value, row_count, column_count),
        Typed(instruction, value, type),
        Number(instruction, row_count, rows),
        Number(instruction, column_count, columns);

    violation(SHAPE, value.of(instruction), Detail::Number(elements as u64)) <-
        Matrix(instruction, value, type, elements),
        type_traits { type, lanes },
        (least_lanes(lanes) != elements);

    violation(ELEMENTS, instruction) <-
        Matrix(instruction, _, type, _),
        type_traits { type, kind },
        (kind != TypeKind::Integer && float_bits(kind) == 0);

    violation(ELEMENTS, instruction) <-
        Matrix(instruction, _, one, _),
        Matrix(instruction, _, other, _),
        type_traits { type: one, scalar },
        type_traits { type: other, scalar: other_scalar },
        (scalar != other_scalar);

    violation(STRIDE, Subject::Operand(instruction, position)) <-
        Call(instruction, name),
        STRIDES(name, position, row_count),
        Number(instruction, position, stride),
        Number(instruction, row_count, rows),
        (stride < rows);

    violation(STRIDE, Subject::Operand(instruction, position)) <-
        Call(instruction, name),
        STRIDES(name, position, _),
        Number(instruction, position, _),
        Typed(instruction, CallValue::Argument(position), type),
        type_traits { type, measure: width },
        (width > 64);
}

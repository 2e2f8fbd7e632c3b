//! `getelementptr`: its base, and where its indices lead.
//!
//! **Scope: sample.** The sample tells the constants among the indices apart.

use facts_schema::{TypeFlag, TypeKind, ValueKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::Lanes;
use crate::violation::Violation;
use program::{
    ArrayType, Broken, ConstantElement, ConstantNumber, Crepe, GetElementPtr, GetElementPtrIndex,
    InstructionResult, Sized, StructField, StructType, Traits, Value, VectorType, ZeroInitializer,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Types "types";
    /// `getelementptr` computes with a pointer, or with a vector of pointers.
    ///
    /// An integer becomes an address by `inttoptr` only.
    deny NO_POINTER: "TYP060" "getelementptr-base-not-pointer" {
        message: "`{opcode}` starts from a pointer, but its base has type `{operand:0.type}`",
        reference: "LangRef, getelementptr",
        sites: [4073],
    }

    /// `getelementptr` steps over elements of a sized type.
    ///
    /// A step is as wide as the element, and an opaque structure or a function has no width.
    deny UNSIZED: "TYP061" "getelementptr-over-unsized-type" {
        message: "`{opcode}` steps over elements of type `{detail}`, which has no size",
        reference: "LangRef, getelementptr",
        sites: [4075],
    }

    /// `getelementptr` does not go into a structure that holds scalable vectors.
    ///
    /// Where its fields lie is not known before the program runs. The address of a field can be
    /// computed with `llvm.vscale`.
    deny SCALABLE_STRUCTURE: "TYP062" "getelementptr-into-scalable-structure" {
        message: "`{opcode}` goes into `{detail}`, whose fields have no fixed offsets",
        reference: "LangRef, getelementptr and Structure Type",
        sites: [4079],
    }

    /// The indices of `getelementptr` are integers, or vectors of integers.
    ///
    /// They count elements; any width will do.
    deny INDEX_KIND: "TYP063" "getelementptr-index-not-integer" {
        message: "`{opcode}` is indexed by integers, not by a `{operand.type}`",
        reference: "LangRef, getelementptr",
        sites: [4086, 4111],
    }

    /// After the first, each index of `getelementptr` goes into a structure, an array or a vector.
    ///
    /// The first index steps over whole elements. A pointer that an element holds is not followed:
    /// `getelementptr` never reads memory.
    deny NO_AGGREGATE: "TYP064" "getelementptr-into-scalar" {
        message: "the index `{operand}` goes into a `{detail}`, which has no elements",
        reference: "LangRef, getelementptr",
        sites: [4091],
    }

    /// Into a structure, `getelementptr` is indexed by the number of a field, as a constant `i32`.
    ///
    /// The fields of a structure have different types, so that it has to be known which one is
    /// meant. A vector of indices has to repeat one such constant.
    deny NO_FIELD: "TYP065" "getelementptr-field" {
        message: "the index `{operand.type} {operand}` does not name a field of `{detail}`",
        reference: "LangRef, getelementptr",
        sites: [4091],
    }

    /// The result of `getelementptr` points into the address space of its base.
    ///
    /// `addrspacecast` goes from one address space to another.
    deny ADDRESS_SPACE: "TYP066" "getelementptr-address-space" {
        message: "`{opcode}` from a `{operand:0.type}` yields a `{result.type}`",
        reference: "LangRef, getelementptr",
        sites: [4117],
    }

    /// The vectors among the operands of `getelementptr` have as many lanes as its result.
    ///
    /// The address is computed lane by lane; what is no vector counts for all lanes.
    deny LANES_DIFFER: "TYP067" "getelementptr-lanes-differ" {
        message: "`{opcode}` yields a `{result.type}`, but takes a `{operand.type}`",
        reference: "LangRef, getelementptr, Vector of pointers",
        sites: [4101, 4109],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let addresses = &sample.getelementptr_instruction;
    if addresses.is_empty() {
        return Vec::new();
    }
    let mut program = Crepe::new();
    program.extend(addresses.iter().map(GetElementPtr::from));
    program.extend(sample.getelementptr_index.iter().map(GetElementPtrIndex::from));
    let results = context.results_of(addresses.iter().map(|row| row.instruction));
    program.extend(results.iter().map(|&row| InstructionResult::from(row)));
    let operands = addresses
        .iter()
        .map(|row| row.base)
        .chain(sample.getelementptr_index.iter().map(|row| row.index));
    let values = operands.chain(results.iter().map(|row| row.result));
    program.extend(context.rows_of(values).map(Value::from));
    add_constants(context, &mut program);

    let sized = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::Sized);
    program.extend(sized.map(Sized::from));
    program.extend(facts.array_type.iter().map(ArrayType::from));
    program.extend(facts.vector_type.iter().map(VectorType::from));
    program.extend(facts.struct_type.iter().map(StructType::from));
    program.extend(facts.struct_field.iter().map(StructField::from));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

/// Adds what is known of the constants among the indices. Numbers too big for a field's number are
/// left out.
fn add_constants(context: &Context, program: &mut Crepe) {
    let facts = context.facts;
    let mut indices: FxHashSet<_> =
        context.sample.facts.getelementptr_index.iter().map(|row| row.index).collect();
    let zeros = context
        .rows_of(indices.iter().copied())
        .filter(|row| row.kind == ValueKind::ZeroInitializer)
        .map(|row| ZeroInitializer(row.value));
    program.extend(zeros);

    let elements: Vec<_> =
        facts.constant_element.iter().filter(|row| indices.contains(&row.constant)).collect();
    program.extend(elements.iter().map(|&row| ConstantElement::from(row)));
    indices.extend(elements.iter().map(|row| row.element));

    let numbers = facts.constant_integer.iter().filter_map(|row| {
        let digits = || context.text(row.unsigned).parse().ok();
        Some(ConstantNumber(row.constant, indices.contains(&row.constant).then(digits)??))
    });
    program.extend(numbers);
}

mod program {
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, ValueId};

    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};

    crepe! {
        @input
        pub struct GetElementPtr(pub InstructionId, pub TypeId, pub ValueId);

        @input
        pub struct GetElementPtrIndex(pub InstructionId, pub u32, pub ValueId);

        @input
        pub struct InstructionResult(pub InstructionId, pub ValueId);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        /// The integer `constant` is `number`.
        pub struct ConstantNumber(pub ValueId, pub u32);

        @input
        pub struct ConstantElement(pub ValueId, pub u32, pub ValueId);

        @input
        /// All elements of `constant` are zero.
        pub struct ZeroInitializer(pub ValueId);

        @input
        pub struct Sized(pub TypeId);

        @input
        pub struct ArrayType(pub TypeId, pub TypeId);

        @input
        pub struct VectorType(pub TypeId, pub TypeId);

        @input
        pub struct StructType(pub TypeId);

        @input
        pub struct StructField(pub TypeId, pub u32, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(NO_POINTER, Subject::Operand(instruction, 0), Detail::None) <-
            GetElementPtr(instruction, _, base),
            Value(base, r#type),
            Traits(r#type, _, kind, _, _),
            (kind != TypeKind::Pointer);

        Broken(UNSIZED, Subject::Instruction(instruction), Detail::Type(source)) <-
            GetElementPtr(instruction, source, _),
            !Sized(source);

        // Somewhere in `type` there is a scalable vector.
        struct HoldsScalable(TypeId);

        HoldsScalable(r#type) <-
            Traits(r#type, _, _, _, lanes),
            (matches!(lanes, Lanes::Scalable(_)));

        HoldsScalable(r#type) <- HoldsScalable(element), ArrayType(r#type, element);

        HoldsScalable(r#type) <- HoldsScalable(field), StructField(r#type, _, field);

        Broken(SCALABLE_STRUCTURE, Subject::Instruction(instruction), Detail::Type(source)) <-
            GetElementPtr(instruction, source, _),
            StructType(source),
            HoldsScalable(source);

        Broken(INDEX_KIND, Subject::Operand(instruction, position + 1), Detail::None) <-
            GetElementPtrIndex(instruction, position, index),
            Value(index, r#type),
            Traits(r#type, _, kind, _, _),
            (kind != TypeKind::Integer);

        // An array or vector of type `type` has elements of type `element`, all alike.
        struct Sequence(TypeId, TypeId);

        Sequence(r#type, element) <- ArrayType(r#type, element);

        Sequence(r#type, element) <- VectorType(r#type, element);

        // `constant` has elements that are not the same.
        struct Uneven(ValueId);

        Uneven(constant) <-
            ConstantElement(constant, 0, first),
            ConstantElement(constant, _, other),
            (other != first);

        // As an index, `constant` is the number `number` of a field: in all lanes, if it is a vector.
        struct FieldNumber(ValueId, u32);

        FieldNumber(constant, number) <-
            ConstantNumber(constant, number),
            Value(constant, r#type),
            Traits(r#type, _, TypeKind::Integer, 32, Lanes::Scalar);

        // `constant` is a vector of 32-bit integers, and it is known how many.
        struct IndexVector(ValueId);

        IndexVector(constant) <-
            Value(constant, r#type),
            Traits(r#type, _, TypeKind::Integer, 32, lanes),
            (matches!(lanes, Lanes::Fixed(_)));

        FieldNumber(constant, number) <-
            ConstantElement(constant, 0, element),
            IndexVector(constant),
            !Uneven(constant),
            ConstantNumber(element, number);

        FieldNumber(constant, 0) <- ZeroInitializer(constant), IndexVector(constant);

        // The index of `instruction` at `position` goes into a value of type `type`.
        struct GoesInto(InstructionId, u32, TypeId);

        GoesInto(instruction, 1, source) <-
            GetElementPtr(instruction, source, _),
            GetElementPtrIndex(instruction, 1, _);

        GoesInto(instruction, position + 1, element) <-
            GoesInto(instruction, position, r#type),
            GetElementPtrIndex(instruction, position, _),
            Sequence(r#type, element);

        GoesInto(instruction, position + 1, field) <-
            GoesInto(instruction, position, r#type),
            GetElementPtrIndex(instruction, position, index),
            FieldNumber(index, number),
            StructField(r#type, number, field);

        Broken(NO_AGGREGATE, Subject::Operand(instruction, position + 1), Detail::Type(r#type)) <-
            GoesInto(instruction, position, r#type),
            GetElementPtrIndex(instruction, position, _),
            !Sequence(r#type, _),
            !StructType(r#type);

        // `instruction` gets somewhere by the index before `position`.
        struct Reaches(InstructionId, u32);

        Reaches(instruction, position) <- GoesInto(instruction, position, _);

        Broken(NO_FIELD, Subject::Operand(instruction, position + 1), Detail::Type(r#type)) <-
            GoesInto(instruction, position, r#type),
            StructType(r#type),
            GetElementPtrIndex(instruction, position, _),
            !Reaches(instruction, position + 1);

        // `instruction` yields a value of type `type`.
        struct ResultType(InstructionId, TypeId);

        ResultType(instruction, r#type) <-
            InstructionResult(instruction, result),
            Value(result, r#type);

        Broken(ADDRESS_SPACE, Subject::Operand(instruction, 0), Detail::None) <-
            GetElementPtr(instruction, _, base),
            Value(base, base_type),
            Traits(base_type, _, TypeKind::Pointer, from, _),
            ResultType(instruction, r#type),
            Traits(r#type, _, TypeKind::Pointer, to, _),
            (from != to);

        // The operand of `instruction` at `position` is a vector of `lanes`.
        struct VectorOperand(InstructionId, u32, Lanes);

        VectorOperand(instruction, 0, lanes) <-
            GetElementPtr(instruction, _, base),
            Value(base, r#type),
            Traits(r#type, _, _, _, lanes),
            (lanes != Lanes::Scalar);

        VectorOperand(instruction, position + 1, lanes) <-
            GetElementPtrIndex(instruction, position, index),
            Value(index, r#type),
            Traits(r#type, _, _, _, lanes),
            (lanes != Lanes::Scalar);

        Broken(LANES_DIFFER, Subject::Operand(instruction, position), Detail::None) <-
            VectorOperand(instruction, position, lanes),
            ResultType(instruction, r#type),
            Traits(r#type, _, _, _, result_lanes),
            (result_lanes != Lanes::Scalar && result_lanes != lanes);
    }
}

input_from! { GetElementPtr(instruction, source_type, base) from GetElementPtrInstruction }
input_from! { GetElementPtrIndex(instruction, position, index) from GetElementPtrIndex }
input_from! { InstructionResult(instruction, result) from InstructionResult }
input_from! { Value(value, r#type) from Value }
input_from! { ConstantElement(constant, position, element) from ConstantElement }
input_from! { Sized(r#type) from TypeFlagRow }
input_from! { ArrayType(r#type, element_type) from ArrayType }
input_from! { VectorType(r#type, element_type) from VectorType }
input_from! { StructType(r#type) from StructType }
input_from! { StructField(r#type, position, field_type) from StructField }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }

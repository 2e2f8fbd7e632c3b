//! Stack slots: of what, how many, and where.
//!
//! **Scope: sample**; the sample does not tell how many elements are asked for, so that for
//! `swifterror` slots, of which there are few, all are looked at.

use facts_schema::{InstructionFlag, TypeFlag, TypeKind};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::checks::target_types::can_be_local;
use crate::rule::rules;
use crate::type_traits::Lanes;
use crate::violation::Violation;
use program::{
    Alloca, ArrayType, Broken, Crepe, Gpu, One, Sized, StructField, SwiftError, Traits,
    Unallocatable, Value,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Memory "memory";
    /// `alloca` reserves room for values of a sized type.
    ///
    /// There is no telling how much room an opaque structure needs.
    deny UNSIZED: "MEM020" "alloca-of-unsized-type" {
        message: "`{opcode}` cannot reserve room for a `{detail}`, which has no size",
        reference: "LangRef, alloca",
        sites: [4282],
    }

    /// The number of elements that `alloca` reserves room for is an integer.
    ///
    /// Any width will do; the number is taken as unsigned.
    deny COUNT: "MEM021" "alloca-count-not-integer" {
        message: "`{opcode}` counts elements by an integer, not by a `{operand.type}`",
        reference: "LangRef, alloca",
        sites: [4284],
    }

    /// `alloca` does not reserve room for target types that cannot live on the stack.
    ///
    /// Named barriers of AMD's GPUs lie in memory that a work group shares, and padding, in buffers.
    deny TARGET_TYPE: "MEM022" "alloca-of-target-type" {
        message: "`{opcode}` cannot reserve room for a `{detail}` on the stack",
        reference: "LangRef, Target Extension Type",
        sites: [],
    }

    /// A `swifterror` slot holds a pointer.
    ///
    /// The slot stands for a register in which Swift's functions pass the error that was thrown.
    deny SWIFT_ERROR_TYPE: "MEM023" "swifterror-alloca-type" {
        message: "a `swifterror` slot holds a pointer, not a `{detail}`",
        reference: "LangRef, Parameter Attributes, swifterror",
        sites: [4292],
    }

    /// A `swifterror` slot is a single one.
    ///
    /// It stands for a register, of which there is no array.
    deny SWIFT_ERROR_ARRAY: "MEM024" "swifterror-alloca-array" {
        message: "a `swifterror` slot is a single one, not `{operand}` of them",
        reference: "LangRef, Parameter Attributes, swifterror",
        sites: [4294],
    }

    /// In modules for AMD's GPUs, `alloca` reserves room in address space 5.
    ///
    /// There, the stack of a thread is private memory, which pointers of other address spaces do not
    /// reach.
    deny GPU_ADDRESS_SPACE: "MEM025" "alloca-address-space" {
        message: "`{opcode}` in address space {detail}, where this target has no stack",
        reference: "User Guide for AMDGPU Backend, Address Spaces",
        sites: [],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let (facts, sample) = (context.facts, &context.sample.facts);
    let is_swift_error = |flag| flag == InstructionFlag::SwiftError;
    let has_swift_errors = sample.instruction_flag.iter().any(|row| is_swift_error(row.flag));
    let swift_errors: FxHashSet<_> = facts
        .instruction_flag
        .iter()
        .filter(|row| has_swift_errors && is_swift_error(row.flag))
        .map(|row| row.instruction)
        .collect();
    let slots = || {
        let sampled = sample.alloca_instruction.iter();
        let others = facts.alloca_instruction.iter();
        sampled.chain(others.filter(|row| swift_errors.contains(&row.instruction)))
    };

    let mut program = Crepe::new();
    program.extend(slots().map(Alloca::from));
    program.extend(swift_errors.iter().map(|it| SwiftError(*it)));
    let counts: FxHashSet<_> = slots().map(|row| row.element_count).collect();
    program.extend(context.rows_of(counts.iter().copied()).map(Value::from));
    let ones = facts.constant_integer.iter().filter(|row| {
        has_swift_errors && counts.contains(&row.constant) && context.text(row.unsigned) == "1"
    });
    program.extend(ones.map(One::from));
    let sized = facts.type_flag.iter().filter(|row| row.flag == TypeFlag::Sized);
    program.extend(sized.map(Sized::from));
    let unallocatable =
        facts.target_type.iter().filter(|row| !can_be_local(context.text(row.name)));
    let unallocatable: Vec<_> = unallocatable.map(Unallocatable::from).collect();
    if !unallocatable.is_empty() {
        program.extend(unallocatable);
        program.extend(facts.array_type.iter().map(ArrayType::from));
        program.extend(facts.struct_field.iter().map(StructField::from));
    }
    let triple = facts.module.first().map_or("", |row| context.text(row.target_triple));
    program.extend(is_amd_gpu(triple).then_some(Gpu(5)));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    let broken: Vec<_> = broken.into_iter().map(Violation::from).collect();
    let (swift, others): (Vec<_>, Vec<_>) =
        broken.into_iter().partition(|it| it.rule == SWIFT_ERROR_ARRAY);
    let mut violations = context.sample.everywhere(others);
    violations.extend(swift);
    violations
}

/// Whether a target is one of AMD's GPUs.
fn is_amd_gpu(triple: &str) -> bool {
    matches!(triple.split('-').next(), Some("amdgcn" | "r600"))
}

mod program {
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, ValueId};

    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};

    crepe! {
        @input
        pub struct Alloca(pub InstructionId, pub TypeId, pub ValueId, pub u32);

        @input
        /// `instruction` reserves a slot for Swift's errors.
        pub struct SwiftError(pub InstructionId);

        @input
        /// `constant` is the integer 1.
        pub struct One(pub ValueId);

        @input
        /// The stack of the module's target is in `address_space` and no other.
        pub struct Gpu(pub u32);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct Sized(pub TypeId);

        @input
        /// The target type `type` cannot be on the stack.
        pub struct Unallocatable(pub TypeId);

        @input
        pub struct ArrayType(pub TypeId, pub TypeId);

        @input
        pub struct StructField(pub TypeId, pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeKind, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        Broken(UNSIZED, Subject::Instruction(instruction), Detail::Type(r#type)) <-
            Alloca(instruction, r#type, _, _),
            !Sized(r#type);

        Broken(COUNT, Subject::Operand(instruction, 0), Detail::None) <-
            Alloca(instruction, _, count, _),
            Value(count, r#type),
            Traits(r#type, kind, lanes),
            (kind != TypeKind::Integer || lanes != Lanes::Scalar);

        // Somewhere in `type` there is a target type that cannot be on the stack.
        struct HoldsUnallocatable(TypeId);

        HoldsUnallocatable(r#type) <- Unallocatable(r#type);

        HoldsUnallocatable(r#type) <- HoldsUnallocatable(element), ArrayType(r#type, element);

        HoldsUnallocatable(r#type) <- HoldsUnallocatable(field), StructField(r#type, field);

        Broken(TARGET_TYPE, Subject::Instruction(instruction), Detail::Type(r#type)) <-
            Alloca(instruction, r#type, _, _),
            HoldsUnallocatable(r#type);

        Broken(SWIFT_ERROR_TYPE, Subject::Instruction(instruction), Detail::Type(r#type)) <-
            SwiftError(instruction),
            Alloca(instruction, r#type, _, _),
            Traits(r#type, kind, lanes),
            (kind != TypeKind::Pointer || lanes != Lanes::Scalar);

        Broken(SWIFT_ERROR_ARRAY, Subject::Operand(instruction, 0), Detail::None) <-
            SwiftError(instruction),
            Alloca(instruction, _, count, _),
            !One(count);

        Broken(GPU_ADDRESS_SPACE, Subject::Instruction(instruction), Detail::Number(space.into())) <-
            Gpu(stack),
            Alloca(instruction, _, _, space),
            (space != stack);
    }
}

input_from! { Alloca(instruction, r#type, element_count, address_space) from AllocaInstruction }
input_from! { One(constant) from ConstantInteger }
input_from! { Value(value, r#type) from Value }
input_from! { Sized(r#type) from TypeFlagRow }
input_from! { Unallocatable(r#type) from TargetType }
input_from! { ArrayType(r#type, element_type) from ArrayType }
input_from! { StructField(r#type, field_type) from StructField }
input_from! { Traits(r#type, kind, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }

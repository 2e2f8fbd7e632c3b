//! Loads and stores: through what, of what, and in which order.
//!
//! A synchronization scope on an access that is not atomic cannot be written, and LLVM-C does not
//! tell of it.
//!
//! **Scope: sample.**

use facts_schema::{Ordering, TypeFlag, TypeKind};
use rustc_hash::FxBuildHasher;

use crate::bridge::{input_from, violation_from};
use crate::checks::context::{Context, Program};
use crate::rule::rules;
use crate::type_traits::Lanes;
use crate::violation::Violation;
use program::{AtomicOrdering, Broken, Crepe, Load, Sized, Store, Traits, Value};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Memory "memory";
    /// `load` and `store` go through a pointer.
    ///
    /// An integer becomes an address by `inttoptr` only, and a vector of pointers is for
    /// `llvm.masked.gather` and `llvm.masked.scatter`.
    deny NO_POINTER: "MEM001" "access-through-no-pointer" {
        message: "`{opcode}` goes through a pointer, not through a `{operand.type}`",
        reference: "LangRef, load and store",
        checks: [
            "visitLoadInst: Load operand must be a pointer.",
            "visitStoreInst: Store operand must be a pointer.",
        ],
    }

    /// What `load` reads and `store` writes has a size.
    ///
    /// Otherwise nobody could say which bytes are meant. Opaque structures, tokens, labels and
    /// metadata have none.
    deny UNSIZED: "MEM002" "access-to-unsized-type" {
        message: "`{opcode}` cannot access a `{detail}`, which has no size",
        reference: "LangRef, load and store",
        checks: [
            "visitLoadInst: loading unsized types is not allowed",
            "visitStoreInst: storing unsized types is not allowed",
        ],
    }

    /// A `load` is never `release` or `acq_rel`.
    ///
    /// `release` makes what was written before visible to those who read what is written now, and a
    /// `load` writes nothing.
    deny LOAD_RELEASES: "MEM003" "load-releases" {
        message: "a `load` cannot be `{detail}`",
        reference: "LangRef, load, and Atomic Memory Ordering Constraints",
        checks: ["visitLoadInst: Load cannot have Release ordering"],
    }

    /// A `store` is never `acquire` or `acq_rel`.
    ///
    /// `acquire` makes what others wrote before visible to what comes after, and a `store` reads
    /// nothing.
    deny STORE_ACQUIRES: "MEM004" "store-acquires" {
        message: "a `store` cannot be `{detail}`",
        reference: "LangRef, store, and Atomic Memory Ordering Constraints",
        checks: ["visitStoreInst: Store cannot have Acquire ordering"],
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let sample = &context.sample.facts;
    let (loads, stores) = (&sample.load_instruction, &sample.store_instruction);
    let mut program = Crepe::new();
    program.extend(loads.iter().map(Load::from));
    program.extend(stores.iter().map(Store::from));
    let addresses = loads.iter().map(|row| row.address);
    let stored = stores.iter().flat_map(|row| [row.address, row.value]);
    program.extend(context.rows_of(addresses.chain(stored)).map(Value::from));
    program.extend(sample.atomic_ordering.iter().map(AtomicOrdering::from));
    let sized = context.facts.type_flag.iter().filter(|row| row.flag == TypeFlag::Sized);
    program.extend(sized.map(Sized::from));
    program.extend(context.traits.iter().map(Traits::from));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    context.sample.everywhere(broken.into_iter().map(Violation::from))
}

mod program {
    use crepe::crepe;
    use facts_schema::{InstructionId, TypeId, ValueId, Word};

    use super::*;
    use crate::rule::Rule;
    use crate::violation::{Detail, Subject};

    crepe! {
        @input
        pub struct Load(pub InstructionId, pub TypeId, pub ValueId);

        @input
        pub struct Store(pub InstructionId, pub ValueId, pub ValueId);

        @input
        pub struct AtomicOrdering(pub InstructionId, pub Ordering);

        @input
        pub struct Value(pub ValueId, pub TypeId);

        @input
        pub struct Sized(pub TypeId);

        @input
        pub struct Traits(pub TypeId, pub TypeId, pub TypeKind, pub u32, pub Lanes);

        @output
        pub struct Broken(pub Rule, pub Subject, pub Detail);

        // `instruction` reads or writes through its operand `position`, `address`.
        struct Through(InstructionId, u32, ValueId);

        Through(instruction, 0, address) <- Load(instruction, _, address);

        Through(instruction, 1, address) <- Store(instruction, _, address);

        Broken(NO_POINTER, Subject::Operand(instruction, position), Detail::None) <-
            Through(instruction, position, address),
            Value(address, r#type),
            Traits(r#type, _, kind, _, lanes),
            (kind != TypeKind::Pointer || lanes != Lanes::Scalar);

        // `instruction` reads or writes a value of type `type`.
        struct Accesses(InstructionId, TypeId);

        Accesses(instruction, r#type) <- Load(instruction, r#type, _);

        Accesses(instruction, r#type) <- Store(instruction, value, _), Value(value, r#type);

        Broken(UNSIZED, Subject::Instruction(instruction), Detail::Type(r#type)) <-
            Accesses(instruction, r#type),
            !Sized(r#type);

        Broken(LOAD_RELEASES, Subject::Instruction(instruction), Detail::Word(ordering.as_str())) <-
            Load(instruction, _, _),
            AtomicOrdering(instruction, ordering),
            (matches!(ordering, Ordering::Release | Ordering::AcqRel));

        Broken(STORE_ACQUIRES, Subject::Instruction(instruction), Detail::Word(ordering.as_str())) <-
            Store(instruction, _, _),
            AtomicOrdering(instruction, ordering),
            (matches!(ordering, Ordering::Acquire | Ordering::AcqRel));
    }
}

input_from! { Load(instruction, r#type, address) from LoadInstruction }
input_from! { Store(instruction, value, address) from StoreInstruction }
input_from! { AtomicOrdering(instruction, ordering) from AtomicOrdering }
input_from! { Value(value, r#type) from Value }
input_from! { Sized(r#type) from TypeFlagRow }
input_from! { Traits(r#type, scalar, kind, measure, lanes) from crate::type_traits::TypeTraits }
violation_from! { Broken }

//! Accesses through addresses whose object is known, and addresses that outlive their object.
//!
//! **Scope: module**, on the kinds of addresses and accesses: accesses that the rules cannot tell apart
//! are one.

use std::collections::BTreeSet;

use facts_schema::{
    AttributeId, CallArgument, EntityId, Facts, FunctionId, GlobalFlag, InstructionId, Linkage,
    TailCallKind, TypeId, ValueId, ValueKind,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::addresses::{Address, Addresses, Origin};
use crate::checks::context::{Context, Program};
use crate::rule::{Rule, rules};
use crate::violation::{Detail, Subject, Violation};
use program::{
    Access, AlignedObject, AlignedVariable, Broken, ConstantAddress, Crepe, Far, Integer, Kind,
    ReadOnly, SizedObject, SizedVariable, Slot, Somewhere, Step,
};

pub(crate) const PROGRAM: Program = Program { rules: RULES, violations };

rules! { Lint "lint";
    /// Nothing is read, written or called through a null pointer.
    ///
    /// That is undefined behavior, except in functions with the attribute `null_pointer_is_valid` and in
    /// address spaces other than 0.
    warn NULL_ADDRESS: "LNT009" "null-dereference" {
        message: "`{opcode}` goes through a null pointer, which is undefined behavior",
        reference: "LangRef, Pointer Aliasing Rules; LLVM's lint pass",
        checks: [],
    }

    /// Nothing is read, written or called through an undefined pointer.
    ///
    /// It points nowhere, so that using it is undefined behavior.
    warn UNDEFINED_ADDRESS: "LNT010" "undef-dereference" {
        message: "`{opcode}` goes through an undefined pointer, which is undefined behavior",
        reference: "LangRef, Undefined Values; LLVM's lint pass",
        checks: [],
    }

    /// The addresses 1 and -1 are no addresses of anything.
    ///
    /// They are used as marks that tell a special case from a pointer; the test for the mark was forgotten.
    warn MARK_AS_ADDRESS: "LNT011" "mark-dereference" {
        message: "`{opcode}` goes through `{operand}`, which is rather a mark than an address",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// Nothing is written to a global that is `constant`.
    ///
    /// It lies in memory that cannot be written, or not at all in memory.
    warn WRITE_TO_CONSTANT: "LNT012" "write-to-constant" {
        message: "`{opcode}` writes to `{detail}`, which is constant",
        reference: "LangRef, Global Variables; LLVM's lint pass",
        checks: [],
    }

    /// Nothing is written to code.
    ///
    /// Functions and blocks lie in memory that cannot be written.
    warn WRITE_TO_CODE: "LNT013" "write-to-code" {
        message: "`{opcode}` writes to the code at `{detail}`",
        reference: "LLVM's lint pass",
        checks: [],
    }

    /// Nothing is read from code.
    ///
    /// What stands there is up to the target, and not part of the program.
    warn READ_FROM_CODE: "LNT014" "read-from-code" {
        message: "`{opcode}` reads from the code at `{detail}`",
        reference: "LangRef, Addresses of Basic Blocks; LLVM's lint pass",
        checks: [],
    }

    /// The address of a block is not called.
    ///
    /// It serves `indirectbr` and `callbr` only; every other use is undefined behavior.
    warn CALL_TO_BLOCK: "LNT015" "call-to-block" {
        message: "`{opcode}` calls a block, `{detail}`, which is undefined behavior",
        reference: "LangRef, Addresses of Basic Blocks; LLVM's lint pass",
        checks: [],
    }

    /// `indirectbr` goes to the address of a block.
    ///
    /// Any other constant leads out of the function, which is undefined behavior.
    warn BRANCH_TO_NO_BLOCK: "LNT016" "branch-to-no-block" {
        message: "`{detail}` is not the address of a block",
        reference: "LangRef, indirectbr; LLVM's lint pass",
        checks: [],
    }

    /// An access lies within the object that the address points into.
    ///
    /// To access what is beside the object is undefined behavior.
    warn OUT_OF_BOUNDS: "LNT017" "out-of-bounds" {
        message: "`{opcode}` accesses bytes from offset {detail} of an object that ends before",
        reference: "LangRef, Pointer Aliasing Rules; LLVM's lint pass",
        checks: [],
    }

    /// An access is not said to be better aligned than the object and the offset within it make it.
    ///
    /// The code that is made for it may rely on the alignment; a wrong one is undefined behavior.
    warn MISALIGNED: "LNT018" "misaligned-access" {
        message: "`{opcode}` claims an alignment that this address, aligned to {detail}, does not have",
        reference: "LangRef, load and store; LLVM's lint pass",
        checks: [],
    }

    /// The address of a stack slot is not returned.
    ///
    /// The slot is gone when the function has returned, and nothing can be done with the address.
    warn RETURNS_SLOT: "LNT019" "returns-stack-address" {
        message: "`{operand}` is the address of a stack slot, which is gone when `{function}` has returned",
        reference: "LangRef, alloca; LLVM's lint pass",
        checks: [],
    }

    /// A call marked `tail` or `musttail` is not passed the address of a stack slot of its caller.
    ///
    /// Such a call may reuse the stack frame of the caller; to access the slot is undefined behavior.
    warn TAIL_CALL_GETS_SLOT: "LNT020" "tail-call-with-stack-address" {
        message: "`{operand}` is the address of a stack slot, which a tail call must not access",
        reference: "LangRef, call; LLVM's lint pass",
        checks: [],
    }
}

/// An access as the rules see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Shape {
    purpose: Purpose,
    /// The operand that is the address.
    operand: u32,
    address: Address,
    /// In bytes, if it is known.
    size: Option<i64>,
    /// In bytes; 0 if nothing is claimed.
    alignment: u32,
    null_is_valid: bool,
}

/// What an address is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Purpose {
    Read,
    Write,
    Call,
    Branch,
    Return,
    /// It is passed, not as a copy, by a tail call.
    TailCall,
}

impl Purpose {
    /// Whether something is done at the address.
    fn is_access(self) -> bool {
        !matches!(self, Self::Return | Self::TailCall)
    }
}

fn violations(context: &Context) -> Vec<Violation> {
    let mut addresses = Addresses::of(context);
    let accesses = Accesses::of(context);
    let mut shapes: FxHashSet<Shape> = FxHashSet::default();
    let mut collect = |_, shape| {
        shapes.insert(shape);
    };
    accesses.each(&mut addresses, &mut collect);
    accesses.each_transfer(&mut addresses, &mut collect);
    let broken = judge(context, &addresses, &shapes);
    let mut violations = Vec::new();
    if !broken.is_empty() {
        let mut report = |instruction, shape: Shape| {
            for &Broken(rule, _, detail) in broken.get(&shape).into_iter().flatten() {
                let subject = Subject::Operand(instruction, shape.operand);
                violations.push(Violation { rule, subject, detail });
            }
        };
        accesses.each(&mut addresses, &mut report);
        accesses.each_transfer(&mut addresses, &mut report);
    }
    violations
}

/// The rules that each kind of access breaks.
fn judge(
    context: &Context,
    addresses: &Addresses,
    shapes: &FxHashSet<Shape>,
) -> FxHashMap<Shape, Vec<Broken>> {
    let mut program = Crepe::new();
    let mut constants: BTreeSet<ValueId> = BTreeSet::new();
    for (address, origin) in addresses.origins() {
        match origin {
            Origin::Step(base, offset) => program.extend([Step(address, base, offset)]),
            Origin::Somewhere(base) => program.extend([Somewhere(address, base)]),
            Origin::Constant(value) => {
                constants.insert(value);
                program.extend([ConstantAddress(address, value)]);
            }
            Origin::Slot(r#type, count, alignment) => {
                program.extend([Slot(address)]);
                program.extend([AlignedObject(address, alignment)]);
                let size = addresses.layout.allocation_size(r#type);
                let size =
                    addresses.integer(count).zip(size).and_then(|(n, size)| n.checked_mul(size));
                program.extend(size.map(|size| SizedObject(address, size)));
            }
        }
    }
    add_constants(&mut program, context, addresses, &constants);
    let numbered: Vec<Shape> = shapes.iter().copied().collect();
    program.extend(numbered.iter().zip(0..).map(|(shape, number)| {
        let Shape { purpose, address, size, alignment, null_is_valid, .. } = *shape;
        Access(number, purpose, address, size.unwrap_or(0), alignment, null_is_valid)
    }));
    let (broken,) = program.run_with_hasher::<FxBuildHasher>();
    let mut by_shape: FxHashMap<Shape, Vec<Broken>> = FxHashMap::default();
    for broken in broken {
        by_shape.entry(numbered[broken.1 as usize]).or_default().push(broken);
    }
    by_shape
}

/// Adds what the rules want to know of the constants that are addresses.
fn add_constants(
    program: &mut Crepe,
    context: &Context,
    addresses: &Addresses,
    constants: &BTreeSet<ValueId>,
) {
    let facts = context.facts;
    let values = constants.iter().filter_map(|value| facts.value.get(value.index()));
    program.extend(values.map(|row| Kind(row.value, row.kind)));
    let spaces = facts.pointer_type.iter().filter(|row| row.address_space > 0);
    let far: FxHashSet<TypeId> = spaces.map(|row| row.r#type).collect();
    let values = constants.iter().filter_map(|value| facts.value.get(value.index()));
    program.extend(values.filter(|row| far.contains(&row.r#type)).map(|row| Far(row.value)));
    let operands = facts.constant_operand.iter().filter(|row| constants.contains(&row.constant));
    program.extend(
        operands.filter_map(|row| Some(Integer(row.constant, addresses.integer(row.operand)?))),
    );
    let flags = facts.global_flag.iter().filter(|row| row.flag == GlobalFlag::Constant);
    program.extend(flags.map(|row| ReadOnly(row.global)));
    add_variables(program, facts, addresses);
}

/// Adds the size and alignment of the variables that are defined here and nowhere else.
fn add_variables(program: &mut Crepe, facts: &Facts, addresses: &Addresses) {
    let alignments = facts.global_alignment.iter().map(|row| (row.global, row.alignment));
    let alignments: FxHashMap<ValueId, u32> = alignments.collect();
    let globals = facts.global.iter().map(|row| (row.global, row));
    let globals: FxHashMap<ValueId, _> = globals.collect();
    for row in &facts.global_initializer {
        let Some(global) = globals.get(&row.global) else { continue };
        if is_interposable(global.linkage) {
            continue;
        }
        let size = addresses.layout.allocation_size(global.value_type);
        program.extend(size.map(|size| SizedVariable(row.global, size)));
        let own = alignments.get(&row.global).copied();
        let alignment = own.or_else(|| addresses.layout.alignment(global.value_type));
        program.extend(alignment.map(|alignment| AlignedVariable(row.global, alignment)));
    }
}

/// Whether another definition may take the place of this one.
fn is_interposable(linkage: Linkage) -> bool {
    use Linkage::*;
    matches!(linkage, Weak | LinkOnce | Common | ExternWeak)
}

/// All accesses of a module.
struct Accesses<'a> {
    facts: &'a Facts,
    null_is_valid: FxHashSet<FunctionId>,
    /// The intrinsics that write memory as a whole, and whether they read it too.
    transfers: FxHashMap<ValueId, bool>,
    /// The attributes that have an argument copied.
    by_value: FxHashSet<AttributeId>,
}

impl<'a> Accesses<'a> {
    fn of(context: &Context<'a>) -> Self {
        let facts = context.facts;
        let functions = facts.function_attribute.iter().filter(|row| {
            let attribute = facts.attribute.get(row.attribute.index());
            attribute.is_some_and(|row| context.text(row.name) == "null_pointer_is_valid")
        });
        let null_is_valid = functions.map(|row| row.function).collect();
        let transfers = context.intrinsics().filter_map(|(function, name)| {
            let name = name.strip_prefix("llvm.mem")?;
            let reads = name.starts_with("cpy") || name.starts_with("move");
            let is_transfer = reads || name.starts_with("set");
            is_transfer.then_some((function, reads))
        });
        Self {
            facts,
            null_is_valid,
            transfers: transfers.collect(),
            by_value: context.attributes_named("byval"),
        }
    }

    /// Calls `visit` with each access whose address leads back to an object.
    fn each(&self, addresses: &mut Addresses, mut visit: impl FnMut(InstructionId, Shape)) {
        use Purpose::*;
        let facts = self.facts;
        let mut access = |addresses: &mut Addresses,
                          instruction,
                          purpose,
                          address,
                          (operand, r#type, alignment)| {
            let Some(address) = addresses.address(address) else { return };
            let size = Option::and_then(r#type, |r#type| addresses.layout.store_size(r#type));
            let null_is_valid = self.null_is_valid(instruction);
            visit(instruction, Shape { purpose, operand, address, size, alignment, null_is_valid });
        };
        for row in &facts.load_instruction {
            let what = (0, Some(row.r#type), row.alignment);
            access(addresses, row.instruction, Read, row.address, what);
        }
        let type_of = |value: ValueId| Some(facts.value.get(value.index())?.r#type);
        for row in &facts.store_instruction {
            let what = (1, type_of(row.value), row.alignment);
            access(addresses, row.instruction, Write, row.address, what);
        }
        for row in &facts.atomicrmw_instruction {
            let what = (0, type_of(row.value), row.alignment);
            access(addresses, row.instruction, Write, row.address, what);
        }
        for row in &facts.cmpxchg_instruction {
            let what = (0, type_of(row.expected), row.alignment);
            access(addresses, row.instruction, Write, row.address, what);
        }
        for row in &facts.va_arg_instruction {
            access(addresses, row.instruction, Write, row.list, (0, None, 0));
        }
        for row in &facts.return_value {
            access(addresses, row.instruction, Return, row.value, (0, None, 0));
        }
        for row in self.passed_by_tail_calls() {
            access(addresses, row.instruction, TailCall, row.argument, (row.position, None, 0));
        }
        for row in &facts.indirectbr_instruction {
            access(addresses, row.instruction, Branch, row.address, (0, None, 0));
        }
        for row in &facts.call_instruction {
            // A call of a function is all right; and inline assembly has no address.
            let kind = facts.value.get(row.callee.index()).map(|row| row.kind);
            if !matches!(kind, Some(ValueKind::Function | ValueKind::InlineAsm)) {
                let operand = self.last_operand(row.instruction);
                access(addresses, row.instruction, Call, row.callee, (operand, None, 0));
            }
        }
    }

    /// Calls `visit` with the accesses of `memcpy`, `memmove` and `memset`.
    fn each_transfer(
        &self,
        addresses: &mut Addresses,
        mut visit: impl FnMut(InstructionId, Shape),
    ) {
        let facts = self.facts;
        for row in &facts.call_instruction {
            let Some(&reads) = self.transfers.get(&row.callee) else { continue };
            let start = facts.call_argument.partition_point(|it| it.instruction < row.instruction);
            let Some([to, from, length]) = facts.call_argument[start..].first_chunk() else {
                continue;
            };
            if length.instruction != row.instruction {
                continue;
            }
            let size = addresses.integer(length.argument);
            let null_is_valid = size == Some(0) || self.null_is_valid(row.instruction);
            let accesses = [(0, Purpose::Write, to), (1, Purpose::Read, from)];
            for (operand, purpose, place) in accesses.into_iter().take(1 + usize::from(reads)) {
                if let Some(address) = addresses.address(place.argument) {
                    let alignment = 0;
                    let shape = Shape { purpose, operand, address, size, alignment, null_is_valid };
                    visit(row.instruction, shape);
                }
            }
        }
    }

    /// The arguments of tail calls that are passed as they are.
    fn passed_by_tail_calls(&self) -> impl Iterator<Item = &'a CallArgument> {
        let facts = self.facts;
        let tail = facts.tail_call.iter().filter(|row| row.kind != TailCallKind::NoTail);
        let tail: FxHashSet<InstructionId> = tail.map(|row| row.instruction).collect();
        let copied = facts.call_argument_attribute.iter();
        let copied = copied.filter(|row| self.by_value.contains(&row.attribute));
        let copied: FxHashSet<_> = copied.map(|row| (row.instruction, row.position)).collect();
        facts.call_argument.iter().filter(move |row| {
            tail.contains(&row.instruction) && !copied.contains(&(row.instruction, row.position))
        })
    }

    fn null_is_valid(&self, instruction: InstructionId) -> bool {
        let function = || Some(self.facts.instruction.get(instruction.index())?.function);
        !self.null_is_valid.is_empty()
            && function().is_some_and(|function| self.null_is_valid.contains(&function))
    }

    fn last_operand(&self, instruction: InstructionId) -> u32 {
        let rows = &self.facts.instruction_operand;
        let end = rows.partition_point(|row| row.instruction <= instruction);
        rows.get(end.wrapping_sub(1)).map_or(0, |row| row.position)
    }
}

mod program {
    use super::*;
    use super::{Address, Purpose};
    use crepe::crepe;

    crepe! {
        @input
        /// The address is `offset` bytes behind `base`.
        pub struct Step(pub Address, pub Address, pub i64);

        @input
        /// The address is somewhere in what `base` points into.
        pub struct Somewhere(pub Address, pub Address);

        @input
        /// The address is that of a stack slot.
        pub struct Slot(pub Address);

        @input
        /// The address is the constant `value`.
        pub struct ConstantAddress(pub Address, pub ValueId);

        @input
        pub struct Kind(pub ValueId, pub ValueKind);

        @input
        /// The constant is an address of another space than 0.
        pub struct Far(pub ValueId);

        @input
        /// The constant expression has the integer as an operand.
        pub struct Integer(pub ValueId, pub i64);

        @input
        pub struct ReadOnly(pub ValueId);

        @input
        /// At the address begins an object of so many bytes.
        pub struct SizedObject(pub Address, pub i64);

        @input
        /// At the address begins an object aligned to so many bytes.
        pub struct AlignedObject(pub Address, pub u32);

        @input
        pub struct SizedVariable(pub ValueId, pub i64);

        @input
        pub struct AlignedVariable(pub ValueId, pub u32);

        @input
        /// `Access(number, purpose, address, size, alignment, null_is_valid)`
        pub struct Access(pub u32, pub Purpose, pub Address, pub i64, pub u32, pub bool);

        @output
        /// The access breaks the rule.
        pub struct Broken(pub Rule, pub u32, pub Detail);

        struct Sized(Address, i64);

        Sized(address, size) <- SizedObject(address, size);

        Sized(address, size) <- ConstantAddress(address, variable), SizedVariable(variable, size);

        struct Aligned(Address, u32);

        Aligned(address, alignment) <- AlignedObject(address, alignment);

        Aligned(address, alignment) <-
            ConstantAddress(address, variable),
            AlignedVariable(variable, alignment);

        // `address` points into the object at `object`.
        struct Into(Address, Address);

        Into(object, object) <- Slot(object);

        Into(object, object) <- ConstantAddress(object, _);

        Into(address, object) <- Into(base, object), Step(address, base, _);

        Into(address, object) <- Into(base, object), Somewhere(address, base);

        // `address` points so many bytes behind the beginning of `object`.
        struct At(Address, Address, i64);

        At(object, object, 0) <- Slot(object);

        At(object, object, 0) <- ConstantAddress(object, _);

        At(address, object, offset.saturating_add(step)) <-
            At(base, object, offset),
            Step(address, base, step);

        // An access for `purpose` goes into the constant `value`, which is of kind `kind`.
        struct Of(u32, Purpose, ValueId, ValueKind);

        Of(access, purpose, value, kind) <-
            Access(access, purpose, address, _, _, _),
            Into(address, object),
            ConstantAddress(object, value),
            Kind(value, kind);

        Broken(NULL_ADDRESS, access, Detail::None) <-
            Of(access, purpose, value, ValueKind::NullPointer),
            (purpose.is_access()),
            !Far(value),
            Access(access, _, _, _, _, false);

        Broken(UNDEFINED_ADDRESS, access, Detail::None) <-
            Of(access, purpose, _, kind),
            (purpose.is_access()),
            (matches!(kind, ValueKind::Undef | ValueKind::Poison));

        Broken(MARK_AS_ADDRESS, access, Detail::None) <-
            Of(access, purpose, value, ValueKind::ConstantExpression),
            (purpose.is_access()),
            Integer(value, number),
            (number == 1 || number == -1);

        Broken(WRITE_TO_CONSTANT, access, Detail::Value(value)) <-
            Of(access, Purpose::Write, value, ValueKind::GlobalVariable),
            ReadOnly(value);

        Broken(WRITE_TO_CODE, access, Detail::Value(value)) <-
            Of(access, Purpose::Write, value, kind),
            (matches!(kind, ValueKind::Function | ValueKind::BlockAddress));

        Broken(READ_FROM_CODE, access, Detail::Value(value)) <-
            Of(access, Purpose::Read, value, kind),
            (matches!(kind, ValueKind::Function | ValueKind::BlockAddress));

        Broken(CALL_TO_BLOCK, access, Detail::Value(value)) <-
            Of(access, Purpose::Call, value, ValueKind::BlockAddress);

        Broken(BRANCH_TO_NO_BLOCK, access, Detail::Value(value)) <-
            Of(access, Purpose::Branch, value, kind),
            (kind != ValueKind::BlockAddress);

        // An access for `purpose` goes into a stack slot.
        struct OfSlot(u32, Purpose);

        OfSlot(access, purpose) <-
            Access(access, purpose, address, _, _, _),
            Into(address, object),
            Slot(object);

        Broken(RETURNS_SLOT, access, Detail::None) <- OfSlot(access, Purpose::Return);

        Broken(TAIL_CALL_GETS_SLOT, access, Detail::None) <- OfSlot(access, Purpose::TailCall);

        Broken(OUT_OF_BOUNDS, access, Detail::Signed(offset)) <-
            Access(access, _, address, size, _, _),
            (size > 0),
            At(address, object, offset),
            Sized(object, end),
            (offset < 0 || offset.saturating_add(size) > end);

        Broken(MISALIGNED, access, Detail::Number(common_alignment(alignment, offset))) <-
            Access(access, _, address, _, claimed, _),
            At(address, object, offset),
            Aligned(object, alignment),
            (u64::from(claimed) > common_alignment(alignment, offset));
    }
}

/// What an address so many bytes behind one with this alignment is aligned to.
fn common_alignment(alignment: u32, offset: i64) -> u64 {
    match offset {
        0 => alignment.into(),
        _ => u64::from(alignment).min(1 << offset.trailing_zeros()),
    }
}

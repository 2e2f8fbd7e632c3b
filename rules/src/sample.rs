//! The shapes of instructions, and a sample with one instruction of each shape.
//!
//! Most constraints speak of an instruction's shape: its opcode, the types of its operands and of
//! its result, its flags, alignment, predicate, callee, attributes. A program has a few thousand
//! shapes, however many instructions it has. So rules of that kind run over a *sample* of the facts,
//! in which only the first instruction of each shape is left, and what they find holds of all
//! instructions of that shape.
//!
//! What makes the shape:
//!
//! - all columns of the instruction's own rows but blocks, and of operands the kind and type of the
//!   value, not which one it is;
//! - except for operands that are tokens, metadata, inline assembly or intrinsics, called functions,
//!   and constants of calls to intrinsics, of `getelementptr`, of divisions, shifts and element
//!   accesses: there, which value it is;
//! - for `ret`, the return type of the function; a `musttail` call has a shape of its own.
//!
//! The metadata attached to an instruction, its debug location and its debug records take no part.

use std::hash::Hash;
use std::ops::Range;

use facts_schema::{
    EntityId, Facts, InstructionId, Opcode, TailCallKind, TypeId, TypeKind, ValueId, ValueKind,
};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bridge::Representatives;
use crate::shape::Shape;
use crate::violation::Violation;

/// The facts of one instruction of each shape.
///
/// `facts` has the rows of those instructions, and of the values that they use and compute. The
/// relations of types, globals, functions, attributes, constants, blocks and metadata are left to
/// the full facts.
pub(crate) struct Sample {
    /// The rows.
    pub facts: Facts,
    representatives: Representatives<InstructionId>,
}

impl Sample {
    /// Takes a sample.
    pub fn of(facts: &Facts) -> Self {
        Self::by(facts, shapes(facts).into_iter())
    }

    /// Takes all instructions, as if each had a shape of its own.
    pub fn whole(facts: &Facts) -> Self {
        Self::by(facts, facts.instruction.iter().map(|row| row.instruction))
    }

    fn by<S: Eq + Hash>(facts: &Facts, shapes: impl Iterator<Item = S>) -> Self {
        let representatives = Representatives::new(
            facts.instruction.len(),
            facts.instruction.iter().zip(shapes).map(|(row, shape)| (row.instruction, shape)),
        );
        Self { facts: rows_of(facts, &representatives), representatives }
    }

    /// What holds of the instructions in the sample, said of all instructions of the module.
    pub fn everywhere(&self, violations: impl IntoIterator<Item = Violation>) -> Vec<Violation> {
        let mut found: FxHashMap<InstructionId, Vec<Violation>> = FxHashMap::default();
        let mut result = Vec::new();
        for violation in violations {
            match violation.subject.instruction() {
                Some(instruction) => found.entry(instruction).or_default().push(violation),
                None => result.push(violation),
            }
        }
        if found.is_empty() {
            return result;
        }
        for number in 0..self.representatives.len() {
            let instruction = InstructionId::new(number as u32);
            let representative = self.representatives.of(instruction);
            for violation in representative.and_then(|it| found.get(&it)).into_iter().flatten() {
                let subject = violation.subject.at(instruction);
                result.push(Violation { subject, ..*violation });
            }
        }
        result
    }
}

/// What of an operand belongs to the shape.
#[derive(Hash)]
enum OperandShape {
    /// Any value of this kind and type.
    Like(ValueKind, TypeId),
    /// This value and no other.
    Is(ValueId),
}

/// The shapes of all instructions, in their order.
fn shapes(facts: &Facts) -> Vec<Shape> {
    let intrinsics: FxHashSet<ValueId> = facts
        .intrinsic
        .iter()
        .filter_map(|row| Some(facts.function.get(row.function.index())?.value))
        .collect();
    let count = facts.instruction.len();
    let size = count.div_ceil(4 * rayon::current_num_threads()).max(1000);
    let starts: Vec<usize> = (0..count).step_by(size).collect();
    let chunks = starts.into_par_iter().map(|start| {
        let instructions = start..count.min(start + size);
        Chunk::new(facts, &intrinsics, instructions).shapes()
    });
    chunks.collect::<Vec<_>>().concat()
}

/// Consecutive instructions, whose shapes are put together. Their rows lie together too: facts are in
/// the order of the instructions.
struct Chunk<'a> {
    facts: &'a Facts,
    intrinsics: &'a FxHashSet<ValueId>,
    instructions: Range<usize>,
    shapes: Vec<Shape>,
    /// Whether the constants among the instruction's operands are told apart.
    by_constant: Vec<bool>,
}

/// Adds columns of the chunk's rows of relations to the shapes of their instructions; each relation
/// has a number of its own.
macro_rules! add_columns {
    ($chunk:ident: $($number:literal $relation:ident($($column:ident),*))*) => {
        $(
            for row in $chunk.rows(&$chunk.facts.$relation, |row| row.instruction) {
                $chunk.add(row.instruction, ($number as u8, $(row.$column),*));
            }
        )*
    };
}

impl<'a> Chunk<'a> {
    fn new(
        facts: &'a Facts,
        intrinsics: &'a FxHashSet<ValueId>,
        instructions: Range<usize>,
    ) -> Self {
        let shapes = vec![Shape::default(); instructions.len()];
        let by_constant = vec![false; instructions.len()];
        Self { facts, intrinsics, instructions, shapes, by_constant }
    }

    fn shapes(mut self) -> Vec<Shape> {
        self.add_opcodes();
        self.add_calls();
        self.add_values();
        self.add_other_columns();
        self.shapes
    }

    /// The chunk's rows among those of a relation.
    fn rows<R>(&self, rows: &'a [R], instruction: impl Fn(&R) -> InstructionId) -> &'a [R] {
        let before = |end: usize| rows.partition_point(|row| instruction(row).index() < end);
        rows.get(before(self.instructions.start)..before(self.instructions.end)).unwrap_or_default()
    }

    /// The place of an instruction in the chunk.
    fn place(&self, instruction: InstructionId) -> Option<usize> {
        let place = instruction.index().checked_sub(self.instructions.start)?;
        (place < self.shapes.len()).then_some(place)
    }

    fn add(&mut self, instruction: InstructionId, part: impl Hash) {
        if let Some(place) = self.place(instruction) {
            part.hash(&mut self.shapes[place]);
        }
    }

    fn add_opcodes(&mut self) {
        for row in self.rows(&self.facts.instruction, |row| row.instruction) {
            self.add(row.instruction, row.opcode);
            if matters_which_constant(row.opcode)
                && let Some(place) = self.place(row.instruction)
            {
                self.by_constant[place] = true;
            }
            if row.opcode == Opcode::Ret {
                let function = self.facts.function.get(row.function.index());
                self.add(row.instruction, function.map(|row| row.function_type));
            }
        }
    }

    fn add_calls(&mut self) {
        for row in self.rows(&self.facts.call_instruction, |row| row.instruction) {
            let callee = self.facts.value.get(row.callee.index());
            let is_function = callee.is_some_and(|callee| callee.kind == ValueKind::Function);
            let callee = is_function.then_some(row.callee);
            self.add(row.instruction, (row.function_type, row.calling_convention, callee));
            if self.intrinsics.contains(&row.callee)
                && let Some(place) = self.place(row.instruction)
            {
                self.by_constant[place] = true;
            }
        }
        for row in self.rows(&self.facts.tail_call, |row| row.instruction) {
            let own = (row.kind == TailCallKind::MustTail).then_some(row.instruction);
            self.add(row.instruction, (1u8, row.kind, own));
        }
    }

    fn add_values(&mut self) {
        for row in self.rows(&self.facts.instruction_operand, |row| row.instruction) {
            let by_constant = self.place(row.instruction).is_some_and(|it| self.by_constant[it]);
            let operand = self.operand(row.operand, by_constant);
            self.add(row.instruction, (2u8, row.position, operand));
        }
        for row in self.rows(&self.facts.instruction_result, |row| row.instruction) {
            self.add(row.instruction, (3u8, self.operand(row.result, false)));
        }
    }

    /// What of a value belongs to the shape of an instruction that uses or computes it.
    fn operand(&self, value: ValueId, by_constant: bool) -> Option<OperandShape> {
        let row = self.facts.value.get(value.index())?;
        let by_identity = match self.facts.r#type.get(row.r#type.index())?.kind {
            TypeKind::Token | TypeKind::Metadata | TypeKind::Target => true,
            _ => match row.kind {
                ValueKind::InlineAsm => true,
                ValueKind::Function => self.intrinsics.contains(&value),
                ValueKind::Argument | ValueKind::Instruction | ValueKind::Block => false,
                _ => by_constant,
            },
        };
        Some(if by_identity {
            OperandShape::Is(value)
        } else {
            OperandShape::Like(row.kind, row.r#type)
        })
    }

    /// Adds the columns that belong to the shape as they are.
    fn add_other_columns(&mut self) {
        add_columns! { self:
            10 instruction_flag(flag)
            11 comparison_instruction(predicate)
            12 va_arg_instruction(r#type)
            13 alloca_instruction(r#type, alignment, address_space)
            14 load_instruction(r#type, alignment)
            15 store_instruction(alignment)
            16 atomic_ordering(ordering)
            17 synchronization_scope(synchronization_scope)
            18 cmpxchg_instruction(success_ordering, failure_ordering, alignment)
            19 atomicrmw_instruction(operation, alignment)
            20 getelementptr_instruction(source_type)
            21 shuffle_mask(position, element_index)
            22 aggregate_index(position, member_index)
            23 operand_bundle(position, tag, input_count)
            24 landingpad_clause(position, kind)
            25 call_attribute(attribute)
            26 call_return_attribute(attribute)
            27 call_argument_attribute(position, attribute)
        }
    }
}

fn matters_which_constant(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(
        opcode,
        GetElementPtr
            | UDiv
            | SDiv
            | URem
            | SRem
            | Shl
            | LShr
            | AShr
            | ExtractElement
            | InsertElement
    )
}

/// The rows of the instructions in the sample, and of the values that they use and compute.
fn rows_of(facts: &Facts, sample: &Representatives<InstructionId>) -> Facts {
    let mut rows = Facts::default();
    macro_rules! keep {
        ($($relation:ident)*) => {
            $(
                let kept = facts.$relation.iter().filter(|row| sample.contains(row.instruction));
                rows.$relation = kept.copied().collect();
            )*
        };
    }
    keep! {
        instruction instruction_result instruction_operand instruction_flag unary_instruction
        binary_instruction conversion_instruction comparison_instruction phi_incoming
        select_instruction va_arg_instruction alloca_instruction load_instruction store_instruction
        atomic_ordering synchronization_scope cmpxchg_instruction atomicrmw_instruction
        getelementptr_instruction getelementptr_index extractelement_instruction
        insertelement_instruction shufflevector_instruction shuffle_mask extractvalue_instruction
        insertvalue_instruction aggregate_index block_terminator return_value unconditional_branch
        conditional_branch switch_instruction switch_case indirectbr_instruction indirect_target
        call_instruction call_argument tail_call invoke_instruction callbr_instruction
        operand_bundle operand_bundle_input landingpad_clause resume_instruction funclet_pad
        funclet_pad_argument catchswitch_handler catchret_instruction cleanupret_instruction
        unwind_target call_attribute call_return_attribute call_argument_attribute
    }
    let mut is_used = vec![false; facts.value.len()];
    let operands = rows.instruction_operand.iter().map(|row| row.operand);
    let results = rows.instruction_result.iter().map(|row| row.result);
    for value in operands.chain(results) {
        if let Some(entry) = is_used.get_mut(value.index()) {
            *entry = true;
        }
    }
    rows.value = facts.value.iter().filter(|row| is_used[row.value.index()]).copied().collect();
    rows
}

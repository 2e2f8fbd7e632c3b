//! One representative instruction for each shape.
//!
//! Most rules depend only on an instruction's *shape*: its opcode, the types of its operands and of
//! its result, its flags, alignment, predicate, callee and attributes. A program has a few thousand
//! shapes, however many instructions it has. A program of such rules therefore runs on
//! *representatives*, the first instruction of each shape, and its results hold for all
//! instructions of that shape.
//!
//! The schema's list determines the shape. For every relation whose first column is an instruction,
//! the shape includes all columns whose values do not depend on the function (types, attributes,
//! words, numbers, texts). Relations of metadata and of source locations are not included. Of
//! operands and the result, the shape includes the kind and type of the value, but not its
//! identity, with these exceptions:
//!
//! - tokens, metadata, inline assembly, intrinsics and called functions are distinguished;
//! - constants are distinguished in calls to intrinsics, in `getelementptr`, and in divisions,
//!   shifts and element accesses;
//! - of the relation `instruction`, only the opcode is included; of `switch_case`, nothing;
//! - the shape of `ret` includes the type of the function; each `musttail` call has its own shape.

use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::some::keys;
use super::{Key, View};
use crate::*;

/// A column, which may be part of an instruction's shape.
trait ShapeColumn: Copy {
    /// The number that represents it in the shape. `None` if it is only valid within one function,
    /// or is a value, whose kind and type may be included separately.
    fn in_shape(self) -> Option<u64>;
}

impl<I: EntityId> ShapeColumn for I {
    fn in_shape(self) -> Option<u64> {
        matches!(I::ENTITY, Entity::Type | Entity::Attribute).then(|| self.number().into())
    }
}

macro_rules! in_shapes {
    ($($column:ty: $value:ident => $number:expr,)*) => {
        $(impl ShapeColumn for $column {
            fn in_shape(self) -> Option<u64> {
                let $value = self;
                Some($number)
            }
        })*
    };
}

in_shapes! {
    Text: it => it.0.into(),
    u32: it => it.into(),
    u64: it => it,
}

macro_rules! words_in_shapes {
    ($($word:ident)*) => {
        in_shapes! { $($word: it => it as u64,)* }
    };
}

words_in_shapes! {
    Opcode TypeKind TypeFlag ValueKind Linkage Visibility DllStorage UnnamedAddress ThreadLocalMode
    GlobalFlag ComdatSelection ModuleFlagBehavior InstructionFlag InlineAsmFlag AsmDialect Predicate
    Ordering AtomicOperation TailCallKind ClauseKind MetadataKind DebugRecordKind ObjectKind CallKind
    UnresolvedReason AliasKind Signedness LeakReason DeferredReason Certainty UbCause
    RuleLevel
}

macro_rules! define_shapes {
    ($(
        @$role:ident $group:literal $title:literal
        $(
            $(#[doc = $doc:literal])*
            $row:ident $relation:ident(
                $first:ident: $first_type:ty $(, $column:ident: $column_type:ty)* $(,)?
            )
        )*
    )*) => {
        /// Adds all rows of `instructions` that are part of their shapes, relation by relation.
        fn add_rows(view: &View, instructions: &Range<InstructionId>, parts: &mut Parts) {
            let mut relation = 0;
            $($(
                relation += 1;
                if is_in_shapes(stringify!($role), $group)
                    && !is_added_separately(stringify!($relation))
                    && let Some(keys) = keys::<$row>(instructions)
                {
                    for row in view.$relation.within(Some(keys)) {
                        let instruction = Key::ordinal(row.$first) - instructions.start.number();
                        parts.add(instruction, relation, &[$(row.$column.in_shape()),*]);
                    }
                }
            )*)*
        }

        /// The rows of the instructions to keep, of the relations that are part of shapes.
        fn rows_of(facts: &Facts, is_kept: impl Fn(u32) -> bool) -> Facts {
            let mut kept = Facts::default();
            $($(
                if <$first_type as Key>::IS_INSTRUCTION
                    && is_in_shapes(stringify!($role), $group)
                {
                    let rows = facts.$relation.iter();
                    let rows = rows.filter(|row| is_kept(Key::ordinal(row.$first)));
                    kept.$relation = rows.copied().collect();
                }
            )*)*
            kept
        }
    };
}

crate::for_each_relation!(define_shapes);

/// Whether the rows of a group are part of the shape of the instruction in their first column.
fn is_in_shapes(role: &str, group: &str) -> bool {
    role == "group" && !matches!(group, "metadata" | "debug")
}

/// Whether only some columns of a relation, or none, are part of the shape. Such relations are
/// handled separately.
fn is_added_separately(relation: &str) -> bool {
    matches!(relation, "instruction" | "instruction_operand" | "instruction_result" | "switch_case")
}

/// The parts of the shapes of consecutive instructions, one for each row of a relation.
struct Parts {
    words: Vec<u64>,
    parts: Vec<Part>,
    /// By instruction, relative to the first: the numbers of its first and its last part.
    ends: Vec<Option<(u32, u32)>>,
}

/// The contribution of a row to the shape of its instruction.
struct Part {
    /// The range of its words.
    words: Range<usize>,
    /// The number of the next part of the same instruction.
    next: Option<u32>,
}

impl Parts {
    /// Creates empty parts for `count` instructions.
    fn with_capacity(count: usize) -> Self {
        // The capacity is enough for most instructions.
        let (words, parts) = (Vec::with_capacity(8 * count), Vec::with_capacity(2 * count));
        Self { words, parts, ends: vec![None; count] }
    }

    /// Adds the contribution of a row of `relation` to the shape of `instruction`.
    fn add(&mut self, instruction: u32, relation: u64, columns: &[Option<u64>]) {
        let start = self.words.len();
        self.words.push(relation);
        self.words.extend(columns.iter().flatten());
        let number = self.parts.len() as u32;
        self.parts.push(Part { words: start..self.words.len(), next: None });
        let ends = &mut self.ends[instruction as usize];
        if let Some((_, last)) = *ends {
            self.parts[last as usize].next = Some(number);
        }
        *ends = Some((ends.map_or(number, |(first, _)| first), number));
    }

    /// The words of each part of `instruction`, in the order of the relations.
    fn all(&self, instruction: usize) -> impl Iterator<Item = &[u64]> {
        let part = |number: u32| &self.parts[number as usize];
        let first = self.ends[instruction].map(|(first, _)| part(first));
        let parts = std::iter::successors(first, move |it| it.next.map(part));
        parts.map(|part| &self.words[part.words.clone()])
    }
}

/// One instruction of each shape.
pub struct Representatives {
    /// The rows of the representatives, of the relations that are part of shapes. All other rows
    /// are looked up in the facts of the module.
    pub facts: Facts,
    /// By instruction: the first instruction of the same shape.
    first_alike: Vec<InstructionId>,
}

impl Representatives {
    /// Finds the first instruction of each shape of a module.
    pub fn of(view: &View) -> Self {
        let count = view.facts().instruction.len();
        let size = count.div_ceil(4 * rayon::current_num_threads()).max(1000);
        let starts: Vec<usize> = (0..count).step_by(size).collect();
        let chunks = starts.into_par_iter();
        let chunks: Vec<Chunk> =
            chunks.map(|start| Chunk::of(view, start..count.min(start + size))).collect();

        let mut known: FxHashMap<&[u64], InstructionId> = FxHashMap::default();
        let mut first_alike = Vec::with_capacity(count);
        for chunk in &chunks {
            let shapes = chunk.shapes.iter();
            let firsts: Vec<InstructionId> =
                shapes.map(|(shape, first)| *known.entry(shape).or_insert(*first)).collect();
            first_alike.extend(chunk.numbers.iter().map(|&number| firsts[number as usize]));
        }
        Self::by(view.facts(), first_alike)
    }

    /// Represents each instruction by itself, as if all shapes were different.
    pub fn all(view: &View) -> Self {
        let instructions = view.facts().instruction.iter();
        Self::by(view.facts(), instructions.map(|row| row.instruction).collect())
    }

    fn by(facts: &Facts, first_alike: Vec<InstructionId>) -> Self {
        let is_first = |number: u32| {
            first_alike.get(number as usize).is_some_and(|first| first.ordinal() == number)
        };
        Self { facts: rows_of(facts, is_first), first_alike }
    }

    /// Each instruction with the representative of its shape, in order.
    pub fn members(&self) -> impl Iterator<Item = (InstructionId, InstructionId)> {
        let firsts = self.first_alike.iter();
        firsts.zip(0..).map(|(&first, number)| (InstructionId::new(number), first))
    }
}

/// Consecutive instructions and their shapes.
struct Chunk {
    /// The distinct shapes, with the first instruction of each.
    shapes: Vec<(Box<[u64]>, InstructionId)>,
    /// By instruction: the number of its shape.
    numbers: Vec<u32>,
}

impl Chunk {
    fn of(view: &View, instructions: Range<usize>) -> Self {
        let keys = InstructionId::new(instructions.start as u32)
            ..InstructionId::new(instructions.end as u32);
        let mut parts = Parts::with_capacity(instructions.len());
        add_rows(view, &keys, &mut parts);
        let mut known: FxHashMap<Box<[u64]>, u32> = FxHashMap::default();
        let mut chunk =
            Self { shapes: Vec::new(), numbers: Vec::with_capacity(instructions.len()) };
        let mut shape = Vec::new();
        for (position, row) in view.facts().instruction[instructions].iter().enumerate() {
            shape.clear();
            add_instruction(view, row, &mut shape);
            for words in parts.all(position) {
                shape.extend_from_slice(words);
            }
            let number = match known.get(&shape[..]) {
                Some(&number) => number,
                None => {
                    let number = chunk.shapes.len() as u32;
                    let shape: Box<[u64]> = shape.as_slice().into();
                    chunk.shapes.push((shape.clone(), row.instruction));
                    known.insert(shape, number);
                    number
                }
            };
            chunk.numbers.push(number);
        }
        chunk
    }
}

/// Adds opcode, operands and result of an instruction to its shape.
fn add_instruction(view: &View, row: &Instruction, shape: &mut Vec<u64>) {
    let instruction = row.instruction;
    shape.push(row.opcode as u64);
    let mut distinguishes_constants = distinguishes_constants(row.opcode);
    match row.opcode {
        Opcode::Ret => {
            let function = view.function.first(row.function);
            shape.push(function.map_or(u64::MAX, |it| it.function_type.0.into()));
        }
        Opcode::Call | Opcode::Invoke | Opcode::CallBr => {
            if let Some(call) = view.call_instruction.first(instruction) {
                let is_function = view.kind_of(call.callee) == Some(ValueKind::Function);
                shape.push(if is_function { call.callee.0.into() } else { u64::MAX });
                distinguishes_constants = !view.value_intrinsic().all(call.callee).is_empty();
            }
            let mut marks = view.tail_call.all(instruction).iter();
            if marks.any(|it| it.kind == TailCallKind::MustTail) {
                shape.push(instruction.0.into());
            }
        }
        _ => {}
    }
    for row in view.instruction_operand.all(instruction) {
        shape.push(row.position.into());
        shape.push(value_shape(view, row.operand, distinguishes_constants));
    }
    shape.push(u64::MAX);
    for row in view.instruction_result.all(instruction) {
        shape.push(value_shape(view, row.result, false));
    }
}

/// The contribution of a value to the shape of an instruction that uses or computes it.
fn value_shape(view: &View, value: ValueId, distinguishes_constants: bool) -> u64 {
    let (Some(kind), Some(r#type)) = (view.kind_of(value), view.type_of(value)) else {
        return u64::MAX;
    };
    let is_told_apart = match (view.types().kind(r#type), kind) {
        (Some(TypeKind::Token | TypeKind::Metadata | TypeKind::Target), _) => true,
        (_, ValueKind::InlineAsm) => true,
        (_, ValueKind::Function) => !view.value_intrinsic().all(value).is_empty(),
        (_, ValueKind::Argument | ValueKind::Instruction | ValueKind::Block) => false,
        _ => distinguishes_constants,
    };
    if is_told_apart {
        1 << 63 | u64::from(value.0)
    } else {
        (kind as u64) << 32 | u64::from(r#type.0)
    }
}

/// Whether the shape distinguishes constant operands.
fn distinguishes_constants(opcode: Opcode) -> bool {
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

//! What loads from the stack may read: variables whose address does not escape their function.
//!
//! Such a variable is divided into *slots*: bytes that some instruction accesses. Data flow determines whether a
//! slot has always been written before a load; the value written may be any value that is stored there anywhere.

mod accesses;
mod reaching;
mod written;

use facts_schema::view::intrinsics::is_informational;
use facts_schema::{InstructionId, Opcode, TypeId, TypeKind, ValueId, ValueKind};
use rules::zero_divisors::DIVISIONS;
use rustc_hash::FxHashMap;

use crate::control::{Control, ProgramPoint};
use crate::module::Module;
use crate::ranges;
use accesses::{Access, Variable, What};
use reaching::BackwardPaths;
pub use reaching::Reaching;
pub(crate) use reaching::may_be_certain;
use written::{Slots, Written};

/// The content that a load may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// The values stored in the cell with this number.
    Cell(usize),
    /// The value that was stored at this place.
    Stored(ValueId, ProgramPoint),
    /// Memory in which nothing was stored.
    Uninitialised,
    /// The same, in memory that this instruction reserves.
    Reserved(InstructionId),
    /// The content of the memory with this number, which other functions may store to.
    Memory(u32),
    /// Something that is neither undef nor poison.
    Defined,
    /// Anything.
    Unknown,
}

/// What the loads of a function may read. Loads that are not listed may read anything.
#[derive(Clone, Debug, Default)]
pub struct MemoryFacts {
    contents: FxHashMap<InstructionId, Vec<Content>>,
    cells: Vec<Cell>,
    reaching: FxHashMap<InstructionId, Vec<Reaching>>,
    stores: FxHashMap<InstructionId, Vec<u32>>,
}

/// Bytes of a variable that several loads read as the same type. A cell is treated as a separate part, so that not
/// every load has to be related to every store.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The address of the variable.
    pub variable: ValueId,
    /// The part of the variable that corresponds to the first part of the loaded value.
    pub first: u16,
    /// One of the loads.
    pub load: InstructionId,
    /// The values stored anywhere, and the places of the stores.
    pub stored: Vec<(ValueId, ProgramPoint)>,
}

/// The part of a loaded value that stands for memory in which nothing was stored.
pub const NOTHING: u16 = u16::MAX;

/// Parts of addresses from this number on stand for the content of memory there.
pub const FIRST_CELL: u16 = 1 << 8;

impl MemoryFacts {
    /// What `load` may read, if that is known.
    pub fn contents(&self, load: InstructionId) -> Option<&[Content]> {
        self.contents.get(&load).map(Vec::as_slice)
    }

    /// The cells that loads may read, by number.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether the exact content is known for any load.
    pub fn has_reaching(&self) -> bool {
        !self.reaching.is_empty()
    }

    /// The possible contents that `load` reads, one of them on each path to it. None if they are not known, or
    /// none of them is undef, poison or zero in every execution.
    pub fn reaching(&self, load: InstructionId) -> Option<&[Reaching]> {
        self.reaching.get(&load).map(Vec::as_slice)
    }

    /// Records what `load` may read, if it is not known yet.
    pub fn insert(&mut self, load: InstructionId, contents: Vec<Content>) {
        self.contents.entry(load).or_insert(contents);
    }

    /// The numbers of the memory that `store` may write to, among the memory that loads refer to.
    pub fn stores(&self, store: InstructionId) -> &[u32] {
        self.stores.get(&store).map_or(&[], Vec::as_slice)
    }

    /// Records the memory that `store` may write to.
    pub fn insert_store(&mut self, store: InstructionId, memory: Vec<u32>) {
        self.stores.insert(store, memory);
    }

    /// The facts that are known without other functions.
    pub fn of_function<'f>(module: &Module<'f>, control: &Control<'f>) -> Self {
        let mut finder =
            Finder { module, control, pointers: FxHashMap::default(), variables: Vec::new() };
        finder.find();
        let mut facts = finder.facts();
        for row in control.rows().iter().filter(|it| it.opcode == Opcode::Load) {
            let Some(load) = module.index.load_instruction.first(row.instruction) else { continue };
            let is_whole = !module.gaps.types.contains(&load.r#type);
            if is_whole
                && module.global_of(load.address).is_some_and(|it| module.is_fully_defined(it))
            {
                facts.insert(row.instruction, Vec::new());
            }
        }
        facts
    }
}

/// The target of a pointer: the number of a variable, and the offset in it in bytes, if it is known.
type Target = (usize, Option<i64>);

struct Finder<'a, 'f> {
    module: &'a Module<'f>,
    control: &'a Control<'f>,
    pointers: FxHashMap<ValueId, Target>,
    variables: Vec<Variable>,
}

impl Finder<'_, '_> {
    /// Follows the addresses of variables through the function. An address escapes through every instruction that
    /// is not known to keep it.
    fn find(&mut self) {
        for row in self.control.rows().iter().filter(|row| row.opcode == Opcode::Alloca) {
            if let Some(result) = self.module.result(row.instruction) {
                self.variable(result, self.control.place_of(row));
            }
        }
        if self.variables.is_empty() {
            return;
        }
        // Blocks may be in any order, so an address may come before the value that it is computed from.
        let mut known = 0;
        while known != self.pointers.len() {
            known = self.pointers.len();
            for row in self.control.rows() {
                match row.opcode {
                    Opcode::GetElementPtr => self.address(row.instruction),
                    Opcode::BitCast => self.copy(row.instruction),
                    _ => {}
                }
            }
        }
        for row in self.control.rows() {
            let instruction = row.instruction;
            let index = &self.module.index;
            let place = self.control.place_of(row);
            match row.opcode {
                Opcode::Alloca | Opcode::BitCast | Opcode::ICmp => {}
                Opcode::Load => {
                    if let Some(row) = index.load_instruction.first(instruction) {
                        let size = self.size_of(row.r#type);
                        self.access(row.address, size, place, What::Load(instruction));
                    }
                }
                Opcode::Store => {
                    if let Some(row) = index.store_instruction.first(instruction) {
                        self.escape(row.value);
                        let size = self.size_of(self.module.type_of(row.value));
                        self.access(row.address, size, place, What::Store(row.value));
                    }
                }
                Opcode::GetElementPtr => {
                    for row in index.getelementptr_index.all(instruction) {
                        self.escape(row.index);
                    }
                }
                Opcode::Call => self.call(instruction, place),
                _ => {
                    for row in index.instruction_operand.all(instruction) {
                        self.escape(row.operand);
                    }
                }
            }
        }
    }

    fn variable(&mut self, result: ValueId, place: ProgramPoint) {
        let size = object_size(self.module, result);
        let forget = Access { start: Some(0), size, place, what: What::Forget };
        self.pointers.insert(result, (self.variables.len(), Some(0)));
        self.variables.push(Variable {
            address: result,
            size,
            has_escaped: false,
            accesses: vec![forget],
        });
    }

    fn address(&mut self, instruction: InstructionId) {
        let index = &self.module.index;
        let Some(row) = index.getelementptr_instruction.first(instruction) else { return };
        let Some(&(variable, start)) = self.pointers.get(&row.base) else { return };
        let Some(result) = self.module.result(instruction) else { return };
        if self.pointers.contains_key(&result) {
            return;
        }
        if self.module.type_kind(self.module.type_of(result)) != TypeKind::Pointer {
            self.escape(row.base);
            return;
        }
        let offset = index.step(result).and_then(|step| step.whole);
        let start = start.zip(offset).and_then(|(start, offset)| start.checked_add(offset));
        self.pointers.insert(result, (variable, start));
    }

    fn copy(&mut self, instruction: InstructionId) {
        if let Some(row) = self.module.index.conversion_instruction.first(instruction)
            && let Some(&target) = self.pointers.get(&row.operand)
            && let Some(result) = self.module.result(instruction)
        {
            self.pointers.insert(result, target);
        }
    }

    fn call(&mut self, instruction: InstructionId, place: ProgramPoint) {
        let index = &self.module.index;
        let operands = index.instruction_operand.all(instruction);
        if !operands.iter().any(|row| self.pointers.contains_key(&row.operand)) {
            return;
        }
        let callee = index.call_instruction.first(instruction);
        let callee = callee.and_then(|row| self.module.function(row.callee));
        let arguments: Vec<ValueId> =
            index.call_argument.all(instruction).iter().map(|row| row.argument).collect();
        let name = callee.map_or("", |callee| self.module.intrinsic(callee));
        let length = |position: usize| {
            let number = ranges::of(self.module, *arguments.get(position)?)?.only()?;
            u64::try_from(number).ok()
        };
        match (name, arguments.as_slice()) {
            ("llvm.lifetime.start" | "llvm.lifetime.end", arguments) => {
                // The pointer is the last argument; the lifetime covers the whole variable.
                if let Some(&pointer) = arguments.last()
                    && let Some(&(variable, _)) = self.pointers.get(&pointer)
                {
                    let size = self.variables[variable].size;
                    let forget = Access { start: Some(0), size, place, what: What::Forget };
                    self.variables[variable].accesses.push(forget);
                }
            }
            (name, &[target, value, ..]) if name.starts_with("llvm.memset") => {
                let is_defined = self.module.kind(value) == ValueKind::ConstantInteger;
                let what = if is_defined { What::Fill } else { What::Overwrite };
                self.access(target, length(2), place, what);
            }
            (name, &[target, source, ..])
                if name.starts_with("llvm.memcpy") || name.starts_with("llvm.memmove") =>
            {
                // The copied content is not known at the target.
                let _ = source;
                self.access(target, length(2), place, What::Overwrite);
            }
            (name, _) if is_informational(name) => {}
            _ => {
                for row in operands {
                    self.escape(row.operand);
                }
            }
        }
    }

    fn access(&mut self, address: ValueId, size: Option<u64>, place: ProgramPoint, what: What) {
        if let Some(&(variable, start)) = self.pointers.get(&address) {
            self.variables[variable].accesses.push(Access { start, size, place, what });
        }
    }

    fn escape(&mut self, value: ValueId) {
        if let Some(&(variable, _)) = self.pointers.get(&value) {
            self.variables[variable].has_escaped = true;
        }
    }

    /// The number of bytes that a store of this type writes, if it writes all their bits.
    fn size_of(&self, r#type: TypeId) -> Option<u64> {
        let layout = self.module.index.type_layout.first(r#type)?;
        Some(layout.store_size)
    }

    /// Whether a store of `value` leaves some bits unchanged that `load` reads: the bits beside an `i20`, or between
    /// the fields of a structure.
    fn leaves_gaps(&self, value: ValueId, load: InstructionId) -> bool {
        let (module, stored) = (self.module, self.module.type_of(value));
        let index = &module.index;
        if index.load_instruction.first(load).is_some_and(|row| row.r#type == stored) {
            return false;
        }
        let is_fully_defined =
            !matches!(module.type_kind(stored), TypeKind::Struct | TypeKind::Array)
                && index
                    .type_layout
                    .first(stored)
                    .is_some_and(|row| row.bit_size == 8 * row.store_size);
        !is_fully_defined
    }

    /// The contents that always reach loads; `is_uninitialised` if some loads may read unwritten memory.
    fn reaching(&self, is_uninitialised: bool) -> FxHashMap<InstructionId, Vec<Reaching>> {
        let variables = self.variables.iter().filter(|variable| !variable.has_escaped);
        let mut accesses = variables.clone().flat_map(|variable| &variable.accesses);
        let is_constant = |value| {
            let kind = self.module.kind(value);
            matches!(kind, ValueKind::Undef | ValueKind::Poison)
        };
        let is_deferred =
            |access: &Access| matches!(access.what, What::Store(value) if is_constant(value));
        let has_deferred = is_uninitialised || accesses.any(is_deferred);
        // Without undef and poison, only null and divisors are relevant.
        let has_division =
            has_deferred || self.control.rows().iter().any(|row| DIVISIONS.contains(&row.opcode));
        let paths = BackwardPaths::of(self.module, self.control);
        let found =
            variables.flat_map(|variable| paths.reaching(variable, has_deferred, has_division));
        found.collect()
    }

    /// What the loads of all variables may read.
    fn facts(self) -> MemoryFacts {
        let mut facts = MemoryFacts::default();
        let mut slots = Slots::default();
        let mut loads = Vec::new();
        for (number, variable) in self.variables.iter().enumerate() {
            if variable.has_escaped {
                continue;
            }
            let mut known: FxHashMap<_, Vec<Content>> = FxHashMap::default();
            for access in &variable.accesses {
                let What::Load(load) = access.what else { continue };
                let r#type = self.module.index.load_instruction.first(load).map(|row| row.r#type);
                let key = (access.start, access.size, r#type);
                let cells = known.len();
                let contents = known.entry(key).or_insert_with(|| {
                    let found = variable.contents(access, |value| self.leaves_gaps(value, load));
                    cell(&mut facts.cells, variable.address, cells, load, found)
                });
                let slot = variable.exact(access).map(|key| slots.number(number, variable, key));
                loads.push((load, access.place, slot, contents.clone()));
            }
        }
        let written = Written::of(self.control, &slots);
        let mut has_deferred = false;
        for (load, place, slot, mut contents) in loads {
            let is_written = slot
                .is_some_and(|slot| written.is_always_written(self.control, &slots, slot, place));
            if !is_written {
                contents.push(Content::Uninitialised);
                has_deferred = true;
            }
            facts.insert(load, contents);
        }
        facts.reaching = self.reaching(has_deferred);
        facts
    }
}

/// Collects the stored values in a new cell with this number in its variable, if there is room for one.
fn cell(
    cells: &mut Vec<Cell>,
    variable: ValueId,
    number: usize,
    load: InstructionId,
    contents: Vec<Content>,
) -> Vec<Content> {
    let parts = crate::parts::MAX_PARTS as usize;
    let first = u16::try_from(usize::from(FIRST_CELL) + number * parts);
    let Some(first) = first.ok().filter(|first| first.checked_add(parts as u16).is_some()) else {
        return vec![Content::Unknown];
    };
    let mut stored = Vec::new();
    let mut others: Vec<Content> = Vec::new();
    for content in contents {
        match content {
            Content::Stored(value, place) => stored.push((value, place)),
            other if !others.contains(&other) => others.push(other),
            _ => {}
        }
    }
    others.push(Content::Cell(cells.len()));
    cells.push(Cell { variable, first, load, stored });
    others
}

/// The size in bytes of the object at `base`, if `base` is the address of an object of this module.
pub fn object_size(module: &Module, base: ValueId) -> Option<u64> {
    let (r#type, count) = match module.kind(base) {
        ValueKind::Instruction => {
            let row = module.definition(base)?;
            let alloca = module.index.alloca_instruction.first(row.instruction)?;
            let count = ranges::of(module, alloca.element_count)?.only()?;
            (alloca.r#type, u64::try_from(count).ok()?)
        }
        ValueKind::GlobalVariable => {
            let row = module.index.global.first(base)?;
            let is_interposable = module.index.interposable_global().first(base).is_some();
            let has_content = module.index.global_initializer.first(base).is_some();
            (has_content && !is_interposable).then_some((row.value_type, 1))?
        }
        _ => return None,
    };
    module.index.type_layout.first(r#type)?.allocation_size.checked_mul(count)
}

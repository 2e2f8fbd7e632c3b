//! What loads may read from escaping stack variables, the heap and globals, derived from points-to.
//!
//! If an address only points to memory that has not escaped to external code, a load reads a value that some store
//! of the module wrote, or the initial content of the memory. The order is ignored: a later store may have run
//! before, in another call.

pub(crate) mod gaps;
mod initial;
mod overlap;
mod writes;

use facts_schema::view::intrinsics::is_informational;
use facts_schema::{EntityId, FunctionId, InstructionFlag, InstructionId, Opcode, ValueId};
use points_to::offsets::Offsets;
use points_to::{Analysis, FunctionKind, Instance, Location};
use rustc_hash::{FxHashMap, FxHashSet};

use self::initial::{Initial, Initials};
use self::writes::What;
use crate::slots::{Content, MemoryFacts};
use crate::{Module, whole};

/// Facts about loads from outside, by function.
pub type Memory = FxHashMap<FunctionId, MemoryFacts>;

/// The maximum number of locations of an address that is followed.
const MAX_LOCATIONS: usize = 256;

/// An object that is written at more locations than this may contain anything.
const MAX_WRITES: usize = 1024;

/// Facts about loads derived from points-to, by function.
pub fn memory(points_to: &Analysis) -> Memory {
    let module = Module::new(points_to.facts);
    let mut finder = Finder::new(&module, points_to);
    finder.writes();
    finder.calls();
    finder.loads()
}

/// A write to a part of an object.
#[derive(Clone, Copy)]
struct Write {
    offsets: Offsets,
    /// In bytes; to the end of the object if there is no size.
    size: Option<u32>,
    what: What,
}

struct Finder<'a, 'f> {
    module: &'a Module<'f>,
    points_to: &'a Analysis<'f>,
    initials: Initials<'a, 'f>,
    writes: FxHashMap<Instance, Vec<Write>>,
    /// Instances whose content is not known.
    lost: FxHashSet<Instance>,
    /// The number of the memory that loads of this size at this location read.
    numbers: FxHashMap<(Location, u32), u32>,
    /// By number: its content.
    contents: Vec<Option<Vec<Content>>>,
    /// By store: the numbers of the memory that it may write to.
    stores: FxHashMap<InstructionId, Vec<u32>>,
}

impl<'a, 'f> Finder<'a, 'f> {
    fn new(module: &'a Module<'f>, points_to: &'a Analysis<'f>) -> Self {
        Self {
            module,
            points_to,
            initials: Initials::new(module, points_to),
            writes: FxHashMap::default(),
            lost: FxHashSet::default(),
            numbers: FxHashMap::default(),
            contents: Vec::new(),
            stores: FxHashMap::default(),
        }
    }

    /// Collects what instructions write.
    fn writes(&mut self) {
        for (_, address, size, what) in writes::writes(&self.initials) {
            self.write(address, size, what);
        }
    }

    fn write(&mut self, address: ValueId, size: Option<u32>, what: What) {
        let locations = self.points_to.targets_of(address);
        let is_lost = locations.len() > MAX_LOCATIONS;
        for Location { instance, offsets } in locations {
            let writes = self.writes.entry(instance).or_default();
            if is_lost || writes.len() >= MAX_WRITES {
                self.lost.insert(instance);
            } else {
                writes.push(Write { offsets, size, what });
            }
        }
    }

    /// Functions without a body may write to the targets of their arguments, and to everything reachable from
    /// there.
    fn calls(&mut self) {
        let (constraints, solution) = (&self.points_to.constraints, &self.points_to.solution);
        let mut todo: Vec<Instance> = Vec::new();
        for edge in &solution.calls {
            let callee = constraints.functions.get(edge.function.index());
            let Some(instruction) = constraints.instruction_at(edge.site) else { continue };
            let is_defined = callee.is_some_and(|it| it.kind == FunctionKind::Defined);
            if is_defined || self.only_reads(edge.function) {
                continue;
            }
            for row in self.module.index.call_argument.all(instruction) {
                let locations = self.points_to.targets_of(row.argument);
                todo.extend(locations.into_iter().map(|location| location.instance));
            }
        }
        while let Some(instance) = todo.pop() {
            if self.lost.insert(instance) {
                let contents = solution.contents(instance).iter();
                let stored = contents.flat_map(|(_, set)| solution.set(*set));
                todo.extend(stored.map(|location| location.instance));
            }
        }
    }

    /// Whether a function without a body does not write, or its writes are known.
    fn only_reads(&self, function: FunctionId) -> bool {
        let intrinsic = self.module.intrinsic(function);
        let is_known = intrinsic.starts_with("llvm.memset") || is_copy(intrinsic);
        is_informational(intrinsic) || is_known || READERS.contains(&self.initials.name(function))
    }

    /// Whether an object may be accessed by code that is not known.
    fn is_lost(&self, instance: Instance) -> bool {
        instance == Instance::EXTERNAL
            || self.lost.contains(&instance)
            || self.points_to.solution.is_escaped(instance)
    }

    /// What each load may read.
    fn loads(mut self) -> Memory {
        let module = self.module;
        let mut by_function: FxHashMap<FunctionId, Vec<(InstructionId, Vec<Content>)>> =
            FxHashMap::default();
        for row in module.facts.instruction.iter().filter(|row| row.opcode == Opcode::Load) {
            if module.index.has_instruction_flag(row.instruction, InstructionFlag::Volatile) {
                continue;
            }
            if let Some(contents) = self.load(row.instruction) {
                by_function.entry(row.function).or_default().push((row.instruction, contents));
            }
        }
        let mut stores: FxHashMap<FunctionId, Vec<(InstructionId, Vec<u32>)>> =
            FxHashMap::default();
        for (store, numbers) in std::mem::take(&mut self.stores) {
            if let Some(row) = module.facts.instruction.get(store.index()) {
                stores.entry(row.function).or_default().push((store, numbers));
            }
        }
        let mut functions: Vec<FunctionId> =
            by_function.keys().chain(stores.keys()).copied().collect();
        functions.sort_unstable();
        functions.dedup();
        let facts = functions.into_iter().map(|function| {
            let contents = by_function.remove(&function).unwrap_or_default();
            let stores = stores.remove(&function).unwrap_or_default();
            (function, whole::memory_of(module, function, contents, stores))
        });
        facts.collect()
    }

    /// What one load may read; none if it is not known.
    fn load(&mut self, load: InstructionId) -> Option<Vec<Content>> {
        let row = self.module.index.load_instruction.first(load)?;
        let size = self.initials.size_of(self.module.result(load)?)?;
        let locations = self.points_to.targets_of(row.address);
        if locations.is_empty() || locations.len() > MAX_LOCATIONS {
            return None;
        }
        let mut contents: Vec<Content> = Vec::new();
        for location in locations {
            let number = self.number(location, size);
            for content in self.contents.get(number as usize)?.as_ref()? {
                if !contents.contains(content) {
                    contents.push(*content);
                }
            }
        }
        Some(contents)
    }

    /// The number of the memory at a location.
    fn number(&mut self, location: Location, size: u32) -> u32 {
        if let Some(&number) = self.numbers.get(&(location, size)) {
            return number;
        }
        let number = self.contents.len() as u32;
        self.numbers.insert((location, size), number);
        let contents = self.read(location, size, number);
        self.contents.push(contents);
        number
    }

    fn read(&mut self, location: Location, size: u32, number: u32) -> Option<Vec<Content>> {
        let Location { instance, offsets } = location;
        let is_writable = self.initials.is_writable(instance);
        if is_writable && self.is_lost(instance) {
            return None;
        }
        let mut contents = match self.initials.of(instance, offsets, size) {
            Initial::Reserved(by) => vec![Content::Reserved(by)],
            Initial::Uninitialised => vec![Content::Uninitialised],
            Initial::Defined => vec![Content::Defined],
            Initial::Unknown => return None,
        };
        if !is_writable {
            return Some(contents);
        }
        let mut is_stored = false;
        for write in self.writes.get(&instance).into_iter().flatten() {
            if !overlap::may_overlap((write.offsets, write.size), (offsets, Some(size))) {
                continue;
            }
            match write.what {
                What::Unknown => return None,
                What::Defined => {}
                What::Store(store, value) => {
                    if !self.is_fully_defined(value) {
                        return None;
                    }
                    is_stored = true;
                    self.stores.entry(store).or_default().push(number);
                }
            }
        }
        if is_stored {
            contents.push(Content::Memory(number));
        }
        Some(contents)
    }

    /// Whether a store of `value` writes each bit of its bytes.
    fn is_fully_defined(&self, value: ValueId) -> bool {
        let r#type = self.module.type_of(value);
        let layout = self.module.index.type_layout.first(r#type);
        !self.initials.has_gaps(r#type)
            && layout.is_some_and(|row| row.bit_size == 8 * row.store_size)
    }
}

/// Functions that do not write to the targets of their arguments.
const READERS: &[&str] =
    &["free", "strlen", "strcmp", "strncmp", "memcmp", "memchr", "strchr", "puts", "atoi"];

/// Whether an intrinsic copies memory.
fn is_copy(intrinsic: &str) -> bool {
    intrinsic.starts_with("llvm.memcpy") || intrinsic.starts_with("llvm.memmove")
}

//! The unions of Rust's `std::panic::catch_unwind`.
//!
//! It keeps a union on the stack and calls `__rust_try`, which runs `do_call` and, if that panics, `do_catch`. The
//! function that owns the union writes a closure to it before the call. First of all, `do_call` reads the closure, and
//! at its end it writes the result; `do_catch` writes the payload of the panic. After the call, the owner reads the
//! result or the payload. So only `do_call` reads the closure. The closure gets a place of its own, after the union.
//! Otherwise, the results and the payloads of all panics would be mixed with what the closure captures.
//!
//! This is only done if all accesses are known: the owner only writes before the call and reads after it, `do_call`
//! only reads before it writes, and the address of the union is not used in any other way.
//!
//! **Scope: module.**

use facts_schema::view::{Scope, View};
use facts_schema::{CallInstruction, FunctionId, InstructionId, Opcode, ValueId};
use rustc_hash::FxHashMap;

use super::flow::Flow;
use super::moves::{Key, Load, Moves, Purpose, Shift, Store};
use crate::layout;
use crate::offsets::{ObjectLayout, POINTER, Step};

/// The maximum size of a union: offsets far from the start of an object are not distinguished.
const MAX_SIZE: u32 = 512;

/// The unions whose closures have a place of their own.
#[derive(Debug, Default)]
pub struct Unions {
    /// By instruction that reserves a union: the size of the union, with padding.
    sizes: FxHashMap<InstructionId, u32>,
    /// By address at which the owner of a union writes a closure: the distance to its place.
    written: FxHashMap<ValueId, u32>,
    /// The same by address at which `do_call` reads a closure.
    read: FxHashMap<ValueId, u32>,
}

/// A call of `__rust_try`.
struct Try {
    call: InstructionId,
    union: ValueId,
    run: FunctionId,
}

impl Unions {
    /// The unions in a module.
    pub fn of(view: &View) -> Self {
        let mut tries: FxHashMap<FunctionId, Vec<Try>> = FxHashMap::default();
        for row in &view.facts().call_instruction {
            if let Some(found) = of_call(view, row) {
                tries.entry(found.run).or_default().push(found);
            }
        }
        let mut unions = Self::default();
        for (run, tries) in tries {
            unions.add(view, run, &tries);
        }
        unions
    }

    /// Adds the unions whose closures `run` reads, if all accesses to them are known.
    fn add(&mut self, view: &View, run: FunctionId, tries: &[Try]) -> Option<()> {
        let row = view.function.first(run)?;
        let mut uses = view.value_use().all(row.value).iter();
        if !uses
            .all(|it| it.position == 0 && tries.iter().any(|found| found.call == it.instruction))
        {
            return None;
        }
        let allocas: Option<Vec<_>> = tries.iter().map(|it| view.definition_of(it.union)).collect();
        let sizes: Option<Vec<_>> =
            allocas?.iter().map(|it| Some((*it, size(view, *it)?))).collect();
        let sizes = sizes?;
        let distance = sizes.first()?.1;
        if sizes.iter().any(|it| it.1 != distance) {
            return None;
        }
        let read = Accesses::of(view, view.argument(run, 0)?, None)?;
        let order = Order::of(view, run);
        if !read.writes.iter().all(|write| read.reads.iter().all(|it| order.is_before(*it, *write)))
        {
            return None;
        }
        let mut written = Vec::new();
        for found in tries {
            let accesses = Accesses::of(view, found.union, Some(found.call))?;
            let order = Order::of(view, view.function_of(found.call)?);
            if !accesses.writes.iter().all(|write| order.is_before(*write, found.call))
                || !accesses.reads.iter().all(|read| order.is_before(found.call, *read))
            {
                return None;
            }
            written.extend(accesses.addresses);
        }
        self.sizes.extend(sizes);
        self.read.extend(read.addresses.into_iter().map(|it| (it, distance)));
        self.written.extend(written.into_iter().map(|it| (it, distance)));
        Some(())
    }

    /// Whether an instruction reserves such a union.
    pub fn has(&self, alloca: InstructionId) -> bool {
        self.sizes.contains_key(&alloca)
    }

    /// Adds the place of the closure to the layout of a union.
    pub fn extend(&self, alloca: InstructionId, layout: &mut ObjectLayout) {
        if let Some(size) = self.sizes.get(&alloca) {
            layout.size = Some(2 * size);
        }
    }

    /// Moves the accesses of a function to closures.
    pub fn separate(&self, view: &View, moves: &mut Moves) {
        if self.sizes.is_empty() {
            return;
        }
        let place = |places: &FxHashMap<ValueId, u32>, address: &Key| match address {
            Key::Value(address, 0) => places.get(address).copied(),
            _ => None,
        };
        for Store(address, offset, _) in &mut moves.stores {
            *offset += place(&self.written, address).unwrap_or(0);
        }
        for Load(_, address, offset) in &mut moves.loads {
            *offset += place(&self.read, address).unwrap_or(0);
        }
        for row in &mut moves.arguments {
            let places = if row.1 == 0 { &self.written } else { &self.read };
            if let Some(distance) = place(places, &row.3)
                && is_copy(view, row.0)
            {
                let moved = Key::Step(Purpose::Closure, row.0.0, row.1, 0);
                moves.shifts.push(Shift(moved, row.3, Step::By(distance.into())));
                row.3 = moved;
            }
        }
    }
}

fn of_call(view: &View, row: &CallInstruction) -> Option<Try> {
    let callee = view.as_function(row.callee)?;
    let name = view.name_of_function(callee);
    if name != "__rust_try" && !name.starts_with("__rust_try.") {
        return None;
    }
    let argument = |position| view.argument_of_call(row.instruction, position);
    let run = view.as_function(argument(0)?)?;
    let catch = view.as_function(argument(2)?)?;
    let is = |function, name| {
        let symbol = view.name_of_function(function);
        symbol.contains("3std9panicking") && symbol.contains(name) && view.has_body(function)
    };
    (is(run, "7do_call") && is(catch, "8do_catch")).then_some(Try {
        call: row.instruction,
        union: argument(1)?,
        run,
    })
}

/// The size of a union that an instruction reserves, with padding.
fn size(view: &View, alloca: InstructionId) -> Option<u32> {
    let row = view.alloca_instruction.first(alloca)?;
    let is_one = view.unsigned(row.element_count) == Some(1);
    let size = u32::try_from(view.types().size(row.r#type)?).ok()?;
    let is_small = 0 < size && size <= MAX_SIZE;
    let is_known = is_one && is_small && layout::is_bytes(view.types(), row.r#type);
    is_known.then(|| size.next_multiple_of(POINTER))
}

/// The accesses of a function to a union.
#[derive(Default)]
struct Accesses {
    /// The address of the union, and the addresses at known distances from it.
    addresses: Vec<ValueId>,
    writes: Vec<InstructionId>,
    reads: Vec<InstructionId>,
}

impl Accesses {
    /// The accesses through `address`; none if it is used in any other way than by `call`.
    fn of(view: &View, address: ValueId, call: Option<InstructionId>) -> Option<Self> {
        let mut accesses = Self { addresses: vec![address], ..Self::default() };
        let mut next = 0;
        while let Some(&address) = accesses.addresses.get(next) {
            next += 1;
            for it in view.value_use().all(address) {
                if Some(it.instruction) != call {
                    accesses.add(view, address, it.instruction)?;
                }
            }
        }
        Some(accesses)
    }

    fn add(&mut self, view: &View, address: ValueId, instruction: InstructionId) -> Option<()> {
        match view.opcode_of(instruction)? {
            Opcode::Load => self.reads.push(instruction),
            Opcode::Store => {
                let row = view.store_instruction.first(instruction)?;
                if row.address == address && row.value != address {
                    self.writes.push(instruction);
                } else if !is_never_read(view, row.address) {
                    return None;
                }
            }
            Opcode::GetElementPtr => {
                let result = view.result_of(instruction)?;
                view.base_with_offset(result).filter(|it| it.0 == address)?;
                self.addresses.push(result);
            }
            _ if is_copy(view, instruction) => {
                let is_at =
                    |position| view.argument_of_call(instruction, position) == Some(address);
                match (is_at(0), is_at(1)) {
                    (true, false) => self.writes.push(instruction),
                    (false, true) => self.reads.push(instruction),
                    _ => return None,
                }
            }
            _ => {
                let intrinsic = view.called_intrinsic(instruction)?;
                intrinsic.starts_with("llvm.lifetime.").then_some(())?;
            }
        }
        Some(())
    }
}

/// Whether a call copies memory.
fn is_copy(view: &View, call: InstructionId) -> bool {
    view.called_intrinsic(call).is_some_and(|it| it.starts_with("llvm.memcpy"))
}

/// Whether the memory at `address` is a stack variable that is only written, such as a variable for debuggers.
fn is_never_read(view: &View, address: ValueId) -> bool {
    let definition = view.definition_of(address);
    let is_alloca = definition.is_some_and(|it| view.opcode_of(it) == Some(Opcode::Alloca));
    let mut uses = view.value_use().all(address).iter();
    is_alloca
        && uses.all(|it| {
            let store = view.store_instruction.first(it.instruction);
            store.is_some_and(|row| row.address == address && row.value != address)
        })
}

/// The order in which the instructions of a function run.
struct Order<'a> {
    view: &'a View<'a>,
    flow: Flow,
}

impl<'a> Order<'a> {
    fn of(view: &'a View, function: FunctionId) -> Self {
        Self { view, flow: Flow::of(Scope::function(view, function)) }
    }

    /// Whether `one` runs before `other` on every path to `other`.
    fn is_before(&self, one: InstructionId, other: InstructionId) -> bool {
        let rows = &self.view.instruction;
        let (Some(one), Some(other)) = (rows.first(one), rows.first(other)) else { return false };
        match one.block == other.block {
            true => one.position < other.position,
            false => self.flow.dominates(one.block, other.block),
        }
    }
}

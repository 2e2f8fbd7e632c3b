//! Pointers to virtual tables that nobody reads: the constructor of a base class stores one, and that of the
//! derived class overwrites it; a destructor stores one that only virtual calls in it would read.
//!
//! A constructor's store that is not read before it returns is made where the constructor is called instead, and
//! left out where the caller overwrites it. A destructor's is left out: the object is not used afterwards
//! (C++, \[basic.life\]).
//!
//! Constructors have no address, and external code that calls one by its name makes an object of its own.

mod object;
mod quiet;

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, Opcode, ValueId, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

use object::{Object, TableStore};
use quiet::Quiet;

/// A store that is made where a constructor is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Added {
    /// The call.
    pub call: InstructionId,
    /// The pointer to the object, as it is passed.
    pub object: ValueId,
    /// How many bytes behind that the pointer to the table lies.
    pub offset: u32,
    /// The address of the table.
    pub table: ValueId,
}

/// Where pointers to virtual tables are stored.
#[derive(Clone, Debug, Default)]
pub struct Construction {
    left_out: FxHashSet<InstructionId>,
    added: FxHashMap<FunctionId, Vec<Added>>,
}

impl Construction {
    /// Whether a store is left out.
    pub fn leaves_out(&self, store: InstructionId) -> bool {
        self.left_out.contains(&store)
    }

    /// The stores that a function makes where it calls constructors.
    pub fn added_in(&self, function: FunctionId) -> &[Added] {
        self.added.get(&function).map_or(&[], Vec::as_slice)
    }

    /// All stores that are made where constructors are called.
    pub fn added(&self) -> impl Iterator<Item = (FunctionId, Added)> + '_ {
        self.added.iter().flat_map(|(function, all)| all.iter().map(|it| (*function, *it)))
    }

    /// The constructors and destructors of a module with a `main`: in a library, external code makes objects.
    pub fn of(view: &View) -> Self {
        let stores = stores_of_tables(view);
        let has_main = view
            .facts()
            .function
            .iter()
            .any(|row| view.has_body(row.function) && name(view, row.value) == "main");
        if stores.is_empty() || !has_main {
            return Self::default();
        }
        let quiet = Quiet::of(view);
        let objects: FxHashMap<FunctionId, Object> = stores
            .into_iter()
            .map(|(function, stores)| (function, Object::of(view, function, &stores)))
            .collect();
        let mut construction = Self::default();
        let used = used_otherwise(view, &objects);
        let mut moved: FxHashMap<FunctionId, Vec<TableStore>> = FxHashMap::default();
        for (&function, object) in &objects {
            let is_destructor = is_destructor(view, function);
            if !is_destructor && used.contains(&function) {
                continue;
            }
            let leaks = is_destructor || leaks(function, &objects);
            for store in &object.stores {
                if object.is_read_after(view, store, &quiet, leaks) {
                    continue;
                }
                construction.left_out.insert(store.instruction);
                if !is_destructor {
                    moved.entry(function).or_default().push(*store);
                }
            }
        }
        construction.add_at_calls(view, &objects, &moved, &quiet);
        construction
    }

    /// Makes stores where constructors are called, unless the caller overwrites them.
    fn add_at_calls(
        &mut self,
        view: &View,
        objects: &FxHashMap<FunctionId, Object>,
        moved: &FxHashMap<FunctionId, Vec<TableStore>>,
        quiet: &Quiet,
    ) {
        for row in &view.facts().call_instruction {
            let Some(callee) = function_of(view, row.callee) else { continue };
            let Some(stores) = moved.get(&callee) else { continue };
            let Some(caller) = view.function_of(row.instruction) else { continue };
            let arguments = view.call_argument.all(row.instruction);
            let Some(object) = arguments.iter().find(|it| it.position == 0) else { continue };
            let leaks = leaks(callee, objects) || leaks(caller, objects);
            for store in stores {
                let is_overwritten = objects.get(&caller).is_some_and(|it| {
                    it.overwrites(view, row.instruction, object.argument, store, quiet, leaks)
                });
                let Ok(offset) = u32::try_from(store.offset) else { continue };
                if !is_overwritten {
                    self.added.entry(caller).or_default().push(Added {
                        call: row.instruction,
                        object: object.argument,
                        offset,
                        table: store.table,
                    });
                }
            }
        }
        self.added.values_mut().for_each(|it| it.sort_unstable());
    }
}

/// By function: its stores of pointers to virtual tables.
fn stores_of_tables(view: &View) -> FxHashMap<FunctionId, Vec<InstructionId>> {
    let mut tables: FxHashSet<ValueId> = FxHashSet::default();
    for row in &view.facts().constant_expression {
        let operands = view.constant_operand.all(row.constant).iter();
        let base = operands.filter(|it| it.position == 0).map(|it| it.operand).next();
        if row.opcode == Opcode::GetElementPtr
            && base.is_some_and(|it| name(view, it).starts_with("_ZTV"))
        {
            tables.insert(row.constant);
        }
    }
    let mut stores: FxHashMap<FunctionId, Vec<InstructionId>> = FxHashMap::default();
    for row in &view.facts().store_instruction {
        if tables.contains(&row.value)
            && let Some(function) = view.function_of(row.instruction)
        {
            stores.entry(function).or_default().push(row.instruction);
        }
    }
    stores
}

/// The functions among these of which something else is done than to call them.
fn used_otherwise(view: &View, objects: &FxHashMap<FunctionId, Object>) -> FxHashSet<FunctionId> {
    let facts = view.facts();
    let callees: FxHashMap<InstructionId, ValueId> =
        facts.call_instruction.iter().map(|row| (row.instruction, row.callee)).collect();
    let operands = facts.instruction_operand.iter();
    // The callee is the last operand of a call.
    let operands = operands.filter(|row| {
        callees.get(&row.instruction) != Some(&row.operand)
            || view.call_argument.all(row.instruction).iter().any(|it| it.argument == row.operand)
    });
    let operands = operands.map(|row| row.operand);
    let operands = operands.chain(facts.constant_operand.iter().map(|row| row.operand));
    let operands = operands.chain(facts.constant_element.iter().map(|row| row.element));
    let operands = operands.chain(facts.global_initializer.iter().map(|row| row.initializer));
    operands
        .filter(|it| matches!(view.kind_of(*it), Some(ValueKind::Function | ValueKind::Alias)))
        .filter_map(|it| function_of(view, it))
        .filter(|it| objects.contains_key(it))
        .collect()
}

/// Whether a constructor may let others know the object: it keeps the address somewhere, or passes it to what is no
/// constructor of a base class that does not.
fn leaks(function: FunctionId, objects: &FxHashMap<FunctionId, Object>) -> bool {
    let (mut seen, mut unseen) = (FxHashSet::from_iter([function]), vec![function]);
    while let Some(function) = unseen.pop() {
        let Some(object) = objects.get(&function) else { return true };
        if object.is_kept {
            return true;
        }
        for callee in &object.passed_to {
            let Some(callee) = *callee else { return true };
            if seen.insert(callee) {
                unseen.push(callee);
            }
        }
    }
    false
}

/// The function that a value is, perhaps by another name.
fn function_of(view: &View, value: ValueId) -> Option<FunctionId> {
    match view.kind_of(value)? {
        ValueKind::Alias => view.as_function(view.alias.first(value)?.aliasee),
        _ => view.as_function(value),
    }
}

fn name<'f>(view: &View<'f>, value: ValueId) -> &'f str {
    view.value_name.first(value).map_or("", |row| view.text(row.name))
}

/// Whether a function is a destructor, by its name (Itanium C++ ABI, 5.1.4.3).
fn is_destructor(view: &View, function: FunctionId) -> bool {
    let Some(row) = view.function.first(function) else { return false };
    let name = name(view, row.value);
    name.starts_with("_Z") && ["D0Ev", "D1Ev", "D2Ev"].iter().any(|it| name.ends_with(it))
}

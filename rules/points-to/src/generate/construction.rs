//! Pointers to virtual tables that are never read: the constructor of a base class stores one, and the constructor
//! of the derived class overwrites it; a destructor stores one that only virtual calls in it would read.
//!
//! A store is left out if the pointer is not read before it is overwritten, or before a destructor returns: the
//! object is not used afterwards (C++, \[basic.life\]). A constructor's store that only its callers may read is moved
//! to the calls of the constructor, unless the caller overwrites it.
//!
//! The address of a constructor cannot be taken. External code that calls a constructor by its name can access the
//! table.
//!
//! | module | what it is |
//! |---|---|
//! | `names` | Constructors and destructors, recognised by their names. |
//! | `object` | The accesses of a function to its object. |
//! | `reading` | Whether a pointer to a virtual table is read before it is overwritten. |
//! | `overwritten` | Stores that the same block overwrites. |
//! | `quiet` | Functions that do not read virtual tables. |

mod names;
mod object;
mod overwritten;
mod quiet;
mod reading;

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, Opcode, ValueId, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

use names::SpecialMember;
use object::{Place, TableStore, offsets_from};
use quiet::is_exception_constructor;
use reading::{End, Reading};

/// A store of a pointer to a virtual table that is made where the constructor is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Added {
    /// The call.
    pub call: InstructionId,
    /// The pointer to the object, as passed to the constructor.
    pub object: ValueId,
    /// The offset of the pointer to the table from there, in bytes.
    pub offset: u32,
    /// The address of the table.
    pub table: ValueId,
}

/// A call, and the pointer to the object that it passes.
type Call = (InstructionId, ValueId);

/// A store of the address of `table` at `offset` of the object that a constructor gets.
#[derive(Clone, Copy, Debug)]
struct MovedStore {
    offset: u32,
    table: ValueId,
}

/// The stores of pointers to virtual tables.
#[derive(Clone, Debug, Default)]
pub struct Construction {
    left_out: FxHashSet<InstructionId>,
    /// By function: its stores that are made where it is called.
    moved: FxHashMap<FunctionId, Vec<MovedStore>>,
    /// By function: the stores that it makes where it calls constructors.
    added: FxHashMap<FunctionId, Vec<Added>>,
    /// Calls of constructors of the library whose pointer to a virtual table is overwritten.
    overwritten: FxHashSet<InstructionId>,
}

impl Construction {
    /// The stores of the constructors and destructors of a module.
    pub fn of(view: &View) -> Self {
        let mut construction = Self::default();
        let tables = addresses_in(view, "_ZTV");
        construction.leave_out_overwritten(view, &tables);
        let mut functions = functions(view, &tables);
        let with_tables = with_tables(view);
        functions.extend(&with_tables);
        let with_tables = with_tables.into_keys().collect();
        let calls = calls_of(view, &with_tables);
        let reading = Reading::of(view, &functions, &with_tables);
        construction.find_overwritten(view, &reading);
        if functions.is_empty() {
            return construction;
        }
        let used = used_otherwise(view, &functions);
        for (&function, kind) in &functions {
            let at_return = match kind {
                SpecialMember::Constructor if used.contains(&function) => continue,
                SpecialMember::Constructor => End::IsRead,
                SpecialMember::Destructor => End::IsDead,
            };
            let calls = calls.get(&function).map(Vec::as_slice);
            for store in reading.stores(function) {
                if !reading.is_read_after_store(store, at_return) {
                    construction.left_out.insert(store.instruction);
                } else if at_return == End::IsRead
                    && !reading.is_read_after_store(store, End::IsDead)
                {
                    construction.move_to_calls(function, store, calls, &reading);
                }
            }
        }
        construction.add_at_calls(view, &reading);
        construction
    }

    /// Leaves out stores of pointers to virtual tables that the same block overwrites, also to tables of objects under
    /// construction.
    fn leave_out_overwritten(&mut self, view: &View, tables: &FxHashMap<ValueId, &str>) {
        let of_construction = addresses_in(view, "_ZTC");
        for row in &view.facts().store_instruction {
            let is_table = [tables, &of_construction].iter().any(|it| it.contains_key(&row.value));
            if is_table && overwritten::is_overwritten(view, row) {
                self.left_out.insert(row.instruction);
            }
        }
    }

    /// Leaves out a constructor's store that only its callers may read. The callers make the store instead, or
    /// overwrite it. `calls` are the calls of a constructor that receives its tables from its callers.
    fn move_to_calls(
        &mut self,
        function: FunctionId,
        store: &TableStore,
        calls: Option<&[Call]>,
        reading: &Reading,
    ) {
        match (store.place, store.table) {
            (Place::At(offset), Some(table)) => {
                let Ok(offset) = u32::try_from(offset) else { return };
                self.moved.entry(function).or_default().push(MovedStore { offset, table });
            }
            (place, _) => {
                let is_read = |it: &Call| reading.is_read_after_call(it.0, it.1, place);
                if calls.is_none_or(|it| it.iter().any(is_read)) {
                    return;
                }
            }
        }
        self.left_out.insert(store.instruction);
    }

    /// Finds calls of constructors of the library's exceptions after which the derived class stores its own table.
    fn find_overwritten(&mut self, view: &View, reading: &Reading) {
        let is_constructor = |it: ValueId| {
            function_of(view, it).is_some_and(|it| !view.has_body(it))
                && is_exception_constructor(view.name_of(it))
        };
        for row in &view.facts().call_instruction {
            if !is_constructor(row.callee) {
                continue;
            }
            let arguments = view.call_argument.all(row.instruction);
            let object = arguments.iter().find(|it| it.position == 0);
            if object
                .is_some_and(|it| reading.is_overwritten_after_call(row.instruction, it.argument))
            {
                self.overwritten.insert(row.instruction);
            }
        }
    }

    /// Makes stores where constructors are called, unless the caller overwrites them.
    fn add_at_calls(&mut self, view: &View, reading: &Reading) {
        for row in &view.facts().call_instruction {
            let Some(callee) = function_of(view, row.callee) else { continue };
            let Some(stores) = self.moved.get(&callee) else { continue };
            let Some(caller) = view.function_of(row.instruction) else { continue };
            let arguments = view.call_argument.all(row.instruction);
            let Some(object) = arguments.iter().find(|it| it.position == 0) else { continue };
            for store in stores {
                let place = Place::At(store.offset.into());
                if !reading.is_read_after_call(row.instruction, object.argument, place) {
                    continue;
                }
                self.added.entry(caller).or_default().push(Added {
                    call: row.instruction,
                    object: object.argument,
                    offset: store.offset,
                    table: store.table,
                });
            }
        }
        self.added.values_mut().for_each(|it| it.sort_unstable());
    }

    /// Whether a store is left out.
    pub fn leaves_out(&self, store: InstructionId) -> bool {
        self.left_out.contains(&store)
    }

    /// Whether an instruction calls a constructor of the library, and the pointer to a virtual table that the
    /// constructor stores is not read. Such a constructor does not store any other relevant pointer.
    pub fn is_overwritten(&self, call: InstructionId) -> bool {
        self.overwritten.contains(&call)
    }

    /// The stores that a function makes where it calls constructors.
    pub fn added_in(&self, function: FunctionId) -> &[Added] {
        self.added.get(&function).map_or(&[], Vec::as_slice)
    }

    /// All stores that are made where constructors are called.
    pub fn added(&self) -> impl Iterator<Item = (FunctionId, Added)> + '_ {
        self.added.iter().flat_map(|(function, all)| all.iter().map(|it| (*function, *it)))
    }

    /// The addresses of the tables that code can access if it calls a function by its name.
    pub fn tables_of(&self, view: &View, function: ValueId) -> impl Iterator<Item = ValueId> + '_ {
        let stores = function_of(view, function).and_then(|it| self.moved.get(&it));
        stores.into_iter().flatten().map(|it| it.table)
    }
}

/// The constructors and destructors that store a pointer to the virtual table of their class. Destructors may store a
/// pointer to the virtual table of a base class instead, whose destructor was inlined.
fn functions(
    view: &View,
    tables: &FxHashMap<ValueId, &str>,
) -> FxHashMap<FunctionId, SpecialMember> {
    let globals = view.facts().global.iter().map(|row| view.name_of(row.global));
    let classes: FxHashSet<&str> = globals.filter_map(|it| it.strip_prefix("_ZTV")).collect();
    let stores = view.facts().store_instruction.iter();
    let functions = stores.filter_map(|row| {
        let class = tables.get(&row.value)?;
        let function = view.function_of(row.instruction)?;
        let name = view.name_of_function(function);
        let of_derived =
            || names::is_destructor(name, &classes).then_some(SpecialMember::Destructor);
        Some((function, names::kind(name, class).or_else(of_derived)?))
    });
    functions.collect()
}

/// The constant addresses in variables whose names have this prefix, with the rest of the name.
fn addresses_in<'a>(view: &'a View, prefix: &str) -> FxHashMap<ValueId, &'a str> {
    let constants = view.facts().constant_expression.iter();
    let constants = constants.filter(|row| row.opcode == Opcode::GetElementPtr);
    let addresses = constants.filter_map(|row| {
        let base = view.constant_operand.first(row.constant)?.operand;
        Some((row.constant, view.name_of(base).strip_prefix(prefix)?))
    });
    addresses.collect()
}

/// The constructors and destructors of base classes that receive a list of virtual tables as their second argument,
/// because the class has virtual bases (Itanium C++ ABI, 2.6.2). Callers pass a part of the list of a derived class, or
/// a part of the list that they receive themselves.
fn with_tables(view: &View) -> FxHashMap<FunctionId, SpecialMember> {
    let variables = view.facts().global_variable.iter().map(|row| row.global);
    let variables = variables.filter(|it| view.name_of(*it).starts_with("_ZTT"));
    let whole: FxHashSet<ValueId> = variables.collect();
    let mut found = FxHashMap::default();
    if whole.is_empty() {
        return found;
    }
    let mut callers: FxHashMap<FunctionId, Vec<_>> = FxHashMap::default();
    let mut open = Vec::new();
    let mut add = |function: FunctionId, kind: SpecialMember, open: &mut Vec<FunctionId>| {
        if found.insert(function, kind).is_none() {
            open.push(function);
        }
    };
    for row in &view.facts().call_instruction {
        let Some(callee) = function_of(view, row.callee) else { continue };
        let Some(kind) = names::kind_for_base(view.name_of_function(callee)) else { continue };
        let Some(list) = view.argument_of_call(row.instruction, 1) else { continue };
        if view.bases(list).any(|it| whole.contains(&it)) {
            add(callee, kind, &mut open);
        } else if let Some(caller) = view.function_of(row.instruction) {
            callers.entry(caller).or_default().push((callee, kind, list));
        }
    }
    while let Some(function) = open.pop() {
        let Some(list) = view.argument(function, 1) else { continue };
        let passed = callers.remove(&function).unwrap_or_default();
        let lists = offsets_from(view, function, list);
        for (callee, kind, _) in passed.into_iter().filter(|it| lists.contains_key(&it.2)) {
            add(callee, kind, &mut open);
        }
    }
    found
}

/// The direct calls of these functions, each with its first argument.
fn calls_of(view: &View, functions: &FxHashSet<FunctionId>) -> FxHashMap<FunctionId, Vec<Call>> {
    let mut calls: FxHashMap<_, Vec<_>> = FxHashMap::default();
    if functions.is_empty() {
        return calls;
    }
    for row in &view.facts().call_instruction {
        let callee = function_of(view, row.callee).filter(|it| functions.contains(it));
        let arguments = view.call_argument.all(row.instruction);
        let object = arguments.iter().find(|it| it.position == 0);
        if let (Some(callee), Some(object)) = (callee, object) {
            calls.entry(callee).or_default().push((row.instruction, object.argument));
        }
    }
    calls
}

/// The functions among these that are used other than by calls.
fn used_otherwise(
    view: &View,
    functions: &FxHashMap<FunctionId, SpecialMember>,
) -> FxHashSet<FunctionId> {
    let facts = view.facts();
    let operands = facts.instruction_operand.iter();
    // The callee is the last operand of a call.
    let operands = operands.filter(|row| {
        let call = view.call_instruction.first(row.instruction);
        call.is_none_or(|it| it.callee != row.operand)
            || view.call_argument.all(row.instruction).iter().any(|it| it.argument == row.operand)
    });
    let operands = operands.map(|row| row.operand);
    let operands = operands.chain(facts.constant_operand.iter().map(|row| row.operand));
    let operands = operands.chain(facts.constant_element.iter().map(|row| row.element));
    let operands = operands.chain(facts.global_initializer.iter().map(|row| row.initializer));
    operands
        .filter(|it| matches!(view.kind_of(*it), Some(ValueKind::Function | ValueKind::Alias)))
        .filter_map(|it| function_of(view, it))
        .filter(|it| functions.contains_key(it))
        .collect()
}

/// The function that a value is, possibly under another name.
fn function_of(view: &View, value: ValueId) -> Option<FunctionId> {
    match view.kind_of(value)? {
        ValueKind::Alias => function_of(view, view.alias.first(value)?.aliasee),
        _ => view.as_function(value),
    }
}

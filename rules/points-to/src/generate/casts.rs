//! The targets of `dynamic_cast` and of exception handlers: from a base of a class to another one, or from the
//! thrown object to a base, at distances given by type infos.
//!
//! The Itanium C++ ABI, 2.9.5, defines the content of a type info: a pointer to a virtual table, the name, and for
//! each base its type info and its offset. For a virtual base, it gives the position of the offset in the virtual
//! table. The virtual tables of a class give the offsets of its virtual bases, and those for its construction as a
//! base of other classes give their offsets in these. The distances are valid if the module has the type infos of
//! all classes whose objects its pointers lead to, except objects of external code; see [`is_whole`].

use std::collections::BTreeSet;

use facts_schema::view::View;
use facts_schema::{FunctionId, GlobalFlag, InstructionId, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use super::Settings;
use super::globals::is_table_of_library;
use super::virtual_tables::Tables;
use crate::libraries;
use crate::model::{Base, Effect};

/// The function that `dynamic_cast` becomes.
const CAST: &str = "__dynamic_cast";

/// The functions that return to a handler the address of the thrown object, or of the base that it catches. If a
/// pointer was thrown, they return the pointer.
pub const CATCHES: [&str; 2] = ["__cxa_begin_catch", "__cxa_get_exception_ptr"];

/// The functions that receive the type of the exception as argument 1.
const THROWS: [&str; 2] = ["__cxa_throw", "__cxa_init_primary_exception"];

/// The prefix of the names of type infos of pointers.
const POINTER: &str = "_ZTIP";

/// The maximum number of bases of a class: if there are more, the distances are not distinguished.
const MAX_BASES: usize = 1000;

/// The distances of pointer casts, by call.
#[derive(Debug, Default)]
pub struct Casts(FxHashMap<InstructionId, Vec<i64>>);

/// The classes of a module that has all classes.
#[derive(Debug)]
pub struct Classes {
    /// By variable: the virtual tables in it.
    tables: FxHashMap<ValueId, Tables>,
    /// By type info: the bases in objects of the class.
    bases: FxHashMap<ValueId, Vec<Bases>>,
}

/// A `dynamic_cast`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DynamicCast {
    /// The call that it becomes.
    pub call: InstructionId,
    /// The type info of the class that the argument points to: the class of the object or one of its bases.
    from: ValueId,
    /// The type info of the class that the result points to.
    to: ValueId,
}

/// The bases in an object of a class: their type infos, and their offsets, unless these are unknown.
type Bases = Vec<(ValueId, Option<i64>)>;

/// A base that a type info lists.
#[derive(Clone, Copy, Debug)]
struct DirectBase {
    r#type: ValueId,
    is_virtual: bool,
    /// Its offset in the class; for a virtual base, the position of the offset in the virtual table.
    offset: i64,
}

impl Casts {
    /// The casts in a module that has all classes.
    pub fn of(view: &View) -> Self {
        let casts: Vec<DynamicCast> = dynamic_casts(view).collect();
        let catches: Vec<InstructionId> = calls_of(view, &CATCHES).collect();
        if casts.is_empty() && catches.is_empty() {
            return Self::default();
        }
        let Some(objects) = all_objects(view) else { return Self::default() };
        let distances = casts
            .into_iter()
            .filter_map(|cast| Some((cast.call, distances(&objects, cast.from, cast.to)?)));
        let mut found: FxHashMap<_, _> = distances.collect();
        if let Some(distances) = distances_of_thrown(view, &objects) {
            found.extend(catches.into_iter().map(|call| (call, distances.clone())));
        }
        Self(found)
    }

    /// The distances over which the call may cast its first argument, if they are known.
    pub fn distances(&self, call: InstructionId) -> Option<&[i64]> {
        self.0.get(&call).map(Vec::as_slice)
    }
}

impl Classes {
    /// The classes whose type infos and virtual tables are defined. None if one of them is not understood.
    pub fn of(view: &View) -> Option<Self> {
        let tables = Tables::all(view)?.into_iter().map(|it| (it.variable, it)).collect();
        let mut bases: FxHashMap<ValueId, Vec<Bases>> = FxHashMap::default();
        for object in all_objects(view)? {
            bases.entry(object.first()?.0).or_default().push(object);
        }
        Some(Self { tables, bases })
    }

    /// The distances over which `cast` may move a pointer to an object that contains a pointer to `offset` of the
    /// variable `tables`. None if they are not known.
    pub fn distances(
        &self,
        cast: DynamicCast,
        tables: ValueId,
        offset: u64,
    ) -> Option<BTreeSet<i64>> {
        let tables = self.tables.get(&tables)?;
        let from = tables.base_at(offset)?;
        let mut distances = BTreeSet::new();
        for bases in self.bases.get(&tables.class)? {
            let is_from = |(it, at): &(ValueId, Option<i64>)| {
                *it == cast.from && at.is_none_or(|at| at == from)
            };
            if bases.iter().any(is_from) {
                for (_, to) in bases.iter().filter(|(it, _)| *it == cast.to) {
                    distances.insert((*to)?.checked_sub(from)?);
                }
            }
        }
        Some(distances)
    }
}

/// The calls that `dynamic_cast` becomes, between classes whose type infos are defined.
pub fn dynamic_casts<'a>(view: &'a View) -> impl Iterator<Item = DynamicCast> + 'a {
    calls_of(view, &[CAST]).filter_map(|call| {
        let [from, to] = [1, 2].map(|position| type_argument(view, call, position));
        Some(DynamicCast { call, from: from?, to: to? })
    })
}

/// Whether a module is a whole program, in which no other code creates objects of its own classes in memory of the
/// program: it has `main`, all its functions without a body are modelled or belong to standard libraries, and all its
/// virtual tables are defined in it. Functions that are looked up at run time are other code.
pub fn is_whole(view: &View, settings: &Settings) -> bool {
    let facts = view.facts();
    let is_known = |function: FunctionId, value: ValueId| {
        if view.has_body(function) || view.intrinsic.first(function).is_some() {
            return true;
        }
        let name = view.name_of(value);
        match settings.models.lookup(name) {
            Some(model) => !model.effects.iter().any(returns_other_code),
            None => libraries::is_symbol_of_standard(name),
        }
    };
    let is_main = |row: &facts_schema::Function| view.name_of(row.value) == "main";
    let is_table_elsewhere = |value: ValueId| {
        let name = view.name_of(value);
        let is_table = ["_ZTI", "_ZTV", "_ZTT", "_ZTC"].iter().any(|it| name.starts_with(it));
        is_table && !is_table_of_library(name)
    };
    facts.function.iter().any(|row| is_main(row) && view.has_body(row.function))
        && facts.function.iter().all(|row| is_known(row.function, row.value))
        && !facts.global.iter().any(|row| {
            view.has_flag(row.global, GlobalFlag::Declaration) && is_table_elsewhere(row.global)
        })
}

/// Whether a function returns pointers of other code, such as `dlsym`.
fn returns_other_code(effect: &Effect) -> bool {
    matches!(effect, Effect::Return(operand) if operand.base == Base::External)
}

/// The type info that a call passes.
fn type_argument(view: &View, call: InstructionId, position: u32) -> Option<ValueId> {
    let argument = view.argument_of_call(call, position)?;
    let is_variable = view.kind_of(argument) == Some(ValueKind::GlobalVariable);
    (is_variable && view.global_initializer.first(argument).is_some()).then_some(argument)
}

fn calls_of<'a>(view: &'a View, names: &'a [&str]) -> impl Iterator<Item = InstructionId> + 'a {
    let calls = view.facts().call_instruction.iter();
    calls.filter(|row| names.contains(&view.name_of(row.callee))).map(|row| row.instruction)
}

/// The distances from the thrown objects of the program to their bases; none if it may throw pointers. Exceptions
/// of the standard library have no bases elsewhere.
fn distances_of_thrown(view: &View, objects: &[Bases]) -> Option<Vec<i64>> {
    let thrown: Option<BTreeSet<ValueId>> =
        calls_of(view, &THROWS).map(|call| view.argument_of_call(call, 1)).collect();
    let thrown = thrown?;
    let is_class = |it: &ValueId| {
        let name = view.name_of(*it);
        name.starts_with("_ZTI") && !name.starts_with(POINTER)
    };
    if !thrown.iter().all(is_class) {
        return None;
    }
    let mut distances = BTreeSet::from([0]);
    let is_thrown = |bases: &&Bases| bases.first().is_some_and(|(it, _)| thrown.contains(it));
    for (_, offset) in objects.iter().filter(is_thrown).flatten() {
        distances.insert((*offset)?);
    }
    Some(distances.into_iter().collect())
}

/// The bases in objects of all classes whose type infos are defined; the class itself is the first.
fn all_objects(view: &View) -> Option<Vec<Bases>> {
    let infos = view.facts().global_initializer.iter().map(|row| row.global);
    let infos = infos.filter(|it| view.name_of(*it).starts_with("_ZTI"));
    let tables = Tables::all(view);
    let objects: Option<Vec<Vec<Bases>>> =
        infos.map(|it| objects(view, tables.as_deref(), it)).collect();
    Some(objects?.concat())
}

/// The distances from objects to their bases, as far as they are known.
pub(super) fn distances_to_bases(view: &View) -> Option<BTreeSet<i64>> {
    Some(all_objects(view)?.iter().flatten().filter_map(|(_, offset)| *offset).collect())
}

/// The distances between two types in all objects that contain both.
fn distances(objects: &[Bases], from: ValueId, to: ValueId) -> Option<Vec<i64>> {
    let mut distances = BTreeSet::new();
    for bases in objects {
        let at = |r#type| bases.iter().filter(move |(it, _)| *it == r#type).map(|(_, at)| *at);
        for (from, to) in at(from).flat_map(|from| at(to).map(move |to| (from, to))) {
            distances.insert(to?.checked_sub(from?)?);
        }
    }
    Some(distances.into_iter().collect())
}

/// The bases in objects of a class: one list, or if some bases are virtual, one list for each table of the class. None
/// if the content of a type info is not understood.
fn objects(view: &View, tables: Option<&[Tables]>, class: ValueId) -> Option<Vec<Bases>> {
    let (bases, has_virtual) = all_bases(view, None, class)?;
    let Some(tables) = tables.filter(|_| has_virtual) else { return Some(vec![bases]) };
    let tables = tables.iter().filter(|it| it.class == class);
    tables.map(|table| Some(all_bases(view, Some(table), class)?.0)).collect()
}

/// The type and all its bases, with repetitions, and whether some are virtual.
fn all_bases(view: &View, table: Option<&Tables>, r#type: ValueId) -> Option<(Bases, bool)> {
    let mut all: Bases = vec![(r#type, Some(0))];
    let mut has_virtual = false;
    let mut done = 0;
    while let Some((class, offset)) = all.get(done).copied() {
        done += 1;
        for base in direct_bases(view, class)? {
            has_virtual |= base.is_virtual;
            let distance = |offset| match base.is_virtual {
                true => table?.number(view, offset, base.offset),
                false => Some(base.offset),
            };
            let sum = offset.and_then(|it| it.checked_add(distance(it)?));
            all.push((base.r#type, sum));
        }
        if all.len() > MAX_BASES {
            return None;
        }
    }
    Some((all, has_virtual))
}

/// The bases that a type info lists. Types of the standard library have no bases that are classes of the program.
fn direct_bases(view: &View, class: ValueId) -> Option<Vec<DirectBase>> {
    let Some(row) = view.global_initializer.first(class) else { return Some(Vec::new()) };
    let elements = view.constant_element.all(row.initializer);
    let element = |position: usize| elements.get(position).map(|row| row.element);
    let type_at = |position: usize| {
        element(position).filter(|it| view.kind_of(*it) == Some(ValueKind::GlobalVariable))
    };
    match elements.len() {
        2 => Some(Vec::new()),
        3 => Some(vec![DirectBase { r#type: type_at(2)?, is_virtual: false, offset: 0 }]),
        // Flags and a type: a pointer, possibly to a member.
        4 | 5 if view.signed(element(3)?).is_none() => Some(Vec::new()),
        length if length >= 6 && length % 2 == 0 => {
            let bases = (4..length).step_by(2).map(|position| {
                let flags = i64::try_from(view.signed(element(position + 1)?)?).ok()?;
                let is_virtual = flags & 1 != 0;
                Some(DirectBase { r#type: type_at(position)?, is_virtual, offset: flags >> 8 })
            });
            bases.collect()
        }
        _ => None,
    }
}

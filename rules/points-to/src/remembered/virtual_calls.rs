//! Virtual calls of C++: the functions in a call's slot of the virtual tables.
//!
//! A call of a member function is undefined unless the object has the class, or a class derived from it (C++,
//! [class.mfct.non.static]). So only the tables of these classes are relevant if debug information gives the class
//! of the object. The Itanium C++ ABI, 2.5, defines the layout of a table.

use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, MetadataId, ValueId};
use rustc_hash::FxHashMap;

use crate::generate::Slot;
use crate::source_types::Identity;
use crate::typed_pointers::TypedPointers;

/// A function in a virtual table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The element of the table.
    pub element: ValueId,
    /// The function whose address the entry is.
    pub function: FunctionId,
    /// The class of the table.
    class: Option<MetadataId>,
}

/// A virtual call.
#[derive(Clone, Copy, Debug)]
struct VirtualCall {
    /// The offset from the target of pointers to the table, in bytes.
    slot: u32,
    /// The class of the object according to debug information.
    class: Option<MetadataId>,
}

/// The virtual tables of a module.
pub struct VirtualTables<'v, 'f> {
    view: &'v View<'f>,
    /// By slot: the offset from the target of pointers to the table, in bytes.
    entries: FxHashMap<u32, Vec<Entry>>,
}

impl<'v, 'f> VirtualTables<'v, 'f> {
    /// Collects the tables; `function` gives the function that an element refers to.
    pub fn new(
        view: &'v View<'f>,
        pointers: &mut TypedPointers,
        function: impl Fn(ValueId) -> Option<FunctionId>,
    ) -> Self {
        let mut tables = Self { view, entries: FxHashMap::default() };
        for row in &view.facts().global_initializer {
            let Some(class_name) = tables.view.name_of(row.global).strip_prefix("_ZTV") else {
                continue;
            };
            let mut slots = Vec::new();
            for table in tables.elements(row.initializer) {
                slots.extend(tables.slots(table, &function));
            }
            let class = pointers.types.class_named(class_name);
            let class = class.or_else(|| most_derived(pointers, slots.iter().map(|(.., it)| *it)));
            for (slot, element, function) in slots {
                tables.entries.entry(slot).or_default().push(Entry { element, function, class });
            }
        }
        tables
    }

    fn elements(&self, constant: ValueId) -> Vec<ValueId> {
        self.view.constant_element.all(constant).iter().map(|row| row.element).collect()
    }

    /// The functions of one table: they follow the type info, or the first two elements if there is no type info.
    /// Their slots are counted from there.
    fn slots(
        &self,
        table: ValueId,
        function: impl Fn(ValueId) -> Option<FunctionId>,
    ) -> Vec<(u32, ValueId, FunctionId)> {
        let elements = self.elements(table);
        let type_info = elements.iter().position(|it| self.view.name_of(*it).starts_with("_ZTI"));
        let start = type_info.map_or(2, |it| it + 1);
        let word = self.view.types().pointer_size();
        let behind = elements.into_iter().skip(start);
        let slots = (0..).zip(behind).map(|(position, it)| (position * word, it));
        slots.filter_map(|(slot, it)| Some((slot, it, function(it)?))).collect()
    }

    /// The slot from which a call through a pointer loads its callee if it is virtual, and the entries in that
    /// slot of the tables that the object may have.
    pub fn entries_of(
        &self,
        pointers: &mut TypedPointers,
        call: InstructionId,
    ) -> Option<(u32, Vec<Entry>)> {
        let VirtualCall { slot, class } = self.virtual_call(pointers, call)?;
        let entries = self.entries.get(&slot).map_or(&[][..], Vec::as_slice);
        let may_be = |entry: &&Entry, pointers: &mut TypedPointers| {
            let classes = entry.class.zip(class);
            classes.is_none_or(|(of_table, of_call)| pointers.types.may_derive(of_table, of_call))
        };
        Some((slot, entries.iter().filter(|it| may_be(it, pointers)).copied().collect()))
    }

    /// A virtual call loads the function from the table, and the address of the table from the object.
    fn virtual_call(
        &self,
        pointers: &mut TypedPointers,
        call: InstructionId,
    ) -> Option<VirtualCall> {
        let found = Slot::of(self.view, call)?;
        let slot = u32::try_from(found.offset).ok()?;
        match pointers.leaf(found.object, 0) {
            Some(leaf) if leaf.is_vtable_pointer => {
                Some(VirtualCall { slot, class: leaf.starting })
            }
            Some(_) => None,
            None => {
                let is_method = found.is_of_method(self.view, call);
                is_method.then_some(VirtualCall { slot, class: None })
            }
        }
    }
}

/// The class of the functions that is derived from all others.
fn most_derived(
    pointers: &mut TypedPointers,
    functions: impl Iterator<Item = FunctionId>,
) -> Option<MetadataId> {
    let classes = functions.filter_map(|function| {
        let class = pointers.class_of(function)?;
        Some((pointers.types.identity(class), class))
    });
    let mut classes: Vec<(Identity, MetadataId)> = classes.collect();
    classes.sort_unstable();
    classes.dedup_by_key(|(identity, _)| *identity);
    let is_all = |candidate: MetadataId, pointers: &mut TypedPointers| {
        let lineage = pointers.types.lineage(candidate);
        lineage.is_some_and(|it| classes.iter().all(|(identity, _)| it.contains(identity)))
    };
    classes.iter().map(|(_, node)| *node).find(|it| is_all(*it, pointers))
}

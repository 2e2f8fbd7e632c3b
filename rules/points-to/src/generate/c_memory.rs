//! The types of the memory that C programs allocate.
//!
//! The variable or member that receives the result of an allocation has a pointer type, such as `struct node *`, or the
//! function that returns it has. This type is the type of the memory if it has exactly this size. Other memory may be an
//! array, or a larger structure that begins like this one.
//!
//! A function that returns `void *` or `char *` may allocate memory for its caller, whose variable then shows the type.
//!
//! **Scope: module.**

use facts_schema::debug_info::{DebugNodes, Field};
use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, MetadataId, Opcode, ValueId};
use rustc_hash::FxHashMap;

use crate::layout::{self, Detail};
use crate::offsets::ObjectLayout;
use crate::source_types::{result, size};
use crate::typed_pointers::TypedPointers;

/// What a call allocates if it allocates memory.
pub enum Memory {
    /// A structure of this layout, if the memory has this size.
    Structure(Box<ObjectLayout>),
    /// Memory for the caller of the function that makes the call.
    ForCaller,
}

/// The calls of functions written in C.
pub struct MemoryOfC<'s, 'f> {
    view: &'s View<'f>,
    nodes: DebugNodes<'s, 'f>,
    pointers: TypedPointers<'s, 'f>,
    /// By result of a call: the type that it is a pointer to; none if there are several, or if it is not a structure.
    received: FxHashMap<ValueId, Option<MetadataId>>,
    /// By function: see [`Self::written_in_c`].
    functions: FxHashMap<FunctionId, Option<bool>>,
    /// By type.
    layouts: FxHashMap<MetadataId, Option<ObjectLayout>>,
}

impl<'s, 'f> MemoryOfC<'s, 'f> {
    /// The calls in a module; none if debug information does not show any C.
    pub fn of(view: &'s View<'f>) -> Option<Self> {
        let nodes = view.debug_nodes();
        let mut units = nodes.with_field(Field::Language).map(|(unit, _)| unit);
        units.find(|it| is_unit_of_c(nodes, *it))?;
        let mut memory = Self {
            view,
            nodes,
            pointers: TypedPointers::new(view),
            received: FxHashMap::default(),
            functions: FxHashMap::default(),
            layouts: FxHashMap::default(),
        };
        for row in nodes.local_variables().iter().filter(|it| !it.is_address) {
            memory.receive(row.value, |_| nodes.reference(row.variable, Field::Type));
        }
        for row in &view.facts().store_instruction {
            memory.receive(row.value, |pointers| pointers.leaf(row.address, 0)?.r#type);
        }
        for row in &view.facts().return_value {
            let function = view.function_of(row.instruction).and_then(|it| view.function.first(it));
            let subprogram = || nodes.attachment(function?.value);
            memory.receive(row.value, |_| result(nodes, subprogram()?));
        }
        Some(memory)
    }

    /// Adds a variable or member that receives a value. `type_of` gives its type.
    fn receive(
        &mut self,
        value: ValueId,
        type_of: impl FnOnce(&mut TypedPointers<'s, 'f>) -> Option<MetadataId>,
    ) {
        let definition = self.view.definition_of(value).and_then(|it| self.view.opcode_of(it));
        if definition != Some(Opcode::Call) {
            return;
        }
        // Variables of type `void *` receive memory of any type.
        let pointee = type_of(&mut self.pointers).and_then(|it| self.nodes.pointee(it));
        let Some(pointee) = pointee.and_then(|it| self.nodes.bare(it)) else { return };
        let structure = Some(pointee).filter(|it| self.nodes.is_structure(*it));
        let known = self.received.entry(value).or_insert(structure);
        *known = known.filter(|it| Some(*it) == structure);
    }

    /// What a call allocates, if this is known.
    pub fn allocated(&mut self, call: InstructionId) -> Option<Memory> {
        let function = self.view.function_of(call)?;
        let known = self.functions.get(&function).copied();
        let known = known.unwrap_or_else(|| {
            let found = self.written_in_c(function);
            self.functions.insert(function, found);
            found
        });
        let returns_bytes = known?;
        match self.received.get(&self.view.result_of(call)?) {
            Some(Some(structure)) => {
                self.layout(*structure).map(|it| Memory::Structure(Box::new(it)))
            }
            _ => returns_bytes.then_some(Memory::ForCaller),
        }
    }

    /// Whether a function returns `void *` or `char *`; none if it was not written in C.
    fn written_in_c(&self, function: FunctionId) -> Option<bool> {
        let subprogram = self.nodes.attachment(self.view.function.first(function)?.value)?;
        let unit = self.nodes.reference(subprogram, Field::Unit)?;
        is_unit_of_c(self.nodes, unit).then(|| {
            let r#type = result(self.nodes, subprogram);
            r#type.is_some_and(|it| self.is_pointer_to_bytes(it))
        })
    }

    /// The layout of a structure; none if debug information does not show it.
    fn layout(&mut self, structure: MetadataId) -> Option<ObjectLayout> {
        let Self { nodes, pointers, layouts, view, .. } = self;
        let pointer_size = view.types().pointer_size();
        let layout = layouts.entry(structure).or_insert_with(|| {
            let types = &mut pointers.types;
            let layout =
                layout::of_source(*nodes, types, structure, pointer_size, Detail::Members)?;
            // Functions that allocate memory need not align it.
            Some(ObjectLayout { alignment: 1, ..layout })
        });
        layout.clone()
    }

    /// Whether a type is `void *` or a pointer to characters.
    fn is_pointer_to_bytes(&self, r#type: MetadataId) -> bool {
        let is_pointer = |it: &MetadataId| self.nodes.tag(*it) == "DW_TAG_pointer_type";
        let pointee = || self.nodes.pointee(r#type);
        self.nodes.bare(r#type).filter(is_pointer).is_some()
            && pointee().is_none_or(|it| size(self.nodes, it) == Some(1))
    }
}

/// Whether a compile unit was written in C, of any version.
fn is_unit_of_c(nodes: DebugNodes, unit: MetadataId) -> bool {
    let language = nodes.text(unit, Field::Language);
    let version = language.strip_prefix("DW_LANG_C");
    version.is_some_and(|it| it.bytes().all(|it| it.is_ascii_digit()))
}

//! The variables of the source that pointers point to, according to debug information.

use facts_schema::debug_info::{DebugNodes, Field, SourceVariable};
use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, MetadataId, Opcode, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use crate::source_types::{self, Leaf, Member, SourceTypes, TypedOffset};

/// The pointers of a module.
pub struct TypedPointers<'v, 'f> {
    view: &'v View<'f>,
    nodes: DebugNodes<'v, 'f>,
    pub types: SourceTypes<'v, 'f>,
    /// By address: the type of the variable there.
    variables: FxHashMap<ValueId, MetadataId>,
    /// By value: the type of the variables whose content it is.
    contents: FxHashMap<ValueId, MetadataId>,
    /// By pointer.
    places: FxHashMap<ValueId, Option<TypedOffset>>,
}

/// The maximum number of steps by which a pointer is computed from another one.
const DEPTH: usize = 64;

impl<'v, 'f> TypedPointers<'v, 'f> {
    pub fn new(view: &'v View<'f>) -> Self {
        let nodes = view.debug_nodes();
        let (mut variables, mut contents) = (FxHashMap::default(), FxHashMap::default());
        let all = nodes.global_variables().chain(nodes.local_variables());
        for SourceVariable { value, variable, is_address, .. } in all {
            if let Some(r#type) = nodes.reference(variable, Field::Type) {
                if is_address {
                    variables.insert(value, r#type);
                } else if nodes.pointee(r#type).is_some() {
                    contents.insert(value, r#type);
                }
            }
        }
        // Parameters are stored to their declared variables.
        for row in &view.facts().store_instruction {
            if view.kind_of(row.value) == Some(ValueKind::Argument)
                && let Some(r#type) = variables.get(&row.address)
            {
                contents.insert(row.value, *r#type);
            }
        }
        let types = SourceTypes::new(nodes);
        Self { view, nodes, types, variables, contents, places: FxHashMap::default() }
    }

    /// The members that may be at `offset` from the target of a pointer; none if they are unknown.
    pub fn members(&mut self, pointer: ValueId, offset: u32) -> Vec<Member> {
        self.leaf(pointer, offset).map(|leaf| leaf.members).unwrap_or_default()
    }

    /// The member at `offset` from the target of a pointer.
    pub fn leaf(&mut self, pointer: ValueId, offset: u32) -> Option<Leaf> {
        let place = self.place(pointer)?;
        self.types.leaf(TypedOffset { offset: place.offset.checked_add(offset.into())?, ..place })
    }

    /// Whether a pointer points to a structure.
    pub fn points_to_structure(&mut self, pointer: ValueId) -> bool {
        let bare = self.place(pointer).and_then(|place| self.nodes.bare(place.r#type));
        bare.is_some_and(|it| self.nodes.is_structure(it))
    }

    fn place(&mut self, pointer: ValueId) -> Option<TypedOffset> {
        self.place_within(pointer, DEPTH)
    }

    fn place_within(&mut self, pointer: ValueId, depth: usize) -> Option<TypedOffset> {
        if let Some(known) = self.places.get(&pointer) {
            return *known;
        }
        // The start of a pointer in a loop is found where it enters the loop.
        self.places.insert(pointer, None);
        let place = self.find(pointer, depth.checked_sub(1)?);
        self.places.insert(pointer, place);
        place
    }

    fn find(&mut self, pointer: ValueId, depth: usize) -> Option<TypedOffset> {
        if let Some(r#type) = self.variables.get(&pointer) {
            return Some(TypedOffset { r#type: *r#type, offset: 0 });
        }
        if let Some(r#type) = self.contents.get(&pointer)
            && let Some(r#type) = self.nodes.pointee(*r#type)
        {
            return Some(TypedOffset { r#type, offset: 0 });
        }
        if let Some(step) = self.view.step(pointer) {
            let place = self.place_within(step.base, depth)?;
            return Some(TypedOffset { offset: place.offset.checked_add(step.least?)?, ..place });
        }
        self.find_result(self.view.definition_of(pointer)?, depth)
    }

    fn find_result(&mut self, instruction: InstructionId, depth: usize) -> Option<TypedOffset> {
        let view = self.view;
        match view.opcode_of(instruction)? {
            Opcode::Load => {
                let address = view.load_instruction.first(instruction)?.address;
                let place = self.place_within(address, depth)?;
                let leaf = self.types.leaf(place)?;
                Some(TypedOffset { r#type: self.nodes.pointee(leaf.r#type?)?, offset: 0 })
            }
            Opcode::Call | Opcode::Invoke => {
                let callee = view.call_instruction.first(instruction)?.callee;
                let subprogram = self.nodes.attachment(callee)?;
                let returned = source_types::result(self.nodes, subprogram)?;
                Some(TypedOffset { r#type: self.nodes.pointee(returned)?, offset: 0 })
            }
            Opcode::Phi => {
                let mut entries = view.phi_incoming.all(instruction).iter();
                entries.find_map(|row| self.place_within(row.value, depth))
            }
            Opcode::Select => {
                let row = view.select_instruction.first(instruction)?;
                [row.true_value, row.false_value]
                    .into_iter()
                    .find_map(|it| self.place_within(it, depth))
            }
            Opcode::Freeze => {
                let operand = view.unary_instruction.first(instruction)?.operand;
                self.place_within(operand, depth)
            }
            _ => None,
        }
    }

    /// Whether a global variable is a virtual table of C++.
    pub fn is_virtual_table(&self, global: ValueId) -> bool {
        let name = self.view.name_of(global);
        name.starts_with("_ZTV") || name.starts_with("_ZTC")
    }

    /// The class that a function is a member of.
    pub fn class_of(&self, function: FunctionId) -> Option<MetadataId> {
        let value = self.view.facts().function.get(function.0 as usize)?.value;
        let scope = self.nodes.reference(self.nodes.attachment(value)?, Field::Scope)?;
        self.nodes.is_structure(scope).then_some(scope)
    }
}

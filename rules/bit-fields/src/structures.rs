//! The structures of a module, by types, by tags of alias analysis, and by debug information.

use std::cmp::Ordering;

use facts_schema::view::View;
use facts_schema::{InstructionId, MetadataId, TypeId, TypeKind, ValueId, ValueKind};
use rustc_hash::FxHashMap;

use crate::copies::Copies;
use crate::debug_info::DebugInfo;
use crate::members::Members;
use crate::partition::Span;
use crate::places::Address;
use crate::pointees::{Claim, Key, Pointers, Structures};
pub use crate::tags::source_name;
use crate::tags::{DEPTH, Tags};

/// Claims by types and by tags.
pub struct ByType<'s, 'f> {
    view: &'s View<'f>,
    tags: Tags,
}

impl<'s, 'f> ByType<'s, 'f> {
    /// The structures of a module.
    pub fn new(view: &'s View<'f>) -> Self {
        Self { view, tags: Tags::new(view) }
    }

    /// Whether loads and stores have tags by which alias analysis distinguishes members.
    pub fn has_tags(&self) -> bool {
        !self.tags.of_instruction.is_empty()
    }

    /// Whether a load or store has a tag: it accesses a whole member, or something else that is not a bit field.
    pub fn is_tagged(&self, instruction: InstructionId) -> bool {
        self.tags.of_instruction.contains_key(&instruction)
    }

    /// The members of structures according to tags.
    pub fn members(&self) -> Members {
        let mut members = Members::default();
        let mut nodes: Vec<_> = self.tags.nodes.keys().copied().collect();
        nodes.sort_unstable();
        for node in nodes {
            if let Some(key) = self.tags.key(node) {
                members.listed.entry(key).or_insert_with(|| self.tags.listed(node));
            }
        }
        for (instruction, tag) in &self.tags.of_instruction {
            if let Some((key, byte)) = self.tags.inner(tag.base, tag.offset, DEPTH)
                && let Some(size) = self.size_of_access(*instruction)
                && let Some(start) = u64::try_from(byte).ok().and_then(|it| it.checked_mul(8))
                && let Some(end) = start.checked_add(size)
            {
                let whole = members.whole.entry(key).or_default();
                let span = Span { start, end };
                if !whole.contains(&span) {
                    whole.push(span);
                }
            }
        }
        members
    }

    /// The number of bits that a load or store accesses.
    fn size_of_access(&self, instruction: InstructionId) -> Option<u64> {
        let stored = self.view.store_instruction.first(instruction).map(|row| row.value);
        let value = stored.or_else(|| self.view.result_of(instruction))?;
        self.view.types().bits(self.view.type_of(value)?)
    }

    /// The pointers of the module, with the claims of types and tags.
    pub fn pointers<'c>(&self, copies: &'c Copies) -> Pointers<'c> {
        let view = self.view;
        let mut pointers = Pointers::new(copies);
        self.claim_variables(&mut pointers);
        self.claim_steps(&mut pointers);
        for (instruction, tag) in &self.tags.of_instruction {
            if let Some(address) = address_of(view, *instruction)
                && let Some(key) = self.tags.key(tag.base)
            {
                pointers.claim(view, address, key, tag.offset);
            }
        }
        pointers.spread(self);
        pointers
    }

    fn claim_variables(&self, pointers: &mut Pointers<'_>) {
        let (view, facts) = (self.view, self.view.facts());
        for row in &facts.alloca_instruction {
            if let Some(address) = view.result_of(row.instruction)
                && self.has_structures(row.r#type)
            {
                pointers.claim(view, address, Key::Type(row.r#type), 0);
            }
        }
        for row in &facts.global {
            let is_variable = view.kind_of(row.global) == Some(ValueKind::GlobalVariable);
            if is_variable && self.has_structures(row.value_type) {
                pointers.claim(view, row.global, Key::Type(row.value_type), 0);
            }
        }
        for row in &facts.parameter_attribute {
            if let Some(attribute) = view.attribute_type.first(row.attribute)
                && self.has_structures(attribute.r#type)
                && let Some(value) = view.argument(row.function, row.position)
            {
                pointers.claim(view, value, Key::Type(attribute.r#type), 0);
            }
        }
    }

    fn claim_steps(&self, pointers: &mut Pointers<'_>) {
        let (view, facts) = (self.view, self.view.facts());
        let instructions = facts.getelementptr_instruction.iter();
        let results = instructions.filter_map(|row| view.result_of(row.instruction));
        let constants = facts.constant_getelementptr.iter().map(|row| row.constant);
        for pointer in results.chain(constants) {
            let Some(step) = view.step(pointer) else { continue };
            if let Some((r#type, offset)) = step.tail
                && self.has_structures(r#type)
            {
                pointers.claim(view, pointer, Key::Type(r#type), offset);
            }
            if step.whole.is_none() && self.has_structures(step.source_type) {
                pointers.claim(view, step.base, Key::Type(step.source_type), 0);
            }
        }
    }

    fn has_structures(&self, r#type: TypeId) -> bool {
        let mut r#type = r#type;
        for _ in 0..DEPTH {
            match self.view.types().kind(r#type) {
                Some(TypeKind::Struct) => return true,
                Some(TypeKind::Array) => match self.view.types().elements(r#type) {
                    Some((element, _)) => r#type = element,
                    None => return false,
                },
                _ => return false,
            }
        }
        false
    }

    /// The type of the last field of a structure that begins at or before a byte, and the byte's offset in it.
    fn field_around(&self, r#type: TypeId, offset: i64) -> Option<(TypeId, i64)> {
        let mut starts = self.view.struct_field_offset.all(r#type).iter().rev();
        let (position, inside) = starts.find_map(|row| {
            let inside = offset.checked_sub(i64::try_from(row.offset).ok()?)?;
            (inside >= 0).then_some((row.position, inside))
        })?;
        let mut fields = self.view.struct_field.all(r#type).iter();
        Some((fields.find(|it| it.position == position)?.field_type, inside))
    }

    fn inner_type(&self, r#type: TypeId, offset: i64, depth: usize) -> Option<(TypeId, i64)> {
        let types = &self.view.types();
        let size = types.size(r#type).and_then(|it| i64::try_from(it).ok())?;
        if offset < 0 || offset >= size || depth == 0 {
            return None;
        }
        match types.kind(r#type)? {
            TypeKind::Struct => {
                let inner = self
                    .field_around(r#type, offset)
                    .and_then(|(field, inside)| self.inner_type(field, inside, depth - 1));
                Some(inner.unwrap_or((r#type, offset)))
            }
            TypeKind::Array => {
                let (element, _) = types.elements(r#type)?;
                let stride = types.stride(r#type).and_then(|it| i64::try_from(it).ok())?;
                self.inner_type(element, offset.checked_rem(stride)?, depth - 1)
            }
            _ => None,
        }
    }
}

impl Structures for ByType<'_, '_> {
    fn inner(&self, key: Key, offset: i64) -> Option<(Key, i64)> {
        match key {
            Key::Type(r#type) => {
                let (inner, offset) = self.inner_type(r#type, offset, DEPTH)?;
                Some((Key::Type(inner), offset))
            }
            Key::Tag(node) => self.tags.inner(node, offset, DEPTH),
            _ => None,
        }
    }

    fn pointed_to(&self, _: Key, _: i64) -> Option<Claim> {
        None
    }
}

/// The content of a structure at a place, compared with an access there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// An integer of this width, or bytes that stand for anything.
    Same,
    /// An integer of another width.
    Other,
    /// Not an integer, but something of the same width.
    NoNumber,
    /// Something wider that is not an integer.
    Part,
}

/// The content of a structure at a byte, compared with an integer of `width` bits.
pub fn fit(view: &View, r#type: TypeId, offset: i64, width: u32) -> Fit {
    let types = &view.types();
    let mut fields = types.fields(r#type).filter(|(field, start)| {
        let size = types.size(*field).unwrap_or(0);
        let (Ok(start), Ok(size)) = (i64::try_from(*start), i64::try_from(size)) else {
            return false;
        };
        (start..start.saturating_add(size)).contains(&offset)
    });
    let Some((field, _)) = fields.next() else { return Fit::Same };
    match (types.kind(field), types.bits(field).map(|it| it.cmp(&width.into()))) {
        (Some(TypeKind::Array), _) | (Some(TypeKind::Integer), Some(Ordering::Equal)) => Fit::Same,
        (_, Some(Ordering::Equal)) => Fit::NoNumber,
        (
            Some(TypeKind::Pointer | TypeKind::Half | TypeKind::Float | TypeKind::Double),
            Some(Ordering::Greater),
        ) => Fit::Part,
        _ => Fit::Other,
    }
}

/// The address of a load, a store or an atomic operation.
pub fn address_of(view: &View, instruction: InstructionId) -> Option<ValueId> {
    let load = view.load_instruction.first(instruction).map(|row| row.address);
    let store = || view.store_instruction.first(instruction).map(|row| row.address);
    let exchange = || view.cmpxchg_instruction.first(instruction).map(|row| row.address);
    let change = || view.atomicrmw_instruction.first(instruction).map(|row| row.address);
    load.or_else(store).or_else(exchange).or_else(change)
}

/// Claims by debug information.
pub struct BySource<'d, 's, 'f> {
    view: &'s View<'f>,
    /// The debug information.
    pub debug_info: &'d DebugInfo<'s, 'f>,
}

impl<'d, 's, 'f> BySource<'d, 's, 'f> {
    /// The structures of the source.
    pub fn new(view: &'s View<'f>, debug_info: &'d DebugInfo<'s, 'f>) -> Self {
        Self { view, debug_info }
    }

    /// The pointers of the module, with the claims of debug information.
    pub fn pointers<'c>(&self, copies: &'c Copies) -> Pointers<'c> {
        let mut pointers = Pointers::new(copies);
        let (claims, holders) = self.debug_info.claims();
        for (pointer, structure, offset) in claims {
            pointers.claim(self.view, pointer, Key::Source(structure), offset);
        }
        for (address, structure, offset) in holders {
            pointers.claim_content(self.view, address, Key::Source(structure), offset);
        }
        // Steps over types that have the names of structures.
        let by_name = self.by_name();
        let facts = self.view.facts();
        let results = facts.getelementptr_instruction.iter();
        let results = results.filter_map(|row| self.view.result_of(row.instruction));
        let constants = facts.constant_getelementptr.iter().map(|row| row.constant);
        for pointer in results.chain(constants) {
            if let Some(step) = self.view.step(pointer)
                && let Some((r#type, offset)) = step.tail
                && let Some(&structure) = by_name.get(&r#type)
            {
                pointers.claim(self.view, pointer, Key::Source(structure), offset);
            }
        }
        pointers.spread(self);
        pointers
    }

    /// The structures of the source whose types have their names. Structures that share a name are left out.
    pub fn by_name(&self) -> FxHashMap<TypeId, MetadataId> {
        let mut by_name: FxHashMap<&str, Option<MetadataId>> = FxHashMap::default();
        for node in self.debug_info.all() {
            if let Some(it) = self.debug_info.declared(node).filter(|it| !it.name.is_empty()) {
                by_name.entry(&it.name).and_modify(|it| *it = None).or_insert(Some(node));
            }
        }
        let rows = self.view.facts().struct_name.iter();
        rows.filter_map(|row| {
            let name = source_name(self.view.text(row.name))?;
            let node = (*by_name.get(name)?)?;
            let size = self.view.types().size(row.r#type)?.checked_mul(8)?;
            let declared = self.debug_info.declared(node)?;
            (declared.size == size).then_some((row.r#type, node))
        })
        .collect()
    }
}

impl Structures for BySource<'_, '_, '_> {
    fn inner(&self, key: Key, offset: i64) -> Option<(Key, i64)> {
        let Key::Source(node) = key else { return None };
        if self.debug_info.is_pointer(node) {
            return (offset == 0).then_some((key, 0));
        }
        let bits = u64::try_from(offset).ok()?.checked_mul(8)?;
        let inner = self.debug_info.inner(node, bits)?;
        Some((Key::Source(inner.structure), i64::try_from(inner.offset / 8).ok()?))
    }

    fn pointed_to(&self, key: Key, offset: i64) -> Option<Claim> {
        let Key::Source(node) = key else { return None };
        let bits = u64::try_from(offset).ok()?.checked_mul(8)?;
        let target = self.debug_info.pointed_to_by_member(node, bits)?;
        Some(Claim { key: Key::Source(target), offset: 0 })
    }
}

/// Whether a place is in a variable that is a single integer, or in an array of integers.
pub fn is_in_number(view: &View, place: Address) -> bool {
    if let Some(step) = view.step(place.root) {
        let kind = step.tail.map(|(it, _)| (view.types().kind(it), view.types().width(it)));
        return matches!(kind, Some((Some(TypeKind::Integer), width)) if width > 8);
    }
    let r#type = match view.kind_of(place.root) {
        Some(ValueKind::GlobalVariable) => view.global.first(place.root).map(|row| row.value_type),
        Some(ValueKind::Instruction) => {
            let instruction = view.definition_of(place.root);
            instruction.and_then(|it| view.alloca_instruction.first(it)).map(|row| row.r#type)
        }
        _ => None,
    };
    let kind = r#type.and_then(|it| view.types().kind(it));
    kind.is_some_and(|kind| !matches!(kind, TypeKind::Struct | TypeKind::Array))
}

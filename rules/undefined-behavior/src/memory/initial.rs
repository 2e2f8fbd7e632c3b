//! The initial content of memory.

use facts_schema::{Entity, EntityId, FunctionId, InstructionId, TypeId, TypeKind, ValueId};
use points_to::allocators::{self, Content};
use points_to::offsets::Offsets;
use points_to::{Analysis, Instance, Origin};

use super::overlap::single_offsets;
use crate::{Module, ranges};

/// The maximum number of single offsets that are examined.
const MAX_OFFSETS: usize = 64;

/// The maximum nesting of types.
const MAX_DEPTH: u32 = 32;

/// The initial content of a part of an object.
pub(crate) enum Initial {
    /// Undef: this instruction reserves it.
    Reserved(InstructionId),
    /// Undef.
    Uninitialised,
    /// Neither undef nor poison.
    Defined,
    /// Anything.
    Unknown,
}

pub(crate) struct Initials<'a, 'f> {
    pub(super) module: &'a Module<'f>,
    points_to: &'a Analysis<'f>,
    names: Vec<String>,
}

impl<'a, 'f> Initials<'a, 'f> {
    pub fn new(module: &'a Module<'f>, points_to: &'a Analysis<'f>) -> Self {
        let table = module.facts.symbols.table(Entity::Function);
        let functions = module.facts.function.iter();
        let name = |id: FunctionId| table.get(id.number()).trim_start_matches('@').to_owned();
        let names = functions.map(|row| name(row.function)).collect();
        Self { module, points_to, names }
    }

    /// The name of a function.
    pub fn name(&self, function: FunctionId) -> &str {
        self.names.get(function.index()).map_or("", String::as_str)
    }

    /// Whether stores change an object.
    pub fn is_writable(&self, instance: Instance) -> bool {
        match self.points_to.constraints.origin(instance.object) {
            Origin::Global(global) => !self.module.keeps_initializer(global),
            _ => true,
        }
    }

    /// The initial content of `size` bytes at `offsets` in an object.
    pub fn of(&self, instance: Instance, offsets: Offsets, size: u32) -> Initial {
        match self.points_to.constraints.origin(instance.object) {
            Origin::Stack(by) => Initial::Reserved(by),
            Origin::Heap(function) => {
                match allocators::content_of(self.name(function)) {
                    Some(Content::Uninitialised) => {}
                    Some(Content::Zero) => return Initial::Defined,
                    None => return Initial::Unknown,
                }
                match self.points_to.constraints.instruction_of(instance) {
                    Some(by) => Initial::Reserved(by),
                    None => Initial::Uninitialised,
                }
            }
            Origin::Global(global) => self.global(global, offsets, size),
            _ => Initial::Unknown,
        }
    }

    /// The number of bytes that a store of this value writes.
    pub fn size_of(&self, value: ValueId) -> Option<u32> {
        let layout = self.module.index.type_layout.first(self.module.type_of(value))?;
        u32::try_from(layout.store_size).ok()
    }

    /// The number of `value`, if it is known and not too large.
    pub fn number(&self, value: ValueId) -> Option<u32> {
        u32::try_from(ranges::of(self.module, value)?.only()?).ok()
    }

    /// Whether `address` only points to constants without undef, poison and padding.
    pub fn is_fully_defined(&self, address: ValueId) -> bool {
        let locations = self.points_to.targets_of(address);
        !locations.is_empty()
            && locations.iter().all(|it| self.is_fully_defined_constant(it.instance))
    }

    fn global(&self, global: ValueId, offsets: Offsets, size: u32) -> Initial {
        let Some(initializer) = self.module.initializer(global) else { return Initial::Unknown };
        if self.module.gaps.constants.contains(&initializer) {
            return Initial::Unknown;
        }
        let r#type = self.module.type_of(initializer);
        let is_covered = |offset: &u64| self.covers(r#type, *offset, size.into(), MAX_DEPTH);
        let is_whole = !self.has_gaps(r#type)
            || single_offsets(offsets, MAX_OFFSETS).is_some_and(|it| it.iter().all(is_covered));
        if is_whole { Initial::Defined } else { Initial::Uninitialised }
    }

    /// Whether an object is a constant without undef, poison and padding.
    fn is_fully_defined_constant(&self, instance: Instance) -> bool {
        let Origin::Global(global) = self.points_to.constraints.origin(instance.object) else {
            return false;
        };
        self.module.is_fully_defined(global)
    }

    /// Whether values of a type have bits between their members, or beside them.
    pub fn has_gaps(&self, r#type: TypeId) -> bool {
        self.module.gaps.types.contains(&r#type)
    }

    /// Whether the `size` bytes from `offset` on are in one member of a value of this type.
    fn covers(&self, r#type: TypeId, offset: u64, size: u64, depth: u32) -> bool {
        let index = &self.module.index;
        let Some(layout) = index.type_layout.first(r#type) else { return false };
        if depth == 0 || offset.saturating_add(size) > layout.allocation_size {
            return false;
        }
        match self.module.type_kind(r#type) {
            TypeKind::Struct => {
                let fields = index.struct_field.all(r#type);
                let offsets = index.struct_field_offset.all(r#type);
                let before = offsets.iter().filter(|row| row.offset <= offset);
                let Some(last) = before.max_by_key(|row| (row.offset, row.position)) else {
                    return false;
                };
                let field = fields.iter().find(|row| row.position == last.position);
                field.is_some_and(|row| {
                    self.covers(row.field_type, offset - last.offset, size, depth - 1)
                })
            }
            TypeKind::Array => {
                let Some(array) = index.array_type.first(r#type) else { return false };
                let step =
                    index.type_layout.first(array.element_type).map(|row| row.allocation_size);
                let Some(step) = step.filter(|step| *step > 0) else { return false };
                self.covers(array.element_type, offset % step, size, depth - 1)
            }
            _ => {
                offset.saturating_add(size) <= layout.store_size
                    && layout.bit_size == 8 * layout.store_size
            }
        }
    }
}

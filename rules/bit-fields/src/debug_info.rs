//! The structures and bit fields that debug information declares, and the variables that are pointers to them.
//!
//! Offsets and sizes are in bits, as DWARF 5 counts them (`DW_AT_data_bit_offset`): from the beginning of the
//! structure, starting with the lowest bit on little-endian targets, and with the highest bit on big-endian
//! targets.

use facts_schema::debug_info::{DebugNodes, Field, SourceVariable};
use facts_schema::view::View;
use facts_schema::{MetadataId, MetadataKind, ValueId};
use rustc_hash::FxHashMap;

/// The maximum nesting of types, except in ill-formed modules.
const DEPTH: usize = 32;

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its node.
    pub node: MetadataId,
    /// Its name; empty if it has none.
    pub name: String,
    /// Its offset in the structure, in bits.
    pub offset: u64,
    /// Its size in bits.
    pub size: u64,
    /// Whether it is a bit field.
    pub is_bit_field: bool,
    /// Whether it is a base class.
    pub is_base: bool,
    /// Its type, without typedefs and qualifiers.
    pub r#type: Option<MetadataId>,
}

/// A structure or union, with the offsets of its members.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name; empty if it has none.
    pub name: String,
    /// Its size in bits.
    pub size: u64,
    /// Its members.
    pub members: Vec<Member>,
}

/// The innermost structure at a place in a structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inner {
    /// The innermost structure around it.
    pub structure: MetadataId,
    /// The offset of the place in it, in bits.
    pub offset: u64,
}

/// The types of the source.
pub struct DebugInfo<'s, 'f> {
    view: &'s View<'f>,
    nodes: DebugNodes<'s, 'f>,
    declared: FxHashMap<MetadataId, Declared>,
}

/// A pointer into a structure: it points to `offset` bytes after its beginning.
pub type SourceClaim = (ValueId, MetadataId, i64);

impl<'s, 'f> DebugInfo<'s, 'f> {
    /// The debug information of a module.
    pub fn new(view: &'s View<'f>) -> Self {
        let nodes = view.debug_nodes();
        let mut it = Self { view, nodes, declared: FxHashMap::default() };
        let composites =
            view.facts().metadata.iter().filter(|row| row.kind == MetadataKind::CompositeType);
        for node in composites.map(|row| row.metadata) {
            if let Some(declared) = it.declare(node) {
                it.declared.insert(node, declared);
            }
        }
        it.name_by_typedefs();
        it
    }

    /// Whether the module has debug information.
    pub fn is_there(&self) -> bool {
        self.view.facts().metadata.iter().any(|row| row.kind == MetadataKind::CompileUnit)
    }

    /// A structure or union.
    pub fn declared(&self, node: MetadataId) -> Option<&Declared> {
        self.declared.get(&node)
    }

    /// All structures and unions, in the order of their ids.
    pub fn all(&self) -> Vec<MetadataId> {
        let mut all: Vec<_> = self.declared.keys().copied().collect();
        all.sort_unstable();
        all
    }

    /// Whether any structure has a bit field.
    pub fn has_bit_fields(&self) -> bool {
        self.declared.values().any(|it| it.members.iter().any(|member| member.is_bit_field))
    }

    fn declare(&self, node: MetadataId) -> Option<Declared> {
        if !self.nodes.is_structure(node) {
            return None;
        }
        let size = self.nodes.number(node, Field::Size)?;
        let mut members = Vec::new();
        for member in self.nodes.elements(node) {
            let is_base = match self.nodes.tag(member).as_str() {
                "DW_TAG_member" => false,
                "DW_TAG_inheritance" => true,
                _ => continue,
            };
            if self.nodes.has_flag(member, "DIFlagStaticMember") {
                continue;
            }
            let r#type =
                self.nodes.reference(member, Field::BaseType).and_then(|it| self.nodes.bare(it));
            members.push(Member {
                node: member,
                name: self.nodes.text(member, Field::Name),
                offset: self.nodes.number(member, Field::Offset).unwrap_or(0),
                size: self.nodes.number(member, Field::Size).unwrap_or(0),
                is_bit_field: self.nodes.has_flag(member, "DIFlagBitField"),
                is_base,
                r#type,
            });
        }
        Some(Declared { name: self.nodes.text(node, Field::Name), size, members })
    }

    /// Names structures without a name after the typedef that gives them one.
    fn name_by_typedefs(&mut self) {
        let derived = self.view.facts().metadata.iter();
        for row in derived.filter(|row| row.kind == MetadataKind::DerivedType) {
            if self.nodes.tag(row.metadata) != "DW_TAG_typedef" {
                continue;
            }
            let Some(target) = self.nodes.reference(row.metadata, Field::BaseType) else {
                continue;
            };
            let name = self.nodes.text(row.metadata, Field::Name);
            if let Some(declared) = self.declared.get_mut(&target).filter(|it| it.name.is_empty()) {
                declared.name = name;
            }
        }
    }

    /// Whether values of a type have a sign; none if this does not apply to the type.
    pub fn is_signed(&self, r#type: MetadataId) -> Option<bool> {
        let r#type = self.nodes.bare(r#type)?;
        if self.nodes.tag(r#type) == "DW_TAG_enumeration_type" {
            let base = self.nodes.reference(r#type, Field::BaseType)?;
            return self.is_signed(base);
        }
        match self.nodes.text(r#type, Field::Encoding).as_str() {
            "" => None,
            encoding => Some(matches!(encoding, "DW_ATE_signed" | "DW_ATE_signed_char")),
        }
    }

    /// The target of a pointer of this type, if it is a structure or another pointer.
    fn pointee(&self, r#type: MetadataId) -> Option<MetadataId> {
        self.object(self.nodes.pointee(r#type)?)
    }

    /// Whether a type is a pointer type.
    pub fn is_pointer(&self, r#type: MetadataId) -> bool {
        self.nodes.tag(r#type) == "DW_TAG_pointer_type"
    }

    /// The structure or pointer that a type is, or that the elements of an array type are.
    fn object(&self, r#type: MetadataId) -> Option<MetadataId> {
        let r#type = self.element(r#type)?;
        (self.declared.contains_key(&r#type) || self.is_pointer(r#type)).then_some(r#type)
    }

    /// The structure that a type is, or that the elements of an array type are.
    fn structure(&self, r#type: MetadataId) -> Option<MetadataId> {
        self.element(r#type).filter(|it| self.declared.contains_key(it))
    }

    fn element(&self, r#type: MetadataId) -> Option<MetadataId> {
        let mut r#type = self.nodes.bare(r#type)?;
        for _ in 0..DEPTH {
            if self.nodes.tag(r#type) != "DW_TAG_array_type" {
                break;
            }
            r#type = self.nodes.bare(self.nodes.reference(r#type, Field::BaseType)?)?;
        }
        Some(r#type)
    }

    /// The innermost structure around a bit of a structure. If several members of a union are there, the one that
    /// has a bit field there.
    pub fn inner(&self, structure: MetadataId, offset: u64) -> Option<Inner> {
        self.inner_in(structure, offset, DEPTH)
    }

    fn inner_in(&self, structure: MetadataId, offset: u64, depth: usize) -> Option<Inner> {
        let declared = self.declared.get(&structure)?;
        if offset >= declared.size {
            return self.behind(declared, offset, depth);
        }
        let here = Inner { structure, offset };
        let around = |it: &&Member| it.offset <= offset && offset - it.offset < it.size;
        let around: Vec<_> = declared.members.iter().filter(around).collect();
        if depth == 0 || around.iter().any(|it| it.is_bit_field) {
            return Some(here);
        }
        let mut found = None;
        for member in around {
            let Some(inner) = member.r#type.and_then(|it| self.structure(it)) else { continue };
            let size = self.declared.get(&inner).map_or(0, |it| it.size);
            let Some(inside) = (offset - member.offset).checked_rem(size) else { continue };
            if let Some(it) = self.inner_in(inner, inside, depth - 1)
                && (found.is_none() || self.has_bit_field_near(it))
            {
                found = Some(it);
            }
        }
        Some(found.unwrap_or(here))
    }

    /// The structure after the end of a structure that ends with an array without a length: an element of the
    /// array.
    fn behind(&self, declared: &Declared, offset: u64, depth: usize) -> Option<Inner> {
        let last = declared.members.iter().max_by_key(|it| it.offset)?;
        let array = last.r#type.filter(|_| last.size == 0)?;
        let element = self.structure(array)?;
        let size = self.declared.get(&element)?.size;
        let inside = offset.checked_sub(last.offset)?.checked_rem(size)?;
        self.inner_in(element, inside, depth.checked_sub(1)?)
    }

    /// Whether the structure has a bit field in the byte that contains the place.
    fn has_bit_field_near(&self, place: Inner) -> bool {
        let Some(declared) = self.declared.get(&place.structure) else { return false };
        let (start, end) = (place.offset / 8 * 8, (place.offset / 8 * 8).saturating_add(8));
        let touches = |it: &Member| {
            it.is_bit_field && it.offset < end && start < it.offset.saturating_add(it.size)
        };
        declared.members.iter().any(touches)
    }

    /// The target of a pointer that is a member of a structure, at `offset` bits, or that is stored at the target
    /// of another pointer.
    pub fn pointed_to_by_member(&self, structure: MetadataId, offset: u64) -> Option<MetadataId> {
        let Some(declared) = self.declared.get(&structure) else {
            return self.pointee(structure).filter(|_| offset == 0);
        };
        let mut at = declared.members.iter().filter(|it| it.offset == offset);
        self.pointee(at.next()?.r#type?)
    }

    /// The claims about pointers: variables and parameters that point to structures, and variables in memory that
    /// hold pointers to structures.
    pub fn claims(&self) -> (Vec<SourceClaim>, Vec<SourceClaim>) {
        let (mut pointers, mut holders) = (Vec::new(), Vec::new());
        for (global, node) in self.nodes.attachments() {
            if let Some(function) = self.view.as_function(global) {
                self.parameters(node, function, &mut pointers);
            } else if let Some(variable) = self.nodes.reference(node, Field::Variable) {
                self.in_memory(variable, global, &mut pointers, &mut holders);
            }
        }
        self.locals(&mut pointers, &mut holders);
        self.results(&mut pointers);
        (pointers, holders)
    }

    fn in_memory(
        &self,
        variable: MetadataId,
        address: ValueId,
        pointers: &mut Vec<SourceClaim>,
        holders: &mut Vec<SourceClaim>,
    ) {
        let Some(r#type) = self.nodes.reference(variable, Field::Type) else { return };
        pointers.extend(self.structure(r#type).map(|it| (address, it, 0)));
        holders.extend(self.pointee(r#type).map(|it| (address, it, 0)));
    }

    fn locals(&self, pointers: &mut Vec<SourceClaim>, holders: &mut Vec<SourceClaim>) {
        for SourceVariable { value, variable, is_address, .. } in self.nodes.local_variables() {
            if is_address {
                self.in_memory(variable, value, pointers, holders);
            } else {
                let r#type = self.nodes.reference(variable, Field::Type);
                let structure = r#type.and_then(|it| self.pointee(it));
                pointers.extend(structure.map(|it| (value, it, 0)));
            }
        }
    }

    /// The parameters of a function, if it has as many as in its source.
    fn parameters(
        &self,
        subprogram: MetadataId,
        function: facts_schema::FunctionId,
        pointers: &mut Vec<SourceClaim>,
    ) {
        let types = self.nodes.signature(subprogram);
        let count = self.view.function_argument().all(function).len();
        let last = types.iter().map(|(position, _)| *position).max().unwrap_or(0);
        if last as usize != count {
            return;
        }
        for (position, r#type) in types {
            let argument = position.checked_sub(1).and_then(|it| self.view.argument(function, it));
            if let (Some(argument), Some(structure)) = (argument, self.pointee(r#type)) {
                pointers.push((argument, structure, 0));
            }
        }
    }

    /// Adds claims about the results of functions.
    fn results(&self, pointers: &mut Vec<SourceClaim>) {
        let facts = self.view.facts();
        let mut returned = FxHashMap::default();
        for (global, node) in self.nodes.attachments() {
            if self.view.as_function(global).is_some()
                && let Some((0, r#type)) = self.nodes.signature(node).first()
                && let Some(structure) = self.pointee(*r#type)
            {
                returned.insert(global, structure);
            }
        }
        for row in &facts.call_instruction {
            if let Some(&structure) = returned.get(&row.callee)
                && let Some(result) = self.view.result_of(row.instruction)
            {
                pointers.push((result, structure, 0));
            }
        }
    }
}

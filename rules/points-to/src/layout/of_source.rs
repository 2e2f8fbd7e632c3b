//! The layouts of types of the source.

use facts_schema::MetadataId;
use facts_schema::debug_info::{DebugNodes, Field};

use super::MAX_DEPTH;
use super::members::Members;
use crate::offsets::{MAX_ELEMENTS, ObjectLayout};
use crate::source_types::{Element, SourceTypes, size};

/// What of the layout of a type is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// All members.
    Members,
    /// Its outer arrays. Everything else may be a pointer.
    Arrays,
}

/// The layout of an object of this type of the source; none if debug information does not give its size.
pub fn of_source<'v, 'f>(
    nodes: DebugNodes<'v, 'f>,
    types: &mut SourceTypes<'v, 'f>,
    r#type: MetadataId,
    pointer_size: u32,
    detail: Detail,
) -> Option<ObjectLayout> {
    let length = size(nodes, r#type)?;
    let alignment = nodes.number(nodes.bare(r#type)?, Field::Alignment).unwrap_or_default() / 8;
    let members = Members::new(MAX_ELEMENTS, pointer_size);
    let mut visit = Visit { nodes, types, members, pointer_size: pointer_size.into(), detail };
    visit.inside(r#type, 0, 0);
    Some(visit.members.layout(Some(length), u32::try_from(alignment).ok()?))
}

struct Visit<'a, 'v, 'f> {
    nodes: DebugNodes<'v, 'f>,
    types: &'a mut SourceTypes<'v, 'f>,
    members: Members,
    pointer_size: u64,
    detail: Detail,
}

impl Visit<'_, '_, '_> {
    /// Adds the members of a type, which begins at `start`.
    fn inside(&mut self, r#type: MetadataId, start: u64, depth: usize) {
        if depth > MAX_DEPTH || self.members.is_full() {
            return;
        }
        let nodes = self.nodes;
        let Some((bare, length)) = nodes.bare(r#type).zip(size(nodes, r#type)) else { return };
        if length == 0 {
            return;
        }
        self.members.start(start);
        match nodes.tag(bare).as_str() {
            "DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type" => {
                self.inside_structure(bare, start, length, depth);
            }
            "DW_TAG_array_type" => {
                let element = nodes.reference(bare, Field::BaseType);
                match element.and_then(|it| Some((it, size(nodes, it)?))) {
                    Some((element, stride)) if stride > 1 => {
                        self.members.array(Some(stride), Some(length / stride), start);
                        match self.detail {
                            Detail::Members => self.inside(element, start, depth + 1),
                            Detail::Arrays => self.unknown(start, stride),
                        }
                    }
                    _ => self.members.bytes(start, length),
                }
            }
            _ if self.detail == Detail::Arrays => self.unknown(start, length),
            "DW_TAG_pointer_type" | "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" => {
                self.members.pointer(start);
                self.members.words(start, length);
            }
            "DW_TAG_base_type" | "DW_TAG_enumeration_type" => self.members.words(start, length),
            _ => self.members.bytes(start, length),
        }
    }

    /// Adds a part in which a member of any type may begin, and each word may be a pointer.
    fn unknown(&mut self, start: u64, length: u64) {
        self.members.bytes(start, length);
        self.members.vector_of_pointers(start, length, self.pointer_size);
    }

    /// Adds the members of a structure, class or union. Where the members are not known, or where one of several
    /// members may be, a member of any type may begin.
    fn inside_structure(&mut self, structure: MetadataId, start: u64, length: u64, depth: usize) {
        let elements = self.types.elements(structure);
        let is_virtual_base = |it: &Element| it.start.is_none();
        let has_size = |it: &&Element| size(self.nodes, it.r#type).is_some_and(|it| it > 0);
        let is_choice = self.nodes.tag(structure) == "DW_TAG_union_type"
            && elements.iter().filter(has_size).count() > 1;
        let has_variants = || {
            let parts = self.nodes.elements(structure).into_iter();
            parts.map(|it| self.nodes.tag(it)).any(|tag| tag == "DW_TAG_variant_part")
        };
        if elements.is_empty()
            || is_choice
            || has_variants()
            || elements.iter().any(is_virtual_base)
        {
            self.members.bytes(start, length);
        }
        for element in elements.iter() {
            let offset = element.start.and_then(|it| u64::try_from(it).ok());
            if let Some(offset) = offset {
                self.inside(element.r#type, start.saturating_add(offset), depth + 1);
            }
        }
    }
}

//! The names of locations within a variable: `.next`, `[2].name`, `[*]`.

use facts_schema::MetadataId;
use facts_schema::debug_info::{DebugNodes, Field};
use points_to::offsets::Offsets;

/// Finds names in the source types.
pub(super) struct Fields<'a, 'f> {
    nodes: DebugNodes<'a, 'f>,
}

/// A limit on the nesting of types, which only ill-formed modules exceed.
const DEPTH: usize = 64;

/// A location within a type: one offset, or several offsets at intervals of `stride` bytes.
#[derive(Clone, Copy)]
struct TypeLocation {
    offset: u64,
    stride: Option<u64>,
    /// The upper bound of the last of several offsets.
    end: u64,
    to: Target,
}

/// The entity that a location at the start of a structure or an array denotes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Target {
    /// The whole structure or array.
    Whole,
    /// Its first member, followed recursively: the scalar at the location.
    Member,
}

impl<'a, 'f> Fields<'a, 'f> {
    pub fn new(nodes: DebugNodes<'a, 'f>) -> Self {
        Self { nodes }
    }

    /// The suffix that denotes the location, to append to the name of a variable of this type. A
    /// part that the type does not name is a number of bytes: `+8`. A structure and its first
    /// member start at the same location; `to` selects one of them.
    pub fn path(&self, r#type: MetadataId, offsets: Offsets, to: Target) -> String {
        let location = match offsets {
            Offsets::At(offset) => TypeLocation { offset: offset.into(), stride: None, end: 0, to },
            Offsets::Every { start, end, stride, first } => TypeLocation {
                offset: u64::from(start) + u64::from(first),
                stride: Some(stride.into()),
                end: end.into(),
                to,
            },
        };
        self.path_in(r#type, location, DEPTH)
    }

    fn path_in(&self, r#type: MetadataId, location: TypeLocation, depth: usize) -> String {
        let rest = || match location {
            TypeLocation { offset: 0, stride: None, .. } => String::new(),
            TypeLocation { offset, stride: None, .. } => format!("+{offset}"),
            TypeLocation { offset: 0, stride: Some(1), .. } => " (anywhere)".to_owned(),
            TypeLocation { offset, stride: Some(stride), .. } => format!("+{offset}../{stride}"),
        };
        let is_whole =
            location.offset == 0 && location.stride.is_none() && location.to == Target::Whole;
        if depth == 0 || is_whole {
            return rest();
        }
        let nodes = &self.nodes;
        let tag = nodes.tag(r#type);
        if nodes.is_alias(r#type) || is_member(&tag) {
            return match nodes.reference(r#type, Field::BaseType) {
                Some(base) => self.path_in(base, location, depth - 1),
                None => rest(),
            };
        }
        if nodes.is_structure(r#type) {
            return self.path_in_structure(r#type, location, depth).unwrap_or_else(rest);
        }
        match tag.as_str() {
            "DW_TAG_array_type" => self.path_in_array(r#type, location, depth).unwrap_or_else(rest),
            _ => rest(),
        }
    }

    /// The member that contains the location; the union itself if the location does not distinguish
    /// its members.
    fn path_in_structure(
        &self,
        r#type: MetadataId,
        location: TypeLocation,
        depth: usize,
    ) -> Option<String> {
        let nodes = &self.nodes;
        let bytes = |node, field| nodes.number(node, field).unwrap_or(0) / 8;
        let mut around = nodes.elements(r#type).into_iter().filter(|&member| {
            let start = bytes(member, Field::Offset);
            let size = bytes(member, Field::Size);
            is_member(&nodes.tag(member))
                && !nodes.has_flag(member, "DIFlagStaticMember")
                && start <= location.offset
                && location.offset < start + size
        });
        let member = around.next()?;
        if around.next().is_some() {
            return None;
        }
        let start = bytes(member, Field::Offset);
        let size = bytes(member, Field::Size);
        let whole = bytes(r#type, Field::Size);
        // If the last offset is outside of the member, the steps are not steps within the member.
        if location.stride.is_some() && location.end.min(whole) > start + size {
            return None;
        }
        let (offset, end) = (location.offset - start, location.end.saturating_sub(start));
        let inner = self.path_in(member, TypeLocation { offset, end, ..location }, depth - 1);
        let name = nodes.text(member, Field::Name);
        Some(match nodes.tag(member).as_str() {
            "DW_TAG_member" if !name.is_empty() => format!(".{name}{inner}"),
            _ if start > 0 && !inner.starts_with(['.', '[']) => return None,
            _ => inner,
        })
    }

    fn path_in_array(
        &self,
        r#type: MetadataId,
        location: TypeLocation,
        depth: usize,
    ) -> Option<String> {
        let element = self.nodes.reference(r#type, Field::BaseType)?;
        let size = self.nodes.number(r#type, Field::Size)? / 8;
        let ranges = self.nodes.elements(r#type).into_iter();
        let counts = ranges.map(|range| self.nodes.number(range, Field::Count));
        let counts: Vec<u64> = counts.collect::<Option<_>>()?;
        let mut path = String::new();
        let TypeLocation { mut offset, mut stride, end, to } = location;
        let (mut width, mut end) = (size, end.min(size));
        for count in counts {
            if offset == 0 && stride.is_none() && to == Target::Whole {
                return Some(path);
            }
            width = width.checked_div(count).filter(|width| *width > 0)?;
            let index = offset / width;
            match stride {
                Some(step) if step < width && end.saturating_sub(1) / width == index => {
                    path += &format!("[{index}]");
                    end -= index * width;
                }
                // The steps range over this dimension, and possibly over inner dimensions.
                Some(step) if step % width == 0 || width % step == 0 => {
                    path += "[*]";
                    stride = Some(step).filter(|step| *step < width);
                    end = width;
                }
                Some(_) => return None,
                None => path += &format!("[{index}]"),
            }
            offset %= width;
        }
        Some(path + &self.path_in(element, TypeLocation { offset, stride, end, to }, depth - 1))
    }
}

/// Whether a node with this tag is a member of a structure, or a base class.
fn is_member(tag: &str) -> bool {
    matches!(tag, "DW_TAG_member" | "DW_TAG_inheritance")
}

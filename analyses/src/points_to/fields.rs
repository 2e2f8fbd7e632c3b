//! The names of places within a variable: `.next`, `[2].name`, `[*]`.

use facts_schema::{Facts, Index, MetadataId, MetadataKind, Text};
use points_to::place::Place;

use super::variables::reference;

/// Knows the types of the source.
pub(super) struct Fields<'a, 'f> {
    facts: &'f Facts,
    index: &'a Index<'f>,
    names: Names,
}

/// The names of the fields of nodes that are looked at.
struct Names {
    base_type: Option<Text>,
    elements: Option<Text>,
    tag: Option<Text>,
    name: Option<Text>,
    size: Option<Text>,
    offset: Option<Text>,
    count: Option<Text>,
    flags: Option<Text>,
}

/// Types nest in types only so deep, except in ill-formed modules.
const DEPTH: usize = 64;

/// A place within a type: one offset, or several `stride` bytes apart.
#[derive(Clone, Copy)]
struct Spot {
    offset: u64,
    stride: Option<u64>,
    /// Where the last of several is at the latest.
    end: u64,
    to: Target,
}

/// What is meant by the place where a structure or an array begins.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Target {
    /// All of it.
    Whole,
    /// Its first member, or the first member of that: what lies there.
    Member,
}

impl<'a, 'f> Fields<'a, 'f> {
    pub fn new(facts: &'f Facts, index: &'a Index<'f>) -> Self {
        let text = |text: &str| facts.texts.find(text.as_bytes());
        let names = Names {
            base_type: text("baseType"),
            elements: text("elements"),
            tag: text("tag"),
            name: text("name"),
            size: text("size"),
            offset: text("offset"),
            count: text("count"),
            flags: text("flags"),
        };
        Self { facts, index, names }
    }

    /// How the place is written behind the name of a variable of this type. What the type does not
    /// name is a number of bytes: `+8`. Where a structure begins, its first member begins too: `to`
    /// says which of them is meant.
    pub fn path(&self, r#type: MetadataId, place: Place, to: Target) -> String {
        let spot = match place {
            Place::At(offset) => Spot { offset: offset.into(), stride: None, end: 0, to },
            Place::Every { start, end, stride, first } => Spot {
                offset: u64::from(start) + u64::from(first),
                stride: Some(stride.into()),
                end: end.into(),
                to,
            },
        };
        self.path_in(r#type, spot, DEPTH)
    }

    fn path_in(&self, r#type: MetadataId, spot: Spot, depth: usize) -> String {
        let rest = || match spot {
            Spot { offset: 0, stride: None, .. } => String::new(),
            Spot { offset, stride: None, .. } => format!("+{offset}"),
            Spot { offset: 0, stride: Some(1), .. } => " (anywhere)".to_owned(),
            Spot { offset, stride: Some(stride), .. } => format!("+{offset}../{stride}"),
        };
        let is_whole = spot.offset == 0 && spot.stride.is_none() && spot.to == Target::Whole;
        if depth == 0 || is_whole {
            return rest();
        }
        match self.tag(r#type).as_str() {
            "DW_TAG_typedef"
            | "DW_TAG_const_type"
            | "DW_TAG_volatile_type"
            | "DW_TAG_restrict_type"
            | "DW_TAG_atomic_type"
            | "DW_TAG_member"
            | "DW_TAG_inheritance" => match self.base(r#type) {
                Some(base) => self.path_in(base, spot, depth - 1),
                None => rest(),
            },
            "DW_TAG_structure_type" | "DW_TAG_class_type" | "DW_TAG_union_type" => {
                self.path_in_structure(r#type, spot, depth).unwrap_or_else(rest)
            }
            "DW_TAG_array_type" => self.path_in_array(r#type, spot, depth).unwrap_or_else(rest),
            _ => rest(),
        }
    }

    /// The member that the place is in. Of a union whose members are not told apart by the place,
    /// the union itself.
    fn path_in_structure(&self, r#type: MetadataId, spot: Spot, depth: usize) -> Option<String> {
        let members = self.elements(r#type);
        let mut around = members.into_iter().filter(|&member| {
            let start = self.number(member, self.names.offset).unwrap_or(0) / 8;
            let size = self.number(member, self.names.size).unwrap_or(0) / 8;
            let is_part =
                matches!(self.tag(member).as_str(), "DW_TAG_member" | "DW_TAG_inheritance");
            is_part && !self.is_static(member) && start <= spot.offset && spot.offset < start + size
        });
        let member = around.next()?;
        if around.next().is_some() {
            return None;
        }
        let start = self.number(member, self.names.offset).unwrap_or(0) / 8;
        let size = self.number(member, self.names.size).unwrap_or(0) / 8;
        let whole = self.number(r#type, self.names.size).unwrap_or(0) / 8;
        // Steps that leave the member are not steps in it.
        if spot.stride.is_some() && spot.end.min(whole) > start + size {
            return None;
        }
        let (offset, end) = (spot.offset - start, spot.end.saturating_sub(start));
        let inner = self.path_in(member, Spot { offset, end, ..spot }, depth - 1);
        Some(match self.text(member, self.names.name) {
            Some(name) if !name.is_empty() && self.tag(member) == "DW_TAG_member" => {
                format!(".{name}{inner}")
            }
            _ if start > 0 && !inner.starts_with(['.', '[']) => return None,
            _ => inner,
        })
    }

    fn path_in_array(&self, r#type: MetadataId, spot: Spot, depth: usize) -> Option<String> {
        let element = self.base(r#type)?;
        let size = self.number(r#type, self.names.size)? / 8;
        let counts: Vec<u64> = self
            .elements(r#type)
            .into_iter()
            .map(|range| self.number(range, self.names.count))
            .collect::<Option<_>>()?;
        let mut path = String::new();
        let Spot { mut offset, mut stride, end, to } = spot;
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
                // The steps go over this dimension, and perhaps over those within.
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
        Some(path + &self.path_in(element, Spot { offset, stride, end, to }, depth - 1))
    }

    fn tag(&self, node: MetadataId) -> String {
        self.text(node, self.names.tag).unwrap_or_default()
    }

    fn base(&self, node: MetadataId) -> Option<MetadataId> {
        reference(self.index, node, self.names.base_type?)
    }

    fn elements(&self, node: MetadataId) -> Vec<MetadataId> {
        let tuple = self.names.elements.and_then(|field| reference(self.index, node, field));
        let rows = tuple.map_or(&[][..], |tuple| self.index.metadata_operand.all(tuple));
        let is_node = |it: &MetadataId| {
            self.index.metadata.first(*it).is_some_and(|row| row.kind != MetadataKind::String)
        };
        rows.iter().map(|row| row.operand_metadata).filter(is_node).collect()
    }

    fn is_static(&self, member: MetadataId) -> bool {
        let flags = self.text(member, self.names.flags).unwrap_or_default();
        flags.split(" | ").any(|flag| flag == "DIFlagStaticMember")
    }

    fn number(&self, node: MetadataId, field: Option<Text>) -> Option<u64> {
        self.text(node, field)?.parse().ok()
    }

    fn text(&self, node: MetadataId, field: Option<Text>) -> Option<String> {
        let rows = self.index.metadata_field.all(node);
        let row = rows.iter().find(|row| Some(row.field) == field)?;
        Some(self.facts.display(row.text).into_owned())
    }
}

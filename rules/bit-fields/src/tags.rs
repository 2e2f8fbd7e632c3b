//! The tags of type-based alias analysis, which Clang emits in optimised code: the structures that they name, and
//! their members.

use facts_schema::view::View;
use facts_schema::{InstructionId, MetadataId, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::members::{Member, MemberKind};
use crate::pointees::Key;

/// The maximum nesting of types, except in ill-formed modules.
pub(crate) const DEPTH: usize = 32;

/// The tags of type-based alias analysis: LangRef, "'tbaa' Metadata".
pub(crate) struct Tags {
    /// The tags of loads and stores.
    pub of_instruction: FxHashMap<InstructionId, Tag>,
    /// The type nodes of their structures, and of the members of these structures.
    pub nodes: FxHashMap<MetadataId, Node>,
}

/// An access to the byte at `offset` in `base`.
#[derive(Clone, Copy)]
pub(crate) struct Tag {
    /// The type node of a structure.
    pub base: MetadataId,
    /// In bytes.
    pub offset: i64,
}

/// A type node.
pub(crate) struct Node {
    /// The type of the same name, if the module has one.
    r#type: Option<TypeId>,
    /// Its members: their offsets in bytes, and their type nodes.
    members: Vec<(i64, MetadataId)>,
    /// The kind of a member of this type.
    kind: MemberKind,
}

impl Tags {
    /// The tags of a module.
    pub fn new(view: &View) -> Self {
        let kind = view.facts().texts.find(b"tbaa");
        let mut it = Self { of_instruction: FxHashMap::default(), nodes: FxHashMap::default() };
        let rows = view.facts().instruction_metadata.iter();
        for row in rows.filter(|row| Some(row.attachment_kind) == kind) {
            let operands = view.metadata_operand.all(row.metadata);
            let operand = |position| operands.iter().find(|it| it.position == position);
            let (Some(base), Some(offset)) = (operand(0), operand(2)) else { continue };
            let Some(offset) = number(view, offset.operand_metadata) else { continue };
            it.of_instruction.insert(row.instruction, Tag { base: base.operand_metadata, offset });
        }
        if !it.of_instruction.is_empty() {
            let bases: FxHashSet<_> = it.of_instruction.values().map(|tag| tag.base).collect();
            let names = names_of_types(view);
            for base in bases {
                it.add_node(view, &names, base, DEPTH);
            }
        }
        it
    }

    fn add_node(
        &mut self,
        view: &View,
        names: &FxHashMap<&str, TypeId>,
        node: MetadataId,
        depth: usize,
    ) {
        if depth == 0 || self.nodes.contains_key(&node) {
            return;
        }
        let operands = view.metadata_operand.all(node);
        let operand = |position| operands.iter().find(|it| it.position == position);
        let name = operand(0).and_then(|it| view.metadata_string.first(it.operand_metadata));
        let name = name.map(|row| view.text(row.text)).unwrap_or_default();
        let mut members = Vec::new();
        for position in (1..).step_by(2) {
            let (Some(member), Some(offset)) = (operand(position), operand(position + 1)) else {
                break;
            };
            members.extend(
                number(view, offset.operand_metadata)
                    .map(|offset| (offset, member.operand_metadata)),
            );
        }
        // A scalar has one entry, its parent.
        let is_structure = members.len() > 1;
        let r#type = names.get(name).copied().filter(|_| is_structure);
        if !is_structure {
            members.clear();
        }
        let inner: Vec<_> = members.iter().map(|(_, member)| *member).collect();
        let kind = if is_structure { MemberKind::Anything } else { kind_of_scalar(name) };
        self.nodes.insert(node, Node { r#type, members, kind });
        for member in inner {
            self.add_node(view, names, member, depth - 1);
        }
    }

    /// The identity of the structure that a node describes, if it describes one.
    pub fn key(&self, node: MetadataId) -> Option<Key> {
        let it = self.nodes.get(&node)?;
        match it.r#type {
            Some(r#type) => Some(Key::Type(r#type)),
            None => (!it.members.is_empty()).then_some(Key::Tag(node)),
        }
    }

    /// The members of a structure.
    pub fn listed(&self, node: MetadataId) -> Vec<Member> {
        let rows = self.nodes.get(&node).map_or(&[][..], |it| &it.members);
        let members = rows.iter().filter_map(|(byte, it)| {
            let kind = self.nodes.get(it).map_or(MemberKind::Anything, |it| it.kind);
            Some(Member { byte: u64::try_from(*byte).ok()?, kind })
        });
        let mut members: Vec<_> = members.collect();
        members.sort_unstable();
        members
    }

    /// The innermost structure around a byte of a structure, and the byte's offset in it.
    pub fn inner(&self, node: MetadataId, offset: i64, depth: usize) -> Option<(Key, i64)> {
        let key = self.key(node)?;
        if offset < 0 || depth == 0 {
            return None;
        }
        let members = &self.nodes.get(&node)?.members;
        let around = members.iter().rev().find(|(start, _)| *start <= offset);
        let inner = around.and_then(|(start, it)| self.inner(*it, offset - start, depth - 1));
        Some(inner.unwrap_or((key, offset)))
    }
}

/// The kind of a member whose type node has this name, as Clang names them. Characters, unions and arrays share a
/// name; nodes of pointers are named `any pointer`, or `p` and their depth, as in `p1 int`.
fn kind_of_scalar(name: &str) -> MemberKind {
    let is_pointer = |name: &str| {
        let depth = name.split(' ').next().and_then(|it| it.strip_prefix('p')).unwrap_or_default();
        !depth.is_empty() && depth.bytes().all(|it| it.is_ascii_digit())
    };
    match name {
        "omnipotent char" => MemberKind::Anything,
        "any pointer" | "float" | "double" | "long double" | "_Float16" | "__float128" => {
            MemberKind::NoInteger
        }
        name if is_pointer(name) => MemberKind::NoInteger,
        _ => MemberKind::Integer,
    }
}

/// Types by their names in the source.
fn names_of_types<'f>(view: &View<'f>) -> FxHashMap<&'f str, TypeId> {
    let rows = view.facts().struct_name.iter();
    rows.filter_map(|row| {
        let name = view.text(row.name);
        let plain = source_name(name)?;
        Some((plain, row.r#type))
    })
    .collect()
}

/// The name of a structure in the source, from the name that Clang gives its type. Unnamed structures have none.
pub fn source_name(name: &str) -> Option<&str> {
    let (_, plain) =
        name.split_once('.').filter(|(kind, _)| matches!(*kind, "struct" | "union" | "class"))?;
    let is_unnamed = plain == "anon" || plain.starts_with("anon.");
    (!is_unnamed).then_some(plain)
}

fn number(view: &View, node: MetadataId) -> Option<i64> {
    i64::try_from(view.signed(view.value_metadata.first(node)?.value)?).ok()
}

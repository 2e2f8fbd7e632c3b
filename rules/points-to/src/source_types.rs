//! The types of the source, as debug information describes them: members by offset, and class hierarchies.
//!
//! Linked modules describe a type once for each source file. These descriptions have the same [`Identity`].

use std::rc::Rc;

use facts_schema::MetadataId;
use facts_schema::debug_info::{DebugNodes, Field};
use rustc_hash::{FxHashMap, FxHashSet};

/// A byte of a variable: its type, and the offset of the byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedOffset {
    /// The type of the variable.
    pub r#type: MetadataId,
    /// In bytes.
    pub offset: i64,
}

/// A structure, class or union of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity(u32);

/// A member that is neither a structure nor an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Member {
    /// The innermost structure that it belongs to.
    pub structure: Identity,
    /// Its offset in that structure, in bytes.
    pub offset: u32,
}

/// The member at a byte of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The members that it may be: several in a union, none if the variable is not a structure.
    pub members: Vec<Member>,
    /// Its type, without names and qualifiers; none if the members of a union do not agree.
    pub r#type: Option<MetadataId>,
    /// The outermost structure that begins there.
    pub starting: Option<MetadataId>,
    /// Whether it is the pointer to the virtual table of a class.
    pub is_vtable_pointer: bool,
}

/// An element of a structure.
#[derive(Clone, Copy, Debug)]
pub struct Element {
    /// In bytes, from the beginning of the structure; none if it is a virtual base, whose offset is only known from
    /// the virtual table.
    pub start: Option<i64>,
    /// Its type.
    pub r#type: MetadataId,
    /// In bytes; none for a base.
    pub size: Option<u64>,
    /// Whether it is a base class.
    pub is_base: bool,
    is_vtable_pointer: bool,
}

/// The types that debug information describes.
pub struct SourceTypes<'v, 'f> {
    nodes: DebugNodes<'v, 'f>,
    identities: FxHashMap<String, Identity>,
    of_types: FxHashMap<MetadataId, Identity>,
    /// By identity: the descriptions that list the elements.
    complete: FxHashMap<Identity, MetadataId>,
    elements: FxHashMap<MetadataId, Rc<[Element]>>,
    /// By class: itself and all its bases; none if some base is only declared.
    lineages: FxHashMap<Identity, Option<Rc<FxHashSet<Identity>>>>,
}

/// The beginning of the identifiers of classes: the mangled name of the name in a type info.
const PREFIX: &str = "_ZTS";

/// The maximum nesting of types, except in ill-formed modules.
const DEPTH: usize = 32;

impl<'v, 'f> SourceTypes<'v, 'f> {
    pub fn new(nodes: DebugNodes<'v, 'f>) -> Self {
        let mut types = Self {
            nodes,
            identities: FxHashMap::default(),
            of_types: FxHashMap::default(),
            complete: FxHashMap::default(),
            elements: FxHashMap::default(),
            lineages: FxHashMap::default(),
        };
        let named: Vec<MetadataId> =
            nodes.with_field(Field::Identifier).map(|(node, _)| node).collect();
        for node in named {
            if nodes.reference(node, Field::Elements).is_some() {
                let identity = types.identity(node);
                types.complete.insert(identity, node);
            }
        }
        types
    }

    /// The identity of the structure that a description describes.
    pub fn identity(&mut self, structure: MetadataId) -> Identity {
        if let Some(known) = self.of_types.get(&structure) {
            return *known;
        }
        let name = identifier(self.nodes, structure).unwrap_or_else(|| {
            let text = |field| self.nodes.text(structure, field);
            format!("{}:{}:{}", text(Field::Name), text(Field::Line), text(Field::Size))
        });
        let identity = self.identify(&name);
        self.of_types.insert(structure, identity);
        identity
    }

    fn identify(&mut self, name: &str) -> Identity {
        if let Some(identity) = self.identities.get(name) {
            return *identity;
        }
        let identity = Identity(self.identities.len() as u32);
        self.identities.insert(name.to_owned(), identity);
        identity
    }

    /// The class with this mangled name, such as `8Analyzer`, if debug information describes it.
    pub fn class_named(&self, mangled: &str) -> Option<MetadataId> {
        let identity = self.identities.get(&format!("{PREFIX}{mangled}"))?;
        self.complete.get(identity).copied()
    }

    /// The description of a structure that lists its elements.
    pub fn description(&self, structure: Identity) -> Option<MetadataId> {
        self.complete.get(&structure).copied()
    }

    /// The member at a byte; none if the byte is not in a member.
    pub fn leaf(&mut self, place: TypedOffset) -> Option<Leaf> {
        self.leaf_within(place, DEPTH)
    }

    fn leaf_within(&mut self, place: TypedOffset, depth: usize) -> Option<Leaf> {
        let depth = depth.checked_sub(1)?;
        let bare = self.nodes.bare(place.r#type)?;
        let size = self.size(bare);
        let offset = if size > 0 { place.offset.rem_euclid(size) } else { place.offset };
        if self.nodes.tag(bare) == "DW_TAG_array_type" {
            let r#type = self.nodes.reference(bare, Field::BaseType)?;
            return self.leaf_within(TypedOffset { r#type, offset }, depth);
        }
        if !self.nodes.is_structure(bare) {
            let r#type = Some(bare);
            return Some(Leaf {
                members: Vec::new(),
                r#type,
                starting: None,
                is_vtable_pointer: false,
            });
        }
        let mut leaf = self.leaf_in(bare, offset, depth)?;
        if offset == 0 {
            leaf.starting = Some(bare);
        }
        Some(leaf)
    }

    /// The member at a byte of a structure.
    fn leaf_in(&mut self, structure: MetadataId, offset: i64, depth: usize) -> Option<Leaf> {
        let this = Member { structure: self.identity(structure), offset: offset.try_into().ok()? };
        let mut found: Option<Leaf> = None;
        for element in self.elements(structure).iter() {
            let Some(start) = element.start else { continue };
            let inside = offset - start;
            if inside < 0 || inside >= self.size(element.r#type) {
                continue;
            }
            let place = TypedOffset { r#type: element.r#type, offset: inside };
            let Some(mut leaf) = self.leaf_within(place, depth) else { continue };
            if !self.has_members(element.r#type) {
                leaf.members.push(this);
                leaf.is_vtable_pointer = element.is_vtable_pointer;
            }
            if let Some(other) = found {
                leaf.members.extend(other.members);
                leaf.r#type = leaf.r#type.filter(|it| other.r#type == Some(*it));
            }
            found = Some(leaf);
        }
        let leaf = found.as_mut()?;
        leaf.members.sort_unstable();
        leaf.members.dedup();
        found
    }

    /// Whether a type is a structure, or an array of structures.
    fn has_members(&self, r#type: MetadataId) -> bool {
        let element = |array: &MetadataId| {
            let is_array = self.nodes.tag(*array) == "DW_TAG_array_type";
            is_array.then(|| self.nodes.reference(*array, Field::BaseType))?
        };
        let bare = |it: MetadataId| self.nodes.bare(it);
        let nested = std::iter::successors(bare(r#type), |it| bare(element(it)?));
        nested.take(DEPTH).last().is_some_and(|it| self.nodes.is_structure(it))
    }

    /// In bytes; 0 if it is not known.
    fn size(&self, r#type: MetadataId) -> i64 {
        size(self.nodes, r#type).and_then(|it| i64::try_from(it).ok()).unwrap_or(0)
    }

    /// The elements of a structure, according to its complete description.
    pub fn elements(&mut self, structure: MetadataId) -> Rc<[Element]> {
        let identity = self.identity(structure);
        let complete = self.complete.get(&identity).copied().unwrap_or(structure);
        if let Some(known) = self.elements.get(&complete) {
            return Rc::clone(known);
        }
        let nodes = self.nodes;
        let elements = nodes.elements(complete).into_iter().filter_map(|node| {
            let is_base = match nodes.tag(node).as_str() {
                "DW_TAG_member" => false,
                "DW_TAG_inheritance" => true,
                _ => return None,
            };
            if nodes.has_flag(node, "DIFlagStaticMember") {
                return None;
            }
            let start = match nodes.has_flag(node, "DIFlagVirtual") {
                true => None,
                false => {
                    Some(i64::try_from(nodes.number(node, Field::Offset).unwrap_or(0) / 8).ok()?)
                }
            };
            Some(Element {
                start,
                size: nodes.number(node, Field::Size).map(|bits| bits / 8),
                r#type: nodes.reference(node, Field::BaseType)?,
                is_base,
                is_vtable_pointer: nodes.text(node, Field::Name).starts_with("_vptr"),
            })
        });
        let elements: Rc<[Element]> = elements.collect();
        self.elements.insert(complete, Rc::clone(&elements));
        elements
    }

    /// Whether the class is the base or derived from it, as far as is known.
    pub fn may_derive(&mut self, class: MetadataId, base: MetadataId) -> bool {
        let base = self.identity(base);
        self.lineage(class).is_none_or(|lineage| lineage.contains(&base))
    }

    /// The class and all its bases; none if one is only declared.
    pub fn lineage(&mut self, class: MetadataId) -> Option<Rc<FxHashSet<Identity>>> {
        let identity = self.identity(class);
        if let Some(known) = self.lineages.get(&identity) {
            return known.clone();
        }
        // Classes derive from themselves only in ill-formed modules.
        self.lineages.insert(identity, None);
        let lineage = self.collect_lineage(class, identity).map(Rc::new);
        self.lineages.insert(identity, lineage.clone());
        lineage
    }

    fn collect_lineage(
        &mut self,
        class: MetadataId,
        identity: Identity,
    ) -> Option<FxHashSet<Identity>> {
        let complete = self.complete.get(&identity).copied().unwrap_or(class);
        self.nodes.reference(complete, Field::Elements)?;
        let mut lineage = FxHashSet::from_iter([identity]);
        for element in self.elements(class).iter().filter(|it| it.is_base) {
            let base = self.nodes.bare(element.r#type)?;
            lineage.extend(self.lineage(base)?.iter().copied());
        }
        Some(lineage)
    }
}

/// The size of a type in bytes, if debug information gives it.
pub fn size(nodes: DebugNodes, r#type: MetadataId) -> Option<u64> {
    Some(nodes.number(nodes.bare(r#type)?, Field::Size)? / 8)
}

/// The type of the result of a function; none if it is `void`.
pub fn result(nodes: DebugNodes, subprogram: MetadataId) -> Option<MetadataId> {
    let mut signature = nodes.signature(subprogram).into_iter();
    signature.find(|(position, _)| *position == 0).map(|(_, it)| it)
}

/// The first type argument of a class or function.
pub fn first_argument(nodes: DebugNodes, generic: MetadataId) -> Option<MetadataId> {
    let parameter = *nodes.nodes_in(generic, Field::TemplateParameters).first()?;
    nodes.reference(parameter, Field::Type)
}

/// The identifier of a structure in all files; none if it belongs to one file.
pub fn identifier(nodes: DebugNodes, structure: MetadataId) -> Option<String> {
    let identifier = nodes.text(structure, Field::Identifier);
    if identifier.is_empty() { mangled(nodes, structure) } else { Some(identifier) }
}

/// The identifier of a class with a virtual table, which clang leaves out in the file that defines the table.
fn mangled(nodes: DebugNodes, class: MetadataId) -> Option<String> {
    nodes.reference(class, Field::VirtualTableHolder)?;
    let names = std::iter::once(class).chain(nodes.scopes(class));
    let names = names.take_while(|it| !nodes.is_file(*it));
    let names: Vec<String> = names.map(|it| nodes.text(it, Field::Name)).collect();
    let is_plain = |name: &String| !name.is_empty() && !name.contains('<') && name != "std";
    if !names.iter().all(is_plain) {
        return None;
    }
    let mangled: String = names.iter().rev().map(|it| format!("{}{it}", it.len())).collect();
    Some(if names.len() > 1 {
        format!("{PREFIX}N{mangled}E")
    } else {
        format!("{PREFIX}{mangled}")
    })
}

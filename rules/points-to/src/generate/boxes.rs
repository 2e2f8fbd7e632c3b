//! The types of the values in Rust's boxes.
//!
//! A function of `Box<T>` allocates memory for a `T`, through functions of the crate alloc that only know its size. `Rc`
//! and `Arc` use boxes, too, and so do the nodes of `BTreeMap`. Debug information lists `T` as the function's first type
//! argument.
//!
//! Optimisers unite functions with the same instructions, so `T` is not reliable in optimised functions. There, only the
//! arrays in the nodes of `BTreeMap` are known: functions for keys and values of other sizes have other instructions.
//!
//! **Scope: module.**

use facts_schema::debug_info::{DebugNodes, Field};
use facts_schema::view::View;
use facts_schema::{InstructionId, MetadataId};
use rustc_hash::FxHashMap;

use super::trait_methods::without_arguments;
use crate::layout::{self, Detail};
use crate::offsets::ObjectLayout;
use crate::source_types::{self, SourceTypes};

/// What the memory that a call allocates is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A value of this type.
    Value(MetadataId),
    /// The value of this type that `Box::new` receives.
    New(MetadataId),
    /// The function that makes the call allocates memory for its caller.
    Caller,
    /// It is not known.
    Unknown,
}

/// The calls that allocate boxes.
pub struct Boxes<'s, 'f> {
    view: &'s View<'f>,
    nodes: DebugNodes<'s, 'f>,
    /// Found when the first layout is needed.
    types: Option<SourceTypes<'s, 'f>>,
    /// By subprogram in debug information.
    purposes: FxHashMap<MetadataId, Purpose>,
    /// By type, and what of its layout is known.
    layouts: FxHashMap<(MetadataId, Detail), Option<ObjectLayout>>,
}

impl<'s, 'f> Boxes<'s, 'f> {
    /// The calls in a module.
    pub fn of(view: &'s View<'f>) -> Self {
        let nodes = view.debug_nodes();
        Self {
            view,
            nodes,
            types: None,
            purposes: FxHashMap::default(),
            layouts: FxHashMap::default(),
        }
    }

    /// What the memory that a call allocates is for, if it allocates memory.
    pub fn purpose(&mut self, call: InstructionId) -> Purpose {
        let nodes = self.nodes;
        let location = self.view.instruction_location.first(call).map(|row| row.location);
        let subprograms = location.into_iter().flat_map(|it| nodes.subprograms_at(it));
        let mut last = Purpose::Unknown;
        for subprogram in subprograms {
            last =
                *self.purposes.entry(subprogram).or_insert_with(|| purpose_in(nodes, subprogram));
            if last != Purpose::Caller {
                break;
            }
        }
        last
    }

    /// The layout of a value of this type that a function allocates.
    pub fn layout(&mut self, r#type: MetadataId, is_optimized: bool) -> Option<ObjectLayout> {
        let Self { nodes, types, layouts, view, .. } = self;
        let detail = if is_optimized { Detail::Arrays } else { Detail::Members };
        if is_optimized && !is_node(*nodes, r#type) {
            return None;
        }
        let pointer_size = view.types().pointer_size();
        let layout = layouts.entry((r#type, detail)).or_insert_with(|| {
            let types = types.get_or_insert_with(|| SourceTypes::new(*nodes));
            layout::of_source(*nodes, types, r#type, pointer_size, detail)
        });
        layout.clone()
    }

    /// The alignment of a type in bytes, or less if it is not known.
    pub fn alignment(&self, r#type: MetadataId) -> u32 {
        let bits = self.nodes.bare(r#type).and_then(|it| self.nodes.number(it, Field::Alignment));
        bits.and_then(|it| u32::try_from(it / 8).ok()).unwrap_or(1).max(1)
    }
}

/// What the memory that a call in this subprogram allocates is for.
fn purpose_in(nodes: DebugNodes, subprogram: MetadataId) -> Purpose {
    let scopes: Vec<MetadataId> = nodes.scopes(subprogram).collect();
    let name = |it: MetadataId| nodes.text(it, Field::Name);
    let [.., module, outermost] = scopes[..] else { return Purpose::Unknown };
    if name(outermost) != "alloc" {
        return Purpose::Unknown;
    }
    match name(module).as_str() {
        "alloc" => Purpose::Caller,
        // A part of `Box::new` that is the same for all types.
        "boxed" if name(subprogram) == "box_new_uninit" => Purpose::Caller,
        "boxed" if is_of_one_value(&name(subprogram)) => {
            let value = source_types::first_argument(nodes, subprogram);
            let is_new = without_arguments(&name(subprogram)) == "new";
            let purpose = if is_new { Purpose::New } else { Purpose::Value };
            value.map_or(Purpose::Unknown, purpose)
        }
        _ => Purpose::Unknown,
    }
}

/// Whether values of a type are nodes of a `BTreeMap`.
fn is_node(nodes: DebugNodes, r#type: MetadataId) -> bool {
    let name = nodes.text(r#type, Field::Name);
    let scopes: Vec<MetadataId> = nodes.scopes(r#type).collect();
    let names: Vec<String> = scopes.iter().map(|it| nodes.text(*it, Field::Name)).collect();
    ["LeafNode", "InternalNode"].contains(&without_arguments(&name))
        && names.iter().rev().take(4).eq(&["alloc", "collections", "btree", "node"])
}

/// Whether a function with this name in the module `boxed` allocates memory for one value of its first type argument.
fn is_of_one_value(name: &str) -> bool {
    let name = without_arguments(name);
    let name = name.strip_prefix("try_").unwrap_or(name);
    let name = name.strip_suffix("_in").unwrap_or(name);
    ["new", "new_uninit", "new_zeroed"].contains(&name)
}

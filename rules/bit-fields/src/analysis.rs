//! The complete analysis of the bit fields of a module.

use facts_schema::view::View;
use facts_schema::{Facts, FunctionId, MetadataId, TypeId};
use rustc_hash::FxHashMap;

use crate::counts::{Counts, counts};
use crate::debug_info::DebugInfo;
use crate::layout::{StructLayout, layout};
use crate::leaks::{Leak, leaks};
use crate::loads::{CombinedLoad, combined_loads};
use crate::pointees::Key;
use crate::recover::{BitFields, recover};
use crate::structures::BySource;

/// The bit fields of a module, and derived results.
pub struct Analysis<'f> {
    /// The structures, their fields, and the accesses to them.
    pub found: BitFields<'f>,
    /// By number of structure: its type, declaration and layout.
    pub outlines: Vec<Outline>,
    /// The stores that may spread poison.
    pub leaks: Vec<Leak>,
    /// The loads of several members at once.
    pub combined_loads: Vec<CombinedLoad>,
    /// The number of instructions today and with explicit packing, for each function that accesses bit
    /// fields.
    pub counts: Vec<(FunctionId, Counts)>,
}

/// A structure in the module and in the source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Its type, if the module names it.
    pub r#type: Option<TypeId>,
    /// Its node in the debug information.
    pub declaration: Option<MetadataId>,
    /// Its layout.
    pub layout: StructLayout,
}

/// Finds the bit fields of a module.
pub fn analyze(facts: &Facts) -> Analysis<'_> {
    let found = recover(View::new(facts));
    let outlines = outlines(&found);
    let leaks = leaks(&found);
    let combined_loads = combined_loads(&found, |it| Some(&outlines.get(it)?.layout));
    let counts = counts(&found);
    Analysis { found, outlines, leaks, combined_loads, counts }
}

fn outlines(found: &BitFields) -> Vec<Outline> {
    let view = &found.view;
    let debug_info = DebugInfo::new(view);
    let types = BySource::new(view, &debug_info).by_name();
    let types: FxHashMap<MetadataId, TypeId> =
        types.into_iter().map(|(r#type, node)| (node, r#type)).collect();
    let outline = |(number, key): (usize, Key)| {
        let (declaration, r#type) = match key {
            Key::Source(node) => (Some(node), types.get(&node).copied()),
            Key::Type(r#type) => (None, Some(r#type)),
            Key::Tag(_) | Key::Unnamed(_) => (None, None),
        };
        let declared = declaration.and_then(|node| debug_info.declared(node));
        Outline { r#type, declaration, layout: layout(found, number, r#type, declared) }
    };
    found.structures.iter().map(|it| it.key).enumerate().map(outline).collect()
}

//! The source spelling of types, according to debug information.

use facts_schema::MetadataId;
use facts_schema::debug_info::{DebugNodes, Field};

/// A limit on the nesting of types, which only ill-formed modules exceed.
const DEPTH: usize = 16;

/// The type as in the source, if one or two words can express it.
pub fn type_name(nodes: DebugNodes, r#type: Option<MetadataId>) -> String {
    named(nodes, r#type, DEPTH)
}

fn named(nodes: DebugNodes, r#type: Option<MetadataId>, depth: usize) -> String {
    let Some(node) = r#type else { return "void".to_owned() };
    if depth == 0 {
        return "…".to_owned();
    }
    let base = || named(nodes, nodes.reference(node, Field::BaseType), depth - 1);
    let name = nodes.text(node, Field::Name);
    match nodes.tag(node).as_str() {
        "DW_TAG_pointer_type" if name.is_empty() => format!("{} *", base()),
        "DW_TAG_reference_type" => format!("{} &", base()),
        "DW_TAG_rvalue_reference_type" => format!("{} &&", base()),
        "DW_TAG_const_type" => format!("const {}", base()),
        "DW_TAG_volatile_type" => format!("volatile {}", base()),
        "DW_TAG_array_type" => format!("{}[]", base()),
        "DW_TAG_structure_type" => keyword("struct", &name),
        "DW_TAG_union_type" => keyword("union", &name),
        "DW_TAG_enumeration_type" => keyword("enum", &name),
        "DW_TAG_class_type" => keyword("class", &name),
        _ if name.is_empty() => "function".to_owned(),
        _ => name,
    }
}

fn keyword(word: &str, name: &str) -> String {
    if name.is_empty() { format!("{word} {{…}}") } else { format!("{word} {name}") }
}

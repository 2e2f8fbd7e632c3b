//! The blocks of the source in which variables exist.
//!
//! Without optimisation, clang does not mark where the lifetime of a variable ends. Debug information shows in which
//! block of C or C++ it is declared, and in which block an instruction is.

use std::sync::OnceLock;

use facts_schema::debug_info::{DebugFields, Field};
use facts_schema::view::View;
use facts_schema::{InstructionId, MetadataId, MetadataKind, ValueId};
use rustc_hash::FxHashMap;

/// The blocks of variables on the stack.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    known: OnceLock<Known>,
}

#[derive(Debug)]
struct Known {
    fields: DebugFields,
    /// By address of a variable of an inner block: the block.
    block_of: FxHashMap<ValueId, MetadataId>,
}

impl Scopes {
    /// Whether control has left the block of a variable at an instruction of the same function.
    pub fn has_left(&self, view: &View, variable: ValueId, instruction: InstructionId) -> bool {
        let known = self.known.get_or_init(|| Known::of(view));
        let Some(&block) = known.block_of.get(&variable) else { return false };
        let nodes = known.fields.nodes(view.facts(), view);
        let location = view.instruction_location.first(instruction).map(|it| it.location);
        let is_inlined = |it| view.inlined_at.first(it).is_some();
        let Some(location) = location.filter(|it| !is_inlined(*it)) else { return false };
        let Some(inner) = view.source_location.first(location).map(|it| it.scope) else {
            return false;
        };
        let function = nodes.scopes(block).find(|it| is(view, *it, MetadataKind::Subprogram));
        let mut is_in_function = false;
        for scope in std::iter::once(inner).chain(nodes.scopes(inner)) {
            if scope == block {
                return false;
            }
            is_in_function |= Some(scope) == function;
        }
        is_in_function
    }
}

impl Known {
    fn of(view: &View) -> Self {
        let facts = view.facts();
        let fields = DebugFields::new(facts);
        let nodes = fields.nodes(facts, view);
        let units = facts.metadata.iter().filter(|it| it.kind == MetadataKind::CompileUnit);
        let is_exact = units.map(|it| it.metadata).all(|unit| {
            let language = nodes.text(unit, Field::Language);
            let is_c = language.starts_with("DW_LANG_C_plus_plus")
                || language.strip_prefix("DW_LANG_C").is_some_and(is_year);
            is_c && nodes.text(unit, Field::IsOptimized) == "false"
        });
        let variables = if is_exact { nodes.local_variables() } else { Vec::new() };
        let block_of = variables.iter().filter(|it| it.is_address).filter_map(|it| {
            let block = nodes.reference(it.variable, Field::Scope)?;
            is(view, block, MetadataKind::LexicalBlock).then_some((it.value, block))
        });
        let block_of = block_of.collect();
        Self { fields, block_of }
    }
}

/// The year of a version of C: `DW_LANG_C99`, and `DW_LANG_C` of 1978.
fn is_year(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_digit())
}

fn is(view: &View, node: MetadataId, kind: MetadataKind) -> bool {
    view.metadata.first(node).is_some_and(|it| it.kind == kind)
}

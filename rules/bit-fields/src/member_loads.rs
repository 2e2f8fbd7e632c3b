//! Loads of several members at once that are not bit fields: optimised code combines loads, and copies structures
//! as integers.

use facts_schema::{MetadataId, TypeKind};

use crate::debug_info::DebugInfo;
use crate::partition::Span;
use crate::pointees::Key;
use crate::recover::{Location, MemberLoad, Recovery};
use crate::slice::Bits;

impl Recovery<'_, '_> {
    /// The loads of integers that cover several members of their structure.
    pub fn member_loads(
        &self,
        debug_info: &DebugInfo,
        locations: &[Option<Location>],
    ) -> Vec<MemberLoad> {
        let mut loads = Vec::new();
        for (number, access) in self.words.accesses.iter().enumerate() {
            let Some(location) = locations[number].filter(|_| !access.is_store) else { continue };
            let all = Bits { low: 0, width: access.width };
            let Some(span) = self.span(number, location, all) else { continue };
            let mut members = self.members(debug_info, location.key);
            members.retain(|(_, it)| it.overlaps(span));
            members.sort_unstable_by_key(|(_, it)| *it);
            // Members of a union are one after the other.
            let is_union = members.windows(2).any(|pair| pair[0].1.overlaps(pair[1].1));
            if members.len() > 1 && !is_union {
                let (instruction, key) = (access.instruction, location.key);
                loads.push(MemberLoad { instruction, key, span, members });
            }
        }
        loads
    }

    /// The members of a structure, as far as they are known; none if it has bit fields.
    fn members(&self, debug_info: &DebugInfo, key: Key) -> Vec<(Option<MetadataId>, Span)> {
        let span = |start: u64, size: u64| Span { start, end: start.saturating_add(size) };
        match key {
            Key::Source(node) => {
                let Some(declared) = debug_info.declared(node) else { return Vec::new() };
                if declared.members.iter().any(|it| it.is_bit_field) {
                    return Vec::new();
                }
                let members = declared.members.iter().filter(|it| it.size > 0);
                members.map(|it| (Some(it.node), span(it.offset, it.size))).collect()
            }
            Key::Type(r#type) => {
                let types = &self.view.types();
                // Arrays of bytes are also padding.
                let is_padding = |field| {
                    let element = types.elements(field).map(|(element, _)| element);
                    types.kind(field) == Some(TypeKind::Array)
                        && element.is_some_and(|it| types.width(it) == 8)
                };
                let fields = types.fields(r#type).filter(|(field, _)| !is_padding(*field));
                let fields = fields.filter_map(|(field, start)| {
                    let size = types.size(field).filter(|size| *size > 0)?;
                    Some((None, span(start.checked_mul(8)?, size.checked_mul(8)?)))
                });
                fields.collect()
            }
            Key::Tag(_) | Key::Unnamed(_) => Vec::new(),
        }
    }
}

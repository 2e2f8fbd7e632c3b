//! What the objects are that pointers point to.

use facts_schema::view::Rows;
use facts_schema::{
    AllocaInstruction, FunctionId, Global, GlobalAlignment, GlobalFlag, GlobalFlagRow, TypeId,
    ValueId,
};
use rules::bridge::text;
use rustc_hash::FxHashMap;

use super::builder::Builder;
use super::source::Source;
use crate::constraints::{Object, ObjectInfo, Origin, Size};
use crate::layout;
use crate::place::Layout;

/// What is asked of the module for each object.
pub struct Objects<'s, 'f> {
    source: &'s Source<'f>,
    allocas: Rows<'f, AllocaInstruction>,
    globals: Rows<'f, Global>,
    flags: Rows<'f, GlobalFlagRow>,
    alignments: Rows<'f, GlobalAlignment>,
    /// The types of what is passed by value.
    by_value: FxHashMap<(FunctionId, u32), TypeId>,
}

impl<'s, 'f> Objects<'s, 'f> {
    /// The objects of a module.
    pub fn new(source: &'s Source<'f>) -> Self {
        let facts = source.facts;
        let by_value = facts.attribute.iter().filter(|row| text(facts, row.name) == "byval");
        let by_value: Vec<_> = by_value.map(|row| row.attribute).collect();
        let types = facts.attribute_type.iter().filter(|row| by_value.contains(&row.attribute));
        let types: FxHashMap<_, _> = types.map(|row| (row.attribute, row.r#type)).collect();
        let by_value = facts
            .parameter_attribute
            .iter()
            .filter_map(|row| Some(((row.function, row.position), *types.get(&row.attribute)?)));
        Self {
            source,
            allocas: Rows::of(&facts.alloca_instruction),
            globals: Rows::of(&facts.global),
            flags: Rows::of(&facts.global_flag),
            alignments: Rows::of(&facts.global_alignment),
            by_value: by_value.collect(),
        }
    }

    /// The type of the copy that a function gets of what its argument at `position` points to.
    pub fn by_value(&self, function: FunctionId, position: u32) -> Option<TypeId> {
        self.by_value.get(&(function, position)).copied()
    }

    /// The object of this origin.
    pub fn object(&self, builder: &mut Builder, origin: Origin) -> Object {
        if let Some(known) = builder.known_object(origin) {
            return known;
        }
        let owner = match origin {
            Origin::Stack(instruction) => self.source.function_of(instruction),
            Origin::ByValue(function, _) | Origin::VariableArguments(function) => Some(function),
            _ => None,
        };
        let is_writable = match origin {
            Origin::Function(_) | Origin::Block(_) => false,
            Origin::Global(global) => !self.is_constant(global),
            _ => true,
        };
        let layout = builder.layout(self.layout(origin));
        builder.object(ObjectInfo { owner, origin, layout, size: Size::OfLayout, is_writable })
    }

    fn is_constant(&self, global: ValueId) -> bool {
        self.flags.all(global).iter().any(|row| row.flag == GlobalFlag::Constant)
    }

    fn layout(&self, origin: Origin) -> Layout {
        let types = &self.source.types;
        match origin {
            Origin::Function(_) | Origin::Block(_) => layout::empty(),
            // Which of them is taken, nobody can tell: all places are one.
            Origin::VariableArguments(_) => layout::empty(),
            Origin::ArgumentStrings | Origin::EnvironmentStrings => layout::empty(),
            Origin::Stack(instruction) => {
                let Some(row) = self.allocas.first(instruction) else { return layout::raw() };
                let count = self.source.unsigned(row.element_count);
                let mut layout = layout::of_several(types, row.r#type, count, false);
                layout.alignment = layout.alignment.max(row.alignment);
                layout
            }
            Origin::Global(global) => {
                let Some(row) = self.globals.first(global) else { return layout::raw() };
                // No pointers lie in texts.
                if self.is_constant(global) && layout::is_bytes(types, row.value_type) {
                    return layout::empty();
                }
                let mut layout = layout::of(types, row.value_type, self.is_constant(global));
                if let Some(row) = self.alignments.first(global) {
                    layout.alignment = layout.alignment.max(row.alignment);
                }
                layout
            }
            Origin::ByValue(function, position) => match self.by_value(function, position) {
                Some(r#type) => layout::of(types, r#type, false),
                None => layout::raw(),
            },
            _ => layout::raw(),
        }
    }
}

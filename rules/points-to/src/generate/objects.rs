//! The objects that pointers point to.

use std::cell::{OnceCell, RefCell};

use facts_schema::{AttributeId, FunctionId, GlobalFlag, InstructionId, TypeId, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::boxes::{Boxes, Purpose};
use super::builder::Builder;
use super::c_memory::{Memory, MemoryOfC};
use super::classes::in_memory::ClassesInMemory;
use super::globals::is_of_thread;
use super::moves::Promoted;
use super::source::Source;
use super::virtual_tables::is_table;
use crate::constraints::{Allocated, Object, ObjectInfo, Origin, Size};
use crate::layout;
use crate::offsets::ObjectLayout;

/// The properties of the module that are needed for each object.
pub struct Objects<'s, 'f> {
    source: &'s Source<'f>,
    /// The types of `byval` attributes.
    by_value: FxHashMap<AttributeId, TypeId>,
    /// The instructions that reserve memory that is never read.
    promoted: FxHashSet<InstructionId>,
    /// The classes of objects in them, found when the first layout is needed.
    classes: OnceCell<ClassesInMemory<'s, 'f>>,
    boxes: RefCell<Boxes<'s, 'f>>,
    c_memory: Option<RefCell<MemoryOfC<'s, 'f>>>,
}

impl<'s, 'f> Objects<'s, 'f> {
    /// The objects of a module.
    pub fn new<'p>(
        source: &'s Source<'f>,
        promoted: impl IntoIterator<Item = &'p Promoted>,
    ) -> Self {
        let view = &source.view;
        let attributes = source.facts().attribute.iter();
        let attributes = attributes.filter(|row| view.text(row.name) == "byval");
        let types = attributes.filter_map(|row| view.attribute_type.first(row.attribute));
        Self {
            source,
            by_value: types.map(|row| (row.attribute, row.r#type)).collect(),
            promoted: promoted.into_iter().map(|Promoted(instruction, _)| *instruction).collect(),
            classes: OnceCell::new(),
            boxes: RefCell::new(Boxes::of(view)),
            c_memory: MemoryOfC::of(view).map(RefCell::new),
        }
    }

    /// The type of the copy that a function receives for the `byval` argument at `position`.
    pub fn by_value(&self, function: FunctionId, position: u32) -> Option<TypeId> {
        let attributes = self.source.view.parameter_attribute.all(function).iter();
        let mut attributes = attributes.filter(|row| row.position == position);
        attributes.find_map(|row| self.by_value.get(&row.attribute).copied())
    }

    /// What debug information shows about the memory that a call allocates.
    pub fn allocated(&self, builder: &mut Builder, call: InstructionId) -> Allocated {
        if let Some(classes) = self.classes().allocated(call) {
            // As in the model of `operator new`.
            let layout = ObjectLayout { classes: Some(classes), alignment: 8, ..layout::raw() };
            return Allocated::Layout(builder.layout(layout));
        }
        if let Some(memory) = &self.c_memory
            && let Some(allocated) = memory.borrow_mut().allocated(call)
        {
            return match allocated {
                Memory::Structure(layout) => Allocated::OfSize(builder.layout(*layout)),
                Memory::ForCaller => Allocated::ForCaller,
            };
        }
        let is_optimized = !self.source.unoptimized.has(&self.source.view, call);
        let mut boxes = self.boxes.borrow_mut();
        match boxes.purpose(call) {
            Purpose::Value(r#type) => {
                let layout = boxes.layout(r#type, is_optimized);
                layout.map_or(Allocated::Unknown, |it| Allocated::Layout(builder.layout(it)))
            }
            Purpose::New(_) if is_optimized => Allocated::Unknown,
            Purpose::New(r#type) => {
                let Some(classes) = self.classes().of_value(r#type) else {
                    return Allocated::Unknown;
                };
                let alignment = boxes.alignment(r#type);
                let layout = ObjectLayout { classes: Some(classes), alignment, ..layout::raw() };
                Allocated::Layout(builder.layout(layout))
            }
            Purpose::Caller => Allocated::ForCaller,
            Purpose::Unknown => Allocated::Unknown,
        }
    }

    /// The object of this origin.
    pub fn object(&self, builder: &mut Builder, origin: Origin) -> Object {
        if let Some(known) = builder.known_object(origin) {
            return known;
        }
        let owner = match origin {
            // Memory that is never read need not be distinguished by call.
            Origin::Stack(instruction) if self.promoted.contains(&instruction) => None,
            Origin::Stack(instruction) => self.source.view.function_of(instruction),
            Origin::ByValue(function, _) | Origin::VariableArguments(function) => Some(function),
            _ => None,
        };
        let is_writable = match origin {
            Origin::Function(_) | Origin::Block(_) => false,
            Origin::Global(global) => {
                !self.is_constant(global) && !is_of_thread(&self.source.view, global)
            }
            _ => true,
        };
        let layout = builder.layout(self.layout(origin));
        builder.object(ObjectInfo { owner, origin, layout, size: Size::OfLayout, is_writable })
    }

    fn is_constant(&self, global: ValueId) -> bool {
        self.source.view.has_flag(global, GlobalFlag::Constant)
    }

    fn classes(&self) -> &ClassesInMemory<'s, 'f> {
        let Source { view, receivers, unoptimized, .. } = self.source;
        self.classes.get_or_init(|| ClassesInMemory::of(view, receivers, unoptimized))
    }

    fn layout(&self, origin: Origin) -> ObjectLayout {
        let types = self.source.view.types();
        match origin {
            Origin::Function(_) | Origin::Block(_) => layout::empty(),
            // It is unknown which of them is read: all offsets are equal.
            Origin::VariableArguments(_) => layout::folded(),
            Origin::ArgumentStrings | Origin::EnvironmentStrings => layout::empty(),
            Origin::Stack(instruction) => {
                let Some(row) = self.source.view.alloca_instruction.first(instruction) else {
                    return layout::raw();
                };
                let count = self.source.unsigned(row.element_count);
                let mut layout = layout::of_several(types, row.r#type, count, false);
                layout.alignment = row.alignment.max(1);
                if count == Some(1) {
                    let owner = self.source.view.function_of(instruction);
                    let is_optimized =
                        !owner.is_some_and(|it| self.source.view.has_attribute(it, "optnone"));
                    let address = self.source.view.result_of(instruction);
                    layout.classes =
                        address.and_then(|it| self.classes().at(it, row.r#type, is_optimized));
                }
                self.source.unions.extend(instruction, &mut layout);
                layout
            }
            Origin::Global(global) => {
                let Some(row) = self.source.view.global.first(global) else { return layout::raw() };
                // Text does not contain pointers. In Rust, it may be a structure.
                if self.is_constant(global) && layout::is_bytes(types, row.value_type) {
                    let has_rust = !self.source.unoptimized.is_empty();
                    return if has_rust { layout::folded() } else { layout::empty() };
                }
                let mut layout = layout::of(types, row.value_type, self.is_constant(global));
                layout.classes = self.classes().at(global, row.value_type, false);
                layout.is_virtual_table = is_table(&self.source.view, global);
                layout.traits = self.source.trait_methods.traits_of(global).to_vec();
                if let Some(row) = self.source.view.global_alignment.first(global) {
                    layout.alignment = row.alignment.max(1);
                }
                layout
            }
            Origin::ByValue(function, position) => match self.by_value(function, position) {
                Some(r#type) => ObjectLayout {
                    classes: self
                        .source
                        .view
                        .argument(function, position)
                        .and_then(|it| self.classes().at(it, r#type, false)),
                    ..layout::of(types, r#type, false)
                },
                None => layout::raw(),
            },
            _ => layout::raw(),
        }
    }
}

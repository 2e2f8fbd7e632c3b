//! Where memory contains objects of classes.
//!
//! Debug information gives the types of variables. A temporary object has the class of its constructor, or the one that
//! the function that returns it has as its result type. Other memory only has a type of the IR, which clang names after
//! the class. These names are compared without scopes and template arguments. The linker unites types with the same
//! members, whatever their names, so the names in linked modules are not used.

use std::cell::RefCell;

use facts_schema::debug_info::{DebugNodes, Field, SourceVariable};
use facts_schema::view::View;
use facts_schema::{InstructionId, MetadataId, TypeId, TypeKind, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::strings::{self, returns_in_memory};
use super::{DEPTH, Description, Named, Receivers, last_part, name_in_source};
use crate::generate::unoptimized::Unoptimized;
use crate::offsets::{Class, Classes};
use crate::source_types::{self, SourceTypes};

/// The classes of libstdc++ that allocate memory for elements of their first template argument.
const ALLOCATORS: [&str; 2] = ["new_allocator", "__new_allocator"];

/// The classes of libstdc++ that hold the bytes of an object of their first template argument.
const BUFFERS: [&str; 2] = ["__aligned_buffer", "__aligned_membuf"];

/// The maximum number of objects in memory of a type.
const MOST_OBJECTS: usize = 4096;

/// The classes in the memory of a module.
pub struct ClassesInMemory<'s, 'f> {
    view: &'s View<'f>,
    receivers: &'s Receivers,
    nodes: DebugNodes<'s, 'f>,
    source_types: RefCell<SourceTypes<'s, 'f>>,
    /// By address: the type in the source of the variable there; none if there are several.
    variables: FxHashMap<ValueId, Option<MetadataId>>,
    /// By address of a temporary or allocated object: the class of its constructor; none if there are several.
    constructed: FxHashMap<ValueId, Option<MetadataId>>,
    /// By type in the source.
    known: RefCell<FxHashMap<MetadataId, Option<Classes>>>,
    /// Whether the names of types are the names of classes.
    has_names: bool,
}

impl<'s, 'f> ClassesInMemory<'s, 'f> {
    /// The classes in a module. In Rust, types in the IR have no names, and the types of variables are only known in
    /// functions that are not optimised.
    pub fn of(view: &'s View<'f>, receivers: &'s Receivers, unoptimized: &'s Unoptimized) -> Self {
        let nodes = view.debug_nodes();
        let mut it = Self {
            view,
            receivers,
            nodes,
            source_types: RefCell::new(SourceTypes::new(nodes)),
            variables: FxHashMap::default(),
            constructed: FxHashMap::default(),
            known: RefCell::default(),
            has_names: unoptimized.is_empty() && is_from_one_file(view),
        };
        if !receivers.classes.is_empty() {
            it.add_variables(unoptimized);
            it.add_constructed();
        }
        it
    }

    fn add_variables(&mut self, unoptimized: &Unoptimized) {
        let mut variables = self.nodes.local_variables();
        if !unoptimized.is_empty() {
            variables.retain(|it| it.before.is_some_and(|it| unoptimized.has(self.view, it)));
        }
        let variables = variables.into_iter();
        for SourceVariable { value, variable, .. } in
            variables.chain(self.nodes.global_variables()).filter(|it| it.is_address)
        {
            let r#type = self.nodes.reference(variable, Field::Type);
            let known = self.variables.entry(value).or_insert(r#type);
            *known = known.filter(|it| Some(*it) == r#type);
        }
    }

    /// Adds the temporary and allocated objects to which constructors are applied, and those that functions return.
    fn add_constructed(&mut self) {
        let view = self.view;
        let facts = view.facts();
        let temporary = facts.alloca_instruction.iter().map(|row| row.instruction);
        let allocated = facts.call_instruction.iter().filter(|row| allocates(view, row.callee));
        let made = temporary.chain(allocated.map(|row| row.instruction)).filter(|it| {
            let owner = view.function_of(*it);
            owner.is_some_and(|it| view.has_attribute(it, "optnone"))
        });
        let made = made.filter_map(|it| view.result_of(it));
        let made: FxHashSet<ValueId> = made.filter(|it| !self.variables.contains_key(it)).collect();
        let mut classes = FxHashMap::default();
        for row in view.facts().call_instruction.iter() {
            let Some(object) = view.argument_of_call(row.instruction, 0) else { continue };
            if made.contains(&object) {
                let class = classes.entry(row.callee).or_insert_with(|| {
                    let constructed = self.class_constructed_by(row.callee);
                    constructed.or_else(|| self.class_returned_by(row.callee))
                });
                if let Some(class) = *class {
                    let known = self.constructed.entry(object).or_insert(Some(class));
                    *known = known.filter(|it| *it == class);
                }
            }
        }
    }

    /// The class of a constructor.
    fn class_constructed_by(&self, function: ValueId) -> Option<MetadataId> {
        let name = self.view.name_of(function).strip_prefix("_ZN")?;
        let types = self.source_types.borrow();
        let constructors = ["C1E", "C2E"].into_iter().flat_map(|it| name.match_indices(it));
        let mut classes = constructors.map(|(at, _)| &name[..at]);
        classes.find_map(|class| {
            let nested = || types.class_named(&format!("N{class}E"));
            types.class_named(class).or_else(nested)
        })
    }

    /// The class of the object that a function returns in memory of its caller, whose address is the first argument.
    fn class_returned_by(&self, function: ValueId) -> Option<MetadataId> {
        let id = self.view.as_function(function)?;
        if !returns_in_memory(self.view, id) {
            return None;
        }
        let result = source_types::result(self.nodes, self.nodes.attachment(function)?)?;
        self.nodes.bare(result)
    }

    /// Where the memory that a call of `operator new` allocates contains objects of classes; none if this is not known.
    pub fn allocated(&self, call: InstructionId) -> Option<Classes> {
        if self.receivers.classes.is_empty() {
            return None;
        }
        let view = self.view;
        let row = view.call_instruction.first(call)?;
        if !allocates(view, row.callee) {
            return None;
        }
        let bits = |it: MetadataId| self.nodes.number(self.nodes.bare(it)?, Field::Size);
        let size = view.argument_of_call(call, 0).and_then(|it| view.unsigned(it));
        if let Some(Some(class)) = self.constructed.get(&view.result_of(call)?)
            && bits(*class).is_some_and(|it| size == Some((it / 8).into()))
        {
            return self.in_source_type(*class);
        }
        let element = self.element_of_allocator(call)?;
        let classes = self.in_source_type(element)?;
        let stride = u32::try_from(bits(element)? / 8).ok()?;
        Some(Classes { stride, ..classes })
    }

    /// The type of the elements for which a call in a member function of an allocator of libstdc++ allocates memory.
    /// The member function may be inlined.
    fn element_of_allocator(&self, call: InstructionId) -> Option<MetadataId> {
        let nodes = self.nodes;
        let location = self.view.instruction_location.first(call)?.location;
        let class = nodes.reference(nodes.subprogram_at(location)?, Field::Scope)?;
        let element = self.first_argument(class, &ALLOCATORS)?;
        let is_pointer = nodes.tag(element) == "DW_TAG_pointer_type";
        (is_pointer || nodes.is_structure(element)).then_some(element)
    }

    /// The first template argument of a class, if its name is one of these.
    fn first_argument(&self, class: MetadataId, names: &[&str]) -> Option<MetadataId> {
        let nodes = self.nodes;
        let name = nodes.text(class, Field::Name);
        if !names.contains(&name.split_once('<')?.0) {
            return None;
        }
        nodes.bare(source_types::first_argument(nodes, class)?)
    }

    /// Where memory for a value of this type contains objects of classes; none if this is not known.
    pub fn of_value(&self, r#type: MetadataId) -> Option<Classes> {
        if self.receivers.classes.is_empty() { None } else { self.in_source_type(r#type) }
    }

    /// Where the memory at this address, of this type, contains objects of classes; none if this is not known.
    ///
    /// Optimisers use one stack variable for an object of a class and, before or after, for a member of the same size.
    /// The variable has either type.
    pub fn at(&self, address: ValueId, r#type: TypeId, is_optimized: bool) -> Option<Classes> {
        if self.receivers.classes.is_empty() {
            return None;
        }
        let size = self.view.types().size(r#type)?;
        let is_in_source = |it: &MetadataId| {
            let bare = self.nodes.bare(*it);
            bare.and_then(|it| self.nodes.number(it, Field::Size)) == Some(8 * size)
        };
        let of = |map: &FxHashMap<ValueId, Option<MetadataId>>| {
            map.get(&address).copied().flatten().filter(is_in_source)
        };
        if let Some(r#type) = of(&self.variables).or_else(|| of(&self.constructed)) {
            return self.in_source_type(r#type);
        }
        if self.has_names { self.in_type(r#type, is_optimized) } else { None }
    }

    /// Where memory of a type of the source, or of a class with a single member of this type, contains objects of
    /// classes. The name of a structured binding describes the object that it is a member of, and the constructor of a
    /// member constructs an aggregate.
    fn in_source_type(&self, r#type: MetadataId) -> Option<Classes> {
        let mut known = self.known.borrow_mut();
        let classes = known.entry(r#type).or_insert_with(|| {
            let mut classes = Classes::default();
            self.visit_source_type(&mut classes, r#type, 0, None, DEPTH)?;
            if let Some(class) = self.nodes.bare(r#type) {
                classes
                    .starts
                    .extend(self.of_class(class, &self.receivers.wrappers).map(|it| (0, it)));
            }
            Some(in_order(classes))
        });
        classes.clone()
    }

    /// The classes in a map that the description of a class fits.
    fn of_class<'m>(
        &self,
        class: MetadataId,
        map: &'m FxHashMap<String, Vec<Named>>,
    ) -> impl Iterator<Item = Class> + 'm {
        let named = name_in_source(self.nodes, class).and_then(|name| map.get(&name));
        let description = named.map(|_| Description::of(self.nodes, class));
        let named = named.into_iter().flatten();
        named
            .filter(move |it| description.as_ref().is_some_and(|other| it.description.fits(other)))
            .map(|it| it.class)
    }

    /// Adds the objects inside a type of the source, which begins at `start`; none if they are too many or unknown.
    /// `size` is its size if only its user knows it.
    fn visit_source_type(
        &self,
        classes: &mut Classes,
        r#type: MetadataId,
        start: u64,
        size: Option<u64>,
        depth: usize,
    ) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let nodes = self.nodes;
        let bare = nodes.bare(r#type)?;
        let size = nodes.number(bare, Field::Size).map(|bits| bits / 8).or(size);
        if classes.starts.len() + classes.anything.len() > MOST_OBJECTS {
            return None;
        }
        match nodes.tag(bare).as_str() {
            "DW_TAG_structure_type" | "DW_TAG_class_type" => {
                let offset = u32::try_from(start).ok()?;
                let own = self.of_class(bare, &self.receivers.classes);
                classes.starts.extend(own.map(|class| (offset, class)));
                if strings::is_identifier(&nodes.text(bare, Field::Identifier)) {
                    classes.text.push(range(start, size?)?);
                    return Some(());
                }
                if let Some(stored) = self.first_argument(bare, &BUFFERS) {
                    return self.visit_source_type(classes, stored, start, None, depth);
                }
                let elements = self.source_types.borrow_mut().elements(bare);
                if elements.is_empty() && size.is_none() && !nodes.has_flag(bare, "DIFlagFwdDecl") {
                    // A structure of Rust that takes no space.
                    return Some(());
                }
                // The description may be a declaration. Virtual bases may be anywhere in the whole object. An enum of Rust
                // contains one of its variants.
                if elements.is_empty()
                    || self.has_virtual_bases(bare, depth)
                    || has_variants(nodes, bare)
                {
                    classes.anything.push(range(start, size?)?);
                    return Some(());
                }
                for element in elements.iter() {
                    let start = start.checked_add(u64::try_from(element.start?).ok()?)?;
                    self.visit_source_type(classes, element.r#type, start, element.size, depth)?;
                }
            }
            "DW_TAG_array_type" => {
                let element = nodes.bare(nodes.reference(bare, Field::BaseType)?)?;
                let has_objects =
                    nodes.is_structure(element) || nodes.tag(element) == "DW_TAG_array_type";
                let stride = nodes.number(element, Field::Size).map(|bits| bits / 8);
                match stride {
                    Some(stride) if has_objects && stride > 0 => {
                        for number in 0..size? / stride {
                            let start = start.checked_add(number.checked_mul(stride)?)?;
                            self.visit_source_type(classes, element, start, None, depth)?;
                        }
                    }
                    _ => classes.anything.push(range(start, size?)?),
                }
            }
            "DW_TAG_base_type"
            | "DW_TAG_pointer_type"
            | "DW_TAG_reference_type"
            | "DW_TAG_rvalue_reference_type"
            | "DW_TAG_enumeration_type"
            | "DW_TAG_ptr_to_member_type" => {}
            _ => classes.anything.push(range(start, size?)?),
        }
        Some(())
    }

    /// Whether a class or one of its bases has virtual bases.
    fn has_virtual_bases(&self, class: MetadataId, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return true };
        let elements = self.source_types.borrow_mut().elements(class);
        let mut bases = elements.iter().filter(|it| it.is_base);
        bases.any(|it| {
            let base = self.nodes.bare(it.r#type);
            it.start.is_none() || base.is_none_or(|base| self.has_virtual_bases(base, depth))
        })
    }

    /// Where memory of a type of the IR contains objects of classes.
    fn in_type(&self, r#type: TypeId, is_optimized: bool) -> Option<Classes> {
        let Self { receivers, view, .. } = *self;
        let mut inside = Inside { receivers, view, classes: Classes::default() };
        inside.visit(r#type, 0, false, DEPTH)?;
        if is_optimized {
            match name_in_ir(view, r#type) {
                Some(TypeName::Class(name)) => {
                    let wrappers = receivers.wrappers.get(&name).into_iter().flatten();
                    inside.classes.starts.extend(wrappers.map(|it| (0, it.class)));
                }
                _ => inside.anything(0, view.types().size(r#type)?)?,
            }
        }
        Some(in_order(inside.classes))
    }
}

/// Whether a structure is an enum of Rust.
fn has_variants(nodes: DebugNodes, structure: MetadataId) -> bool {
    let mut elements = nodes.elements(structure).into_iter();
    elements.any(|it| nodes.tag(it) == "DW_TAG_variant_part")
}

/// Whether a function is `operator new`.
fn allocates(view: &View, function: ValueId) -> bool {
    ["_Znwm", "_ZnwmSt11align_val_t"].contains(&view.name_of(function))
}

fn in_order(mut classes: Classes) -> Classes {
    classes.starts.sort_unstable();
    classes.starts.dedup();
    classes
}

/// The start and end of memory.
fn range(start: u64, size: u64) -> Option<(u32, u32)> {
    let end = u32::try_from(start.checked_add(size)?).ok()?;
    Some((u32::try_from(start).ok()?, end))
}

/// Whether a module was compiled from one file, and not linked.
fn is_from_one_file(view: &View) -> bool {
    ["llvm.ident", "llvm.dbg.cu"].into_iter().all(|name| {
        let mut lists = view.facts().named_metadata.iter();
        lists.any(|row| view.text(row.name) == name && row.operand_count == 1)
    })
}

/// A structure of the IR that has a name.
#[derive(Debug, PartialEq, Eq)]
enum TypeName {
    /// It has the name of a class.
    Class(String),
    /// It is a union, or its name does not come from a class.
    Other,
}

/// The name of a type of the IR, if it has one.
fn name_in_ir(view: &View, r#type: TypeId) -> Option<TypeName> {
    let row = view.struct_name.first(r#type)?;
    Some(TypeName::of(view.text(row.name)))
}

impl TypeName {
    /// Clang writes `class.` or `struct.` before the name of a class, `.base` after it for the type without virtual bases
    /// and padding, and a number after names that exist already.
    fn of(name: &str) -> Self {
        let of_class = name.strip_prefix("class.").or_else(|| name.strip_prefix("struct."));
        let Some(name) = of_class else { return Self::Other };
        let name = without_number(name);
        let name = without_number(name.strip_suffix(".base").unwrap_or(name));
        last_part(name).map_or(Self::Other, Self::Class)
    }
}

fn without_number(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((before, number)) if number.bytes().all(|it| it.is_ascii_digit()) => before,
        _ => name,
    }
}

/// Visits the objects inside an object.
struct Inside<'a> {
    receivers: &'a Receivers,
    view: &'a View<'a>,
    classes: Classes,
}

impl Inside<'_> {
    /// Adds the objects inside a type, which begins at `start`; none if they are too many. `is_in_class` says whether it is
    /// in a class whose name is known. Clang omits the names in the types of some global variables.
    fn visit(
        &mut self,
        r#type: TypeId,
        start: u64,
        mut is_in_class: bool,
        depth: usize,
    ) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let types = self.view.types();
        let size = types.size(r#type)?;
        match types.kind(r#type)? {
            TypeKind::Struct => {
                match name_in_ir(self.view, r#type) {
                    Some(TypeName::Other) => return self.anything(start, size),
                    Some(TypeName::Class(name)) => {
                        is_in_class = true;
                        let start = u32::try_from(start).ok()?;
                        let classes = self.receivers.classes.get(&name).into_iter().flatten();
                        self.classes.starts.extend(classes.map(|it| (start, it.class)));
                    }
                    None if !is_in_class => return self.anything(start, size),
                    None => {}
                }
                for (field, offset) in types.fields(r#type) {
                    self.visit(field, start.checked_add(offset)?, is_in_class, depth)?;
                }
            }
            TypeKind::Array => {
                let (element, length) = types.elements(r#type)?;
                if !matches!(types.kind(element)?, TypeKind::Struct | TypeKind::Array) {
                    return self.anything(start, size);
                }
                let stride = types.stride(r#type)?;
                for number in 0..length {
                    let start = start.checked_add(number.checked_mul(stride)?)?;
                    self.visit(element, start, is_in_class, depth)?;
                    if self.classes.starts.len() + self.classes.anything.len() > MOST_OBJECTS {
                        return None;
                    }
                }
            }
            _ => {}
        }
        Some(())
    }

    fn anything(&mut self, start: u64, size: u64) -> Option<()> {
        self.classes.anything.push(range(start, size)?);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_names_of_classes() {
        let class = |name: &str| TypeName::Class(name.to_owned());
        assert_eq!(TypeName::of("class.Vector3"), class("Vector3"));
        assert_eq!(TypeName::of("class.Vector3.17"), class("Vector3"));
        assert_eq!(TypeName::of("struct.Vector3.base.17"), class("Vector3"));
        assert_eq!(TypeName::of("class.anon.4"), class("anon"));
        assert_eq!(TypeName::of("class.std::__cxx11::basic_string"), class("basic_string"));
        assert_eq!(TypeName::of("struct.(anonymous namespace)::Local"), class("Local"));
        assert_eq!(
            TypeName::of("struct.std::_Vector_base<int, std::allocator<int>>::_Vector_impl.3"),
            class("_Vector_impl")
        );
    }

    #[test]
    fn other_types_may_contain_anything() {
        for name in ["union.anon.2", "generator.Frame", "Node", "struct.A<&B::operator->>::C"] {
            assert_eq!(TypeName::of(name), TypeName::Other, "{name}");
        }
    }
}

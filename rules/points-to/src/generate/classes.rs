//! The classes of C++: those of member functions, and those in memory.
//!
//! Debug information gives the class of a member function. The classes in memory come from the types of the IR, which
//! clang names after classes. So temporary objects also have them. The names are compared without scopes and template
//! arguments. The linker unites types with the same members, whatever their names, so the names in linked modules are not
//! used.

use std::iter::successors;

use facts_schema::debug_info::{DebugNodes, Field, SourceVariable};
use facts_schema::view::View;
use facts_schema::{InstructionId, MetadataId, Opcode, TypeId, TypeKind, ValueId};
use rustc_hash::FxHashMap;

use super::moves::{Key, Moves, Purpose, Shift};
use super::parameters::Parameters;
use super::reached::always_reaches;
use super::source::Source;
use crate::offsets::{Class, Classes, OfClass, Step};

/// The maximum nesting of types.
const DEPTH: usize = 32;

/// The maximum number of objects in memory of a type.
const MOST_OBJECTS: usize = 4096;

/// The values of `this` in a module, and the names of their classes.
#[derive(Debug, Default)]
pub struct Receivers {
    /// By parameter or result: the object that it points to.
    receivers: FxHashMap<ValueId, OfClass>,
    /// By name.
    classes: FxHashMap<String, Class>,
    /// Whether the names of types are the names of classes.
    has_names: bool,
    /// By name of a class: the classes with a single member, at their start, that is of this class.
    wrappers: FxHashMap<String, Vec<Class>>,
}

impl Receivers {
    pub fn of(view: &View, parameters: &Parameters) -> Self {
        let nodes = view.debug_nodes();
        let mut receivers = Self::default();
        // In Microsoft's C++ ABI, `this` may be the address of a base.
        if view.facts().module.iter().any(|row| view.text(row.target_triple).contains("msvc")) {
            return receivers;
        }
        receivers.has_names = is_from_one_file(view);
        // By variable: its class, if it is `this`.
        let mut classes: FxHashMap<MetadataId, Option<OfClass>> = FxHashMap::default();
        for SourceVariable { value, variable, is_address, before } in nodes.local_variables() {
            let class = classes.entry(variable);
            let class = *class.or_insert_with(|| receivers.class_of_this(nodes, variable));
            let Some(object) = class else { continue };
            let value = match is_address {
                true => parameters.stored_in(value),
                false => Some(value),
            };
            if let (Some(value), Some(before)) = (value, before)
                && is_receiver(view, value, before)
            {
                let known = receivers.receivers.entry(value).or_insert(object);
                if object.least_size > known.least_size {
                    *known = object;
                }
            }
        }
        receivers
    }

    /// The object that a variable points to, if it is `this`.
    fn class_of_this(&mut self, nodes: DebugNodes, variable: MetadataId) -> Option<OfClass> {
        let is_this = nodes.text(variable, Field::Name) == "this"
            && nodes.has_flag(variable, "DIFlagObjectPointer");
        let r#type = is_this.then(|| nodes.reference(variable, Field::Type))??;
        let class = nodes.bare(nodes.pointee(r#type)?).filter(|it| nodes.is_structure(*it))?;
        let name = name_in_source(nodes, class)?;
        let least_size = least_size(nodes, class, DEPTH);
        if least_size == 0 {
            return None;
        }
        let next = Class(self.classes.len() as u32);
        let number = *self.classes.entry(name).or_insert(next);
        let members = successors(Some(class), |it| only_member(nodes, *it)).skip(1).take(DEPTH);
        for name in members.filter_map(|it| name_in_source(nodes, it)) {
            self.wrappers.entry(name).or_default().push(number);
        }
        Some(OfClass { class: number, least_size })
    }

    /// The object that a parameter or the result of an instruction points to.
    pub fn object(&self, value: ValueId) -> Option<OfClass> {
        self.receivers.get(&value).copied()
    }

    /// Where memory of this type contains objects of classes; none if this is not known.
    ///
    /// Optimisers use one stack variable for an object of a class and, before or after, for a member of the same size. The
    /// variable has either type.
    pub fn classes_in(&self, view: &View, r#type: TypeId, is_optimized: bool) -> Option<Classes> {
        if self.classes.is_empty() || !self.has_names {
            return None;
        }
        let mut inside = Inside { receivers: self, view, classes: Classes::default() };
        inside.visit(r#type, 0, false, DEPTH)?;
        if is_optimized {
            match name_in_ir(view, r#type) {
                Some(Named::Class(name)) => {
                    let wrappers = self.wrappers.get(&name).into_iter().flatten();
                    inside.classes.starts.extend(wrappers.map(|class| (0, *class)));
                }
                _ => inside.anything(0, view.types().size(r#type)?)?,
            }
        }
        let mut classes = inside.classes;
        classes.starts.sort_unstable();
        classes.starts.dedup();
        Some(classes)
    }
}

/// Whether a module was compiled from one file, and not linked.
fn is_from_one_file(view: &View) -> bool {
    ["llvm.ident", "llvm.dbg.cu"].into_iter().all(|name| {
        let mut lists = view.facts().named_metadata.iter();
        lists.any(|row| view.text(row.name) == name && row.operand_count == 1)
    })
}

/// Restricts the results of instructions that are `this` of inlined functions.
pub fn restrict(source: &Source, moves: &mut Moves) {
    let mut restricted = FxHashMap::default();
    let mut restrict = |key: &mut Key| {
        if let Key::Value(value, 0) = *key
            && let Some(object) = source.receivers.object(value)
        {
            let whole = Key::Step(Purpose::Receiver, value.0, 0, 0);
            restricted.insert(value, Shift(*key, whole, Step::OfClass(object)));
            *key = whole;
        }
    };
    moves.shifts.iter_mut().for_each(|row| restrict(&mut row.0));
    moves.loads.iter_mut().for_each(|row| restrict(&mut row.0));
    moves.results.iter_mut().for_each(|row| restrict(&mut row.2));
    moves.shifts.extend(restricted.into_values());
}

/// Whether a value that is `this` before an instruction always is. Phis, which depend on the path, are left out.
fn is_receiver(view: &View, value: ValueId, before: InstructionId) -> bool {
    let definition = view.definition_of(value);
    let is_phi = definition.is_some_and(|it| view.opcode_of(it) == Some(Opcode::Phi));
    !is_phi && always_reaches(view, value, before)
}

/// The name of a class; none if it has no name.
fn name_in_source(nodes: DebugNodes, class: MetadataId) -> Option<String> {
    let name = nodes.text(class, Field::Name);
    if !name.is_empty() {
        return last_part(&name);
    }
    // Clang calls the type of a lambda `class.anon`.
    let is_closure = nodes.tag(class) == "DW_TAG_class_type"
        && nodes.elements(class).iter().any(|it| nodes.text(*it, Field::Name) == "operator()");
    is_closure.then(|| "anon".to_owned())
}

/// A structure of the IR that has a name.
#[derive(Debug, PartialEq, Eq)]
enum Named {
    /// It has the name of a class.
    Class(String),
    /// It is a union, or its name does not come from a class.
    Other,
}

/// The name of a type of the IR, if it has one.
fn name_in_ir(view: &View, r#type: TypeId) -> Option<Named> {
    let row = view.struct_name.first(r#type)?;
    Some(Named::of(view.text(row.name)))
}

impl Named {
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

/// The last part of a qualified name, without template arguments; none if it is not understood.
fn last_part(name: &str) -> Option<String> {
    let mut depth = 0;
    let mut last = String::new();
    for character in name.chars() {
        match character {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            ':' if depth == 0 => last.clear(),
            _ if depth == 0 => last.push(character),
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    (depth == 0 && !last.is_empty()).then_some(last)
}

/// The class of the member that has the same size as the class that it is in.
fn only_member(nodes: DebugNodes, class: MetadataId) -> Option<MetadataId> {
    let size = nodes.number(class, Field::Size)?;
    let types =
        nodes.elements(class).into_iter().filter_map(|it| nodes.reference(it, Field::BaseType));
    let mut classes = types.filter_map(|it| nodes.bare(it)).filter(|it| nodes.is_structure(*it));
    classes.find(|it| nodes.number(*it, Field::Size) == Some(size))
}

/// The number of bytes that every object of a type has: up to the start of a last array or union.
fn least_size(nodes: DebugNodes, r#type: MetadataId, depth: usize) -> u32 {
    let (Some(bare), Some(depth)) = (nodes.bare(r#type), depth.checked_sub(1)) else { return 0 };
    let bytes = |it, field| nodes.number(it, field).and_then(|it| u32::try_from(it / 8).ok());
    match nodes.tag(bare).as_str() {
        "DW_TAG_structure_type" | "DW_TAG_class_type" => {
            let members = nodes.elements(bare).into_iter().filter(|it| {
                let is_part = ["DW_TAG_member", "DW_TAG_inheritance"];
                is_part.contains(&nodes.tag(*it).as_str())
                    && !nodes.has_flag(*it, "DIFlagStaticMember")
                    && !nodes.has_flag(*it, "DIFlagVirtual")
            });
            let ends = members.filter_map(|it| {
                let size = least_size(nodes, nodes.reference(it, Field::BaseType)?, depth);
                let start = bytes(it, Field::Offset).unwrap_or(0);
                (size > 0).then(|| start.saturating_add(size))
            });
            ends.max().unwrap_or(0)
        }
        "DW_TAG_union_type" | "DW_TAG_array_type" => 0,
        _ => bytes(bare, Field::Size).unwrap_or(0),
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
                    Some(Named::Other) => return self.anything(start, size),
                    Some(Named::Class(name)) => {
                        is_in_class = true;
                        if let Some(class) = self.receivers.classes.get(&name) {
                            self.classes.starts.push((u32::try_from(start).ok()?, *class));
                        }
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
        let end = u32::try_from(start.checked_add(size)?).ok()?;
        self.classes.anything.push((u32::try_from(start).ok()?, end));
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_the_names_of_classes() {
        let class = |name: &str| Named::Class(name.to_owned());
        assert_eq!(Named::of("class.Vector3"), class("Vector3"));
        assert_eq!(Named::of("class.Vector3.17"), class("Vector3"));
        assert_eq!(Named::of("struct.Vector3.base.17"), class("Vector3"));
        assert_eq!(Named::of("class.anon.4"), class("anon"));
        assert_eq!(Named::of("class.std::__cxx11::basic_string"), class("basic_string"));
        assert_eq!(Named::of("struct.(anonymous namespace)::Local"), class("Local"));
        assert_eq!(
            Named::of("struct.std::_Vector_base<int, std::allocator<int>>::_Vector_impl.3"),
            class("_Vector_impl")
        );
    }

    #[test]
    fn other_types_may_contain_anything() {
        for name in ["union.anon.2", "generator.Frame", "Node", "struct.A<&B::operator->>::C"] {
            assert_eq!(Named::of(name), Named::Other, "{name}");
        }
    }
}

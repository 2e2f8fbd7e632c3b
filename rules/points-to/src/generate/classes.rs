//! The classes of C++ and the structures of Rust: those of member functions, and those in memory.
//!
//! Debug information gives the class of a member function, and [those in memory](in_memory).
//!
//! In Rust, this concerns the methods of trait objects: `&self` is a valid reference to a structure. Programs and std use
//! one structure for memory with other type arguments, so type arguments are not compared.

pub mod in_memory;
mod strings;

use std::iter::successors;

use facts_schema::debug_info::{DebugNodes, Field, SourceVariable};
use facts_schema::view::View;
use facts_schema::{InstructionId, MetadataId, Opcode, ValueId};
use rustc_hash::FxHashMap;

use super::moves::{Key, Moves, Purpose, Shift};
use super::parameters::Parameters;
use super::reached::always_reaches;
use super::source::Source;
use super::trait_methods::TraitMethods;
use super::unoptimized::Unoptimized;
use crate::offsets::{Class, OfClass, Step};
use crate::source_types::identifier;

/// The maximum nesting of types.
const DEPTH: usize = 32;

/// The values of `this` and `self` in a module, and their classes.
#[derive(Debug, Default)]
pub struct Receivers {
    /// By parameter or result: the object that it points to.
    receivers: FxHashMap<ValueId, OfClass>,
    /// By the name of a class: the classes that have the name.
    classes: FxHashMap<String, Vec<Named>>,
    /// By the name of a class: the classes with a single member, at their start, that is of a class with the name.
    wrappers: FxHashMap<String, Vec<Named>>,
    /// The number of classes.
    count: u32,
}

/// A class that is known by the description of itself or of its member.
#[derive(Clone, Debug)]
struct Named {
    /// What is described.
    description: Description,
    /// The class.
    class: Class,
}

/// What distinguishes descriptions of classes with the same name, without scopes and template arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Description {
    /// The identifier in all files, if it has one.
    identifier: Option<String>,
    /// The line and the size, which distinguish classes that belong to one file.
    in_file: String,
}

impl Description {
    fn of(nodes: DebugNodes, class: MetadataId) -> Self {
        let text = |field| nodes.text(class, field);
        Self {
            identifier: identifier(nodes, class),
            in_file: format!("{}:{}", text(Field::Line), text(Field::Size)),
        }
    }

    /// Whether both may describe the same class. C describes classes without identifiers, and so does clang in some
    /// cases.
    fn fits(&self, other: &Self) -> bool {
        match (&self.identifier, &other.identifier) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        }
    }
}

impl Receivers {
    pub fn of(
        view: &View,
        parameters: &Parameters,
        methods: &TraitMethods,
        unoptimized: &Unoptimized,
    ) -> Self {
        let nodes = view.debug_nodes();
        let mut receivers = Self::default();
        // In Microsoft's C++ ABI, `this` may be the address of a base.
        if view.facts().module.iter().any(|row| view.text(row.target_triple).contains("msvc")) {
            return receivers;
        }
        // Whether a variable belongs to a method itself, and not to a function that was inlined into it.
        let is_of_method = |variable, before| {
            let function = view.function_of(before).filter(|it| methods.contain(*it));
            let row = function.and_then(|it| view.function.first(it));
            unoptimized.has(view, before)
                && row.is_some_and(|row| {
                    nodes.attachment(row.value) == nodes.reference(variable, Field::Scope)
                })
        };
        // By variable: its class, if it is `this` or `self`.
        let mut classes: FxHashMap<MetadataId, Option<OfClass>> = FxHashMap::default();
        for SourceVariable { value, variable, is_address, before } in nodes.local_variables() {
            let class = classes.entry(variable);
            let class = *class.or_insert_with(|| {
                let of_this = receivers.class_of_this(nodes, variable);
                let is_of_method = || before.is_some_and(|it| is_of_method(variable, it));
                of_this
                    .or_else(|| is_of_method().then(|| receivers.class_of_self(nodes, variable))?)
            });
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
        receivers.add_strings(view);
        receivers
    }

    /// Adds the strings that their member functions without a body receive.
    fn add_strings(&mut self, view: &View) {
        let nodes = view.debug_nodes();
        for (class, of_class) in strings::classes(nodes) {
            let Some(object) = self.class_of(nodes, class) else { continue };
            for value in strings::parameters(view, &of_class) {
                self.receivers.insert(value, object);
            }
        }
    }

    /// The object that a variable points to, if it is `this`.
    fn class_of_this(&mut self, nodes: DebugNodes, variable: MetadataId) -> Option<OfClass> {
        let is_this = nodes.text(variable, Field::Name) == "this"
            && nodes.has_flag(variable, "DIFlagObjectPointer");
        let r#type = is_this.then(|| nodes.reference(variable, Field::Type))??;
        let class = nodes.bare(nodes.pointee(r#type)?).filter(|it| nodes.is_structure(*it))?;
        self.class_of(nodes, class)
    }

    /// The structure that a variable of a method of Rust refers to, if it is `&self` or `&mut self`.
    fn class_of_self(&mut self, nodes: DebugNodes, variable: MetadataId) -> Option<OfClass> {
        let is_self = nodes.text(variable, Field::Name) == "self";
        let r#type = is_self.then(|| nodes.reference(variable, Field::Type))??;
        if !nodes.text(r#type, Field::Name).starts_with('&') {
            return None;
        }
        let class = nodes.bare(nodes.pointee(r#type)?).filter(|it| nodes.is_structure(*it))?;
        let description = Description { identifier: None, ..Description::of(nodes, class) };
        self.class_with(nodes, class, description)
    }

    /// An object of the class that is described.
    fn class_of(&mut self, nodes: DebugNodes, class: MetadataId) -> Option<OfClass> {
        self.class_with(nodes, class, Description::of(nodes, class))
    }

    /// An object of the class that has this description.
    fn class_with(
        &mut self,
        nodes: DebugNodes,
        class: MetadataId,
        description: Description,
    ) -> Option<OfClass> {
        let name = name_in_source(nodes, class)?;
        let least_size = least_size(nodes, class, DEPTH);
        if least_size == 0 {
            return None;
        }
        let known = self.classes.entry(name).or_default();
        let same = known.iter().find(|it| it.description == description);
        let number = same.map_or(Class(self.count), |it| it.class);
        if number == Class(self.count) {
            self.count += 1;
            known.push(Named { description, class: number });
            let members = successors(Some(class), |it| only_member(nodes, *it)).skip(1).take(DEPTH);
            for member in members {
                if let Some(name) = name_in_source(nodes, member) {
                    let description = Description::of(nodes, member);
                    let of_member = self.wrappers.entry(name).or_default();
                    of_member.push(Named { description, class: number });
                }
            }
        }
        let is_copied_as_bytes = !nodes.has_flag(class, "DIFlagTypePassByReference");
        Some(OfClass { class: number, least_size, is_copied_as_bytes })
    }

    /// The object that a parameter or the result of an instruction points to.
    pub fn object(&self, value: ValueId) -> Option<OfClass> {
        self.receivers.get(&value).copied()
    }
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

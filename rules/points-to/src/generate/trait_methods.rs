//! Calls of the methods of Rust's trait objects.
//!
//! A pointer to a trait object comes with a pointer to a virtual table of its trait (or of a trait derived from it, after
//! the object was upcast). Unsafe code cannot change this: another table is undefined behaviour. So a method that is
//! called is not loaded from anything but a virtual table, and not from one of an unrelated trait.
//!
//! rustc marks loads from virtual tables as invariant. Debug information gives the trait of a table. It also gives the
//! trait of an object where the pointer to its table is loaded or received, in functions that are not optimised.
//!
//! | module | what it is |
//! |---|---|
//! | `tables` | The virtual tables of a module, and their traits. |
//!
//! **Scope: module.**

mod tables;

use facts_schema::debug_info::Field;
use facts_schema::view::View;
use facts_schema::{FunctionId, InstructionId, MetadataId, Opcode, ValueId, ValueKind};
use rustc_hash::{FxHashMap, FxHashSet};

use self::tables::Tables;
use super::moves::{Key, Moves, Purpose, Shift};
use super::unoptimized::Unoptimized;
use crate::offsets::{POINTER, Step, Trait};
use crate::source_types::{self, Leaf, TypedOffset};
use crate::typed_pointers::TypedPointers;

/// The maximum number of values through which a pointer to a table is followed back.
const DEPTH: usize = 8;

/// The names of the pointers to the table in the description of a pointer to a trait object.
const TABLE_MEMBER: &str = "vtable";

/// The functions that drop an object of the type that is their first type argument.
const DROPPING: [&str; 2] = ["drop_in_place", "drop_slow"];

/// The methods that calls find in virtual tables of traits.
#[derive(Debug, Default)]
pub struct TraitMethods {
    /// By virtual table: the traits that it may be a table of, in order.
    tables: FxHashMap<ValueId, Vec<Trait>>,
    /// By load of the address of a method: the trait of the object, if it is known.
    loads: FxHashMap<InstructionId, Option<Trait>>,
    /// The functions in virtual tables.
    methods: FxHashSet<FunctionId>,
}

impl TraitMethods {
    /// Whether a function is in a virtual table.
    pub fn contain(&self, function: FunctionId) -> bool {
        self.methods.contains(&function)
    }

    /// The methods in a module with virtual tables of Rust. `pointers` are known if a function is not optimised.
    pub fn of(
        view: &View,
        unoptimized: &Unoptimized,
        mut pointers: Option<&mut TypedPointers>,
    ) -> Self {
        let tables = Tables::of(view);
        if tables.is_empty() {
            return Self::default();
        }
        let mut methods = Self {
            tables: tables.traits(view),
            methods: tables.methods(view).collect(),
            ..Self::default()
        };
        for row in &view.facts().load_instruction {
            if is_of_method(view, row.instruction)
                && let Some((table, _)) = view.base_with_offset(row.address)
            {
                let is_described = unoptimized.has(view, row.instruction);
                let name = pointers.as_mut().filter(|_| is_described).and_then(|pointers| {
                    trait_of(view, pointers, table, DEPTH)
                        .or_else(|| trait_of_dropped(view, row.instruction))
                });
                let known = name.and_then(|name| tables.trait_named(&name));
                methods.loads.insert(row.instruction, known);
            }
        }
        methods
    }

    /// The traits that a variable may be the virtual table of; empty if this is not known.
    pub fn traits_of(&self, variable: ValueId) -> &[Trait] {
        self.tables.get(&variable).map_or(&[], Vec::as_slice)
    }

    /// Restricts the addresses of methods in a function to virtual tables.
    pub fn restrict(&self, view: &View, moves: &mut Moves) {
        for load in &mut moves.loads {
            if let Key::Value(result, 0) = load.0
                && let Some(instruction) = view.definition_of(result)
                && let Some(of_trait) = self.loads.get(&instruction)
            {
                let method = Key::Step(Purpose::Method, instruction.0, 0, 0);
                moves.shifts.push(Shift(method, load.1, Step::OfTrait(*of_trait)));
                load.1 = method;
            }
        }
    }
}

/// Whether an instruction loads the address of a method, or of the function that drops an object, from a virtual table:
/// it is only called, or compared.
fn is_of_method(view: &View, load: InstructionId) -> bool {
    if view.attachment(load, "invariant.load").is_none() {
        return false;
    }
    let Some(result) = view.result_of(load) else { return false };
    let mut uses = view.value_use().all(result).iter().peekable();
    uses.peek().is_some()
        && uses.all(|it| match view.call_instruction.first(it.instruction) {
            Some(call) => {
                let arguments = view.call_argument.all(it.instruction);
                call.callee == result && arguments.iter().all(|row| row.argument != result)
            }
            None => view.opcode_of(it.instruction) == Some(Opcode::ICmp),
        })
}

/// The trait of the objects whose table a pointer points to.
fn trait_of(
    view: &View,
    pointers: &mut TypedPointers,
    table: ValueId,
    depth: usize,
) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    if view.kind_of(table) == Some(ValueKind::Argument) {
        // Parameters are stored in the variables that describe them.
        let uses = view.value_use().all(table).iter();
        let mut stores = uses.filter_map(|it| view.store_instruction.first(it.instruction));
        return stores.find_map(|row| {
            let is_stored = row.value == table;
            is_stored.then(|| trait_at(view, pointers, row.address))?
        });
    }
    let instruction = view.definition_of(table)?;
    match view.opcode_of(instruction)? {
        Opcode::Load => {
            let address = view.load_instruction.first(instruction)?.address;
            trait_at(view, pointers, address)
        }
        // Results with two parts are pointers to trait objects.
        Opcode::ExtractValue => {
            let row = view.extractvalue_instruction.first(instruction)?;
            if let Some(inserted) = inserted(view, row.aggregate, instruction) {
                return trait_of(view, pointers, inserted, depth);
            }
            let call = view.call_instruction.first(view.definition_of(row.aggregate)?)?;
            let nodes = view.debug_nodes();
            let r#type = source_types::result(nodes, nodes.attachment(call.callee)?)?;
            let leaf = pointers.types.leaf(TypedOffset { r#type, offset: POINTER.into() })?;
            trait_of_leaf(view, pointers, &leaf)
        }
        _ => None,
    }
}

/// The value that was inserted into an aggregate where an instruction extracts it.
fn inserted(view: &View, mut aggregate: ValueId, extract: InstructionId) -> Option<ValueId> {
    let index = |it: InstructionId| match view.aggregate_index.all(it) {
        [index] => Some(index.member_index),
        _ => None,
    };
    for _ in 0..DEPTH {
        let row = view.insertvalue_instruction.first(view.definition_of(aggregate)?)?;
        if index(row.instruction) == index(extract) {
            return Some(row.value);
        }
        aggregate = row.aggregate;
    }
    None
}

/// The trait of the objects that the function which an instruction was written in drops.
fn trait_of_dropped(view: &View, instruction: InstructionId) -> Option<String> {
    let nodes = view.debug_nodes();
    let location = view.instruction_location.first(instruction)?.location;
    let name = nodes.text(nodes.subprogram_at(location)?, Field::Name);
    let is_of_one = DROPPING.contains(&without_arguments(&name));
    is_of_one.then(|| trait_of_pointer(&name).map(key))?
}

/// The trait of the objects whose pointers to tables are at an address.
fn trait_at(view: &View, pointers: &mut TypedPointers, address: ValueId) -> Option<String> {
    let leaf = pointers.leaf(address, 0).or_else(|| leaf_by_use(view, pointers, address))?;
    trait_of_leaf(view, pointers, &leaf)
}

/// The member at an address, according to the variables of the source in which the address of its surroundings is stored.
fn leaf_by_use(view: &View, pointers: &mut TypedPointers, address: ValueId) -> Option<Leaf> {
    let (base, offset) = view.base_with_offset(address).unwrap_or((address, 0));
    let mut stores = view.value_use().all(base).iter().filter_map(|it| {
        view.store_instruction.first(it.instruction).filter(|row| row.value == base)
    });
    stores.find_map(|row| {
        let variable = pointers.leaf(row.address, 0)?;
        let r#type = view.debug_nodes().pointee(variable.r#type?)?;
        pointers.types.leaf(TypedOffset { r#type, offset })
    })
}

/// The trait of the objects whose pointers to tables are a member of a structure.
fn trait_of_leaf(view: &View, pointers: &TypedPointers, leaf: &Leaf) -> Option<String> {
    let nodes = view.debug_nodes();
    let [member] = leaf.members[..] else { return None };
    let structure = pointers.types.description(member.structure)?;
    let is_table = |it: &MetadataId| {
        nodes.text(*it, Field::Name) == TABLE_MEMBER
            && nodes.number(*it, Field::Offset) == Some(u64::from(member.offset) * 8)
    };
    nodes.elements(structure).iter().any(is_table).then_some(())?;
    trait_of_pointer(&nodes.text(structure, Field::Name)).map(key)
}

/// The trait in the name of a virtual table, such as `<A as Shape<u8>>::{vtable}`.
fn trait_of_table(name: &str) -> Option<&str> {
    let inside = name.strip_suffix(">::{vtable}")?.strip_prefix('<')?;
    let at = top_level(inside).find(|at| inside[*at..].starts_with(" as "))?;
    Some(&inside[at + " as ".len()..])
}

/// The trait in the name of a pointer to a trait object, such as `&dyn Shape<u8, Output=()>`, `Box<dyn Shape + Send>`
/// or `*const RcInner<dyn Shape>`; none if there are several traits.
fn trait_of_pointer(name: &str) -> Option<&str> {
    const OBJECT: &str = "dyn ";
    let start = name.find(OBJECT)? + OBJECT.len();
    let rest = &name[start..];
    let is_end =
        |at: &usize| rest[*at..].starts_with([',', '>', ')', ']']) || rest[*at..].starts_with(" +");
    let end = top_level(rest).find(is_end).unwrap_or(rest.len());
    // The object may be the last of several type arguments.
    let is_first = !name[..start].contains(',');
    (is_first && !rest[end..].contains(OBJECT)).then(|| &rest[..end])
}

/// The name of a trait without associated types, which the names of its virtual tables lack.
fn key(name: &str) -> String {
    let Some((path, arguments)) = name.split_once('<') else { return name.to_owned() };
    let arguments = arguments.strip_suffix('>').unwrap_or(arguments);
    let commas = top_level(arguments).filter(|at| arguments[*at..].starts_with(','));
    let mut start = 0;
    let mut kept = Vec::new();
    for end in commas.chain([arguments.len()]) {
        let argument = arguments[start..end].trim();
        let is_associated = top_level(argument).any(|at| argument[at..].starts_with('='));
        if !is_associated && !argument.is_empty() {
            kept.push(argument);
        }
        start = end + 1;
    }
    if kept.is_empty() { path.to_owned() } else { format!("{path}<{}>", kept.join(", ")) }
}

/// The positions in a name that are not inside brackets, where a closing bracket without an opening one is outside.
fn top_level(name: &str) -> impl Iterator<Item = usize> {
    let mut depth = 0_usize;
    let mut previous = ' ';
    name.char_indices().filter_map(move |(at, character)| {
        let is_arrow = character == '>' && previous == '-';
        previous = character;
        let is_outside = depth == 0;
        match character {
            '<' | '(' | '[' | '{' => depth += 1,
            '>' | ')' | ']' | '}' if !is_arrow => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_outside.then_some(at)
    })
}

/// The name of a function without its type arguments.
pub(super) fn without_arguments(name: &str) -> &str {
    name.split('<').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_have_traits() {
        let name =
            "<a::main::{closure_env#0} as core::ops::function::Fn<(&str, fn(u8) -> u8)>>::{vtable}";
        let expected = "core::ops::function::Fn<(&str, fn(u8) -> u8)>";
        assert_eq!(trait_of_table(name), Some(expected));
        assert_eq!(trait_of_table("<Vec<<A as B>::C> as a::Shape>::{vtable}"), Some("a::Shape"));
        assert_eq!(trait_of_table("a::TABLE"), None);
    }

    #[test]
    fn names_of_pointers_have_traits() {
        let found = |name| trait_of_pointer(name).map(key);
        let shape = Some("a::Shape".to_owned());
        assert_eq!(found("&dyn a::Shape"), shape);
        assert_eq!(found("alloc::boxed::Box<dyn a::Shape, alloc::alloc::Global>"), shape);
        assert_eq!(found("&mut (dyn a::Shape + core::marker::Send)"), shape);
        assert_eq!(found("*const alloc::rc::RcInner<core::cell::RefCell<dyn a::Shape>>"), shape);
        assert_eq!(
            found("&dyn core::ops::function::Fn<(&str, alloc::vec::Vec<u8>), Output=bool>"),
            Some("core::ops::function::Fn<(&str, alloc::vec::Vec<u8>)>".to_owned())
        );
        assert_eq!(
            found("&dyn core::iter::Iterator<Item=u8>"),
            Some("core::iter::Iterator".to_owned())
        );
        assert_eq!(found("&a::Two<u8, dyn a::Shape>"), None);
        assert_eq!(found("&a::Two<dyn a::One, dyn a::Shape>"), None);
        assert_eq!(found("&[u8]"), None);
    }
}

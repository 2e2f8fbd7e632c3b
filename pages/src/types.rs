//! Types: their layout, and the functions that use them.

use std::collections::BTreeMap;

use bit_fields::debug_info::DebugInfo;
use facts_schema::debug_info::Field;
use facts_schema::{EntityId, FunctionId, MetadataId, TypeFlag, TypeId};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::code::with_types_marked;
use crate::output::{Output, Written};
use crate::program::Program;
use crate::type_names::type_name;

/// The maximum number of functions listed that use a type.
const LISTED: usize = 200;

/// A structure of the module or of the source.
#[derive(Clone, Copy)]
enum Shown {
    Module(TypeId),
    Source(MetadataId),
}

/// A type.
#[derive(Default, Serialize)]
struct Data {
    /// The size in bits, if it is known.
    size: Option<u64>,
    /// The alignment in bytes.
    align: Option<u32>,
    packed: bool,
    /// The name, the type, the first bit, the number of bits, whether it is a bit field, and the number of its type.
    fields: Vec<(String, String, u64, u64, bool, i64)>,
    /// The functions that use it, with the number of uses.
    users: Vec<(u32, u32)>,
    user_count: usize,
    /// File and line.
    place: Option<(i64, u32)>,
    /// The number of the corresponding structure of the source or module.
    other: Option<usize>,
}

/// The types that have a page, with their names.
fn list(program: &Program, debug: &DebugInfo) -> Vec<(Shown, String)> {
    let nodes = program.view.debug_nodes();
    let of_module = program
        .facts
        .struct_type
        .iter()
        .map(|row| (Shown::Module(row.r#type), program.facts.symbol(row.r#type)));
    let is_named = |node: &MetadataId| debug.declared(*node).is_some_and(|it| !it.name.is_empty());
    let of_source = debug.all().into_iter().filter(is_named);
    let of_source = of_source.map(|node| (Shown::Source(node), type_name(nodes, Some(node))));
    let mut all: Vec<_> = of_module.chain(of_source).collect();
    // Links identify types by name, so duplicates after the first have a number.
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for (_, name) in &mut all {
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            *name += &format!(" ({count})");
        }
    }
    all
}

/// The names of the types that have a page.
pub fn names(program: &Program) -> Vec<String> {
    let debug = DebugInfo::new(&program.view);
    list(program, &debug).into_iter().map(|(_, name)| name).collect()
}

/// The members of source structures, for the search: each with the number of its type.
pub fn members(program: &Program) -> Vec<(String, usize)> {
    let debug = DebugInfo::new(&program.view);
    let mut members = Vec::new();
    for (number, (shown, _)) in list(program, &debug).iter().enumerate() {
        if let Shown::Source(node) = shown {
            let declared = debug.declared(*node).map_or(&[][..], |it| &it.members);
            let names = declared.iter().map(|it| it.name.clone()).filter(|it| !it.is_empty());
            members.extend(names.map(|name| (name, number)));
        }
    }
    members
}

/// Writes all types.
pub fn write(program: &Program, output: &Output) -> Written {
    let debug = DebugInfo::new(&program.view);
    let all = list(program, &debug);
    let mut numbers: FxHashMap<MetadataId, usize> = FxHashMap::default();
    let mut by_name: FxHashMap<(String, u64), usize> = FxHashMap::default();
    for (number, (shown, _)) in all.iter().enumerate() {
        if let Shown::Source(node) = shown {
            numbers.insert(*node, number);
            if let Some(declared) = debug.declared(*node) {
                by_name.entry((declared.name.clone(), declared.size)).or_insert(number);
            }
        }
    }
    let of_module: FxHashMap<TypeId, usize> = all
        .iter()
        .enumerate()
        .filter_map(|(number, (shown, _))| match shown {
            Shown::Module(it) => Some((*it, number)),
            Shown::Source(_) => None,
        })
        .collect();
    let context = Context { program, debug: &debug, numbers: &numbers, of_module: &of_module };
    let users = context.users_of_module();
    let users_of_source = context.users_of_source();
    let mut data: Vec<Data> = all
        .iter()
        .map(|(shown, _)| match shown {
            Shown::Module(r#type) => context.module_type(*r#type, users.get(r#type)),
            Shown::Source(node) => context.source_type(*node, users_of_source.get(node)),
        })
        .collect();
    for (number, (shown, name)) in all.iter().enumerate() {
        let Shown::Module(_) = shown else { continue };
        let Some((_, bare)) = name.split_once('.') else { continue };
        let bare = bare.trim_end_matches('"');
        let size = data[number].size.unwrap_or(0);
        if let Some(&source) = by_name.get(&(bare.to_owned(), size)) {
            data[number].other = Some(source);
            data[source].other = Some(number);
        }
    }
    output.chunk("types", &data)
}

type Users = BTreeMap<FunctionId, u32>;

struct Context<'c, 'a> {
    program: &'c Program<'a>,
    debug: &'c DebugInfo<'c, 'a>,
    numbers: &'c FxHashMap<MetadataId, usize>,
    of_module: &'c FxHashMap<TypeId, usize>,
}

impl Context<'_, '_> {
    fn module_type(&self, r#type: TypeId, users: Option<&Users>) -> Data {
        let view = &self.program.view;
        let layout = view.type_layout.first(r#type);
        let offsets = view.struct_field_offset.all(r#type);
        let fields = view.struct_field.all(r#type).iter().map(|row| {
            let offset = offsets.iter().find(|it| it.position == row.position);
            let size = view.types().size(row.field_type).unwrap_or(0) * 8;
            let text = with_types_marked(&self.program.facts.symbol(row.field_type));
            let link = self.of_module.get(&row.field_type).map_or(-1, |it| *it as i64);
            let offset = offset.map_or(0, |it| it.offset * 8);
            (format!("#{}", row.position), text, offset, size, false, link)
        });
        let mut fields: Vec<_> = fields.collect();
        // The bit fields derived from code, if there is no debug information.
        let derived = &self.program.content.derived;
        let structures = derived.structure_type.iter().filter(|row| row.r#type == r#type);
        for structure in structures {
            for row in derived.bit_field.iter().filter(|it| it.structure == structure.structure) {
                let name = derived.symbol(row.bit_field);
                fields.push((
                    name,
                    format!("{} bits", row.width),
                    row.bit_offset,
                    row.width.into(),
                    true,
                    -1,
                ));
            }
        }
        let users = users.cloned().unwrap_or_default();
        Data {
            size: layout.map(|it| it.allocation_size * 8),
            align: layout.map(|it| it.abi_alignment),
            packed: view.has_type_flag(r#type, TypeFlag::Packed),
            fields,
            user_count: users.len(),
            users: most(users),
            ..Data::default()
        }
    }

    fn source_type(&self, node: MetadataId, users: Option<&Users>) -> Data {
        let nodes = self.program.view.debug_nodes();
        let Some(declared) = self.debug.declared(node) else { return Data::default() };
        let fields = declared.members.iter().map(|member| {
            let r#type = nodes.reference(member.node, Field::BaseType);
            let target = r#type.and_then(|it| self.structure(it));
            let name =
                if member.is_base { format!("base {}", member.name) } else { member.name.clone() };
            let link = target.map_or(-1, |it| it as i64);
            (name, type_name(nodes, r#type), member.offset, member.size, member.is_bit_field, link)
        });
        let users = users.cloned().unwrap_or_default();
        let file = nodes
            .reference(node, Field::File)
            .and_then(|it| self.program.view.source_file.first(it));
        let file = file.and_then(|row| self.program.file(&self.program.facts.display(row.name)));
        let line = nodes.number(node, Field::Line).unwrap_or(0) as u32;
        Data {
            size: Some(declared.size),
            fields: fields.collect(),
            user_count: users.len(),
            users: most(users),
            place: file.map(|file| (file.into(), line)),
            ..Data::default()
        }
    }

    /// The number of the structure that a source type is, points to, or is an array of.
    fn structure(&self, mut node: MetadataId) -> Option<usize> {
        let nodes = self.program.view.debug_nodes();
        for _ in 0..8 {
            if let Some(&number) = self.numbers.get(&node) {
                return Some(number);
            }
            node = nodes.reference(node, Field::BaseType)?;
        }
        None
    }

    /// The functions that allocate, load, store or index values of each type.
    fn users_of_module(&self) -> FxHashMap<TypeId, Users> {
        let facts = self.program.facts;
        let allocas = facts.alloca_instruction.iter().map(|row| (row.instruction, row.r#type));
        let loads = facts.load_instruction.iter().map(|row| (row.instruction, row.r#type));
        let steps =
            facts.getelementptr_instruction.iter().map(|row| (row.instruction, row.source_type));
        let mut users: FxHashMap<TypeId, Users> = FxHashMap::default();
        for (instruction, r#type) in allocas.chain(loads).chain(steps) {
            if self.of_module.contains_key(&r#type)
                && let Some(function) = self.program.view.function_of(instruction)
            {
                *users.entry(r#type).or_default().entry(function).or_default() += 1;
            }
        }
        users
    }

    /// The functions with variables of each structure, or pointers to it.
    fn users_of_source(&self) -> FxHashMap<MetadataId, Users> {
        let nodes = self.program.view.debug_nodes();
        let by_number: FxHashMap<usize, MetadataId> =
            self.numbers.iter().map(|(node, number)| (*number, *node)).collect();
        let mut users: FxHashMap<MetadataId, Users> = FxHashMap::default();
        for variable in nodes.local_variables() {
            let r#type = nodes.reference(variable.variable, Field::Type);
            let structure =
                r#type.and_then(|it| self.structure(it)).and_then(|it| by_number.get(&it));
            if let Some(structure) = structure
                && let Some((function, _)) = self.program.local(variable.value)
            {
                *users.entry(*structure).or_default().entry(function).or_default() += 1;
            }
        }
        users
    }
}

/// The functions that use a type most often.
fn most(users: Users) -> Vec<(u32, u32)> {
    let mut rows: Vec<_> =
        users.into_iter().map(|(function, count)| (function.number(), count)).collect();
    rows.sort_by_key(|(function, count)| (u32::MAX - count, *function));
    rows.truncate(LISTED);
    rows
}

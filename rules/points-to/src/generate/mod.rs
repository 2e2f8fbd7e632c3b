//! From facts to constraints.
//!
//! | module | what it is |
//! |---|---|
//! | `values`, `locals`, `memory`, `calls`, `exceptions` | The programs that run for each function: one rule for each way a pointer moves. |
//! | `paths`, `arithmetic`, `cycles` | How far an address is moved. |
//! | `flow`, `correlated` | Where control comes from, and what depends on it. |
//! | `globals`, `constants`, `callees`, `roots` | The programs that run for the module: what lies in global variables, which constants matter, what is called that is not a function, where the program starts and with what. |
//! | `type_infos` | What handlers of exceptions catch. |
//! | `unwinding` | What arrives at handlers of exceptions, once a first solution says what calls may be of. |
//! | `casts` | Where `dynamic_cast` and handlers of exceptions lead to. |
//! | `dead_blocks` | Blocks that never run, as callers say by constants. |
//! | `member_pointers` | Where calls through pointers to members lead to. |
//! | `construction` | Pointers to virtual tables that constructors overwrite. |
//! | `once` | What is left for functions that run once. |
//! | `strong` | Memory that is followed in the order of execution, once a first solution says which. |
//! | `by_object` | Calls of what lies behind pointers, made once for each object, once a first solution says which. |
//! | `virtual_bases` | Steps over distances that lie in virtual tables, once solutions say in which. |
//! | `virtual_tables` | What lies in virtual tables. |
//! | `clones` | Which functions run in a context of their own for each direct call. |
//! | [`external_functions`] | Functions without a body. |
//! | `source`, `moves` | What programs ask beside the relations of the schema, and what they derive. |
//! | [`builder`], `numbering`, `objects`, `signatures`, `start` | How what they derive is numbered. |

mod arithmetic;
pub mod builder;
mod by_object;
mod callees;
mod calls;
mod casts;
mod clones;
mod constants;
mod construction;
mod correlated;
mod cycles;
mod dead_blocks;
mod exceptions;
pub mod external_functions;
mod flow;
mod globals;
mod locals;
mod member_pointers;
mod memory;
mod moves;
mod negative;
mod numbering;
mod objects;
mod once;
mod paths;
mod roots;
mod shapes;
mod signatures;
mod source;
mod start;
mod strong;
mod tags;
mod type_infos;
mod unwinding;
mod values;
mod virtual_bases;
mod virtual_tables;

#[cfg(test)]
mod tests;

use facts_schema::view::{Scope, View, rows_of_some};
use facts_schema::{Facts, FunctionId};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::constraints::{Constraints, FunctionInfo, FunctionKind};
use crate::model::Models;
use builder::Builder;
pub use by_object::{Suggestion, split};
use constants::program::Constant;
use external_functions::ExternalFunctions;
use flow::Flow;
use moves::{Key, Moves, Store};
use numbering::Numbering;
use objects::Objects;
use source::Source;
use start::start;
use strong::plan::Effects;
pub use strong::{may_update, update};
pub use virtual_bases::VirtualBases;
pub use virtual_tables::Slot;

/// Where a program starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Roots {
    /// At `main`; a module without it at each function that is visible from outside.
    #[default]
    Program,
    /// At these functions.
    Functions(Vec<FunctionId>),
    /// At all functions.
    All,
}

/// What is taken to be true of functions that nobody has modelled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// They do all that their attributes allow.
    #[default]
    Havoc,
    /// They do nothing.
    Ignore,
}

/// What constraints are made from besides facts.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// What functions without a body do.
    pub models: &'a Models,
    /// What those do that have no model.
    pub unknown: Unknown,
    /// Where the program starts.
    pub roots: &'a Roots,
}

/// The constraints of a module.
pub fn generate(facts: &Facts, settings: &Settings) -> Constraints {
    let source = Source::new(facts);
    let is_whole = casts::is_whole(&source.view, settings);
    let source = source.in_program(is_whole);
    let mut builder =
        Builder::new(vec![FunctionInfo::new(FunctionKind::Unknown); facts.function.len()]);
    builder.constraints().has_all_classes = is_whole;

    let (functions, module) = moves(&source);
    let objects = Objects::new(&source, functions.iter().flat_map(|moves| &moves.promoted));
    let mut numbering = Numbering::new(&mut builder, &source, &objects, None);
    let mut body = numbering.body(&module);
    let starts = start(&mut builder, &source, &objects, settings.roots, &mut body);
    builder.constraints().module = body;

    let mut external_functions = ExternalFunctions::new(&mut builder, &source, *settings);
    for (row, moves) in facts.function.iter().zip(&functions) {
        let function = row.function;
        if external_functions.is_one(function) {
            external_functions.fill(&mut builder, function);
            continue;
        }
        let mut numbering = Numbering::new(&mut builder, &source, &objects, Some(function));
        let mut body = numbering.body(moves);
        numbering.calls(moves, &FxHashMap::default(), &mut body);
        let info = signatures::info(&mut builder, &source, &objects, function, body);
        if let Some(place) = builder.function(function) {
            *place = info;
        }
    }
    external_functions.publish(&mut builder);
    let mut constraints = builder.finish();
    shapes::fill(&source, &mut constraints);
    let calls = clones::direct_calls(&mut constraints);
    if starts {
        clones::fill(&source, &calls, &mut constraints);
    }
    constraints
}

/// How pointers move: in each function, and in the module as a whole.
fn moves(source: &Source) -> (Vec<Moves>, Moves) {
    let functions = source.facts().function.par_iter().map(|row| {
        let has_body = source.view.has_body(row.function);
        if has_body { function_moves(source, row.function, None) } else { Moves::default() }
    });
    let functions: Vec<Moves> = functions.collect();

    let mut module = Moves::default();
    let scope = Scope::module(&source.view);
    let used = functions.iter().flat_map(Moves::used_values);
    let (constants,) = constants::program::run(scope, source, used);
    let outside = Scope::outside_functions(&source.view);
    among_values(outside, source, &constants, &mut module);
    globals::program::run(scope, source, &mut module);
    exceptions::add_types(source, &mut module);
    module.sort();
    (functions, module)
}

/// How pointers move in a function. What it does with cells of memory that are followed are `effects`.
fn function_moves(source: &Source, function: FunctionId, effects: Option<&Effects>) -> Moves {
    let Some(dead) = source.dead_blocks.get(&function) else {
        return moves_in(Scope::function(&source.view, function), source, function, effects);
    };
    let is_alive = |instruction| {
        let row = source.view.instruction.first(instruction);
        row.is_some_and(|row| !dead.contains(&row.block))
    };
    let range = source.view.instructions_of(function);
    let facts = rows_of_some(&source.view, &range, is_alive);
    let view = View::new(&facts);
    let scope = Scope::function(&source.view, function).with_instructions(&view);
    moves_in(scope, source, function, effects)
}

/// How pointers move by the instructions in `scope`, which are of `function`.
fn moves_in(
    scope: Scope,
    source: &Source,
    function: FunctionId,
    effects: Option<&Effects>,
) -> Moves {
    let mut moves = Moves::default();
    exceptions::program::run(scope, source, &mut moves);
    among_values(scope, source, &[], &mut moves);
    let flow = Flow::of(scope);
    locals::program::run(scope, source, &flow, flow.frontiers(), &mut moves);
    if let Some(effects) = effects {
        effects.run(scope, &flow, &mut moves);
    }
    moves.add_merges();
    let (promoted, known) = (moves.promoted.clone(), moves.known.clone());
    memory::program::run(scope, source, promoted, known, &mut moves);
    calls::program::run(scope, source, &mut moves);
    let added = source.construction.added_in(function).iter();
    moves.extend(
        added.map(|it| Store(Key::Value(it.object, 0), it.offset, Key::Value(it.table, 0))),
    );
    moves.sort();
    cycles::widen(&mut moves);
    tags::restrict(scope, source, &flow, &mut moves);
    correlated::split(scope, source, &flow, &mut moves);
    moves.sort();
    moves
}

/// How pointers move from value to value in a function, or in `constants`.
fn among_values(scope: Scope, source: &Source, constants: &[Constant], moves: &mut Moves) {
    let constants = constants.iter().copied();
    let (steps, leads) = paths::program::run(scope, source, constants.clone());
    values::program::run(scope, source, constants, steps, leads, moves);
}

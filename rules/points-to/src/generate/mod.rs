//! Generates constraints from facts.
//!
//! | module | what it is |
//! |---|---|
//! | `values`, `locals`, `memory`, `calls`, `exceptions` | The programs that run for each function: one rule for each kind of move. |
//! | `classes` | The classes of C++ objects in memory, and of `this`. |
//! | `parameters` | Parameters, and stack variables that hold them. |
//! | `paths`, `arithmetic`, `multiples`, `negative`, `cycles` | The distances by which addresses are moved. |
//! | `forwarding` | Loads that read what has just been stored. |
//! | `floating_point` | Floating-point values that are not pointers. |
//! | `integers` | Results of integer arithmetic that are not pointers. |
//! | `text` | Copies of text, which does not contain pointers. |
//! | `reached` | Instructions that control always reaches. |
//! | `flow`, `correlated`, `entries`, `different` | Control flow, and values that depend on it. |
//! | `users` | The instructions that use a value. |
//! | `globals`, `constants`, `callees`, `roots` | The programs that run for the module: the content of global variables, the relevant constants, callees that are not functions, and the entry points with their arguments. |
//! | `type_infos` | The exceptions that handlers catch. |
//! | `unwinding` | The exceptions that arrive at handlers, after a first solution has resolved calls. |
//! | `rethrown` | The exceptions that are thrown again. |
//! | `casts` | The targets of `dynamic_cast` and of exception handlers. |
//! | `cases` | The blocks of a function that run, by the number that its caller passes. |
//! | `handlers` | The types of the exceptions that each handler receives. |
//! | `member_pointers` | The targets of calls through pointers to members. |
//! | `unoptimized` | Functions of Rust that debug information describes exactly. |
//! | `allocated_pointers` | Pointers that only point to allocated memory. |
//! | `trait_methods` | Calls of the methods of trait objects. |
//! | `trait_offsets` | Offsets that depend on the alignment of trait objects. |
//! | `hash_tables` | Addresses in the middle of hash tables. |
//! | `boxes` | The types of the values in Rust's boxes. |
//! | `construction` | Pointers to virtual tables that constructors overwrite. |
//! | `catch_unwind` | The closures that `catch_unwind` of Rust runs. |
//! | `once` | The callables that are left for functions that run once. |
//! | `strong` | Flow-sensitive memory, chosen by a first solution. |
//! | `by_object` | Calls of functions loaded through pointers, split by object as a first solution suggests. |
//! | `table_steps` | Steps over distances that depend on virtual tables, resolved by solutions. |
//! | `virtual_tables` | The content of virtual tables. |
//! | `clones` | The functions that run in a context of their own for each direct call. |
//! | [`external_functions`] | Functions without a body. |
//! | `source`, `moves` | The inputs of programs in addition to the relations of the schema, and their outputs. |
//! | [`builder`], `numbering`, `objects`, `signatures`, `start` | The numbering of the outputs. |

mod allocated_pointers;
mod arithmetic;
mod boxes;
pub mod builder;
mod by_object;
mod c_memory;
mod callees;
mod calls;
mod cases;
mod casts;
mod catch_unwind;
mod classes;
mod clones;
mod constants;
mod construction;
mod correlated;
mod cycles;
mod different;
mod entries;
mod exceptions;
pub mod external_functions;
mod floating_point;
mod flow;
mod forwarding;
mod globals;
mod handlers;
mod hash_tables;
mod integers;
mod locals;
mod member_pointers;
mod memory;
mod moves;
mod multiples;
mod negative;
mod numbering;
mod objects;
mod once;
mod parameters;
mod paths;
mod reached;
mod rethrown;
mod roots;
mod shapes;
mod signatures;
mod source;
mod start;
mod strong;
mod table_steps;
mod tags;
mod text;
mod trait_methods;
mod trait_offsets;
mod type_infos;
mod unoptimized;
mod unwinding;
mod users;
mod values;
mod virtual_tables;

#[cfg(test)]
mod tests;

use facts_schema::view::{Scope, View};
use facts_schema::{Facts, FunctionId};
use rayon::prelude::*;

use crate::constraints::{Constraints, FunctionInfo, FunctionKind};
use crate::model::Models;
use builder::Builder;
pub use by_object::{Suggestion, split};
use cases::Case;
use constants::program::Constant;
use external_functions::ExternalFunctions;
use flow::Flow;
use moves::{Key, Moves, Store};
use numbering::{KnownSites, Numbering};
use objects::Objects;
use source::Source;
use start::start;
use strong::plan::Effects;
pub use strong::{may_update, update};
pub use table_steps::TableSteps;
pub use virtual_tables::Slot;

/// The entry points of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Roots {
    /// At `main`; in a module without it, at each externally visible function.
    #[default]
    Program,
    /// At these functions.
    Functions(Vec<FunctionId>),
    /// At all functions.
    All,
}

/// The assumptions about functions without a model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// They have all effects that their attributes allow.
    #[default]
    Havoc,
    /// They do nothing.
    Ignore,
}

/// The inputs of constraint generation besides facts.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// The models of functions without a body.
    pub models: &'a Models,
    /// The assumptions about functions without a model.
    pub unknown: Unknown,
    /// The entry points of the program.
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
        numbering.calls(moves, &KnownSites::default(), &mut body);
        let info = signatures::info(&mut builder, &source, &objects, function, body);
        if let Some(entry) = builder.function(function) {
            *entry = info;
        }
    }
    external_functions.publish(&mut builder);
    let mut constraints = builder.finish();
    shapes::fill(&source, &mut constraints);
    let calls = clones::direct_calls(&mut constraints);
    if starts {
        clones::fill(&source, calls, &mut constraints);
    }
    constraints
}

/// The moves of pointers in each function, and in the module as a whole.
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

/// The moves of pointers in a function. `effects` are its effects on followed cells of memory.
fn function_moves(source: &Source, function: FunctionId, effects: Option<&Effects>) -> Moves {
    let Some(cases) = source.cases.get(&function) else {
        return moves_in(Scope::function(&source.view, function), source, function, effects);
    };
    let in_case = |case: &Case| {
        let facts = case.rows(&source.view, function);
        let view = View::new(&facts);
        let scope = Scope::function(&source.view, function).with_instructions(&view);
        moves_in(scope, source, function, effects)
    };
    let each = cases.all().iter().map(in_case).collect();
    cases::given::combine(&source.view, cases, each).unwrap_or_else(|| in_case(&cases.joined()))
}

/// The moves of pointers by the instructions in `scope`, which belong to `function`.
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
    locals::run(scope, source, &flow, &mut moves);
    if let Some(effects) = effects {
        effects.run(scope, &flow, &mut moves);
    }
    forwarding::run(scope, source, &flow, &mut moves);
    moves.add_merges();
    let (promoted, known) = (moves.promoted.clone(), moves.known.clone());
    memory::program::run(scope, source, promoted, known, &mut moves);
    calls::program::run(scope, source, &mut moves);
    source.text_copies.remove(&source.view, &mut moves);
    source.unions.separate(&source.view, &mut moves);
    moves.sort();
    cycles::widen(&mut moves);
    classes::restrict(source, &mut moves);
    source.allocated_pointers.restrict(&mut moves);
    source.trait_methods.restrict(&source.view, &mut moves);
    tags::restrict(scope, source, &flow, &mut moves);
    entries::restrict(scope, source, &flow, &mut moves);
    different::restrict(scope, source, &flow, &mut moves);
    let added = source.construction.added_in(function).iter();
    moves.extend(
        added.map(|it| Store(Key::Value(it.object, 0), it.offset, Key::Value(it.table, 0))),
    );
    correlated::split(scope, source, &flow, &mut moves);
    moves.sort();
    moves
}

/// The moves of pointers from value to value in a function, or in `constants`.
fn among_values(scope: Scope, source: &Source, constants: &[Constant], moves: &mut Moves) {
    let constants = constants.iter().copied();
    let (never, steps, leads) = paths::program::run(scope, source, constants.clone());
    values::program::run(scope, source, constants, steps, leads, never, moves);
}

//! Strong updates: memory that only exists once at a time is analysed flow-sensitively, through calls, as far as a
//! first solution shows which memory instructions access (Lhoták and Chung, "Points-to Analysis with Efficient
//! Strong Updates", 2011).
//!
//! Loads from such memory are replaced: they give the values stored last on the paths to them. The result consists
//! of ordinary constraints again.
//!
//! | module | what it is |
//! |---|---|
//! | `plan` | Which memory is followed. |
//! | `writes`, `effects` | The effects of instructions, functions and calls on it. |
//! | `flow` | The values loaded, in each function. |

mod effects;
pub mod flow;
pub mod plan;
mod writes;

use std::collections::BTreeSet;

use facts_schema::view::{Scope, View};
use facts_schema::{Facts, FunctionId};
use rayon::prelude::*;

use super::builder::Builder;
use super::flow::Flow;
use super::function_moves;
use super::moves::Moves;
use super::numbering::{KnownSites, Numbering};
use super::objects::Objects;
use super::signatures;
use super::source::Source;
use super::unwinding::arriving;
use crate::constraints::{
    Address, Assign, CallSite, CallSiteInfo, Constraints, FunctionInfo, Load, Moment, VariableOf,
};
use crate::offsets::Offsets;
use crate::solution::Solution;
use plan::{Cell, Effects, Plan};

/// Positions of arguments and results from this number on represent cells of memory.
const FIRST_CELL: u32 = 1 << 24;

/// The position of this cell among arguments and results.
pub fn position_of(cell: u32) -> u32 {
    FIRST_CELL.saturating_add(cell)
}

/// Whether there may be loads to replace: only programs that start at `main` have some.
pub fn may_update(facts: &Facts, constraints: &Constraints) -> bool {
    plan::main_of(&View::new(facts), constraints).is_some()
}

/// Replaces the loads that can be followed according to a solution of the constraints, and limits the exceptions of
/// handlers to those that arrive there; false if there are no such loads and handlers.
///
/// `changed` are the functions that were changed before. They are changed again.
pub fn update(
    facts: &Facts,
    constraints: &mut Constraints,
    solution: &Solution,
    changed: &mut BTreeSet<FunctionId>,
) -> bool {
    let mut source = Source::new(facts).in_program(constraints.has_all_classes);
    let Some(mut plan) = plan::plan(&source, constraints, solution) else { return false };
    source.arriving = arriving(&source, constraints, solution);
    let pads = source.arriving.keys().filter_map(|it| source.view.function_of(*it));
    for function in changed.iter().copied().chain(pads) {
        plan.functions.entry(function).or_default();
    }
    if plan.functions.is_empty() {
        return false;
    }
    changed.extend(plan.functions.keys());
    let functions: Vec<(&FunctionId, &Effects)> = plan.functions.iter().collect();
    let moves = functions.par_iter().map(|(function, effects)| {
        (**function, function_moves(&source, **function, Some(*effects)))
    });
    let moves: Vec<(FunctionId, Moves)> = moves.collect();
    let mut builder = Builder::resume(std::mem::take(constraints));
    let objects = Objects::new(&source, &[]);
    for (function, moves) in &moves {
        replace(&mut builder, &source, &objects, &plan, *function, moves);
    }
    add_cells(&mut builder, &plan);
    *constraints = builder.finish();
    true
}

impl Effects {
    /// Follows cells in the function in scope.
    pub fn run(&self, scope: Scope, flow: &Flow, moves: &mut Moves) {
        let own = self.clone();
        flow::program::run(
            scope,
            flow,
            own.accesses,
            own.reads,
            own.sets,
            own.mixes,
            own.enters,
            own.changed,
            own.keeps,
            own.unwinds,
            own.born,
            own.ends,
            flow.frontiers(),
            moves,
        );
    }
}

/// Replaces the constraints of a function.
fn replace<'s, 'f>(
    builder: &mut Builder,
    source: &'s Source<'f>,
    objects: &Objects<'s, 'f>,
    plan: &Plan,
    function: FunctionId,
    moves: &Moves,
) {
    let mut sites = KnownSites::default();
    let Some(old) =
        builder.function(function).map(|it| std::mem::replace(it, FunctionInfo::new(it.kind)))
    else {
        return;
    };
    let is_whole = |site: CallSite, builder: &mut Builder| {
        builder.constraints().sites[site.0 as usize].part_of.is_none()
    };
    for row in &old.body.calls {
        if !is_whole(row.site, builder) {
            continue;
        }
        let CallSiteInfo { instruction, callee, .. } =
            builder.constraints().sites[row.site.0 as usize];
        if let Some(instruction) = instruction {
            sites.add(source, instruction, row.site, callee);
        }
    }
    let mut numbering = Numbering::with_cells(builder, source, objects, function, &plan.cells);
    let mut body = numbering.body(moves);
    numbering.calls(moves, &sites, &mut body);
    let mut info = signatures::info(builder, source, objects, function, body);
    info.is_strict = old.is_strict;
    info.shapes = old.shapes;
    info.is_cloned = old.is_cloned;
    info.is_cloned_behind_pointers = old.is_cloned_behind_pointers;
    info.is_never_called = old.is_never_called;
    for (number, cell) in (0..).zip(&plan.cells) {
        let held = |moment| VariableOf::held(function, *cell, moment);
        if let Some(begins) = builder.known_variable(held(Moment::Begins)) {
            info.parameters.push((position_of(number), 0, begins));
        }
        if let Some(ends) = builder.known_variable(held(Moment::Ends)) {
            info.returns.push((position_of(number), ends));
        }
    }
    if let Some(entry) = builder.function(function) {
        *entry = info;
    }
}

impl VariableOf {
    /// The content of the cell at a moment in a run of the function.
    pub fn held(function: FunctionId, cell: Cell, moment: Moment) -> Self {
        let Cell { object, offset } = cell;
        Self::Held { function, object, offset, moment }
    }
}

/// Adds the content that cells ever have, and their content when the program starts.
fn add_cells(builder: &mut Builder, plan: &Plan) {
    for (number, _) in plan.initial.iter().filter(|(_, from)| from.is_none()) {
        let Cell { object, offset } = plan.cells[*number as usize];
        builder.variable(None, VariableOf::Content { object, offset });
    }
    let contents = plan.cells.iter().flat_map(|&Cell { object, offset }| {
        [VariableOf::Content { object, offset }, VariableOf::OwnContent { object, offset }]
            .map(|it| (object, offset, it))
    });
    for (object, offset, of) in contents {
        let Some(content) = builder.known_variable(of) else { continue };
        let owner = builder.constraints().objects[object.0 as usize].owner;
        let variable = builder.temporary(owner);
        let address = Address { variable, object, offsets: Offsets::At(0) };
        let load = Load { to: content, address: variable, offset };
        let constraints = builder.constraints();
        let body = match owner {
            Some(owner) => &mut constraints.functions[owner.0 as usize].body,
            None => &mut constraints.module,
        };
        body.addresses.push(address);
        body.loads.push(load);
    }
    for &(number, from) in &plan.initial {
        let cell = plan.cells[number as usize];
        let begins = VariableOf::held(plan.main, cell, Moment::BeginsAnyhow);
        let Some(to) = builder.known_variable(begins) else { continue };
        let Cell { object, offset } = cell;
        let content = VariableOf::Content { object, offset };
        let from = from.or_else(|| builder.known_variable(content));
        if let Some(from) = from {
            builder.constraints().module.assigns.push(Assign { to, from });
        }
    }
}

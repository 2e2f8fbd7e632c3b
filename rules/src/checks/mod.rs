//! The constraints of LLVM IR, as rules over the facts of a module.
//!
//! Each file covers one topic. It declares its rules with `rules!`, derives their violations in a
//! Datalog program, and is listed in `PROGRAMS`. The first word of a program is its scope: one
//! instruction of each shape, each function, or the whole module.
//!
//! A rule at level deny is violated only in modules that LLVM's verifier rejects.

use std::sync::LazyLock;

use facts_schema::Facts;
use facts_schema::view::View;
use rayon::prelude::*;

use crate::representatives::Representatives;
use crate::rule::Rule;
use crate::violation::Violation;
use context::{Context, Program};

pub mod attributes;

mod calls;
mod constants;
mod context;
mod control_flow;
mod convergence;
mod debug_info;
mod exceptions;
mod functions;
mod globals;
mod intrinsics;
mod lint;
mod memory;
mod metadata;
mod module_metadata;
mod scalars;
mod ssa;
mod statepoints;
mod target_types;
mod types;
mod visited_constants;

/// All programs.
const PROGRAMS: &[Program] = &[
    attributes::contradictions::PROGRAM,
    attributes::lists::PROGRAM,
    attributes::placement::PROGRAM,
    attributes::strings::PROGRAM,
    calls::assembly::PROGRAM,
    calls::attributes::PROGRAM,
    calls::bundles::PROGRAM,
    calls::location::PROGRAM,
    calls::musttail::PROGRAM,
    calls::provenance::PROGRAM,
    calls::signature::PROGRAM,
    constants::PROGRAM,
    control_flow::blocks::PROGRAM,
    control_flow::callbr::PROGRAM,
    control_flow::entries::PROGRAM,
    control_flow::phi::PROGRAM,
    control_flow::switches::PROGRAM,
    control_flow::terminators::PROGRAM,
    convergence::operations::PROGRAM,
    convergence::regions::PROGRAM,
    debug_info::expressions::PROGRAM,
    debug_info::fields::PROGRAM,
    debug_info::locations::PROGRAM,
    debug_info::records::PROGRAM,
    debug_info::scopes::PROGRAM,
    debug_info::types::PROGRAM,
    debug_info::units::PROGRAM,
    exceptions::bundles::PROGRAM,
    exceptions::funclets::PROGRAM,
    exceptions::landing_pads::PROGRAM,
    exceptions::pads::PROGRAM,
    functions::addresses::PROGRAM,
    functions::conventions::PROGRAM,
    functions::signature::PROGRAM,
    globals::aliases::PROGRAM,
    globals::attachments::PROGRAM,
    globals::contents::PROGRAM,
    globals::linkage::PROGRAM,
    globals::reserved::PROGRAM,
    intrinsics::amdgpu::PROGRAM,
    intrinsics::assume::PROGRAM,
    intrinsics::constrained::PROGRAM,
    intrinsics::control::PROGRAM,
    intrinsics::frames::PROGRAM,
    intrinsics::landing::PROGRAM,
    intrinsics::matrices::PROGRAM,
    intrinsics::memory::PROGRAM,
    intrinsics::metadata::PROGRAM,
    intrinsics::numbers::PROGRAM,
    intrinsics::preallocated::PROGRAM,
    intrinsics::signature::PROGRAM,
    intrinsics::targets::PROGRAM,
    intrinsics::vector_predication::PROGRAM,
    intrinsics::vectors::PROGRAM,
    lint::arguments::PROGRAM,
    lint::calls::PROGRAM,
    lint::control::PROGRAM,
    lint::memory::PROGRAM,
    lint::operations::PROGRAM,
    memory::accesses::PROGRAM,
    memory::allocas::PROGRAM,
    memory::atomics::PROGRAM,
    memory::swift_errors::PROGRAM,
    metadata::functions::PROGRAM,
    metadata::heap::PROGRAM,
    metadata::placement::PROGRAM,
    metadata::profiles::PROGRAM,
    metadata::ranges::PROGRAM,
    metadata::scopes::PROGRAM,
    metadata::tbaa::PROGRAM,
    metadata::values::PROGRAM,
    module_metadata::PROGRAM,
    ssa::dominance::PROGRAM,
    ssa::invokes::PROGRAM,
    ssa::operands::PROGRAM,
    statepoints::calls::PROGRAM,
    statepoints::projections::PROGRAM,
    statepoints::tokens::PROGRAM,
    types::addresses::PROGRAM,
    types::aggregates::PROGRAM,
    types::arithmetic::PROGRAM,
    types::bitcasts::PROGRAM,
    types::comparisons::PROGRAM,
    types::conversions::PROGRAM,
    types::formation::PROGRAM,
    types::results::PROGRAM,
    types::vectors::PROGRAM,
];

/// All rules, sorted by group and code.
pub static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let mut rules: Vec<Rule> = PROGRAMS.iter().flat_map(|program| program.rules).copied().collect();
    rules.sort_by_key(|rule| (rule.0.group, *rule));
    rules
});

/// All violations in a module, sorted by subject.
pub fn violations(facts: &Facts) -> Vec<Violation> {
    violations_of(facts, |_| true)
}

/// The violations of the selected rules. Programs without a selected rule are not run.
pub fn violations_of(facts: &Facts, is_wanted: impl Fn(Rule) -> bool) -> Vec<Violation> {
    let view = View::new(facts);
    let representatives = Representatives::of(&view);
    run_programs(&view, &representatives, is_wanted)
}

/// Like `violations`, but checks each instruction instead of one of each shape. This is slow. Tests
/// use it to show that the shapes distinguish everything that the rules depend on.
pub fn violations_one_by_one(facts: &Facts) -> Vec<Violation> {
    let view = View::new(facts);
    let representatives = Representatives::all(&view);
    run_programs(&view, &representatives, |_| true)
}

fn run_programs(
    view: &View,
    representatives: &Representatives,
    is_wanted: impl Fn(Rule) -> bool,
) -> Vec<Violation> {
    let representatives_view = View::new(representatives.facts());
    let context = Context::new(view, representatives, &representatives_view);
    let programs: Vec<&Program> = PROGRAMS
        .iter()
        .filter(|program| program.rules.iter().any(|rule| is_wanted(*rule)))
        .collect();
    let mut violations: Vec<Violation> =
        programs.into_par_iter().flat_map_iter(|program| (program.violations)(&context)).collect();
    violations.retain(|violation| is_wanted(violation.rule));
    let mut violations = debug_info::visited::only(view, violations);
    violations.sort_unstable();
    violations.dedup();
    violations
}

#[cfg(test)]
mod tests;

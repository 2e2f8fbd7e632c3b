//! The derived relations of the schema.

use facts_schema::{
    Certainty, Facts, ImmediateUb, MayBePoison, MayBeUndef, ValueId, ValueKind, WellDefined,
};
use rules::{Rule, Violation};

use crate::chain::Chains;
use crate::paths::{Inevitable, Known, inevitable};
use crate::rows::Source;
use crate::slots::FIRST_CELL;
use crate::{Analysis, Deferred, Function, Memory, Module, Options, Part};

/// Adds the relations of the group `undefined-behavior` to `derived`.
pub fn derive(facts: &Facts, options: Options, memory: Memory, derived: &mut Facts) {
    let rows = |module: &Module, function: &Function| {
        (Derived::of(module, function, options), Known::of(function))
    };
    let (analysis, found) = Analysis::run(Module::new(facts), options, memory, rows);
    let (rows, known): (Vec<Derived>, Vec<Known>) = found.into_iter().map(|(_, it)| it).unzip();
    let inevitable: Vec<Inevitable> =
        inevitable(&analysis.module, known).into_iter().map(|(_, found)| found).collect();
    add_all(&analysis.module, rows, &inevitable, derived);
}

/// As [`Analysis::check`], and also adds the relations as [`derive()`] does. This takes less time than doing both one
/// after the other.
pub fn check_and_derive<'f>(
    facts: &'f Facts,
    options: Options,
    memory: Memory,
    is_wanted: impl Fn(Rule) -> bool + Sync,
    derived: &mut Facts,
) -> (Analysis<'f>, Vec<Violation>) {
    let rows = |module: &Module, function: &Function| Derived::of(module, function, options);
    let (analysis, violations, rows) =
        Analysis::check_and(Module::new(facts), options, memory, is_wanted, rows);
    add_all(&analysis.module, rows, &analysis.inevitable, derived);
    (analysis, violations)
}

/// Adds the rows about functions, and those about paths.
fn add_all(module: &Module, rows: Vec<Derived>, inevitable: &[Inevitable], derived: &mut Facts) {
    for rows in rows {
        derived.may_be_poison.extend(rows.may_be_poison);
        derived.may_be_undef.extend(rows.may_be_undef);
        derived.well_defined.extend(rows.well_defined);
        derived.immediate_ub.extend(rows.immediate_ub);
    }
    derived.immediate_ub.extend(inevitable.iter().map(|found| ImmediateUb {
        instruction: found.instruction,
        certainty: Certainty::Definite,
        cause: found.cause(module),
        operand: found.operand,
    }));
    derived.immediate_ub.sort_unstable();
}

/// Rows of the derived relations.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs, reason = "the schema describes the relations")]
pub struct Derived {
    pub may_be_poison: Vec<MayBePoison>,
    pub may_be_undef: Vec<MayBeUndef>,
    pub well_defined: Vec<WellDefined>,
    pub immediate_ub: Vec<ImmediateUb>,
}

impl Derived {
    /// The rows about one function.
    fn of(module: &Module, function: &Function, options: Options) -> Self {
        let chains = Chains::of(function, options);
        let mut rows = Self::default();
        let is_local = |part: Part| {
            part.number < FIRST_CELL
                && matches!(module.kind(part.value), ValueKind::Argument | ValueKind::Instruction)
        };
        for (part, kind) in function.lattice().all() {
            if is_local(part) {
                rows.add(&chains, part, kind);
            }
        }
        rows.well_defined.extend(function.well_defined().into_iter().map(well_defined));
        for found in function.immediate() {
            let Some(instruction) = function.control.instruction(found.at) else { continue };
            rows.immediate_ub.push(ImmediateUb {
                instruction,
                certainty: found.certainty,
                cause: found.cause,
                operand: found.part.value,
            });
        }
        rows.immediate_ub.sort_unstable();
        rows.immediate_ub.dedup();
        rows
    }

    /// The rows about one value of a function, without `immediate_ub`.
    pub fn of_value(module: &Module, function: &Function, chains: &Chains, value: ValueId) -> Self {
        let mut rows = Self::default();
        for part in module.parts_of(value) {
            let kinds = Deferred::ALL.into_iter().filter(|&kind| function.may_be(part, kind));
            kinds.for_each(|kind| rows.add(chains, part, kind));
            if !function.may_be_deferred(part) {
                rows.well_defined.push(well_defined(part));
            }
        }
        rows
    }

    /// Adds that `part` may be of this kind, if there is a source.
    fn add(&mut self, chains: &Chains, part: Part, kind: Deferred) {
        let Some(Source { part: from, reason, .. }) = chains.source(part, kind) else { return };
        let (value, part) = (part.value, part.number.into());
        let (source, source_part) = (from.value, from.number.into());
        match kind {
            Deferred::Poison => {
                let row = MayBePoison { value, part, reason, source, source_part };
                self.may_be_poison.push(row);
            }
            Deferred::Undef => {
                self.may_be_undef.push(MayBeUndef { value, part, reason, source, source_part });
            }
        }
    }
}

fn well_defined(part: Part) -> WellDefined {
    WellDefined { value: part.value, part: part.number.into() }
}

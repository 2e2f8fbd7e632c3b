//! One function: its rows, and the results of the programs.

use std::sync::OnceLock;

use facts_schema::{BlockId, Certainty, DeferredReason, FunctionId, UbCause, ValueId};
use interpretation::{Cause, Interpretation};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::control::{Control, ProgramPoint};
use crate::generate;
use crate::inputs::Inputs;
use crate::module::Module;
use crate::parts::Part;
use crate::programs::escaping_flows::EscapingFlows;
use crate::programs::immediate::immediate;
use crate::programs::lattice::{Lattice, lattice};
use crate::programs::ub_sinks::{UbSink, ub_sinks};
use crate::rows::{Demand, Exit, Fault, Incoming, Need, Pass, Rows, Source};
use crate::semantics::{Deferred, Options};
use crate::slots::MemoryFacts;

/// The analysis of a function. Each result is derived on first use.
pub struct Function<'m, 'f> {
    /// The function.
    pub function: FunctionId,
    /// Its control flow.
    pub control: Control<'f>,
    /// The effects of its instructions, and the values that it receives from others.
    pub rows: Rows,
    module: &'m Module<'f>,
    options: Options,
    /// The number of sources in the function itself.
    own_sources: usize,
    /// The number of origins in the function itself.
    own_origins: usize,
    /// The flows that escape the function, and their sinks.
    escaping_flows: OnceLock<(Rows, UbSinks)>,
    ub_sinks: OnceLock<UbSinks>,
    may_be: OnceLock<Lattice>,
    could_be: OnceLock<Lattice>,
    immediate: OnceLock<Vec<Immediate>>,
    definite: OnceLock<Vec<Immediate>>,
    interpretation: OnceLock<Interpretation>,
    /// By block, counted from the first one: whether control can reach it.
    reached: OnceLock<Vec<bool>>,
    /// The steps, by target.
    by_target: OnceLock<Vec<Pass>>,
}

/// The instruction at `at` has undefined behaviour, because of `part` or its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence says it")]
pub struct Immediate {
    pub at: ProgramPoint,
    pub part: Part,
    pub cause: UbCause,
    pub certainty: Certainty,
}

impl<'m, 'f> Function<'m, 'f> {
    /// The analysis of `function` if no argument from its callers and no result of its callees is undef or poison.
    pub fn of(
        module: &'m Module<'f>,
        function: FunctionId,
        memory: Option<&MemoryFacts>,
        options: Options,
    ) -> Self {
        let control = Control::of(module, function);
        let own_memory;
        let memory = match memory {
            Some(memory) => memory,
            None => {
                own_memory = MemoryFacts::of_function(module, &control);
                &own_memory
            }
        };
        let rows = generate::rows(module, &control, function, memory);
        Self {
            function,
            control,
            own_sources: rows.sources.len(),
            own_origins: rows.origins.len(),
            rows,
            module,
            options,
            escaping_flows: OnceLock::new(),
            ub_sinks: OnceLock::new(),
            may_be: OnceLock::new(),
            could_be: OnceLock::new(),
            immediate: OnceLock::new(),
            definite: OnceLock::new(),
            interpretation: OnceLock::new(),
            reached: OnceLock::new(),
            by_target: OnceLock::new(),
        }
    }

    /// The same, given what its callers may pass and its callees may return.
    pub fn with_inputs(mut self, inputs: &Inputs) -> Self {
        let incoming: Vec<Source> = incoming(&self.rows, inputs).collect();
        self.rows.sources.truncate(self.own_sources);
        self.rows.sources.extend(incoming);
        self.rows.origins.truncate(self.own_origins);
        for &(part, incoming) in &self.rows.incoming {
            for kind in Deferred::ALL {
                let store = inputs.store(incoming, kind);
                self.rows.origins.extend(store.map(|store| (part, kind, store)));
            }
        }
        self.escaping_flows = OnceLock::new();
        self.may_be = OnceLock::new();
        self.could_be = OnceLock::new();
        self.immediate = OnceLock::new();
        self.definite = OnceLock::new();
        self
    }

    /// The kinds that may leave the function, given what others may pass to it.
    pub(crate) fn leaves(&self, inputs: &Inputs) -> Vec<(Exit, Deferred)> {
        let (rows, ub_sinks) = self.escaping_flows.get_or_init(|| {
            let EscapingFlows { rows, dependents } = EscapingFlows::of(&self.rows);
            let ub_sinks = UbSinks::new(&dependents, &rows, self);
            (rows, ub_sinks)
        });
        let own = rows.sources.iter().copied();
        let sources: Vec<Source> = own.chain(incoming(rows, inputs)).collect();
        lattice(rows, &sources, &ub_sinks.never, &ub_sinks.settled, self.options).leaves().to_vec()
    }

    /// The sinks of undef and poison.
    pub fn ub_sinks(&self) -> &UbSinks {
        self.ub_sinks.get_or_init(|| UbSinks::new(&self.rows, &self.rows, self))
    }

    /// The kinds that its parts may be.
    pub fn lattice(&self) -> &Lattice {
        self.may_be.get_or_init(|| {
            let (rows, ub_sinks) = (&self.rows, self.ub_sinks());
            lattice(rows, &rows.sources, &ub_sinks.never, &ub_sinks.settled, self.options)
        })
    }

    /// The kinds that its parts could be, ignoring undefined behaviour that only happens later.
    fn weak_lattice(&self) -> &Lattice {
        self.could_be.get_or_init(|| {
            let (rows, ub_sinks) = (&self.rows, self.ub_sinks());
            lattice(rows, &rows.sources, &[], &ub_sinks.settled, self.options)
        })
    }

    /// Its undefined behaviour, in order.
    pub fn immediate(&self) -> &[Immediate] {
        self.immediate
            .get_or_init(|| self.immediate_if(&self.weak_lattice().all(), &self.ub_sinks().settled))
    }

    /// Its undefined behaviour that is certain, in order. It does not depend on what parts could be.
    pub fn definite(&self) -> &[Immediate] {
        self.definite.get_or_init(|| {
            let mut found = self.immediate_if(&[], &[]);
            found.retain(|found| found.certainty == Certainty::Definite);
            found
        })
    }

    /// What the abstract interpreter finds out about it.
    pub fn interpretation(&self) -> &Interpretation {
        self.interpretation.get_or_init(|| {
            Interpretation::of(&self.module.index, self.module.info(), self.function)
        })
    }

    /// Whether control can reach a block: there is a path to it on which no branch is known to always take another
    /// edge.
    pub fn is_reached(&self, block: BlockId) -> bool {
        let number = self.control.number(block);
        number.and_then(|it| self.reached().get(it).copied()).unwrap_or(true)
    }

    fn reached(&self) -> &[bool] {
        self.reached.get_or_init(|| {
            let control = &self.control;
            let untaken = &self.interpretation().untaken;
            let mut reached = vec![false; control.successors().len()];
            let mut waiting = vec![0];
            while let Some(block) = waiting.pop() {
                if reached.get(block) != Some(&false) {
                    continue;
                }
                reached[block] = true;
                let edge = |to| (control.nth_block(block), control.nth_block(to));
                let successors = control.successors()[block].iter().copied();
                waiting.extend(successors.filter(|to| !untaken.contains(&edge(*to))));
            }
            reached
        })
    }

    fn immediate_if(
        &self,
        could_be: &[(Part, Deferred)],
        settled: &[(Part, ProgramPoint, Deferred)],
    ) -> Vec<Immediate> {
        let rows = &self.rows;
        let found = immediate(rows, could_be, settled, self.options);
        // A violation that is certain anyway need not also be reported as a possible zero.
        let certain: FxHashSet<(ProgramPoint, ValueId)> = found
            .iter()
            .filter(|(.., certainty)| *certainty == Certainty::Definite)
            .map(|(at, part, ..)| (*at, part.value))
            .collect();
        let accesses = self
            .interpretation()
            .findings
            .iter()
            .map(|it| (self.control.place(it.instruction), it.operand, cause(it.cause)));
        let accesses: Vec<_> =
            accesses.filter(|(at, operand, _)| !certain.contains(&(*at, *operand))).collect();
        let of_accesses = accesses.iter().map(|(at, operand, _)| (*at, *operand));
        let definite: FxHashSet<_> = certain.iter().copied().chain(of_accesses).collect();
        let found: Vec<_> = found
            .into_iter()
            .filter(|(at, part, cause, _)| !accesses.contains(&(*at, part.value, *cause)))
            .collect();
        let is_new = |fault: &&Fault| {
            fault.certainty == Certainty::Definite || !definite.contains(&(fault.at, fault.operand))
        };
        let of_values = found.into_iter().map(|(at, part, cause, certainty)| Immediate {
            at,
            part,
            cause,
            certainty,
        });
        let of_numbers = rows.faults.iter().filter(is_new).map(|fault| Immediate {
            at: fault.at,
            part: Part::new(fault.operand, 0),
            cause: fault.cause,
            certainty: fault.certainty,
        });
        let of_accesses = accesses.into_iter().map(|(at, operand, cause)| Immediate {
            at,
            part: Part::new(operand, 0),
            cause,
            certainty: Certainty::Definite,
        });
        rules::bridge::sorted(of_values.chain(of_numbers).chain(of_accesses))
    }

    /// Whether a part may be of this kind.
    pub fn may_be(&self, part: Part, kind: Deferred) -> bool {
        self.lattice().may_be(part, kind)
    }

    /// Whether a part may be undef or poison.
    pub fn may_be_deferred(&self, part: Part) -> bool {
        Deferred::ALL.into_iter().any(|kind| self.may_be(part, kind))
    }

    /// Whether a part may be of this kind at a place, given no earlier undefined behaviour.
    pub fn may_be_at(&self, part: Part, kind: Deferred, at: ProgramPoint) -> bool {
        self.may_be(part, kind) && !self.ub_sinks().settles(&self.control, part, kind, at)
    }

    /// Whether a part could be of this kind, ignoring undefined behaviour that only happens later.
    pub fn could_be(&self, part: Part, kind: Deferred) -> bool {
        self.weak_lattice().may_be(part, kind)
    }

    /// The same at a place, given no earlier undefined behaviour.
    pub fn could_be_at(&self, part: Part, kind: Deferred, at: ProgramPoint) -> bool {
        self.could_be(part, kind) && !self.ub_sinks().settles(&self.control, part, kind, at)
    }

    /// Whether no part of `value` can be undef or poison at a place.
    pub fn is_well_defined_at(&self, module: &Module, value: ValueId, at: ProgramPoint) -> bool {
        let mut parts = module.parts_of(value);
        parts.all(|part| Deferred::ALL.into_iter().all(|kind| !self.may_be_at(part, kind, at)))
    }

    /// The parts of arguments and results that are neither undef nor poison, in all executions without
    /// undefined behaviour, in order.
    pub fn well_defined(&self) -> Vec<Part> {
        let parts = self.rows.parts.iter().copied();
        rules::bridge::sorted(parts.filter(|&part| !self.may_be_deferred(part)))
    }

    /// The steps that lead to a part.
    pub fn passes_to(&self, part: Part) -> &[Pass] {
        let passes = self.by_target.get_or_init(|| {
            let mut passes = self.rows.passes.clone();
            passes.sort_unstable_by_key(|pass| pass.to);
            passes
        });
        let start = passes.partition_point(|pass| pass.to < part);
        let count = passes[start..].partition_point(|pass| pass.to == part);
        &passes[start..start + count]
    }
}

/// The schema's name for a cause.
fn cause(cause: Cause) -> UbCause {
    match cause {
        Cause::Null | Cause::NullByComparison => UbCause::Null,
        Cause::OutOfBounds => UbCause::OutOfBounds,
        Cause::Freed => UbCause::Freed,
        Cause::Ended => UbCause::Ended,
        Cause::Misaligned => UbCause::Misaligned,
        Cause::Constant => UbCause::Constant,
        Cause::FreedTwice => UbCause::FreedTwice,
        Cause::NotAllocated => UbCause::NotAllocated,
        Cause::Zero => UbCause::Zero,
        Cause::Overflow => UbCause::Overflow,
        Cause::Uninitialised => UbCause::Undef,
        Cause::Poison => UbCause::Poison,
        Cause::Call => UbCause::Call,
    }
}

/// The sources of these rows that come from other functions.
fn incoming(rows: &Rows, inputs: &Inputs) -> impl Iterator<Item = Source> {
    rows.incoming.iter().flat_map(move |&(part, incoming)| {
        let reason = match incoming {
            Incoming::Argument(..) => DeferredReason::Argument,
            Incoming::Returned(..) => DeferredReason::Call,
            Incoming::Memory(_) => DeferredReason::Memory,
        };
        let kinds = Deferred::ALL.into_iter().filter(move |&kind| inputs.may_be(incoming, kind));
        kinds.map(move |written| Source { part, written, reason })
    })
}

/// The demands on a part that no other demand on it dominates. Sinks that these dominate are redundant.
fn first_demands(rows: &Rows, control: &Control) -> Vec<Demand> {
    let mut first: FxHashMap<(Part, Need), Vec<ProgramPoint>> = FxHashMap::default();
    let mut is_first = |demand: &Demand| {
        let places = first.entry((demand.part, demand.need)).or_default();
        if places.iter().any(|&place| control.dominates(place, demand.at)) {
            return false;
        }
        if places.len() < MAX_PLACES {
            places.push(demand.at);
        }
        true
    };
    rows.demands.iter().copied().filter(|demand| is_first(demand)).collect()
}

/// The sinks of parts: for each part and kind, those that no other sink of it dominates.
pub struct UbSinks {
    first: FxHashMap<(Part, Deferred), Vec<ProgramPoint>>,
    /// The parts and kinds that are always undefined behaviour.
    never: Vec<(Part, Deferred)>,
    /// The uses at which parts can no longer be of a kind.
    settled: Vec<(Part, ProgramPoint, Deferred)>,
}

/// The maximum number of places of one part that are compared with each other.
const MAX_PLACES: usize = 64;

impl UbSinks {
    /// The sinks of these `demanding` rows, and the `uses` that they settle.
    fn new(demanding: &Rows, uses: &Rows, function: &Function) -> Self {
        let control = &function.control;
        let all = ub_sinks(demanding, &first_demands(demanding, control), function.options);
        let mut first: FxHashMap<(Part, Deferred), Vec<ProgramPoint>> = FxHashMap::default();
        for &(part, at, kind) in &all {
            let places = first.entry((part, kind)).or_default();
            // Places are in textual order, in which dominators mostly come first.
            let is_dominated = places.iter().any(|&place| control.dominates(place, at));
            if !is_dominated && places.len() < MAX_PLACES {
                places.push(at);
            }
        }
        let never = never(&all, function.module, control);
        let mut ub_sinks = Self { first, never, settled: Vec::new() };
        ub_sinks.settled = settled(uses, &ub_sinks, control);
        ub_sinks
    }

    /// Whether a `part` of this `kind` at `at` was undefined behaviour before.
    pub fn settles(&self, control: &Control, part: Part, kind: Deferred, at: ProgramPoint) -> bool {
        let places = self.first.get(&(part, kind));
        places.is_some_and(|places| places.iter().any(|&place| control.dominates(place, at)))
    }

    /// The sinks of a part, each with the kind that is undefined there.
    pub fn of(&self, part: Part) -> impl Iterator<Item = (ProgramPoint, Deferred)> {
        let of = move |kind| {
            let places = self.first.get(&(part, kind)).map_or(&[][..], Vec::as_slice);
            places.iter().map(move |&place| (place, kind))
        };
        Deferred::ALL.into_iter().flat_map(of)
    }
}

/// The parts and kinds that are always undefined behaviour: control that has computed the part always reaches a
/// sink.
fn never(all: &[UbSink], module: &Module, control: &Control) -> Vec<(Part, Deferred)> {
    let mut never: Vec<(Part, Deferred)> = Vec::new();
    for &(part, at, kind) in all {
        if never.last() == Some(&(part, kind)) {
            continue;
        }
        let start = module.definition(part.value).map(|row| control.place_of(row));
        if control.always_leads(start, at) {
            never.push((part, kind));
        }
    }
    never.sort_unstable();
    never.dedup();
    never
}

/// The uses at which parts can no longer be undef or poison.
fn settled(
    rows: &Rows,
    ub_sinks: &UbSinks,
    control: &Control,
) -> Vec<(Part, ProgramPoint, Deferred)> {
    let passes = rows.passes.iter().map(|pass| (pass.from, pass.at));
    let demands = rows.demands.iter().map(|demand| (demand.part, demand.at));
    let leaves = rows.leaves.iter().map(|leave| (leave.part, leave.at));
    let mut settled = Vec::new();
    for (part, at) in passes.chain(demands).chain(leaves) {
        for kind in Deferred::ALL {
            if ub_sinks.settles(control, part, kind, at) {
                settled.push((part, at, kind));
            }
        }
    }
    settled
}

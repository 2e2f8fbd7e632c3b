//! One function: its rows, and what the programs derive from them.

use std::sync::OnceLock;

use facts_schema::{Certainty, DeferredReason, FunctionId, UbCause, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::control::{Control, Place};
use crate::generate;
use crate::inputs::Inputs;
use crate::module::Module;
use crate::parts::Part;
use crate::programs::bites::{Bite, bites};
use crate::programs::immediate::immediate;
use crate::programs::lattice::{Lattice, lattice};
use crate::rows::{Demand, Exit, Fault, Incoming, Need, Pass, Rows, Source};
use crate::semantics::{Deferred, Options};
use crate::slots::MemoryFacts;

/// What is known of a function.
pub struct Function<'f> {
    /// The function.
    pub function: FunctionId,
    /// Its control flow.
    pub control: Control<'f>,
    /// What its instructions do.
    pub rows: Rows,
    /// Where undef and poison would bite.
    pub bites: Bites,
    /// What its parts may be.
    pub lattice: Lattice,
    /// Its undefined behavior.
    pub immediate: Vec<Immediate>,
    /// How many of the sources are in the function itself.
    own_sources: usize,
    own_origins: usize,
    never: Vec<(Part, Deferred)>,
    settled: Vec<(Part, Place, Deferred)>,
    options: Options,
    /// What may be, as a set.
    may_be: FxHashSet<(Part, Deferred)>,
    /// What could be, as a set.
    could_be: FxHashSet<(Part, Deferred)>,
    /// The steps by where they lead, made when they are first asked for.
    by_target: OnceLock<Vec<Pass>>,
}

/// The instruction at `at` has undefined behavior, because of `part` or what number it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the sentence says it")]
pub struct Immediate {
    pub at: Place,
    pub part: Part,
    pub cause: UbCause,
    pub certainty: Certainty,
}

impl<'f> Function<'f> {
    /// Derives what is known of `function`, given what its callers may give and its callees may
    /// return.
    pub fn of(
        module: &Module<'f>,
        function: FunctionId,
        inputs: &Inputs,
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
        let demands = first_demands(&rows, &control);
        let bites = Bites::new(bites(&rows, &demands, options), &control);
        let never = bites.never(module, &control);
        let settled = settled(&rows, &bites, &control);
        let mut known = Self {
            function,
            control,
            own_sources: rows.sources.len(),
            own_origins: rows.origins.len(),
            rows,
            bites,
            lattice: Lattice::default(),
            immediate: Vec::new(),
            never,
            settled,
            options,
            may_be: FxHashSet::default(),
            could_be: FxHashSet::default(),
            by_target: OnceLock::new(),
        };
        known.derive(inputs);
        known
    }

    /// Derives it again from what is now known of other functions.
    pub(crate) fn derive(&mut self, inputs: &Inputs) {
        self.rows.sources.truncate(self.own_sources);
        self.rows.origins.truncate(self.own_origins);
        for &(part, incoming) in &self.rows.incoming {
            let reason = match incoming {
                Incoming::Argument(..) => DeferredReason::Argument,
                Incoming::Returned(..) => DeferredReason::Call,
                Incoming::Memory(_) => DeferredReason::Memory,
            };
            if matches!(incoming, Incoming::Memory(_)) {
                for kind in Deferred::ALL {
                    let store = inputs.store(incoming, kind);
                    self.rows.origins.extend(store.map(|store| (part, kind, store)));
                }
            }
            let kinds = Deferred::ALL.into_iter().filter(|&kind| inputs.may_be(incoming, kind));
            let sources = kinds.map(|written| Source { part, written, reason });
            self.rows.sources.extend(sources);
        }
        let (rows, options) = (&self.rows, self.options);
        let lattice = lattice(rows, &self.never, &self.settled, options);
        let found = immediate(rows, &lattice.could_be, &self.settled, options);
        // What is undefined whatever it is need not be said to be zero, perhaps.
        let definite: FxHashSet<(Place, ValueId)> = found
            .iter()
            .filter(|(.., certainty)| *certainty == Certainty::Definite)
            .map(|(at, part, ..)| (*at, part.value))
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
        self.immediate = rules::bridge::sorted(of_values.chain(of_numbers));
        self.may_be = lattice.may_be.iter().copied().collect();
        self.could_be = lattice.could_be.iter().copied().collect();
        self.lattice = lattice;
    }

    /// Whether a part may be of this kind.
    pub fn may_be(&self, part: Part, kind: Deferred) -> bool {
        self.may_be.contains(&(part, kind))
    }

    /// Whether a part may be undef or poison.
    pub fn may_be_deferred(&self, part: Part) -> bool {
        Deferred::ALL.into_iter().any(|kind| self.may_be(part, kind))
    }

    /// Whether a part, at a place, may be of this kind: where it would not have been undefined
    /// behavior before.
    pub fn may_be_at(&self, part: Part, kind: Deferred, at: Place) -> bool {
        self.may_be(part, kind) && !self.bites.settles(&self.control, part, kind, at)
    }

    /// Whether a part could be of this kind, if one counts on nothing that bites later.
    pub fn could_be(&self, part: Part, kind: Deferred) -> bool {
        self.could_be.contains(&(part, kind))
    }

    /// The same at a place: where it would not have been undefined behavior before.
    pub fn could_be_at(&self, part: Part, kind: Deferred, at: Place) -> bool {
        self.could_be(part, kind) && !self.bites.settles(&self.control, part, kind, at)
    }

    /// Whether no part of `value`, at a place, can be undef or poison.
    pub fn is_well_defined_at(&self, module: &Module, value: ValueId, at: Place) -> bool {
        let mut parts = module.parts_of(value);
        parts.all(|part| Deferred::ALL.into_iter().all(|kind| !self.may_be_at(part, kind, at)))
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

    /// What may leave the function.
    pub fn leaves(&self) -> &[(Exit, Deferred)] {
        &self.lattice.leaves
    }
}

/// Of the demands on a part, those that no other of them dominates: behind these, nothing new bites.
fn first_demands(rows: &Rows, control: &Control) -> Vec<Demand> {
    let mut first: FxHashMap<(Part, Need), Vec<Place>> = FxHashMap::default();
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

/// Where parts bite: of the places of each part and kind, those that no other of them dominates.
#[derive(Default)]
pub struct Bites {
    first: FxHashMap<(Part, Deferred), Vec<Place>>,
    all: Vec<Bite>,
}

/// So many places of one part are compared with each other.
const MAX_PLACES: usize = 64;

impl Bites {
    fn new(all: Vec<Bite>, control: &Control) -> Self {
        let mut first: FxHashMap<(Part, Deferred), Vec<Place>> = FxHashMap::default();
        for &(part, at, kind) in &all {
            let places = first.entry((part, kind)).or_default();
            // Places come from the top to the bottom, which is how dominance mostly goes.
            let is_dominated = places.iter().any(|&place| control.dominates(place, at));
            if !is_dominated && places.len() < MAX_PLACES {
                places.push(at);
            }
        }
        Self { first, all }
    }

    /// Whether `part`, if it is of `kind` at `at`, has been undefined behavior before.
    pub fn settles(&self, control: &Control, part: Part, kind: Deferred, at: Place) -> bool {
        let places = self.first.get(&(part, kind));
        places.is_some_and(|places| places.iter().any(|&place| control.dominates(place, at)))
    }

    /// Where a part bites, and of which kind it is then.
    pub fn of(&self, part: Part) -> impl Iterator<Item = (Place, Deferred)> {
        let of = move |kind| {
            let places = self.first.get(&(part, kind)).map_or(&[][..], Vec::as_slice);
            places.iter().map(move |&place| (place, kind))
        };
        Deferred::ALL.into_iter().flat_map(of)
    }

    /// The parts that are surely undefined behavior if they are of a kind: control that has computed
    /// them surely comes to where they bite.
    fn never(&self, module: &Module, control: &Control) -> Vec<(Part, Deferred)> {
        let mut never: Vec<(Part, Deferred)> = Vec::new();
        for &(part, at, kind) in &self.all {
            if never.last() == Some(&(part, kind)) {
                continue;
            }
            let start = module.definition(part.value).map(|row| control.place_of(row));
            if control.surely_leads(start, at) {
                never.push((part, kind));
            }
        }
        never.sort_unstable();
        never.dedup();
        never
    }
}

/// The uses at which parts cannot be undef or poison any more.
fn settled(rows: &Rows, bites: &Bites, control: &Control) -> Vec<(Part, Place, Deferred)> {
    let passes = rows.passes.iter().map(|pass| (pass.from, pass.at));
    let demands = rows.demands.iter().map(|demand| (demand.part, demand.at));
    let leaves = rows.leaves.iter().map(|leave| (leave.part, leave.at));
    let mut settled = Vec::new();
    for (part, at) in passes.chain(demands).chain(leaves) {
        for kind in Deferred::ALL {
            if bites.settles(control, part, kind, at) {
                settled.push((part, at, kind));
            }
        }
    }
    settled
}

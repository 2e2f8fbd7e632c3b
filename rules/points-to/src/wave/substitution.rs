//! Offline substitution: variables that always have equal points-to sets are merged.
//!
//! Within a function, and before solving, each variable gets a label that describes where its pointers come from:
//! an address, another variable, a step, or a load. Variables with equal labels have equal points-to sets in every
//! solution, so only the first of them is solved for (Hardekopf and Lin, "Exploiting Pointer and Location
//! Equivalence to Optimize Pointer Analysis", 2007; because the analysis is flow-insensitive, loads are labelled
//! like everything else).

use std::ops::Range;

use facts_schema::FunctionId;
use rustc_hash::FxHashMap;

use crate::offsets::{Offsets, Step};
use crate::{Body, Constraints, Object, Variable};

/// The representative of each variable, which is solved for instead.
#[derive(Debug)]
pub struct Substitution {
    /// By variable; none if it points nowhere.
    representatives: Vec<Option<Variable>>,
}

impl Substitution {
    /// The representative of this variable, if it points anywhere.
    pub fn of(&self, variable: Variable) -> Option<Variable> {
        self.representatives[variable.0 as usize]
    }

    /// Labels the variables of all functions, and of the module.
    pub fn new(constraints: &Constraints) -> Self {
        let mut labels = Labels::new(constraints);
        let variables = (0..constraints.variables.len() as u32).map(Variable);
        let of_variables: Vec<Label> = variables.map(|it| labels.label(it)).collect();
        let representatives = of_variables.into_iter().map(|label| match label {
            Label::Empty => None,
            Label::Number(number) => labels.numbers_of[number as usize].representative,
        });
        Self { representatives: representatives.collect() }
    }
}

/// The sources of all variables.
struct Sources {
    /// By variable: the number of sources of this variable and of those before it.
    ends: Vec<u32>,
    all: Vec<Source>,
}

impl Sources {
    /// The sources in all bodies. `see` is called with each variable, the owner of the body, and the source.
    fn new(
        constraints: &Constraints,
        mut see: impl FnMut(Variable, Option<FunctionId>, Source),
    ) -> Self {
        let functions = (0..).zip(&constraints.functions);
        let functions = functions.map(|(number, it)| (Some(FunctionId(number)), &it.body));
        let bodies = || [(None, &constraints.module)].into_iter().chain(functions.clone());
        let mut ends = vec![0; constraints.variables.len() + 1];
        for (owner, body) in bodies() {
            for (variable, source) in sources_in(body) {
                see(variable, owner, source);
                ends[variable.0 as usize + 1] += 1;
            }
        }
        let mut count = 0;
        for end in &mut ends {
            count += *end;
            *end = count;
        }
        // While the sources are filled in, the end of the variable before tells where the next one belongs.
        let mut all = vec![Source::Assign(Variable::EXTERNAL); count as usize];
        for (_, body) in bodies() {
            for (variable, source) in sources_in(body) {
                let next = &mut ends[variable.0 as usize];
                all[*next as usize] = source;
                *next += 1;
            }
        }
        Self { ends, all }
    }

    fn range(&self, variable: Variable) -> Range<usize> {
        let index = variable.0 as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[index] as usize
    }

    fn of(&self, variable: Variable) -> &[Source] {
        &self.all[self.range(variable)]
    }
}

/// The variables that a body gives pointers to, each with the source of the pointers.
fn sources_in(body: &Body) -> impl Iterator<Item = (Variable, Source)> {
    let addresses =
        body.addresses.iter().map(|it| (it.variable, Source::Address(it.object, it.offsets)));
    let assigns = body.assigns.iter().map(|it| (it.to, Source::Assign(it.from)));
    let shifts = body.shifts.iter().map(|it| (it.to, Source::Shift(it.from, it.step)));
    let loads = body.loads.iter().map(|it| (it.to, Source::Load(it.address, it.offset)));
    addresses.chain(assigns).chain(shifts).chain(loads)
}

/// A source of a variable's pointers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Source {
    Address(Object, Offsets),
    Assign(Variable),
    Shift(Variable, Step),
    Load(Variable, u32),
}

impl Source {
    /// The variable that it comes from.
    fn variable(self) -> Option<Variable> {
        match self {
            Self::Address(..) => None,
            Self::Assign(from) | Self::Shift(from, _) | Self::Load(from, _) => Some(from),
        }
    }
}

/// A label; equal labels mean equal points-to sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Label {
    /// Nothing.
    Empty,
    /// The number of a class.
    Number(u32),
}

/// The meaning of a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Meaning {
    /// The pointers of exactly this variable.
    Unique(Variable),
    /// An address in an object, in contexts of this function.
    Address(Option<FunctionId>, Object, Offsets),
    Shift(Option<FunctionId>, u32, Step),
    Load(Option<FunctionId>, u32, u32),
    /// The union of these labels: at least two, in order.
    Union(Option<FunctionId>, Vec<Label>),
}

struct Labels<'a> {
    constraints: &'a Constraints,
    sources: Sources,
    /// Variables that receive pointers from elsewhere: from callers, callees or external code.
    is_unique: Vec<bool>,
    labels: Vec<State>,
    numbers: FxHashMap<Meaning, u32>,
    numbers_of: Vec<Numbered>,
}

/// A label that a number was assigned to.
struct Numbered {
    /// The function in whose contexts the label has a meaning.
    owner: Option<FunctionId>,
    /// The first variable of this owner whose own constraints, other than assignments, give it this label.
    representative: Option<Variable>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Unseen,
    InProgress,
    Done(Label),
}

impl<'a> Labels<'a> {
    fn new(constraints: &'a Constraints) -> Self {
        let count = constraints.variables.len();
        let mut is_unique = vec![false; count];
        for fixed in Variable::FIXED {
            is_unique[fixed.0 as usize] = true;
        }
        for function in &constraints.functions {
            let parameters = function.parameters.iter().map(|(_, _, variable)| *variable);
            for variable in parameters.chain(function.variadic) {
                is_unique[variable.0 as usize] = true;
            }
        }
        for body in constraints.functions.iter().map(|it| &it.body).chain([&constraints.module]) {
            for row in &body.results {
                is_unique[row.variable.0 as usize] = true;
            }
        }
        // A variable of another function's contexts does not hold the same pointers in all contexts.
        let owner = |it: Variable| constraints.variables[it.0 as usize].owner;
        let sources = Sources::new(constraints, |to, body, source| {
            let from = source.variable().and_then(owner);
            if owner(to) != body || from.is_some_and(|it| Some(it) != body) {
                is_unique[to.0 as usize] = true;
            }
        });
        Self {
            constraints,
            sources,
            is_unique,
            labels: vec![State::Unseen; count],
            numbers: FxHashMap::default(),
            numbers_of: Vec::new(),
        }
    }

    fn owner(&self, variable: Variable) -> Option<FunctionId> {
        self.constraints.variables[variable.0 as usize].owner
    }

    /// Makes the variable the representative of the label if it is the first.
    fn offer(&mut self, variable: Variable, label: Label) {
        let owner = self.owner(variable);
        if let Label::Number(number) = label {
            let numbered = &mut self.numbers_of[number as usize];
            if numbered.owner == owner {
                numbered.representative.get_or_insert(variable);
            }
        }
    }

    /// The label of a variable, computed after the labels of its sources. A variable on a cycle is in a class of
    /// its own.
    fn label(&mut self, variable: Variable) -> Label {
        let mut stack = vec![variable];
        while let Some(&top) = stack.last() {
            let index = top.0 as usize;
            match self.labels[index] {
                State::Done(_) => {
                    stack.pop();
                }
                State::Unseen if self.is_unique[index] => {
                    let label = self.number(Meaning::Unique(top));
                    self.labels[index] = State::Done(label);
                }
                State::Unseen => {
                    self.labels[index] = State::InProgress;
                    for source in self.sources.of(top) {
                        let Some(from) = source.variable() else { continue };
                        match self.labels[from.0 as usize] {
                            State::Unseen => stack.push(from),
                            State::InProgress => self.is_unique[from.0 as usize] = true,
                            State::Done(_) => {}
                        }
                    }
                }
                State::InProgress => {
                    stack.pop();
                    let label = self.combined(top);
                    self.labels[index] = State::Done(label);
                }
            }
        }
        match self.labels[variable.0 as usize] {
            State::Done(label) => label,
            State::Unseen | State::InProgress => Label::Empty,
        }
    }

    fn combined(&mut self, variable: Variable) -> Label {
        if self.is_unique[variable.0 as usize] {
            return self.number(Meaning::Unique(variable));
        }
        let owner = self.owner(variable);
        let range = self.sources.range(variable);
        if let [source] = self.sources.all[range.clone()] {
            let label = self.label_of_source(owner, source);
            if !matches!(source, Source::Assign(_)) {
                self.offer(variable, label);
            }
            return label;
        }
        let is_assigned =
            self.sources.of(variable).iter().all(|source| matches!(source, Source::Assign(_)));
        let mut labels: Vec<Label> =
            range.map(|index| self.label_of_source(owner, self.sources.all[index])).collect();
        labels.sort_unstable();
        labels.dedup();
        labels.retain(|label| *label != Label::Empty);
        let (label, is_source) = match labels.as_slice() {
            [] => (Label::Empty, false),
            [label] => (*label, !is_assigned),
            _ => (self.number(Meaning::Union(owner, labels)), true),
        };
        if is_source {
            self.offer(variable, label);
        }
        label
    }

    fn label_of_source(&mut self, owner: Option<FunctionId>, source: Source) -> Label {
        let from = match source.variable().map(|from| (from, self.labels[from.0 as usize])) {
            None => Label::Empty,
            Some((_, State::Done(label))) => label,
            // The variable is on a cycle, and in a class of its own.
            Some((from, State::Unseen | State::InProgress)) => {
                self.is_unique[from.0 as usize] = true;
                self.number(Meaning::Unique(from))
            }
        };
        match (source, from) {
            (Source::Address(object, offsets), _) => {
                self.number(Meaning::Address(owner, object, offsets))
            }
            (_, Label::Empty) => Label::Empty,
            (Source::Assign(_), label) => label,
            (Source::Shift(_, step), Label::Number(from)) => {
                self.number(Meaning::Shift(owner, from, step))
            }
            (Source::Load(_, offset), Label::Number(from)) => {
                self.number(Meaning::Load(owner, from, offset))
            }
        }
    }

    fn number(&mut self, meaning: Meaning) -> Label {
        // A variable with a unique label represents its class.
        let (owner, representative) = match meaning {
            Meaning::Unique(variable) => (self.owner(variable), Some(variable)),
            Meaning::Address(owner, ..)
            | Meaning::Shift(owner, ..)
            | Meaning::Load(owner, ..)
            | Meaning::Union(owner, _) => (owner, None),
        };
        let new = self.numbers_of.len() as u32;
        let number = *self.numbers.entry(meaning).or_insert(new);
        if number == new {
            self.numbers_of.push(Numbered { owner, representative });
        }
        Label::Number(number)
    }
}

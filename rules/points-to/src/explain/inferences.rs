//! The inferences of a trace: what variables hold, and what runs.

use facts_schema::FunctionId;
use rustc_hash::FxHashMap;

use super::choice::Choice;
use super::index::{Index, rows};
use super::{Claim, Constraint, Inference, Owned, Reason};
use crate::definition::Rule;
use crate::offsets::Distance;
use crate::verify::trace::{Runs, Source, Trace};
use crate::{
    Address, CallEdge, CallSite, Constraints, Context, Fact, Instance, Location, Node, Solution,
    Variable,
};

/// Finds the inference of a fact.
pub struct Inferences<'t, 'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) solution: &'a Solution,
    pub(super) trace: &'t Trace<'a>,
    pub(super) index: Index,
    /// The instance that each function is.
    functions: FxHashMap<FunctionId, Instance>,
}

impl<'t, 'a> Inferences<'t, 'a> {
    /// Creates the inferences for a solution of these constraints, from its trace.
    pub fn new(constraints: &'a Constraints, solution: &'a Solution, trace: &'t Trace<'a>) -> Self {
        let functions = instances_of_functions(constraints).collect();
        Self { constraints, solution, trace, index: Index::new(constraints), functions }
    }

    /// The inference of the claim.
    pub fn of(&self, claim: Claim) -> Option<Inference> {
        match claim {
            Claim::Fact(fact) => {
                let mut choice = Choice::new(self.trace, self.trace.time(fact)?);
                self.of_fact(fact, &mut choice)?;
                choice.made()
            }
            Claim::Opaque(instance) => {
                let reason = match () {
                    () if !self.trace.is_assumed_escaped(instance) => Reason::KnownIsOpaque,
                    () if self.solution.opaque.given_up().contains(&instance) => Reason::GivenUp,
                    () => Reason::FoundToEscape,
                };
                let escaped = || Claim::Fact(Fact::Escaped(instance));
                let premises = (reason == Reason::KnownIsOpaque).then(escaped);
                Some(Inference {
                    reason,
                    constraint: None,
                    premises: premises.into_iter().collect(),
                })
            }
            Claim::Remembered(..) | Claim::MayCall(..) => None,
        }
    }

    fn of_fact(&self, fact: Fact, choice: &mut Choice) -> Option<()> {
        match fact {
            Fact::Reachable(function, context) => {
                choice.offer(match self.trace.runs(function, context)?.1 {
                    Runs::Root => plain(Rule::Root, vec![]),
                    Runs::Called(edge) => plain(Rule::Called, vec![Fact::Calls(edge)]),
                    Runs::Escaped(it) => plain(Rule::CalledByExternal, vec![Fact::Escaped(it)]),
                });
            }
            Fact::PointsTo(node, location) => match self.trace.pointer(node, location)?.1 {
                None => self.begin(node, location, choice),
                Some(Source::Node(from)) => {
                    self.flow(from, node, location, choice);
                    self.flow_by_calls(from, node, location, choice);
                    self.flow_by_external_calls(from, node, location, choice);
                }
                Some(Source::Cell(cell)) => self.load(cell, node, location, choice),
                Some(Source::Copy(..)) => {}
            },
            Fact::Stored(cell, target) => self.store(cell, target, choice)?,
            Fact::Calls(edge) => self.call(edge, choice)?,
            Fact::Escaped(instance) => self.escape(instance, choice)?,
        }
        Some(())
    }

    /// The inferences of a pointer without a source.
    fn begin(&self, node: Node, location: Location, choice: &mut Choice) {
        let constraints = self.constraints;
        if (node, location) == (Node::EXTERNAL, Location::EXTERNAL) {
            choice.offer(plain(Rule::ExternalPointer, vec![]));
        }
        for (owner, row) in rows(&self.index.addresses, &node.variable) {
            let Address { object, offsets, .. } = *row;
            for context in self.contexts(*owner, node) {
                let instance = constraints.instance(object, context);
                if (Location { instance, offsets }) == location {
                    let constraint = Constraint::Address(*row);
                    choice.offer(held(Rule::Address, *owner, context, constraint, vec![]));
                }
            }
        }
        for (owner, row) in rows(&self.index.shifts, &node.variable) {
            let contexts = self.contexts(*owner, node).into_iter();
            for context in contexts.filter(|it| constraints.applies(row.step, *it)) {
                let from = constraints.node(row.from, context);
                let is_start =
                    |start| constraints.step(start, row.step).any(|moved| moved == location);
                let pointer = self.earliest(from, Some(location.instance), is_start);
                if let Some(pointer) = pointer {
                    let constraint = Constraint::Shift(*row);
                    let premises = vec![Fact::PointsTo(from, pointer).into()];
                    choice.offer(held(Rule::Shift, *owner, context, constraint, premises));
                }
            }
        }
    }

    /// The inferences from variable to variable in a body.
    fn flow(&self, from: Node, to: Node, location: Location, choice: &mut Choice) {
        let all = rows(&self.index.assigns, &to.variable).iter();
        for (owner, row) in all.filter(|(_, row)| row.from == from.variable) {
            for context in self.contexts(*owner, to) {
                if self.constraints.node(row.from, context) == from {
                    let premises = vec![Fact::PointsTo(from, location).into()];
                    let constraint = Constraint::Assign(*row);
                    choice.offer(held(Rule::Assign, *owner, context, constraint, premises));
                }
            }
        }
    }

    /// The inferences that follow calls into functions and returns out of them.
    fn flow_by_calls(&self, from: Node, to: Node, location: Location, choice: &mut Choice) {
        let constraints = self.constraints;
        let pointer = Fact::PointsTo(from, location).into();
        let is_entered = |edge: &CallEdge| constraints.node(to.variable, edge.callee_context) == to;
        for site in rows(&self.index.passed, &from.variable) {
            let owner = self.index.owner_of(*site);
            for context in self.contexts(owner, from) {
                for edge in self.calls_at(*site, context).iter().filter(|it| is_entered(it)) {
                    for (rule, constraint) in self.passes(*edge, from.variable, to.variable) {
                        let premises = vec![Fact::Calls(*edge).into(), pointer];
                        choice.offer(of_call(rule, owner, context, constraint, premises));
                    }
                }
            }
        }
        for (owner, row) in rows(&self.index.results, &to.variable) {
            for context in self.contexts(*owner, to) {
                for edge in self.calls_at(row.site, context) {
                    let info = &constraints.functions[edge.function.0 as usize];
                    if info.returns.contains(&(row.part, from.variable))
                        && constraints.node(from.variable, edge.callee_context) == from
                    {
                        let premises = vec![Fact::Calls(*edge).into(), pointer];
                        let constraint = Constraint::CallResult(*row);
                        choice.offer(of_call(Rule::Result, *owner, context, constraint, premises));
                    }
                }
            }
        }
    }

    /// The rules and constraints by which a call passes one variable to the other.
    fn passes(&self, edge: CallEdge, from: Variable, to: Variable) -> Vec<(Rule, Constraint)> {
        let info = &self.constraints.functions[edge.function.0 as usize];
        let mut found = Vec::new();
        for row in rows(&self.index.arguments, &edge.site).iter().filter(|it| it.variable == from) {
            if info.parameters.contains(&(row.position, row.part, to)) {
                found.push((Rule::Argument, Constraint::Argument(*row)));
            }
            if info.variadic == Some(to) && row.position >= info.parameter_count {
                found.push((Rule::VariableArgument, Constraint::Argument(*row)));
            }
        }
        if info.variadic == Some(to) {
            let all = rows(&self.index.variable_arguments, &edge.site).iter();
            let all = all.filter(|row| row.variable == from);
            found.extend(
                all.map(|row| (Rule::ForwardedArguments, Constraint::VariableArguments(*row))),
            );
        }
        found
    }

    /// The inferences that follow calls of external functions, their returns, and calls by external code.
    fn flow_by_external_calls(
        &self,
        from: Node,
        to: Node,
        location: Location,
        choice: &mut Choice,
    ) {
        let constraints = self.constraints;
        let pointer: Claim = Fact::PointsTo(from, location).into();
        if to == Node::CAPTURED {
            for site in rows(&self.index.passed, &from.variable) {
                let owner = self.index.owner_of(*site);
                for context in self.contexts(owner, from) {
                    let Some(callee) = self.calls_external(*site, context) else { continue };
                    let mut add = |rule, constraint| {
                        let premises = vec![callee.into(), pointer];
                        choice.offer(held(rule, owner, context, constraint, premises));
                    };
                    let is_passed = |it: &Variable| *it == from.variable;
                    let all = rows(&self.index.arguments, site).iter();
                    for row in all.filter(|it| is_passed(&it.variable)) {
                        add(Rule::ExternalArgument, Constraint::Argument(*row));
                    }
                    let all = rows(&self.index.variable_arguments, site).iter();
                    for row in all.filter(|it| is_passed(&it.variable)) {
                        add(Rule::ExternalForwardedArguments, Constraint::VariableArguments(*row));
                    }
                }
            }
            for function in rows(&self.index.returned_by, &from.variable) {
                if let Some(escaped) = self.escaped_function(*function)
                    && constraints.node(from.variable, Context::EMPTY) == from
                {
                    let inference = plain(Rule::ExternalCallResult, vec![escaped]);
                    choice.offer(inference.and(pointer));
                }
            }
        }
        if from != Node::EXTERNAL {
            return;
        }
        for (owner, row) in rows(&self.index.results, &to.variable) {
            for context in self.contexts(*owner, to) {
                if let Some(callee) = self.calls_external(row.site, context) {
                    let constraint = Constraint::CallResult(*row);
                    let premises = vec![callee.into(), pointer];
                    let rule = Rule::ExternalResult;
                    choice.offer(held(rule, *owner, context, constraint, premises));
                }
            }
        }
        for function in rows(&self.index.taken_by, &to.variable) {
            if let Some(escaped) = self.escaped_function(*function)
                && constraints.node(to.variable, Context::EMPTY) == to
            {
                let info = &constraints.functions[function.0 as usize];
                let rule = match info.variadic == Some(to.variable) {
                    true => Rule::ExternalCallVariableArgument,
                    false => Rule::ExternalCallArgument,
                };
                choice.offer(plain(rule, vec![escaped]).and(pointer));
            }
        }
    }

    /// The inferences of a load from a cell.
    fn load(&self, cell: Location, to: Node, location: Location, choice: &mut Choice) {
        for (owner, row) in rows(&self.index.loads, &to.variable) {
            for context in self.contexts(*owner, to) {
                let address = self.constraints.node(row.address, context);
                let distance = Distance::of(row.offset);
                let pointer = self.earliest_access(address, cell.instance, |_, touched| {
                    let read = self.constraints.behind(touched, distance);
                    read.is_some_and(|read| read.offsets.overlaps(cell.offsets))
                });
                if let Some(mut premises) = pointer {
                    premises.push(Fact::Stored(cell, location).into());
                    let constraint = Constraint::Load(*row);
                    choice.offer(held(Rule::Load, *owner, context, constraint, premises));
                }
            }
        }
    }

    fn call(&self, edge: CallEdge, choice: &mut Choice) -> Option<()> {
        let (owner, row) = self.index.calls.get(&edge.site)?;
        let callee = self.constraints.node(row.callee, edge.context);
        let instance = *self.functions.get(&edge.function)?;
        let pointee = self.earliest(callee, Some(instance), |_| true)?;
        let premises = vec![Fact::PointsTo(callee, pointee).into()];
        let constraint = Constraint::Call(*row);
        choice.offer(held(Rule::Call, *owner, edge.context, constraint, premises));
        Some(())
    }

    /// The fact that the function has escaped, if it has.
    fn escaped_function(&self, function: FunctionId) -> Option<Fact> {
        Some(Fact::Escaped(*self.functions.get(&function)?))
    }

    /// The fact that the callee at a site points to external code, if it does.
    fn calls_external(&self, site: CallSite, context: Context) -> Option<Fact> {
        let (_, row) = self.index.calls.get(&site)?;
        let callee = self.constraints.node(row.callee, context);
        let pointee = self.earliest(callee, Some(Instance::EXTERNAL), |_| true)?;
        Some(Fact::PointsTo(callee, pointee))
    }

    fn calls_at(&self, site: CallSite, context: Context) -> &'a [CallEdge] {
        let calls = &self.solution.calls;
        let start = calls.partition_point(|it| (it.site, it.context) < (site, context));
        let end = calls.partition_point(|it| (it.site, it.context) <= (site, context));
        &calls[start..end]
    }

    /// The contexts of a body in which the node's variable denotes this node.
    pub(super) fn contexts(&self, owner: Option<FunctionId>, node: Node) -> Vec<Context> {
        let Some(function) = owner else { return vec![Context::EMPTY] };
        if self.constraints.variables[node.variable.0 as usize].owner.is_some() {
            return vec![node.context];
        }
        let reachable = &self.solution.reachable;
        let start = reachable.partition_point(|(it, _)| *it < function);
        let end = reachable.partition_point(|(it, _)| *it <= function);
        reachable[start..end].iter().map(|(_, context)| *context).collect()
    }

    /// The location that was derived first for the node, among those that satisfy the predicate and, if an instance is
    /// given, are in that instance.
    fn earliest(
        &self,
        node: Node,
        instance: Option<Instance>,
        counts: impl Fn(Location) -> bool,
    ) -> Option<Location> {
        let is_in = |it: &Location| instance.is_none_or(|instance| it.instance == instance);
        let all = self.solution.points_to(node).filter(|it| is_in(it) && counts(*it));
        let timed = all.filter_map(|it| Some((self.trace.pointer(node, it)?.0, it)));
        timed.min().map(|(_, location)| location)
    }

    /// The premises which state that the node points to a location at which an access touches the instance. In opaque
    /// memory, an access touches the memory of external code. The predicate receives the target of the node and the
    /// touched location.
    pub(super) fn earliest_access(
        &self,
        node: Node,
        instance: Instance,
        counts: impl Fn(Location, Location) -> bool,
    ) -> Option<Vec<Claim>> {
        let opaque = &self.solution.opaque;
        let all = self.solution.points_to(node).filter(|it| {
            let touched = opaque.touched(*it);
            touched.instance == instance && counts(*it, touched)
        });
        let timed = all.filter_map(|it| {
            let pointed = self.trace.pointer(node, it)?.0;
            let is_followed = !opaque.contains(it.instance);
            let since = if is_followed { 0 } else { self.trace.opaque_since(it.instance)? };
            Some((pointed.max(since), it))
        });
        let (_, pointee) = timed.min()?;
        let mut premises = vec![Fact::PointsTo(node, pointee).into()];
        if opaque.contains(pointee.instance) && pointee.instance != Instance::EXTERNAL {
            premises.push(Claim::Opaque(pointee.instance));
        }
        Some(premises)
    }
}

/// The instance that each function is.
pub fn instances_of_functions(
    constraints: &Constraints,
) -> impl Iterator<Item = (FunctionId, Instance)> {
    (0..constraints.objects.len() as u32).filter_map(|object| {
        let instance = constraints.instance(crate::Object(object), Context::EMPTY);
        Some((constraints.function_of(instance.object)?, instance))
    })
}

impl Inference {
    /// Adds a premise.
    fn and(mut self, premise: Claim) -> Self {
        self.premises.push(premise);
        self
    }
}

/// An inference by a rule without a constraint.
pub(super) fn plain(rule: Rule, premises: Vec<Fact>) -> Inference {
    let premises = premises.into_iter().map(Claim::Fact).collect();
    Inference { reason: Reason::Rule(rule), constraint: None, premises }
}

/// An inference from a constraint that holds because its body runs.
pub(super) fn held(
    rule: Rule,
    owner: Option<FunctionId>,
    context: Context,
    constraint: Constraint,
    mut premises: Vec<Claim>,
) -> Inference {
    premises.extend(owner.map(|function| Claim::Fact(Fact::Reachable(function, context))));
    of_call(rule, owner, context, constraint, premises)
}

/// An inference from a constraint about a call that may happen.
fn of_call(
    rule: Rule,
    owner: Option<FunctionId>,
    context: Context,
    constraint: Constraint,
    premises: Vec<Claim>,
) -> Inference {
    let constraint = Some(Owned { owner, context, constraint });
    Inference { reason: Reason::Rule(rule), constraint, premises }
}

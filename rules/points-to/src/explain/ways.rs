//! The ways in which the rules can derive a fact from other facts of a solution.

use std::ops::Range;

use facts_schema::FunctionId;
use rustc_hash::FxHashMap;

use super::index::{Index, rows};
use super::{Constraint, Owned, Way};
use crate::definition::Rule;
use crate::place::Distance;
use crate::{
    CallEdge, Constraints, Context, Fact, Instance, Location, Node, SetId, Site, Solution, Variable,
};

/// Finds ways.
pub struct Ways<'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) solution: &'a Solution,
    pub(super) index: Index,
    /// By the function called.
    calls: FxHashMap<FunctionId, Vec<CallEdge>>,
    /// The instance that each function is.
    functions: FxHashMap<FunctionId, Instance>,
}

impl<'a> Ways<'a> {
    /// In a solution of these constraints.
    pub fn new(constraints: &'a Constraints, solution: &'a Solution) -> Self {
        let mut calls: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for edge in &solution.calls {
            calls.entry(edge.function).or_default().push(*edge);
        }
        let functions = (0..constraints.objects.len() as u32).filter_map(|object| {
            let instance = constraints.instance(crate::Object(object), Context::EMPTY);
            Some((constraints.function_of(instance.object)?, instance))
        });
        let functions = functions.collect();
        Self { constraints, solution, index: Index::new(constraints), calls, functions }
    }

    /// How hard it may be to derive the fact.
    pub fn cost(&self, fact: Fact) -> u64 {
        let size = |set: Option<SetId>| {
            set.map_or(0, |set| u64::from(self.solution.sets[set.0 as usize].len().ilog2()))
        };
        match fact {
            Fact::Reachable(..) | Fact::Calls(_) => 1,
            Fact::PointsTo(node, _) => 1 + size(self.set_of(node)),
            Fact::Stored(cell, _) => {
                let found = self.solution.stored.binary_search_by_key(&cell, |(it, _)| *it);
                2 + size(found.ok().map(|index| self.solution.stored[index].1))
            }
            Fact::Escaped(_) => 4,
        }
    }

    /// The ways to derive a fact, simple ones first.
    pub fn of(&self, fact: Fact) -> Vec<Way> {
        let mut ways = Vec::new();
        match fact {
            Fact::Reachable(function, context) => self.reach(function, context, &mut ways),
            Fact::PointsTo(node, location) => {
                self.point_by_body(node, location, &mut ways);
                self.point_by_call(node, location, &mut ways);
                if node == Node::CAPTURED {
                    self.capture(location, &mut ways);
                }
            }
            Fact::Stored(cell, target) => self.store(cell, target, &mut ways),
            Fact::Calls(edge) => self.call(edge, &mut ways),
            Fact::Escaped(instance) => self.escape(instance, &mut ways),
        }
        ways
    }

    fn reach(&self, function: FunctionId, context: Context, ways: &mut Vec<Way>) {
        if context == Context::EMPTY {
            if self.constraints.roots.contains(&function) {
                ways.push(plain(Rule::Root, vec![]));
            }
            if let Some(escaped) = self.escaped_function(function) {
                ways.push(plain(Rule::CalledByExternal, vec![escaped]));
            }
        }
        let calls = rows(&self.calls, &function).iter();
        let calls = calls.filter(|edge| edge.callee_context == context);
        ways.extend(calls.map(|edge| plain(Rule::Called, vec![Fact::Calls(*edge)])));
    }

    fn point_by_body(&self, node: Node, location: Location, ways: &mut Vec<Way>) {
        let Node { variable, .. } = node;
        let (constraints, solution, index) = (self.constraints, self.solution, &self.index);
        if (node, location) == (Node::EXTERNAL, Location::EXTERNAL) {
            ways.push(plain(Rule::ExternalPointer, vec![]));
        }
        for (owner, row) in rows(&index.addresses, &variable) {
            for context in self.contexts(*owner, node) {
                let instance = constraints.instance(row.object, context);
                if (Location { instance, place: row.place }) == location {
                    let constraint = Constraint::Address(*row);
                    ways.push(held(Rule::Address, *owner, context, constraint, vec![]));
                }
            }
        }
        for (owner, row) in rows(&index.assigns, &variable) {
            for context in self.contexts(*owner, node) {
                let from = Fact::PointsTo(constraints.node(row.from, context), location);
                if solution.holds(from) {
                    let constraint = Constraint::Assign(*row);
                    ways.push(held(Rule::Assign, *owner, context, constraint, vec![from]));
                }
            }
        }
        for (owner, row) in rows(&index.shifts, &variable) {
            for context in self.contexts(*owner, node) {
                let from = constraints.node(row.from, context);
                for start in self.within(from, location.instance) {
                    if constraints.step(start, row.step) == Some(location) {
                        let premises = vec![Fact::PointsTo(from, start)];
                        let constraint = Constraint::Shift(*row);
                        ways.push(held(Rule::Shift, *owner, context, constraint, premises));
                    }
                }
            }
        }
        for (owner, row) in rows(&index.loads, &variable) {
            for context in self.contexts(*owner, node) {
                let address = constraints.node(row.address, context);
                for pointee in solution.points_to(address) {
                    let distance = Distance::of(row.offset);
                    let touched = solution.opaque.touched(pointee);
                    let Some(read) = constraints.behind(touched, distance) else { continue };
                    for (cell, set) in solution.contents(read.instance) {
                        if cell.place.overlaps(read.place) && self.contains(*set, location) {
                            let premises = vec![
                                Fact::PointsTo(address, pointee),
                                Fact::Stored(*cell, location),
                            ];
                            let constraint = Constraint::Load(*row);
                            ways.push(held(Rule::Load, *owner, context, constraint, premises));
                        }
                    }
                }
            }
        }
    }

    fn point_by_call(&self, node: Node, location: Location, ways: &mut Vec<Way>) {
        let (constraints, solution, index) = (self.constraints, self.solution, &self.index);
        for (owner, row) in rows(&index.results, &node.variable) {
            for context in self.contexts(*owner, node) {
                let constraint = Constraint::CallResult(*row);
                for edge in self.calls_at(row.site, context) {
                    let info = &constraints.functions[edge.function.0 as usize];
                    for (part, returned) in &info.returns {
                        let returned = constraints.node(*returned, edge.callee_context);
                        let from = Fact::PointsTo(returned, location);
                        if *part == row.part && solution.holds(from) {
                            let premises = vec![Fact::Calls(*edge), from];
                            ways.push(of_call(Rule::Result, *owner, context, constraint, premises));
                        }
                    }
                }
                let from = Fact::PointsTo(Node::EXTERNAL, location);
                if let Some(callee) = self.calls_external(row.site, context)
                    && solution.holds(from)
                {
                    let premises = vec![callee, from];
                    ways.push(held(Rule::ExternalResult, *owner, context, constraint, premises));
                }
            }
        }
        for function in rows(&index.taken_by, &node.variable) {
            for edge in rows(&self.calls, function) {
                if constraints.node(node.variable, edge.callee_context) == node {
                    self.point_by_arguments(*edge, node.variable, location, ways);
                }
            }
            let from = Fact::PointsTo(Node::EXTERNAL, location);
            if let Some(escaped) = self.escaped_function(*function)
                && constraints.node(node.variable, Context::EMPTY) == node
                && solution.holds(from)
            {
                let variadic = constraints.functions[function.0 as usize].variadic;
                let rule = if variadic == Some(node.variable) {
                    Rule::ExternalCallFurtherArgument
                } else {
                    Rule::ExternalCallArgument
                };
                ways.push(plain(rule, vec![escaped, from]));
            }
        }
    }

    /// The ways in which the arguments of a call make a variable of the callee point somewhere.
    fn point_by_arguments(
        &self,
        edge: CallEdge,
        variable: Variable,
        location: Location,
        ways: &mut Vec<Way>,
    ) {
        let CallEdge { site, context, function, .. } = edge;
        let constraints = self.constraints;
        let info = &constraints.functions[function.0 as usize];
        let owner = self.index.calls.get(&site).and_then(|(owner, _)| *owner);
        let mut add = |rule, passed: Variable, constraint| {
            let from = Fact::PointsTo(constraints.node(passed, context), location);
            if self.solution.holds(from) {
                let premises = vec![Fact::Calls(edge), from];
                ways.push(of_call(rule, owner, context, constraint, premises));
            }
        };
        for row in rows(&self.index.arguments, &site) {
            let constraint = Constraint::Argument(*row);
            if info.parameters.contains(&(row.position, row.part, variable)) {
                add(Rule::Argument, row.variable, constraint);
            }
            if info.variadic == Some(variable) && row.position >= info.parameter_count {
                add(Rule::FurtherArgument, row.variable, constraint);
            }
        }
        if info.variadic == Some(variable) {
            for row in rows(&self.index.variable_arguments, &site) {
                add(Rule::PassedOn, row.variable, Constraint::VariableArguments(*row));
            }
        }
    }

    /// The ways in which external code is given a pointer by calls.
    fn capture(&self, location: Location, ways: &mut Vec<Way>) {
        let constraints = self.constraints;
        let holds = |fact: &Fact| self.solution.holds(*fact);
        for (site, (owner, _)) in &self.index.calls {
            for context in self.all_contexts(*owner) {
                let Some(callee) = self.calls_external(*site, context) else { continue };
                let mut add = |rule, passed, constraint| {
                    let from = Fact::PointsTo(constraints.node(passed, context), location);
                    if holds(&from) {
                        ways.push(held(rule, *owner, context, constraint, vec![callee, from]));
                    }
                };
                for row in rows(&self.index.arguments, site) {
                    add(Rule::ExternalArgument, row.variable, Constraint::Argument(*row));
                }
                for row in rows(&self.index.variable_arguments, site) {
                    let constraint = Constraint::VariableArguments(*row);
                    add(Rule::ExternalPassedOn, row.variable, constraint);
                }
            }
        }
        for (function, instance) in &self.functions {
            if self.solution.is_escaped(*instance) {
                for (_, returned) in &constraints.functions[function.0 as usize].returns {
                    let returned = constraints.node(*returned, Context::EMPTY);
                    let from = Fact::PointsTo(returned, location);
                    if holds(&from) {
                        let premises = vec![Fact::Escaped(*instance), from];
                        ways.push(plain(Rule::ExternalCallResult, premises));
                    }
                }
            }
        }
    }

    fn call(&self, edge: CallEdge, ways: &mut Vec<Way>) {
        let Some((owner, row)) = self.index.calls.get(&edge.site) else { return };
        let callee = self.constraints.node(row.callee, edge.context);
        for pointee in self.solution.points_to(callee) {
            if self.constraints.function_of(pointee.instance.object) == Some(edge.function) {
                let premises = vec![Fact::PointsTo(callee, pointee)];
                let constraint = Constraint::Call(*row);
                ways.push(held(Rule::Call, *owner, edge.context, constraint, premises));
            }
        }
    }

    /// That the function has escaped, if it has.
    fn escaped_function(&self, function: FunctionId) -> Option<Fact> {
        let instance = *self.functions.get(&function)?;
        self.solution.is_escaped(instance).then_some(Fact::Escaped(instance))
    }

    /// That the callee at a site points to external code, if it does.
    fn calls_external(&self, site: Site, context: Context) -> Option<Fact> {
        let (_, row) = self.index.calls.get(&site)?;
        let callee = self.constraints.node(row.callee, context);
        let pointee = self.within(callee, Instance::EXTERNAL).next()?;
        Some(Fact::PointsTo(callee, pointee))
    }

    fn calls_at(&self, site: Site, context: Context) -> &'a [CallEdge] {
        let calls = &self.solution.calls;
        let start = calls.partition_point(|it| (it.site, it.context) < (site, context));
        let end = calls.partition_point(|it| (it.site, it.context) <= (site, context));
        &calls[start..end]
    }

    /// The contexts in which a body holds.
    pub(super) fn all_contexts(
        &self,
        owner: Option<FunctionId>,
    ) -> impl Iterator<Item = Context> + use<'a> {
        let reachable = &self.solution.reachable;
        let rows = owner.map_or(&[][..], |function| {
            let start = reachable.partition_point(|(it, _)| *it < function);
            let end = reachable.partition_point(|(it, _)| *it <= function);
            &reachable[start..end]
        });
        let module = owner.is_none().then_some(Context::EMPTY);
        module.into_iter().chain(rows.iter().map(|(_, context)| *context))
    }

    /// The contexts in which a body holds and speaks of just this node when it names its variable.
    fn contexts(
        &self,
        owner: Option<FunctionId>,
        node: Node,
    ) -> impl Iterator<Item = Context> + use<'a> {
        let constraints = self.constraints;
        let contexts = self.all_contexts(owner);
        contexts.filter(move |context| constraints.node(node.variable, *context) == node)
    }

    fn set_of(&self, node: Node) -> Option<SetId> {
        let rows = &self.solution.points_to;
        let found = rows.binary_search_by_key(&node, |(it, _)| *it);
        found.ok().map(|index| rows[index].1)
    }

    pub(super) fn contains(&self, set: SetId, location: Location) -> bool {
        let members = &self.solution.sets[set.0 as usize];
        let locations = &self.solution.locations;
        members.binary_search_by_key(&location, |it| locations[*it as usize]).is_ok()
    }

    /// Where in the instance the node points to.
    pub(super) fn within(
        &self,
        node: Node,
        instance: Instance,
    ) -> impl Iterator<Item = Location> + 'a {
        let solution = self.solution;
        let members = self.set_of(node).map_or(&[][..], |set| {
            &solution.sets[set.0 as usize][self.members_within(set, instance)]
        });
        members.iter().map(|member| solution.locations[*member as usize])
    }

    /// Which members of a set are places of the instance.
    pub(super) fn members_within(&self, set: SetId, instance: Instance) -> Range<usize> {
        let members = &self.solution.sets[set.0 as usize];
        let instance_of = |member: &u32| self.solution.locations[*member as usize].instance;
        let start = members.partition_point(|it| instance_of(it) < instance);
        start..members.partition_point(|it| instance_of(it) <= instance)
    }
}

/// By a rule that is about no constraint.
pub(super) fn plain(rule: Rule, premises: Vec<Fact>) -> Way {
    Way { rule, constraint: None, premises }
}

/// By a constraint that holds because its body runs.
pub(super) fn held(
    rule: Rule,
    owner: Option<FunctionId>,
    context: Context,
    constraint: Constraint,
    mut premises: Vec<Fact>,
) -> Way {
    premises.extend(owner.map(|function| Fact::Reachable(function, context)));
    of_call(rule, owner, context, constraint, premises)
}

/// By what is said of a call that happens.
fn of_call(
    rule: Rule,
    owner: Option<FunctionId>,
    context: Context,
    constraint: Constraint,
    premises: Vec<Fact>,
) -> Way {
    Way { rule, constraint: Some(Owned { owner, context, constraint }), premises }
}

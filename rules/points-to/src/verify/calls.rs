//! Calls, and the effects of external code on escaped memory and functions.

use super::graph::VertexId;
use super::replay::{Replay, Runs, SiteRows};
use crate::{CallEdge, CallSite, Context, Fact, Instance, Location, Node, Variable};

impl Replay<'_> {
    pub(super) fn call(&mut self, site: CallSite, context: Context, callee: Location) {
        let constraints = self.constraints;
        if callee.instance == Instance::EXTERNAL {
            self.call_external(site, context);
        }
        let Some(function) = constraints.function_of(callee.instance.object) else { return };
        if !constraints.accepts(site, function) {
            return;
        }
        let callee_context = context.enter(constraints, self.depth, site, function);
        let edge = CallEdge { site, context, function, callee_context };
        if self.calls.contains_key(&edge) || !self.check(Fact::Calls(edge)) {
            return;
        }
        self.calls.insert(edge, self.graph.tick());
        self.reach(function, callee_context, Runs::Called(edge));
        self.pass_arguments(edge);
    }

    fn pass_arguments(&mut self, edge: CallEdge) {
        let CallEdge { site, context, function, callee_context } = edge;
        let constraints = self.constraints;
        let outer = |variable| constraints.node(variable, context);
        let inner = |variable| constraints.node(variable, callee_context);
        let info = &constraints.functions[function.0 as usize];
        let SiteRows { arguments, variable_arguments, results } = &self.sites[site.0 as usize];
        let mut flows = Vec::new();
        for row in arguments {
            let same = |(position, part, _): &&(u32, u32, Variable)| {
                (*position, *part) == (row.position, row.part)
            };
            for (.., parameter) in info.parameters.iter().filter(same) {
                flows.push((outer(row.variable), inner(*parameter)));
            }
            if let Some(variadic) = info.variadic
                && row.position >= info.parameter_count
            {
                flows.push((outer(row.variable), inner(variadic)));
            }
        }
        for row in variable_arguments {
            flows.extend(info.variadic.map(|it| (outer(row.variable), inner(it))));
        }
        for row in results {
            let returns = info.returns.iter().filter(|(part, _)| *part == row.part);
            flows.extend(returns.map(|(_, returned)| (inner(*returned), outer(row.variable))));
        }
        flows.into_iter().for_each(|(from, to)| self.flow(from, to));
    }

    fn call_external(&mut self, site: CallSite, context: Context) {
        if !self.external_calls.insert((site, context)) {
            return;
        }
        let constraints = self.constraints;
        let node = |variable| constraints.node(variable, context);
        let SiteRows { arguments, variable_arguments, results } = &self.sites[site.0 as usize];
        let passed = arguments.iter().map(|row| row.variable);
        let passed = passed.chain(variable_arguments.iter().map(|row| row.variable));
        let captured = passed.map(|it| (node(it), Node::CAPTURED));
        let returned = results.iter().map(|row| (Node::EXTERNAL, node(row.variable)));
        let flows: Vec<_> = captured.chain(returned).collect();
        flows.into_iter().for_each(|(from, to)| self.flow(from, to));
    }

    /// Everything that these members of the vertex point to escapes.
    pub(super) fn escape_targets(&mut self, vertex: VertexId, targets: &[u32]) {
        for target in targets {
            let instance = self.solution.locations[*target as usize].instance;
            self.escape(instance, Some((vertex, *target)));
        }
    }

    /// Derives the effects of external code on an escaped instance.
    pub(super) fn publish(&mut self, instance: Instance) {
        self.release(instance);
        let constraints = self.constraints;
        let first = self.first_cell(instance);
        for index in 0..self.solution.contents(instance).len() {
            let cell = (first + index) as VertexId;
            let targets = self.graph.derived(cell);
            self.escape_targets(cell, &targets);
        }
        if constraints.is_writable(instance.object) && !self.solution.opaque.contains(instance) {
            self.stored(constraints.anywhere(instance), Location::EXTERNAL);
        }
        if let Some(function) = constraints.function_of(instance.object) {
            self.reach(function, Context::EMPTY, Runs::Escaped(instance));
            let info = &constraints.functions[function.0 as usize];
            let node = |variable| constraints.node(variable, Context::EMPTY);
            let parameters = info.parameters.iter().map(|(.., parameter)| *parameter);
            for parameter in parameters.chain(info.variadic) {
                self.flow(Node::EXTERNAL, node(parameter));
            }
            for (_, returned) in &info.returns {
                self.flow(node(*returned), Node::CAPTURED);
            }
        }
    }
}

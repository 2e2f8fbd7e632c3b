//! Calls, and the effects of external code on escaped memory and functions.

use facts_schema::{EntityId, FunctionId};

use super::ids::{InstanceId, LocationId, NodeId};
use super::locations::Locations;
use super::solve::Solver;
use crate::{CallEdge, CallSite, Context, Origin, Variable};

impl Solver<'_> {
    pub(super) fn call(&mut self, site: CallSite, context: Context, callees: &Locations) {
        for location in callees.iter() {
            match self.memory.origin(location) {
                Origin::Function(function) if self.constraints.accepts(site, function) => {
                    self.call_function(site, context, function);
                }
                Origin::External => self.call_external(site, context),
                _ => {}
            }
        }
    }

    fn call_function(&mut self, site: CallSite, context: Context, function: FunctionId) {
        let callee_context = context.enter(self.constraints, self.depth, site, function);
        if !self.calls.insert(CallEdge { site, context, function, callee_context }) {
            return;
        }
        self.enter(function, callee_context);
        let Self { constraints, templates, .. } = *self;
        let passed = &templates.passed[site.0 as usize];
        let info = &constraints.functions[function.index()];
        let variadic = info.variadic.and_then(|variable| self.node(variable, callee_context));
        for (position, part, argument) in &passed.arguments {
            let argument = self.node(*argument, context);
            if *position >= info.parameter_count {
                self.edge(argument, variadic);
            }
            for (_, _, parameter) in
                info.parameters.iter().filter(|it| (it.0, it.1) == (*position, *part))
            {
                let parameter = self.node(*parameter, callee_context);
                self.edge(argument, parameter);
            }
        }
        for argument in &passed.variable_arguments {
            let argument = self.node(*argument, context);
            self.edge(argument, variadic);
        }
        for (part, result) in &passed.results {
            let result = self.node(*result, context);
            for (_, returned) in info.returns.iter().filter(|it| it.0 == *part) {
                let returned = self.node(*returned, callee_context);
                self.edge(returned, result);
            }
        }
    }

    fn call_external(&mut self, site: CallSite, context: Context) {
        if !self.external_calls.insert((site, context)) {
            return;
        }
        let Self { templates, .. } = *self;
        let passed = &templates.passed[site.0 as usize];
        let captured = self.node(Variable::CAPTURED, Context::EMPTY);
        let external = self.node(Variable::EXTERNAL, Context::EMPTY);
        let arguments = passed.arguments.iter().map(|(_, _, argument)| argument);
        for argument in arguments.chain(&passed.variable_arguments) {
            let argument = self.node(*argument, context);
            self.edge(argument, captured);
        }
        for (_, result) in &passed.results {
            let result = self.node(*result, context);
            self.edge(external, result);
        }
    }

    /// Marks the object that contains the location as escaped.
    pub(super) fn escape(&mut self, location: LocationId) {
        let instance = self.memory.instance_of(location);
        if !self.memory.escape(instance, &mut self.changes) {
            return;
        }
        let external = self.node(Variable::EXTERNAL, Context::EMPTY);
        if self.memory.is_writable(location) && !self.memory.is_opaque(instance) {
            let anywhere = self.memory.anywhere(instance);
            let cell = self.cell(anywhere);
            self.edge(external, Some(cell));
            if self.search.is_some() {
                self.forget(instance, cell);
            }
        }
        if let Origin::Function(function) = self.memory.origin(location) {
            self.enter(function, Context::EMPTY);
            let captured = self.node(Variable::CAPTURED, Context::EMPTY);
            let info = &self.constraints.functions[function.index()];
            let parameters = info.parameters.iter().map(|(_, _, variable)| *variable);
            for parameter in parameters.chain(info.variadic) {
                let parameter = self.node(parameter, Context::EMPTY);
                self.edge(external, parameter);
            }
            for (_, returned) in &info.returns {
                let returned = self.node(*returned, Context::EMPTY);
                self.edge(returned, captured);
            }
        }
    }

    /// Stops following the content of the instance. A load from it yields the pointers of external code, from the
    /// cell `anywhere`. A set with such a pointer need not contain the instance.
    fn forget(&mut self, instance: InstanceId, anywhere: NodeId) {
        for cell in self.memory.make_opaque(instance) {
            if cell != anywhere {
                self.graph.cut(cell);
            }
        }
        for location in self.memory.locations_of(instance) {
            self.graph.imply(*location);
        }
    }
}

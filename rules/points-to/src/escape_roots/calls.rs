//! The spread of external pointers through calls.

use super::Cause;
use super::spread::EscapeGraph;
use crate::passed::Passed;
use crate::{CallEdge, CallSite, Context, Instance, Variable};

impl EscapeGraph<'_> {
    /// Adds the edges for the arguments and results of calls.
    pub(super) fn add_calls(&mut self) {
        let analysis = self.numbers.analysis;
        let passed = analysis.constraints.passed();
        let at = |site: CallSite| site.0 as usize;
        for edge in &analysis.solution.calls {
            self.add_call(edge, &passed[at(edge.site)]);
        }
        for (function, context) in &analysis.solution.reachable {
            for call in &analysis.constraints.functions[function.0 as usize].body.calls {
                let passed = &passed[at(call.site)];
                self.add_external_call(call.callee, *context, passed);
            }
        }
    }

    fn add_call(&mut self, edge: &CallEdge, passed: &Passed) {
        let CallEdge { site, context, function, callee_context } = *edge;
        let constraints = &self.numbers.analysis.constraints;
        let info = &constraints.functions[function.0 as usize];
        let outer = |variable| constraints.node(variable, context);
        let inner = |variable| constraints.node(variable, callee_context);
        let by_caller = Cause::Function(constraints.sites[site.0 as usize].function);
        for &(position, part, argument) in &passed.arguments {
            for (.., parameter) in
                info.parameters.iter().filter(|it| (it.0, it.1) == (position, part))
            {
                self.flow(outer(argument), inner(*parameter), by_caller);
            }
            if let Some(variadic) = info.variadic.filter(|_| position >= info.parameter_count) {
                self.flow(outer(argument), inner(variadic), by_caller);
            }
        }
        for &argument in &passed.variable_arguments {
            if let Some(variadic) = info.variadic {
                self.flow(outer(argument), inner(variadic), by_caller);
            }
        }
        for &(part, result) in &passed.results {
            for (_, returned) in info.returns.iter().filter(|(it, _)| *it == part) {
                self.flow(inner(*returned), outer(result), Cause::Function(function));
            }
        }
    }

    /// If the callee may be external, the arguments escape and the result comes from external code.
    fn add_external_call(&mut self, callee: Variable, context: Context, passed: &Passed) {
        let constraints = &self.numbers.analysis.constraints;
        let node = |variable| constraints.node(variable, context);
        let Some(callee) = self.numbers.pointer(node(callee)) else { return };
        for &(_, result) in &passed.results {
            let result = self.numbers.pointer(node(result));
            self.edge(callee, result);
        }
        let arguments = passed.arguments.iter().map(|(.., argument)| argument);
        for &argument in arguments.chain(&passed.variable_arguments) {
            if let Some(set) = self.numbers.set_of(node(argument)) {
                let targets = self.targets(set);
                self.edge(callee, targets);
            }
        }
    }

    /// Adds the effects of external code on an escaped instance.
    pub(super) fn add_escaped(&mut self, instance: Instance) {
        let analysis = self.numbers.analysis;
        let constraints = &analysis.constraints;
        let Some(escaped) = self.numbers.escaped(instance) else { return };
        for (_, set) in analysis.solution.contents(instance) {
            let targets = self.targets(*set);
            self.edge(escaped, targets);
        }
        let anywhere = constraints.anywhere(instance);
        let mut cells = self.numbers.cells(instance);
        let found = cells.find(|(it, _)| *it == anywhere).map(|(_, vertex)| vertex);
        drop(cells);
        self.edge(escaped, found);
        let Some(function) = constraints.function_of(instance.object) else { return };
        let info = &constraints.functions[function.0 as usize];
        let node = |variable| constraints.node(variable, Context::EMPTY);
        for parameter in info.parameters.iter().map(|(.., it)| *it).chain(info.variadic) {
            let parameter = self.numbers.pointer(node(parameter));
            self.edge(escaped, parameter);
        }
        for (_, returned) in &info.returns {
            if let Some(set) = self.numbers.set_of(node(*returned)) {
                let targets = self.targets(set);
                self.edge(escaped, targets);
            }
        }
    }
}

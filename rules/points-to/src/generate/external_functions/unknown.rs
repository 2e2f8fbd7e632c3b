//! Functions without a model: they have all effects that their attributes allow.

use facts_schema::FunctionId;

use super::ExternalFunctions;
use super::attributes::{FunctionTraits, ParameterTraits};
use super::callback::Broker;
use super::emitter::Emitter;
use crate::constraints::{Length, Size, Variable};
use crate::libraries;
use crate::offsets::Step;

impl ExternalFunctions<'_> {
    /// Adds all effects that the function's attributes allow.
    pub(super) fn havoc(&self, emitter: &mut Emitter) {
        let traits = self.traits(emitter.function);
        let brokers = self.brokers(emitter.function);
        for broker in &brokers {
            broker.call(emitter);
        }
        if traits.is_allocator {
            self.allocate(emitter, &traits);
            return;
        }
        let parameters = self.parameters_of(emitter, &traits, &brokers);
        for (variable, parameter) in &parameters {
            access(emitter, &traits, *variable, *parameter);
        }
        if !is_read_only(&traits) {
            emitter.variadic.into_iter().for_each(|it| emitter.assign(Variable::CAPTURED, it));
        }
        let is_of_library = self.is_of_library(emitter.function);
        if traits.writes_others && !is_of_library {
            self.exports.into_iter().for_each(|it| emitter.assign(Variable::CAPTURED, it));
        }
        if traits.may_throw {
            match is_of_library {
                true => emitter.assign(Variable::THROWN_BY_LIBRARY, Variable::LIBRARY),
                false => emitter.assign(Variable::UNTYPED, Variable::EXTERNAL),
            }
        }
        self.result(emitter, &traits, &parameters);
    }

    /// Whether the function belongs to the C++ or Rust standard library, which does not know the program's names.
    fn is_of_library(&self, function: FunctionId) -> bool {
        libraries::is_symbol_of_standard(self.source.view.name_of_function(function))
    }

    /// Adds the effects that an intrinsic without a model may have on its arguments according to its attributes.
    /// It does not keep any of them.
    pub(super) fn intrinsic(&self, emitter: &mut Emitter) {
        let traits = self.traits(emitter.function);
        let parameters = self.parameters_of(emitter, &traits, &[]);
        let moved = emitter.temporary();
        for (variable, parameter) in &parameters {
            emitter.shift(moved, *variable, Step::Anywhere);
            if parameter.is_read {
                let inside = emitter.shifted(*variable, Step::Anywhere);
                emitter.load(moved, inside);
            }
        }
        for (variable, _) in parameters.iter().filter(|(_, it)| it.is_written) {
            let inside = emitter.shifted(*variable, Step::Anywhere);
            emitter.store(inside, moved);
        }
        match parameters.iter().find(|(_, it)| it.is_returned) {
            Some((variable, _)) => emitter.give(*variable),
            None => emitter.give(moved),
        }
    }

    /// The parameters that the function itself accesses.
    fn parameters_of(
        &self,
        emitter: &Emitter,
        traits: &FunctionTraits,
        brokers: &[Broker],
    ) -> Vec<(Variable, ParameterTraits)> {
        let passed_on = |position| brokers.iter().any(|it| it.passes_on(position));
        let own = emitter.parameters.iter().filter(|(position, _)| !passed_on(*position));
        let traits_of = |position| self.parameter(emitter.function, traits, position);
        own.map(|&(position, variable)| (variable, traits_of(position))).collect()
    }

    /// Adds the effects of a function with `allockind`.
    fn allocate(&self, emitter: &mut Emitter, traits: &FunctionTraits) {
        if !traits.is_result_fresh || emitter.returned.is_none() {
            return;
        }
        let fresh = fresh(emitter, traits);
        emitter.give(fresh);
        for (variable, parameter) in self.parameters_of(emitter, traits, &[]) {
            if parameter.is_allocated {
                emitter.transfer(fresh, variable, Length::Unknown);
            }
        }
    }

    fn result(
        &self,
        emitter: &mut Emitter,
        traits: &FunctionTraits,
        parameters: &[(Variable, ParameterTraits)],
    ) {
        if emitter.returned.is_none() {
            return;
        }
        if let Some((variable, _)) = parameters.iter().find(|(_, it)| it.is_returned) {
            emitter.give(*variable);
            return;
        }
        if traits.is_result_fresh {
            // The content that the function stores in it is unknown.
            let fresh = fresh(emitter, traits);
            let inside = emitter.shifted(fresh, Step::Anywhere);
            emitter.store(inside, Variable::EXTERNAL);
            emitter.give(fresh);
            if !is_read_only(traits) {
                return;
            }
        }
        emitter.give(Variable::EXTERNAL);
        let kept = |it: &ParameterTraits| it.is_captured;
        let found = emitter.temporary();
        for (variable, parameter) in parameters.iter().filter(|(_, it)| !kept(it)) {
            if parameter.may_be_returned {
                emitter.shift(found, *variable, Step::Anywhere);
            }
            if parameter.is_read && is_read_only(traits) {
                let inside = emitter.shifted(*variable, Step::Anywhere);
                emitter.load(found, inside);
            }
        }
        if is_read_only(traits) && traits.reads_arguments {
            // Everything that is reachable from there.
            let inside = emitter.shifted(found, Step::Anywhere);
            emitter.load(found, inside);
        }
        emitter.give(found);
    }
}

/// Lets the function read, write and keep its argument `variable`.
fn access(
    emitter: &mut Emitter,
    traits: &FunctionTraits,
    variable: Variable,
    parameter: ParameterTraits,
) {
    if parameter.is_captured && !parameter.is_copy {
        // Everything reachable from it is also read and written.
        emitter.assign(Variable::CAPTURED, variable);
        return;
    }
    if !(parameter.is_read || parameter.is_written) {
        return;
    }
    let inside = emitter.shifted(variable, Step::Anywhere);
    if parameter.is_read && !is_read_only(traits) {
        emitter.load(Variable::CAPTURED, inside);
    }
    if parameter.is_written && !parameter.is_copy {
        emitter.store(inside, Variable::EXTERNAL);
    }
}

/// Whether the function can only keep or pass on pointers through its result.
fn is_read_only(traits: &FunctionTraits) -> bool {
    !traits.writes_others && !traits.writes_arguments
}

/// A variable that holds the address of the memory that a call of the function allocates.
fn fresh(emitter: &mut Emitter, traits: &FunctionTraits) -> Variable {
    let size = match traits.size {
        None => Size::OfLayout,
        Some((size, None)) => Size::Argument(size),
        Some((size, Some(count))) => Size::Product(size, count),
    };
    let object = emitter.fresh(size, None);
    emitter.address(object)
}

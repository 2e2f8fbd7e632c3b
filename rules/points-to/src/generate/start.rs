//! The entry points of the program and their arguments: the command line and the environment.

use facts_schema::ValueId;
use facts_schema::view::Scope;
use rules::bridge::sorted;

use super::Roots;
use super::builder::Builder;
use super::objects::Objects;
use super::roots::ProcessInput;
use super::roots::program::{self, Captured, Gets, Holds, Overridable, Runs};
use super::source::Source;
use crate::constraints::{Address, Assign, Body, Origin, Shift, Store, Variable, VariableOf};
use crate::offsets::{Offsets, Step};

/// Adds the entry points of the program and their arguments. Returns whether there are any: a library has none.
pub fn start<'f>(
    builder: &mut Builder,
    source: &Source<'f>,
    objects: &Objects<'_, 'f>,
    roots: &Roots,
    body: &mut Body,
) -> bool {
    let scope = Scope::module(&source.view);
    let (starts, runs, captured, overridable, gets, holds) = program::run(scope, source, roots);
    for global in sorted(captured.into_iter().map(|Captured(it)| it)) {
        let from = variable(builder, source, global);
        body.assigns.push(Assign { to: Variable::CAPTURED, from });
        for table in source.construction.tables_of(&source.view, global) {
            let from = variable(builder, source, table);
            body.assigns.push(Assign { to: Variable::CAPTURED, from });
        }
    }
    for Overridable(global) in overridable {
        let to = variable(builder, source, global);
        body.assigns.push(Assign { to, from: Variable::EXTERNAL });
    }
    let roots = sorted(runs.into_iter().map(|Runs(it)| it));
    for function in roots.iter().copied().filter(|it| source.once.receives(*it)) {
        let to = builder.variable(Some(function), VariableOf::Callable { function });
        body.assigns.push(Assign { to, from: Variable::EXTERNAL });
    }
    builder.constraints().roots = roots;

    let gets = sorted(gets.into_iter().map(|Gets(given, function, it)| (given, function, it)));
    let arguments = |of: ProcessInput| -> Vec<ValueId> {
        gets.iter().filter(|(given, ..)| *given == of).map(|(.., it)| *it).collect()
    };
    let variables = |of: ProcessInput| -> Vec<ValueId> {
        holds.iter().filter(|Holds(given, _)| *given == of).map(|Holds(_, it)| *it).collect()
    };
    let (vectors, names) =
        (arguments(ProcessInput::CommandLine), variables(ProcessInput::ProgramName));
    if !vectors.is_empty() || !names.is_empty() {
        let kinds = [Origin::ArgumentVector, Origin::ArgumentStrings];
        let [array, string] = strings(builder, objects, kinds, body);
        pass(builder, source, array, &vectors, body);
        store(builder, source, string, &names, body);
    }
    let (vectors, environments) =
        (arguments(ProcessInput::Environment), variables(ProcessInput::Environment));
    if !vectors.is_empty() || !environments.is_empty() {
        let kinds = [Origin::Environment, Origin::EnvironmentStrings];
        let [array, _] = strings(builder, objects, kinds, body);
        pass(builder, source, array, &vectors, body);
        store(builder, source, array, &environments, body);
    }
    !starts.is_empty()
}

/// The address of an array of strings, and the address of the strings, which are in every element.
fn strings<'f>(
    builder: &mut Builder,
    objects: &Objects<'_, 'f>,
    kinds: [Origin; 2],
    body: &mut Body,
) -> [Variable; 2] {
    let [array, string] = kinds.map(|origin| {
        let object = objects.object(builder, origin);
        let variable = builder.temporary(None);
        body.addresses.push(Address { variable, object, offsets: Offsets::At(0) });
        variable
    });
    let anywhere = builder.temporary(None);
    body.shifts.push(Shift { to: anywhere, from: array, step: Step::Anywhere });
    body.stores.push(Store { address: anywhere, offset: 0, from: string });
    [array, string]
}

/// Passes everything that `from` holds as each of the arguments.
fn pass(
    builder: &mut Builder,
    source: &Source,
    from: Variable,
    arguments: &[ValueId],
    body: &mut Body,
) {
    for argument in arguments {
        let to = variable(builder, source, *argument);
        body.assigns.push(Assign { to, from });
    }
}

/// Stores everything that `from` holds in each of the global variables.
fn store(
    builder: &mut Builder,
    source: &Source,
    from: Variable,
    globals: &[ValueId],
    body: &mut Body,
) {
    for global in globals {
        let address = variable(builder, source, *global);
        body.stores.push(Store { address, offset: 0, from });
    }
}

fn variable(builder: &mut Builder, source: &Source, value: ValueId) -> Variable {
    builder.variable(source.view.owner_of(value), VariableOf::Value { value, part: 0 })
}

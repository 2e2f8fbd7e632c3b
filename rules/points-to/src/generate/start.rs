//! Where the program starts, and what is passed to it: the command line and the environment.

use facts_schema::{FunctionId, GlobalFlag, Linkage, ValueId, ValueKind};

use super::builder::Builder;
use super::objects::Objects;
use super::source::Source;
use super::{Roots, roots};
use crate::constraints::{Address, Assign, Body, Origin, Shift, Store, Variable, VariableOf};
use crate::place::{Place, Step};

/// Variables of C libraries that hold the environment.
const ENVIRONMENT: &[&str] = &["environ", "__environ", "_environ"];

/// Variables of C libraries that hold the name of the program, which is in the command line.
const PROGRAM_NAME: &[&str] =
    &["program_invocation_name", "program_invocation_short_name", "__progname", "__progname_full"];

/// Says where the program starts, and what is passed to it.
pub fn start<'f>(
    builder: &mut Builder,
    source: &Source<'f>,
    objects: &Objects<'_, 'f>,
    roots: &Roots,
    body: &mut Body,
) {
    let roots::Start { runs, with_arguments, captured } = roots::derive(source, roots);
    for global in captured {
        let from = variable(builder, source, global);
        body.assigns.push(Assign { to: Variable::CAPTURED, from });
    }
    for global in overridable(source) {
        let to = variable(builder, source, global);
        body.assigns.push(Assign { to, from: Variable::EXTERNAL });
    }
    builder.constraints().roots = runs;
    let arguments = Arguments { source, with_arguments };
    let names = declared(source, PROGRAM_NAME);
    let vectors = arguments.at(1);
    if !vectors.is_empty() || !names.is_empty() {
        let kinds = [Origin::ArgumentVector, Origin::ArgumentStrings];
        let [array, string] = strings(builder, objects, kinds, body);
        pass(builder, source, array, &vectors, body);
        store(builder, source, string, &names, body);
    }
    let environments = declared(source, ENVIRONMENT);
    let vectors = arguments.at(2);
    if !vectors.is_empty() || !environments.is_empty() {
        let kinds = [Origin::Environment, Origin::EnvironmentStrings];
        let [array, _] = strings(builder, objects, kinds, body);
        pass(builder, source, array, &vectors, body);
        store(builder, source, array, &environments, body);
    }
}

/// The globals in whose place another file may put its own of the same name. Those with linkage
/// `common` are merged into one with the same content, and those with linkage `extern_weak` are only
/// declared here.
fn overridable(source: &Source) -> impl Iterator<Item = ValueId> {
    let is_overridable = |linkage: Linkage| {
        linkage.is_interposable() && !matches!(linkage, Linkage::Common | Linkage::ExternWeak)
    };
    let globals = source.facts().global.iter();
    globals.filter(move |row| is_overridable(row.linkage)).map(|row| row.global)
}

/// What the functions get at which the program starts.
struct Arguments<'s, 'f> {
    source: &'s Source<'f>,
    with_arguments: Vec<FunctionId>,
}

impl Arguments<'_, '_> {
    /// The arguments at `position` that can hold pointers.
    fn at(&self, position: u32) -> Vec<ValueId> {
        let functions = self.with_arguments.iter();
        let arguments = functions.filter_map(|it| self.source.view.argument(*it, position));
        arguments.filter(|it| self.source.holds(*it)).collect()
    }
}

/// The global variables with one of these names that other files define.
fn declared(source: &Source, names: &[&str]) -> Vec<ValueId> {
    let facts = source.facts();
    let view = &source.view;
    let is_variable = |value: ValueId| {
        view.kind_of(value) == Some(ValueKind::GlobalVariable)
            && view.has_flag(value, GlobalFlag::Declaration)
    };
    let named = facts.value_name.iter().filter(|row| is_variable(row.value));
    named.filter(|row| names.contains(&view.text(row.name))).map(|row| row.value).collect()
}

/// The address of an array of strings, and that of the strings, which lie at any place of it.
fn strings<'f>(
    builder: &mut Builder,
    objects: &Objects<'_, 'f>,
    kinds: [Origin; 2],
    body: &mut Body,
) -> [Variable; 2] {
    let [array, string] = kinds.map(|origin| {
        let object = objects.object(builder, origin);
        let variable = builder.temporary(None);
        body.addresses.push(Address { variable, object, place: Place::At(0) });
        variable
    });
    let anywhere = builder.temporary(None);
    body.shifts.push(Shift { to: anywhere, from: array, step: Step::Anywhere });
    body.stores.push(Store { address: anywhere, offset: 0, from: string });
    [array, string]
}

/// Each argument holds what `from` holds.
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

/// What `from` holds lies in each of the global variables.
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

//! The root causes of external pointers, and the objects that were given up: rows for scripts, and
//! text for people.

use facts_schema::{EscapeRoot, EscapeRootFunction, GivenUpObject, RelationId};
use points_to::escape_roots::Cause;
use points_to::offsets::Offsets;
use points_to::{Analysis, FunctionKind, Location, Origin};

use super::columns::{aligned, target_columns};
use super::names::Names;
use super::rows::Rows;

/// The relations about escape roots.
pub(super) const OWN: &[RelationId] =
    &[RelationId::EscapeRoot, RelationId::EscapeRootFunction, RelationId::GivenUpObject];

/// The maximum number of lines of each list in text.
const LINES: usize = 10;

/// Adds the escape roots and the objects that were given up to an answer.
pub(super) fn add(rows: &mut Rows, analysis: &Analysis, names: &Names) {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    for (number, root) in (1..).zip(analysis.escape_roots()) {
        let root_cause = rows.answer.text(&describe_cause(analysis, names, root.cause));
        rows.answer.rows.escape_root.push(EscapeRoot {
            root: number,
            root_cause,
            pointer_count: count(root.pointers),
            only_pointer_count: count(root.only_pointers),
            object_count: count(root.objects),
            only_object_count: count(root.only_objects),
        });
        if let Cause::Function(function) = root.cause {
            let row = EscapeRootFunction { root: number, function };
            rows.answer.rows.escape_root_function.push(row);
        }
    }
    add_given_up(rows, analysis);
}

/// Adds the objects that were given up to an answer.
pub(super) fn add_given_up(rows: &mut Rows, analysis: &Analysis) {
    for location in given_up(analysis) {
        let Some(object) = rows.object(location.instance) else { continue };
        rows.pointee(location);
        rows.answer.rows.given_up_object.push(GivenUpObject { object });
    }
}

/// The escape roots that make the most pointers external, as text.
pub fn text(analysis: &Analysis, names: &Names) -> String {
    let roots = analysis.escape_roots();
    if roots.is_empty() {
        return "Nothing makes pointers external.\n".to_owned();
    }
    let counted = |all: usize, only: usize, what: &str| match (all, only) {
        (1, 0) => format!("1 {what}"),
        (all, 0) => format!("{all} {what}s"),
        (1, _) => format!("1 {what}, with no other cause"),
        (all, only) => format!("{all} {what}s, {only} with no other cause"),
    };
    let lines = roots.iter().take(LINES).map(|root| {
        let cause = describe_cause(analysis, names, root.cause);
        let pointers = counted(root.pointers, root.only_pointers, "pointer");
        [cause, pointers, counted(root.objects, root.only_objects, "object")]
    });
    let head = "What makes pointers external and lets objects escape:\n".to_owned();
    head + &aligned(lines) + &rest(roots.len())
}

/// What is less precise because points-to sets became too large, as text; empty if there is nothing.
pub fn given_up_text(analysis: &Analysis, names: &Names) -> String {
    let mut text = String::new();
    if analysis.constraints.has_merged_texts() {
        text += "\nPoints-to sets became too large, so the texts of strings are not distinguished by the calls that \
                 allocate them.\n";
    }
    let objects: Vec<Location> = given_up(analysis).collect();
    if objects.is_empty() {
        return text;
    }
    let lines = objects.iter().take(LINES).map(|it| readable_columns(names, *it));
    let head = "Points-to sets became too large. The contents of these objects are not tracked, as if they had \
                escaped:";
    text + &format!("\n{head}\n") + &aligned(lines) + &rest(objects.len())
}

/// Name and kind of an object, without ids: the symbols in them are often mangled.
fn readable_columns(names: &Names, object: Location) -> [String; 2] {
    let [name, kind, id] = target_columns(names, object);
    if !id.is_empty() {
        return [name, kind];
    }
    let instance = object.instance;
    let readable = match names.origin(instance.object) {
        Origin::Stack(_) => {
            let address = names.address_of(instance.object).map(|it| names.value_id(it));
            address.and_then(|it| it.rsplit_once(':').map(|(_, local)| local.to_owned()))
        }
        Origin::Heap(allocator) => {
            let allocator = names.function(allocator);
            let call = names.instruction_of_object(instance);
            let caller = call.and_then(|it| names.function_of(it)).map(|it| names.function(it));
            Some(caller.map_or(allocator.clone(), |caller| format!("{allocator} in {caller}")))
        }
        _ => None,
    };
    [readable.unwrap_or(name), kind]
}

fn rest(count: usize) -> String {
    match count.saturating_sub(LINES) {
        0 => String::new(),
        more => format!("  and {more} more; --format json prints all\n"),
    }
}

fn given_up<'a>(analysis: &'a Analysis) -> impl Iterator<Item = Location> + 'a {
    let all = analysis.solution.opaque.given_up().iter();
    all.map(|instance| Location { instance: *instance, offsets: Offsets::At(0) })
}

/// The description of a cause.
pub fn describe_cause(analysis: &Analysis, names: &Names, cause: Cause) -> String {
    match cause {
        Cause::Function(function) => {
            let name = names.full_function(function);
            let info = analysis.constraints.functions.get(function.0 as usize);
            match info.map(|info| info.kind) {
                Some(FunctionKind::Unknown) => format!("unknown function {name}"),
                Some(FunctionKind::Modelled) => format!("function {name}, by its model"),
                _ => format!("code of {name}"),
            }
        }
        Cause::Visible => "functions and variables that are visible to other files".to_owned(),
        Cause::Elsewhere => "variables that other files define or replace".to_owned(),
        Cause::GivenUp => "objects given up because points-to sets became too large".to_owned(),
        Cause::FoundToEscape => "memory that the search found to escape".to_owned(),
    }
}

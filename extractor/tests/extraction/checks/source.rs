//! The relations about source code agree with the metadata from which they are derived.

use facts_schema::*;

use super::check_all;
use crate::index::Strict;
use crate::llvm::Sample;
use crate::render::Renderer;

check_all! {
    files_subprograms_and_variables_are_the_nodes_of_these_kinds
    scopes_have_the_file_that_they_name
    scopes_lie_in_the_subprogram_around_them
    locations_are_the_nodes_of_this_kind
}

fn files_subprograms_and_variables_are_the_nodes_of_these_kinds(
    sample: &Sample,
    renderer: &Renderer,
) {
    let (facts, index) = (renderer.facts, &renderer.index);
    let text = |text: Text| facts.display(text).into_owned();
    let files = of_kind(renderer, &[MetadataKind::File]);
    assert_eq!(files.len(), facts.source_file.len(), "{}", sample.name);
    for file in files {
        let row = index.source_file.get(file);
        assert_eq!(text(row.name), field(renderer, file, "filename"), "{}", sample.name);
        assert_eq!(text(row.directory), field(renderer, file, "directory"), "{}", sample.name);
    }
    let subprograms = of_kind(renderer, &[MetadataKind::Subprogram]);
    assert_eq!(subprograms.len(), facts.subprogram.len(), "{}", sample.name);
    for subprogram in subprograms {
        let row = index.subprogram.get(subprogram);
        assert_eq!(text(row.name), field(renderer, subprogram, "name"), "{}", sample.name);
        assert_eq!(row.line, line(renderer, subprogram), "{}", sample.name);
    }
    let kinds = [MetadataKind::LocalVariable, MetadataKind::GlobalVariable];
    let variables = of_kind(renderer, &kinds);
    assert_eq!(variables.len(), facts.source_variable.len(), "{}", sample.name);
    for variable in variables {
        let row = index.source_variable.get(variable);
        assert_eq!(text(row.name), field(renderer, variable, "name"), "{}", sample.name);
        assert_eq!(row.line, line(renderer, variable), "{}", sample.name);
    }
}

fn scopes_have_the_file_that_they_name(sample: &Sample, renderer: &Renderer) {
    let kinds =
        [MetadataKind::Subprogram, MetadataKind::LexicalBlock, MetadataKind::LexicalBlockFile];
    let scopes = of_kind(renderer, &kinds);
    for scope in &scopes {
        let file = renderer.index.scope_file.find(*scope).map(|row| row.file);
        assert_eq!(file, reference(renderer, *scope, "file"), "{}", sample.name);
    }
    for row in &renderer.facts.scope_file {
        assert!(scopes.contains(&row.scope), "{}: {row:?} is not a scope of code", sample.name);
    }
}

/// The subprogram of a scope is found by following its enclosing blocks. Ill-formed scopes may form
/// a cycle.
fn scopes_lie_in_the_subprogram_around_them(sample: &Sample, renderer: &Renderer) {
    let kind = |metadata| renderer.index.metadata.get(metadata).kind;
    for row in &renderer.facts.metadata {
        let mut scope = Some(row.metadata);
        let mut seen = Vec::new();
        let mut subprogram = None;
        while let Some(current) = scope.filter(|it| !seen.contains(it)) {
            seen.push(current);
            scope = match kind(current) {
                MetadataKind::Subprogram => {
                    subprogram = Some(current);
                    None
                }
                MetadataKind::LexicalBlock | MetadataKind::LexicalBlockFile => {
                    reference(renderer, current, "scope")
                }
                _ => None,
            };
        }
        let found = renderer.index.scope_subprogram.find(row.metadata);
        assert_eq!(found.map(|row| row.subprogram), subprogram, "{}", sample.name);
    }
}

/// A node that LLVM prints as `!DILocation` is a location, and has a line and a scope.
fn locations_are_the_nodes_of_this_kind(sample: &Sample, renderer: &Renderer) {
    let locations = of_kind(renderer, &[MetadataKind::Location]);
    assert_eq!(locations.len(), renderer.facts.source_location.len(), "{}", sample.name);
    for location in locations {
        renderer.index.source_location.get(location);
    }
}

/// All metadata of a kind.
fn of_kind(renderer: &Renderer, kinds: &[MetadataKind]) -> Vec<MetadataId> {
    let rows = renderer.facts.metadata.iter().filter(|row| kinds.contains(&row.kind));
    rows.map(|row| row.metadata).collect()
}

/// The text of a field; empty if LLVM omits it.
fn field(renderer: &Renderer, metadata: MetadataId, name: &str) -> String {
    let rows = renderer.index.metadata_field.all(metadata);
    let row = rows.iter().find(|row| renderer.facts.text(row.field) == name.as_bytes());
    row.map_or(String::new(), |row| renderer.facts.display(row.text).into_owned())
}

/// The line of a node; 0 if LLVM omits it.
fn line(renderer: &Renderer, metadata: MetadataId) -> u32 {
    match field(renderer, metadata, "line").as_str() {
        "" => 0,
        digits => digits.parse().expect("a number"),
    }
}

fn reference(renderer: &Renderer, metadata: MetadataId, name: &str) -> Option<MetadataId> {
    let rows = renderer.index.metadata_reference.all(metadata);
    let row = rows.iter().find(|row| renderer.facts.text(row.field) == name.as_bytes());
    row.map(|row| row.referenced_metadata)
}

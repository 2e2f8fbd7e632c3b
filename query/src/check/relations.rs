//! The relations of a program: those that it declares, and those that it takes from the source.

use rustc_hash::FxHashMap;

use crate::check::nearest;
use crate::check::types::{TypeId, Types, kind_name};
use crate::diagnostic::Diagnostic;
use crate::source::Source;
use crate::syntax::{Directive, DirectiveKind, Name, Program, RelationDeclaration};

/// The position of a relation in [`Relations`].
pub(crate) type RelationId = usize;

/// A relation that a program mentions.
pub(crate) struct Relation {
    pub(crate) name: String,
    pub(crate) columns: Vec<(String, TypeId)>,
    /// Whether rows come from the source.
    pub(crate) is_input: bool,
    /// Whether the program declares it.
    pub(crate) is_own: bool,
    pub(crate) is_equivalence: bool,
}

/// All relations that a program declares, and the relations of the source that it mentions.
pub(crate) struct Relations<'a> {
    pub(crate) all: Vec<Relation>,
    names: FxHashMap<String, Option<RelationId>>,
    source: &'a dyn Source,
}

impl<'a> Relations<'a> {
    /// The declared relations.
    pub(crate) fn new(
        program: &Program,
        types: &Types,
        source: &'a dyn Source,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut relations = Self { all: Vec::new(), names: FxHashMap::default(), source };
        for declaration in &program.relations {
            relations.declare(declaration, types, diagnostics);
        }
        for directive in program.directives.iter().filter(|it| it.kind == DirectiveKind::Input) {
            relations.input(directive, types, diagnostics);
        }
        relations
    }

    fn declare(
        &mut self,
        declaration: &RelationDeclaration,
        types: &Types,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let name = &declaration.name;
        if self.names.contains_key(&name.text) {
            let message = format!("relation `{}` is declared twice", name.text);
            diagnostics.push(Diagnostic::new(message, name.span));
            return;
        }
        let mut columns: Vec<(String, TypeId)> = Vec::new();
        for (column, type_name) in &declaration.columns {
            if columns.iter().any(|(it, _)| *it == column.text) {
                let message = format!("relation `{}` has two columns `{}`", name.text, column.text);
                diagnostics.push(Diagnostic::new(message, column.span));
            }
            columns.push((
                column.text.clone(),
                types.find(type_name, diagnostics).unwrap_or_default(),
            ));
        }
        let is_pair = columns.len() == 2 && columns[0].1 == columns[1].1;
        if declaration.is_equivalence && !is_pair {
            let message =
                format!("equivalence relation `{}` needs two columns of the same type", name.text);
            diagnostics.push(Diagnostic::new(message, name.span));
        }
        self.names.insert(name.text.clone(), Some(self.all.len()));
        self.all.push(Relation {
            name: name.text.clone(),
            columns,
            is_input: false,
            is_own: true,
            is_equivalence: declaration.is_equivalence && is_pair,
        });
    }

    fn input(&mut self, directive: &Directive, types: &Types, diagnostics: &mut Vec<Diagnostic>) {
        let name = &directive.relation;
        let Some(id) = self.find(name, types, diagnostics) else { return };
        let relation = &mut self.all[id];
        relation.is_input = true;
        if !relation.is_own {
            return;
        }
        let Some(signature) = self.source.signature(&name.text) else {
            let names = self.source.names();
            let near = nearest(&name.text, names.iter().map(String::as_str));
            let diagnostic = Diagnostic::new(
                format!("there are no rows to read for relation `{}`", name.text),
                name.span,
            );
            diagnostics.push(match near {
                Some(near) => diagnostic.with_help(format!("there is a relation `{near}`")),
                None => diagnostic,
            });
            return;
        };
        let expected = signature.columns.len();
        if relation.columns.len() != expected {
            let message = format!(
                "relation `{}` has {}, not {}",
                name.text,
                columns(expected),
                relation.columns.len()
            );
            diagnostics.push(Diagnostic::new(message, name.span));
            return;
        }
        for ((column, own), (_, theirs)) in relation.columns.iter().zip(&signature.columns) {
            let Some(theirs) = types.get(theirs).map(|it| types.kind(it)) else { continue };
            let own = types.kind(*own);
            if own != theirs {
                let message = format!(
                    "column `{column}` of relation `{}` is declared as {}, but its values are of type {}",
                    name.text,
                    kind_name(own),
                    kind_name(theirs)
                );
                diagnostics.push(Diagnostic::new(message, name.span));
            }
        }
    }

    /// The relation with a name, taken from the source if it is not declared. Adds a diagnostic if
    /// there is none.
    pub(crate) fn find(
        &mut self,
        name: &Name,
        types: &Types,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<RelationId> {
        if let Some(known) = self.names.get(&name.text) {
            if known.is_none() {
                self.unknown(name, diagnostics);
            }
            return *known;
        }
        let Some(signature) = self.source.signature(&name.text) else {
            self.unknown(name, diagnostics);
            self.names.insert(name.text.clone(), None);
            return None;
        };
        let mut columns = Vec::new();
        for (column, type_name) in signature.columns {
            let type_name = Name { text: type_name, span: name.span };
            columns.push((column, types.find(&type_name, diagnostics)?));
        }
        let id = self.all.len();
        self.names.insert(name.text.clone(), Some(id));
        self.all.push(Relation {
            name: name.text.clone(),
            columns,
            is_input: true,
            is_own: false,
            is_equivalence: false,
        });
        Some(id)
    }

    fn unknown(&self, name: &Name, diagnostics: &mut Vec<Diagnostic>) {
        let diagnostic = Diagnostic::new(format!("unknown relation `{}`", name.text), name.span);
        let mut names = self.source.names();
        names.extend(self.all.iter().map(|it| it.name.clone()));
        names.sort();
        diagnostics.push(match nearest(&name.text, names.iter().map(String::as_str)) {
            Some(near) => diagnostic.with_help(format!("there is a relation `{near}`")),
            None => diagnostic,
        });
    }
}

/// `1 column`, `2 columns`
pub(crate) fn columns(count: usize) -> String {
    format!("{count} column{}", if count == 1 { "" } else { "s" })
}

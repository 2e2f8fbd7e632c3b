//! Expands components: each instance is written out with qualified names.
//!
//! As in Soufflé, an instance contains the declarations and clauses of its component and of the
//! component's bases, without the clauses of overridden relations. A name that the instance
//! declares is local to it; any other name is looked up outside.

mod rename;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Diagnostic;
use crate::syntax::{
    Component, ComponentType, Instance, Name, Program, Span, TypeDefinition, Unit,
};

/// The maximum nesting depth of instances and bases.
const MAX_DEPTH: usize = 100;

/// The maximum number of components after all instances are expanded.
const MAX_COMPONENTS: usize = 10_000;

/// The arguments of parameters.
type Binding = FxHashMap<String, String>;

/// The number of a component; `None` for the program itself.
type Scope = Option<usize>;

/// Expands all instances of a program.
///
/// # Errors
///
/// All errors in its components.
pub fn expand(unit: Unit) -> Result<Program, Vec<Diagnostic>> {
    let Unit { own: mut program, components, instances, overrides, .. } = unit;
    let mut expansion = Expansion::default();
    expansion.define(&components, None);
    expansion.find_bases();
    expansion.check_instances(&instances);
    expansion.check_definitions(&instances);
    for name in overrides {
        expansion.report(Diagnostic::new("`.override` is only allowed in a component", name.span));
    }
    for instance in &instances {
        if let Some(content) = expansion.instantiate(instance, None, &Binding::default()) {
            append(&mut program, content);
        }
    }
    if expansion.diagnostics.is_empty() { Ok(program) } else { Err(expansion.diagnostics) }
}

/// A component and the component in which it is defined.
struct Definition<'a> {
    component: &'a Component,
    parent: Scope,
    /// Its bases, limited to those that do not depend on arguments.
    bases: Vec<usize>,
}

/// The contents of an instance before its names are qualified.
#[derive(Default)]
struct Content {
    program: Program,
    overridable: FxHashSet<String>,
}

#[derive(Default)]
struct Expansion<'a> {
    definitions: Vec<Definition<'a>>,
    numbers: FxHashMap<(Scope, &'a str), usize>,
    /// The enclosing instances of the current one: component and arguments.
    active: Vec<(usize, Vec<String>)>,
    /// The number of components expanded so far.
    written: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Expansion<'a> {
    /// Records an error once; an error in a component is found again in each of its instances.
    fn report(&mut self, diagnostic: Diagnostic) {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    fn define(&mut self, components: &'a [Component], parent: Scope) {
        for component in components {
            let number = self.definitions.len();
            self.definitions.push(Definition { component, parent, bases: Vec::new() });
            let name = &component.head.name;
            if self.numbers.insert((parent, name.text.as_str()), number).is_some() {
                self.report(Diagnostic::new(
                    format!("component `{}` is defined twice", name.text),
                    name.span,
                ));
            }
            self.define(&component.unit.components, Some(number));
        }
    }

    fn check_instances(&mut self, instances: &[Instance]) {
        let mut names = FxHashSet::default();
        for Instance { name, .. } in instances {
            if !names.insert(name.text.as_str()) {
                self.report(Diagnostic::new(
                    format!("instance `{}` is defined twice", name.text),
                    name.span,
                ));
            }
        }
    }

    /// Checks that components exist and have the right number of arguments, even if they are not
    /// instantiated.
    fn check_definitions(&mut self, instances: &[Instance]) {
        let none = Binding::default();
        for instance in instances {
            self.resolve(&instance.of, None, &none);
        }
        for number in 0..self.definitions.len() {
            let Definition { component, parent, .. } = self.definitions[number];
            self.check_instances(&component.unit.instances);
            let inner = component.unit.instances.iter().map(|it| (&it.of, Some(number)));
            let bases = component.bases.iter().map(|it| (it, parent));
            for (of, scope) in bases.chain(inner) {
                let is_parameter =
                    component.head.arguments.iter().any(|it| it.text == of.name.text);
                if !is_parameter {
                    self.resolve(of, scope, &none);
                }
            }
        }
    }

    /// The components that enclose a scope, from the innermost outwards.
    fn enclosing(&self, scope: Scope) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(scope, |it| self.definitions[*it].parent)
    }

    /// Finds the bases of all components. Names of bases are looked up in enclosing components, so
    /// these come first.
    fn find_bases(&mut self) {
        let mut numbers: Vec<_> = (0..self.definitions.len()).collect();
        numbers.sort_by_key(|it| self.enclosing(Some(*it)).count());
        for number in numbers {
            let Definition { component, parent, .. } = self.definitions[number];
            let found =
                component.bases.iter().filter_map(|it| self.find(&it.name.text, parent)).collect();
            self.definitions[number].bases = found;
        }
    }

    /// Finds a component by name in a scope: in the component itself, in its bases, or outside.
    fn find(&self, name: &str, scope: Scope) -> Option<usize> {
        let member = |it| self.member(name, it, &mut FxHashSet::default());
        self.enclosing(scope).find_map(member).or_else(|| self.numbers.get(&(None, name)).copied())
    }

    fn member(&self, name: &str, of: usize, seen: &mut FxHashSet<usize>) -> Option<usize> {
        if !seen.insert(of) {
            return None;
        }
        let own = self.numbers.get(&(Some(of), name)).copied();
        own.or_else(|| {
            self.definitions[of].bases.iter().find_map(|it| self.member(name, *it, seen))
        })
    }

    /// The component that a name denotes in a scope.
    fn resolve(&mut self, of: &ComponentType, scope: Scope, binding: &Binding) -> Option<usize> {
        let name = bound(&of.name, binding);
        let Some(number) = self.find(&name, scope) else {
            let help = crate::parse::nearest(&name, self.numbers.keys().map(|(_, name)| *name))
                .map(|near| format!("there is a component `{near}`"));
            self.report(Diagnostic {
                help,
                ..Diagnostic::new(format!("unknown component `{name}`"), of.name.span)
            });
            return None;
        };
        let wanted = self.definitions[number].component.head.arguments.len();
        let found = of.arguments.len();
        if wanted != found {
            let arguments = if wanted == 1 { "argument" } else { "arguments" };
            let message = format!("component `{name}` takes {wanted} {arguments}, found {found}");
            self.report(Diagnostic::new(message, of.name.span));
            return None;
        }
        Some(number)
    }

    /// The binding of a component's parameters to arguments. As in Soufflé, the parameters of
    /// enclosing components are not visible in it.
    fn bind(&self, number: usize, of: &ComponentType, binding: &Binding) -> Binding {
        let parameters = &self.definitions[number].component.head.arguments;
        let arguments = of.arguments.iter().map(|it| bound(it, binding));
        parameters.iter().map(|it| it.text.clone()).zip(arguments).collect()
    }

    /// An instance, with qualified names.
    fn instantiate(
        &mut self,
        instance: &Instance,
        scope: Scope,
        binding: &Binding,
    ) -> Option<Program> {
        let number = self.resolve(&instance.of, scope, binding)?;
        let arguments: Vec<_> = instance.of.arguments.iter().map(|it| bound(it, binding)).collect();
        let entry = (number, arguments);
        if self.active.contains(&entry) {
            let name = &self.definitions[number].component.head.name.text;
            let message = format!("component `{name}` has an instance of itself");
            self.report(Diagnostic::new(message, instance.of.name.span));
            return None;
        }
        let inner = self.bind(number, &instance.of, binding);
        self.active.push(entry);
        let mut content = Content::default();
        self.collect(
            number,
            &inner,
            &FxHashSet::default(),
            &mut vec![number],
            instance.of.name.span,
            &mut content,
        );
        self.active.pop();
        rename::qualify(&mut content.program, &instance.name.text);
        Some(content.program)
    }

    /// Adds the contents of a component and its bases. `chain` is the component and those that
    /// inherit from it.
    fn collect(
        &mut self,
        number: usize,
        binding: &Binding,
        overridden: &FxHashSet<String>,
        chain: &mut Vec<usize>,
        place: Span,
        content: &mut Content,
    ) {
        self.written += 1;
        if self.written > MAX_COMPONENTS || self.active.len() + chain.len() > MAX_DEPTH {
            if self.diagnostics.is_empty() {
                self.report(Diagnostic::new("too many nested instances of components", place));
            }
            return;
        }
        let Definition { component, parent, .. } = self.definitions[number];
        let unit = &component.unit;
        let mut beneath = overridden.clone();
        beneath.extend(unit.overrides.iter().map(|it| it.text.clone()));
        for base in &component.bases {
            let Some(base_number) = self.resolve(base, parent, binding) else { continue };
            if chain.contains(&base_number) {
                let name = &self.definitions[base_number].component.head.name.text;
                self.report(Diagnostic::new(
                    format!("component `{name}` inherits from itself"),
                    base.name.span,
                ));
                continue;
            }
            let inner = self.bind(base_number, base, binding);
            chain.push(base_number);
            self.collect(base_number, &inner, &beneath, chain, base.name.span, content);
            chain.pop();
        }
        self.check_overrides(&unit.overrides, content);
        for instance in &unit.instances {
            if let Some(nested) = self.instantiate(instance, Some(number), binding) {
                append(&mut content.program, nested);
            }
        }
        content.overridable.extend(unit.overridable.iter().cloned());
        add_own(&unit.own, binding, overridden, &mut content.program);
    }

    fn check_overrides(&mut self, overrides: &[Name], content: &Content) {
        for name in overrides {
            let is_declared = content.program.relations.iter().any(|it| it.name.text == name.text);
            if is_declared && !content.overridable.contains(&name.text) {
                let message = format!("relation `{}` cannot be overridden", name.text);
                let help = "declare it in the base with `overridable` after its columns";
                self.report(Diagnostic::new(message, name.span).with_help(help));
            }
        }
    }
}

/// Adds the component's own contents, with its parameters replaced and without clauses that are
/// overridden.
fn add_own(own: &Program, binding: &Binding, overridden: &FxHashSet<String>, to: &mut Program) {
    let replace = |name: &mut Name| name.text = bound(name, binding);
    for declaration in &own.types {
        let mut declaration = declaration.clone();
        match &mut declaration.definition {
            TypeDefinition::Subtype(base) => replace(base),
            TypeDefinition::Union(types) => types.iter_mut().for_each(replace),
        }
        to.types.push(declaration);
    }
    for declaration in &own.relations {
        let mut declaration = declaration.clone();
        declaration.columns.iter_mut().for_each(|(_, kind)| replace(kind));
        to.relations.push(declaration);
    }
    to.directives.extend(own.directives.iter().cloned());
    for clause in &own.clauses {
        let mut clause = clause.clone();
        let first = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
        clause.heads.retain(|it| !overridden.contains(&first(&it.relation.text)));
        if !clause.heads.is_empty() {
            to.clauses.push(clause);
        }
    }
}

fn append(program: &mut Program, other: Program) {
    program.types.extend(other.types);
    program.relations.extend(other.relations);
    program.directives.extend(other.directives);
    program.clauses.extend(other.clauses);
}

fn bound(name: &Name, binding: &Binding) -> String {
    binding.get(&name.text).unwrap_or(&name.text).clone()
}

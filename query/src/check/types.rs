//! The types of a program and their relationships.

use rustc_hash::FxHashMap;

use crate::check::nearest;
use crate::diagnostic::Diagnostic;
use crate::source::Source;
use crate::syntax::{Name, TypeDeclaration, TypeDefinition};
use crate::value::Primitive;

/// The position of a type in [`Types`].
pub(crate) type TypeId = usize;

struct Type {
    name: String,
    kind: Primitive,
    /// The members of a union; empty if the type is not a union.
    members: Vec<TypeId>,
    /// The base type of a subtype.
    base: Option<TypeId>,
}

/// The primitive types, the types of the source, and the declared types.
pub(crate) struct Types {
    types: Vec<Type>,
    names: FxHashMap<String, TypeId>,
}

const PRIMITIVES: [(&str, Primitive); 4] = [
    ("symbol", Primitive::Symbol),
    ("number", Primitive::Number),
    ("unsigned", Primitive::Unsigned),
    ("float", Primitive::Float),
];

/// The name of the primitive type of a kind.
pub(crate) fn kind_name(kind: Primitive) -> &'static str {
    PRIMITIVES[primitive(kind)].0
}

fn primitive(kind: Primitive) -> TypeId {
    kind as TypeId
}

impl Types {
    /// All types to which a program can refer.
    pub(crate) fn new(
        declarations: &[TypeDeclaration],
        source: &dyn Source,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Self {
        let mut types = Self { types: Vec::new(), names: FxHashMap::default() };
        for (name, kind) in PRIMITIVES {
            types.add(name, kind, None, Vec::new());
        }
        let mut declared: FxHashMap<&str, (&TypeDeclaration, Progress)> = FxHashMap::default();
        for it in declarations {
            let is_primitive = PRIMITIVES.iter().any(|(name, _)| *name == it.name.text);
            if is_primitive || declared.insert(&it.name.text, (it, Progress::Waiting)).is_some() {
                let message = format!("type `{}` is declared twice", it.name.text);
                diagnostics.push(Diagnostic::new(message, it.name.span));
            }
        }
        let known = source.types();
        for it in &known {
            if !declared.contains_key(it.name.as_str()) {
                types.add(&it.name, it.kind, Some(primitive(it.kind)), Vec::new());
            }
        }
        for it in declarations {
            types.define(it, &mut declared, diagnostics);
        }
        for it in &known {
            let (Some(id), Some((own, _))) =
                (types.names.get(&it.name), declared.get(it.name.as_str()))
            else {
                continue;
            };
            let kind = types.types[*id].kind;
            if kind != it.kind {
                let message = format!(
                    "type `{}` is declared as a {}, but its values are of type {}",
                    it.name,
                    kind_name(kind),
                    kind_name(it.kind)
                );
                diagnostics.push(Diagnostic::new(message, own.name.span));
            }
        }
        types
    }

    fn add(
        &mut self,
        name: &str,
        kind: Primitive,
        base: Option<TypeId>,
        members: Vec<TypeId>,
    ) -> TypeId {
        let id = self.types.len();
        self.types.push(Type { name: name.to_owned(), kind, members, base });
        self.names.insert(name.to_owned(), id);
        id
    }

    /// Adds a declared type after the types in its definition.
    fn define(
        &mut self,
        declaration: &TypeDeclaration,
        declared: &mut FxHashMap<&str, (&TypeDeclaration, Progress)>,
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        let name = &declaration.name;
        let Some((_, progress)) = declared.get_mut(name.text.as_str()) else { return };
        match progress {
            Progress::Done => return,
            Progress::Running => {
                *progress = Progress::Done;
                diagnostics.push(Diagnostic::new(
                    format!("type `{}` is defined in terms of itself", name.text),
                    name.span,
                ));
                self.add(&name.text, Primitive::Symbol, None, Vec::new());
                return;
            }
            Progress::Waiting => *progress = Progress::Running,
        }
        let parts = match &declaration.definition {
            TypeDefinition::Subtype(base) => std::slice::from_ref(base),
            TypeDefinition::Union(members) => members,
        };
        let mut ids = Vec::new();
        for part in parts {
            if let Some((it, _)) = declared.get(part.text.as_str()) {
                let it = *it;
                self.define(it, declared, diagnostics);
            }
            ids.extend(self.find(part, diagnostics));
        }
        if let Some((_, progress)) = declared.get_mut(name.text.as_str()) {
            if matches!(progress, Progress::Done) {
                return;
            }
            *progress = Progress::Done;
        }
        let kind = ids.first().map_or(Primitive::Symbol, |it| self.types[*it].kind);
        if let Some(other) = ids.iter().find(|it| self.types[**it].kind != kind) {
            let (one, other) = (kind_name(kind), kind_name(self.types[*other].kind));
            let message =
                format!("type `{}` combines values of the types {one} and {other}", name.text);
            diagnostics.push(Diagnostic::new(message, name.span));
        }
        match (&declaration.definition, ids.as_slice()) {
            (TypeDefinition::Subtype(_), base) => {
                let base = base.first().copied().unwrap_or(primitive(kind));
                self.add(&name.text, kind, Some(base), Vec::new());
            }
            (TypeDefinition::Union(_), [same]) => {
                self.names.insert(name.text.clone(), *same);
            }
            (TypeDefinition::Union(_), _) => {
                self.add(&name.text, kind, None, ids);
            }
        }
    }

    /// The type with a name. Adds a diagnostic if there is none.
    pub(crate) fn find(&self, name: &Name, diagnostics: &mut Vec<Diagnostic>) -> Option<TypeId> {
        let found = self.get(&name.text);
        if found.is_none() {
            let diagnostic = Diagnostic::new(format!("unknown type `{}`", name.text), name.span);
            let near = nearest(&name.text, self.names.keys().map(String::as_str));
            diagnostics.push(match near {
                Some(near) => diagnostic.with_help(format!("there is a type `{near}`")),
                None => diagnostic,
            });
        }
        found
    }

    /// The type with a name.
    pub(crate) fn get(&self, name: &str) -> Option<TypeId> {
        self.names.get(name).copied()
    }

    pub(crate) fn kind(&self, id: TypeId) -> Primitive {
        self.types[id].kind
    }

    pub(crate) fn name(&self, id: TypeId) -> &str {
        &self.types[id].name
    }

    /// The source type or primitive type at the end of a type's chain of bases, by name. A union is
    /// its own root.
    pub(crate) fn root(&self, id: TypeId) -> &str {
        match self.types[id].base {
            Some(base) if base != primitive(self.types[base].kind) => self.root(base),
            _ => &self.types[id].name,
        }
    }

    /// Whether all values of a type are values of another.
    pub(crate) fn is_subtype(&self, sub: TypeId, of: TypeId) -> bool {
        let (one, other) = (&self.types[sub], &self.types[of]);
        sub == of
            || of == primitive(one.kind)
            || other.members.iter().any(|it| self.is_subtype(sub, *it))
            || one.base.is_some_and(|it| self.is_subtype(it, of))
            || (!one.members.is_empty() && one.members.iter().all(|it| self.is_subtype(*it, of)))
    }

    /// The largest common subtypes of both types.
    pub(crate) fn common(&self, one: TypeId, other: TypeId, common: &mut Vec<TypeId>) {
        if self.is_subtype(one, other) {
            common.push(one);
        } else if self.is_subtype(other, one) {
            common.push(other);
        } else if !self.types[other].members.is_empty() {
            for it in &self.types[one].members {
                self.common(*it, other, common);
            }
        }
        common.sort_unstable();
        common.dedup();
    }
}

/// The state of the definition of a type.
enum Progress {
    Waiting,
    Running,
    Done,
}

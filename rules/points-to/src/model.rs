//! The behaviour of functions without a body, in the terms of the model files.
//!
//! A [`Model`] is a list of [`Effect`]s on [`Operand`]s. [`files`] reads models from their files;
//! `generate/external_functions` turns them into constraints.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Arc;

use rustc_hash::FxHashMap;

pub mod files;
mod operand;
mod patterns;

pub use operand::OperandError;
use patterns::Patterns;
pub(crate) use patterns::{PatternError, match_whole};

/// The models of functions, by name.
#[derive(Clone, Debug, Default)]
pub struct Models {
    /// The first layer with a model for a name applies.
    layers: Vec<Arc<Layer>>,
}

/// The models of a file, or the built-in models.
#[derive(Debug, Default)]
struct Layer {
    models: Vec<Model>,
    names: FxHashMap<String, usize>,
    /// The first pattern that matches a name applies.
    patterns: Vec<Patterns>,
    /// The patterns of the models that replace a body. They are separate because all functions of a program are
    /// matched against them.
    overriding: Vec<Patterns>,
}

/// Functions with the same behaviour.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Their names.
    pub names: Vec<String>,
    /// Regular expressions that match their whole names.
    pub patterns: Vec<String>,
    /// Their model.
    pub model: Model,
}

/// The behaviour of a function. A function that does not affect pointers has no effects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// Whether the model replaces the function's body, if it has one.
    pub overrides_body: bool,
    /// The model only applies if debug information shows that no function whose name matches one of these is in
    /// the module or has been inlined into it.
    pub without: Vec<String>,
    /// The size of the memory that a call allocates.
    pub fresh: FreshSize,
    /// The alignment of the memory that a call allocates, in bytes, a power of two, if it is known.
    pub alignment: Option<NonZeroU32>,
    /// Whether a call allocates memory for the text of a string.
    pub allocates_text: bool,
    /// The name of its static memory. Functions whose models have the same name share this memory.
    pub shared_memory: Option<String>,
    /// Its effects on pointers.
    pub effects: Vec<Effect>,
}

/// The size of the memory that a call allocates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FreshSize {
    /// Unknown.
    #[default]
    Unknown,
    /// The argument at this position is the number of bytes.
    Argument(u32),
    /// The product of the arguments at these positions.
    Product(u32, u32),
}

/// An effect of a function on pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It returns this.
    Return(Operand),
    /// It writes `value` where `to` points.
    Store {
        /// The value written.
        value: Operand,
        /// The destination.
        to: Operand,
    },
    /// It copies memory from where `from` points to where `to` points.
    Copy {
        /// The source.
        from: Operand,
        /// The destination.
        to: Operand,
        /// The argument that is the number of bytes, if there is one.
        length: Option<u32>,
    },
    /// It calls a function that is passed to it.
    Call(Callback),
    /// The value escapes to code that is not analysed.
    Capture(Operand),
    /// It throws `value`.
    Throw {
        /// The exception.
        value: Operand,
        /// The types of the exception: the names of type infos. Empty if they are unknown.
        types: Vec<String>,
    },
    /// It frees this memory. This does not move pointers.
    Free(Operand),
}

/// A call of a function that is passed to the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Callback {
    /// The function called.
    pub callee: Operand,
    /// The values that may be passed, by position. A position may have several values, or no value.
    pub with: Vec<Vec<Operand>>,
    /// Whether the function returns the result of the call.
    pub is_returned: bool,
    /// The addresses at which the result of the call is stored.
    pub result_to: Vec<Operand>,
}

/// A value that is accessible to a function: the result of `moves` from `base`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its start.
    pub base: Base,
    /// The moves, in order.
    pub moves: Vec<Move>,
}

/// The start of an [`Operand`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// The argument at this position.
    Argument(u32),
    /// Any of the variable arguments.
    VariableArguments,
    /// The address of the memory that the call allocates.
    Fresh,
    /// The address of the function's static memory.
    Static,
    /// The address of the global variable or function of this name.
    Global(String),
    /// The address of the array of environment strings.
    Environment,
    /// Any pointer of code that is not analysed.
    External,
    /// Memory and functions of the library, which do not use the program's memory.
    Library,
    /// Any thrown exception.
    Thrown,
    /// The addresses of the functions and global variables in the function's body, if it has one.
    Body,
}

/// A step from one value to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// This number of bytes further.
    By(i64),
    /// This number of addresses further.
    ByWords(i64),
    /// Anywhere within the object.
    Anywhere,
    /// To any word in a part of the object: its start and its end as distances in bytes.
    Within(u32, u32),
    /// Forward within the same text.
    InText,
    /// To the content there.
    Content,
}

impl Models {
    /// The models of these entries. If two entries have the same name or match the same name, the first one
    /// applies; a name takes precedence over a pattern.
    ///
    /// # Errors
    ///
    /// If a pattern is not a regular expression.
    pub fn new(entries: Vec<Entry>) -> Result<Self, PatternError> {
        for entry in &entries {
            match_whole(&entry.model.without)?;
        }
        let mut layer = Layer::default();
        layer.add("", entries);
        for patterns in layer.patterns.iter().chain(&layer.overriding) {
            patterns.compile()?;
        }
        Ok(Self { layers: vec![Arc::new(layer)] })
    }

    /// The models of groups of entries, like those of [`new`](Self::new). The patterns of a group only apply to names
    /// that start with the text before it. They are valid, and not compiled before they are needed.
    fn in_groups<E: IntoIterator<Item = Entry>>(
        groups: impl IntoIterator<Item = (&'static str, E)>,
    ) -> Self {
        let mut layer = Layer::default();
        for (start, entries) in groups {
            layer.add(start, entries);
        }
        Self { layers: vec![Arc::new(layer)] }
    }

    /// These models, with `other` as the fallback for names that they do not have.
    pub fn or(mut self, other: &Self) -> Self {
        self.layers.extend(other.layers.iter().cloned());
        self
    }

    /// The model of the function with this symbol.
    pub fn lookup(&self, symbol: &str) -> Option<&Model> {
        names_of(symbol).find_map(|name| self.layers.iter().find_map(|layer| layer.lookup(name)))
    }

    /// The model of the function with this symbol, if it replaces the body.
    pub fn lookup_overriding(&self, symbol: &str) -> Option<&Model> {
        let may_override = |name| self.layers.iter().any(|layer| layer.may_override(name));
        let found = names_of(symbol).any(may_override).then(|| self.lookup(symbol)).flatten();
        found.filter(|it| it.overrides_body)
    }

    /// The patterns of functions that exclude some models.
    pub fn excluding(&self) -> impl Iterator<Item = &str> {
        let models = self.layers.iter().flat_map(|it| &it.models);
        models.flat_map(|it| &it.without).map(String::as_str)
    }

    /// All names with a model, in order. Names that only match patterns are not included.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.layers.iter().flat_map(|it| it.names.keys());
        let mut names: Vec<&str> = names.map(String::as_str).collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter()
    }
}

impl Layer {
    /// Adds entries whose patterns only match names that start with `start`.
    fn add(&mut self, start: &'static str, entries: impl IntoIterator<Item = Entry>) {
        let mut all = Patterns::new(start);
        let mut overriding = Patterns::new(start);
        for entry in entries {
            let owner = self.models.len();
            for name in entry.names {
                self.names.entry(name).or_insert(owner);
            }
            if entry.model.overrides_body {
                overriding.add(owner, &entry.patterns);
            }
            all.add(owner, &entry.patterns);
            self.models.push(entry.model);
        }
        self.patterns.push(all);
        self.overriding.push(overriding);
    }

    fn lookup(&self, name: &str) -> Option<&Model> {
        let by_name = self.names.get(name).copied();
        let by_pattern = || self.patterns.iter().find_map(|it| it.first_match(name));
        self.models.get(by_name.or_else(by_pattern)?)
    }

    /// Whether some model that replaces a body applies to this name.
    fn may_override(&self, name: &str) -> bool {
        let by_name = self.names.get(name).and_then(|owner| self.models.get(*owner));
        by_name.is_some_and(|it| it.overrides_body)
            || self.overriding.iter().any(|it| it.first_match(name).is_some())
    }
}

/// The names of a symbol in model files.
fn names_of(symbol: &str) -> impl Iterator<Item = &str> {
    [symbol].into_iter().chain(unmangled(symbol))
}

/// The source name of a symbol that LLVM does not mangle again: `_fopen` of macOS is `\01_fopen` in LLVM IR.
fn unmangled(name: &str) -> Option<&str> {
    let symbol = name.strip_prefix('\u{1}')?;
    let name = symbol.strip_prefix('_').unwrap_or(symbol);
    // `fopen$UNIX2003`, `readdir$INODE64`
    name.split('$').next()
}

impl Model {
    /// Whether the function's static memory is used.
    pub fn uses_static_memory(&self) -> bool {
        self.operands().any(|it| it.base == Base::Static)
    }

    /// All operands of all effects.
    pub fn operands(&self) -> impl Iterator<Item = &Operand> {
        self.effects.iter().flat_map(|effect| -> Vec<&Operand> {
            match effect {
                Effect::Return(it) | Effect::Capture(it) | Effect::Free(it) => vec![it],
                Effect::Throw { value, .. } => vec![value],
                Effect::Store { value, to } => vec![value, to],
                Effect::Copy { from, to, .. } => vec![from, to],
                Effect::Call(call) => {
                    let passed = call.with.iter().flatten();
                    [&call.callee].into_iter().chain(passed).chain(&call.result_to).collect()
                }
            }
        })
    }

    /// The positions of all arguments that the model mentions.
    pub fn arguments(&self) -> impl Iterator<Item = u32> {
        let sizes = match self.fresh {
            FreshSize::Unknown => [None, None],
            FreshSize::Argument(one) => [Some(one), None],
            FreshSize::Product(one, other) => [Some(one), Some(other)],
        };
        let lengths = self.effects.iter().filter_map(|it| match it {
            Effect::Copy { length, .. } => *length,
            _ => None,
        });
        let operands = self.operands().filter_map(|it| match it.base {
            Base::Argument(position) => Some(position),
            _ => None,
        });
        sizes.into_iter().flatten().chain(lengths).chain(operands)
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        operand::write(self, f)
    }
}

impl FromStr for Operand {
    type Err = OperandError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        operand::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(names: &[&str], patterns: &[&str], returned: &str) -> Entry {
        let owned = |texts: &[&str]| texts.iter().map(|it| it.to_string()).collect();
        let effects = vec![Effect::Return(returned.parse().unwrap())];
        let model = Model { effects, ..Model::default() };
        Entry { names: owned(names), patterns: owned(patterns), model }
    }

    #[test]
    fn names_take_precedence_over_patterns_and_later_files_over_earlier() {
        let lower =
            Models::new(vec![entry(&[], &["ab.*", "x"], "0"), entry(&["abc", "z"], &["abd"], "1")]);
        let lower = lower.unwrap();
        let upper = Models::new(vec![entry(&["z"], &["abc"], "2")]).unwrap();
        let found = |models: &Models, name| {
            models.lookup(name).map(|it| it.operands().next().unwrap().to_string())
        };
        let one = |text: &str| Some(text.to_owned());
        assert_eq!(found(&lower, "abc"), one("1"));
        assert_eq!(found(&lower, "abd"), one("0"));
        assert_eq!(found(&lower, "xx"), None);
        let both = upper.or(&lower);
        assert_eq!((found(&both, "abc"), found(&both, "z")), (one("2"), one("2")));
        assert_eq!(found(&both, "x"), one("0"));
        assert_eq!(both.names().collect::<Vec<_>>(), ["abc", "z"]);
        assert!(Models::new(vec![entry(&[], &["("], "0")]).is_err());
    }

    #[test]
    fn a_model_overrides_a_body_only_if_it_applies() {
        let overriding = |mut entry: Entry| {
            entry.model.overrides_body = true;
            entry
        };
        let lower = Models::new(vec![
            overriding(entry(&["a"], &["b.*"], "0")),
            entry(&["c", "bb"], &["b.*", "d"], "1"),
        ]);
        let upper =
            Models::new(vec![entry(&["bc"], &[], "2"), overriding(entry(&["d"], &[], "3"))]);
        let models = upper.unwrap().or(&lower.unwrap());
        let overrides = |name| models.lookup_overriding(name).is_some();
        assert!(overrides("a") && overrides("b") && overrides("d"));
        // A name of its own, a later file, a model that keeps bodies, and no model.
        assert!(!overrides("bb") && !overrides("bc") && !overrides("c") && !overrides("x"));
        // The names as on macOS.
        assert!(overrides("\u{1}_a") && !overrides("\u{1}_bb"));
    }

    #[test]
    fn names_of_symbols_are_found_as_in_the_source() {
        assert_eq!(unmangled("\u{1}_fopen$UNIX2003"), Some("fopen"));
        assert_eq!(unmangled("\u{1}memcpy"), Some("memcpy"));
        assert_eq!(unmangled("_fopen"), None);
    }
}

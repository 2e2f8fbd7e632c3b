//! Instructions, globals and function headers, written from their facts as LLVM prints them.
//!
//! Attributes are printed inline instead of in numbered groups, and metadata has the numbers that
//! the facts use. Missing or contradictory facts are left out. Nothing here panics, whatever the
//! facts are.

mod calls;
mod globals;
mod instructions;
mod memory;
mod metadata;

pub use instructions::is_conversion;

use std::cell::RefCell;
use std::ops::Range;

use crate::view::Index;
use crate::*;

/// The spelling of types, values, attributes and metadata within a line.
pub trait Spelling {
    /// The type as printed before an operand.
    fn r#type(&self, r#type: TypeId) -> String;
    /// The value without its type, as used in `function`.
    fn value(&self, value: ValueId, function: Option<FunctionId>) -> String;
    /// The attribute.
    fn attribute(&self, attribute: AttributeId) -> String;
    /// The metadata as a reference.
    fn metadata(&self, metadata: MetadataId) -> String;
}

/// A text with one marked part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The text, on one or several lines.
    pub text: String,
    /// The marked part, in bytes.
    pub span: Range<usize>,
}

/// Writes everything with readable ids.
pub struct Assembly<'f> {
    facts: &'f Facts,
    index: Index<'f>,
}

impl<'f> Assembly<'f> {
    /// Creates a writer of `facts`.
    pub fn new(facts: &'f Facts) -> Self {
        Self { facts, index: Index::new(facts) }
    }

    /// The index of the facts.
    pub fn index(&self) -> &Index<'f> {
        &self.index
    }

    /// An instruction with its result and attachments. Its opcode is marked.
    pub fn instruction(&self, instruction: InstructionId) -> Marked {
        Writer::new(self, self).marked_instruction(instruction, None)
    }

    /// Like [`Self::instruction`], with the operand at `position` marked if it is printed.
    pub fn operand(&self, instruction: InstructionId, position: u32) -> Marked {
        Writer::new(self, self).marked_instruction(instruction, Some(position))
    }

    /// The header of a function. Its name is marked.
    pub fn function(&self, function: FunctionId) -> Option<Marked> {
        let row = self.facts.function.get(function.index())?;
        let text = Writer::new(self, self).signature(row);
        Some(self.mark_name(text, &self.facts.symbol(function)))
    }

    /// A global variable, alias or ifunc, or the header of a function. Its name is marked.
    pub fn global(&self, global: ValueId) -> Option<Marked> {
        let kind = self.facts.value.get(global.index())?.kind;
        let row = self.index.global.first(global)?;
        let writer = Writer::new(self, self);
        let text = match kind {
            ValueKind::GlobalVariable => writer.variable(&row),
            ValueKind::Alias | ValueKind::IFunc => writer.indirection(&row),
            _ => {
                return self.function(self.function_of(global)?);
            }
        };
        Some(self.mark_name(text, &self.facts.symbol(global)))
    }

    /// The debug record at `position` before an instruction, as far as it is in the facts. The
    /// whole record is marked.
    pub fn debug_record(&self, instruction: InstructionId, position: u32) -> Option<Marked> {
        let rows = self.index.debug_record.all(instruction);
        let row = rows.iter().find(|row| row.position == position)?;
        let text = Writer::new(self, self).debug_record(row);
        let span = 0..text.len();
        Some(Marked { text, span })
    }

    /// The definition of a metadata node. Its number is marked.
    pub fn metadata_node(&self, metadata: MetadataId) -> Option<Marked> {
        let text = Writer::new(self, self).node(metadata)?;
        let span = 0..self.facts.symbol(metadata).len();
        Some(Marked { text, span })
    }

    /// The function that `value` denotes.
    pub fn function_of(&self, value: ValueId) -> Option<FunctionId> {
        // Functions are numbered in the order of their values.
        let rows = &self.facts.function;
        let position = rows.partition_point(|row| row.value < value);
        rows.get(position).filter(|row| row.value == value).map(|row| row.function)
    }

    /// The type of a value.
    pub fn type_of(&self, value: ValueId) -> Option<TypeId> {
        Some(self.facts.value.get(value.index())?.r#type)
    }

    fn mark_name(&self, text: String, name: &str) -> Marked {
        let start = text.find(name).unwrap_or_default();
        let end = if text[start..].starts_with(name) { start + name.len() } else { text.len() };
        Marked { text, span: start..end }
    }
}

impl Spelling for Assembly<'_> {
    fn r#type(&self, r#type: TypeId) -> String {
        self.facts.symbol(r#type)
    }

    fn value(&self, value: ValueId, function: Option<FunctionId>) -> String {
        let symbol = self.facts.symbol(value);
        let Some(row) = self.facts.value.get(value.index()) else { return symbol };
        let prefix = match row.kind {
            ValueKind::Argument | ValueKind::Instruction | ValueKind::Block => {
                function.map(|function| format!("{}:", self.facts.symbol(function)))
            }
            ValueKind::Function
            | ValueKind::GlobalVariable
            | ValueKind::Alias
            | ValueKind::IFunc
            | ValueKind::InlineAsm => None,
            _ => Some(format!("{} ", self.facts.symbol(row.r#type))),
        };
        match prefix.and_then(|prefix| symbol.strip_prefix(&prefix)) {
            Some(rest) => rest.to_owned(),
            None => symbol,
        }
    }

    fn attribute(&self, attribute: AttributeId) -> String {
        self.facts.symbol(attribute)
    }

    fn metadata(&self, metadata: MetadataId) -> String {
        self.facts.symbol(metadata)
    }
}

/// Enclose the marked part while a text is being built. LLVM does not print these characters.
const MARKS: [char; 2] = ['\u{1}', '\u{2}'];

/// The placeholder for missing facts.
const GAP: &str = "<unknown>";

/// Writes lines in a given spelling, and records faults of the facts.
pub struct Writer<'a, 'f> {
    facts: &'f Facts,
    index: &'a Index<'f>,
    spelling: &'a dyn Spelling,
    faults: RefCell<Vec<String>>,
}

impl<'a, 'f> Writer<'a, 'f> {
    /// Creates a writer of the facts of `assembly`.
    pub fn new(assembly: &'a Assembly<'f>, spelling: &'a dyn Spelling) -> Self {
        let Assembly { facts, index } = assembly;
        Self { facts, index, spelling, faults: RefCell::default() }
    }

    /// The faults found so far: rows that are missing or contradict each other.
    pub fn faults(&self) -> Vec<String> {
        self.faults.borrow().clone()
    }

    fn fault(&self, what: impl Into<String>) {
        self.faults.borrow_mut().push(what.into());
    }

    fn expect(&self, holds: bool, what: &str) {
        if !holds {
            self.fault(what);
        }
    }

    /// The only element of `rows`, if there is one. Several are a fault.
    fn at_most_one<R: Copy + std::fmt::Debug>(&self, rows: &[R]) -> Option<R> {
        if rows.len() > 1 {
            self.fault(format!("more than one: {rows:?}"));
        }
        rows.first().copied()
    }

    /// The only element of `rows`. None or several are a fault.
    fn one<R: Copy + std::fmt::Debug>(&self, rows: &[R]) -> Option<R> {
        if rows.is_empty() {
            self.fault(format!("no {}", std::any::type_name::<R>()));
        }
        self.at_most_one(rows)
    }

    /// The rows in the order of their positions, which must be 0, 1, 2, ….
    fn list<R: Copy + std::fmt::Debug>(&self, rows: &[R], position: impl Fn(&R) -> u32) -> Vec<R> {
        let mut rows = rows.to_vec();
        rows.sort_by_key(&position);
        if rows.iter().zip(0..).any(|(row, expected)| position(row) != expected) {
            self.fault(format!("positions have gaps: {rows:?}"));
        }
        rows
    }

    fn type_text(&self, r#type: TypeId) -> String {
        self.spelling.r#type(r#type)
    }

    fn type_of(&self, value: ValueId) -> Option<TypeId> {
        Some(self.facts.value.get(value.index())?.r#type)
    }

    fn type_has(&self, r#type: TypeId, flag: TypeFlag) -> bool {
        self.index.type_flag.all(r#type).iter().any(|row| row.flag == flag)
    }

    /// A value outside of functions, with its type.
    fn typed(&self, value: ValueId) -> String {
        let r#type = self.type_of(value).map_or(GAP.into(), |r#type| self.type_text(r#type));
        format!("{type} {}", self.spelling.value(value, None))
    }

    /// Attributes, separated by spaces.
    fn attributes(&self, attributes: impl Iterator<Item = AttributeId>) -> String {
        let texts: Vec<_> = attributes.map(|it| self.spelling.attribute(it)).collect();
        texts.join(" ")
    }

    /// A text in quotes.
    fn quoted(&self, text: Text) -> String {
        quoted(self.facts.text(text))
    }
}

/// The words that are not empty, separated by spaces.
fn words(words: &[&str]) -> String {
    let words: Vec<_> = words.iter().copied().filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The parts, separated by commas.
fn commas(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect::<Vec<_>>().join(", ")
}

/// A name, in quotes if it contains characters that LLVM does not print without quotes.
pub fn name(name: &[u8]) -> String {
    let plain = |&byte: &u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    match name.first() {
        Some(first) if !first.is_ascii_digit() && name.iter().all(plain) => escaped(name),
        _ => quoted(name),
    }
}

/// A string in quotes.
pub fn quoted(string: &[u8]) -> String {
    format!("\"{}\"", escaped(string))
}

/// A string with escape sequences for the characters that need them.
pub fn escaped(string: &[u8]) -> String {
    let mut text = String::with_capacity(string.len());
    for &byte in string {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b'"' => text.push_str("\\22"),
            b' '..=b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("\\{byte:02X}")),
        }
    }
    text
}

/// The name of metadata, in which LLVM escapes single characters.
pub fn metadata_name(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for (position, &byte) in name.iter().enumerate() {
        let plain = byte.is_ascii_alphabetic()
            || b"-$._".contains(&byte)
            || (position > 0 && byte.is_ascii_digit());
        if plain {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("\\{byte:02X}"));
        }
    }
    text
}

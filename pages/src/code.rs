//! Instructions as the front end shows them: LLVM's text, with marks that resolve its ambiguities.
//!
//! The front end finds the values, globals and numbers in a line by their spelling. A type and a
//! local value are both spelled `%name`; types are preceded by [`TYPE`].

use facts_schema::assembly::{Assembly, Spelling, Writer};
use facts_schema::{
    AttributeId, EntityId, FunctionId, InstructionId, MetadataId, TypeId, ValueId, ValueKind,
};

/// Precedes the name of a type. The writer of instructions uses the characters before it.
pub const TYPE: char = '\u{4}';
/// Precedes metadata while a line is being built.
const METADATA: char = '\u{3}';

/// Writes the lines of functions.
pub struct Code<'a, 'f> {
    assembly: &'a Assembly<'f>,
    facts: &'f facts_schema::Facts,
}

impl<'a, 'f> Code<'a, 'f> {
    /// Creates a writer for these facts.
    pub fn new(assembly: &'a Assembly<'f>, facts: &'f facts_schema::Facts) -> Self {
        Self { assembly, facts }
    }

    /// The lines of an instruction. The debug location is omitted, because the source is shown
    /// beside it.
    pub fn instruction(&self, instruction: InstructionId) -> String {
        let text = Writer::new(self.assembly, self).instruction(instruction);
        without_location(text, ", ")
    }

    /// The first line of a function.
    pub fn function(&self, function: FunctionId) -> String {
        let row = self.facts.function.get(function.index());
        let text = row.map(|row| Writer::new(self.assembly, self).signature(row));
        without_location(text.unwrap_or_default(), " ")
    }

    /// A type.
    pub fn type_text(&self, r#type: TypeId) -> String {
        with_types_marked(&self.facts.symbol(r#type))
    }
}

impl Spelling for Code<'_, '_> {
    fn r#type(&self, r#type: TypeId) -> String {
        self.type_text(r#type)
    }

    fn value(&self, value: ValueId, function: Option<FunctionId>) -> String {
        let text = self.assembly.value(value, function);
        match self.facts.value.get(value.index()).map(|row| row.kind) {
            Some(ValueKind::Argument | ValueKind::Instruction | ValueKind::Block) => text,
            // Constants contain only types and globals.
            _ => with_types_marked(&text),
        }
    }

    fn attribute(&self, attribute: AttributeId) -> String {
        with_types_marked(&self.facts.symbol(attribute))
    }

    fn metadata(&self, metadata: MetadataId) -> String {
        format!("{METADATA}{}", self.facts.symbol(metadata))
    }
}

/// The text without the debug location, which `separator` precedes.
fn without_location(mut text: String, separator: &str) -> String {
    let start = format!("{separator}!dbg {METADATA}!");
    if let Some(at) = text.find(&start) {
        let rest = &text[at + start.len()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        text.replace_range(at..at + start.len() + digits, "");
    }
    text.retain(|it| it != METADATA);
    text
}

/// The text with marks before the names of types, given a text in which every name that starts with
/// `%` is a type.
pub fn with_types_marked(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let (mut marked, mut is_quoted) = (String::with_capacity(text.len() + 4), false);
    for character in text.chars() {
        is_quoted ^= character == '"';
        if character == '%' && !is_quoted {
            marked.push(TYPE);
        }
        marked.push(character);
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_marked_and_texts_are_not() {
        assert_eq!(with_types_marked(r#"[2 x %"a b"] c"100%""#), "[2 x \u{4}%\"a b\"] c\"100%\"");
        assert_eq!(with_types_marked("i32 7"), "i32 7");
    }
}
